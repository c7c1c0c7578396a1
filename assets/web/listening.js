// @ts-check
// Listening to a table: what happens is told by events, and a server that is gone is waited for.

const PATIENCE = 1500; // milliseconds of silence before the page says that nobody answers
const AGAIN = 1000;

/**
 * @param {string} address
 * @param {Record<string, (content: any) => void>} heard what to do at each event; `hello` also after every new start
 * @param {(lost: boolean) => void} tell
 */
export function listen(address, heard, tell) {
  /** @type {number | undefined} */
  let worry;
  const source = new EventSource(address);
  source.addEventListener("hello", () => {
    clearTimeout(worry);
    worry = undefined;
    tell(false);
  });
  for (const [event, act] of Object.entries(heard)) {
    source.addEventListener(event, (message) => act(JSON.parse(message.data)));
  }
  source.addEventListener("error", () => {
    worry ??= setTimeout(() => tell(true), PATIENCE);
    if (source.readyState !== EventSource.CLOSED) return;
    clearTimeout(worry);
    tell(true);
    setTimeout(() => listen(address, heard, tell), AGAIN);
  });
  addEventListener("pagehide", () => source.close());
}
