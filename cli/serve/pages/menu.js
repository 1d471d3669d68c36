// Whatever the pad has no button of its own for: what was entered, every line there is, somebody who is absent, the
// language, and the way out.

import { leaveSeat, showEntries } from "./entries.js";
import { plainly } from "./help.js";
import { alone, ask, keep, page, send, state } from "./page.js";
import { askFirst, button, close, grid, h, open, row, soft } from "./pieces.js";
import { say, sayLanguage } from "./words.js";

const heading = (text) => h("h2", {}, text);

export function showMenu(game) {
  const box = open(say("More"));
  const away = (act) => () => {
    close(box);
    act();
  };
  const choice = (label, act, text = label) => button(label, away(act), text);
  const verbs = () =>
    listVerbs().map((verb) => button(verb.name, () => writeLine(box, verb, `${verb.name} `, {}, list), named(verb)));
  const list = () =>
    box.replaceChildren(
      heading(say("More")),
      h(
        "div",
        { class: "verbs" },
        !alone && choice(say("Entered"), () => showEntries(), say("What was entered, to put it right")),
        choice(say("Log"), showLog, say("All lines so far")),
        ...absent(game.tasks()).map((player) => choice(say("Enter for {player}", { player }), () => askFor(player), enterFor(player))),
        ...languages(),
        h("a", { class: "button", href: "/help", target: "_blank" }, say("A phone does not get through?")),
        !alone && h("a", { class: "button", href: "/board", target: "_blank" }, say("The table for a shared screen")),
        choice(say("Leave"), leaveSeat, say("Not you? Leave this seat")),
        h("h3", {}, say("Enter something else")),
        verbs(),
      ),
      row(button(say("Close"), () => close(box), null, "main")),
    );
  list();
}

const named = (verb) => [h("b", {}, verb.name), h("small", {}, plainly(verb.means))];

// What is awaited from somebody whose phone is not here can be entered by another; what is secret only when the laptop
// has said that they are away.
const enterFor = (player) => say("Enter it for {player}, who is absent", { player });
const absent = (tasks) =>
  alone
    ? []
    : tasks
        .flatMap((task) => (task.awaited ?? []).filter((one) => !task.secret || state.away?.includes(one)))
        .filter((player, place, players) => player !== page.seat && players.indexOf(player) === place);

const askFor = (player) =>
  askFirst(say("Enter what {player} does? Everybody can see that it was you.", { player }), say("Enter for {player}", { player }), () =>
    keep("for", player),
  );

function languages() {
  const known = JSON.parse(page.languages ?? "[]");
  if (known.length < 2) return [];
  const choose = (code) => {
    document.cookie = `lang=${code}; path=/; max-age=31536000; samesite=strict`;
    location.reload();
  };
  const options = known.map((code) =>
    h("option", { value: code, selected: code === document.documentElement.lang }, sayLanguage(code)),
  );
  const select = h("select", { "aria-label": say("Language") }, options);
  select.addEventListener("change", () => choose(select.value));
  return [select];
}

// What was entered so far, as this seat knows it. In a log of one's own reasons name these lines by their numbers, and a
// tap on a line corrects it.
const SETTLED = ["game", "players", "me"];

export async function showLog() {
  const [, text] = await ask("/api/log").catch(() => [0, say("No connection.")]);
  const rows = text.trimEnd().split("\n");
  const log = h("ol", { class: "log", tabindex: 0 });
  const box = open(say("Log"));
  const list = () => {
    box.replaceChildren(
      heading(say("Your log")),
      soft(
        alone
          ? say("Tap a line to correct it, or to put one before it that was forgotten.")
          : say("What you saw and heard."),
      ),
      log,
      row(button(say("Close"), () => close(box), null, "main")),
    );
    log.scrollTop = log.scrollHeight;
  };
  const entry = (line, i) =>
    alone && /^[a-z]/.test(line) && !SETTLED.includes(line.split(" ")[0])
      ? button(say("line {number}", { number: i + 1 }), () => changeLine(box, i + 1, line, list), line)
      : line;
  log.append(...rows.map((line, i) => h("li", {}, entry(line, i))));
  list();
}

function changeLine(box, number, line, back) {
  const verbs = JSON.parse(page.lines);
  const verb = verbs.find(({ name }) => name === line.split(" ")[0]);
  const change = () => changeLine(box, number, line, back);
  const choice = (label, act, text, style) => button(label, act, text, style);
  const takeOut = () => {
    close(box);
    send("", "", null, { instead: number });
  };
  const correct = () => writeLine(box, verb, line, { instead: number }, change);
  box.replaceChildren(
    heading(say("Line {number}", { number })),
    h("p", { class: "bid" }, line),
    h(
      "div",
      { class: "verbs" },
      verb && choice(say("Correct it"), correct, null, "main"),
      choice(say("Put a line before it"), () => chooseVerb(box, { before: number }, change), null),
      choice(say("Take it out"), takeOut, null),
      choice(say("Back"), back, null, "quiet"),
    ),
  );
}

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
  const choose = () => chooseVerb(box, place, back);
  box.replaceChildren(
    heading(say("What comes before line {number}?", { number: place.before })),
    h(
      "div",
      { class: "verbs" },
      listVerbs().map((verb) =>
        button(verb.name, () => writeLine(box, verb, `${verb.name} `, place, choose), named(verb)),
      ),
    ),
    row(button(say("Back"), back, null), button(say("Close"), () => close(box), null, "main")),
  );
}

// A line in words, for an entry that is put right and has no buttons.
export function rewrite(entry) {
  const verb = JSON.parse(page.lines).find(({ name }) => name === entry.kind);
  const box = open(say("Put right"));
  if (verb) writeLine(box, verb, entry.line, { instead: entry.id }, () => close(box));
}

function writeLine(box, verb, text, place, back) {
  const line = h("input", {
    "aria-label": say("Line"),
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
    close(box);
    send(line.value.trim(), "", null, place);
  };
  box.replaceChildren(
    h("h2", {}, verb.name, h("small", {}, ` ${plainly(verb.means)}`)),
    h("p", { class: "soft form-of" }, verb.form),
    line,
    h(
      "div",
      { class: "keys" },
      row(verb.words.map((word) => button(say("word {word}", { word }), () => put(` ${word} `), word))),
      grid(
        6,
        ..."0123456789-:x,.?".split("").map((sign) => button(say("sign {sign}", { sign }), () => put(sign), sign)),
        button(say("Space"), () => put(" "), "␣"),
        button(say("Delete"), shorten, "⌫"),
      ),
    ),
    row(button(say("Back"), back, null), button(say("Send"), finish, null, "main")),
  );
}
