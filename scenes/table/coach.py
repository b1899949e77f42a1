"""The coach at the table: explains each kind of ask the first time it comes up, and at any time what is asked now."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pygame
from pygame import FRect

from scenes.look.widgets import key_name
from scenes.table.felt.lying import NEAR, PRESSED, SEATS, Lying, lying
from scenes.table.felt.room import best_room, cost_of
from scenes.table.panels.coach_card import FOLDED, FORMS, CoachCard, Form
from scenes.table.stage.choice import Choice
from scenes.table.stage.explained import Explanation, explain, explain_waiting

if TYPE_CHECKING:
    from scenes.table.table import Table

WHAT_NOW = pygame.K_w
_EDGE = 14.0
"""From the edges of the window."""


class _Found(NamedTuple):
    """A form and a place for the card, and what that covers."""

    cost: float
    form: Form
    rect: FRect


class Coach:
    """Decides when the card lies on the table, and what it says. Play never waits for it but for a clock.

    Args:
        table: where it lies.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.asked = False
        """“What now?” was asked and not closed yet."""
        self.told: Explanation | None = None
        """What the card says; None while there is none."""
        self._choice: Choice | None = None
        """What the player was asked last."""
        self._first = False
        """The present ask is explained unasked."""
        self._state: object = None

    @property
    def reads(self) -> bool:
        """Whether the player has an explanation of their own choice before them: no clock runs meanwhile."""
        return self.told is not None and self.table.stage.choice is not None

    # --- when -------------------------------------------------------------------------------------------------------

    def update(self) -> bool:
        """Follow what the player is asked; True when the card changes."""
        choice = self.table.stage.choice
        if choice is not self._choice:
            if self._choice is not None and self.told is not None:
                self._learned()
            self._choice = choice
            self._first = choice is not None and self._due(choice)
        return self._say_anew()

    def _say_anew(self) -> bool:
        """Lay the card out where it has to say something else; True then."""
        state = self._present()
        if state == self._state:
            return False
        self._state = state
        self.lay_out()
        return True

    def _present(self) -> object:
        """Changes whenever the card has to say something else."""
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
        kind = explain(choice, context.words).kind
        return context.settings.coach == "always" or kind not in context.tutorial_progress.explained

    def _learned(self) -> None:
        """The card was read, or the player went on without it."""
        context = self.table.context
        if self.told is not None and self.told.kind:
            context.notices += context.tutorial_progress.mark_explained(self.told.kind)
        self.asked = self._first = False

    # --- what the player does with it -------------------------------------------------------------------------------

    def ask(self) -> None:
        """Explain what is asked now, or take the explanation away again."""
        if self.asked:
            self.close()
            return
        self.asked = True
        self.table.hud.loud = None  # the card is to be read now
        self.update()

    def go_on(self) -> bool:
        """Enter: the card was read; False when there is none."""
        return self.close()

    def close(self) -> bool:
        """Take the card away; False when there is none."""
        if self.told is None:
            return False
        self._learned()
        self.update()
        return True

    def stop(self) -> None:
        """Explain nothing unasked any more."""
        context = self.table.context
        context.keep_setting(replace(context.settings, coach="off"))
        context.tell("app.coach.stopped", "help", name=key_name(WHAT_NOW))
        self.close()

    def read(self) -> None:
        """The rules, open where they say more."""
        self.table.read(self.told.rule if self.told else "")

    # --- the card ---------------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Make the card anew, or none, and find room for it."""
        table, stage = self.table, self.table.stage
        card = None
        if self._state is None:
            self.told = None
        else:
            self.told = self._tell()
            card = self._card(self.told)
        table.picture.marked = self.told if stage.choice is not None else None
        if card is not None:
            self._place(card)
        table.hud.card = card

    def _tell(self) -> Explanation:
        stage, words = self.table.stage, self.table.context.words
        if stage.choice is not None:
            return explain(stage.choice, words, whole=self.asked)
        return explain_waiting(stage.match.game, stage.viewer, words)

    def _card(self, told: Explanation) -> CoachCard:
        words = self.table.context.words
        title = words("app.coach.what_now" if self.asked else "app.coach.title")
        card = CoachCard(self.table.hud.look, title)
        if told.rule:
            card.link(words("app.table.rule_link", id=told.rule.partition(".R")[2]), self.read)
        card.say(told.text)
        for way in told.ways:
            card.way(way.text, possible=way.possible, spare=not self.asked)
        for group in told.cards:
            card.hand(group.cards, group.text, possible=group.possible, rest=lambda n: words("app.coach.rest", n=n))
        stop = None if self.asked else (words("app.coach.stop"), self.stop)
        card.foot(words("app.coach.got_it"), words("app.key.enter"), self._read_it, stop)
        if not self.asked:
            card.unfold(words("app.coach.what_now"), key_name(WHAT_NOW), self.ask)
        return card

    def _read_it(self) -> None:
        self.go_on()

    def _place(self, card: CoachCard) -> None:
        """Give the card the first form in which it covers nothing, or the one that covers least, and its place.

        Where there is no room beside prompt and hint they make way. Where an explanation that nobody asked for would
        hide more than what was said it lies folded: who wants to read it unfolds it.
        """
        hud = self.table.hud
        hud.card = None  # everything else is where it would be without the card
        hud.panels = [self.table.log.rect]
        felt, panels = self._felt(), self._panels()
        best = self._tried(card, [*felt, *panels], 0.0)
        if best.cost:
            other = self._tried(card, felt, best.cost, yields=True)
            best = min(best, other, key=lambda one: one.cost)
            if card.folds and self._hides(best.rect, felt):
                best = self._tried(card, [*felt, *panels], 0.0, forms=(FOLDED,))
        card.arrange(best.form)
        card.move_to(*best.rect.topleft)

    @staticmethod
    def _hides(rect: FRect, taken: Sequence[Lying]) -> bool:
        """Whether a card there hides more than what was said, and closed cards."""
        return cost_of(rect, [one for one in taken if one.weight >= SEATS]) > 0

    def _tried(
        self,
        card: CoachCard,
        taken: Sequence[Lying],
        most: float,
        *,
        yields: bool = False,
        forms: Sequence[Form] = FORMS,
    ) -> _Found:
        """The first form that costs nothing, or the cheapest.

        Args:
            card: what is set in each form.
            taken: what it had better not cover.
            most: forms that cost more aren't looked at further, if ``yields``.
            yields: prompt and hint are to find other places, which counts too.
            forms: the best one first.
        """
        hud, look = self.table.hud, self.table.hud.look
        bounds = FRect(_EDGE, _EDGE, look.width - 2 * _EDGE, look.height - 2 * _EDGE)
        near = (0.0 if self.table.stage.canvas.left_handed else look.width, look.height * 0.75)
        best = _Found(math.inf, FORMS[0], FRect(0, 0, 0, 0))
        for form in forms:
            narrow = form.width < card.least and not form.folded
            if narrow or form.width > bounds.width or (form.brief and not card.spares):
                continue
            size = card.size(form)
            rect, cost = best_room(size, bounds, taken, near)
            cost += max(0.0, size[1] - bounds.height) * look.width * PRESSED
            if yields and cost < min(best.cost, most):
                card.rect = rect.copy()
                hud.card = card
                moved = [panel.rect for panel in self._panels()]
                cost += sum(cost_of(panel, [*taken, Lying(rect, PRESSED)]) for panel in moved)
                cost += cost_of(moved[0], [Lying(panel, PRESSED) for panel in moved[1:]]) if moved else 0.0
                hud.card = None
            if cost < best.cost:
                best = _Found(cost, form, rect)
            if not cost:
                break
        return best

    def _panels(self) -> list[Lying]:
        """Prompt and hint where they are with the present card, or without one."""
        table, hud = self.table, self.table.hud
        found = []
        prompt = hud.asked = table.prompt()
        if prompt and not hud.boards.speaks:
            found.append(Lying(hud.prompt_pill(prompt).rect.inflate(8, 8), PRESSED))
        hints = hud.hint_panel()
        if hints is not None:
            found.append(Lying(hints.rect, PRESSED))
        return found

    def _felt(self) -> list[Lying]:
        """What else the card had better not cover."""
        hud = self.table.hud
        found = lying(hud, self.told.targets if self.told else ())
        if self.table.log.shown:
            found.append(Lying(self.table.log.rect, SEATS))
        refused = FRect(0, hud.look.height - 270, 430, 94)
        refused.left = hud.look.width - 466 if self.table.stage.canvas.left_handed else 36
        return [*found, Lying(refused, NEAR)]
