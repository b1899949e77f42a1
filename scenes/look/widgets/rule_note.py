"""A house rule on paper, with its name and what it changes."""

from collections.abc import Iterable

from pygame import FRect, Surface

from scenes.look.look import Look
from scenes.look.theme import HAIRLINE_PAPER, INK, INK_SECOND, rgb
from scenes.look.widgets.base import Widget
from scenes.look.widgets.scroll import Scroll

_HOUSE_ON_PAPER = rgb("#8a5312")


class RuleNote(Widget):
    """A house rule with a line above it: the house, its name, and what it changes."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__()
        self.name = name
        self.text = text

    def _texts(self, look: Look, width: float) -> tuple[Surface, Surface]:
        return (
            look.paragraph(self.name, "strong_body", INK, width - 32),
            look.paragraph(self.text, "explanation", INK_SECOND, width - 32),
        )

    def place_in(self, look: Look, x: float, y: float, width: float) -> None:
        """Place it, as high as its text needs at this width."""
        high = sum(text.get_height() for text in self._texts(look, width)) / look.scale
        self.rect = FRect(x, y, width, high + 24)

    def draw(self, look: Look, target: Surface) -> None:
        look.fill(target, HAIRLINE_PAPER, FRect(self.rect.left, self.rect.top, self.rect.width, 1))
        x, y = self.rect.left, self.rect.top + 12
        look.blit(target, look.icon("house", 20, _HOUSE_ON_PAPER), x, y + 1)
        name, text = self._texts(look, self.rect.width)
        look.blit(target, name, x + 32, y)
        look.blit(target, text, x + 32, y + name.get_height() / look.scale)


def rule_list(look: Look, rules: Iterable[tuple[str, str]], room: FRect) -> Scroll:
    """House rules, each with what it changes, one below the other; narrower where they have to be scrolled."""
    notes = [RuleNote(name, text) for name, text in rules]
    height = 0.0
    for width in (room.width, room.width - 18):
        height = 0.0
        for note in notes:
            note.place_in(look, 0, height, width)
            height += note.rect.height
        if height <= room.height:
            break
    return Scroll(room, height, notes)
