"""What moves on the home screen: the games are dealt when the program starts."""

from pathlib import Path

import pygame
import pytest

from scenes.home.game_card import GameCard
from scenes.home.home import HomeScreen
from scenes.look import speeds
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
    pictures = [card._drawn[0, False] for card in screen._cards]
    while screen.animating:
        pilot.app.step(STEP, ())
    assert [card._drawn[0, False] for card in screen._cards] == pictures, "a flight draws nothing new"


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
