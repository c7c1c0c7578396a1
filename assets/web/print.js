// @ts-check
// Ordering a set, and waiting for it.
import { Refusal, ask, send } from "./asking.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("print"));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));
const fault = /** @type {HTMLElement} */ (document.getElementById("fault"));
const links = ["pages", "file"].map((id) => /** @type {HTMLAnchorElement} */ (document.getElementById(id)));

/** @param {string} job */
async function wait(job) {
  for (;;) {
    const answer = await ask(job);
    bar.max = answer.whole || 1;
    if (answer.whole) bar.value = answer.done;
    if (answer.file) {
      for (const link of links) {
        link.href = answer.file;
        link.hidden = false;
      }
      links[1].download = answer.name;
      links[1].focus();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const wishes = new FormData(form);
  const chosen = Object.fromEntries([...form.querySelectorAll("select")].map((one) => [one.name, one.value]));
  const switches = Object.fromEntries(wishes.getAll("switch").map((name) => [String(name), true]));
  fault.textContent = "";
  for (const link of links) link.hidden = true;
  [button.disabled, bar.hidden] = [true, false];
  bar.removeAttribute("value");
  try {
    const { job } = await send(`/print/${document.body.dataset.game}`, { ...chosen, ...switches, only: wishes.getAll("only") });
    await wait(job);
  } catch (refused) {
    fault.textContent = refused instanceof Refusal ? refused.message : String(refused);
  } finally {
    [button.disabled, bar.hidden] = [false, true];
  }
});
