// @ts-check
// Asking the server: every answer is JSON, and a refusal is a sentence.

export class Refusal extends Error {}

/** @param {Response} answer */
async function opened(answer) {
  const content = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(content.error || answer.statusText);
  return content;
}

/** @param {string} path @param {Record<string, string>} [wishes] */
export async function ask(path, wishes = {}) {
  const query = new URLSearchParams(wishes).toString();
  return opened(await fetch(query ? `${path}?${query}` : path, { headers: { accept: "application/json" } }));
}

/** @param {string} path @param {object} content */
export async function send(path, content) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return opened(await fetch(path, { method: "POST", headers, body: JSON.stringify(content) }));
}

/** Every button that changes the language of this device. */
export function offerLanguages() {
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", async () => {
      await fetch(`/language/${/** @type {HTMLElement} */ (button).dataset.language}`);
      location.reload();
    });
  }
}
