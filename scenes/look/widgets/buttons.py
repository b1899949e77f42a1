"""Buttons with a label or an icon, and links."""

from typing import Literal

import pygame
from pygame import FRect, Surface

from scenes.look import box_styles
from scenes.look.boxes import Box
from scenes.look.key_names import KeyName
from scenes.look.look import Look
from scenes.look.theme import (
    BUTTON_HEIGHT,
    BUTTON_SMALL,
    CREAM,
    DISABLED_TEXT,
    GOLD,
    INK_BROWN,
    MIN_TARGET,
    ON_BRASS,
    Colour,
)
from scenes.look.widgets.base import Click, Clickable
from scenes.look.widgets.key_hint import draw_hint, hint_width, is_hinted

Kind = Literal["primary", "plain", "light"]
_BOXES: dict[Kind, tuple[Box, Box, Box]] = {
    "primary": (box_styles.PRIMARY, box_styles.PRIMARY_HOVER, box_styles.PRIMARY_PRESSED),
    "plain": (box_styles.PLAIN, box_styles.PLAIN_HOVER, box_styles.PLAIN_PRESSED),
    "light": (box_styles.LIGHT, box_styles.LIGHT_HOVER, box_styles.LIGHT_PRESSED),
}
"""Boxes at rest, under the pointer, pressed."""
_INK: dict[Kind, Colour] = {"primary": ON_BRASS, "plain": CREAM, "light": (58, 34, 8)}


class Button(Clickable):
    """A button with a label and optionally an icon before, a second line below and a key hint after it.

    ``kind`` is primary (one a screen), plain, or light (on paper). The default ``height`` is 48, or 44 if ``small``.
    """

    def __init__(
        self,
        label: str,
        on_click: Click | None = None,
        *,
        kind: Kind = "plain",
        icon: str = "",
        hint: str = "",
        second: str = "",
        small: bool = False,
        style: str = "",
        height: float = 0.0,
        min_width: float = 0.0,
        shortcut: int | None = None,
    ) -> None:
        super().__init__(on_click)
        self.label = label
        self.kind: Kind = kind
        self.icon = icon
        self.hint = hint
        self.second = second
        self.style = style or ("button_small" if small else "button")
        self.height = height or (BUTTON_SMALL if small else BUTTON_HEIGHT)
        self.padding = 16.0 if small else 22.0
        self.min_width = min_width
        self.shortcut = shortcut
        self.chosen = False
        """Whether it is marked by a gold border and label as the choice in force."""
        self.icon_size = 20.0 if small else 22.0
        self.gap = 10.0
        self.hint_on_edge = False
        """Whether the key hint sits on the upper edge, as the label needs the whole width."""

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: as wide as its contents."""
        return max(self.min_width, self._contents(look) + 2 * self.padding, MIN_TARGET), self.height

    def _contents(self, look: Look) -> float:
        width = look.text_width(self.label, self.style)
        if self.second:
            width = max(width, look.text_width(self.second, "explanation"))
        if self.icon:
            width += self.icon_size + (self.gap if self.label else 0)
        if is_hinted(look, self.hint) and not self.hint_on_edge:
            width += self.gap + self._hint_width(look)
        return width

    def _hint_width(self, look: Look) -> float:
        return hint_width(look, self.hint) + (0 if look.pad else 14)

    @property
    def _down(self) -> float:
        return 2.0 if self.pressed and self.hovered and self.enabled else 0.0

    def _box(self) -> Box:
        if not self.enabled:
            return box_styles.DISABLED
        rest, hover, pressed = _BOXES[self.kind]
        if self.pressed:
            return pressed if self.hovered else rest
        if self.chosen and self.kind == "plain":
            return box_styles.PLAIN_CHOSEN
        return hover if self.hovered else rest

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the box of its state and the contents, centred."""
        rect = self.rect.move(0, self._down)
        box = self._box()
        look.draw_box(target, box, rect)
        ink = _INK[self.kind] if self.enabled else DISABLED_TEXT
        if self.chosen and self.enabled and self.kind == "plain":
            ink = GOLD
        room = rect.width - 2 * min(self.padding, 12.0)
        contents = min(self._contents(look), room)
        x = rect.centerx - contents / 2
        end = x + contents
        if self.icon:
            look.blit(target, look.icon(self.icon, self.icon_size, ink), x, rect.centery, "midleft")
            x += self.icon_size + self.gap
        wide, hinted = self._hint_width(look), is_hinted(look, self.hint)
        if hinted and self.hint_on_edge:
            look.draw_box(target, box, FRect(rect.right - wide - 16, rect.top - 13, wide + 4, 26))
            self._draw_hint(look, target, ink, FRect(rect.right - wide - 14, rect.top - 11, wide, 22))
        elif hinted:
            end -= wide
            self._draw_hint(look, target, ink, FRect(end, rect.centery - 11, wide, 22))
            end -= self.gap
        self._draw_label(look, target, ink, x, end - x)

    def _draw_label(self, look: Look, target: Surface, ink: Colour, x: float, room: float) -> None:
        y = self.rect.centery + self._down
        label = look.text(self.label, self.style, ink, max_width=room + 1)
        if not self.second:
            look.blit(target, label, x, y, "midleft")
            return
        look.blit(target, label, x, y - 13, "midleft")
        look.blit(target, look.text(self.second, "explanation", ink, max_width=room + 1), x, y + 14, "midleft")

    def _draw_hint(self, look: Look, target: Surface, ink: Colour, rect: FRect) -> None:
        if not look.pad:
            look.draw_box(target, box_styles.HINT_PRIMARY if self.kind == "primary" else box_styles.HINT, rect)
        draw_hint(look, target, self.hint, ink, rect.center)


