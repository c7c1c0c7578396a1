// @ts-check
// The scene under the fingers: two of them pinch, one drags what is larger than the screen, a double tap fits it again.

const MOST = 6;
const SLACK = 8; // pixels that a tap may move
const TWICE = 300; // milliseconds between the taps of a double tap

/** @param {HTMLElement} frame */
export function zoomable(frame) {
  let scale = 1, left = 0, top = 0, moved = 0, lastTap = 0;
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();

  const content = () => /** @type {HTMLElement | null} */ (frame.firstElementChild);

  function show() {
    const room = frame.getBoundingClientRect();
    left = Math.min(0, Math.max(left, room.width * (1 - scale)));
    top = Math.min(0, Math.max(top, room.height * (1 - scale)));
    const shown = content();
    if (shown) shown.style.transform = scale === 1 ? "" : `translate(${left}px, ${top}px) scale(${scale})`;
  }

  /** @param {number} factor @param {number} x @param {number} y */
  function grow(factor, x, y) {
    const room = frame.getBoundingClientRect();
    const before = scale;
    scale = Math.min(MOST, Math.max(1, scale * factor));
    left = x - room.left - ((x - room.left - left) * scale) / before;
    top = y - room.top - ((y - room.top - top) * scale) / before;
    show();
  }

  frame.addEventListener("pointerdown", (event) => {
    if (fingers.size === 0) moved = 0;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  frame.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y) || 1;
      grow(Math.hypot(now.x - other.x, now.y - other.y) / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
      moved = SLACK + 1;
    } else {
      moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (scale > 1 && moved > SLACK) {
        left += now.x - before.x;
        top += now.y - before.y;
        show();
      }
    }
    fingers.set(event.pointerId, now);
  });
  for (const gone of ["pointerup", "pointercancel", "pointerleave"]) {
    frame.addEventListener(gone, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
  }
  frame.addEventListener("click", (event) => {
    if (moved > SLACK) event.stopPropagation();
    const now = performance.now();
    if (now - lastTap < TWICE && scale > 1) [scale, left, top] = [1, 0, 0];
    lastTap = now;
    show();
  }, true);
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    grow(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
  }, { passive: false });
  return { again: show };
}
