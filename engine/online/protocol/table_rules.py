"""What the host decides about a table besides the house rules, and the limits of every table."""

from dataclasses import dataclass
from typing import Literal

from engine.options import option

MAX_GUESTS = 8
"""Maximum number of persons who play or wait for a chair."""
MAX_SPECTATORS = 32
MAX_CHAIRS = 8
"""Maximum number of seats of any game."""
MAX_CHAT_LENGTH = 200
"""Maximum length of a line of free text."""
PHRASES = ("hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "your_turn", "another", "goodbye")
"""Phrases that everybody reads in their own language, with the texts ``online.phrase.<key>``."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """The host's choices for a table, the same for everybody at it."""

    turn_clock: int = option(0, choices=(0, 15, 30, 60, 120), group="time")
    """Seconds for an answer, after which a computer player answers; 0 for no limit."""
    reaction: int = option(8, choices=(5, 8, 12, 20), group="time")
    """Seconds for an answer out of turn, after which the last legal one is given."""
    away: int = option(30, choices=(10, 30, 60, 120), group="time")
    """Seconds after which a computer player takes the place of somebody who is away."""
    pace: Literal["quick", "normal", "slow"] = option("normal", group="time")
    """How long computer players take."""
    hints: bool = option(False, group="help")
    undo: bool = option(False, group="help")
    free_text: bool = option(False, group="talk")
    """Whether guests may write lines of their own besides the phrases."""
    watchers: bool = option(True, group="talk")
    """Whether people without a chair may watch."""


PACE_FACTORS = {"quick": 0.5, "normal": 1.0, "slow": 1.8}
"""Value of the rule ``pace`` -> factor of a computer player's pause."""


def is_chat_line(text: str) -> bool:
    """Whether this is a line of free text: printable, short, not empty.

    >>> is_chat_line("Nice!"), is_chat_line(""), is_chat_line("a\\u202eb"), is_chat_line("x" * 201)
    (True, False, False, False)
    """
    return 0 < len(text) <= MAX_CHAT_LENGTH and text.isprintable() and text == text.strip()
