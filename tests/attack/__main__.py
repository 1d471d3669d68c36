"""The long attack: `python -m tests.attack --lines 1000000`. Findings go to a file, and a run that was stopped goes on.

Every line of a log counts once, however many commands read it.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, takewhile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.attack.workers import Report, run_cases


@dataclass
class Ledger:
    """What is done and what was found, as JSON lines: one for each finding, one for the state now and then."""

    path: Path
    seed: int
    done: set[int] = field(default_factory=set)
    lines: int = 0
    calls: int = 0
    seconds: float = 0.0
    causes: Counter[str] = field(default_factory=Counter)

    def resume(self) -> None:
        """Take up where a run with the same seed stopped."""
        for row in self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else ():
            entry = json.loads(row)
            if entry["seed"] != self.seed:
                continue
            if "upto" in entry:
                self.done = set(range(entry["upto"])) | set(entry["beyond"])
                self.lines, self.calls, self.seconds = entry["lines"], entry["calls"], entry["seconds"]
                self.causes = Counter(entry["causes"])

    def cases_left(self, lines: int) -> Iterator[int]:
        """The cases not done yet, until there are so many lines."""
        yield from takewhile(lambda _: self.lines < lines, (number for number in count() if number not in self.done))

    def write(self, **entry: object) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"seed": self.seed, **entry}, ensure_ascii=False) + "\n")

    def take(self, report: Report) -> None:
        self.done.add(report.number)
        self.lines += report.lines
        self.calls += report.calls
        for found in report.found:
            cause = found.finding.cause
            self.causes[cause] += 1
            if self.causes[cause] <= 3:
                log = found.log.decode("utf-8", "backslashreplace")
                told, call = found.finding.told, str(found.finding.call)
                self.write(case=report.number, cause=cause, call=call, told=told, shrunk=found.shrunk, log=log)

    def save(self) -> None:
        upto = next(number for number in count() if number not in self.done)
        beyond = sorted(number for number in self.done if number > upto)
        state = {"lines": self.lines, "calls": self.calls, "seconds": round(self.seconds), "causes": dict(self.causes)}
        self.write(upto=upto, beyond=beyond, **state)


def main(
    lines: Annotated[int, typer.Option(help="How many lines of logs.")] = 20_000,
    seed: Annotated[int, typer.Option(help="The same number gives the same logs.")] = 1,
    workers: Annotated[int, typer.Option(help="How many processes.")] = 2,
    findings: Annotated[Path, typer.Option(help="Where findings go; a run that was stopped goes on.")] = Path(
        "attack.jsonl"
    ),
) -> None:
    ledger, console = Ledger(findings, seed), Console()
    ledger.resume()
    told = TextColumn("lines, {task.fields[found]} causes")
    with Progress(BarColumn(), MofNCompleteColumn(), told, TimeRemainingColumn(), console=console) as progress:
        bar = progress.add_task("attack", total=lines, completed=ledger.lines, found=len(ledger.causes))
        began, before, saved = time.monotonic(), ledger.seconds, time.monotonic()
        try:
            for report in run_cases(seed, ledger.cases_left(lines), workers):
                ledger.take(report)
                ledger.seconds = before + time.monotonic() - began
                progress.update(bar, completed=ledger.lines, found=len(ledger.causes))
                if time.monotonic() - saved > 20:
                    ledger.save()
                    saved = time.monotonic()
        finally:
            ledger.save()
    logs, minutes = len(ledger.done), ledger.seconds / 60
    console.print(f"{ledger.lines:,} lines of {logs:,} logs, {ledger.calls:,} calls, {minutes:.1f} minutes")
    for cause, times in ledger.causes.most_common():
        console.print(f"{times:7,}  {cause}", markup=False, highlight=False)
    raise typer.Exit(1 if ledger.causes else 0)


if __name__ == "__main__":
    typer.run(main)
