// Tricoda on a phone.

import { box, cross } from "./help.js";
import { alone, button, drafts, grid, h, keep, me, percent, row, send, soft, sorted, state, table } from "./page.js";
import { awaited, chosen, dot, due, ending, fill, moment, prefix, start, typing } from "./phone.js";

const stone = (one, tap) => {
  const look = [h("b", {}, one.number), h("small", {}, one.colour)];
  if (!tap) return h("span", { class: `stone c-${one.colour}` }, look);
  return button(`stone ${one.colour} ${one.number}`, tap, look, `stone c-${one.colour}`);
};

const TRICODA = {
  claims: true,
  hints: true,
  won: () => (state.table.winner ? `${state.table.winner} won` : ""),
  top() {
    const t = state.table;
    const points = Object.entries(t.points).map(([player, points]) =>
      h("span", { class: player === me() ? "me" : "", "data-k": `points ${player}` }, `${player} ${points}`),
    );
    return [
      h("div", { class: "where" }, h("small", {}, `Question ${t.question} · ${t.points_to_win} points win`)),
      h("div", { class: "track", "aria-label": "Points", role: "group" }, points),
    ];
  },
  tasks() {
    const t = state.table;
    const seeing = typing(awaited("see")?.players ?? [], "stones", (holder) => this.rack("see", holder));
    if (seeing.length) return seeing;
    if (state.prompt.over) return ending();
    const mine = ["was", "reveal"].find(
      (verb) => awaited(verb)?.players.includes(me()) && !drafts[`skip ${verb} ${moment()}`],
    );
    if (mine)
      return [
        {
          mine: true,
          nodes: [
            h("h2", {}, mine === "was" ? "Which stones did you have?" : "Turn your stones"),
            ...this.rack(mine, ""),
            button("Skip", () => keep(`skip ${mine} ${moment()}`, true), "Leave it out", "quiet"),
          ],
        },
      ];
    const ask = awaited("ask");
    const reading = ask
      ? [
          due(
            ask.next,
            (who) => (who ? `Which card does ${who} read?` : "Which card do you read?"),
            "read a card",
            (player) => this.cards(player),
          ),
        ]
      : [];
    if (t.winner) return ending();
    const declaring = this.declaring();
    return declaring.judged ? [declaring, ...reading] : [...reading, declaring]; // right or wrong, before all else
  },
  rack(verb, holder) {
    const key = `${verb} ${holder} ${moment()}`;
    const tap = fill(key, 3, (list) =>
      send(`${verb} ${holder} ${list.map((one) => `${one.colour} ${one.number}`).join(", ")}`, key),
    );
    return [
      chosen(key, (one) => stone(one)),
      grid(
        "4 stones",
        state.table.stones.map((one) => stone(one, () => tap({ colour: one.colour, number: one.number }))),
      ),
    ];
  },
  // What the reader must answer follows from the stones; where it does not, or somebody else read, it is tapped as heard.
  cards(player) {
    const t = state.table;
    const key = `ask ${moment()} ${player}`;
    const card = t.cards.find((one) => one.number === drafts[key]);
    if (card) {
      return [
        h("p", {}, h("b", {}, `${card.number}. `), card.text),
        row(
          card.answers.map((answer) =>
            button(`answer ${answer}`, () => send(`ask ${prefix(player)}${card.number} ${answer}`, key), answer),
          ),
        ),
        button("Another card", () => keep(key, null), "Another card", "quiet"),
      ];
    }
    const tap = (number) => (player === me() ? send(`ask ${number}`, key, { key, value: number }) : keep(key, number));
    return [
      grid(
        "7 wide",
        t.cards.map((one) =>
          button(`card ${one.number}`, () => tap(one.number), one.number, "", {
            title: one.text,
            disabled: !t.left.includes(one.number),
          }),
        ),
      ),
    ];
  },
  declaring() {
    const whose = `declares ${moment()}`;
    const player = state.players.includes(drafts[whose]) ? drafts[whose] : me();
    const key = `declare ${moment()} ${player}`;
    const list = drafts[key] ?? [];
    const line = (code) => `declare ${prefix(player)}${sorted(code).join(" ")}`;
    const named = alone || player !== me(); // then right or wrong is as the table said
    const tap = fill(key, named ? 4 : 3, (code) => send(line(code), key));
    const verdict = ["right", "wrong"].map((word) => button(word, () => send(`${line(list)} ${word}`, key), word));
    const names = state.players.map((one) =>
      button(`declared by ${one}`, () => keep(whose, one), one === me() ? "me" : one, one === player ? "on" : ""),
    );
    const other = alone || player !== me() || drafts[whose];
    return {
      judged: list.length === 3,
      nodes: [
        h(
          "div",
          { class: "heading" },
          h("h2", {}, player === me() ? "Declare your code" : `${player} declares`),
          !other && button("Somebody else declares", () => keep(whose, me()), "Somebody else", "quiet"),
        ),
        chosen(key, (n) => h("span", { class: "die" }, n)),
        list.length === 3
          ? row(verdict)
          : grid(
              7,
              [1, 2, 3, 4, 5, 6, 7].map((n) => button(`declare ${n}`, () => tap(n), n)),
            ),
        other && row(names),
      ],
    };
  },
  pad() {
    const t = state.table;
    const rows = [...new Set(t.stones.map((one) => one.number))].flatMap((n) => [
      this.number(n),
      h(
        "div",
        { class: "kinds" },
        t.stones.filter((one) => one.number === n).map((one) => this.kind(one)),
      ),
    ]);
    const codes = (state.sheet.codes ?? [])
      .slice(0, 6)
      .map((code) => h("tr", {}, h("th", { scope: "row" }, code.numbers.join(" ")), h("td", {}, percent(code.chance))));
    return [
      h("h2", {}, "Your sheet"),
      soft("Tap to cross out. “1 of 4” counts those in sight."),
      h("div", { class: "form" }, rows),
      codes.length > 0 && h("h2", {}, "Likeliest codes"),
      codes.length > 0 && table(codes),
    ];
  },
  number(n) {
    const { out, tap } = cross(`${n}`, state.table.crossed.includes(`${n}`));
    return box(`cross ${n}`, `${n}`, tap, `number ${out ? "crossed" : ""}`, out, n);
  },
  kind(one) {
    const name = `${one.colour} ${one.number}`;
    const { out, tap } = cross(name, state.table.crossed.includes(name));
    const chance = state.sheet.stones?.[name];
    const seen = state.sheet.seen?.[name] ?? 0;
    const style = [out && "crossed", chance === 1 && "certain", chance === 0 && "out", seen === one.count && "seen"]
      .filter(Boolean)
      .join(" ");
    return box(`cross ${name}`, name, tap, style, out, [
      dot(one.colour),
      h("small", {}, `${seen} of ${one.count}`),
      chance > 0 && h("b", {}, percent(chance)),
    ]);
  },
  table() {
    const t = state.table;
    const rack = (stones) => (stones.length ? stones.map((one) => stone(one)) : "not typed");
    const racks = Object.entries(t.racks).map(([holder, stones]) =>
      h("p", { class: "rack", "data-k": `rack ${holder}` }, h("b", {}, holder), rack(stones)),
    );
    const own = t.revealed.length > 0 && h("p", { class: "rack" }, h("b", {}, "You"), rack(t.revealed));
    const asked = [...t.asked]
      .reverse()
      .map((one) =>
        h(
          "tr",
          { "data-k": `asked ${one.number}` },
          h("th", { scope: "row" }, one.number),
          h("td", {}, h("b", {}, one.reader), ` ${t.cards.find((card) => card.number === one.card).text}`),
          h("td", { class: "word" }, h("b", {}, one.answer)),
        ),
      );
    const declared = t.declared.map((one) =>
      h("p", {}, `${one.player} declared ${one.code.join(" ")}: ${one.right ? "right" : "wrong"}`),
    );
    return [
      h("h2", {}, "In sight"),
      ...racks,
      own,
      ...declared,
      asked.length > 0 && h("h2", {}, "Answers"),
      asked.length > 0 && table(asked),
    ];
  },
};

start(TRICODA);
