// @ts-check
// A new picture in the place of an old one: what has not changed stays, for a browser draws anew what is put in anew.

/** @param {Element} old @param {Element} next @param {string} kept an attribute that is the page's own */
function patchElement(old, next, kept = "") {
  for (const { name } of [...old.attributes]) if (name !== kept && !next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  patchChildren(old, next);
}

/** Where something lies and which face it shows: that is dear to draw, its ring and its name are not. @param {Node} node */
const face = (node) => (node instanceof Element && node.querySelector("use")?.outerHTML) || "";

/**
 * Goes through both in order: what is found again stays where it is, what lies before it has gone.
 * @param {Element} old @param {Element} next
 */
function patchChildren(old, next) {
  const [was, is] = [[...old.childNodes], [...next.childNodes]];
  let at = 0;
  is.forEach((node, place) => {
    let found = was.findIndex((one, there) => there >= at && one.isEqualNode(node));
    const changed = found < 0 && face(node);
    if (changed) found = was.findIndex((one, there) => there >= at && face(one) === changed);
    if (found >= 0) {
      for (const one of was.slice(at, found)) one.remove();
      if (changed) patchElement(/** @type {Element} */ (was[found]), /** @type {Element} */ (node));
      at = found + 1;
      return;
    }
    const before = was[at];
    const stays = before && is.slice(place + 1).some((later) => later.isEqualNode(before) || (face(before) && face(later) === face(before)));
    if (!before || stays) old.insertBefore(node, before || null);
    else {
      if (before instanceof Element && before.nodeName === node.nodeName) patchElement(before, /** @type {Element} */ (node));
      else before.replaceWith(node);
      at += 1;
    }
  });
  for (const one of was.slice(at)) one.remove();
}

/** @param {Element} place @param {string} markup of one element */
export function patch(place, markup) {
  const made = document.createElement("template");
  made.innerHTML = markup;
  const [old, next] = [place.firstElementChild, made.content.firstElementChild];
  if (old && next && old.tagName === next.tagName) patchElement(old, next, "style");
  else place.replaceChildren(made.content);
}
