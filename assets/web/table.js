// @ts-check
// The page of a table. It knows no rules: what can be tapped carries its steps, and the server says what may follow.
import { Refusal, ask, send } from "./asking.js";
import { meant } from "./finger.js";
import { listen } from "./listening.js";
import { followed } from "./motion.js";
import { patch } from "./patching.js";
import { zoomable } from "./zoom.js";

const page = document.body;
const base = page.dataset.base || "";
const scene = /** @type {HTMLElement} */ (document.getElementById("scene"));
const zoom = zoomable(scene, document.getElementById("fit"));

/** The steps of the turn so far, as they were tapped or typed. @type {string[]} */
let taps = [];
/** The turn that is looked at again; empty is now. */
let at = "";
/** The number of the turn that is being corrected; 0 is none. */
let corrects = 0;
/** A turn of the advice that lies on the table as a ghost. */
let considered = "";
let panel = "";
let version = page.dataset.version || "";
let asked = 0;
let busy = 0;
let byKeyboard = false;
let byFinger = false;
/** Whether the scene was enlarged only so that a finger could tell one thing from another. */
let enlarged = false;
const upright = matchMedia("(max-width: 40rem)");
const shape = () => (upright.matches ? "portrait" : "wide");

/** @param {string} text */
function complain(text) {
  const place = document.getElementById("fault") || document.getElementById("lost");
  if (!place) return;
  place.textContent = text;
  place.hidden = !text;
}

/** The pieces of the page as they came. @type {Map<string, string>} */
const shown = new Map();

/** A scene in which nothing can be tapped is itself what arrow keys scroll. */
function scrollable() {
  if (scene.querySelector("[data-step]")) scene.removeAttribute("tabindex");
  else scene.tabIndex = 0;
}

/** @param {string} name @param {string} markup */
function showPiece(name, markup) {
  const place = document.getElementById(name);
  if (place && shown.get(name) !== markup) {
    if (place === scene) {
      followed(scene, () => patch(scene, markup));
      scrollable();
    } else place.innerHTML = markup;
  }
  shown.set(name, markup);
}

/** The faces of the scene: each comes once, and the scene uses those that are there. */
const drawings = /** @type {SVGDefsElement} */ (document.querySelector("#drawings defs"));
const have = () => [...drawings.children].map((drawing) => drawing.id).join(".");

/** @param {Record<string, string>} more */
function keepDrawings(more) {
  for (const [id, markup] of Object.entries(more)) {
    if (!document.getElementById(id)) drawings.insertAdjacentHTML("beforeend", markup);
  }
}

/** @param {any} answer */
function show(answer) {
  keepDrawings(answer.drawings);
  const focus = focused();
  version = answer.version;
  for (const [name, markup] of Object.entries(answer.fragments)) showPiece(name, markup);
  zoom.again();
  focus();
}

/** What has the focus has it again when the page was drawn anew. */
function focused() {
  const thing = /** @type {HTMLElement | SVGElement} */ (document.activeElement);
  const keys = ["step", "do", "panel", "at", "consider", "take"].filter((key) => thing?.dataset?.[key] !== undefined);
  const within = thing?.closest("#scene, #turn, #panel, #tabs");
  return () => {
    if (document.activeElement !== page || !within) return;
    const same = keys.map((key) => `[data-${key}="${CSS.escape(thing.dataset[key] || "")}"]`).join("");
    const next = (same && within.querySelector(`${same}:not(:disabled)`)) || (byKeyboard && following());
    if (next instanceof HTMLElement || next instanceof SVGElement) next.focus({ preventScroll: true });
  };
}

function following() {
  return scene.querySelector("[data-step]") || document.querySelector("#turn [data-do=done]:not(:disabled), #turn button, #turn a.primary");
}

/** @param {string} begun */
function wishes(begun) {
  const then = corrects ? { at: String(corrects - 1), correct: "yes" } : { at };
  return { begun, considered, panel, shape: shape(), have: have(), ...then };
}

async function look() {
  const turn = ++asked;
  const answer = await ask(`${base}/look`, wishes(taps.join(" ")));
  if (turn === asked) show(answer);
}

/** Does something, and tells in the referee's words why not. @param {() => Promise<void>} act */
async function attempt(act) {
  busy += 1;
  scene.ariaBusy = "true";
  try {
    complain("");
    await act();
  } catch (fault) {
    considered = "";
    if (!(fault instanceof Refusal)) {
      if (!page.dataset.events) complain(page.dataset.lost || "");
      return;
    }
    const said = fault.message;
    await look().catch(() => {});
    complain(said);
  } finally {
    busy -= 1;
    scene.ariaBusy = String(busy > 0);
  }
}

