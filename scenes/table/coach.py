"""The coach of the card table, which explains each kind of question the first time, and the current one on demand."""

from __future__ import annotations

from dataclasses import replace

from scenes.table.model.choice import Choice
from scenes.table.model.explanation import Explanation, explain, explain_waiting
from scenes.table.pages.coach_page import CoachPage, PageToPrerender, judged_cards, judged_line, main_button
from scenes.table.pages.page import PageContent, page_link, page_text
from scenes.table.table_base import TableBase
from scenes.ui.boxes import Spacer
from scenes.ui.text import Text
from scenes.ui.timeline import Timeline
from scenes.ui.widgets import Button, Link, Widget

MAX_LINGERING_QUESTIONS = 8
"""Number of successive questions of known kinds after which a lingering page closes at the end of the deal."""

MAX_PRERENDER_WAIT_MS = 700.0
"""Maximum milliseconds for which an opening page waits to be prerendered with the table beside it."""
_PRERENDER_WAIT_KEY = "page of the coach"
"""Key of that wait in the table's timeline."""


class Coach:
    """Decides when to explain a question to the player, and writes the explanation on a page of the side drawer. The
    table's clocks pause meanwhile; nothing else does.

    After an explanation that opened by itself, the page lingers with the goal, and with the advice for each question
    while it is open. This avoids resizing the table again and again. The page goes when the player closes it, or when a
    deal ends after many questions without anything new. In the rest of a match in which the player closed it, a page
    that opens lingers only until the player's turn is over.

    Args:
        table: owner of the drawer.
    """

    def __init__(self, table: TableBase) -> None:
        self.table = table
        self.page = CoachPage(self)
        self.is_on_request = False
        """Whether the player has asked “What now?” and has not closed the answer."""
        self.explanation: Explanation | None = None
        """The explanation on the page; None without one."""
        self._last_choice: Choice | None = None
        """The player's choice at the last update; None without one."""
        self._is_new = False
        """Whether the current question is explained because its kind is new."""
        self._is_lingering = False
        """Whether the page stays when its explanation is done."""
        self._questions_since_new = 0
        """Number of questions since the last new kind of question."""
        self._last_page_state: object = None

    @property
    def _timeline(self) -> Timeline:
        """The table's timeline, with the wait for the page's drawings."""
        return self.table.model.timeline

    @property
    def is_explaining(self) -> bool:
        """Whether an explanation of the coach is open or about to open."""
        return self.is_on_request or self._is_new

    @property
    def is_lingering(self) -> bool:
        """Whether the coach's page stays open after its explanation has ended."""
        return self._is_lingering and not self.is_explaining

    @property
    def pauses_clocks(self) -> bool:
        """Whether the table's clocks are paused because the player reads an explanation of their own choice."""
        there = self.explanation is not None or self.is_opening
        return there and self.table.model.choice is not None and self.is_explaining

    @property
    def is_opening(self) -> bool:
        """Whether the coach's page is about to open, once its drawings are prerendered."""
        return self._is_new and not self.is_on_request and self._timeline.is_running(_PRERENDER_WAIT_KEY)

    @property
    def returns_after_newer_page(self) -> bool:
        """Whether the coach's page comes back after a newer page of the side drawer closes."""
        return self.is_lingering

    @property
    def is_closable(self) -> bool:
        """Whether the player can close the coach's page in the side drawer."""
        return True

    # --- updates ----------------------------------------------------------------------------------------------------

    def update(self) -> bool:
        """Open, rewrite or end the coach's page for the player's current question; return whether the page changed."""
        if self.is_opening and self.table.prerenderer.is_page_prerendered:
            self._timeline.stop(_PRERENDER_WAIT_KEY)
        choice = self.table.model.choice
        if choice is not self._last_choice:
            if self._last_choice is not None and self.explanation is not None:
                self._mark_kind_explained_and_end()
            self._last_choice = choice
            self._is_new = choice is not None and self._needs_explaining(choice)
            self._questions_since_new += choice is not None
            if self._is_new:
                self._questions_since_new = 0
                self._is_lingering |= self.table.drawer.page is None
                self._timeline.stop(_PRERENDER_WAIT_KEY)
                if self.table.drawer.page is None and self.table.drawer_slides:
                    self._timeline.wait(_PRERENDER_WAIT_KEY, MAX_PRERENDER_WAIT_MS)
        if choice is None and not self.table.match.is_viewer_to_move() and self._was_closed_in_match:
            self._is_lingering = False
        return self._refresh()

    @property
    def _match_key(self) -> str:
        """Key of the match in the tutorial progress."""
        record = self.table.match.record
        return record.id or f"{record.game}.{record.seed}"

    @property
    def _was_closed_in_match(self) -> bool:
        """Whether the player closed a lingering page in this match."""
        return self.table.context.tutorial_progress.is_page_closed(self._match_key)

    def open_with_goal(self) -> None:
        """Open the coach's page with the game's goal, before the first card of a player's first match."""
        self._is_lingering = self.table.drawer.page is None
        self._refresh()
        self.table.drawer.finish_slide()

    def close_after_known_questions(self) -> None:
        """Close the coach's lingering page if the last ``MAX_LINGERING_QUESTIONS`` questions were all of kinds already
        explained."""
        self._is_lingering &= self._questions_since_new < MAX_LINGERING_QUESTIONS
        self._refresh()

    def _refresh(self) -> bool:
        """Rewrite the coach's page if its content changes; return whether it did."""
        state = self._page_state()
        if state == self._last_page_state:
            return False
        self._last_page_state = state
        if state is None:
            self.explanation = None
            self.table.card_view.explanation = None
            self.table.drawer.withdraw(self.page)
        elif self.is_lingering and self.page in self.table.drawer:
            self.table.card_view.explanation = None
            self.table.drawer.move_to_bottom(self.page)
        else:
            self.table.drawer.show(self.page)
        self.table.hud.refresh()  # Enter may press another button now
        return True

    def _page_state(self) -> object:
        """Return a value that changes whenever the coach's page must be rewritten; None for no page."""
        model = self.table.model
        if not self.is_explaining:
            return ("rests", id(model.choice)) if self._is_lingering else None
        if self.is_opening:
            return None
        if model.choice is not None:
            return id(model.choice), self.is_on_request
        return (
            ("waiting", model.match.game.seats_to_act())
            if model.director.has_shown_all_events
            else self._last_page_state
        )

    def _needs_explaining(self, choice: Choice) -> bool:
        context = self.table.context
        if context.settings.coach == "off":
            return False
        kind = explain(choice, self.table.words).question_kind
        return context.settings.coach == "always" or kind not in context.tutorial_progress.explained_questions

    def _mark_kind_explained_and_end(self) -> None:
        """Record the kind of question as explained to the player, and end its explanation."""
        context = self.table.context
        if self.explanation is not None and self.explanation.question_kind:
            context.tutorial_progress.mark_explained(self.explanation.question_kind)
        self.is_on_request = self._is_new = False

    # --- player actions ---------------------------------------------------------------------------------------------

    def toggle_explanation(self) -> None:
        """Open the coach's explanation of the current question on request, or end it if open."""
        if self.is_on_request:
            self.end_explanation()
            return
        self.is_on_request = True
        self.table.hud.end_announcement()  # it would distract from the explanation
        self.update()

    def end_explanation(self) -> bool:
        """End the coach's explanation of a question; return False if there is none."""
        if self.explanation is None or not self.is_explaining:
            return False
        self._mark_kind_explained_and_end()
        self.update()
        return True

    def close(self) -> bool:
        """Close the coach's page; return False if it is not open.

        In the rest of the match no page lingers beyond the player's turn.
        """
        if self.explanation is None:
            return False
        if self._is_lingering:
            self._is_lingering = False
            self.table.context.tutorial_progress.mark_page_closed(self._match_key)
        self._mark_kind_explained_and_end()
        self.update()
        return True

    def yield_to_newer_page(self) -> bool:
        """Let a newer page replace the coach's page in the side drawer; return whether this page comes back
        afterwards."""
        if self._is_lingering:
            self._mark_kind_explained_and_end()
        elif not self.returns_after_newer_page:
            self.close()
        return self.returns_after_newer_page

    def disable(self) -> None:
        """Turn off the coach's automatic explanations in the settings."""
        context = self.table.context
        context.save_settings_without_layout(replace(context.settings, coach="off"))
        context.show_toast("app.coach.stopped", "help", name=lambda words: words("app.coach.what_now"))
        self.close()

    def open_rules(self) -> None:
        """Open the game's rules at the rule that the coach's explanation names."""
        self.table.open_rules(self.explanation.rule_id if self.explanation else "")

    # --- the page ---------------------------------------------------------------------------------------------------

    def compose_page(self) -> PageContent:
        """Return a description of the coach's page with the current explanation."""
        explanation = self.explanation = self._explain(on_request=self.is_on_request)
        is_marked = self.table.model.choice is not None and not self.is_lingering
        self.table.card_view.explanation = explanation if is_marked else None
        return self.describe_page(explanation, on_request=self.is_on_request)

    def _explain(self, *, on_request: bool) -> Explanation:
        model, words = self.table.model, self.table.words
        if model.choice is not None:
            return explain(model.choice, words, per_card=on_request)
        if self.is_lingering:
            return Explanation("")
        return explain_waiting(model.match.game, model.viewer, words)

    def describe_page(self, explanation: Explanation, *, on_request: bool) -> PageContent:
        """Return a description of a coach's page with an explanation; the coach's state stays."""
        words = self.table.words
        body: list[Widget] = [page_text(explanation.text)] if explanation.text else []
        body += [judged_line(verb.text, is_possible=verb.is_possible) for verb in explanation.verbs]
        body += [
            judged_cards(group.cards, group.text, words.cards(group.cards), is_possible=group.is_possible)
            for group in explanation.cards
        ]
        if explanation.rule_id:
            label = words("app.table.rule_link", id=explanation.rule_id.partition(".R")[2])
            body.append(page_link("rule", label, self.open_rules, icon="rules"))
        if on_request or self._is_lingering:
            body += [Spacer(8) if body else Spacer(0), *self._goal_texts()]
        foot: list[Button | Link] = []
        if not on_request:
            foot.append(page_link("stop", words("app.coach.stop"), self.disable))
        if not self.is_lingering or on_request:
            foot.append(main_button(words("app.coach.got_it"), words("app.key.enter"), self._on_got_it))
        return PageContent(words("app.coach.what_now" if on_request else "app.coach.title"), body, foot)

    def page_to_prerender(self) -> PageToPrerender | None:
        """Return a draft of the coach's next page, to prerender it: the page about to open, else the answer to “What
        now?”.

        None while that answer is shown or no question is open.
        """
        if self.is_on_request or self.table.model.choice is None:
            return None
        on_request = not self.is_opening
        explanation = self._explain(on_request=on_request)
        return PageToPrerender(CoachPage(_DraftWriter(self, explanation, on_request=on_request)), explanation)

    def _goal_texts(self) -> list[Text]:
        """Return the goal of the game for the coach's page, as in the goal dialog."""
        words, game = self.table.words, self.table.model.match.game
        goal = words(f"{game.slug}.{game.goal_text_key(game.options)}")
        return [page_text(words("app.goal.title"), "strong", gap_below=2.0), page_text(goal)]

    def _on_got_it(self) -> None:
        self.end_explanation()


class _DraftWriter:
    """Writer of a coach's page that is only prerendered. ``on_request`` selects the answer to “What now?” instead of
    the automatic explanation."""

    returns_after_newer_page, is_closable = False, True

    def __init__(self, coach: Coach, explanation: Explanation, *, on_request: bool) -> None:
        self.coach = coach
        self.explanation = explanation
        self.on_request = on_request

    def compose_page(self) -> PageContent:
        return self.coach.describe_page(self.explanation, on_request=self.on_request)

    def close(self) -> bool:
        return False

    def yield_to_newer_page(self) -> bool:
        return False
