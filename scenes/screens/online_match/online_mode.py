"""Table mode of an online match: the player takes part or watches; the host runs it."""

from collections.abc import Iterator
from typing import Any

import pygame

from engine.moves import Move, Refusal, Seat
from engine.online.guest.guest_match import GuestMatch
from engine.online.protocol.messages import (
    ChatMessage,
    MoveRejected,
    NextDeal,
    ParticipantNotice,
    RequestDenied,
    SendChat,
    Undo,
)
from scenes.screens.online_match.match_saving import save_or_ask_consent
from scenes.screens.online_match.menu import table_menu
from scenes.screens.online_match.table_clock import TurnClockDisplay
from scenes.shell.context import Context
from scenes.shell.destinations import DealResult, OnlineLobby, OnlineRoom, OnlineTable
from scenes.shell.dialog import confirm_dialog
from scenes.shell.phrases_dialog import PhrasesDialog
from scenes.table.hud.keys import TALK_KEY
from scenes.table.hud.tool_bar import TableActions
from scenes.table.interactive_mode import InteractiveMode
from scenes.table.model.table_model import Presence
from scenes.table.table_base import TableBase
from scenes.text.player_names import online_person_name
from scenes.text.spoken_lines import SpokenLine
from scenes.ui.key_events import plain_key
from scenes.work.online_session import OnlineSession

MAX_MOVES_PER_FRAME = 8
"""Maximum number of moves shown in one frame."""
MAX_ANIMATED_MOVES_BEHIND = 4
"""Maximum number of queued moves; further ones are shown without animation."""


