// A seat's talk with the server: the state that it may know, and one line for what is tapped.

import { askFirst, h, last, note } from "./pieces.js";
import { say, sayAll } from "./words.js";

export const page = document.body.dataset; // seat, game, whether it is one player's own log, and the lines there are
export const alone = page.alone === "yes"; // then this phone enters for everybody
export const me = () => page.seat;

export let state = null; // the last answer of /api/state
let newest = 0; // the highest version heard of
let draw = () => {}; // shows the state

// What is tapped and not sent yet, by what it is for, and lines that could not be sent: kept whatever others enter
// meanwhile, and when the page is loaded again.
const stored = (name, empty) => JSON.parse(sessionStorage.getItem(`${name} ${me()}`) ?? empty);
export const drafts = stored("drafts", "{}");
export const outbox = stored("outbox", "[]");
export let sent = []; // lines that the server has and this page does not show yet

function store() {
  sessionStorage.setItem(`drafts ${me()}`, JSON.stringify(drafts));
  sessionStorage.setItem(`outbox ${me()}`, JSON.stringify(outbox));
}

export function keep(key, value) {
  if (value == null) delete drafts[key];
  else drafts[key] = value;
  store();
  draw();
}

const PATIENCE = 8000; // milliseconds
const AGAIN = 3000; // until a line is sent again that the table could not save
const SILENCE = 45000; // without even a sign of life: three of them are missing

export async function ask(path, body) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  const headers = { "content-type": "application/json" };
  const posted = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
  try {
    const answer = await fetch(path, { ...posted, signal: stop.signal });
    const kind = answer.headers.get("content-type") ?? "";
    return [answer.status, kind.startsWith("application/json") ? await answer.json() : await answer.text()];
  } finally {
    clearTimeout(timer);
  }
}

export const problem = (answer) =>
  answer?.errors?.map((error) => `${error.problem} ${error.hint ?? ""}`).join(" ") ??
  answer?.problem ??
  say("That did not work.");

// A request beside the lines; null if it did not get through.
export async function request(path, body) {
  const answered = await ask(path, body).catch(() => null);
  if (!answered) connected(false);
  else if (answered[0] < 300 && answered[1].version) newest = Math.max(newest, answered[1].version);
  await refresh();
  return answered;
}

// A line is meant for what this phone shows now. `key` is the draft it was made of; if the line is refused because it
// says too little, `otherwise` is the draft to go on with. `place` says where it belongs, if not at the end of the log,
// and for whom it is.
export function send(line, key = "", otherwise = null, place = {}) {
  outbox.push({ line, version: state.version, otherwise, place: { game: state.game, ...place } });
  keep(key, null);
  return deliver();
}

export let delivering = false;
async function deliver() {
  if (delivering || !outbox.length) return;
  delivering = true;
  let reached = true;
  while (outbox.length) {
    const { line, version, place } = outbox[0];
    const answered = await ask("/api/lines", { line, version, ...place }).catch(() => null);
    reached = Boolean(answered);
    if (!reached) break; // it goes out when there is a connection
    if (answered[0] === 507) {
      note(say("{problem} Your line is kept here, and sent again.", { problem: problem(answered[1]) }), true);
      setTimeout(deliver, AGAIN);
      break;
    }
    settle(outbox.shift(), ...answered);
    store();
  }
  delivering = false;
  if (!reached) connected(false);
  await refresh();
}

function settle(entered, status, answer) {
  const { line, otherwise } = entered;
  if (status === 200) {
    newest = Math.max(newest, answer.version);
    sent.push({ line, version: answer.version });
    note(answer.version === entered.version ? say("Entered. It stays secret until it is everybody's.") : answer.said);
  } else if (status === 202) note(say("The others are asked."));
  else if (status === 422 && otherwise) drafts[otherwise.key] = otherwise.value;
  else if (status === 409 && answer.needs) askOthers("/api/lines", { ...entered.place, line }, answer);
  else if (status === 409) note(say("Somebody else was quicker: it is entered already. Look again."));
  else note(problem(answer), true);
}

