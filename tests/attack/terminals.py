"""A program in a terminal of its own, to be ended in any way. It is forked, so it need not load everything again."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from typing import NoReturn, Self

from cli.app import main

CLOSED, CTRL_C = "closed terminal", "SIGINT"
ENDS = ("SIGKILL", "SIGTERM", "SIGHUP", CLOSED, CTRL_C)
PATIENCE = 60.0  # seconds for an answer


class Lost(Exception):
    """A line that was answered is not in the log, or the log or the program is broken."""


class Terminal:
    """A program that runs, and what it has shown so far."""

    def __init__(self, program: Callable[[], None]) -> None:
        self.shown, self.ended = b"", False
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            _run(program)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Whatever was found, it does not run on, with all that was open when it was forked."""
        if not self.ended:
            self.end("SIGKILL")

    def look(self, seconds: float) -> bool:
        """Read what it shows for so long; False if it has ended."""
        end = time.monotonic() + seconds
        while True:
            if select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                try:
                    self.shown += os.read(self.terminal, 65536)
                except OSError:
                    return False
            elif time.monotonic() >= end:
                return True

    def wait_for(self, shown: Callable[[bytes], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not shown(self.shown):
            if not self.look(0.01) or time.monotonic() > end:
                raise Lost(f"no {what}:\n{self.last_words}")

    @property
    def last_words(self) -> str:
        return self.shown[-2000:].decode("utf-8", "replace")

    def end(self, how: str) -> int:
        """Its exit status. A terminal that is closed shows nothing any more."""
        if how == CLOSED:
            self.look(0)
            os.close(self.terminal)
        else:
            os.kill(self.process, signal.Signals[how])
        return self.wait(look=how != CLOSED)

    def wait(self, look: bool = True) -> int:
        end = time.monotonic() + PATIENCE
        while True:
            if look:
                self.look(0.002)
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                self.ended = True
                break
            if time.monotonic() > end:
                os.kill(self.process, signal.SIGKILL)
                os.waitpid(self.process, 0)
                self.ended = True
                raise Lost("it does not end")
        if look:
            self.look(0)
            os.close(self.terminal)
        return status


def run_command(*words: str) -> None:
    """`deduce` as its own entry runs it, with all that it sets first."""
    sys.argv = ["deduce", *words]
    main()


def _run(program: Callable[[], None]) -> NoReturn:
    """In the new process: as a shell starts a command, which ignores nothing."""
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115 - its own terminal
    for heard in (signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):  # this process may have been told to ignore them
        signal.signal(heard, signal.SIG_DFL)
    try:
        program()
        sys.stdout.flush()
        os._exit(0)
    except SystemExit as leave:
        sys.stdout.flush()
        os._exit(leave.code if isinstance(leave.code, int) else 0)
    except BaseException as unexpected:
        with contextlib.suppress(OSError):  # its terminal may be gone
            os.write(2, repr(unexpected).encode())
    finally:
        os._exit(3)
