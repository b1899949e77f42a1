"""Tiles to choose who sits in a chair: a player, or a person's portrait."""

from pygame import Surface

from engine.people import strength_of
from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, MUTED
from scenes.look.widgets import Clickable, level_dots
from scenes.look.widgets.base import Click

_PORTRAIT, _SMALL_PORTRAIT = 70.0, 54.0
_NAMES = ("name", "strong_body", "label", "small")
"""Styles of a name, the largest that fits is taken."""


class Choosable(Clickable):
    """One of several things to choose from; highlighted when chosen or hovered."""

    def __init__(self, on_click: Click, *, chosen: bool) -> None:
        super().__init__(on_click)
        self.chosen = chosen

    def draw(self, look: Look, target: Surface) -> None:
        if self.chosen:
            look.draw_box(target, box_styles.ROW_CHOSEN, self.rect)
        elif self.hovered:
            look.draw_box(target, box_styles.ROW_HOVER, self.rect)


class Candidate(Choosable):
    """A player who could take the chair: portrait, name, level."""

    def __init__(self, portrait: str, name: str, text: str, level: str, on_click: Click, *, chosen: bool) -> None:
        """``text``: line below the name, if any; ``level``: shown as dots, empty for none."""
        super().__init__(on_click, chosen=chosen)
        self.portrait = portrait
        self.name = name
        self.text = text
        self.level = level

    def draw(self, look: Look, target: Surface) -> None:
        super().draw(look, target)
        x = self.rect.centerx
        low = self.rect.height < 130
        size, y = (
            (min(_SMALL_PORTRAIT, self.rect.width - 10), self.rect.top + 5) if low else (_PORTRAIT, self.rect.top + 8)
        )
        portrait = look.portrait(self.portrait, size, dim=not self.enabled)
        look.blit(target, portrait, x, y + size / 2, "center")
        ink = GOLD if self.chosen else CREAM if self.enabled else MUTED
        room = self.rect.width - 4
        name = look.text(self.name, look.fitting(self.name, _NAMES, room), ink, max_width=room)
        y += size + (14 if low else 18)
        look.blit(target, name, x, y, "center")
        y += 18 if low else 21
        if self.text:
            text = look.text(self.text, "small", MUTED, max_width=room)
            look.blit(target, text, x, y, "center")
            y += 13 if low else 17
        if self.level:
            look.blit(target, level_dots(look, strength_of(self.level) + 1), x, y, "center")


class PortraitTile(Choosable):
    """A portrait for a person, with its name where there is room; it is pleased under the pointer and when chosen."""

    def __init__(self, portrait: str, label: str, on_click: Click, *, chosen: bool) -> None:
        super().__init__(on_click, chosen=chosen)
        self.portrait = portrait
        self.label = label

    def draw(self, look: Look, target: Surface) -> None:
        super().draw(look, target)
        x = self.rect.centerx
        if not self.label:
            self._draw_portrait(look, target, min(_PORTRAIT, self.rect.width - 8), self.rect.centery)
            return
        spare = (self.rect.height - _PORTRAIT - 36) / 3
        self._draw_portrait(look, target, _PORTRAIT, self.rect.top + 6 + spare + _PORTRAIT / 2)
        ink = GOLD if self.chosen else CREAM
        label = look.text(self.label, "strong_body", ink, max_width=self.rect.width - 4)
        look.blit(target, label, x, self.rect.bottom - 15 - spare, "center")

    def _draw_portrait(self, look: Look, target: Surface, size: float, y: float) -> None:
        look.blit(target, look.portrait(self.portrait, size), self.rect.centerx, y, "center")
        if self.chosen or self.hovered or self.focused:
            look.blit(target, look.face(self.portrait, size, "pleased"), self.rect.centerx, y, "center")
