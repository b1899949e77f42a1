"""The table of a lesson: the real one, with a script in place of opponents who think."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.games import GAMES
from engine.moves import Move, Refusal
from scenes.lesson.script import Lesson, load
from scenes.lesson.scripted import ScriptedMatch, Uncounted
from scenes.lesson.tutor import Tutor
from scenes.shell.context import Context
from scenes.shell.destinations import Learn, Resume, Seating
from scenes.shell.dialog import Dialog, DialogButton, Paragraph
from scenes.shell.lessons import has_lesson
from scenes.table.hint import Hint
from scenes.table.live import LivePlay
from scenes.table.menu import keys_button
from scenes.table.panels.tools import TableTools
from scenes.table.ports import TablePort
from scenes.table.table import Table


def lesson_table(context: Context, slug: str) -> Table:
    """The table for the lesson of a game; a match that waits stays as it is."""
    play = ScriptedPlay(context, load(slug))
    table = Table(context, play.match, play)
    table.stage.director.feed(play.match.past())
    return table


def lessons_dialog(context: Context) -> Dialog:
    """The games to learn; those whose lesson was played have a tick."""
    words = context.words
    choices = [
        DialogButton(
            words(f"{slug}.title"),
            partial(context.go, Learn(slug)),
            "check" if slug in context.tutorial_progress.lessons else "learn",
        )
        for slug in filter(has_lesson, GAMES)
    ]
    note = Paragraph(words("app.lesson.which_note"))
    return Dialog(
        context, words("app.lesson.which"), [note], [*choices, DialogButton(words("app.button.cancel"))], column=True
    )


class ScriptedPlay(LivePlay):
    """Plays only what the lesson expects; anything else is explained and may be tried again.

    Args:
        context: the program.
        lesson: what is taught.
    """

    goal_occasion = "lesson"
    talks = False

    def __init__(self, context: Context, lesson: Lesson) -> None:
        self.lesson = lesson
        self.script = ScriptedMatch(lesson.record(), context.thinker)
        super().__init__(context, self.script, Uncounted(context, self.script))

    def _coach_at(self, table: TablePort) -> Tutor:
        self.tutor = Tutor(table, self.lesson, self.script, self)
        return self.tutor

    def _hint_at(self, table: TablePort) -> Hint:
        return Hint(table, opens=False)

    def decide(self, move: Move) -> None:
        """Make the player's move if it is the one that the lesson expects."""
        expected = self.tutor.judge(move)
        if expected is None:
            self.table.control.put_back(move.cards)
            self.table.control.cancel()
            self.table.hud.refresh_answers()  # nothing is chosen any more
            return
        self.make(expected)
        self.tutor.done()

    def prompt(self) -> str:
        """The question; nothing while the lesson waits for its reader, as nobody is thinking then."""
        return super().prompt() if self.table.stage.choice is not None or self.tutor.moving else ""

    def tools(self) -> TableTools:
        """The tools without undo: a wrong move isn't played, and a right one isn't taken back."""
        return super().tools()._replace(undo=None)

    def undo(self) -> None:
        """Say that a lesson only goes on."""
        self.table.refuse(Refusal("", "undo_lesson"))

    redo = undo

    def jump(self, moves: Sequence[Move]) -> None:
        """Go to a later point of the match; everything glides there."""
        self.script.play_unseen(moves)
        self.show_position()

    def _show_result(self) -> None:
        """Go on after a deal, whose result was announced, unless the lesson is over."""
        self._scored = None
        self.table.control.cancel()
        coming = [move for step in self.lesson.steps[self.tutor.at + 1 :] for move in step.moves]
        if self.script.queue or coming:
            self.table.stage.director.resume()

    # --- the end ------------------------------------------------------------------------------------------------------

    def praise(self) -> None:
        """Praise the player, who has played the lesson to its end."""
        context, slug, words = self.context, self.lesson.slug, self.context.words
        context.notices += context.tutorial_progress.mark_lesson(slug)
        choices = [
            DialogButton(words("app.lesson.play"), self._play_now, "play", words("app.key.enter")),
            DialogButton(words("app.lesson.again"), lambda: context.go(Learn(slug)), "restart"),
            DialogButton(words("app.menu.home"), self.go_home, "house"),
        ]
        lines = [Paragraph(words(f"{slug}.lesson.praise"))]
        context.open(Dialog(context, words("app.lesson.praise"), lines, choices, cancel=self.go_home, width=560))

    def _play_now(self) -> None:
        """Go on with the match of the game that was learned if one waits, else to its seats."""
        slug = self.lesson.slug
        self.context.go(Resume(slug) if slug in self.context.saves.games else Seating(slug))

    def menu(self) -> None:
        words, context = self.context.words, self.context
        self.table.control.cancel()
        choices = [
            DialogButton(words("app.lesson.resume"), None, "play", words("app.key.esc")),
            DialogButton(words("app.lesson.again"), lambda: context.go(Learn(self.lesson.slug)), "restart"),
            DialogButton(words("app.table.rules"), self.table.read, "rules"),
            keys_button(context),
            DialogButton(words("app.lesson.leave"), self.go_home, "quit"),
        ]
        context.open(Dialog(context, words("app.lesson.title"), (), choices, column=True, width=440))
