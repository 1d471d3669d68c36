// A seat's pad: draws what this seat may know, as its game wants it drawn, and the pieces that every game uses.

import { notices, righting, stopRighting } from "./entries.js";
import { drawHelp, show } from "./help.js";
import { rewrite, showLog, showMenu } from "./menu.js";
import { announce, callOut, justNow, keepAwake } from "./news.js";
import { alone, delivering, drafts, keep, me, outbox, page, send, state, stayInTouch } from "./page.js";
import { button, grid, h, row, table } from "./pieces.js";
import { say, sayAll } from "./words.js";

let game = null; // how this game is drawn: set once by `start`

const $ = (id) => document.getElementById(id);

// Drawing.

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
    (event) => {
      pressed = false;
      if (event.target.closest?.("[data-deaf]")) event.stopImmediatePropagation();
    },
    true,
  );
}

function draw() {
  stale = pressed || !state;
  if (stale) return;
  const focused = document.activeElement?.getAttribute("aria-label");
  const before = findPlaces();
  const tasks = correcting() ?? absentees(game.tasks());
  const mine = tasks.some((task) => task.mine);
  const hands = turnedHands(game);
  $("top").replaceChildren(...drawTop(tasks));
  $("next").replaceChildren(...unsent(), ...notices(), ...fold(tasks));
  $("next").className = mine ? "mine" : "";
  $("pad").replaceChildren(...game.pad().filter(Boolean));
  $("table").replaceChildren(...justNow(hands), ...game.table().filter(Boolean), ...earlier());
  $("help").replaceChildren(...drawHelp(draw, game));
  document.body.dataset.version = state.version;
  if (focused) document.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  showPad(tasks);
  flash();
  deafen(before);
  announce(hands);
}

// Where the pad itself is tapped, it is what is in view.
let shownFor = "";
function showPad(tasks) {
  const onPad = tasks.find((task) => task.onPad)?.title ?? "";
  if (onPad && onPad !== shownFor) $("pad").parentNode.scrollTop = 0;
  shownFor = onPad;
}

// How many hands lie open at the end: so much may be told of it.
export const turnedHands = (game) => (game?.suspense?.() ? game.turnedBefore() : Infinity);

const over = () => state.prompt.over || Boolean(game.won());

function drawTop(tasks) {
  const mine = tasks.some((task) => task.mine && task.turn !== false);
  const others = (state.waiting ?? tasks.find((task) => task.awaited)?.awaited ?? []).filter((one) => one !== me());
  const headline = tasks.find((task) => task.headline)?.headline;
  const waiting = headline ?? (others.length ? say("Waiting for {players}", { players: sayAll(others) }) : state.prompt.title);
  const ended = over() && !game.suspense?.();
  const turn = ended ? game.won() || say("The game is over") : mine ? say("Your turn") : waiting;
  callOut(mine && !ended);
  const style = mine && !ended ? "turn mine" : "turn";
  return [h("h1", { class: style, "data-k": "turn" }, turn), ...game.top()];
}

// What is to be done folds away to one line, so that the whole pad is in view.
function fold(tasks) {
  const [first] = tasks.filter((task) => task.title);
  const folded = first && drafts.folded === first.title;
  const turn = () => keep("folded", folded ? null : first.title);
  if (folded) return [button(say("Unfold"), turn, [first.title, h("span", { class: "arrow" }, " ▲")], "fold")];
  return tasks.flatMap((task) => [task.title && heading(task, task === first && turn), ...task.nodes]).filter(Boolean);
}

const heading = (task, turn) =>
  h(
    "div",
    { class: "heading", "data-task": task.title },
    h("h2", {}, task.title, task.hint && h("small", {}, task.hint)),
    task.aside,
    turn && button(say("Fold"), turn, h("span", { class: "arrow" }, "▼"), "quiet folds"),
  );

// What stands above the pad: what I was last told, and of what, until my next bet; else whose pad it is.
export const padHead = (text, of = null) =>
  state.mine
    ? h("h2", { class: "pad-head told-last", "data-k": "told" }, state.mine, of)
    : h("h2", { class: "pad-head" }, text);

// A quiet sign on what is not as it was.
let looks = null;
function flash() {
  const nodes = [...document.querySelectorAll("[data-k]")];
  const now = new Map(nodes.map((node) => [node.dataset.k, node.textContent + node.className]));
  if (looks)
    for (const node of nodes) if (looks.get(node.dataset.k) !== now.get(node.dataset.k)) node.classList.add("fresh");
  looks = now;
}

