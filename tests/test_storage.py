"""Storage: files are written atomically; unreadable ones are reported and copied."""

import os
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import Chair, Record
from engine.profile import storage
from engine.profile.atomic_replace import IN_USE_ERROR_CODES, MAX_ATTEMPTS, create_temporary, replace_file
from engine.profile.storage import Notice, Profile, copy_to_quarantine, write_atomic
from engine.rng import Rng
from engine.settings import Settings
from engine.statistics.export import CsvExport
from engine.statistics.store import Statistics
from scenes.text.catalogue import Words
from tests.support import game_contract
from tests.support.catalogue_texts import texts_by_key
from tests.support.records import load_match, take_notices
from tests.support.toy import Toy


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path / "profile", game_contract.ALL_GAMES)


def make_match(moves: int = 7, seed: int = 5) -> Record:
    chairs = (Chair(), Chair("mei", "hard"), Chair("tiao", "easy"))
    record = Record("toy", 3, seed, Toy.Options(), chairs, games=game_contract.ALL_GAMES)
    game = record.initial_position()
    for move in game_contract.random_moves(game, Rng(seed), moves):
        game.play(move)
        record.append(move)
    return record


def notice_keys(notices: list[Notice]) -> list[str]:
    return [notice.key.removeprefix("notice.") for notice in notices]


def fail_to_write(*_: object, **__: object) -> Any:
    raise OSError(28, "No space left on device")


