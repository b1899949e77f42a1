"""Tooltip with the name and shortcut of an icon button, shown while the pointer rests on it."""

from collections.abc import Iterable
from functools import partial

from pygame import FRect, Surface

from scenes.render import box_styles, timing
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, MUTED
from scenes.ui.timeline import Timeline
from scenes.ui.widgets.buttons import IconButton
from scenes.ui.widgets.key_hint import draw_key_hint, key_hint_width, shows_key_hint

_HEIGHT = 32.0
_PAD, _GAP = 12.0, 10.0
_BUTTON_GAP = 8.0
"""Distance between button and tooltip."""
_MIN_EDGE_GAP = 6.0
_FINGER_CLEARANCE = 34.0
"""Distance from a button's centre that a finger and the hand cover, above and beside the button."""


class Tooltip:
    """The tooltip of a scene's icon buttons. It appears without animation, takes no input, and a press hides it.

    Args:
        timeline: the time of the scene.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        """Has the delay until the tooltip appears."""
        self.button: IconButton | None = None
        """Button whose tooltip is shown; None if none is."""
        self._hovered_button: IconButton | None = None
        self._held_by_finger = False
        """Whether a finger rests on the button."""

    def follow(self, buttons: Iterable[IconButton]) -> bool:
        """Find the hovered or focused one of the scene's buttons; return whether the tooltip disappeared."""
        before = self.button
        on = next((button for button in buttons if button.name and (button.hovered or button.focused)), None)
        if on is not self._hovered_button:
            self._hovered_button, self._held_by_finger = on, False
            self._show(None)
            if on is not None and not on.pressed:
                self._timeline.call_later(self, timing.TOOLTIP_DELAY_MS, partial(self._show, on))
        elif on is not None and on.pressed:
            self._show(None)
        return self.button is not before

    def _show(self, button: IconButton | None) -> None:
        self._timeline.stop(self)
        self.button = button

    def show_beside_finger(self, buttons: Iterable[IconButton]) -> bool:
        """Show the hovered button's tooltip at once, where the touching finger doesn't hide it; return False if no
        button is hovered."""
        self.follow(buttons)
        if self._hovered_button is None or not self._hovered_button.hovered:
            return False
        self._show(self._hovered_button)
        self._held_by_finger = True
        return True

    def rect(self, renderer: Renderer) -> FRect:
        """Return the tooltip's rectangle: above its button, or below it near the upper edge or if ``tooltip_below``.

        Near the upper edge a button held by a finger has it beside the finger instead.
        """
        assert self.button is not None
        width = 2 * _PAD + renderer.text_width(self.button.name, "label")
        if shows_key_hint(renderer, self.button.key_hint):
            width += _GAP + key_hint_width(renderer, self.button.key_hint)
        button = self.button.rect
        rect = FRect(0, 0, width, _HEIGHT)
        apart = max(_BUTTON_GAP, _FINGER_CLEARANCE - button.height / 2) if self._held_by_finger else _BUTTON_GAP
        rect.midbottom = (button.centerx, button.top - apart)
        if self._held_by_finger and rect.top < _MIN_EDGE_GAP:
            distance = max(_FINGER_CLEARANCE, button.width / 2 + _BUTTON_GAP)
            if button.centerx < renderer.window_area.centerx:
                rect.midleft = (button.centerx + distance, button.centery)
            else:
                rect.midright = (button.centerx - distance, button.centery)
        elif not self._held_by_finger and (rect.top < _MIN_EDGE_GAP or self.button.tooltip_below):
            rect.midtop = (button.centerx, button.bottom + _BUTTON_GAP)
        rect.left = max(_MIN_EDGE_GAP, min(rect.left, renderer.window_area.right - width - _MIN_EDGE_GAP))
        return rect

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.button is None:
            return
        rect = self.rect(renderer)
        renderer.draw_box(target, box_styles.TOOLTIP, rect)
        renderer.blit(
            target, renderer.text(self.button.name, "label", CREAM), rect.left + _PAD, rect.centery, "midleft"
        )
        draw_key_hint(
            renderer, target, self.button.key_hint, MUTED, (rect.right - _PAD, rect.centery), anchor="midright"
        )
