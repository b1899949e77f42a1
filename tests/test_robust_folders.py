"""Profile folders: unusual names, no home folder, read-only, on a full disk, or replaced by a file."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.games import GAMES
from engine.match.record import Record
from engine.notices import Notice
from engine.profile import atomic_replace
from engine.profile.database import Database
from engine.profile.lock import lock_or_copy_profile
from engine.profile.presets import CustomPresets
from engine.profile.replays import ReplayStore
from engine.profile.rules_file import to_text
from engine.profile.storage import Profile, system_profile_folder
from engine.rng import Rng
from engine.statistics.store import Selection, Statistics
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.shell.destinations import Home, MatchTable
from scenes.shell.dialog import Dialog
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record, play_randomly
from tests.support.tables import load_saved_record, write_settings

FOLDER_NAMES: tuple[str, ...] = ("Zoë 日本 игры 🎴", "a#b?c%20d&e", 'it\'s "quoted"', "trailing.")
"""Unusual names of folders."""
if os.name == "nt":
    FOLDER_NAMES = tuple(name for name in FOLDER_NAMES if not set(name) & set('?"') and not name.endswith("."))

NEEDS_HOME = pytest.mark.skipif(os.name == "nt", reason="Windows does not use HOME")


def finished_record(seed: int = 3) -> Record:
    record = new_record("pass_the_ace", seed)
    record.id = f"match-{seed}"
    play_randomly(record, Rng(seed))
    return record


def close_notices(pilot: Pilot) -> list[str]:
    """Close the dialogs with notices about files; return the notices."""
    lines = []
    pilot.run_frames(2)
    while isinstance(pilot.app.top, Dialog):
        lines += [line.text for line in pilot.app.top.paragraphs]
        pilot.press_keys(pygame.K_RETURN)
        pilot.run_frames(2)
    return lines


def use_everything(folder: Path) -> list[str]:
    """Use settings, house rules, presets, a match, replays and statistics; return all notices."""
    pilot = Pilot(folder, (960, 540))
    app = pilot.app
    lines = []
    app.go(Home())
    lines += close_notices(pilot)
    screen = SettingsScreen(app)
    app.open(screen)
    screen.change("back", "lantern")
    lines += close_notices(pilot)
    rules = HouseRulesScreen(app, "palacio")
    app.go(rules)
    rules.set_rules(GAMES["palacio"].Options(rounds=3), "")
    rules.editor._save_as("Casa da Bia")
    lines += close_notices(pilot)
    record = finished_record()
    app.save_replay(record, record.replay())
    for opened in (ReplaysScreen, StatisticsScreen):
        app.go(opened(app))
        pilot.run_frames(20)
        lines += close_notices(pilot)
    app.go(MatchTable(new_record("pass_the_ace", 8)))
    pilot.run_until_idle()
    lines += close_notices(pilot)
    pilot.run_until_idle()
    pilot.press_keys(pygame.K_RETURN)
    app.release_everything()
    return lines


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FOLDER_NAMES)
def test_folder_with_any_name_works(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name / name
    write_settings(folder)
    with lock_or_copy_profile(Profile(folder)) as profile:
        assert profile.folder == folder and profile.notices == []
        assert use_everything(folder) == []
    profile = Profile(folder)
    assert profile.load_settings().back == "lantern"
    assert profile.load_options("palacio").rounds == 3
    presets = CustomPresets(profile, "palacio")
    presets.load()
    assert profile.notices == [] and presets.find("Casa da Bia") is not None
    assert load_saved_record(folder).moves
    replays = ReplayStore(profile)
    replays.scan()
    assert [kept.path.parent for kept in replays.entries] == [folder / "matches"]


@pytest.mark.parametrize("name", FOLDER_NAMES)
def test_second_window_copies_folder_with_any_name(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    write_settings(folder)
    reported: list[Notice] = []
    base = Statistics(folder / "statistics.sqlite", reported.append)
    base.rebuild_sums()
    base.close()
    with lock_or_copy_profile(Profile(folder)), lock_or_copy_profile(Profile(folder)) as second:
        assert [notice.key for notice in second.notices] == ["notice.open_already"]
        assert (second.folder / "statistics.sqlite").exists() and (second.folder / "settings.toml").exists()
    assert reported == []


@pytest.mark.parametrize("name", ["日本", "Casa da Zoë ♥", "🎴", " ", "a" * 300, "../..", "\u202ereversed"])
def test_shared_presets_can_have_any_name(name: str, tmp_path: Path) -> None:
    """The preset's file may have any name that the system allows."""
    write_settings(tmp_path)
    folder = tmp_path / "presets"
    folder.mkdir()
    text = to_text("palacio", GAMES["palacio"].Options(rounds=3))
    (folder / "friend.toml").write_text(text.replace("[rules]", f'name = "{name}"\n[rules]'), encoding="utf-8")
    if len(name) < 100 and "/" not in name:
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(HouseRulesScreen(pilot.app, "palacio"))
    close_notices(pilot)
    presets = CustomPresets(Profile(tmp_path), "palacio")
    presets.load()
    assert len(presets.presets) == len(presets.profile.list_toml_files(folder)), "all presets are usable"
    added = presets.add(name, GAMES["palacio"].Options(rounds=3))
    assert added.path is not None and added.path.parent == folder and added.path.name.isascii()