// What has just come to lie under a finger hears nothing for a moment: the tap was meant for what lay there before.
const DEAF = 300; // milliseconds
const NEAR = 8; // pixels
let moved = new Map(); // when a button came to where it is, by its name
function findPlaces() {
  const task = document.querySelector("[data-task]")?.dataset.task ?? "";
  const found = new Map();
  for (const node of document.querySelectorAll("main button")) {
    const { x, y } = node.getBoundingClientRect();
    const scrolled = node.closest(".sheet")?.scrollTop ?? 0;
    found.set(`${node.closest("#next") ? task : ""} ${node.getAttribute("aria-label")}`, { node, x, y: y + scrolled });
  }
  return found;
}

function deafen(before) {
  const now = performance.now();
  const since = new Map();
  for (const [name, { node, x, y }] of findPlaces()) {
    const was = before.get(name);
    const stayed = !before.size || (was && Math.abs(was.x - x) < NEAR && Math.abs(was.y - y) < NEAR);
    const left = DEAF - (now - (stayed ? (moved.get(name) ?? -DEAF) : now));
    if (left <= 0) continue;
    since.set(name, now + left - DEAF);
    node.dataset.deaf = "";
    setTimeout(() => delete node.dataset.deaf, left);
  }
  moved = since;
}

const unsent = () =>
  delivering
    ? []
    : outbox.map(({ line }) =>
        h("p", { class: "unsent" }, say("Not sent yet: {line}. It goes out by itself.", { line })),
      );

const earlier = () =>
  alone ? [button(say("Earlier lines"), showLog, say("Correct or add an earlier line"), "quiet")] : [];

const plain = (value) =>
  value && typeof value === "object" ? Object.values(value).map(plain).join(" ") : (value ?? "–");

// A game that this page does not know: its lines are put together by taps, and its sheet is listed as it is.
const PLAIN = {
  won: () => "",
  recall: () => null,
  top: () => [],
  tasks: () => [
    {
      mine: true,
      title: state.prompt.title,
      nodes: [button(say("Enter a line"), () => showMenu(PLAIN), null, "main")],
    },
  ],
  pad() {
    const rows = Object.entries(state.sheet).map(([key, value]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, key.replace(/_/g, " ")),
        h("td", {}, [value].flat().map(plain).join(", ")),
      ),
    );
    return [h("h2", {}, say("Your sheet")), table(...rows)];
  },
  table: () => [h("h2", {}, say("What was entered last")), h("p", {}, state.said)],
};

// Every game's own module begins with this, once it has said how it is drawn.
export function start(drawn) {
  if (!page.seat) {
    window.dispatchEvent(new CustomEvent("drawn", { detail: drawn })); // the board shows the same
    return;
  }
  game = drawn;
  watchFingers();
  keepAwake();
  stayInTouch(draw);
}

if (page.seat && !page.script) start(PLAIN);

// How what is tapped will be entered: simply, for somebody who is absent, or in the place of an entry.

let way = { tag: "", place: {} };
export const tag = () => way.tag;

function along(other, make) {
  const before = way;
  way = other;
  try {
    return make();
  } finally {
    way = before;
  }
}

// To be asked for while the controls are made; what they send later goes that way.
export function sending() {
  const { place } = way;
  return (line, key = "", otherwise = null) => {
    if (place.instead != null) stopRighting();
    if (place.for) delete drafts.for;
    return send(line, key, otherwise, place);
  };
}

// An entry that is put right: what lies in the dock is made for it alone.
function correcting() {
  const entry = righting();
  if (!entry) return null;
  const other = { tag: `right ${entry.id} `, place: { instead: entry.id } };
  const leaveEntry = () => {
    stopRighting();
    keep("right", null);
  };
  const task = along(other, () => game.correct?.(entry));
  if (!task) {
    stopRighting();
    setTimeout(() => rewrite(entry), 0);
    return null;
  }
  const leave = button(say("Leave it"), leaveEntry, null, "quiet");
  return [{ mine: true, turn: false, headline: say("Put right"), title: entry.text, aside: leave, ...task }];
}

// Whoever is entered for is named, and can be left alone again.
function absentees(tasks) {
  if (drafts.for && !tasks.some((task) => task.awaited?.includes(drafts.for))) delete drafts.for;
  return tasks;
}

// What is to be done.

export const awaited = (verb) => state.prompt.awaited.find((one) => one.verb === verb);
export const prefix = (player) => (player === me() || !player ? "" : `${player} `);
export const moment = () => [state.table.set, state.table.round, state.table.question].join(".");

