"""Key moments of a record: the beginnings of deals and a seat's decisions, which a review analyses."""

from typing import NamedTuple

from engine.game import Game
from engine.match.record import Record
from engine.match.replay import Replay
from engine.moves import Move, Seat
from engine.rng import Rng


class MatchMoment(NamedTuple):
    """A position of the reviewed match, with the move played in it."""

    move_index: int
    """Number of moves before the position."""
    deal_number: int
    """Number of the deal, from 1."""
    position: Game
    """The game, without events."""
    decision_move: Move | None = None
    """The move played in this position; None if it is not analysed."""

    def snapshot(self, decision_move: Move | None = None) -> "MatchMoment":
        """Return a copy of this match moment with a cloned position."""
        return self._replace(position=self.position.clone(), decision_move=decision_move)

    def after_move(self) -> "MatchMoment":
        """Return the moment of the match after the move played here."""
        assert self.decision_move is not None
        game = self.position.clone()
        game.push(self.decision_move)
        return MatchMoment(self.move_index + 1, _deal_number(game), game)

    @property
    def wins_deal(self) -> bool:
        """Whether the move played in this moment of the match ends its deal and wins it."""
        assert self.decision_move is not None
        game = self.after_move().position
        return len(game.history) > len(self.position.history) and self.decision_move.seat in game.deal_winners

    def rng_for(self, seed: int, stream: int) -> Rng:
        """Return a random generator for this moment of the match, different for each ``stream``, 0 … 255."""
        return Rng(seed ^ Rng(self.move_index << 8 | stream).bits())

    @property
    def position_with_open_cards(self) -> Game:
        """This moment's position with all cards open, without pending answers and random state."""
        return self.position.open_view()


class KeyMoments(NamedTuple):
    """The key moments of a match for its review, up to the first illegal move."""

    decisions: tuple[MatchMoment, ...]
    """The seat's decisions, that is moves with alternatives."""
    deal_starts: tuple[MatchMoment, ...]
    """The beginnings of deals."""
    end: MatchMoment
    """The last position."""


class KeyMomentSearch(Replay):
    """Search for the key moments of a match record for a seat, in small steps.

    Moves adopted from another match are skipped, and so are those that a bot played for the seat's person. An illegal
    move ends the search.
    """

    def __init__(self, record: Record, seat: Seat) -> None:
        super().__init__(record)
        self.seat = seat
        self.game.events = None
        self._decisions: list[MatchMoment] = []
        self._deal_starts: list[MatchMoment] = []
        self._last_deal_number = 0

    @property
    def key_moments(self) -> KeyMoments:
        """The key moments of the match among the moves replayed so far."""
        return KeyMoments(tuple(self._decisions), tuple(self._deal_starts), self._current_moment())

    def step(self, max_moves: int) -> int:
        made = super().step(max_moves)
        if self.is_done:
            self._store_if_key_moment(None)
        return made

    def _push_move(self, move: Move) -> None:
        self._store_if_key_moment(move)
        self.game.push(move)
        self.moves_made += 1

    def _current_moment(self) -> MatchMoment:
        return MatchMoment(self.moves_made, _deal_number(self.game), self.game)

    def _store_if_key_moment(self, next_move: Move | None) -> None:
        """Store the current position if it is a key moment; ``next_move`` is the next move, None at the end."""
        if self.moves_made < self.record.adopted:
            return
        game = self.game
        if game.outcome is None and _deal_number(game) != self._last_deal_number:
            self._last_deal_number = _deal_number(game)
            self._deal_starts.append(self._current_moment().snapshot())
        is_own = (
            next_move is not None
            and next_move.seat == self.seat
            and self.moves_made not in self.record.substituted  # a bot's
        )
        if next_move is not None and is_own and len(game.legal_moves(self.seat)) > 1:
            self._decisions.append(self._current_moment().snapshot(next_move))


def key_moments(record: Record, seat: Seat) -> KeyMoments:
    """Return the key moments of a match record for a seat."""
    search = KeyMomentSearch(record, seat)
    search.finish()
    return search.key_moments


def _deal_number(game: Game) -> int:
    """Return the number of a match's current deal, or of the last one after the match."""
    return len(game.history) + (game.outcome is None)
