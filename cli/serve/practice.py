"""`deduce serve --practice`: one phone, no table. The same exercises as in a terminal, answered by a tap.

Whoever has the link practises; it has a code that cannot be guessed. What a phone is told of an exercise is the pad as
on paper and the question; the answer comes when it has answered, or given up.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from cli.language import words_of_page
from cli.practice import Training, begin_training, list_told
from cli.serve.alone import Alone, read_body, share_file, show_links
from cli.serve.files import FILES, PAGES
from cli.serve.guard import Guard
from cli.serve.start import Wishes, run_alone
from cli.views.console import out, put
from cli.views.page import open_templates
from solver.english import capital
from solver.game import Data
from solver.language import say, say_count
from solver.log import Fault
from solver.practice import Task


class Practice(Alone):
    """One training, and the page that shows it."""

    def __init__(self, training: Training) -> None:
        super().__init__()
        self.training = training
        self.pages = open_templates(PAGES)

    # What a phone is told.

    def show(self) -> Data:
        """The pad as on paper, and the question; nothing that gives the answer away."""
        training = self.training
        if training.current is None:
            return {"over": True, "told": training.sum_up()}
        exercise, opened = training.exercise, training.opened()
        sheet = opened.show(exercise.seat).pad_data()
        told = list_told(opened) if exercise.kind is Task.SLIP else []
        return {
            "id": exercise.id,
            "kind": exercise.kind,
            "game": exercise.game,
            "seat": exercise.seat,
            "head": training.name_place(None),
            "question": exercise.question,
            "pad": {**sheet, **opened.scene()},
            "lines": [[line.number, line.event] for line in told],
            "seconds": training.seconds,
            "right": training.right,
            "tried": training.tried,
            "streak": training.streak,
            "solved": training.solved,
            "over": False,
        }

    def answer(self, typed: str) -> Data:
        training = self.training
        try:
            judged = training.judge(typed)
        except Fault as fault:
            return {"right": None, "says": [fault.problem, fault.hint]}
        return {"right": judged.right, "says": list(judged.says), **(self.explain() if judged.right else {})}

    def explain(self) -> Data:
        """The proof in signs, the name of the way, and how long it took."""
        training, exercise = self.training, self.training.exercise
        return {
            "answers": list(exercise.answers),
            "signs": training.game.write_signs(exercise),
            "pattern": capital(say(exercise.pattern)) if exercise.pattern else "",
            "taken": say_count("{count} second.", "{count} seconds.", round(training.seconds)),
            "streak": training.streak,
            "right_at_first": training.right,
            "tried": training.tried,
        }

    def give_up(self) -> Data:
        """The answer and the whole proof."""
        training = self.training
        training.give_up()
        training.solved = True
        says = [say("Right would be: {answers}.", answers=training.name_answers())]
        return {"right": False, "says": says, "steps": list(training.game.explain(training.exercise)), **self.explain()}

    def steps(self) -> Data:
        return {"steps": list(self.training.game.explain(self.training.exercise))}

    def advance(self) -> Data:
        self.training.advance()
        return self.show()

    # Requests.

    async def page(self, request: Request) -> Response:
        def made() -> str:
            words = json.dumps(words_of_page([FILES["practice.js"].read_text(encoding="utf-8")]))
            title = self.training.game.title
            return self.pages.get_template("practice.html").render(title=title, words=words)

        return HTMLResponse(await self.think(request, made))

    async def exercise(self, request: Request) -> Response:
        return await self.reply(request, self.show)

    async def act(self, request: Request) -> Response:
        """What is done is done to the exercise that the phone shows; if that is another by now, it is shown."""
        body = await read_body(request)
        act, typed = request.path_params["act"], body.get("answer")
        if act not in ("answer", "hint", "why", "steps", "next") or (act == "answer" and not isinstance(typed, str)):
            return JSONResponse({"problem": say("That did not work.")}, 400)

        def do() -> Data:
            training = self.training
            if training.current is None or training.exercise.id != body.get("id"):
                return {"other": self.show()}
            if act == "answer" and not training.solved:
                return self.answer(str(typed)[:200])
            if act == "next":
                return {"other": self.advance()}
            if act == "hint":
                return {"right": None, "says": [training.hint()]}
            if act == "steps" and training.solved:
                return self.steps()
            return self.explain() if training.solved else self.give_up()

        return await self.reply(request, do)

    def routes(self) -> list[Route]:
        return [
            Route("/join/{code}", self.known(self.page)),
            Route("/join/{code}/exercise", self.known(self.exercise)),
            Route("/join/{code}/{act}", self.known(self.act), methods=["POST"]),
            Route("/files/{name}", share_file),
        ]


def make_practice(practice: Practice, hosts: Collection[str]) -> Starlette:
    return Starlette(routes=practice.routes(), middleware=[Middleware(Guard, hosts=hosts)])


def serve_practice(logs: Sequence[str], game: str | None, wishes: Wishes) -> None:
    """One phone, until Ctrl-C."""
    with begin_training(logs, game) as training:
        practice = Practice(training)
        practice.advance()
        title, end = training.game.title, say("Ctrl-C stops. Every answer is kept at once.")
        run_alone(
            lambda hosts: make_practice(practice, hosts),
            practice.code,
            wishes,
            lambda links: show_links(title, say("practice"), links, end),
        )
    if training.tried:
        put(out(), training.sum_up(), style="bold")
