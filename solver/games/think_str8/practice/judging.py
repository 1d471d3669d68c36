"""Answers judged: a wrong one is denied by a hand that fits everything, a choice is held against the best by points."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from solver.engine.facts import Fact, Hidden, Puzzle
from solver.engine.worlds import Worlds, count_worlds, sum_table
from solver.english import all_of, capital, format_figure, say_points
from solver.game import Game
from solver.games.think_str8.advice.advise import make_advice
from solver.games.think_str8.advice.final_bets import bets_for_points, expected_points, weigh_colours
from solver.games.think_str8.advice.moves import SwapAdvice
from solver.games.think_str8.facts import Answered, know, make_puzzle, seen_numbers
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.patterns import NumbersLeft, black_boxes, list_sums
from solver.games.think_str8.practice import words
from solver.games.think_str8.practice.choices import is_as_good, is_near, rank_options
from solver.games.think_str8.rules import find_colour, format_span, parse_colour
from solver.games.think_str8.table import Table
from solver.games.think_str8.why import CardAsked, parse_claims
from solver.games.think_str8.words.proofs import word_proof
from solver.language import say
from solver.log import Fault, Word, parse_log, unreadable, with_line
from solver.practice import Exercise, Judged, Task
from solver.proof.smallest import Claim, prove
from solver.proof.steps import tell


def judge(game: Game, exercise: Exercise, answer: str) -> Judged:
    opened = open_exercise(game, exercise)
    match exercise.kind:
        case Task.CROSS:
            return _judge_crosses(exercise, opened, answer)
        case Task.SUM:
            return _judge_sum(opened, answer)
        case Task.BET:
            return _judge_bet(opened, answer)
        case Task.LAY_OFF:
            return _judge_card(exercise, opened, answer)
        case Task.FINAL:
            return _judge_final(exercise, opened, answer)
        case _:
            return _judge_line(exercise, answer)


def open_exercise(game: Game, exercise: Exercise) -> Str8Log:
    opened = game.open(parse_log(exercise.log, exercise.id))
    assert isinstance(opened, Str8Log), opened
    return opened


# Crosses.


def _judge_crosses(exercise: Exercise, opened: Str8Log, answer: str) -> Judged:
    hint = say("Type, for example: red 6")
    try:
        claims = parse_claims(answer.replace(",", " ").split(), opened.table)
    except Fault as fault:  # what `why` would take is not all an answer here
        raise unreadable(None, fault.problem, hint) from None
    if any(question.number is None or question.round for question in claims):
        raise unreadable(None, say("A cross is a colour and a number."), hint)
    asked = list({_mark(question): question for question in claims}.values())
    puzzle = make_puzzle(opened.table, opened.me)
    worlds = count_worlds(puzzle)
    denied = tuple(_deny(puzzle, worlds, question) for question in asked if _is_possible(puzzle, worlds, question))
    if denied:
        return Judged(False, denied)
    old = [question for question in asked if _mark(question) not in exercise.answers]
    called = tuple(_call_old(opened.table, exercise, question) for question in old)
    if len(old) == len(asked):
        return Judged(None, called)
    rest = [words.name_card(mark) for mark in exercise.answers if mark not in map(_mark, asked)]
    said = say(words.RIGHT_AND_MORE, rest=capital(all_of(rest))) if rest else say(words.RIGHT)
    return Judged(True, (said, *called))


def _mark(question: CardAsked) -> str:
    return f"{question.colour} {question.number}"


def _is_possible(puzzle: Puzzle, worlds: Worlds, question: CardAsked) -> bool:
    card = next(card for card in puzzle.hand if card.name == question.colour)
    return question.number in worlds.counts(card)


def _deny(puzzle: Puzzle, worlds: Worlds, question: CardAsked) -> str:
    """A hand that has the number and fits everything."""
    card = next(card for card in puzzle.hand if card.name == question.colour)
    hand = find_hand(puzzle, worlds, ((card, 1),), question.number or 0)
    others = {colour: number for colour, number in hand.items() if colour != question.colour}
    return capital(say(words.FITS, card=words.name_card(_mark(question)), others=words.name_cards(others)))


def _call_old(table: Table, exercise: Exercise, question: CardAsked) -> str:
    """Of a cross that is true, but that did not need this line."""
    in_sight = question.number in seen_numbers(table, exercise.seat, question.colour)
    return capital(say(words.IN_SIGHT if in_sight else words.OUT_BEFORE, card=words.name_card(_mark(question))))


def find_hand(puzzle: Puzzle, worlds: Worlds, terms: tuple[tuple[Hidden, int], ...], total: int) -> dict[str, int]:
    """The first hand in pad order that fits everything, and in which these cards add up to the total."""
    alive = worlds.alive & (sum_table(worlds, terms) == total)
    place = np.unravel_index(int(alive.argmax()), alive.shape)
    world = {card: worlds.values[i][place[i]] for i, card in enumerate(worlds.cards)}
    return {card.name: world[card] for card in puzzle.hand}


# Sums.


def _judge_sum(opened: Str8Log, answer: str) -> Judged:
    puzzle = make_puzzle(opened.table, opened.me)
    worlds = count_worlds(puzzle)
    dice = opened.table.rounds[-1].dice or ()
    terms = tuple((card, dice.count(card.name)) for card in puzzle.hand if card.name in dice)
    sums = worlds.counts_of_sum(terms)
    low, high = read_span(answer)
    least, most = min(sums), max(sums)
    if (low, high) == (least, most):
        one = least == most
        return Judged(True, (say(words.RIGHT) if one else say(words.SUM_RIGHT, least=least, most=most),))
    denied = []
    for said, true in ((low, least), (high, most)):
        if said == true:
            continue
        beyond = said < least or said > most
        hand = {} if beyond else find_hand(puzzle, worlds, terms, true)
        thrown = words.name_cards({colour: hand[colour] for colour in dict.fromkeys(dice)} if hand else {})
        cannot = say(words.SUM_WRONG_CANNOT, total=said)
        denied.append(cannot if beyond else say(words.SUM_WRONG_LEAST, total=true, others=thrown))
    return Judged(False, tuple(denied))


def read_span(answer: str) -> tuple[int, int]:
    """`5-14`, `5 14`, `5 to 14` in any language; one number is both ends."""
    numbers = [int(number) for number in re.findall(r"\d{1,3}", answer)]
    if not 1 <= len(numbers) <= 2:
        problem = say("`{answer}` is not a range.", answer=answer)
        raise unreadable(None, problem, say("Type the least and the most, for example: 5-14"))
    return numbers[0], numbers[-1]


# Choices.


def _judge_bet(opened: Str8Log, answer: str) -> Judged:
    low, high = read_span(answer)
    options = rank_options(opened.table, opened.me)
    best = options[0]
    chosen = next((option for option in options if (option.low, option.high) == (low, high)), None)
    if chosen is None:
        problem = say(words.NO_BET, bet=format_span(low, high), length=high - low + 1)
        free = all_of(opened.table.free_tokens())
        raise unreadable(None, problem, say("These lengths are free: {free}.", free=free))
    places = {"bet": format_span(low, high), "value": say_points(chosen.value), "best": format_figure(best.value)}
    right = is_as_good(chosen, options)
    told = words.BEST_BET if right else words.WORSE_BET
    return Judged(right, (say(told, **places, best_bet=best.span, reason=best.reason),))


def _judge_card(exercise: Exercise, opened: Str8Log, answer: str) -> Judged:
    content = make_advice(opened.table, opened.me, {}).content
    assert isinstance(content, SwapAdvice)
    typed = answer.split()
    colour = parse_colour(Word(typed[-1] if typed else "", 0), opened.table.colours)
    best = content.options[0]
    chosen = next((option for option in content.options if option.colour == colour), None)
    if chosen is None:
        others = all_of(map(say, opened.table.piles()))
        problem = say(words.NO_CARD, colour=say(colour))
        raise unreadable(None, problem, say("Choose another: {colours}.", colours=others))
    right = colour in exercise.answers
    places = {"colour": say(colour), "value": say_points(chosen.value), "best": format_figure(best.value)}
    told = words.BEST_CARD if right else words.WORSE_CARD
    return Judged(right, (say(told, **places, best_colour=say(best.colour), reason=best.reason),))


def _judge_final(exercise: Exercise, opened: Str8Log, answer: str) -> Judged:
    line = answer if answer.split()[:1] == ["final"] else f"final {answer}"
    after = opened.game.open(parse_log(with_line(exercise.log, line), "answer"))
    if isinstance(after, tuple):
        raise unreadable(None, after[0].problem, after[0].hint)
    assert isinstance(after, Str8Log)
    known = know(opened.table, opened.me)
    best = bets_for_points(weigh_colours(known))
    made = {colour: tuple(after.table.finals[opened.me].get(colour, ())) for colour in opened.table.colours}
    value, most = expected_points(known, made), expected_points(known, best)
    right = is_near(value, most)
    told = words.BEST_FINAL if right else words.WORSE_FINAL
    places = {"value": say_points(value), "best": format_figure(most)}
    return Judged(right, (say(told, **places, bets=words.name_bets(best)),))


def _judge_line(exercise: Exercise, answer: str) -> Judged:
    number = next((word for word in answer.split() if word.isdecimal()), "")
    lines = parse_log(exercise.log).lines
    if not number or not 0 < int(number) <= len(lines):
        hint = say("Type a number from 1 to {last}.", last=len(lines))
        raise unreadable(None, say("A line is a number."), hint)
    if f"line {int(number)}" in exercise.answers:
        return Judged(True, (say(words.RIGHT),))
    return Judged(False, (say(words.SLIP_WRONG, number=int(number)),))


# Help.


def give_hints(game: Game, exercise: Exercise) -> tuple[str, ...]:
    """Where to look, which lines, which way."""
    opened = open_exercise(game, exercise)
    colours = [mark.split()[0] for mark in exercise.answers if find_colour(Word(mark.split()[0], 0))]
    first = (say(words.LOOK_COLOUR, colours=all_of(map(say, dict.fromkeys(colours)))),) if colours else ()
    if exercise.kind not in (Task.CROSS, Task.SUM):
        return tuple(map(say, words.CHOICE_HINTS[exercise.kind]))
    lines = words.name_lines(line for line in exercise.proof if _tells_sum(opened, line.number))
    means = say(words.MEANS[exercise.pattern])
    return (
        *first,
        say(words.LOOK_LINES, lines=lines),
        say(words.LOOK_PATTERN, pattern=say(exercise.pattern), means=means),
    )


def _tells_sum(opened: Str8Log, number: int) -> bool:
    return any(
        number in [line.number for line in bet.lines] for this in opened.table.rounds for bet in this.bets.values()
    )


def name_answer(exercise: Exercise, answer: str) -> str:
    match exercise.kind:
        case Task.CROSS:
            return words.name_card(answer)
        case Task.LAY_OFF:
            return say(answer)
        case Task.FINAL:
            bets = (bet.split(" ", 1) for bet in answer.split(", "))
            return ", ".join(f"{say(colour)} {numbers}" for colour, numbers in bets)
        case Task.SLIP:
            return say("line {number}", number=answer.split()[1])
        case Task.SUM:
            return format_span(*read_span(answer))
        case _:
            return answer


# The proof in signs.


def write_signs(game: Game, exercise: Exercise) -> str:
    """`R2: green + yellow + red = 8-10 · R1: blue + green + yellow = 3-4 ⇒ red ≠ 3`."""
    if exercise.kind not in (Task.CROSS, Task.SUM):
        return ""
    opened = open_exercise(game, exercise)
    puzzle = make_puzzle(opened.table, opened.me)
    numbers, known = {line.number for line in exercise.proof}, black_boxes(puzzle)
    told = [_write_sum(fact, puzzle.hand, known) for fact in puzzle.facts if fact.line.number in numbers]
    if exercise.kind is Task.SUM:
        dice = opened.table.rounds[-1].dice or ()
        low, _, high = exercise.answers[0].partition("-")
        claim = f"{' + '.join(map(say, dice))} = {format_span(int(low), int(high))}"
    else:
        colour, number = exercise.answers[0].split()
        claim = f"{say(colour)} ≠ {number}"
    return f"{' · '.join(filter(None, told))} ⇒ {claim}"


def _write_sum(fact: Fact, hand: Sequence[Hidden], known: NumbersLeft) -> str:
    """What a bet told; a card laid off since is written as its number. Nothing if no bet told the fact."""
    if not isinstance(fact.told, Answered):
        return ""
    bet, (limit,) = fact.told.bet, list_sums([fact])
    terms = []
    for card, times in limit.terms:
        name = str(min(known[card])) if card not in hand and len(known[card]) == 1 else say(card.name)
        terms += [name] * times
    span = format_span(bet.low, bet.high)
    signs = {"low": f"≥ {bet.high + 1}", "high": f"≤ {bet.low - 1}", "miss": f"≠ {span}"}
    return f"R{fact.told.round.number}: {' + '.join(terms)} {signs.get(bet.answer or '', f'= {span}')}"


# Why.


def explain(game: Game, exercise: Exercise) -> tuple[str, ...]:
    """The proof of the easiest answer in steps, or what the best choice is worth."""
    opened = open_exercise(game, exercise)
    if exercise.kind is Task.CROSS:
        puzzle = make_puzzle(opened.table, opened.me)
        colour, number = exercise.answers[0].split()
        card = next(card for card in puzzle.hand if card.name == colour)
        proof = prove(puzzle, Claim.is_not(card, int(number)))
        assert proof is not None
        return tuple(sentence.text for sentence in word_proof(tell(proof), opened.table, opened.me))
    if exercise.kind is Task.SUM:
        return (say(words.SUM_FROM, lines=words.name_lines(exercise.proof)),)
    return judge(game, exercise, exercise.answers[0]).says
