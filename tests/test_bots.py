"""Levels, characters, and the search: legal, repeatable, within budget, better than chance."""

from itertools import pairwise

import pytest

from engine.bots import CHARACTERS, LEVELS, POLICIES, Budget, bot_for, policy_for
from engine.bots.base import AnyMove, Learner, Quick, Random
from engine.bots.search import Search
from engine.game import Game
from engine.games import GAMES
from engine.moves import Move, Pile, Seat
from engine.rng import Rng
from tests import contract
from tests.toy import BOX, ROW


def toy(seed: int, moves: int = 3) -> Game:
    """A toy match of three in which a seat has to lay or to flip."""
    game, rng = contract.ALL["toy"](3, seed), Rng(seed)
    for move in contract.moves_of(game, rng, moves):
        game.push(move)
    return game


def last(bot: object, game: Game, seed: int = 1) -> Move:
    seat = game.waiting()[0]
    *_, move = bot.think(game.view(seat), seat, Rng(seed))  # type: ignore[attr-defined]
    assert isinstance(move, Move)
    return move


class Highest:
    """Lays the highest card it may, rather than flip."""

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        return self.rank(view, seat)[0]

    def rank(self, view: Game, seat: Seat) -> list[Move]:
        return sorted(
            view.legal_moves(seat), key=lambda move: (not move.cards, [-card for card in move.cards], move.to)
        )


def test_every_game_has_a_policy_and_others_get_any_move() -> None:
    assert set(POLICIES) == set(GAMES)
    assert isinstance(policy_for("toy"), AnyMove)


def test_eight_characters_with_a_level_and_a_pace() -> None:
    assert list(CHARACTERS) == ["celeste", "tiao", "ingrid", "kwame", "mei", "rafa", "anselm", "yasmin"]
    assert {character.level for character in CHARACTERS.values()} == set(LEVELS)
    assert all(450 <= character.pace_ms <= 800 for character in CHARACTERS.values())
    assert all(slug == character.slug for slug, character in CHARACTERS.items())


def test_an_unknown_level_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(ValueError, match="easy, medium, hard"):
        bot_for("toy", "godlike")


@pytest.mark.parametrize("level", [*LEVELS, "random"])
def test_a_level_answers_alike_when_asked_alike(level: str) -> None:
    for seed in range(4):
        game = toy(seed)
        move = last(bot_for("toy", level), game, seed)
        assert game.refusal(move) is None
        assert last(bot_for("toy", level), game, seed) == move


def test_a_learner_slips_as_often_as_said_and_plausibly() -> None:
    game = toy(6)
    best = last(Quick(Highest()), game)
    slips = [last(Learner(Highest(), 0.3), game, seed) for seed in range(400)]
    others = [move for move in slips if move != best]
    assert 80 < len(others) < 160
    assert all(game.refusal(move) is None for move in others)
    assert {move.verb for move in others} == {"lay"}, "another card, never a flip while a card may be laid"


def test_a_learner_with_one_move_plays_it() -> None:
    for seed in range(100):
        game = toy(seed, 5)
        game.shift(game.cards(ROW), ROW, BOX)
        seat = game.waiting()[0]
        if game.legal_moves(seat) == [Move(seat, "pass")]:
            break
    assert last(Learner(Highest(), 1.0), game) == Move(seat, "pass")


def test_search_answers_at_once_and_keeps_to_its_budget() -> None:
    steps = 0

    class Counting(Highest):
        def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
            nonlocal steps
            steps += 1
            return super().choose(view, seat, rng)

    game = toy(4)
    thoughts = Search(Counting(), Budget(2_000)).think(game.view(game.waiting()[0]), game.waiting()[0], Rng(1))
    next(thoughts)
    assert steps == 1
    counts = []
    for _ in thoughts:
        counts.append(steps)
    assert max(after - before for before, after in pairwise(counts)) < 100
    assert 1_000 < steps < 2_500


def test_search_finds_the_card_that_ends_the_deal() -> None:
    game = toy(4)
    seat = game.waiting()[0]
    hand = game.cards(Pile("hand", seat))
    game.shift(hand[1:], Pile("hand", seat), BOX)
    assert Move(seat, "lay", hand[:1]) in game.legal_moves(seat)

    class Flips(AnyMove):
        def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
            return view.legal_moves(seat)[-1]

    assert last(Quick(Flips()), game).verb == "flip"
    assert last(Search(Flips(), Budget(3_000)), game) == Move(seat, "lay", hand[:1])


def test_search_tries_no_more_moves_than_it_may() -> None:
    game = toy(6)
    seat = game.waiting()[0]
    thoughts = set(Search(AnyMove(), Budget(4_000, candidates=2)).think(game.view(seat), seat, Rng(1)))
    assert len(thoughts) <= 2


def test_search_beats_its_own_policy_in_the_toy() -> None:
    lead = 0
    for seed in range(6):
        for seat in (0, 1):
            game = contract.ALL["toy"](2, seed)
            while not game.history:
                mover = game.waiting()[0]
                bot = Search(AnyMove(), Budget(600)) if mover == seat else Random()
                *_, move = bot.think(game.view(mover), mover, Rng(seed))
                game.push(move)
            lead += game.history[0][seat] - game.history[0][1 - seat]
    assert lead > 6
