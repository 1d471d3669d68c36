// What a page says, in the language of its phone: cli/language.py finds the sentences here and hands over how they are
// said. A sentence is whole, one text, with named places: `{player} is next.` and then { player }.

const language = document.documentElement.lang || "en";
const known = JSON.parse(document.body.dataset.words || "{}");
const backwards = document.documentElement.dir === "rtl";

const fill = (sentence, places) => sentence.replace(/\{(\w+)\}/g, (place, name) => places[name] ?? place);

export const say = (sentence, places = {}) => fill(known.say?.[sentence] ?? sentence, places);

export function sayCount(one, many, count, places = {}) {
  const form = known.forms?.[count < 200 ? count : 100 + (count % 100)];
  const said = known.count?.[one]?.[form] ?? (count === 1 ? one : many);
  return fill(said, { count: sayNumber(count), ...places });
}

export const sayNumber = (number, digits = 0) =>
  number.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

// Only what is sure is called 0 or 100%.
export function sayPercent(chance) {
  const percent = (share) => share.toLocaleString(language, { style: "percent" });
  return chance > 0 && chance < 0.005
    ? `<${percent(0.01)}`
    : chance < 1 && chance >= 0.995
      ? `>${percent(0.99)}`
      : percent(Math.floor(chance * 100 + 0.5) / 100);
}

export function sayColour(colour) {
  const names = {
    black: say("black"),
    blue: say("blue"),
    brown: say("brown"),
    green: say("green"),
    grey: say("grey"),
    pink: say("pink"),
    purple: say("purple"),
    red: say("red"),
    yellow: say("yellow"),
  };
  return names[colour] ?? colour;
}

export const sayAll = (names) =>
  names.length < 2
    ? names.join("")
    : say("{some} and {last}", { some: names.slice(0, -1).join(", "), last: names[names.length - 1] });

export const sayPoints = (number) => (number == null ? "–" : String(number).replace("-", "−"));

// Where text runs the other way, a range still begins with its lower end.
export const sayRange = (low, high) =>
  low === high ? `${low}` : backwards ? `\u2066${low}–${high}\u2069` : `${low}–${high}`;

// A name or a part of a sentence that stands alone.
export const asTitle = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

// The name of a language in that language.
export const sayLanguage = (code) => asTitle(new Intl.DisplayNames([code], { type: "language" }).of(code));
