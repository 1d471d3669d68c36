// What pages are made of. Whatever comes from the server goes into a page as text, never as markup.

import { say, sayColour } from "./words.js";

export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "tap") node.addEventListener("click", value);
    else if (name === "long") onLongPress(node, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  const shown = children.flat(3).filter((child) => child != null && child !== false);
  node.append(...shown.map((child) => (child instanceof Node ? child : String(child))));
  return node;
}

export const button = (label, tap, text, style = "", more = {}) =>
  h("button", { type: "button", "aria-label": label, class: style, tap, ...more }, text ?? label);

export const row = (...children) => h("div", { class: "row" }, ...children);
export const grid = (columns, ...children) => h("div", { class: `grid g${columns}` }, ...children);
export const soft = (...children) => h("p", { class: "soft" }, ...children);
export const table = (...rows) => h("table", {}, h("tbody", {}, ...rows));
export const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
export const last = (list) => list[list.length - 1];

export const dot = (colour, text = sayColour(colour), more = {}) =>
  h("span", { class: `die c-${colour}`, ...more }, text);

function onLongPress(node, act) {
  let timer = 0;
  node.addEventListener("pointerdown", () => {
    timer = setTimeout(() => {
      node.dataset.held = "1";
      act();
    }, 550);
  });
  for (const name of ["pointerup", "pointerleave", "pointercancel"])
    node.addEventListener(name, () => clearTimeout(timer));
  node.addEventListener("contextmenu", (event) => event.preventDefault());
}

// A short word about what was just done. While a dialog lies over the page, it stands in the dialog.
let fading = 0;
export function note(text, bad = false) {
  const box = document.getElementById("status");
  box.textContent = text;
  box.className = `shown ${bad ? "bad" : ""}`;
  clearTimeout(fading);
  fading = setTimeout(
    () => {
      box.className = "";
    },
    bad ? 6000 : 2500,
  );
}

// Dialogs. Where a browser has none of its own (iOS before 15.4) they are boxes that lie over the page all the same.

const old = typeof HTMLDialogElement === "undefined";

export function open(title, ...children) {
  const box = h("dialog", { "aria-label": title, role: old && "dialog" }, ...children);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  if (old) box.setAttribute("open", "");
  else box.showModal();
  return box;
}

export function close(box) {
  if (old) box.remove();
  else box.close();
}

// What cannot be undone asks first; whoever touches anything else has answered no.
export function askFirst(question, yes, act, ...more) {
  const no = say("Leave it");
  const box = open(
    question,
    h("h2", {}, question),
    ...more,
    row(
      button(no, () => close(box), no),
      button(
        yes,
        () => {
          close(box);
          act();
        },
        yes,
        "main",
      ),
    ),
  );
}
