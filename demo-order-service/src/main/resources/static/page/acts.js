import { byId, say } from "./dom.js";

const dialog = byId("ask");
let confirmed = null;

/** Says what went wrong, or nothing any more. */
function problem(text) {
  byId("problem").hidden = !text;
  say(byId("problem"), text ?? "");
}

/** Sends what changes something; tells whether it was done. */
export async function send(method, path, body) {
  problem(null);
  try {
    const response = await fetch(path, {
      method,
      headers: { "Content-Type": "application/json", "X-Demo-Page": "1" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (response.ok) {
      return true;
    }
    const answer = await response.json().catch(() => ({}));
    problem(answer.detail ?? `The service answered ${response.status}.`);
  } catch {
    problem("The service cannot be reached.");
  }
  return false;
}

/** Asks first; then sends the same with the reason that was given. */
export function ask({ title, text, button, path, body }) {
  say(byId("ask-title"), title);
  say(byId("ask-text"), text);
  say(byId("ask-yes"), button);
  byId("ask-why").value = "trying the demo";
  confirmed = why => send("POST", path, { ...body, why });
  dialog.showModal();
  byId("ask-yes").focus();
}

byId("ask-no").addEventListener("click", () => dialog.close());
byId("ask-form").addEventListener("submit", event => {
  event.preventDefault();
  dialog.close();
  const act = confirmed;
  confirmed = null;
  act?.(byId("ask-why").value);
});
