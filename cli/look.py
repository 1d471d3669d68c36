"""How a game looks: what every game shows, and what some games show on top, in types."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console

from solver.english import Saying
from solver.game import Advice, Opened, Review, Sheet, Told

if TYPE_CHECKING:
    from solver.proof.conflicts import Check


class Look(ABC):
    """What a game shows in a terminal. Views that few commands need are imported inside the methods.

    `things` are what nobody knows of their own, `mark` what is crossed out on a pad, `whole` what the things make.
    """

    things: ClassVar[str] = "cards"
    mark: ClassVar[str] = "number"
    whole: ClassVar[str] = "hand"

    def show_sheet(self, console: Console, sheet: Sheet, pad: bool = False) -> None:
        """All of the sheet; with `pad` only what the player found, what lies in sight, and what happened."""
        self.show_compact(console, sheet, None, pad)

    @abstractmethod
    def show_compact(self, console: Console, sheet: Sheet, before: Sheet | None, pad: bool) -> None:
        """What stays in sight while playing, with what changed; with `pad` only what the player found."""

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
    def show_answers(self, console: Console, answers: Sequence[Told]) -> None: ...

    def show_verdict(self, console: Console, verdict: Check) -> None:
        from cli.views.reasons import show_check

        show_check(console, verdict, self.things, self.mark, self.whole)

    def show_choice(self, console: Console, verdict: Check, doubts: Sequence[Saying], rows: int | None) -> None:
        """A contradiction for the person who must decide now, in `rows` rows."""
        from cli.views.reasons import show_choice

        show_choice(console, verdict, doubts, rows, self.things, self.whole)

    def show_repairs(self, console: Console, verdict: Check) -> None:
        from cli.views.reasons import show_repairs

        show_repairs(console, verdict, self.whole)

    def show_best_repair(self, console: Console, verdict: Check) -> None:
        from cli.views.reasons import show_best_repair

        show_best_repair(console, verdict)


class ShowsHints(ABC):
    """The look of a game that gives hints."""

    @abstractmethod
    def show_hint(self, console: Console, hint: Told) -> None: ...


class ShowsReviews(ABC):
    """The look of a game that has a way of its own to show a review; others tell it as a story."""

    @abstractmethod
    def show_review(self, console: Console, review: Review) -> None: ...


class ShowsQuestions(ABC):
    """The look of a game in which cards with questions are read."""

    @abstractmethod
    def show_questions(self, console: Console, questions: Told) -> None: ...


class ShowsReports(ABC):
    """The look of a game that the machine can play."""

    @abstractmethod
    def show_report(self, console: Console, report: Told, asked: int) -> None: ...