class IconButton(Clickable):
    """A square button with an icon; ``name`` says in words what it does, for the tooltip and for screen readers."""

    def __init__(
        self,
        icon: str,
        on_click: Click | None = None,
        *,
        name: str = "",
        key: str = "",
        shortcut: int | None = None,
        size: float = 44,
    ) -> None:
        """``key`` is the label of the key that does the same, shown beside the name. ``shortcut`` is that key."""
        super().__init__(on_click, FRect(0, 0, size, size))
        self.icon = icon
        self.name = name
        self.key = key
        self.shortcut = shortcut
        self.size = size
        self.chosen = False
        self.named_below = False
        """Whether its tooltip is below it, as there is text above."""

    @property
    def seen(self) -> FRect:
        """Rectangle where it is drawn now; its tooltip is beside it."""
        return self.rect

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: a square."""
        return self.size, self.size

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the box of its state and the icon."""
        held = self.pressed and self.hovered
        if not self.enabled:
            box, ink = box_styles.ICON_DISABLED, DISABLED_TEXT
        else:
            box = box_styles.ICON_PRESSED if held else box_styles.ICON_HOVER if self.hovered else box_styles.ICON
            ink = CREAM
            if self.chosen:
                box, ink = box_styles.ICON_CHOSEN, GOLD
        rect = self.rect.move(0, 2.0 if held and self.enabled else 0.0)
        look.draw_box(target, box, rect)
        look.blit(target, look.icon(self.icon, self.size * 24 / 44, ink), rect.centerx, rect.centery, "center")


class Link(Clickable):
    """Underlined words that lead somewhere, with an icon before them."""

    def __init__(
        self, label: str, on_click: Click | None = None, *, icon: str = "rules", style: str = "body", dark: bool = True
    ) -> None:
        super().__init__(on_click)
        self.label = label
        self.icon = icon
        self.style = style
        self.dark = dark
        """Whether it is on a dark background; else on paper."""
        self.radius = 6.0

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: as wide as its words."""
        return look.text_width(self.label, self.style) + (27 if self.icon else 0), 28.0

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the icon, the words and the line below them."""
        ink = GOLD if self.dark else INK_BROWN
        if self.hovered:
            ink = CREAM if self.dark else (138, 83, 18)
        x, y = self.rect.left, self.rect.centery
        if self.icon:
            look.blit(target, look.icon(self.icon, 19, ink), x, y, "midleft")
            x += 27
        look.blit(target, look.text(self.label, self.style, ink), x, y, "midleft")
        look.fill(target, ink, FRect(x, y + 12, self.rect.right - x, 1.2))


def key_name(key: int) -> str:
    """A key's label, as the system names it."""
    name = pygame.key.name(key)
    return KeyName(name.capitalize(), name)
