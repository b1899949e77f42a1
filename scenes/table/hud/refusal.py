"""Reason of the last refused move; replaces the prompt, so that the table's layout does not change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
from pygame import Surface

from engine.moves import Note, Refusal
from scenes.render import box_styles
from scenes.render.boxes import Stroke
from scenes.render.renderer import Renderer
from scenes.render.theme import MUTED, REFUSAL_TEXT
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement, strip_emphasis_and_breaks
from scenes.ui.widget import PointerPos
from scenes.ui.widgets import Link, Pill, key_label
from scenes.ui.widgets.key_hint import draw_key_hint, key_hint_width

_REFUSAL_BOX = replace(box_styles.TOAST, border=Stroke(REFUSAL_TEXT, 2))
_ICON_SIZE, _GAP = 24.0, 18.0
_LINK_HEIGHT = 30.0
"""Height that a link below the text takes, logical pixels."""


class RefusalPill(Pill):
    """Pill with the reason of a refused move, and a link to the rule if known."""

    def __init__(
        self, renderer: Renderer, words: Words, slug: str, refusal: Refusal, *, open_rules: Callable[[], None]
    ) -> None:
        super().__init__(words.note_text(slug, "refusal", Note(refusal.key, refusal.placeholders)), box=_REFUSAL_BOX)
        rule = refusal.rule.partition(".R")[2]
        self.link = Link(words("app.table.rule_link", id=rule), open_rules) if rule else None
        self.rule_key = key_label(pygame.K_r)
        """Label of the key that opens the rule."""
        self._link_width = 0.0
        """Width of the link and its key hint."""
        if self.link is not None:
            self._link_width = (
                self.link.preferred_size(renderer)[0] + key_hint_width(renderer, self.rule_key) + 8 + _GAP
            )

    @property
    def _width_besides_text(self) -> float:
        """Width of the pill beside the reason's text, not counting the link, logical pixels."""
        return 36.0 + _ICON_SIZE + 10

    def _text_width(self, renderer: Renderer, link_width: float) -> float:
        """Return the width of the reason's text if ``link_width`` of the pill's maximum width is taken."""
        full_width = renderer.text_width(self.string, "prompt") + 2
        if self.max_width is None:
            return full_width
        longest_word = max(renderer.text_width(word, "prompt") for word in self.string.split(" ")) + 2
        return max(longest_word, min(full_width, self.max_width - self._width_besides_text - link_width))

    def _arrange(self, renderer: Renderer) -> tuple[float, float, bool]:
        """Return width and height of the reason's text, and whether the link goes below it: it does if that saves more
        lines than it takes."""
        beside, above = self._text_width(renderer, self._link_width), self._text_width(renderer, 0.0)
        height, height_above = (renderer.paragraph_height(self.string, "prompt", width) for width in (beside, above))
        if height > height_above + _LINK_HEIGHT:
            return max(above, self._link_width - _GAP), height_above, True
        return beside, height, False

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        text_width, text_height, is_link_below = self._arrange(renderer)
        width = text_width + self._width_besides_text
        if is_link_below:
            return width, text_height + _LINK_HEIGHT + 18
        is_one_line = text_width >= renderer.text_width(self.string, "prompt") + 2
        return width + self._link_width, 42.0 if is_one_line else text_height + 18

    def as_accessible(self) -> AccessibleElement:
        parts = (
            [self.link.as_accessible()._replace(shortcut=self.rule_key, press=self.link.activate)] if self.link else []
        )
        text = strip_emphasis_and_breaks(self.string)
        return AccessibleElement("status", text, key="refusal", children=tuple(parts))

    @property
    def accepts_press(self) -> bool:
        return self.link is not None

    def is_hit(self, pos: PointerPos) -> bool:
        return self.link is not None and self.link.is_hit(pos)

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        return self.link is not None and self.link.handle(event, pos)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect, (_, _, is_link_below) = self.rect, self._arrange(renderer)
        renderer.draw_box(target, self.box, rect)
        text_y = rect.centery - (_LINK_HEIGHT / 2 if is_link_below else 0)
        renderer.blit(target, renderer.icon("cross", _ICON_SIZE, REFUSAL_TEXT), rect.left + 16, text_y, "midleft")
        text_width = rect.width - self._width_besides_text - (0 if is_link_below else self._link_width)
        lines = self._lines(renderer, text_width)
        renderer.blit(target, lines, rect.left + 18 + _ICON_SIZE + 8, text_y, "midleft")
        if self.link is not None:
            link_y = rect.bottom - 9 - _LINK_HEIGHT / 2 if is_link_below else rect.centery
            draw_key_hint(renderer, target, self.rule_key, MUTED, (rect.right - 18, link_y), anchor="midright")
            right = rect.right - 18 - key_hint_width(renderer, self.rule_key) - 8
            self.link.place_at(renderer, right, link_y, "midright")
            self.link.draw(renderer, target)
