"""Tooltip with the name and shortcut of an icon button, shown while the pointer rests on it."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Literal

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
Side = Literal["top", "bottom", "left", "right"]


class Tooltip:
    """The tooltip of a scene's icon buttons. It appears without animation, takes no input, and a press hides it.

    Args:
        timeline: the time of the scene.
        other_buttons: returns the areas of all other buttons, in the coordinates of the given one.
    """

    def __init__(
        self, timeline: Timeline, other_buttons: Callable[[IconButton], Iterable[FRect]] = lambda _: ()
    ) -> None:
        self._timeline = timeline
        """Has the delay until the tooltip appears."""
        self._other_buttons = other_buttons
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
        """Return the tooltip's rectangle: above its button, below it or beside it, clear of all other buttons.

        With ``tooltip_below`` it is rather below. Below a button held by a finger the hand would hide it.
        """
        assert self.button is not None
        width = 2 * _PAD + renderer.text_width(self.button.name, "label")
        if shows_key_hint(renderer, self.button.key_hint):
            width += _GAP + key_hint_width(renderer, self.button.key_hint)
        window = renderer.window_area.inflate(-2 * _MIN_EDGE_GAP, -2 * _MIN_EDGE_GAP)
        sides = list[Side](["top", "bottom", "left", "right"])
        if self._held_by_finger:
            sides = ["top", "right", "left"] if self.button.rect.centerx < window.centerx else ["top", "left", "right"]
        elif self.button.tooltip_below:
            sides = ["bottom", "top", "left", "right"]
        others = list(self._other_buttons(self.button))
        placements = [self._placement(side, (width, _HEIGHT), window, others) for side in sides]
        inside = [rect for rect in placements if window.contains(rect.inflate(-1, -1))] or placements
        return min(inside, key=self._distance)  # of equal ones the first

    def _placement(self, side: Side, size: tuple[float, float], window: FRect, others: Sequence[FRect]) -> FRect:
        """Return the tooltip's rectangle at a side of its button, moved away until it covers no other button."""
        assert self.button is not None
        button, rect = self.button.rect, FRect((0, 0), size)
        clearance = _FINGER_CLEARANCE if self._held_by_finger else 0.0
        rect.center = button.center
        rect = rect.clamp(window) if rect.width <= window.width else rect
        hidden = FRect(button.inflate(2 * _BUTTON_GAP, 2 * _BUTTON_GAP))
        hidden.inflate_ip(max(0.0, 2 * clearance - hidden.width), max(0.0, 2 * clearance - hidden.height))
        _move_past(rect, side, hidden)
        for _ in others:
            covered = rect.collidelist(others)
            if covered < 0:
                break
            _move_past(rect, side, FRect(others[covered]).inflate(_BUTTON_GAP, _BUTTON_GAP))
        return rect

    def _distance(self, rect: FRect) -> float:
        """Return the distance from the button to a rectangle beside it, above it or below it."""
        assert self.button is not None
        button = self.button.rect
        gaps = button.top - rect.bottom, rect.top - button.bottom, button.left - rect.right, rect.left - button.right
        return round(max(gaps))

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


def _move_past(rect: FRect, side: Side, area: FRect) -> None:
    """Move a rectangle towards a side, beyond an area."""
    if side == "top":
        rect.bottom = area.top
    elif side == "bottom":
        rect.top = area.bottom
    elif side == "left":
        rect.right = area.left
    else:
        rect.left = area.right
