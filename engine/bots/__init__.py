"""The opponents: levels, characters, and for each game the policy that all its levels are built on."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.bots import big_two, gurch, palacio, pass_the_ace, roped
from engine.bots.base import AnyMove, Bot, Learner, Policy, Quick, Random
from engine.bots.people import CHARACTERS, LEVELS, Character
from engine.bots.search import Budget, Search

__all__ = ["CHARACTERS", "LEVELS", "POLICIES", "Bot", "Budget", "Character", "Policy", "bot_for", "policy_for"]

POLICIES: Mapping[str, Callable[[], Any]] = {
    "gurch": gurch.Policy,
    "roped": roped.Policy,
    "pass_the_ace": pass_the_ace.Policy,
    "big_two": big_two.Policy,
    "palacio": palacio.Policy,
}
"""Slug of a game -> its policy, which takes positions of that game only."""

SLIPS = 0.3
"""How often the easy level overlooks the best move."""

BUDGETS: Mapping[str, Budget] = {
    "gurch": Budget(steps=10_000),
    "roped": Budget(steps=5_000),
    "pass_the_ace": Budget(steps=2_000),
    "big_two": Budget(steps=5_000),
    "palacio": Budget(steps=16_000),
}
"""What the hard level may do for one decision: at most about 0.6 seconds of one slow core."""

ANY_BUDGET = Budget(steps=4_000)
"""The same for a game that is not listed."""


def policy_for(slug: str) -> Policy:
    """The game's own policy, or one that plays any legal move."""
    policy: Policy = POLICIES.get(slug, AnyMove)()
    return policy


def bot_for(slug: str, level: str) -> Bot:
    """An opponent for a game at ``"easy"``, ``"medium"`` or ``"hard"`` (or ``"random"``, a yardstick).

    Raises:
        ValueError: no such level.
    """
    policy = policy_for(slug)
    if level == "easy":
        return Learner(policy, SLIPS)
    if level == "medium":
        return Quick(policy)
    if level == "hard":
        return Search(policy, BUDGETS.get(slug, ANY_BUDGET))
    if level == "random":
        return Random()
    raise ValueError(f"no level {level!r}; levels are {', '.join(LEVELS)}")
