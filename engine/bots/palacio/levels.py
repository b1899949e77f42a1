"""The levels of Palácio."""

from engine.bots.common.base import Ladder, Learner, Quick
from engine.bots.common.halving import Budget
from engine.bots.palacio.policy import BEGINNER, FAIR, NAIVE, Policy
from engine.bots.palacio.search import TreeSearch
from engine.bots.palacio.traits import traits

__all__ = ["HARD", "LADDER", "MASTER", "traits"]

SLIPS = 0.15
"""Chance that an ordinary player overlooks the best move."""
HARD = Budget(steps=1_200, candidates=10, depth=150, slack=0.03)
MASTER = Budget(steps=40_000, candidates=10, depth=150, slack=0.02)

LADDER: Ladder = {
    "easy": lambda mind: Quick(Policy(BEGINNER), mind.manner),
    "medium": lambda mind: Learner(Policy(FAIR), SLIPS, mind.manner),
    "hard": lambda mind: TreeSearch(Policy(), HARD, mind.manner),
    "master": lambda mind: TreeSearch(Policy(), MASTER.times(mind.patience), mind.manner),
    "greedy": lambda _: Quick(Policy(NAIVE)),
}
"""Level, or yardstick -> its bot.

Easy leaves its cards as they were dealt, lays equal cards one by one and spends its twos and tens early. Medium lays
the strong cards up and keeps twos and tens for later, but looks at nobody else and overlooks a move now and then. Hard
looks ahead a little, master a lot.
"""
