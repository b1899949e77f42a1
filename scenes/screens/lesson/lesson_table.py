"""The table of a lesson, whose opponents follow a script."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.games import GAMES
from engine.moves import Move, Refusal
from scenes.screens.lesson.script import Lesson, load_lesson
from scenes.screens.lesson.scripted_match import NoMatchStats, ScriptedMatch
from scenes.screens.lesson.tutor import Tutor
from scenes.shell.context import Context
from scenes.shell.destinations import Action, LessonTable, ResumedTable, Seating
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph
from scenes.shell.lessons import has_lesson
from scenes.table.hint import HintController
from scenes.table.hud.tool_bar import TableActions
from scenes.table.live_mode import LiveMode
from scenes.table.menu import keys_button
from scenes.table.table import Table
from scenes.table.table_base import TableBase
from scenes.ui.boxes import Row, Spacer
from scenes.ui.widgets import Widget
from scenes.ui.widgets.winner_portraits import BRANCH_LEAF_PAIRS, WinnerPortraits

_PRAISED_PORTRAIT_SIZE = 120.0
"""Size of the player's portrait with its laurel at the end of a lesson."""


class _PraiseDialog(Dialog):
    """Dialog at the end of a lesson, with the player's portrait between two branches of laurel."""

    def __init__(
        self,
        context: Context,
        portrait: str,
        paragraphs: Sequence[DialogParagraph],
        buttons: Sequence[DialogButton],
        *,
        on_cancel: Action,
    ) -> None:
        super().__init__(
            context, context.words("app.lesson.praise"), paragraphs, buttons, on_cancel=on_cancel, width=560
        )
        self._portrait = portrait

    def compose_content(self) -> Sequence[Widget]:
        face = WinnerPortraits(
            [self._portrait],
            leaf_pairs=BRANCH_LEAF_PAIRS,
            size=_PRAISED_PORTRAIT_SIZE,
            expression_of=lambda: "pleased",
        )
        return [Row(Spacer(), face.with_layout("praised"), Spacer()), *super().compose_content()]


def lesson_table(context: Context, slug: str) -> Table:
    """Return the table for the lesson of a game. A saved match of the game stays saved."""
    mode = LessonMode(context, load_lesson(slug))
    table = Table(context, mode.match, mode)
    table.model.director.queue_events(mode.match.recent_events())
    return table


def lessons_dialog(context: Context) -> Dialog:
    """Return the dialog to choose a lesson; finished lessons have a tick."""
    words = context.words
    choices = [
        DialogButton(
            words(f"{slug}.title"),
            partial(context.go, LessonTable(slug)),
            "check" if slug in context.tutorial_progress.finished_lessons else "learn",
        )
        for slug in filter(has_lesson, GAMES)
    ]
    note = DialogParagraph(words("app.lesson.which_note"))
    return Dialog(
        context,
        words("app.lesson.which"),
        [note],
        [*choices, DialogButton(words("app.button.cancel"))],
        is_stacked=True,
    )


class LessonMode(LiveMode):
    """Table mode of a lesson: plays only the expected moves; the player may retry after any other.

    Args:
        context: access to the application.
        lesson: the lesson to play.
    """

    goal_occasion = "lesson"
    has_character_talk = False

    def __init__(self, context: Context, lesson: Lesson) -> None:
        self.lesson = lesson
        self.scripted_match = ScriptedMatch(lesson.record(), context.thinker)
        super().__init__(context, self.scripted_match, NoMatchStats(context, self.scripted_match))

    def _make_coach(self, table: TableBase) -> Tutor:
        self.tutor = Tutor(table, self.lesson, self.scripted_match, self.skip_moves, self.finish_lesson)
        return self.tutor

    def _make_hint_controller(self, table: TableBase) -> HintController:
        return HintController(table, opens_page=False)

    def submit_move(self, move: Move) -> None:
        """Make the player's move if the lesson expects it."""
        expected = self.tutor.check_move(move)
        if expected is None:
            self.table.hand_controller.return_withdrawn_cards(move.cards)
            self.table.hand_controller.cancel()
            self.table.hud.refresh()  # the selection is empty now
            return
        self.make_move(expected)
        self.tutor.complete_step()

    def prompt_text(self) -> str:
        """Return the line that asks the player to act; empty while the lesson's text is to be read first."""
        return super().prompt_text() if self.table.model.choice is not None or self.tutor.is_step_done else ""

    def table_actions(self) -> TableActions:
        """Return the actions of the table's buttons in a lesson, without undo: wrong moves aren't played."""
        return super().table_actions()._replace(undo=None)

    def undo(self) -> None:
        """Refuse to undo: a lesson goes forward only."""
        self.table.show_refusal(Refusal("", "undo_lesson"))

    redo = undo

    def skip_moves(self, moves: Sequence[Move]) -> None:
        """Jump to a later position of the lesson's match; cards glide there."""
        self.scripted_match.play_unseen(moves)
        self.show_position()

    def _show_result(self) -> None:
        """Continue the lesson after a scored deal without a results screen, unless no move of the lesson is left."""
        self._pending_result = None
        self.table.hand_controller.cancel()
        coming = [move for step in self.lesson.steps[self.tutor.step_index + 1 :] for move in step.moves]
        if self.scripted_match.queued_moves or coming:
            self.table.model.director.resume_after_result()

    # --- end of the lesson --------------------------------------------------------------------------------------------

    def finish_lesson(self) -> None:
        """Record the lesson as finished, and open the closing dialog."""
        context, slug, words = self.context, self.lesson.slug, self.context.words
        context.tutorial_progress.mark_lesson_finished(slug)
        choices = [
            DialogButton(words("app.lesson.play"), self._resume_or_open_seating, "play", words("app.key.enter")),
            DialogButton(words("app.lesson.again"), lambda: context.go(LessonTable(slug)), "restart"),
            DialogButton(words("app.menu.home"), self.leave, "house"),
        ]
        lines = [DialogParagraph(words(f"{slug}.lesson.praise"))]
        portrait = self.table.model.people_by_seat[self.match.viewer].portrait
        context.open(_PraiseDialog(context, portrait, lines, choices, on_cancel=self.leave))

    def _resume_or_open_seating(self) -> None:
        """Resume the saved match of the game if there is one, else open the seating screen."""
        slug = self.lesson.slug
        self.context.go(ResumedTable(slug) if slug in self.context.saved_matches.games else Seating(slug))

    def open_menu(self) -> None:
        words, context = self.context.words, self.context
        self.table.hand_controller.cancel()
        choices = [
            DialogButton(words("app.lesson.resume"), None, "play", words("app.key.esc")),
            DialogButton(words("app.lesson.again"), lambda: context.go(LessonTable(self.lesson.slug)), "restart"),
            DialogButton(words("app.table.rules"), self.table.open_rules, "rules"),
            keys_button(context),
            DialogButton(words("app.lesson.leave"), self.leave, "quit"),
        ]
        context.open(Dialog(context, words("app.lesson.title"), (), choices, is_stacked=True, width=440))
