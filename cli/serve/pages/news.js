// What was said aloud at the table, large on every phone the moment it is settled; and that it is my turn.

import { button, h, last } from "./pieces.js";
import { page, state } from "./page.js";
import { say } from "./words.js";

const STAYS = 4500; // milliseconds that a card stays, unless it is tapped
const HURRIES = 2200; // if others wait behind it
const RUN = 1_000_000; // numbers that one start of the server may use
const MOST = 4; // that wait, such as the answers of a round: who plays faster finds the others below the pad
const NEAR = 5; // of the last ones, listed below the pad

let announced = null; // the highest number so far
const queue = [];
let showing = 0;

// At the end the points of a hand are told when it is turned, and the winner after all of them.
const told = (hands) => state.news.filter((one) => (one.turned ?? 0) <= hands);

export function announce(hands) {
  const news = told(hands);
  const newest = last(news)?.id ?? 0;
  const begins = announced == null || (announced > 0 && Math.floor(newest / RUN) !== Math.floor(announced / RUN));
  const fresh = news.filter((one) => !begins && one.id > announced);
  if (begins || fresh.length) announced = begins ? newest : last(fresh).id;
  queue.push(...fresh);
  queue.splice(0, queue.length - MOST);
  if (!showing) showNext();
}

function showNext() {
  clearTimeout(showing);
  const card = queue.shift();
  const box = document.getElementById("news");
  box.replaceChildren(...(card ? [button(card.text, showNext, card.text, card.tone)] : []));
  showing = card ? setTimeout(showNext, queue.length ? HURRIES : STAYS) : 0;
}

export function justNow(hands) {
  const near = told(hands).slice(-NEAR).reverse();
  if (!near.length) return [];
  return [
    h("h2", {}, say("Just now")),
    h(
      "ul",
      { class: "near" },
      near.map((one) => h("li", { class: one.tone }, one.text)),
    ),
  ];
}

// My turn: the title of the page says so, and the phone trembles once.
let mine = false;
const title = document.title;
export function callOut(now) {
  if (now && !mine && document.body.dataset.version) navigator.vibrate?.(120);
  mine = now;
  document.title = now ? `▶ ${say("Your turn")} · ${page.seat}` : title;
}

// The screen stays awake where the browser allows it: only while the page is seen, and from a tap on.
let awake = null;
async function stayAwake() {
  if (document.visibilityState !== "visible" || !navigator.wakeLock || (awake && !awake.released)) return;
  awake = await navigator.wakeLock.request("screen").catch(() => null);
}

export function keepAwake() {
  stayAwake();
  for (const name of ["visibilitychange", "pointerup"]) document.addEventListener(name, stayAwake);
}
