// Think Str8!, the end: the final bets, tapped on the pad, and the cards as they are turned.

import { ending } from "./ending.js";
import { findEntry, putRight } from "./entries.js";
import { alone, drafts, keep, me, request, state } from "./page.js";
import { moment, prefix, sending, sure, tag } from "./phone.js";
import { button, dot, h, last, note, row, soft, sorted } from "./pieces.js";
import { asTitle, say, sayAll, sayColour, sayPoints } from "./words.js";

const MOST_BETS = 3; // on one colour

export const FINALS = {
  betKey: (player) => `${tag()}final${player === me() || !player ? "" : ` ${player}`}`,
  final(player) {
    const put = sending();
    const key = this.betKey(player);
    this.bettor = player || me();
    this.bets = { key, now: drafts[key] ?? (tag().startsWith("right") ? state.finals : null) ?? {} };
    const { now } = this.bets;
    const { colours } = state.table;
    const line = colours.map((colour) => sorted(now[colour] ?? []).join("") || "-").join(" ");
    const without = colours.filter((colour) => !now[colour]?.length);
    const made = colours.length - without.length;
    const finish = () => {
      keep(`${key} sure`, null);
      put(`final ${prefix(player)}${line}`, key);
    };
    const asks = say("No bet on {colours}. Send them all the same?", { colours: sayAll(without.map(sayColour)) });
    const label = say("Send: {number} of {most} colours", { number: made, most: colours.length });
    const how = say("Tap one to three numbers of each colour on the pad: 5, 2 or 1 points if the right one is there, −2 if not.");
    if (without.length && made && drafts[`${key} sure`])
      return [sure(`${key} sure`, {}, asks, say("Send"), finish)];
    const clear = button(say("Clear"), () => keep(key, {}), null, "quiet");
    const next = () => (without.length ? keep(`${key} sure`, true) : finish());
    return [
      made ? h("p", { class: "soft lacking" }, this.lacking(without)) : soft(how),
      h(
        "div",
        { class: `row ${made ? "" : "nothing-yet"}` },
        made > 0 && clear,
        button(say("Send"), next, label, "main", { disabled: !made }),
      ),
    ];
  },
  lacking: (without) =>
    without.length
      ? say("Still without a bet: {colours}", { colours: sayAll(without.map(sayColour)) })
      : say("A bet on every colour."),
  // What I sent stays to be seen, and can be changed until the cards are turned.
  sentFinals() {
    if (!state.finals || state.prompt.over || this.bettor) return [];
    const entry = findEntry((one) => one.kind === "final" && one.player === me());
    const change = entry?.changeable && button(say("Change them"), () => putRight(entry), null, "quiet");
    return [{ title: say("Your final bets are sent"), aside: change || null, nodes: [] }];
  },
  recall(line) {
    const words = line.split(/[ ,]+/);
    if (words[0] === "bet") {
      const [low, high = low] = last(words).split("-").map(Number);
      return { key: `bet ${moment()} ${me()}`, value: high - low + 1 };
    }
    return words[0] === "final" && state.finals ? { key: "final", value: state.finals } : null;
  },

  // The end: player by player, from the last on the track, and then the winner.

  // Without the final bets.
  onTrack() {
    const { history, tokens } = state.table;
    const won = ({ bets }, player) => {
      const bet = bets[player];
      return bet?.answer === "hit" ? tokens[bet.high - bet.low + 1] : 0;
    };
    const points = (player) => history.reduce((sum, one) => sum + won(one, player), 0);
    return Object.fromEntries(state.players.map((player) => [player, points(player)]));
  },
  // How many hands all have looked at: anybody goes on for everybody, and who will not wait sees them all.
  turnedBefore: () => (drafts.turned ? state.players.length : state.turned),
  order: () => state.table.all_hands.map(({ player }) => player),
  suspense() {
    return !alone && state.prompt.over && state.table.winner.length > 0 && this.turnedBefore() < state.players.length;
  },
  end() {
    if (!this.suspense()) return ending();
    const before = this.turnedBefore();
    const player = this.order()[before];
    const next = button(say("Next"), () => request("/api/turn", { turned: before + 1 }), null, "main");
    const all = button(say("Show all"), () => keep("turned", true), null, "quiet");
    const title = asTitle(say("{player}'s cards", { player }));
    return [{ headline: say("The cards are turned"), onPad: true, title, nodes: [this.turned(player), row(all, next)] }];
  },
  heldBy: (player) => state.table.all_hands.find((one) => one.player === player)?.cards,
  // The guesses beside the cards.
  turned(player) {
    const t = state.table;
    const held = this.heldBy(player);
    const bets = t.finals[player] ?? {};
    const cells = t.colours.map((colour) => {
      const right = bets[colour]?.includes(held?.[colour]);
      return h(
        "div",
        { class: `guess ${right ? "hit" : ""}` },
        dot(colour, held?.[colour] ?? "?", { title: sayColour(colour) }),
        h("small", {}, bets[colour]?.length ? `${bets[colour].join(" ")}${right ? " ✓" : " ✗"}` : "–"),
      );
    });
    const points = t.final_points?.[player] ?? null;
    return h(
      "div",
      { class: "turning" },
      h("div", { class: "guesses" }, cells),
      h(
        "p",
        { class: "bid" },
        say("{points} for the final bets: {total} points", {
          points: `${points > 0 ? "+" : ""}${sayPoints(points)}`,
          total: sayPoints(t.scores[player]),
        }),
      ),
    );
  },
  // Those that lie open by now, for all who look on.
  openHands() {
    if (!state.prompt.over || !state.table.all_hands?.length) return null;
    return this.hands(this.order().slice(0, this.turnedBefore() + 1));
  },
  hands(players) {
    const t = state.table;
    const best = this.suspense() ? [] : t.winner;
    return h(
      "div",
      { class: "hands" },
      players.map((player) =>
        h(
          "section",
          { class: best.includes(player) ? "best" : "", "aria-label": player },
          h("h3", {}, player),
          this.turned(player),
        ),
      ),
    );
  },

  place(colour, n) {
    const { key, now } = this.bets;
    const bets = now[colour] ?? [];
    const rest = bets.filter((one) => one !== n);
    if (rest.length === bets.length && bets.length === MOST_BETS)
      return () =>
        note(
          say("Three numbers at most: tap {first}, {second} or {third} of {colour} to drop it.", {
            first: bets[0],
            second: bets[1],
            third: bets[2],
            colour: sayColour(colour),
          }),
        );
    return () => keep(key, { ...now, [colour]: rest.length < bets.length ? rest : [...bets, n] });
  },
};
