// What pages are made of. Whatever comes from the server goes into them as text, never as markup.

export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "tap") node.addEventListener("click", value);
    else if (name === "long") onLongPress(node, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  const shown = children.flat(2).filter((child) => child != null && child !== false);
  node.append(...shown.map((child) => (child instanceof Node ? child : String(child))));
  return node;
}

export const button = (label, tap, text, style = "", more = {}) =>
  h("button", { type: "button", "aria-label": label, class: style, tap, ...more }, text ?? label);

export const row = (...children) => h("div", { class: "row" }, ...children);
export const grid = (columns, ...children) => h("div", { class: `grid g${columns}` }, ...children);
export const soft = (...children) => h("p", { class: "soft" }, ...children);
export const table = (...rows) => h("table", {}, h("tbody", {}, ...rows));
export const percent = (chance) => `${Math.round(chance * 100)}%`;
export const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
export const all = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

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

let fading = 0;
export function say(text, bad = false) {
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
