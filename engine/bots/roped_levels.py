"""The levels of RoPeD."""

from engine.bots.base import Ladder, Learner, Quick
from engine.bots.roped import Policy
from engine.bots.roped_naive import Greedy
from engine.bots.roped_search import RopedSearch
from engine.bots.roped_traits import traits
from engine.bots.roped_weights import FAIR, NOVICE
from engine.bots.search import Budget

__all__ = ["LADDER", "MASTER", "traits"]

MASTER = Budget(steps=10_000, candidates=6, slack=3.0)
SLIPS = 0.2

LADDER: Ladder = {
    "easy": lambda mind: Learner(Policy(NOVICE), SLIPS, mind.manner),
    "medium": lambda mind: Quick(Policy(FAIR), mind.manner),
    "hard": lambda mind: Quick(Policy(), mind.manner),
    "master": lambda mind: RopedSearch(Policy(), MASTER.times(mind.patience), mind.manner),
    "greedy": lambda _: Quick(Greedy()),
}
"""Level, or yardstick -> its bot.

Easy takes single cards that suit it, never a block, lays its sets at once, ropes only the dearest ones and doesn't see
who is about to go out; now and then it overlooks its best move. Medium knows the game but doesn't watch the empty
places or count what the stock may bring. Hard plans each turn with all of that; master plays it out.
"""
