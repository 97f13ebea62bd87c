import { byId, count, element } from "./dom.js";

export function showReasons(reasons) {
  const all = reasons.reduce((sum, one) => sum + one.count, 0);
  byId("reasons").replaceChildren(...reasons.map(one => {
    const share = (100 * one.count) / all;
    const bar = element("progress", { max: 100, value: share, "aria-label": `${share.toFixed(0)} %` });
    return element("tr", {},
      element("th", { scope: "row" }, one.reason),
      element("td", { class: "number" }, count(one.count)),
      element("td", {}, bar));
  }));
}
