"""The motion of the table: every value of the design in the one file of speeds, skipping, reduced motion, and rest."""

from pathlib import Path

import pygame
import pytest

from engine.events import Said
from engine.games import GAMES
from engine.moves import Note
from scenes.pilot import Pilot
from scenes.table import speeds
from scenes.table.table import start
from tests import at_table
from tests.at_table import continued, deciding, new_record, record_where

DESIGNED = {
    "HOVER_LIFT": 14,
    "HOVER_SCALE": 1.05,
    "HOVER": 90,
    "HOVER_ASIDE": 10,
    "LIFT": 110,
    "PICK_SCALE": 1.08,
    "PICK_UP": 80,
    "FOLLOW": 50,
    "TILT": 0.012,
    "MOST_TILT": 12,
    "TILT_BACK": 150,
    "DROP_STIFF": 320,
    "DROP_DAMPED": 0.8,
    "RETURN": 220,
    "SHAKE_WIDTH": 6,
    "SHAKE": 180,
    "FLIGHT": 240,
    "FLIGHT_PER_PX": 0.12,
    "FLIGHT_LONGEST": 420,
    "ARC": 0.06,
    "FLIP": 220,
    "DEAL_APART": 70,
    "DEAL_APART_MANY": 45,
    "DEAL_LONGEST": 2400,
    "DEAL_FLIGHT": 260,
    "OPPONENT_LEAST": 250,
    "SWEEP": 300,
    "BURN": 500,
    "POP": 400,
    "SETTLE_STIFF": 260,
    "SETTLE_DAMPED": 1,
    "SCREEN_CHANGE": 180,
    "DIALOG": 120,
    "RESIZE_REST": 150,
    "REDUCED": 120,
}
FRAME = 1000 / 60


def test_the_values_are_those_of_the_design() -> None:
    assert {name: getattr(speeds, name) for name in DESIGNED} == DESIGNED
    assert 900 <= speeds.SWEEP_HOLD <= 1000
    assert speeds.LOUD - speeds.POP >= 1200, "an announcement can be read after it has popped up"
    assert set(speeds.SPEEDS) == {"0.5", "1", "2", "4", "instant"}


def test_ways_begin_and_end_where_they_should() -> None:
    for ease in ("", "drop", "settle"):
        assert speeds.eased(ease, 0) == pytest.approx(0) and speeds.eased(ease, 1) == pytest.approx(1)
    for curve, first in ((speeds.raised, 0.0), (speeds.pop, 0.3)):
        way = [curve(i / 50) for i in range(51)]
        assert way[0] == pytest.approx(first, abs=0.03) and way[-1] == pytest.approx(1)
        assert 1.01 < max(way) < 1.1, "a touch too far on the way, and back"
    assert 0.9 < speeds.eased("drop", 200 / speeds.DROP) < 1.1, "a drop is nearly there after 160 to 200 ms"


@pytest.mark.parametrize("slug", GAMES)
def test_at_rest_nothing_is_painted_and_nothing_is_blocked(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, deciding))
    pilot.rest()
    for _ in range(200):  # a board that pops up, a bubble, an announcement
        pilot.step()
    if pilot.table.hud.countdown is not None:
        return  # time runs and is seen to run
    painted = sum(pilot.app.step(FRAME, ()) for _ in range(300))
    assert painted == 0
    assert pilot.table.stage.choice is not None


@pytest.mark.parametrize("key", [pygame.K_SPACE, None])
def test_a_deal_and_an_announcement_are_skipped(key: int | None, tmp_path: Path) -> None:
    at_table.settings(tmp_path, speed="0.5")
    pilot = Pilot(tmp_path)
    start(pilot.app, new_record("big_two", 5))
    pilot.steps(20)
    table = pilot.table
    assert table.stage.director.busy
    table.hud.hear(Said(1, Note("pass"), loud=True))
    pilot.step()
    if key is not None:
        pilot.key(key)
    else:
        pilot.click(at_table.FELT)
    assert table.hud.loud is None
    assert table.stage.shown.differences() == []


def test_reduced_motion_fades_and_does_not_travel(tmp_path: Path) -> None:
    at_table.settings(tmp_path, speed="1", reduced_motion=True)
    pilot = Pilot(tmp_path)
    start(pilot.app, new_record("big_two", 5))
    director = pilot.table.stage.director
    faded, places = 0, {key: {pose[:3]} for key, pose in director.rest.items()}
    for _ in range(300):
        pilot.step()
        for key, rest in director.rest.items():
            places[key].add(rest[:3])
            pose = director.pose(key)
            assert pose is not None and pose[:3] in places[key], "a card is under way"
            faded += 0 < director.opacity(key) < 1
    assert faded
    assert all(director.opacity(token.id) == 1 for token in pilot.table.stage.shown.tokens())
