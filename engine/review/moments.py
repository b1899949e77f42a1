"""The moments of a record that a review looks at: its deals' beginnings and the free decisions of a seat."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.game import Game
from engine.match.record import Record
from engine.moves import Move, Seat
from engine.rng import Rng


class MatchMoment(NamedTuple):
    """A position of the match."""

    at: int
    """Moves of the record before it."""
    deal: int
    """Number of the deal, from 1."""
    position: Game
    """Without events."""
    played: Move | None = None
    """What was played there."""

    def kept(self, played: Move | None = None) -> "MatchMoment":
        """The same with a position that stays as it is."""
        return self._replace(position=self.position.clone(), played=played)

    def after(self) -> "MatchMoment":
        """The moment after what was played."""
        assert self.played is not None
        game = self.position.clone()
        game.push(self.played)
        return MatchMoment(self.at + 1, _deal(game), game)

    def chance(self, seed: int, use: int) -> Rng:
        """A generator of this moment's own; another one for each use, 0 … 255."""
        return Rng(seed ^ Rng(self.at << 8 | use).bits())

    @property
    def opened(self) -> Game:
        """The position with all cards open; what others answered to the same question, and chance, stay unknown."""
        shown = self.position.clone()
        shown.rng, shown.answers = Rng(0), ()
        return shown


class KeyMoments(NamedTuple):
    """A match as far as it can be replayed."""

    decisions: tuple[MatchMoment, ...]
    """The seat's moves where it had a choice."""
    deals: tuple[MatchMoment, ...]
    """Where the deals began."""
    end: MatchMoment
    """The last position."""


def key_moments(record: Record, seat: Seat) -> KeyMoments:
    """Go through a record: what was played in another match before (``adopted``) is passed over.

    A move that is impossible ends it, as the rest can't be replayed.
    """
    decisions, deals = [], []
    deal = 0
    for moment in _moments(record):
        game, move = moment.position, moment.played
        if moment.at < record.adopted:
            continue
        if moment.deal != deal and game.outcome is None:
            deals.append(moment.kept())
            deal = moment.deal
        if move is not None and move.seat == seat and len(game.legal_moves(seat)) > 1:
            decisions.append(moment.kept(move))
    return KeyMoments(tuple(decisions), tuple(deals), moment)


def _moments(record: Record) -> Iterator[MatchMoment]:
    """All positions with the move that was played there, whosesoever; each lasts until the next is asked for."""
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
    """Number of the deal that is being played, or of the last one."""
    return len(game.history) + (game.outcome is None)
