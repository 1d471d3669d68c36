// Think Str8! on a phone.

import { allows, box, cross, show } from "./help.js";
import { alone, drafts, keep, me, state } from "./page.js";
import {
  asksMe,
  awaited,
  backspace,
  chosen,
  due,
  fill,
  moment,
  numbers,
  padHead,
  prefix,
  sending,
  start,
  tag,
  track,
  typing,
} from "./phone.js";
import { button, close, dot, grid, h, last, note, open, row, soft, sorted } from "./pieces.js";
import { FINALS } from "./str8-finals.js";
import { colourButton, TABLE } from "./str8-table.js";
import { say, sayAll, sayColour, sayPercent, sayPoints, sayRange } from "./words.js";

const MOST_IN_SEVENS = 20; // places of a token that lie in three rows of seven, beside the token itself
const dieOf = (colour) => say("die {colour}", { colour: sayColour(colour) });

const STR8 = {
  ...FINALS,
  ...TABLE,
  claims: true,
  hints: true,
  bettor: "", // whose final bets are tapped on the pad
  won: () =>
    state.table.winner.length === 0
      ? ""
      : state.table.winner.length > 1
        ? say("{players} have won", { players: sayAll(state.table.winner) })
        : say("{player} won", { player: state.table.winner[0] }),
  top() {
    const t = state.table;
    const throwing = this.due()?.verb === "dice";
    const round = t.round + (throwing && t.round < t.rounds ? 1 : 0);
    const before = this.onTrack();
    const open = this.suspense() ? this.order().slice(0, this.turnedBefore() + 1) : state.players;
    const won = (player) => (open.includes(player) ? (t.scores[player] ?? before[player]) : before[player]);
    const scores = state.players.map((player) =>
      h(
        "span",
        { class: player === me() ? "me" : "", "data-k": `points ${player}` },
        player,
        " ",
        h("b", {}, sayPoints(won(player))),
      ),
    );
    const rounds = { number: round, most: t.rounds };
    const where = round ? say("Round {number} of {most}", rounds) : say("{most} rounds", rounds);
    return [
      h(
        "span",
        { class: "dice", "aria-label": say("Dice"), role: "group", "data-k": "dice" },
        throwing || state.prompt.over ? [] : (t.dice ?? []).map((colour) => dot(colour)),
      ),
      track(say("Track"), where, scores),
    ];
  },
  tasks() {
    this.bettor = "";
    const entering = [...this.drawn(), ...this.seeing()];
    const main = this.main();
    const mine = main.some((task) => task.mine && task.turn !== false);
    if (mine && state.table.round) return [...main, ...entering];
    return entering.length ? [...entering, ...main.filter((task) => !task.mine && !task.title)] : main;
  },
  hidden: (holder) => state.table.colours.filter((colour) => state.table.holders[holder][colour] == null),
  // What was drawn all the others see; one of them is asked.
  drawn() {
    const t = state.table;
    const holder = Object.keys(t.holders).find(
      (one) => this.hidden(one).length && this.hidden(one).length < t.colours.length,
    );
    if (!holder || state.prompt.over) return [];
    const [colour] = this.hidden(holder);
    const key = `saw ${holder} ${colour} ${moment()}`;
    const title = say("What did {player} draw?", { player: holder });
    const put = sending();
    if (!asksMe(holder) && !drafts[key]) return [{ nodes: [button(title, () => keep(key, true), null, "quiet")] }];
    return [
      {
        mine: true,
        turn: false,
        headline: say("A new card"),
        title,
        aside: dot(colour),
        nodes: [numbers(t.numbers, (n) => put(`see ${holder} ${colour} ${n}`, key))],
      },
    ];
  },
  seeing() {
    const unseen = (awaited("see")?.players ?? []).filter(
      (holder) => this.hidden(holder).length === state.table.colours.length,
    );
    const title = (holder) => ({
      headline: say("Enter the cards you see"),
      title: say("Which cards does {player} hold?", { player: holder }),
    });
    return typing(unseen, title, (holder) => say("cards of {player}", { player: holder }), (holder) =>
      this.hand("see", holder),
    );
  },
  hand(verb, holder) {
    const { colours, numbers: all } = state.table;
    const put = sending();
    const key = `${tag()}${verb} ${holder}`;
    const done = drafts[key]?.length ?? 0;
    const places = colours.map((colour, i) =>
      dot(colour, drafts[key]?.[i] ?? (i === done ? "?" : "·"), {
        class: `die c-${colour} ${i === done ? "at" : ""}`,
        title: sayColour(colour),
      }),
    );
    return [
      h("div", { class: "row hand" }, places, backspace(key)),
      soft(say("Tap the number of the card: {colour}.", { colour: sayColour(colours[done]) })),
      numbers(
        all,
        fill(key, colours.length, (list) => put(`${verb} ${holder} ${list.join(" ")}`, key)),
      ),
    ];
  },
  // The first of what is awaited that is still to be done.
  due() {
    for (const one of state.prompt.awaited) {
      const task = this.DUE[one.verb]?.call(this, one, state.table);
      if (task) return { verb: one.verb, task };
    }
    return null;
  },
  main() {
    const found = this.due();
    if (found) return [found.task, ...(alone ? this.instead(found.verb) : []), ...this.sentFinals()];
    return state.prompt.over ? this.end() : [...this.sentFinals()];
  },
  DUE: {
    dice(_, t) {
      return due(
        t.thrower ? [t.thrower] : [],
        (who) => (who ? say("{player} throws: tap the three dice", { player: who }) : say("Throw: tap the three dice")),
        "throw",
        () => this.dice(),
      );
    },
    bet(one) {
      this.asksToken = false;
      const task = due(
        one.next,
        (who) => (who ? say("{player}'s bet", { player: who }) : say("Your bet")),
        "bet",
        (player) => STR8.bet(player),
      );
      return { ...task, hint: this.asksToken && say("Which token? Its spaces, and the points if it hits.") };
    },
    told(one, t) {
      const open = one.players.filter((player) => last(t.history)?.bets[player]?.answer == null);
      return open.length
        ? due(
            open,
            (who) => (who ? say("What was {player} told?", { player: who }) : say("What were you told?")),
            "be told",
            (player) => this.told(player),
          )
        : null;
    },
    swap: (one) =>
      due(
        one.players,
        (who) => (who ? say("{player} lays off a card", { player: who }) : say("Lay off a card")),
        "lay off a card",
        (player) => STR8.layOff(player),
      ),
    final(one) {
      const open = state.finals ? one.players.filter((player) => player !== me()) : one.players;
      if (!open.length) return null;
      const title = (who) => (who ? say("{player}'s final bets", { player: who }) : say("Your final bets"));
      const task = due(open, title, "make the final bets", (player) => STR8.final(player), true);
      return { ...task, onPad: Boolean(this.bettor) };
    },
    reveal: (one) =>
      one.players.length
        ? due(
            one.players,
            (who) => (who ? say("Turn {player}'s cards", { player: who }) : say("Turn your cards")),
            "turn the cards",
            (player) => STR8.hand("reveal", player),
          )
        : null,
  },
  // Alone, what others did need not be typed: the next throw and the cards at the end may come at any time.
  instead(verb) {
    const [other, label] =
      verb === "final"
        ? ["reveal", say("Turn the cards instead")]
        : ["dice", say("The next throw instead")];
    if (verb === other || verb === "reveal") return [];
    const key = `instead ${moment()}`;
    if (!drafts[key]) return [{ nodes: [button(label, () => keep(key, true), null, "quiet")] }];
    return [
      other === "reveal"
        ? { mine: true, title: say("Turn your cards"), nodes: this.hand("reveal", me()) }
        : this.DUE.dice.call(this, null, { thrower: null }),
    ];
  },
  dice() {
    const put = sending();
    const key = `${tag()}dice ${moment()}`;
    const tap = fill(key, 3, (list) => put(`dice ${list.join(" ")}`, key));
    return [
      chosen(key, (colour) => dot(colour)),
      grid(
        3,
        state.table.colours.map((colour) => colourButton(dieOf(colour), colour, () => tap(colour))),
      ),
    ];
  },
  // Advice at the throw is about the dice as they lie, which nobody has entered yet.
  advise() {
    const due = this.due();
    if (due?.verb !== "dice" || !due.task.mine) return show(say("Advice"), "/api/advise");
    const title = say("What did you throw?");
    const thrown = [];
    const tap = (colour) => {
      thrown.push(colour);
      shown.append(dot(colour));
      if (thrown.length < 3) return;
      close(dialog);
      show(say("Advice"), `/api/advise?dice=${thrown.join("+")}`);
    };
    const shown = h("div", { class: "row" });
    const colours = state.table.colours.map((colour) => colourButton(dieOf(colour), colour, () => tap(colour)));
    const shut = button(say("Close"), () => close(dialog));
    const dialog = open(title, h("h2", {}, title), shown, grid(3, colours), row(shut));
    return dialog;
  },
  bet(player, free = state.table.free) {
    const t = state.table;
    const put = sending();
    const key = `${tag()}bet ${moment()} ${player}`;
    const token = free.includes(drafts[key]) ? drafts[key] : null;
    const tokens = h(
      "div",
      { class: "row tokens" },
      free.map((length) =>
        button(
          say("token {spaces}", { spaces: length }),
          () => keep(key, length),
          [h("b", {}, length), h("small", {}, say("{number} pt", { number: t.tokens[length] }))],
          token === length ? "on" : "",
          { "aria-pressed": String(token === length) },
        ),
      ),
    );
    this.asksToken = !token;
    if (!token) return [tokens];
    const can = allows("hints") && !tag() ? this.sums() : null;
    const starts = Array.from({ length: t.sums - token + 1 }, (_, first) => first);
    return [
      tokens,
      h(
        "div",
        {
          class: `grid starts ${starts.length > MOST_IN_SEVENS ? "g8" : "g7"} ${tag() || alone ? "" : "whole"}`,
          "aria-label": say("Where does it lie?"),
          role: "group",
        },
        button(say("Another token"), () => keep(key, null), [h("b", {}, token), " ▾"], "another"),
        starts.map((first) => {
          const end = first + token - 1;
          const hopeless = can && !can.some((sum) => sum >= first && sum <= end);
          return button(
            say("from {sum}", { sum: first }),
            () => put(`bet ${prefix(player)}${first}-${end}`, key),
            sayRange(first, end),
            hopeless ? "hopeless" : "",
          );
        }),
      ),
    ];
  },
  // The numbers that my pad leaves: those that can be, or, where the table allows no sheet, that I have not crossed out.
  left(colour) {
    const { possible, seen = [] } = state.sheet.cards?.[colour] ?? {};
    const gone = [...seen, ...(state.table.crossed[colour] ?? [])];
    return possible ?? state.table.numbers.filter((n) => !gone.includes(n));
  },
  // The sums that these leave for the thrown colours.
  sums() {
    const thrown = (state.table.dice ?? []).map((colour) => [colour, this.left(colour)]);
    if (!thrown.length || thrown.some(([, possible]) => !possible.length)) return null;
    const times = new Map();
    for (const [colour, possible] of thrown) times.set(colour, { possible, of: (times.get(colour)?.of ?? 0) + 1 });
    let sums = [0];
    for (const { possible, of } of times.values())
      sums = [...new Set(sums.flatMap((sum) => possible.map((n) => sum + of * n)))];
    return sorted(sums);
  },
  // All sums in a row: which of them the thrown cards can still make, so that a token lies over them.
  sumsLeft() {
    const can = this.sums();
    if (!can?.length) return null;
    const label = say("Your sum can be {range}.", { range: sayRange(can[0], last(can)) });
    const cell = (_, sum) => h("span", { class: can.includes(sum) ? "can" : "" }, sum);
    return h("div", { class: "sums", role: "img", "aria-label": label }, Array.from({ length: state.table.sums }, cell));
  },
  // The dice that what I was last told is about.
  toldOf() {
    const round = last(state.table.history.filter((one) => one.bets[me()]?.answer));
    return h("span", { class: "dice" }, round?.dice.map((colour) => dot(colour, sayColour(colour)[0].toUpperCase(), { title: sayColour(colour) })));
  },
  told(player) {
    const put = sending();
    const words = { hit: say("Hit"), low: say("Too low"), high: say("Too high"), miss: say("Wrong") };
    const aloud = { hit: say("hit"), low: say("low"), high: say("high"), miss: say("miss") };
    return [
      row(
        Object.entries(words).map(([word, text]) =>
          button(say("told {answer}", { answer: aloud[word] }), () => put(`told ${prefix(player)}${word}`), text),
        ),
      ),
    ];
  },
  // Who sits at the table need only say the colour; what anybody else enters is what can be seen of it.
  layOff(player) {
    const t = state.table;
    const put = sending();
    const key = `${tag()}swap ${moment()} ${player}`;
    const colour = drafts[key];
    const theirs = player !== me();
    const tap = (one) => (alone || theirs ? keep(key, one) : put(`swap ${one}`, key));
    const cards = grid(
      3,
      t.colours
        .filter((one) => t.piles[one] > 0 || tag())
        .map((one) =>
          colourButton(say("lay off {colour}", { colour: sayColour(one) }), one, () => tap(one), colour === one ? "on" : ""),
        ),
    );
    if (!colour) return [cards];
    const known = theirs && t.holders[player]?.[colour] != null;
    const old = drafts[`${key} old`];
    if (theirs && !known && old == null)
      return [cards, soft(say("Which card was it?")), numbers(t.numbers, (n) => keep(`${key} old`, n))];
    const finish = (n) =>
      put(["swap", player, colour, old, n].filter((word) => word != null && word !== me()).join(" "), key);
    const asked = theirs ? say("What did {player} draw?", { player }) : say("Which card was it?");
    return [cards, soft(asked), numbers(t.numbers, finish)];
  },

  // The pad.

  pad() {
    const t = state.table;
    const asleep = this.bettor || state.prompt.over || ["dice", "final"].includes(state.prompt.awaited[0]?.verb);
    const thrown = asleep ? [] : (t.dice ?? []);
    const heads = t.colours.map((colour) =>
      h("div", { class: `head c-${colour} ${thrown.includes(colour) ? "thrown" : ""}` }, sayColour(colour)),
    );
    const boxes = t.numbers.flatMap((n) => t.colours.map((colour) => this.box(colour, n, thrown.includes(colour))));
    const whose =
      this.bettor && (this.bettor === me() ? say("Your final bets") : say("{player}'s final bets", { player: this.bettor }));
    return [
      state.prompt.over && !this.suspense() && this.hands(state.players),
      whose ? h("h2", { class: "pad-head" }, whose) : padHead(say("Your pad"), this.toldOf()),
      thrown.length > 0 && awaited("bet") && allows("hints") && this.sumsLeft(),
      h("div", { class: `padgrid g${t.colours.length}` }, heads, boxes),
    ];
  },
  box(colour, n, thrown) {
    const card = state.sheet.cards?.[colour] ?? {};
    const seen = card.seen?.includes(n);
    const { out, tap } = cross(`${colour} ${n}`, state.table.crossed[colour]?.includes(n));
    const chance = seen ? null : card.chance?.[n];
    const bets = (this.bettor ? this.bets.now : (state.finals ?? {}))[colour] ?? [];
    const bet = bets.includes(n) && !state.prompt.over;
    const certain = card.possible?.length === 1 && card.possible[0] === n;
    const ruledOut = !seen && card.ruled_out?.includes(n);
    const style = [
      seen && "seen",
      out && "crossed",
      ruledOut && "out",
      certain && "certain",
      bet && "picked",
      thrown && "thrown",
    ]
      .filter(Boolean)
      .join(" ");
    const told = [
      seen && say("all in sight"),
      out && say("crossed out"),
      ruledOut && say("ruled out"),
      certain && say("certain"),
      bet && say("final bet"),
      chance && sayPercent(chance),
    ]
      .filter(Boolean)
      .join(", ");
    const places = { colour: sayColour(colour), number: n };
    const inSight = () => note(say("All cards {colour} {number} lie in sight.", places));
    const betting = this.bettor && !(seen && this.bettor === me()); // what I see lies there for nobody else
    const act = betting ? this.place(colour, n) : seen ? inSight : tap;
    return box(
      say("cross {colour} {number}", places),
      `${colour} ${n}`,
      act,
      style,
      this.bettor ? bet : out,
      [n, chance > 0 && chance < 1 && h("small", {}, sayPercent(chance))],
      { "aria-description": told || null },
    );
  },
};

start(STR8);
