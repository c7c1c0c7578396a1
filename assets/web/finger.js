// @ts-check
// What a finger means: it is wider than the smallest things of a scene, and covers what it taps.

const HALF = 22; // half the width of a fingertip, in pixels
const ENOUGH = 27; // pixels of a thing that a finger hits
const WANTED = 46; // pixels of a thing when the place around it was enlarged for the finger

/** @param {Element} thing */
const ring = (thing) => (thing.querySelector(".ring") || thing).getBoundingClientRect();
/** @param {Element} thing */
const least = (thing) => Math.min(ring(thing).width, ring(thing).height);

/** How far a place is from a thing's edge. @param {Element} thing @param {{x: number, y: number}} place */
function away(thing, { x, y }) {
  const box = ring(thing);
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

/**
 * The thing that a finger taps; or how much larger the scene has to be before one can tell.
 * @param {Element} scene @param {{x: number, y: number}} place
 * @returns {{thing?: Element, factor?: number}}
 */
export function meant(scene, place) {
  const near = [...scene.querySelectorAll("[data-step]:not(.set-aside)")]
    .map((thing) => ({ thing, far: away(thing, place) }))
    .filter(({ far }) => far <= HALF)
    .sort((one, other) => one.far - other.far);
  if (!near.length) return {};
  const [{ thing, far }] = near;
  const smallest = Math.min(...near.map((one) => least(one.thing)));
  if (near.length > 1 && smallest < ENOUGH && !(far === 0 && least(thing) >= ENOUGH)) return { factor: WANTED / smallest };
  return { thing };
}
