"""Prerendering of the table: no large drawing is made in a frame in which cards move."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pygame
import pytest
from pygame import Surface

from engine.cards import parse
from engine.games import GAMES
from engine.profile.storage import Profile
from scenes.app import App
from scenes.render import raster
from scenes.render.cards import MIN_UNENLARGED_SOURCE_WIDTH_PX, centred_view_box, rotated_size
from scenes.render.renderer import Renderer
from scenes.render.surface_cache import ScaledSurfacePool, SurfaceCache
from scenes.selftest.pilot import FRAME_MS
from scenes.shell.destinations import Home, MatchTable, ResumedTable, Seating
from scenes.shell.loop import MAX_SLEEP_SECONDS
from scenes.shell.scene import PrerenderPhase
from scenes.table.coach import MAX_PRERENDER_WAIT_MS
from scenes.table.goal_dialog import GoalDialog
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record
from tests.support.tables import live_mode, open_program, start_program, write_settings

MIN_LARGE_PX = 60_000
"""Number of pixels from which rasterising or blurring a drawing takes several milliseconds."""


def record_large_drawings(patch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Return the list to which the size in pixels of each large drawing is added that is rasterised or blurred."""
    sizes: list[tuple[int, int]] = []

    def record(module: ModuleType, name: str) -> None:
        draw: Callable[..., Surface] = getattr(module, name)

        def recorded(*arguments: object) -> Surface:
            drawn = draw(*arguments)
            if drawn.get_width() * drawn.get_height() >= MIN_LARGE_PX:
                sizes.append(drawn.get_size())
            return drawn

        patch.setattr(module, name, recorded)

    record(pygame.image, "load_sized_svg")
    record(pygame.transform, "gaussian_blur")
    return sizes


def prerender(app: App, phase: PrerenderPhase, max_calls: int = 10_000) -> int:
    """Prerender until nothing is left, at most ``max_calls`` times; return the number of drawings."""
    return next((i for i in range(max_calls) if not app.top.prerender(phase)), max_calls)


@pytest.mark.every_frame
@pytest.mark.parametrize(("slug", "seed", "seats"), [*((slug, 7, 0) for slug in GAMES), ("gurch", 8, 4)])
def test_no_large_drawing_is_made_while_first_cards_fly(
    slug: str, seed: int, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = start_program(tmp_path, (3840, 2160), speed="1", auto_answer=False)
    app = pilot.app
    app.go(Home())
    app.go(Seating(slug))
    pilot.step()
    assert prerender(app, "still") > 20, "the seating screen prerenders the table"
    app.go(MatchTable(new_record(slug, seed, seats)))
    pilot.step()
    prerender(app, "opening", 40)
    made, late = record_large_drawings(monkeypatch), list[tuple[int, int]]()
    while pilot.choice is None:
        made.clear()
        pilot.step()
        if pilot.director.is_busy:
            late += made
        prerender(app, "moving", 1)
    assert len(late) <= 2, "at most the card of an early opponent is drawn late"
    app.release_everything()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Pilot]:
    pilot = open_program(tmp_path, MatchTable(new_record("big_two", 7)), (1280, 720), speed="1", coach="off")
    yield pilot
    pilot.app.release_everything()


def test_program_rests_when_all_is_prerendered(table: Pilot) -> None:
    table.run_until_idle()
    assert prerender(table.app, "still") > 10
    assert prerender(table.app, "still") == 0
    for _ in range(8):
        table.step(elapsed_ms=500)
    assert not table.app.prerenderer.prerender("still", lambda: 0.0)
    assert table.app.loop.compute_sleep_seconds() == MAX_SLEEP_SECONDS


def test_unlikely_drawings_wait_for_rest(table: Pilot) -> None:
    table.run_until_idle()
    prerender(table.app, "moving")
    own = table.table.model.grabbable_token_ids()[0]
    card, width = table.table.model.token_face(own), table.table.model.rest_pose(own).width * 1.05
    table.table.model.hand._hover_fractions[own] = 1.0
    before = table.table.renderer.cache.created_count
    table.table.renderer.card(card, width, angle=table.table.model.rest_pose(own).angle)
    assert table.table.renderer.cache.created_count > before, "the card under the pointer waits until cards rest"


