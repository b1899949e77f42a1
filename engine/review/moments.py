"""The positions of a record that a review looks at: the beginnings of deals and a seat's decisions."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.game import Game
from engine.match.record import Record
from engine.moves import Move, Seat
from engine.rng import Rng


class MatchMoment(NamedTuple):
    """A position of the match."""

    at: int
    """Number of moves before it."""
    deal: int
    """Number of the deal, from 1."""
    position: Game
    """The game, without events."""
    played: Move | None = None
    """The move played there."""

    def snapshot(self, played: Move | None = None) -> "MatchMoment":
        """A copy with a position that doesn't change any more."""
        return self._replace(position=self.position.clone(), played=played)

    def after(self) -> "MatchMoment":
        """The moment after the played move."""
        assert self.played is not None
        game = self.position.clone()
        game.push(self.played)
        return MatchMoment(self.at + 1, _deal(game), game)

    def chance(self, seed: int, use: int) -> Rng:
        """A random generator for this moment, a different one for each use, 0 … 255."""
        return Rng(seed ^ Rng(self.at << 8 | use).bits())

    @property
    def opened(self) -> Game:
        """The position with all cards open; pending answers and random numbers stay unknown."""
        shown = self.position.clone()
        shown.rng, shown.answers = Rng(0), ()
        return shown


class KeyMoments(NamedTuple):
    """The key moments of a match, as far as it can be replayed."""

    decisions: tuple[MatchMoment, ...]
    """The seat's decisions, that is moves with a choice."""
    deals: tuple[MatchMoment, ...]
    """The beginnings of deals."""
    end: MatchMoment
    """The last position."""


def key_moments(record: Record, seat: Seat) -> KeyMoments:
    """Find the key moments of a record. Moves adopted from another match are skipped; an illegal move ends it."""
    decisions, deals = [], []
    deal = 0
    for moment in _moments(record):
        game, move = moment.position, moment.played
        if moment.at < record.adopted:
            continue
        if moment.deal != deal and game.outcome is None:
            deals.append(moment.snapshot())
            deal = moment.deal
        if move is not None and move.seat == seat and len(game.legal_moves(seat)) > 1:
            decisions.append(moment.snapshot(move))
    return KeyMoments(tuple(decisions), tuple(deals), moment)


def _moments(record: Record) -> Iterator[MatchMoment]:
    """All positions with the move played there, by any seat; each is valid until the next is requested."""
    game = record.start()
    game.events = None
    at = 0
    for move in record.moves:
        if game.refusal(move) is not None:
            break
        yield MatchMoment(at, _deal(game), game, move)
        game.push(move)
        at += 1
    yield MatchMoment(at, _deal(game), game)


def _deal(game: Game) -> int:
    """Number of the current deal, or of the last one."""
    return len(game.history) + (game.outcome is None)
