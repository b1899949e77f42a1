"""What a table will show is drawn beforehand: nothing large is made in a frame in which cards move."""

import math
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Surface

from engine.cards import parse
from engine.games import GAMES
from engine.profile.storage import Profile
from scenes.app import LONGEST_REST, App
from scenes.look import raster
from scenes.look.cache import Scratch, SurfaceCache
from scenes.look.cards import LARGE, centred, turned_size
from scenes.look.look import Look
from scenes.selftest.pilot import FRAME
from scenes.shell.destinations import Begin, Home, Resume, Seating
from scenes.shell.scene import Moment
from scenes.table.coach import PATIENCE
from scenes.table.goal import GoalDialog
from tests.support.at_table import live, settings
from tests.support.piloting import Pilot
from tests.support.records import new_record, record_where

LARGE_PARTS = ("source", "soft", "shadow", "edge", "table")
"""Kinds of drawings of a table that take several milliseconds in a large window."""


class Made:
    """Notes which drawings are made."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.keys: list[Hashable] = []
        for name in ("get", "part"):
            patch.setattr(SurfaceCache, name, self._noting(getattr(SurfaceCache, name)))

    def _noting(self, original: Callable[..., Surface]) -> Callable[..., Surface]:
        def take(cache: SurfaceCache, key: Hashable, make: Callable[[], Surface]) -> Surface:
            def noted() -> Surface:
                self.keys.append(key)
                return make()

            return original(cache, key, noted)

        return take

    def large(self) -> list[Hashable]:
        """Those of them that take long."""
        return [key for key in self.keys if kind_of(key) in LARGE_PARTS]


def kind_of(key: Hashable) -> str:
    """The kind of a drawing of one scale, by its key."""
    what = key[1] if isinstance(key, tuple) else key
    return str(what[0] if isinstance(what, tuple) else what)


def prepare(app: App, moment: Moment, most: int = 10_000) -> int:
    """Let the screen draw beforehand until nothing is left, at most so often; return how often it did."""
    return next((i for i in range(most) if not app.top.prepare(moment)), most)


@pytest.mark.every_frame
@pytest.mark.parametrize(("slug", "seed", "seats"), [*((slug, 7, 0) for slug in GAMES), ("gurch", 8, 4)])
def test_nothing_large_is_drawn_while_the_first_cards_fly(
    slug: str, seed: int, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path, speed="1", auto_answer=False)
    pilot = Pilot(tmp_path, (3840, 2160))
    app = pilot.app
    app.go(Home())
    app.go(Seating(slug))
    pilot.step()
    assert prepare(app, "still") > 20, "the table is drawn on the seating screen"
    app.go(Begin(new_record(slug, seed, seats)))
    pilot.step()
    prepare(app, "opening", 40)
    made, late = Made(monkeypatch), list[Hashable]()
    while pilot.table.stage.choice is None:
        made.keys.clear()
        pilot.step()
        if pilot.table.stage.director.busy:
            late += made.large()
        prepare(app, "moving", 1)
    assert len(late) <= 2, "a card that an opponent plays at once, at most"
    app.close_all()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Pilot]:
    settings(tmp_path, speed="1", coach="off")
    pilot = Pilot(tmp_path, (1280, 720))
    pilot.app.go(Begin(new_record("big_two", 7)))
    yield pilot
    pilot.app.close_all()


def test_when_everything_is_drawn_the_program_rests(table: Pilot) -> None:
    table.rest()
    assert prepare(table.app, "still") > 10
    assert prepare(table.app, "still") == 0
    for _ in range(8):
        table.step(dt=500)
    table.app._resting = 3.0
    assert not table.app.prepare(lambda: 0.0)
    assert table.app.rest() == LONGEST_REST


def test_what_may_never_be_shown_waits_for_rest(table: Pilot) -> None:
    table.rest()
    prepare(table.app, "moving")
    own = table.table.stage.own_keys()[0]
    card, width = table.table.stage.card(own), table.table.stage.rest(own).width * 1.05
    table.table.stage.hand._hovers[own] = 1.0
    before = table.table.look.store.made
    table.table.look.card(card, width, angle=table.table.stage.rest(own).angle)
    assert table.table.look.store.made > before, "the card under the pointer isn't drawn before cards are at rest"


@pytest.mark.every_frame
def test_cards_under_the_pointer_are_drawn_beforehand_in_a_large_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where not all drawings of a table have room: the last ones to be made are needed first."""
    settings(tmp_path, speed="4", coach="off")
    pilot = Pilot(tmp_path, (3840, 2160))
    pilot.app.go(Begin(new_record("big_two", 7)))
    pilot.rest()
    prepare(pilot.app, "still")
    made, stage = Made(monkeypatch), pilot.table.stage
    for key in stage.own_keys():
        pose = stage.rest(key)
        pilot.move(((pose.x - pose.width * 0.3), pose.y))
        for _ in range(8):
            pilot.step()
    assert made.large() == []
    pilot.app.close_all()


