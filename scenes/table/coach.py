"""The coach at the table: explains each kind of ask the first time it comes up, and at any time what is asked now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame
from pygame import FRect

from engine.moves import TABLE
from scenes.look.widgets import key_name
from scenes.table.boards import extent
from scenes.table.choice import Choice
from scenes.table.coach_card import CoachCard
from scenes.table.explained import Explanation, explain, explain_waiting
from scenes.table.room import best_place

if TYPE_CHECKING:
    from scenes.table.table import Table

WHAT_NOW = pygame.K_w
_PRESSED, _PLAYED, _SEATS, _SAID = 60.0, 20.0, 2.0, 1.0
"""How much it matters that the card doesn't cover hand and buttons, what else is played with, the other seats, what is
told for a moment."""


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
        app = self.table.app
        if app.settings.coach == "off":
            return False
        kind = explain(choice, app.words).kind
        return app.settings.coach == "always" or kind not in app.learned.explained

    def _learned(self) -> None:
        """The card was read, or the player went on without it."""
        app = self.table.app
        if self.told is not None and self.told.kind:
            app.notices += app.learned.explain(self.told.kind)
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
        app = self.table.app
        app.keep_setting(replace(app.settings, coach="off"))
        app.tell("app.coach.stopped", "help", name=key_name(WHAT_NOW))
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
        table.hud.card = card
        table.picture.marked = self.told if stage.choice is not None else None
        if card is not None:
            card.move_to(*self._room(card).topleft)

    def _tell(self) -> Explanation:
        stage, words = self.table.stage, self.table.app.words
        if stage.choice is not None:
            return explain(stage.choice, words, whole=self.asked)
        return explain_waiting(stage.match.game, stage.viewer, words)

    def _card(self, told: Explanation) -> CoachCard:
        words = self.table.app.words
        title = words("app.coach.what_now" if self.asked else "app.coach.title")
        card = CoachCard(self.table.hud.look, title)
        if told.rule:
            card.link(words("app.table.rule_link", id=told.rule.partition(".R")[2]), self.read)
        card.say(told.text)
        for way in told.ways:
            card.way(way.text, possible=way.possible)
        for group in told.cards:
            card.hand(group.cards, group.text, possible=group.possible, rest=lambda n: words("app.coach.rest", n=n))
        stop = None if self.asked else (words("app.coach.stop"), self.stop)
        card.foot(words("app.coach.got_it"), words("app.key.enter"), self._read_it, stop)
        return card

    def _read_it(self) -> None:
        self.go_on()

    def _room(self, card: CoachCard) -> FRect:
        """Where the card covers least: the own hand last of all."""
        hud, stage, canvas = self.table.hud, self.table.stage, self.table.stage.canvas
        look, ui = hud.look, canvas.ui
        bounds = FRect(14, 14, look.width - 28, look.height - 28)
        left, top, right, bottom = (side / ui for side in stage.hand_zone())
        taken = [(FRect(left, top, right - left, bottom - top), _PRESSED), (self._board(), _PLAYED)]
        taken += [(rect, _PLAYED) for rect in self._piles()]
        taken += [(rect, _SEATS) for rect in hud.taken()]
        taken += [(widget.rect, _PRESSED) for widget in (*hud.icons, hud.rules, *hud.buttons)]
        if self.table.log.shown:
            taken.append((self.table.log.rect, _SEATS))
        middle = (stage.layout.prompt_y + canvas.extra * 0.5) / ui
        refused = FRect(0, look.height - 270, 430, 94)
        refused.left = look.width - 466 if canvas.left_handed else 36
        prompt = FRect(look.width / 2 - 220, middle - 32, 440, 64)
        taken += [(prompt, _SEATS), (refused, _SAID), (FRect(14, 14, 280, 110), _SAID)]
        answers = 0.0 if canvas.left_handed else look.width
        return best_place((card.rect.width, card.rect.height), bounds, taken, (answers, look.height * 0.75))

    def _piles(self) -> Iterator[FRect]:
        """Where piles of the table and own ones lie, and cards may go, in the coordinates of texts and buttons."""
        stage, ui = self.table.stage, self.table.stage.canvas.ui
        for pile, place in stage.places().items():
            if self.told is not None and pile in self.told.targets:
                wide, high = place.width / ui, place.height / ui
                yield FRect(place.x / ui - wide / 2, place.y / ui - high / 2, wide, high)
        for pile, tokens in stage.shown.piles.items():
            box = extent(stage, tokens) if pile.owner in (TABLE, stage.viewer) and pile != stage.hand.pile else None
            if box:
                yield FRect(box.left / ui, box.top / ui, box.width / ui, box.height / ui)

    def _board(self) -> FRect:
        """Where a board lies, in the coordinates of texts and buttons."""
        hud = self.table.hud
        rect, by = hud.boards.rect(), hud.boards.look.scale / hud.look.scale
        return FRect(rect.left * by, rect.top * by, rect.width * by, rect.height * by)
