"""Opening of a screen: its drawings are made over several frames while the last picture stays."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from scenes.app import App
from scenes.shell.destinations import (
    AboutPage,
    Destination,
    Home,
    OnlineLobby,
    OnlineRoom,
    OnlineTable,
    ReplayList,
    RulesPage,
    SettingsPage,
    StatisticsPage,
)
from tests.support.local_online_table import joined_pilot, start_match
from tests.support.local_table import LocalTable, make_table_config
from tests.support.profile_pilot import Pilot


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.run_frames(40)
    pilot.app.prerenderer.hides_opening_scenes = True
    yield pilot
    pilot.app.release_everything()


def open_by_single_drawings(app: App) -> list[int]:
    """Let each frame have time for one drawing until the screen is ready; return the number of drawings of each
    frame."""
    store, made = app.renderers.cache, list[int]()
    before = store.created_count
    while app.prerenderer.prerender_opening(lambda: 1.0):
        made.append(store.created_count - before)
        before = store.created_count
    return made


def test_last_picture_stays_until_drawings_of_next_screen_are_made(pilot: Pilot) -> None:
    app = pilot.app
    before = pygame.image.tobytes(app.window.surface, "RGB")
    app.go(SettingsPage())
    assert not app.step(16, ()), "nothing of the new screen is drawn yet"
    assert pygame.image.tobytes(app.window.surface, "RGB") == before
    assert len(open_by_single_drawings(app)) > 10
    made = app.renderers.cache.created_count
    assert app.step(16, ())
    assert app.renderers.cache.created_count == made, "the first frame needs no new drawing"


def picture_of(app: App, destination: Destination, *, makes_singly: bool) -> bytes:
    """Return the picture of a screen opened without any drawings, which are made before or in its first frame."""
    app.go(destination)
    app.renderers.cache.clear()
    app.prerenderer.hides_opening_scenes = makes_singly
    if makes_singly:
        open_by_single_drawings(app)
    app.step(16, ())
    app.finish_animations()
    return pygame.image.tobytes(app.window.surface, "RGB")


@pytest.mark.painted
@pytest.mark.parametrize(
    "destination",
    [Home(), SettingsPage(), RulesPage("big_two"), StatisticsPage(), AboutPage(), OnlineLobby(), ReplayList()],
    ids=str,
)
def test_screen_opens_with_all_its_drawings(pilot: Pilot, destination: Destination) -> None:
    opened = picture_of(pilot.app, destination, makes_singly=True)
    assert opened == picture_of(pilot.app, destination, makes_singly=False)


@pytest.mark.parametrize("slug", GAMES)
def test_joining_match_makes_drawings_singly(slug: str, tmp_path: Path) -> None:
    host = LocalTable(make_table_config(slug))
    pilot = joined_pilot(tmp_path, host, auto_answer=True, speed="1")
    app, store = pilot.app, pilot.app.renderers.cache
    start_match(host, pilot)
    for _ in range(120):
        host.advance_clock(16)
        pilot.step(elapsed_ms=16)
    app.go(OnlineRoom())
    pilot.run_frames(5)
    store.clear()
    app.prerenderer.hides_opening_scenes = True
    app.go(OnlineTable())
    each = open_by_single_drawings(app)
    assert len(each) > 20 and max(each) <= 12, "a frame makes at most 12 drawings"
    before = store.created_count
    assert pilot.app.step(16, ())
    assert store.created_count - before <= 3, "the first frame makes at most 3 drawings"
    app.release_everything()


def test_failing_drawing_of_new_screen_is_reported_and_program_goes_on(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = pilot.app
    app.go(SettingsPage())
    wrong = app.top

    def draw(_: pygame.Surface) -> None:
        raise ValueError("wrong")

    monkeypatch.setattr(wrong, "draw", draw)
    app.prerenderer.prerender_opening(lambda: 0.0)
    assert wrong not in app.scene_stack and app.is_running
