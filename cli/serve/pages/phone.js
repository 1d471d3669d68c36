// A seat's pad: draws what this seat may know, as its game wants it drawn, and the pieces that every game uses.

import { compose, drawHelp, show, showLog } from "./help.js";
import {
  all,
  alone,
  button,
  delivering,
  drafts,
  grid,
  h,
  keep,
  me,
  outbox,
  page,
  row,
  soft,
  state,
  stayInTouch,
  table,
} from "./page.js";

let game = null; // how this game is drawn: set once by `start`

const $ = (id) => document.getElementById(id);

let pressed = false; // a finger is down: what it is on must not be drawn again under it
let stale = false;
let bettor = "";
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
  $("top").replaceChildren(...drawTop(tasks));
  $("next").replaceChildren(...unsent(), ...tasks.flatMap((task) => task.nodes).filter(Boolean));
  $("next").className = tasks.some((task) => task.mine) ? "mine" : "";
  $("pad").replaceChildren(...game.pad().filter(Boolean));
  if (game.bettor && game.bettor !== bettor) $("pad").scrollIntoView(); // there the final bets are tapped
  bettor = game.bettor;
  $("table").replaceChildren(...game.table().filter(Boolean), ...earlier());
  $("help").replaceChildren(...drawHelp(draw, game));
  document.body.dataset.version = state.version;
  if (focused) document.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  flash();
}

function drawTop(tasks) {
  const mine = tasks.some((task) => task.mine && task.turn !== false);
  const awaited = tasks.find((task) => task.awaited)?.awaited ?? [];
  const other = tasks.find((task) => task.headline)?.headline ?? state.prompt.title;
  const waiting = awaited.length ? `Waiting for ${all(awaited)}` : other;
  const over = state.prompt.over || game.won();
  const turn = over ? game.won() || "The game is over" : mine ? "Your turn" : waiting;
  return [h("h1", { class: `turn ${mine && !over ? "mine" : ""}`, "data-k": "turn" }, turn), ...game.top()];
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

const earlier = () => (alone ? [button("Earlier lines", showLog, "Correct or add an earlier line", "quiet")] : []);

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

// Every game's own module begins with this, once it has said how it is drawn.
export function start(drawn) {
  game = drawn;
  watchFingers();
  stayInTouch(draw);
}

if (page.seat && !page.script) start(PLAIN);

// What is to be done.

export const awaited = (verb) => state.prompt.awaited.find((one) => one.verb === verb);
export const prefix = (player) => (player === me() || !player ? "" : `${player} `);
export const dot = (colour, text = colour, more = {}) => h("span", { class: `die c-${colour}`, ...more }, text);
export const moment = () => [state.table.set, state.table.round, state.table.question].join(".");

// Something is due from one of these players, or from anybody. Mine lies open; another's can be entered too, so that one
// absent phone stops nobody; alone, I enter for all. `title` makes a heading of `me` or of a name.
export function due(players, title, deed, controls) {
  const mine = !players.length || players.includes(me());
  if (mine && !(alone && players.length > 1)) {
    return { mine: true, nodes: [h("h2", {}, title("")), ...controls(players.length ? me() : "")] };
  }
  const key = `for ${deed} ${moment()}`;
  const likeliest = alone ? (mine ? me() : players[0]) : null;
  const chosen = players.find((player) => player === drafts[key]) ?? likeliest;
  const name = (player) => (chosen ? (player === me() ? "me" : player) : `Enter it for ${player}`);
  const names = players.map((player) =>
    button(
      `Enter for ${player}`,
      () => keep(key, player),
      name(player),
      player === chosen ? "on" : chosen ? "" : "quiet",
    ),
  );
  if (!chosen) return { awaited: players, nodes: [soft(`Waiting for ${all(players)} to ${deed}.`), row(names)] };
  const heading = h("h2", {}, title(chosen === me() ? "" : chosen));
  return {
    awaited: players,
    mine: alone,
    turn: mine,
    nodes: [heading, players.length > 1 && row(names), ...controls(chosen)],
  };
}

// A run of taps that fills places one after the other, and is sent when all are filled.
export function fill(key, count, finish) {
  return (value) => {
    const list = [...(drafts[key] ?? []), value];
    if (list.length < count) keep(key, list);
    else finish(list);
  };
}

export const chosen = (key, drawOne) =>
  drafts[key]?.length
    ? row(
        drafts[key].map(drawOne),
        button("Clear", () => keep(key, null), "Clear", "quiet"),
      )
    : null;

export const numbers = (list, tap) =>
  grid(
    "4 wide",
    list.map((n) => button(`number ${n}`, () => tap(n), n)),
  );

// The holders whose pieces I am to type: my neighbour's first, so that not all type the same.
function aroundTable(holders) {
  const seats = [...state.players, ...holders.filter((holder) => !state.players.includes(holder))];
  const place = (holder) => (seats.indexOf(holder) - seats.indexOf(me()) + seats.length) % seats.length;
  return [...holders].sort((a, b) => place(a) - place(b));
}

export function typing(holders, what, controls) {
  if (!holders.length) return [];
  const around = aroundTable(holders);
  const holder = around.includes(drafts.holder) ? drafts.holder : around[0];
  const names = around.map((one) =>
    button(`${what} of ${one}`, () => keep("holder", one), one, one === holder ? "on" : ""),
  );
  return [
    {
      mine: true,
      turn: false,
      headline: `Enter the ${what} you see`,
      nodes: [h("h2", {}, `Which ${what} does ${holder} hold?`), around.length > 1 && row(names), ...controls(holder)],
    },
  ];
}

// How it went can be read once there is nothing left to find out.
export function review(style = "main") {
  if (!state.prompt.reviewable) return null;
  if (page.story === "yes") {
    const table = !alone && h("a", { href: "/table", class: "button" }, "The whole table");
    return row(h("a", { href: "/review", class: `button ${style}` }, "How it went"), table);
  }
  return button("How it went", () => show("How it went", "/api/review"), "How it went", style);
}

export const ending = (...nodes) => [{ nodes: [h("h2", {}, state.prompt.title), ...nodes, review()] }];