// ---- building a turn -------------------------------------------------------------------------------------------------

/** Builds the turn anew from these steps; where they are refused it stays as it was. @param {string[]} steps */
function build(steps) {
  const before = taps;
  taps = steps;
  if (enlarged) zoom.fit();
  enlarged = false;
  return attempt(async () => {
    try {
      await look();
    } catch (fault) {
      taps = before;
      throw fault;
    }
  });
}

/** A thing that stands for several steps asks which one. @param {string[]} steps */
function choose(steps) {
  const place = document.getElementById("choices");
  if (!place) return;
  const asks = document.createElement("p");
  asks.textContent = place.dataset.asks || "";
  const buttons = steps.map((step) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.step = step;
    button.textContent = step;
    return button;
  });
  place.replaceChildren(asks, ...buttons);
  for (const thing of scene.querySelectorAll("[data-step]")) {
    const stands = (thing.getAttribute("data-step") || "").split(" ");
    thing.classList.toggle("set-aside", !stands.some((step) => steps.includes(step)));
  }
  if (byKeyboard) buttons[0].focus();
}

/** @param {Element} thing */
function tap(thing) {
  let steps = (thing.getAttribute("data-step") || "").split(" ");
  const offered = [...document.querySelectorAll("#choices [data-step]")].map((button) => button.getAttribute("data-step"));
  const both = steps.filter((step) => offered.includes(step));
  if (both.length) steps = both;
  return steps.length === 1 ? build([...taps, steps[0]]) : choose(steps);
}

/** What is written in the line of the turn. */
const written = () => /** @type {HTMLInputElement | null} */ (document.getElementById("typed"))?.value ?? taps.join(" ");

/** @param {string} path @param {object} [content] */
async function change(path, content = {}) {
  await attempt(async () => {
    const answer = await send(`${base}/${path}`, { version, have: have(), ...content });
    if (answer.misfit) {
      complain(answer.misfit);
      /** @type {HTMLElement} */ (document.getElementById("misfit")).hidden = false;
      return;
    }
    [taps, corrects, considered, at] = [[], 0, "", ""];
    asked += 1;
    show(answer);
    if (panel) await look();
  });
}

/** @param {string} otherwise what becomes of the log if a later turn does not fit any more */
function correct(otherwise, turn = written()) {
  return change("correct", { number: corrects, turn, otherwise });
}

/** @type {Record<string, () => unknown>} */
const deeds = {
  done: () => (corrects ? correct("refuse") : change("turn", { turn: written() })),
  back: () => build(taps.slice(0, -1)),
  undo: () => change("undo"),
  remove: () => correct("refuse", ""),
  now: () => {
    [at, corrects, taps] = ["", 0, []];
    return attempt(look);
  },
  advise: () => attempt(() => send(`${base}/advise`, { version })),
  longer: () => attempt(() => send(`${base}/advise`, { version, longer: true })),
  hint: () => attempt(() => send(`${base}/hint`, { version })),
  help: () => attempt(async () => {
    await send(`${base}/hint`, { version });
    await look();
  }),
  stop: () => attempt(() => send(`${base}/stop`, {})),
};

/** @param {string} turn */
function consider(turn) {
  if (turn === considered) return undefined;
  considered = turn;
  return attempt(async () => {
    const asking = ++asked;
    const answer = await ask(`${base}/look`, wishes(considered ? "" : taps.join(" ")));
    if (asking !== asked) return;
    keepDrawings(answer.drawings);
    showPiece("scene", answer.fragments.scene);
    scene.querySelector(".ghost")?.scrollIntoView({ block: "center" });
  });
}

// ---- the sheet -------------------------------------------------------------------------------------------------------

/** How high the sheet of a phone stands: a list is read, advice is read beside the scene. @type {Record<string, string>} */
const heights = { "": "low", turns: "full" };

/** @param {string} name none is low */
function raise(name) {
  panel = name;
  page.dataset.sheet = heights[name] || "half";
  for (const tab of document.querySelectorAll("#tabs [data-panel]")) {
    tab.setAttribute("aria-expanded", String(tab.getAttribute("data-panel") === panel));
  }
}

/** On a phone whoever builds a turn needs the scene. */
const lower = () => upright.matches && raise("");

/** @param {string} name */
function openPanel(name) {
  raise(panel === name ? "" : name);
  considered = "";
  return attempt(look);
}

