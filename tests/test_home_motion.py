"""Motion on the home screen: games are dealt at the start, and a raised game leans and animates its emblem."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Surface

from engine.games import GAMES
from scenes.render import emblems, timing
from scenes.render.emblems import EMBLEM_MOTIONS
from scenes.render.raster import ASSETS
from scenes.render.renderer import Renderer
from scenes.screens.home.game_card import MAX_LEAN_DEGREES, GameCard
from scenes.screens.home.home_screen import HomeScreen
from scenes.shell.destinations import Home
from tests.support.profile_pilot import Pilot
from tests.support.tables import start_program

STEP_MS = 10.0


def start_home(folder: Path, **values: object) -> tuple[Pilot, HomeScreen]:
    """Return the home screen of a program that has just started, in its first frame."""
    pilot = start_program(folder, **{"speed": "1", **values})
    screen = HomeScreen(pilot.app, animates_deal=True)
    pilot.app.go(screen)
    pilot.step(elapsed_ms=0)
    return pilot, screen


def games_in_place(screen: HomeScreen) -> list[str]:
    """Return the games that have reached their places."""
    return [card.slug for card in screen._cards if card.deal_animation_progress is None]


def test_games_are_dealt_in_order_then_rest(tmp_path: Path) -> None:
    pilot, screen = start_home(tmp_path)
    slugs = [card.slug for card in screen._cards]
    landed: dict[str, float] = {}
    now = 0.0
    while screen.is_animating:
        assert screen.next_update_ms == 0
        for slug in games_in_place(screen):
            landed.setdefault(slug, now)
        assert pilot.app.step(STEP_MS, ())
        now += STEP_MS
    for slug in games_in_place(screen):
        landed.setdefault(slug, now)
    assert list(landed) == slugs
    for i, slug in enumerate(slugs):
        assert landed[slug] == pytest.approx(i * timing.DEAL_INTERVAL_MS + timing.HOME_TILE_FLIGHT_MS, abs=STEP_MS)
    assert not pilot.app.step(STEP_MS, ()) and screen.next_update_ms > 1000, "nothing moves at rest"


@pytest.mark.painted
def test_first_frame_waits_for_no_game_and_others_are_prerendered(tmp_path: Path) -> None:
    pilot, screen = start_home(tmp_path)
    assert not any(card._pictures for card in screen._cards)
    while screen.prerender("opening"):
        pass
    pictures = [list(card._pictures.values()) for card in screen._cards]
    while screen.is_animating:
        pilot.app.step(STEP_MS, ())
    assert [list(card._pictures.values()) for card in screen._cards] == pictures, "a flight draws nothing new"


def test_returning_screen_deals_nothing(tmp_path: Path) -> None:
    pilot, screen = start_home(tmp_path)
    screen.finish_animations()
    pilot.app.go(Home())
    pilot.step()
    again = pilot.expect(HomeScreen)
    assert again is not screen
    assert games_in_place(again) == games_in_place(screen) and not again.is_animating


@pytest.mark.parametrize("values", [{"reduced_motion": True}, {"speed": "instant"}])
def test_without_motion_all_games_appear_at_once(values: dict[str, object], tmp_path: Path) -> None:
    _, screen = start_home(tmp_path, **values)
    assert len(games_in_place(screen)) == len(screen._cards) and not screen.is_animating


def test_press_or_key_ends_dealing_and_counts(tmp_path: Path) -> None:
    pilot, screen = start_home(tmp_path)
    last = screen._cards[-1]
    assert last.deal_animation_progress is not None
    pilot.click(last.rect.center)
    assert pilot.app.top is not screen, "a click during the deal opens the game"
    pilot, screen = start_home(tmp_path / "key")
    pilot.press_keys(pygame.K_TAB)
    assert len(games_in_place(screen)) == len(screen._cards)


def test_new_size_of_window_goes_on_with_dealing(tmp_path: Path) -> None:
    pilot, screen = start_home(tmp_path)
    for _ in range(12):
        pilot.app.step(STEP_MS, ())
    before = [card.deal_animation_progress for card in screen._cards]
    pilot.app.lay_out()
    assert [card.deal_animation_progress for card in screen._cards] == before


def test_game_under_pointer_rises_after_landing(tmp_path: Path) -> None:
    pilot, screen = start_home(tmp_path)
    card: GameCard = screen._cards[1]
    pilot.move(card.rect.center)
    while card.deal_animation_progress is not None:
        assert card.raised_fraction == 0
        pilot.app.step(STEP_MS, ())
    pilot.app.step(STEP_MS, ())
    assert 0 < card.raised_fraction < 1


def test_emblem_under_unmoved_pointer_rests_at_start(tmp_path: Path) -> None:
    pilot, screen = start_home(tmp_path)
    card = screen._cards[2]
    place = tuple(one * screen.renderer.scale for one in card.rect.center)
    pilot.app.step(STEP_MS, [pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))])
    for _ in run_until_still(pilot, screen):
        assert not card._emblem_pose_number
    assert card.raised_fraction == 1, "the game is raised"


def home_at_rest(folder: Path, **values: object) -> tuple[Pilot, HomeScreen]:
    """Return the home screen with all games in their places."""
    pilot, screen = start_home(folder, **values)
    screen.finish_animations()
    return pilot, screen


def run_until_still(pilot: Pilot, screen: HomeScreen) -> Iterator[float]:
    """Let time pass until nothing moves; yield the milliseconds so far."""
    now = 0.0
    while screen.is_animating:
        assert now < 3000, "the screen never rests"
        pilot.app.step(STEP_MS, ())
        now += STEP_MS
        yield now


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_raised_game_leans_to_pointer_and_emblem_moves_once(number: int, side: int, tmp_path: Path) -> None:
    pilot, screen = home_at_rest(tmp_path)
    card = screen._cards[number]
    x, y = card.rect.center
    pilot.move((x + side * card.rect.width * 0.49, y))
    poses = []
    for _ in run_until_still(pilot, screen):
        assert abs(card.lean_degrees) <= MAX_LEAN_DEGREES
        poses.append(card._emblem_pose_number)
    assert card.raised_fraction == 1 and card.lean_degrees == side * MAX_LEAN_DEGREES
    assert max(poses) == timing.EMBLEM_MOTION_MS // timing.EMBLEM_POSE_MS and poses == [*sorted(poses[:-1]), 0]
    assert not pilot.app.step(STEP_MS, ()) and screen.next_update_ms > 500, "nothing moves under an unmoved pointer"
    pilot.move((x, y))
    list(run_until_still(pilot, screen))
    assert card.lean_degrees == 0 and not card._emblem_pose_number, "the emblem moves only once"
    pilot.move((2, 2))
    list(run_until_still(pilot, screen))
    assert card.raised_fraction == card.lean_degrees == card.emblem_ms == 0, "the emblem moves again when raised again"


def test_focus_raises_game_without_leaning(tmp_path: Path) -> None:
    pilot, screen = home_at_rest(tmp_path)
    pilot.press_keys(pygame.K_TAB)
    card = next(card for card in screen._cards if card.focused)
    poses = {card._emblem_pose_number for _ in run_until_still(pilot, screen)}
    assert card.raised_fraction == 1 and card.lean_degrees == 0 and len(poses) > 20


def test_left_emblem_finishes_motion(tmp_path: Path) -> None:
    pilot, screen = home_at_rest(tmp_path)
    card = screen._cards[0]
    pilot.move(card.rect.center)
    for _ in range(40):
        pilot.app.step(STEP_MS, ())
    assert card._emblem_pose_number
    pilot.move((2, 2))
    poses = [card._emblem_pose_number for _ in run_until_still(pilot, screen)]
    assert poses[0] and poses == [*sorted(poses[:-1]), 0] and card.emblem_ms == 0


def test_reduced_motion_fades_without_leaning(tmp_path: Path) -> None:
    pilot, screen = home_at_rest(tmp_path, reduced_motion=True)
    card = screen._cards[3]
    pilot.move((card.rect.right - 4, card.rect.centery))
    places, times = set(), []
    for now in run_until_still(pilot, screen):
        assert card.lean_degrees == 0 and not card._emblem_pose_number
        places.add(card.lift_distance)
        times.append(now)
    assert len(times) > 3 and times[-1] <= timing.REDUCED_MOTION_MS + STEP_MS
    assert len(places) == 1, "the game fades between two positions"


def test_speed_without_motion_raises_game_at_once(tmp_path: Path) -> None:
    pilot, screen = home_at_rest(tmp_path, speed="instant")
    card = screen._cards[1]
    pilot.move((card.rect.left + 4, card.rect.centery))
    assert card.raised_fraction == 1 and card.lean_degrees == -MAX_LEAN_DEGREES and not screen.is_animating


def test_new_layout_repeats_no_motion(tmp_path: Path) -> None:
    pilot, screen = home_at_rest(tmp_path)
    card = screen._cards[2]
    pilot.move(card.rect.center)
    list(run_until_still(pilot, screen))
    pilot.app.lay_out()
    assert screen._cards[2] is card and not card._pictures, "it is drawn as described now"
    pilot.app.step(STEP_MS, ())
    assert card.raised_fraction == 1 and not screen.is_animating


@pytest.mark.painted
def test_few_pictures_of_raised_game_are_cached(tmp_path: Path) -> None:
    pilot, screen = home_at_rest(tmp_path)
    card = screen._cards[1]
    for i in range(0, int(card.rect.width), 4):
        pilot.move((card.rect.left + i, card.rect.centery))
        for _ in range(6):
            pilot.app.step(STEP_MS, ())
        assert len(card._pictures) <= 9
    pilot.move((2, 2))
    list(run_until_still(pilot, screen))
    assert len(card._pictures) == 1 and card._emblem is None and card._pose is None


@pytest.mark.painted
def test_leaning_game_is_drawn_once_and_turned_without_glow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turning a picture takes most of a frame's time in a large window."""
    pilot, screen = home_at_rest(tmp_path)
    card = screen._cards[2]
    turned: list[tuple[int, int]] = []
    made: list[float] = []
    turn, render = pygame.transform.rotozoom, card._render

    def rotozoom(drawn: Surface, angle: float, by: float) -> Surface:
        turned.append(drawn.get_size())
        return turn(drawn, angle, by)

    def rendered(look: Renderer, up: float) -> Surface:
        made.append(up)
        return render(look, up)

    monkeypatch.setattr(pygame.transform, "rotozoom", rotozoom)
    monkeypatch.setattr(card, "_render", rendered)
    for i in range(60):
        pilot.move((card.rect.left + 4 + i * (card.rect.width - 8) / 60, card.rect.centery))
    wide, high = (pilot.app.renderer.to_pixels(side) for side in card.rect.size)
    assert made == sorted(set(made)) and len(made) <= 4, "each step of the rise is drawn once"
    assert len(turned) > 8
    assert max(one[0] * one[1] for one in turned[-8:]) < 1.15 * wide * high


