"""The coach at the table: explains each kind of ask the first time it comes up, and on demand what is asked now."""

from __future__ import annotations

from dataclasses import replace

from scenes.look.widgets import Link
from scenes.table.panels.coach_page import CoachPage, Draft
from scenes.table.ports import CoachPort
from scenes.table.stage.choice import Choice
from scenes.table.stage.explained import Explanation, explain, explain_waiting

CLOSED = "drawer.closed"
"""Name by which it is remembered that the player has closed a page that would have stayed."""

NOTHING_NEW = 8
"""Number of questions without anything new after which a page stays no more in the next deal."""

PATIENCE = 700.0
"""Milliseconds for which a page that opens by itself waits until it is drawn, and the table beside it."""


class Coach:
    """Decides when the drawer explains something, and what. Only clocks wait for it.

    Where it has explained something by itself, its page stays with the last advice and the goal, so that the table
    doesn't make room for it again and again, until the player closes it, or a deal ends after
    many questions that weren't new.

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
        self._stays = False
        """The page stays when what it says is done."""
        self._known = 0
        """Number of questions since something new was explained."""
        self._patience = 0.0
        """Milliseconds for which the page may wait until it is drawn."""
        self._advice: Explanation | None = None
        """The last explanation of something that the player was asked; None before the first."""
        self._state: object = None

    @property
    def speaks(self) -> bool:
        """Whether an explanation is to be read now."""
        return self.asked or self._first

    @property
    def rests(self) -> bool:
        """Whether the page is only still there."""
        return self._stays and not self.speaks

    @property
    def reads(self) -> bool:
        """Whether the player is reading about their own choice: no clock runs meanwhile."""
        there = self.explanation is not None or self.opening
        return there and self.table.stage.choice is not None and self.speaks

    @property
    def opening(self) -> bool:
        """Whether the page will open in a moment, when it is drawn."""
        return self._first and not self.asked and self._patience > 0

    @property
    def lasts(self) -> bool:
        """Whether the page comes back after a newer one."""
        return self.rests

    @property
    def closes(self) -> bool:
        """Whether the player can send the page away."""
        return True

    # --- when -------------------------------------------------------------------------------------------------------

    def update(self, dt: float = 0.0) -> bool:
        """Follow what the player is asked, after dt milliseconds; True when the page changes."""
        if self._patience > 0:
            self._patience = 0.0 if self.table.beside_drawn else self._patience - dt
        choice = self.table.stage.choice
        if choice is not self._choice:
            if self._choice is not None and self.explanation is not None:
                self._learned()
            self._choice = choice
            self._first = choice is not None and self._due(choice)
            self._known += choice is not None
            if self._first:
                self._known = 0
                self._stays |= self._may_stay
                drawer = self.table.drawer
                self._patience = PATIENCE if drawer.page is None and not drawer.calm else 0.0
        return self._refresh()

    @property
    def _may_stay(self) -> bool:
        """Whether a page that opens now stays: not where the player has closed one, nor instead of an open log."""
        return self.table.drawer.page is None and CLOSED not in self.table.context.tutorial_progress.explained

    def accompany(self) -> None:
        """Be there from the first card of a first match on, with the goal."""
        self._stays = self._may_stay
        self._refresh()
        self.table.drawer.finish()

    def deal_over(self) -> None:
        """Take a page away that has had nothing new to say for long."""
        self._stays &= self._known < NOTHING_NEW
        self._refresh()

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
        elif self.rests and self.page in self.table.drawer:
            self.table.mark(None)
            self.table.drawer.lower(self.page)
        else:
            self.table.drawer.show(self.page)
        self.table.hud.refresh_answers()  # Enter may belong to another button now
        return True

    def _present(self) -> object:
        """A value that changes whenever the page has to say something else."""
        stage = self.table.stage
        if not self.speaks:
            return ("rests", id(stage.choice)) if self._stays else None
        if self.opening:
            return None
        if stage.choice is not None:
            return id(stage.choice), self.asked
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
        """Explain what is asked now, or end the explanation."""
        if self.asked:
            self.go_on()
            return
        self.asked = True
        self.table.hud.end_announcement()  # the answer is to be read now
        self.update()

    def go_on(self) -> bool:
        """End the explanation with Enter; False when there is none."""
        if self.explanation is None or not self.speaks:
            return False
        self._learned()
        self.update()
        return True

    def close(self) -> bool:
        """Close the page; False when there is none. One that would have stayed stays no more from now on."""
        if self.explanation is None:
            return False
        if self._stays:
            self._stays = False
            self.table.context.notices += self.table.context.tutorial_progress.mark_explained(CLOSED)
        self._learned()
        self.update()
        return True

    def give_way(self) -> bool:
        """Let a newer page take the place; False if this one doesn't come back after it."""
        if self._stays:
            self._learned()
        elif not self.lasts:
            self.close()
        return self.lasts

    def stop(self) -> None:
        """Explain nothing from now on unless asked."""
        context = self.table.context
        context.keep_setting(replace(context.settings, coach="off"))
        context.tell("app.coach.stopped", "help", name=lambda words: words("app.coach.what_now"))
        self.close()

    def read(self) -> None:
        """Open the rules where they say more."""
        self.table.read(self.explanation.rule if self.explanation else "")

    # --- the page ---------------------------------------------------------------------------------------------------

    def write(self, page: CoachPage) -> None:
        """Put on the page what the coach has to say now."""
        found = self.explanation = self._explain(asked=self.asked)
        self.table.mark(found if self.table.stage.choice is not None and not self.rests else None)
        self._advice = found if found.kind else self._advice
        self._write(page, found, asked=self.asked)

    def _explain(self, *, asked: bool) -> Explanation:
        stage, words = self.table.stage, self.table.words
        if stage.choice is not None:
            return explain(stage.choice, words, whole=asked)
        if self.rests:
            return self._advice or Explanation("")
        return explain_waiting(stage.match.game, stage.viewer, words)

    def _write(self, page: CoachPage, explanation: Explanation, *, asked: bool) -> None:
        words = self.table.words
        page.title = words("app.coach.what_now" if asked else "app.coach.title")
        if explanation.text:
            page.say(explanation.text)
        for verb in explanation.verbs:
            page.line(verb.text, possible=verb.possible)
        for group in explanation.cards:
            page.show_cards(group.cards, group.text, possible=group.possible)
        if explanation.rule:
            page.link(words("app.table.rule_link", id=explanation.rule.partition(".R")[2]), self.read)
        if asked or self._stays:
            self._write_goal(page)
        if not asked:
            page.button(Link(words("app.coach.stop"), self.stop, icon="", style="explanation", dark=False))
        if not self.rests or asked:
            page.end(words("app.coach.got_it"), words("app.key.enter"), self._read_it)

    def draft(self) -> Draft | None:
        """The page that will open in a moment, else the answer to “What now?” as it would be now.

        None while that is shown, or nothing is asked.
        """
        if self.asked or self.table.stage.choice is None:
            return None
        asked = not self.opening
        explanation = self._explain(asked=asked)
        return Draft(CoachPage(_Drafted(self, explanation, asked=asked)), explanation)

    def write_draft(self, page: CoachPage, explanation: Explanation, *, asked: bool) -> None:
        """Put an explanation on a page, and change nothing else."""
        self._write(page, explanation, asked=asked)

    def _write_goal(self, page: CoachPage) -> None:
        """Add how one wins, as it was said before the first deal."""
        page.high += 8 if page.high else 0
        words, slug = self.table.words, self.table.stage.match.game.slug
        page.say(words("app.goal.title"), "strong", gap=2.0)
        page.say(words(f"{slug}.goal"))

    def _read_it(self) -> None:
        self.go_on()


class _Drafted:
    """Writes an explanation on a page that is only drawn beforehand; ``asked``: it answers “What now?”."""

    lasts, closes = False, True

    def __init__(self, coach: Coach, explanation: Explanation, *, asked: bool) -> None:
        self.coach = coach
        self.explanation = explanation
        self.asked = asked

    def write(self, page: CoachPage) -> None:
        self.coach.write_draft(page, self.explanation, asked=self.asked)

    def close(self) -> bool:
        return False

    def give_way(self) -> bool:
        return False
