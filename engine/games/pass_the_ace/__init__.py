"""The game Pass the Ace."""

from engine.games.pass_the_ace.game import PassTheAce
from engine.games.pass_the_ace.options import PassTheAceOptions

__all__ = ["PassTheAce", "PassTheAceOptions"]
