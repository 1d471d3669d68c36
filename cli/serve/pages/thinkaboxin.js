// Thinkaboxin on a phone.

import { box } from "./help.js";
import { alone, button, drafts, grid, h, keep, me, percent, row, send, soft, state, table } from "./page.js";
import { awaited, chosen, due, ending, fill, moment, prefix, review, start } from "./phone.js";

const VALUES = [2, 3, 4, 5, 6, 1];
const pips = (n) => h("span", { class: "die pips" }, n);

const BOX = {
  claims: true,
  hints: false,
  won: () => (state.table.winner ? `${state.table.winner} won` : ""),
  top() {
    const t = state.table;
    const left = Object.entries(t.dice_left).map(([player, dice]) =>
      h("span", { class: player === me() ? "me" : "", "data-k": `dice ${player}` }, `${player} ${dice ?? "?"} dice`),
    );
    return [
      h("div", { class: "where" }, h("small", {}, t.set ? `Set ${t.set}${t.round ? ` · round ${t.round}` : ""}` : "Before the first set")),
      h("div", { class: "track", "aria-label": "Dice left", role: "group" }, left),
    ];
  },
  tasks() {
    const t = state.table;
    if (state.prompt.over) return ending();
    const cups = this.cups();
    if (cups) return [cups];
    if (t.set_over) return [this.sets()];
    return [this.rolling(), t.round_over ? null : this.bidding(), this.donkeys()].filter(Boolean);
  },
  sets() {
    const t = state.table;
    const offered = state.prompt.proposals.map((line) => line.trim());
    const begun = offered.filter((line) => !["knockout", "roll"].includes(line));
    const rolls = offered.includes("roll"); // which begins a set as well
    const names = (line) =>
      line === "set" ? "New set" : line.replace(/^set /, "Duel: ").replace(/^knockout /, "Final race: ");
    return {
      mine: true,
      turn: false,
      headline: "A new set",
      nodes: [
        h("h2", {}, state.prompt.title),
        ...(rolls ? this.dice("roll", me(), t.set ? 0 : t.dice_left[me()]) : []),
        row(begun.map((line) => button(names(line), () => send(line), names(line), rolls ? "" : "main"))),
        review(""),
      ],
    };
  },
  // Cups that were not typed before the lift are counted by whoever sees them.
  cups() {
    const one = awaited("cup");
    return one?.next.length
      ? due(
          one.next,
          (who) => `What was under ${who ? `${who}'s` : "your"} cup?`,
          "show the dice",
          (player) => this.dice("cup", player),
        )
      : null;
  },
  dice(verb, player, count = state.table.dice_left[player] ?? 0) {
    const key = `${verb} ${moment()} ${player}`;
    const finish = (list) => send(`${verb} ${prefix(player)}${list.join(" ")}`, key);
    const tap = fill(key, count || 99, finish);
    return [
      chosen(key, pips),
      soft(count ? `${count - (drafts[key]?.length ?? 0)} more to tap` : "Tap them all, then send."),
      grid(
        6,
        [1, 2, 3, 4, 5, 6].map((n) => button(`number ${n}`, () => tap(n), n)),
      ),
      !count && drafts[key]?.length > 0 && button("Send", () => finish(drafts[key]), "Send", "main"),
    ];
  },
  // Whose dice rolled out or lie on top of each other.
  donkeys() {
    const key = `donkey ${moment()}`;
    const names = drafts[key];
    if (!names) return { nodes: [button("Donkey", () => keep(key, []), "A die has rolled out", "quiet")] };
    const toggle = (player) =>
      keep(key, names.includes(player) ? names.filter((one) => one !== player) : [...names, player]);
    const players = Object.keys(state.table.dice_left).map((player) =>
      button(`donkey ${player}`, () => toggle(player), player, names.includes(player) ? "on" : "", {
        "aria-pressed": String(names.includes(player)),
      }),
    );
    return {
      nodes: [
        h("h2", {}, "Whose dice rolled out, or lie on top of each other?"),
        row(players),
        row(
          button("Clear", () => keep(key, null), "Nobody's", "quiet"),
          button("Send", () => send(`donkey ${names.join(" ")}`, key), "Send", "main", { disabled: !names.length }),
        ),
      ],
    };
  },
  rolling() {
    const t = state.table;
    const own = t.dice_left[me()];
    if (own === 0 || !(t.round_over || t.mine == null)) return null;
    return {
      mine: true,
      nodes: [h("h2", {}, t.round_over ? "New round: your dice" : "Your dice"), ...this.dice("roll", me())],
    };
  },
  bidding() {
    const t = state.table;
    const last = t.bids.at(-1);
    const players = t.turn.length ? t.turn : Object.keys(t.dice_left);
    const stands = last
      ? h("p", { class: "bid", "data-k": "bid" }, `${last.player} bids `, h("b", {}, `${last.amount} × ${last.value}`))
      : null;
    const lift = (player) =>
      last &&
      row(
        button("Lift", () => send(`lift ${player}`), "Lift the cups", "main"),
        alone &&
          ["right", "wrong"].map((word) => button(`Lift ${word}`, () => send(`lift ${player} ${word}`), `… ${word}`)),
      );
    const turn = (who) => `${who ? `${who}'s` : "Your"} turn: ${last ? "raise or lift" : "bid"}`;
    const task = due(
      players,
      t.turn.length ? turn : (who) => (who ? `${who} bids first` : "Bid, if you begin"),
      last ? "raise or lift" : "bid",
      (player) => [this.bids(player), lift(player)],
    );
    const anybody = !t.turn.length && { turn: false, headline: "Who bids first?", awaited: null };
    return { ...task, ...anybody, nodes: [stands, ...task.nodes] };
  },
  bids(player) {
    const t = state.table;
    const key = `bid ${moment()} ${t.bids.length}`;
    const amounts = [...new Set(t.raises.map((bid) => bid.amount))].slice(0, 12);
    const amount = amounts.includes(drafts[key]) ? drafts[key] : null;
    const first = grid(
      6,
      amounts.map((one) =>
        button(`amount ${one}`, () => keep(key, one), `${one} ×`, one === amount ? "on" : "", {
          "aria-pressed": String(one === amount),
        }),
      ),
    );
    if (!amount) return h("div", {}, soft("How many dice?"), first);
    const can = t.raises.filter((bid) => bid.amount === amount).map((bid) => bid.value);
    const odds = (value) => state.sheet.odds?.find((one) => one.amount === amount && one.value === value)?.chance;
    const values = VALUES.filter((value) => can.includes(value)).map((value) =>
      box(`value ${value}`, `${amount}x${value}`, () => send(`bid ${player} ${amount}x${value}`, key), "", false, [
        value,
        value === 1 && h("small", {}, "joker"),
        odds(value) != null && h("small", {}, percent(odds(value))),
      ]),
    );
    return h("div", {}, first, soft("Of what?"), grid(6, values));
  },
  pad() {
    const t = state.table;
    const cup = t.mine && !(t.round_over && !t.loser && !t.bids.length) ? row(t.mine.map(pips)) : soft("Not rolled yet.");
    return [
      h("h2", {}, "Under your cup"),
      cup,
      t.hidden > 0 && soft(`${t.hidden} dice are hidden. A 1 is a joker: it counts as any value.`),
      ...this.odds(),
    ];
  },
  // How likely the bids are that may come next.
  odds() {
    const rows = [...new Set(state.table.raises.map((bid) => bid.amount))].slice(0, 6);
    const chance = (amount, value) => state.sheet.odds?.find((one) => one.amount === amount && one.value === value);
    if (!state.sheet.odds || !rows.length) return [];
    return [
      h("h2", {}, "How likely"),
      table(
        h(
          "tr",
          {},
          h("td", {}),
          VALUES.map((value) => h("th", { class: "n", scope: "col" }, value === 1 ? "1 joker" : value)),
        ),
        rows.map((amount) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, `${amount} ×`),
            VALUES.map((value) =>
              h(
                "td",
                { class: chance(amount, value)?.legal ? "n" : "n soft" },
                chance(amount, value) ? percent(chance(amount, value).chance) : "",
              ),
            ),
          ),
        ),
      ),
    ];
  },
  table() {
    const t = state.table;
    const bids = [...t.bids]
      .reverse()
      .map((bid, i) =>
        h(
          "tr",
          { "data-k": `bid ${t.bids.length - i}` },
          h("th", { scope: "row" }, bid.player),
          h("td", {}, `${bid.amount} × ${bid.value}`),
        ),
      );
    const shown = Object.entries(t.shown).map(([player, dice]) =>
      h("p", { class: "rack", "data-k": `cup ${player}` }, h("b", {}, player), dice.map(pips)),
    );
    const end =
      t.loser &&
      h(
        "p",
        { class: "bid", "data-k": "loser" },
        h("b", {}, `${t.lifter ? `${t.lifter} lifted: ` : ""}${t.loser} was wrong`),
      );
    const scores = Object.entries(t.scores).map(([player, points]) =>
      h("tr", {}, h("th", { scope: "row" }, player), h("td", {}, points ?? "?")),
    );
    return [
      h("h2", {}, "On the table"),
      end,
      ...shown,
      bids.length ? table(bids) : soft("No bids in this round."),
      h("h2", {}, t.scoring[0].toUpperCase() + t.scoring.slice(1)),
      table(scores),
    ];
  },
};

start(BOX);
