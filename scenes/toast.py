"""A line that says what a key has just done, over everything, for a moment."""

from pygame import Surface

from scenes.look import kit
from scenes.look.look import Look
from scenes.look.widgets import Pill
from scenes.table import speeds

_TOP = 34.0
"""Its middle below the window's edge, logical pixels."""


class Toast:
    """A short text with an icon; it takes no input and covers nothing that has to be pressed for long."""

    def __init__(self, string: str, icon: str) -> None:
        self.string = string
        self.icon = icon
        self.left = speeds.TOAST
        """Milliseconds until it goes."""

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; False when its time is over."""
        self.left -= dt
        return self.left > 0

    def draw(self, look: Look, target: Surface) -> None:
        """Draw it at the top of the window, in the middle."""
        pill = Pill(self.string, icon=self.icon, max_width=target.get_width() / look.scale - 48, box=kit.TOAST)
        pill.place(look, target.get_width() / look.scale / 2, _TOP, "center")
        pill.draw(look, target)
