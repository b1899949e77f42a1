"""The program in real environments: users without a home, closed folders, no room for temporary files."""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.profile.lock import lock_or_copy_profile
from engine.profile.storage import Profile
from tests.support.program_start import HAS_STRANGER, ROOT, run_command, run_program

HOME_VARIABLES = ("HOME", "XDG_DATA_HOME")
LIMITED = ("sh", "-c", 'ulimit -f 0; exec "$@"', "sh")
"""Command before that of a program to which every disk is full: it can't write a byte to a file."""

USE_EVERYTHING = """
import sys
from pathlib import Path
from tests.test_robust_folders import use_everything
for line in use_everything(Path(sys.argv[1])):
    print(line)
"""
"""Program that uses a profile and prints all notices."""

on_posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX rights")
pytestmark = on_posix


@pytest.fixture
def closed() -> Iterator[Path]:
    """A folder that the program under test may not enter, below one that it may."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        closed = Path(folder) / "closed"
        closed.mkdir(mode=0)
        if os.geteuid() == 0 and not HAS_STRANGER:
            pytest.skip("root enters every folder, and there is no setpriv")
        yield closed


def nothing_is_saved(texts: list[str], folder: Path) -> bool:
    """Whether the only text says that nothing can be saved in this folder."""
    return len(texts) == 1 and texts[0].startswith(f"Nothing can be saved in {folder} (")


# --- homes ------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not HAS_STRANGER, reason="needs root and setpriv")
def test_user_without_home_and_account_gets_window_and_one_sentence() -> None:
    assert nothing_is_saved(run_program(without=HOME_VARIABLES), ROOT / "profile")


@pytest.mark.skipif(sys.platform == "darwin", reason="another folder of the home")
@pytest.mark.parametrize("home", ["/dev/null", "/nonexistent"])
def test_impossible_home_gives_one_sentence(home: str) -> None:
    texts = run_program(without=HOME_VARIABLES, HOME=home)
    assert nothing_is_saved(texts, Path(home) / ".local" / "share" / "HouseRules")


@pytest.mark.skipif(sys.platform == "darwin", reason="another folder of the home")
def test_closed_home_gives_one_sentence(closed: Path) -> None:
    texts = run_program(without=HOME_VARIABLES, HOME=str(closed))
    assert nothing_is_saved(texts, closed / ".local" / "share" / "HouseRules")


def test_everything_works_in_closed_profile_with_one_sentence(closed: Path) -> None:
    done = run_command([sys.executable, "-c", USE_EVERYTHING, closed])
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert nothing_is_saved(done.stdout.splitlines(), closed)


# --- the command line -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--profile", "{closed}"], "Permission denied"),
        (["--profile", "{closed}/profile"], "Permission denied"),
        (["--profile", "{long}"], "File name too long"),
        (["{closed}/match.houserulesmatch"], "Permission denied"),
        (["{long}"], "File name too long"),
        (["{closed}-missing"], "No such file or directory"),
    ],
)
def test_unusable_path_is_refused_in_one_sentence(words: list[str], why: str, closed: Path) -> None:
    given = [word.format(closed=closed, long=closed.parent / ("x" * 300)) for word in words]
    done = run_command([sys.executable, "main.py", *given])
    assert done.returncode == 2 and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert given[-1] in line and why in line and line.endswith((".", ")."))


def test_report_of_self_test_in_closed_folder_ends_in_message(closed: Path) -> None:
    done = run_command([sys.executable, "main.py", "--self-test", "--report", closed / "report.txt"])
    assert done.returncode == 1 and done.stdout == ""
    assert "Traceback" not in done.stderr and f"Permission denied: '{closed}/report.txt'" in done.stderr


def test_host_in_closed_folder_ends_in_sentence(closed: Path) -> None:
    done = run_command([sys.executable, "main.py", "--host", "--profile", closed / "host"])
    assert done.returncode == 1 and done.stderr == ""
    assert done.stdout.splitlines()[-1].endswith("can't be used (Permission denied): choose another --profile")


@pytest.mark.parametrize("words", [["main.py", "--version"], ["-P", "main.py", "--version"]])
def test_program_finds_itself_with_safe_path(words: list[str]) -> None:
    done = run_command([sys.executable, *words], PYTHONSAFEPATH="1")
    assert done.returncode == 0 and done.stdout.startswith("House Rules ") and done.stderr == ""


def test_program_starts_with_safe_path(tmp_path: Path) -> None:
    assert run_program("--profile", tmp_path, prefix=(), PYTHONSAFEPATH="1") == []


def test_set_up_finds_itself_with_safe_path() -> None:
    done = run_command([sys.executable, "build/run.py", "nothing"], PYTHONSAFEPATH="1")
    assert done.returncode == 2 and "run.py play" in done.stdout and done.stderr == ""


# --- no room ----------------------------------------------------------------------------------------------------------


def test_full_disk_gives_window_and_sentence(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("speed = 1\n")
    assert nothing_is_saved(run_program("--profile", tmp_path, prefix=LIMITED)[-1:], tmp_path)


def test_second_window_without_temporary_folder_ends_in_sentence(tmp_path: Path) -> None:
    with lock_or_copy_profile(Profile(tmp_path)):
        done = run_command([sys.executable, "main.py", "--profile", tmp_path], prefix=LIMITED)
    assert done.returncode == 1 and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("House Rules is already open, and there is no room for the copy")
    assert "No usable temporary directory" in line
