import { cssColor, element, mark, styleOf } from "./dom.js";

const HEIGHT = 170;
const SVG = "http://www.w3.org/2000/svg";
const dark = matchMedia("(prefers-color-scheme: dark)");

function lineSample(index) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `sample mark-${index}`);
  svg.setAttribute("viewBox", "0 0 34 6");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "line");
  for (const [name, value] of Object.entries({ x1: 0, x2: 34, y1: 3, y2: 3 })) {
    line.setAttribute(name, value);
  }
  line.setAttribute("stroke-dasharray", styleOf(index).dash.join(" "));
  svg.append(line);
  return svg;
}

function legend(names) {
  return element("ul", { class: "legend" },
    ...names.map((name, index) => element("li", {}, lineSample(index), mark(index), name)));
}

function axis(values) {
  return {
    stroke: () => cssColor("--soft"),
    grid: { stroke: () => cssColor("--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
    values: (chart, ticks) => ticks.map(values),
  };
}

/**
 * A chart of one line for each name. Its numbers also stand as text elsewhere on the page.
 *
 * @param range the highest value to show, given the highest there is
 */
export function lineChart(parent, { title, names, xText, yText, range }) {
  const place = element("div", { class: "chart", role: "img" });
  place.setAttribute("aria-label", title);
  const figure = element("figure", {}, element("figcaption", {}, title), place, legend(names));
  parent.append(figure);
  const options = {
    width: Math.max(place.clientWidth, 200),
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false },
      y: { range: (chart, low, high) => [0, range(high || 0)] },
    },
    axes: [
      { ...axis(xText), size: 26, space: 60 },
      { ...axis(yText), size: 46, space: 34 },
    ],
    series: [
      {},
      ...names.map((name, index) => ({
        label: name,
        stroke: () => cssColor(styleOf(index).color),
        width: 2,
        dash: styleOf(index).dash,
        points: { show: false },
      })),
    ],
  };
  const chart = new uPlot(options, [[], ...names.map(() => [])], place);
  new ResizeObserver(() => {
    const width = Math.floor(place.clientWidth);
    if (width > 0 && width !== chart.width) {
      chart.setSize({ width, height: HEIGHT });
    }
  }).observe(place);
  dark.addEventListener("change", () => chart.redraw());
  return {
    names: names.join("\n"),
    show: data => chart.setData(data),
    remove: () => {
      chart.destroy();
      figure.remove();
    },
  };
}

/** At least so much, so that one statement does not look like a storm. */
export function atLeast(least) {
  return high => Math.max(least, Math.ceil(high * 1.1));
}
