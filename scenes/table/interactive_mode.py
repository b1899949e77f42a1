"""Base class of the table modes in which the player takes part in the match."""

from __future__ import annotations

from functools import partial

import pygame

from engine.events import CardsMoved, DealScored, Event
from engine.moves import Move, Refusal, Seat
from scenes.shell.destinations import LessonTable
from scenes.shell.dialog import confirm_dialog
from scenes.shell.lessons import has_lesson
from scenes.table.coach import Coach
from scenes.table.goal_dialog import GoalDialog, GoalOccasion, mark_goal_seen, should_show_goal
from scenes.table.help_consent import run_with_daily_deal_consent
from scenes.table.hint import HintController
from scenes.table.hud.keys import LAST_PLAYS_KEY
from scenes.table.hud.tool_bar import TableActions
from scenes.table.key_handler import KeyHandler
from scenes.table.last_plays_controller import LastPlaysController
from scenes.table.layouts.goal_illustration import GoalIllustration
from scenes.table.pages.coach_page import PageToPrerender
from scenes.table.table_base import TableBase
from scenes.table.table_mode import TableMode
from scenes.table.turn_controller import TurnController
from scenes.ui.key_events import MENU_KEY


class InteractiveMode(TableMode):
    """Table mode that asks the player for moves, offers help, and goes on from deal to deal.

    Subclasses make and undo moves and show results.
    """

    has_character_talk = True

    _pending_result: DealScored | None = None
    """The scored deal whose result is not shown yet; None for none."""

    def attach(self, table: TableBase) -> None:
        super().attach(table)
        self.context.thinker.prepare()
        self.coach = self._make_coach(table)
        self.last_plays = LastPlaysController(table)
        self.hint_controller = self._make_hint_controller(table)
        self.turn_controller = TurnController(
            table,
            self.coach,
            make_move=self.make_move,
            hand_over=self.hand_over,
            count_thinking_time=self.count_thinking_time,
            out_of_turn_limit_ms=self.out_of_turn_limit_ms,
        )
        mode_actions = {
            pygame.K_u: self.undo,
            pygame.K_y: self.redo,
            pygame.K_h: self.toggle_hint,
            LAST_PLAYS_KEY: self.last_plays.toggle,
            MENU_KEY: self.open_menu,
        }
        self.key_handler = KeyHandler(table, self.coach, mode_actions)

    def _make_coach(self, table: TableBase) -> Coach:
        return Coach(table)

    def _make_hint_controller(self, table: TableBase) -> HintController:
        return HintController(table)

    # --- appearance -------------------------------------------------------------------------------------------------

    def table_actions(self) -> TableActions:
        table = self.table
        return TableActions(
            menu=self.open_menu,
            log=table.toggle_log,
            house_rules=table.show_house_rules,
            open_rules=table.open_rules,
            answer=table.hand_controller.answer,
            sort=table.cycle_sort,
            hint=self.toggle_hint,
            undo=self.undo,
            what_now=self.coach.toggle_explanation,
            last_plays=self.last_plays.toggle,
        )

    def prompt_text(self) -> str:
        game, words, model = self.match.game, self.table.words, self.table.model
        if model.choice is not None:
            return words.note_text(game.slug, "demand", model.choice.view.prompt_for(model.choice.seat))
        turn = game.seats_to_act() if model.director.has_shown_all_events else ()
        if turn and self.addressed_seat not in turn:
            return words("app.table.thinking", name=words.seat_name(turn[0]))
        taker = model.trick_taker()
        if taker is not None and taker == self.addressed_seat:
            return words("app.table.takes_you")
        return "" if taker is None else words("app.table.takes", name=words.seat_name(taker))

    def page_to_prerender(self) -> PageToPrerender | None:
        return self.coach.page_to_prerender()

    @property
    def is_page_opening(self) -> bool:
        return self.coach.is_opening

    # --- time -------------------------------------------------------------------------------------------------------

    goal_occasion: GoalOccasion = "first"
    """Occasion on which the goal dialog is shown."""

    offers_lesson = True
    """Whether the goal dialog offers the game's lesson."""

    def on_enter(self) -> None:
        """Open the goal dialog of a game that is new to the player; dealing waits until it is closed."""
        slug, goal, record = self.match.game.slug, self.table.model.layout.help.goal_illustration, self.match.record
        decided = any(move.seat in self.match.person_seats for move in record.moves[record.adopted :])
        if goal is not None and not decided and should_show_goal(self.context, slug):
            self.waits_until_on_top = True
            self.context.open(self._goal_dialog(slug, goal))

    def _goal_dialog(self, slug: str, illustration: GoalIllustration) -> GoalDialog:
        occasion, seats, me = self.goal_occasion, self.match.game.seats, self.match.viewer
        text_key = self.match.game.goal_text_key(self.match.game.options)
        faces = [self.table.model.people_by_seat[(me + i) % seats].portrait for i in range(seats)]
        play, learn = partial(self._after_goal, slug), partial(self._after_goal, slug, starts_lesson=True)
        teaches = self.offers_lesson and occasion == "first" and has_lesson(slug) and text_key == "goal"
        return GoalDialog(
            self.context,
            slug,
            illustration if text_key == "goal" else None,
            text_key,
            occasion=occasion,
            portraits=faces,
            on_play=play,
            on_learn=learn if teaches else None,
        )

    def _after_goal(self, slug: str, *, starts_lesson: bool = False) -> None:
        """Continue after the goal dialog of a new game: start the game's lesson, or play at this table."""
        mark_goal_seen(self.context, slug)
        self.waits_until_on_top = False
        if starts_lesson:
            self.context.go(LessonTable(slug))
        elif self.goal_occasion == "first":
            self.coach.open_with_goal()

    def update(self, elapsed_ms: float) -> bool:
        if not self.table.is_on_top:
            return False
        if self._pending_result is not None:
            if self.table.model.director.is_busy:  # the points are being counted
                return False
            self._show_result()
            return True
        changed = self.turn_controller.update(elapsed_ms)
        return self.hint_controller.update() or changed

    @property
    def next_update_ms(self) -> float:
        return 0.0 if self._pending_result is not None else self.turn_controller.next_update_ms

    @property
    def will_auto_answer(self) -> bool:
        return self.turn_controller.will_auto_answer

    def on_event(self, event: Event) -> None:
        if isinstance(event, DealScored):
            self._pending_result = event
        if isinstance(event, DealScored) or (isinstance(event, CardsMoved) and event.manner == "sweep"):
            self.table.set_hurries_trick(hurries=False)

    # --- moves ------------------------------------------------------------------------------------------------------

    def submit_move(self, move: Move) -> None:
        """Make the player's move at the table; if the game warns of it, ask for confirmation first."""
        warning = self.match.game.warning(move)
        if warning is None:
            self.make_move(move)
            return
        self.table.hand_controller.return_withdrawn_cards(move.cards)
        key = f"{self.match.game.slug}.warning.{warning.key}"
        act = partial(self.make_move, move)
        words = self.table.words
        self.context.open(confirm_dialog(self.context, key, act, destructive=True, words=words, **warning.placeholders))

    def begin_own_move(self, move: Move) -> bool:
        """Withdraw the question that the player's move answers; return whether there was a choice.

        After a play without a choice, the rest of the trick is shown faster.
        """
        hud, choice = self.table.hud, self.table.model.choice
        decided = choice is not None and choice.only_answer() is None
        self.turn_controller.withdraw_choice()
        hud.hide_refusal()
        hud.remove_bubble(move.seat)
        has_tricks = self.table.model.layout.geometry.trick_cross is not None
        self.table.set_hurries_trick(hurries=has_tricks and bool(move.cards) and not decided)
        return decided

    def make_move(self, move: Move) -> None:
        """Make a move in the match and show its events on the table."""
        raise NotImplementedError

    def hand_over(self) -> None:
        """Hand the screen over to the next person (hot seat)."""

    def count_thinking_time(self, elapsed_ms: float) -> None:
        """Add milliseconds to the player's thinking time."""

    def out_of_turn_limit_ms(self) -> float:
        """Return the time limit for an answer out of turn, milliseconds; 0 for no limit."""
        return 0.0

    def _take_result(self) -> tuple[DealScored, bool, tuple[Seat, ...]]:
        """Return the result to show, whether it is the match's end, and the winners; the player then knows the game."""
        scored, self._pending_result = self._pending_result, None
        assert scored is not None
        self.table.hand_controller.cancel()
        game = self.match.game
        outcome = game.outcome if scored.deal == len(game.history) else None
        if outcome is not None and self.addressed_seat is not None:
            self.context.tutorial_progress.mark_match_finished(game.slug)
        self.coach.close_after_known_questions()
        return scored, outcome is not None, scored.winners if outcome is None else outcome.winners

    def _show_result(self) -> None:
        """Show the result screen of the scored deal."""
        raise NotImplementedError

    # --- tools ------------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the last decision in the match; refused unless a subclass allows it."""
        self.table.show_refusal(Refusal("", "undo_none"))

    def redo(self) -> None:
        """Redo the decision that was undone last in the match; refused unless a subclass allows it."""
        self.table.show_refusal(Refusal("", "redo_none"))

    def show_position(self) -> None:
        """Show the match's position after an undo or another jump, and withdraw an open question to the player."""
        self.table.hand_controller.cancel()
        self.table.set_hurries_trick(hurries=False)
        self.turn_controller.reset()
        self.last_plays.close()
        self.table.jump_to_position()

    def toggle_hint(self) -> None:
        """Request a hint for the player's move, or cancel the present hint."""
        if self.match.is_hint_open:
            self.match.cancel_hint()
        elif self.table.model.choice is not None:
            run_with_daily_deal_consent(self.context, self.match.record, self.match.request_hint)

    def open_menu(self) -> None:
        raise NotImplementedError

    # --- input ------------------------------------------------------------------------------------------------------

    def handle_key(self, event: pygame.Event) -> bool:
        return self.key_handler.handle(event)
