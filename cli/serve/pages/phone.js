// A seat's pad. Asks the server for what this seat may know, draws it, and sends one line for what is tapped.
// Everything from the server goes into the page as text, never as markup.

const LETTER = { blue: "B", green: "G", yellow: "Y", purple: "P", red: "R", grey: "E", black: "K", brown: "N", pink: "I" };
const $ = (id) => document.getElementById(id);
let state = null; // the last answer of /api/state
let picked = {}; // what is tapped and not yet sent
let before = ""; // the table as it was drawn last, to show what is new
let newest = 0; // the highest version heard of

// Small tools.

function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "tap") node.addEventListener("click", value);
    else if (name === "long") onLongPress(node, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child != null && child !== false).map((child) => child instanceof Node ? child : String(child)));
  return node;
}

const button = (label, tap, text, style = "", more = {}) =>
  h("button", { type: "button", "aria-label": label, class: style, tap, ...more }, text ?? label);

function onLongPress(node, act) {
  let timer = 0;
  const stop = () => clearTimeout(timer);
  node.addEventListener("pointerdown", () => { timer = setTimeout(() => { node.dataset.held = "1"; act(); }, 550); });
  for (const name of ["pointerup", "pointerleave", "pointercancel"]) node.addEventListener(name, stop);
  node.addEventListener("contextmenu", (event) => event.preventDefault());
}

let fading = 0;
function say(text, bad = false) {
  const box = $("status");
  box.textContent = text;
  box.className = `shown ${bad ? "bad" : ""}`;
  clearTimeout(fading);
  fading = setTimeout(() => { box.className = ""; }, bad ? 6000 : 2500);
}

async function ask(path, body) {
  const options = body ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {};
  const answer = await fetch(path, options);
  const kind = answer.headers.get("content-type") ?? "";
  return [answer.status, kind.startsWith("application/json") ? await answer.json() : await answer.text()];
}

const problem = (answer) => answer?.errors?.map((error) => `${error.problem} ${error.hint ?? ""}`).join(" ") ?? answer?.problem ?? "That did not work.";

async function send(line) {
  try {
    const [status, answer] = await ask("/api/lines", { line, version: state.version });
    if (status === 200) { newest = Math.max(newest, answer.version); say(answer.said); }
    else say(status === 409 ? "Somebody was quicker: look again." : problem(answer), true);
    picked = {};
  } catch {
    say("No connection: nothing was sent. Try again.", true);
  }
  await refresh();
}

async function takeBack() {
  const [status, answer] = await ask("/api/undo", { version: state.version });
  say(status === 200 ? "Taken back." : problem(answer), status !== 200);
  await refresh();
}

let asking = null;
async function refresh() {
  asking ??= ask("/api/state").finally(() => { asking = null; });
  try {
    const [status, answer] = await asking;
    if (status === 401) { document.body.replaceChildren(h("main", {}, h("h1", {}, "No seat"), h("p", {}, answer))); return; }
    if (status === 200 && answer.version !== state?.version) picked = {};
    if (status === 200) { state = answer; draw(); }
    if (status === 200 && answer.version < newest) await refresh(); // something happened while this was on its way
  } catch {
    say("No connection. This pad comes back by itself.", true);
  }
}

// What every game shows.

const mine = () => state.player;
const awaited = (verb) => state.prompt.awaited.find((one) => one.verb === verb);
const isNext = (one) => !one.players.length || one.next.includes(mine());
const whose = (player) => (player === mine() ? "your" : `${player}'s`);
const prefix = (player) => (player === mine() || !player ? "" : `${player} `);
const die = (colour) => h("span", { class: `die c-${colour}` }, colour);

function draw() {
  const game = GAMES[document.body.dataset.game] ?? PLAIN;
  const now = JSON.stringify([state.table, state.prompt]);
  const scroll = window.scrollY;
  $("top").replaceChildren(...game.top());
  const next = game.next();
  $("next").replaceChildren(...next.nodes);
  $("next").className = next.mine ? "" : "waits";
  $("pad").replaceChildren(...game.pad());
  $("table").replaceChildren(...game.table());
  drawBar();
  if (before && before !== now) $("next").classList.add("fresh");
  before = now;
  document.body.dataset.version = state.version;
  window.scrollTo(0, scroll);
}

