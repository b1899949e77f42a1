"""The coach at the table: explains each kind of ask the first time it comes up, and on demand what is asked now."""

from __future__ import annotations

from dataclasses import replace

from scenes.look.widgets import Link, key_name
from scenes.table.panels.coach_page import CoachPage, Draft
from scenes.table.panels.tools import WHAT_NOW
from scenes.table.ports import CoachPort
from scenes.table.stage.choice import Choice
from scenes.table.stage.explained import Explanation, explain, explain_waiting


class Coach:
    """Decides when the drawer explains something, and what. Only clocks wait for it.

    Args:
        table: whose drawer it is.
    """

    def __init__(self, table: CoachPort) -> None:
        self.table = table
        self.page = CoachPage(self)
        self.asked = False
        """The player asked “What now?” and has not closed the answer."""
        self.explanation: Explanation | None = None
        """What the page says; None without one."""
        self._choice: Choice | None = None
        """What the player was asked last."""
        self._first = False
        """The present ask is explained because it is new."""
        self._state: object = None

    @property
    def reads(self) -> bool:
        """Whether the player is reading about their own choice: no clock runs meanwhile."""
        return self.explanation is not None and self.table.stage.choice is not None

    @property
    def lasts(self) -> bool:
        """Whether the page comes back after a newer one."""
        return False

    @property
    def closes(self) -> bool:
        """Whether the player can send the page away."""
        return True

    # --- when -------------------------------------------------------------------------------------------------------

    def update(self) -> bool:
        """Follow what the player is asked; True when the page changes."""
        choice = self.table.stage.choice
        if choice is not self._choice:
            if self._choice is not None and self.explanation is not None:
                self._learned()
            self._choice = choice
            self._first = choice is not None and self._due(choice)
        return self._refresh()

    def _refresh(self) -> bool:
        """Write the page again if it has to say something else; True then."""
        state = self._present()
        if state == self._state:
            return False
        self._state = state
        if state is None:
            self.explanation = None
            self.table.mark(None)
            self.table.drawer.withdraw(self.page)
        else:
            self.table.drawer.show(self.page)
        self.table.hud.refresh_answers()  # Enter may belong to another button now
        return True

    def _present(self) -> object:
        """A value that changes whenever the page has to say something else."""
        stage = self.table.stage
        if stage.choice is not None:
            return (id(stage.choice), self.asked) if self.asked or self._first else None
        if not self.asked:
            return None
        return ("waiting", stage.match.game.waiting()) if stage.director.quiet else self._state

    def _due(self, choice: Choice) -> bool:
        context = self.table.context
        if context.settings.coach == "off":
            return False
        kind = explain(choice, self.table.words).kind
        return context.settings.coach == "always" or kind not in context.tutorial_progress.explained

    def _learned(self) -> None:
        """Remember that the page was read, or that the player went on without it."""
        context = self.table.context
        if self.explanation is not None and self.explanation.kind:
            context.notices += context.tutorial_progress.mark_explained(self.explanation.kind)
        self.asked = self._first = False

    # --- what the player does with it -------------------------------------------------------------------------------

    def ask(self) -> None:
        """Explain what is asked now, or close the explanation."""
        if self.asked:
            self.close()
            return
        self.asked = True
        self.table.hud.end_announcement()  # the answer is to be read now
        self.update()

    def go_on(self) -> bool:
        """Close the page with Enter; False when there is none."""
        return self.close()

    def close(self) -> bool:
        """Close the page; False when there is none."""
        if self.explanation is None:
            return False
        self._learned()
        self.update()
        return True

    def stop(self) -> None:
        """Explain nothing from now on unless asked."""
        context = self.table.context
        context.keep_setting(replace(context.settings, coach="off"))
        context.tell("app.coach.stopped", "help", name=key_name(WHAT_NOW))
        self.close()

    def read(self) -> None:
        """Open the rules where they say more."""
        self.table.read(self.explanation.rule if self.explanation else "")

    # --- the page ---------------------------------------------------------------------------------------------------

    def write(self, page: CoachPage) -> None:
        """Put on the page what the coach has to say now."""
        self.explanation = self._explain(asked=self.asked)
        self.table.mark(self.explanation if self.table.stage.choice is not None else None)
        self._write(page, self.explanation, asked=self.asked)

    def _explain(self, *, asked: bool) -> Explanation:
        stage, words = self.table.stage, self.table.words
        if stage.choice is not None:
            return explain(stage.choice, words, whole=asked)
        return explain_waiting(stage.match.game, stage.viewer, words)

    def _write(self, page: CoachPage, explanation: Explanation, *, asked: bool) -> None:
        words = self.table.words
        page.title = words("app.coach.what_now" if asked else "app.coach.title")
        page.say(explanation.text)
        for verb in explanation.verbs:
            page.line(verb.text, possible=verb.possible)
        for group in explanation.cards:
            page.show_cards(group.cards, group.text, possible=group.possible)
        if explanation.rule:
            page.link(words("app.table.rule_link", id=explanation.rule.partition(".R")[2]), self.read)
        if asked:
            self._write_goal(page)
        else:
            page.button(Link(words("app.coach.stop"), self.stop, icon="", style="explanation", dark=False))
        page.end(words("app.coach.got_it"), words("app.key.enter"), self._read_it)

    def draft(self) -> Draft | None:
        """The answer to “What now?”, as it would be now; None while it is shown, or nothing is asked."""
        if self.asked or self.table.stage.choice is None:
            return None
        explanation = self._explain(asked=True)
        return Draft(CoachPage(_WhatNow(self, explanation)), explanation)

    def write_answer(self, page: CoachPage, explanation: Explanation) -> None:
        """Put the answer to “What now?” on a page, and change nothing else."""
        self._write(page, explanation, asked=True)

    def _write_goal(self, page: CoachPage) -> None:
        """Add how one wins, as it was said before the first deal."""
        words, slug = self.table.words, self.table.stage.match.game.slug
        page.say(words("app.goal.title"), "strong", gap=2.0)
        page.say(words(f"{slug}.goal"))

    def _read_it(self) -> None:
        self.go_on()


class _WhatNow:
    """Writes the answer to “What now?” on a page that is only drawn beforehand."""

    lasts, closes = False, True

    def __init__(self, coach: Coach, explanation: Explanation) -> None:
        self.coach = coach
        self.explanation = explanation

    def write(self, page: CoachPage) -> None:
        self.coach.write_answer(page, self.explanation)

    def close(self) -> bool:
        return False
