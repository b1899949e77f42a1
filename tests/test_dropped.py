"""Files dropped onto the window: opened at once or after a question, and no match is lost."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.profile.rules_file import to_text
from engine.profile.storage import Profile
from scenes.app import App
from scenes.replays.replays import ReplaysScreen
from scenes.rules.house_rules import HouseRulesScreen
from scenes.settings.settings import SettingsScreen
from scenes.shell.destinations import Home, Learn, ReplayList, Resume, Seating, Watch
from scenes.shell.dropped import Offer
from tests.support.at_table import choosing, continued
from tests.support.piloting import Pilot
from tests.support.records import record_where
from tests.support.replaying import finished

SLUG = "palacio"


def at_table(tmp_path: Path, language: str = "en") -> Pilot:
    record = record_where(SLUG, choosing, most=30)
    return continued(tmp_path / "profile", record, language=language)


def file_of(folder: Path, kind: str) -> Path:
    texts = {
        "match": finished("big_two")[0].to_text(),
        "rules": to_text("roped", GAMES["roped"].Options(target=250), "Bia"),
        "odd": "Hi! Look at my match:",
        "bad": 'game = "roped"\nmoves = ["0:fly"]\n',
        "newer": 'format = 12\ngame = "roped"\n[rules]\n',
    }
    path = folder / f"{kind}.toml"
    path.write_text(texts[kind], encoding="utf-8")
    return path


def drop(pilot: Pilot, path: Path | str) -> None:
    pilot.step([pygame.Event(pygame.DROPFILE, file=str(path))])


def shown_text(pilot: Pilot) -> str:
    top = pilot.app.top
    assert isinstance(top, Offer)
    return " ".join([top.title, *(line.text for line in top.lines)])


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_match_dropped_onto_a_table_is_offered_and_the_current_one_waits(tmp_path: Path, language: str) -> None:
    pilot = at_table(tmp_path, language)
    app, before = pilot.app, pilot.table.match.record.to_text()
    drop(pilot, file_of(tmp_path, "match"))
    assert "match.toml" in shown_text(pilot) and app.words("big_two.title") in shown_text(pilot)
    pilot.key(pygame.K_ESCAPE)
    assert app.top is pilot.table and not app.replays.folder.exists()
    drop(pilot, file_of(tmp_path, "match"))
    pilot.key(pygame.K_RETURN)
    screen = app.top
    assert isinstance(screen, ReplaysScreen) and screen.entry is not None and screen.entry.record is not None
    assert screen.entry.record.game == "big_two"
    assert app.saved is not None and app.saved.to_text() == before
    kept, _ = Profile(tmp_path / "profile").load_match()
    assert kept is not None and kept.moves == app.saved.moves
    app.go(Resume())
    pilot.rest()
    assert pilot.table.match.record.to_text() == before
    app.close_all()


def test_house_rules_dropped_onto_a_table_open_their_screen_over_it(tmp_path: Path) -> None:
    pilot = at_table(tmp_path)
    table, options = pilot.table, pilot.table.match.record.options
    drop(pilot, file_of(tmp_path, "rules"))
    assert "RoPeD" in shown_text(pilot) and "from the next one" in shown_text(pilot)
    drop(pilot, file_of(tmp_path, "rules"))
    assert sum(isinstance(scene, Offer) for scene in pilot.app.stack) == 1
    pilot.key(pygame.K_RETURN)
    screen = pilot.app.top
    assert isinstance(screen, HouseRulesScreen) and screen.slug == "roped" and screen.options.target == 250
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.top is table and table.match.record.options == options
    assert Profile(tmp_path / "profile").load_options("roped")[0].target == 250
    pilot.app.close_all()


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("odd", "isn’t a match"),
        ("bad", "is missing"),
        ("newer", "newer version"),
        ("none", "can’t be read"),
    ],
)
def test_a_file_that_cannot_be_opened_is_reported_and_the_match_goes_on(
    tmp_path: Path, kind: str, expected: str
) -> None:
    pilot = at_table(tmp_path)
    before = pilot.table.match.record.to_text()
    drop(pilot, "/nowhere/none.toml" if kind == "none" else file_of(tmp_path, kind))
    assert f"{kind}.toml" in shown_text(pilot) and expected in shown_text(pilot)
    pilot.key(pygame.K_RETURN)
    assert pilot.app.top is pilot.table and pilot.table.match.record.to_text() == before
    pilot.step([pygame.Event(pygame.DROPTEXT, text="Hello")])
    assert "Clipboard" in shown_text(pilot)
    pilot.app.close_all()


SHOWN: dict[str, Callable[[App], None]] = {
    "home": lambda app: app.go(Home()),
    "replays": lambda app: app.go(ReplayList()),
    "settings": lambda app: app.go(SettingsScreen(app)),
    "rules": lambda app: app.go(HouseRulesScreen(app, SLUG)),
    "seating": lambda app: app.go(Seating(SLUG)),
    "replay": lambda app: app.go(Watch(finished("gurch")[0])),
    "lesson": lambda app: app.go(Learn(SLUG)),
}


@pytest.mark.parametrize("where", SHOWN)
def test_a_dropped_match_or_rules_file_opens_its_screen_from_anywhere(tmp_path: Path, where: str) -> None:
    pilot = Pilot(tmp_path / "profile")
    for kind, screen in (("match", ReplaysScreen), ("rules", HouseRulesScreen)):
        SHOWN[where](pilot.app)
        pilot.steps(2)
        path = tmp_path / f"{kind}.toml"
        match, rules = finished(SLUG)[0].to_text(), to_text(SLUG, GAMES[SLUG].Options(rounds=3))
        path.write_text(rules if kind == "rules" else match, encoding="utf-8")
        drop(pilot, path)
        if isinstance(pilot.app.top, Offer):
            pilot.key(pygame.K_RETURN)
        top = pilot.app.top
        assert isinstance(top, screen), f"{kind} on {where}"
        if isinstance(top, HouseRulesScreen):
            assert top.options.rounds == 3
        elif isinstance(top, ReplaysScreen):
            assert [kept.record.game for kept in top.shown if kept.record] == [SLUG]
    pilot.app.close_all()
