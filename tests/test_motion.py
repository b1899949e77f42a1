"""Motion at the table: the designed values, skipping, reduced motion, and rest."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.cards import rank
from engine.events import Said
from engine.game import Game
from engine.games import GAMES
from engine.moves import Note, Pile
from scenes.look import speeds
from scenes.look.look import Look
from scenes.shell.destinations import Begin
from scenes.table.table import Table
from tests.support import at_table
from tests.support.at_table import continued, dealt, deciding
from tests.support.piloting import Pilot
from tests.support.records import new_record, record_where

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
    "MAX_TILT": 12,
    "TILT_RETURN": 150,
    "DROP_STIFFNESS": 320,
    "DROP_DAMPING": 0.8,
    "RETURN": 220,
    "SHAKE_WIDTH": 6,
    "SHAKE": 180,
    "FLIGHT": 240,
    "FLIGHT_PER_PX": 0.12,
    "MAX_FLIGHT": 420,
    "ARC": 0.06,
    "FLIP": 220,
    "DEAL_INTERVAL": 70,
    "DEAL_INTERVAL_MANY": 45,
    "MAX_DEAL": 2400,
    "DEAL_FLIGHT": 260,
    "MIN_OPPONENT_TURN": 250,
    "SWEEP": 300,
    "EMBERS": 500,
    "POP": 400,
    "SETTLE_STIFFNESS": 260,
    "SETTLE_DAMPING": 1,
    "SCREEN_CHANGE": 180,
    "DIALOG": 120,
    "RESIZE_DELAY": 150,
    "REDUCED_MOTION": 120,
}
FRAME = 1000 / 60


def test_the_values_are_those_of_the_design() -> None:
    assert {name: getattr(speeds, name) for name in DESIGNED} == DESIGNED
    assert 900 <= speeds.SWEEP_HOLD <= 1000
    assert speeds.ANNOUNCEMENT - speeds.POP >= 1200, "an announcement can be read after it has popped up"
    assert set(speeds.SPEEDS) == {"0.5", "1", "2", "4", "instant"}


def test_easing_begins_and_ends_in_place() -> None:
    for ease in ("", "drop", "settle"):
        assert speeds.ease(ease, 0) == pytest.approx(0) and speeds.ease(ease, 1) == pytest.approx(1)
    for curve, first in ((speeds.ease_lift, 0.0), (speeds.ease_pop, 0.3)):
        way = [curve(i / 50) for i in range(51)]
        assert way[0] == pytest.approx(first, abs=0.03) and way[-1] == pytest.approx(1)
        assert 1.01 < max(way) < 1.1, "a slight overshoot, and back"
    assert 0.9 < speeds.ease("drop", 200 / speeds.DROP) < 1.1, "a drop is nearly there after 160 to 200 ms"


@pytest.mark.parametrize("slug", GAMES)
def test_at_rest_nothing_is_drawn_and_nothing_is_blocked(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, deciding))
    pilot.rest()
    for _ in range(200):  # a board popping up, a bubble, an announcement
        pilot.step()
    if pilot.table.hud.countdown is not None:
        return  # a visible countdown
    painted = sum(pilot.app.step(FRAME, ()) for _ in range(300))
    assert painted == 0
    assert pilot.table.stage.choice is not None


@pytest.mark.parametrize("key", [pygame.K_SPACE, None])
def test_a_deal_and_an_announcement_can_be_skipped(key: int | None, tmp_path: Path) -> None:
    at_table.settings(tmp_path, speed="0.5")
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record("big_two", 5)))
    pilot.steps(20)
    table = pilot.table
    assert table.stage.director.busy
    table.hud.hear(Said(1, Note("pass"), loud=True))
    pilot.step()
    if key is not None:
        pilot.key(key)
    else:
        pilot.click(at_table.FELT)
    assert table.hud.announcement.now is None
    assert table.stage.shown.differences() == []


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("speed", ["4", "instant"])
def test_no_question_is_asked_under_an_old_word(slug: str, speed: str, tmp_path: Path) -> None:
    at_table.settings(tmp_path, speed=speed, auto_answer=False)
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record(slug, 5)))
    asked = 0
    for _ in range(1500):
        table = pilot.app.top
        if not isinstance(table, Table):
            break
        if table.stage.choice is not None and not table.stage.director.busy:
            assert table.hud.announcement.now is None
            asked += 1
            pilot.play_by_keys(table.stage.choice.legal[-1])
        pilot.step()
    assert asked


def test_with_reduced_motion_cards_fade_and_do_not_travel(tmp_path: Path) -> None:
    at_table.settings(tmp_path, speed="1", reduced_motion=True)
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record("big_two", 5)))
    director = pilot.table.stage.director
    faded, places = 0, {key: {pose[:3]} for key, pose in director.rest.items()}
    for _ in range(300):
        pilot.step()
        for key, rest in director.rest.items():
            places[key].add(rest[:3])
            pose = director.pose(key)
            assert pose is not None and pose[:3] in places[key], "a card is moving"
            faded += 0 < director.opacity(key) < 1
    assert faded
    assert all(director.opacity(token.id) == 1 for token in pilot.table.stage.shown.tokens())


def test_a_pile_flying_as_a_stack_has_one_shadow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def burning(game: Game) -> bool:
        high = game.ask is not None and game.ask.what != "exchange" and len(game.cards(Pile("pile"))) > 5
        return high and any(move.cards and rank(move.cards[0]) == 9 for move in game.legal_moves(0))

    pilot = continued(tmp_path, record_where("palacio", burning, most=200), speed="1")
    lifted: list[bool] = []
    shadow = type(pilot.table.look).card_shadow

    def counted(look: Look, width: float, **how: Any) -> pygame.Surface:
        lifted.append(bool(how.get("lifted")))
        return shadow(look, width, **how)

    monkeypatch.setattr(type(pilot.table.look), "card_shadow", counted)
    ten = next(move for move in pilot.choice.legal if move.cards and rank(move.cards[0]) == 9)
    pilot.table.control.answer(ten)
    together, frames = 0, 0
    while pilot.table.stage.director.busy and frames < 400:
        lifted.clear()
        pilot.step(dt=16)
        frames += 1
        flying = [token.id for _, token in pilot.table.stage.tokens() if pilot.table.stage.director.moving(token.id)]
        if len(flying) > 5:
            together += 1
            assert sum(lifted) <= 4, "few cards are far enough from the others to show their shadow"
    assert together > 5, "the pile was burnt"


def test_burnt_cards_stay_covered_when_more_are_burnt() -> None:
    game = GAMES["palacio"](2, 3)
    director = dealt(game)
    key = next(token.id for token in director.shown.tokens() if token.card >= 0)
    director.send(key, director.rest[key]._replace(x=director.rest[key].x - 8), director.rest[key], "settle")
    assert director.moving(key) and director.settling(key)
    director.send(key, director.rest[key]._replace(x=100.0), director.rest[key], "burn")
    assert director.moving(key) and not director.settling(key)
