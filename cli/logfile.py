"""A log on disk while it is being written: nothing typed is lost, whatever happens to the program or the machine.

A new line is appended and synced before anyone is told that it is saved. Undo and edit write the whole file beside
the old one and then swap the two in one step; the text before the change stays as a backup. Two locks keep a second
session away and die with their process: one on a small file beside the log, which is there before the log is, and one
on the log itself, which holds whatever name the log is opened by.
"""

from __future__ import annotations

import contextlib
import os
from errno import EACCES, ENOSPC
from itertools import count
from pathlib import Path
from typing import IO

from solver.log import Log, decode_log

try:
    import fcntl
except ImportError:  # Windows: there a second session is not noticed
    fcntl = None  # type: ignore[assignment]


class Locked(Exception):
    """Another session has the log open; `holder` is its process number if it is known."""

    def __init__(self, holder: str = "") -> None:
        super().__init__(holder)
        self.holder = holder


class LogFile:
    """One log file, held by this session until `close`. `text` is what this session last read or wrote there."""

    def __init__(self, path: Path) -> None:
        self.path = path  # as people name it
        self._place = Path(os.path.realpath(path))  # a link stays a link
        self._beside = self._place.with_name(f".{self._place.name}.new")
        self._backup: Path | None = None  # the file this session made for it
        self._held: list[int] = []  # the log, and what it was before, as long as another name leads there
        self._lock = _take_lock(self._place)
        try:
            self._hold()
            self.text = self._place.read_bytes().decode("utf-8") if self._place.exists() else ""
        except BaseException:
            self.close()
            raise
        with contextlib.suppress(OSError):
            self._beside.unlink()  # a session was killed while it wrote

    def is_at(self, path: Path) -> bool:
        return self._place == Path(os.path.realpath(path))

    @property
    def backup(self) -> Path:
        """Where this session keeps the text before its last change: a file that was there before is left alone."""
        self._backup = self._backup or _free_name(self._place)
        return self._backup

    def read(self) -> str | None:
        """What is on the disk now; None if it is not a log."""
        try:
            found = decode_log(self._place.read_bytes() if self._place.exists() else b"")
        except OSError:
            return None
        return found.text if isinstance(found, Log) else None

    def save(self, text: str) -> bool:
        """Put the text on the disk, where it is when this returns; if the disk refuses, the file stays as it was.

        What goes on from the text that is there is added to it, anything else replaces it and leaves a backup. True if
        that backup holds what another program wrote.
        """
        _refuse_read_only(self._place)
        data, known = text.encode("utf-8"), self.text.encode("utf-8")
        there = self._place.read_bytes() if self._place.exists() else b""
        if there == known and data.startswith(known):
            self._add(data[len(known) :])
        else:
            if there:
                self._write_whole(self.backup, there)
            self._write_whole(self._place, data)
        self.text = text
        return there not in (b"", known)

    def set_aside(self, text: str) -> Path:
        """Keep a text for good, in a file of its own beside the log."""
        aside = _free_name(self._place)
        self._write_whole(aside, text.encode("utf-8"))
        return aside

    def close(self) -> None:
        for descriptor in self._held:
            os.close(descriptor)
        self._held.clear()
        if self._lock is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._lock.name)
            self._lock.close()
            self._lock = None

    def _hold(self) -> None:
        """Lock the log itself, if it is there; without locks it must not be held open, or nothing could replace it."""
        if fcntl is None:
            return
        with contextlib.suppress(FileNotFoundError, PermissionError):
            self._held.append(os.open(self._place, os.O_RDONLY))
            _lock_file(self._held[-1])

    def _add(self, data: bytes) -> None:
        new = not self._place.exists()
        _append(self._place, data)
        if new:
            _sync_folder(self._place)
            self._hold()

    def _write_whole(self, path: Path, data: bytes) -> None:
        """Write beside the log, sync, then take the place of `path`: a reader sees the old text or the new one."""
        with contextlib.suppress(FileNotFoundError):
            self._beside.unlink()
        try:
            with open(self._beside, "xb") as new:
                new.write(data)
                new.flush()
                os.fsync(new.fileno())
                if path == self._place and fcntl is not None:  # held before it takes its place
                    self._held.append(os.dup(new.fileno()))
                    _lock_file(self._held[-1])
            if path.exists():
                os.chmod(self._beside, path.stat().st_mode & 0o777)
            os.replace(self._beside, path)
        except OSError:
            with contextlib.suppress(OSError):
                self._beside.unlink()
            raise
        _sync_folder(path)
        self._let_go()

    def _let_go(self) -> None:
        """Of what the log was before, only what still has a name can be opened by somebody else."""
        for descriptor in self._held[:]:
            if not os.fstat(descriptor).st_nlink:
                self._held.remove(descriptor)
                os.close(descriptor)


def _append(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        before = os.fstat(descriptor).st_size
        try:
            written = os.write(descriptor, data)
            if written < len(data):
                raise OSError(ENOSPC, os.strerror(ENOSPC))
            os.fsync(descriptor)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(descriptor, before)
            raise
    finally:
        os.close(descriptor)


def _sync_folder(path: Path) -> None:
    """A new name is on the disk once its folder is."""
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _refuse_read_only(path: Path) -> None:
    """A file marked as read-only stays as it is, although its folder or its user would let it be replaced."""
    if path.exists() and not (path.stat().st_mode & 0o222 and os.access(path, os.W_OK)):
        raise PermissionError(EACCES, os.strerror(EACCES))


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.bak{number if number > 1 else ''}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def _lock_file(descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Locked from None
    except OSError:
        pass  # a disk without locks: there a second session is not noticed


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
        _lock_file(lock.fileno())
    except Locked:
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
