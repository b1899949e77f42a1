"""Moods: which expression everybody at the table shows, from events that all have seen and from time alone.

Nothing here reads a card, a hand or a move to come: an expression tells what everybody knows. No pygame here.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.events import Asked, Event, Moved, Said, Scored
from engine.moves import TABLE, Seat
from engine.rng import Rng
from scenes.look import speeds
from scenes.look.faces import Expression
from scenes.table.layouts.reaction import Reaction


@dataclass(slots=True)
class _Feeling:
    """A passing expression."""

    expression: Expression
    left: float
    """Milliseconds until it passes."""
    elapsed: float = 0.0


class Face(NamedTuple):
    """How a portrait is drawn."""

    expression: Expression = "neutral"
    lift: float = 0.0
    """How much higher than usual, logical pixels."""
    glances: bool = False
    """Whether the eyes of a thinking face are on the pile, not on the own hand."""


class Moods:
    """Follows what is shown. Of two feelings the later one counts, and both count more than thinking.

    Args:
        seats: number of seats.
        reactions: what is said -> how it is taken.
        thinkers: the seats that are seen thinking: those of computer players.
    """

    def __init__(self, seats: int, reactions: Mapping[str, Sequence[Reaction]], thinkers: Collection[Seat]) -> None:
        self.calm = False
        """Reduced motion: expressions are exchanged, and nothing else moves."""
        self._seats = range(seats)
        self._reactions = reactions
        self._thinkers = frozenset(thinkers)
        self._feelings: dict[Seat, _Feeling] = {}
        self._asked: frozenset[Seat] = frozenset()
        """Who has a question to answer."""
        self._thought: dict[Seat, float] = {}
        """Milliseconds for which each seat has been seen thinking."""
        self._glances: Seat | None = None
        """Whose eyes are on the pile."""
        self._swept = False
        """Whether a trick was swept away and nobody was asked since."""
        self._rng = Rng(seats)
        """For blinking alone."""
        self._blinks: dict[Seat, float] = {seat: self._until_blink() for seat in self._seats}
        """Milliseconds of motion until each face blinks; below 0 while it does."""

    def _until_blink(self) -> float:
        least, most = speeds.BLINKS
        return least + (most - least) * self._rng.unit()

    def clear(self) -> None:
        """Forget everything: the match stands at another point."""
        self._feelings.clear()
        self._thought.clear()
        self._asked, self._swept, self._glances = frozenset(), False, None

    # --- what happens -----------------------------------------------------------------------------------------------

    def hear(self, event: Event) -> list[Seat]:
        """Follow an event that is being shown; return the seats that are dismayed by it."""
        self._glances = None
        if isinstance(event, Asked):
            seats = event.ask.seats
            if self._swept and len(seats) == 1:  # whoever leads has won the trick
                self._feel(seats[0], "pleased")
            self._swept = False
            self._asked = self._thinkers & frozenset(seats)
            for seat in self._asked:
                self._thought.setdefault(seat, 0.0)
            return []
        self._asked = frozenset()
        if isinstance(event, Moved):
            self._swept |= event.how == "sweep"
        elif isinstance(event, Scored):
            for seat in event.winners:
                self._feel(seat, "pleased")
        elif isinstance(event, Said):
            return self._react(event)
        return []

    def _react(self, said: Said) -> list[Seat]:
        found = []
        for reaction in self._reactions.get(said.note.key, ()):
            seat = said.note.figures.get(reaction.who, said.seat)
            if reaction.expression is not None and seat != TABLE and not reaction.after:
                self._feel(seat, reaction.expression, reaction.lasts)
                if reaction.expression == "dismayed":
                    found.append(seat)
        return found

    def _feel(self, seat: Seat, expression: Expression, lasts: float = speeds.EXPRESSION) -> None:
        self._feelings[seat] = _Feeling(expression, lasts)

    def glance(self, seat: Seat | None) -> bool:
        """Let one seat's eyes go to the pile, or all back to the hands; True when a face changes.

        Whoever calls this goes by the clock of the seat's pause, which tells nothing about its hand.
        """
        if self.calm or seat == self._glances:
            return False
        self._glances = seat
        return True

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float, *, moving: bool) -> bool:
        """Let dt milliseconds pass at the table's speed; True when a face changes.

        Faces blink while something else is ``moving`` on the table.
        """
        if not (moving or self._feelings or self._thought or min(self._blinks.values()) < 0):
            return False
        before = [self.face(seat) for seat in self._seats]
        for seat, feeling in list(self._feelings.items()):
            feeling.left -= dt
            feeling.elapsed += dt
            if feeling.left <= 0:
                del self._feelings[seat]
        for seat in list(self._thought):
            self._thought[seat] += dt
            if seat not in self._asked and self._thought[seat] >= speeds.LEAST_THOUGHT:
                del self._thought[seat]
        for seat, left in self._blinks.items():
            if left <= -speeds.BLINK:
                self._blinks[seat] = self._until_blink()
            elif moving or left < 0:
                self._blinks[seat] = left - dt
        return before != [self.face(seat) for seat in self._seats]

    @property
    def due(self) -> float:
        """Milliseconds at the table's speed until a face changes without anything else; infinite for never."""
        due = [math.inf]
        for feeling in self._feelings.values():
            bobs = feeling.expression == "pleased" and feeling.elapsed < speeds.BOB
            lids = feeling.elapsed < speeds.LIDS
            due.append(0.0 if not self.calm and (bobs or lids) else feeling.left)
        due += [speeds.LEAST_THOUGHT - spent for seat, spent in self._thought.items() if seat not in self._asked]
        due += [speeds.BLINK + left for left in self._blinks.values() if left < 0]
        return max(0.0, min(due))

    # --- what is shown ----------------------------------------------------------------------------------------------

    def face(self, seat: Seat) -> Face:
        """How a seat's portrait is drawn now."""
        feeling = self._feelings.get(seat)
        if feeling is not None:
            if not self.calm and feeling.elapsed < speeds.LIDS:
                return Face("blink", self._lift(feeling))
            return Face(feeling.expression, self._lift(feeling))
        if not self.calm and self._blinks.get(seat, 0.0) < 0:
            return Face("blink")
        return Face("thinking", glances=seat == self._glances) if seat in self._thought else Face()

    def _lift(self, feeling: _Feeling) -> float:
        """Height of the bob: up, and down again."""
        if self.calm or feeling.expression != "pleased" or feeling.elapsed >= speeds.BOB:
            return 0.0
        return speeds.BOB_HEIGHT * math.sin(math.pi * feeling.elapsed / speeds.BOB)
