"""Rules of a table besides the game's house rules, and limits of all tables."""

from dataclasses import dataclass
from typing import Literal

from engine.options import option

MAX_GUESTS = 12
"""Maximum number of participants at a table, not counting spectators."""
MAX_SPECTATORS = 32
MAX_CHAIRS = 12
"""Maximum number of seats of any game."""
MAX_CHAT_LENGTH = 200
"""Maximum length of a chat line, in characters."""
PHRASES = ("hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "your_turn", "another", "goodbye")
"""Chat phrases that everybody reads in their own language, with the texts ``online.phrase.<key>``."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """The host's settings of a table, the same for all participants."""

    turn_clock: int = option(0, choices=(0, 15, 30, 60, 120), group="time")
    """Seconds to answer, after which a bot answers; 0 for no limit."""
    reaction: int = option(8, choices=(5, 8, 12, 20), group="time")
    """Seconds to answer out of turn, after which the last legal move is played."""
    away: int = option(30, choices=(10, 30, 60, 120), group="time")
    """Seconds without a connection after which a bot plays for the participant."""
    pace: Literal["quick", "normal", "slow"] = option("normal", group="time")
    """Speed of the bots."""
    hints: bool = option(False, group="help")
    """Whether players may use hints."""
    undo: bool = option(False, group="help")
    """Whether players may take back their last decision."""
    free_text: bool = option(False, group="talk")
    """Whether guests may write chat lines besides the phrases."""
    watchers: bool = option(True, group="talk")
    """Whether spectators are admitted."""


PACE_FACTORS = {"quick": 0.5, "normal": 1.0, "slow": 1.8}
"""Value of the rule ``pace`` -> factor of a bot's pause."""


def is_chat_line(text: str) -> bool:
    """Whether a text is a chat line: printable, not empty, at most ``MAX_CHAT_LENGTH`` characters.

    >>> is_chat_line("Nice!"), is_chat_line(""), is_chat_line("a\\u202eb"), is_chat_line("x" * 201)
    (True, False, False, False)
    """
    return 0 < len(text) <= MAX_CHAT_LENGTH and text.isprintable() and text == text.strip()
