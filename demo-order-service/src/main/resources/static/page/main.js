import { byId, say } from "./dom.js";
import { showLoad } from "./load.js";
import { showNodes } from "./nodes.js";
import { showReasons } from "./reasons.js";
import { showRun } from "./run.js";
import { showStatements } from "./statements.js";
import { showSwitches } from "./switches.js";
import { showTraffic } from "./traffic.js";

const RETRY_MILLIS = 5000;

function connection(state, text) {
  byId("connection").dataset.state = state;
  say(byId("connection"), text);
}

function show(snapshot) {
  document.querySelectorAll("[data-own]").forEach(part => { part.hidden = snapshot.own === null; });
  showNodes(snapshot);
  showTraffic(snapshot);
  showSwitches(snapshot);
  showReasons(snapshot.reasons);
  showStatements(snapshot);
  if (snapshot.own !== null) {
    showLoad(snapshot.own.load);
    showRun(snapshot.own.run);
  }
}

function listen() {
  const events = new EventSource("/page/events");
  events.addEventListener("message", event => {
    connection("live", "live");
    show(JSON.parse(event.data));
  });
  events.addEventListener("error", () => {
    connection("lost", "no connection; trying again …");
    // the browser tries again by itself, unless it was answered with an error
    if (events.readyState === EventSource.CLOSED) {
      setTimeout(listen, RETRY_MILLIS);
    }
  });
}

listen();
