"""Characters of the computer players, and levels of play.

At a fair table opponents play at a *strength*, a number on the scale of the levels. 0 is Easy, 3 is Master, and 1.4 is
between Medium and Hard. Records store a strength in place of a level, as "1.40".
"""

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from engine.rng import Rng


class Style(NamedTuple):
    """A character's style of play: how much it values four traits of a move, each -1 … 1."""

    bold: float = 0.0
    thrift: float = 0.0
    haste: float = 0.0
    spite: float = 0.0


PLAIN_STYLE = Style()

LEVELS = ("easy", "medium", "hard", "master")
FAIR_TABLE_GROUP = "fair"
"""Group of all strengths in statistics by level."""
FRIENDS_GROUP = "friends"
"""Group of online matches in statistics by level; they are counted separately."""
WEAKEST, STRONGEST = -1.0, 3.0
"""Range of a strength, from random legal moves to Master."""
_STRENGTH_PATTERN = re.compile(r"-1\.00|-0\.(?!00)\d\d|[0-2]\.\d\d|3\.00", re.ASCII)


def format_strength(strength: float) -> str:
    """Format a playing strength as text, clamped to its range.

    >>> format_strength(1.4), format_strength(-0.001), format_strength(7.0)
    ('1.40', '0.00', '3.00')
    """
    return f"{round(max(WEAKEST, min(STRONGEST, strength)), 2) + 0.0:.2f}"


def is_strength(level: object) -> bool:
    """Whether a text is a playing strength as ``format_strength`` writes it.

    >>> [is_strength(text) for text in ("1.40", "3.00", "3.01", "-0.00", "1.4", "hard")]
    [True, True, False, False, False, False]
    """
    return isinstance(level, str) and _STRENGTH_PATTERN.fullmatch(level) is not None


def is_level_or_strength(level: str) -> bool:
    """Whether a text is one of the ``LEVELS`` of play or a playing strength."""
    return level in LEVELS or is_strength(level)


def strength_of(level: str) -> float:
    """Return the playing strength of a level, or of a strength as text.

    Raises:
        ValueError: the text is neither.

    >>> strength_of("hard"), strength_of("1.40")
    (2.0, 1.4)
    """
    return float(level) if is_strength(level) else float(LEVELS.index(level))


def level_reached(level: str) -> str:
    """Return the highest of the ``LEVELS`` of play not above a level or strength; empty below Easy.

    >>> level_reached("hard"), level_reached("1.40"), level_reached("-0.50")
    ('hard', 'medium', '')
    """
    reached = math.floor(strength_of(level))
    return LEVELS[reached] if reached >= 0 else ""


def level_group(level: str) -> str:
    """Return the group of a level in statistics: the level itself, or ``FAIR_TABLE_GROUP`` for a number like 1.40."""
    return FAIR_TABLE_GROUP if is_strength(level) else level


class Character(NamedTuple):
    """A computer player's name, level, style and pauses."""

    slug: str
    name: str
    default_level: str
    """Default level; every character can play at any."""
    median_pause_ms: int
    """Median pause before an answer at normal pace, 450 … 800 ms."""
    style: Style
    pause_spread: float
    """Standard deviation of the logarithm of its pauses, 0.1 … 0.4."""
    tension_increase: float
    """Relative increase of the pause at full tension: 0 for none, 1 for twice as long."""

    def draw_pause_ms(self, tension: float, rng: Rng) -> float:
        """Draw a character's random pause before an answer, in milliseconds at normal pace.

        The distribution is log-normal, like people's response times, cut off at ``MIN_PAUSE_FACTOR`` and
        ``MAX_PAUSE_FACTOR``. It depends on public information only: otherwise pauses would reveal hands.

        Args:
            tension: tension of the position (``Game.tension``), 0 … 1.
            rng: random source.
        """
        spread = sum(rng.unit() for _ in range(12)) - 6.0
        factor = math.exp(self.pause_spread * spread) * (1.0 + self.tension_increase * tension)
        return self.median_pause_ms * min(MAX_PAUSE_FACTOR, max(MIN_PAUSE_FACTOR, factor))


MIN_PAUSE_FACTOR, MAX_PAUSE_FACTOR = 0.75, 3.0
"""Limits of a pause as factors on ``Character.median_pause_ms``."""

CHARACTERS: Mapping[str, Character] = {
    character.slug: character
    for character in (
        Character("celeste", "Celeste", "medium", 620, Style(thrift=1.0), 0.2, 0.6),
        Character("tiao", "Tião", "easy", 800, Style(bold=-0.8, haste=-0.6), 0.35, 0.9),
        Character("ingrid", "Ingrid", "hard", 560, Style(bold=-0.7, thrift=0.7), 0.1, 0.3),
        Character("kwame", "Kwame", "medium", 520, Style(bold=1.0), 0.25, 0.4),
        Character("mei", "Mei", "master", 450, Style(haste=0.8, thrift=-0.4), 0.12, 0.5),
        Character("rafa", "Rafa", "easy", 480, Style(bold=0.7, haste=0.7), 0.4, 0.2),
        Character("anselm", "Anselm", "hard", 760, Style(haste=-0.3, spite=0.8), 0.15, 1.0),
        Character("yasmin", "Yasmin", "medium", 680, Style(spite=1.0), 0.3, 0.7),
        Character("nayra", "Nayra", "medium", 580, Style(thrift=-1.0), 0.25, 0.3),
        Character("batu", "Batu", "hard", 740, Style(bold=0.6, spite=0.7), 0.12, 0.8),
        Character("priya", "Priya", "master", 540, Style(thrift=0.7, haste=-0.7), 0.18, 1.0),
        Character("sione", "Sione", "easy", 720, Style(spite=-1.0), 0.35, 0.5),
    )
}
REGULARS = tuple(CHARACTERS)[:8]
"""Characters that take the chairs of a new table; the others come to larger tables, or when they are chosen."""


def draw_line_up(rng: Rng) -> list[Character]:
    """Draw a random seating order of all characters, the ``REGULARS`` first."""
    regulars = [CHARACTERS[slug] for slug in REGULARS]
    others = [character for slug, character in CHARACTERS.items() if slug not in REGULARS]
    rng.shuffle(regulars)
    rng.shuffle(others)
    return [*regulars, *others]
