"""A match that is played: the player against opponents, or several persons at one computer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.match.match import Match
from engine.match.record import Record
from engine.moves import Move, Refusal
from engine.rng import Rng
from scenes.shell.context import Context
from scenes.shell.destinations import Begin, DealResult, Home
from scenes.table.help import with_help
from scenes.table.menu import menu_dialog
from scenes.table.taking_part import TakingPart
from scenes.table.tally import Tally


class LivePlay(TakingPart):
    """Asks whoever has to act, counts what they do, and leads from deal to deal.

    Args:
        context: the program.
        match: what is played.
        tally: of the match so far.
        sit_again: goes to the table of whoever has to act now. It is handed the number of events that were seen; later
            ones are shown as they happened. None if all were seen.
    """

    def __init__(
        self, context: Context, match: Match, tally: Tally, sit_again: Callable[[int | None], None] = lambda _: None
    ) -> None:
        super().__init__(context, match)
        self.tally = tally
        self._sit_again = sit_again

    def pass_time(self, dt: float) -> None:
        """Count milliseconds that the player has been deciding."""
        self.tally.pass_time(dt)

    def time_to_press(self) -> float:
        seconds = self.context.settings.countdown
        return float(seconds) * 1000 if seconds != "off" else 0.0

    # --- moves ------------------------------------------------------------------------------------------------------

    def make(self, move: Move, *, keep_choice: bool = False) -> None:
        """Make a move and show what comes of it; ``keep_choice`` if it is a hidden answer of another seat."""
        hud, choice = self.table.hud, self.table.stage.choice
        decided = move.seat == self.match.viewer and choice is not None and choice.only() is None
        if not keep_choice:
            self.turns.drop_choice()
            hud.drop_refusal()
        if move.seat == self.match.viewer:
            hud.unsay(move.seat)
        happened = self.match.play(move)
        self.tally.played(move, decided, happened)
        self.table.show(happened)

    def pass_on(self) -> None:
        """Let the curtain come down for another person, who has to act."""
        self._sit_again(None)

    # --- results ----------------------------------------------------------------------------------------------------

    def _show_result(self) -> None:
        scored, self._scored = self._scored, None
        assert scored is not None
        table = self.table
        table.control.cancel()
        outcome = self.match.game.outcome
        final = outcome is not None and scored.deal == len(self.match.game.history)
        winners = outcome.winners if outcome and final else scored.winners
        self.coach.deal_over()
        table.sounds.result(winners, scored.points, final=final, out=table.hud.plates.out)
        if not final and not table.stage.layout.sheet_each_deal:
            self._next_deal()
            return
        if final:
            self.context.forget(self.match.record.game)
        pars = self.tally.pars
        pars.find([scored.deal] if table.stage.layout.sheet_each_deal else range(1, scored.deal + 1))
        ways = self._next_deal, self._rematch, self.go_home
        self.context.open(DealResult(self.match, scored, final, *ways, pars=pars))

    def _next_deal(self) -> None:
        """Close the result, if it is shown, and go on; persons who looked together are parted by the curtain first."""
        if self.match.shared:
            self._sit_again(self.match.deal_began())
            return
        self.table.uncover()
        self.table.stage.director.resume()

    def _rematch(self) -> None:
        """Begin a match with the same people and house rules and other cards; a fair table has its new strength."""
        old = self.match.record
        seed = Rng(old.seed).below(100_000_000)
        chairs = self.context.fair_tables.seated_again(old, self.context.settings.name)
        self.context.go(Begin(Record(old.game, old.seats, seed, old.options, chairs)))

    # --- tools ------------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the last decision back; what another person has played since stays."""
        go = partial(self._travel, self.match.undo, "undo_none")
        if self._scored is None and self.match.undo_point() is not None:
            with_help(self.context, self.match.record, go)
        else:
            go()

    def redo(self) -> None:
        """Do what was taken back again."""
        self._travel(self.match.redo, "redo_none")

    def _travel(self, go: Callable[[], bool], none: str) -> None:
        """Go to another point of the match; ``none`` is the refusal where there is none to go to."""
        if self._scored is not None:
            return
        if not go():
            self.table.refuse(Refusal("", none))
            return
        self.show_position()

    def menu(self) -> None:
        self.table.control.cancel()
        self.context.open(menu_dialog(self.context, self.match.game.slug, self.match.record.options, self.go_home))

    def go_home(self) -> None:
        """Leave the table; the match stays on disk."""
        self.context.go(Home())
