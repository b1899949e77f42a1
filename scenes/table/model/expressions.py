"""Expressions of all portraits, derived from public events and time only. No pygame here."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.events import Announced, CardsMoved, DealScored, Event, QuestionAsked
from engine.moves import TABLE, Seat
from engine.rng import Rng
from scenes.render import timing
from scenes.render.expressions import Expression
from scenes.table.layouts.reaction import Reaction


@dataclass(slots=True)
class _TimedExpression:
    """A portrait's facial expression, shown for a limited time."""

    expression: Expression
    left_ms: float
    """Milliseconds until it ends."""
    elapsed_ms: float = 0.0


class FaceState(NamedTuple):
    """Appearance of a seat's portrait: its expression, its height, and the direction of its eyes."""

    expression: Expression = "neutral"
    lift: float = 0.0
    """Distance above its usual position, logical pixels."""
    is_looking_at_pile: bool = False
    """Whether the eyes of a thinking face are on the pile, not on the own hand."""


class FaceExpressions:
    """Tracks the facial expression of each seat's portrait. A later reaction replaces an earlier one, and any reaction
    replaces thinking.

    Args:
        seats: number of seats.
        reactions: announcement key -> reactions to it.
        computer_seats: seats of computer players, whose faces show them thinking.
    """

    def __init__(
        self, seats: int, reactions: Mapping[str, Sequence[Reaction]], computer_seats: Collection[Seat]
    ) -> None:
        self.reduced_motion = False
        """Reduced motion: expressions change, and nothing else moves."""
        self._seats = range(seats)
        self._reactions = reactions
        self._computer_seats = frozenset(computer_seats)
        self._timed_expressions: dict[Seat, _TimedExpression] = {}
        self._asked_seats: frozenset[Seat] = frozenset()
        """Computer seats that have to act."""
        self._thinking_ms: dict[Seat, float] = {}
        """Seat -> milliseconds for which its portrait has shown the thinking face."""
        self._seat_looking_at_pile: Seat | None = None
        """Seat whose eyes are on the pile; None for no seat."""
        self._trick_swept = False
        """Whether a trick was swept and no question was asked since."""
        self._rng = Rng(seats)
        """Used for blinking only."""
        self._ms_until_blink: dict[Seat, float] = {seat: self._random_blink_interval_ms() for seat in self._seats}
        """Seat -> milliseconds until its portrait blinks, counted only while something moves; negative during the
        blink."""

    def _random_blink_interval_ms(self) -> float:
        least, most = timing.BLINK_INTERVAL_MS
        return least + (most - least) * self._rng.unit()

    def reset(self) -> None:
        """Reset the expressions of all portraits, after a jump to another point of the match."""
        self._timed_expressions.clear()
        self._thinking_ms.clear()
        self._asked_seats, self._trick_swept, self._seat_looking_at_pile = frozenset(), False, None

    # --- events -----------------------------------------------------------------------------------------------------

    def react_and_find_dismayed(self, event: Event) -> list[Seat]:
        """Change the portraits' expressions for a shown event; return only the seats that the event dismays."""
        self._seat_looking_at_pile = None
        if isinstance(event, QuestionAsked):
            seats = event.ask.seats
            if self._trick_swept and len(seats) == 1:  # the leader has won the trick
                self._show_expression(seats[0], "pleased")
            self._trick_swept = False
            self._asked_seats = self._computer_seats & frozenset(seats)
            for seat in self._asked_seats:
                self._thinking_ms.setdefault(seat, 0.0)
            return []
        self._asked_seats = frozenset()
        if isinstance(event, CardsMoved):
            self._trick_swept |= event.manner == "sweep"
        elif isinstance(event, DealScored):
            for seat in event.winners:
                self._show_expression(seat, "pleased")
        elif isinstance(event, Announced):
            return self._react_to_announcement(event)
        return []

    def _react_to_announcement(self, event: Announced) -> list[Seat]:
        found = []
        for reaction in self._reactions.get(event.note.key, ()):
            seat = event.note.placeholders.get(reaction.seat_placeholder, event.seat)
            if reaction.expression is not None and seat != TABLE and not reaction.only_after_in_trick:
                self._show_expression(seat, reaction.expression, reaction.duration_ms)
                if reaction.expression == "dismayed":
                    found.append(seat)
        return found

    def _show_expression(self, seat: Seat, expression: Expression, duration_ms: float = timing.EXPRESSION_MS) -> None:
        self._timed_expressions[seat] = _TimedExpression(expression, duration_ms)

    def set_seat_looking_at_pile(self, seat: Seat | None) -> bool:
        """Make one seat's portrait look at the pile, or with None every portrait at its own hand; return whether any
        face changes.

        Callers must not derive the time from the seat's hand.
        """
        if self.reduced_motion or seat == self._seat_looking_at_pile:
            return False
        self._seat_looking_at_pile = seat
        return True

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float, *, moving: bool) -> bool:
        """Advance the portraits' expressions by ``elapsed_ms`` milliseconds at the table's speed; return whether a face
        changes.

        Faces blink while something else is ``moving`` on the table.
        """
        if not (moving or self._timed_expressions or self._thinking_ms or min(self._ms_until_blink.values()) < 0):
            return False
        before = [self.face_state(seat) for seat in self._seats]
        for seat, timed in list(self._timed_expressions.items()):
            timed.left_ms -= elapsed_ms
            timed.elapsed_ms += elapsed_ms
            if timed.left_ms <= 0:
                del self._timed_expressions[seat]
        for seat in list(self._thinking_ms):
            self._thinking_ms[seat] += elapsed_ms
            if seat not in self._asked_seats and self._thinking_ms[seat] >= timing.MIN_THINKING_FACE_MS:
                del self._thinking_ms[seat]
        for seat, remaining_ms in self._ms_until_blink.items():
            if remaining_ms <= -timing.BLINK_MS:
                self._ms_until_blink[seat] = self._random_blink_interval_ms()
            elif moving or remaining_ms < 0:
                self._ms_until_blink[seat] = remaining_ms - elapsed_ms
        return before != [self.face_state(seat) for seat in self._seats]

    @property
    def next_update_ms(self) -> float:
        """Milliseconds at the table's speed until a portrait's face changes by itself; infinite for never."""
        due = [math.inf]
        for feeling in self._timed_expressions.values():
            bobs = feeling.expression == "pleased" and feeling.elapsed_ms < timing.BOB_MS
            lids = feeling.elapsed_ms < timing.EXPRESSION_CHANGE_BLINK_MS
            due.append(0.0 if not self.reduced_motion and (bobs or lids) else feeling.left_ms)
        due += [
            timing.MIN_THINKING_FACE_MS - spent
            for seat, spent in self._thinking_ms.items()
            if seat not in self._asked_seats
        ]
        due += [timing.BLINK_MS + left for left in self._ms_until_blink.values() if left < 0]
        return max(0.0, min(due))

    # --- appearance -------------------------------------------------------------------------------------------------

    def face_state(self, seat: Seat) -> FaceState:
        """Return the current appearance of a seat's portrait."""
        feeling = self._timed_expressions.get(seat)
        if feeling is not None:
            if not self.reduced_motion and feeling.elapsed_ms < timing.EXPRESSION_CHANGE_BLINK_MS:
                return FaceState("blink", self._lift(feeling))
            return FaceState(feeling.expression, self._lift(feeling))
        if not self.reduced_motion and self._ms_until_blink.get(seat, 0.0) < 0:
            return FaceState("blink")
        return (
            FaceState("thinking", is_looking_at_pile=seat == self._seat_looking_at_pile)
            if seat in self._thinking_ms
            else FaceState()
        )

    def _lift(self, feeling: _TimedExpression) -> float:
        """Return the height of a pleased portrait's bob, which goes up and down once, logical pixels."""
        if self.reduced_motion or feeling.expression != "pleased" or feeling.elapsed_ms >= timing.BOB_MS:
            return 0.0
        return timing.BOB_HEIGHT * math.sin(math.pi * feeling.elapsed_ms / timing.BOB_MS)
