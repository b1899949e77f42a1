"""A screen is shown when its drawings are made, some in each frame, while the last picture stays."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from scenes.app import App
from scenes.shell.destinations import Home, Room, SettingsPage, TableElsewhere
from tests.support.friends import TableHere, arrangement, begin, pilot_at
from tests.support.piloting import Pilot


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.steps(40)
    pilot.app.opens_in_parts = True
    yield pilot
    pilot.app.close_all()


def open_by_single_drawings(app: App) -> list[int]:
    """Let each frame have time for one drawing until the screen is ready; return how many each made."""
    store, made = app.looks.store, list[int]()
    before = store.made
    while app.open_in_parts(lambda: 1.0):
        made.append(store.made - before)
        before = store.made
    return made


def test_last_picture_stays_until_the_drawings_of_the_next_screen_are_made(pilot: Pilot) -> None:
    app = pilot.app
    before = pygame.image.tobytes(app.window.surface, "RGB")
    app.go(SettingsPage())
    assert not app.step(16, ()), "nothing of the new screen is drawn yet"
    assert pygame.image.tobytes(app.window.surface, "RGB") == before
    assert len(open_by_single_drawings(app)) > 10
    made = app.looks.store.made
    assert app.step(16, ())
    assert app.looks.store.made == made, "its first picture is drawn from what is there"


@pytest.mark.parametrize("slug", GAMES)
def test_joining_a_match_makes_one_drawing_at_a_time(slug: str, tmp_path: Path) -> None:
    host = TableHere(arrangement(slug))
    pilot = pilot_at(tmp_path, host, auto_answer=True, speed="1")
    app, store = pilot.app, pilot.app.looks.store
    begin(host, pilot)
    for _ in range(120):
        host.pass_time(16)
        pilot.step(dt=16)
    app.go(Room())
    pilot.steps(5)
    store.clear()
    app.opens_in_parts = True
    app.go(TableElsewhere())
    each = open_by_single_drawings(app)
    assert len(each) > 20 and max(each) <= 12, "only the rail is made from more than a few others"
    before = store.made
    assert pilot.app.step(16, ())
    assert store.made - before <= 3, "nearly everything was drawn before the table is shown"
    app.close_all()


def test_wrong_drawing_of_a_new_screen_is_reported_and_the_program_goes_on(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = pilot.app
    app.go(SettingsPage())
    wrong = app.top

    def draw(_: pygame.Surface) -> None:
        raise ValueError("wrong")

    monkeypatch.setattr(wrong, "draw", draw)
    app.open_in_parts(lambda: 0.0)
    assert wrong not in app.stack and app.running
