"""Table mode of a live match: a person against bots, or several persons at one computer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal

from engine.match.match import Match
from engine.match.record import Record
from engine.moves import Move, Refusal
from engine.rng import Rng
from engine.statistics.store import HeadToHead
from scenes.shell.context import Context
from scenes.shell.destinations import DealResult, Home, MatchTable
from scenes.shell.dialog import DialogButton
from scenes.table.help_consent import run_with_daily_deal_consent
from scenes.table.interactive_mode import InteractiveMode
from scenes.table.match_stats import MatchStats
from scenes.table.menu import menu_dialog
from scenes.table.out_dialog import OutDialog
from scenes.table.table_base import FastForward
from scenes.text.feat_texts import feat_names

_MAX_NAMED_FEATS = 2
"""Maximum number of new feats that one message names; more are only counted."""
_STAND_IN_LEVEL = "medium"
"""Level of the bot that plays for persons who can't win any more."""


class LiveMode(InteractiveMode):
    """Table mode of a live match: asks the players, counts their moves, and goes on from deal to deal.

    Args:
        context: access to the application.
        match: the match to play.
        match_stats: statistics of the match so far.
        reopen_table: opens the table of the next person to act. Its argument is the number of events seen so far; later
            ones are animated. None if all were seen.
    """

    match: Match

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
        self._shown_out_dialog: Literal["", "lost", "out"] = ""
        """Dialog shown about a match that no person can win any more, or about persons who are out; empty for none."""
        self._begins_rematch = False
        """Whether another match begins at the end of this one, without its result."""

    def heads_to_heads(self) -> Mapping[str, HeadToHead]:
        if self.match.is_hot_seat:
            return {}
        name = self.match.chair(self.match.viewer).name or self.context.settings.name
        return self.context.statistics.heads_to_heads(self.match.record.game, name)

    def count_thinking_time(self, elapsed_ms: float) -> None:
        self.match_stats.count_thinking_time(elapsed_ms)

    def out_of_turn_limit_ms(self) -> float:
        seconds = self.context.settings.countdown
        return float(seconds) * 1000 if seconds != "off" else 0.0

    # --- moves ------------------------------------------------------------------------------------------------------

    def make_move(self, move: Move) -> None:
        decided = move.seat == self.match.viewer and self.begin_own_move(move)
        if not self.match.is_viewer_to_move():
            self.turn_controller.withdraw_choice()
            self.table.hud.hide_refusal()
        happened = self.match.play(move)
        self.match_stats.count_move_and_write_deal(move, decided, happened)
        self.table.show_events(happened)

    def hand_over(self) -> None:
        """Show the curtain for the next person to act in a hot-seat match."""
        self._reopen_table(None)

    # --- results ----------------------------------------------------------------------------------------------------

    def _show_result(self) -> None:
        table, begins_rematch = self.table, self._begins_rematch
        scored, final, winners = self._take_result()
        is_skipping = table.fast_forward == "skip"
        if final or not is_skipping:
            table.sounds.play_result(winners, scored.points, final=final, seats_out=table.hud.plates.seats_out)
        if final or not is_skipping:
            self._show_new_feats()
        if not final and (is_skipping or not table.model.layout.shows_sheet_each_deal):
            self._next_deal()
            return
        if final:
            self._end_fast_forward()
            self.context.saved_matches.delete(self.match.record.game)
        if final and begins_rematch:
            self._rematch()
            return
        pars, shows_each = self.match_stats.pars, table.model.layout.shows_sheet_each_deal
        self.match_stats.compute_pars([scored.deal] if shows_each else range(1, scored.deal + 1))
        ways = self._next_deal, self._rematch, self.leave, self.open_menu
        self.context.open(DealResult(self.match, scored, final, *ways, pars=pars))

    def _show_new_feats(self) -> None:
        feats = self.match_stats.take_new_feats()
        if len(feats) > _MAX_NAMED_FEATS:
            self.context.show_toast("app.feat.earned_many", "trophy", n=len(feats))
        elif feats:
            self.context.show_toast("app.feat.earned", "trophy", names=partial(feat_names, feats=feats))

    def _next_deal(self) -> None:
        """Close the result screen and start the next deal; in a hot-seat match, show the curtain first."""
        if self.match.is_hot_seat and not self._are_all_persons_out and not self.match.has_stand_in:
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

    @property
    def _is_match_lost(self) -> bool:
        """Whether no person can win the match any more, though it goes on."""
        game, persons = self.match.game, self.match.person_seats
        return game.outcome is None and bool(persons) and not any(map(game.can_still_win, persons))

    def update(self, elapsed_ms: float) -> bool:
        shown = self._shown_out_dialog
        if not self._is_match_lost:
            is_back = shown == "out" and self.match.game.outcome is None
            self._shown_out_dialog = ""
            if is_back and self.table.fast_forward:
                self._end_fast_forward()
                self.context.show_toast("app.out.back", "info")
        elif shown != "out" and self.table.is_on_top and self.table.model.director.has_shown_all_events:
            due: Literal["lost", "out"] = "out" if self._are_all_persons_out else "lost"
            if due != shown:
                self._shown_out_dialog = due
                if not self.table.fast_forward:
                    self._open_out_dialog()
                    return True
        return super().update(elapsed_ms)

    def _open_out_dialog(self) -> None:
        watch = partial(self._play_on_without_persons, "fast")
        is_out = self._shown_out_dialog == "out"
        self.context.open(
            OutDialog(
                self.context,
                is_out=is_out,
                on_watch=watch,
                on_skip=self._skip_to_end,
                on_new_match=self._skip_to_rematch,
            )
        )

    def _play_on_without_persons(self, fast_forward: FastForward) -> None:
        """Show the rest of the match in fast motion or at once; a bot plays for persons who are not out."""
        if not self._are_all_persons_out:
            self.match_stats.stop_counting_deals()
            self.match.set_stand_in(_STAND_IN_LEVEL)
        self.table.set_fast_forward(fast_forward)

    def _skip_to_end(self) -> None:
        self._play_on_without_persons("skip")

    def _skip_to_rematch(self) -> None:
        """Let the bots play the match to its end, so that it counts, then begin another."""
        self._begins_rematch = True
        self._skip_to_end()

    def _end_fast_forward(self) -> None:
        self._begins_rematch = False
        self.match.set_stand_in("")
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
        self._end_fast_forward()
        self.show_position()

    def open_menu(self) -> None:
        self.table.hand_controller.cancel()
        words, match, more = self.table.words, self.match, list[DialogButton]()
        if self._is_match_lost:
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
            self._end_fast_forward()
            self.show_position()
            self.context.show_toast("app.menu.deal_restarted", "restart", self.redo)

    def leave(self) -> None:
        """Leave the table; the match stays saved."""
        self.context.go(Home())
