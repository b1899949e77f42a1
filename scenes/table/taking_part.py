"""Taking part in a match: the player is asked, answers, and gets help."""

from __future__ import annotations

from functools import partial

import pygame

from engine.events import Event, Scored
from engine.moves import Move, Refusal
from scenes.shell.destinations import Learn
from scenes.shell.dialog import confirm_dialog
from scenes.shell.lessons import has_lesson
from scenes.table.coach import Coach
from scenes.table.goal import GoalDialog, Occasion, is_new, mark_said
from scenes.table.help import with_help
from scenes.table.hint import Hint
from scenes.table.keys import Keys
from scenes.table.last_plays import LastPlays
from scenes.table.layouts.goal import Goal
from scenes.table.panels.coach_page import Draft
from scenes.table.panels.tools import TableTools
from scenes.table.play import Play
from scenes.table.ports import TablePort
from scenes.table.turns import Turns


class TakingPart(Play):
    """Asks the player, explains, and leads from deal to deal.

    A subclass makes the moves, takes them back, and shows results.
    """

    talks = True

    _scored: Scored | None = None
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
            return words.note(game.slug, "demand", stage.choice.view.demand(stage.choice.seat))
        turn = game.waiting() if stage.director.quiet else ()
        if turn and self.me not in turn:
            return words("app.table.thinking", name=words.seat_name(turn[0]))
        taker = stage.taker()
        if taker is not None and taker == self.me:
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

    teaches = True
    """Whether the goal of a new game comes with the offer to learn it first."""

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
        teaches = self.teaches and occasion == "first" and has_lesson(slug)
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
        raise NotImplementedError

    def pass_on(self) -> None:
        """Let another person come before the screen."""

    def pass_time(self, dt: float) -> None:
        """Count milliseconds that the player has been deciding."""

    def time_to_press(self) -> float:
        """Milliseconds that the player has for an answer out of turn; 0 without a limit."""
        return 0.0

    def _show_result(self) -> None:
        """Show the result of the deal that was scored."""
        raise NotImplementedError

    # --- tools ------------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the last decision back."""
        self.table.refuse(Refusal("", "undo_none"))

    def redo(self) -> None:
        """Do what was taken back again."""
        self.table.refuse(Refusal("", "redo_none"))

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
        raise NotImplementedError

    # --- input ------------------------------------------------------------------------------------------------------

    def key(self, event: pygame.Event) -> bool:
        return self.keys.press(event)
