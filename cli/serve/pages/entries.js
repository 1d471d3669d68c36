// What was entered, where it can be put right; what others have to agree to, and what cannot all be true.

import { alone, drafts, keep, me, request, state, takeBack } from "./page.js";
import { askFirst, button, close, h, last, note, open, row, soft } from "./pieces.js";
import { say, sayAll } from "./words.js";

const entries = () => state.entries;

// The entry that is being put right: its controls lie where the next thing to do would be.
export const righting = () => entries().find((one) => one.id === drafts.right) ?? null;

export function stopRighting() {
  delete drafts.right;
  delete drafts.what;
}

// `what` of it, where it is several things.
export function putRight(entry, what = null) {
  if (what != null) drafts.what = what;
  else delete drafts.what;
  keep("right", entry.id);
}

// Something in the table or the rounds, tapped where it stands; as it was if nothing can be put right there.
export function tapped(label, entry, shown, what = null) {
  if (!entry?.changeable) return shown;
  return button(label, () => putRight(entry, what), shown, "entry");
}

export const findEntry = (fits) => last(entries().filter(fits));

export function showEntries(only = null) {
  const listed = entries().filter((one) => !only || only.includes(one.id));
  const box = open(
    say("What was entered"),
    h("h2", {}, say("What was entered")),
    soft(say("Tap what is wrong to put it right.")),
    h("ul", { class: "entries", tabindex: 0 }, listed.reverse().map((entry) => h("li", {}, describe(entry)))),
    row(button(say("Close"), () => close(box), null, "main")),
  );
  function describe(entry) {
    const right = () => {
      close(box);
      putRight(entry);
    };
    const by = entry.by === me() ? say("you") : entry.by || say("at the laptop");
    const text = [entry.text, h("small", {}, entry.round ? say("Round {number} · {by}", { number: entry.round, by }) : by)];
    return entry.changeable ? button(entry.text, right, text) : h("p", {}, text);
  }
}

// The former choice is there when what was sent is taken back.
export const takeBackMine = (recall) =>
  takeBack((took) => {
    const draft = took && recall(took.line);
    if (draft) keep(draft.key, draft.value);
  });

// Before everything else there is to do: what others ask, and what cannot be.
export function notices() {
  const looks = state.clashes.map((clash) =>
    h(
      "div",
      { class: "notice bad", role: "alert" },
      h("p", {}, clash.text),
      clash.ids?.length > 0 && !alone && row(button(say("Look"), () => showEntries(clash.ids), say("Look again"))),
    ),
  );
  return [...looks, ...state.asked.map(wish)];
}

function wish(one) {
  const answer = async (agree) => {
    const answered = await request("/api/agree", { id: one.id, agree });
    if (answered) note(answered[1].said ?? answered[1].problem ?? "", answered[0] > 200);
  };
  const mine = one.by === me();
  const needed = one.needs.includes(me());
  return h(
    "div",
    { class: "notice" },
    h("p", {}, h("b", {}, one.text)),
    one.falls.length > 0 && h("p", {}, say("What goes with it: {entries}", { entries: one.falls.join(", ") })),
    !needed && soft(say("{players} must agree", { players: sayAll(one.needs) })),
    row(
      needed && button(say("Disagree"), () => answer(false), say("No")),
      needed && button(say("Agree"), () => answer(true), null, "main"),
      mine && button(say("Withdraw"), () => answer(false), say("Withdraw it"), "quiet"),
    ),
  );
}

export function leaveSeat() {
  askFirst(say("Leave this seat? Somebody else can take it then."), say("Leave the seat"), async () => {
    const answered = await request("/api/leave", {});
    if (answered && answered[0] === 200) location.assign(localStorage.getItem("table") ?? "/");
  });
}
