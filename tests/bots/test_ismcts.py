"""ISMCTS by the rules alone: legal, repeatable, without hidden cards, within its iterations, better than random."""

import math

import pytest

from engine.arena.duplicate import parse_entrant
from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.common.ismcts import Ismcts
from engine.bots.common.search import sample_world
from engine.bots.registry import OPPONENTS
from engine.game import Game
from engine.games import GAMES
from engine.moves import Move, Pile
from engine.rng import Rng
from tests.bots.positions import positions
from tests.support import game_contract
from tests.support.toy import BOX


def toy_position(seed: int, seats: int = 2) -> Game:
    return game_contract.ALL_GAMES["toy"](seats, seed)


@pytest.mark.parametrize("slug", list(GAMES))
def test_ismcts_answers_are_legal_repeatable_and_blind_to_hidden_cards(slug: str) -> None:
    asked = 0
    for number, game in enumerate(positions(slug, 11)):
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        thought = final_thought(Ismcts(3), view, seat, Rng(number))
        assert game.refusal(thought.move) is None, str(thought.move)
        assert thought.evaluations[0].move == thought.move
        again = view.determinize(Rng(number + 1)).view(seat)
        assert str(final_thought(Ismcts(3), again, seat, Rng(number))) == str(thought)
        asked += len(view.legal_moves(seat)) > 1
        if asked == 8:
            break


def test_every_iteration_runs_one_world_from_root() -> None:
    game = toy_position(4)
    seat = game.seats_to_act()[0]
    thoughts = list(Ismcts(50).think(game.view(seat), seat, Rng(1)))
    assert len(thoughts) == 52, "one at once, one after each world, and one with the evaluations"
    moves = {option.move for option in thoughts[-1].evaluations}
    assert len(moves) == len(thoughts[-1].evaluations) > 1
    assert moves <= set(game.legal_moves(seat))
    assert all(0 <= option.win <= 1 and math.isfinite(option.value) for option in thoughts[-1].evaluations)


def test_ismcts_finds_card_ending_deal() -> None:
    game = toy_position(4, 3)
    for move in game_contract.random_moves(game, Rng(4), 3):
        game.push(move)
    seat = game.seats_to_act()[0]
    hand = game.cards(Pile("hand", seat))
    game.shift(hand[1:], Pile("hand", seat), BOX)
    assert final_thought(Ismcts(200), game.view(seat), seat, Rng(1)).move == Move(seat, "lay", hand[:1])


def test_ismcts_beats_random_moves() -> None:
    lead = 0.0
    for seed in range(40):
        game, own = GAMES["gurch"](4, seed), seed % 4
        while not game.history:
            seat = game.seats_to_act()[0]
            bot = Ismcts(12) if seat == own else bot_for("gurch", "random")
            game.push(final_thought(bot, game.view(seat), seat, Rng(seed)).move)
        points = game.history[0]
        lead += points[own] - (sum(points) - points[own]) / 3
    assert lead > 40


def test_world_of_full_position_keeps_its_cards() -> None:
    game = toy_position(3)
    world = sample_world(game, Rng(1))
    assert world.piles == game.piles and world is not game
    assert world.rng.state != game.rng.state, "random numbers stay unknown"


def test_patience_multiplies_ismcts_iterations() -> None:
    for slug, opponents in OPPONENTS.items():
        bot = bot_for(slug, "ismcts", patience=3.0)
        assert isinstance(bot, Ismcts) and bot.iterations == 3 * opponents.ismcts_iterations > 0
    few = bot_for("gurch", "ismcts", patience=0.0001)
    assert isinstance(few, Ismcts) and few.iterations == 1
    asked = parse_entrant("ismcts:2.5")
    assert (asked.name, asked.level, asked.patience) == ("ismcts:2.5", "ismcts", 2.5)
    assert parse_entrant("ismcts").patience == 1.0
