"""A match in progress on this computer: moves, undo, the saved record, and the bots' answers."""

import math
from collections.abc import Callable
from typing import Any

from engine.cards import Card
from engine.characters import PLAIN_STYLE
from engine.events import DealScored, Event, redact_for_seat, redact_for_seats
from engine.match.match_view import MatchView
from engine.match.record import PERSON, Record
from engine.match.replay import History
from engine.moves import Move, Seat
from engine.rng import Rng, derive_seed
from engine.work.thinking import DEFAULT_MAX_THINKING_MS, Thinker, max_thinking_ms


class Match(MatchView):
    """A live match at this computer, saved after every move.

    Args:
        record: a new match or one to continue, or its history, for example after a replay in parts.
        save: writes the record to disk.
        thinker: computes the bots' answers; shared by all matches.

    Raises:
        RecordError: a move of the record is illegal.
    """

    def __init__(self, record: Record | History, save: Callable[[Record], Any], thinker: Thinker) -> None:
        self.history = record if isinstance(record, History) else History(record)
        self.history.finish()
        super().__init__(self.history.record, thinker)
        self._save = save
        self._request: int | None = None
        self._ready_move: Move | None = None
        self._thinking_ms = 0.0
        """Milliseconds since the request to the thinker."""
        self._is_hurried = False
        """Whether the bot was asked to return its best answer so far."""
        self._undone_moves: list[list[tuple[Move, bool]]] = []
        """Moves available for redo, one list for each undo, the latest last; each with whether a bot played it for a
        person."""
        self._stand_in_level = ""
        """Level at which a bot plays for all persons; empty while they play themselves."""
        self._begin()
        self.viewer = self.initial_viewer()
        save(self.record)

    def _begin(self) -> None:
        """Set the match's position from its complete history of moves."""
        if self.history.error is not None:
            raise self.history.error
        self._take_position()

    def _take_position(self) -> None:
        self.game = self.history.game
        self.record.current_deal = self.game.deal_number

    @property
    def move_index(self) -> int:
        """Number of moves before the current position."""
        return self.history.moves_made

    @property
    def has_stand_in(self) -> bool:
        """Whether a bot plays for all persons."""
        return bool(self._stand_in_level)

    def set_stand_in(self, level: str) -> None:
        """Let a bot of this level play for all persons; empty to let them play themselves again."""
        if level != self._stand_in_level:
            self._cancel_thinking()
            self._stand_in_level = level

    def is_viewer_to_move(self) -> bool:
        return not self._stand_in_level and super().is_viewer_to_move()

    def next_person_at_screen(self) -> Seat | None:
        """Return the person who must take over the screen; None if the viewer may stay, or no person has to act."""
        waiting = [seat for seat in self.game.seats_to_act() if seat in self.person_seats]
        return None if self._stand_in_level or not waiting or self.viewer in waiting else waiting[0]

    def initial_viewer(self) -> Seat:
        """Return the first seat of a person from the seat to act onward, clockwise; seat 0 if no person plays."""
        waiting = self.game.seats_to_act()
        first, seats = min(waiting, default=0), self.game.seats
        all_seats = ((first + i) % seats for i in range(seats))
        return next((seat for seat in (*waiting, *all_seats) if seat in self.person_seats), 0)

    def set_viewer(self, seat: Seat) -> None:
        """Hand the screen to the person at another seat.

        Undone moves are dropped, so that a person can't redo another's decision.
        """
        self.cancel_hint()
        self._undone_moves.clear()
        self.viewer = seat

    def recent_events(self) -> list[Event]:
        """Return the latest events as the viewer saw them, from the start of a deal; usually of the whole match."""
        return [redact_for_seats(event, self.viewers_mask) for event in self.history.recent_events(self.move_index)]

    @property
    def recent_events_deal(self) -> int:
        """Number of the deal, from 1, with which the match's ``recent_events`` begin."""
        return self.history.recent_events_deal(self.move_index)

    def events_since_own_move(self) -> list[Event]:
        """Return the match's events since the viewer's last move, as the viewer saw them."""
        moves = self.record.moves
        last_own = next((at for at in range(self.move_index, 0, -1) if moves[at - 1].seat == self.viewer), 0)
        event_lists = self.history.events_by_move[last_own : self.move_index + 1]
        return [redact_for_seats(event, self.viewers_mask) for events in event_lists for event in events]

    def deal_results(self) -> list[DealScored]:
        """Return the results of all finished deals, in order."""
        return self.history.results(self.move_index)

    # --- moves ------------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> list[Event]:
        """Play a move and save it; return its events as the viewer sees them.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """
        asked = self.game.ask
        is_substituted = bool(self._stand_in_level) and move.seat in self.person_seats
        events = self.history.play(move, by_substitute=is_substituted)
        self.record.current_deal = self.game.deal_number
        self._update_redo(move)
        self._save(self.record)
        self._cancel_thinking()
        if self.game.ask is not asked or move.seat == self.viewer:
            self.cancel_hint()
        return [redact_for_seat(event, self.viewer) for event in events]

    def set_hand_order(self, deal: int, order: tuple[Card, ...]) -> None:
        super().set_hand_order(deal, order)
        if self.game.outcome is None:
            self._save(self.record)

    def undo_point(self) -> int | None:
        """Return the number of moves left after undoing the viewer's last decision; None if undo is impossible.

        A forced move is no decision, and is undone with the decision before it. Moves of other persons at this computer
        can't be undone.
        """
        others = [seat for seat in self.person_seats if seat != self.viewer]
        return self.history.last_decision(self.viewer, others)

    def undo(self) -> bool:
        """Undo the viewer's last decision and all later moves; return False if there is no decision to undo."""
        return self._undo_to(self.undo_point())

    def deal_restart_point(self, deal: int) -> int | None:
        """Return the number of moves before a deal, from 1; None if the viewer can undo no decision in it.

        As with ``undo_point``, moves of other persons at this computer can't be undone.
        """
        start, point = self.history.deal_starts[deal - 1], self.undo_point()
        others = {seat for seat in self.person_seats if seat != self.viewer}
        is_blocked = any(move.seat in others for move in self.record.moves[start:])
        return None if point is None or point < start or is_blocked else start

    def restart_deal(self, deal: int) -> bool:
        """Undo all moves since the start of a deal; return False if that is impossible."""
        return self._undo_to(self.deal_restart_point(deal))

    def _undo_to(self, move_count: int | None) -> bool:
        """Undo all but the first moves, for redo; return False if their number is None."""
        if move_count is None:
            return False
        substituted = self.record.substituted
        undone = enumerate(self.history.undo_to(move_count), move_count)
        self._undone_moves.append([(move, index in substituted) for index, move in undone])
        self._apply_position_change()
        return True

    def redo(self) -> bool:
        """Redo the moves of the latest undo; return False if there is none, or a different move was played since."""
        if not self._undone_moves:
            return False
        for move, by_substitute in self._undone_moves.pop():
            self.history.play(move, by_substitute=by_substitute)
        self._apply_position_change()
        return True

    def _apply_position_change(self) -> None:
        self._cancel_thinking()
        self.cancel_hint()
        self._take_position()
        self._save(self.record)

    def _update_redo(self, move: Move) -> None:
        """Keep the undone moves while the player repeats them, and drop them after a different move."""
        if self._undone_moves and self._undone_moves[-1][0][0] == move:
            del self._undone_moves[-1][0]
            if not self._undone_moves[-1]:
                self._undone_moves.pop()
        else:
            self._undone_moves.clear()

    # --- computer players -------------------------------------------------------------------------------------------

    def computer_to_move(self) -> Seat | None:
        """Return the first seat whose bot must answer; None if there is none."""
        is_alone = bool(self._stand_in_level)
        return next((seat for seat in self.game.seats_to_act() if is_alone or self.chair(seat).who != PERSON), None)

    def poll_computer_move(self, elapsed_ms: float = 0.0) -> Move | None:
        """Let the next bot think; return its move when ready, None before, or if no bot has to move.

        Args:
            elapsed_ms: milliseconds since the last call. A bot that exceeds the maximum of its level is hurried.
        """
        seat = self.computer_to_move()
        if seat is None or self._hint_request:
            return None
        if self._ready_move is not None:
            return self._ready_move
        level = self.chair(seat).level or self._stand_in_level
        if self._request is None:
            character = self.character(seat)
            style = character.style if character else PLAIN_STYLE
            seed = derive_seed(self.record.seed, "bots", len(self.record.moves), seat)
            self._request = self._ask(seat, level, seed, style)
            self._thinking_ms, self._is_hurried = 0.0, False
        else:
            self._thinking_ms += elapsed_ms
            if self._thinking_ms >= max_thinking_ms(level) * self.patience:
                self.hurry_thinking()
        answer = self._thinker.poll()
        if answer is not None and answer.request == self._request:
            self._ready_move = answer.move
        return self._ready_move

    def hurry_thinking(self) -> None:
        """Let the thinking bot return its best answer so far, as its time is over.

        The visible delay is then its pause, which does not depend on hidden cards.
        """
        if self._request is not None and self._ready_move is None and not self._is_hurried:
            self._is_hurried = True
            self._thinker.hurry()

    def pause_ms(self, seat: Seat) -> float:
        """Return the pause of a character before its next move, milliseconds at normal pace; 0 for a person.

        The pause grows with the square root of ``patience`` for bots that search. It depends only on public knowledge
        and chance, so that it reveals nothing about the hand.
        """
        character = self.character(seat)
        if character is None:
            return 0.0
        chance = Rng(derive_seed(self.record.seed, "pauses", len(self.record.moves), seat))
        return (self.searching_bot_pause_factor(seat) or 1.0) * character.draw_pause_ms(self.game.tension(seat), chance)

    def searching_bot_pause_factor(self, seat: Seat) -> float:
        """Return the factor by which a searching bot's pause grows with the thinking time; 0 for all other players."""
        chair = self.chair(seat)
        looks_ahead = chair.who != PERSON and max_thinking_ms(chair.level) > DEFAULT_MAX_THINKING_MS
        return math.sqrt(self.patience) if looks_ahead else 0.0

    @property
    def is_bot_thinking(self) -> bool:
        return self._request is not None and self._ready_move is None

    def _cancel_thinking(self) -> None:
        if self._request is not None and self._ready_move is None:
            self._thinker.cancel()
        self._request = None
        self._ready_move = None

    def close(self) -> None:
        """Cancel the match's requests to the bots' thinker; the record stays on disk."""
        self._cancel_thinking()
        self.cancel_hint()
