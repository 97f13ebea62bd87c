import { ask } from "./acts.js";
import { byId, element, say } from "./dom.js";

const SWITCHES = [
  {
    key: "primaryOnly", name: "PRIMARY_ONLY", label: "primary only",
    on: "All reads go to the primary.", off: "Reads go to replicas again.",
  },
  {
    key: "readOnly", name: "READ_ONLY", label: "read only",
    on: "Everything that may write is refused.", off: "Writes are let through again.",
  },
];

let rows = null;

function makeRow(known, own) {
  const state = element("span", { class: "state" });
  const who = element("span", { class: "hint" });
  const button = element("button", { type: "button", "data-switch": known.name });
  let on = false;
  button.addEventListener("click", () => ask({
    title: `Turn ${known.label} ${on ? "off" : "on"}?`,
    text: on ? known.off : known.on,
    button: on ? "Turn off" : "Turn on",
    path: "/page/switches",
    body: { name: known.name, on: !on },
  }));
  const row = element("li", {}, element("strong", {}, known.label), state, ...(own ? [button] : []), who);
  byId("switch-list").append(row);
  return switches => {
    const said = switches[known.key];
    on = said !== null;
    row.classList.toggle("on", on);
    say(state, on ? "on" : "off");
    say(who, said ?? "");
    say(button, on ? "Turn off" : "Turn on");
    button.setAttribute("aria-label", `${known.label}: turn ${on ? "off" : "on"}`);
  };
}

export function showSwitches(snapshot) {
  rows ??= SWITCHES.map(known => makeRow(known, snapshot.own !== null));
  rows.forEach(show => show(snapshot.switches));
}
