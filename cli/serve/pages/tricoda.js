// Tricoda on a phone.

import { findEntry, tapped } from "./entries.js";
import { ending } from "./ending.js";
import { box, cross } from "./help.js";
import { alone, drafts, keep, me, send, state } from "./page.js";
import { awaited, chosen, due, fill, moment, padHead, prefix, sending, start, sure, tag, track, typing } from "./phone.js";
import { button, dot, grid, h, row, soft, sorted, table } from "./pieces.js";
import { say, sayColour, sayPercent } from "./words.js";

const callOf = (card, answer) => card.called[card.answers.indexOf(answer)] ?? answer; // as it is called out
const placesOf = (one) => ({ colour: sayColour(one.colour), number: one.number });
const stone = (one, tap) => {
  const look = [h("b", {}, one.number), h("small", {}, sayColour(one.colour))];
  if (!tap) return h("span", { class: `stone c-${one.colour}` }, look);
  return button(say("stone {colour} {number}", placesOf(one)), tap, look, `stone c-${one.colour}`);
};
const lineOf = (one) => `${one.colour} ${one.number}`;
const stonesOf = (line) =>
  [...line.matchAll(/([a-z]+) (\d)/g)].map(([, colour, number]) => ({ colour, number: Number(number) }));
const codeText = (code) => sorted(code).join(" ");

