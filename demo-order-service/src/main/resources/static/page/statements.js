import { byId, element, mark } from "./dom.js";

const ROWS = 25;
let newest = 0;

function shortened(statement) {
  return statement.split(".").slice(-2).join(".");
}

function cell(label, ...children) {
  const made = element("td", {}, ...children);
  made.dataset.label = label;
  return made;
}

function place(name, names) {
  const index = names.indexOf(name);
  return index < 0 ? [name ?? "–"] : [mark(index), ` ${name}`];
}

function row(one, names) {
  const statement = cell("statement", shortened(one.statement));
  statement.setAttribute("title", one.statement);
  const made = element("tr", {},
    statement,
    cell("level", one.level ?? "write"),
    cell("reason", one.reason, one.attempt > 1 ? ` (attempt ${one.attempt})` : "", one.outcome === "ok" ? "" : ` · ${one.outcome}`),
    cell("target", ...place(one.target, names)),
    cell("node", ...place(one.node, names)),
    cell("took", `${(one.micros / 1000).toFixed(1)} ms`),
    cell("decision", one.decision.slice(0, 8)));
  made.dataset.outcome = one.outcome;
  return made;
}

export function showStatements(snapshot) {
  const last = snapshot.statements[0]?.number ?? 0;
  if (byId("hold").checked || last === newest) {
    return;
  }
  newest = last;
  const names = snapshot.nodes.map(node => node.name);
  byId("statements").replaceChildren(...snapshot.statements.slice(0, ROWS).map(one => row(one, names)));
}
