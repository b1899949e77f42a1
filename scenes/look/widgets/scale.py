"""A slider in steps with the chosen value in words beside it."""

from collections.abc import Callable, Sequence

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, OFF_TEXT
from scenes.look.widgets.base import Pos
from scenes.look.widgets.choices import Slider

_TRACK = 220.0
_GAP = 6.0


class Scale(Slider):
    """One of many values in order, evenly apart, as a place on a line: drag, click, Left and Right, Home and End."""

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
        """The value is not the standard."""
        return self.standard is not None and self.value != self.standard

    def preferred(self, look: Look) -> tuple[float, float]:
        """A comfortable line, and room for the longest value."""
        self._words = max(look.text_width(label, "choice") for label in self.labels) + _GAP
        return _TRACK + self._words, 46.0

    def _track(self) -> FRect:
        return FRect(self.rect.left + 14, self.rect.centery - 4, self.rect.width - 28 - self._words, 8)

    def draw(self, look: Look, target: Surface) -> None:
        """The line, its knob, the value."""
        super().draw(look, target)
        ink = OFF_TEXT if not self.enabled else GOLD if self.differs else CREAM
        label = look.text(self.labels[self.value], "choice", ink)
        look.blit(target, label, self.rect.right, self.rect.centery, "midright")

    def handle(self, event: Event, pos: Pos) -> bool:
        """As a slider does; Home and End go to the ends."""
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_HOME, pygame.K_END):
            self.choose(0 if event.key == pygame.K_HOME else self.steps)
            return True
        return super().handle(event, pos)
