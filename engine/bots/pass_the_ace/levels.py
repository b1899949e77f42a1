"""The Pass the Ace bots: one for each level, from easy to master, and "greedy", a reference bot to measure others."""

from engine.bots.common.base import Ladder
from engine.bots.common.policy_bots import BeginnerBot, PolicyBot
from engine.bots.common.search import MonteCarloSearch
from engine.bots.common.sequential_halving import Budget
from engine.bots.pass_the_ace.match_odds import lead_in_lives, match_win_chance
from engine.bots.pass_the_ace.mistakes import MISTAKES
from engine.bots.pass_the_ace.policy import PassTheAcePolicy
from engine.bots.pass_the_ace.simple_policies import (
    BeginnerPolicy,
    BorderlineWaveringBot,
    CasualPolicy,
    NaivePolicy,
    NoisyBot,
)
from engine.bots.pass_the_ace.worlds import sample_likely_world

MASTER_BUDGET = Budget(steps=500, style_slack=0.05)
MEDIUM_BORDERLINE_WAVERING = 0.2
"""Probability that Medium plays the opposite move with a card near its limit."""
HARD_NOISE_AMPLITUDE = 0.9
"""Amplitude of the noise that Hard adds to its estimates of the chance of losing a life."""
HARD_MAX_ERROR = 0.3
"""Difference in that chance above which Hard never errs; it never sticks with a freshly dealt two."""

LADDER: Ladder = {
    "easy": lambda config: BeginnerBot(BeginnerPolicy(), MISTAKES, config.style),
    "medium": lambda config: BorderlineWaveringBot(CasualPolicy(), MEDIUM_BORDERLINE_WAVERING, config.style),
    "hard": lambda config: NoisyBot(PassTheAcePolicy(), HARD_NOISE_AMPLITUDE, HARD_MAX_ERROR, config.style),
    "master": lambda config: MonteCarloSearch(
        PassTheAcePolicy(),
        MASTER_BUDGET.scale(config.patience),
        config.style,
        config.playout_policies,
        sample=sample_likely_world,
        win_chance=match_win_chance,
        lead=lead_in_lives,
    ),
    "greedy": lambda _: PolicyBot(NaivePolicy()),
}
"""Level or yardstick -> factory of its bot."""
