"""What characters say at the table: in a bubble for a while, and in the log."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Asked, Event, Said, Scored
from engine.match.seen import SeenMatch
from engine.moves import Seat
from scenes.look import speeds
from scenes.table.hud import Hud
from scenes.table.layouts.layout import Layout
from scenes.table.panels.log_page import Log
from scenes.table.stage.voices import APART, Voices
from scenes.text.talk import Talk

_AT_ONCE = frozenset({"went_out", "life_lost"})
"""Topics after which nobody may be asked anything; all others wait for the next question."""


class Talking:
    """Lets characters talk: with a loud announcement, else when the next question is asked.

    No bubble outlives the next question to the player, so that nothing old is read in place of what is asked.

    Args:
        match: what is played.
        layout: of its table.
        hud: shows the bubble.
        log: keeps the lines.
    """

    def __init__(self, match: SeenMatch, layout: Layout, hud: Hud, log: Log) -> None:
        self.match = match
        self.hud = hud
        self.log = log
        self.on = False
        """Whether anything is said."""
        seats = [(seat, match.character(seat)) for seat in range(match.game.seats)]
        characters = {seat: character.slug for seat, character in seats if character is not None}
        self._voices = Voices(characters, layout.reactions, layout.last_cards, match.record.seed)
        self._waiting: Talk | None = None
        """What will be said when the next question is asked."""
        self._asked: Seat | None = None
        """The only seat that is asked."""
        self._thought = 0.0
        """Milliseconds since it was asked."""
        self._quiet = 0
        """Number of turns during which nobody talks, after a line that no event brought."""

    def begin(self, events: Sequence[Event], deal: int) -> None:
        """Begin after these events, of which the first belong to the deal of this number, and fill the log."""
        self._waiting, self._asked = None, None
        self.hud.talk(None)
        lines = self._voices.recall(events, whole=deal == 1)
        self.log.begin(lines if self.on else events, deal)

    def hear(self, event: Event) -> None:
        """Follow an event that is being shown."""
        talk = self._voices.hear(event)
        self._asked = None
        if isinstance(event, Asked):
            self._quiet = max(0, self._quiet - 1)
            self._ask(event)
        elif isinstance(event, Scored):
            self._waiting = None
        if talk is None or self._quiet:
            return
        if isinstance(event, Asked) or (isinstance(event, Said) and event.loud) or talk.topic in _AT_ONCE:
            self._say(talk)
        else:
            self._waiting = talk

    def _ask(self, event: Asked) -> None:
        seats = event.ask.seats
        self._asked, self._thought = seats[0] if len(seats) == 1 else None, 0.0
        if self.match.viewer in seats:
            self.hud.talk(None)
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._say(waiting)

    def update(self, dt: float) -> None:
        """Let dt milliseconds pass: who thinks for long may say so."""
        if self._asked is None or not self.on:
            return
        before, self._thought = self._thought, self._thought + dt
        if before < speeds.LONG_THOUGHT <= self._thought and not self._quiet:
            talk = self._voices.thinks_long(self._asked)
            if talk is not None:
                self._quiet = APART
                self._say(talk)

    def _say(self, talk: Talk) -> None:
        if self.on:
            self.hud.talk(talk)
            self.log.hear(talk)