function drawBar() {
  let bar = document.querySelector(".bar");
  if (!bar) { bar = h("nav", { class: "bar", "aria-label": "Help" }); document.body.append(bar); }
  const level = ["pad", "check", "hints", "full"].indexOf(state.aid);
  const over = state.prompt.over;
  bar.replaceChildren(...[
    button("Take back", takeBack),
    (level >= 1 || over) && button("Check", () => show("Check", "/api/check")),
    (level >= 2 || over) && button("Hint", () => show("Hint", "/api/hint?more=1")),
    (level >= 3) && button("Advice", () => show("Advice", "/api/advise")),
    over && button("Review", () => show("Review", "/api/review")),
  ].filter(Boolean));
}

async function show(title, path) {
  const [status, answer] = await ask(path);
  const rows = status === 200 ? tell(answer) : [problem(answer)];
  const box = h("dialog", { "aria-label": title }, h("h2", {}, title), h("ul", {}, rows.map((row) => h("li", {}, row))),
    h("form", { method: "dialog" }, h("button", { class: "main" }, "Close")));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

// The answers in sentences: what a player needs first, then the reasons.
function tell(answer) {
  const rows = [];
  const percent = (chance) => `${Math.round(chance * 100)}%`;
  if (answer.verdict) rows.push(`${answer.claim}: ${answer.verdict}`);
  if (answer.consistent === false) rows.push("What was entered contradicts itself.");
  else if ("crosses" in answer) {
    const wrong = answer.crosses.filter((cross) => !cross.justified);
    rows.push(wrong.length ? `Not justified: ${wrong.map((cross) => cross.claim).join(", ")}.` : "All your crosses are justified.");
    if (answer.more != null) rows.push(`${answer.more} more could be crossed out now.`);
  }
  if ("left" in answer) rows.push(answer.where ?? (answer.left ? `Look at ${answer.colour}${answer.number != null ? ` ${answer.number}` : ""}.` : "Nothing is left to find."));
  if (answer.stone) rows.push(`${answer.stone} can be crossed out.`);
  const best = answer.best;
  if (best?.range) rows.push(`Bet ${best.range.join("-")} with the token of ${best.token}: hits ${percent(best.hit)}.`);
  else if (best?.dice) rows.push(`Leave the dice as ${best.dice.join(", ")}.`);
  else if (best?.colour) rows.push(`Lay off ${best.colour}.`);
  if (answer.bets) rows.push(`Final bets: ${Object.entries(answer.bets).map(([colour, bets]) => `${colour} ${bets.join(" ")}`).join(", ")}.`);
  if (answer.move) rows.push(`${answer.move === "declare" ? `Declare ${best.numbers.join(" ")}` : "Wait"}: ${answer.reason}`);
  else if (answer.reason) rows.push(answer.reason);
  if (answer.text) rows.push(answer.text);
  for (const step of answer.steps ?? []) rows.push(step);
  if (answer.sums?.points != null) rows.push(`Your points: ${answer.sums.points}.`);
  if (answer.turning_point?.text) rows.push(answer.turning_point.text);
  for (const note of [...(answer.notes ?? []), ...(answer.missing ?? [])]) rows.push(note);
  return rows.length ? rows : ["Nothing to say just now."];
}

// A choice of somebody else's can be entered too, so that one absent phone stops nobody.
function forOther(player, what, nodes) {
  if (picked.forOther === player) return [h("p", {}, h("b", {}, `${player}: ${what}`)), ...nodes];
  return [h("p", {}, `Waiting for ${player}: ${what}.`),
    button(`Enter for ${player}`, () => { picked = { forOther: player }; draw(); }, `Enter it for ${player}`, "quiet")];
}

function choose(one, what, controls, inOrder = true) {
  const my = isNext(one) || (!inOrder && one.players.includes(mine()));
  const player = my ? (one.players.length ? mine() : "") : one.next[0];
  if (!one.players.length || player === mine()) return { mine: true, nodes: [h("h2", {}, what("you")), ...controls(mine())] };
  return { mine: false, nodes: forOther(player, what(player), controls(player)) };
}

const numbers = (list, act, style = "eight") => h("div", { class: `grid ${style}` }, list.map((n) => button(`number ${n}`, () => act(n), n)));

// A run of taps that fills places one after the other.
function fill(key, count, act) {
  return (value) => {
    const list = [...(picked[key] ?? []), value];
    if (list.length > count) return; // all places are filled, and on their way
    picked[key] = list;
    if (list.length === count) act(list); else draw();
  };
}

const chosen = (key, draws) => (picked[key]?.length ? h("p", { class: "row" }, picked[key].map(draws), button("Clear", () => { delete picked[key]; draw(); }, "Clear", "quiet")) : null);

// Think Str8!

const STR8 = {
  top() {
    const t = state.table;
    const scores = Object.entries(t.scores).map(([player, points]) => h("span", { class: player === mine() ? "me" : "" }, `${player} ${points ?? "?"}`));
    return [
      h("div", { class: "turn" }, t.winner.length ? `${t.winner.join(" and ")} won` : turnOf()),
      h("small", {}, `Round ${t.round} of ${t.rounds}`),
      h("span", { class: "dice" }, (t.dice ?? []).map(die)),
      h("div", { class: "track", "aria-label": "Track" }, scores),
    ];
  },
  // What is mine to do comes first; cards that others drew can be entered by anybody who sees them.
  next() {
    const drawn = this.drawn();
    const main = this.main();
    const nodes = main.mine ? [...main.nodes, ...drawn] : [...drawn, ...main.nodes];
    return { mine: main.mine || drawn.length > 0, nodes };
  },
  drawn() {
    return Object.entries(state.table.holders).flatMap(([holder, cards]) => {
      const hidden = state.table.colours.filter((colour) => cards[colour] == null);
      if (!hidden.length || hidden.length === state.table.colours.length) return [];
      return [h("h2", {}, `What did ${holder} draw? `, die(hidden[0])), numbers(state.table.numbers, (n) => send(`see ${holder} ${hidden[0]} ${n}`))];
    });
  },
  main() {
    const t = state.table;
    for (const one of state.prompt.awaited) {
      if (one.verb === "see" && !t.round) return this.see(one);
      if (one.verb === "dice") return choose({ ...one, players: t.thrower ? [t.thrower] : [], next: t.thrower ? [t.thrower] : [""] }, (who) => who === "you" ? "Throw: tap the three dice as they lie" : "throws the dice", () => this.dice());
      if (one.verb === "bet") return choose(one, (who) => who === "you" ? "Your bet" : "bets", (player) => this.bet(player));
      if (one.verb === "told" && one.players.includes(mine())) return choose(one, () => "What were you told?", () => this.told());
      if (one.verb === "swap") return choose(one, (who) => who === "you" ? "Lay off a card" : "lays off a card", (player) => this.layOff(player), false);
      if (one.verb === "final") return choose(one, (who) => who === "you" ? "Final bets: tap one to three numbers in each colour" : "makes the final bets", (player) => this.final(player), false);
      if (one.verb === "reveal" && one.players.length) return choose(one, () => "Turn the cards", (player) => this.hand("reveal", player));
    }
    return { mine: false, nodes: [h("h2", {}, state.prompt.title), ...(state.prompt.over ? this.ending() : [])] };
  },
  see(one) {
    const holder = one.players[0];
    return { mine: true, nodes: [h("h2", {}, `${holder}'s cards, colour by colour`), ...this.hand("see", holder)] };
  },
  hand(verb, holder) {
    const colours = state.table.colours;
    const at = colours[(picked.hand ?? []).length];
    const act = fill("hand", colours.length, (list) => send(`${verb} ${holder} ${list.join(" ")}`));
    return [h("p", {}, die(at)), chosen("hand", (n, i) => h("span", { class: `die c-${colours[i]}` }, n)), numbers(state.table.numbers, act)];
  },
  dice() {
    const act = fill("dice", 3, (list) => send(`dice ${list.join(" ")}`));
    return [chosen("dice", die), h("div", { class: "grid six" }, state.table.colours.map((colour) => button(`die ${colour}`, () => act(colour), colour, `c-${colour}`)))];
  },
  bet(player) {
    const t = state.table;
    const tokens = h("div", { class: "row tokens" }, t.free.map((length) =>
      button(`token ${length}`, () => { picked.token = length; draw(); }, [`${length}`, h("small", {}, `${t.tokens[length]} pt`)], picked.token === length ? "on" : "")));
    if (!picked.token) return [h("p", { class: "soft" }, "Which token? Its spaces, and the points for a hit."), tokens];
    const starts = Array.from({ length: t.sums - picked.token + 1 }, (_, start) => start);
    return [tokens, h("p", { class: "soft" }, `Where does it begin? ${picked.token} spaces from there.`), h("div", { class: "grid sums" }, starts.map((start) => {
      const end = start + picked.token - 1;
      return button(`from ${start}`, () => send(`bet ${prefix(player)}${start}-${end}`), start === end ? start : `${start}–${end}`);
    }))];
  },
  told() {
    return [h("div", { class: "row" }, [["hit", "Hit"], ["low", "Too low"], ["high", "Too high"], ["miss", "Wrong"]].map(([word, text]) => button(`told ${word}`, () => send(`told ${word}`), text)))];
  },
  layOff(player) {
    const colours = state.table.colours.filter((colour) => state.table.piles[colour] > 0);
    return [h("div", { class: "grid six" }, colours.map((colour) => button(`lay off ${colour}`, () => send(`swap ${prefix(player)}${colour}`), colour, `c-${colour}`)))];
  },
  final(player) {
    if (player !== mine()) return [h("p", {}, "Final bets are secret: only their own phone enters them.")];
    const bets = picked.final ?? {};
    const ready = state.table.colours.every((colour) => bets[colour]?.length);
    const text = state.table.colours.map((colour) => [...(bets[colour] ?? [])].sort().join("") || "-").join(" ");
    return [h("p", { class: "soft" }, "One number right brings 5, one of two 2, one of three 1; none costs 2."),
      button("Send", () => send(`final ${text}`), "Send", "main", { disabled: !ready })];
  },
  ending() {
    const t = state.table;
    return [h("p", {}, t.winner.length ? `${t.winner.join(" and ")} won with ${t.scores[t.winner[0]]} points.` : ""),
      h("table", {}, h("tbody", {}, Object.entries({ ...t.holders, [mine()]: t.revealed }).filter(([who]) => who in t.scores).map(([who, cards]) =>
        h("tr", {}, h("th", { scope: "row" }, who), t.colours.map((colour) => h("td", { class: "n" }, cards[colour] ?? "?")), h("td", { class: "n" }, `${t.final_points[who] ?? "?"} pt`)))))];
  },
  pad() {
    const t = state.table;
    const cards = state.sheet.cards ?? {};
    const betting = awaited("final")?.players.includes(mine());
    const grid = h("div", { class: "padgrid" }, t.colours.map((colour) => h("div", { class: `head c-${colour}` }, colour)));
    grid.style.setProperty("--columns", t.colours.length);
    for (const n of t.numbers) for (const colour of t.colours) grid.append(this.box(colour, n, cards[colour] ?? {}, t.crossed[colour] ?? [], betting));
    return [h("h2", {}, betting ? "Tap your final bets" : "Your pad"), grid];
  },
  box(colour, n, card, crosses, betting) {
    const seen = (card.seen ?? []).includes(n);
    const crossed = crosses.includes(n);
    const out = (card.ruled_out ?? []).includes(n);
    const certain = card.possible?.length === 1 && card.possible[0] === n && state.aid === "full";
    const chance = card.chance?.[n];
    const bets = picked.final?.[colour] ?? [];
    const marks = [seen && "seen", crossed && "crossed", out && state.aid === "full" && "out", certain && "certain", bets.includes(n) && "picked"].filter(Boolean);
    const said = [seen && "in sight", crossed && "crossed out", out && "ruled out", chance != null && `${Math.round(chance * 100)}%`].filter(Boolean).join(", ");
    const tap = (event) => {
      if (event.currentTarget.dataset.held) { delete event.currentTarget.dataset.held; return; }
      if (betting) {
        const list = bets.includes(n) ? bets.filter((other) => other !== n) : [...bets, n].slice(-3);
        picked.final = { ...(picked.final ?? {}), [colour]: list };
        draw();
      } else if (!seen) send(`${crossed ? "uncross" : "cross"} ${colour} ${n}`);
    };
    const label = `${betting ? "bet" : "cross"} ${colour} ${n}`;
    const text = [n, chance != null && !seen && h("small", {}, `${Math.round(chance * 100)}%`)];
    return h("button", { type: "button", class: marks.join(" "), "aria-label": label, title: said || label, "aria-pressed": String(betting ? bets.includes(n) : crossed), tap, long: () => show("Why", `/api/why?claim=${colour}+${n}`) }, text);
  },
  table() {
    const t = state.table;
    const rounds = [...t.history].reverse().map((round) => h("tr", {}, h("th", { scope: "row" }, round.number), h("td", { class: "dice" }, round.dice.map((colour) => h("span", { class: `die c-${colour}`, title: colour }, LETTER[colour]))),
      h("td", {}, Object.entries(round.bets).map(([player, bet]) => h("div", {}, `${player} ${bet.low === bet.high ? bet.low : `${bet.low}–${bet.high}`}${bet.answer ? ` ${bet.answer}` : ""}${round.swaps[player] ? `, laid off ${round.swaps[player]}` : ""}`)))));
    const others = Object.entries(t.holders).map(([who, cards]) => h("tr", {}, h("th", { scope: "row" }, who), t.colours.map((colour) => h("td", { class: "n" }, h("span", { class: `die c-${colour}`, title: colour }, cards[colour] ?? "?")))));
    return [h("h2", {}, "The others' cards"), h("table", {}, h("tbody", {}, others)), rounds.length ? h("h3", {}, "Rounds") : null, rounds.length ? h("table", {}, h("tbody", {}, rounds)) : null].filter(Boolean);
  },
};

function turnOf() {
  const one = state.prompt.awaited.find((each) => each.verb !== "see") ?? state.prompt.awaited[0];
  if (!one) return state.prompt.title;
  const t = state.table;
  const who = one.verb === "dice" ? [t.thrower].filter(Boolean) : one.next.filter(Boolean);
  if (who.includes(mine())) return "Your turn";
  return who.length ? `${who.join(", ")} ${who.length > 1 ? "are" : "is"} next` : state.prompt.title;
}

// Tricoda.

const stone = (one, tap) => tap
  ? button(`stone ${one.colour} ${one.number}`, tap, [one.number, h("small", {}, one.colour)], `stone c-${one.colour}`)
  : h("span", { class: `stone c-${one.colour}` }, one.number, h("small", {}, one.colour));

const TRICODA = {
  top() {
    const t = state.table;
    return [h("div", { class: "turn" }, t.winner ? `${t.winner} won` : t.reader === mine() ? "You read" : `${t.reader} reads`), h("small", {}, `Question ${t.question}`),
      h("div", { class: "track", "aria-label": "Points" }, Object.entries(t.points).map(([player, points]) => h("span", { class: player === mine() ? "me" : "" }, `${player} ${points} of ${t.points_to_win}`)))];
  },
  next() {
    const t = state.table;
    const see = awaited("see");
    if (see) return { mine: true, nodes: [h("h2", {}, `${see.players[0]}'s stones`), ...this.rack("see", see.players[0])] };
    if (t.winner) return { mine: false, nodes: [h("h2", {}, `${t.winner} won`)] };
    const reading = choose({ verb: "ask", players: [t.reader], next: [t.reader] }, (who) => who === "you" ? "Which card do you read?" : "reads a card", (player) => this.cards(player));
    return { mine: reading.mine, nodes: [...reading.nodes, h("h3", {}, "Your code"), this.declare()] };
  },
  rack(verb, holder) {
    const act = fill("rack", 3, (list) => send(`${verb} ${holder} ${list.map((one) => `${one.colour} ${one.number}`).join(", ")}`));
    return [chosen("rack", (one) => stone(one)), h("div", { class: "grid eight" }, state.table.stones.map((one) => stone(one, () => act(one))))];
  },
  cards(player) {
    const t = state.table;
    if (picked.card) {
      const card = t.cards.find((one) => one.number === picked.card);
      return [h("p", {}, h("b", {}, `${card.number}. `), card.text), h("div", { class: "row" }, card.answers.map((answer) => button(`answer ${answer}`, () => send(`ask ${prefix(player)}${card.number} ${answer}`), answer))),
        button("Another card", () => { delete picked.card; draw(); }, "Another card", "quiet")];
    }
    const tap = async (card) => {
      const [status, answer] = await ask("/api/lines", { line: `ask ${prefix(player)}${card.number}`, version: state.version });
      if (status === 200) { say(answer.said); picked = {}; await refresh(); } else { picked.card = card.number; draw(); }
    };
    return [h("p", { class: "soft" }, "Tap the number on the card: the answer is worked out from what is typed."), h("div", { class: "grid sums" }, t.cards.map((card) => button(`card ${card.number}`, () => tap(card), card.number, "", { title: card.text, disabled: !t.left.includes(card.number) })))];
  },
  declare() {
    const act = fill("code", 3, (list) => send(`declare ${[...list].sort().join(" ")}`));
    return h("div", {}, chosen("code", (n) => h("span", { class: "die" }, n)), h("div", { class: "grid eight" }, [1, 2, 3, 4, 5, 6, 7].map((n) => button(`declare ${n}`, () => act(n), n))));
  },
  pad() {
    const t = state.table;
    const grid = h("div", { class: "padgrid" }, t.stones.map((one) => {
      const crossed = t.crossed.includes(`${one.colour} ${one.number}`);
      const chance = state.sheet.stones?.[`${one.colour} ${one.number}`];
      return h("button", { type: "button", class: crossed ? "crossed" : "", "aria-pressed": String(crossed), "aria-label": `cross ${one.colour} ${one.number}`, tap: () => send(`${crossed ? "uncross" : "cross"} ${one.colour} ${one.number}`), long: () => show("Why", `/api/why?claim=${one.colour}+${one.number}`) },
        h("span", { class: `die c-${one.colour}` }, one.number), h("small", {}, one.colour), chance != null ? h("small", {}, `${Math.round(chance * 100)}%`) : null);
    }));
    grid.style.setProperty("--columns", 4);
    const codes = state.aid === "full" ? (state.sheet.codes ?? []).slice(0, 6).map((code) => h("li", {}, `${code.numbers.join(" ")}: ${Math.round(code.chance * 100)}%`)) : [];
    return [h("h2", {}, "Your sheet"), grid, codes.length ? h("h3", {}, "Likeliest codes") : null, codes.length ? h("ul", {}, codes) : null].filter(Boolean);
  },
  table() {
    const t = state.table;
    const racks = Object.entries(t.racks).map(([holder, stones]) => h("p", {}, h("b", {}, `${holder} `), stones.length ? stones.map((one) => stone(one)) : "not typed"));
    const asked = [...t.asked].reverse().map((one) => h("tr", {}, h("th", { scope: "row" }, one.number), h("td", {}, `${one.reader}: card ${one.card}`), h("td", {}, one.answer)));
    return [h("h2", {}, "In sight"), ...racks, asked.length ? h("h3", {}, "Answers") : null, asked.length ? h("table", {}, h("tbody", {}, asked)) : null].filter(Boolean);
  },
};

// Thinkaboxin.

const VALUES = [2, 3, 4, 5, 6, 1];
const BOX = {
  top() {
    const t = state.table;
    const turn = t.turn.includes(mine()) && !t.round_over ? "Your turn" : t.turn.length ? `${t.turn.join(" or ")} ${t.round_over ? "starts" : "is next"}` : state.prompt.title;
    return [h("div", { class: "turn" }, t.winner ? `${t.winner} won` : turn), h("small", {}, `Set ${t.set} · round ${t.round}`),
      h("div", { class: "track", "aria-label": "Dice left" }, Object.entries(t.dice_left).map(([player, dice]) => h("span", { class: player === mine() ? "me" : "" }, `${player} ${dice ?? "?"} dice`)))];
  },
  next() {
    const t = state.table;
    const last = t.bids.at(-1);
    const dice = t.dice_left[mine()] ?? 4;
    const needs = t.round_over || t.mine == null;
    const nodes = [];
    if (t.set_over) nodes.push(h("h2", {}, t.set ? "The set is over" : "Before the first set"), button("New set", () => send("set"), "New set", "main"));
    else if (needs && dice) {
      const act = fill("roll", dice, (list) => send(`roll ${list.join(" ")}`));
      nodes.push(h("h2", {}, t.round_over ? "New round: your dice" : "Your dice"), chosen("roll", (n) => h("span", { class: "die" }, n)), h("div", { class: "grid six" }, [1, 2, 3, 4, 5, 6].map((n) => button(`number ${n}`, () => act(n), n))));
    }
    if (!t.set_over && !t.round_over) {
      const my = !t.turn.length || t.turn.includes(mine());
      const player = my ? mine() : t.turn[0];
      nodes.push(h("h2", {}, last ? `${last.player}: ${last.amount} × ${last.value === 1 ? "1 (jokers)" : last.value}` : "No bid yet"));
      const controls = [this.bids(player), last ? button("Lift", () => send(`lift ${player}`), "Lift the cups", "main") : null].filter(Boolean);
      nodes.push(...(my || t.turn.length > 1 ? controls : forOther(player, "bids or lifts", controls)));
    }
    return { mine: t.turn.includes(mine()) || needs, nodes };
  },
  bids(player) {
    const amounts = [...new Set(state.table.raises.map((bid) => bid.amount))].slice(0, 12);
    const row = h("div", { class: "row" }, amounts.map((amount) => button(`amount ${amount}`, () => { picked.amount = amount; draw(); }, `${amount} ×`, picked.amount === amount ? "on" : "")));
    if (!picked.amount) return row;
    const can = state.table.raises.filter((bid) => bid.amount === picked.amount).map((bid) => bid.value);
    const chance = (value) => (state.aid === "full" ? state.sheet.odds?.find((one) => one.amount === picked.amount && one.value === value)?.chance : null);
    return h("div", {}, row, h("div", { class: "grid six" }, VALUES.filter((value) => can.includes(value)).map((value) =>
      button(`value ${value}`, () => send(`bid ${player} ${picked.amount}x${value}`), [value, chance(value) != null ? h("small", {}, ` ${Math.round(chance(value) * 100)}%`) : null].filter(Boolean)))));
  },
  pad() {
    const t = state.table;
    return [h("h2", {}, "Under your cup"), h("p", { class: "row" }, t.mine ? t.mine.map((n) => h("span", { class: "die c-grey" }, n)) : "Not rolled yet."), h("p", { class: "soft" }, `${t.hidden} dice are hidden. A 1 is a joker and counts as any value.`)];
  },
  table() {
    const t = state.table;
    const bids = [...t.bids].reverse().map((bid) => h("li", {}, `${bid.player}: ${bid.amount} × ${bid.value}`));
    const shown = Object.entries(t.shown).map(([player, dice]) => h("p", {}, h("b", {}, `${player} `), dice.map((n) => h("span", { class: "die c-grey" }, n))));
    const end = t.loser ? h("p", {}, h("b", {}, `${t.loser} was wrong.`)) : null;
    return [h("h2", {}, "On the table"), end, ...shown, bids.length ? h("ol", { reversed: true }, bids) : h("p", { class: "soft" }, "No bids in this round."),
      h("p", { class: "soft" }, Object.entries(t.scores).map(([player, points]) => `${player} ${points ?? "?"}`).join(" · "))].filter(Boolean);
  },
};

const PLAIN = { top: () => [h("div", { class: "turn" }, state.prompt.title)], next: () => ({ mine: true, nodes: [h("h2", {}, state.prompt.title)] }), pad: () => [], table: () => [] };
const GAMES = { "think-str8": STR8, tricoda: TRICODA, thinkaboxin: BOX };

// A browser takes up a lost connection by itself, but not after an answer it did not like.
function listen() {
  const events = new EventSource("/api/events");
  events.addEventListener("version", (event) => {
    newest = Math.max(newest, Number(event.data));
    if (newest !== state?.version) refresh();
  });
  events.addEventListener("error", () => {
    say("No connection. This pad comes back by itself.", true);
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  });
}

// Start: the page to sit down at, or a seat.

if (document.body.classList.contains("join")) {
  for (const seat of document.querySelectorAll("[data-seat]")) {
    seat.addEventListener("click", async () => {
      const [status, answer] = await ask(location.pathname, { player: seat.dataset.seat });
      if (status === 200) location.assign("/");
      else say(problem(answer), true);
    });
  }
} else {
  listen();
  refresh();
  for (const name of ["online", "pageshow"]) window.addEventListener(name, refresh);
}
