"""The characters who play: their levels, their taste, and how long they take."""

import math
from collections.abc import Mapping
from typing import NamedTuple

from engine.rng import Rng


class Style(NamedTuple):
    """A character's taste: the weights of a move's traits, each -1 … 1."""

    bold: float = 0.0
    thrift: float = 0.0
    haste: float = 0.0
    spite: float = 0.0


PLAIN_STYLE = Style()

LEVELS = ("easy", "medium", "hard", "master")


class Character(NamedTuple):
    """An opponent. ``pace_ms`` is the usual pause before an answer at normal pace, 450 … 800 ms."""

    slug: str
    name: str
    level: str
    """The usual level; every character may play at any."""
    pace_ms: int
    style: Style
    moods: float
    """How much its pauses vary: the standard deviation of their logarithm, 0.1 … 0.4."""
    nerves: float
    """How much longer it takes when all hangs on a decision: 0 is as long as ever, 1 twice as long."""

    def pause(self, tension: float, rng: Rng) -> float:
        """Draw the milliseconds that it takes over a decision, at normal pace.

        A logarithmic normal distribution, as people's answers have, cut off at ``SHORTEST`` and ``LONGEST``. Nothing
        but what everybody at the table knows may go in, or a pause would tell what a hand is like.

        Args:
            tension: of the position (``Game.tension``), 0 … 1.
            rng: draws.
        """
        spread = sum(rng.unit() for _ in range(12)) - 6.0
        factor = math.exp(self.moods * spread) * (1.0 + self.nerves * tension)
        return self.pace_ms * min(LONGEST, max(SHORTEST, factor))


SHORTEST, LONGEST = 0.75, 3.0
"""Limits of a pause as shares of a character's usual one."""

CHARACTERS: Mapping[str, Character] = {
    character.slug: character
    for character in (
        Character("celeste", "Celeste", "medium", 620, Style(thrift=1.0), 0.2, 0.6),
        Character("tiao", "Tião", "easy", 800, Style(bold=-0.8, haste=-0.6), 0.35, 0.9),
        Character("ingrid", "Ingrid", "hard", 560, Style(bold=-0.7, thrift=0.7), 0.1, 0.3),
        Character("kwame", "Kwame", "medium", 520, Style(bold=1.0), 0.25, 0.4),
        Character("mei", "Mei", "master", 450, Style(haste=0.8, thrift=-0.4), 0.12, 0.5),
        Character("rafa", "Rafa", "easy", 480, Style(bold=0.7, haste=0.7), 0.4, 0.2),
        Character("anselm", "Anselm", "hard", 760, Style(haste=-0.7, spite=0.7), 0.15, 1.0),
        Character("yasmin", "Yasmin", "medium", 680, Style(spite=1.0), 0.3, 0.7),
    )
}
