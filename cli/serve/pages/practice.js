// Exercises on one phone: the pad as on paper, one question, one tap, the proof in signs.
// Whatever comes from the server goes into the page as text, never as markup.

import { say, sayCount } from "./words.js";

const place = (id) => document.getElementById(id);

function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "tap") node.addEventListener("click", value);
    else if (value !== false && value != null) node.setAttribute(name, value === true ? "" : value);
  }
  const shown = children.flat(3).filter((child) => child != null && child !== false);
  node.append(...shown.map((child) => (child instanceof Node ? child : String(child))));
  return node;
}

const button = (label, tap, style = "", more = {}) =>
  h("button", { type: "button", class: style, tap, ...more }, label);
const grid = (columns, ...children) => h("div", { class: `grid g${columns}` }, ...children);

const COLOURS = {
  black: say("black"),
  blue: say("blue"),
  brown: say("brown"),
  green: say("green"),
  grey: say("grey"),
  pink: say("pink"),
  purple: say("purple"),
  red: say("red"),
  yellow: say("yellow"),
};
const nameOf = (colour) => COLOURS[colour] ?? colour;
const chip = (colour, text = nameOf(colour)) => h("span", { class: `chip c-${colour}`, title: nameOf(colour) }, text);

// The shortest beginnings that tell the colours of a game apart.
function shorten(colours) {
  const names = colours.map(nameOf);
  const alone = (name, length) => names.filter((other) => other.slice(0, length) === name.slice(0, length)).length === 1;
  const short = (name) => [1, 2, 3, 4].map((n) => name.slice(0, n)).find((_, n) => alone(name, n + 1)) ?? name.slice(0, 5);
  return Object.fromEntries(colours.map((colour, i) => [colour, short(names[i])]));
}

let shown = null; // the exercise on the page
let said = []; // what was said about the last answer
let tapped = ""; // the box that was tapped last
let picked = {}; // what is tapped of an answer that takes several taps
let waiting = false;
let since = 0; // when the exercise came, by this phone's clock

async function ask(act, body) {
  if (waiting) return null;
  waiting = true;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), 15000);
  try {
    const headers = { "content-type": "application/json" };
    const posted = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
    const answer = await fetch(`${location.pathname}/${act}`, { ...posted, signal: patience.signal });
    place("lost").hidden = true;
    return await answer.json();
  } catch {
    place("lost").hidden = false;
    return null;
  } finally {
    clearTimeout(timer);
    waiting = false;
  }
}

async function act(name, more = {}) {
  const answer = await ask(name, { id: shown.id, ...more });
  if (!answer) return;
  if (answer.other) {
    begin(answer.other);
    return;
  }
  if (answer.answers) shown = { ...shown, solved: true, answers: answer.answers, streak: answer.streak, tried: answer.tried };
  if (answer.answers) shown.right = answer.right_at_first;
  said = [answer];
  draw();
}

const answerWith = (answer, box = "") => {
  tapped = box || answer;
  return act("answer", { answer });
};

function begin(exercise) {
  shown = exercise;
  said = [];
  tapped = "";
  picked = {};
  since = Date.now() - (exercise.seconds ?? 0) * 1000;
  draw();
  document.querySelector(".sheet").scrollTop = 0;
}

// What is asked, and what was said.

