"""The levels of RoPeD."""

from engine.bots.common.base import Ladder, Learner, Quick
from engine.bots.common.halving import Budget
from engine.bots.roped.naive import Greedy
from engine.bots.roped.policy import Policy
from engine.bots.roped.search import RopedSearch
from engine.bots.roped.traits import traits
from engine.bots.roped.weights import FAIR, GOOD, NOVICE

__all__ = ["LADDER", "MASTER", "traits"]

MASTER = Budget(steps=12_000, candidates=6, slack=3.0)
SLIPS = 0.2
"""How often a beginner overlooks the best move."""
OVERSIGHTS = 0.2
"""How often somebody does who has played a little."""

LADDER: Ladder = {
    "easy": lambda mind: Learner(Policy(NOVICE), SLIPS, mind.manner),
    "medium": lambda mind: Learner(Policy(FAIR), OVERSIGHTS, mind.manner),
    "hard": lambda mind: Quick(Policy(GOOD), mind.manner),
    "master": lambda mind: RopedSearch(Policy(), MASTER.times(mind.patience), mind.manner),
    "greedy": lambda _: Quick(Greedy()),
}
"""Level, or yardstick -> its bot.

Easy takes single cards that suit it, never a block, lays its sets at once, ropes only the dearest ones and doesn't see
who is about to go out; now and then it overlooks its best move. Medium takes blocks, but doesn't watch the others'
hands either, lets cheap sets go and overlooks something at times. Hard sees all that and plans each turn by rules of
thumb; master by figures that were fitted, and plays each move out.
"""
