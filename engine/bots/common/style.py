"""Playing styles: preferences for moves with certain traits.

Each game describes its moves by ``Traits``, and a character has a ``Style``, the weights of the traits. A bot adds the
resulting preference, times its slack, to the value of a move. So a style decides only between moves that are nearly
equally good.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.characters import CHARACTERS, PLAIN_STYLE, Style
from engine.game import Game
from engine.moves import Move, Seat


class Traits(NamedTuple):
    """Traits of a move, each -1 … 1; 0 is neutral."""

    bold: float = 0.0
    """Takes a risk; below 0, plays safe."""
    thrift: float = 0.0
    """Saves strong cards; below 0, spends them."""
    haste: float = 0.0
    """Gets rid of cards quickly; below 0, waits."""
    spite: float = 0.0
    """Harms an opponent; below 0, spares them."""


MIN_PREFERENCE_GAP = 0.15
"""Range of preferences below which a style counts all moves as equal."""

TraitsOf = Callable[[Any, Seat, Move], Traits]
"""Returns the traits of a legal move in a position of one game."""
SlackFactors = Mapping[str, Mapping[Style, float]]
"""Level -> style -> factor on a bot's slack in one game; 1 for a style that isn't listed.

A style that agrees with good play changes few moves, so it gets a larger factor to be noticeable. A style that costs
much strength gets a smaller one. ``tests/bench/ladder.py`` measures both, as ``choices`` and ``styles``.
"""


def factors_by_style(**factors: float) -> Mapping[Style, float]:
    """Convert factors by character, on the value that a bot may give up for its style, to factors by playing style.

    Raises:
        KeyError: no such character.
    """
    return {CHARACTERS[slug].style: factor for slug, factor in factors.items()}


def no_traits(_view: Game, _seat: Seat, _move: Move) -> Traits:
    """Return neutral style traits of a move, for a game without traits of its own."""
    return Traits()


class GameStyle(NamedTuple):
    """A character's playing style in one game."""

    style: Style = PLAIN_STYLE
    traits_of: TraitsOf = no_traits
    slack_factor: float = 1.0
    """Factor on the bot's slack, above 0 (see ``SlackFactors``)."""

    @property
    def is_plain(self) -> bool:
        """Whether the playing style prefers no move to another."""
        return self.style == PLAIN_STYLE

    def preference(self, view: Game, seat: Seat, move: Move) -> float:
        """Return how much the playing style likes a move, from -``slack_factor`` to ``slack_factor``; 0 is neutral."""
        if self.is_plain:
            return 0.0
        traits = self.traits_of(view, seat, move)
        liked = sum(weight * trait for weight, trait in zip(self.style, traits, strict=True))
        return self.slack_factor * max(-1.0, min(1.0, liked))

    def preferences_stretched_to_slack(self, view: Game, seat: Seat, moves: Sequence[Move]) -> list[float]:
        """Return how much the playing style likes each move, from -``slack_factor`` (least) to ``slack_factor`` (most).

        Stretching makes a style visible even if the traits of the moves differ little. All 0 if they are nearly equal.
        """
        liked = [self.preference(view, seat, move) for move in moves]
        low, high = min(liked), max(liked)
        if high - low < MIN_PREFERENCE_GAP * self.slack_factor:
            return [0.0] * len(liked)
        return [self.slack_factor * (2.0 * (like - low) / (high - low) - 1.0) for like in liked]


PLAIN_GAME_STYLE = GameStyle()
