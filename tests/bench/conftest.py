"""The table of figures at the end of a run."""

from __future__ import annotations

import pytest

from tests.bench.figures import figures


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if figures:
        terminalreporter.write_line(f"{'figure':48} {'measured':>12}  {'times':>7} {'at most':>7}  its baseline")
    for name, measured, against, times, most in figures:
        terminalreporter.write_line(f"{name:48} {measured:>12}  {times:7.2f} {most:7g}  {against}")
