// Help as far as the table allows it, and every line that the pad has no button of its own for.

import {
  all,
  alone,
  ask,
  button,
  grid,
  h,
  keep,
  outbox,
  page,
  percent,
  problem,
  row,
  say,
  send,
  sent,
  soft,
  state,
  takeBack,
} from "./page.js";

let curious = false; // the next box that is tapped is asked about

const LEVELS = ["pad", "check", "hints", "full"];
const allows = (level) => LEVELS.indexOf(state.aid) >= LEVELS.indexOf(level);

export function drawHelp(draw, game) {
  const toggle = () => {
    curious = !curious;
    draw();
    if (curious) say("Tap what you want to know about.");
  };
  return [
    button("Take back", takeBack),
    allows("hints") &&
      game.claims &&
      button("Why", toggle, "Why", curious ? "on" : "", { "aria-pressed": String(curious) }),
    allows("hints") && game.hints && button("Hint", () => show("Hint", "/api/hint", "more")),
    allows("check") && button("Check", () => show("Check", "/api/check")),
    allows("full") && !state.prompt.over && button("Advice", () => show("Advice", "/api/advise")),
    button("More", () => compose(), "More…"),
  ].filter(Boolean);
}

const why = (claim) => show("Why", `/api/why?claim=${encodeURIComponent(claim)}`);

// Something on the pad: a tap does what it does, a long one tells why; after `Why`, so does a short one.
export function box(label, claim, tap, style, pressedNow, children, more = {}) {
  const act = (event) => {
    const held = event.currentTarget.dataset.held;
    delete event.currentTarget.dataset.held;
    if (held) return;
    if (!curious) {
      tap();
      return;
    }
    curious = false;
    keep("", null);
    why(claim);
  };
  const long = allows("hints") ? () => why(claim) : null;
  return button(label, act, children, style, {
    "aria-pressed": String(pressedNow),
    "data-k": label,
    ...(long && { long }),
    ...more,
  });
}

// A cross is shown at once, before the server has it.
export function cross(mark, crossed) {
  const waiting = [...sent, ...outbox].findLast(({ line }) => line === `cross ${mark}` || line === `uncross ${mark}`);
  const out = waiting ? waiting.line.startsWith("cross") : crossed;
  return { out, tap: () => send(`${out ? "uncross" : "cross"} ${mark}`) };
}

export async function show(title, path, further = "") {
  let rows;
  let more = null;
  try {
    const [status, answer] = await ask(path);
    rows = status === 200 ? tell(answer) : [problem(answer)];
    const level = Number(new URLSearchParams(path.split("?")[1]).get(further) ?? 0);
    if (status === 200 && further && answer.left && level < 2) more = `${path.split("?")[0]}?${further}=${level + 1}`;
  } catch {
    rows = ["No connection. Ask again when this phone is back."];
  }
  const close = () => box.close();
  const box = h(
    "dialog",
    { "aria-label": title },
    h("h2", {}, title),
    h(
      "ul",
      { tabindex: 0 },
      rows.map((sentence) => h("li", {}, sentence)),
    ),
    row(
      more &&
        button("Tell me more", () => {
          close();
          show(title, more, further);
        }),
      button("Close", close, "Close", "main"),
    ),
  );
  open(box);
}

