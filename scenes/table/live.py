"""A match that is played: the player against opponents, or several persons at one computer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from engine.events import Event, Scored
from engine.match.match import Match
from engine.match.record import Record
from engine.moves import Move, Refusal
from engine.rng import Rng
from scenes.shell.context import Context
from scenes.shell.destinations import Begin, DealResult, Home, Learn
from scenes.shell.dialog import confirm_dialog
from scenes.shell.lessons import has_lesson
from scenes.table.coach import Coach
from scenes.table.goal import GoalDialog, Occasion, is_new, mark_said
from scenes.table.help import with_help
from scenes.table.hint import Hint
from scenes.table.keys import Keys
from scenes.table.last_plays import LastPlays
from scenes.table.layouts.goal import Goal
from scenes.table.menu import menu_dialog
from scenes.table.panels.coach_page import Draft
from scenes.table.panels.tools import TableTools
from scenes.table.play import Play
from scenes.table.ports import TablePort
from scenes.table.tally import Tally
from scenes.table.turns import Turns


class LivePlay(Play):
    """Asks whoever has to act, counts what they do, and leads from deal to deal.

    Args:
        context: the program.
        match: what is played.
        tally: of the match so far.
        sit_again: goes to the table of whoever has to act now. It is handed the number of events that were seen; later
            ones are shown as they happened. None if all were seen.
    """

    talks = True

    def __init__(
        self, context: Context, match: Match, tally: Tally, sit_again: Callable[[int | None], None] = lambda _: None
    ) -> None:
        super().__init__(context, match)
        self.tally = tally
        self._sit_again = sit_again
        self._scored: Scored | None = None
        """The deal whose result is to be shown."""

    def begin(self, table: TablePort) -> None:
        super().begin(table)
        self.context.thinker.prepare()
        self.coach = self._coach_at(table)
        self.last_plays = LastPlays(table)
        self.advisor = self._hint_at(table)
        self.turns = Turns(table, self, self.coach)
        self.keys = Keys(table, self, self.coach, self.last_plays)

    def _coach_at(self, table: TablePort) -> Coach:
        return Coach(table)

    def _hint_at(self, table: TablePort) -> Hint:
        return Hint(table)

    # --- how it looks -----------------------------------------------------------------------------------------------

    def tools(self) -> TableTools:
        table = self.table
        return TableTools(
            menu=self.menu,
            log=table.show_log,
            house_rules=table.house_rules,
            read=table.read,
            answer=table.control.answer,
            sort=table.sort,
            hint=self.hint,
            undo=self.undo,
            what_now=self.coach.ask,
            last_plays=self.last_plays.toggle,
        )

    def prompt(self) -> str:
        game, words, stage = self.match.game, self.table.words, self.table.stage
        if stage.choice is not None:
            return words.note(game.slug, "demand", stage.choice.view.demand(self.match.viewer))
        turn = game.waiting() if stage.director.quiet else ()
        if turn and self.match.viewer not in turn:
            return words("app.table.thinking", name=words.seat_name(turn[0]))
        taker = stage.taker()
        if taker == self.match.viewer:
            return words("app.table.takes_you")
        return "" if taker is None else words("app.table.takes", name=words.seat_name(taker))

    def likely_page(self) -> Draft | None:
        return self.coach.draft()

    @property
    def opening(self) -> bool:
        return self.coach.opening

    # --- time -------------------------------------------------------------------------------------------------------

    goal_occasion: Occasion = "first"
    """Why the goal of the game is said first."""

    def arrive(self) -> None:
        """Say the goal of a game that is new to the player; the cards are dealt after that."""
        slug, goal, record = self.match.game.slug, self.table.stage.layout.goal, self.match.record
        decided = any(move.seat in self.match.person_seats for move in record.moves[record.adopted :])
        if goal is not None and not decided and is_new(self.context, slug):
            self.holds = True
            self.context.open(self._goal(slug, goal))

    def _goal(self, slug: str, goal: Goal) -> GoalDialog:
        occasion, seats, me = self.goal_occasion, self.match.game.seats, self.match.viewer
        faces = [self.table.stage.people[(me + i) % seats].portrait for i in range(seats)]
        play, learn = partial(self._after_goal, slug), partial(self._after_goal, slug, learn=True)
        teaches = occasion == "first" and has_lesson(slug)
        return GoalDialog(
            self.context,
            slug,
            goal,
            occasion=occasion,
            faces=faces,
            on_play=play,
            on_learn=learn if teaches else None,
        )

    def _after_goal(self, slug: str, *, learn: bool = False) -> None:
        """Go on once the goal was read: begin the lesson, or play on at this table."""
        mark_said(self.context, slug)
        self.holds = False
        if learn:
            self.context.go(Learn(slug))
        elif self.goal_occasion == "first":
            self.context.notices += self.context.tutorial_progress.mark_lesson(slug)  # it has been declined
            self.coach.accompany()

    def update(self, dt: float) -> bool:
        if not self.table.on_top:
            return False
        if self._scored is not None:
            self._show_result()
            return True
        changed = self.turns.update(dt)
        return self.advisor.update() or changed

    @property
    def due(self) -> float:
        return 0.0 if self._scored is not None else self.turns.due

    def pass_time(self, dt: float) -> None:
        """Count milliseconds that the player has been deciding."""
        self.tally.pass_time(dt)

    @property
    def answers_itself(self) -> bool:
        return self.turns.answers_itself

    def hear(self, event: Event) -> None:
        if isinstance(event, Scored):
            self._scored = event

    # --- moves ------------------------------------------------------------------------------------------------------

    def decide(self, move: Move) -> None:
        """Make the player's move; one that hardly anybody wants is asked about first."""
        warning = self.match.game.warning(move)
        if warning is None:
            self.make(move)
            return
        self.table.control.put_back(move.cards)
        key = f"{self.match.game.slug}.warning.{warning.key}"
        act = partial(self.make, move)
        words = self.table.words
        self.context.open(confirm_dialog(self.context, key, act, wary=True, words=words, **warning.figures))

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

    def show_position(self) -> None:
        """Show the match at another point: nobody is asked there yet."""
        self.table.control.cancel()
        self.turns.begin_anew()
        self.last_plays.close()
        self.table.show_position()

    def hint(self) -> None:
        """Show what the player could answer and what that is worth, or take it away again."""
        if self.match.hint is not None or self.match.hinting:
            self.match.drop_hint()
        elif self.table.stage.choice is not None:
            with_help(self.context, self.match.record, self.match.ask_hint)

    def menu(self) -> None:
        """Open the menu over the table."""
        self.table.control.cancel()
        self.context.open(menu_dialog(self.context, self.match.game.slug, self.match.record.options, self.go_home))

    def go_home(self) -> None:
        """Leave the table; the match stays on disk."""
        self.context.go(Home())

    # --- input ------------------------------------------------------------------------------------------------------

    def key(self, event: pygame.Event) -> bool:
        return self.keys.press(event)