def test_a_frame_without_time_to_spare_draws_nothing_beforehand(table: Pilot) -> None:
    before = table.table.look.store.made
    assert table.app.prepare(lambda: 0.012), "there is more to draw"
    assert table.table.look.store.made == before
    table.app.prepare(lambda: 0.001 if table.table.look.store.made == before else 0.012)
    assert table.table.look.store.made > before


def test_a_mistake_while_drawing_beforehand_is_reported_as_any_other(
    table: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(_: Moment) -> bool:
        raise ValueError("wrong")

    scene = table.table
    monkeypatch.setattr(scene, "prepare", wrong)
    table.app.prepare(lambda: 0.0)
    assert scene not in table.app.stack and table.app.running


@pytest.mark.every_frame
@pytest.mark.parametrize("slug", GAMES)
def test_a_page_that_opens_by_itself_is_drawn_before_the_table_moves(slug: str, tmp_path: Path) -> None:
    settings(tmp_path, speed="1", coach="always")
    pilot = Pilot(tmp_path, (1280, 720))
    pilot.app.tutorial_progress.mark_lesson(slug)
    pilot.app.go(Begin(new_record(slug, 7)))
    while pilot.table.stage.choice is None:
        pilot.step()
    table, coach = pilot.table, live(pilot.table).coach
    assert coach.opening and coach.reads, "the clocks wait as if it were open"
    frames = 0
    while table.drawer.page is None and frames < 60:
        prepare(pilot.app, "moving", 12)
        pilot.step()
        frames += 1
    before = table.look.store.made
    while table.drawer.moving:
        pilot.step()
    pilot.app.close_all()
    assert 1 < frames < PATIENCE / FRAME, "it waits for that, not for its time to be over"
    assert table.look.store.made - before <= 2


def test_a_page_that_opens_by_itself_waits_only_for_a_moment(tmp_path: Path) -> None:
    settings(tmp_path, speed="1", coach="always")
    pilot = Pilot(tmp_path, (1280, 720))
    pilot.app.tutorial_progress.mark_lesson("gurch")
    pilot.app.go(Begin(new_record("gurch", 7)))
    while pilot.table.stage.choice is None:
        pilot.step()
    pilot.step(dt=PATIENCE - 20)
    assert pilot.table.drawer.page is None and pilot.table.due == 0.0
    pilot.step(dt=40)
    assert pilot.table.drawer.page is not None
    pilot.app.close_all()


@pytest.mark.painted
def test_a_large_turned_card_is_close_to_the_one_drawn_turned(screen: Surface) -> None:
    """Its pixels differ less from the true ones than those of a card turned from a drawing of twice the size did."""
    look = Look((3840, 2160))
    for width in (112.0, 117.6):
        size = look.cards.size(width)
        assert size[0] >= LARGE
        whole = turned_size(size, 12, 0)
        scale = f"scale({size[0] / 500:.6f} {size[1] / 700:.6f})"
        body = f'<g transform="rotate(12) {scale} translate(-250 -350)">{look.cards.elements("7H")}</g>'
        true = raster.svg(body, centred(whole), whole)
        drawn = look.card(parse("7H"), width, angle=12)
        assert drawn.get_size() == whole
        points = [(x, y) for x in range(8, whole[0], 5) for y in range(8, whole[1], 5) if true.get_at((x, y)).a == 255]
        apart = [
            sum((a - b) ** 2 for a, b in zip(true.get_at(at)[:3], drawn.get_at(at)[:3], strict=True)) for at in points
        ]
        assert math.sqrt(sum(apart) / len(apart) / 3) < 8


@pytest.mark.painted
def test_surfaces_of_a_frame_are_used_again_and_freed_at_rest() -> None:
    scratch, card = Scratch(), Surface((80, 112), pygame.SRCALPHA)
    sheets = []
    for _ in range(3):
        with scratch.frame():
            one, other = (scratch.scaled(card, (40 + i, 56)) for i in range(2))
            assert one.get_size() == (40, 56) and one.get_parent() is not other.get_parent()
            sheets.append({id(one.get_parent()), id(other.get_parent())})
    assert sheets[0] == sheets[1] == sheets[2]
    assert scratch.scaled(card, (200, 280)).get_size() == (200, 280), "much larger: a surface of its own"
    with scratch.frame():
        pass
    assert not scratch._free and not scratch._used


@pytest.mark.painted
def test_equal_drawings_are_scaled_once_in_a_frame() -> None:
    scratch, back, front = Scratch(), Surface((80, 112), pygame.SRCALPHA), Surface((80, 112), pygame.SRCALPHA)
    with scratch.frame():
        once, again, other = (scratch.scaled(one, (40, 56)) for one in (back, back, front))
        assert once is again and once is not other
        assert scratch.scaled(back, (41, 56)) is not once
    back.fill("#ff0000")
    with scratch.frame():
        assert scratch.scaled(back, (40, 56)).get_at((9, 9)) == pygame.Color("#ff0000"), "the next frame scales anew"


def test_a_card_sent_elsewhere_on_its_way_is_drawn_from_the_same_picture(table: Pilot) -> None:
    director = table.table.stage.director
    key = next(iter(director.rest))
    end = director.rest[key]
    director.send(key, end._replace(width=120.0), end, "play")
    director.update(100)
    now = director.pose(key)
    assert now is not None and end.width < now.width < 120
    director.send(key, now, end._replace(x=end.x + 300), "play")
    assert director.widest(key) == 120


@pytest.mark.painted
def test_a_fade_begins_with_the_old_picture_as_it_was(tmp_path: Path) -> None:
    """Blending with full opacity would take ten times as long as copying."""
    settings(tmp_path, speed="1")
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Home())
    pilot.app.finish()
    before = pilot.app.window.surface.get_buffer().raw
    pilot.app.go(Begin(new_record("gurch", 5)))
    pilot.app.draw()
    assert pilot.app.window.surface.get_buffer().raw == before
    assert pilot.app.window._old is not None and not pilot.app.window._old.get_flags() & pygame.SRCALPHA
    assert pilot.app.window._old.get_alpha() is None
    pilot.step()
    assert pilot.app.window.surface.get_buffer().raw != before
    pilot.app.close_all()


