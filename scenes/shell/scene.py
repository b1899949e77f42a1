"""A scene: a screen, or something laid over one."""

from collections.abc import Iterable
from typing import Protocol

import pygame

from scenes.look.look import Look
from scenes.look.widgets import Pos


class LookProvider(Protocol):
    """Looks for drawing at every size of texts."""

    @property
    def ui(self) -> float:
        """Size of texts and buttons that the player chose, 0.8 … 2."""

    def look_at(self, factor: float, least: tuple[float, float] = (0.0, 0.0)) -> Look:
        """The look at a size of texts, on a canvas of at least this width and height, logical pixels."""


class Scene:
    """One element of the stack. It never reads a clock or the mouse: time and places are handed to it."""

    opaque = True
    """Whether it covers everything under it; an overlay (menu, message) does not."""
    sudden = False
    """Whether it appears at once, without fading over the screen before it."""
    least: tuple[float, float] = (0.0, 0.0)
    """Width and height of the canvas that it needs, logical pixels; with large texts the window may show a part."""

    takes: frozenset[str] = frozenset()
    """Kinds of dropped things that ``drop`` takes, also while a message lies over this scene: ``match``, ``rules``.
    Such a scene itself says why it can't use something of neither kind."""

    def __init__(self, drawing: LookProvider) -> None:
        self._drawing = drawing

    @property
    def look(self) -> Look:
        """Draws this scene, and turns places of the window into places of the scene."""
        ui = self._drawing.ui
        return self._drawing.look_at(ui, self.least if ui > 1 else (0.0, 0.0))

    def lay_out(self) -> None:
        """Place everything for ``look``; called before the first drawing and after a change of size or settings."""

    def arrive(self) -> None:
        """Called once, when the scene has been put on the stack."""

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when the picture has changed."""
        return False

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
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
        """Areas that can be pressed now, pixels of the window: a toast keeps off them."""
        return ()

    def drop(self, event: pygame.Event) -> None:
        """Take a file or a text dropped onto the window (DROPFILE, DROPTEXT); nothing lies over this scene any more."""

    def finish(self) -> None:
        """End all motion at once (before a picture is taken)."""

    def sound_switched(self) -> None:
        """Show that the player has switched the sound on or off with its key."""

    def lose_focus(self) -> None:
        """Let go of whatever is held: the window isn't in front any more."""

    def leave(self) -> None:
        """Release what is owned: the scene was taken off the stack."""
