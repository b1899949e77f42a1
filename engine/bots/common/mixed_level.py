"""A bot whose strength lies between two levels."""

from collections.abc import Callable, Iterator
from typing import Any

from engine.bots.common.base import Bot, Thought
from engine.moves import Seat
from engine.rng import Rng


class MixedLevelBot:
    """A bot that leaves each decision at random to a stronger or to a weaker bot.

    The choice doesn't depend on the position, so the fraction of strong decisions sets the strength continuously.

    Args:
        lower: makes the weaker bot, called for each of its decisions.
        upper: makes the stronger bot, called for each of its decisions.
        upper_probability: probability of the stronger bot, 0 … 1.
    """

    def __init__(self, lower: Callable[[], Bot], upper: Callable[[], Bot], upper_probability: float) -> None:
        self.lower = lower
        self.upper = upper
        self.upper_probability = upper_probability

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Draw at random whether the stronger or the weaker bot decides, and yield its thoughts."""
        make = self.upper if rng.unit() < self.upper_probability else self.lower
        yield from make().think(view, seat, rng)
