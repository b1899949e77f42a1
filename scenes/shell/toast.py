"""Toast: a short message over all scenes, with an optional undo button."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pygame
from pygame import FRect, Surface

from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.space import Point, ScenePos
from scenes.text.catalogue import Words
from scenes.ui.key_events import is_undo_key
from scenes.ui.key_names import KeyName
from scenes.ui.widget import is_press
from scenes.ui.widgets import Button, Pill, PointerPos

_CENTRE_FROM_TOP, _CENTRE_FROM_BOTTOM, _CENTRE_ABOVE_BUTTONS = 34.0, 48.0, 124.0
"""Distances of a toast's centre, logical pixels: from the window's top; from its bottom; from its bottom above a row of
buttons."""
_GAP, _MARGIN = 8.0, 24.0
_FALLBACK_STEP = 12.0
"""Vertical distance between two fallback positions, logical pixels."""
_FREE_CORNER_WIDTH = 228.0
"""Width of the lower right corner left free, logical pixels."""


class Toast:
    """Toast: a short message with an icon that disappears soon and avoids clickable areas if possible.

    Args:
        words: texts in the player's language.
        key: key of the text.
        placeholders: values of the text's placeholders; a function of ``Words`` gives one that depends on the language.
        icon: icon before the text.
        undo: reverts the reported change; adds a button and more time. None if nothing can be reverted.
        outlasts_screen: whether a toast with ``undo`` stays when the screen closes.
    """

    def __init__(
        self,
        words: Words,
        key: str,
        placeholders: Mapping[str, Any],
        icon: str,
        undo: Callable[[], None] | None = None,
        *,
        outlasts_screen: bool = False,
    ) -> None:
        self.key = key
        self.placeholders = placeholders
        self.icon = icon
        self.undo = undo
        self.outlasts_screen = outlasts_screen or undo is None
        self.rect = FRect(0, 0, 0, 0)
        """Area when last drawn, including the button, logical pixels."""
        self.translate(words)

    def translate(self, words: Words) -> None:
        placeholders = {name: value(words) if callable(value) else value for name, value in self.placeholders.items()}
        self.string = words(self.key, placeholders)
        self._button = Button(words("app.rules.undo"), self.undo, icon="undo", small=True, height=44)
        self._button.key_hint = KeyName("", "u")  # shown for gamepads: the focus can't reach it

    @property
    def undo_label(self) -> str:
        """Label of the toast's undo button."""
        return self._button.label

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        """Handle a press of the toast's button or the undo key; return whether the event was used."""
        if self.undo is None:
            return False
        here: PointerPos = None if pos is None else Point(*pos)
        if event.type == pygame.KEYDOWN:
            pressed = is_undo_key(event)
        elif is_press(event):
            pressed = self._button.is_hit(here)
        else:
            self._button.update_hovered(event, here)
            return False
        if pressed:
            self.undo()
        return pressed

    def draw(
        self, renderer: Renderer, target: Surface, control_areas: Iterable[FRect] = (), text_areas: Iterable[FRect] = ()
    ) -> None:
        """Draw the toast at the top centre of the window, or elsewhere if that would cover something.

        With a button it is at the bottom. Both areas are in pixels of the target. It covers a control area only if no
        position is free, and a text area only if no usual position is free.
        """
        width, height = renderer.width_of(target), renderer.height_of(target)
        button = self._button
        button_width = button.preferred_size(renderer)[0] + _GAP if self.undo else 0.0
        pill = Pill(self.string, icon=self.icon, max_width=width - 48 - button_width, box=box_styles.TOAST)
        pill.place_at(renderer, 0.0, 0.0)
        pressed, read = (
            [renderer.window_frame.to_local_area(area) for area in areas_px] for areas_px in (control_areas, text_areas)
        )
        usual = list(self._usual_rects(pill.rect, width, height, button_width))
        areas = [*usual, *self._fallback_rects(pill.rect, width, height, button_width)]
        clear = (area for area in usual if area.inflate(2 * _GAP, 0).collidelist([*pressed, *read]) < 0)
        free = (area for area in areas if area.inflate(2 * _GAP, 0).collidelist(pressed) < 0)
        self.rect = next(clear, None) or next(free, areas[0])
        pill.rect.midleft = self.rect.midleft
        pill.draw(renderer, target)
        if self.undo:
            button.place_at(renderer, *self.rect.midright, "midright")
            button.draw(renderer, target)

    def _usual_rects(
        self, pill: FRect, window_width: float, window_height: float, button_width: float
    ) -> Iterator[FRect]:
        """Yield the toast's usual positions in a window of this size, best first."""
        width = pill.width + button_width
        left, right = (window_width - width) / 2, window_width - _FREE_CORNER_WIDTH
        if self.undo is None:
            yield FRect(left, _CENTRE_FROM_TOP - pill.height / 2, width, pill.height)
            yield FRect(window_width - _MARGIN - width, _CENTRE_FROM_TOP - pill.height / 2, width, pill.height)
            yield FRect(left, window_height - _CENTRE_FROM_BOTTOM - pill.height / 2, width, pill.height)
        if width + 24 <= right:  # to the left of the button most screens have in that corner
            yield FRect(right - width, window_height - _CENTRE_FROM_BOTTOM - pill.height / 2, width, pill.height)
        yield FRect(
            max(24.0, right - width), window_height - _CENTRE_ABOVE_BUTTONS - pill.height / 2, width, pill.height
        )

    @staticmethod
    def _fallback_rects(pill: FRect, window_width: float, window_height: float, button_width: float) -> Iterator[FRect]:
        """Yield centred positions for the toast from the window's top down."""
        width = pill.width + button_width
        left = (window_width - width) / 2
        for step in range(int((window_height - 2 * _CENTRE_FROM_TOP) / _FALLBACK_STEP)):
            yield FRect(left, _CENTRE_FROM_TOP + step * _FALLBACK_STEP - pill.height / 2, width, pill.height)