@pytest.mark.every_frame
@pytest.mark.parametrize("size", [(2560, 1440), (1366, 768)])
@pytest.mark.parametrize("slug", GAMES)
def test_nothing_is_drawn_anew_while_the_drawer_opens(
    slug: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path, speed="1")
    Profile(tmp_path).save_match(record_where(slug, lambda game: game.ask is not None))
    pilot = Pilot(tmp_path, size)
    pilot.app.go(Home())
    pilot.app.go(Resume())
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    pilot.rest()
    pilot.step()
    assert prepare(pilot.app, "still") > 0
    assert prepare(pilot.app, "still") == 0, "nothing is prepared twice"
    made = Made(monkeypatch)
    live(pilot.table).coach.ask()
    assert pilot.table.drawer.moving
    pilot.steps(16)
    assert not pilot.table.drawer.moving
    assert made.keys == []
    pilot.app.close_all()


def test_what_is_prepared_for_the_drawer_changes_nothing(table: Pilot) -> None:
    table.rest()
    scene = table.table
    coach, before = live(scene).coach, (scene.drawer.page, scene.stage.canvas, dict(scene.stage.director.rest))
    prepare(table.app, "still")
    assert (scene.drawer.page, scene.stage.canvas, dict(scene.stage.director.rest)) == before
    assert coach.explanation is None and scene.picture.marked is None and not coach.asked


def test_a_table_that_begins_to_make_room_stays_for_a_frame(table: Pilot) -> None:
    """The milliseconds of the step in which a key opens the drawer were over before that."""
    table.rest()
    live(table.table).coach.ask()
    table.step(dt=50.0)
    assert table.table.drawer.opened == 0.0
    table.step(dt=50.0)
    assert table.table.drawer.opened > 0.0


def test_a_rehearsal_notes_what_it_lacks_and_makes_it_later() -> None:
    store = SurfaceCache(1 << 20)
    kept = store.get("kept", lambda: Surface((8, 8)))
    with store.rehearsed() as missing:
        assert store.get("kept", lambda: Surface((4, 4))) is kept
        store.get("other", lambda: Surface((4, 4)))
    assert store.made == 1 and len(missing) == 1
    missing[0]()
    assert store.get("other", lambda: Surface((2, 2))).get_size() == (4, 4) and store.made == 2
