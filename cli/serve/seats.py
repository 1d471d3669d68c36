"""Who sits where, kept beside the log: the code in the link, and the cookie of each phone."""

from __future__ import annotations

import hmac
import json
import secrets
from hashlib import sha256
from pathlib import Path

from cli.logfile import PRIVATE, write_whole
from solver.english import fold


class Seats:
    """Kept beside the log, so that all stay seated, on this log and on the one that is played next.

    Only a digest of a cookie is kept: whoever reads the file cannot sit down with it. `start` counts how often the
    server was started on this log; `next` is the name of the log that was begun when this one was over, and `game`
    counts the games at this table, from 1.
    """

    def __init__(self, log: Path, before: Seats | None = None) -> None:
        self.place = log.with_name(f".{log.name}.seats")
        kept = self._read()
        taken = kept.get("taken")
        self.code: str = before.code if before else str(kept.get("code") or secrets.token_urlsafe(9))
        self.start: int = max(_number(kept.get("start")), before.start if before else 0) + 1
        self.next = str(kept.get("next") or "")
        self.game: int = _number(kept.get("game")) or (before.game + 1 if before else 1)
        self.taken = {str(seat): str(digest) for seat, digest in taken.items()} if isinstance(taken, dict) else {}
        self.taken |= before.taken if before else {}
        self._stamp, self._freed = (0, 0), set[str]()
        self._write()

    def sit_down(self, seat: str) -> str | None:
        """A new cookie for a free seat; None if it is taken. Raises OSError if that cannot be kept."""
        self._catch_up()
        if seat in self.taken:
            return None
        cookie = secrets.token_urlsafe(32)
        self.taken[seat] = _digest(cookie)
        try:
            self._write()
        except OSError:
            del self.taken[seat]
            raise
        return cookie

    def stand_up(self, seat: str) -> None:
        """Free a seat: its phone was lost, or it was taken by mistake. Raises OSError if that cannot be kept."""
        digest = self.taken.pop(seat, None)
        if digest is None:
            return
        try:
            self._write()
        except OSError:
            self.taken[seat] = digest
            raise

    def go_on_in(self, log: Path) -> None:
        """Which log was begun after this one."""
        self.next = log.name
        self._write()

    def _catch_up(self) -> None:
        """Somebody may have freed a seat with another call."""
        if self._stamp != _stamp_of(self.place):
            taken, before = self._read().get("taken"), self.taken
            self.taken = {str(seat): str(digest) for seat, digest in taken.items()} if isinstance(taken, dict) else {}
            self._stamp = _stamp_of(self.place)
            self._freed |= before.keys() - self.taken.keys()

    def take_freed(self) -> set[str]:
        """Whose seat another call has freed since this was asked."""
        self._catch_up()
        freed, self._freed = self._freed, set()
        return freed

    def seat_of(self, cookie: str) -> str | None:
        self._catch_up()
        digest = _digest(cookie)
        return next((seat for seat, kept in self.taken.items() if hmac.compare_digest(kept, digest)), None)

    def fits(self, code: str) -> bool:
        return hmac.compare_digest(self.code.encode(), code.encode())

    def _read(self) -> dict[str, object]:
        try:
            kept = json.loads(self.place.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _write(self) -> None:
        """In one step, and readable by nobody else."""
        kept: dict[str, object] = {"code": self.code, "start": self.start, "game": self.game, "taken": self.taken} | (
            {"next": self.next} if self.next else {}
        )
        _write(self.place, kept)
        self._stamp = _stamp_of(self.place)


def free_in_file(log: Path, wanted: str) -> str:
    """Free a seat while the table is served by another program, which notices; whose it was, or nobody's."""
    place = log.with_name(f".{log.name}.seats")
    try:
        kept = json.loads(place.read_text(encoding="utf-8"))
        taken = kept["taken"]
        seat = next(name for name in taken if fold(name) == fold(wanted))
        _write(place, kept | {"taken": {name: digest for name, digest in taken.items() if name != seat}})
    except (OSError, ValueError, TypeError, KeyError, StopIteration):
        return ""
    return str(seat)


def _write(place: Path, kept: dict[str, object]) -> None:
    write_whole(place, place.with_name(f"{place.name}.new"), json.dumps(kept).encode(), PRIVATE)


def _stamp_of(place: Path) -> tuple[int, int]:
    try:
        known = place.stat()
    except OSError:
        return 0, 0
    return known.st_mtime_ns, known.st_ino


def name_of_next(log: Path) -> str:
    """The name of the log that was begun when this one was over."""
    try:
        kept = json.loads(log.with_name(f".{log.name}.seats").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    following = kept.get("next") if isinstance(kept, dict) else ""
    return Path(following).name if isinstance(following, str) else ""


def _digest(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()


def _number(kept: object) -> int:
    return kept if isinstance(kept, int) else 0