# --- unwritable folders -----------------------------------------------------------------------------------------------


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Make all writing fail with the ``errno`` in the list."""
    why: list[int] = []

    def refuse(*_: object, **__: object) -> Any:
        raise OSError(why[0], os.strerror(why[0]))

    monkeypatch.setattr(atomic_replace, "create_temporary", refuse)
    yield why


@pytest.mark.parametrize("why", [errno.EROFS, errno.ENOSPC, errno.EIO])
def test_unwritable_folder_is_reported_once_and_program_goes_on(why: int, tmp_path: Path, refusing: list[int]) -> None:
    write_settings(tmp_path)
    refusing.append(why)
    lines = use_everything(tmp_path)
    assert [line for line in lines if os.strerror(why) in line and str(tmp_path) in line]
    assert len(lines) == len(set(lines)), "nothing is reported twice"
    assert not (tmp_path / "match.toml").exists()


@pytest.mark.parametrize("is_home", [pytest.param(True, marks=NEEDS_HOME), False])
def test_file_in_place_of_folder_is_reported_and_program_goes_on(
    is_home: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    monkeypatch.setenv("HOME", str(file))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    folder = system_profile_folder() if is_home else file
    assert folder.is_relative_to(file)
    with lock_or_copy_profile(Profile(folder)) as profile:
        assert profile.folder == folder
        assert [notice.key for notice in profile.notices] == ["notice.unwritable"]
        lines = use_everything(folder)
    assert any(str(folder) in line for line in lines) and len(lines) == len(set(lines))
    assert file.read_text() == "mine"


# --- databases --------------------------------------------------------------------------------------------------------

DATABASE_SCHEMA = ("CREATE TABLE deals (id INTEGER PRIMARY KEY, points INTEGER NOT NULL)",)


def test_bug_is_not_taken_for_damaged_file(tmp_path: Path) -> None:
    """An error in the program must be visible, and the file stays."""
    notices: list[Notice] = []
    base = Database(tmp_path / "base.sqlite", DATABASE_SCHEMA, 7, notices.append)
    assert base.write(lambda file: file.execute("INSERT INTO deals VALUES (1, 5)"))
    with pytest.raises(ZeroDivisionError):
        base.read(lambda file: 1 / 0, None)
    with pytest.raises(TypeError):
        base.write(lambda file: None + 1)  # type: ignore[operator]
    assert base.read(lambda file: file.execute("SELECT points FROM deals").fetchall(), []) == [(5,)]
    assert base.read(lambda file: file.execute("SELECT nothing FROM deals").fetchall(), []) == []
    assert notices and [path.name for path in tmp_path.iterdir()] == ["base.sqlite"]
    base.close()


def test_database_without_column_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "statistics.sqlite"
    notices: list[Notice] = []
    base = Statistics(path, notices.append)
    base.rebuild_sums()
    base.close()
    file = sqlite3.connect(path)
    file.execute("PRAGMA writable_schema = 1")
    file.execute("UPDATE sqlite_master SET sql = replace(sql, 'helped', 'jelped')")
    file.commit()
    file.close()
    before = path.read_bytes()
    base = Statistics(path, notices.append)
    assert base.totals(Selection()).deals == 0
    base.close()
    assert [notice.key for notice in notices] == ["notice.damaged_database"]
    assert (tmp_path / "statistics.bad-1.sqlite").read_bytes() == before
