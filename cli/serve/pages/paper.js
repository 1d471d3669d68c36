// A paper sheet: boxes are tapped black, then crossed, then clear; rows have dice, a range and a number laid off.
// Whatever is tapped is a line for one place of the sheet. It is shown at once, sent as soon as there is a connection,
// and put right by what the server answers. What comes from the server goes into the page as text, never as markup.

import { say, sayCount } from "./words.js";

const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7];
const SUMS = 21; // of three cards
const DICE = 3;
const MOST_BETS = 3; // numbers of one colour in the final bets
const AGAIN = 2000; // milliseconds until what could not be sent is sent again
const PATIENCE = 8000;
const COLOURS = {
  blue: say("blue"),
  green: say("green"),
  yellow: say("yellow"),
  purple: say("purple"),
  red: say("red"),
  grey: say("grey"),
};
const MODES = { boxes: say("Boxes and crosses"), final: say("Final bets"), cards: say("My cards") };
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const $ = (id) => document.getElementById(id);
const base = location.pathname.replace(/\/$/, "");

let sheet = null; // as it is shown: what the server has, and what is on its way
let mode = "boxes";
let place = [0, 0]; // the box that the arrow keys are at
let row = 0; // the row that is being filled in, from 1 on
let step = "dice";
let draft = []; // dice, before there are three
let from = null; // the first end of a range
let wrong = false; // whether it is a number that missed
let colour = null; // of the card laid off
const waiting = new Map(Object.entries(JSON.parse(sessionStorage.getItem(`waiting ${base}`) ?? "{}"))); // lines by their places
let sending = false;

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

const button = (label, tap, text = label, more = {}) =>
  h("button", { type: "button", "aria-label": label, tap, ...more }, text);
const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const card = (name, number) => `${COLOURS[name]} ${number}`;

// Lines.

const groups = (of) =>
  sheet.colours
    .filter((name) => of[name]?.length)
    .map((name) => `${name} ${of[name].join(" ")}`)
    .join(", ");

const LINES = {
  boxes: () => groups(sheet.boxes) && `seen ${groups(sheet.boxes)}`,
  crosses: () => groups(sheet.crosses) && `cross ${groups(sheet.crosses)}`,
  final: () => groups(sheet.final) && `final ${groups(sheet.final)}`,
  cards() {
    const turned = sheet.colours.filter((name) => sheet.cards[name] != null);
    return turned.length ? `reveal ${turned.map((name) => `${name} ${sheet.cards[name]}`).join(", ")}` : "";
  },
  dice: (filled) => (filled.dice.length ? `dice ${filled.dice.join(" ")}` : ""),
  range({ range, wrong: missed }) {
    if (!range) return "";
    const [low, high] = range;
    return `sum ${missed ? "not " : ""}${low === high ? low : `${low}-${high}`}`;
  },
  "laid off": ({ laid_off }) => (laid_off ? `swap ${laid_off.join(" ")}` : ""),
};

// What is on its way is shown, and kept until the server has it.
function put(kind, number = 0) {
  const key = number ? `${kind} ${number}` : kind;
  waiting.delete(key); // what was changed last is sent last
  waiting.set(key, LINES[kind](sheet.filled[number - 1]));
  store();
  draw();
  send();
}

function store() {
  sessionStorage.setItem(`waiting ${base}`, JSON.stringify(Object.fromEntries(waiting)));
}

async function ask(path, body) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const headers = { "content-type": "application/json" };
    const posted = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
    const answer = await fetch(`${base}/${path}`, { ...posted, signal: patience.signal });
    const json = answer.headers.get("content-type")?.startsWith("application/json");
    return json ? await answer.json() : { problem: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
}

