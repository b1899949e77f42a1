"""Why the player's last play was refused, in the place of the prompt: the table doesn't move for a slip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
from pygame import Surface

from engine.moves import Note, Refusal
from scenes.look import box_styles
from scenes.look.boxes import Stroke
from scenes.look.look import Look
from scenes.look.theme import MUTED, REFUSAL
from scenes.look.widgets import Link, Pill, key_name
from scenes.look.widgets.base import Pos
from scenes.look.widgets.key_hint import draw_hint, hint_width
from scenes.text.words import Words

_BOX = replace(box_styles.TOAST, border=Stroke(REFUSAL, 2))
_ICON, _GAP = 24.0, 18.0


class RefusalPill(Pill):
    """The reason in words, and beside it the link to the rule if one is named. Place it like a prompt."""

    def __init__(self, look: Look, words: Words, slug: str, refusal: Refusal, read: Callable[[], None]) -> None:
        super().__init__(words.note(slug, "refusal", Note(refusal.key, refusal.figures)), box=_BOX)
        rule = refusal.rule.partition(".R")[2]
        self.link = Link(words("app.table.rule_link", id=rule), read) if rule else None
        self.key = key_name(pygame.K_r)
        """The key that opens the rule."""
        self._aside = 0.0
        """Width of the link with its key."""
        if self.link is not None:
            self._aside = self.link.preferred(look)[0] + hint_width(look, self.key) + 8 + _GAP

    @property
    def _beside(self) -> float:
        """Width that is not the reason's."""
        return 36.0 + _ICON + 10 + self._aside

    def preferred(self, look: Look) -> tuple[float, float]:
        wide = look.text_width(self.string, "prompt") + 2
        room = wide if self.max_width is None else max(120.0, min(wide, self.max_width - self._beside))
        high = look.paragraph_height(self.string, "prompt", room)
        return room + self._beside, 42.0 if room >= wide else high + 18

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        return self.link is not None and self.link.handle(event, pos)

    def draw(self, look: Look, target: Surface) -> None:
        rect = self.rect
        look.draw_box(target, self.box, rect)
        look.blit(target, look.icon("cross", _ICON, REFUSAL), rect.left + 16, rect.centery, "midleft")
        lines = self._lines(look, rect.width - self._beside)
        look.blit(target, lines, rect.left + 18 + _ICON + 8, rect.centery, "midleft")
        if self.link is not None:
            draw_hint(look, target, self.key, MUTED, (rect.right - 18, rect.centery), anchor="midright")
            right = rect.right - 18 - hint_width(look, self.key) - 8
            self.link.place(look, right, rect.centery, "midright")
            self.link.draw(look, target)
