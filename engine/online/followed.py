"""A match that a host plays, as one guest follows it: one step at a time, as each is shown."""

import zlib
from collections.abc import Callable
from dataclasses import replace

from engine.events import Asked, Event, Scored
from engine.game import Game
from engine.match.record import PERSON, Chair, Record, RecordError
from engine.match.seen import SeenMatch
from engine.moves import IllegalMoveError, Move, Seat
from engine.online.guest import Guest, Step
from engine.online.messages import AskHint, ChairState, PersonState, ToHost
from engine.online.positions import WATCHER
from engine.work.thinking import Thinker

Send = Callable[[list[ToHost]], None]
"""Sends messages to the host."""


class FollowedMatch(SeenMatch):
    """What one guest has been told of a match, up to the step that is shown now.

    Args:
        guest: holds the steps that came; its first one is taken here.
        send: sends messages to the host.
        thinker: works hints out.

    Raises:
        ValueError: the host hasn't told the position yet.
    """

    def __init__(self, guest: Guest, send: Send, thinker: Thinker) -> None:
        if guest.roster is None or not guest.steps:
            raise ValueError("nothing is known of the match yet")
        self.guest = guest
        self._send = send
        self._past: list[Event] = []
        self._past_deal = 1
        self._own = 0
        """Number of ``past`` events before the viewer's last move; all of them before the first that is known."""
        self._results: list[Scored] = []
        self.question = 0
        """Number of the question that is asked at the position shown."""
        self._numbers: tuple[int, ...] = ()
        """Number of the person in each chair, from 1; 0 for nobody."""
        first = guest.steps[0].game
        computers = [(chair.character, chair.level) for chair in guest.roster.chairs]
        seed = zlib.crc32(repr((first.slug, computers)).encode())  # what characters say is the same for everybody
        super().__init__(Record(first.slug, first.seats, seed, first.options), thinker)
        self.seat_people()
        self.next_step()

    # --- who sits there ---------------------------------------------------------------------------------------------

    @property
    def watches(self) -> bool:
        """Whether this guest has no seat."""
        return self._seat == WATCHER

    @property
    def eyes(self) -> int:
        return 0 if self.watches else super().eyes

    @property
    def person_seats(self) -> tuple[Seat, ...]:
        return () if self.watches else (self.viewer,)

    @property
    def several(self) -> bool:
        return True

    def person_number(self, seat: Seat) -> int:
        return self._numbers[seat] - 1

    def seat_people(self) -> bool:
        """Take over from the roster who sits where; True when that changes a name or a face."""
        roster = self.guest.roster
        if roster is None or len(roster.chairs) != self.record.seats:
            return False
        people = {person.number: person for person in roster.people}
        chairs = tuple(_chair(chair, people.get(chair.person)) for chair in roster.chairs)
        changed = chairs != self.record.chairs
        self._numbers = tuple(chair.person for chair in roster.chairs)
        self.record.chairs = chairs
        self.record.hinted = max(self.record.hinted, roster.helped)
        return changed

    # --- step by step -----------------------------------------------------------------------------------------------

    def next_step(self) -> Step | None:
        """Go to the next position that the host told; None if there is none yet."""
        if not self.guest.steps:
            return None
        step = self.guest.steps.popleft()
        self.game: Game = step.game
        self.question = step.question
        self._seat = self.guest.seat
        self.viewer = 0 if self.watches else self._seat
        self.drop_hint()
        if step.anew:
            self._past, self._past_deal, self._own = list(step.events), step.told_from, len(step.events)
            self._results = list(step.results)
        else:
            self._past += step.events
            self._results += [event for event in step.events if isinstance(event, Scored)]
        self.record.deal = self.game.deal_number
        return step

    @property
    def fresh(self) -> bool:
        """Whether nothing but the first deal has happened yet."""
        asked = sum(isinstance(event, Asked) for event in self._past)
        return self._past_deal == 1 and asked <= 1 and not any(isinstance(event, Scored) for event in self._past)

    @property
    def over(self) -> bool:
        """Whether the match shown has ended."""
        return self.game.outcome is not None

    def adopt_record(self) -> bool:
        """Take the whole match over from the host once it is over; False while it isn't known here."""
        text = self.guest.record
        if not text or not self.over:
            return False
        try:
            record = Record.from_text(text)
            told = record.replay()
        except RecordError:
            return False
        if (told.slug, told.scores, told.outcome) != (self.game.slug, self.game.scores, self.game.outcome):
            return False  # it is another match than the one that was seen
        own = f"friends-{record.id}"[:40]  # so that no host chooses which match this one replaces
        self.record = replace(record, id=own, friends=1, starred=0, daily=0, adopted=0, known=0)
        return True

    @property
    def moment(self) -> int:
        return self.question

    def past(self) -> list[Event]:
        return list(self._past)

    @property
    def past_deal(self) -> int:
        return self._past_deal

    def since(self) -> list[Event]:
        return self._past[self._own :]

    def scored(self) -> list[Scored]:
        return list(self._results)

    # --- answering --------------------------------------------------------------------------------------------------

    def person_to_move(self) -> bool:
        guest = self.guest
        playing = guest.link == "joined" and guest.roster is not None and guest.roster.phase == "play"
        unanswered = self.question == guest.question and guest.answered != self.question
        return playing and unanswered and not self.watches and super().person_to_move()

    def play(self, move: Move) -> list[Event]:
        """Send the viewer's answer; what comes of it is told by a later step."""
        refusal = self.game.refusal(move)
        if refusal is not None:
            raise IllegalMoveError(move, refusal)
        self.drop_hint()
        if self.person_to_move():  # else the question is gone, which is shown in a moment
            self._own = len(self._past)
            self._send(self.guest.answer(move))
        return []

    def ask_hint(self) -> None:
        before = self.record.hinted
        super().ask_hint()
        if self.record.hinted != before:
            self._send([AskHint()])


def _chair(chair: ChairState, person: PersonState | None) -> Chair:
    """A chair as a record names it: its person, or else its computer player."""
    if person is None:
        return Chair(chair.character, chair.level)
    return Chair(PERSON, name=person.name, portrait=person.portrait)
