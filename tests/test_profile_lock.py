"""Two windows at once: the second one gets a copy, and nothing is damaged."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.profile.lock import LOCK_FILE, lock_or_copy_profile
from engine.profile.storage import Profile, remove_temporary_files
from engine.settings import Settings

ROOT = Path(__file__).resolve().parent.parent


def test_second_window_gets_copy_and_notice(tmp_path: Path) -> None:
    mine = Profile(tmp_path)
    with lock_or_copy_profile(mine) as first:
        assert first is mine and mine.notices == []
        first.save_settings(Settings(speed="2"))
        (tmp_path / f"{LOCK_FILE}-journal").touch()
        with lock_or_copy_profile(Profile(tmp_path)) as second:
            assert [notice.key for notice in second.notices] == ["notice.open_already"]
            assert second.load_settings() == Settings(speed="2")
            second.save_settings(Settings(speed="4"))
            copy = second.folder
            assert copy.is_dir() and not list(copy.glob(".in-use*")), "the lock isn't copied"
        assert not copy.exists()
        assert first.load_settings() == Settings(speed="2") and first.notices == []
    with lock_or_copy_profile(Profile(tmp_path)) as third:
        assert third.folder == tmp_path and third.notices == [], "the lock is released"


def test_database_being_written_is_copied_whole(tmp_path: Path) -> None:
    with lock_or_copy_profile(Profile(tmp_path)):
        base = sqlite3.connect(tmp_path / "statistics.sqlite")
        base.execute("create table deal(n)")
        base.executemany("insert into deal values(?)", [(n,) for n in range(100)])
        base.commit()
        base.execute("insert into deal values(100)")
        with lock_or_copy_profile(Profile(tmp_path)) as second:
            copy = sqlite3.connect(second.folder / "statistics.sqlite")
            assert copy.execute("select count(*) from deal").fetchone() == (100,)
            copy.close()
        base.close()


def test_lock_of_killed_window_is_released(tmp_path: Path) -> None:
    code = (
        "import os, sys\nfrom pathlib import Path\n"
        "from engine.profile.lock import lock_or_copy_profile\n"
        "from engine.profile.storage import Profile, remove_temporary_files\n"
        f"with lock_or_copy_profile(Profile(Path({str(tmp_path)!r}))) as profile:\n"
        "    assert not profile.notices; sys.stdout.flush(); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 9
    assert (tmp_path / LOCK_FILE).exists()
    with lock_or_copy_profile(Profile(tmp_path)) as profile:
        assert profile.folder == tmp_path and profile.notices == []


def test_without_lock_profile_itself_is_used(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).mkdir()
    mine = Profile(tmp_path)
    with lock_or_copy_profile(mine) as profile:
        assert profile is mine and profile.notices == []


def test_damaged_lock_file_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).write_bytes(b"not a database at all, and long enough to be looked at" * 40)
    mine = Profile(tmp_path)
    with lock_or_copy_profile(mine) as profile:
        assert profile is mine and profile.notices == []


def test_unfinished_files_of_killed_program_are_removed(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    half = [".match.toml.ab_12xyz.tmp", "matches/.index.json.abcdefgh.tmp", ".settings.toml.00000000.tmp"]
    others = [".mine.tmp", "match.toml.abcdefgh.tmp", "matches/.notes.doc.abcdefgh.tmp", "settings.toml"]
    for name in (*half, *others):
        (tmp_path / name).write_text("half")
    with lock_or_copy_profile(Profile(tmp_path)), lock_or_copy_profile(Profile(tmp_path)) as second:
        assert not [name for name in half if (tmp_path / name).exists()]
        assert all((tmp_path / name).exists() for name in others), "files of other programs stay"
        (tmp_path / half[0]).write_text("being written")
        with lock_or_copy_profile(Profile(tmp_path)):
            assert (tmp_path / half[0]).exists(), "files that the first window may be writing stay"
        assert second.folder != tmp_path


def test_temporary_files_have_expected_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name pattern matches the files of ``write_atomic``."""
    monkeypatch.setattr(Path, "replace", lambda self, target: None)
    profile = Profile(tmp_path)
    profile.save_settings(Settings(speed="2"))
    profile.save_options("palacio", GAMES["palacio"].Options())
    profile.write_if_possible(tmp_path / "matches" / "index.json", "{}")
    half = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(half) == 3
    remove_temporary_files(tmp_path)
    assert not [path for path in half if path.exists()]
