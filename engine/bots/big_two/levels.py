"""The Big Two bots: one for each level, from easy to master, and "greedy", a reference bot for measuring others."""

import os

from engine.bots.big_two.mistakes import MISTAKES
from engine.bots.big_two.policy import BigTwoPolicy
from engine.bots.big_two.simple_policies import BeginnerPolicy, NaivePolicy
from engine.bots.common.base import Bot, BotConfig, Ladder
from engine.bots.common.coverage import CoveringBot, KnownRules
from engine.bots.common.policy_bots import BeginnerBot, PolicyBot, SlippingBot
from engine.bots.common.search import MonteCarloSearch
from engine.bots.common.sequential_halving import Budget
from engine.game import Game
from engine.games.big_two.game import SEATS

MEDIUM_SLIPS = 0.2
"""Probability of a slip of Medium in each decision, 0 … 1."""
NETWORK_RULES = KnownRules(match=(1, 5, 10), tribute=("best_card",))
"""House rules that the network knows besides the standard ones; they don't change the play of a deal."""
LEARNED_WORLDS = 64
"""Number of worlds of the learned search for one decision."""
OTHER_RULES_BUDGET = Budget(steps=5_000, candidates=8, style_slack=0.6)
"""Budget of Master under house rules that the network doesn't know."""


class _NetworkBot(CoveringBot):
    """A bot that decides by the network where this knows the house rules, the number of seats and the question."""

    def _bot_for(self, view: Game) -> Bot:
        is_play = view.ask is None or view.ask.what == "play"
        return super()._bot_for(view) if view.seats == SEATS and is_play else self.make_other()


def _make_learned_search(config: BotConfig) -> Bot:
    # One thread: several would slow down such small matrix products and take cores from the window.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Late import: numpy costs 100 ms and 25 MB, and only Master needs it.
    from engine.bots.big_two.learned.search import LearnedBudget, LearnedSearch  # noqa: PLC0415

    return LearnedSearch(LearnedBudget(LEARNED_WORLDS).scale(config.patience), config.style)


def _make_search(config: BotConfig) -> Bot:
    budget = OTHER_RULES_BUDGET.scale(config.patience)
    return MonteCarloSearch(BigTwoPolicy(), budget, config.style, config.playout_policies)


LADDER: Ladder = {
    "easy": lambda config: BeginnerBot(BeginnerPolicy(), MISTAKES, config.style),
    "medium": lambda config: SlippingBot(BigTwoPolicy(), MEDIUM_SLIPS, config.style),
    "hard": lambda config: PolicyBot(BigTwoPolicy(), config.style),
    "master": lambda config: _NetworkBot(
        NETWORK_RULES, lambda: _make_learned_search(config), lambda: _make_search(config)
    ),
    "greedy": lambda _: PolicyBot(NaivePolicy()),
}
"""Level or yardstick -> factory of its bot."""
