"""What characters say at the table: in a bubble for a while, and in the log."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Announced, DealScored, Event, QuestionAsked
from engine.match.match_view import MatchView
from engine.moves import Seat
from scenes.render import timing
from scenes.table.layouts.layout import TableLayout
from scenes.table.model.character_lines import MIN_TURNS_BETWEEN_LINES, CharacterLines
from scenes.table.pages.log_page import MatchLog
from scenes.table.table_hud import Hud
from scenes.text.spoken_lines import SpokenLine

_IMMEDIATE_TOPICS = frozenset({"went_out", "life_lost"})
"""Topics after which nobody may be asked anything; all others wait for the next question."""


class TalkScheduler:
    """Lets characters talk: with a loud announcement, else when the next question is asked.

    No bubble outlives the next question to the player, so that nothing old is read in place of what is asked.

    Args:
        match: what is played.
        layout: of its table.
        hud: shows the bubble.
        log: keeps the lines.
    """

    def __init__(self, match: MatchView, layout: TableLayout, hud: Hud, log: MatchLog) -> None:
        self.match = match
        self.hud = hud
        self.log = log
        self.is_enabled = False
        """Whether anything is said."""
        seats = [(seat, match.character(seat)) for seat in range(match.game.seats)]
        characters = {seat: character.slug for seat, character in seats if character is not None}
        self._character_lines = CharacterLines(
            characters, layout.reactions_by_note, layout.final_card_kinds, match.record.seed
        )
        self._pending_line: SpokenLine | None = None
        """What will be said when the next question is asked."""
        self._asked_seat: Seat | None = None
        """The only seat that is asked."""
        self._thinking_ms = 0.0
        """Milliseconds since it was asked."""
        self._quiet_turns = 0
        """Number of turns during which nobody talks, after a line that no event brought."""

    def restart_after(self, events: Sequence[Event], first_deal: int) -> None:
        """Begin after these events, of which the first belong to the deal of this number, and fill the log."""
        self._pending_line, self._asked_seat = None, None
        self.hud.show_talk(None)
        lines = self._character_lines.restart_after(events, from_start=first_deal == 1)
        self.log.restart(lines if self.is_enabled else events, first_deal)

    def on_event(self, event: Event) -> None:
        """Follow an event that is being shown."""
        talk = self._character_lines.on_event(event)
        self._asked_seat = None
        if isinstance(event, QuestionAsked):
            self._quiet_turns = max(0, self._quiet_turns - 1)
            self._ask(event)
        elif isinstance(event, DealScored):
            self._pending_line = None
        if talk is None or self._quiet_turns:
            return
        if (
            isinstance(event, QuestionAsked)
            or (isinstance(event, Announced) and event.loud)
            or talk.topic in _IMMEDIATE_TOPICS
        ):
            self._say(talk)
        else:
            self._pending_line = talk

    def _ask(self, event: QuestionAsked) -> None:
        seats = event.ask.seats
        self._asked_seat, self._thinking_ms = seats[0] if len(seats) == 1 else None, 0.0
        if self.match.viewer in seats:
            self.hud.show_talk(None)
        waiting, self._pending_line = self._pending_line, None
        if waiting is not None:
            self._say(waiting)

    def update(self, dt: float) -> None:
        """Let dt milliseconds pass: who thinks for long may say so."""
        if self._asked_seat is None or not self.is_enabled:
            return
        before, self._thinking_ms = self._thinking_ms, self._thinking_ms + dt
        if before < timing.LONG_THOUGHT_MS <= self._thinking_ms and not self._quiet_turns:
            talk = self._character_lines.long_thought_line(self._asked_seat)
            if talk is not None:
                self._quiet_turns = MIN_TURNS_BETWEEN_LINES
                self._say(talk)

    def _say(self, talk: SpokenLine) -> None:
        if self.is_enabled:
            self.hud.show_talk(talk)
            self.log.on_event(talk)
