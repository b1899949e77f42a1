"""Boards: public information shown beside the cards, either a vote or a set that can be won."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import HIDDEN, Card
from engine.moves import Note, Pile, Seat


class VoteTally(NamedTuple):
    """Board of a vote: its choices and, once it is over, its result and all votes."""

    rule: Note
    """Counting rule; its text key is under ``<slug>.board``."""
    choices: tuple[int, ...]
    votes: Mapping[Seat, int]
    """Seat -> its choice, without seats that did not vote. Before the result, only the viewer's own vote."""
    winning_choice: int
    """The winning choice; 0 during the vote."""


class Stake(NamedTuple):
    """Board of a set that a seat may win out of turn by throwing a card (in RoPeD)."""

    pile: Pile
    title: Note
    """Heading. Its text key, like those of ``lines``, is under ``<slug>.board``."""
    lines: tuple[Note, ...]
    thrown_cards: tuple[Card, ...]
    """Cards thrown for it so far, in order."""
    winning_cards: tuple[Card, ...]
    """Cards of which any one would win it now."""
    counter_card: Card
    """Card that would win it next; HIDDEN for none."""
    asked_seats: tuple[Seat, ...]
    """Seats that may answer, by public knowledge."""
    can_answer: bool
    """Whether the viewing seat can throw a card."""

    @property
    def chain(self) -> tuple[Card, ...]:
        """All cards of the chain for a set at stake, in the order in which seats can throw them."""
        return (*self.thrown_cards, *self.winning_cards, *(() if self.counter_card == HIDDEN else (self.counter_card,)))


Board = VoteTally | Stake
