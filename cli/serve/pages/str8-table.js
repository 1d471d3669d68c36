// Think Str8!, the table: the others' cards and the rounds, put right where they stand.

import { findEntry, tapped } from "./entries.js";
import { drafts, keep, me, state } from "./page.js";
import { numbers, sending } from "./phone.js";
import { button, dot, grid, h, soft } from "./pieces.js";
import { say, sayColour, sayRange } from "./words.js";

export const colourButton = (label, colour, tap, style = "") =>
  button(label, tap, sayColour(colour), `c-${colour} ${style}`);
const LONGEST = 9; // letters of a name that fit in beside six cards
const coloursOf = (line) => line.split(/[ ,]+/).filter((word) => state.table.colours.includes(word));
const coloursIn = (line) => state.table.colours.filter((colour) => line.split(/[ ,]+/).includes(colour));

export const TABLE = {
  cardEntry: (holder, colour) =>
    findEntry(
      (one) =>
        one.player === holder &&
        ["see", "swap"].includes(one.kind) &&
        (coloursIn(one.line).includes(colour) || !coloursIn(one.line).length),
    ),
  table() {
    const t = state.table;
    const holders = Object.keys(t.holders);
    const aside = holders.every((holder) => holder.length <= LONGEST); // else a name has a row of its own
    const cards = holders.map((holder) => {
      const name = h("th", { scope: aside ? "row" : "rowgroup", colspan: aside ? 1 : t.colours.length }, holder);
      const held = t.colours.map((colour) => h("td", { class: "card-of" }, this.card(holder, colour)));
      return h("tbody", {}, aside ? h("tr", {}, name, held) : [h("tr", {}, name), h("tr", {}, held)]);
    });
    const rounds = [...t.history].reverse().map((one) => this.round(one));
    return [
      cards.length > 0 && h("h2", {}, say("The others' cards")),
      cards.length > 0 && h("table", {}, cards),
      rounds.length > 0 && h("h2", {}, say("Rounds")),
      rounds.length > 0 && h("div", { class: "rounds" }, rounds),
    ];
  },
  card(holder, colour) {
    const n = state.table.holders[holder][colour];
    const shown = dot(colour, n ?? "?", { title: sayColour(colour), "data-k": `${holder} ${colour}` });
    const entry = n != null && this.cardEntry(holder, colour);
    const label = say("{player}: {colour} {number}", { player: holder, colour: sayColour(colour), number: n });
    return tapped(label, entry, shown, colour);
  },
  round(one) {
    const thrown = findEntry((entry) => entry.kind === "dice" && entry.round === one.number);
    const die = (colour, place) => {
      const label = say("round {number}: die {place} is {colour}", {
        number: one.number,
        place: place + 1,
        colour: sayColour(colour),
      });
      return tapped(label, thrown, dot(colour, sayColour(colour)[0].toUpperCase(), { title: sayColour(colour) }), place);
    };
    return h(
      "section",
      { class: "round", "aria-label": say("Round {number}", { number: one.number }) },
      h("b", { class: "number" }, one.number),
      h("span", { class: "dice" }, one.dice.map(die)),
      h(
        "div",
        { class: "bets" },
        Object.entries(one.bets).map(([player, bet]) => this.placed(one, player, bet)),
      ),
    );
  },
  placed(one, player, bet) {
    const answers = { hit: say("hit"), low: say("too low"), high: say("too high"), miss: say("wrong") };
    const answer = answers[bet.answer];
    const swap = one.swaps[player];
    const range = sayRange(bet.low, bet.high);
    const shown = h(
      "span",
      { class: bet.answer === "hit" ? "hit" : "", "data-k": `bet ${one.number} ${player}` },
      h("b", {}, player),
      ` ${range}${answer ? ` ${answer}` : ""}`,
      swap && ", ",
      swap && h("span", { class: "laid" }, say("laid off {colour}", { colour: sayColour(swap) })),
    );
    const entry = findEntry((each) => each.kind === "bet" && each.round === one.number && each.player === player);
    return tapped(say("bet of {player} in round {number}", { player, number: one.number }), entry, shown);
  },

  // What is right instead of an entry.

  correct(entry) {
    const t = state.table;
    const player = entry.player;
    if (entry.kind === "dice") return { nodes: drafts.what == null ? this.dice() : this.oneDie(entry) };
    if (entry.kind === "bet") return { nodes: this.bet(player, Object.keys(t.tokens).map(Number)) };
    if (entry.kind === "told") return { nodes: this.told(player) };
    if (entry.kind === "final") return { onPad: true, nodes: this.final(player) };
    if (entry.kind === "swap" && player === me()) return { nodes: this.layOff(player) };
    if (!["see", "swap", "reveal"].includes(entry.kind)) return null;
    const put = sending();
    const named = coloursIn(entry.line);
    const colour = drafts.what ?? (named.length === 1 ? named[0] : null);
    if (!colour) return { nodes: [soft(say("Which card?")), this.whichCard(named.length ? named : t.colours)] };
    const shown = { player, colour: sayColour(colour) };
    const title = player === me() ? say("Which card is yours: {colour}?", shown) : say("Which card does {player} hold: {colour}?", shown);
    return { title, nodes: [numbers(t.numbers, (n) => put(`${entry.kind} ${player} ${colour} ${n}`))] };
  },
  oneDie(entry) {
    const put = sending();
    const { what } = drafts;
    const dice = coloursOf(entry.line);
    const finish = (colour) => put(`dice ${dice.map((one, place) => (place === what ? colour : one)).join(" ")}`);
    const label = (colour) => say("die {colour}", { colour: sayColour(colour) });
    const colours = state.table.colours.map((one) => colourButton(label(one), one, () => finish(one)));
    return [soft(say("What did the die show?")), grid(3, colours)];
  },
  whichCard: (colours) =>
    grid(
      3,
      colours.map((one) => colourButton(say("the card {colour}", { colour: sayColour(one) }), one, () => keep("what", one))),
    ),
};
