"""Whole matches through the real screens, by mouse and by keyboard, checked at every step.

Each game is played with the mouse alone in the smallest window, and with the keyboard alone in a large one. ``short``
matches count as few deals, points or lives as their rules allow.
"""

from pathlib import Path

import pytest

from engine.games import GAMES
from engine.match.record import Record
from engine.profile.storage import Profile
from scenes.selftest.pilot import SLOW_MACHINE_FRAME_MS
from scenes.selftest.selftest import count_own_answers
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot, play_match
from tests.support.records import load_match, random_record, short_record
from tests.support.tables import find_table_faults

READ_BACK_INTERVAL = 5
"""Number of saves of which one is read back."""


class TableWatcher:
    """Checks the table after every step, and the disk after every move."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.step_count = 0
        self.quiet_steps = 0
        self.busy_steps = 0
        self.save_count = 0
        self.sizes: set[tuple[int, int]] = set()
        save = Profile.save_match

        def save_and_look(profile: Profile, record: Record) -> None:
            save(profile, record)
            self.save_count += 1
            assert profile.notices == []
            if self.save_count % READ_BACK_INTERVAL == 1:
                assert Record.from_text(profile.match_path(record.game).read_text(encoding="utf-8")) == record

        monkeypatch.setattr(Profile, "save_match", save_and_look)

    def __call__(self, table: Table) -> None:
        self.step_count += 1
        self.quiet_steps += table.model.director.has_shown_all_events
        self.busy_steps += table.model.director.is_busy
        self.sizes.add(table.hud.renderer.size)
        assert find_table_faults(table) == []


@pytest.fixture
def watcher(monkeypatch: pytest.MonkeyPatch) -> TableWatcher:
    return TableWatcher(monkeypatch)


def play_through(
    folder: Path,
    record: Record,
    input_device: str,
    settings: str,
    watcher: TableWatcher,
    *,
    size: tuple[int, int] = (1280, 720),
) -> None:
    """Play a match to its end with all checks; no unfinished match may be left."""
    rested = 0

    def check(pilot: Pilot) -> None:
        nonlocal rested
        rested += 1
        director = pilot.director
        assert director.has_shown_all_events and not director.is_busy
        assert all(director.current_pose(key) == pose for key, pose in director.rest_poses.items())
        if rested % 5 == 0:
            found, notices = load_match(Profile(folder))
            assert found is not None and notices == []
            assert found.replay().comparable_state() == pilot.table.match.game.comparable_state()

    played = play_match(
        folder,
        record.game,
        input_device,
        record=record,
        check_idle=check,
        watch=watcher,
        settings=settings,
        frame=SLOW_MACHINE_FRAME_MS,
        size=size,
    )
    assert played is record
    assert record.replay().outcome is not None
    assert load_match(Profile(folder)) == (None, []), "a finished match isn't left as unfinished"
    assert watcher.save_count == len(record.moves) + 1, "the match is saved at the start and after each move"
    assert watcher.step_count > count_own_answers(record) and watcher.quiet_steps > rested > 0


def settings_text(speed: str, *, coach: bool = False) -> str:
    shown = "" if coach else 'coach = "off"\n'
    return f'speed = "{speed}"\npace = "quick"\nauto_answer = false\n{shown}'


@pytest.mark.parametrize("slug", GAMES)
def test_short_match_is_finished_by_mouse_in_small_window(slug: str, tmp_path: Path, watcher: TableWatcher) -> None:
    record = short_record(slug, 6)
    play_through(tmp_path, record, "mouse", settings_text("4", coach=True), watcher, size=(960, 540))
    assert watcher.sizes == {(960, 540)}


@pytest.mark.parametrize("slug", GAMES)
def test_short_match_is_finished_by_keys_in_large_window(slug: str, tmp_path: Path, watcher: TableWatcher) -> None:
    play_through(
        tmp_path,
        short_record(slug, 6),
        "keys",
        settings_text("4"),
        watcher,
        size=(1920, 1080),
    )
    assert watcher.sizes == {(1920, 1080)}


@pytest.mark.parametrize("slug", GAMES)
def test_match_by_random_house_rules_is_finished_at_instant_speed(
    slug: str, tmp_path: Path, watcher: TableWatcher
) -> None:
    play_through(tmp_path, random_record(slug, 102, short=True), "mouse", settings_text("instant"), watcher)
    assert watcher.busy_steps == 0, "no motion takes time at instant speed"
