"""The Big Two bots: one for each level, from easy to master, and "greedy", a reference bot for measuring others."""

from engine.bots.big_two.master import BigTwoMaster, plain_search
from engine.bots.big_two.mistakes import MISTAKES
from engine.bots.big_two.policy import BigTwoPolicy
from engine.bots.big_two.simple_policies import BeginnerPolicy, NaivePolicy
from engine.bots.common.base import SEARCH, Ladder
from engine.bots.common.policy_bots import BeginnerBot, PolicyBot, SlippingBot

MEDIUM_SLIPS = 0.2
"""Probability of a slip of Medium in each decision, 0 … 1."""

LADDER: Ladder = {
    "easy": lambda config: BeginnerBot(BeginnerPolicy(), MISTAKES, config.style),
    "medium": lambda config: SlippingBot(BigTwoPolicy(), MEDIUM_SLIPS, config.style),
    "hard": lambda config: PolicyBot(BigTwoPolicy(), config.style),
    "master": lambda config: BigTwoMaster(config.patience, config.style),
    "greedy": lambda _: PolicyBot(NaivePolicy()),
    SEARCH: lambda config: plain_search(config.patience, config.style),
}
"""Level or yardstick -> factory of its bot."""
