import { ask } from "./acts.js";
import { element, say } from "./dom.js";

// what each fault is called, does, and is undone by
const FAULTS = {
  DELAYED: {
    make: "Delay by 5 s",
    undo: "End delay",
    text: "It will apply everything five seconds later than the primary.",
    back: "It will apply everything as soon as it can.",
  },
  APPLIER_STOPPED: {
    make: "Stop applier",
    undo: "Start applier",
    text: "It will receive what the primary writes, and apply nothing of it.",
    back: "It will apply what it has received meanwhile.",
  },
  PAUSED: {
    make: "Pause",
    undo: "Resume",
    text: "Its process will hang: connections stay open, and nothing is answered.",
    back: "Its process will run on.",
  },
  KILLED: {
    make: "Kill",
    undo: "Start",
    text: "Its process will end at once, as in a crash.",
    back: "Its process will start again, which takes some seconds.",
  },
};

function faultButton(server, fault) {
  const words = FAULTS[fault];
  const button = element("button", { type: "button", "data-fault": fault });
  let made = false;
  button.addEventListener("click", () => ask({
    title: `${made ? words.undo : words.make}: ${server}?`,
    text: made ? words.back : words.text,
    button: made ? words.undo : words.make,
    path: "/page/faults",
    body: { server, fault, on: !made },
  }));
  return {
    button,
    show(card) {
      made = card.faults.includes(fault);
      say(button, made ? words.undo : words.make);
      button.classList.toggle("on", made);
      button.hidden = card.primary && !made && (fault === "DELAYED" || fault === "APPLIER_STOPPED");
    },
  };
}

function promoteButton(server) {
  const button = element("button", { type: "button", "data-fault": "PROMOTE" }, "Promote");
  button.addEventListener("click", () => ask({
    title: `Promote ${server}?`,
    text: "It becomes the primary and the others follow it. The library keeps to the primary that it"
      + " was given, so writes fail until that one is promoted again.",
    button: "Promote",
    path: "/page/promotions",
    body: { server },
  }));
  return { button, show: card => { button.hidden = card.primary; } };
}

function drainButton(node) {
  const button = element("button", { type: "button", "data-fault": "DRAIN" });
  let drained = false;
  button.addEventListener("click", () => ask({
    title: drained ? `Let reads go to ${node} again?` : `Drain ${node}?`,
    text: drained ? "It gets new reads again." : "It gets no new reads; what runs there ends there.",
    button: drained ? "Let in" : "Drain",
    path: "/page/switches",
    body: { name: "DRAIN", node, on: !drained },
  }));
  return {
    button,
    showDrained(on) {
      drained = on;
      say(button, on ? "Let in" : "Drain");
      button.classList.toggle("on", on);
    },
  };
}

/** The buttons of one node; only for servers that are the demo's own. */
export function nodeButtons(node) {
  const faults = [...Object.keys(FAULTS).map(fault => faultButton(node.name, fault)), promoteButton(node.name)];
  const drain = node.role === "replica" ? drainButton(node.name) : null;
  const group = element("div", { class: "buttons", role: "group", "aria-label": `acts on ${node.name}` },
    ...(drain ? [drain.button] : []), ...faults.map(fault => fault.button));
  return {
    group,
    show(snapshot) {
      const card = snapshot.own.servers.find(server => server.name === node.name);
      group.hidden = !card;
      if (card) {
        faults.forEach(fault => fault.show(card));
      }
      drain?.showDrained(snapshot.switches.drained.includes(node.name));
    },
  };
}

const FAULT_WORDS = { DELAYED: "delayed by 5 s", APPLIER_STOPPED: "applier stopped", PAUSED: "paused", KILLED: "killed" };

/** What the demo itself has done to a server, in words. */
export function serverWords(card, role) {
  const words = card.faults.map(fault => FAULT_WORDS[fault]);
  if (card.primary !== (role === "primary")) {
    words.push(card.primary ? "promoted" : "no longer the primary");
  }
  return words.join(", ");
}
