"""A value on a line: a slider in steps, and one with its value in words beside it."""

from collections.abc import Callable, Sequence

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, DISABLED_TEXT, GOLD
from scenes.look.widgets.base import Pos, Widget, is_press, is_release

_LENGTH = 220.0
_GAP = 6.0
"""Distance between the line and the words."""


class Slider(Widget):
    """A value from 0 to ``steps`` on a line."""

    def __init__(self, value: int, steps: int = 10, on_change: Callable[[int], None] | None = None) -> None:
        super().__init__()
        self.value = value
        self.steps = steps
        self.on_change = on_change
        self.focusable = True
        self.radius = 15.0

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size; any other length works, too."""
        return _LENGTH, 30.0

    def _track(self) -> FRect:
        return FRect(self.rect.left + 14, self.rect.centery - 4, self.rect.width - 28, 8)

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the track, its filled part and the knob."""
        track = self._track()
        look.draw_box(target, box_styles.TRACK, track)
        x = track.left + track.width * self.value / self.steps
        if self.value:
            look.draw_box(
                target,
                box_styles.THUMB_HOVER if self.enabled else box_styles.THUMB,
                FRect(track.left, track.top, x - track.left, 8),
            )
        knob = box_styles.KNOB if self.enabled else box_styles.KNOB_OFF
        look.draw_box(target, knob, FRect(x - 12, self.rect.centery - 12, 24, 24))

    def choose(self, value: int) -> bool:
        """Set the value within its range; True if it is another one."""
        value = max(0, min(self.steps, value))
        if value == self.value or not self.active:
            return False
        self.value = value
        if self.on_change:
            self.on_change(value)
        return True

    def starts_drag(self, pos: Pos) -> bool:
        return self.active and self.contains(pos)

    def _at(self, pos: tuple[float, float]) -> int:
        track = self._track()
        return round((pos[0] - track.left) / max(1.0, track.width) * self.steps)

    def handle(self, event: Event, pos: Pos) -> bool:
        """Change the value by click, drag, Left and Right."""
        changed = self.hover(event, pos)
        if is_press(event) and pos is not None and self.active and self.contains(pos):
            self.pressed = True
            self.choose(self._at(pos))
            return True
        if event.type == pygame.MOUSEMOTION and self.pressed and pos is not None:
            return self.choose(self._at(pos)) or changed
        if self.pressed and (is_release(event) or event.type == pygame.WINDOWFOCUSLOST):
            self.pressed = False
            return True
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.choose(self.value + (1 if event.key == pygame.K_RIGHT else -1))
            return True
        return changed


class LabelledSlider(Slider):
    """A slider over values with a label each; the chosen one is shown beside it."""

    def __init__(
        self,
        labels: Sequence[str],
        chosen: int,
        on_change: Callable[[int], None] | None = None,
        *,
        standard: int | None = None,
    ) -> None:
        super().__init__(chosen, len(labels) - 1, on_change)
        self.labels = list(labels)
        self.standard = standard
        self._words = 0.0

    @property
    def differs(self) -> bool:
        """Whether the value isn't the standard one."""
        return self.standard is not None and self.value != self.standard

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: a line and the longest label."""
        self._words = max(look.text_width(label, "choice") for label in self.labels) + _GAP
        return _LENGTH + self._words, 46.0

    def _track(self) -> FRect:
        return FRect(self.rect.left + 14, self.rect.centery - 4, self.rect.width - 28 - self._words, 8)

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the slider and the value's label."""
        super().draw(look, target)
        ink = DISABLED_TEXT if not self.enabled else GOLD if self.differs else CREAM
        label = look.text(self.labels[self.value], "choice", ink)
        look.blit(target, label, self.rect.right, self.rect.centery, "midright")

    def handle(self, event: Event, pos: Pos) -> bool:
        """As ``Slider``; Home and End go to the ends."""
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_HOME, pygame.K_END):
            self.choose(0 if event.key == pygame.K_HOME else self.steps)
            return True
        return super().handle(event, pos)
