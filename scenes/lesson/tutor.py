"""The tutor of a lesson: says what each step says, waits for the player's move, lets the others play theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.moves import Move
from scenes.lesson.script import Lesson, LessonStep
from scenes.lesson.scripted import ScriptedMatch
from scenes.table.coach import Coach
from scenes.table.panels.coach_page import CoachPage
from scenes.table.ports import CoachPort
from scenes.table.stage.explained import Explanation, explain

PATIENT = 2
"""Number of other moves after which the expected one is shown."""


class LessonActions(Protocol):
    """What steps of a lesson lead to."""

    def jump(self, moves: Sequence[Move]) -> None:
        """Go to a later point of the match."""

    def praise(self) -> None:
        """End the lesson."""


class Tutor(Coach):
    """The coach of a lesson: its page is there all the time, and the match waits for it.

    Args:
        table: whose drawer it is.
        lesson: what is taught.
        script: the match, which the others play by the lesson.
        actions: what its steps lead to.
    """

    def __init__(self, table: CoachPort, lesson: Lesson, script: ScriptedMatch, actions: LessonActions) -> None:
        super().__init__(table)
        self.lesson = lesson
        self.at = 0
        """Number of the present step, from 0."""
        self.wrong = 0
        """Number of other moves that were tried in this step."""
        self.moving = False
        """The step is done and the others play."""
        self._script = script
        self._actions = actions
        self._script.expected = self.step.do

    @property
    def step(self) -> LessonStep:
        """The present step."""
        return self.lesson.steps[self.at]

    @property
    def lasts(self) -> bool:
        """True for what the lesson says; an explanation that was asked for goes."""
        return not self.asked

    @property
    def closes(self) -> bool:
        return self.asked

    @property
    def reads(self) -> bool:
        """True: no clock runs in a lesson."""
        return True

    # --- when -------------------------------------------------------------------------------------------------------

    def update(self, dt: float = 0.0) -> bool:
        """Go on to the next step when everything was shown; True when the card changes."""
        if self.moving and not self._script.queue and self._shown():
            self._next()
        choice = self.table.stage.choice
        if choice is not self._choice:
            self._choice = choice
            self._want_change()
        return self._refresh()

    def _want_change(self) -> None:
        """Let no button leave the cards as they lie where the lesson wants them exchanged."""
        choice, expected = self._choice, self.step.do
        if choice is not None and choice.slot_kind and expected is not None:
            choice.must_change = set(choice.slots) != set(expected.cards)
            self.table.hud.refresh_answers()

    def _shown(self) -> bool:
        """Whether nothing moves and no announcement is shown any more."""
        return not self.table.stage.director.busy and self.table.hud.announcement.now is None

    def _next(self) -> None:
        if self.at + 1 == len(self.lesson.steps):
            self._actions.praise()
            return
        self.at += 1
        self.moving, self.wrong = False, 0
        if self.step.jump:
            self._actions.jump(self.step.jump)
        self._script.expected = self.step.do
        self._want_change()

    def _present(self) -> object:
        if self.asked and self._choice is not None:
            return "asked", id(self._choice)
        if self.moving:
            return self.at, "moving"
        ready = self._shown() if self.step.do is None else self._choice is not None
        return (self.at, self.wrong) if ready else self._state

    # --- what the player does ---------------------------------------------------------------------------------------

    def go_on(self) -> bool:
        """Close an explanation, or go on to the next step where nothing has to be done."""
        if self.asked:
            return self.close()
        if self.moving or self._state != (self.at, self.wrong) or self.step.do is not None:
            return False
        self.done()
        return True

    def close(self) -> bool:
        """Close an explanation that was asked for; the lesson's own card stays."""
        was, self.asked = self.asked, False
        self.update()
        return was

    def done(self) -> None:
        """Let the others play: the step was read, or its move was made."""
        self.moving = True
        self._script.expected = None
        self._script.queue.extend(self.step.then)
        self.update()

    def judge(self, move: Move) -> Move | None:
        """The move to make for what the player chose; None for a move that the lesson doesn't want."""
        expected, game = self.step.do, self._script.game
        self.asked = False
        if expected is None or self.moving or game.canonical(move) != game.canonical(expected):
            self.wrong += 1
            if self.wrong >= PATIENT:
                self._script.ask_hint()
            self.update()
            return None
        if self._choice is not None:  # the first match need not explain it again
            context = self.table.context
            context.notices += context.tutorial_progress.mark_explained(explain(self._choice, self.table.words).kind)
        return expected

    def show(self) -> None:
        """Show the expected move."""
        self._script.ask_hint()

    # --- the page ---------------------------------------------------------------------------------------------------

    def draft(self) -> None:
        """Nothing: the tutor's own page is open."""

    def _explain(self, *, asked: bool) -> Explanation:
        choice, words = self.table.stage.choice, self.table.words
        if choice is not None and (self.asked or self.step.do is not None):
            explanation = explain(choice, words, whole=self.asked)
            return explanation if self.asked else explanation._replace(text=self._text(self.step.say))
        return Explanation(self._text(self.step.say))

    def _text(self, key: str) -> str:
        return self.table.words(f"{self.lesson.slug}.lesson.{key}", self.lesson.figures)

    def _write(self, page: CoachPage, explanation: Explanation, *, asked: bool) -> None:
        if self.asked:
            super()._write(page, explanation, asked=asked)
            return
        words, step = self.table.words, self.step
        page.title = words("app.lesson.step", {"step": self.at + 1, "total": len(self.lesson.steps)})
        page.say(explanation.text)
        if self.wrong:
            wrong = self._text(f"{step.say}_wrong") if step.do else words("app.lesson.first")
            page.line(wrong, possible=False)
        if self.moving:
            return
        if step.do is None:
            page.end(words("app.lesson.next"), words("app.key.enter"), self._read_it)
        else:
            page.end(words("app.lesson.show"), words("app.key.h"), self.show, plain=True)
