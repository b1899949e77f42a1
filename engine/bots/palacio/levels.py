"""The Palácio bots: one for each level, from easy to master, and "greedy", a reference bot for measuring others."""

from engine.bots.common.base import Bot, BotConfig, Ladder
from engine.bots.common.coverage import CoveringBot
from engine.bots.common.policy_bots import BeginnerBot, PolicyBot, SlippingBot
from engine.bots.common.search import MonteCarloSearch
from engine.bots.common.sequential_halving import Budget
from engine.bots.palacio.mistakes import MISTAKES
from engine.bots.palacio.policy import AVERAGE_PLAYER_WEIGHTS, KNOWN_RULES, NAIVE_WEIGHTS, PalacioPolicy
from engine.bots.palacio.search import PalacioSearch

MEDIUM_SLIPS = 0.15
"""Probability of a slip of Medium in each decision, 0 … 1."""
HARD_BUDGET = Budget(steps=1_200, candidates=10, max_playout_moves=150, style_slack=0.03)
MASTER_BUDGET = Budget(steps=150_000, candidates=10, max_playout_moves=150, style_slack=0.02)
MAX_STEP_FACTOR = 2
"""Maximum factor, the number of other seats, on the master's steps; with more, some decisions would exceed a second."""

OTHER_RULES_BUDGET = Budget(steps=5_000, candidates=10, style_slack=0.02)
"""Budget of Master under rules that the fast model doesn't know, in moves of the real game."""


def _hard(config: BotConfig) -> Bot:
    return CoveringBot(
        KNOWN_RULES,
        lambda: PalacioSearch(PalacioPolicy(), HARD_BUDGET, config.style, exchange=False),
        lambda: PolicyBot(PalacioPolicy(), config.style),
    )


def _master(config: BotConfig) -> Bot:
    budget, other_budget = (one.scale(config.patience) for one in (MASTER_BUDGET, OTHER_RULES_BUDGET))
    return CoveringBot(
        KNOWN_RULES,
        lambda: PalacioSearch(PalacioPolicy(), budget, config.style, max_step_factor=MAX_STEP_FACTOR),
        lambda: MonteCarloSearch(PalacioPolicy(), other_budget, config.style, config.playout_policies),
    )


LADDER: Ladder = {
    "easy": lambda config: BeginnerBot(PalacioPolicy(AVERAGE_PLAYER_WEIGHTS), MISTAKES, config.style),
    "medium": lambda config: SlippingBot(PalacioPolicy(AVERAGE_PLAYER_WEIGHTS), MEDIUM_SLIPS, config.style),
    "hard": _hard,
    "master": _master,
    "greedy": lambda _: PolicyBot(PalacioPolicy(NAIVE_WEIGHTS)),
}
"""Level or yardstick -> factory of its bot.

Easy makes beginners' mistakes (see ``mistakes``). It often leaves its cards as dealt, plays equal cards one by one, and
plays high cards, twos and tens too soon. Medium lays its strong cards face up and keeps twos and tens for later, but
ignores the others and sometimes slips. Hard searches with a small budget, though not in the exchange, and Master with a
large one. Under rules that the fast model doesn't know, Hard plays by its policy, and Master searches with the real
game.
"""
