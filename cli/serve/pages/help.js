// Help as far as the table allows it: why, hint, check and advice.

import { takeBackMine } from "./entries.js";
import { showMenu } from "./menu.js";
import { alone, ask, keep, onItsWay, problem, send, state } from "./page.js";
import { askFirst, button, close, h, note, open, row } from "./pieces.js";
import { say, sayAll, sayColour, sayCount, sayPercent, sayRange } from "./words.js";

let curious = false; // the next box that is tapped is asked about

const LEVELS = ["pad", "check", "hints", "full"];
export const allows = (level) => LEVELS.indexOf(state.aid) >= LEVELS.indexOf(level);

export function drawHelp(draw, game) {
  const toggle = () => {
    curious = !curious;
    draw();
    if (curious) note(say("Tap what you want to know about."));
  };
  return [
    button(say("Take back"), () => takeBackMine(game.recall), null, "", { disabled: !state.undo && !alone }),
    allows("hints") &&
      game.claims &&
      button(say("Why"), toggle, null, curious ? "on" : "", { "aria-pressed": String(curious) }),
    allows("hints") && game.hints && button(say("Hint"), () => show(say("Hint"), "/api/hint", "more"), null),
    allows("check") && button(say("Check"), () => show(say("Check"), "/api/check"), null),
    allows("full") &&
      !state.prompt.over &&
      button(say("Advice"), () => (game.advise ? game.advise() : show(say("Advice"), "/api/advise"))),
    button(say("More"), () => showMenu(game), "⋯"),
  ].filter(Boolean);
}

const why = (claim) => show(say("Why"), `/api/why?claim=${encodeURIComponent(claim)}`);

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
  const waiting = onItsWay(`cross ${mark}`, `uncross ${mark}`);
  const out = waiting ? waiting.startsWith("cross") : crossed;
  return { out, tap: () => send(`${out ? "uncross" : "cross"} ${mark}`) };
}

export async function show(title, path, further = "") {
  let rows;
  let more = null;
  let taken = null;
  try {
    const [status, answer] = await ask(path);
    rows = status === 200 ? tell(answer) : [problem(answer)];
    taken = status === 200 ? taking(answer) : null;
    const level = Number(new URLSearchParams(path.split("?")[1]).get(further) ?? 0);
    if (status === 200 && further && answer.left && level < 2) more = `${path.split("?")[0]}?${further}=${level + 1}`;
  } catch {
    rows = [say("No connection. Ask again when this phone is back.")];
  }
  const shut = () => close(box);
  const next = (act) => () => {
    shut();
    act();
  };
  const box = open(
    title,
    h("h2", {}, title),
    h(
      "ul",
      { tabindex: 0 },
      rows.map((sentence) => h("li", {}, plainly(sentence))),
    ),
    row(
      more && button(say("Tell me more"), next(() => show(title, more, further))),
      button(say("Close"), shut, null, taken ? "" : "main"),
      taken && button(say("Do it"), next(taken.act), taken.text, "main"),
    ),
  );
}

