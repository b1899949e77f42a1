"""The reason of a refusal, with a link to the rule."""

from collections.abc import Callable

import pygame
from pygame import FRect, Surface

from engine.moves import Note, Refusal
from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, MUTED, REFUSAL, REFUSAL_DISC, WHITE, hex_code
from scenes.look.widgets import Link, Widget, key_name
from scenes.look.widgets.base import Pos
from scenes.text.words import Words

_TEXT = 278.0
"""Maximum width of the reason: a longer one takes more lines and covers neither hand nor piles."""
_LEAST = 160.0
_DISC = (
    f'<circle cx="21" cy="21" r="20" fill="{hex_code(REFUSAL_DISC)}" stroke="{hex_code(REFUSAL)}" stroke-width="1.5"/>'
)


class RefusalPanel(Widget):
    """The reason in words, and below it the link to the rule if one is named. Place its rectangle before drawing."""

    def __init__(self, look: Look, words: Words, slug: str, refusal: Refusal, read: Callable[[], None]) -> None:
        super().__init__()
        self.text = words.note(slug, "refusal", Note(refusal.key, refusal.figures))
        rule = refusal.rule.partition(".R")[2]
        self.link = Link(words("app.table.rule_link", id=rule), read) if rule else None
        self.key = key_name(pygame.K_r)
        """The key that opens the rule."""
        self._room = min(look.text_width(self.text, "refusal") + 2, _TEXT)
        high = look.paragraph(self.text, "refusal", CREAM, self._room, balance=True).get_height() / look.scale
        self.rect = FRect(0, 0, max(self._room, _LEAST) + 102, high + (28 if rule else 0) + 32)

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        return self.link is not None and self.link.handle(event, pos)

    def draw(self, look: Look, target: Surface) -> None:
        look.draw_box(target, box_styles.PANEL_REFUSAL, self.rect)
        x = self.rect.left + 39
        look.blit(target, look.svg("refusal disc", _DISC, (0, 0, 42, 42)), x, self.rect.centery, "center")
        look.blit(target, look.icon("cross", 24, WHITE), x, self.rect.centery, "center")
        lines = look.paragraph(self.text, "refusal", CREAM, self._room, balance=True)
        look.blit(target, lines, x + 38, self.rect.top + 15)
        if self.link is not None:
            self.link.place(look, x + 38, self.rect.bottom - 27, "midleft")
            self.link.draw(look, target)
            hint = look.text(self.key, "label", MUTED)
            look.blit(target, hint, self.link.rect.right + 12, self.rect.bottom - 27, "midleft")
