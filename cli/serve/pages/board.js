// The table on a shared screen: nothing here that any seat may not see.

import { announce, justNow } from "./news.js";
import { show, state } from "./page.js";
import { turnedHands } from "./phone.js";
import { h } from "./pieces.js";
import { say, sayAll, sayCount } from "./words.js";

const $ = (id) => document.getElementById(id);
const path = location.pathname;
const code = path.split("/")[2]; // only whoever has the link's code is shown it
let game = null; // how this game is drawn, once its own module is here
let known = -1;

const NOTHING = { sheet: {}, entries: [], players: [], aid: "pad" };

async function look() {
  const answer = await fetch(`${path}/state`).catch(() => null);
  $("lost").hidden = Boolean(answer?.ok);
  if (!answer?.ok) return;
  const told = await answer.json();
  known = told.version;
  show({ ...NOTHING, ...told, players: told.players.map(({ name }) => name), seats: told.players, prompt: { title: told.prompt, over: told.over, awaited: [] } });
  draw();
}

function draw() {
  const drawn = game && state.table;
  const hands = turnedHands(drawn && game);
  const won = drawn && hands === Infinity ? game.won() : "";
  const turn = won || (state.waiting.length ? say("Waiting for {players}", { players: sayAll(state.waiting) }) : state.prompt.title);
  $("top").replaceChildren(h("h1", { class: "turn" }, turn), ...(drawn ? game.top() : []));
  $("table").replaceChildren(...(drawn ? [game.openHands?.(), ...game.table()].filter(Boolean) : [h("p", {}, state.prompt.title)]), clashes());
  $("door").replaceChildren(...(code ? door() : []));
  $("here").replaceChildren(h("h2", {}, say("At the table")), h("ul", { class: "seats-here" }, state.seats.map(seat)));
  $("near").replaceChildren(...justNow(hands));
  document.title = turn;
  document.body.dataset.version = state.version;
  announce(hands);
}

const seat = ({ name, here, away }) =>
  h("li", { class: here ? "here" : "" }, away ? say("{player} is away", { player: name }) : name);

const clashes = () =>
  state.clashes
    ? h("p", { class: "notice bad" }, sayCount("{count} thing does not go together: look at your phones.", "{count} things do not go together: look at your phones.", state.clashes))
    : "";

const door = () => [
  h("img", { src: `${path}/qr.svg`, alt: say("The code to scan, to sit down at this table") }),
  h("p", {}, state.link),
];

function listen() {
  const events = new EventSource(`${path}/events`);
  events.addEventListener("open", () => {
    $("lost").hidden = true;
  });
  events.addEventListener("version", (event) => {
    if (Number(event.data) !== known) look();
  });
  events.addEventListener("error", () => {
    $("lost").hidden = false;
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  });
}

window.addEventListener("drawn", (event) => {
  game = event.detail;
  if (state) draw();
});
listen();
look();