async function send() {
  if (sending) return;
  sending = true;
  let problem = "";
  let newest = null;
  try {
    while (waiting.size) {
      const [[key, line]] = waiting;
      tell(say("Saving …"));
      const answer = await ask("place", { place: key, line });
      if (!answer.sheet && answer.problem) {
        tell(answer.problem, true); // the disk refuses: the line is kept here
        setTimeout(send, AGAIN);
        return;
      }
      if (waiting.get(key) === line) waiting.delete(key);
      store();
      problem = answer.refused ?? problem;
      newest = answer.sheet;
    }
    lost(false);
    if (newest) adopt(newest);
    if (problem) tell(problem, true);
    else tell(say("Saved."));
  } catch {
    lost(true);
    setTimeout(send, AGAIN);
  } finally {
    sending = false;
  }
}

// What a finger or a key is down on must not be drawn again under it, or the tap is lost: what comes meanwhile waits.
let pressed = false;
let late = null;

function adopt(there) {
  late = pressed ? there : null;
  if (pressed) return;
  sheet = there;
  draw();
}

function lift() {
  pressed = false;
  if (late && !waiting.size) adopt(late);
}

for (const name of ["pointerdown", "keydown"])
  document.addEventListener(name, () => {
    pressed = true;
  });
document.addEventListener("pointerup", () => setTimeout(lift, 100)); // the tap itself comes a little later
document.addEventListener("keyup", () => setTimeout(lift));
for (const name of ["pointercancel", "click"]) document.addEventListener(name, lift);
window.addEventListener("blur", lift);

async function load() {
  if (waiting.size) await send();
  if (waiting.size) return;
  try {
    const answer = await ask("sheet");
    if (answer.sheet) adopt(answer.sheet);
    else tell(answer.problem, true);
    lost(false);
  } catch {
    lost(true);
    setTimeout(load, AGAIN);
  }
}

function tell(text, bad = false) {
  $("status").textContent = text;
  $("status").className = bad ? "bad" : "";
}

function lost(yes) {
  $("lost").hidden = !yes;
}

// The pad.

const laidOff = (name, number) =>
  sheet.filled.findIndex(({ laid_off }) => laid_off?.[0] === name && laid_off[1] === number) + 1;

function markOf(name, number) {
  if (sheet.crosses[name].includes(number)) return "cross";
  return sheet.boxes[name].includes(number) || laidOff(name, number) ? "black" : "open";
}

const SAID = { open: say("open"), black: say("black box"), cross: say("crossed out") };

function tapBox(name, number) {
  if (mode === "final") {
    const bets = sheet.final[name];
    if (bets.includes(number)) sheet.final[name] = bets.filter((one) => one !== number);
    else if (bets.length < MOST_BETS) sheet.final[name] = sorted([...bets, number]);
    else {
      tell(say("At most three numbers of one colour."), true);
      return;
    }
    put("final");
  } else if (mode === "cards") {
    sheet.cards[name] = sheet.cards[name] === number ? null : number;
    put("cards");
  } else tapMark(name, number);
}

function tapMark(name, number) {
  const mark = markOf(name, number);
  const row_ = laidOff(name, number);
  if (row_ && mark === "black" && !sheet.boxes[name].includes(number)) {
    tell(say("You laid it off in row {row}: it stays black.", { row: row_ }), true);
    return;
  }
  if (mark === "open") {
    sheet.boxes[name] = sorted([...sheet.boxes[name], number]);
    put("boxes");
  } else if (mark === "black") {
    sheet.boxes[name] = sheet.boxes[name].filter((one) => one !== number);
    put("boxes");
    if (!row_) {
      sheet.crosses[name] = sorted([...sheet.crosses[name], number]);
      put("crosses");
    }
  } else {
    sheet.crosses[name] = sheet.crosses[name].filter((one) => one !== number);
    put("crosses");
  }
}

function box(name, number) {
  const mark = markOf(name, number);
  const bet = sheet.final[name].includes(number);
  const own = sheet.cards[name] === number;
  const said = [SAID[mark], bet && say("in the final bets"), own && say("my card")].filter(Boolean).join(", ");
  const [x, y] = [sheet.colours.indexOf(name), number];
  const here = x === place[0] && y === place[1];
  return h(
    "div",
    { role: "gridcell" },
    button(
      `${card(name, number)}: ${said}`,
      () => {
        place = [x, y];
        tapBox(name, number);
      },
      [String(number), bet && h("span", { class: "bet" }, "◆"), own && h("span", { class: "own" })],
      { class: `mark ${mark}`, tabindex: here ? 0 : -1, "data-at": `${x} ${y}` },
    ),
  );
}

