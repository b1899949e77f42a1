"""Buttons with a label or an icon, and links."""

from typing import Literal

import pygame
from pygame import FRect, Surface

from scenes.render import box_styles
from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.theme import (
    BUTTON_HEIGHT,
    CREAM,
    DISABLED_TEXT,
    GOLD,
    INK_BROWN,
    MIN_TARGET_SIZE,
    SMALL_BUTTON_HEIGHT,
    TEXT_ON_BRASS,
    Colour,
)
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.key_names import KeyName
from scenes.ui.widget import Clickable, OnClick, Widget
from scenes.ui.widgets.key_hint import draw_key_hint, key_hint_width, shows_key_hint

ButtonKind = Literal["primary", "plain", "light"]
_BOXES_BY_KIND: dict[ButtonKind, tuple[Box, Box, Box]] = {
    "primary": (box_styles.PRIMARY_BUTTON, box_styles.PRIMARY_BUTTON_HOVER, box_styles.PRIMARY_BUTTON_PRESSED),
    "plain": (box_styles.PLAIN_BUTTON, box_styles.PLAIN_BUTTON_HOVER, box_styles.PLAIN_BUTTON_PRESSED),
    "light": (box_styles.PAPER_BUTTON, box_styles.PAPER_BUTTON_HOVER, box_styles.PAPER_BUTTON_PRESSED),
}
"""Box styles at rest, hovered and pressed."""
_TEXT_COLOUR_BY_KIND: dict[ButtonKind, Colour] = {"primary": TEXT_ON_BRASS, "plain": CREAM, "light": (58, 34, 8)}


class Button(Clickable):
    """A button with a label, and optionally an icon before, a second line below and a key hint after it.

    ``kind`` is primary (at most one per screen), plain, or light (on paper). The default ``height`` is 48, or 44 if
    ``small``.
    """

    def __init__(
        self,
        label: str,
        on_click: OnClick | None = None,
        *,
        kind: ButtonKind = "plain",
        icon: str = "",
        key_hint: str = "",
        second_line: str = "",
        small: bool = False,
        style: str = "",
        height: float = 0.0,
        min_width: float = 0.0,
        shortcut: int | None = None,
    ) -> None:
        super().__init__(on_click)
        self.label = label
        self.kind: ButtonKind = kind
        self.icon = icon
        self.key_hint = key_hint
        self.second_line = second_line
        self.style = style or ("button_small" if small else "button")
        self.height = height or (SMALL_BUTTON_HEIGHT if small else BUTTON_HEIGHT)
        self.padding = 16.0 if small else 22.0
        self.min_width = min_width
        self.shortcut = shortcut
        self.is_chosen = False
        """Whether a gold border and label mark it as the current choice."""
        self.icon_size = 20.0 if small else 22.0
        self.gap = 10.0
        self.key_hint_on_edge = False
        """Whether the key hint is on the upper edge, as the label needs the whole width."""

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return max(self.min_width, self._contents_width(renderer) + 2 * self.padding, MIN_TARGET_SIZE), self.height

    def as_accessible(self) -> AccessibleElement:
        return self.as_button(self.label, self.second_line, shortcut=self.key_hint)

    def _contents_width(self, renderer: Renderer) -> float:
        width = renderer.text_width(self.label, self.style)
        if self.second_line:
            width = max(width, renderer.text_width(self.second_line, "explanation"))
        if self.icon:
            width += self.icon_size + (self.gap if self.label else 0)
        if shows_key_hint(renderer, self.key_hint) and not self.key_hint_on_edge:
            width += self.gap + self._key_hint_width(renderer)
        return width

    def _key_hint_width(self, renderer: Renderer) -> float:
        return key_hint_width(renderer, self.key_hint) + (0 if renderer.gamepad_style else 14)

    @property
    def _pressed_offset(self) -> float:
        return 2.0 if self.pressed and self.hovered and self.enabled else 0.0

    def _box(self) -> Box:
        if not self.enabled:
            return box_styles.DISABLED_BUTTON
        rest, hover, pressed = _BOXES_BY_KIND[self.kind]
        if self.pressed:
            return pressed if self.hovered else rest
        if self.is_chosen and self.kind == "plain":
            return box_styles.PLAIN_BUTTON_CHOSEN
        return hover if self.hovered else rest

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect = self.rect.move(0, self._pressed_offset)
        box = self._box()
        renderer.draw_box(target, box, rect)
        ink = _TEXT_COLOUR_BY_KIND[self.kind] if self.enabled else DISABLED_TEXT
        if self.is_chosen and self.enabled and self.kind == "plain":
            ink = GOLD
        max_width = rect.width - 2 * min(self.padding, 12.0)
        contents = min(self._contents_width(renderer), max_width)
        x = rect.centerx - contents / 2
        end = x + contents
        if self.icon:
            renderer.blit(target, renderer.icon(self.icon, self.icon_size, ink), x, rect.centery, "midleft")
            x += self.icon_size + self.gap
        hint_width, shows_hint = self._key_hint_width(renderer), shows_key_hint(renderer, self.key_hint)
        if shows_hint and self.key_hint_on_edge:
            renderer.draw_box(target, box, FRect(rect.right - hint_width - 16, rect.top - 13, hint_width + 4, 26))
            self._draw_key_hint(
                renderer, target, ink, FRect(rect.right - hint_width - 14, rect.top - 11, hint_width, 22)
            )
        elif shows_hint:
            end -= hint_width
            self._draw_key_hint(renderer, target, ink, FRect(end, rect.centery - 11, hint_width, 22))
            end -= self.gap
        if self.label:
            self._draw_label(renderer, target, ink, x, end - x)

    def _draw_label(self, renderer: Renderer, target: Surface, ink: Colour, x: float, max_width: float) -> None:
        y = self.rect.centery + self._pressed_offset
        label = renderer.text(self.label, self.style, ink, max_width=max_width + 1)
        if not self.second_line:
            renderer.blit(target, label, x, y, "midleft")
            return
        renderer.blit(target, label, x, y - 13, "midleft")
        renderer.blit(
            target, renderer.text(self.second_line, "explanation", ink, max_width=max_width + 1), x, y + 14, "midleft"
        )

    def _draw_key_hint(self, renderer: Renderer, target: Surface, ink: Colour, rect: FRect) -> None:
        if not renderer.gamepad_style:
            renderer.draw_box(
                target, box_styles.KEY_HINT_ON_PRIMARY if self.kind == "primary" else box_styles.KEY_HINT, rect
            )
        draw_key_hint(renderer, target, self.key_hint, ink, rect.center)


