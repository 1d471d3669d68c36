// What pages are made of, and a seat's talk with the server: the state that it may know, one line for what is tapped.
// Whatever comes from the server goes into a page as text, never as markup.

export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "tap") node.addEventListener("click", value);
    else if (name === "long") onLongPress(node, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  const shown = children.flat(2).filter((child) => child != null && child !== false);
  node.append(...shown.map((child) => (child instanceof Node ? child : String(child))));
  return node;
}

export const button = (label, tap, text, style = "", more = {}) =>
  h("button", { type: "button", "aria-label": label, class: style, tap, ...more }, text ?? label);

export const row = (...children) => h("div", { class: "row" }, ...children);
export const grid = (columns, ...children) => h("div", { class: `grid g${columns}` }, ...children);
export const soft = (...children) => h("p", { class: "soft" }, ...children);
export const table = (...rows) => h("table", {}, h("tbody", {}, ...rows));
// Only what is sure is called 0 or 100%.
export const percent = (chance) =>
  chance > 0 && chance < 0.005 ? "<1%" : chance < 1 && chance >= 0.995 ? ">99%" : `${Math.round(chance * 100)}%`;
export const points = (number) => (number == null ? "?" : String(number).replace("-", "−"));
export const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
export const all = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

function onLongPress(node, act) {
  let timer = 0;
  node.addEventListener("pointerdown", () => {
    timer = setTimeout(() => {
      node.dataset.held = "1";
      act();
    }, 550);
  });
  for (const name of ["pointerup", "pointerleave", "pointercancel"])
    node.addEventListener(name, () => clearTimeout(timer));
  node.addEventListener("contextmenu", (event) => event.preventDefault());
}

let fading = 0;
export function say(text, bad = false) {
  const box = document.getElementById("status");
  box.textContent = text;
  box.className = `shown ${bad ? "bad" : ""}`;
  clearTimeout(fading);
  fading = setTimeout(
    () => {
      box.className = "";
    },
    bad ? 6000 : 2500,
  );
}

// A seat and the server.

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
// says too little, `otherwise` is the draft to go on with. `place` is where in the log it belongs, if not at its end.
export function send(line, key = "", otherwise = null, place = {}) {
  outbox.push({ line, version: state.version, otherwise, place });
  keep(key, null);
  return deliver();
}

export let delivering = false;
async function deliver() {
  if (delivering || !outbox.length) return;
  delivering = true;
  while (outbox.length) {
    const { line, version, place } = outbox[0];
    const answered = await ask("/api/lines", { line, version, ...place }).catch(() => null);
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
