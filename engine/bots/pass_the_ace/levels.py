"""The levels of Pass the Ace."""

from engine.bots.common.base import Ladder
from engine.bots.common.policy_bots import BeginnerBot, PolicyBot
from engine.bots.pass_the_ace.mistakes import MISTAKES
from engine.bots.pass_the_ace.policy import PassTheAcePolicy
from engine.bots.pass_the_ace.search import PassTheAceBudget, PassTheAceSearch
from engine.bots.pass_the_ace.simple_policies import BeginnerPolicy, CasualPolicy, NaivePolicy, NoisyBot, WaveringBot

MASTER_BUDGET = PassTheAceBudget()
CASUAL_WAVERING = 0.2
"""How often an occasional player gives the opposite answer with a card near its limit."""
HARD_NOISE = 0.9
"""Difference in the chance of losing a life that the hard level cannot tell."""
HARD_PLAIN = 0.3
"""Difference that it always tells: it never sticks with a two that nobody has asked for."""

LADDER: Ladder = {
    "easy": lambda config: BeginnerBot(BeginnerPolicy(), MISTAKES, config.style),
    "medium": lambda config: WaveringBot(CasualPolicy(), CASUAL_WAVERING, config.style),
    "hard": lambda config: NoisyBot(PassTheAcePolicy(), HARD_NOISE, HARD_PLAIN, config.style),
    "master": lambda config: PassTheAceSearch(MASTER_BUDGET.scaled(config.patience), config.style),
    "greedy": lambda _: PolicyBot(NaivePolicy()),
}
"""Level, or yardstick -> maker of its bot."""
