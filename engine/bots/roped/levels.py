"""The levels of RoPeD."""

from engine.bots.common.base import Ladder
from engine.bots.common.halving import Budget
from engine.bots.common.policy_bots import ErringBot, PolicyBot
from engine.bots.roped.policy import RopedPolicy
from engine.bots.roped.search import RopedSearch
from engine.bots.roped.simple_policies import NaivePolicy
from engine.bots.roped.weights import FAIR, GOOD, NOVICE

MASTER = Budget(steps=12_000, candidates=6, slack=3.0)
SLIPS = 0.2
"""How often a beginner overlooks the best move."""
OVERSIGHTS = 0.2
"""How often somebody does who has played a little."""

LADDER: Ladder = {
    "easy": lambda config: ErringBot(RopedPolicy(NOVICE), SLIPS, config.style),
    "medium": lambda config: ErringBot(RopedPolicy(FAIR), OVERSIGHTS, config.style),
    "hard": lambda config: PolicyBot(RopedPolicy(GOOD), config.style),
    "master": lambda config: RopedSearch(RopedPolicy(), MASTER.times(config.patience), config.style),
    "greedy": lambda _: PolicyBot(NaivePolicy()),
}
"""Level, or yardstick -> its bot.

Easy takes single cards that suit it, never a block, lays its sets at once, ropes only the dearest ones and doesn't see
who is about to go out; now and then it overlooks its best move. Medium takes blocks, but doesn't watch the others'
hands either, lets cheap sets go and overlooks something at times. Hard sees all that and plans each turn by rules of
thumb; master by figures that were fitted, and plays each move out.
"""
