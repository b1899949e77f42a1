"""The levels of RoPeD."""

from engine.bots.common.base import Ladder
from engine.bots.common.policy_bots import BeginnerBot, PolicyBot, SlippingBot
from engine.bots.common.sequential_halving import Budget
from engine.bots.roped.mistakes import MISTAKES
from engine.bots.roped.policy import RopedPolicy
from engine.bots.roped.search import RopedSearch
from engine.bots.roped.simple_policies import NaivePolicy
from engine.bots.roped.weights import FAIR_WEIGHTS, GOOD_WEIGHTS, NOVICE_WEIGHTS

MASTER_BUDGET = Budget(steps=6_000, candidates=6, slack=4.5)
MEDIUM_SLIPS = 0.2
"""How often an occasional player does."""

LADDER: Ladder = {
    "easy": lambda config: BeginnerBot(RopedPolicy(NOVICE_WEIGHTS), MISTAKES, config.style),
    "medium": lambda config: SlippingBot(RopedPolicy(FAIR_WEIGHTS), MEDIUM_SLIPS, config.style),
    "hard": lambda config: PolicyBot(RopedPolicy(GOOD_WEIGHTS), config.style),
    "master": lambda config: RopedSearch(RopedPolicy(), MASTER_BUDGET.scaled(config.patience), config.style),
    "greedy": lambda _: PolicyBot(NaivePolicy()),
}
"""Level, or yardstick -> maker of its bot.

Easy takes single cards that suit it, never a block, lays its sets at once, ropes only the most valuable ones, doesn't
see when somebody is about to go out, and makes a beginner's mistakes (see ``mistakes``). Medium takes blocks, but
doesn't watch the others' hands either, ignores cheap sets and sometimes overlooks a move. Hard sees all that and plans
each turn by rules of thumb; master plans by fitted weights and plays each move out.
"""
