"""The RoPeD bots: one for each level, from easy to master, and "greedy", a reference bot for measuring others."""

from engine.bots.common.base import Ladder
from engine.bots.common.policy_bots import BeginnerBot, PolicyBot, SlippingBot
from engine.bots.common.prior import PolicyPrior
from engine.bots.common.search import HALVING_RULES, MonteCarloSearch
from engine.bots.common.sequential_halving import Budget
from engine.bots.roped.mistakes import MISTAKES
from engine.bots.roped.policy import RopedPolicy
from engine.bots.roped.simple_policies import NaivePolicy
from engine.bots.roped.weights import FAIR_WEIGHTS, GOOD_WEIGHTS, NOVICE_WEIGHTS

MASTER_BUDGET = Budget(steps=1_500, candidates=6, style_slack=4.5)
PRIOR = PolicyPrior(error=14.0, deviation_per_world=60.0, hopeless_deficit=20.0)
"""A few dozen playouts measure the difference of two moves to some ten points, no better than the policy does."""
RULES = HALVING_RULES._replace(confidence=1.25)
"""With less confidence two searches of a position with different worlds chose different moves in 26 % of decisions
(now 14 %). They played no better, as most of those moves were equally good."""
MEDIUM_SLIPS = 0.2
"""Probability of a slip of Medium in each decision, 0 … 1."""

LADDER: Ladder = {
    "easy": lambda config: BeginnerBot(RopedPolicy(NOVICE_WEIGHTS), MISTAKES, config.style),
    "medium": lambda config: SlippingBot(RopedPolicy(FAIR_WEIGHTS), MEDIUM_SLIPS, config.style),
    "hard": lambda config: PolicyBot(RopedPolicy(GOOD_WEIGHTS), config.style),
    "master": lambda config: MonteCarloSearch(
        RopedPolicy(),
        MASTER_BUDGET.scale(config.patience),
        config.style,
        config.playout_policies,
        prior=PRIOR,
        rules=RULES,
    ),
    "greedy": lambda _: PolicyBot(NaivePolicy()),
}
"""Level or yardstick -> factory of its bot.

Easy takes only single cards, never a block, and ropes only the most valuable sets. It ignores the sizes of the others'
hands and makes beginners' mistakes (see ``mistakes``). Medium takes blocks, but also ignores the others' hands and
cheap sets, and sometimes slips. Hard considers all of these and plans each turn by rules of thumb. Master plans by
fitted weights and compares moves by playouts.
"""
