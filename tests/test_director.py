"""The director shows exactly the view, after every event of every game and for every viewer."""

import pytest

from engine.events import Announced, CardsTurned, redact_for_seat
from engine.games import GAMES
from engine.moves import Pile
from engine.rng import Rng
from scenes.table.model.director import MAX_CARD_HOLD_MS
from scenes.table.model.positions import Canvas
from scenes.table.model.shown_piles import ShownPiles
from tests.support.random_options import random_options
from tests.support.tables import CANVAS, director_after_deal, director_for, feed

SIZES = [CANVAS, Canvas(1280, 960), Canvas(1720, 720)]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_table_shows_view(slug: str, seed: int) -> None:
    rng = Rng(seed * 977 + 3)
    kind = GAMES[slug]
    game = kind(rng.choice(list(kind.seats_allowed)), seed, random_options(kind.Options, rng))
    viewer = rng.below(game.seats)
    director = director_for(game, viewer, SIZES[seed % 3])
    for _ in range(250):
        feed(director, game, viewer)
        if seed % 2:
            director.finish()
            while not director.has_shown_all_events:
                director.resume_after_result()
                director.finish()
        else:
            steps = 0
            while director.is_busy or director.is_stopped:
                director.update(33.4)
                if director.is_stopped:
                    director.resume_after_result()
                steps += 1
                assert steps < 3000, "the director never comes to rest"
        assert director.shown.differences() == []
        for token in director.shown.tokens():
            assert director.current_pose(token.id) == director.rest_poses.get(token.id)
        if game.outcome:
            break
        seat = game.seats_to_act()[0]
        game.play(rng.choice(game.legal_moves(seat)))


@pytest.mark.parametrize("slug", GAMES)
def test_all_cards_are_on_canvas_and_every_pile_has_geometry(slug: str) -> None:
    kind = GAMES[slug]
    for seats in kind.seats_allowed:
        for canvas in SIZES:
            game = kind(seats, 5)
            director = director_after_deal(game, canvas)
            assert {token.id for token in director.shown.tokens()} == set(director.rest_poses)
            for pose in director.rest_poses.values():
                if not pose.is_buried and pose.z >= 100:
                    assert pose.width / 2 <= pose.x <= canvas.width - pose.width / 2
                    assert pose.y - pose.height / 2 >= 0 and pose.y <= canvas.height


@pytest.mark.parametrize("slug", GAMES)
def test_undo_moves_every_card_from_current_position(slug: str) -> None:
    game = GAMES[slug](GAMES[slug].seats_default, 11)
    director = director_after_deal(game)
    before = {token.id: director.current_pose(token.id) for token in director.shown.tokens()}
    fresh = ShownPiles(game, 0)
    game_again = GAMES[slug](GAMES[slug].seats_default, 11)
    for event in game_again.take_events():
        fresh.apply(redact_for_seat(event, 0))
    director.replace_piles(fresh)
    assert {token.id for token in fresh.tokens()} == set(before)
    faces = {token.card: token.id for token in director.shown.tokens() if token.card >= 0}
    assert all(director.current_pose(key) == before[key] for key in faces.values())


@pytest.mark.parametrize("how", ["play", "drop", "return", "deal"])
def test_moving_card_is_above_others_from_start(how: str) -> None:
    game = GAMES["roped"](3, 11)
    director = director_after_deal(game)
    key = next(token.id for token in director.shown.tokens() if token.card >= 0)
    director.release_card(key, director.rest_poses[key]._replace(y=100.0), how)
    flying = director.current_pose(key)
    assert flying is not None and flying.y == 100.0 and flying.z > max(pose.z for pose in director.rest_poses.values())


def test_second_card_of_play_waits_at_drop_position() -> None:
    game = GAMES["roped"](2, 11)
    director = director_after_deal(game)
    move = next(move for move in game.legal_moves(0) if move.verb == "lay")
    keys = [next(token.id for token in director.shown.tokens() if token.card == card) for card in move.cards]
    for key in keys:
        director.hold_card(key, director.rest_poses[key]._replace(y=300.0), at_drop=True)
    game.play(move)
    game.play(game.legal_moves(1)[0])
    feed(director, game)
    heights: list[list[float]] = []
    while director.is_busy:
        heights.append([pose.y for key in keys if (pose := director.current_pose(key))])
        director.update(16.7)
    assert max(max(pair) for pair in heights) <= 330.0, "neither card goes back to the hand"
    waited = next(i for i, pair in enumerate(heights) if min(pair) < 290.0)
    assert 300.0 in heights[waited], "the other card stays at its drop position"


def test_hand_closes_up_below_flying_cards() -> None:
    game = GAMES["roped"](2, 11)
    director = director_after_deal(game)
    move = next(move for move in game.legal_moves(0) if move.verb == "lay")
    game.play(move)
    game.play(game.legal_moves(1)[0])
    stay = [token.id for token in director.shown.tokens() if token.card in game.cards(Pile("hand", 0))]
    feed(director, game)
    moved = set()
    while director.is_busy:
        director.update(16.7)
        for key in stay:
            pose = director.current_pose(key)
            assert pose is not None and pose.z < 1000, "cards of the hand are below all flying cards"
            if pose != director.rest_poses[key]:
                moved.add(key)
    assert len(moved) == len(stay) > 2


def test_card_released_elsewhere_glides_home() -> None:
    game = GAMES["roped"](2, 11)
    director = director_after_deal(game)
    key = next(token.id for token in director.shown.tokens() if token.card >= 0)
    director.hold_card(key, director.rest_poses[key]._replace(y=300.0))
    director.update(MAX_CARD_HOLD_MS + 1)
    pose = director.current_pose(key)
    assert pose is not None and pose.y == 300.0, "the card starts at its drop position"
    director.update(500.0)
    assert director.current_pose(key) == director.rest_poses[key]


def test_released_card_glides_back_from_release_point() -> None:
    director = director_after_deal(GAMES["roped"](2, 11))
    key = next(token.id for token in director.shown.tokens() if token.card >= 0)
    director.release_card(key, director.rest_poses[key]._replace(x=300.0, y=200.0))
    pose = director.current_pose(key)
    assert pose is not None and (pose.x, pose.y) == (300.0, 200.0)
    director.update(500.0)
    assert director.current_pose(key) == director.rest_poses[key]


def test_news_of_a_card_comes_when_the_card_is_seen() -> None:
    for seed in range(20):
        game, rng = GAMES["roped"](4, seed), Rng(seed)
        director = director_after_deal(game)
        for _ in range(60):
            game.play(rng.choice(game.legal_moves(game.seats_to_act()[0])))
            feed(director, game)
            events = list(director.pending_events)
            if [type(event) for event in events[:2]] == [CardsTurned, Announced]:
                assert isinstance(events[0], CardsTurned)
                (card,) = events[0].cards
                while events[1] in director.pending_events:
                    director.update(5.0)
                token = next(token for token in director.shown.tokens() if token.card == card)
                assert director.face_and_width_fraction(token.id, card) == (card, 1.0)
                return
            director.finish()
            director.resume_after_result()
            director.finish()
    raise AssertionError("no card was turned over")
