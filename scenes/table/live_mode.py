"""Table mode of a live match: a person against bots, or several persons at one computer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.match.match import Match
from engine.match.record import Record
from engine.moves import Move, Refusal
from engine.rng import Rng
from scenes.shell.context import Context
from scenes.shell.destinations import DealResult, Home, MatchTable
from scenes.shell.dialog import DialogButton
from scenes.table.help_consent import run_with_daily_deal_consent
from scenes.table.interactive_mode import InteractiveMode
from scenes.table.match_stats import MatchStats
from scenes.table.menu import menu_dialog
from scenes.table.out_dialog import OutDialog


class LiveMode(InteractiveMode):
    """Table mode of a live match: asks the players, counts their moves, and goes on from deal to deal.

    Args:
        context: access to the application.
        match: the match to play.
        match_stats: statistics of the match so far.
        reopen_table: opens the table of the next person to act. Its argument is the number of events seen so far; later
            ones are animated. None if all were seen.
    """

    def __init__(
        self,
        context: Context,
        match: Match,
        match_stats: MatchStats,
        reopen_table: Callable[[int | None], None] = lambda _: None,
    ) -> None:
        super().__init__(context, match)
        self.match_stats = match_stats
        self._reopen_table = reopen_table
        self._out_dialog_shown = False
        """Whether the dialog for a player who is out was shown, until the player is back."""
        self._begins_rematch = False
        """Whether another match begins at the end of this one, without its result."""

    def count_thinking_time(self, elapsed_ms: float) -> None:
        self.match_stats.count_thinking_time(elapsed_ms)

    def out_of_turn_limit_ms(self) -> float:
        seconds = self.context.settings.countdown
        return float(seconds) * 1000 if seconds != "off" else 0.0

    # --- moves ------------------------------------------------------------------------------------------------------

    def make_move(self, move: Move) -> None:
        hud, choice = self.table.hud, self.table.model.choice
        decided = move.seat == self.match.viewer and choice is not None and choice.only_answer() is None
        if move.seat == self.match.viewer or not self.match.is_viewer_to_move():
            self.turn_controller.withdraw_choice()
            hud.hide_refusal()
        if move.seat == self.match.viewer:
            hud.remove_bubble(move.seat)
            has_tricks = self.table.model.layout.geometry.trick_cross is not None
            self.table.set_hurries_trick(hurries=has_tricks and bool(move.cards) and not decided)
        happened = self.match.play(move)
        self.match_stats.count_move_and_write_deal(move, decided, happened)
        self.table.show_events(happened)

    def hand_over(self) -> None:
        """Show the curtain for the next person to act in a hot-seat match."""
        self._reopen_table(None)

    # --- results ----------------------------------------------------------------------------------------------------

    def _show_result(self) -> None:
        scored, self._pending_result = self._pending_result, None
        assert scored is not None
        table, begins_rematch = self.table, self._begins_rematch
        table.hand_controller.cancel()
        outcome = self.match.game.outcome
        final = outcome is not None and scored.deal == len(self.match.game.history)
        winners = outcome.winners if outcome and final else scored.winners
        self.coach.close_after_known_questions()
        is_skipping = table.fast_forward == "skip"
        if final or not is_skipping:
            table.sounds.play_result(winners, scored.points, final=final, seats_out=table.hud.plates.seats_out)
        if not final and (is_skipping or not table.model.layout.shows_sheet_each_deal):
            self._next_deal()
            return
        self._end_fast_forward()
        if final:
            self.context.tutorial_progress.mark_match_finished(self.match.game.slug)
            self.context.saved_matches.delete(self.match.record.game)
        if final and begins_rematch:
            self._rematch()
            return
        pars = self.match_stats.pars
        pars.compute([scored.deal] if table.model.layout.shows_sheet_each_deal else range(1, scored.deal + 1))
        ways = self._next_deal, self._rematch, self.leave, self.open_menu
        self.context.open(DealResult(self.match, scored, final, *ways, pars=pars))

    def _next_deal(self) -> None:
        """Close the result screen and start the next deal; in a hot-seat match, show the curtain first."""
        if self.match.is_hot_seat and not self._are_all_persons_out:
            self._reopen_table(self.match.deal_start_event_index())
            return
        self.context.uncover(self.table)
        self.table.model.director.resume_after_result()

    def _rematch(self) -> None:
        """Start a new match with the same chairs and house rules; at a fair table, bots get the strength that suits the
        player now."""
        old = self.match.record
        seed = Rng(old.seed).below(100_000_000)
        chairs = self.context.fair_tables.rematch_chairs(old, self.context.settings.name)
        self.context.go(MatchTable(Record(old.game, old.seats, seed, old.options, chairs)))

    # --- out of the match -------------------------------------------------------------------------------------------

    @property
    def _are_all_persons_out(self) -> bool:
        """Whether computer players play on alone."""
        game, persons = self.match.game, self.match.person_seats
        return game.outcome is None and bool(persons) and all(map(game.is_out_of_match, persons))

    def update(self, elapsed_ms: float) -> bool:
        if not self._are_all_persons_out:
            is_back = self._out_dialog_shown and self.match.game.outcome is None
            self._out_dialog_shown = False
            if is_back and self.table.fast_forward:
                self._end_fast_forward()
                self.context.show_toast("app.out.back", "info")
        elif not self._out_dialog_shown and self.table.is_on_top and self.table.model.director.has_shown_all_events:
            self._out_dialog_shown = True
            watch = partial(self.table.set_fast_forward, "fast")
            dialog = OutDialog(
                self.context, on_watch=watch, on_skip=self._skip_to_end, on_new_match=self._skip_to_rematch
            )
            self.context.open(dialog)
            return True
        return super().update(elapsed_ms)

    def _skip_to_end(self) -> None:
        self.table.set_fast_forward("skip")

    def _skip_to_rematch(self) -> None:
        """Let the bots play the match to its end, so that it counts, then begin another."""
        self._begins_rematch = True
        self._skip_to_end()

    def _end_fast_forward(self) -> None:
        self._begins_rematch = False
        self.table.set_fast_forward("")

    # --- tools ------------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the last decision of the person at the screen; moves of other persons are never undone."""
        go = partial(self._undo_or_redo, self.match.undo, "undo_none")
        if self._pending_result is None and self.match.undo_point() is not None:
            run_with_daily_deal_consent(self.context, self.match.record, go)
        else:
            go()

    def redo(self) -> None:
        self._undo_or_redo(self.match.redo, "redo_none")

    def _undo_or_redo(self, action: Callable[[], bool], refusal_key: str) -> None:
        """Undo or redo moves with ``action``; if it returns False, show the refusal with this key."""
        if self._pending_result is not None:
            return
        if not action():
            self.table.show_refusal(Refusal("", refusal_key))
            return
        self.show_position()

    def open_menu(self) -> None:
        self.table.hand_controller.cancel()
        words, match, more = self.table.words, self.match, list[DialogButton]()
        if self._are_all_persons_out:
            more.append(DialogButton(words("app.out.skip"), self._skip_to_end, "last"))
        if match.deal_restart_point(self.table.hud.deal_number) is not None:
            more.append(DialogButton(words("app.menu.restart_deal"), self._ask_and_restart_deal, "restart"))
        self.context.open(menu_dialog(self.context, match.game.slug, match.record.options, self.leave, more=more))

    def _ask_and_restart_deal(self) -> None:
        run_with_daily_deal_consent(self.context, self.match.record, self._restart_deal)

    def _restart_deal(self) -> None:
        """Play the deal shown, or the one whose result is shown, from its start; the match counts as helped."""
        self.context.uncover(self.table)
        self._pending_result = None
        if self.match.restart_deal(self.table.hud.deal_number):
            self.show_position()
            self.context.show_toast("app.menu.deal_restarted", "restart", self.redo)

    def leave(self) -> None:
        """Leave the table; the match stays saved."""
        self.context.go(Home())
