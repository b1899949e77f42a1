"""An online match on a guest's computer, which displays the received steps one at a time."""

import zlib
from collections.abc import Callable
from dataclasses import replace

from engine.events import DealScored, Event, QuestionAsked
from engine.game import Game
from engine.match.match_view import MatchView
from engine.match.record import PERSON, Chair, Record
from engine.moves import IllegalMoveError, Move, Seat
from engine.online.guest.guest_state import Guest
from engine.online.guest.message_verifier import MatchStep
from engine.online.protocol.game_codec import SPECTATOR
from engine.online.protocol.messages import ChairState, HintUsed, ParticipantState, ToHost
from engine.work.thinking import Thinker

Send = Callable[[list[ToHost]], None]
"""Sends messages to the host."""


class GuestMatch(MatchView):
    """An online match on a guest's computer, up to the step that is displayed now.

    Args:
        guest: holds the received steps; the first is taken here.
        send: sends messages to the host.
        thinker: computes hints.

    Raises:
        ValueError: no position has been received yet.
    """

    def __init__(self, guest: Guest, send: Send, thinker: Thinker) -> None:
        if guest.roster is None or not guest.steps:
            raise ValueError("guest has no roster or no position yet")
        self.guest = guest
        self._send = send
        self._recent_events: list[Event] = []
        self._recent_events_deal = 1
        self._events_before_own_move = 0
        """Number of ``recent_events`` up to the viewer's last move; without one, those of the last snapshot."""
        self._results: list[DealScored] = []
        self.question = 0
        """Number of the question at the displayed position."""
        self._person_numbers: tuple[int, ...] = ()
        """Number of the participant in each chair, from 1; 0 for nobody."""
        first = guest.steps[0].game
        computers = [(chair.character, chair.level) for chair in guest.roster.chairs]
        seed = zlib.crc32(repr((first.slug, computers)).encode())  # all guests see the same remarks of the characters
        super().__init__(Record(first.slug, first.seats, seed, first.options), thinker)
        self.update_chairs()
        self.take_next_step()

    # --- chairs -----------------------------------------------------------------------------------------------------

    @property
    def is_spectator(self) -> bool:
        """Whether this guest watches the match without a seat."""
        return self._seat == SPECTATOR

    @property
    def viewers_mask(self) -> int:
        return 0 if self.is_spectator else super().viewers_mask

    @property
    def person_seats(self) -> tuple[Seat, ...]:
        return () if self.is_spectator else (self.viewer,)

    @property
    def has_several_persons(self) -> bool:
        return True

    def person_index(self, seat: Seat) -> int:
        return self._person_numbers[seat] - 1

    def update_chairs(self) -> bool:
        """Copy the seating from the roster to the match; True if a name or portrait has changed."""
        roster = self.guest.roster
        if roster is None or len(roster.chairs) != self.record.seats:
            return False
        people = {person.number: person for person in roster.participants}
        chairs = tuple(_chair(chair, people.get(chair.participant_number)) for chair in roster.chairs)
        changed = chairs != self.record.chairs
        self._person_numbers = tuple(chair.participant_number for chair in roster.chairs)
        self.record.chairs = chairs
        self.record.hinted = max(self.record.hinted, roster.help_count)
        return changed

    # --- steps ------------------------------------------------------------------------------------------------------

    def take_next_step(self) -> MatchStep | None:
        """Advance the displayed match to the next received step; None if there is none yet."""
        if not self.guest.steps:
            return None
        step = self.guest.steps.popleft()
        self.game: Game = step.game
        self.question = step.question
        self._seat = self.guest.seat
        self.viewer = 0 if self.is_spectator else self._seat
        self.cancel_hint()
        if step.is_restart:
            self._recent_events, self._recent_events_deal, self._events_before_own_move = (
                list(step.events),
                step.recent_events_deal,
                len(step.events),
            )
            self._results = list(step.results)
        else:
            self._recent_events += step.events
            self._results += [event for event in step.events if isinstance(event, DealScored)]
        self.record.current_deal = self.game.deal_number
        return step

    @property
    def has_just_begun(self) -> bool:
        """Whether the displayed match has only begun: it is in its first deal, with at most one decision asked for."""
        asked = sum(isinstance(event, QuestionAsked) for event in self._recent_events)
        return (
            self._recent_events_deal == 1
            and asked <= 1
            and not any(isinstance(event, DealScored) for event in self._recent_events)
        )

    @property
    def is_over(self) -> bool:
        """Whether the displayed match has ended."""
        return self.game.outcome is not None

    def adopt_host_record(self) -> bool:
        """Replace the guest's record of the match by the host's complete one once the match is over.

        False while the host's isn't known, or if it is of another match.
        """
        finished = self.guest.finished_match
        if finished is None or finished.record is None or finished.game is None or not self.is_over:
            return False
        record, game = finished.record, finished.game
        if (game.slug, game.scores, game.outcome) != (self.game.slug, self.game.scores, self.game.outcome):
            return False  # not the match that was displayed
        own = f"friends-{record.id}"[:40]  # a prefix, so that no host can overwrite a match that was not online
        self.record = replace(record, id=own, friends=1, starred=0, daily=0, adopted=0, known=0)
        return True

    @property
    def revision(self) -> int:
        return self.question

    def recent_events(self) -> list[Event]:
        return list(self._recent_events)

    @property
    def recent_events_deal(self) -> int:
        return self._recent_events_deal

    def events_since_own_move(self) -> list[Event]:
        return self._recent_events[self._events_before_own_move :]

    def deal_results(self) -> list[DealScored]:
        return list(self._results)

    # --- answering --------------------------------------------------------------------------------------------------

    def is_viewer_to_move(self) -> bool:
        guest = self.guest
        playing = guest.connection_state == "joined" and guest.roster is not None and guest.roster.phase == "play"
        unanswered = self.question == guest.question and guest.answered_question != self.question
        return playing and unanswered and not self.is_spectator and super().is_viewer_to_move()

    def play(self, move: Move) -> list[Event]:
        """Send the viewer's move to the host. Returns no events: they arrive with a later step."""
        refusal = self.game.refusal(move)
        if refusal is not None:
            raise IllegalMoveError(move, refusal)
        self.cancel_hint()
        if self.is_viewer_to_move():  # otherwise a later step with another question is waiting
            self._events_before_own_move = len(self._recent_events)
            self._send(self.guest.answer(move))
        return []

    def request_hint(self) -> None:
        before = self.record.hinted
        super().request_hint()
        if self.record.hinted != before:
            self._send([HintUsed()])


def _chair(chair: ChairState, person: ParticipantState | None) -> Chair:
    """Convert a chair of the roster for the match record: its participant, or its bot if nobody sits there."""
    if person is None:
        return Chair(chair.character, chair.level)
    return Chair(PERSON, name=person.name, portrait=person.portrait)
