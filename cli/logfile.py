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
    """One log file, held by this session until `close`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = _take_lock(path)
        self.text = _decode(path.read_bytes()) if path.exists() else ""

    @property
    def backup(self) -> Path:
        return self.path.with_name(self.path.name + ".bak")

    def append(self, added: str) -> None:
        """Add to the end; when this returns it is on the disk. If the disk refuses, the file stays as it was."""
        _append(self.path, added.encode("utf-8"))
        self.text += added

    def rewrite(self, text: str) -> None:
        """Replace the whole text in one step, keeping the old one as a backup."""
        if self.path.exists():
            _write_whole(self.backup, self.text)
        _write_whole(self.path, text)
        self.text = text

    def close(self) -> None:
        if self._lock is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._lock.name)
            self._lock.close()
            self._lock = None


def _decode(data: bytes) -> str:
    """The log's reader has judged the bytes already; here only the text matters."""
    return data.decode("utf-8")


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


def _write_whole(path: Path, text: str) -> None:
    """Write beside the file, sync, then take its place: a reader sees the old text or the new one, never a half."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with open(beside, "wb") as new:
            new.write(text.encode("utf-8"))
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
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock
