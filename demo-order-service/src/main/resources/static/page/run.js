import { send } from "./acts.js";
import { atLeast, lineChart } from "./charts.js";
import { byId, count, element, mark, say } from "./dom.js";

let charts = null;

byId("run-form").addEventListener("submit", event => {
  event.preventDefault();
  send("POST", "/page/runs", { seconds: Number(byId("run-seconds").value) });
});

function make(names) {
  const common = { names, xText: second => `${second} s` };
  const parent = byId("run-charts");
  return [
    lineChart(parent, { ...common, title: "stale reads so far", yText: String, range: atLeast(10) }),
    lineChart(parent, {
      ...common, title: "share of the reads on the primary", yText: value => `${value} %`, range: () => 100,
    }),
  ];
}

function total(line, at) {
  const shares = line.primaryShare;
  const mean = shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return [count(line.reads), count(at === 0 ? 0 : line.stale.at(-1)), `${mean.toFixed(0)} %`, count(line.failed)];
}

export function showRun(run) {
  byId("run-start").disabled = run.running;
  if (run.number === 0) {
    return;
  }
  say(byId("run-state"), run.problem ?? (run.running ? `${run.at.at(-1) ?? 0} of ${run.seconds} s` : "done"));
  charts ??= make(run.lines.map(line => line.strategy));
  charts[0].show([run.at, ...run.lines.map(line => line.stale)]);
  charts[1].show([run.at, ...run.lines.map(line => line.primaryShare)]);
  byId("run-table").hidden = false;
  byId("run-lines").replaceChildren(...run.lines.map((line, index) => {
    const row = element("tr", {}, element("th", { scope: "row" }, mark(index), " ", line.strategy),
      ...total(line, run.at.length).map(text => element("td", {}, text)));
    row.dataset.strategy = line.strategy;
    return row;
  }));
}
