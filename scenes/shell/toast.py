"""The toast: a short message over everything, with an optional undo button."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pygame
from pygame import FRect, Surface

from scenes.look import box_styles, speeds
from scenes.look.key_names import KeyName
from scenes.look.keys import is_undo_key
from scenes.look.look import Look
from scenes.look.widgets import Button, Pill, Pos
from scenes.look.widgets.base import is_press
from scenes.text.words import Words

_TOP, _FOOT, _ABOVE = 34.0, 48.0, 124.0
"""Distance of its middle from the upper edge; from the lower edge; from the lower edge above a row of buttons."""
_GAP, _MARGIN = 8.0, 24.0
_STEP = 12.0
"""Distance between the heights that are tried."""
_CORNER = 228.0
"""Width of the lower right corner that it leaves free."""


class Toast:
    """A short text with an icon; it avoids clickable areas where there is room, and soon disappears.

    Args:
        words: texts in the player's language.
        key: key of the text.
        figures: figures of the text; a function of ``Words`` gives a figure that depends on the language.
        icon: icon before the text.
        undo: reverts what was done; adds a button and more time.
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
        """Milliseconds until it disappears."""
        self.rect = FRect(0, 0, 0, 0)
        """Where it was last drawn, including the button, logical pixels."""
        self.reword(words)

    def reword(self, words: Words) -> None:
        """Translate into another language."""
        figures = {name: value(words) if callable(value) else value for name, value in self.figures.items()}
        self.string = words(self.key, figures)
        """The text shown."""
        self._button = Button(words("app.rules.undo"), self.undo, icon="undo", small=True, height=44)
        self._button.hint = KeyName("", "u")  # a gamepad's stick, since no focus comes here; Ctrl+Z is not named

    @property
    def undo_label(self) -> str:
        """What the button says."""
        return self._button.label

    def update(self, dt: float) -> bool:
        """Advance by dt milliseconds; False when its time is over."""
        self.left -= dt
        return self.left > 0

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        """Handle a press of the button or Ctrl+Z, once; True when the event was used."""
        if self.undo is None:
            return False
        if event.type == pygame.KEYDOWN:
            pressed = is_undo_key(event)
        elif is_press(event):
            pressed = self._button.contains(pos)
        else:
            self._button.hover(event, pos)
            return False
        if pressed:
            self.left = 0.0
            self.undo()
        return pressed

    def draw(self, look: Look, target: Surface, controls: Iterable[FRect] = (), texts: Iterable[FRect] = ()) -> None:
        """Draw it at the top centre of the window, or at the bottom where that would cover something.

        With a button it is at the bottom. ``controls`` are clickable areas in pixels of the target, which it never
        covers if it fits anywhere; ``texts`` are those over which it lies only if no usual place is free.
        """
        wide, high = target.get_width() / look.scale, target.get_height() / look.scale
        button = self._button
        aside = button.preferred(look)[0] + _GAP if self.undo else 0.0
        pill = Pill(self.string, icon=self.icon, max_width=wide - 48 - aside, box=box_styles.TOAST)
        pill.place(look, 0.0, 0.0)
        pressed, read = (
            [FRect(*(side / look.scale for side in area)) for area in several] for several in (controls, texts)
        )
        usual = list(self._usual(pill.rect, wide, high, aside))
        areas = [*usual, *self._anywhere(pill.rect, wide, high, aside)]
        clear = (area for area in usual if area.inflate(2 * _GAP, 0).collidelist([*pressed, *read]) < 0)
        free = (area for area in areas if area.inflate(2 * _GAP, 0).collidelist(pressed) < 0)
        self.rect = next(clear, None) or next(free, areas[0])
        pill.rect.midleft = self.rect.midleft
        pill.draw(look, target)
        if self.undo:
            button.place(look, *self.rect.midright, "midright")
            button.draw(look, target)

    def _usual(self, pill: FRect, wide: float, high: float, aside: float) -> Iterator[FRect]:
        """The usual places in a window of that size, best first; ``aside`` is the button's width."""
        width = pill.width + aside
        left, right = (wide - width) / 2, wide - _CORNER
        if self.undo is None:
            yield FRect(left, _TOP - pill.height / 2, width, pill.height)
            yield FRect(wide - _MARGIN - width, _TOP - pill.height / 2, width, pill.height)
            yield FRect(left, high - _FOOT - pill.height / 2, width, pill.height)
        if width + 24 <= right:  # beside the button that most screens have in that corner
            yield FRect(right - width, high - _FOOT - pill.height / 2, width, pill.height)
        yield FRect(max(24.0, right - width), high - _ABOVE - pill.height / 2, width, pill.height)

    @staticmethod
    def _anywhere(pill: FRect, wide: float, high: float, aside: float) -> Iterator[FRect]:
        """The middle of the window from the top down."""
        width = pill.width + aside
        left = (wide - width) / 2
        for step in range(int((high - 2 * _TOP) / _STEP)):
            yield FRect(left, _TOP + step * _STEP - pill.height / 2, width, pill.height)
