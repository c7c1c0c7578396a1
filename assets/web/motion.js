// @ts-check
// Where a thing went: a face that lies elsewhere in the new picture glides there from its old place.

const GLIDE = 220; // milliseconds
const MOST = 6; // things that one can follow
const FAR = 12; // pixels; what moves less has not gone anywhere

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** The faces of a scene and where they are seen. @param {Element} scene */
function faces(scene) {
  return [...scene.querySelectorAll("use")].map((use) => ({ use, face: use.getAttribute("href") || "", box: use.getBoundingClientRect() }));
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

/** @param {{use: SVGUseElement, box: Box, from: Box}} path */
function glide({ use, box, from }) {
  const room = /** @type {SVGGraphicsElement} */ (use.parentElement).getScreenCTM();
  if (!room || !box.width) return;
  const grown = from.width / box.width;
  const [x, y] = [from.left - room.e - grown * (box.left - room.e), from.top - room.f - grown * (box.top - room.f)];
  const start = { translate: `${x / room.a}px ${y / room.d}px`, scale: String(grown) };
  use.animate([start, { translate: "0px 0px", scale: "1" }], { duration: GLIDE, easing: "ease-in-out" });
}

/** Draws anew and shows what went where, for who has not asked for less motion. @param {Element} scene @param {() => void} draw */
export function followed(scene, draw) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    draw();
    return;
  }
  const before = faces(scene);
  draw();
  const paths = gone(before, faces(scene));
  if (paths.length <= MOST) paths.forEach(glide);
}
