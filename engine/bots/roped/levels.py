"""The RoPeD bots: one for each level, from easy to master, and "greedy", a reference bot for measuring others."""

from engine.bots.common.base import Bot, BotConfig, Ladder
from engine.bots.common.coverage import CoveringBot
from engine.bots.common.policy_bots import BeginnerBot, PolicyBot, SlippingBot
from engine.bots.common.search import MonteCarloSearch
from engine.bots.common.sequential_halving import Budget
from engine.bots.roped.mistakes import MISTAKES
from engine.bots.roped.model import KNOWN_RULES
from engine.bots.roped.policy import RopedPolicy
from engine.bots.roped.search import RopedSearch
from engine.bots.roped.simple_policies import NaivePolicy
from engine.bots.roped.weights import FAIR_WEIGHTS, GOOD_WEIGHTS, NOVICE_WEIGHTS

MASTER_BUDGET = Budget(steps=6_000, candidates=6, style_slack=4.5)
MEDIUM_SLIPS = 0.2
"""Probability of a slip of Medium in each decision, 0 … 1."""

OTHER_RULES_BUDGET = Budget(steps=2_000, candidates=6, style_slack=4.5)
"""Budget of Master under rules that the fast model doesn't know, in moves of the real game."""


def _master(config: BotConfig) -> Bot:
    budget, other_budget = (one.scale(config.patience) for one in (MASTER_BUDGET, OTHER_RULES_BUDGET))
    return CoveringBot(
        KNOWN_RULES,
        lambda: RopedSearch(RopedPolicy(), budget, config.style),
        lambda: MonteCarloSearch(RopedPolicy(), other_budget, config.style, config.playout_policies),
    )


LADDER: Ladder = {
    "easy": lambda config: BeginnerBot(RopedPolicy(NOVICE_WEIGHTS), MISTAKES, config.style),
    "medium": lambda config: SlippingBot(RopedPolicy(FAIR_WEIGHTS), MEDIUM_SLIPS, config.style),
    "hard": lambda config: PolicyBot(RopedPolicy(GOOD_WEIGHTS), config.style),
    "master": _master,
    "greedy": lambda _: PolicyBot(NaivePolicy()),
}
"""Level or yardstick -> factory of its bot.

Easy takes only single cards, never a block, and ropes only the most valuable sets. It ignores the sizes of the others'
hands and makes beginners' mistakes (see ``mistakes``). Medium takes blocks, but also ignores the others' hands and
cheap sets, and sometimes slips. Hard considers all of these and plans each turn by rules of thumb. Master plans by
fitted weights and compares moves by playouts.
"""
