import { byId } from "./dom.js";
import { atLeast, lineChart } from "./charts.js";

let charts = null;

function ago(second) {
  return second === 0 ? "now" : `${-second} s ago`;
}

function make(names) {
  const common = { names, xText: ago, yText: value => String(value), range: atLeast(10) };
  return {
    reads: lineChart(byId("traffic"), { ...common, title: "reads a second, by node" }),
    writes: lineChart(byId("traffic"), { ...common, title: "writes a second, by node" }),
  };
}

/** The counts of a node in the last whole second. */
export function lastSecond(snapshot, node) {
  const counts = snapshot.traffic[node];
  return counts ? { reads: counts.reads.at(-1), writes: counts.writes.at(-1) } : { reads: 0, writes: 0 };
}

export function showTraffic(snapshot) {
  const names = snapshot.nodes.map(node => node.name);
  if (charts && charts.reads.names !== names.join("\n")) {
    charts.reads.remove();
    charts.writes.remove();
    charts = null;
  }
  charts ??= make(names);
  const length = Math.max(1, ...Object.values(snapshot.traffic).map(counts => counts.reads.length));
  const seconds = Array.from({ length }, (unused, index) => index - length + 1);
  const lines = kind => names.map(name => snapshot.traffic[name]?.[kind] ?? seconds.map(() => 0));
  charts.reads.show([seconds, ...lines("reads")]);
  charts.writes.show([seconds, ...lines("writes")]);
}
