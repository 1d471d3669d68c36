// When a game is over: how it went, to read, to share and to keep, and the next one.

import { alone, ask, me, page, request, state } from "./page.js";
import { button, h, note, row, soft } from "./pieces.js";
import { review } from "./phone.js";
import { say, sayAll } from "./words.js";

export const ending = (...nodes) => [{ title: state.prompt.title, nodes: [...nodes, review(), keeping(), again()] }];

// The story as one file that depends on no other: handed on where the phone can do that, else saved.
function keeping() {
  if (!state.prompt.reviewable || page.story !== "yes") return null;
  const whole = !alone;
  return row(
    navigator.canShare && button(say("Share"), () => fetchStory(whole, shareFile), null, "quiet"),
    button(say("Save"), () => fetchStory(whole, saveFile), null, "quiet"),
  );
}

async function fetchStory(whole, put) {
  const answered = await ask(whole ? "/table" : "/review").catch(() => null);
  if (answered?.[0] !== 200) note(say("This cannot be had just now. Try again."), true);
  else await put(new File([answered[1].replace(/<nav class="back">.*?<\/nav>/, "")], `${page.seat}.html`, { type: "text/html" }));
}

async function shareFile(file) {
  if (!navigator.canShare({ files: [file] })) saveFile(file);
  else await navigator.share({ files: [file] }).catch(() => note(say("Not shared.")));
}

function saveFile(file) {
  const link = h("a", { href: URL.createObjectURL(file), download: file.name });
  document.body.append(link);
  link.click();
  link.remove();
}

// Once all agree, the next log begins with the same seats.
function again() {
  if (alone || !state.rematch) return null;
  const want = (agree) => request("/api/rematch", { agree });
  const others = state.rematch.filter((player) => player !== me());
  if (state.rematch.includes(me()))
    return row(
      soft(say("You want to play again: it begins when all do.")),
      button(say("Rather not"), () => want(false), null, "quiet"),
    );
  const told = others.length > 0 && soft(say("Wants to play again: {players}", { players: sayAll(others) }));
  return h("div", {}, told, row(button(say("Play again"), () => want(true), null, others.length ? "main" : "")));
}
