"""The lines of a Think Str8! log: one table of verbs that both the reader and `deduce notation` use."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby

from solver.games.think_str8.pieces import (
    NO_BET,
    NUMBER,
    colours_of,
    in_a_row,
    in_pad_order,
    is_answer,
    looks_numeric,
    neutrals_of,
    read_answer,
    read_card,
    read_final_groups,
    read_groups,
    read_hand,
    read_number,
    read_player,
    read_range,
    read_subject,
)
from solver.games.think_str8.rules import (
    DICE,
    SUMS,
    Bet,
    Card,
    Cross,
    Dice,
    Final,
    Reveal,
    Score,
    See,
    Swap,
    Tokens,
    Told,
    Uncross,
    Without,
    find_colour,
    parse_colour,
    parse_colours,
)
from solver.grammar import (
    FORMATS,
    Broken,
    Event,
    Opening,
    Players,
    Verb,
    Words,
    format_crosser,
    is_full_name,
    no_name,
    read_crosser,
)
from solver.log import Log, Word, against_rules, unreadable
from solver.replay import Reading, read_events
from solver.trust import TrustLine, format_trust, settle_trust, trust_verb

BEGUN = "begun"  # a setting: cards or dice have been typed
_TOKEN = re.compile(r"(\d{1,2}):(\d{1,3})")


# One reader per verb.


def read_without(words: Words) -> Without:
    word = words.take("a colour")
    words.done()
    colour = parse_colour(word)
    if colour != "grey":
        raise against_rules(word, f"{colour.capitalize()} cannot be left out.", "Only grey can: without grey")
    return Without(colour, words.line)


def read_tokens(words: Words) -> Tokens:
    points: dict[int, int] = {}
    while words.left() or not points:
        word = words.take("the tokens as length:points")
        found = _TOKEN.fullmatch(word.text)
        if not found:
            raise unreadable(word, f"`{word.text}` is not a token.", "Type length:points, for example 3:5.")
        length = int(found[1])
        if length in points or not 0 < length <= len(SUMS):
            problem = f"Two tokens of length {length}." if length in points else f"No token is {length} long."
            raise against_rules(word, problem, f"All lengths differ and lie between 1 and {len(SUMS)}.")
        points[length] = int(found[2])
    return Tokens(tuple(points.items()), words.line)


def read_see(words: Words) -> See:
    word = words.peek()
    holder = words.player(neutrals_of(words.opening.players))
    if holder == words.opening.me:
        hint = "Your cards come in by `swap COLOUR NUMBER` when you lay one off, and by `reveal` at the end."
        raise against_rules(word, "You cannot see your own cards.", hint)
    return See(holder, read_hand(words), words.line)


def read_dice(words: Words) -> Dice:
    colours: list[str] = []
    while words.left() or not colours:
        colours += parse_colours(word := words.take("three colours"), colours_of(words.opening))
    if len(colours) != DICE:
        problem = f"{len(colours)} colour{'s' * (len(colours) != 1)}, but there are {DICE} dice."
        raise unreadable(word, problem, "Type one colour per die: dice yellow yellow red")
    return Dice(tuple(colours), words.line)


def read_bet(words: Words) -> Bet:
    word = words.peek()
    unnamed = word is None or (looks_numeric(word) and not is_full_name(words, word))
    player = words.owner() if unnamed else read_player(words, "never bets")
    low, high, range_at = read_range(words)
    bet = Bet(player, low, high, None, words.line, range_at)
    if words.left():
        answer, answer_at = read_answer(words, high, low)
        bet = replace(bet, answer=answer, answer_at=answer_at)
    words.done()
    return bet


def read_told(words: Words) -> Told:
    first = words.peek()
    alone = words.left() == 1  # then even somebody called Hit is not meant
    full_name = first is not None and is_full_name(words, first) and not (alone and is_answer(first))
    named = full_name or (words.left() > 1 and first is not None and first.key != "too")
    player = read_player(words, "never bets") if named else words.owner()
    answer, answer_at = read_answer(words)
    words.done()
    return Told(player, answer, words.line, answer_at)


def read_swap(words: Words) -> Swap:
    player = read_subject(words)
    old = read_card(words)
    new = read_number(words.take("a number"), old.colour) if words.left() else None
    if new is not None and player == words.opening.me:
        hint = f"Type only what you laid off: swap {old}"
        raise against_rules(new.at, "You cannot see your new card.", hint)
    if new is not None and new.number == old.number:
        hint = f"Type what was laid off, then what was drawn: swap {player} {old.colour} 7 0"
        raise against_rules(new.at, f"The {old} was laid off, so it cannot be the new card.", hint)
    words.done()
    return Swap(player, old, new, words.line)


def read_final(words: Words) -> Final:
    first = words.peek()
    if first is not None and in_pad_order(words):
        named = is_full_name(words, first) or not in_a_row(first)
        player = read_player(words, "never bets") if named else words.owner()
        cards = read_final_groups(words)
    else:
        player, cards = read_subject(words), read_groups(words)
    for _, group in groupby(sorted(cards, key=lambda card: card.colour), lambda card: card.colour):
        numbers = list(group)
        if len(numbers) > 3:
            problem = f"{len(numbers)} numbers for {numbers[0].colour}."
            raise against_rules(numbers[3].at, problem, "Bet one, two or three numbers per colour.")
        if len({card.number for card in numbers}) < len(numbers):
            raise against_rules(numbers[-1].at, f"A number twice for {numbers[0].colour}.", "Type each number once.")
    return Final(player, cards, words.line)


def read_reveal(words: Words) -> Reveal:
    return Reveal(read_subject(words, bare=True), read_hand(words), words.line)


def read_cross(words: Words) -> Cross:
    player = read_crosser(words, _is_colour)
    return Cross(read_groups(words), player, words.line)


def read_uncross(words: Words) -> Uncross:
    player = read_crosser(words, _is_colour)
    return Uncross(read_groups(words), player, words.line)


def _is_colour(word: Word) -> bool:
    return find_colour(word) is not None


def read_score(words: Words) -> Score:
    first = words.peek()
    named = first is not None and (words.left() > 1 or is_full_name(words, first))
    player = read_player(words, "has no stone") if named else words.owner()
    word = words.take("the points")
    words.done()
    if not NUMBER.fullmatch(word.text):
        raise unreadable(word, f"`{word.text}` is not a number.", "Type the space on the track: score Ben 12")
    return Score(player, int(word.text), words.line)


VERBS = (
    Verb("without", "without grey", "the introductory game with five colours", ("without grey",), read_without),
    Verb(
        "tokens",
        "tokens LENGTH:POINTS …",
        "what is printed on the betting tokens, if it is not 1:7 to 7:1",
        ("tokens 1:7 2:6 3:5 4:4 5:3 6:2 7:1",),
        read_tokens,
    ),
    Verb(
        "see",
        "see PLAYER COLOUR NUMBER …  or six numbers in pad order",
        "cards that I see; the card holders that belong to nobody are `neutral` and `neutral2`",
        ("see Ben blue 6, green 0, red 4", "see Cleo 1 3 4 4 0 3", "see neutral 226726"),
        read_see,
    ),
    Verb(
        "dice",
        "dice COLOUR COLOUR COLOUR",
        "a new round: the dice, after one was turned or none",
        ("dice green yellow blue", "dice yyr"),
        read_dice,
    ),
    Verb(
        "bet",
        "bet [PLAYER] LOW-HIGH [hit|low|high|miss]",
        "a bet and what was told: `low` is 'too low', the sum is above the range; not needed where I see the cards",
        ("bet 13-19 hit", "bet Ben 4-9 low", "bet 8-8 miss", "bet Cleo 2-7", "bet 10-15="),
        read_bet,
    ),
    Verb(
        "told",
        "told [PLAYER] hit|low|high|miss",
        "the answer to a bet typed without one",
        ("told hit", "told Cleo high"),
        read_told,
    ),
    Verb(
        "swap",
        "swap [PLAYER] COLOUR OLD [NEW]",
        "a card laid off after a wrong bet, and the new one if I see it; if the old one is known, "
        "`swap Ben yellow 0` is enough",
        ("swap Ben yellow 7 0", "swap Ben yellow 0", "swap yellow 2"),
        read_swap,
    ),
    Verb(
        "cross",
        "cross COLOUR NUMBER …",
        "crossed out on my own pad; in the table's own log `cross Ben red 5`, which the others do not see",
        ("cross red 5 7",),
        read_cross,
    ),
    Verb("uncross", "uncross COLOUR NUMBER …", "a cross taken back", ("uncross red 5",), read_uncross),
    Verb(
        "score",
        "score [PLAYER] POINTS",
        "where a stone stands on the track, whatever was typed before",
        ("score Ben 12",),
        read_score,
    ),
    trust_verb("bets", "1"),
    Verb(
        "final",
        "final [PLAYER] COLOUR NUMBER …  or a group of numbers per colour in pad order",
        "final bets: one to three numbers per colour; in pad order `-` means no bet",
        ("final blue 4 7, green 5, yellow 1 3", "final Ben blue 6, green 0 1", "final 256 0 1 02 2 -"),
        read_final,
    ),
    Verb(
        "reveal",
        "reveal [PLAYER] COLOUR NUMBER …  or six numbers in pad order",
        "a hand when all cards are turned over",
        ("reveal 7 5 1 0 1 2", "reveal Ben blue 6, grey 5"),
        read_reveal,
    ),
)


def read_log(log: Log) -> Reading:
    return read_events(log, VERBS, _settle)


def _settle(event: Event, opening: Opening) -> Opening:
    """Grey is out from a `without` line on, even from a misspelt one, so that one slip is one error.

    After the first cards or dice such a line is a mistake itself, and the lines after it are read as those before.
    """
    if isinstance(event, Players):
        taken = [word for word in event.line.words[1:] if word.key.startswith("neutral")]
        if taken:
            raise no_name(taken[0])
    without = isinstance(event, Without) or (isinstance(event, Broken) and event.verb == "without")
    if without and BEGUN not in opening.settings:
        return opening._replace(settings=opening.settings | {"grey"})
    if isinstance(event, See | Dice):
        return opening._replace(settings=opening.settings | {BEGUN})
    return settle_trust(event, opening)


# Writing: the canonical form of every event, which reads back as the same event.


def format_event(event: Event) -> str:
    return _FORMATS[type(event)](event)


def _format_cards(cards: tuple[Card, ...]) -> str:
    groups = groupby(cards, lambda card: card.colour)
    return ", ".join(f"{colour} {' '.join(str(card.number) for card in group)}" for colour, group in groups)


def _format_bet(bet: Bet) -> str:
    return f"bet {bet.player} {bet.low}-{bet.high}" + (f" {bet.answer}" if bet.answer else "")


def _format_swap(swap: Swap) -> str:
    return f"swap {swap.player} {swap.old}" + (f" {swap.new.number}" if swap.new else "")


_FORMATS: dict[type, Callable[..., str]] = {
    **FORMATS,
    TrustLine: format_trust,
    Without: lambda event: f"without {event.colour}",
    Tokens: lambda event: "tokens " + " ".join(f"{length}:{points}" for length, points in event.points),
    See: lambda event: f"see {event.holder} {', '.join(map(str, event.cards))}",
    Dice: lambda event: f"dice {' '.join(event.colours)}",
    Bet: _format_bet,
    Told: lambda event: f"told {event.player} {event.answer}",
    Swap: _format_swap,
    Cross: lambda event: f"cross {format_crosser(event.player)}{_format_cards(event.cards)}",
    Uncross: lambda event: f"uncross {format_crosser(event.player)}{_format_cards(event.cards)}",
    Score: lambda event: f"score {event.player} {event.points}",
    Final: lambda event: f"final {event.player} {_format_cards(event.cards) or NO_BET[0]}",
    Reveal: lambda event: f"reveal {event.player} {', '.join(map(str, event.cards))}",
}
