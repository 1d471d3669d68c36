// What is to be done, in pieces that every game uses.

import { show } from "./help.js";
import { all, button, grid, h, row, soft } from "./nodes.js";
import { alone, drafts, keep, me, page, state } from "./talk.js";

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
    4,
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
      headline: `What lies in sight`,
      nodes: [h("h2", {}, `${holder}: which ${what}?`), around.length > 1 && row(names), ...controls(holder)],
    },
  ];
}

// How it went can be read once there is nothing left to find out.
export function review() {
  if (!state.prompt.reviewable) return null;
  if (page.story === "yes") {
    const table = page.alone === "no" && h("a", { href: "/table", class: "button" }, "The whole table");
    return h("div", {}, h("a", { href: "/review", class: "button main" }, "How it went"), table);
  }
  return button("How it went", () => show("How it went", "/api/review"), "How it went", "main");
}

export const ending = (...nodes) => [{ nodes: [h("h2", {}, state.prompt.title), ...nodes, review()] }];