function drawPad() {
  const columns = sheet.colours.length;
  const heads = sheet.colours.map((name) =>
    h("div", { role: "columnheader", class: `head c-${name}` }, COLOURS[name]),
  );
  const grid = h(
    "div",
    { role: "grid", "aria-label": MODES[mode], class: "columns" },
    h("div", { role: "row" }, heads),
    NUMBERS.map((number) => h("div", { role: "row" }, sheet.colours.map((name) => box(name, number)))),
  );
  grid.style.setProperty("--columns", columns);
  grid.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    if (!by) return;
    event.preventDefault();
    place = [(place[0] + by[0] + columns) % columns, (place[1] + by[1] + NUMBERS.length) % NUMBERS.length];
    for (const node of grid.querySelectorAll("[data-at]")) node.tabIndex = -1;
    const next = grid.querySelector(`[data-at="${place.join(" ")}"]`);
    next.tabIndex = 0;
    next.focus();
  });
  const modes = Object.entries(MODES).map(([key, label]) =>
    button(label, () => turnTo(key), label, { "aria-pressed": String(key === mode), "data-key": `mode ${key}` }),
  );
  const hints = {
    boxes: say("Tap once for a black box, twice for a cross, a third time to clear it."),
    final: say("Tap the numbers of your final bets: up to three of each colour."),
    cards: say("Tap your own cards, as they were turned at the end."),
  };
  $("pad").replaceChildren(
    h("div", { class: "bar modes", role: "group", "aria-label": say("What a tap means") }, modes),
    grid,
    h("p", { class: "hint" }, hints[mode]),
  );
}

function turnTo(key) {
  mode = key;
  draw();
}

// The rows.

const SIGN = "●";

function cells(number) {
  const filled = sheet.filled[number - 1];
  return sheet.colours.map((name) => {
    const dice = SIGN.repeat(filled?.dice.filter((one) => one === name).length ?? 0);
    const off = filled?.laid_off?.[0] === name ? `↓${filled.laid_off[1]}` : "";
    return h("td", {}, dice, off && h("small", {}, off));
  });
}

const spanOf = ({ range, wrong: missed }) => {
  if (!range) return "";
  const span = range[0] === range[1] ? String(range[0]) : `${range[0]}–${range[1]}`;
  return missed ? say("not {range}", { range: span }) : span;
};

function drawRows() {
  const known = sheet.filled.length;
  const rows = Array.from({ length: sheet.rows }, (_, at) => {
    const number = at + 1;
    const open = number <= known + 1;
    const label = open
      ? button(say("Row {row}", { row: number }), () => openRow(number), String(number), { "data-key": `row ${number}` })
      : String(number);
    const line = h(
      "tr",
      { class: number === row ? "now" : "" },
      h("th", { scope: "row" }, label),
      cells(number),
      h("td", {}, sheet.filled[at] ? spanOf(sheet.filled[at]) : ""),
    );
    if (open)
      line.addEventListener("click", (event) => {
        if (!event.target.closest("button")) openRow(number);
      });
    return line;
  });
  const ends = [
    ["final", say("bets"), (name) => sheet.final[name].join(" ")],
    ["cards", say("cards"), (name) => sheet.cards[name] ?? ""],
  ].map(([key, label, of]) =>
    h("tr", {}, h("th", { scope: "row" }, label), sheet.colours.map((name) => h("td", {}, of(name))), h("td", {})),
  );
  const heads = sheet.colours.map((name) =>
    h("th", { scope: "col" }, h("div", { class: `head c-${name}` }, COLOURS[name])),
  );
  $("rows").replaceChildren(
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("td", {}), heads, h("td", {}, say("range")))),
      h("tbody", {}, rows, ends),
    ),
  );
}

