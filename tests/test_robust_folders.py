"""Profile folders: strange names, no home folder, read-only, on a full disk, or a file in their place."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs
import pygame
import pytest

from engine.games import GAMES
from engine.match.record import Record
from engine.notices import Notice
from engine.profile import replacing, storage
from engine.profile.database import Database
from engine.profile.lock import profile_lock
from engine.profile.presets import Presets
from engine.profile.replays import ReplayStore
from engine.profile.rules_file import to_text
from engine.profile.storage import Profile, usual_folder
from engine.rng import Rng
from engine.statistics.store import Selection, Statistics
from scenes.replays.replays import ReplaysScreen
from scenes.rules.house_rules import HouseRulesScreen
from scenes.settings.settings import SettingsScreen
from scenes.shell.destinations import Begin, Home
from scenes.shell.dialog import Dialog
from scenes.statistics.statistics import StatisticsScreen
from tests.support.at_table import saved, settings
from tests.support.piloting import Pilot
from tests.support.records import new_record, play_at_random

NAMES: tuple[str, ...] = ("Zoë 日本 игры 🎴", "a#b?c%20d&e", 'it\'s "quoted"', "trailing.")
"""Names of folders."""
if os.name == "nt":
    NAMES = tuple(name for name in NAMES if not set(name) & set('?"') and not name.endswith("."))


def finished(seed: int = 3) -> Record:
    record = new_record("pass_the_ace", seed)
    record.id = f"match-{seed}"
    play_at_random(record, Rng(seed))
    return record


def messages(pilot: Pilot) -> list[str]:
    """Return the program's messages about files and close their dialogs."""
    lines = []
    pilot.steps(2)
    while isinstance(pilot.app.top, Dialog):
        lines += [line.text for line in pilot.app.top.lines]
        pilot.key(pygame.K_RETURN)
        pilot.steps(2)
    return lines


