"""A match as a table shows it to one seat: position, past, question and help."""

import math
from abc import ABC, abstractmethod

from engine.bots.common.base import Evaluation
from engine.characters import CHARACTERS, PLAIN_STYLE, Character, Style
from engine.events import DealScored, Event
from engine.game import Game
from engine.match.record import PERSON, Chair, Record
from engine.moves import Move, Seat
from engine.rng import derive_seed
from engine.work.thinking import Question, Thinker

HINT_LEVEL = "master"
"""The level that gives hints."""


class MatchView(ABC):
    """What a table asks of its match. Hints are worked out here, from what the viewer may know.

    By itself it lets nobody at this computer move but the viewer.

    Args:
        record: house rules and chairs, and what is counted of the match.
        thinker: works hints out; shared by all matches.
    """

    game: Game
    viewer: Seat
    """Seat of the person at the screen: only what that seat may know is shown and announced."""

    def __init__(self, record: Record, thinker: Thinker) -> None:
        self.record = record
        self._thinker = thinker
        self.patience = 1.0
        """Factor on the master level's thinking time."""
        self.hint: tuple[Evaluation, ...] | None = None
        """The viewer's options, best first; None while there is no hint."""
        self._question_number = 0
        """Number of questions that the thinker was asked."""
        self._hint_request: int | None = None
        """Number of the question for a hint; 0 while it waits to be asked, None when no hint was requested."""

    # --- who sits there ---------------------------------------------------------------------------------------------

    @property
    def viewers(self) -> int:
        """Bit set of the seats whose knowledge is shown: in live play only the viewer's."""
        return 1 << self.viewer

    @property
    def person_seats(self) -> tuple[Seat, ...]:
        """Seats of the persons at this computer."""
        return tuple(seat for seat, chair in enumerate(self.record.chairs) if chair.who == PERSON)

    @property
    def is_hot_seat(self) -> bool:
        """Whether several persons play at this computer and must not see each other's cards."""
        return len(self.person_seats) > 1

    @property
    def has_several_persons(self) -> bool:
        """Whether several persons may play, here or elsewhere, so that one without a name goes by a number."""
        return self.is_hot_seat

    def person_number(self, seat: Seat) -> int:
        """Number of the person at a seat among the persons, from 0."""
        return self.person_seats.index(seat)

    def chair(self, seat: Seat) -> Chair:
        """Who sits at a seat."""
        return self.record.chairs[seat]

    def character(self, seat: Seat) -> Character | None:
        """The character at a seat; None for a person."""
        return CHARACTERS.get(self.chair(seat).who)

    # --- what happened ----------------------------------------------------------------------------------------------

    @property
    def revision(self) -> int:
        """A number that rises with every move."""
        return len(self.record.moves)

    @abstractmethod
    def recent_events(self) -> list[Event]:
        """The last events, from the beginning of a deal, as the viewer saw them; all of a match of usual length."""

    @property
    @abstractmethod
    def recent_events_deal(self) -> int:
        """Number of the deal, from 1, with which ``recent_events`` begins."""

    @abstractmethod
    def events_since_move(self) -> list[Event]:
        """Events since the viewer's last move, as the viewer saw them."""

    @abstractmethod
    def deal_results(self) -> list[DealScored]:
        """The results of all finished deals, in order."""

    def deal_start_index(self) -> int:
        """Number of ``recent_events`` events before the current deal."""
        return max((i for i, event in enumerate(self.recent_events(), 1) if isinstance(event, DealScored)), default=0)

    # --- moves ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def play(self, move: Move) -> list[Event]:
        """Play a move; return what came of it at once, as the viewer sees it.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """

    def person_to_move(self) -> bool:
        """Whether the viewer has a question to answer."""
        return self.viewer in self.game.seats_to_act()

    def next_person(self) -> Seat | None:
        """The person who must take over the screen now; None if the viewer may stay, or no person is to act."""
        return None

    def computer_to_move(self) -> Seat | None:
        """The first seat that a computer player of this computer must answer for; None if there is none."""
        return None

    def poll_computer_move(self, dt: float = 0.0) -> Move | None:
        """Let the computer player to move think; return its move when ready, None before or when none has to move.

        Args:
            dt: milliseconds since the last call. A bot that exceeds its level's limit is hurried.
        """
        return None

    def hurry_computer(self) -> None:  # noqa: B027  # nobody thinks unless a match says so
        """Let the computer player that thinks settle for its best answer so far, at once: its time is over."""

    def pause_ms(self, seat: Seat) -> float:
        """Milliseconds that the character at a seat takes over its next decision, at normal pace; 0 for a person."""
        return 0.0

    def pause_factor(self, seat: Seat) -> float:
        """Factor of the time that a computer player who looks ahead takes, by its patience; 0 for all others."""
        return 0.0

    # --- taking back ------------------------------------------------------------------------------------------------

    def undo_point(self) -> int | None:
        """Number of moves left after undoing the viewer's last decision; None if there is nothing to undo."""
        return None

    def undo(self) -> bool:
        """Undo the viewer's last decision and everything since; False if there is none."""
        return False

    def redo(self) -> bool:
        """Replay the moves of the latest undo; False if there are none, or something else was played since."""
        return False

    @property
    def can_redo(self) -> bool:
        """Whether there is an undo to redo."""
        return False

    # --- hints ------------------------------------------------------------------------------------------------------

    @property
    def is_hinting(self) -> bool:
        """Whether a requested hint is still being worked out."""
        return self._hint_request is not None

    @property
    def is_thinker_busy(self) -> bool:
        """Whether the thinker works on a computer player's answer, which goes before a hint."""
        return False

    def request_hint(self) -> None:
        """Request a hint for the viewer. It is worked out from the viewer's own view, as bots do."""
        if self.person_to_move() and self.hint is None and self._hint_request is None:
            self._hint_request = 0
            self.record.hinted += 1

    def cancel_hint(self) -> None:
        """Discard the hint, finished or not."""
        if self._hint_request:
            self._thinker.cancel()
        self._hint_request = self.hint = None

    def poll_hint(self) -> bool:
        """Continue working on a requested hint; True when it has just arrived.

        The thinker handles one question at a time: a computer player asked at the same time as the viewer goes first.
        """
        if self._hint_request is None or self.is_thinker_busy:
            return False
        if self._hint_request == 0:
            seed = derive_seed(self.record.seed, "hints", len(self.record.moves))
            self._hint_request = self._ask(self.viewer, HINT_LEVEL, seed)
        answer = self._thinker.poll()
        if answer is None or answer.request != self._hint_request:
            return False
        self._hint_request = None
        self.hint = answer.evaluations or (Evaluation(answer.move, math.nan),)
        return True

    def _ask(self, seat: Seat, level: str, seed: int, style: Style = PLAIN_STYLE) -> int:
        self._question_number += 1
        view = self.game.view(seat)
        self._thinker.ask(
            Question(self._question_number, self.game.slug, view, seat, level, seed, style, self.patience)
        )
        return self._question_number

    def close(self) -> None:
        """Stop thinking; the record stays on disk."""
        self.cancel_hint()
