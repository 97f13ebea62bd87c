// Texts reach the page as text nodes only: nothing here reads markup.

/** A new element; `attributes` are written by this page, texts may come from anywhere. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function byId(id) {
  return document.getElementById(id);
}

/** Sets a text, and leaves the element alone where it has it already. */
export function say(target, text) {
  const said = String(text);
  if (target.textContent !== said) {
    target.textContent = said;
  }
}

const whole = new Intl.NumberFormat("en");

export function count(number) {
  return whole.format(number);
}

/** How nodes and strategies are told apart: by colour, by shape, and by the dashes of their lines. */
export const STYLES = [
  { color: "--one", shape: "■", dash: [] },
  { color: "--two", shape: "●", dash: [9, 4] },
  { color: "--three", shape: "▲", dash: [3, 3] },
  { color: "--four", shape: "◆", dash: [12, 3, 3, 3] },
];

export function styleOf(index) {
  return STYLES[index % STYLES.length];
}

/** The mark of one node or strategy; its name stands beside it. */
export function mark(index) {
  return element("span", { class: `mark mark-${index % STYLES.length}`, "aria-hidden": "true" },
    styleOf(index).shape);
}

export function cssColor(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