// Where the game stands, and how everybody stands in it.
export const track = (label, where, standing) =>
  h("div", { class: "track", "aria-label": label, role: "group" }, where && h("small", {}, where), standing);

// Something is due from one of these players, or from anybody. Mine lies open; another's can be entered too, so that one
// absent phone stops nobody; alone, I enter for all. `title` makes a heading of `me` or of a name.
export function due(players, title, deed, controls, secret = false) {
  const mine = !players.length || players.includes(me());
  if (alone && (players.length > 1 || !mine)) return enteredAlone(players, title, deed, controls, mine);
  if (mine) return { mine: true, title: title(""), nodes: controls(players.length ? me() : "") };
  const names = state.waiting?.filter((one) => players.includes(one)) ?? players;
  const waiting = { awaited: names.length ? names : players, secret, nodes: [] };
  if (!names.includes(drafts.for)) return waiting;
  const other = { tag: `for ${drafts.for} `, place: { for: drafts.for } };
  const leave = button(say("Leave it"), () => keep("for", null), null, "quiet");
  return { ...waiting, title: title(drafts.for), aside: leave, nodes: along(other, () => controls(drafts.for)) };
}

function enteredAlone(players, title, deed, controls, mine) {
  const key = `for ${deed} ${moment()}`;
  const chosen = players.find((player) => player === drafts[key]) ?? (mine ? me() : players[0]);
  const names = players.map((player) =>
    button(
      say("Enter for {player}", { player }),
      () => keep(key, player),
      player === me() ? say("me") : player,
      player === chosen ? "on" : "",
    ),
  );
  return {
    awaited: players,
    mine: true,
    turn: mine,
    title: title(chosen === me() ? "" : chosen),
    nodes: [players.length > 1 && row(names), ...controls(chosen)],
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

// One tap less.
export const backspace = (key) =>
  button(say("Backspace"), () => keep(key, drafts[key].length > 1 ? drafts[key].slice(0, -1) : null), "⌫", "quiet", {
    disabled: !drafts[key]?.length,
  });

export const chosen = (key, drawOne) =>
  drafts[key]?.length ? row(drafts[key].map(drawOne), backspace(key)) : null;

// A second tap for what cannot be undone at the table: `question` takes the place of `first` until it is answered.
export function sure(key, first, question, yes, act) {
  if (!drafts[key]) return row(button(first.label, () => keep(key, true), first.text, "main"));
  return h(
    "div",
    { class: "sure" },
    h("p", { class: "bid" }, question),
    row(
      button(say("No"), () => keep(key, null), say("Not yet")),
      button(say("Yes"), act, yes, "main"),
    ),
  );
}

export const numbers = (list, tap) =>
  grid(
    "4 wide",
    list.map((n) => button(say("number {number}", { number: n }), () => tap(n), n)),
  );

// The holders whose pieces I am to type: my neighbour's first, so that not all type the same.
function aroundTable(holders) {
  const seats = [...state.players, ...holders.filter((holder) => !state.players.includes(holder))];
  const place = (holder) => (seats.indexOf(holder) - seats.indexOf(me()) + seats.length) % seats.length;
  return [...holders].sort((a, b) => place(a) - place(b));
}

// Who is asked for what all but one can see: the next at the table who is here.
export function asksMe(holder) {
  const { players, away = [] } = state;
  const from = players.indexOf(holder);
  const around = players.map((_, step) => players[(from + 1 + step) % players.length]);
  return alone || around.find((player) => player !== holder && !away.includes(player)) === me();
}

export function typing(holders, title, of, controls) {
  if (!holders.length) return [];
  const around = aroundTable(holders);
  const holder = around.includes(drafts.holder) ? drafts.holder : around[0];
  const names = around.map((one) =>
    button(of(one), () => keep("holder", one), one, one === holder ? "on" : ""),
  );
  const choice = around.length > 1 ? row(names) : null;
  return [{ mine: true, turn: false, ...title(holder), nodes: [choice, ...controls(holder)] }];
}

// How it went can be read once there is nothing left to find out; how it is shared and begun anew stands in `ending`.
export function review(style = "main") {
  if (!state.prompt.reviewable) return null;
  if (page.story === "yes") {
    const whole = !alone && h("a", { href: "/table", class: "button" }, say("The whole table"));
    return row(h("a", { href: "/review", class: `button ${style}` }, say("How it went")), whole);
  }
  return button(say("How it went"), () => show(say("How it went"), "/api/review"), null, style);
}
