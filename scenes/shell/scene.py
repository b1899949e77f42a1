"""A screen, or something laid over one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.look.look import Look

Pos = tuple[float, float]


class Scene:
    """One element of the stack. It never reads a clock or the mouse: time and places are handed to it."""

    opaque = True
    """Covers everything under it; an overlay (menu, message) does not."""
    sudden = False
    """Is there at once: not even for a moment is anything seen through it of what was there before."""
    least: tuple[float, float] = (0.0, 0.0)
    """Width and height of the canvas that it needs, logical pixels; at large texts the window may show less."""

    takes: frozenset[str] = frozenset()
    """What ``drop`` takes of all that may be dropped onto the window, also while a message lies over this scene:
    ``match``, ``rules``. Such a scene tells itself why it can't use something else that is neither."""

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def look(self) -> Look:
        """Draws this scene, and says which place of it a place in the window is."""
        return self.app.look_at(self.app.ui, self._needs())

    def _needs(self) -> tuple[float, float]:
        """``least``, where texts are so large that the window shows less than at their usual size."""
        return self.least if self.app.ui > 1 else (0.0, 0.0)

    def lay_out(self) -> None:
        """Place everything for ``look``; called before the first drawing and after a change of size or settings."""

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when the picture has changed."""
        return False

    def handle(self, event: pygame.Event, pos: Pos | None) -> bool:
        """Take an event, with its place in logical pixels if it has one; True when the picture may have changed."""
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""

    @property
    def animating(self) -> bool:
        """Whether the next frame will differ from this one."""
        return False

    @property
    def calm(self) -> bool:
        """Whether a message of the program may be laid over it now."""
        return False

    def controls(self) -> Iterable[pygame.FRect]:
        """Where something can be pressed now, in pixels of the window: a line that is told for a moment keeps off."""
        return ()

    def drop(self, event: pygame.Event) -> None:
        """A file or a text was dropped onto the window (DROPFILE, DROPTEXT); nothing lies over this scene any more."""

    def finish(self) -> None:
        """End all motion at once (before a picture is taken)."""

    def sound_switched(self) -> None:
        """The player has switched the sound on or off by its key."""

    def lose_focus(self) -> None:
        """The window isn't in front any more: let go of whatever is held."""

    def leave(self) -> None:
        """Taken off the stack: release what is owned."""
