"""Policies and levels of every game: legal, by the view alone, each better than the one below."""

import time
from itertools import islice, pairwise

import pytest

from engine.arena.duplicate import DealTask, deal_tasks, play_deal
from engine.arena.summary import difference
from engine.bots import bot_for
from engine.bots.common.base import EvaluatingPolicy, final_thought
from engine.bots.common.coverage import KnownRules
from engine.bots.registry import OPPONENTS, policy_of
from engine.games import GAMES
from engine.rng import Rng
from tests.bots.positions import positions

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)
EVERY_GAME_WITH_POLICY = pytest.mark.parametrize("slug", OPPONENTS)
MAX_DEALS = 500
"""Maximum number of deals of each level against the one below, each played from every seat."""
CLEAR_ERRORS = 2.5
"""Lead in standard errors that ends them, after a few deals."""


@EVERY_GAME_WITH_POLICY
def test_policy_chooses_its_best_move_by_view_alone(slug: str) -> None:
    policy, is_best = policy_of(slug), list[bool]()
    assert isinstance(policy, EvaluatingPolicy)
    for number, game in enumerate(islice(positions(slug, 8), 300)):
        for seat in game.seats_to_act():
            view = game.view(seat)
            move = policy.choose(view, seat, Rng(number))
            for other in (game, view.determinize(Rng(number))):
                assert policy.choose(other, seat, Rng(number)) == move
            ranked = [option.move for option in policy.evaluate(view, seat)]
            assert sorted(ranked) == sorted(game.legal_moves(seat))
            is_best.append(ranked[0] == move)
    assert is_best.count(True) > 0.9 * len(is_best), "a policy tries the likely moves only"


@EVERY_GAME
def test_cheat_may_be_shown_all_cards(slug: str) -> None:
    """By the standard rules, which every fast search knows."""
    bot = bot_for(slug, "cheat", patience=0.004)
    for number, game in enumerate(islice(positions(slug, 9, known=KnownRules()), 10)):
        seat = game.seats_to_act()[0]
        assert game.refusal(final_thought(bot, game.clone(), seat, Rng(number)).move) is None


@pytest.mark.parametrize(("worse", "better"), [*pairwise(("random", "easy", "medium", "hard"))])
@EVERY_GAME_WITH_POLICY
def test_level_beats_level_below(slug: str, better: str, worse: str) -> None:
    """The master, which thinks too long for a test, is measured by ``tests.bench.ladder``."""
    game = GAMES[slug]
    players = (better, *[worse] * (min(game.seats_default, 4) - 1))
    task = DealTask(game, players, game.Options(), 0, time.process_time)
    played = []
    for one in deal_tasks(task, MAX_DEALS, 1):
        played.append(play_deal(one))
        lead = difference(players, played)
        if len(played) >= 8 and lead is not None and lead.z_score > CLEAR_ERRORS:
            return
    pytest.fail(f"{lead} after {MAX_DEALS} deals")