class OnlineMode(InteractiveMode):
    """Table mode of an online match: shows the host's events step by step and sends the player's answers.

    Args:
        context: the application.
        match: the match as received from the host.
        session: the online session.
    """

    offers_lesson = False
    """False, because the other participants would wait during a lesson."""

    def __init__(self, context: Context, match: GuestMatch, session: OnlineSession) -> None:
        super().__init__(context, match)
        self.guest_match = match
        self.session = session
        self.accepts_input = not match.is_spectator
        self._shown_roster: object = None
        """The roster shown at the table; None before the first."""
        self._step_pause_ms: float | None = None
        """Milliseconds until the next step may be shown; None until all events of the last one are."""
        self._ready_deal = 0
        """Number of the last deal whose result the player has closed."""

    def attach(self, table: TableBase) -> None:
        super().attach(table)
        self.clock = TurnClockDisplay(table, self.guest_match)
        self._show_occupants()

    def on_enter(self) -> None:
        """Show the goal of the game to a player new to it, unless a turn clock runs, which can't be paused."""
        if not self.guest_match.guest.rules.turn_clock:
            super().on_enter()

    # --- presentation -----------------------------------------------------------------------------------------------

    @property
    def addressed_seat(self) -> Seat | None:
        return None if self.guest_match.is_spectator else self.guest_match.viewer

    def table_actions(self) -> TableActions:
        tools, rules = super().table_actions(), self.guest_match.guest.rules
        if self.guest_match.is_spectator:
            return tools._replace(sort=None, hint=None, undo=None, what_now=None, talk=self.choose_phrase)
        return tools._replace(
            hint=tools.hint if rules.hints else None, undo=tools.undo if rules.undo else None, talk=self.choose_phrase
        )

    def prompt_text(self) -> str:
        words, guest = self.table.words, self.guest_match.guest
        if guest.connection_state != "joined":
            return words("elsewhere.lost")
        if self._others_view_result and self.table.model.director.has_shown_all_events:
            names = [words.seat_name(seat) for seat in self._unready_seats()]
            return words("elsewhere.waiting", names=words.join_and(names)) if names else ""
        turn = self.guest_match.game.seats_to_act() if self.table.model.director.has_shown_all_events else ()
        if len(turn) == 1 and turn[0] in self.table.model.presence:
            return words(f"elsewhere.turn.{self.table.model.presence[turn[0]]}", name=words.seat_name(turn[0]))
        return super().prompt_text()

    @property
    def _others_view_result(self) -> bool:
        """Whether other participants are still viewing the result of a deal."""
        roster = self.guest_match.guest.roster
        return roster is not None and roster.phase == "results" and not self.guest_match.guest.steps

    def _unready_seats(self) -> Iterator[Seat]:
        """Yield the seats of connected participants who are still viewing the result of a deal."""
        guest = self.guest_match.guest
        chairs = guest.roster.chairs if guest.roster else ()
        for seat, chair in enumerate(chairs[: self.guest_match.game.seats]):
            person = guest.person(chair.participant_number)
            if person is not None and person.is_connected and not person.is_ready and person.number != guest.number:
                yield seat

    # --- time -------------------------------------------------------------------------------------------------------

    def poll(self) -> bool:
        changed = self._show_occupants()
        return self._show_messages() or changed

    def update(self, elapsed_ms: float) -> bool:
        if not self.table.is_on_top:
            return False
        changed = False
        if self.guest_match.guest.connection_state == "closed":
            self.context.go(OnlineLobby())
            return True
        if self._is_aborted:
            self.go_to_room()
            return True
        if self._pending_result is None:
            changed |= self._show_steps(elapsed_ms)
            changed |= self.clock.update()
        return super().update(elapsed_ms) or changed

    @property
    def _is_aborted(self) -> bool:
        """Whether the host has aborted the online match."""
        roster = self.guest_match.guest.roster
        return roster is not None and roster.phase == "room"

    @property
    def next_update_ms(self) -> float:
        return 0.0

    def _show_steps(self, elapsed_ms: float) -> bool:
        """Show the received steps of an online match one after the other; return whether any was shown."""
        director, steps, shown = self.table.model.director, self.guest_match.guest.steps, 0
        while (
            self._is_step_due(elapsed_ms if not shown else 0.0)
            or (steps and (steps[0].is_restart or len(steps) > MAX_ANIMATED_MOVES_BEHIND))
        ) and not director.is_stopped:
            if not steps:
                break
            director.finish()
            if self._pending_result is not None or director.is_stopped or shown == MAX_MOVES_PER_FRAME:
                break
            self._show_step()
            shown += 1
        return shown > 0

    def _is_step_due(self, elapsed_ms: float) -> bool:
        """Whether all events are shown, and the pause in another seat's turn of several steps is over."""
        if not self.table.model.director.has_shown_all_events:
            self._step_pause_ms = None
            return False
        if self._step_pause_ms is None:
            self._step_pause_ms = sum(map(self.turn_controller.step_pause_ms, self.guest_match.game.seats_to_act()))
        self._step_pause_ms -= elapsed_ms
        return self._step_pause_ms <= 0

    def _show_step(self) -> None:
        if self.guest_match.is_over and self.guest_match.guest.steps[0].is_restart:
            self.context.go(OnlineTable())  # a new match has started
            return
        step = self.guest_match.take_next_step()
        assert step is not None
        self._step_pause_ms = None
        self.table.model.shown.game = self.guest_match.game
        self.turn_controller.withdraw_choice()
        if step.is_restart:
            self.table.model.director.is_stopped = False
            self.show_position()
        else:
            self.table.show_events(step.events)

    def _show_occupants(self) -> bool:
        """Show the occupants of the seats and who is away; return whether that changed."""
        roster = self.guest_match.guest.roster
        if roster is None or roster is self._shown_roster:
            return False
        self._shown_roster = roster
        presence: dict[Seat, Presence] = {}
        for seat, chair in enumerate(roster.chairs[: self.guest_match.game.seats]):
            person = self.guest_match.guest.person(chair.participant_number)
            if person is not None and (chair.is_substituted or not person.is_connected):
                presence[seat] = "played" if chair.is_substituted else "away"
        self.table.model.presence = presence
        self.table.hud.refresh()
        if self.guest_match.update_chairs():
            self.table.lay_out()
        return True

    def _show_messages(self) -> bool:
        """Show received messages: chat, participants coming and going, rejected requests and moves. Return whether
        there were any.
        """
        unread = self.session.unhandled_messages
        has_messages = bool(unread)
        while unread:
            match unread.popleft():
                case ChatMessage() as said:
                    self._show_chat_message(said)
                case ParticipantNotice() as one:
                    self._toast_about_other(f"online.told.{one.key}", "people", one.participant_number)
                case RequestDenied() as denied:
                    placeholders: dict[str, Any] = denied.placeholders
                    self.context.show_toast(denied.key, "info", **placeholders)
                case MoveRejected() as rejected:
                    self.table.hand_controller.cancel()
                    self._show_rejection(rejected)
        return has_messages

    def _show_rejection(self, rejected: MoveRejected) -> None:
        """Show the reason for a move's rejection: a rule of the game, or of the online table."""
        if rejected.key.startswith("online."):
            self.context.show_toast(rejected.key, "info")
        else:
            self.table.show_refusal(Refusal(rejected.rule, rejected.key, rejected.placeholders))

    def _show_chat_message(self, message: ChatMessage) -> None:
        """Show a chat message in a speech bubble, or as a toast if its author has no seat."""
        if message.seat < 0:
            talk = SpokenLine(0, "", message.phrase, message.text)
            self._toast_about_other("online.said", "talk", message.participant_number, talk.text(self.table.words))
            return
        talk = SpokenLine(message.seat, "", message.phrase, message.text)
        self.table.hud.show_spoken_line(talk)
        self.table.log.on_event(talk)

    def _toast_about_other(self, key: str, icon: str, participant_number: int, text: str = "") -> None:
        """Show a toast about another participant; ``text`` is their chat message."""
        person = self.guest_match.guest.person(participant_number)
        if participant_number != self.guest_match.guest.number:
            name = online_person_name(self.context.words, participant_number, "" if person is None else person.name)
            self.context.show_toast(key, icon, name=name, text=text)

    # --- moves ------------------------------------------------------------------------------------------------------

    def make_move(self, move: Move) -> None:
        self.begin_own_move(move)
        self.guest_match.play(move)
        self.table.hud.refresh()

    def undo(self) -> None:
        if not self.guest_match.guest.rules.undo:
            self.table.show_refusal(Refusal("", "undo_table"))
        elif self._pending_result is None and not self.guest_match.is_spectator:
            self.session.send([Undo()])

    def redo(self) -> None:
        self.table.show_refusal(Refusal("", "undo_table" if not self.guest_match.guest.rules.undo else "redo_none"))

    def toggle_hint(self) -> None:
        if self.guest_match.guest.rules.hints:
            super().toggle_hint()
        else:
            self.table.show_refusal(Refusal("", "hint_table"))

    # --- results ----------------------------------------------------------------------------------------------------

    def _show_result(self) -> None:
        table = self.table
        scored, final, winners = self._take_result()
        table.sounds.play_result(winners, scored.points, final=final, seats_out=table.hud.plates.seats_out)
        self._ready_deal = scored.deal
        if final or table.model.layout.shows_sheet_each_deal:
            leave = self.leave if final else self._ask_to_leave
            actions = self._close_result_and_report_ready, self.go_to_room, leave, self.open_menu
            is_replayable = final and self.guest_match.adopt_host_record()
            onward_key, home_key = "elsewhere.to_table", "elsewhere.leave"
            self.context.open(
                DealResult(
                    self.guest_match,
                    scored,
                    final,
                    *actions,
                    onward_label_key=onward_key,
                    home_label_key=home_key,
                    is_replayable=is_replayable,
                )
            )
            if is_replayable:
                save_or_ask_consent(self.context, self.guest_match)
        else:
            self._close_result_and_report_ready()

    def _close_result_and_report_ready(self) -> None:
        """Close the deal's result, if it is shown, and report to the host that the player is ready."""
        self.context.uncover(self.table)
        self.table.model.director.resume_after_result()
        if not self.guest_match.is_spectator:
            self.session.send([NextDeal(self._ready_deal)])

    # --- talking, leaving -------------------------------------------------------------------------------------------

    def choose_phrase(self) -> None:
        """Open the dialog to choose a chat phrase."""
        self.table.hand_controller.cancel()
        self.context.open(
            PhrasesDialog(self.context, self._send_phrase, free_text=self.guest_match.guest.rules.free_text)
        )

    def _send_phrase(self, phrase: str, text: str) -> None:
        self.session.send([SendChat(phrase, text)])

    def open_menu(self) -> None:
        self.table.hand_controller.cancel()
        self.context.open(table_menu(self.context, self.session, self.guest_match.record, self._ask_to_leave))

    def go_to_room(self) -> None:
        """Show the room of the online table, where the next match begins."""
        self.context.go(OnlineRoom())

    def _ask_to_leave(self) -> None:
        """Leave the online table after a confirmation. A table hosted here is closed for all participants."""
        key = "online.closing" if self.session.own_table_invitations else "online.leaving"
        self.context.open(confirm_dialog(self.context, key, self.leave, destructive=True))

    def leave(self) -> None:
        """Leave the online table permanently."""
        self.session.leave()
        self.context.go(OnlineLobby())

    # --- input ------------------------------------------------------------------------------------------------------

    def handle_key(self, event: pygame.Event) -> bool:
        if plain_key(event) == TALK_KEY:
            self.choose_phrase()
            return True
        return super().handle_key(event)