@pytest.mark.every_frame
def test_cards_under_pointer_are_prerendered_in_large_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache has no space for all drawings of a table, so the last ones made are those needed first."""
    pilot = open_program(tmp_path, MatchTable(new_record("big_two", 7)), (3840, 2160), speed="4", coach="off")
    pilot.run_until_idle()
    prerender(pilot.app, "still")
    made, stage = record_large_drawings(monkeypatch), pilot.table.model
    for key in stage.grabbable_token_ids():
        pose = stage.rest_pose(key)
        pilot.move(((pose.x - pose.width * 0.3), pose.y))
        for _ in range(8):
            pilot.step()
    assert made == []
    pilot.app.release_everything()


def test_busy_frame_prerenders_nothing(table: Pilot) -> None:
    before = table.table.renderer.cache.created_count
    assert table.app.prerenderer.prerender("moving", lambda: 0.012), "drawings are left"
    assert table.table.renderer.cache.created_count == before
    cache = table.table.renderer.cache
    table.app.prerenderer.prerender("moving", lambda: 0.001 if cache.created_count == before else 0.012)
    assert table.table.renderer.cache.created_count > before


def test_error_while_prerendering_is_reported_as_usual(table: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_: PrerenderPhase) -> bool:
        raise ValueError("wrong")

    scene = table.table
    monkeypatch.setattr(scene, "prerender", wrong)
    table.app.prerenderer.prerender("moving", lambda: 0.0)
    assert scene not in table.app.scene_stack and table.app.is_running


@pytest.mark.every_frame
@pytest.mark.parametrize("slug", GAMES)
def test_automatic_page_is_drawn_before_table_moves(slug: str, tmp_path: Path) -> None:
    pilot = start_program(tmp_path, (1280, 720), speed="1", coach="always")
    pilot.app.tutorial_progress.mark_lesson_finished(slug)
    pilot.app.go(MatchTable(new_record(slug, 7)))
    while pilot.choice is None:
        pilot.step()
    table, coach = pilot.table, live_mode(pilot.table).coach
    assert coach.is_opening and coach.pauses_clocks, "clocks wait for a page that is still being drawn"
    frames = 0
    while table.drawer.page is None and frames < 60:
        prerender(pilot.app, "moving", 12)
        pilot.step()
        frames += 1
    before = table.renderer.cache.created_count
    while table.drawer.is_sliding:
        pilot.step()
    pilot.app.release_everything()
    assert 1 < frames < MAX_PRERENDER_WAIT_MS / FRAME_MS, "the page opens before the maximum wait"
    assert table.renderer.cache.created_count - before <= 2


def test_automatic_page_waits_briefly(tmp_path: Path) -> None:
    pilot = start_program(tmp_path, (1280, 720), speed="1", coach="always")
    pilot.app.tutorial_progress.mark_lesson_finished("gurch")
    pilot.app.go(MatchTable(new_record("gurch", 7)))
    while pilot.choice is None:
        pilot.step()
    pilot.step(elapsed_ms=MAX_PRERENDER_WAIT_MS - 20)
    assert pilot.table.drawer.page is None and pilot.table.next_update_ms == 0.0
    pilot.step(elapsed_ms=40)
    assert pilot.table.drawer.page is not None
    pilot.app.release_everything()


@pytest.mark.painted
def test_turned_large_card_resembles_drawn_one(screen: Surface) -> None:
    """The result differs less from the exact drawing than a card turned from twice the size did."""
    look = Renderer((3840, 2160))
    for width in (112.0, 117.6):
        size = look.cards.size(width)
        assert size[0] >= MIN_UNENLARGED_SOURCE_WIDTH_PX
        whole = rotated_size(size, 12, 0)
        scale = f"scale({size[0] / 500:.6f} {size[1] / 700:.6f})"
        body = f'<g transform="rotate(12) {scale} translate(-250 -350)">{look.cards.svg_elements("7H")}</g>'
        true = raster.rasterise_svg(body, centred_view_box(whole), whole)
        drawn = look.card(parse("7H"), width, angle=12)
        assert drawn.get_size() == whole
        points = [(x, y) for x in range(8, whole[0], 5) for y in range(8, whole[1], 5) if true.get_at((x, y)).a == 255]
        apart = [
            sum((a - b) ** 2 for a, b in zip(true.get_at(at)[:3], drawn.get_at(at)[:3], strict=True)) for at in points
        ]
        assert math.sqrt(sum(apart) / len(apart) / 3) < 8


@pytest.mark.painted
def test_surfaces_of_frame_are_used_again_and_freed_at_rest() -> None:
    scratch, card = ScaledSurfacePool(), Surface((80, 112), pygame.SRCALPHA)
    sheets = []
    for _ in range(3):
        with scratch.frame():
            one, other = (scratch.scale(card, (40 + i, 56)) for i in range(2))
            assert one.get_size() == (40, 56) and one.get_parent() is not other.get_parent()
            sheets.append({id(one.get_parent()), id(other.get_parent())})
    assert sheets[0] == sheets[1] == sheets[2]
    assert scratch.scale(card, (200, 280)).get_size() == (200, 280), "a much larger card gets its own surface"
    with scratch.frame():
        pass
    assert not scratch._free_surfaces and not scratch._used_surfaces


@pytest.mark.painted
def test_equal_drawings_are_scaled_once_in_frame() -> None:
    scratch, back, front = ScaledSurfacePool(), Surface((80, 112), pygame.SRCALPHA), Surface((80, 112), pygame.SRCALPHA)
    with scratch.frame():
        once, again, other = (scratch.scale(one, (40, 56)) for one in (back, back, front))
        assert once is again and once is not other
        assert scratch.scale(back, (41, 56)) is not once
    back.fill("#ff0000")
    with scratch.frame():
        assert scratch.scale(back, (40, 56)).get_at((9, 9)) == pygame.Color("#ff0000"), "the next frame scales again"


def test_redirected_card_uses_same_picture(table: Pilot) -> None:
    director = table.table.model.director
    key = next(iter(director.rest_poses))
    end = director.rest_poses[key]
    director.glide_card(key, end._replace(width=120.0), end, "play")
    director.update(100)
    now = director.current_pose(key)
    assert now is not None and end.width < now.width < 120
    director.glide_card(key, now, end._replace(x=end.x + 300), "play")
    assert director.max_width(key) == 120


@pytest.mark.painted
def test_fade_begins_with_unchanged_old_picture(tmp_path: Path) -> None:
    """Blending with full opacity would take ten times as long as copying."""
    pilot = open_program(tmp_path, Home(), (960, 540), speed="1")
    pilot.app.finish_animations()
    before = pilot.app.window.surface.get_buffer().raw
    pilot.app.go(MatchTable(new_record("gurch", 5)))
    pilot.app.draw()
    assert pilot.app.window.surface.get_buffer().raw == before
    assert pilot.app.window._old_picture is not None and not pilot.app.window._old_picture.get_flags() & pygame.SRCALPHA
    assert pilot.app.window._old_picture.get_alpha() is None
    pilot.step()
    assert pilot.app.window.surface.get_buffer().raw != before
    pilot.app.release_everything()


@pytest.mark.every_frame
@pytest.mark.parametrize("size", [(2560, 1440), (1366, 768)])
@pytest.mark.parametrize("slug", GAMES)
def test_opening_drawer_redraws_nothing(slug: str, size: tuple[int, int], tmp_path: Path) -> None:
    write_settings(tmp_path, speed="1")
    Profile(tmp_path).save_match(find_record(slug, lambda game: game.ask is not None))
    pilot = Pilot(tmp_path, size)
    pilot.app.go(Home())
    pilot.app.go(ResumedTable())
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    pilot.run_until_idle()
    pilot.step()
    assert prerender(pilot.app, "still") > 0
    assert prerender(pilot.app, "still") == 0, "nothing is prerendered twice"
    created = pilot.app.renderers.cache.created_count
    live_mode(pilot.table).coach.toggle_explanation()
    assert pilot.table.drawer.is_sliding
    pilot.run_frames(16)
    assert not pilot.table.drawer.is_sliding
    assert pilot.app.renderers.cache.created_count == created
    pilot.app.release_everything()


def test_prerendering_drawer_changes_nothing(table: Pilot) -> None:
    table.run_until_idle()
    scene = table.table
    coach, before = (
        live_mode(scene).coach,
        (scene.drawer.page, scene.model.canvas, dict(scene.model.director.rest_poses)),
    )
    prerender(table.app, "still")
    assert (scene.drawer.page, scene.model.canvas, dict(scene.model.director.rest_poses)) == before
    assert coach.explanation is None and scene.card_view.explanation is None and not coach.is_on_request


def test_table_making_room_stays_for_one_frame(table: Pilot) -> None:
    """The drawer doesn't use the time before its key was pressed, which belongs to the same step."""
    table.run_until_idle()
    live_mode(table.table).coach.toggle_explanation()
    table.step(elapsed_ms=50.0)
    assert table.table.drawer.open_fraction == 0.0
    table.step(elapsed_ms=50.0)
    assert table.table.drawer.open_fraction > 0.0


def test_rehearsal_notes_missing_drawings_for_later() -> None:
    store = SurfaceCache(1 << 20)
    kept = store.get("kept", lambda: Surface((8, 8)))
    with store.collect_missing() as missing:
        assert store.get("kept", lambda: Surface((4, 4))) is kept
        store.get("other", lambda: Surface((4, 4)))
    assert store.created_count == 1 and len(missing) == 1
    missing[0]()
    assert store.get("other", lambda: Surface((2, 2))).get_size() == (4, 4) and store.created_count == 2
