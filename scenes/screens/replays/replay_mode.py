"""Playback of a finished match at the table: step by step or at a chosen speed, from one seat or with open cards."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame

from engine.events import DealScored, Event
from engine.match.playback import Playback, playback_history
from engine.match.record import Record
from engine.moves import Seat
from engine.notices import Notice
from scenes.render import timing
from scenes.screens.replays.replay_bar import BAR_HEIGHT, BarActions, BarState, ReplayBar
from scenes.shell.context import Context
from scenes.shell.destinations import MatchTable, ReplayList
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph, begin_or_ask
from scenes.shell.replay_loading_screen import scene_after_replay
from scenes.shell.scene import Scene
from scenes.table.hud.keys import BROWSE_KEY
from scenes.table.hud.tool_bar import TableActions
from scenes.table.layouts.layout import TableLayout
from scenes.table.table import Table
from scenes.table.table_mode import TableMode
from scenes.text.notice_texts import notice_text
from scenes.text.outcome import end_reason_text, outcome_heading
from scenes.ui.key_events import MENU_KEY, is_command_enter, plain_key
from scenes.ui.widget import ACTIVATE_KEYS
from scenes.ui.zone import Zone

REPLAY_SPEEDS = (0.5, 1.0, 2.0, 4.0)

OnLeave = Callable[[], None]


def replay_table(context: Context, record: Record) -> Scene:
    """Return the replay table of a match at its first deal. Leaving it opens the list of matches."""

    def to_list() -> None:
        context.go(ReplayList(context.replays.path_of(record)))

    def table() -> Table:
        play = ReplayMode(context, Playback(history, context.thinker), to_list, reports_errors=True)
        table = Table(context, play.match, play)
        table.model.director.queue_events(play.match.recent_events())
        return table

    history = playback_history(record)
    return scene_after_replay(context, history, table, lambda _: to_list())


def replay_table_at(context: Context, record: Record, move_index: int, seat: Seat) -> Scene:
    """Return the replay table of a match after ``move_index`` moves, from a seat's view. Leaving it shows the screen
    below.
    """

    def table() -> Table:
        match = Playback(history, context.thinker)
        match.all_cards_open, match.viewer = False, seat
        return _table_at(ReplayMode(context, match, None), move_index)

    history = playback_history(record)
    return scene_after_replay(context, history, table, context.close)


def _table_at(play: ReplayMode, move_index: int) -> Table:
    """Return the replay table of a match after ``move_index`` moves, without animation."""
    table = Table(play.context, play.match, play)
    play.show_at(move_index)
    return table


class ReplayMode(TableMode):
    """Table mode for replays: nobody plays, and a bar below the table shows and changes the position.

    Args:
        context: the application.
        match: the match to replay.
        on_leave: called to leave; None closes the table.
        reports_errors: whether to show a message if only a part of the match can be replayed.
    """

    accepts_input = False
    bar_height = BAR_HEIGHT
    match: Playback

    def __init__(
        self, context: Context, match: Playback, on_leave: OnLeave | None, *, reports_errors: bool = False
    ) -> None:
        super().__init__(context, match)
        self._reports_errors = reports_errors
        self._on_leave = on_leave
        self.is_playing = False
        self.speed = context.speed or 1.0
        """Divisor of durations and pauses: one of ``REPLAY_SPEEDS``, at first the player's speed."""
        self._pause_ms = 0.0
        """Milliseconds until the next move."""
        self._just_scored: DealScored | None = None
        """The event of the deal just scored, until ``update`` shows it; else None."""
        self._shown_result: DealScored | None = None
        """The deal whose outcome the prompt shows; None for no prompt."""

    def on_enter(self) -> None:
        """Show a message if only a part of the match can be replayed, and why."""
        match, context = self.match, self.context
        if match.error is None or not self._reports_errors:
            return
        placeholders = {**match.error.placeholders, "file": context.replays.path_of(match.record).name}
        reason = notice_text(self.table.words, Notice(match.error.key, placeholders))
        moves_text = context.words("app.replay.upto", n=match.last_index)
        lines = [DialogParagraph(reason), DialogParagraph(moves_text)]
        context.open(Dialog(context, context.words("app.replay.share.partly"), lines, width=680))

    # --- appearance -------------------------------------------------------------------------------------------------

    @property
    def addressed_seat(self) -> Seat | None:
        return self.match.only_person_seat

    def adapt_layout(self, layout: TableLayout) -> TableLayout:
        geometry = layout.geometry.for_open_hands() if self.match.all_cards_open else layout.geometry
        return replace(layout, geometry=geometry, help=replace(layout.help, secret_kind=""))

    def table_actions(self) -> TableActions:
        table = self.table
        return TableActions(
            menu=self.leave,
            log=table.toggle_log,
            house_rules=table.show_house_rules,
            open_rules=table.open_rules,
            answer=table.hand_controller.answer,
            menu_is_back=True,
        )

    def on_laid_out(self) -> None:
        self._set_speed(self.speed)

    def compose_bar(self) -> Zone:
        acts = BarActions(
            self.seek,
            self.step_deal,
            self.step_forward,
            self.step_back,
            self.toggle_playing,
            self.cycle_speed,
            self.ask_view,
            self.ask_take_over_seat,
        )
        renderer = self.context.renderer_for(self.context.ui_scale)
        return ReplayBar(renderer, self.context.words, acts).compose(self._bar_state())

    def prompt_text(self) -> str:
        """Return the outcome of the deal just shown in the replay; empty otherwise."""
        scored, words = self._shown_result, self.table.words
        if scored is None:
            return ""
        match = self.match
        outcome = match.game.outcome
        final = outcome is not None and scored.deal == len(match.game.history) and not match.game.single_deal
        winners = outcome.winners if outcome and final else scored.winners
        return words(
            "app.replay.result",
            heading=outcome_heading(words, winners, words.seat_name, match.only_person_seat, is_match=final),
            reason=end_reason_text(words, match.game.slug, scored.reason, outcome if final else None),
        )

    def _bar_state(self) -> BarState:
        match, words = self.match, self.table.words
        speed_text = words.number(self.speed, places=1) if self.speed < 1 else words.number(self.speed)
        view = (
            words("app.replay.all_open") if match.all_cards_open else self.table.model.people_by_seat[match.viewer].name
        )
        return BarState(
            match.move_index,
            match.last_index,
            match.deal_starts,
            self.is_playing,
            words("app.replay.speed", times=speed_text),
            view,
            self._caption(),
            self._position_caption(),
            match.error is not None,
            match.game.outcome is not None,
        )

    def _caption(self) -> str:
        """Return the number of the replay's position and the last move as text."""
        match, words, position = self.match, self.table.words, self._position_caption()
        last = match.last_move()
        if last is None:
            return position
        seat, note = last
        move_text = words.note_text(match.game.slug, "move", note)
        return words("app.replay.did", where=position, name=words.seat_name(seat), what=move_text)

    def _position_caption(self) -> str:
        return self.context.words("app.replay.at", n=self.match.move_index, total=self.match.last_index)

    def on_event(self, event: Event) -> None:
        if isinstance(event, DealScored):
            self._just_scored = event
        self.table.hud.remove_bubble(self.match.viewer)  # the bar names the last move

    # --- positions -----------------------------------------------------------------------------------------------

    def step_forward(self) -> None:
        """Show the next move of the replay. A running animation is finished first."""
        self.is_playing = False
        director = self.table.model.director
        running = director.is_busy and not director.is_stopped
        if running:
            self.table.finish_motion()
        if not (running and director.is_stopped):
            self._show_next_move()
        self.table.hud.refresh()

    def _show_next_move(self) -> None:
        director, match = self.table.model.director, self.match
        if director.is_stopped:
            self._continue_after_result()
            return
        if match.move_index == match.last_index:
            return
        self._shown_result = None
        mover = match.record.moves[match.move_index].seat
        self.table.hud.remove_bubble(mover)
        happened = match.step()
        self.table.model.shown.game = match.game
        director.queue_events(happened)
        director.update(0)
        self.table.hud.refresh()

    def _continue_after_result(self) -> None:
        """Continue the replay after the outcome of a deal was shown."""
        self._shown_result = None
        self._just_scored = None
        self.table.model.director.resume_after_result()
        self.table.hud.refresh()

    def step_back(self) -> None:
        self.seek(self.match.move_index - 1)

    def seek(self, move_index: int) -> None:
        """Show the replay's position after ``move_index`` moves."""
        self.is_playing = False
        match = self.match
        match.seek(move_index)
        self._just_scored = None
        self._shown_result = match.final_deal_result()
        self.table.jump_to_position()
        self.table.hud.remove_bubble(match.viewer)
        self.table.hud.board_view.finish_motion()
        self.table.hud.refresh()

    def step_deal(self, by: int) -> None:
        """Show the replay's next start of a deal (1) or the nearest one before this position (−1)."""
        match = self.match
        if by > 0:
            self.seek(next((deal for deal in match.deal_starts if deal > match.move_index), match.last_index))
        else:
            self.seek(next((deal for deal in reversed(match.deal_starts) if deal < match.move_index), 0))

    def toggle_playing(self) -> None:
        """Play or pause the replay. At the end of the match, playing starts again from the beginning."""
        self.is_playing = not self.is_playing
        if self.is_playing and self.match.move_index == self.match.last_index:
            self.seek(0)
            self.is_playing = True
        self._pause_ms = 0.0
        self.table.hud.refresh()

    def cycle_speed(self) -> None:
        """Set the replay's next higher speed; after the highest the lowest."""
        speed = next((faster for faster in REPLAY_SPEEDS if faster > self.speed), REPLAY_SPEEDS[0])
        self._set_speed(speed)
        self.table.hud.refresh()

    def change_speed(self, by: int) -> None:
        """Set the replay's next higher (1) or lower (−1) speed, up to the ends of ``REPLAY_SPEEDS``."""
        at = min(range(len(REPLAY_SPEEDS)), key=lambda i: abs(REPLAY_SPEEDS[i] - self.speed))
        self._set_speed(REPLAY_SPEEDS[min(max(at + by, 0), len(REPLAY_SPEEDS) - 1)])
        self.table.hud.refresh()

    def _set_speed(self, speed: float) -> None:
        self.speed = speed
        self.table.model.director.speed = speed if self.context.speed else 0.0

    # --- view -------------------------------------------------------------------------------------------------------

    def ask_view(self) -> None:
        """Ask from which seat to show the replay."""
        words, match = self.context.words, self.match
        self.is_playing = False
        self.table.hud.refresh()
        choices = [DialogButton(words("app.replay.all_open"), partial(self.set_view, None), "eye")]
        for seat in range(match.game.seats):
            name = self.table.model.people_by_seat[seat].name
            label = (
                words("app.replay.view_own")
                if seat == match.only_person_seat
                else words("app.replay.view_of", name=name)
            )
            choices.append(DialogButton(label, partial(self.set_view, seat), "person"))
        self.context.open(Dialog(self.context, words("app.replay.view"), (), choices, is_stacked=True, width=440))

    def set_view(self, seat: Seat | None) -> None:
        """Show the replay from one seat's view; None shows all cards open."""
        match = self.match
        match.all_cards_open = seat is None
        if seat is not None:
            match.viewer = seat
        play = ReplayMode(self.context, match, self._on_leave)
        play.speed = self.speed
        table = _table_at(play, match.move_index)
        self.context.close(self.table)
        self.context.open(table)

    def show_at(self, move_index: int) -> None:
        """Show the replay's position after ``move_index`` moves without animation, when the table opens."""
        self.table.model.shown.game = self.match.game
        self.seek(move_index)
        self.table.model.director.finish()

    def cycle_view(self) -> None:
        """Show the replay from the next seat's view; after the last seat with all cards open."""
        match = self.match
        if match.all_cards_open:
            self.set_view(0)
        else:
            self.set_view(match.viewer + 1 if match.viewer + 1 < match.game.seats else None)

    # --- playing on -------------------------------------------------------------------------------------------------

    def ask_take_over_seat(self) -> None:
        """Ask at which seat the player continues the match from this position."""
        words, match = self.context.words, self.match
        self.is_playing = False
        self.table.hud.refresh()
        if match.game.outcome is not None:
            return
        first = match.viewer if not match.all_cards_open or match.only_person_seat is None else match.only_person_seat
        seats = [first, *(seat for seat in range(match.game.seats) if seat != first)]
        choices = []
        for seat in seats:
            is_own = seat == match.only_person_seat
            name = self.table.model.people_by_seat[seat].name
            label = words("app.replay.own_seat") if is_own else words("app.replay.seat_of", name=name)
            choices.append(DialogButton(label, partial(self.take_over, seat), "person" if is_own else "swap"))
        choices.append(DialogButton(words("app.button.cancel")))
        lines = [DialogParagraph(words("app.replay.play_on_text"))]
        self.context.open(
            Dialog(self.context, words("app.replay.play_on_title"), lines, choices, is_stacked=True, width=520)
        )

    def take_over(self, seat: Seat) -> None:
        """Start a match that continues from the replay's position, with the player at ``seat``."""
        record = self.match.take_over(seat)
        begin_or_ask(self.context, record.game, lambda: self.context.go(MatchTable(record)))

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float) -> bool:
        changed = False
        if self._just_scored is not None:
            self._shown_result, self._just_scored = self._just_scored, None
            self._pause_ms = timing.REPLAY_RESULT_MS / self.speed
            outcome = self.match.game.outcome
            self.table.sounds.play_result(
                self._shown_result.winners, self._shown_result.points, final=outcome is not None
            )
            changed = True
        if self.is_playing and self.table.is_on_top:
            changed |= self._advance_playing(elapsed_ms)
        return changed

    @property
    def is_animating(self) -> bool:
        return self.is_playing

    @property
    def next_update_ms(self) -> float:
        return 0.0 if self.is_playing or self._just_scored is not None else math.inf

    def _advance_playing(self, elapsed_ms: float) -> bool:
        """Show the next move of a playing replay after the pause; return whether it was shown."""
        director = self.table.model.director
        if not (director.is_stopped or director.has_shown_all_events):
            return False
        self._pause_ms -= elapsed_ms
        if self._pause_ms > 0:
            return False
        self._pause_ms = timing.REPLAY_PAUSE_MS / self.speed
        self._show_next_move()
        if self.match.move_index == self.match.last_index:
            self.is_playing = False
            self.table.hud.refresh()
        return True

    # --- input ------------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leave the replay for the previous screen."""
        if self._on_leave is None:
            self.context.close(self.table)
        else:
            self._on_leave()

    def _close_page_or_leave(self) -> None:
        """Close the page that the player opened in the table's side drawer, if any; else leave the replay."""
        if not self.table.drawer.close_temporary_page():
            self.leave()

    def handle_key(self, event: pygame.Event) -> bool:
        root = self.table.hud.root
        confirms = is_command_enter(event)
        presses = event.key in ACTIVATE_KEYS and root.keyboard_used_last and root.focus is not None and not confirms
        if event.key == pygame.K_TAB or presses:
            return root.handle(event, None)
        deals = bool(event.mod & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL))
        acts: dict[int, Callable[[], object]] = {
            pygame.K_LEFT: partial(self.step_deal, -1) if deals else self.step_back,
            pygame.K_RIGHT: partial(self.step_deal, 1) if deals else self.step_forward,
            pygame.K_PAGEUP: partial(self.step_deal, -1),
            pygame.K_PAGEDOWN: partial(self.step_deal, 1),
            pygame.K_HOME: partial(self.seek, 0),
            pygame.K_END: partial(self.seek, self.match.last_index),
            pygame.K_UP: partial(self.change_speed, 1),
            pygame.K_DOWN: partial(self.change_speed, -1),
            pygame.K_SPACE: self.toggle_playing,
            pygame.K_v: self.cycle_view,
            pygame.K_p: self.ask_take_over_seat,
            pygame.K_RETURN: self.ask_take_over_seat,
            pygame.K_KP_ENTER: self.ask_take_over_seat,
            pygame.K_s: self.table.cycle_sort,
            pygame.K_l: self.table.toggle_log,
            pygame.K_r: self.table.open_rules,
            pygame.K_F1: self.table.show_house_rules,
            BROWSE_KEY: self.table.pile_browser.cycle,
            pygame.K_ESCAPE: self._close_page_or_leave,
            MENU_KEY: self._close_page_or_leave,
        }
        sideways = event.key in (pygame.K_LEFT, pygame.K_RIGHT)
        act = acts.get(event.key if sideways or confirms else plain_key(event))
        if act is None:
            return False
        root.show_focus(False)
        if not sideways:
            self.table.sounds.play_press()
        act()
        return True
