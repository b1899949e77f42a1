"""The levels of Pass the Ace."""

from engine.bots.common.base import Ladder
from engine.bots.common.policy_bots import PolicyBot
from engine.bots.pass_the_ace.policy import PassTheAcePolicy
from engine.bots.pass_the_ace.search import PassTheAceBudget, PassTheAceSearch
from engine.bots.pass_the_ace.simple_policies import BeginnerPolicy, CasualPolicy, NaivePolicy, NoisyBot, WaveringBot

MASTER = PassTheAceBudget()
WAVERS = 0.45
"""How often a beginner does the other thing with a card near its limit."""
WAVERS_LESS = 0.2
"""How often somebody who plays now and then does."""
CLOSE = 0.7
"""Chances of losing a life that the hard level can't tell apart."""

LADDER: Ladder = {
    "easy": lambda config: WaveringBot(BeginnerPolicy(), WAVERS, config.style),
    "medium": lambda config: WaveringBot(CasualPolicy(), WAVERS_LESS, config.style),
    "hard": lambda config: NoisyBot(PassTheAcePolicy(), CLOSE, config.style),
    "master": lambda config: PassTheAceSearch(MASTER.times(config.patience), config.style),
    "greedy": lambda _: PolicyBot(NaivePolicy()),
}
"""Level, or yardstick -> its bot."""
