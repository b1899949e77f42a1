"""Files are written atomically; unreadable ones are reported and copied."""

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.languages import LANGUAGES
from engine.match.record import Chair, Record
from engine.profile import storage
from engine.profile.replacing import ATTEMPTS, HELD, begin_file, replace_file
from engine.profile.storage import Notice, Profile, set_aside, write_atomic
from engine.rng import Rng
from engine.settings import Settings
from scenes.text.words import Words
from tests.support import contract
from tests.support.texts import flat
from tests.support.toy import Toy


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path / "profile", contract.ALL)


def match(moves: int = 7, seed: int = 5) -> Record:
    chairs = (Chair(), Chair("mei", "hard"), Chair("tiao", "easy"))
    record = Record("toy", 3, seed, Toy.Options(), chairs, games=contract.ALL)
    game = record.start()
    for move in contract.moves_of(game, Rng(seed), moves):
        game.play(move)
        record.append(move)
    return record


def keys(notices: list[Notice]) -> list[str]:
    return [notice.key.removeprefix("notice.") for notice in notices]


def broken(*_: object, **__: object) -> Any:
    raise OSError(28, "No space left on device")


def test_a_file_is_written_with_its_folders_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.toml"
    write_atomic(path, "x = 'é'\n")
    write_atomic(path, "x = 2\n")
    assert path.read_bytes() == b"x = 2\n"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("step", ["fsync", "fdopen"])
