"""House rules that a fast bot knows; it leaves all other rules to the common search.

A fast bot has its own model of the rules, a table or a network. An option that it doesn't name is known to it only with
its standard value, so a new house rule is played by the search until somebody adds it here.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

from engine.bots.common.base import Bot, MoveComparer, Thought, WorldComparison
from engine.bots.common.policy_bots import distance
from engine.game import Game
from engine.moves import Move, Seat
from engine.options import Value
from engine.rng import Rng


class KnownRules:
    """House rules that a fast bot knows: for each option its known values besides the standard one."""

    def __init__(self, **values: Collection[Value]) -> None:
        self.values = values


@lru_cache(maxsize=256)
def covers(known: KnownRules, options: Any) -> bool:
    """Whether every house rule is a known or a standard one; ``options`` as in ``Game.options``."""
    values = [(field, getattr(options, field.name)) for field in fields(options)]
    return all(value == field.default or value in known.values.get(field.name, ()) for field, value in values)


def nearest_legal_move(view: Game, move: Move) -> Move:
    """Return a move if it is legal, else a legal one with the same verb and about as many cards, if possible."""
    if view.refusal(move) is None:
        return move
    return min(view.legal_moves(move.seat), key=lambda legal: distance(legal, move))


class CoveringBot:
    """A bot that decides by a fast bot under the rules that this one knows, else by another one.

    Args:
        known: the rules that the fast bot knows.
        make_fast: makes the fast bot.
        make_other: makes the bot for all other rules.
    """

    def __init__(self, known: KnownRules, make_fast: Callable[[], Bot], make_other: Callable[[], Bot]) -> None:
        self.known = known
        self.make_fast = make_fast
        self.make_other = make_other

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the thoughts of the bot that knows the rules of this match."""
        yield from self._bot_for(view).think(view, seat, rng)

    def compare(self, view: Game, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Compare moves by the search that knows the rules of this match; see ``MoveComparer.compare``."""
        search = self._bot_for(view)
        assert isinstance(search, MoveComparer)
        yield from search.compare(view, seat, moves, rng)

    def _bot_for(self, view: Game) -> Bot:
        return self.make_fast() if covers(self.known, view.options) else self.make_other()
