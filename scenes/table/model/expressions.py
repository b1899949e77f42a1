"""Expressions of all portraits, derived from public events and time only."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from engine.events import Announced, CardsMoved, DealScored, Event, QuestionAsked
from engine.moves import TABLE, Seat
from engine.rng import Rng
from scenes.render import timing
from scenes.render.expressions import Expression
from scenes.table.layouts.reaction import Reaction
from scenes.ui.timeline import Timeline, Tween


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
        timeline: the table's.
    """

    def __init__(
        self,
        seats: int,
        reactions: Mapping[str, Sequence[Reaction]],
        computer_seats: Collection[Seat],
        timeline: Timeline,
    ) -> None:
        self.timeline = timeline
        self._seats = range(seats)
        self._reactions = reactions
        self._computer_seats = frozenset(computer_seats)
        self._expressions: dict[Seat, Expression] = {}
        """Seat -> expression that its portrait shows for a limited time."""
        self._asked_seats: frozenset[Seat] = frozenset()
        """Computer seats that have to act."""
        self._seat_looking_at_pile: Seat | None = None
        """Seat whose eyes are on the pile; None for no seat."""
        self._trick_swept = False
        """Whether a trick was swept and no question was asked since."""
        self._rng = Rng(seats)
        """Used for blinking only."""
        self._ms_until_blink: dict[Seat, float] = {seat: self._random_blink_interval_ms() for seat in self._seats}
        """Seat -> milliseconds until its portrait blinks, counted only while something moves."""

    def _random_blink_interval_ms(self) -> float:
        least, most = timing.BLINK_INTERVAL_MS
        return least + (most - least) * self._rng.unit()

    def reset(self) -> None:
        """Reset the expressions of all portraits, after a jump to another point of the match."""
        self._expressions.clear()
        for key in ((name, seat) for name in ("face", "lids", "bob", "thinking") for seat in self._seats):
            self.timeline.stop(key)
        self._asked_seats, self._trick_swept, self._seat_looking_at_pile = frozenset(), False, None

    # --- events -----------------------------------------------------------------------------------------------------

    def react(self, event: Event) -> None:
        """Change the portraits' expressions for a shown event."""
        self._seat_looking_at_pile = None
        if isinstance(event, QuestionAsked):
            seats = event.ask.seats
            if self._trick_swept and len(seats) == 1:  # the leader has won the trick
                self._show_expression(seats[0], "pleased")
            self._trick_swept = False
            self._asked_seats = self._computer_seats & frozenset(seats)
            for seat in self._asked_seats:
                stays = Tween(timing.MIN_THINKING_FACE_MS, kind="delay", on_end=partial(self._is_thinking_over, seat))
                self.timeline.start(("thinking", seat), stays)
            return
        self._asked_seats = frozenset()
        if isinstance(event, CardsMoved):
            self._trick_swept |= event.manner == "sweep"
        elif isinstance(event, DealScored):
            for seat in event.winners:
                self._show_expression(seat, "pleased")
        elif isinstance(event, Announced):
            self._react_to_announcement(event)

    def _react_to_announcement(self, event: Announced) -> None:
        for reaction in self._reactions.get(event.note.key, ()):
            seat = event.note.placeholders.get(reaction.seat_placeholder, event.seat)
            if reaction.expression is not None and seat != TABLE and not reaction.only_after_in_trick:
                self._show_expression(seat, reaction.expression, reaction.duration_ms)

    def _show_expression(self, seat: Seat, expression: Expression, duration_ms: float = timing.EXPRESSION_MS) -> None:
        self._expressions[seat] = expression
        end = partial(self._expressions.pop, seat)
        self.timeline.start(("face", seat), Tween(duration_ms, kind="delay", on_end=end))
        self.timeline.start(("lids", seat), Tween(timing.EXPRESSION_CHANGE_BLINK_MS))
        self.timeline.stop(("bob", seat))
        if expression == "pleased":
            self.timeline.start(("bob", seat), Tween(timing.BOB_MS))

    def _is_thinking_over(self, seat: Seat) -> bool:
        return seat not in self._asked_seats

    def set_seat_looking_at_pile(self, seat: Seat | None) -> bool:
        """Make one seat's portrait look at the pile, or with None every portrait at its own hand; return whether any
        face changes.

        Callers must not derive the time from the seat's hand.
        """
        if self.timeline.reduces_motion or seat == self._seat_looking_at_pile:
            return False
        self._seat_looking_at_pile = seat
        return True

    # --- time -------------------------------------------------------------------------------------------------------

    def count_motion(self, elapsed_ms: float) -> None:
        """Count ``elapsed_ms`` milliseconds at the table's speed in which something moves on the table; faces blink
        only meanwhile."""
        for seat in self._seats:
            self._ms_until_blink[seat] -= elapsed_ms
            if self._ms_until_blink[seat] < 0:
                self._ms_until_blink[seat] = self._random_blink_interval_ms()
                self.timeline.start(("blink", seat), Tween(timing.BLINK_MS))

    # --- appearance -------------------------------------------------------------------------------------------------

    def face_state(self, seat: Seat) -> FaceState:
        """Return the current appearance of a seat's portrait."""
        timeline = self.timeline
        lift = timing.BOB_HEIGHT * math.sin(math.pi * timeline.progress(("bob", seat), default=0.0))
        if timeline.is_running(("lids", seat)):
            return FaceState("blink", lift)
        if seat in self._expressions:
            return FaceState(self._expressions[seat], lift)
        if timeline.is_running(("blink", seat)):
            return FaceState("blink")
        if seat in self._asked_seats or timeline.is_running(("thinking", seat)):
            return FaceState("thinking", is_looking_at_pile=seat == self._seat_looking_at_pile)
        return FaceState()
