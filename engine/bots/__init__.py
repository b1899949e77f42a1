"""The opponents: levels, characters, and for each game the policy that all its levels are built on."""

from collections.abc import Callable, Mapping

from engine.bots.base import AnyMove, Bot, Learner, Policy, Quick, Random
from engine.bots.people import CHARACTERS, LEVELS, Character
from engine.bots.search import Budget, Search

__all__ = ["CHARACTERS", "LEVELS", "POLICIES", "Bot", "Budget", "Character", "Policy", "bot_for", "policy_for"]

POLICIES: Mapping[str, Callable[[], Policy]] = {}
"""Slug of a game -> its policy."""

SLIPS = 0.3
"""How often the easy level overlooks the best move."""

BUDGET = Budget(steps=30_000)
"""What the hard level may do for one decision."""


def policy_for(slug: str) -> Policy:
    """The game's own policy, or one that plays any legal move."""
    return POLICIES.get(slug, AnyMove)()


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
        return Search(policy, BUDGET)
    if level == "random":
        return Random()
    raise ValueError(f"no level {level!r}; levels are {', '.join(LEVELS)}")
