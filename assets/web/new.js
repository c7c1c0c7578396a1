// @ts-check
// The form of a new game, and the setup of a real table by tapping what lies there.
import { Refusal, send } from "./asking.js";

const page = document.body;
const game = page.dataset.game || "";
const form = /** @type {HTMLFormElement} */ (document.getElementById("new"));
const setup = /** @type {HTMLElement} */ (document.getElementById("setup"));
const pending = /** @type {HTMLInputElement} */ (document.getElementById("setup-pending"));
/** Lines of the setup that were accepted. @type {string[]} */
let lines = [];

const chairs = () => [...form.querySelectorAll(".chairs li")].map((line) => ({
  name: /** @type {HTMLInputElement} */ (line.querySelector("input")).value,
  kind: /** @type {HTMLSelectElement} */ (line.querySelector("select")).value,
})).filter((chair) => chair.kind);

const options = () => Object.fromEntries(new FormData(form).getAll("option").map((key) => [String(key), true]));
const owner = /** @type {HTMLSelectElement} */ (form.elements.namedItem("me"));
/** The seat of whoever's log it is, who need not tell what the others hold; nobody's is -1. */
const seat = () => chairs().findIndex((chair) => owner.value && chair.name === owner.value);

const fromTable = () => new FormData(form).get("dealt") === "no";

/** @param {string} id @param {string} text */
function write(id, text) {
  const place = document.getElementById(id);
  if (place) place.textContent = text;
}

/** @param {string} line @param {boolean} [whole] whether somebody has said that it is; a line that is being tapped may want more */
async function enter(line, whole = false) {
  try {
    const answer = await send(`/new/${game}/setup`, { players: chairs().length, seat: seat(), options: options(), lines, pending: line });
    lines = answer.lines;
    pending.value = answer.pending;
    write("setup-help", answer.prompt ? answer.help : "");
    write("setup-lines", answer.written.join("\n"));
    write("setup-prompt", answer.prompt || "✓");
    write("setup-fault", answer.pending && (whole || line.includes(" ")) ? answer.fault : "");
    document.getElementById("setup-fault")?.classList.toggle("quiet", !whole);
    const buttons = answer.words.map((/** @type {string} */ word) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = word;
      button.dataset.word = word;
      if (answer.faces[word]) {
        const face = new Image();
        [face.src, face.alt, face.loading] = [answer.faces[word], "", "lazy"];
        face.addEventListener("error", () => face.remove());
        button.prepend(face);
      }
      return button;
    });
    document.getElementById("setup-words")?.replaceChildren(...buttons);
    pending.hidden = !answer.prompt;
  } catch (fault) {
    if (fault instanceof Refusal) write("setup-fault", fault.message);
  }
}

/** The list of people whose log it may be, and whether there is a setup to enter. */
function arrange() {
  setup.hidden = !fromTable();
  const people = chairs().filter((chair) => chair.kind === "human");
  /** @type {HTMLElement} */ (owner.closest("label")).hidden = people.length < 2;
  const chosen = owner.value;
  owner.replaceChildren(owner.options[0], ...people.map((chair) => new Option(chair.name, chair.name)));
  owner.value = people.some((chair) => chair.name === chosen) ? chosen : "";
}

form.addEventListener("change", async (event) => {
  arrange();
  const named = /** @type {HTMLInputElement} */ (event.target).name;
  if (!["dealt", "kind", "me", "option"].includes(named)) return;
  // At a real table somebody holds the device, and sees what that one sees.
  if (named === "dealt" && fromTable() && !owner.value) owner.selectedIndex = Math.min(1, owner.options.length - 1);
  if (named !== "dealt") lines = [];
  if (fromTable()) await enter("");
});

setup.addEventListener("click", (event) => {
  const word = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-word]"))?.dataset.word;
  if (word) enter(`${pending.value} ${word}`.trim());
  if (/** @type {HTMLElement} */ (event.target).id === "setup-back") {
    if (pending.value) pending.value = "";
    else lines.pop();
    enter("");
  }
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (document.activeElement === pending) {
    await enter(pending.value.trim(), true);
    return;
  }
  try {
    const wishes = { chairs: chairs(), dealt: !fromTable(), me: owner.value, options: options(), lines };
    const answer = await send(`/new/${game}`, wishes);
    location.assign(answer.path);
  } catch (fault) {
    if (fault instanceof Refusal) write("fault", fault.message);
  }
});

arrange();
