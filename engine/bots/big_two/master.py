"""Master level of Big Two: the learned search if its network was trained for the house rules, else the plain search."""

import os
from collections.abc import Iterator, Sequence

from engine.bots.big_two.search import BigTwoBudget, BigTwoSearch
from engine.bots.common.base import Bot, MoveComparer, Thought, WorldComparison
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.game import Game
from engine.games.big_two.game import BigTwo
from engine.games.big_two.options import BigTwoOptions
from engine.moves import Move, Seat
from engine.rng import Rng

FALLBACK_BUDGET = BigTwoBudget(playouts=1600)
LEARNED_WORLDS = 64
"""Number of worlds of the learned search for one decision."""
_LEARNED_RULES = BigTwoOptions()
_DEAL_OPTIONS = ("pass_rule", "flush_compare", "open_with_3d", "scoring", "four_plus_one")
"""House rules that change a deal; the number of deals in a match does not."""


def is_learned(options: BigTwoOptions) -> bool:
    """Whether the Big Two network was trained for these house rules."""
    return all(getattr(options, name) == getattr(_LEARNED_RULES, name) for name in _DEAL_OPTIONS)


class BigTwoMaster:
    """Big Two's Master bot: learned search if the network was trained for the house rules, else plain search."""

    def __init__(self, patience: float = 1.0, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        self.patience = patience
        self.style = style

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield a Big Two move at once, then better ones as the search goes on."""
        yield from self._search(view).think(view, seat, rng)

    def compare(self, view: Game, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Play out Big Two moves in one sample of hidden cards after another, endlessly; yield the results of each."""
        search = self._search(view)
        assert isinstance(search, MoveComparer)
        yield from search.compare(view, seat, moves, rng)

    def _search(self, view: Game) -> Bot:
        assert isinstance(view, BigTwo)
        if is_learned(view.options):
            return _learned_search(self.patience, self.style)
        return plain_search(self.patience, self.style)


def plain_search(patience: float, style: GameStyle) -> BigTwoSearch:
    """Return Big Two's search without a network: for untrained house rules, and where the learned search fails."""
    return BigTwoSearch(FALLBACK_BUDGET.scale(patience), style)


def _learned_search(patience: float, style: GameStyle) -> Bot:
    # One thread: several would slow down such small matrix products and take cores from the window.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Late import: numpy costs 100 ms and 25 MB, and only Master needs it.
    from engine.bots.big_two.learned.search import LearnedBudget, LearnedSearch  # noqa: PLC0415

    return LearnedSearch(LearnedBudget(LEARNED_WORLDS).scale(patience), style)
