"""The Gurch bots: one for each level, from easy to master, and "greedy", a reference bot for measuring others."""

from engine.bots.common.base import Ladder
from engine.bots.common.policy_bots import BeginnerBot, PolicyBot, SlippingBot
from engine.bots.common.search import MonteCarloSearch
from engine.bots.common.sequential_halving import Budget
from engine.bots.gurch.match_odds import estimate_win_chance
from engine.bots.gurch.mistakes import MISTAKES
from engine.bots.gurch.policy import GurchPolicy
from engine.bots.gurch.simple_policies import NaivePolicy, ThumbPolicy
from engine.bots.gurch.worlds import sample_likely_world

MASTER_BUDGET = Budget(steps=2_000, candidates=8, style_slack=0.25)
MEDIUM_SLIPS, HARD_SLIPS = 0.12, 0.06
"""Probabilities of a slip in each decision, 0 … 1; without slips the levels would differ little."""

LADDER: Ladder = {
    "easy": lambda config: BeginnerBot(ThumbPolicy(), MISTAKES, config.style),
    "medium": lambda config: SlippingBot(ThumbPolicy(), MEDIUM_SLIPS, config.style),
    "hard": lambda config: SlippingBot(GurchPolicy(), HARD_SLIPS, config.style),
    "master": lambda config: MonteCarloSearch(
        GurchPolicy(),
        MASTER_BUDGET.scale(config.patience),
        config.style,
        config.playout_policies,
        sample=sample_likely_world,
        win_chance=estimate_win_chance,
    ),
    "greedy": lambda _: PolicyBot(NaivePolicy()),
}
"""Level or yardstick -> factory of its bot."""
