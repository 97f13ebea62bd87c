import { send } from "./acts.js";
import { byId, count, element, say } from "./dom.js";

const number = id => Number(byId(id).value);

byId("load-form").addEventListener("submit", event => {
  event.preventDefault();
  send("POST", "/page/load", {
    rate: number("load-rate"),
    readShare: number("load-share"),
    sessions: number("load-sessions"),
  });
});
byId("load-stop").addEventListener("click", () => send("DELETE", "/page/load"));

export function showLoad(load) {
  for (const name of ["stale", "checked", "writes", "eventual", "behind", "failed"]) {
    say(byId(`load-${name}`), count(load[name]));
  }
  byId("load").classList.toggle("bad", load.stale > 0);
  byId("load").classList.toggle("good", load.stale === 0 && load.checked > 0);
  byId("load-stop").disabled = !load.running;
  say(byId("load-start"), load.running ? "Start anew" : "Start load");
  const findings = byId("load-findings");
  if (findings.textContent !== load.findings.join("")) {
    findings.replaceChildren(...load.findings.map(finding => element("li", {}, finding)));
  }
}
