"""What the table shows at some moments besides the cards: a vote, or a set that may be won."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import HIDDEN, Card
from engine.moves import Note, Pile, Seat


class VoteTally(NamedTuple):
    """A vote: what may be voted for, and once it is over the result and who voted for what."""

    rule: Note
    """How votes are counted, with a key under ``<slug>.board``."""
    choices: tuple[int, ...]
    votes: Mapping[Seat, int]
    """Seat -> its choice; seats that didn't vote are missing, and before the result all that are hidden."""
    result: int
    """0 while it is voted."""


class Stake(NamedTuple):
    """Cards on the table that a seat may win out of turn by throwing a card."""

    pile: Pile
    title: Note
    """With a key under ``<slug>.board``, as have ``lines``."""
    lines: tuple[Note, ...]
    thrown_cards: tuple[Card, ...]
    """Cards thrown for it so far, in order."""
    winning_cards: tuple[Card, ...]
    """Each of these would win it now."""
    counter_card: Card
    """The card that could win it back after that; HIDDEN for none."""
    asked_seats: tuple[Seat, ...]
    """Who may answer, by public knowledge."""
    can_answer: bool
    """Whether the seat that looks at the board can answer."""

    @property
    def chain(self) -> tuple[Card, ...]:
        """All these cards, in the order in which they may be thrown."""
        return (*self.thrown_cards, *self.winning_cards, *(() if self.counter_card == HIDDEN else (self.counter_card,)))


Board = VoteTally | Stake