export const plainly = (text) => text.replace(/`/g, "");

// What is advised can be done by a tap, where it is my turn to do it.
function taking({ best, bets, move, reading }) {
  const due = (verb) => state.prompt.awaited.some((one) => one.verb === verb && one.players.includes(state.player));
  const [verb, range] = reading?.differs ? reading.move.line.split(" ") : [];
  if (verb === "bet" && due("bet")) return { text: say("Bet {range}", { range }), act: () => send(`bet ${range}`) };
  if (verb === "swap" && due("swap")) return { text: say("Lay it off"), act: () => send(reading.move.line.replace(" …", "")) };
  if (best?.range && due("bet")) {
    const [low, high] = best.range;
    return { text: say("Bet {range}", { range: sayRange(low, high) }), act: () => send(`bet ${low}-${high}`) };
  }
  if (best?.dice?.length) return { text: say("Enter these dice"), act: () => send(`dice ${best.dice.join(" ")}`) };
  if (best?.colour && due("swap"))
    return { text: say("Lay it off"), act: () => send(`swap ${best.colour}`) };
  if (best?.bid && due("bid")) return { text: say("Bid it"), act: () => send(`bid ${state.player} ${best.bid}`) };
  if (best?.move === "lift" && due("lift"))
    return {
      text: say("Lift the cups"),
      act: () => askFirst(say("Lift the cups?"), say("Lift the cups"), () => send(`lift ${state.player}`)),
    };
  if (bets && due("final")) return { text: say("Put them on the pad"), act: () => keep("final", bets) };
  if (move === "declare" && best) {
    const code = best.numbers.join(" ");
    const act = () => askFirst(say("Declare {numbers}?", { numbers: code }), say("Declare"), () => send(`declare ${code}`));
    return { text: say("Declare {numbers}", { numbers: code }), act };
  }
  return null;
}

const sayBets = (bets) =>
  Object.entries(bets)
    .map(([colour, numbers]) => `${sayColour(colour)} ${numbers.join(" ")}`)
    .join(", ");

const sayClaim = (claim) => claim.replace(/\p{L}{2,}/gu, (word) => sayColour(word));

function sayVerdict({ claim, verdict, chance }) {
  const words = { certain: say("certain"), impossible: say("impossible"), possible: say("possible") };
  const places = { claim: sayClaim(claim), verdict: words[verdict] ?? verdict };
  return chance
    ? say("{claim}: {verdict}, {chance}.", { ...places, chance: sayPercent(chance) })
    : say("{claim}: {verdict}.", places);
}

// The answers in sentences: what a player needs first, then the reasons.
function tell(answer) {
  const best = answer.best;
  const wrong = answer.crosses?.filter((one) => !one.justified).map((one) => one.claim) ?? [];
  const rows = [
    answer.reading?.says,
    answer.verdict && sayVerdict(answer),
    answer.consistent === false && say("What was entered contradicts itself."),
    answer.crosses?.length &&
      (wrong.length ? say("Not justified: {boxes}.", { boxes: wrong.map(sayClaim).join(", ") }) : say("All your crosses are justified.")),
    answer.crosses && !answer.crosses.length && answer.consistent && say("Nothing contradicts anything else."),
    answer.more != null &&
      sayCount("{count} more could be crossed out now.", "{count} more could be crossed out now.", answer.more),
    "left" in answer && tellHint(answer),
    best?.range &&
      say("Bet {range}, the token of {spaces}: it hits in {chance} of cases.", {
        range: sayRange(...best.range),
        spaces: best.token,
        chance: sayPercent(best.hit),
      }),
    best?.dice?.length && say("Leave the dice as {colours}.", { colours: sayAll(best.dice.map(sayColour)) }),
    best?.colour && say("Lay off {colour}.", { colour: sayColour(best.colour) }),
    best?.bid && say("Bid {bid}.", { bid: best.bid.replace("x", " × ") }),
    best?.move === "lift" && say("Lift."),
    answer.bets && say("Final bets: {bets}.", { bets: sayBets(answer.bets) }),
    answer.move === "declare" && best && say("Declare {numbers}.", { numbers: best.numbers.join(" ") }),
    answer.move === "wait" && say("Do not declare yet."),
    best?.reason ?? answer.reason,
    answer.text,
    ...(answer.steps ?? []),
    ...(answer.claims ?? []).flatMap((one) => [sayVerdict(one), ...(one.steps ?? [])]),
    ...(answer.notes ?? []),
    ...(answer.missing ?? []),
  ].filter(Boolean);
  return rows.length ? rows : [say("Nothing to say just now.")];
}

function tellHint(answer) {
  const [, colour, number] = /^(\w+) (\d)$/.exec(answer.stone ?? "") ?? [null, answer.colour, answer.number];
  const what = [colour && sayColour(colour), number].filter((part) => part != null).join(" ");
  if (!answer.left) return say("There is nothing left to find.");
  if (answer.number != null || answer.stone) return say("{box} can be crossed out.", { box: what });
  return answer.where ?? say("Look at {box}.", { box: what });
}
