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

const logs = [...document.querySelectorAll("[data-log]")];
logs.forEach(offerDeleting);
for (const log of logs) await tellStanding(log);
