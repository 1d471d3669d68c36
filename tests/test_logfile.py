"""The log on disk: appended and synced, rewritten in one step, locked while open, intact when the disk refuses."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from cli.logfile import Locked, LogFile


def test_append_is_on_disk_at_once_and_keeps_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_bytes(b"\xef\xbb\xbfgame think-str8\r\n")
    file = LogFile(path)
    file.append("players Anna Ben\r\n")
    assert path.read_bytes() == b"\xef\xbb\xbfgame think-str8\r\nplayers Anna Ben\r\n"
    file.close()


def test_rewrite_keeps_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text("old\n")
    file = LogFile(path)
    file.rewrite("new\n")
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
        file.append("players Anna Ben\n")
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
    assert file.rewrite("new\n")
    assert file.backup.read_bytes() == b"theirs \xff\n"
    assert not file.rewrite("newer\n")
    file.close()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.game", tmp_path / "link.game"
    real.write_text("old\n")
    link.symlink_to(real)
    file = LogFile(link)
    file.rewrite("new\n")
    assert link.is_symlink()
    assert real.read_text() == "new\n"
    with pytest.raises(Locked):
        LogFile(real)
    file.close()
