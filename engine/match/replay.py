"""Replaying a record in parts, so that no frame of the window takes long however many moves there are."""

from bisect import bisect_right
from collections.abc import Collection
from itertools import chain
from typing import NamedTuple

from engine.cards import PACK
from engine.events import Event, Moved, Scored, Shuffled
from engine.game import Game
from engine.match.record import Record, RecordError, impossible
from engine.moves import Move, Seat
from engine.tableau import STOCK

AT_ONCE = 2000
"""Maximum number of moves replayed within one frame before the player is told to wait: 50 to 120 ms."""
SLICE = 500
"""Number of moves replayed per frame after that: 13 to 30 ms."""
APART = 16
"""Number of moves from one kept position to the next. All positions of a match of 14,000 moves took 70 MB."""
MOST_TOLD = 5000
"""Approximate maximum number of events that a table and its log begin with, about 1,000 moves; never less than the
present deal and the one before it."""


class Replay:
    """A record that is replayed in parts; it ends before an illegal move.

    Args:
        record: the match; its moves are read as the replay gets to them.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.wrong: RecordError | None = None
        """Why the replay ended before the match; None if it didn't."""
        self.game = record.start()
        """The position after ``made`` moves."""
        self.made = 0
        """Number of moves made so far."""

    @property
    def done(self) -> bool:
        """Whether all moves up to the first illegal one were made."""
        return self.wrong is not None or self.made == len(self.record.moves)

    @property
    def share(self) -> float:
        """Progress, 0 … 1."""
        return 1.0 if self.done else self.made / len(self.record.moves)

    def step(self, most: int) -> int:
        """Make up to ``most`` more moves; return how many."""
        begun, game = self.made, self.game
        for move in self.record.moves[begun : begun + most]:
            refusal = game.refusal(move)
            if refusal is not None:
                self.wrong = impossible(self.record, self.made + 1, game, refusal)
                break
            self._push(move)
        return self.made - begun

    def finish(self) -> None:
        """Make all moves that are left."""
        self.step(len(self.record.moves))

    def _push(self, move: Move) -> None:
        self.game.drain()
        self.game.push(move)
        self.made += 1


class _Beginning(NamedTuple):
    """A moment at which all cards have been gathered in the stock and shuffled: what follows can be told without what
    was before. In most games that is the beginning of each deal."""

    at: int
    """Number of moves before it, including the one that led to it."""
    offset: int
    """Number of events of that move before it."""
    before: int
    """Number of all events before it."""
    deal: int
    """Number of the deal that begins there, from 1."""


class History(Replay):
    """A replay that keeps every event, and positions from which each other one is reached quickly."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.steps: list[list[Event]] = []
        """Events of each move; those before the first move at index 0."""
        self._ends: list[int] = []
        """Number of all events up to the end of each step."""
        self._positions: list[Game] = []
        """The positions after every ``APART`` moves."""
        self._deals: list[int] = []
        """Number of moves before each deal begins."""
        self._beginnings: list[_Beginning] = []
        self._results: list[tuple[int, Scored]] = []
        """Number of moves before each result, and the result."""
        self._stock = self._pack = self.game.packs(record.seats) * PACK
        """Number of cards in the stock."""
        self._keep()

    def _push(self, move: Move) -> None:
        self.game.push(move)
        self.made += 1
        self._keep()

    def _keep(self) -> None:
        """Keep the events since the last move, and the position if it is its turn."""
        step, at = self.game.drain(), self.made
        before = self._ends[-1] if self._ends else 0
        ended = False
        for i, event in enumerate(step):
            if isinstance(event, Moved):
                count = len(event.cards)
                self._stock += count * ((event.target == STOCK) - (event.source == STOCK))
            elif isinstance(event, Shuffled):
                deal = len(self._results) + 1
                known = bool(self._beginnings) and self._beginnings[-1].deal == deal
                if event.pile == STOCK and self._stock == self._pack and not known:
                    self._beginnings.append(_Beginning(at, i, before + i, deal))
            elif isinstance(event, Scored):
                self._results.append((at, event))
                ended = True
        if not at and not self._beginnings:
            self._beginnings.append(_Beginning(0, 0, 0, 1))
        if not at or (ended and self.game.outcome is None):
            self._deals.append(at)
        self.steps.append(step)
        self._ends.append(before + len(step))
        if at % APART == 0:
            self._positions.append(self.game.clone())

    # --- any position -----------------------------------------------------------------------------------------------

    @property
    def deals(self) -> tuple[int, ...]:
        """Number of moves before each deal begins."""
        return tuple(self._deals)

    def position(self, at: int) -> Game:
        """A copy of the position after ``at`` moves: the kept one before it, played on. It records no events."""
        game = self._positions[at // APART].clone()
        for move in self.record.moves[at - at % APART : at]:
            game.push(move)
        return game

    def last_decision(self, seat: Seat, others: Collection[Seat]) -> int | None:
        """Number of moves before the last one of a seat that had a choice.

        None if there is none, or if one of the ``others`` has moved since.
        """
        moves = self.record.moves
        for first in range((len(moves) - 1) // APART * APART, -1, -APART):
            found, game = None, self._positions[first // APART].clone()
            blocked = False
            for at, move in enumerate(moves[first : first + APART], first):
                if move.seat == seat and len(game.legal_moves(seat)) > 1:
                    found, blocked = at, False
                elif move.seat in others:
                    blocked = True
                game.push(move)
            if found is not None or blocked:
                return None if blocked else found
        return None

    def told_from(self, at: int) -> int:
        """Number of the deal, from 1, with which the ``told`` events begin."""
        return self._beginning(at).deal

    def told(self, at: int) -> list[Event]:
        """The last events up to the position after ``at`` moves, from the beginning of a deal (see ``MOST_TOLD``)."""
        begun = self._beginning(at)
        return [*self.steps[begun.at][begun.offset :], *chain.from_iterable(self.steps[begun.at + 1 : at + 1])]

    def _beginning(self, at: int) -> _Beginning:
        deal = bisect_right(self._deals, at)
        known = [one for one in self._beginnings if one.at <= at and one.deal < max(2, deal)]
        return next((one for one in known if self._ends[at] - one.before <= MOST_TOLD), known[-1])

    def results(self, at: int) -> list[Scored]:
        """The results of all deals finished within ``at`` moves, in order."""
        return [scored for made, scored in self._results if made <= at]

    # --- going on ---------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> list[Event]:
        """Play a move after the last one and add it to the record; return its events.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """
        self.game.play(move)
        self.record.append(move)
        self.made += 1
        self._keep()
        return self.steps[-1]

    def undo_to(self, count: int) -> list[Move]:
        """Undo all but the first ``count`` moves; return the undone ones, for redo."""
        gone = self.record.undo_to(count)
        self.made = count
        self.game = self.position(count)
        self.game.drain()  # from now on it records events
        del self.steps[count + 1 :], self._ends[count + 1 :], self._positions[count // APART + 1 :]
        self._deals = [at for at in self._deals if at <= count]
        self._beginnings = [one for one in self._beginnings if one.at <= count]
        self._results = [one for one in self._results if one[0] <= count]
        self._stock = len(self.game.piles[STOCK])
        return gone
