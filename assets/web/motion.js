// @ts-check
// Where a thing went: a face that lies elsewhere in the new picture glides there from its old place.

const GLIDE = 220; // milliseconds
const MOST = 6; // things that one can follow
const FAR = 12; // pixels; what moves less has not gone anywhere

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** The faces of a scene and where they are seen; what is faint does not lie there. @param {Element} scene */
function faces(scene) {
  return [...scene.querySelectorAll("use")].filter((use) => !use.closest("[opacity]")).map((use) => ({ use, face: use.getAttribute("href") || "", box: use.getBoundingClientRect() }));
}

/** @param {Box} one @param {Box} other */
const apart = (one, other) => Math.hypot(one.left - other.left, one.top - other.top);

/** What is seen twice or whole, as a board is, and what only made room for something else, goes nowhere. */
function gone(/** @type {ReturnType<typeof faces>} */ before, /** @type {ReturnType<typeof faces>} */ after) {
  const left = before.filter(({ face, box }) => !after.some((now) => now.face === face && apart(now.box, box) < FAR));
  const come = after.filter(({ face, box }) => !before.some((was) => was.face === face && apart(was.box, box) < FAR));
  const paths = come.flatMap(({ use, face, box }) => {
    const from = left.find((was) => was.face === face);
    if (!from) return [];
    left.splice(left.indexOf(from), 1);
    return [{ use, box, from: from.box }];
  });
  const shift = (/** @type {{box: Box, from: Box}} */ { box, from }) => `${Math.round(box.left - from.left)},${Math.round(box.top - from.top)}`;
  const alike = (/** @type {{box: Box, from: Box}} */ path) => paths.filter((other) => shift(other) === shift(path)).length;
  return paths.filter((path) => alike(path) < 3);
}

/** A copy above the scene goes the way: to move the thing itself the browser would draw the whole scene again and again. */
function glide(/** @type {{use: SVGUseElement, box: Box, from: Box}} */ { use, box, from }) {
  const { x, y, width, height } = use.getBBox();
  if (!width || !height || !box.width) return;
  const copy = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const shown = /** @type {SVGUseElement} */ (use.cloneNode());
  shown.removeAttribute("transform");
  copy.append(shown);
  copy.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.setAttribute("class", "gliding");
  copy.ariaHidden = "true";
  Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(copy);
  const start = `translate(${from.left - box.left}px, ${from.top - box.top}px) scale(${from.width / box.width})`;
  const way = copy.animate([{ transform: start }, { transform: "none" }], { duration: GLIDE, easing: "ease-in-out" });
  way.addEventListener("finish", () => copy.remove());
}

/** Whether a place is to be seen, and not below the sheet. @param {Element} scene @param {Box} box */
function seen(scene, { left, top, width, height }) {
  const room = scene.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return x > room.left && x < room.right && y > room.top && y < room.bottom;
}

/** Draws anew and shows what went where, for who has not asked for less motion. @param {Element} scene @param {() => void} draw */
export function followed(scene, draw) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    draw();
    return;
  }
  const before = faces(scene);
  draw();
  const paths = gone(before, faces(scene)).filter(({ box }) => seen(scene, box));
  if (paths.length <= MOST) paths.forEach(glide);
}