def test_background_of_raised_game_is_prerendered(tmp_path: Path) -> None:
    _, screen = home_at_rest(tmp_path)
    screen.lay_out()
    assert screen.prerender("still") and not screen.prerender("still"), "the background is made once for all games"
    screen.lay_out()
    assert not screen.prerender("moving") and screen.prerender("still")


def differs_visibly(one: Surface, other: Surface) -> bool:
    pairs = zip(one.get_buffer().raw, other.get_buffer().raw, strict=True)
    return any(abs(a - b) > 12 for a, b in pairs)


@pytest.mark.painted
@pytest.mark.parametrize("slug", GAMES)
def test_one_part_of_each_emblem_moves_and_returns_within_area(
    slug: str, renderer: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    emblem = renderer.moving_emblem(slug, 196, 222)
    still = renderer.emblem(slug, 196, 222)
    assert not differs_visibly(emblem.draw_at(0.0), still) and not differs_visibly(emblem.draw_at(1.0), still)
    times = (0.13, 0.3, 0.42, 0.55, 0.7, 0.9)
    moved = [emblem.draw_at(t) for t in times]
    assert all(differs_visibly(one, still) for one in moved[1:4])
    monkeypatch.setattr(emblems.DrawingTransform, "pixel_area", lambda *_: still.get_rect())
    for t, one in zip(times, moved, strict=True):
        assert not differs_visibly(emblem.draw_at(t), one), f"the area is too small at {t}"


def test_each_motion_is_used_and_last_card_of_unmarked_drawing_turns_over() -> None:
    drawings = [(ASSETS / "emblems" / f"{slug}.svg").read_text(encoding="utf-8") for slug in GAMES]
    parts = [part for part in map(emblems.find_moving_part, drawings) if part is not None]
    assert len(parts) == len(GAMES) and {part.motion for part in parts} == set(EMBLEM_MOTIONS)
    unmarked = emblems.find_moving_part("<path/><!--card 7C 62 116 62 -14--><!--card KS 112 108 62 0--><path/>")
    assert unmarked is not None and (unmarked.motion, unmarked.pivot) == ("flip", (112.0, 108.0))
    assert unmarked.body == "<!--card KS 112 108 62 0-->"
