"""A line that says what has just been done, over everything, for a moment; perhaps with a button that takes it back."""

from collections.abc import Callable, Mapping
from typing import Any

import pygame
from pygame import Surface

from scenes.look import kit
from scenes.look.look import Look
from scenes.look.widgets import Button, Pill
from scenes.look.widgets.base import is_press
from scenes.scene import Pos
from scenes.table import speeds
from scenes.words import Words

_TOP, _FOOT, _ABOVE = 34.0, 48.0, 124.0
"""Its middle below the window's upper edge, or with a button above the lower one, logical pixels."""
_GAP = 8.0
_CORNER = 228.0
"""Width of a corner that it leaves free."""


class Toast:
    """A short text with an icon; it covers nothing that has to be pressed for long.

    Args:
        words: of the player's language.
        key: of the text.
        figures: in it; a function gives a figure that is itself a text, in whatever language is spoken.
        icon: before it.
        undo: takes back what was done; there is a button for it then, and more time.
    """

    def __init__(
        self,
        words: Words,
        key: str,
        figures: Mapping[str, Any],
        icon: str,
        undo: Callable[[], None] | None = None,
    ) -> None:
        self.key = key
        self.figures = figures
        self.icon = icon
        self.undo = undo
        self.left = speeds.TOAST if undo is None else speeds.TOAST_UNDO
        """Milliseconds until it goes."""
        self.reword(words)

    def reword(self, words: Words) -> None:
        """Say the same in another language."""
        figures = {name: value(words) if callable(value) else value for name, value in self.figures.items()}
        self.string = words(self.key, figures)
        """What is said."""
        self._button = Button(words("app.rules.undo"), self.undo, icon="undo", small=True, height=44)

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; False when its time is over."""
        self.left -= dt
        return self.left > 0

    def handle(self, event: pygame.Event, pos: Pos | None) -> bool:
        """Take an event for the button, or Ctrl+Z; True when it was used. What was done is taken back once."""
        if self.undo is None:
            return False
        if event.type == pygame.KEYDOWN:
            pressed = takes_back(event)
        elif is_press(event):
            pressed = self._button.contains(pos)
        else:
            self._button.hover(event, pos)
            return False
        if pressed:
            self.left = 0.0
            self.undo()
        return pressed

    def draw(self, look: Look, target: Surface) -> None:
        """Draw it at the top of the window, in the middle; with a button it stays longer, and lies at the bottom."""
        wide, high = target.get_width() / look.scale, target.get_height() / look.scale
        button = self._button
        aside = button.preferred(look)[0] + _GAP if self.undo else 0.0
        pill = Pill(self.string, icon=self.icon, max_width=wide - 48 - aside, box=kit.TOAST)
        pill.place(look, (wide - aside) / 2, _TOP, "center")
        if self.undo:  # beside the button in the corner that most screens have, or above it
            room = wide - _CORNER - aside
            pill.rect.centery = high - (_FOOT if pill.rect.width + 24 <= room else _ABOVE)
            pill.rect.right = max(pill.rect.width + 24, room)
        pill.draw(look, target)
        if self.undo:
            button.place(look, pill.rect.right + _GAP, pill.rect.centery, "midleft")
            button.draw(look, target)


def takes_back(event: pygame.Event) -> bool:
    """Whether this is Ctrl+Z."""
    return bool(event.key == pygame.K_z and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