const TRICODA = {
  claims: true,
  hints: true,
  recall: () => null,
  won: () => (state.table.winner ? say("{player} won", { player: state.table.winner }) : ""),
  top() {
    const t = state.table;
    const points = Object.entries(t.points).map(([player, points]) =>
      h("span", { class: player === me() ? "me" : "", "data-k": `points ${player}` }, player, " ", h("b", {}, points)),
    );
    const where = say("Question {number} · {points} points win", { number: t.question, points: t.points_to_win });
    return [h("small", {}, where), track(say("Points"), null, points)];
  },
  tasks() {
    const t = state.table;
    const title = (holder) => ({
      headline: say("Enter the stones you see"),
      title: say("Which stones does {player} hold?", { player: holder }),
    });
    const of = (holder) => say("stones of {player}", { player: holder });
    const seeing = typing(awaited("see")?.players ?? [], title, of, (holder) => this.rack("see", holder));
    if (seeing.length) return seeing;
    if (state.prompt.over) return ending();
    const mine = ["was", "reveal"].find(
      (verb) => awaited(verb)?.players.includes(me()) && !drafts[`skip ${verb} ${moment()}`],
    );
    if (mine) {
      const skip = () => keep(`skip ${mine} ${moment()}`, true);
      return [
        {
          mine: true,
          title: mine === "was" ? say("Which stones did you have?") : say("Turn your stones"),
          nodes: [...this.rack(mine, ""), button(say("Leave it out"), skip, null, "quiet")],
        },
      ];
    }
    const ask = awaited("ask");
    const reading = ask
      ? [
          due(
            ask.next,
            (who) => (who ? say("Which card does {player} read?", { player: who }) : say("Which card do you read?")),
            "read a card",
            (player) => this.cards(player),
          ),
        ]
      : [];
    if (t.winner) return ending();
    const declaring = this.declaring();
    if (declaring.title && !alone) return [declaring];
    return declaring.judged ? [declaring, ...reading] : [...reading, declaring]; // right or wrong, before all else
  },
  rack(verb, holder) {
    const put = sending();
    const key = `${tag()}${verb} ${holder} ${moment()}`;
    const tap = fill(key, 3, (list) =>
      put(`${verb} ${holder} ${list.map(lineOf).join(", ")}`, key),
    );
    return [
      chosen(key, (one) => stone(one)),
      grid(
        "4 stones",
        state.table.kinds.map((one) => stone(one, () => tap({ colour: one.colour, number: one.number }))),
      ),
    ];
  },
  // What the reader must answer follows from the stones; where it does not, or somebody else read, it is tapped as heard.
  cards(player) {
    const t = state.table;
    const put = sending();
    const key = `${tag()}ask ${moment()} ${player}`;
    const card = t.cards.find((one) => one.number === drafts[key]);
    if (card) {
      return [
        h("p", {}, h("b", {}, `${card.number}. `), card.text),
        row(
          card.answers.map((answer) =>
            button(
              say("answer {answer}", { answer: callOf(card, answer) }),
              () => put(`ask ${prefix(player)}${card.number} ${answer}`, key),
              callOf(card, answer),
            ),
          ),
        ),
        button(say("Another card"), () => keep(key, null), null, "quiet"),
      ];
    }
    const tap = (number) =>
      alone && player !== me()
        ? keep(key, number)
        : put(`ask ${prefix(player)}${number}`, key, { key, value: number });
    return [
      grid(
        "7 wide",
        t.cards.map((one) =>
          button(say("card {number}", { number: one.number }), () => tap(one.number), one.number, "", {
            title: one.text,
            disabled: !t.left.includes(one.number) && !tag(),
          }),
        ),
      ),
    ];
  },
  // What others declare they enter themselves, unless this is the only phone or they are away.
  declaring() {
    const opened = `declaring ${moment()}`;
    if (!alone && !drafts[opened])
      return { nodes: [button(say("Declare your code"), () => keep(opened, true), null, "quiet")] };
    const whose = `declares ${moment()}`;
    const others = state.players.filter((one) => alone || one === me() || state.away?.includes(one));
    const player = others.includes(drafts[whose]) ? drafts[whose] : me();
    const key = `${tag()}declare ${moment()} ${player}`;
    const list = drafts[key] ?? [];
    const names = others.map((one) =>
      button(
        say("declared by {player}", { player: one }),
        () => keep(whose, one),
        one === me() ? say("me") : one,
        one === player ? "on" : "",
      ),
    );
    const somebody = button(say("Somebody else"), () => keep(whose, me()), null, "quiet");
    const notNow = button(say("Not now"), () => keep(opened, null), null, "quiet");
    const choosing = others.length > 1 && (alone || drafts[whose]);
    return {
      judged: list.length === 3,
      title: player === me() ? say("Declare your code") : say("{player} declares", { player }),
      aside: others.length > 1 && !choosing ? somebody : !alone && notNow,
      nodes: [...this.code(player, key, alone), choosing && row(names)],
    };
  },
  // Alone, right or wrong is as the table said; else the stones tell, and a second tap is needed.
  code(player, key, judged) {
    const list = drafts[key] ?? [];
    const put = sending();
    const line = `declare ${prefix(player)}${codeText(list)}`;
    const place = player !== me() && !alone ? { for: player } : null;
    const enter = (text) => {
      delete drafts[`declaring ${moment()}`];
      if (place && !tag()) send(text, key, null, place);
      else put(text, key);
    };
    const shown = chosen(key, (n) => h("span", { class: "die" }, n));
    const tap = (n) => keep(key, [...list, n]);
    const digits = [1, 2, 3, 4, 5, 6, 7].map((n) => button(say("declare {number}", { number: n }), () => tap(n), n));
    if (list.length < 3) return [shown, grid(7, digits)];
    const verdicts = { right: say("right"), wrong: say("wrong") };
    if (judged) {
      const said = Object.entries(verdicts).map(([word, text]) => button(text, () => enter(`${line} ${word}`)));
      return [shown, row(said)];
    }
    const question = say("Declare {numbers}?", { numbers: codeText(list) });
    return [sure(key, {}, question, say("Declare"), () => enter(line))];
  },
  pad() {
    const t = state.table;
    const rows = [...new Set(t.kinds.map((one) => one.number))].flatMap((n) => [
      this.number(n),
      h(
        "div",
        { class: "kinds" },
        t.kinds.filter((one) => one.number === n).map((one) => this.kind(one)),
      ),
    ]);
    const codes = (state.sheet.codes ?? [])
      .slice(0, 6)
      .map((code) =>
        h("tr", {}, h("th", { scope: "row" }, code.numbers.join(" ")), h("td", {}, sayPercent(code.chance))),
      );
    return [
      padHead(say("Your sheet")),
      h("div", { class: "form" }, rows),
      soft(say("Tap to cross out. “1 of 4” counts those in sight.")),
      codes.length > 0 && h("h2", {}, say("Likeliest codes")),
      codes.length > 0 && table(codes),
    ];
  },
  number(n) {
    const { out, tap } = cross(`${n}`, state.table.crossed.includes(`${n}`));
    return box(say("cross {box}", { box: n }), `${n}`, tap, `number ${out ? "crossed" : ""}`, out, n);
  },
  kind(one) {
    const name = `${one.colour} ${one.number}`;
    const { out, tap } = cross(name, state.table.crossed.includes(name));
    const chance = state.sheet.stones?.[name];
    const seen = state.sheet.seen?.[name] ?? 0;
    const style = [out && "crossed", chance === 1 && "certain", chance === 0 && "out", seen === one.count && "seen"]
      .filter(Boolean)
      .join(" ");
    return box(say("cross {colour} {number}", placesOf(one)), name, tap, style, out, [
      dot(one.colour),
      h("small", {}, say("{number} of {most}", { number: seen, most: one.count })),
      chance > 0 && h("b", {}, sayPercent(chance)),
    ]);
  },

  // The table, where what was entered is put right.

  table() {
    const t = state.table;
    const racks = Object.entries(t.racks).map(([holder, stones]) =>
      h("div", { class: "rack", "data-k": `rack ${holder}` }, h("b", {}, holder), this.held(holder, stones)),
    );
    const own =
      t.revealed?.length > 0 &&
      h("p", { class: "rack" }, h("b", {}, say("You")), t.revealed.map((one) => stone(one)));
    const asked = [...t.asked].reverse().map((one) => this.asked(one));
    return [
      racks.length > 0 && h("h2", {}, say("In sight")),
      ...racks,
      own,
      ...t.declared.map((one, place) => this.declared(one, place)),
      asked.length > 0 && h("h2", {}, say("Answers")),
      asked.length > 0 && table(asked),
    ];
  },
  held(holder, stones) {
    if (!stones.length) return say("not typed");
    const entry = findEntry((one) => one.kind === "see" && one.player === holder);
    const label = (one) => say("{player}: {colour} {number}", { player: holder, ...placesOf(one) });
    return h("span", { class: "pieces" }, stones.map((one) => tapped(label(one), entry, stone(one), this.placeOf(entry, one))));
  },
  placeOf: (entry, one) =>
    stonesOf(entry?.line ?? "").findIndex(({ colour, number }) => colour === one.colour && number === one.number),
  asked(one) {
    const card = state.table.cards.find(({ number }) => number === one.card);
    const entry = findEntry((each) => each.kind === "ask" && each.round === one.number);
    const answer = h("b", {}, callOf(card, one.answer));
    return h(
      "tr",
      { "data-k": `asked ${one.number}` },
      h("th", { scope: "row" }, one.number),
      h("td", {}, h("b", {}, one.reader), ` ${card.text}`),
      h("td", { class: "word" }, tapped(say("answer to question {number}", { number: one.number }), entry, answer)),
    );
  },
  declared(one, place) {
    const places = { player: one.player, numbers: codeText(one.code) };
    const text = one.right
      ? say("{player} declared {numbers}: right", places)
      : say("{player} declared {numbers}: wrong", places);
    const entries = (state.entries ?? []).filter((each) => each.kind === "declare");
    return h("p", {}, tapped(text, entries[place], text));
  },
  oneStone(entry) {
    const put = sending();
    const { what } = drafts;
    const now = stonesOf(entry.line);
    const finish = (right) =>
      put(`${entry.kind} ${entry.player} ${now.map((one, place) => lineOf(place === what ? right : one)).join(", ")}`);
    return [
      soft(say("Which stone is it?")),
      grid("4 stones", state.table.kinds.map((one) => stone(one, () => finish(one)))),
    ];
  },
  correct(entry) {
    if (entry.kind === "see" || entry.kind === "was" || entry.kind === "reveal")
      return { nodes: drafts.what == null ? this.rack(entry.kind, entry.player) : this.oneStone(entry) };
    if (entry.kind === "ask") return { nodes: this.cards(entry.player) };
    if (entry.kind !== "declare") return null;
    const key = `${tag()}declare ${moment()} ${entry.player}`;
    return { nodes: this.code(entry.player, key, alone) };
  },
};

start(TRICODA);
