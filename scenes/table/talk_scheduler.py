"""Schedules the spoken lines of computer characters, which are shown in bubbles and written to the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from engine.events import Announced, DealScored, Event, QuestionAsked
from engine.match.match_view import MatchView
from engine.moves import Seat
from engine.statistics.store import HeadToHead
from scenes.render import timing
from scenes.table.layouts.announcement_effects import AnnouncementEffects
from scenes.table.model.character_lines import MIN_TURNS_BETWEEN_LINES, CharacterLines
from scenes.table.pages.log_page import MatchLog
from scenes.table.table_hud import Hud
from scenes.text.spoken_lines import SpokenLine

_IMMEDIATE_TOPICS = frozenset({"went_out", "life_lost"})
"""Topics whose lines are shown at once, as no question may follow; all others wait for the next question."""


class TalkScheduler:
    """Shows computer characters' spoken lines: with an announcement in large letters, else when the next question is
    asked.

    A bubble closes at the next question to the player, so that it can't be mistaken for the question.

    Args:
        match: the match at the table.
        effects: the game's reactions to announcements.
        hud: shows the bubbles.
        log: records the lines.
        heads_to_heads: character -> its matches against the player.
    """

    def __init__(
        self,
        match: MatchView,
        effects: AnnouncementEffects,
        hud: Hud,
        log: MatchLog,
        heads_to_heads: Mapping[str, HeadToHead],
    ) -> None:
        self.match = match
        self.hud = hud
        self.log = log
        self.is_enabled = False
        """Whether lines are shown."""
        seats = [(seat, match.character(seat)) for seat in range(match.game.seats)]
        characters = {seat: character.slug for seat, character in seats if character is not None}
        remembered = {seat: heads_to_heads[who] for seat, who in characters.items() if who in heads_to_heads}
        self._character_lines = CharacterLines(characters, effects, match.record.seed, remembered)
        self._pending_line: SpokenLine | None = None
        """Line to show when the next question is asked; None for none."""
        self._quiet_turns = 0
        """Remaining number of turns without lines, after a line about a long thought."""

    def restart_talk_and_log_after(self, events: Sequence[Event], first_deal: int) -> None:
        """Restart spoken lines and log for a match after these events; the first event belongs to deal
        ``first_deal``."""
        self._pending_line = None
        self.hud.timeline.stop("long thought")
        self.hud.show_spoken_line(None)
        lines = self._character_lines.restart_after(events, from_start=first_deal == 1)
        self.log.restart(lines if self.is_enabled else events, first_deal)

    def on_event(self, event: Event) -> None:
        """Choose and schedule a character's spoken line for a match event that is being shown."""
        talk = self._character_lines.on_event(event)
        self.hud.timeline.stop("long thought")
        if isinstance(event, QuestionAsked):
            self._quiet_turns = max(0, self._quiet_turns - 1)
            self._on_question_asked(event)
        elif isinstance(event, DealScored):
            self._pending_line = None
        if talk is None or self._quiet_turns:
            return
        if (
            isinstance(event, QuestionAsked)
            or (isinstance(event, Announced) and event.loud)
            or talk.topic_or_phrase in _IMMEDIATE_TOPICS
        ):
            self._say(talk)
        else:
            self._pending_line = talk

    def _on_question_asked(self, event: QuestionAsked) -> None:
        seats = event.ask.seats
        if len(seats) == 1 and self.match.character(seats[0]) is not None:
            comment = partial(self._comment_long_thought, seats[0])
            self.hud.timeline.call_later("long thought", timing.MIN_COMMENTED_THOUGHT_MS, comment)
        if self.match.viewer in seats:
            self.hud.show_spoken_line(None)
        waiting, self._pending_line = self._pending_line, None
        if waiting is not None:
            self._say(waiting)

    def _comment_long_thought(self, seat: Seat) -> bool:
        """Let the asked character say a line about its long thought, if it has one; return whether it does."""
        may_talk = self.is_enabled and not self._quiet_turns
        talk = self._character_lines.take_long_thought_line(seat) if may_talk else None
        if talk is not None:
            self._quiet_turns = MIN_TURNS_BETWEEN_LINES
            self._say(talk)
        return talk is not None

    def _say(self, talk: SpokenLine) -> None:
        if self.is_enabled:
            self.hud.show_spoken_line(talk)
            self.log.on_event(talk)
