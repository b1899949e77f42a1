"""A whole match reviewed: its free decisions one after the other, the turning points, and a figure for the play."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.moves import Move, Seat
from engine.record import Record
from engine.review.judge import Verdict, judge
from engine.rng import Rng

WORLDS, HINDSIGHT = 16, 4
"""Worlds in which all moves are tried from the player's view, and playings of all with the cards open."""
TURNING = 3
"""So many turning points are named."""
CLEAR = 2.0
"""Standard errors by which a cost must be above 0 before it is held against anybody."""


class Decision(NamedTuple):
    """One choice that the player had."""

    at: int
    """Moves of the record before it: to play on from here, the match is replayed so far."""
    deal: int
    """Number of the deal, from 1."""
    played: Move
    known: Verdict
    """From the player's own view at that moment: what others held plays no part."""
    open: Verdict
    """With hindsight, all cards open."""

    @property
    def held_against(self) -> float:
        """Points that the decision cost, where that is clear; 0 elsewhere."""
        return self.known.cost if self.known.cost > CLEAR * self.known.error else 0.0


class Report(NamedTuple):
    """What a review says."""

    seat: Seat
    decisions: tuple[Decision, ...]
    """In the order in which they were made; moves without a choice are not judged."""

    @property
    def turning_points(self) -> tuple[Decision, ...]:
        """The decisions that cost most, the worst first; fewer than ``TURNING`` where there weren't so many."""
        costly = [decision for decision in self.decisions if decision.held_against > 0]
        return tuple(sorted(costly, key=lambda decision: -decision.held_against)[:TURNING])

    @property
    def cost(self) -> float:
        """Points that all decisions cost together; what chance added to one it took from another."""
        return sum(decision.known.cost for decision in self.decisions)

    @property
    def quality(self) -> float:
        """How well was played, per cent: 100 without any loss, 0 where as much was lost as by choosing at random.

        The cards that somebody had play no part in it: each decision is measured by what there was to lose in it.
        """
        room = sum(decision.known.room for decision in self.decisions)
        return 100.0 if room <= 0 else max(0.0, min(100.0, 100 * (1 - self.cost / room)))


def decisions(record: Record, seat: Seat, *, worlds: int = WORLDS, hindsight: int = HINDSIGHT) -> Iterator[Decision]:
    """Judge the free decisions of a seat one by one; what follows from the same record is always the same.

    Args:
        record: the match, finished or not.
        seat: whose decisions.
        worlds: for the judgement from the player's view, as ``judge`` takes them.
        hindsight: for that with all cards open.
    """
    game = Record(record.game, record.seats, record.seed, record.options, games=record.games).start()
    game.events = None
    for at, move in enumerate(record.moves):
        if move.seat == seat and len(game.legal_moves(seat)) > 1:
            chance = Rng(record.seed ^ Rng(at << 8 | seat).bits())
            known = judge(game.view(seat), seat, move, chance, worlds)
            shown = game.clone()
            shown.answers = ()
            yield Decision(at, len(game.history) + 1, move, known, judge(shown, seat, move, chance, hindsight))
        game.push(move)


def reviewed(record: Record, seat: Seat, found: Sequence[Decision] = ()) -> Report:
    """The report of a seat, from decisions that were judged or all of the match's."""
    return Report(seat, tuple(found or decisions(record, seat)))
