// The page to sit down at.

import { say } from "./nodes.js";
import { ask, problem } from "./talk.js";

async function sitDown(seat) {
  try {
    const [status, answer] = await ask(location.pathname, { player: seat });
    if (status === 200) location.assign("/");
    else say(problem(answer), true);
  } catch {
    say("No connection. Try again.", true);
  }
}

for (const seat of document.querySelectorAll("[data-seat]")) {
  seat.addEventListener("click", () => sitDown(seat.dataset.seat));
}
