"""Files dropped onto the window: opened at once or after a question, and no match is lost."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.profile.rules_file import to_text
from engine.profile.storage import Profile
from scenes.app import App
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.shell.destinations import Home, LessonTable, ReplayList, ReplayTable, ResumedTable, Seating
from scenes.shell.drop import DropOffer
from tests.support.finished_matches import finished_match
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, load_match
from tests.support.tables import continue_match, has_playable_and_unplayable

SLUG = "palacio"


def pilot_at_table(tmp_path: Path, language: str = "en") -> Pilot:
    record = find_record(SLUG, has_playable_and_unplayable, max_moves=30)
    return continue_match(tmp_path / "profile", record, language=language)


def file_of(folder: Path, kind: str) -> Path:
    texts = {
        "match": finished_match("big_two")[0].to_text(),
        "rules": to_text("roped", GAMES["roped"].Options(target=250), "Bia"),
        "odd": "Hi! Look at my match:",
        "bad": 'game = "roped"\nmoves = ["0:fly"]\n',
        "newer": 'format = 12\ngame = "roped"\n[rules]\n',
    }
    path = folder / f"{kind}.toml"
    path.write_text(texts[kind], encoding="utf-8")
    return path


def shown_text(pilot: Pilot) -> str:
    pilot.expect(DropOffer)
    return pilot.dialog_text()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_match_dropped_onto_table_is_offered_and_current_one_waits(tmp_path: Path, language: str) -> None:
    pilot = pilot_at_table(tmp_path, language)
    app, before = pilot.app, pilot.table.match.record.to_text()
    pilot.drop(file_of(tmp_path, "match"))
    assert "match.toml" in shown_text(pilot) and app.words("big_two.title") in shown_text(pilot)
    pilot.press_keys(pygame.K_ESCAPE)
    assert app.top is pilot.table and not app.replays.folder.exists()
    pilot.drop(file_of(tmp_path, "match"))
    pilot.press_keys(pygame.K_RETURN)
    screen = app.top
    assert isinstance(screen, ReplaysScreen)
    assert screen.chosen_entry is not None
    assert screen.chosen_entry.record_head is not None
    assert screen.chosen_entry.record_head.game == "big_two"
    assert app.last_saved_match is not None and app.last_saved_match.to_text() == before
    kept, _ = load_match(Profile(tmp_path / "profile"))
    assert kept is not None and kept.moves == app.last_saved_match.moves
    app.go(ResumedTable())
    pilot.run_until_idle()
    assert pilot.table.match.record.to_text() == before


def test_house_rules_dropped_onto_table_open_their_screen_over_it(tmp_path: Path) -> None:
    pilot = pilot_at_table(tmp_path)
    table, options = pilot.table, pilot.table.match.record.options
    pilot.drop(file_of(tmp_path, "rules"))
    assert "RoPeD" in shown_text(pilot) and "from the next one" in shown_text(pilot)
    pilot.drop(file_of(tmp_path, "rules"))
    assert sum(isinstance(scene, DropOffer) for scene in pilot.app.scene_stack) == 1
    pilot.press_keys(pygame.K_RETURN)
    screen = pilot.expect(HouseRulesScreen)
    assert screen.slug == "roped" and screen.options.target == 250
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is table and table.match.record.options == options
    assert Profile(tmp_path / "profile").load_options("roped").target == 250


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("odd", "isn’t a match"), ("bad", "is missing"), ("newer", "newer version"), ("none", "can’t be read")],
)
def test_unreadable_dropped_file_is_reported_and_match_goes_on(tmp_path: Path, kind: str, expected: str) -> None:
    pilot = pilot_at_table(tmp_path)
    before = pilot.table.match.record.to_text()
    pilot.drop("/nowhere/none.toml" if kind == "none" else file_of(tmp_path, kind))
    assert f"{kind}.toml" in shown_text(pilot) and expected in shown_text(pilot)
    pilot.press_keys(pygame.K_RETURN)
    assert pilot.app.top is pilot.table and pilot.table.match.record.to_text() == before
    pilot.step([pygame.Event(pygame.DROPTEXT, text="Hello")])
    assert "Clipboard" in shown_text(pilot)


SCREENS: dict[str, Callable[[App], None]] = {
    "home": lambda app: app.go(Home()),
    "replays": lambda app: app.go(ReplayList()),
    "settings": lambda app: app.go(SettingsScreen(app)),
    "rules": lambda app: app.go(HouseRulesScreen(app, SLUG)),
    "seating": lambda app: app.go(Seating(SLUG)),
    "replay": lambda app: app.go(ReplayTable(finished_match("gurch")[0])),
    "lesson": lambda app: app.go(LessonTable(SLUG)),
}


@pytest.mark.parametrize("where", SCREENS)
def test_dropped_match_or_rules_open_their_screen(tmp_path: Path, where: str) -> None:
    pilot = Pilot(tmp_path / "profile")
    for kind, screen in (("match", ReplaysScreen), ("rules", HouseRulesScreen)):
        SCREENS[where](pilot.app)
        pilot.run_frames(2)
        path = tmp_path / f"{kind}.toml"
        match, rules = finished_match(SLUG)[0].to_text(), to_text(SLUG, GAMES[SLUG].Options(rounds=3))
        path.write_text(rules if kind == "rules" else match, encoding="utf-8")
        pilot.drop(path)
        if isinstance(pilot.app.top, DropOffer):
            pilot.press_keys(pygame.K_RETURN)
        top = pilot.app.top
        assert isinstance(top, screen), f"{kind} on {where}"
        if isinstance(top, HouseRulesScreen):
            assert top.options.rounds == 3
        elif isinstance(top, ReplaysScreen):
            assert [kept.record_head.game for kept in top.listed_entries if kept.record_head] == [SLUG]