function openRow(number) {
  row = number;
  const filled = sheet.filled[number - 1];
  draft = filled ? [...filled.dice] : [];
  step = !filled ? "dice" : "range";
  from = null;
  wrong = filled?.wrong ?? false;
  colour = filled?.laid_off?.[0] ?? null;
  draw();
  $("editor").querySelector(".steps [aria-pressed=true]")?.focus({ preventScroll: true });
}

function closeRow() {
  const key = `row ${row}`;
  row = 0;
  draw();
  document.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
}

function addDie(name) {
  if (draft.length >= DICE) draft = [];
  draft.push(name);
  if (draft.length < DICE) {
    draw();
    return;
  }
  const filled = sheet.filled[row - 1] ?? { dice: [], range: null, wrong: false, laid_off: null };
  sheet.filled[row - 1] = { ...filled, dice: [...draft] };
  if (!filled.range) step = "range";
  put("dice", row);
}

function tapNumber(number) {
  if (from === null && !wrong) {
    from = number;
    draw();
    return;
  }
  const range = wrong ? [number, number] : sorted([from, number]);
  from = null;
  Object.assign(sheet.filled[row - 1], { range, wrong });
  put("range", row);
}

function layOff(number) {
  sheet.filled[row - 1].laid_off = number === null ? null : [colour, number];
  put("laid off", row);
}

function clearRow() {
  const gone = row;
  sheet.filled.length = gone - 1;
  for (const kind of ["laid off", "range", "dice"]) waiting.set(`${kind} ${gone}`, "");
  store();
  closeRow();
  send();
}

const STEPS = {
  dice: () => [
    h(
      "div",
      { class: "thrown" },
      draft.map((name, at) =>
        button(
          say("{colour} off again", { colour: COLOURS[name] }),
          () => {
            draft.splice(at, 1);
            draw();
          },
          COLOURS[name],
          { class: `c-${name}` },
        ),
      ),
      draft.length < DICE && h("span", {}, sayCount("{count} die is missing.", "{count} dice are missing.", DICE - draft.length)),
    ),
    choices(
      "dice",
      sheet.colours.length,
      sheet.colours.map((name) =>
        button(say("die {colour}", { colour: COLOURS[name] }), () => addDie(name), COLOURS[name], {
          class: `c-${name}`,
          "data-key": `die ${name}`,
        }),
      ),
    ),
  ],
  range() {
    const { range } = sheet.filled[row - 1];
    const inside = (n) => from === null && range && n >= range[0] && n <= range[1];
    const end = (n) => n === from || (from === null && range?.includes(n));
    const label = (n) => {
      if (wrong) return say("not {number}", { number: n });
      return from === null ? say("from {number}", { number: n }) : say("to {number}", { number: n });
    };
    const numbers = Array.from({ length: SUMS + 1 }, (_, n) =>
      button(label(n), () => tapNumber(n), String(n), {
        class: end(n) ? "end" : inside(n) ? "inside" : "",
        "data-key": `sum ${n}`,
      }),
    );
    const missed = button(
      say("It was not this number"),
      () => {
        wrong = !wrong;
        from = null;
        draw();
      },
      say("not"),
      { class: "wide", "aria-pressed": String(wrong), "data-key": "not" },
    );
    return [choices("numbers", NUMBERS.length, numbers, missed)];
  },
  "laid off"() {
    const off = sheet.filled[row - 1].laid_off;
    return [
      choices(
        "dice",
        sheet.colours.length,
        sheet.colours.map((name) =>
          button(
            say("lay off {colour}", { colour: COLOURS[name] }),
            () => {
              colour = name;
              draw();
            },
            COLOURS[name],
            { class: `c-${name}`, "aria-pressed": String(name === colour), "data-key": `off ${name}` },
          ),
        ),
      ),
      choices(
        "numbers",
        NUMBERS.length,
        NUMBERS.map((n) =>
          button(say("number {number}", { number: n }), () => layOff(n), String(n), {
            disabled: colour === null,
            class: off?.[0] === colour && off?.[1] === n ? "end" : "",
            "data-key": `off ${n}`,
          }),
        ),
        off && button(say("No card laid off"), () => layOff(null), say("none"), { class: "wide" }),
      ),
    ];
  },
};

