// A seat's pad: draws what this seat may know, as its game wants it drawn.

import { drawHelp, compose } from "./help.js";
import { all, button, h, table } from "./nodes.js";
import { delivering, outbox, page, state, stayInTouch } from "./talk.js";

const $ = (id) => document.getElementById(id);

let pressed = false; // a finger is down: what it is on must not be drawn again under it
let stale = false;
function watchFingers() {
  const lift = () => {
    pressed = false;
    if (stale) draw();
  };
  document.addEventListener("pointerdown", () => {
    pressed = true;
  });
  document.addEventListener("pointerup", () => setTimeout(lift, 100)); // the tap itself comes a little later
  document.addEventListener("pointercancel", lift);
  document.addEventListener(
    "click",
    () => {
      pressed = false;
    },
    true,
  );
}

function draw() {
  stale = pressed || !state;
  if (stale) return;
  const focused = document.activeElement?.getAttribute("aria-label");
  const tasks = game.tasks();
  $("top").replaceChildren(...drawTop(game, tasks));
  $("next").replaceChildren(...unsent(), ...tasks.flatMap((task) => task.nodes).filter(Boolean));
  $("next").className = tasks.some((task) => task.mine) ? "mine" : "";
  $("pad").replaceChildren(...game.pad().filter(Boolean));
  $("table").replaceChildren(...game.table().filter(Boolean));
  $("help").replaceChildren(...drawHelp(draw, game));
  document.body.dataset.version = state.version;
  if (focused) document.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  flash();
}

function drawTop(game, tasks) {
  const mine = tasks.some((task) => task.mine && task.turn !== false);
  const awaited = tasks.find((task) => task.awaited)?.awaited ?? [];
  const other = tasks.find((task) => task.headline)?.headline ?? state.prompt.title;
  const waiting = awaited.length ? `Waiting for ${all(awaited)}` : other;
  const turn = state.prompt.over || game.won() ? game.won() || "The game is over" : mine ? "Your turn" : waiting;
  return [h("h1", { class: `turn ${mine ? "mine" : ""}`, "data-k": "turn" }, turn), ...game.top()];
}

// A quiet sign on what is not as it was.
let looks = null;
function flash() {
  const nodes = [...document.querySelectorAll("[data-k]")];
  const now = new Map(nodes.map((node) => [node.dataset.k, node.textContent + node.className]));
  if (looks)
    for (const node of nodes) if (looks.get(node.dataset.k) !== now.get(node.dataset.k)) node.classList.add("fresh");
  looks = now;
}

const unsent = () =>
  delivering
    ? []
    : outbox.map(({ line }) => h("p", { class: "unsent" }, `Not sent yet: ${line}. It goes out by itself.`));

const plain = (value) =>
  value && typeof value === "object" ? Object.values(value).map(plain).join(" ") : (value ?? "–");

// A game that this page does not know: its lines are put together by taps, and its sheet is listed as it is.
const PLAIN = {
  won: () => "",
  top: () => [],
  tasks: () => [
    {
      mine: true,
      nodes: [h("h2", {}, state.prompt.title), button("Enter a line", () => compose(), "Enter a line", "main")],
    },
  ],
  pad() {
    const rows = Object.entries(state.sheet).map(([key, value]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, key.replaceAll("_", " ")),
        h("td", {}, [value].flat().map(plain).join(", ")),
      ),
    );
    return [h("h2", {}, "Your sheet"), table(...rows)];
  },
  table: () => [h("h2", {}, "What was entered last"), h("p", {}, state.said)],
};

const game = page.script ? (await import(`./${page.script}`)).default : PLAIN;
watchFingers();
stayInTouch(draw);
