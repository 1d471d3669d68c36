"""A log on disk while it is being written: nothing typed is lost, whatever happens to the program or the machine.

A new line is appended and synced before anyone is told that it is saved. Undo and edit write the whole file beside
the old one and then swap the two in one step; the text before the change stays as a backup. Two locks keep a second
session away and die with their process: one on a small file beside the log, which is there before the log is, and one
on the log itself, which holds whatever name the log is opened by.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable
from errno import EACCES, EINVAL, ENOSPC
from itertools import count
from pathlib import Path
from typing import IO

from solver.language import say
from solver.log import Log, decode_log

try:
    import fcntl
except ImportError:  # Windows: there a second session is not noticed
    fcntl = None  # type: ignore[assignment]


PUBLIC, PRIVATE = 0o644, 0o600  # modes of new files, of which the user's own mask takes away


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
        _refuse_device(self._place)
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
        self._backup = self._backup or self._free_name()
        return self._backup

    def read(self) -> str | None:
        """What is on the disk now; None if it is not a log."""
        try:
            found = decode_log(self._place.read_bytes() if self._place.exists() else b"")
        except OSError:
            return None
        return found.text if isinstance(found, Log) else None

    def save(self, text: str) -> Path | None:
        """Put the text on the disk, where it is when this returns; if the disk refuses, the file stays as it was.

        What goes on from the text that is there is added to it, anything else replaces it and leaves a backup. What
        another program wrote there is set aside; the answer says where.
        """
        _refuse_read_only(self._place)
        data, known = text.encode("utf-8"), self.text.encode("utf-8")
        there = self._place.read_bytes() if self._place.exists() else b""
        aside = None
        if there == known and data.startswith(known):
            self._add(data[len(known) :])
        elif there in (b"", known):
            if there:
                self._write_whole(self.backup, there)
            self._write_whole(self._place, data)
        else:
            aside = self._replace(there, data)
        self.text = text
        return aside

    def set_aside(self, text: str) -> Path:
        """Keep a text for good, in a file of its own beside the log."""
        return self._set_aside(text.encode("utf-8"))

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

    def _replace(self, theirs: bytes, data: bytes) -> Path:
        """Both or nothing: what is sent again and again to a full disk leaves no copies there."""
        aside = self._set_aside(theirs)
        try:
            self._write_whole(self._place, data)
        except OSError:
            aside.unlink(missing_ok=True)
            raise
        return aside

    def _set_aside(self, data: bytes) -> Path:
        aside = self._free_name()
        self._write_whole(aside, data)
        return aside

    def _free_name(self) -> Path:
        """The backup's own name is taken even before there is a backup."""
        place = self._place
        names = (place.with_name(f"{place.name}.bak{number if number > 1 else ''}") for number in count(1))
        return next(name for name in names if name != self._backup and not os.path.lexists(name))

    def _add(self, data: bytes) -> None:
        new = not self._place.exists()
        _append(self._place, data)
        if new:
            _sync_folder(self._place)
            self._hold()

    def _write_whole(self, path: Path, data: bytes) -> None:
        """The log itself, or a text beside it, which nobody may read who may not read the log."""
        mode = stat.S_IMODE(self._place.stat().st_mode) if self._place.exists() else None
        write_whole(path, self._beside, data, mode, self._hold_next if path == self._place else None)
        self._let_go()

    def _hold_next(self, descriptor: int) -> None:
        """The new log is held before it takes its place."""
        if fcntl is not None:
            self._held.append(os.dup(descriptor))
            _lock_file(self._held[-1])

    def _let_go(self) -> None:
        """Of what the log was before, only what still has a name can be opened by somebody else."""
        for descriptor in self._held[:]:
            if not os.fstat(descriptor).st_nlink:
                self._held.remove(descriptor)
                os.close(descriptor)


def write_whole(
    path: Path,
    beside: Path,
    data: bytes,
    mode: int | None,
    hold: Callable[[int], None] | None = None,
    sync: bool = True,
) -> None:
    """Write beside a file, sync, then take its place: a reader sees the old text or the new one.

    What somebody else has put there beside it is never followed or written into. `hold` gets the new file's descriptor
    before it takes its place. Without a mode it is that of any new file. Without `sync` it outlives the program at
    once, and the machine a little later.
    """
    with contextlib.suppress(FileNotFoundError):
        beside.unlink()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    descriptor = _follow_no_link(str(beside), flags, PUBLIC if mode is None else PRIVATE)
    try:
        try:
            _write_all(descriptor, data)
            if mode is not None:
                os.chmod(beside, mode)
            if sync:
                os.fsync(descriptor)
            if hold:
                hold(descriptor)
        finally:
            os.close(descriptor)
        os.replace(beside, path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    if sync:
        _sync_folder(path)


def _write_all(descriptor: int, data: bytes) -> None:
    """A disk that is full takes a part first."""
    while data:
        written = os.write(descriptor, data)
        if not written:
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        data = data[written:]


def _append(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PUBLIC)
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


def _refuse_device(path: Path) -> None:
    """A pipe or a device keeps nothing, and to look into it may take for ever."""
    if path.exists() and not path.is_file():
        raise OSError(EINVAL, say("it is a folder, a pipe or a device, and no file"))


def _refuse_read_only(path: Path) -> None:
    """A file marked as read-only stays as it is, although its folder or its user would let it be replaced."""
    if path.exists() and not (path.stat().st_mode & 0o222 and os.access(path, os.W_OK)):
        raise PermissionError(EACCES, os.strerror(EACCES))


def _follow_no_link(name: str, flags: int, mode: int = PUBLIC) -> int:
    return os.open(name, flags | getattr(os, "O_NOFOLLOW", 0), mode)


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
        lock = open(beside, "a+", encoding="utf-8", opener=_follow_no_link)  # noqa: SIM115 - held for the whole session
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


def without_quotes(name: str) -> str:
    """A file name as typed: in quotes, as a shell wants it where there are blanks, or without."""
    quoted = len(name) > 2 and name[0] == name[-1] and name[0] in "\"'"
    return name[1:-1] if quoted else name
