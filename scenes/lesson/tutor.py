"""Leads through a lesson: says what the step says, waits for the player's move, lets the others play theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.moves import Move
from scenes.lesson.script import Lesson, Step
from scenes.table.coach import Coach
from scenes.table.panels.coach_card import CoachCard
from scenes.table.stage.explained import Explanation, explain

if TYPE_CHECKING:
    from scenes.lesson.table import LessonTable

PATIENT = 2
"""After so many other moves the expected one is shown."""


class Tutor(Coach):
    """The coach of a lesson: the card lies there all the time, and play waits for it.

    Args:
        table: where it lies.
        lesson: what is taught.
    """

    def __init__(self, table: LessonTable, lesson: Lesson) -> None:
        super().__init__(table)
        self.lesson = lesson
        self.at = 0
        """Number of the present step, from 0."""
        self.wrong = 0
        """So many other moves were tried in this step."""
        self.moving = False
        """The step was read and done: the others play."""
        self._script = table.script
        self._lesson_table = table
        self._script.expected = self.step.do

    @property
    def step(self) -> Step:
        """What is taught now."""
        return self.lesson.steps[self.at]

    @property
    def reads(self) -> bool:
        """No clock runs in a lesson."""
        return True

    # --- when -------------------------------------------------------------------------------------------------------

    def update(self) -> bool:
        """Go on to the next step when everything was shown; True when the card changes."""
        if self.moving and not self._script.queue and self._shown():
            self._next()
        self._choice = self.table.stage.choice
        return self._say_anew()

    def _shown(self) -> bool:
        """Whether nothing moves any more and every announcement was read."""
        return not self.table.stage.director.busy and self.table.hud.loud is None

    def _next(self) -> None:
        if self.at + 1 == len(self.lesson.steps):
            self._lesson_table.praise()
            return
        self.at += 1
        self.moving, self.wrong = False, 0
        if self.step.jump:
            self._lesson_table.jump(self.step.jump)
        self._script.expected = self.step.do

    def _present(self) -> object:
        if self.asked and self._choice is not None:
            return "asked", id(self._choice)
        if self.moving:
            return None
        ready = self._shown() if self.step.do is None else self._choice is not None
        return (self.at, self.wrong) if ready else None

    # --- what the player does ---------------------------------------------------------------------------------------

    def go_on(self) -> bool:
        """Enter: away with an explanation, or on to the next step where nothing has to be done."""
        if self.asked:
            return self.close()
        if self.told is None or self.step.do is not None:
            return False
        self.done()
        return True

    def close(self) -> bool:
        """Esc: away with an explanation that was asked for; the lesson's own card stays."""
        was, self.asked = self.asked, False
        self.update()
        return was

    def done(self) -> None:
        """The step was read, or its move was played: the others are next."""
        self.moving = True
        self._script.expected = None
        self._script.queue.extend(self.step.then)
        self.update()

    def judge(self, move: Move) -> Move | None:
        """The move to be played for what the player chose; None for a move that is not what the lesson wants."""
        expected, game = self.step.do, self.table.match.game
        self.asked = False
        if expected is None or self.moving or game.canonical(move) != game.canonical(expected):
            self.wrong += 1
            if self.wrong >= PATIENT:
                self._script.ask_hint()
            self.update()
            return None
        if self._choice is not None:  # what was done here needs no explanation in the first match
            context = self.table.context
            context.notices += context.tutorial_progress.mark_explained(explain(self._choice, context.words).kind)
        return expected

    def show(self) -> None:
        """Show what is expected."""
        self._script.ask_hint()

    # --- the card ---------------------------------------------------------------------------------------------------

    def _tell(self) -> Explanation:
        choice, words = self.table.stage.choice, self.table.context.words
        if choice is not None and (self.asked or self.step.do is not None):
            told = explain(choice, words, whole=self.asked)
            return told if self.asked else told._replace(text=self._text(self.step.say))
        return Explanation(self._text(self.step.say))

    def _text(self, key: str) -> str:
        return self.table.context.words(f"{self.lesson.slug}.lesson.{key}", self.lesson.figures)

    def _card(self, told: Explanation) -> CoachCard:
        if self.asked:
            return super()._card(told)
        words, step = self.table.context.words, self.step
        count = {"step": self.at + 1, "total": len(self.lesson.steps)}
        card = CoachCard(self.table.hud.look, words("app.lesson.step", count))
        card.say(told.text)
        if self.wrong:
            card.way(self._text(f"{step.say}_wrong") if step.do else words("app.lesson.first"), possible=False)
        if step.do is None:
            card.foot(words("app.lesson.next"), words("app.key.enter"), self._read_it)
        else:
            card.foot(words("app.lesson.show"), words("app.key.h"), self.show, plain=True)
        return card