def icon_button_box(button: Widget) -> Box:
    """Return the box of an icon button: pressed, under the pointer, or neither."""
    if not button.hovered:
        return box_styles.ICON_BUTTON
    return box_styles.ICON_BUTTON_PRESSED if button.pressed else box_styles.ICON_BUTTON_HOVER


class IconButton(Clickable):
    """A square button with an icon; ``name`` describes its action in the tooltip and for screen readers."""

    def __init__(
        self,
        icon: str,
        on_click: OnClick | None = None,
        *,
        name: str = "",
        key_hint: str = "",
        shortcut: int | None = None,
        size: float = 44,
    ) -> None:
        """Create an icon button; ``key_hint`` is the label of the shortcut, shown next to the name."""
        super().__init__(on_click, FRect(0, 0, size, size))
        self.icon = icon
        self.name = name
        self.key_hint = key_hint
        self.shortcut = shortcut
        self.size = size
        self.is_chosen = False
        self.tooltip_below = False
        """Whether its tooltip is below it, as there is text above it."""

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return self.size, self.size

    def as_accessible(self) -> AccessibleElement:
        return self.as_button(self.name, shortcut=self.key_hint)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        held = self.pressed and self.hovered
        if not self.enabled:
            box, ink = box_styles.ICON_BUTTON_DISABLED, DISABLED_TEXT
        else:
            box, ink = icon_button_box(self), CREAM
            if self.is_chosen:
                box, ink = box_styles.ICON_BUTTON_CHOSEN, GOLD
        rect = self.rect.move(0, 2.0 if held and self.enabled else 0.0)
        renderer.draw_box(target, box, rect)
        renderer.blit(target, renderer.icon(self.icon, self.size * 24 / 44, ink), rect.centerx, rect.centery, "center")


class Link(Clickable):
    """Underlined text that opens something, with an optional icon before it."""

    def __init__(
        self,
        label: str,
        on_click: OnClick | None = None,
        *,
        icon: str = "rules",
        style: str = "body",
        on_dark: bool = True,
    ) -> None:
        super().__init__(on_click)
        self.label = label
        self.icon = icon
        self.style = style
        self.on_dark = on_dark
        """Whether the background is dark; else it is paper."""
        self.focus_radius = 6.0

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return renderer.text_width(self.label, self.style) + (27 if self.icon else 0), 28.0

    def as_accessible(self) -> AccessibleElement:
        return self.as_button(self.label)._replace(role="link")

    def draw(self, renderer: Renderer, target: Surface) -> None:
        ink = GOLD if self.on_dark else INK_BROWN
        if self.hovered:
            ink = CREAM if self.on_dark else (138, 83, 18)
        x, y = self.rect.left, self.rect.centery
        if self.icon:
            renderer.blit(target, renderer.icon(self.icon, 19, ink), x, y, "midleft")
            x += 27
        renderer.blit(target, renderer.text(self.label, self.style, ink), x, y, "midleft")
        renderer.fill(target, ink, FRect(x, y + 12, self.rect.right - x, 1.2))


class MoreLink(Link):
    """Link that shows what few people need below it, and hides it again."""

    def __init__(self, label: str, toggle: OnClick, *, is_open: bool) -> None:
        super().__init__(label, toggle, icon="chevron_up" if is_open else "chevron_down", style="explanation")
        self.with_layout("more", align="start")


def key_label(key: int) -> str:
    """Return the label of a keyboard key, as named by the operating system."""
    name = pygame.key.name(key)
    return KeyName(name.capitalize(), name)
