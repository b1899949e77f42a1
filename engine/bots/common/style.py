"""Playing styles: a preference for moves with certain traits.

Each game describes how a move looks (its ``Traits``); a character has a ``Style``. A bot adds its preference, times a
slack of its own, to the value of a move. So a style decides only between moves that are nearly as good.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.characters import CHARACTERS, PLAIN_STYLE, Style
from engine.game import Game
from engine.moves import Move, Seat


class Traits(NamedTuple):
    """How a move looks, each -1 … 1; 0 is neutral."""

    bold: float = 0.0
    """Takes a risk; below 0, plays safe."""
    thrift: float = 0.0
    """Keeps strong cards back; below 0, spends them."""
    haste: float = 0.0
    """Gets rid of cards quickly; below 0, waits."""
    spite: float = 0.0
    """Harms somebody; below 0, spares them."""


MIN_PREFERENCE_GAP = 0.15
"""Differences between preferences below this are none."""

TraitsOf = Callable[[Any, Seat, Move], Traits]
"""A game's function from a position, a seat and a legal move to the traits of the move."""
Reach = Mapping[str, Mapping[Style, float]]
"""Level -> style -> how many times a bot's slack it may cost in a game; 1 for one that isn't listed.

A taste that good play shares changes few moves: to be seen in the game, it may go further than others. One that spoils
good play may go less far. ``tests/bench/level_strength.py`` measures both, as ``choices`` and ``styles``.
"""


def reach(**factors: float) -> Mapping[Style, float]:
    """Return the factors of one level by style, given by the slugs of the characters.

    Raises:
        KeyError: there is no such character.
    """
    return {CHARACTERS[slug].style: factor for slug, factor in factors.items()}


def no_traits(_view: Game, _seat: Seat, _move: Move) -> Traits:
    """Return neutral traits, for a game that describes none."""
    return Traits()


class GameStyle(NamedTuple):
    """A character's style in one game."""

    style: Style = PLAIN_STYLE
    traits_of: TraitsOf = no_traits
    reach: float = 1.0
    """How many times a bot's slack the style may cost, above 0 (see ``Reach``)."""

    @property
    def is_plain(self) -> bool:
        """Whether no move is preferred to another."""
        return self.style == PLAIN_STYLE

    def preference(self, view: Game, seat: Seat, move: Move) -> float:
        """Return how much the style likes a move, from minus its reach to its reach."""
        if self.is_plain:
            return 0.0
        traits = self.traits_of(view, seat, move)
        liked = sum(weight * trait for weight, trait in zip(self.style, traits, strict=True))
        return self.reach * max(-1.0, min(1.0, liked))

    def preferences(self, view: Game, seat: Seat, moves: Sequence[Move]) -> list[float]:
        """Return how much the style likes each of some moves, from minus its reach for the least liked to its reach.

        So a style shows in every game that has the choice, however faint the traits are; 0 if all are alike.
        """
        liked = [self.preference(view, seat, move) for move in moves]
        low, high = min(liked), max(liked)
        if high - low < MIN_PREFERENCE_GAP * self.reach:
            return [0.0] * len(liked)
        return [self.reach * (2.0 * (like - low) / (high - low) - 1.0) for like in liked]


PLAIN_GAME_STYLE = GameStyle()
