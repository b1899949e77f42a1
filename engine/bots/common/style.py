"""How somebody plays, apart from how well: a style is a leaning towards moves of a certain look.

Each game says how a move looks (its ``Traits``); a character has a ``Style``. A bot adds the leaning, times a slack of
its own, to what it thinks a move is worth. So a style decides between moves that are nearly as good and no others.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.game import Game
from engine.moves import Move, Seat
from engine.people import PLAIN_STYLE, Style


class Traits(NamedTuple):
    """How a move looks, each -1 … 1; 0 says nothing."""

    bold: float = 0.0
    """Takes a risk; below 0, plays safe."""
    thrift: float = 0.0
    """Keeps strong cards back; below 0, spends them."""
    haste: float = 0.0
    """Many cards at once, to be done soon; below 0, bides its time."""
    spite: float = 0.0
    """Does harm to somebody; below 0, lets others be."""


TraitsOf = Callable[[Any, Seat, Move], Traits]
"""How a move looks in the position before it."""


def no_traits(_view: Game, _seat: Seat, _move: Move) -> Traits:
    """The looks of moves in a game that says nothing of them."""
    return Traits()


class GameStyle(NamedTuple):
    """A style in a game."""

    style: Style = PLAIN_STYLE
    traits_of: TraitsOf = no_traits

    @property
    def is_plain(self) -> bool:
        """Whether no move is liked more than another."""
        return self.style == PLAIN_STYLE

    def preference(self, view: Game, seat: Seat, move: Move) -> float:
        """How much the style likes a move, -1 … 1."""
        if self.is_plain:
            return 0.0
        traits = self.traits_of(view, seat, move)
        liked = sum(weight * trait for weight, trait in zip(self.style, traits, strict=True))
        return max(-1.0, min(1.0, liked))


PLAIN = GameStyle()
