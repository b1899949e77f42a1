"""Two windows at once: the second one gets a copy, and nothing is damaged."""

import errno
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.notices import Notice
from engine.profile.lock import LOCK_FILE, is_locked, lock_or_copy_profile
from engine.profile.storage import Profile, remove_temporary_files
from engine.settings import Settings
from tests.support.program_start import run_command, run_program
from tests.support.refused_calls import CAN_REFUSE

ROOT = Path(__file__).resolve().parent.parent


COUNT_MATCH_CODE = """
import sys
from pathlib import Path
from engine.profile.lock import is_locked
from engine.statistics.store import Selection, Statistics
from tests.support.counted_matches import begin_record, write_match
folder = Path(sys.argv[1])
base = Statistics(folder / "statistics.sqlite", print)
write_match(base, begin_record(1), winners=(0,))
base.close()
print(is_locked(folder), base.totals(Selection()).matches)
"""
"""Program that writes a match into the statistics, and prints whether the profile is locked and how many there are."""


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


def test_without_lock_profile_itself_is_used_and_reported(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).mkdir()
    mine = Profile(tmp_path)
    with lock_or_copy_profile(mine) as profile:
        placeholders = {"folder": str(tmp_path), "why": "not a file"}
        assert profile is mine and profile.notices == [Notice("notice.no_lock", placeholders)]


@pytest.mark.skipif(not CAN_REFUSE, reason="needs seccomp")
@pytest.mark.parametrize("error", [errno.ENOLCK, errno.EIO, errno.EOPNOTSUPP])
def test_file_system_without_locks_is_told_and_not_taken_for_second_window(error: int, tmp_path: Path) -> None:
    refuse = f"from tests.support.refused_calls import refuse_file_locks; refuse_file_locks({error}); "
    if error == errno.ENOLCK:
        (text,) = run_program("--profile", tmp_path, before=refuse, prefix=())
        assert text.startswith(f"{tmp_path} can’t be locked ({os.strerror(error)})")
    done = run_command([sys.executable, "-c", refuse + COUNT_MATCH_CODE, tmp_path], prefix=())
    assert (done.stdout, done.stderr) == ("False 1\n", ""), "files go to this window at once, and matches count"


def test_profile_with_path_of_600_characters_is_locked(tmp_path: Path) -> None:
    """SQLite opens paths up to 512 characters."""
    folder = tmp_path.joinpath(*["x" * 100] * 6)
    with lock_or_copy_profile(Profile(folder)) as first:
        assert first.notices == [] and is_locked(folder)
        with lock_or_copy_profile(Profile(folder)) as second:
            assert [notice.key for notice in second.notices] == ["notice.open_already"]


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