// What would take away what others entered waits until they agree; in a log of one's own nobody else is asked.
function askOthers(path, body, { falls, needs }) {
  const whom = sayAll(needs);
  const gone = falls.map(({ by, text }) => h("li", {}, by ? say("{text} ({player})", { text, player: by }) : text));
  const agree = async () => {
    const answered = await request(path, { ...body, version: state.version, ask: true });
    if (!answered) return;
    const [status, answer] = answered;
    const said = status === 202 ? say("The others are asked.") : status === 200 ? answer.said : problem(answer);
    note(said, status > 202);
  };
  askFirst(
    needs.length ? say("{players} must agree", { players: whom }) : say("Put right all the same?"),
    needs.length ? say("Ask {players}", { players: whom }) : say("Put right"),
    agree,
    h("p", {}, gone.length ? say("Then this cannot be true any more, and goes:") : say("All have heard it otherwise.")),
    gone.length > 0 && h("ul", { tabindex: 0 }, gone),
  );
}

// My own last entry, and what it was: it says which, and asks.
export function takeBack(onTaken) {
  const undo = state.undo ?? (alone ? { text: say("Take back the last change?") } : null);
  if (!undo) {
    note(say("There is nothing of yours to take back."));
    return;
  }
  askFirst(undo.text, say("Take back"), async () => {
    const answered = await request("/api/undo", { id: undo.id, version: state.version });
    if (!answered) return;
    const [status, answer] = answered;
    if (status === 200) onTaken(answer.took);
    if (status === 409 && answer.needs) askOthers("/api/undo", { id: undo.id }, answer);
    else note(status === 200 ? say("Taken back.") : problem(answer), status !== 200);
  });
}

let asking = null;
async function refresh() {
  asking ??= ask("/api/state").finally(() => {
    asking = null;
  });
  let status, answer;
  try {
    [status, answer] = await asking;
  } catch {
    connected(false);
    return;
  }
  if (status === 401) leave(answer.problem ?? answer);
  if (status !== 200) return;
  noticeGame(answer.game);
  state = { ...answer, table: { ...answer.sheet, ...answer.table } }; // what both have is sent once, in the sheet
  sent = sent.filter(({ version }) => version > state.version);
  draw();
  if (answer.version < newest) await refresh(); // something happened while this was on its way
}

// After "Play again", or when the laptop says so, there is another log, and the page begins with it, too.
let game = stored("game", "0"); // whose drafts these are
function noticeGame(now) {
  const before = game;
  game = now;
  sessionStorage.setItem(`game ${me()}`, game);
  if (!before || before === now) return;
  for (const name of ["drafts", "outbox"]) sessionStorage.removeItem(`${name} ${me()}`);
  location.assign("/");
}

function leave(sentence) {
  events?.close();
  const table = localStorage.getItem("table");
  const back = table && h("a", { class: "button main", href: table }, say("To the seats"));
  document.body.className = "join";
  document.body.replaceChildren(h("main", {}, h("h1", {}, say("You are not at the table")), h("p", {}, sentence), back));
}

function connected(yes) {
  if (document.getElementById("lost")) document.getElementById("lost").hidden = yes;
  if (yes) deliver();
}

// A browser takes up a lost connection by itself, but not after an answer it did not like, nor one that just fell silent.
let events = null;
let heard = 0;
function listen() {
  events?.close();
  events = new EventSource("/api/events");
  heard = Date.now();
  events.addEventListener("open", () => connected(true));
  events.addEventListener("ping", () => {
    heard = Date.now();
  });
  events.addEventListener("version", (event) => {
    heard = Date.now();
    newest = Math.max(newest, Number(event.data));
    if (newest !== state?.version) refresh();
  });
  events.addEventListener("error", () => {
    connected(false);
    if (events.readyState === EventSource.CLOSED)
      setTimeout(() => {
        refresh().then(listen);
      }, 1000);
  });
}

export function stayInTouch(drawing) {
  draw = drawing;
  listen();
  refresh();
  setInterval(() => {
    if (Date.now() - heard > SILENCE) {
      connected(false);
      listen();
    }
  }, 5000);
  window.addEventListener("offline", () => connected(false));
  for (const name of ["online", "pageshow"])
    window.addEventListener(name, () => {
      listen();
      refresh();
    });
}

// The last line on its way that is one of these.
export const onItsWay = (...lines) => last([...sent, ...outbox].filter(({ line }) => lines.includes(line)))?.line;
// For the board: what it may show, in the place of a seat's state.
export function show(answer) {
  state = answer;
}
