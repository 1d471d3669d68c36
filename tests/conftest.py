"""Shared by all tests. `python -m pytest --record` records the golden texts; `git diff` then shows what changed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from typer.main import get_command

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is loaded: tests are shared out, not sums
os.environ["TERM"] = "xterm-256color"  # one for all: Rich keeps the codes of a style as first made
os.environ.pop("COLORTERM", None)
os.environ["DEDUCE_LANG"] = "en"  # golden texts are English, whatever the machine speaks
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or every process that tests start compiles the program once more

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background: programs that tests start inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

from cli.app import app

with suppress(ImportError):  # what makes catalogues is not here: there is English alone
    from hatch_build import compile_catalogues

    compile_catalogues()

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples" / "think_str8"
FAULTY = EXAMPLES / "faulty"
LONG = (  # two stretches of about the same length
    ("test_phones.py", "test_slips.py", "test_mastermind.py", "test_siege.py"),
    (
        "test_alone.py",
        "test_tongues.py",
        "test_evening.py",
        "test_mishaps.py",
        "test_cluster.py",
        "test_review_page.py",
    ),
)

SHARES = 16, 4  # of the random games of a test, every day and in the rest
MANY, SOME = 8, 4  # of a test with so many cases every fourth is for every day
LEFT_OUT = pytest.StashKey[int]()

# How soon examples come depends on who else uses the machine; speed is measured in tests/bench.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# A third of them ASCII. Those of hypothesis itself come from a table that takes a new machine many seconds to make.
CHARACTERS = (st.integers(0, 127) | st.integers(0, 0xD7FF) | st.integers(0xE000, 0x10FFFF)).map(chr)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores, for those who wait; two for a core with browsers, whose drivers mostly do."""
    cores = os.cpu_count() or 1
    return 2 * cores if config.getoption("--rest") or config.getoption("--thorough") else cores + 1


@pytest.hookimpl(optionalhook=True)  # without xdist there is nothing to share out
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Whoever is done takes tests from the others: whole games in a browser take as long as a thousand small tests."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long comes first, half with the first worker, half amid the rest.

    Each worker gets one stretch of tests, and takes from the ends of others' once it is done. So no whole game is left
    for the end, and few workers start a browser, which costs as much as many tests.
    """
    if not config.getoption("--thorough") and not any("::" in name for name in config.args):
        items[:], left = share_out(items, rest=config.getoption("--rest"))
        config.hook.pytest_deselected(items=left)
        config.stash[LEFT_OUT] = len(left)
        getattr(config, "workeroutput", {})["left out"] = len(left)
    long = [[item for name in names for item in items if item.path.name == name] for names in LONG]
    short = [item for item in items if not any(item.path.name in names for names in LONG)]
    middle = len(short) // 2
    items[:] = [*long[0], *short[:middle], *long[1], *short[middle:]]


def share_out(items: list[pytest.Item], rest: bool) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """What is run, and what is left out.

    Everyday tests are those that tell most for their time: of a test of random games one game or a few, of one with
    many cases some, and none that takes long and seldom finds what others do not (`pytest.mark.seldom`). The rest is
    what they leave out of a quarter of the random games; the others, and tests of a tool that hardly changes
    (`thorough`), are for --thorough.
    """
    seeds: dict[str, set[int]] = {}
    for item in items:
        seeds.setdefault(_test(item), set()).add(_seed(item))
    few, enough = ({test: sorted(some)[: -(-len(some) // share)] for test, some in seeds.items()} for share in SHARES)
    cases, met = Counter(_test(item) for item in items if _seed(item) in few[_test(item)]), Counter[str]()
    run: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        tests, seed = _test(item), _seed(item)
        chosen = seed in few[tests] and (cases[tests] < MANY or met[tests] % SOME == 0)
        met[tests] += seed in few[tests]
        everyday = chosen and not any(item.get_closest_marker(mark) for mark in ("seldom", "thorough"))
        wanted = seed in enough[tests] and not item.get_closest_marker("thorough")
        (run if (wanted and not everyday if rest else everyday) else left).append(item)
    return run, left


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """What a worker has left out, all have."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left = config.stash.get(LEFT_OUT, 0)
    if left and not config.getoption("--rest"):
        terminalreporter.write_line(f"These were the everyday tests: {left:,} more were left out.")
        terminalreporter.write_line("    python -m pytest -n auto --rest        runs what is worth its time")
        terminalreporter.write_line("    python -m pytest -n auto --thorough    runs everything, with all random games")


def _test(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _seed(item: pytest.Item) -> int:
    called = getattr(item, "callspec", None)  # of a test with parameters
    return 0 if called is None else int(called.params.get("seed", 0))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rest", action="store_true", help="what the everyday tests leave out")
    parser.addoption("--thorough", action="store_true", help="all tests, with all random games")
    parser.addoption("--record", action="store_true", help="record the golden texts instead of comparing")


@pytest.fixture(autouse=True, scope="session")
def built_once() -> Iterator[None]:
    """Typer builds all commands anew for every call of a test, which takes as long as most answers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.testing._get_command", cache(get_command))
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One for all tests of a worker."""
    from tests.serve.phones import start_browser

    with start_browser() as launched:
        yield launched


@pytest.fixture(autouse=True)
def no_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Between its calls Playwright leaves its event loop marked as running, where nothing else could start one."""
    if "browser" in request.fixturenames or (running := asyncio._get_running_loop()) is None:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with its file; trailing blanks do not count."""

    def compare(path: Path, text: str) -> None:
        text = "\n".join(line.rstrip() for line in text.splitlines()) + "\n"
        if request.config.getoption("--record"):
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"no golden text: record it with --record ({path.name})"
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def deduce(monkeypatch: pytest.MonkeyPatch) -> Deduce:
    """Runs the program in this process, as plain text 80 columns wide."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    return Deduce(monkeypatch)


class Deduce:
    """`deduce("show", path)` gives exit_code, stdout and stderr; an exception in the program is raised."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def __call__(self, *words: str | Path, text: str | bytes | None = None):  # type: ignore[no-untyped-def]
        from typer.testing import CliRunner

        return CliRunner().invoke(app, [str(word) for word in words], input=text, catch_exceptions=False)

    def inside(self, folder: Path) -> Deduce:
        """The same with another working folder, so that messages name files without their folder."""
        self.monkeypatch.chdir(folder)
        return self
