"""Motion at the table: durations, skipping, reduced motion, and rest."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.cards import rank
from engine.events import Announced
from engine.game import Game
from engine.games import GAMES
from engine.moves import Note, Pile
from scenes.render import timing
from scenes.render.renderer import Renderer
from scenes.shell.destinations import MatchTable
from scenes.table.table import Table
from tests.support import tables
from tests.support.records import find_record, new_record
from tests.support.tables import continue_match, director_after_deal, director_for, feed, has_real_choice

FRAME_MS = 1000 / 60


@pytest.mark.parametrize("speed", [0.5, 1, 4])
@pytest.mark.parametrize("motion", ["play", "deal", "drop", "return"])
def test_card_arrives_after_duration_of_its_flight(motion: str, speed: float) -> None:
    director = director_after_deal(GAMES["big_two"](4, 3))
    key, end = next(iter(director.rest_poses.items()))
    director.speed = speed
    director.glide_card(key, end._replace(x=end.x + 400), end, motion)
    duration_ms = timing.flight_ms(motion, 400) / speed
    director.update(duration_ms - 1)
    assert director.is_moving(key)
    director.update(1)
    assert not director.is_moving(key) and director.current_pose(key) == end
    assert duration_ms * speed <= 500, "nobody waits for a card"


@pytest.mark.parametrize(("slug", "seats"), [(slug, max(game.seats_allowed)) for slug, game in GAMES.items()])
def test_deal_of_any_size_ends_in_time(slug: str, seats: int) -> None:
    game = GAMES[slug](seats, 3)
    director, elapsed_ms = director_for(game, 0), 0.0
    feed(director, game)
    while director.is_busy:
        director.update(FRAME_MS)
        elapsed_ms += FRAME_MS
    assert timing.DEAL_FLIGHT_MS < elapsed_ms < 4500, "the dealer is drawn first in some games"


def test_trick_and_announcement_can_be_read() -> None:
    assert timing.SWEEP_HOLD_MS >= 900 and timing.ANNOUNCEMENT_MS - timing.ANNOUNCEMENT_POP_MS >= 1200


def test_easing_begins_and_ends_in_place() -> None:
    for ease in ("", "drop", "settle"):
        assert timing.ease(ease, 0) == pytest.approx(0) and timing.ease(ease, 1) == pytest.approx(1)
    for curve, first in ((timing.ease_lift, 0.0), (timing.ease_pop, 0.3)):
        way = [curve(i / 50) for i in range(51)]
        assert way[0] == pytest.approx(first, abs=0.03) and way[-1] == pytest.approx(1)
        assert 1.01 < max(way) < 1.1, "the curve overshoots by 1 to 10 %"
    assert 0.9 < timing.ease("drop", 200 / timing.DROP_MS) < 1.1, "a dropped card is within 10 % after 200 ms"


@pytest.mark.parametrize("slug", GAMES)
def test_resting_table_draws_nothing_and_blocks_nothing(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_real_choice))
    pilot.run_until_idle()
    for _ in range(200):  # a board that pops up, a bubble, an announcement
        pilot.step()
    if pilot.table.hud.remaining_fraction is not None:
        return  # a countdown is visible motion
    painted = sum(pilot.app.step(FRAME_MS, ()) for _ in range(300))
    assert painted == 0
    assert pilot.choice is not None


@pytest.mark.parametrize("key", [pygame.K_SPACE, None])
def test_deal_and_announcement_can_be_skipped(key: int | None, tmp_path: Path) -> None:
    pilot = tables.start_program(tmp_path, speed="0.5")
    pilot.app.go(MatchTable(new_record("big_two", 5)))
    pilot.run_frames(20)
    table = pilot.table
    assert table.model.director.is_busy
    table.hud.on_event(Announced(1, Note("pass"), loud=True))
    pilot.step()
    if key is not None:
        pilot.press_keys(key)
    else:
        pilot.click(tables.FELT_POINT)
    assert table.hud.announcement.current is None
    assert table.model.shown.differences() == []


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("speed", ["4", "instant"])
def test_no_question_appears_under_old_announcement(slug: str, speed: str, tmp_path: Path) -> None:
    pilot = tables.start_program(tmp_path, speed=speed, auto_answer=False)
    pilot.app.go(MatchTable(new_record(slug, 5)))
    asked = 0
    for _ in range(300):
        table = pilot.app.top
        if not isinstance(table, Table):
            break
        if table.model.choice is not None and not table.model.director.is_busy:
            assert table.hud.announcement.current is None
            asked += 1
            pilot.play_by_keys(table.model.choice.legal_moves[-1])
        pilot.step()
    assert asked


def test_with_reduced_motion_cards_fade_and_do_not_travel(tmp_path: Path) -> None:
    pilot = tables.start_program(tmp_path, speed="1", reduced_motion=True)
    pilot.app.go(MatchTable(new_record("big_two", 5)))
    director = pilot.director
    faded, places = 0, {key: {pose[:3]} for key, pose in director.rest_poses.items()}
    for _ in range(300):
        pilot.step()
        for key, rest in director.rest_poses.items():
            places[key].add(rest[:3])
            pose = director.current_pose(key)
            assert pose is not None and pose[:3] in places[key], "cards stay at their places"
            faded += 0 < director.opacity(key) < 1
    assert faded
    assert all(director.opacity(token.id) == 1 for token in pilot.table.model.shown.tokens())


def test_flying_pile_has_one_shadow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def burning(game: Game) -> bool:
        high = game.ask is not None and game.ask.what != "exchange" and len(game.cards(Pile("pile"))) > 5
        return high and any(move.cards and rank(move.cards[0]) == 9 for move in game.legal_moves(0))

    pilot = continue_match(tmp_path, find_record("palacio", burning, max_moves=200), speed="1")
    lifted: list[bool] = []
    shadow = type(pilot.table.renderer).card_shadow

    def counted(look: Renderer, width: float, **how: Any) -> pygame.Surface:
        lifted.append(bool(how.get("lifted")))
        return shadow(look, width, **how)

    monkeypatch.setattr(type(pilot.table.renderer), "card_shadow", counted)
    ten = next(move for move in pilot.open_choice.legal_moves if move.cards and rank(move.cards[0]) == 9)
    pilot.answer(ten)
    together, frames = 0, 0
    while pilot.director.is_busy and frames < 400:
        lifted.clear()
        pilot.step(elapsed_ms=16)
        frames += 1
        flying = [token.id for _, token in pilot.table.model.tokens() if pilot.director.is_moving(token.id)]
        if len(flying) > 5:
            together += 1
            assert sum(lifted) <= 4, "at most four cards have a raised shadow"
    assert together > 5, "more than five cards fly together"


def test_burnt_cards_stay_covered_when_more_are_burnt() -> None:
    game = GAMES["palacio"](2, 3)
    director = director_after_deal(game)
    key = next(token.id for token in director.shown.tokens() if token.card >= 0)
    director.glide_card(
        key, director.rest_poses[key]._replace(x=director.rest_poses[key].x - 8), director.rest_poses[key], "settle"
    )
    assert director.is_moving(key) and director.is_making_room(key)
    director.glide_card(key, director.rest_poses[key]._replace(x=100.0), director.rest_poses[key], "burn")
    assert director.is_moving(key) and not director.is_making_room(key)