const STEP_NAMES = { dice: say("Dice"), range: say("Range"), "laid off": say("Laid off") };

// In the numbers and dice that are filled in, arrow keys go from one to the next.
function goBy(event, columns) {
  const by = KEYS[event.key];
  const all = [...event.currentTarget.querySelectorAll("button:not([disabled])")];
  const next = by && all[all.indexOf(document.activeElement) + by[0] + by[1] * columns];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const choices = (kind, columns, ...buttons) => {
  const group = h("div", { class: kind }, ...buttons);
  group.addEventListener("keydown", (event) => goBy(event, columns));
  return group;
};

function drawEditor() {
  $("editor").hidden = !row;
  if (!row) return;
  const filled = sheet.filled[row - 1];
  if (!filled) step = "dice";
  const shows = {
    dice: draft.map((name) => COLOURS[name].slice(0, 3)).join(" ") || "…",
    range: (filled && spanOf(filled)) || "…",
    "laid off": filled?.laid_off ? card(...filled.laid_off) : "–",
  };
  const steps = Object.entries(STEP_NAMES).map(([key, label]) =>
    button(
      label,
      () => {
        step = key;
        from = null;
        draw();
      },
      [label, h("small", {}, shows[key])],
      { "aria-pressed": String(key === step), disabled: key !== "dice" && !filled, "data-key": `step ${key}` },
    ),
  );
  const last = row === sheet.filled.length;
  const next = filled && row < sheet.rows;
  $("editor").replaceChildren(
    h(
      "div",
      { class: "title" },
      h("h2", {}, say("Row {row}", { row })),
      last && button(say("Clear this row"), clearRow),
      button(say("Close"), closeRow, "✕"),
    ),
    h("div", { class: "bar steps", role: "group", "aria-label": say("What is filled in") }, steps),
    ...STEPS[step](),
    ...(next && filled.range
      ? [h("div", { class: "bar" }, button(say("Next row"), () => openRow(row + 1), say("Next row"), { class: "main" }))]
      : []),
  );
}

// Questions.

function drawQuestions() {
  $("ask").replaceChildren(
    h(
      "div",
      { class: "bar" },
      button(say("Check"), () => question(say("Check"), "check"), say("Check"), { "data-key": "check" }),
      button(say("Hint"), () => question(say("Hint"), "hint"), say("Hint"), { "data-key": "hint" }),
      h("a", { class: "button", href: `${base}/review` }, say("How it went")),
    ),
  );
}

// A line of a terminal, which has columns; a page has none.
const tellLine = (line) =>
  h("p", { class: line.startsWith(" ") ? "under" : "" }, line.trim().replace(/ +/g, " "));

async function question(title, path, more = "") {
  if (waiting.size) await send();
  let answer;
  try {
    answer = await ask(more ? `${path}?${path === "check" ? more : `more=${more}`}` : path);
  } catch {
    lost(true);
    return;
  }
  const next = answer.more && path === "check" ? say("Which?") : say("More");
  $("told").replaceChildren(
    h("h2", { id: "told-title" }, title),
    h("div", { class: "lines", tabindex: 0 }, (answer.told ?? [answer.problem]).map(tellLine)),
    h(
      "div",
      { class: "bar" },
      answer.more && button(next, () => question(title, path, answer.more)),
      button(say("Close"), () => $("told").close(), say("Close"), { class: "main", autofocus: true }),
    ),
  );
  if (!$("told").open) $("told").showModal();
}

function draw() {
  if (!sheet) return;
  const focused = document.activeElement?.dataset;
  const held = focused?.at ? `[data-at="${focused.at}"]` : focused?.key ? `[data-key="${focused.key}"]` : "";
  drawPad();
  drawRows();
  drawEditor();
  drawQuestions();
  if (held) document.querySelector(held)?.focus({ preventScroll: true });
  if (!$("pad").contains(document.activeElement)) document.querySelector("#rows tr.now")?.scrollIntoView({ block: "nearest" });
}

for (const name of ["online", "pageshow"]) window.addEventListener(name, load);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) load();
});
