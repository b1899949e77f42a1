"""The coach at the table: explains each kind of ask the first time it comes up, and on demand what is asked now."""

from __future__ import annotations

from dataclasses import replace

from scenes.render.widgets import Link
from scenes.table.model.choice import Choice
from scenes.table.model.explanation import Explanation, explain, explain_waiting
from scenes.table.pages.coach_page import CoachPage, PageDraft
from scenes.table.protocols import CoachTable

DRAWER_CLOSED_KEY = "drawer.closed"
"""Name by which it is remembered that the player has closed a page that would have stayed."""

MAX_OLD_QUESTIONS = 8
"""Number of questions without anything new after which a page stays no more in the next deal."""

MAX_DRAW_WAIT_MS = 700.0
"""Milliseconds for which a page that opens by itself waits until it is drawn, and the table beside it."""


class Coach:
    """Decides when the drawer explains something, and what. Only clocks wait for it.

    Where it has explained something by itself, its page stays with the last advice and the goal, so that the table
    doesn't make room for it again and again, until the player closes it, or a deal ends after
    many questions that weren't new.

    Args:
        table: whose drawer it is.
    """

    def __init__(self, table: CoachTable) -> None:
        self.table = table
        self.page = CoachPage(self)
        self.was_asked = False
        """The player asked “What now?” and has not closed the answer."""
        self.explanation: Explanation | None = None
        """What the page says; None without one."""
        self._last_choice: Choice | None = None
        """What the player was asked last."""
        self._is_new = False
        """The present ask is explained because it is new."""
        self._is_lingering = False
        """The page stays when what it says is done."""
        self._questions_since_new = 0
        """Number of questions since something new was explained."""
        self._draw_wait_ms = 0.0
        """Milliseconds for which the page may wait until it is drawn."""
        self._last_advice: Explanation | None = None
        """The last explanation of something that the player was asked; None before the first."""
        self._last_page_state: object = None

    @property
    def is_explaining(self) -> bool:
        """Whether an explanation is to be read now."""
        return self.was_asked or self._is_new

    @property
    def is_lingering(self) -> bool:
        """Whether the page is only still there."""
        return self._is_lingering and not self.is_explaining

    @property
    def holds_clocks(self) -> bool:
        """Whether the player is reading about their own choice: no clock runs meanwhile."""
        there = self.explanation is not None or self.is_opening
        return there and self.table.model.choice is not None and self.is_explaining

    @property
    def is_opening(self) -> bool:
        """Whether the page will open in a moment, when it is drawn."""
        return self._is_new and not self.was_asked and self._draw_wait_ms > 0

    @property
    def is_persistent(self) -> bool:
        """Whether the page comes back after a newer one."""
        return self.is_lingering

    @property
    def is_closable(self) -> bool:
        """Whether the player can send the page away."""
        return True

    # --- when -------------------------------------------------------------------------------------------------------

    def update(self, dt: float = 0.0) -> bool:
        """Follow what the player is asked, after dt milliseconds; True when the page changes."""
        if self._draw_wait_ms > 0:
            self._draw_wait_ms = 0.0 if self.table.is_page_prerendered else self._draw_wait_ms - dt
        choice = self.table.model.choice
        if choice is not self._last_choice:
            if self._last_choice is not None and self.explanation is not None:
                self._mark_learned()
            self._last_choice = choice
            self._is_new = choice is not None and self._needs_explaining(choice)
            self._questions_since_new += choice is not None
            if self._is_new:
                self._questions_since_new = 0
                self._is_lingering |= self._may_linger
                drawer = self.table.drawer
                self._draw_wait_ms = MAX_DRAW_WAIT_MS if drawer.page is None and not drawer.reduced_motion else 0.0
        return self._refresh()

    @property
    def _may_linger(self) -> bool:
        """Whether a page that opens now stays: not where the player has closed one, nor instead of an open log."""
        return (
            self.table.drawer.page is None
            and DRAWER_CLOSED_KEY not in self.table.context.tutorial_progress.explained_questions
        )

    def open_for_new_player(self) -> None:
        """Be there from the first card of a first match on, with the goal."""
        self._is_lingering = self._may_linger
        self._refresh()
        self.table.drawer.finish_slide()

    def on_deal_over(self) -> None:
        """Take a page away that has had nothing new to say for long."""
        self._is_lingering &= self._questions_since_new < MAX_OLD_QUESTIONS
        self._refresh()

    def _refresh(self) -> bool:
        """Write the page again if it has to say something else; True then."""
        state = self._page_state()
        if state == self._last_page_state:
            return False
        self._last_page_state = state
        if state is None:
            self.explanation = None
            self.table.highlight_explained(None)
            self.table.drawer.withdraw(self.page)
        elif self.is_lingering and self.page in self.table.drawer:
            self.table.highlight_explained(None)
            self.table.drawer.show_below(self.page)
        else:
            self.table.drawer.show(self.page)
        self.table.hud.refresh_answers()  # Enter may belong to another button now
        return True

    def _page_state(self) -> object:
        """A value that changes whenever the page has to say something else."""
        stage = self.table.model
        if not self.is_explaining:
            return ("rests", id(stage.choice)) if self._is_lingering else None
        if self.is_opening:
            return None
        if stage.choice is not None:
            return id(stage.choice), self.was_asked
        return (
            ("waiting", stage.match.game.seats_to_act()) if stage.director.is_ready_for_next else self._last_page_state
        )

    def _needs_explaining(self, choice: Choice) -> bool:
        context = self.table.context
        if context.settings.coach == "off":
            return False
        kind = explain(choice, self.table.words).kind
        return context.settings.coach == "always" or kind not in context.tutorial_progress.explained_questions

    def _mark_learned(self) -> None:
        """Remember that the page was read, or that the player went on without it."""
        context = self.table.context
        if self.explanation is not None and self.explanation.kind:
            context.pending_notices += context.tutorial_progress.mark_explained(self.explanation.kind)
        self.was_asked = self._is_new = False

    # --- what the player does with it -------------------------------------------------------------------------------

    def toggle_explanation(self) -> None:
        """Explain what is asked now, or end the explanation."""
        if self.was_asked:
            self.end_explanation()
            return
        self.was_asked = True
        self.table.hud.end_announcement()  # the answer is to be read now
        self.update()

    def end_explanation(self) -> bool:
        """End the explanation with Enter; False when there is none."""
        if self.explanation is None or not self.is_explaining:
            return False
        self._mark_learned()
        self.update()
        return True

    def close(self) -> bool:
        """Close the page; False when there is none. One that would have stayed stays no more from now on."""
        if self.explanation is None:
            return False
        if self._is_lingering:
            self._is_lingering = False
            self.table.context.pending_notices += self.table.context.tutorial_progress.mark_explained(DRAWER_CLOSED_KEY)
        self._mark_learned()
        self.update()
        return True

    def yield_to_newer(self) -> bool:
        """Let a newer page take the place; False if this one doesn't come back after it."""
        if self._is_lingering:
            self._mark_learned()
        elif not self.is_persistent:
            self.close()
        return self.is_persistent

    def stop(self) -> None:
        """Explain nothing from now on unless asked."""
        context = self.table.context
        context.save_settings_quietly(replace(context.settings, coach="off"))
        context.show_toast("app.coach.stopped", "help", name=lambda words: words("app.coach.what_now"))
        self.close()

    def open_rules(self) -> None:
        """Open the rules where they say more."""
        self.table.open_rules(self.explanation.rule_id if self.explanation else "")

    # --- the page ---------------------------------------------------------------------------------------------------

    def fill_page(self, page: CoachPage) -> None:
        """Put on the page what the coach has to say now."""
        found = self.explanation = self._explain(on_request=self.was_asked)
        self.table.highlight_explained(found if self.table.model.choice is not None and not self.is_lingering else None)
        self._last_advice = found if found.kind else self._last_advice
        self._fill(page, found, on_request=self.was_asked)

    def _explain(self, *, on_request: bool) -> Explanation:
        stage, words = self.table.model, self.table.words
        if stage.choice is not None:
            return explain(stage.choice, words, per_card=on_request)
        if self.is_lingering:
            return self._last_advice or Explanation("")
        return explain_waiting(stage.match.game, stage.viewer, words)

    def _fill(self, page: CoachPage, explanation: Explanation, *, on_request: bool) -> None:
        words = self.table.words
        page.title = words("app.coach.what_now" if on_request else "app.coach.title")
        if explanation.text:
            page.add_paragraph(explanation.text)
        for verb in explanation.verbs:
            page.add_line(verb.text, is_possible=verb.is_possible)
        for group in explanation.cards:
            page.add_cards(group.cards, group.text, is_possible=group.is_possible)
        if explanation.rule_id:
            page.add_link(words("app.table.rule_link", id=explanation.rule_id.partition(".R")[2]), self.open_rules)
        if on_request or self._is_lingering:
            self._add_goal(page)
        if not on_request:
            page.add_button(Link(words("app.coach.stop"), self.stop, icon="", style="explanation", on_dark=False))
        if not self.is_lingering or on_request:
            page.add_main_button(words("app.coach.got_it"), words("app.key.enter"), self._on_got_it)

    def page_to_prerender(self) -> PageDraft | None:
        """The page that will open in a moment, else the answer to “What now?” as it would be now.

        None while that is shown, or nothing is asked.
        """
        if self.was_asked or self.table.model.choice is None:
            return None
        asked = not self.is_opening
        explanation = self._explain(on_request=asked)
        return PageDraft(CoachPage(_DraftWriter(self, explanation, on_request=asked)), explanation)

    def fill_draft_page(self, page: CoachPage, explanation: Explanation, *, on_request: bool) -> None:
        """Put an explanation on a page, and change nothing else."""
        self._fill(page, explanation, on_request=on_request)

    def _add_goal(self, page: CoachPage) -> None:
        """Add how one wins, as it was said before the first deal."""
        page.content_height += 8 if page.content_height else 0
        words, slug = self.table.words, self.table.model.match.game.slug
        page.add_paragraph(words("app.goal.title"), "strong", gap=2.0)
        page.add_paragraph(words(f"{slug}.goal"))

    def _on_got_it(self) -> None:
        self.end_explanation()


class _DraftWriter:
    """Writes an explanation on a page that is only drawn beforehand; ``asked``: it answers “What now?”."""

    is_persistent, is_closable = False, True

    def __init__(self, coach: Coach, explanation: Explanation, *, on_request: bool) -> None:
        self.coach = coach
        self.explanation = explanation
        self.on_request = on_request

    def fill_page(self, page: CoachPage) -> None:
        self.coach.fill_draft_page(page, self.explanation, on_request=self.on_request)

    def close(self) -> bool:
        return False

    def yield_to_newer(self) -> bool:
        return False
