// @ts-check
// The page of a table. It knows no rules: what can be tapped carries its steps, and the server says what may follow.
import { Refusal, ask, send } from "./asking.js";
import { listen } from "./listening.js";
import { zoomable } from "./zoom.js";

const page = document.body;
const base = page.dataset.base || "";
const scene = /** @type {HTMLElement} */ (document.getElementById("scene"));
const zoom = zoomable(scene);

/** The steps of the turn so far, as they were tapped or typed. @type {string[]} */
let taps = [];
/** The turn that is looked at again; empty is now. */
let at = "";
let panel = "";
let version = page.dataset.version || "";
let asked = 0;
let byKeyboard = false;
const upright = matchMedia("(max-width: 55.99rem) and (orientation: portrait), (max-width: 40rem)");
const shape = () => (upright.matches ? "portrait" : "wide");

/** @param {string} text */
function complain(text) {
  const place = document.getElementById("fault") || document.getElementById("lost");
  if (!place) return;
  place.textContent = text;
  place.hidden = !text;
}

/** @param {any} answer */
function show(answer) {
  const focus = focused();
  version = answer.version;
  for (const [name, markup] of Object.entries(answer.fragments)) {
    const place = document.getElementById(name);
    if (place && place.innerHTML !== markup) place.innerHTML = markup;
  }
  zoom.again();
  focus();
}

/** What has the focus has it again when the page was drawn anew. */
function focused() {
  const thing = /** @type {HTMLElement | SVGElement} */ (document.activeElement);
  const keys = ["step", "do", "panel", "at"].filter((key) => thing?.dataset?.[key] !== undefined);
  const within = thing?.closest("#scene, #turn, #panel, #tabs");
  return () => {
    if (document.activeElement !== page || !within) return;
    const same = keys.map((key) => `[data-${key}="${CSS.escape(thing.dataset[key] || "")}"]`).join("");
    const next = (same && within.querySelector(`${same}:not(:disabled)`)) || (byKeyboard && following());
    if (next instanceof HTMLElement || next instanceof SVGElement) next.focus({ preventScroll: true });
  };
}

function following() {
  return scene.querySelector("[data-step]") || document.querySelector("#turn [data-do=done]:not(:disabled), #turn button");
}

async function look() {
  const turn = ++asked;
  const answer = await ask(`${base}/look`, { begun: taps.join(" "), at, panel, shape: shape() });
  if (turn === asked) show(answer);
}

/** Does something, and tells in the referee's words why not. @param {() => Promise<void>} act */
async function attempt(act) {
  try {
    complain("");
    await act();
  } catch (fault) {
    if (!(fault instanceof Refusal)) return;
    const said = fault.message;
    await look().catch(() => {});
    complain(said);
  }
}

// ---- building a turn -------------------------------------------------------------------------------------------------

/** Builds the turn anew from these steps; where they are refused it stays as it was. @param {string[]} steps */
function build(steps) {
  const before = taps;
  taps = steps;
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

async function done() {
  const typed = /** @type {HTMLInputElement | null} */ (document.getElementById("typed"));
  await attempt(async () => {
    const answer = await send(`${base}/turn`, { turn: typed?.value ?? taps.join(" "), version });
    taps = [];
    show(answer);
  });
}

/** @type {Record<string, () => unknown>} */
const deeds = {
  done,
  back: () => build(taps.slice(0, -1)),
  undo: () => attempt(async () => {
    taps = [];
    show(await send(`${base}/undo`, { version }));
  }),
  now: () => {
    at = "";
    return attempt(look);
  },
};

// ---- the sheet -------------------------------------------------------------------------------------------------------

/** @param {string} name */
function openPanel(name) {
  panel = panel === name ? "" : name;
  page.dataset.sheet = panel ? "half" : "low";
  for (const tab of document.querySelectorAll("#tabs [data-panel]")) {
    tab.setAttribute("aria-expanded", String(tab.getAttribute("data-panel") === panel));
  }
  return attempt(look);
}

page.addEventListener("click", (event) => {
  const thing = /** @type {Element} */ (event.target).closest("[data-step], [data-do], [data-panel], [data-at]");
  if (!thing || thing.matches("form, :disabled")) return;
  if (thing.hasAttribute("data-step")) tap(thing);
  else if (thing.hasAttribute("data-panel")) openPanel(thing.getAttribute("data-panel") || "");
  else if (thing.hasAttribute("data-at")) {
    at = thing.getAttribute("data-at") || "";
    attempt(look);
  } else deeds[thing.getAttribute("data-do") || ""]?.();
});

page.addEventListener("pointerdown", () => { byKeyboard = false; }, true);
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
  if (text === taps.join(" ") && text) return done();
  return build(text ? [text] : []);
});

// ---- what others do --------------------------------------------------------------------------------------------------

async function refresh() {
  const answer = await ask(`${base}/look`, { begun: "", at, panel, shape: shape() }).catch(() => null);
  if (!answer || answer.version === version) return;
  taps = [];
  show(answer);
}

listen(`${base}/events`, { hello: refresh, changed: refresh }, (lost) => {
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
upright.addEventListener("change", turnScene);
turnScene();
