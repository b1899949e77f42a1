"""The moments of a record that a review looks at: its deals' beginnings and the free decisions of a seat."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.game import Game
from engine.moves import Move, Seat
from engine.record import Record
from engine.rng import Rng


class Moment(NamedTuple):
    """A position of the match."""

    at: int
    """Moves of the record before it."""
    deal: int
    """Number of the deal, from 1."""
    position: Game
    """A copy without events."""
    played: Move | None
    """What the seat played there, where it had a choice."""

    def chance(self, seed: int, use: int) -> Rng:
        """A generator of this moment's own; another one for each use, 0 … 255."""
        return Rng(seed ^ Rng(self.at << 8 | use).bits())

    @property
    def opened(self) -> Game:
        """The position with all cards open; what others answered to the same question, and chance, stay unknown."""
        shown = self.position.clone()
        shown.rng, shown.answers = Rng(0), ()
        return shown


class Course(NamedTuple):
    """A match as far as it can be replayed."""

    decisions: tuple[Moment, ...]
    """The seat's moves where it had a choice."""
    deals: tuple[Moment, ...]
    """Where the deals began."""
    end: Moment
    """The last position."""


def course(record: Record, seat: Seat) -> Course:
    """Go through a record: what was played in another match before (``adopted``) is passed over.

    A move that is impossible ends it, as the rest can't be replayed.
    """
    decisions, deals = [], []
    deal = 0
    for moment in _moments(record):
        game, at = moment.position, moment.at
        if at < record.adopted:
            continue
        move = record.moves[at] if at < len(record.moves) else None
        if moment.deal != deal and game.outcome is None:
            deals.append(moment)
            deal = moment.deal
        if move is not None and move.seat == seat and seat in game.waiting() and len(game.legal_moves(seat)) > 1:
            decisions.append(moment._replace(played=move))
    return Course(tuple(decisions), tuple(deals), moment)


def _moments(record: Record) -> Iterator[Moment]:
    """All positions, one after the other."""
    game = record.start()
    game.events = None
    at = 0
    while True:
        deal = len(game.history) + (game.outcome is None)
        yield Moment(at, deal, game.clone(), None)
        if at >= len(record.moves) or game.refusal(record.moves[at]) is not None:
            return
        game.push(record.moves[at])
        at += 1
