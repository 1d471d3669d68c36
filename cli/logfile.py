"""A log on disk while it is being written: nothing typed is lost, whatever happens to the program or the machine.

A new line is appended and synced before anyone is told that it is saved. Undo and edit write the whole file anew beside
the old one and then swap the two in one step; the text before the change stays as a backup. A lock keeps a second
session away and dies with its process.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows: there a second session is not noticed
    fcntl = None  # type: ignore[assignment]


class Locked(Exception):
    """Another session has the log open; `holder` is its process number if it is known."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


class LogFile:
    """One log file, held by this session until `close`. `text` is what this session last read or wrote there."""

    def __init__(self, path: Path) -> None:
        self.path = path  # as people name it
        self._place = Path(os.path.realpath(path))  # a link stays a link
        self._lock = _take_lock(self._place)
        self.text = self._place.read_bytes().decode("utf-8") if self._place.exists() else ""

    def is_at(self, path: Path) -> bool:
        return self._place == Path(os.path.realpath(path))

    @property
    def backup(self) -> Path:
        return self._place.with_name(self._place.name + ".bak")

    def read(self) -> str | None:
        """What is on the disk now; None if it is no text."""
        try:
            return self._place.read_bytes().decode("utf-8") if self._place.exists() else ""
        except (OSError, UnicodeDecodeError):
            return None

    def append(self, added: str) -> None:
        """Add to the end; when this returns it is on the disk. If the disk refuses, the file stays as it was."""
        _append(self._place, added.encode("utf-8"))
        self.text += added

    def rewrite(self, text: str) -> bool:
        """Replace the whole text in one step, keeping what was there as a backup; whether that was not our own."""
        old = self._place.read_bytes() if self._place.exists() else b""
        if old:
            _write_whole(self.backup, old)
        _write_whole(self._place, text.encode("utf-8"))
        foreign = old not in (b"", self.text.encode("utf-8"))
        self.text = text
        return foreign

    def close(self) -> None:
        if self._lock is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._lock.name)
            self._lock.close()
            self._lock = None


def _append(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        before = os.fstat(descriptor).st_size
        try:
            written = os.write(descriptor, data)
            if written < len(data):
                raise OSError(28, os.strerror(28))
            os.fsync(descriptor)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(descriptor, before)
            raise
    finally:
        os.close(descriptor)


def _write_whole(path: Path, data: bytes) -> None:
    """Write beside the file, sync, then take its place: a reader sees the old text or the new one, never a half."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with open(beside, "wb") as new:
            new.write(data)
            new.flush()
            os.fsync(new.fileno())
        if path.exists():
            os.chmod(beside, path.stat().st_mode & 0o777)
        os.replace(beside, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def _take_lock(path: Path) -> IO[str] | None:
    """Lock a small file beside the log. The system frees it when the process ends, so a stale one never blocks."""
    if fcntl is None:
        return None
    beside = path.with_name(f".{path.name}.lock")
    try:
        lock = open(beside, "a+", encoding="utf-8")  # noqa: SIM115 - held open for the whole session
    except OSError:
        return None  # a folder that cannot be written to says so with the first line
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        holder = lock.read().strip()
        lock.close()
        raise Locked(holder) from None
    if not beside.exists() or beside.stat().st_ino != os.fstat(lock.fileno()).st_ino:
        lock.close()  # its last holder left, and took the file away, between our two steps
        return _take_lock(path)
    with contextlib.suppress(OSError):  # on a full disk the lock holds too, it only does not say whose it is
        os.ftruncate(lock.fileno(), 0)
        os.write(lock.fileno(), f"{os.getpid()}\n".encode())
    return lock
