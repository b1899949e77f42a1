"""A bot between two levels."""

from collections.abc import Callable, Iterator
from typing import Any

from engine.bots.common.base import Bot, Thought
from engine.moves import Seat
from engine.rng import Rng


class MixedLevelBot:
    """A bot that makes some of its decisions as a stronger one and the others as a weaker one.

    So it plays as a person who mostly sees a good move and now and then does not, and the share of good decisions is a
    continuous dial. Both bots are given the same view, and chance alone says which of them decides.

    Args:
        lower: makes the weaker bot, where it decides.
        upper: makes the stronger bot, where it decides.
        share: of the stronger bot's decisions, 0 … 1.
    """

    def __init__(self, lower: Callable[[], Bot], upper: Callable[[], Bot], share: float) -> None:
        self.lower = lower
        self.upper = upper
        self.share = share

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the answers of the bot that decides."""
        make = self.upper if rng.unit() < self.share else self.lower
        yield from make().think(view, seat, rng)
