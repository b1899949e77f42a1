"""The base class of scenes: screens and overlays."""

from collections.abc import Iterable
from typing import Literal, Protocol

import pygame

from scenes.look.look import Look
from scenes.look.widgets import Pos

Moment = Literal["opening", "moving", "still"]
"""When something is drawn beforehand: while the scene opens, only what it is sure to show; in a frame with time to
spare, as cards may move or the player may act; or while nothing moves and the player has done nothing for a while."""


class LookProvider(Protocol):
    """Source of the ``Look`` for each text size."""

    @property
    def ui(self) -> float:
        """Size factor of texts and buttons in the settings, 0.8 … 2."""

    def look_at(self, factor: float, least: tuple[float, float] = (0.0, 0.0), aside: int = 0) -> Look:
        """The look for a text size factor, on a canvas of at least this width and height, logical pixels."""


class Scene:
    """One element of the stack. It never reads the clock or the mouse: time and positions are passed in."""

    opaque = True
    """Whether it covers everything below it; overlays such as menus and messages do not."""
    sudden = False
    """Whether it appears at once instead of fading in."""
    least: tuple[float, float] = (0.0, 0.0)
    """Minimum canvas width and height, logical pixels; with large texts the window may show only a part of it."""

    takes: frozenset[str] = frozenset()
    """Kinds of dropped content that ``drop`` accepts, even below a message: ``match``, ``rules``.

    A scene that accepts any kind also gets content of no known kind, and explains why it can't be used.
    """

    def __init__(self, drawing: LookProvider) -> None:
        self._drawing = drawing

    @property
    def look(self) -> Look:
        """The look that draws this scene and converts window positions to scene positions."""
        ui = self._drawing.ui
        return self._drawing.look_at(ui, self.least if ui > 1 else (0.0, 0.0))

    def lay_out(self) -> None:
        """Place everything for ``look``; called before the first drawing and whenever size or settings change."""

    def arrive(self) -> None:
        """Called once after the scene is pushed onto the stack."""

    def update(self, dt: float) -> bool:
        """Advance by dt milliseconds; True when the picture has changed."""
        return False

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        """Handle an event at ``pos``, logical pixels, if it has a position; True when the picture may have changed."""
        return False

    def scrolls_at(self, pos: Pos) -> bool:
        """Whether what lies at a position in logical pixels can be scrolled and not dragged."""
        return False

    def drags_at(self, pos: Pos) -> bool:
        """Whether what lies at a position in logical pixels can be dragged."""
        return False

    def slides_at(self, pos: Pos) -> bool:
        """Whether things lie there side by side so narrowly that one is better chosen by sliding along them."""
        return False

    def explain(self, pos: Pos) -> bool:
        """Tell at once what the pointer at this position would tell after a while; True when there is something."""
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""

    @property
    def animating(self) -> bool:
        """Whether the next frame will differ from this one."""
        return False

    @property
    def due(self) -> float:
        """Milliseconds until ``update`` may have something to do without input.

        0 while that can be at any moment, such as a reply of another process; infinite while only input changes
        anything. The program may sleep until then.
        """
        return 0.0

    def prepare(self, moment: Moment) -> bool:
        """Draw one thing that will be shown soon, while there is time to spare; False if there is nothing left.

        It takes a few milliseconds in a large window, and some tens at most while all is ``still``.
        """
        return False

    @property
    def calm(self) -> bool:
        """Whether a message of the program may open over it now."""
        return False

    def controls(self) -> Iterable[pygame.FRect]:
        """Clickable areas in window pixels; a toast avoids them."""
        return ()

    def texts(self) -> Iterable[pygame.FRect]:
        """Texts in window pixels over which a toast doesn't lie where it has another place."""
        return ()

    @property
    def writing(self) -> pygame.FRect | None:
        """Where text is being typed, window pixels; input methods show their candidates beside it."""
        return None

    def drop(self, event: pygame.Event) -> None:
        """Handle a DROPFILE or DROPTEXT event; all overlays have been closed before."""

    def finish(self) -> None:
        """End all motion at once, for a screenshot."""

    def sound_switched(self) -> None:
        """Called after the player muted or unmuted with the key; show the new state."""

    def lose_focus(self) -> None:
        """Cancel drags and presses, and nothing that was chosen before: the focus is lost, or the finger."""

    def leave(self) -> None:
        """Release resources: the scene has been removed from the stack."""
