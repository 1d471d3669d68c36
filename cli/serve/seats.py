"""Who sits where: the code in the link, and the cookie of each phone. Kept beside the log, so that all stay seated.

Only a digest of a cookie is kept: who reads the file cannot sit down with it.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
from hashlib import sha256
from pathlib import Path


class Seats:
    """The seats of one log. `start` counts how often the server was started on it."""

    def __init__(self, log: Path) -> None:
        self.place = log.with_name(f".{log.name}.seats")
        kept = self._read()
        self.code = str(kept.get("code") or secrets.token_urlsafe(9))
        self.start = _number(kept.get("start")) + 1
        taken = kept.get("taken")
        self.taken = {str(seat): str(digest) for seat, digest in taken.items()} if isinstance(taken, dict) else {}
        self._write()

    def sit_down(self, seat: str) -> str | None:
        """A new cookie for a free seat; None if it is taken."""
        if seat in self.taken:
            return None
        cookie = secrets.token_urlsafe(32)
        self.taken[seat] = _digest(cookie)
        self._write()
        return cookie

    def stand_up(self, seat: str) -> None:
        """Free a seat, for a phone that was lost."""
        if self.taken.pop(seat, None):
            self._write()

    def seat_of(self, cookie: str) -> str | None:
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
        beside = self.place.with_name(f"{self.place.name}.new")
        data = json.dumps({"code": self.code, "start": self.start, "taken": self.taken}).encode()
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(beside, self.place)


def _digest(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()


def _number(kept: object) -> int:
    return kept if isinstance(kept, int) else 0