function tell(one) {
  const tone = one.right ? "good" : one.right === false ? "bad" : "";
  return h(
    "div",
    { class: "said", role: "status" },
    (one.says ?? []).map((sentence) => h("p", { class: tone }, sentence.replace(/`/g, ""))),
    one.signs && h("p", { class: "signs" }, withChips(one.signs)),
    one.pattern && h("p", { class: "soft" }, `${one.pattern} · ${one.taken}`),
    !one.pattern && one.taken && h("p", { class: "soft" }, one.taken),
    one.steps?.length > 0 && h("ol", { tabindex: 0 }, one.steps.map((step) => h("li", {}, step))),
  );
}

// The names of colours as coloured chips.
function withChips(text) {
  const colours = shown.pad.colours ?? [];
  const names = colours.map(nameOf);
  const found = names.length ? text.split(new RegExp(`(${names.join("|")})`)) : [text];
  return found.map((part) => (names.includes(part) ? chip(colours[names.indexOf(part)]) : part));
}

const ASKS = {
  sum() {
    const numbers = Array.from({ length: shown.pad.sums }, (_, n) => n);
    const tap = (n) => {
      if (picked.least == null) picked.least = n;
      else {
        const [low, high] = [picked.least, n].sort((a, b) => a - b);
        picked = {};
        answerWith(`${low}-${high}`);
        return;
      }
      draw();
    };
    return [
      h("p", { class: "soft" }, picked.least == null ? say("Tap the least.") : say("Tap the most.")),
      grid(7, numbers.map((n) => button(n, () => tap(n), picked.least === n ? "on" : ""))),
    ];
  },
  bet() {
    const { free, tokens, sums } = shown.pad;
    const pick = (length) => {
      picked.token = length;
      draw();
    };
    const choice = h(
      "div",
      { class: "row tokens" },
      free.map((length) =>
        button([h("b", {}, length), h("small", {}, sayCount("{count} pt", "{count} pt", tokens[length]))], () => pick(length), picked.token === length ? "on" : "", {
          "aria-label": say("token {spaces}", { spaces: length }),
        }),
      ),
    );
    if (!picked.token) return [h("p", { class: "soft" }, say("Which token?")), choice];
    const starts = Array.from({ length: sums - picked.token + 1 }, (_, low) => low);
    const span = (low) => (picked.token === 1 ? `${low}` : `${low}-${low + picked.token - 1}`);
    return [choice, grid("6 starts", starts.map((low) => button(span(low).replace("-", "–"), () => answerWith(span(low)))))];
  },
  "lay off"() {
    const { colours, piles } = shown.pad;
    const open = colours.filter((colour) => piles[colour] > 0);
    return [grid(3, open.map((colour) => button(nameOf(colour), () => answerWith(colour), `c-${colour}`)))];
  },
  final() {
    const { colours } = shown.pad;
    const made = colours.filter((colour) => picked[colour]?.length);
    const line = colours.map((colour) => [...(picked[colour] ?? [])].sort().join("") || "-").join(" ");
    return [
      h("p", { class: "soft" }, say("Tap one to three numbers of each colour on the pad.")),
      h(
        "div",
        { class: "row" },
        button(say("Send: {made} of {all} colours", { made: made.length, all: colours.length }), () => answerWith(line), "main", {
          disabled: !made.length,
        }),
      ),
    ];
  },
  slip() {
    return [
      h(
        "div",
        { class: "lines" },
        shown.lines.map(([number, text]) => button(`${number}  ${text}`, () => answerWith(String(number)))),
      ),
    ];
  },
  declare() {
    const code = picked.code ?? [];
    const tap = (n) => {
      picked.code = [...code, n];
      if (picked.code.length < 3) draw();
      else {
        const whole = picked.code.join(" ");
        picked = {};
        answerWith(whole);
      }
    };
    return [
      h("p", { class: "soft" }, say("Tap the three numbers, or wait."), " ", h("b", {}, code.join(" "))),
      grid(7, [1, 2, 3, 4, 5, 6, 7].map((n) => button(n, () => tap(n)))),
      h("div", { class: "row" }, button(say("Wait"), () => answerWith("wait"))),
    ];
  },
  cross: () => [],
};

function drawNext() {
  if (shown.over) return [h("h2", {}, say("No more exercises.")), h("p", {}, shown.told)];
  const asked = shown.solved ? [] : (ASKS[shown.kind] ?? ASKS.cross)();
  const dice = ["sum", "bet"].includes(shown.kind) && shown.pad.dice.map((colour) => chip(colour));
  return [h("h2", {}, shown.question, " ", dice), said.map(tell), asked];
}

function drawHelp() {
  if (shown.over) return [];
  if (shown.solved)
    return [
      !said[0]?.steps && button(say("Why"), () => act("steps").then(() => {}), ""),
      button(say("Next"), () => act("next"), "main"),
    ].filter(Boolean);
  return [
    button(say("Hint"), () => act("hint")),
    button(say("Show it"), () => act("why")),
    button(say("Skip"), () => act("why").then(() => act("next"))),
  ];
}

// The pads.

const PADS = {
  "think-str8"(pad) {
    const short = shorten(pad.colours);
    const heads = pad.colours.map((colour) => h("div", { class: `head c-${colour}` }, nameOf(colour)));
    const boxes = pad.numbers.flatMap((n) => pad.colours.map((colour) => card(pad, colour, n)));
    const mine = (round) => round.bets[shown.seat];
    const rounds = pad.history.map((round) =>
      h(
        "li",
        {},
        h("span", { class: "n" }, round.number),
        round.dice.map((colour) => chip(colour, short[colour])),
        h("span", {}, mine(round) ? tellBet(mine(round)) : ""),
        pad.own_swaps.filter((one) => one.round === round.number).map((one) => chip(one.colour, `↓${one.number}`)),
      ),
    );
    return [
      h("div", { class: `padgrid g${pad.colours.length} ${tapping() ? "" : "compact"}` }, heads, boxes),
      h("ul", { class: "rounds", "aria-label": say("Rounds") }, rounds),
    ];
  },
  tricoda(pad) {
    const numbers = [...new Set(pad.kinds.map((stone) => stone.number))];
    const rows = numbers.flatMap((n) => [
      tappable(`${n}`, `${n}`, n, "number", pad.crossed.includes(`${n}`)),
      h(
        "div",
        { class: "kinds" },
        pad.kinds
          .filter((stone) => stone.number === n)
          .map((stone) => h("span", {}, chip(stone.colour), " ", h("small", {}, `${pad.seen[`${stone.colour} ${n}`] ?? 0}/${stone.count}`))),
      ),
    ]);
    const text = (number) => pad.cards.find((one) => one.number === number).text;
    const asked = [...pad.asked]
      .reverse()
      .map((one) => h("li", {}, h("span", { class: "n" }, one.number), h("b", {}, one.reader), ` ${text(one.card)}: `, h("b", {}, one.answer)));
    const racks = Object.entries(pad.racks).map(([holder, stones]) =>
      h("li", {}, h("b", {}, holder), stones.map((stone) => chip(stone.colour, `${nameOf(stone.colour)} ${stone.number}`))),
    );
    return [
      h("div", { class: "form" }, rows),
      h("ul", { class: "rounds wide", "aria-label": say("In sight") }, racks),
      h("ul", { class: "rounds wide", "aria-label": say("Answers") }, asked),
    ];
  },
};

function tellBet(bet) {
  const span = bet.low === bet.high ? `${bet.low}` : `${bet.low}–${bet.high}`;
  const told = { hit: "✓", low: say("low"), high: say("high"), miss: "✗" }[bet.answer];
  return told ? `${span} ${told}` : span;
}

function card(pad, colour, n) {
  const seen = pad.cards[colour].seen.includes(n);
  const crossed = pad.cards[colour].crossed.includes(n);
  if (seen) return h("span", { class: "box seen", title: say("in sight") }, n);
  const label = `${nameOf(colour)} ${n}`;
  return tappable(label, `${colour} ${n}`, n, picked[colour]?.includes(n) ? "picked" : "", crossed, () => choose(colour, n));
}

// Whether the pad itself is tapped; else it is small, and there is room for what is.
const tapping = () => !shown.solved && ["cross", "final"].includes(shown.kind);

// A number on the pad: to be crossed out, or named in a final bet.
function tappable(label, mark, text, style, crossed, bet = null) {
  const right = shown.solved && shown.kind === "cross" && shown.answers?.includes(mark);
  const wrong = !shown.solved && tapped === mark && said.some((one) => one.right === false);
  const look = [style, crossed && "crossed", right && "right", wrong && "wrong"].filter(Boolean).join(" ");
  const live = tapping() && (shown.kind === "cross" || bet);
  const tap = shown.kind === "final" ? bet : () => answerWith(mark);
  if (live) return button(text, tap, look, { "aria-label": crossed ? say("{box}, crossed out", { box: label }) : label });
  return h("span", { class: `box ${look}` }, text);
}

function choose(colour, n) {
  const numbers = picked[colour] ?? [];
  picked[colour] = numbers.includes(n) ? numbers.filter((one) => one !== n) : [...numbers, n].slice(-3);
  draw();
}

function draw() {
  place("head").textContent = shown.over ? "" : shown.head.join(" · ");
  place("next").replaceChildren(...drawNext().flat(2));
  place("help").replaceChildren(...drawHelp());
  place("pad").replaceChildren(...(shown.over ? [] : PADS[shown.game](shown.pad)));
  tick();
}

function tick() {
  if (!shown || shown.over || shown.solved) return;
  const seconds = Math.max(0, Math.round((Date.now() - since) / 1000));
  place("clock").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

setInterval(tick, 1000);

async function start() {
  const exercise = await ask("exercise");
  if (exercise) begin(exercise);
  else setTimeout(start, 2000);
}

start();
