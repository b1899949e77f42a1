"""A line that says what has just been done, over everything, for a moment; perhaps with a button that takes it back."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pygame
from pygame import FRect, Surface

from scenes.look import box_styles, speeds
from scenes.look.look import Look
from scenes.look.widgets import Button, Pill, Pos
from scenes.look.widgets.base import is_press
from scenes.text.words import Words

_TOP, _FOOT, _ABOVE = 34.0, 48.0, 124.0
"""Its middle below the window's upper edge, or above the lower one, logical pixels."""
_GAP = 8.0
_STEP = 12.0
"""Between two heights at which it is tried."""
_CORNER = 228.0
"""Width of a corner that it leaves free."""


class Toast:
    """A short text with an icon; it covers nothing that can be pressed, if there is room, and nothing for long.

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
        self.rect = FRect(0, 0, 0, 0)
        """Where it was drawn last, its button with it, logical pixels."""
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

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
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

    def draw(self, look: Look, target: Surface, controls: Iterable[FRect] = ()) -> None:
        """Draw it at the top of the window, in the middle, or at the bottom where something can be pressed above.

        With a button it stays longer, and lies at the bottom. ``controls`` are places in pixels of the target that it
        keeps off if it can.
        """
        wide, high = target.get_width() / look.scale, target.get_height() / look.scale
        button = self._button
        aside = button.preferred(look)[0] + _GAP if self.undo else 0.0
        pill = Pill(self.string, icon=self.icon, max_width=wide - 48 - aside, box=box_styles.TOAST)
        pill.place(look, 0.0, 0.0)
        taken = [FRect(*(side / look.scale for side in area)) for area in controls]
        areas = list(self._areas(pill.rect, wide, high, aside))
        free = (area for area in areas if area.inflate(2 * _GAP, 0).collidelist(taken) < 0)
        self.rect = next(free, areas[0])
        pill.rect.midleft = self.rect.midleft
        pill.draw(look, target)
        if self.undo:
            button.place(look, *self.rect.midright, "midright")
            button.draw(look, target)

    def _areas(self, pill: FRect, wide: float, high: float, aside: float) -> Iterator[FRect]:
        """Where it may lie in a window of that size, the best first; ``aside`` is room for the button."""
        width = pill.width + aside
        left, right = (wide - width) / 2, wide - _CORNER
        if self.undo is None:
            yield FRect(left, _TOP - pill.height / 2, width, pill.height)
            yield FRect(left, high - _FOOT - pill.height / 2, width, pill.height)
        if width + 24 <= right:  # beside the button in the corner that most screens have
            yield FRect(right - width, high - _FOOT - pill.height / 2, width, pill.height)
        yield FRect(max(24.0, right - width), high - _ABOVE - pill.height / 2, width, pill.height)
        for step in range(int((high - 2 * _TOP) / _STEP)):  # wherever there is room, from the top down
            yield FRect(left, _TOP + step * _STEP - pill.height / 2, width, pill.height)


def takes_back(event: pygame.Event) -> bool:
    """Whether this is Ctrl+Z."""
    return bool(event.key == pygame.K_z and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
