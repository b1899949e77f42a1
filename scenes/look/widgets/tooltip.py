"""The name and the key of an icon button, shown beside it while the pointer rests on it."""

import math
from collections.abc import Iterable

from pygame import FRect, Surface

from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, MUTED
from scenes.look.widgets.buttons import IconButton
from scenes.look.widgets.key_hint import draw_hint, hint_width, is_hinted

_HIGH = 32.0
_PAD, _GAP = 12.0, 10.0
_APART = 8.0
"""Distance between button and tooltip."""
_EDGE = 6.0
_FINGER = 34.0
"""Distance from a button's middle that a finger on it and the hand behind it leave free above and beside it."""


class Tooltip:
    """The tooltip of a screen's icon buttons. It appears without animation, takes no input, and a press hides it."""

    def __init__(self, delay: float) -> None:
        """``delay``: milliseconds that a button is hovered or focused before its name is shown."""
        self.delay = delay
        self.shown: IconButton | None = None
        """The button whose name is shown."""
        self._on: IconButton | None = None
        self._since = 0.0
        self._used = False
        """Whether it was pressed: its name stays hidden until the pointer leaves it."""
        self._asked = False
        """Whether a finger rests on the button."""

    def update(self, dt: float, buttons: Iterable[IconButton]) -> bool:
        """Let dt milliseconds pass; True if the tooltip changed."""
        on = next((button for button in buttons if button.name and (button.hovered or button.focused)), None)
        if on is not self._on:
            self._on, self._since, self._used, self._asked = on, 0.0, False, False
        else:
            self._since += dt
        self._used |= on is not None and on.pressed
        shown = on if self._since >= self.delay and not self._used else None
        changed, self.shown = shown is not self.shown, shown
        return changed

    def show_now(self, buttons: Iterable[IconButton]) -> bool:
        """Show the name of the hovered button at once, where a finger doesn't hide it; False if there is none."""
        self.update(0.0, buttons)
        if self._on is None or not self._on.hovered:
            return False
        self._since, self._asked = max(self._since, self.delay), True
        return True

    @property
    def due(self) -> float:
        """Milliseconds until it appears; infinite while no button is hovered or focused, or its name is shown."""
        waits = self._on is not None and self.shown is None and not self._used
        return max(0.0, self.delay - self._since) if waits else math.inf

    def rect(self, look: Look) -> FRect:
        """Rectangle of the tooltip: above its button, or below it near the upper edge or if ``named_below``.

        It keeps clear of a finger above the button, or beside it near the upper edge.
        """
        assert self.shown is not None
        wide = 2 * _PAD + look.text_width(self.shown.name, "label")
        if is_hinted(look, self.shown.key):
            wide += _GAP + hint_width(look, self.shown.key)
        button = self.shown.seen
        rect = FRect(0, 0, wide, _HIGH)
        apart = max(_APART, _FINGER - button.height / 2) if self._asked else _APART
        rect.midbottom = (button.centerx, button.top - apart)
        if self._asked and rect.top < _EDGE:
            beside = max(_FINGER, button.width / 2 + _APART)
            if button.centerx < look.size[0] / look.scale / 2:
                rect.midleft = (button.centerx + beside, button.centery)
            else:
                rect.midright = (button.centerx - beside, button.centery)
        elif not self._asked and (rect.top < _EDGE or self.shown.named_below):
            rect.midtop = (button.centerx, button.bottom + _APART)
        rect.left = max(_EDGE, min(rect.left, look.size[0] / look.scale - wide - _EDGE))
        return rect

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the name and the key."""
        if self.shown is None:
            return
        rect = self.rect(look)
        look.draw_box(target, box_styles.TOOLTIP, rect)
        look.blit(target, look.text(self.shown.name, "label", CREAM), rect.left + _PAD, rect.centery, "midleft")
        draw_hint(look, target, self.shown.key, MUTED, (rect.right - _PAD, rect.centery), anchor="midright")
