"""Base class of matches as one seat sees them: position, events, moves, undo and hints."""

import math
from abc import ABC, abstractmethod

from engine.bots.common.base import HINT, Evaluation
from engine.cards import Card
from engine.characters import CHARACTERS, PLAIN_STYLE, Character, Style
from engine.events import DealScored, Event
from engine.game import Game
from engine.match.record import PERSON, Chair, Record
from engine.moves import Move, Seat
from engine.rng import derive_seed
from engine.work.thinking import Question, Thinker


class MatchView(ABC):
    """Interface of a match to its table on the screen, as one seat sees it.

    Hints are computed here, from the viewer's view.

    The default methods allow moves of the viewer only, no undo and no bots.

    Args:
        record: house rules, chairs and counters of the match.
        thinker: computes hints; shared by all matches.
    """

    game: Game
    viewer: Seat
    """Seat of the person at the screen; only information known to this seat is shown."""

    def __init__(self, record: Record, thinker: Thinker) -> None:
        self.record = record
        self._thinker = thinker
        self.patience = 1.0
        """Factor on the thinking time of the master level."""
        self.hint: tuple[Evaluation, ...] | None = None
        """Evaluations of the viewer's moves, best first; None without a hint."""
        self._question_number = 0
        """Number of the last request to the thinker."""
        self._hint_request: int | None = None
        """Number of the request for a hint; 0 before it is sent, None without one."""

    # --- seats ------------------------------------------------------------------------------------------------------

    @property
    def viewers_mask(self) -> int:
        """Bit set of the seats whose knowledge is shown; in live play only the viewer."""
        return 1 << self.viewer

    @property
    def person_seats(self) -> tuple[Seat, ...]:
        """Seats of the persons who play the match at this computer."""
        return tuple(seat for seat, chair in enumerate(self.record.chairs) if chair.who == PERSON)

    @property
    def is_hot_seat(self) -> bool:
        """Whether several persons play the match at this computer, so that the screen is handed over."""
        return len(self.person_seats) > 1

    @property
    def has_several_persons(self) -> bool:
        """Whether several persons may play the match, here or online; nameless ones are then called by numbers."""
        return self.is_hot_seat

    def person_index(self, seat: Seat) -> int:
        """Return the index of the person at a seat among the persons at this computer, from 0."""
        return self.person_seats.index(seat)

    def chair(self, seat: Seat) -> Chair:
        return self.record.chairs[seat]

    def character(self, seat: Seat) -> Character | None:
        """Return the computer player's character at a seat; None for a person."""
        return CHARACTERS.get(self.chair(seat).who)

    # --- events -----------------------------------------------------------------------------------------------------

    @property
    def revision(self) -> int:
        """Number that changes with every move or undo in the match."""
        return len(self.record.moves)

    @abstractmethod
    def recent_events(self) -> list[Event]:
        """Return the latest events as the viewer saw them, from the start of a deal; usually of the whole match."""

    @property
    @abstractmethod
    def recent_events_deal(self) -> int:
        """Number of the deal, from 1, with which the match's ``recent_events`` begin."""

    @abstractmethod
    def events_since_own_move(self) -> list[Event]:
        """Return the match's events since the viewer's last move, as the viewer saw them."""

    @abstractmethod
    def deal_results(self) -> list[DealScored]:
        """Return the results of all finished deals, in order."""

    def deal_start_event_index(self) -> int:
        """Return the number of the match's ``recent_events`` before the current deal."""
        return max((i for i, event in enumerate(self.recent_events(), 1) if isinstance(event, DealScored)), default=0)

    # --- moves ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def play(self, move: Move) -> list[Event]:
        """Play a move in the match; return its immediate events as the viewer sees them.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """

    def is_viewer_to_move(self) -> bool:
        """Whether the viewer, the person at the screen, has to move."""
        return self.viewer in self.game.seats_to_act()

    def next_person_at_screen(self) -> Seat | None:
        """Return the person who must take over the screen; None if the viewer may stay, or no person has to act."""
        return None

    def computer_to_move(self) -> Seat | None:
        """Return the first seat whose bot, run on this computer, must answer; None if there is none."""
        return None

    def poll_computer_move(self, elapsed_ms: float = 0.0) -> Move | None:
        """Let the next bot think; return its move when ready, None before, or if no bot has to move.

        Args:
            elapsed_ms: milliseconds since the last call. A bot that exceeds the maximum of its level is hurried.
        """
        return None

    def hurry_thinking(self) -> None:  # noqa: B027  # optional: matches without bots do nothing
        """Let the thinking bot return its best answer so far, as its time is over."""

    def pause_ms(self, seat: Seat) -> float:
        """Return the pause of a character before its next move, milliseconds at normal pace; 0 for a person."""
        return 0.0

    def searching_bot_pause_factor(self, seat: Seat) -> float:
        """Return the factor by which a searching bot's pause grows with the thinking time; 0 for all other players."""
        return 0.0

    # --- the own hand -----------------------------------------------------------------------------------------------

    def hand_order(self, deal: int) -> tuple[Card, ...]:
        """Return the viewer's cards in the order in which they were laid in this deal; empty if they are sorted."""
        return self.record.hand_orders.get((deal, self.viewer), ())

    def set_hand_order(self, deal: int, order: tuple[Card, ...]) -> None:
        """Set the order in which the viewer has laid the cards in this deal; empty if they are sorted."""
        self.record.hand_orders[deal, self.viewer] = order

    # --- undo and redo ----------------------------------------------------------------------------------------------

    def undo_point(self) -> int | None:
        """Return the number of moves left after undoing the viewer's last decision; None if undo is impossible."""
        return None

    def undo(self) -> bool:
        """Undo the viewer's last decision and all later moves; return False if there is no decision to undo."""
        return False

    def deal_restart_point(self, deal: int) -> int | None:
        """Return the number of moves before a deal, from 1; None if it can't be played from its start."""
        return None

    def restart_deal(self, deal: int) -> bool:
        """Undo all moves since the start of a deal; return False if that is impossible."""
        return False

    def redo(self) -> bool:
        """Redo the moves of the latest undo; return False if there is none, or a different move was played since."""
        return False

    # --- hints ------------------------------------------------------------------------------------------------------

    @property
    def is_hint_pending(self) -> bool:
        """Whether a hint was requested that is not computed yet."""
        return self._hint_request is not None

    @property
    def is_hint_open(self) -> bool:
        """Whether there is a hint, or will be."""
        return self.is_hint_pending or self.hint is not None

    @property
    def is_bot_thinking(self) -> bool:
        """Whether the thinker process computes a bot's move, which has priority over a hint."""
        return False

    def request_hint(self) -> None:
        """Request a hint on the viewer's next move, computed from the viewer's view as a bot's move is."""
        if self.is_viewer_to_move() and self.hint is None and self._hint_request is None:
            self._hint_request = 0
            self.record.hinted += 1

    def cancel_hint(self) -> None:
        """Discard the hint, finished or not."""
        if self._hint_request:
            self._thinker.cancel()
        self._hint_request = self.hint = None

    def poll_hint(self) -> bool:
        """Send a requested hint to the thinker process, or poll for it; return True when it has arrived or improved.

        The thinker handles one request at a time: a bot asked at the same time as the viewer has priority.
        """
        if self._hint_request is None or self.is_bot_thinking:
            return False
        if self._hint_request == 0:
            seed = derive_seed(self.record.seed, "hints", len(self.record.moves))
            self._hint_request = self._ask(self.viewer, HINT, seed)
        answer = self._thinker.poll()
        if answer is None or answer.request != self._hint_request:
            return False
        if answer.is_final:
            self._hint_request = None
        self.hint = answer.evaluations or (Evaluation(answer.move, math.nan),)
        return True

    def _ask(self, seat: Seat, level: str, seed: int, style: Style = PLAIN_STYLE) -> int:
        self._question_number += 1
        view, levels = self.game.view(seat), self.record.seat_levels
        self._thinker.ask(
            Question(self._question_number, self.game.slug, view, seat, level, seed, style, self.patience, levels)
        )
        return self._question_number

    def close(self) -> None:
        """Cancel the match's requests to the thinker process; the record stays on disk."""
        self.cancel_hint()
