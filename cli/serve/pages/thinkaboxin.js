// Thinkaboxin on a phone.

import { findEntry, tapped } from "./entries.js";
import { ending } from "./ending.js";
import { box } from "./help.js";
import { alone, drafts, keep, me, state } from "./page.js";
import { awaited, chosen, due, fill, moment, padHead, prefix, review, sending, start, sure, tag, track } from "./phone.js";
import { button, grid, h, last, row, soft, table } from "./pieces.js";
import { asTitle, say, sayAll, sayCount, sayPercent } from "./words.js";

const VALUES = [2, 3, 4, 5, 6, 1];
const MOST_AMOUNTS = 12; // that are offered at once
const pips = (n) => h("span", { class: "die pips" }, n);
const diceOf = (line) => (line.match(/\b[1-6]\b/g) ?? []).map(Number);
const bidText = (bid) => `${bid.amount} × ${bid.value}`;

const BOX = {
  claims: true,
  hints: false,
  recall: () => null,
  won: () => state.table.winner.map((player) => say("{player} won", { player })).join(" "),
  top() {
    const t = state.table;
    const left = Object.entries(t.dice_left).map(([player, dice]) =>
      h(
        "span",
        { class: player === me() ? "me" : "", "data-k": `dice ${player}` },
        dice == null
          ? player
          : sayCount("{player}: {count} die", "{player}: {count} dice", dice, { player }),
      ),
    );
    const where = !t.set
      ? say("Before the first set")
      : t.round
        ? say("Set {set} · round {round}", { set: t.set, round: t.round })
        : say("Set {set}", { set: t.set });
    return [h("small", {}, where), track(say("Dice left"), null, left)];
  },
  tasks() {
    const t = state.table;
    if (state.prompt.over) return ending();
    const cups = this.cups();
    if (cups) return [cups];
    if (t.set_over) return [this.sets()];
    return [this.rolling(), t.under_way ? this.bidding() : null, this.donkeys()].filter(Boolean);
  },
  sets() {
    const t = state.table;
    const put = sending();
    const offered = state.prompt.proposals.map((line) => line.trim());
    const begun = offered.filter((line) => !["knockout", "roll"].includes(line));
    const rolls = offered.includes("roll"); // which begins a set as well
    const names = (line) => {
      const players = sayAll(line.split(" ").slice(1));
      if (line === "set") return say("New set");
      return line.startsWith("set ") ? say("Duel: {players}", { players }) : say("Final race: {players}", { players });
    };
    return {
      mine: true,
      turn: false,
      headline: say("A new set"),
      title: state.prompt.title,
      nodes: [
        ...(rolls ? this.dice("roll", me(), t.set ? 0 : t.dice_left[me()]) : []),
        row(begun.map((line) => button(names(line), () => put(line), null, rolls ? "" : "main"))),
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
          (who) =>
            who ? say("What was under {player}'s cup?", { player: who }) : say("What was under your cup?"),
          "show the dice",
          (player) => this.dice("cup", player),
        )
      : null;
  },
  dice(verb, player, count = state.table.dice_left[player] ?? 0) {
    const put = sending();
    const key = `${tag()}${verb} ${moment()} ${player}`;
    const finish = (list) => put(`${verb} ${prefix(player)}${list.join(" ")}`, key);
    const tap = fill(key, count || 99, finish);
    const left = count - (drafts[key]?.length ?? 0);
    return [
      chosen(key, pips),
      soft(count ? sayCount("{count} more to tap", "{count} more to tap", left) : say("Tap them all, then send.")),
      grid(
        6,
        [1, 2, 3, 4, 5, 6].map((n) => button(say("number {number}", { number: n }), () => tap(n), n)),
      ),
      !count && drafts[key]?.length > 0 && button(say("Send"), () => finish(drafts[key]), null, "main"),
    ];
  },
  // Whose dice rolled out or lie on top of each other.
  donkeys() {
    const put = sending();
    const key = `donkey ${moment()}`;
    const names = drafts[key];
    if (!names) return { nodes: [button(say("Donkey"), () => keep(key, []), say("A die has rolled out"), "quiet")] };
    const toggle = (player) =>
      keep(key, names.includes(player) ? names.filter((one) => one !== player) : [...names, player]);
    const players = Object.keys(state.table.dice_left).map((player) =>
      button(
        say("donkey {player}", { player }),
        () => toggle(player),
        player,
        names.includes(player) ? "on" : "",
        { "aria-pressed": String(names.includes(player)) },
      ),
    );
    return {
      title: say("Whose dice rolled out, or lie on top of each other?"),
      nodes: [
        row(players),
        row(
          button(say("Nobody's"), () => keep(key, null), null, "quiet"),
          button(say("Send"), () => put(`donkey ${names.join(" ")}`, key), null, "main", { disabled: !names.length }),
        ),
      ],
    };
  },
  rolling() {
    const t = state.table;
    const own = t.dice_left[me()];
    if (own === 0 || (t.under_way && t.mine != null)) return null;
    return {
      mine: true,
      title: t.under_way ? say("Your dice") : say("New round: your dice"),
      nodes: this.dice("roll", me()),
    };
  },
  bidding() {
    const t = state.table;
    const bid = last(t.bids);
    const players = t.turn.length ? t.turn : Object.keys(t.dice_left);
    const open = players.length > 1 && !alone; // who it is only those at the table know
    const stands = bid
      ? h("p", { class: "bid", "data-k": "bid" }, say("{player} bids", { player: bid.player }), " ", h("b", {}, bidText(bid)))
      : null;
    const task = due(
      players,
      (who) => this.turnOf(who, bid, open),
      bid ? "raise or lift" : "bid",
      (player) => [this.bids(player), bid && this.lift(player)],
    );
    const headline = bid
      ? say("{player} points left or right", { player: bid.player })
      : say("Who bids first?");
    return { ...task, ...(open && { turn: false, headline, awaited: null }), nodes: [stands, ...task.nodes] };
  },
  turnOf(who, bid, open) {
    if (open && !bid) return say("Bid, if you begin");
    if (open) return say("Your turn, if {player} pointed at you", { player: bid.player });
    if (!bid) return who ? say("{player}'s turn: bid", { player: who }) : say("Your turn: bid");
    return who ? say("{player}'s turn: raise or lift", { player: who }) : say("Your turn: raise or lift");
  },
  // It ends the round for all: a second tap is needed. Alone, who was right may be said at once.
  lift(player) {
    const put = sending();
    const key = `${tag()}lift ${moment()} ${state.table.bids.length}`;
    const text = say("Lift the cups");
    const verdicts = { right: say("Lift: right"), wrong: say("Lift: wrong") };
    if (!alone)
      return sure(key, { label: say("Lift"), text }, say("Lift all the cups?"), text, () => put(`lift ${player}`, key));
    return row(
      button(say("Lift"), () => put(`lift ${player}`), text, "main"),
      Object.entries(verdicts).map(([word, said]) => button(said, () => put(`lift ${player} ${word}`))),
    );
  },
  bids(player, raises = state.table.raises) {
    const t = state.table;
    const put = sending();
    const key = `${tag()}bid ${moment()} ${t.bids.length}`;
    const amounts = [...new Set(raises.map((bid) => bid.amount))].slice(0, MOST_AMOUNTS);
    const amount = amounts.includes(drafts[key]) ? drafts[key] : null;
    const first = grid(
      6,
      amounts.map((one) =>
        button(say("amount {number}", { number: one }), () => keep(key, one), `${one} ×`, one === amount ? "on" : "", {
          "aria-pressed": String(one === amount),
        }),
      ),
    );
    if (!amount) return h("div", {}, soft(say("How many dice?")), first);
    const can = raises.filter((bid) => bid.amount === amount).map((bid) => bid.value);
    const odds = (value) => state.sheet.odds?.find((one) => one.amount === amount && one.value === value)?.chance;
    const bid = (value) => this.pointing(player, key, `bid ${player} ${amount}x${value}`, put);
    const values = VALUES.filter((value) => can.includes(value)).map((value) =>
      box(say("value {number}", { number: value }), `${amount}x${value}`, () => bid(value), "", false, [
        value,
        value === 1 && h("small", {}, say("joker")),
        odds(value) != null && h("small", {}, sayPercent(odds(value))),
      ]),
    );
    const asks = drafts[`${key} way`];
    if (asks && t.directions[player]) return h("div", {}, this.ways(player, key, asks, put));
    return h("div", {}, first, soft(say("Of what?")), grid(6, values));
  },
  // Whoever bids first in a round says which way it goes.
  pointing(player, key, line, put) {
    if (state.table.directions[player] && !tag()) keep(`${key} way`, line);
    else put(line, key);
  },
  ways(player, key, line, put) {
    const { left, right } = state.table.directions[player];
    const go = (word) => {
      delete drafts[`${key} way`];
      put(`${line} ${word}`, key);
    };
    return [
      soft(say("Which way does it go on?")),
      row(
        button(say("Left"), () => go("left"), say("Left, to {player}", { player: left })),
        button(say("Right"), () => go("right"), say("Right, to {player}", { player: right })),
      ),
      button(say("Another bid"), () => keep(`${key} way`, null), null, "quiet"),
    ];
  },
  pad() {
    const t = state.table;
    const rolled = t.mine && (t.under_way || t.loser || t.bids.length);
    const entry = findEntry((one) => one.kind === "roll" && (one.player ?? me()) === me());
    const label = (n, place) => say("your die {place}: {number}", { place: place + 1, number: n });
    const die = (n, place) => tapped(label(n, place), t.round_over ? null : entry, pips(n), place);
    const dice = rolled && h("div", { class: "pieces" }, t.mine.map(die));
    return [
      padHead(say("Under your cup")),
      dice || soft(say("Not rolled yet.")),
      t.hidden > 0 &&
        soft(
          sayCount(
            "{count} die is hidden. A 1 is a joker: it counts as any value.",
            "{count} dice are hidden. A 1 is a joker: it counts as any value.",
            t.hidden,
          ),
        ),
      ...this.odds(),
    ];
  },
  // How likely the bids are that may come next.
  odds() {
    const { raises } = state.table;
    const { odds } = state.sheet;
    const rows = [...new Set(raises.map((bid) => bid.amount))].slice(0, 6);
    if (!odds || !rows.length) return [];
    const cell = (amount, value) => {
      const one = odds.find((each) => each.amount === amount && each.value === value);
      return h("td", { class: one?.legal ? "n" : "n soft" }, one ? sayPercent(one.chance) : "");
    };
    const head = (value) =>
      h("th", { class: "n", scope: "col" }, value, value === 1 && h("small", {}, " ", say("joker")));
    const row = (amount) =>
      h("tr", {}, h("th", { scope: "row" }, `${amount} ×`), VALUES.map((value) => cell(amount, value)));
    return [
      h("h2", {}, say("How likely")),
      h("div", { class: "odds" }, table(h("tr", {}, h("td", {}), VALUES.map(head)), rows.map(row))),
    ];
  },

  // The table, where what was entered is put right.

  table() {
    const t = state.table;
    const bids = [...t.bids].map((bid, place) => this.placed(bid, place)).reverse();
    const shown = Object.entries(t.shown).map(([player, dice]) =>
      h("p", { class: "rack", "data-k": `cup ${player}` }, h("b", {}, player), dice.map(pips)),
    );
    const wrong = t.loser && say("{player} was wrong", { player: t.loser });
    const lifted = t.loser && t.lifter ? say("{lifter} lifted: {player} was wrong", { lifter: t.lifter, player: t.loser }) : wrong;
    const end = t.loser && h("p", { class: "bid", "data-k": "loser" }, h("b", {}, lifted));
    const scores = Object.entries(t.scores).map(([player, points]) =>
      h("tr", {}, h("th", { scope: "row" }, player), h("td", {}, points ?? "–")),
    );
    const counted = { "sets won": say("sets won"), nuggets: say("nuggets"), points: say("points") };
    return [
      h("h2", {}, say("On the table")),
      end,
      ...shown,
      bids.length ? table(bids) : soft(say("No bids in this round.")),
      h("h2", {}, asTitle(counted[t.scoring] ?? t.scoring)),
      table(scores),
    ];
  },
  placed(bid, place) {
    const bids = (state.entries ?? []).filter((one) => one.kind === "bid");
    const entry = bids[bids.length - state.table.bids.length + place];
    const label = say("bid {number} of {player}", { number: place + 1, player: bid.player });
    return h(
      "tr",
      { "data-k": `bid ${place + 1}` },
      h("th", { scope: "row" }, bid.player),
      h("td", {}, tapped(label, entry, bidText(bid))),
    );
  },
  again(entry, dice) {
    if (drafts.what == null) return this.dice(entry.kind, entry.player, dice.length);
    const put = sending();
    const { what } = drafts;
    const right = (n) => dice.map((one, place) => (place === what ? n : one));
    const finish = (n) => put(`${entry.kind} ${prefix(entry.player)}${right(n).join(" ")}`);
    const choice = (n) => button(say("number {number}", { number: n }), () => finish(n), n);
    return [soft(say("What does the die show?")), grid(6, [1, 2, 3, 4, 5, 6].map(choice))];
  },
  correct(entry) {
    if (["roll", "cup"].includes(entry.kind)) return { nodes: this.again(entry, diceOf(entry.line)) };
    if (entry.kind !== "bid") return null;
    const most = Object.values(state.table.dice_left).reduce((sum, dice) => sum + (dice ?? 0), 0);
    const all = Array.from({ length: most }, (_, i) => VALUES.map((value) => ({ amount: i + 1, value }))).flat();
    return { nodes: [this.bids(entry.player, all)] };
  },
};

start(BOX);
