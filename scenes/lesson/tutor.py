"""The tutor of a lesson: shows a text, waits for the player's move, lets the other seats play, and repeats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.moves import Move
from scenes.lesson.script import Lesson, LessonStep
from scenes.lesson.scripted_match import ScriptedMatch
from scenes.render.widgets import Widget
from scenes.table.coach import Coach
from scenes.table.model.explanation import Explanation, explain
from scenes.table.pages.coach_page import judged_line, main_button
from scenes.table.pages.page import PageContent, page_text
from scenes.table.table_base import TableBase

WRONG_MOVES_BEFORE_HINT = 2
"""Number of wrong moves in a step after which the expected one is shown."""


class Tutor(Coach):
    """Guides the player through a lesson on a page that is always open; the match waits for each expected move.

    Args:
        table: owner of the drawer.
        lesson: the lesson to teach.
        scripted_match: the match of the lesson.
        skip_moves: jumps over moves to a later position of the lesson's match.
        finish_lesson: ends the lesson after its last step.
    """

    def __init__(
        self,
        table: TableBase,
        lesson: Lesson,
        scripted_match: ScriptedMatch,
        skip_moves: Callable[[Sequence[Move]], None],
        finish_lesson: Callable[[], None],
    ) -> None:
        super().__init__(table)
        self.lesson = lesson
        self.step_index = 0
        """Index of the current step."""
        self.wrong_count = 0
        """Number of wrong moves in this step."""
        self.is_step_done = False
        """Whether the player's part of the step is done and the other seats play."""
        self._scripted_match = scripted_match
        self._skip_moves = skip_moves
        self._finish_lesson = finish_lesson
        self._scripted_match.expected_move = self.step.expected_move

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.step_index]

    @property
    def returns_after_newer_page(self) -> bool:
        """Whether the page shows the lesson's text rather than an explanation that the player requested."""
        return not self.is_on_request

    @property
    def is_closable(self) -> bool:
        return self.is_on_request

    @property
    def pauses_clocks(self) -> bool:
        """Whether the table's clocks are paused: always in a lesson."""
        return True

    # --- updates ----------------------------------------------------------------------------------------------------

    def update(self) -> bool:
        """Go on to the lesson's next text when all moves have been animated; return whether the page changed."""
        if self.is_step_done and not self._scripted_match.queued_moves and self._is_table_still():
            self._go_to_next_step()
        choice = self.table.model.choice
        if choice is not self._last_choice:
            self._last_choice = choice
            self._require_exchange()
        return self._refresh()

    def _require_exchange(self) -> None:
        """Require the player to exchange a card with a pile before answering if the lesson expects an exchange."""
        choice, expected = self._last_choice, self.step.expected_move
        if choice is not None and choice.slot_kind and expected is not None:
            choice.must_change = set(choice.slot_cards) != set(expected.cards)
            self.table.hud.refresh()

    def _is_table_still(self) -> bool:
        """Whether nothing moves on the table and no announcement is shown."""
        return not self.table.model.director.is_busy and self.table.hud.announcement.current is None

    def _go_to_next_step(self) -> None:
        if self.step_index + 1 == len(self.lesson.steps):
            self._finish_lesson()
            return
        self.step_index += 1
        self.is_step_done, self.wrong_count = False, 0
        if self.step.skipped_moves:
            self._skip_moves(self.step.skipped_moves)
        self._scripted_match.expected_move = self.step.expected_move
        self._require_exchange()

    def _page_state(self) -> object:
        if self.is_on_request and self._last_choice is not None:
            return "asked", id(self._last_choice)
        if self.is_step_done:
            return self.step_index, "moving"
        ready = self._is_table_still() if self.step.expected_move is None else self._last_choice is not None
        return (self.step_index, self.wrong_count) if ready else self._last_page_state

    # --- player actions ---------------------------------------------------------------------------------------------

    def end_explanation(self) -> bool:
        """Close an explanation, or go on from a lesson's text that expects no move; return False without either."""
        if self.is_on_request:
            return self.close()
        if (
            self.is_step_done
            or self._last_page_state != (self.step_index, self.wrong_count)
            or self.step.expected_move is not None
        ):
            return False
        self.complete_step()
        return True

    def close(self) -> bool:
        """Close an explanation that the player requested; the lesson's own page stays open."""
        was, self.is_on_request = self.is_on_request, False
        self.update()
        return was

    def complete_step(self) -> None:
        """Go on in the lesson after the player's move or reading: let the other seats play."""
        self.is_step_done = True
        self._scripted_match.expected_move = None
        self._scripted_match.queued_moves.extend(self.step.replies)
        self.update()

    def check_move(self, move: Move) -> Move | None:
        """Return the expected move if the player's move is equivalent; else count a wrong move and return None.

        After ``WRONG_MOVES_BEFORE_HINT`` wrong moves the expected one is shown.
        """
        expected, game = self.step.expected_move, self._scripted_match.game
        self.is_on_request = False
        if expected is None or self.is_step_done or game.canonical(move) != game.canonical(expected):
            self.wrong_count += 1
            if self.wrong_count >= WRONG_MOVES_BEFORE_HINT:
                self._scripted_match.request_hint()
            self.update()
            return None
        if self._last_choice is not None:  # no second explanation in the first match
            context = self.table.context
            context.tutorial_progress.mark_explained(explain(self._last_choice, self.table.words).question_kind)
        return expected

    def show_expected_move(self) -> None:
        self._scripted_match.request_hint()

    # --- the page ---------------------------------------------------------------------------------------------------

    def page_to_prerender(self) -> None:
        """Return None, as the lesson's page needs no prerendering: it is open from the start."""

    def _explain(self, *, on_request: bool) -> Explanation:
        choice, words = self.table.model.choice, self.table.words
        if choice is not None and (self.is_on_request or self.step.expected_move is not None):
            explanation = explain(choice, words, per_card=self.is_on_request)
            return explanation if self.is_on_request else explanation._replace(text=self._text(self.step.text_key))
        return Explanation(self._text(self.step.text_key))

    def _text(self, key: str) -> str:
        return self.table.words(f"{self.lesson.slug}.lesson.{key}", self.lesson.placeholders)

    def describe_page(self, explanation: Explanation, *, on_request: bool) -> PageContent:
        if self.is_on_request:
            return super().describe_page(explanation, on_request=on_request)
        words, step = self.table.words, self.step
        title = words("app.lesson.step", {"step": self.step_index + 1, "total": len(self.lesson.steps)})
        body: list[Widget] = [page_text(explanation.text)]
        if self.wrong_count:
            wrong = self._text(f"{step.text_key}_wrong") if step.expected_move else words("app.lesson.first")
            body.append(judged_line(wrong, is_possible=False))
        if self.is_step_done:
            return PageContent(title, body)
        if step.expected_move is None:
            button = main_button(words("app.lesson.next"), words("app.key.enter"), self._on_got_it)
        else:
            button = main_button(words("app.lesson.show"), words("app.key.h"), self.show_expected_move, is_plain=True)
        return PageContent(title, body, [button])