function open(box) {
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

// The answers in sentences: what a player needs first, then the reasons.
function tell(answer) {
  const best = answer.best;
  const wrong = answer.crosses?.filter((one) => !one.justified).map((one) => one.claim) ?? [];
  const rows = [
    answer.verdict && `${answer.claim}: ${answer.verdict}${answer.chance ? `, ${percent(answer.chance)}` : ""}.`,
    answer.consistent === false && "What was entered contradicts itself.",
    answer.crosses?.length &&
      (wrong.length ? `Not justified: ${wrong.join(", ")}.` : "All your crosses are justified."),
    answer.crosses && !answer.crosses.length && answer.consistent && "Nothing contradicts anything else.",
    answer.more != null && `${answer.more} more could be crossed out now.`,
    "left" in answer && tellHint(answer),
    best?.range && `Bet ${best.range.join("–")}, the token of ${best.token}: it hits in ${percent(best.hit)} of cases.`,
    best?.dice?.length && `Leave the dice as ${all(best.dice)}.`,
    best?.colour && `Lay off ${best.colour}.`,
    best?.bid && `Bid ${best.bid.replace("x", " × ")}.`,
    best?.move === "lift" && "Lift.",
    answer.bets &&
      `Final bets: ${Object.entries(answer.bets)
        .map(([colour, bets]) => `${colour} ${bets.join(" ")}`)
        .join(", ")}.`,
    answer.move === "declare" && best && `Declare ${best.numbers.join(" ")}.`,
    answer.move === "wait" && "Do not declare yet.",
    best?.reason ?? answer.reason,
    answer.text,
    ...(answer.steps ?? []),
    ...(answer.claims ?? []).flatMap((one) => [`${one.claim}: ${one.verdict}.`, ...(one.steps ?? [])]),
    ...(answer.notes ?? []),
    ...(answer.missing ?? []),
  ].filter(Boolean);
  return rows.length ? rows : ["Nothing to say just now."];
}

function tellHint(answer) {
  const what = answer.stone ?? [answer.colour, answer.number].filter((part) => part != null).join(" ");
  if (!answer.left) return "There is nothing left to find.";
  if (answer.number != null || answer.stone) return `${what} can be crossed out.`;
  return answer.where ?? `Look at ${what}.`;
}

// What was entered so far, as this seat knows it, by the numbers that reasons name. In a log of one's own a tap on a line
// corrects it; at a table the others rely on what was entered.
const SETTLED = ["game", "players", "me"];

export async function showLog() {
  const [, text] = await ask("/api/log").catch(() => [0, "No connection."]);
  const rows = text.trimEnd().split("\n");
  const log = h("ol", { class: "log", tabindex: 0 });
  const box = h("dialog", { "aria-label": "Log" });
  const list = () => {
    box.replaceChildren(
      h("h2", {}, "Your log"),
      soft(alone ? "Tap a line to correct it, or to put one before it that was forgotten." : "What you saw and heard."),
      log,
      row(button("Close", () => box.close(), "Close", "main")),
    );
  };
  const entry = (line, i) =>
    alone && /^[a-z]/.test(line) && !SETTLED.includes(line.split(" ")[0])
      ? button(`line ${i + 1}`, () => changeLine(box, i + 1, line, list), line)
      : line;
  log.append(...rows.map((line, i) => h("li", {}, entry(line, i))));
  list();
  open(box);
  log.scrollTop = log.scrollHeight;
}

function changeLine(box, number, line, back) {
  const verbs = JSON.parse(page.lines);
  const verb = verbs.find(({ name }) => name === line.split(" ")[0]);
  const change = () => changeLine(box, number, line, back);
  const choice = (name, act, style) => button(name, act, name, style);
  const takeOut = () => {
    box.close();
    send("", "", null, { instead: number });
  };
  box.replaceChildren(
    h("h2", {}, `Line ${number}`),
    h("p", { class: "bid" }, line),
    h(
      "div",
      { class: "verbs" },
      verb && choice("Correct it", () => writeLine(box, verb, line, { instead: number }, change), "main"),
      choice("Put a line before it", () => chooseVerb(box, { before: number }, change)),
      choice("Take it out", takeOut),
      choice("Back", back, "quiet"),
    ),
  );
}

// Any line there is, put together by taps: what the pad itself has no button for.
export function compose() {
  const box = h("dialog", { "aria-label": "More" });
  chooseVerb(box, {});
  open(box);
}

const plainly = (text) => text.replaceAll("`", "");

// What is awaited now comes first.
function listVerbs() {
  const awaited = state.prompt.awaited.map(({ verb }) => verb);
  const [now, later] = [true, false].map((first) =>
    JSON.parse(page.lines).filter(({ name }) => awaited.includes(name) === first),
  );
  return [...now, ...later];
}

// `place` is where in the log the line goes, if not at its end.
function chooseVerb(box, place, back) {
  const close = () => box.close();
  const showAll = () => {
    close();
    showLog();
  };
  const choose = () => chooseVerb(box, place, back);
  box.replaceChildren(
    h("h2", {}, place.before ? `What comes before line ${place.before}?` : "Enter something else"),
    h(
      "div",
      { class: "verbs" },
      listVerbs().map((verb) =>
        button(verb.name, () => writeLine(box, verb, `${verb.name} `, place, choose), [
          h("b", {}, verb.name),
          h("small", {}, plainly(verb.means)),
        ]),
      ),
    ),
    row(
      back ? button("Back", back) : button("Log", showAll, "All lines so far"),
      button("Close", close, "Close", "main"),
    ),
  );
}

function writeLine(box, verb, text, place, back) {
  const line = h("input", {
    "aria-label": "Line",
    value: text,
    autocapitalize: "off",
    autocomplete: "off",
    spellcheck: "false",
  });
  const put = (more) => {
    line.value = (line.value + more).replace(/ {2,}/g, " ");
  };
  const shorten = () => {
    line.value = line.value.replace(/(\p{L}+|.)\s*$/u, ""); // a whole word, or one sign
  };
  const finish = () => {
    box.close();
    send(line.value.trim(), "", null, place);
  };
  box.replaceChildren(
    h("h2", {}, verb.name, h("small", {}, ` ${plainly(verb.means)}`)),
    h("p", { class: "soft form-of" }, verb.form),
    line,
    h(
      "div",
      { class: "keys" },
      row(verb.words.map((word) => button(`word ${word}`, () => put(` ${word} `), word))),
      grid(
        6,
        ..."0123456789-:x,.?".split("").map((sign) => button(`sign ${sign}`, () => put(sign), sign)),
        button("Space", () => put(" "), "␣"),
        button("Delete", shorten, "⌫"),
      ),
    ),
    row(button("Back", back), button("Send", finish, "Send", "main")),
  );
}
