// A seat and the server: the state that this seat may know, and one line for what is tapped.

import { h, say } from "./nodes.js";

export const page = document.body.dataset; // seat, game, whether it is one player's own log, and the lines there are
export const alone = page.alone === "yes"; // then this phone enters for everybody
export const me = () => page.seat;

export let state = null; // the last answer of /api/state
let newest = 0; // the highest version heard of
let draw = () => {}; // shows the state

// What is tapped and not sent yet, by what it is for, and lines that could not be sent: kept whatever others enter
// meanwhile, and when the page is loaded again.
export const drafts = JSON.parse(sessionStorage.getItem(`drafts ${me()}`) ?? "{}");
export let sent = []; // lines that the server has and this page does not show yet
export const outbox = JSON.parse(sessionStorage.getItem(`outbox ${me()}`) ?? "[]");

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
const SILENCE = 45000; // without even a sign of life: three of them are missing

export async function ask(path, body) {
  const headers = { "content-type": "application/json" };
  const posted = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
  const answer = await fetch(path, { ...posted, signal: AbortSignal.timeout(PATIENCE) });
  const kind = answer.headers.get("content-type") ?? "";
  return [answer.status, kind.startsWith("application/json") ? await answer.json() : await answer.text()];
}

export const problem = (answer) =>
  answer?.errors?.map((error) => `${error.problem} ${error.hint ?? ""}`).join(" ") ??
  answer?.problem ??
  "That did not work.";

// A line is meant for what this phone shows now. `key` is the draft it was made of; if the line is refused because it
// says too little, `otherwise` is the draft to go on with.
export function send(line, key = "", otherwise = null) {
  outbox.push({ line, version: state.version, otherwise });
  keep(key, null);
  return deliver();
}

export let delivering = false;
async function deliver() {
  if (delivering || !outbox.length) return;
  delivering = true;
  while (outbox.length) {
    const { line, version } = outbox[0];
    const answered = await ask("/api/lines", { line, version }).catch(() => null);
    if (!answered) break; // it goes out when there is a connection
    settle(outbox.shift(), ...answered);
    store();
  }
  delivering = false;
  if (outbox.length) connected(false);
  await refresh();
}

function settle({ line, otherwise }, status, answer) {
  if (status === 200) {
    newest = Math.max(newest, answer.version);
    sent.push({ line, version: answer.version });
    say(answer.version === state.version ? "Entered. It stays secret until it is everybody's." : answer.said);
  } else if (status === 422 && otherwise) drafts[otherwise.key] = otherwise.value;
  else if (status === 409) say("Somebody else was quicker: it is entered already. Look again.", true);
  else say(problem(answer), true);
}

export async function takeBack() {
  const answered = await ask("/api/undo", { version: state.version }).catch(() => null);
  if (!answered) {
    connected(false);
    return;
  }
  const [status, answer] = answered;
  say(status === 200 ? "Taken back." : problem(answer), status !== 200);
  await refresh();
}

let asking = null;
export async function refresh() {
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
  if (status === 401) leave(answer);
  if (status !== 200) return;
  state = answer;
  sent = sent.filter(({ version }) => version > state.version);
  draw();
  if (answer.version < newest) await refresh(); // something happened while this was on its way
}

function leave(sentence) {
  events?.close();
  document.body.replaceChildren(h("main", {}, h("h1", {}, "No seat"), h("p", {}, sentence)));
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
