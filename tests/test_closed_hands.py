"""Closed hands of opponents: fanned backs with the drawing of a house."""

import itertools
from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN
from engine.games import GAMES
from engine.moves import TABLE, Pile
from scenes.render import decks
from scenes.render.renderer import Renderer
from scenes.render.theme import BRASS
from scenes.shell.destinations import MatchTable
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.spreads import ClosedHandSpread
from scenes.table.model.positions import Canvas, card_poses, seat_positions
from scenes.table.model.shown_piles import ShownPiles
from tests.support.records import new_record
from tests.support.tables import open_program

CANVAS = Canvas(1280, 720)
FAN_GAMES = ("big_two", "palacio", "roped", "gurch")
"""Games whose opponents have enough space for a fan."""


@pytest.mark.parametrize("cards", [1, 2, 3, 5, 13, 30])
def test_hand_of_backs_is_flat_fan(cards: int) -> None:
    fan = ClosedHandSpread(9).offsets([0] * cards, 52, 150)
    angles, steps = [one.angle for one in fan], [b.x - a.x for a, b in itertools.pairwise(fan)]
    assert angles == sorted(angles) and sum(angles) == pytest.approx(0)
    assert max(angles) == pytest.approx(4.0 if cards >= 5 else 2 * max(0, cards - 1) * 0.5)
    assert not steps or (max(steps) <= 9 and fan[-1].x + 52 <= max(150, 52 + 4 * (cards - 1)))
    assert all(0 <= one.y <= 3 for one in fan)


@pytest.mark.parametrize("slug", FAN_GAMES)
def test_opponents_cards_are_52_wide_and_turned_at_most_four_degrees(slug: str) -> None:
    kind = GAMES[slug]
    for seats in (seats for seats in kind.seats_allowed if seats <= 4):
        tokens = [token for pile in ShownPiles(kind(seats, 5), 0).piles.values() for token in pile][:6]
        geometry = LAYOUTS[slug].geometry.for_seats(seats)
        seated = seat_positions(geometry, seats, 0, CANVAS)
        for seat in range(1, seats):
            found = list(card_poses({Pile("hand", seat): tokens}, geometry, seated, 0, CANVAS).values())
            assert {pose.width for pose in found} == {52}
            leftmost, rightmost = (pick(found, key=lambda pose: pose.x) for pick in (min, max))
            assert leftmost.angle == pytest.approx(-4) and rightmost.angle == pytest.approx(4), (
                "the outermost cards are turned by 4 degrees"
            )
        opened = LAYOUTS[slug].geometry.for_open_hands().for_seats(seats)
        for seat in range(1, seats):
            assert not any(
                pose.angle for pose in card_poses({Pile("hand", seat): tokens}, opened, seated, 0, CANVAS).values()
            )


@pytest.mark.painted
def test_turned_backs_are_drawn_once(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record("big_two", 5)), speed="instant")
    pilot.run_until_idle()
    table = pilot.table
    turned = [
        pose
        for pile, token in table.model.tokens()
        if pile.owner not in (TABLE, 0)
        if (pose := table.model.rest_pose(token.id)).angle
    ]
    assert len(turned) > 20
    store = table.renderer.cache
    before = store.created_count
    table.draw(pilot.app.window.surface)
    assert store.created_count == before


@pytest.mark.painted
@pytest.mark.parametrize(("size", "solid"), [((960, 540), True), ((1920, 1080), True), ((3840, 2160), False)])
def test_hands_of_opponents_show_solid_house_up_to_large_screens(size: tuple[int, int], solid: bool) -> None:
    look = Renderer(size)
    drawn = look.card(HIDDEN, 52)
    wide, high = drawn.get_size()
    door = drawn.get_at((wide // 2, round(high * 0.53)))[:3]  # the detailed house has a dark spade in its door
    assert (door == BRASS) == solid


@pytest.mark.painted
@pytest.mark.parametrize("width", [30, 44, 52, 60])
def test_small_back_is_solid_house_of_55_percent(width: int) -> None:
    pygame.init()
    assert width < decks.MAX_SMALL_BACK_WIDTH
    look = Renderer((1280, 720))
    drawn = look.card(HIDDEN, width)
    near = (60, 60, 60, 255)
    mask = pygame.mask.from_threshold(drawn, (*BRASS[:3], 255), near)
    house = mask.connected_component()
    (box,) = house.get_bounding_rects()
    assert box.width == pytest.approx(0.55 * width, abs=2.0)
    assert house.count() >= 0.9 * mask.count(), "the house has nearly all brass pixels"
    assert house.count() > 0.5 * box.width * box.height, "the house is solid"
