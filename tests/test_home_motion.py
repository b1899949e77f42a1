"""What moves on the home screen: games are dealt when the program starts, and a raised one leans and has its fun."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Surface

from engine.games import GAMES
from scenes.home.game_card import LEAN, GameCard
from scenes.home.home import HomeScreen
from scenes.look import emblems, speeds
from scenes.look.emblems import MOTIONS
from scenes.look.look import Look
from scenes.look.raster import ASSETS
from scenes.shell.destinations import Home
from tests.support.at_table import settings
from tests.support.piloting import Pilot

STEP = 10.0


def started(folder: Path, **values: object) -> tuple[Pilot, HomeScreen]:
    """The home screen of a program that has just started, in its first picture."""
    settings(folder, **{"speed": "1", **values})
    pilot = Pilot(folder)
    screen = HomeScreen(pilot.app, deals_in=True)
    pilot.app.go(screen)
    pilot.step(dt=0)
    return pilot, screen


def lying(screen: HomeScreen) -> list[str]:
    """The games that lie in their places."""
    return [card.slug for card in screen._cards if card.flown is None]


def test_games_are_dealt_one_after_the_other_and_then_nothing_moves(tmp_path: Path) -> None:
    pilot, screen = started(tmp_path)
    slugs = [card.slug for card in screen._cards]
    landed: dict[str, float] = {}
    now = 0.0
    while screen.animating:
        assert screen.due == 0
        for slug in lying(screen):
            landed.setdefault(slug, now)
        assert pilot.app.step(STEP, ())
        now += STEP
    for slug in lying(screen):
        landed.setdefault(slug, now)
    assert list(landed) == slugs
    for i, slug in enumerate(slugs):
        assert landed[slug] == pytest.approx(i * speeds.DEAL_INTERVAL + speeds.HOME_FLIGHT, abs=STEP)
    assert not pilot.app.step(STEP, ()) and screen.due > 1000, "nothing moves at rest"


@pytest.mark.painted
def test_the_first_picture_waits_for_no_game_and_the_others_are_drawn_before_they_fly(tmp_path: Path) -> None:
    pilot, screen = started(tmp_path)
    assert not any(card._drawn for card in screen._cards)
    while screen.prepare("opening"):
        pass
    pictures = [list(card._drawn.values()) for card in screen._cards]
    while screen.animating:
        pilot.app.step(STEP, ())
    assert [list(card._drawn.values()) for card in screen._cards] == pictures, "a flight draws nothing new"


def test_a_screen_that_comes_back_deals_nothing(tmp_path: Path) -> None:
    pilot, screen = started(tmp_path)
    screen.finish()
    pilot.app.go(Home())
    pilot.step()
    again = pilot.app.top
    assert isinstance(again, HomeScreen) and again is not screen
    assert lying(again) == lying(screen) and not again.animating


@pytest.mark.parametrize("values", [{"reduced_motion": True}, {"speed": "instant"}])
def test_without_motion_all_games_are_there_at_once(values: dict[str, object], tmp_path: Path) -> None:
    _, screen = started(tmp_path, **values)
    assert len(lying(screen)) == len(screen._cards) and not screen.animating


def test_a_press_or_a_key_ends_the_dealing_and_counts(tmp_path: Path) -> None:
    pilot, screen = started(tmp_path)
    last = screen._cards[-1]
    assert last.flown is not None
    pilot.click(last.rect.center)
    assert pilot.app.top is not screen, "the click opens its game"
    pilot, screen = started(tmp_path / "key")
    pilot.key(pygame.K_TAB)
    assert len(lying(screen)) == len(screen._cards)


def test_a_new_size_of_the_window_goes_on_with_the_dealing(tmp_path: Path) -> None:
    pilot, screen = started(tmp_path)
    for _ in range(12):
        pilot.app.step(STEP, ())
    before = [card.flown for card in screen._cards]
    pilot.app.lay_out()
    assert [card.flown for card in screen._cards] == before


def test_a_game_under_the_pointer_rises_when_it_lies(tmp_path: Path) -> None:
    pilot, screen = started(tmp_path)
    card: GameCard = screen._cards[1]
    pilot.move(card.rect.center)
    while card.flown is not None:
        assert card.raised == 0
        pilot.app.step(STEP, ())
    pilot.app.step(STEP, ())
    assert 0 < card.raised < 1


def test_an_emblem_under_a_pointer_that_has_not_moved_rests_when_the_program_starts(tmp_path: Path) -> None:
    pilot, screen = started(tmp_path)
    card = screen._cards[2]
    place = tuple(one * screen.look.scale for one in card.rect.center)
    pilot.app.step(STEP, [pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))])
    for _ in rest(pilot, screen):
        assert not card._pose_number
    assert card.raised == 1, "it is raised all the same"


def at_home(folder: Path, **values: object) -> tuple[Pilot, HomeScreen]:
    """The home screen with all games in their places."""
    pilot, screen = started(folder, **values)
    screen.finish()
    return pilot, screen


def rest(pilot: Pilot, screen: HomeScreen) -> Iterator[float]:
    """Let time pass until nothing moves; yields the milliseconds."""
    now = 0.0
    while screen.animating:
        assert now < 3000, "it never rests"
        pilot.app.step(STEP, ())
        now += STEP
        yield now


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_raised_game_leans_towards_the_pointer_and_its_emblem_moves_once(
    number: int, side: int, tmp_path: Path
) -> None:
    pilot, screen = at_home(tmp_path)
    card = screen._cards[number]
    x, y = card.rect.center
    pilot.move((x + side * card.rect.width * 0.49, y))
    poses = []
    for _ in rest(pilot, screen):
        assert abs(card.lean) <= LEAN
        poses.append(card._pose_number)
    assert card.raised == 1 and card.lean == side * LEAN
    assert max(poses) == speeds.EMBLEM // speeds.EMBLEM_POSE and poses == [*sorted(poses[:-1]), 0]
    assert not pilot.app.step(STEP, ()) and screen.due > 500, "nothing moves under a pointer that rests"
    pilot.move((x, y))
    list(rest(pilot, screen))
    assert card.lean == 0 and not card._pose_number, "once only"
    pilot.move((2, 2))
    list(rest(pilot, screen))
    assert card.raised == card.lean == card.played == 0, "the next time it plays again"


def test_the_focus_raises_a_game_without_leaning(tmp_path: Path) -> None:
    pilot, screen = at_home(tmp_path)
    pilot.key(pygame.K_TAB)
    card = next(card for card in screen._cards if card.focused)
    poses = {card._pose_number for _ in rest(pilot, screen)}
    assert card.raised == 1 and card.lean == 0 and len(poses) > 20


def test_an_emblem_that_is_left_finishes_its_motion(tmp_path: Path) -> None:
    pilot, screen = at_home(tmp_path)
    card = screen._cards[0]
    pilot.move(card.rect.center)
    for _ in range(40):
        pilot.app.step(STEP, ())
    assert card._pose_number
    pilot.move((2, 2))
    poses = [card._pose_number for _ in rest(pilot, screen)]
    assert poses[0] and poses == [*sorted(poses[:-1]), 0] and card.played == 0


def test_reduced_motion_fades_and_nothing_leans_or_moves(tmp_path: Path) -> None:
    pilot, screen = at_home(tmp_path, reduced_motion=True)
    card = screen._cards[3]
    pilot.move((card.rect.right - 4, card.rect.centery))
    places, times = set(), []
    for now in rest(pilot, screen):
        assert card.lean == 0 and not card._pose_number
        places.add(card.lift)
        times.append(now)
    assert len(times) > 3 and times[-1] <= speeds.REDUCED_MOTION + STEP
    assert len(places) == 1, "it fades from one place to the other"


def test_a_speed_without_motion_raises_a_game_at_once(tmp_path: Path) -> None:
    pilot, screen = at_home(tmp_path, speed="instant")
    card = screen._cards[1]
    pilot.move((card.rect.left + 4, card.rect.centery))
    assert card.raised == 1 and card.lean == -LEAN and not screen.animating


def test_a_new_layout_repeats_no_motion(tmp_path: Path) -> None:
    pilot, screen = at_home(tmp_path)
    pilot.move(screen._cards[2].rect.center)
    list(rest(pilot, screen))
    pilot.app.lay_out()
    pilot.app.step(STEP, ())
    assert screen._cards[2].raised == 1 and not screen.animating


@pytest.mark.painted
def test_few_pictures_of_a_raised_game_are_kept_and_none_when_it_sinks(tmp_path: Path) -> None:
    pilot, screen = at_home(tmp_path)
    card = screen._cards[1]
    for i in range(0, int(card.rect.width), 4):
        pilot.move((card.rect.left + i, card.rect.centery))
        for _ in range(6):
            pilot.app.step(STEP, ())
        assert len(card._drawn) <= 9
    pilot.move((2, 2))
    list(rest(pilot, screen))
    assert len(card._drawn) == 1 and card._emblem is None and card._pose is None


@pytest.mark.painted
def test_a_leaning_game_is_drawn_once_and_turned_without_its_glow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turning it takes most of a frame's time in a large window."""
    pilot, screen = at_home(tmp_path)
    card = screen._cards[2]
    turned: list[tuple[int, int]] = []
    made: list[float] = []
    turn, render = pygame.transform.rotozoom, card._render

    def rotozoom(drawn: Surface, angle: float, by: float) -> Surface:
        turned.append(drawn.get_size())
        return turn(drawn, angle, by)

    def rendered(look: Look, up: float) -> Surface:
        made.append(up)
        return render(look, up)

    monkeypatch.setattr(pygame.transform, "rotozoom", rotozoom)
    monkeypatch.setattr(card, "_render", rendered)
    for i in range(60):
        pilot.move((card.rect.left + 4 + i * (card.rect.width - 8) / 60, card.rect.centery))
    wide, high = (pilot.app.look.px(side) for side in card.rect.size)
    assert made == sorted(set(made)) and len(made) <= 4, "each step of the rise is drawn once"
    assert len(turned) > 8
    assert max(one[0] * one[1] for one in turned[-8:]) < 1.15 * wide * high


