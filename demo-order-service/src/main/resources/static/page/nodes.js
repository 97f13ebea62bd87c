import { byId, element, mark, say } from "./dom.js";
import { nodeButtons, serverWords } from "./faults.js";
import { lastSecond } from "./traffic.js";

const SIGNS = { UP: "✔", LATE: "▲", SUSPECT: "?", DOWN: "✖", RETURNING: "↻", REJECTED: "✖", UNKNOWN: "…" };
const cards = new Map();

function figure(list, name) {
  const value = element("dd");
  list.append(element("div", {}, element("dt", {}, name), value));
  return value;
}

function lag(millis) {
  if (millis === null) {
    return "–";
  }
  return millis < 1000 ? `${millis} ms` : `${(millis / 1000).toFixed(1)} s`;
}

/** Made once and changed in place, so that the focus stays where it is. */
function makeCard(node, index, own) {
  const sign = element("span", { "aria-hidden": "true" });
  const word = element("span");
  const state = element("span", { class: "state" }, sign, " ", word);
  const note = element("p", { class: "note" });
  const list = element("dl", { class: "figures" });
  const buttons = own ? nodeButtons(node) : null;
  const item = element("li", { class: "node" },
    element("div", { class: "row" },
      element("h3", {}, mark(index), " ", node.name), state),
    element("p", { class: "hint" }, [node.role, ...node.groups].join(" · ")),
    list, note, ...(buttons ? [buttons.group] : []));
  item.dataset.node = node.name;
  const shown = {
    lag: figure(list, "lag"),
    weight: figure(list, "weight"),
    reads: figure(list, "reads/s"),
    writes: figure(list, "writes/s"),
  };
  byId("nodes").append(item);
  return {
    item,
    show(now, snapshot) {
      item.dataset.state = now.state;
      say(sign, SIGNS[now.state] ?? "?");
      say(word, now.state);
      say(shown.lag, now.role === "primary" ? "–" : lag(now.lagMillis));
      say(shown.weight, now.role === "primary" ? "–" : now.weight);
      const last = lastSecond(snapshot, now.name);
      say(shown.reads, last.reads);
      say(shown.writes, last.writes);
      const server = snapshot.own?.servers.find(one => one.name === now.name);
      const notes = [
        server ? serverWords(server, now.role) : "",
        snapshot.switches.drained.includes(now.name) ? "drained" : "",
        now.because ?? "",
      ];
      say(note, notes.filter(text => text).join(", "));
      buttons?.show(snapshot);
    },
  };
}

export function showNodes(snapshot) {
  const names = new Set(snapshot.nodes.map(node => node.name));
  for (const [name, card] of cards) {
    if (!names.has(name)) {
      card.item.remove();
      cards.delete(name);
    }
  }
  snapshot.nodes.forEach((node, index) => {
    if (!cards.has(node.name)) {
      cards.set(node.name, makeCard(node, index, snapshot.own !== null));
    }
    cards.get(node.name).show(node, snapshot);
  });
}
