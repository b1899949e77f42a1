"""Sounds of a card table for shown events, picked-up cards, the last seconds of a countdown, and results."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from engine.events import Announced, CardsMoved, CardsTurned, Event, PileShuffled
from engine.moves import Seat
from scenes.render import timing
from scenes.shell.context import Context
from scenes.sound import cues
from scenes.table.model.hand_controller import HandController

TICKING_SECONDS = 5
"""Number of last seconds of a countdown with a tick."""


class TableSounds:
    """Plays the sound cues of a card table.

    Args:
        context: access to the sound player and the settings.
        viewer: the player's seat.
        bad_announcements: keys of announcements that are bad for the first seat they name.
    """

    def __init__(self, context: Context, viewer: Seat, bad_announcements: Collection[str] = ()) -> None:
        self.context = context
        self.viewer = viewer
        self._bad_announcements = bad_announcements
        self._pick_up_level = 0
        """A number that grows when cards are picked up or selected."""

    def on_event(self, event: Event) -> None:
        """Play the sound cue of a game event that is being shown on the table."""
        sound = None
        if isinstance(event, CardsMoved) and event.cards:
            sound = cues.CUES_BY_MOTION.get(event.manner, cues.OTHER_MOTION_CUE)
        elif isinstance(event, CardsTurned):
            sound = cues.CARDS_TURNED_CUE
        elif isinstance(event, PileShuffled):
            sound = cues.SHUFFLE_CUE
        elif isinstance(event, Announced) and event.loud:
            seat = event.note.placeholders.get("seat", event.seat)
            sound = (
                cues.BAD_NEWS_CUE
                if seat == self.viewer and event.note.key in self._bad_announcements
                else cues.ANNOUNCEMENT_CUE
            )
        if sound is not None:
            self.context.sound.play(sound.cue, self._delay_ms(sound.flight_fraction))

    def _delay_ms(self, flight_fraction: float) -> float:
        """Return the delay of a sound cue, milliseconds, from a fraction of a card's flight time at the player's
        speed."""
        if not self.context.speed:
            return 0.0
        flight_ms = timing.REDUCED_MOTION_MS if self.context.settings.reduced_motion else timing.MIN_FLIGHT_MS
        return flight_fraction * flight_ms / self.context.speed

    def play_new_pick_ups(self, hand_controller: HandController) -> None:
        """Play the sound cue for cards that a drag, a click or a key has picked up since the last call."""
        held = len(hand_controller.drag.token_ids) + 100 if hand_controller.drag else 0
        if hand_controller.choice is not None:
            held += len(hand_controller.choice.selected_cards) + (hand_controller.choice.selected_pile is not None)
        if held > self._pick_up_level:
            self.context.sound.play(cues.PICK_UP_CUE)
        self._pick_up_level = held

    def play_count(self, cue: str) -> None:
        """Play the cue of an amount that is being counted; empty for none."""
        if cue:
            self.context.sound.play(cue)

    def tick_if_due(self, previous_left_ms: float, left_ms: float) -> None:
        """Play a tick if one of a countdown's last seconds begins between these two remaining times, milliseconds."""
        second = math.ceil(left_ms / 1000)
        if second != math.ceil(previous_left_ms / 1000) and 0 < second <= TICKING_SECONDS:
            self.context.sound.play(cues.COUNTDOWN_CUE)

    def play_refusal(self) -> None:
        self.context.sound.play(cues.REFUSAL_CUE)

    def play_press(self) -> None:
        self.context.sound.play(cues.BUTTON_CUE)

    def play_result(
        self, winners: Collection[Seat], points: Sequence[int] = (), *, final: bool, seats_out: Collection[Seat] = ()
    ) -> None:
        """Play the sound cue for the end of a deal or the match.

        If nobody won, the seats with the most points count as winners. For a viewer among them who is out of the match,
        no cue is played: later deals bring no success.
        """
        if not winners and len(set(points)) > 1:
            winners = [seat for seat, n in enumerate(points) if n == max(points)]
            if self.viewer in winners and self.viewer in seats_out and not final:
                return
        if winners:
            self.context.sound.play(cues.CUES_BY_WON_AND_MATCH_OVER[self.viewer in winners, final])
