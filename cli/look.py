"""How a game looks: what every game shows, and what some games show on top, in types; in shell and session alike."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console
from rich.text import Text

from cli.views import reasons
from cli.views.console import clean, put, say_text, show_notes
from cli.views.faults import show_call_fault
from solver.commands import Advised, Checked, Hinted, Reasons, ShownSheet, TableReview
from solver.english import Saying
from solver.game import Advice, Game, HasData, Opened, PlainReview, Recounts, Review, Sheet, Suggested
from solver.grammar import Verb
from solver.language import say
from solver.tongues import words_for

if TYPE_CHECKING:
    from solver.proof.conflicts import Check


class Look(ABC):
    """What a game shows in a terminal. Views that few commands need are imported inside the methods."""

    things: ClassVar[reasons.Things] = reasons.CARDS

    def show_sheet(self, console: Console, sheet: Sheet, pad: bool = False) -> None:
        """All of the sheet; with `pad` only what the player found, what lies in sight, and what happened."""
        self.show_compact(console, sheet, None, pad)

    @abstractmethod
    def show_compact(self, console: Console, sheet: Sheet, before: Sheet | None, pad: bool) -> None:
        """What stays in sight while playing, with what changed; with `pad` only what the player found."""

    def show_exercise(self, console: Console, sheet: Sheet) -> None:
        """What the player found, and all that more can be deduced from."""
        self.show_compact(console, sheet, None, pad=True)

    @abstractmethod
    def show_public(self, console: Console, opened: Opened, brief: bool = False) -> None:
        """What happened and how everybody stands, of a log that has nothing in it but what all may know.

        With `brief` what matters most of it, so that a small screen has room for it.
        """

    @abstractmethod
    def show_progress(self, console: Console, sheet: Sheet, pad: bool = False) -> None:
        """What happened so far, and how everybody stands; with `pad` without chances."""

    @abstractmethod
    def show_advice(self, console: Console, advice: Advice, every: bool) -> None: ...

    @abstractmethod
    def show_answers(self, console: Console, answers: Sequence[HasData]) -> None: ...

    def show_verdict(self, console: Console, verdict: Check, which: bool = False) -> None:
        """The verdict on a log; with `which` also the crosses without date that are not justified."""
        reasons.show_check(console, verdict, self.things, which)

    def show_choice(self, console: Console, verdict: Check, doubts: Sequence[Saying], rows: int | None) -> None:
        """A contradiction for the person who must decide now, in `rows` rows."""
        reasons.show_choice(console, verdict, doubts, rows, self.things)

    def show_repairs(self, console: Console, verdict: Check) -> None:
        reasons.show_repairs(console, verdict, self.things)

    def show_best_repair(self, console: Console, verdict: Check) -> None:
        reasons.show_best_repair(console, verdict)


class ShowsHints(ABC):
    """The look of a game that gives hints."""

    @abstractmethod
    def show_hint(self, console: Console, hint: HasData) -> None: ...


class ShowsQuestions(ABC):
    """The look of a game in which cards with questions are read."""

    @abstractmethod
    def show_questions(self, console: Console, questions: HasData) -> None: ...


# The answers of `solver.commands`.


def show_shown(look: Look, console: Console, shown: ShownSheet) -> None:
    look.show_sheet(console, shown.sheet, shown.pad)
    if shown.verdict:
        look.show_best_repair(console, shown.verdict)
    if shown.reading:
        show_suggested(console, shown.reading)


def show_reasons(look: Look, console: Console, found: Reasons) -> None:
    if found.verdict:
        look.show_verdict(console, found.verdict)
    else:
        look.show_answers(console, found.answers)
    show_notes(console, found.notes)


def show_checked(look: Look, console: Console, checked: Checked, which: bool = False) -> None:
    look.show_verdict(console, checked.verdict, which)
    show_notes(console, checked.notes)


def show_hinted(look: Look, console: Console, hinted: Hinted) -> None:
    if hinted.verdict:
        look.show_verdict(console, hinted.verdict)
    elif hinted.hint and isinstance(look, ShowsHints):
        look.show_hint(console, hinted.hint)
    show_notes(console, hinted.notes)


def show_advised(
    look: Look, console: Console, advised: Advised, every: bool = False, aside: Console | None = None
) -> None:
    """The advice; a refusal goes to the console for what goes wrong."""
    if advised.advice.refusal:
        show_call_fault(*advised.advice.refusal, console=aside or console)
    else:
        look.show_advice(console, advised.advice, every)


def show_reviewed(console: Console, logs: Sequence[Opened], review: Review) -> None:
    game = logs[0].game
    if isinstance(game, Recounts):
        from cli.views.story import show_story

        show_story(console, game.recount(logs, review))
    elif isinstance(review, PlainReview):
        for line, news in review.taught:
            console.print(Text(say("Line {number}: {line}", number=line.number, line=clean(line.event)), style="bold"))
            for sentence in news:
                put(console, sentence, indent=2)


def show_whole_table(console: Console, review: TableReview) -> None:
    from cli.views.story import show_story

    show_story(console, review.story)


def show_suggested(console: Console, reading: Suggested) -> None:
    """Apart from the sheet, whose every figure is exact."""
    console.print()
    console.print(Text(say("The table suggests"), style="bold"))
    for sentence in reading.sentences:
        put(console, sentence, indent=2)
    put(console, reading.assumes, indent=2, style="dim")


# The lines that can be typed.


def show_notation(console: Console, game: Game) -> None:
    head = Text(game.title, style="bold")
    console.print(say_text("{title}: the lines of a log (game {name})", title=head, name=game.name))
    for verb in game.verbs:
        console.print()
        show_verb(console, verb)
    console.print()
    put(console, say(game.legend))
    put(console, say("Verbs and names may be cut short while they fit only one. # starts a comment."))


def show_verb(console: Console, verb: Verb) -> None:
    console.print(Text(say(verb.form), style="bold cyan"))
    put(console, say(verb.means), indent=4)
    for example in verb.examples:
        put(console, example, indent=8, style="green")
    answers = [word for choice in re.findall(r"[a-z-]+(?:\|[a-z-]+)+", verb.form) for word in choice.split("|")]
    show_words(console, (verb.name, *answers))


def show_words(console: Console, typed: Iterable[str]) -> None:
    """What may be typed for English words in the language that is spoken; of English there is nothing to tell."""
    for word in typed:
        if words := words_for(word):
            put(console, f"`{word}` = {', '.join(words)}", indent=8, style="dim")
