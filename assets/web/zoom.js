// @ts-check
// The scene under the fingers: two of them pinch it, one drags what is larger than the screen, as any page is dragged.

const MOST = 6;
const TWICE = 300; // milliseconds between the taps of a double tap
const MOTION = 180; // milliseconds in which it grows, for who has not asked for less motion

/** @typedef {{x: number, y: number}} Place */

/** @param {HTMLElement} frame @param {HTMLElement | null} button fits the whole scene again */
export function zoomable(frame, button) {
  let scale = 1, lastTap = 0;
  /** Where the frame was scrolled to when all was to be seen. */
  let home = 0;
  /** The fingers of a pinch, as they were. @type {[Place, Place] | null} */
  let pinch = null;

  const content = () => /** @type {HTMLElement | null} */ (frame.firstElementChild);

  function show() {
    const shown = content();
    if (!shown) return;
    const size = scale === 1 ? "" : `${100 * scale}%`;
    shown.style.width = size;
    if (getComputedStyle(frame).display === "grid") shown.style.height = size;
    frame.toggleAttribute("data-large", scale > 1);
    if (button) button.hidden = scale === 1;
  }

  /** Grows about a place of the screen, which stays where it is or comes to `then`. */
  function grow(/** @type {number} */ factor, /** @type {Place} */ { x, y }, then = { x, y }) {
    const room = frame.getBoundingClientRect();
    const before = scale;
    if (before === 1) home = frame.scrollTop;
    scale = Math.min(MOST, Math.max(1, scale * factor));
    const across = ((x - room.left + frame.scrollLeft) * scale) / before;
    const down = ((y - room.top + frame.scrollTop) * scale) / before;
    show();
    frame.scrollTo({ left: across - (then.x - room.left), top: down - (then.y - room.top), behavior: "instant" });
  }

  /** Grows about a place that comes to the middle, so slowly that one can follow. */
  function enlarge(/** @type {number} */ factor, /** @type {Place} */ place) {
    const room = frame.getBoundingClientRect();
    const was = content()?.getBoundingClientRect();
    grow(factor, place, { x: room.left + room.width / 2, y: room.top + room.height / 2 });
    const is = content()?.getBoundingClientRect();
    if (!was || !is || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const there = `translate(${was.left - is.left}px, ${was.top - is.top}px) scale(${was.width / is.width})`;
    const motion = [{ transform: there, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }];
    content()?.animate(motion, { duration: MOTION, easing: "ease-out" });
  }

  function fit() {
    if (scale === 1) return;
    scale = 1;
    show();
    frame.scrollTo({ left: 0, top: home, behavior: "instant" });
  }

  /** A tap on nothing that can be tapped; whoever makes two of them wants to see all again. */
  function beside() {
    const now = performance.now();
    if (now - lastTap < TWICE) fit();
    lastTap = now;
  }

  /** @param {TouchEvent} event @returns {[Place, Place] | null} */
  function two({ touches }) {
    if (touches.length !== 2) return null;
    const [one, other] = [...touches].map((touch) => ({ x: touch.clientX, y: touch.clientY }));
    return [one, other];
  }
  /** @param {[Place, Place]} places */
  const apart = ([one, other]) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
  /** @param {[Place, Place]} places */
  const middle = ([one, other]) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

  frame.addEventListener("touchstart", (event) => { pinch = two(event); }, { passive: true });
  frame.addEventListener("touchend", (event) => { pinch = two(event); }, { passive: true });
  frame.addEventListener("touchmove", (event) => {
    const now = two(event);
    if (!now || !pinch) return;
    event.preventDefault();
    grow(apart(now) / apart(pinch), middle(pinch), middle(now));
    pinch = now;
  }, { passive: false });
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    grow(event.deltaY < 0 ? 1.15 : 1 / 1.15, { x: event.clientX, y: event.clientY });
  }, { passive: false });
  button?.addEventListener("click", fit);
  return { again: show, enlarge, fit, beside };
}
