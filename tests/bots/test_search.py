"""The common search: playouts by the levels at the table, the scale of its values, any game and any house rules."""

from itertools import islice

import pytest

from engine.bots import bot_for
from engine.bots.common.base import Evaluation, final_thought
from engine.bots.common.policy_bots import PolicyBot, RandomPolicy
from engine.bots.common.prior import PolicyPrior, PriorCandidate
from engine.bots.common.search import MonteCarloSearch
from engine.bots.common.sequential_halving import Budget
from engine.bots.registry import policy_of
from engine.characters import LEVELS
from engine.game import Game
from engine.moves import Move, Pile, Seat
from engine.rng import Rng
from tests.games import pass_the_ace
from tests.support import game_contract
from tests.support.toy import BOX


class SeatRecorder(RandomPolicy):
    """Policy that plays at random and records the seats that it played."""

    def __init__(self) -> None:
        self.seats: set[Seat] = set()

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        self.seats.add(seat)
        return super().choose(view, seat, rng)


def new_game(slug: str, seed: int) -> Game:
    """Return a position of a game with random seats and house rules, after some random moves."""
    game, rng = game_contract.start_match(slug, seed), Rng(seed)
    for move in game_contract.random_moves(game, rng, rng.below(30)):
        game.push(move)
    return game


def test_each_seat_is_played_by_its_policy_and_others_by_search_policy() -> None:
    game = game_contract.ALL_GAMES["toy"](4, 1)
    own, first, second = SeatRecorder(), SeatRecorder(), SeatRecorder()
    final_thought(MonteCarloSearch(own, Budget(500), playout_policies={1: first, 3: second}), game.view(0), 0, Rng(1))
    assert (own.seats, first.seats, second.seats) == ({0, 2}, {1}, {3})


def test_opponents_policy_changes_value_of_move() -> None:
    """A card that only weak opponents leave unanswered is worth more against them."""

    class NeverLays(RandomPolicy):
        def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
            return view.legal_moves(seat)[-1]

    game = game_contract.ALL_GAMES["toy"](2, 3)
    seat = game.seats_to_act()[0]
    weak, strong = (
        final_thought(
            MonteCarloSearch(RandomPolicy(), Budget(4_000), playout_policies={1 - seat: policy}), view, seat, Rng(1)
        )
        for policy, view in ((NeverLays(), game.view(seat)), (RandomPolicy(), game.view(seat)))
    )
    assert weak.evaluations[0].win > strong.evaluations[0].win + 0.1


def test_policys_estimate_counts_less_the_more_worlds_are_played() -> None:
    prior = PolicyPrior(error=10.0, deviation_per_world=20.0)
    trial = PriorCandidate(Move(0, "lay"), 0.0, -8.0, prior)
    gains = [trial.gain()]
    for _ in range(4):
        for lead in (25.0, -15.0) * 8:
            trial.add(0.0, lead, 0.0)
        gains.append(trial.gain())
    assert gains[0] == -8.0 and gains == sorted(gains)
    assert gains[-1] == pytest.approx(5.0, abs=1.0) and trial.error() < 3.0


@pytest.mark.parametrize(("error", "verb"), [(0.001, "swap"), (100.0, "stick")])
def test_playouts_overrule_an_unsure_policy_only(error: float, verb: str) -> None:
    """A policy swaps a queen, the best card here."""

    class SwapsAlways(RandomPolicy):
        style_slack = 0.0

        def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
            return self.evaluate(view, seat)[0].move

        def evaluate(self, view: Game, seat: Seat) -> list[Evaluation]:
            return [Evaluation(move, float(move.verb == "swap")) for move in reversed(view.legal_moves(seat))]

    game = pass_the_ace.position("Q 2 3 4")
    prior = PolicyPrior(error=error, deviation_per_world=1.0)
    search = MonteCarloSearch(
        SwapsAlways(), Budget(2_000), playout_policies=dict.fromkeys(range(4), RandomPolicy()), prior=prior
    )
    assert final_thought(search, game.view(0), 0, Rng(1)).move.verb == verb


def test_values_subtract_mean_of_all_seats() -> None:
    game = game_contract.ALL_GAMES["toy"](3, 4)
    while game.ask is not None and game.ask.what != "turn":
        game.push(game.legal_moves(game.seats_to_act()[0])[0])
    seat = game.seats_to_act()[0]
    hand = game.cards(Pile("hand", seat))
    game.shift(hand[1:], Pile("hand", seat), BOX)
    comparison = next(
        MonteCarloSearch(RandomPolicy(), Budget(100)).compare(
            game.view(seat), seat, [Move(seat, "lay", hand[:1])], Rng(1)
        )
    )
    left = [len(game.cards(Pile("hand", other))) for other in range(3) if other != seat]
    assert comparison.samples[0].points == pytest.approx(sum(left) / 3)
    assert comparison.samples[0].won == 1.0


@pytest.mark.parametrize("slug", game_contract.ALL_GAMES)
def test_search_plays_any_house_rules_with_levels_at_table(slug: str) -> None:
    for seed in range(12):
        game = new_game(slug, seed)
        for seat in game.seats_to_act()[:1]:
            view, levels = game.view(seat), [bot_for(slug, level) for level in LEVELS[:3]]
            seated = {other: bot for other, bot in enumerate(levels) if isinstance(bot, PolicyBot) and other != seat}
            bot = MonteCarloSearch(policy_of(slug), Budget(150), playout_policies=seated)
            thoughts = list(bot.think(view, seat, Rng(seed)))
            assert view == game.view(seat), "the search leaves its view alone"
            assert all(game.refusal(thought.move) is None for thought in thoughts)
            assert thoughts[-1].move == thoughts[-1].evaluations[0].move
            assert list(islice(bot.think(view, seat, Rng(seed)), 5)) == thoughts[:5], "it may be interrupted anywhere"


@pytest.mark.parametrize("slug", game_contract.ALL_GAMES)
def test_level_plays_in_playout_as_by_view(slug: str) -> None:
    """Nearly: a playout doesn't keep which cards all seats know, so a beginner's mistake may differ."""
    bots = [bot for bot in (bot_for(slug, level) for level in LEVELS) if isinstance(bot, PolicyBot)]
    different = 0
    for seed in range(60):
        game = new_game(slug, seed)
        for seat in game.seats_to_act()[:1]:
            for bot in bots:
                move = bot.choose(game.copy_for_playout(), seat, Rng(seed))
                assert game.refusal(move) is None
                different += move != bot.choose(game.view(seat), seat, Rng(seed))
    assert bots and different <= len(bots)


def test_bot_plays_seats_by_given_levels_and_others_by_policy() -> None:
    search = bot_for("gurch", "master", seat_levels=("easy", "", "2.40", "master"))
    assert isinstance(search, MonteCarloSearch)
    hard = bot_for("gurch", "hard")
    kinds = {seat: (type(bot), type(bot.policy)) for seat, bot in search.playout_policies.items()}  # type: ignore[attr-defined]
    easy = bot_for("gurch", "easy")
    assert isinstance(easy, PolicyBot) and isinstance(hard, PolicyBot)
    assert kinds == {0: (type(easy), type(easy.policy)), 2: (type(hard), type(hard.policy))}
