"""The table of a lesson: the real one, with a script in place of opponents who think."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.games import GAMES
from engine.moves import Move
from scenes.lesson.script import Lesson, load
from scenes.lesson.scripted import ScriptedMatch, Uncounted
from scenes.lesson.tutor import Tutor
from scenes.shell.dialog import Choice, Dialog, Line, keys_dialog
from scenes.table.table import Table

if TYPE_CHECKING:
    from scenes.app import App


def learn(app: App, slug: str) -> None:
    """Begin the lesson of a game; a match that waits stays as it is."""
    table = LessonTable(app, load(slug))
    table.stage.director.feed(table.match.past())
    app.go(table)


def lessons_dialog(app: App) -> Dialog:
    """The games, to learn one; those whose lesson was played have a tick."""
    words = app.words
    choices = [
        Choice(
            words(f"{slug}.title"),
            partial(learn, app, slug),
            "check" if slug in app.tutorial_progress.lessons else "learn",
        )
        for slug in GAMES
    ]
    note = Line(words("app.lesson.which_note"))
    return Dialog(app, words("app.lesson.which"), [note], [*choices, Choice(words("app.button.cancel"))], column=True)


class LessonTable(Table):
    """Only what the lesson expects is played; anything else is explained and may be tried again."""

    def __init__(self, app: App, lesson: Lesson) -> None:
        self.script = ScriptedMatch(lesson.record(), app.thinker)
        super().__init__(app, self.script, Uncounted(app, self.script))
        self.lesson = lesson
        self.coach = self.tutor = Tutor(self, lesson)
        self._build()

    def _decide(self, move: Move) -> None:
        expected = self.tutor.judge(move)
        if expected is None:
            self.control.put_back(move.cards)
            self.control.cancel()
            return
        self.play(expected)
        self.tutor.done()

    def jump(self, moves: Sequence[Move]) -> None:
        """Go to a later point of the match; everything glides there."""
        self.script.play_unseen(moves)
        self.show_anew()

    def _show_result(self) -> None:
        """A deal has ended: its result was announced, and the lesson goes on or is over."""
        scored, self._scored = self._scored, None
        assert scored is not None
        self.control.cancel()
        coming = [move for step in self.lesson.steps[self.tutor.at + 1 :] for move in step.moves]
        if self.script.queue or coming:
            self.stage.director.resume()

    # --- the end ------------------------------------------------------------------------------------------------------

    def praise(self) -> None:
        """The lesson was played to its end."""
        from scenes.home.home import Home  # noqa: PLC0415  # it leads here

        app, slug, words = self.app, self.lesson.slug, self.app.words
        app.notices += app.tutorial_progress.mark_lesson(slug)
        choices = [
            Choice(words("app.lesson.play"), self.play_now, "play", words("app.key.enter")),
            Choice(words("app.lesson.again"), lambda: learn(app, slug), "restart"),
            Choice(words("app.menu.home"), lambda: app.go(Home(app)), "house"),
        ]
        lines = [Line(words(f"{slug}.lesson.praise"))]
        app.open(Dialog(app, words("app.lesson.praise"), lines, choices, cancel=lambda: app.go(Home(app)), width=560))

    def play_now(self) -> None:
        """To the seats of the game that was learned."""
        from scenes.seating.seating import Seating  # noqa: PLC0415  # it leads here

        self.app.go(Seating(self.app, self.lesson.slug))

    def menu(self) -> None:
        words, app = self.app.words, self.app
        self.control.cancel()
        choices = [
            Choice(words("app.lesson.resume"), None, "play", words("app.key.esc")),
            Choice(words("app.lesson.again"), lambda: learn(app, self.lesson.slug), "restart"),
            Choice(words("app.table.rules"), self.read, "rules"),
            Choice(words("app.menu.keys"), lambda: app.open(keys_dialog(app)), "help"),
            Choice(words("app.lesson.leave"), self.go_home, "quit"),
        ]
        app.open(Dialog(app, words("app.lesson.title"), (), choices, column=True, width=440))