def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.toml"
    write_atomic(path, "old")
    monkeypatch.setattr(os, step, broken)
    with pytest.raises(OSError, match="space"):
        write_atomic(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_new_text_is_on_disk_before_the_file_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        kept.append(set_aside(path).name)
        assert path.read_text() == text
    assert kept == ["a.bad-1.toml", "a.bad-2.toml", "a.bad-2.toml", "a.bad-3.toml"]
    assert [(tmp_path / name).read_text() for name in sorted(set(kept))] == ["one", "two", "three"]


def test_a_first_start_says_nothing_and_writes_nothing(profile: Profile) -> None:
    assert profile.load_settings() == (Settings(), [])
    assert profile.load_options("toy") == (Toy.Options(), [])
    assert profile.load_match() == (None, [])
    assert not profile.folder.exists()


def test_what_is_saved_is_there_at_the_next_start(profile: Profile) -> None:
    settings, rules, record = Settings(speed="4", back="gables"), Toy.Options(deals=3), match()
    assert [profile.save_settings(settings), profile.save_options("toy", rules), profile.save_match(record)] == [[]] * 3
    later = Profile(profile.folder, contract.ALL)
    assert later.load_settings() == (settings, [])
    assert later.load_options("toy") == (rules, [])
    assert later.load_match() == (record, [])
    assert tomllib.loads(profile.settings_path.read_text())["speed"] == "4"


def test_bad_settings_are_reported_defaulted_and_copied(profile: Profile) -> None:
    write_atomic(profile.settings_path, 'speed = "9"\nfullscreen = true\ncolour = "red"\n')
    settings, notices = profile.load_settings()
    assert settings == Settings(fullscreen=True)
    assert keys(notices) == ["bad_value", "unknown_key", "kept"]
    assert notices[0].figures == {
        "file": "settings.toml",
        "key": "speed",
        "found": "'9'",
        "allowed": "'0.5', '1', '2', '4', 'instant'",
        "line": 1,
    }
    profile.save_settings(settings)
    assert "colour" in (profile.folder / "settings.bad-1.toml").read_text()
    assert profile.load_settings() == (settings, []), "the unknown key was reported, and is marked in the file"
    assert tomllib.loads(profile.settings_path.read_text())["colour"] == "red"


@pytest.mark.parametrize(
    ("content", "key"),
    [(b"speed = \n", "not_toml_line"), (b"\xff\xfe", "not_toml"), (b"a = " + b"[" * 9000, "not_toml")],
)
def test_a_damaged_file_is_reported_and_kept(profile: Profile, content: bytes, key: str) -> None:
    profile.folder.mkdir()
    for path, load in (
        (profile.settings_path, profile.load_settings),
        (profile.match_path("toy"), profile.load_match),
    ):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        notices = load()[1]
        assert keys(notices)[0] == key
        assert keys(notices)[-1] == "kept"
        assert path.with_name(f"{path.stem}.bad-1.toml").read_bytes() == path.read_bytes() == content


@given(content=st.binary(max_size=40))
def test_no_content_of_a_file_stops_the_program(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    profile = Profile(tmp_path_factory.mktemp("any"), contract.ALL)
    profile.settings_path.write_bytes(content)
    profile.former_match_path.write_bytes(content)
    profile.match_path("toy").parent.mkdir()
    profile.match_path("toy").write_bytes(content)
    settings, _ = profile.load_settings()
    assert isinstance(settings, Settings)
    assert profile.load_match()[0] is None


def test_a_match_that_cannot_be_replayed_is_reported_and_copied(profile: Profile) -> None:
    record = match()
    record.append(record.moves[0])
    profile.save_match(record)
    found, notices = profile.load_match()
    assert found is None
    assert keys(notices) == ["bad_move", "no_match", "kept"]
    assert (profile.folder / "saved" / "toy.bad-1.toml").read_text() == record.to_text()


def test_a_match_of_another_version_continues_with_a_notice_and_a_copy(profile: Profile) -> None:
    record = match()
    record.version = "0.0.1"
    profile.save_match(record)
    found, notices = profile.load_match()
    assert found is not None
    assert found.replay() == record.replay()
    assert keys(notices) == ["other_version", "kept"]
    profile.save_match(found)
    assert profile.load_match() == (found, [])


def test_a_finished_match_is_deleted(profile: Profile) -> None:
    profile.save_match(match())
    assert profile.drop_match("toy") == []
    assert profile.load_match() == (None, [])
    assert profile.drop_match("toy") == []


def test_two_windows_may_use_one_profile(profile: Profile) -> None:
    other = Profile(profile.folder, contract.ALL)
    mine, theirs = match(3), match(9, seed=8)
    profile.save_match(mine)
    other.save_match(theirs)
    profile.drop_match("toy")
    assert other.load_match() == (theirs, []), "closing one window must not delete the other's match"
    profile.save_match(mine)
    assert other.load_match() == (mine, [])


@pytest.mark.parametrize("cause", [lambda profile: profile.folder.write_text("a file where the folder should be")])
def test_without_a_folder_the_program_continues_in_memory(profile: Profile, cause: Callable[[Profile], object]) -> None:
    cause(profile)
    first = profile.save_settings(Settings(speed="2"))
    assert keys(first) == ["unwritable"]
    assert str(profile.folder) in first[0].figures["folder"]
    record = match()
    assert profile.save_match(record) == [], "reported once"
    assert profile.load_settings()[0] == Settings(speed="2")
    assert profile.load_match() == (record, [])
    profile.drop_match("toy")
    assert profile.load_match() == (None, [])


def test_a_full_disk_is_reported_once_and_saving_resumes(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    profile.save_match(match(2))
    with monkeypatch.context() as patch:
        patch.setattr(storage, "write_atomic", broken)
        assert keys(profile.save_match(match(3))) == ["unwritable"]
        assert profile.load_match()[0] == match(3)
    assert profile.save_match(match(4)) == []
    assert Profile(profile.folder, contract.ALL).load_match() == (match(4), [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notice_has_a_text_with_all_its_figures(language: str) -> None:
    words, texts = Words(language), flat(language)
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


# --- files that another program holds -------------------------------------------------------------------------------


class Held(type(Path())):  # type: ignore[misc]  # the class of paths on this system
    """A path that can't be given another name while another program reads that file."""

    error: OSError | None = None
    left = 0

    def replace(self, target: str | Path) -> Path:
        if self.left and self.error is not None:
            self.left -= 1
            raise self.error
        return Path(self).rename(target)


def held_file(folder: Path, number: int, times: int) -> Held:
    file = Held(folder / "new")
    file.write_text("new")
    file.error, file.left = PermissionError(13, "held"), times
    setattr(file.error, "winerror", number)  # noqa: B010  # only Windows has it
    return file


@pytest.mark.parametrize("number", HELD)
def test_a_file_that_a_virus_scanner_holds_is_replaced_a_moment_later(number: int, tmp_path: Path) -> None:
    waited: list[float] = []
    replace_file(held_file(tmp_path, number, ATTEMPTS - 1), tmp_path / "old", system="win32", pause=waited.append)
    assert (tmp_path / "old").read_text() == "new"
    assert len(waited) == ATTEMPTS - 1 and sum(waited) <= 0.3


@pytest.mark.parametrize(("system", "number", "times"), [("win32", 32, ATTEMPTS), ("win32", 112, 1), ("linux", 32, 1)])
def test_a_file_that_cannot_be_replaced_is_said_to_be(system: str, number: int, times: int, tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    with pytest.raises(PermissionError):
        replace_file(held_file(tmp_path, number, times), tmp_path / "old", system=system, pause=lambda _: None)
    assert (tmp_path / "old").read_text() == "old"


def test_a_folder_without_rights_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows says the same of a name in use, and ``tempfile.mkstemp`` would try two thousand million other names."""
    asked: list[str] = []

    def refuse(path: str, *_: object) -> int:
        asked.append(path)
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "name", "nt")
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PermissionError):
        begin_file(tmp_path / "settings.toml")
    assert len(asked) == 1