def test_what_lies_below_a_raised_game_is_drawn_beforehand(tmp_path: Path) -> None:
    _, screen = at_home(tmp_path)
    screen.lay_out()
    assert screen.prepare("still") and not screen.prepare("still"), "once for all games"
    screen.lay_out()
    assert not screen.prepare("moving") and screen.prepare("still")


def differ(one: Surface, other: Surface) -> bool:
    """Whether two pictures differ visibly."""
    pairs = zip(one.get_buffer().raw, other.get_buffer().raw, strict=True)
    return any(abs(a - b) > 12 for a, b in pairs)


@pytest.mark.painted
@pytest.mark.parametrize("slug", GAMES)
def test_one_part_of_each_emblem_moves_begins_and_ends_at_rest_and_stays_in_its_area(
    slug: str, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    emblem = look.moving_emblem(slug, 196, 222)
    still = look.emblem(slug, 196, 222)
    assert not differ(emblem.at(0.0), still) and not differ(emblem.at(1.0), still)
    times = (0.13, 0.3, 0.42, 0.55, 0.7, 0.9)
    moved = [emblem.at(t) for t in times]
    assert all(differ(one, still) for one in moved[1:4])
    monkeypatch.setattr(emblems.Place, "area", lambda *_: still.get_rect())
    for t, one in zip(times, moved, strict=True):
        assert not differ(emblem.at(t), one), f"the area cuts it off at {t}"


def test_each_motion_is_used_and_named_once() -> None:
    named = []
    for slug in GAMES:
        text = (ASSETS / "emblems" / f"{slug}.svg").read_text(encoding="utf-8")
        named += [part[1] for part in emblems._MOVES.finditer(text)]
    assert sorted(named) == sorted(MOTIONS), "each game has a motion of its own"