def test_file_is_written_with_folders_and_leaves_no_rest(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.toml"
    write_atomic(path, "x = 'é'\n")
    write_atomic(path, "x = 2\n")
    assert path.read_bytes() == b"x = 2\n"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("step", ["fsync", "fdopen"])
def test_failed_write_leaves_old_file(tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.toml"
    write_atomic(path, "old")
    monkeypatch.setattr(os, step, fail_to_write)
    with pytest.raises(OSError, match="space"):
        write_atomic(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_new_text_is_on_disk_before_file_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, seen = tmp_path / "a.toml", list[bool]()
    write_atomic(path, "old")
    real = os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        seen.append(path.read_text() == "old" and os.fstat(handle).st_size == 3)

    monkeypatch.setattr(os, "fsync", fsync)
    write_atomic(path, "new")
    assert seen == [True]


def test_copies_of_bad_files_are_numbered_and_never_overwritten(tmp_path: Path) -> None:
    path, kept = tmp_path / "a.toml", []
    for text in ("one", "two", "two", "three"):
        path.write_text(text)
        kept.append(copy_to_quarantine(path).name)
        assert path.read_text() == text
    assert kept == ["a.bad-1.toml", "a.bad-2.toml", "a.bad-2.toml", "a.bad-3.toml"]
    assert [(tmp_path / name).read_text() for name in sorted(set(kept))] == ["one", "two", "three"]


def test_first_start_reports_and_writes_nothing(profile: Profile) -> None:
    assert profile.load_settings() == Settings()
    assert profile.load_options("toy") == Toy.Options()
    assert load_match(profile) == (None, [])
    assert not profile.folder.exists()


def test_saved_state_survives_restart(profile: Profile) -> None:
    settings, rules, record = Settings(speed="4", back="gables"), Toy.Options(deals=3), make_match()
    profile.save_settings(settings)
    profile.save_options("toy", rules)
    profile.save_match(record)
    later = Profile(profile.folder, game_contract.ALL_GAMES)
    assert later.load_settings() == settings
    assert later.load_options("toy") == rules
    assert load_match(later) == (record, [])
    assert tomllib.loads(profile.settings_path.read_text())["speed"] == "4"


def test_bad_settings_are_reported_defaulted_and_copied(profile: Profile) -> None:
    write_atomic(profile.settings_path, 'speed = "9"\nfullscreen = true\ncolour = "red"\n')
    settings, notices = profile.load_settings(), take_notices(profile)
    assert settings == Settings(fullscreen=True)
    assert notice_keys(notices) == ["bad_value", "unknown_key", "kept"]
    assert notices[0].placeholders == {
        "file": "settings.toml",
        "key": "speed",
        "found": "'9'",
        "allowed": "'0.5', '1', '2', '4', 'instant'",
        "line": 1,
    }
    profile.save_settings(settings)
    assert "colour" in (profile.folder / "settings.bad-1.toml").read_text()
    assert Profile(profile.folder).load_settings() == settings
    assert profile.notices == [], "the marked key isn't reported again"
    assert tomllib.loads(profile.settings_path.read_text())["colour"] == "red"


def test_match_of_another_version_continues_with_notice_and_copy(profile: Profile) -> None:
    record = make_match()
    record.version = "0.0.1"
    profile.save_match(record)
    found, notices = load_match(profile)
    assert found is not None
    assert found.replay() == record.replay()
    assert notice_keys(notices) == ["other_version", "kept"]
    profile.save_match(found)
    assert load_match(profile) == (found, [])


def test_finished_match_is_deleted(profile: Profile) -> None:
    profile.save_match(make_match())
    for _ in range(2):
        profile.delete_match("toy")
        assert load_match(profile) == (None, [])


def test_two_windows_may_use_one_profile(profile: Profile) -> None:
    other = Profile(profile.folder, game_contract.ALL_GAMES)
    mine, theirs = make_match(3), make_match(9, seed=8)
    profile.save_match(mine)
    other.save_match(theirs)
    profile.delete_match("toy")
    assert load_match(other) == (theirs, []), "deleting one window's match keeps the other's"
    profile.save_match(mine)
    assert load_match(other) == (mine, [])


def test_without_folder_program_continues_in_memory(profile: Profile) -> None:
    profile.folder.write_text("a file where the folder should be")
    record = make_match()
    profile.save_settings(Settings(speed="2"))
    profile.save_match(record)
    notices = take_notices(profile)
    assert notice_keys(notices) == ["unwritable"]
    assert str(profile.folder) in notices[0].placeholders["folder"]
    assert profile.load_settings() == Settings(speed="2")
    assert load_match(profile) == (record, [])
    profile.delete_match("toy")
    assert load_match(profile) == (None, [])


def test_full_disk_is_reported_once_and_saving_resumes(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    profile.save_match(make_match(2))
    with monkeypatch.context() as patch:
        patch.setattr(storage, "write_atomic", fail_to_write)
        profile.save_match(make_match(3))
        found, notices = load_match(profile)
        assert found == make_match(3) and notice_keys(notices) == ["unwritable"]
    profile.save_match(make_match(4))
    assert profile.notices == []
    assert load_match(Profile(profile.folder, game_contract.ALL_GAMES)) == (make_match(4), [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notice_has_text_with_all_figures(language: str) -> None:
    words, texts = Words(language), texts_by_key(language)
    figures = dict.fromkeys(("file", "key", "found", "allowed", "kept", "why", "folder", "move", "n"), "§")
    figures |= dict.fromkeys(("other", "wide", "high", "least", "most", "part"), "§")
    engine = Path(storage.__file__).parent.parent
    source = "".join(file.read_text(encoding="utf-8") for file in sorted(engine.rglob("*.py")))
    named = {part.split('"')[0] for part in source.split('"notice.')[1:]}
    assert len(named) >= 12
    for key in named:
        text = words(f"notice.{key}", {**figures, "line": 7, "number": 7})
        assert text != f"notice.{key}"
        assert "{" not in text
        shows = [written for name, written in texts.items() if name.startswith(f"notice.{key}") and "{" in written]
        assert "§" in text or not shows


# --- files locked by another program ----------------------------------------------------------------------------------


class LockedPath(type(Path())):  # type: ignore[misc]  # the class of paths on this system
    """Path that can't be renamed while another program reads its file."""

    error: OSError | None = None
    failures_left = 0

    def replace(self, target: str | Path) -> Path:
        if self.failures_left and self.error is not None:
            self.failures_left -= 1
            raise self.error
        return Path(self).rename(target)


def locked_file(folder: Path, number: int, times: int) -> LockedPath:
    file = LockedPath(folder / "new")
    file.write_text("new")
    file.error, file.failures_left = PermissionError(13, "held"), times
    setattr(file.error, "winerror", number)  # noqa: B010  # only Windows has it
    return file


@pytest.mark.parametrize("number", IN_USE_ERROR_CODES)
def test_locked_file_is_replaced_after_pause(number: int, tmp_path: Path) -> None:
    waited: list[float] = []
    replace_file(locked_file(tmp_path, number, MAX_ATTEMPTS - 1), tmp_path / "old", system="win32", pause=waited.append)
    assert (tmp_path / "old").read_text() == "new"
    assert len(waited) == MAX_ATTEMPTS - 1 and sum(waited) <= 0.3


@pytest.mark.parametrize(
    ("system", "number", "times"), [("win32", 32, MAX_ATTEMPTS), ("win32", 112, 1), ("linux", 32, 1)]
)
def test_irreplaceable_file_raises_permission_error(system: str, number: int, times: int, tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    with pytest.raises(PermissionError):
        replace_file(locked_file(tmp_path, number, times), tmp_path / "old", system=system, pause=lambda _: None)
    assert (tmp_path / "old").read_text() == "old"


def test_folder_without_rights_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows raises the same error for a name in use, and ``tempfile.mkstemp`` would try 2 ** 31 other names."""
    asked: list[str] = []

    def refuse(path: str, *_: object) -> int:
        asked.append(path)
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "name", "nt")
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PermissionError):
        create_temporary(tmp_path / "settings.toml")
    assert len(asked) == 1


# --- links and rights -------------------------------------------------------------------------------------------------

on_posix = pytest.mark.skipif(os.name == "nt", reason="Windows has other rights, and links need a privilege")


def save_csv(path: Path) -> None:
    """Export empty statistics to a file."""
    export = CsvExport(Statistics(path.parent / "statistics.sqlite", print), path)
    while export.write_more_rows(10):
        pass


WRITERS: dict[str, Callable[[Profile], object]] = {
    "settings.toml": lambda profile: profile.save_settings(Settings(speed="4")),
    "options/palacio.toml": lambda profile: profile.save_options("palacio", GAMES["palacio"].Options(rounds=3)),
    "saved/toy.toml": lambda profile: profile.save_match(make_match()),
    "learned.toml": lambda profile: profile.write(profile.folder / "learned.toml", "format = 1\n"),
    "matches/index.json": lambda profile: profile.write_if_possible(profile.folder / "matches/index.json", "{}"),
    "shared/statistics.csv": lambda profile: save_csv(profile.folder / "shared" / "statistics.csv"),
}
"""File of a profile -> what writes it."""


@on_posix
@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("exists", [True, False])
def test_link_of_profile_stays_and_its_target_is_replaced(name: str, exists: bool, tmp_path: Path) -> None:
    profile = Profile(tmp_path / "profile", game_contract.ALL_GAMES)
    link, target = profile.folder / name, tmp_path / "dotfiles" / "mine"
    target.parent.mkdir()
    if exists:
        target.write_text("# mine\n")
        target.chmod(0o640)
    link.parent.mkdir(parents=True)
    link.symlink_to(Path(os.path.relpath(target, link.parent)))
    WRITERS[name](profile)
    assert link.is_symlink() and target.read_text(encoding="utf-8") not in ("", "# mine\n")
    assert stat.S_IMODE(target.stat().st_mode) == (0o640 if exists else 0o600)
    assert [path.name for path in target.parent.iterdir()] == ["mine"]


@on_posix
def test_moves_are_appended_through_link(tmp_path: Path) -> None:
    profile, record = Profile(tmp_path / "profile", game_contract.ALL_GAMES), make_match()
    target = tmp_path / "mine"
    profile.match_path("toy").parent.mkdir(parents=True)
    profile.match_path("toy").symlink_to(target)
    moves, record.moves = record.moves, record.moves[:-1]
    profile.save_match(record)
    before = target.stat().st_ino
    record.moves = moves
    profile.save_match(record)
    assert target.stat().st_ino == before, "the file was not replaced"
    assert load_match(Profile(profile.folder, profile.games), "toy") == (record, [])


@on_posix
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o660, 0o444])
def test_rights_of_file_stay(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.touch()
    path.chmod(mode)
    Profile(tmp_path).save_settings(Settings(speed="4"))
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="needs root")
def test_owner_of_file_stays(tmp_path: Path) -> None:
    """As root, with ``sudo``, the program leaves files that the player can read."""
    path = tmp_path / "settings.toml"
    path.touch(mode=0o600)
    os.chown(path, 54321, 54322)
    Profile(tmp_path).save_settings(Settings(speed="4"))
    assert (path.stat().st_uid, path.stat().st_gid, stat.S_IMODE(path.stat().st_mode)) == (54321, 54322, 0o600)


@on_posix
def test_endless_link_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.symlink_to(path)
    profile = Profile(tmp_path)
    profile.save_settings(Settings(speed="4"))
    assert not path.is_symlink() and Profile(tmp_path).load_settings().speed == "4"
