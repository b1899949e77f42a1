"""What everybody should have before their eyes at some moments besides the cards: a vote, a set that may be won."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import HIDDEN, Card
from engine.moves import Note, Pile, Seat


class Tally(NamedTuple):
    """A vote that was taken."""

    title: Note
    """What came of it; a text of what is said."""
    rule: Note
    """How votes are counted; a text of boards."""
    choices: tuple[int, ...]
    votes: Mapping[Seat, int]
    """Who voted for which of the choices; seats that didn't vote are missing."""
    result: int


class Stake(NamedTuple):
    """Cards on the table that somebody may win out of turn by throwing a card."""

    pile: Pile
    title: Note
    """A text of boards, as ``lines`` are."""
    lines: tuple[Note, ...]
    thrown: tuple[Card, ...]
    """What was thrown for it so far, the first card first."""
    wanted: tuple[Card, ...]
    """Any of these wins it now."""
    further: Card
    """What could win it back then; HIDDEN for nothing."""
    asked: tuple[Seat, ...]
    """Who may answer, as far as everybody knows."""
    can: bool
    """Whether the seat for which this was made can answer."""

    @property
    def chain(self) -> tuple[Card, ...]:
        """All these cards in the order in which they may be thrown."""
        return (*self.thrown, *self.wanted, *(() if self.further == HIDDEN else (self.further,)))


Board = Tally | Stake
