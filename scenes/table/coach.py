"""The coach at the table: explains each kind of ask the first time it comes up, and on demand what is asked now."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pygame import FRect

from scenes.look.widgets import key_name
from scenes.table.felt.obstacles import NEAR, PRESSED, SEATS, Obstacle
from scenes.table.felt.room import best_room, cost_of
from scenes.table.panels.coach_card import FOLDED, FORMS, CoachCard, Form
from scenes.table.panels.tools import WHAT_NOW
from scenes.table.ports import CoachPort
from scenes.table.stage.choice import Choice
from scenes.table.stage.explained import Explanation, explain, explain_waiting

_EDGE = 14.0
"""Distance from the edges of the window."""


class _Found(NamedTuple):
    """A form and a place for the card, and the cost of what they cover."""

    cost: float
    form: Form
    rect: FRect


class Coach:
    """Decides when the coach's card lies on the table, and what it says. Only clocks wait for it.

    Args:
        table: where the card lies.
    """

    def __init__(self, table: CoachPort) -> None:
        self.table = table
        self.asked = False
        """The player asked “What now?” and has not closed the answer."""
        self.explanation: Explanation | None = None
        """What the card says; None without a card."""
        self._choice: Choice | None = None
        """What the player was asked last."""
        self._first = False
        """The present ask is explained because it is new."""
        self._state: object = None

    @property
    def reads(self) -> bool:
        """Whether the player is reading about their own choice: no clock runs meanwhile."""
        return self.explanation is not None and self.table.stage.choice is not None

    # --- when -------------------------------------------------------------------------------------------------------

    def update(self) -> bool:
        """Follow what the player is asked; True when the card changes."""
        choice = self.table.stage.choice
        if choice is not self._choice:
            if self._choice is not None and self.explanation is not None:
                self._learned()
            self._choice = choice
            self._first = choice is not None and self._due(choice)
        return self._refresh()

    def _refresh(self) -> bool:
        """Lay the card out if it has to say something else; True then."""
        state = self._present()
        if state == self._state:
            return False
        self._state = state
        self.lay_out()
        return True

    def _present(self) -> object:
        """A value that changes whenever the card has to say something else."""
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
        """Remember that the card was read, or that the player went on without it."""
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
        self.table.hud.end_announcement()  # the card is to be read now
        self.update()

    def go_on(self) -> bool:
        """Close the card with Enter; False when there is none."""
        return self.close()

    def close(self) -> bool:
        """Close the card; False when there is none."""
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

    # --- the card ---------------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Make the card again, or none, and find room for it."""
        table, stage = self.table, self.table.stage
        card = None
        if self._state is None:
            self.explanation = None
        else:
            self.explanation = self._explain()
            card = self._card(self.explanation)
        table.mark(self.explanation if stage.choice is not None else None)
        if card is not None:
            self._place(card)
        table.hud.lay_card(card)

    def _explain(self) -> Explanation:
        stage, words = self.table.stage, self.table.words
        if stage.choice is not None:
            return explain(stage.choice, words, whole=self.asked)
        return explain_waiting(stage.match.game, stage.viewer, words)

    def _card(self, explanation: Explanation) -> CoachCard:
        words = self.table.words
        title = words("app.coach.what_now" if self.asked else "app.coach.title")
        card = CoachCard(self.table.hud.look, title)
        if explanation.rule:
            card.link(words("app.table.rule_link", id=explanation.rule.partition(".R")[2]), self.read)
        card.say(explanation.text)
        for verb in explanation.verbs:
            card.line(verb.text, possible=verb.possible, spare=not self.asked)
        for group in explanation.cards:
            card.show_cards(group.cards, group.text, possible=group.possible, rest=self._rest)
        stop = None if self.asked else (words("app.coach.stop"), self.stop)
        card.foot(words("app.coach.got_it"), words("app.key.enter"), self._read_it, stop)
        if not self.asked:
            card.unfold(words("app.coach.what_now"), key_name(WHAT_NOW), self.ask)
        return card

    def _rest(self, count: int) -> str:
        """The words for cards that have no picture."""
        return self.table.words("app.coach.rest", n=count)

    def _read_it(self) -> None:
        self.go_on()

    def _place(self, card: CoachCard) -> None:
        """Give the card its place and the first form that covers nothing, or the one that covers least.

        Where there is no room beside them, prompt and hint make way. A card that nobody asked for is folded if it would
        hide more than bubbles; the player can unfold it.
        """
        hud = self.table.hud
        hud.lay_card(None)  # everything else is where it would be without the card
        hud.keep_off([self.table.log.rect])
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
    def _hides(rect: FRect, taken: Sequence[Obstacle]) -> bool:
        """Whether a card there hides more than bubbles and closed cards."""
        return cost_of(rect, [one for one in taken if one.weight >= SEATS]) > 0

    def _tried(
        self,
        card: CoachCard,
        taken: Sequence[Obstacle],
        most: float,
        *,
        yields: bool = False,
        forms: Sequence[Form] = FORMS,
    ) -> _Found:
        """The first form that costs nothing, or the cheapest.

        Args:
            card: what is set in each form.
            taken: what it had better not cover.
            most: with ``yields``, forms that cost more are given up early.
            yields: prompt and hint move elsewhere, and what they cover there counts too.
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
                hud.lay_card(card)
                moved = [panel.rect for panel in self._panels()]
                cost += sum(cost_of(panel, [*taken, Obstacle(rect, PRESSED)]) for panel in moved)
                cost += cost_of(moved[0], [Obstacle(panel, PRESSED) for panel in moved[1:]]) if moved else 0.0
                hud.lay_card(None)
            if cost < best.cost:
                best = _Found(cost, form, rect)
            if not cost:
                break
        return best

    def _panels(self) -> list[Obstacle]:
        """Prompt and hint, at their places beside the present card if there is one."""
        hud, found = self.table.hud, []
        prompt = hud.prompt_room(self.table.prompt())
        if prompt is not None:
            found.append(Obstacle(prompt.inflate(8, 8), PRESSED))
        hints = hud.hint_panel()
        if hints is not None:
            found.append(Obstacle(hints.rect, PRESSED))
        return found

    def _felt(self) -> list[Obstacle]:
        """Everything else that the card had better not cover."""
        hud = self.table.hud
        found = hud.obstacles(self.explanation.targets if self.explanation else ())
        if self.table.log.shown:
            found.append(Obstacle(self.table.log.rect, SEATS))
        refused = FRect(0, hud.look.height - 270, 430, 94)
        refused.left = hud.look.width - 466 if self.table.stage.canvas.left_handed else 36
        return [*found, Obstacle(refused, NEAR)]
