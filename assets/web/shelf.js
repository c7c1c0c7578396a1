// @ts-check
// The first page: how the games stand is fetched one by one, and deleting asks first.
import { offerLanguages, send } from "./asking.js";

offerLanguages();

/** @param {Element} log */
async function tellStanding(log) {
  const place = log.querySelector(".standing");
  if (!place) return;
  const answer = await fetch(`/logs/${encodeURIComponent(log.getAttribute("data-log") || "")}/standing`);
  if (answer.ok) place.innerHTML = await answer.text();
}

/** A link where a finished review has something to ask. */
async function offerPractising() {
  const answer = await fetch("/practise/offer");
  if (answer.ok) /** @type {Element} */ (document.getElementById("practise")).innerHTML = await answer.text();
}

/** @param {Element} log */
function offerDeleting(log) {
  const name = log.getAttribute("data-log") || "";
  const dialog = /** @type {HTMLDialogElement} */ (log.querySelector("dialog"));
  log.querySelector(".delete")?.addEventListener("click", () => {
    dialog.returnValue = "";
    dialog.showModal();
  });
  dialog.addEventListener("close", async () => {
    if (dialog.returnValue !== "yes") return;
    await send(`/logs/${encodeURIComponent(name)}/delete`, { name });
    log.remove();
  });
}

/** Days as people of this language write them; what is not a day stays as it was written. @param {HTMLTimeElement} day */
function writeDay(day) {
  const [year, month, date] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(day.textContent || "") || []).slice(1).map(Number);
  if (!date) return;
  day.dateTime = day.textContent || "";
  day.textContent = new Date(year, month - 1, date).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
}

document.querySelectorAll("time").forEach(writeDay);
const logs = [...document.querySelectorAll("[data-log]")];
logs.forEach(offerDeleting);
for (const log of logs) await tellStanding(log);
await offerPractising();