/** What a tap does, by the mark of the thing that is tapped. @type {Record<string, (value: string, thing: Element) => unknown>} */
const marks = {
  step: (_, thing) => tap(thing),
  do: (deed) => deeds[deed]?.(),
  panel: openPanel,
  at: (number) => {
    [at, corrects, taps] = [number, 0, []];
    if (panel) page.dataset.sheet = "half";
    return attempt(look);
  },
  correct: (number) => {
    lower();
    [corrects, taps, considered] = [Number(number), [], ""];
    return attempt(look);
  },
  otherwise: (what) => correct(what),
  take: (turn) => {
    lower();
    considered = "";
    return build([turn]);
  },
  consider: (turn, button) => {
    const open = button.getAttribute("aria-expanded") !== "true";
    for (const row of document.querySelectorAll("#rows [data-consider]")) row.setAttribute("aria-expanded", "false");
    button.setAttribute("aria-expanded", String(open));
    return consider(open ? turn : "");
  },
};
const marked = Object.keys(marks).map((mark) => `[data-${mark}]`).join(", ");

/** What can be tapped below something that only lies on it, as pieces do on a place. @param {MouseEvent} event */
function below({ clientX: x, clientY: y }) {
  return document.elementsFromPoint(x, y).map((found) => found.closest("#scene [data-step]")).find((thing) => {
    const ring = thing?.querySelector(".ring")?.getBoundingClientRect();
    return ring && x >= ring.left && x <= ring.right && y >= ring.top && y <= ring.bottom;
  });
}

/** @param {MouseEvent} event */
function tapped(event) {
  const target = /** @type {Element} */ (event.target);
  if (!scene.contains(target)) return target.closest(marked);
  const { thing, factor = 0 } = byFinger ? meant(scene, event) : { thing: target.closest(marked) || below(event) };
  if (factor) {
    zoom.enlarge(factor, event);
    enlarged = true;
  } else if (!thing) zoom.beside();
  return thing;
}

page.addEventListener("click", (event) => {
  const thing = tapped(event);
  if (!thing || thing.matches("form, :disabled")) return;
  const mark = Object.keys(marks).find((name) => thing.hasAttribute(`data-${name}`)) || "";
  marks[mark](thing.getAttribute(`data-${mark}`) || "", thing);
});

// With a mouse the row under it is the one that is considered.
page.addEventListener("mouseover", (event) => {
  const row = /** @type {Element} */ (event.target).closest("[data-consider]");
  if (row && matchMedia("(hover: hover)").matches) consider(row.getAttribute("data-consider") || "");
});

page.addEventListener("pointerdown", (event) => { [byKeyboard, byFinger] = [false, event.pointerType === "touch"]; }, true);
page.addEventListener("keydown", (event) => {
  byKeyboard = true;
  const thing = /** @type {Element} */ (event.target);
  if ((event.key === "Enter" || event.key === " ") && thing instanceof SVGElement && thing.hasAttribute("data-step")) {
    event.preventDefault();
    tap(thing);
  }
});

page.addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = /** @type {HTMLInputElement} */ (document.getElementById("typed"));
  const text = typed.value.trim();
  if (text === taps.join(" ") && text) return deeds.done();
  return build(text ? [text] : []);
});

// ---- what others do --------------------------------------------------------------------------------------------------

/** @param {{version: string}} told */
function refresh(told) {
  if (corrects || told.version === version) return;
  [taps, considered] = [[], ""];
  attempt(look);
}

/** @param {{version: string, rows: string}} told */
function advised(told) {
  const place = document.getElementById("rows");
  if (!place || told.version !== version) return;
  const open = [...place.querySelectorAll("[aria-expanded=true]")].map((row) => row.getAttribute("data-consider"));
  const focus = focused();
  place.innerHTML = told.rows;
  for (const row of place.querySelectorAll("[data-consider]")) {
    row.setAttribute("aria-expanded", String(open.includes(row.getAttribute("data-consider"))));
  }
  focus();
}

// A question of practising changes by nobody else's doing.
if (page.dataset.events) listen(page.dataset.events, { hello: refresh, changed: refresh, advice: advised }, (lost) => {
  const place = /** @type {HTMLElement} */ (document.getElementById("lost"));
  place.textContent = lost ? page.dataset.lost || "" : "";
  place.hidden = !lost;
});

function turnScene() {
  document.cookie = `timbuktu-shape=${shape()}; path=/; max-age=31536000; samesite=strict`;
  if (page.dataset.shape === shape()) return;
  page.dataset.shape = shape();
  attempt(look);
}
// The screen on the table stays awake, where the browser lets it.
const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

upright.addEventListener("change", turnScene);
turnScene();
scrollable();
if (!upright.matches && document.getElementById("tabs")) openPanel("turns");
