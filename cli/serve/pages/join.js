// The page to sit down at. As long as the table has no game, the first phone sets it up.

import { button, h, note, row, soft } from "./pieces.js";
import { say } from "./words.js";

const AGAIN = 1500; // milliseconds until the seats are looked at again
const PATIENCE = 8000;

async function ask(path, body) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  const headers = { "content-type": "application/json" };
  const posted = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
  try {
    const answer = await fetch(path, { ...posted, signal: stop.signal });
    const json = (answer.headers.get("content-type") ?? "").startsWith("application/json");
    return [answer.status, json ? await answer.json() : { problem: await answer.text() }];
  } catch {
    return [0, { problem: say("No connection. Try again.") }];
  } finally {
    clearTimeout(timer);
  }
}

const problem = (answer) => answer.errors?.map((error) => `${error.problem} ${error.hint ?? ""}`).join(" ") ?? answer.problem;

// The seats, as they fill.

async function sitDown(seat) {
  const [status, answer] = await ask(location.pathname, { player: seat });
  if (status === 200) {
    localStorage.setItem("table", location.pathname);
    location.assign("/");
  } else note(problem(answer), true);
}

const listen = (node) => node.addEventListener("click", () => sitDown(node.dataset.seat));
const seatButton = ({ name, taken }) => {
  const node = h("button", { type: "button", "data-seat": name, disabled: taken }, name, taken && [" ", h("small", {}, say("taken"))]);
  listen(node);
  return node;
};

let known = "";
async function look() {
  const [status, answer] = await ask(`${location.pathname}/state`);
  if (status === 200 && answer.yours) location.replace("/"); // this phone sits here already
  else if (status === 200 && !answer.game) await setUp();
  else if (status === 200 && !choosing && known !== JSON.stringify(answer.seats)) {
    known = JSON.stringify(answer.seats);
    document.querySelector(".seats").replaceChildren(...answer.seats.map(seatButton));
  } else if (status === 200 && choosing) location.reload(); // another phone has set it up
  setTimeout(look, AGAIN);
}

// Setting up: which game, who plays and in which order, how, and how much help there is.

let choosing = null;
const chosen = { game: null, players: ["", ""], lines: {}, aid: null };

async function setUp() {
  if (choosing) return;
  const [status, answer] = await ask(`${location.pathname}/setup`);
  if (status !== 200) return;
  choosing = answer;
  chosen.game = answer.games[0].name;
  chosen.aid = answer.aids[0].name;
  document.querySelector("h1").textContent = say("Set up the table");
  drawSetUp();
}

const pick = (label, isOn, act, ...children) =>
  button(label, act, children.length ? children : null, isOn ? "on" : "", { "aria-pressed": String(isOn) });
const again = (change) => () => {
  change();
  drawSetUp();
};

function drawSetUp() {
  const game = choosing.games.find((one) => one.name === chosen.game);
  const focused = document.activeElement?.getAttribute("aria-label");
  document.getElementById("door").replaceChildren(
    h("h2", {}, say("Which game?")),
    row(
      choosing.games.map((one) =>
        pick(one.title, one === game, again(() => {
          chosen.game = one.name;
          chosen.lines = {};
        })),
      ),
    ),
    h("h2", {}, say("Who plays?")),
    soft(game.seating),
    h("div", { class: "players" }, chosen.players.map((_, place) => playerRow(place, game))),
    row(chosen.players.length < game.most && button(say("One more player"), again(() => chosen.players.push("")), null, "quiet")),
    ...game.options.flatMap(optionRow),
    h("h2", {}, say("How much help?")),
    h(
      "div",
      { class: "verbs" },
      choosing.aids.map((aid) =>
        pick(aid.title, aid.name === chosen.aid, again(() => {
          chosen.aid = aid.name;
        }), h("b", {}, aid.title), h("small", {}, aid.means)),
      ),
    ),
    row(button(say("Begin"), begin, null, "main")),
  );
  if (focused) document.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
}

function playerRow(place, game) {
  const label = say("Player {number}", { number: place + 1 });
  const input = h("input", { "aria-label": label, value: chosen.players[place], placeholder: label, maxlength: 40, autocomplete: "off" });
  input.addEventListener("input", () => {
    chosen.players[place] = input.value;
  });
  const up = again(() => chosen.players.splice(place - 1, 2, chosen.players[place], chosen.players[place - 1]));
  const out = again(() => chosen.players.splice(place, 1));
  return h(
    "div",
    { class: "player" },
    input,
    button(say("Player {number} up", { number: place + 1 }), up, "▲", "quiet", { disabled: place === 0 }),
    button(say("Player {number} out", { number: place + 1 }), out, "✕", "quiet", { disabled: chosen.players.length <= game.fewest }),
  );
}

function optionRow(option) {
  const now = chosen.lines[option.key];
  const choose = (line) =>
    again(() => {
      chosen.lines[option.key] = line;
    });
  const input = option.typed && h("input", { "aria-label": option.text, placeholder: option.typed, value: now ?? "" });
  if (input)
    input.addEventListener("input", () => {
      chosen.lines[option.key] = input.value;
    });
  return [
    h("h2", {}, option.text),
    row(option.choices.map((one) => pick(one.text, (now ?? option.choices[0].line) === one.line, choose(one.line)))),
    ...(input ? [input] : []),
  ];
}

async function begin() {
  const players = chosen.players.map((name) => name.trim()).filter(Boolean);
  const lines = Object.values(chosen.lines).filter(Boolean);
  const [status, answer] = await ask(`${location.pathname}/setup`, { game: chosen.game, players, lines, aid: chosen.aid });
  if (status === 200 || status === 409) location.reload();
  else note(problem(answer), true);
}

for (const seat of document.querySelectorAll("[data-seat]")) listen(seat);
look();
