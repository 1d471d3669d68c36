"""The log on disk: synced line by line, replaced in one step, locked while open, intact when the disk refuses."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.logfile import Locked, LogFile
from cli.serve.seats import Seats


def test_a_new_line_is_on_disk_at_once_and_keeps_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_bytes(b"\xef\xbb\xbfgame think-str8\r\n")
    file = LogFile(path)
    file.save(file.text + "players Anna Ben\r\n")
    assert path.read_bytes() == b"\xef\xbb\xbfgame think-str8\r\nplayers Anna Ben\r\n"
    file.close()


def test_a_change_keeps_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text("old\n")
    file = LogFile(path)
    file.save("new\n")
    assert path.read_text() == "new\n"
    assert file.backup.read_text() == "old\n"
    assert sorted(os.listdir(tmp_path)) == [".a.game.lock", "a.game", "a.game.bak"]
    file.close()
    assert sorted(os.listdir(tmp_path)) == ["a.game", "a.game.bak"]


def test_second_session_is_refused_and_told_who_has_it(tmp_path: Path) -> None:
    first = LogFile(tmp_path / "a.game")
    with pytest.raises(Locked) as locked:
        LogFile(tmp_path / "a.game")
    assert locked.value.holder == str(os.getpid())
    first.close()
    LogFile(tmp_path / "a.game").close()


def test_stale_lock_does_not_block(tmp_path: Path) -> None:
    (tmp_path / ".a.game.lock").write_text("99999\n")
    LogFile(tmp_path / "a.game").close()


def test_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text("game think-str8\n")
    file = LogFile(path)
    real_write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real_write(descriptor, data[:5]))
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        file.save(file.text + "players Anna Ben\n")
    monkeypatch.undo()
    assert path.read_text() == file.text == "game think-str8\n"
    file.close()


def test_a_full_disk_still_lets_the_log_be_opened_and_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", refuse)
    file = LogFile(tmp_path / "a.game")
    with pytest.raises(Locked):
        LogFile(tmp_path / "a.game")
    file.close()
    assert os.listdir(tmp_path) == []


def test_the_backup_holds_what_another_program_wrote(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text("old\n")
    file = LogFile(path)
    path.write_bytes(b"theirs \xff\n")
    assert file.read() is None
    theirs = file.save("new\n")
    assert not file.save("newer\n")
    assert theirs
    assert theirs.read_bytes() == b"theirs \xff\n"
    path.write_text("theirs again\n")
    again = file.save("newest\n")
    assert again
    assert [kept.read_bytes() for kept in (theirs, again)] == [b"theirs \xff\n", b"theirs again\n"]
    file.close()


def test_what_is_set_aside_stays_although_a_backup_failed_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.game"
    path.write_text("old\n")
    file = LogFile(path)
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda *_: 0)
        with pytest.raises(OSError, match="No space"):
            file.save("new\n")
    kept = file.set_aside("precious\n")
    file.save("new\n")
    assert kept.read_text() == "precious\n"
    path.write_text("theirs\n")
    with monkeypatch.context() as full:
        full.setattr(os, "replace", _refuse_the(path, os.replace))
        with pytest.raises(OSError, match="No space"):
            file.save("newer\n")
    file.close()
    assert sorted(os.listdir(tmp_path)) == ["a.game", "a.game.bak", "a.game.bak2"]


def _refuse_the(path: Path, replace: Callable[[Path, Path], None]) -> Callable[[Path, Path], None]:
    def refuse(source: Path, place: Path) -> None:
        if place == path:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(source, place)

    return refuse


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.game", tmp_path / "link.game"
    real.write_text("old\n")
    link.symlink_to(real)
    file = LogFile(link)
    file.save("new\n")
    assert link.is_symlink()
    assert real.read_text() == "new\n"
    with pytest.raises(Locked):
        LogFile(real)
    file.close()


def test_hard_linked_names_are_one_log(tmp_path: Path) -> None:
    one, other = tmp_path / "one.game", tmp_path / "other.game"
    one.write_text("old\n")
    os.link(one, other)
    file = LogFile(one)
    with pytest.raises(Locked):
        LogFile(other)
    file.save("new\n")
    with pytest.raises(Locked):
        LogFile(other)  # the old text, which this session still stands for
    file.close()
    LogFile(other).close()


def test_a_new_log_is_held_under_its_other_name_too(tmp_path: Path) -> None:
    file = LogFile(tmp_path / "one.game")
    file.save("new\n")
    os.link(tmp_path / "one.game", tmp_path / "other.game")
    with pytest.raises(Locked):
        LogFile(tmp_path / "other.game")
    file.close()


def test_many_changes_hold_few_files_open(tmp_path: Path) -> None:
    file = LogFile(tmp_path / "a.game")
    before = len(os.listdir("/proc/self/fd"))
    for number in range(50):
        file.save(f"{number}\n")
    assert len(os.listdir("/proc/self/fd")) <= before + 1
    file.close()


def test_a_refused_session_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_bytes(b"\xff")
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(UnicodeDecodeError):
        LogFile(path)
    assert len(os.listdir("/proc/self/fd")) == before
    assert os.listdir(tmp_path) == ["a.game"]


@pytest.mark.parametrize("text", ["old\nnew\n", "new\n"])
def test_a_read_only_log_is_never_replaced(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.game"
    path.write_text("old\n")
    path.chmod(0o444)
    file = LogFile(path)
    for _ in range(2):
        with pytest.raises(PermissionError):
            file.save(text)
    assert path.read_text() == file.text == "old\n"
    file.close()
    assert os.listdir(tmp_path) == ["a.game"]


def test_the_folder_of_a_new_log_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    sync = os.fsync

    def remember(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_ino)
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", remember)
    file = LogFile(tmp_path / "a.game")
    file.save("one\n")
    assert synced == [(tmp_path / "a.game").stat().st_ino, tmp_path.stat().st_ino]
    file.save("one\ntwo\n")
    assert synced[2:] == synced[:1]
    file.close()


def test_what_a_killed_session_left_half_written_goes(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text("old\n")
    child = os.fork()
    if child == 0:
        os.replace = lambda *_: os._exit(0)  # killed when all is written, but nothing has taken its place
        LogFile(path).save("new\n")
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert ".a.game.new" in os.listdir(tmp_path)
    LogFile(path).close()
    assert os.listdir(tmp_path) == ["a.game"]
    assert path.read_text() == "old\n"


def test_a_backup_that_somebody_else_made_is_left_alone(tmp_path: Path) -> None:
    path, theirs = tmp_path / "a.game", tmp_path / "a.game.bak"
    path.write_text("old\n")
    theirs.write_text("precious\n")
    file = LogFile(path)
    for text in ("new\n", "newer\n"):
        file.save(text)
    file.close()
    assert theirs.read_text() == "precious\n"
    assert file.backup.read_text() == "new\n"
    assert sorted(os.listdir(tmp_path)) == ["a.game", "a.game.bak", "a.game.bak2"]


def test_a_line_is_not_added_to_what_another_program_wrote_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text("one\n")
    file = LogFile(path)
    path.write_text("half a li")
    theirs = file.save("one\ntwo\n")
    assert path.read_text() == "one\ntwo\n"
    assert theirs
    assert theirs.read_text() == "half a li"
    file.close()


@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_a_backup_may_be_read_by_whom_the_log_may_be_read(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.game"
    path.write_text("old\n")
    path.chmod(mode)
    file = LogFile(path)
    file.save("new\n")
    aside = file.set_aside("newer\n")
    assert [kept.stat().st_mode & 0o777 for kept in (path, file.backup, aside)] == [mode] * 3
    file.close()


def test_what_is_written_beside_the_log_follows_no_link(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "a.game", tmp_path / "elsewhere"
    path.write_text("old\n")
    (tmp_path / ".a.game.lock").symlink_to(elsewhere)
    file = LogFile(path)
    for beside in (".a.game.new", ".a.game.seats.new"):
        (tmp_path / beside).symlink_to(elsewhere)
    file.save("new\n")
    Seats(path)
    assert not elsewhere.exists()
    assert path.read_text() == "new\n"
    assert path.with_name(".a.game.seats").stat().st_mode & 0o777 == 0o600
    file.close()


def test_a_full_disk_leaves_the_seats_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = Seats(tmp_path / "a.game")
    before = seats.place.read_bytes()
    written = iter([5, 0])
    monkeypatch.setattr(os, "write", lambda *_: next(written))
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        seats.sit_down("Ben")
    assert seats.place.read_bytes() == before
    assert seats.taken == {}


def test_what_is_no_file_is_no_log(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.game")
    for path in (tmp_path / "a.game", tmp_path, Path("/dev/null")):
        with pytest.raises(OSError, match="no file"):
            LogFile(path)
