"""The game Pass the Ace."""

from engine.games.pass_the_ace.game import HouseRules, PassTheAce

__all__ = ["HouseRules", "PassTheAce"]
