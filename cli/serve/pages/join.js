// The page to sit down at.

import { ask, problem, say } from "./page.js";

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
