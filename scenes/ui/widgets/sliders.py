"""Sliders with discrete steps, with or without a label of the value."""

from collections.abc import Callable, Sequence

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, DISABLED_TEXT, GOLD
from scenes.ui.accessible_elements import AccessibleElement, ValueRange, number_element
from scenes.ui.widget import PointerPos, Widget, is_press, is_release

_LINE_LENGTH = 220.0
_GAP = 6.0
"""Distance between the line and the label."""


class Slider(Widget):
    """A slider with a value from 0 to ``steps``."""

    def __init__(self, value: int, steps: int = 10, on_change: Callable[[int], None] | None = None) -> None:
        super().__init__()
        self.value = value
        self.steps = steps
        self.on_change = on_change
        self.focusable = True
        self.focus_radius = 15.0

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        """Return the default size of a slider; any other length works, too."""
        return _LINE_LENGTH, 30.0

    def _track(self) -> FRect:
        return FRect(self.rect.left + 14, self.rect.centery - 4, self.rect.width - 28, 8)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        track = self._track()
        renderer.draw_box(target, box_styles.SCROLL_TRACK, track)
        x = track.left + track.width * self.value / self.steps
        if self.value:
            renderer.draw_box(
                target,
                box_styles.SCROLL_THUMB_HOVER if self.enabled else box_styles.SCROLL_THUMB,
                FRect(track.left, track.top, x - track.left, 8),
            )
        knob = box_styles.SWITCH_KNOB if self.enabled else box_styles.SWITCH_KNOB_OFF
        renderer.draw_box(target, knob, FRect(x - 12, self.rect.centery - 12, 24, 24))

    @property
    def value_text(self) -> str:
        """Label of the slider's value; empty without labels."""
        return ""

    def as_accessible(self) -> AccessibleElement:
        values = ValueRange(self.value, 0, self.steps)
        return number_element("slider", self.accessible_name, self.value_text, values, self.choose)

    def choose(self, value: int) -> bool:
        """Set the slider's value, clamped to its range; return whether it changed."""
        value = max(0, min(self.steps, value))
        if value == self.value or not self.is_visible_and_enabled:
            return False
        self.value = value
        if self.on_change:
            self.on_change(value)
        return True

    def starts_drag(self, pos: PointerPos) -> bool:
        return self.is_visible_and_enabled and self.is_hit(pos)

    def _value_at(self, pos: tuple[float, float]) -> int:
        track = self._track()
        return round((pos[0] - track.left) / max(1.0, track.width) * self.steps)

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Change the slider's value by click, drag, Left and Right."""
        changed = self.update_hovered(event, pos)
        if is_press(event) and pos is not None and self.is_visible_and_enabled and self.is_hit(pos):
            self.pressed = True
            self.choose(self._value_at(pos))
            return True
        if event.type == pygame.MOUSEMOTION and self.pressed and pos is not None:
            return self.choose(self._value_at(pos)) or changed
        if self.pressed and (is_release(event) or event.type == pygame.WINDOWFOCUSLOST):
            self.pressed = False
            return True
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.choose(self.value + (1 if event.key == pygame.K_RIGHT else -1))
            return True
        return changed


class LabelledSlider(Slider):
    """Slider over labelled values, with the label of the current value beside it."""

    def __init__(
        self,
        labels: Sequence[str],
        chosen_index: int,
        on_change: Callable[[int], None] | None = None,
        *,
        standard_index: int | None = None,
    ) -> None:
        super().__init__(chosen_index, len(labels) - 1, on_change)
        self.labels = list(labels)
        self.standard_index = standard_index
        self._label_width = 0.0

    @property
    def is_nonstandard(self) -> bool:
        """Whether the slider's value differs from the standard."""
        return self.standard_index is not None and self.value != self.standard_index

    @property
    def value_text(self) -> str:
        return self.labels[self.value]

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        self._label_width = max(renderer.text_width(label, "choice") for label in self.labels) + _GAP
        return _LINE_LENGTH + self._label_width, 46.0

    def _track(self) -> FRect:
        return FRect(self.rect.left + 14, self.rect.centery - 4, self.rect.width - 28 - self._label_width, 8)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        super().draw(renderer, target)
        ink = DISABLED_TEXT if not self.enabled else GOLD if self.is_nonstandard else CREAM
        label = renderer.text(self.value_text, "choice", ink)
        renderer.blit(target, label, self.rect.right, self.rect.centery, "midright")

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Handle the events of a ``Slider``, and jump to its ends by Home and End."""
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_HOME, pygame.K_END):
            self.choose(0 if event.key == pygame.K_HOME else self.steps)
            return True
        return super().handle(event, pos)