def everything(folder: Path) -> list[str]:
    """Use settings, house rules, presets, a match, replays and statistics; return all messages."""
    pilot = Pilot(folder, (960, 540))
    app = pilot.app
    lines = []
    app.go(Home())
    lines += messages(pilot)
    screen = SettingsScreen(app)
    app.open(screen)
    screen.change("back", "lantern")
    lines += messages(pilot)
    rules = HouseRulesScreen(app, "palacio")
    app.go(rules)
    rules.set(GAMES["palacio"].Options(rounds=3), "")
    rules.editor._save("Casa da Bia")
    lines += messages(pilot)
    record = finished()
    app.keep_finished(record, record.replay())
    for opened in (ReplaysScreen, StatisticsScreen):
        app.go(opened(app))
        pilot.steps(20)
        lines += messages(pilot)
    app.go(Begin(new_record("pass_the_ace", 8)))
    pilot.rest()
    lines += messages(pilot)
    pilot.rest()
    pilot.key(pygame.K_RETURN)
    app.close_all()
    return lines


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_with_any_name_works(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name / name
    settings(folder)
    with profile_lock(Profile(folder)) as (profile, notices):
        assert profile.folder == folder and notices == []
        assert everything(folder) == []
    profile = Profile(folder)
    assert profile.load_settings()[0].back == "lantern"
    assert profile.load_options("palacio")[0].rounds == 3
    presets = Presets(profile, "palacio")
    assert presets.load() == [] and presets.named("Casa da Bia") is not None
    assert saved(folder).moves
    replays = ReplayStore(profile)
    replays.open()
    assert [kept.path.parent for kept in replays.entries] == [folder / "matches"]


@pytest.mark.parametrize("name", NAMES)
def test_a_second_window_copies_a_folder_with_any_name(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    settings(folder)
    reported: list[Notice] = []
    base = Statistics(folder / "statistics.sqlite", reported.append)
    base.rebuild()
    base.close()
    with profile_lock(Profile(folder)), profile_lock(Profile(folder)) as (second, notices):
        assert [notice.key for notice in notices] == ["notice.open_already"]
        assert (second.folder / "statistics.sqlite").exists() and (second.folder / "settings.toml").exists()
    assert reported == []


@pytest.mark.parametrize("name", ["日本", "Casa da Zoë ♥", "🎴", " ", "a" * 300, "../..", "\u202ereversed"])
def test_shared_presets_can_have_any_name(name: str, tmp_path: Path) -> None:
    """Their files, too, as far as the system allows."""
    settings(tmp_path)
    folder = tmp_path / "presets"
    folder.mkdir()
    text = to_text("palacio", GAMES["palacio"].Options(rounds=3))
    (folder / "friend.toml").write_text(text.replace("[rules]", f'name = "{name}"\n[rules]'), encoding="utf-8")
    if len(name) < 100 and "/" not in name:
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(HouseRulesScreen(pilot.app, "palacio"))
    messages(pilot)
    presets = Presets(Profile(tmp_path), "palacio")
    presets.load()
    assert len(presets.own) == len(presets.profile.listed(folder)), "all are usable"
    added, notices = presets.add(name, GAMES["palacio"].Options(rounds=3))
    assert notices == [] and added.path is not None and added.path.parent == folder and added.path.name.isascii()
    pilot.app.close_all()


# --- no home folder ---------------------------------------------------------------------------------------------------


def test_without_a_home_folder_the_profile_is_beside_the_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in a container with an unknown user: ``~`` stays ``~``, and no folder of that name must be made."""
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: Path("~/.local/share/HouseRules"))
    monkeypatch.setattr(storage, "program_folder", lambda: tmp_path)
    assert usual_folder() == tmp_path / "profile"
    assert Profile().folder == tmp_path / "profile"


@pytest.mark.skipif(os.name == "nt", reason="Windows does not use HOME")
def test_a_missing_home_folder_is_reported_and_the_program_works_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "file"
    home.touch()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    folder = usual_folder()
    assert folder.is_relative_to(home)
    with profile_lock(Profile(folder)) as (profile, notices):
        assert profile.folder == folder and notices == []
        lines = everything(folder)
    assert any(str(folder) in line for line in lines)
    assert home.is_file() and home.stat().st_size == 0


# --- places where nothing can be written ------------------------------------------------------------------------------


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Make all writing fail with the ``errno`` in the list."""
    why: list[int] = []

    def refuse(*_: object, **__: object) -> Any:
        raise OSError(why[0], os.strerror(why[0]))

    monkeypatch.setattr(replacing, "begin_file", refuse)
    yield why


@pytest.mark.parametrize("why", [errno.EROFS, errno.ENOSPC, errno.EIO])
def test_an_unwritable_folder_is_reported_once_and_everything_goes_on(
    why: int, tmp_path: Path, refusing: list[int]
) -> None:
    settings(tmp_path)
    refusing.append(why)
    lines = everything(tmp_path)
    assert [line for line in lines if os.strerror(why) in line and str(tmp_path) in line]
    assert len(lines) == len(set(lines)), "nothing is reported twice"
    assert not (tmp_path / "match.toml").exists()


def test_a_file_in_place_of_the_folder_is_reported_and_everything_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "profile"
    place.write_text("mine")
    with profile_lock(Profile(place)) as (profile, notices):
        assert profile.folder == place and notices == []
        lines = everything(place)
    assert lines and len(lines) == len(set(lines))
    assert place.read_text() == "mine"


# --- databases --------------------------------------------------------------------------------------------------------

TABLES = ("CREATE TABLE deals (id INTEGER PRIMARY KEY, points INTEGER NOT NULL)",)


def test_a_bug_is_not_taken_for_a_damaged_file(tmp_path: Path) -> None:
    """The error must be seen, and the file stays."""
    notices: list[Notice] = []
    base = Database(tmp_path / "base.sqlite", TABLES, 7, notices.append)
    assert base.write(lambda file: file.execute("INSERT INTO deals VALUES (1, 5)"))
    with pytest.raises(ZeroDivisionError):
        base.read(lambda file: 1 / 0, None)
    with pytest.raises(TypeError):
        base.write(lambda file: None + 1)  # type: ignore[operator]
    assert base.read(lambda file: file.execute("SELECT points FROM deals").fetchall(), []) == [(5,)]
    assert base.read(lambda file: file.execute("SELECT nothing FROM deals").fetchall(), []) == []
    assert notices and [path.name for path in tmp_path.iterdir()] == ["base.sqlite"]
    base.close()


def test_a_database_without_one_of_its_columns_is_set_aside_whole(tmp_path: Path) -> None:
    path = tmp_path / "statistics.sqlite"
    notices: list[Notice] = []
    base = Statistics(path, notices.append)
    base.rebuild()
    base.close()
    file = sqlite3.connect(path)
    file.execute("PRAGMA writable_schema = 1")
    file.execute("UPDATE sqlite_master SET sql = replace(sql, 'helped', 'jelped')")
    file.commit()
    file.close()
    before = path.read_bytes()
    base = Statistics(path, notices.append)
    assert base.figures(Selection()).deals == 0
    base.close()
    assert [notice.key for notice in notices] == ["notice.damaged_database"]
    assert (tmp_path / "statistics.bad-1.sqlite").read_bytes() == before
