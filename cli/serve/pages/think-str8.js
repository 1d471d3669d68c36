// Think Str8! on a phone.

import { box, cross } from "./help.js";
import {
  all,
  alone,
  button,
  drafts,
  grid,
  h,
  keep,
  me,
  percent,
  points,
  row,
  say,
  send,
  soft,
  sorted,
  state,
  table,
} from "./page.js";
import { awaited, chosen, dot, due, ending, fill, moment, numbers, prefix, start, typing } from "./phone.js";

const STR8 = {
  claims: true,
  hints: true,
  bettor: "", // whose final bets are tapped on the pad
  won: () => (state.table.winner.length ? `${all(state.table.winner)} won` : ""),
  top() {
    const t = state.table;
    const scores = Object.entries(t.scores).map(([player, won]) =>
      h("span", { class: player === me() ? "me" : "", "data-k": `points ${player}` }, `${player} ${points(won)}`),
    );
    return [
      h(
        "div",
        { class: "where" },
        h("small", {}, t.round ? `Round ${t.round} of ${t.rounds}` : `${t.rounds} rounds`),
        h(
          "span",
          { class: "dice", "aria-label": "Dice", role: "group", "data-k": "dice" },
          (t.dice ?? []).map((colour) => dot(colour)),
        ),
      ),
      h("div", { class: "track", "aria-label": "Track", role: "group" }, scores),
    ];
  },
  tasks() {
    this.bettor = "";
    const entering = [...this.drawn(), ...this.seeing()];
    const main = this.main();
    const mine = main.some((task) => task.mine && task.turn !== false);
    if (mine && state.table.round) return [...main, ...entering];
    return entering.length ? entering : main;
  },
  hidden: (holder) => state.table.colours.filter((colour) => state.table.holders[holder][colour] == null),
  drawn() {
    const t = state.table;
    const holder = Object.keys(t.holders).find(
      (one) => this.hidden(one).length && this.hidden(one).length < t.colours.length,
    );
    if (!holder || state.prompt.over) return [];
    const [colour] = this.hidden(holder);
    return [
      {
        mine: true,
        turn: false,
        headline: "A new card",
        nodes: [
          h("h2", {}, `What did ${holder} draw? `, dot(colour)),
          numbers(t.numbers, (n) => send(`see ${holder} ${colour} ${n}`)),
        ],
      },
    ];
  },
  seeing() {
    const unseen = (awaited("see")?.players ?? []).filter(
      (holder) => this.hidden(holder).length === state.table.colours.length,
    );
    return typing(unseen, "cards", (holder) => this.hand("see", holder));
  },
  hand(verb, holder) {
    const { colours, numbers: all } = state.table;
    const key = `${verb} ${holder}`;
    const done = drafts[key]?.length ?? 0;
    const places = colours.map((colour, i) =>
      dot(colour, drafts[key]?.[i] ?? (i === done ? "?" : "·"), {
        class: `die c-${colour} ${i === done ? "at" : ""}`,
        title: colour,
      }),
    );
    const clear = done > 0 && button("Clear", () => keep(key, null), "Clear", "quiet");
    return [
      row(places, clear),
      soft(`Tap the number of the ${colours[done]} card.`),
      numbers(
        all,
        fill(key, colours.length, (list) => send(`${key} ${list.join(" ")}`, key)),
      ),
    ];
  },
  main() {
    const t = state.table;
    for (const one of state.prompt.awaited) {
      const found = this.DUE[one.verb]?.call(this, one, t);
      if (found) return [found, ...(alone ? this.instead(one.verb) : [])];
    }
    return state.prompt.over ? ending(...this.hands()) : [{ nodes: [h("h2", {}, state.prompt.title)] }];
  },
  DUE: {
    dice(_, t) {
      return due(
        t.thrower ? [t.thrower] : [],
        (who) => `${who ? `${who} throws` : "Throw"}: tap the three dice`,
        "throw",
        () => this.dice(),
      );
    },
    bet: (one) =>
      due(
        one.next,
        (who) => (who ? `${who}'s bet` : "Your bet"),
        "bet",
        (player) => STR8.bet(player),
      ),
    told(one, t) {
      const open = one.players.filter((player) => t.history.at(-1)?.bets[player]?.answer == null);
      return open.length
        ? due(
            open,
            (who) => `What ${who ? `was ${who}` : "were you"} told?`,
            "be told",
            (player) => this.told(player),
          )
        : null;
    },
    swap: (one) =>
      due(
        one.players,
        (who) => (who ? `${who} lays off a card` : "Lay off a card"),
        "lay off a card",
        (player) => STR8.layOff(player),
      ),
    final: (one) =>
      due(
        one.players,
        (who) => (who ? `${who}'s final bets` : "Your final bets"),
        "make the final bets",
        (player) => STR8.final(player),
      ),
    reveal: (one) =>
      one.players.length
        ? due(
            one.players,
            (who) => `Turn ${who ? `${who}'s` : "your"} cards`,
            "turn the cards",
            (player) => STR8.hand("reveal", player),
          )
        : null,
  },
  // Alone, what others did need not be typed: the next throw and the cards at the end may come at any time.
  instead(verb) {
    const [other, text] = verb === "final" ? ["reveal", "Turn the cards"] : ["dice", "The next throw"];
    if (verb === other || verb === "reveal") return [];
    const key = `instead ${moment()}`;
    if (!drafts[key]) return [{ nodes: [button(text, () => keep(key, true), `${text} instead`, "quiet")] }];
    return [
      other === "reveal"
        ? { mine: true, nodes: [h("h2", {}, "Turn your cards"), ...this.hand("reveal", me())] }
        : this.DUE.dice.call(this, null, { thrower: null }),
    ];
  },
  dice() {
    const key = `dice ${moment()}`;
    const tap = fill(key, 3, (list) => send(`dice ${list.join(" ")}`, key));
    return [
      chosen(key, (colour) => dot(colour)),
      grid(
        3,
        state.table.colours.map((colour) => button(`die ${colour}`, () => tap(colour), colour, `c-${colour}`)),
      ),
    ];
  },
  bet(player) {
    const t = state.table;
    const key = `bet ${moment()} ${player}`;
    const token = t.free.includes(drafts[key]) ? drafts[key] : null;
    const tokens = h(
      "div",
      { class: "row tokens" },
      t.free.map((length) =>
        button(
          `token ${length}`,
          () => keep(key, length),
          [h("b", {}, length), h("small", {}, `${t.tokens[length]} pt`)],
          token === length ? "on" : "",
          { "aria-pressed": String(token === length) },
        ),
      ),
    );
    if (!token) return [soft("Which token? Its spaces, and the points if it hits."), tokens];
    const starts = Array.from({ length: t.sums - token + 1 }, (_, start) => start);
    return [
      tokens,
      soft(token > 1 ? `Where does it lie? ${token} spaces of 0 to ${t.sums - 1}.` : "On which sum does it lie?"),
      grid(
        "6 starts",
        starts.map((start) => {
          const end = start + token - 1;
          return button(
            `from ${start}`,
            () => send(`bet ${prefix(player)}${start}-${end}`, key),
            start === end ? start : `${start}–${end}`,
          );
        }),
      ),
    ];
  },
  told: (player) => [
    row(
      [
        ["hit", "Hit"],
        ["low", "Too low"],
        ["high", "Too high"],
        ["miss", "Wrong"],
      ].map(([word, text]) => button(`told ${word}`, () => send(`told ${prefix(player)}${word}`), text)),
    ),
  ],
  // Who sits at the table need only say the colour; what anybody else enters is what can be seen of it.
  layOff(player) {
    const t = state.table;
    const key = `swap ${moment()} ${player}`;
    const colour = drafts[key];
    const theirs = player !== me();
    const tap = (one) => (alone || theirs ? keep(key, one) : send(`swap ${one}`, key));
    const cards = grid(
      3,
      t.colours
        .filter((one) => t.piles[one] > 0)
        .map((one) => button(`lay off ${one}`, () => tap(one), one, `c-${one} ${colour === one ? "on" : ""}`)),
    );
    if (!colour) return [cards];
    const known = theirs && t.holders[player]?.[colour] != null;
    const old = drafts[`${key} old`];
    if (theirs && !known && old == null)
      return [cards, soft("Which card was it?"), numbers(t.numbers, (n) => keep(`${key} old`, n))];
    const finish = (n) =>
      send(["swap", player, colour, old, n].filter((word) => word != null && word !== me()).join(" "), key);
    return [cards, soft(theirs ? `What did ${player} draw?` : "Which card was it?"), numbers(t.numbers, finish)];
  },
  final(player) {
    this.bettor = player;
    const key = `final ${player}`;
    const bets = drafts[key] ?? {};
    const { colours } = state.table;
    const line = colours.map((colour) => sorted(bets[colour] ?? []).join("") || "-").join(" ");
    const made = colours.filter((colour) => bets[colour]?.length).length;
    return [
      soft("Tap one to three numbers of each colour on the pad: 5, 2 or 1 points if the right one is there, −2 if not."),
      row(
        made > 0 && button("Clear", () => keep(key, null), "Clear", "quiet"),
        button("Send", () => send(`final ${prefix(player)}${line}`, key), `Send: ${made} of ${colours.length} colours`, "main", {
          disabled: !made,
        }),
      ),
    ];
  },
  hands() {
    const t = state.table;
    const held = { ...t.holders, [me()]: t.revealed };
    return [
      table(
        state.players.map((player) =>
          h(
            "tr",
            { class: t.winner.includes(player) ? "best" : "" },
            h("th", { scope: "row" }, player),
            t.colours.map((colour) =>
              h("td", { class: "n" }, dot(colour, held[player]?.[colour] ?? "?", { title: colour })),
            ),
            h(
              "td",
              { class: "n" },
              h("b", {}, points(t.scores[player])),
              h("small", {}, ` ${t.final_points[player] > 0 ? "+" : ""}${points(t.final_points[player])}`),
            ),
          ),
        ),
      ),
      soft("The small numbers: what the final bets brought."),
    ];
  },
  pad() {
    const t = state.table;
    const heads = t.colours.map((colour) => h("div", { class: `head c-${colour}` }, colour));
    const boxes = t.numbers.flatMap((n) => t.colours.map((colour) => this.box(colour, n)));
    const whose = this.bettor === me() ? "Your final bets" : `${this.bettor}'s final bets`;
    return [
      h("h2", {}, this.bettor ? whose : "Your pad"),
      h("div", { class: `padgrid g${t.colours.length}` }, heads, boxes),
    ];
  },
  box(colour, n) {
    const card = state.sheet.cards?.[colour] ?? {};
    const seen = card.seen?.includes(n);
    const { out, tap } = cross(`${colour} ${n}`, state.table.crossed[colour]?.includes(n));
    const chance = seen ? null : card.chance?.[n];
    const key = `final ${this.bettor}`;
    const bets = drafts[key]?.[colour] ?? [];
    const bet = this.bettor && bets.includes(n);
    const certain = card.possible?.length === 1 && card.possible[0] === n;
    const ruledOut = !seen && card.ruled_out?.includes(n);
    const style = [seen && "seen", out && "crossed", ruledOut && "out", certain && "certain", bet && "picked"]
      .filter(Boolean)
      .join(" ");
    const told = [
      seen && "all in sight",
      out && "crossed out",
      ruledOut && "ruled out",
      certain && "certain",
      bet && "final bet",
      chance && percent(chance),
    ]
      .filter(Boolean)
      .join(", ");
    const place = () =>
      keep(key, { ...drafts[key], [colour]: bet ? bets.filter((other) => other !== n) : [...bets, n].slice(-3) });
    const act = this.bettor ? place : seen ? () => say(`All ${colour} ${n}s lie in sight.`) : tap;
    return box(
      `cross ${colour} ${n}`,
      `${colour} ${n}`,
      act,
      style,
      this.bettor ? bet : out,
      [n, chance > 0 && chance < 1 && h("small", {}, percent(chance))],
      { "aria-description": told || null },
    );
  },
  table() {
    const t = state.table;
    const cards = Object.keys(t.holders).map((holder) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, holder),
        t.colours.map((colour) =>
          h(
            "td",
            { class: "n" },
            dot(colour, t.holders[holder][colour] ?? "?", { title: colour, "data-k": `${holder} ${colour}` }),
          ),
        ),
      ),
    );
    const rounds = [...t.history].reverse().map((one) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, one.number),
        h(
          "td",
          {},
          h(
            "div",
            { class: "dice" },
            one.dice.map((colour) => dot(colour, colour[0].toUpperCase(), { title: colour })),
          ),
        ),
        h(
          "td",
          {},
          Object.entries(one.bets).map(([player, bet]) => this.placed(one, player, bet)),
        ),
      ),
    );
    return [
      h("h2", {}, "The others' cards"),
      table(cards),
      rounds.length > 0 && h("h2", {}, "Rounds"),
      rounds.length > 0 && table(rounds),
    ];
  },
  placed(one, player, bet) {
    const range = bet.low === bet.high ? bet.low : `${bet.low}–${bet.high}`;
    const answer = { hit: "hit", low: "too low", high: "too high", miss: "wrong" }[bet.answer];
    const rest = [answer, one.swaps[player] && `laid off ${one.swaps[player]}`].filter(Boolean).join(", ");
    return h(
      "div",
      { class: answer ?? "", "data-k": `bet ${one.number} ${player}` },
      h("b", {}, player),
      ` ${range}${rest && ` ${rest}`}`,
    );
  },
};

start(STR8);
