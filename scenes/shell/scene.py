"""The base class of scenes: screens and overlays."""

from collections.abc import Iterable
from typing import Literal, Protocol

import pygame

from scenes.render.renderer import Renderer
from scenes.render.widgets import PointerPos

PrerenderPhase = Literal["opening", "moving", "still"]
"""When something is drawn beforehand: while the scene opens, only what it is sure to show; in a frame with time to
spare, as cards may move or the player may act; or while nothing moves and the player has done nothing for a while."""


class RendererProvider(Protocol):
    """Source of the ``Renderer`` for each text size."""

    @property
    def ui_scale(self) -> float:
        """Size factor of texts and buttons in the settings, 0.8 … 2."""

    def renderer_for(
        self, text_scale: float, min_size: tuple[float, float] = (0.0, 0.0), drawer_px: int = 0
    ) -> Renderer:
        """The look for a text size factor, on a canvas of at least this width and height, logical pixels."""


class Scene:
    """One element of the stack. It never reads the clock or the mouse: time and positions are passed in."""

    is_opaque = True
    """Whether it covers everything below it; overlays such as menus and messages do not."""
    appears_at_once = False
    """Whether it appears at once instead of fading in."""
    min_size: tuple[float, float] = (0.0, 0.0)
    """Minimum canvas width and height, logical pixels; with large texts the window may show only a part of it."""

    accepted_drops: frozenset[str] = frozenset()
    """Kinds of dropped content that ``handle_drop`` accepts, even below a message: ``match``, ``rules``.

    A scene that accepts any kind also gets content of no known kind, and explains why it can't be used.
    """

    def __init__(self, renderer_provider: RendererProvider) -> None:
        self._renderer_provider = renderer_provider

    @property
    def renderer(self) -> Renderer:
        """The look that draws this scene and converts window positions to scene positions."""
        ui = self._renderer_provider.ui_scale
        return self._renderer_provider.renderer_for(ui, self.min_size if ui > 1 else (0.0, 0.0))

    def lay_out(self) -> None:
        """Place everything for ``renderer``; called before the first drawing and whenever size or settings change."""

    def on_enter(self) -> None:
        """Called once after the scene is pushed onto the stack."""

    def update(self, dt: float) -> bool:
        """Advance by dt milliseconds; True when the picture has changed."""
        return False

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        """Handle an event at ``pos``, logical pixels, if it has a position; True when the picture may have changed."""
        return False

    def can_scroll_at(self, pos: PointerPos) -> bool:
        """Whether what lies at a position in logical pixels can be scrolled and not dragged."""
        return False

    def can_drag_at(self, pos: PointerPos) -> bool:
        """Whether what lies at a position in logical pixels can be dragged."""
        return False

    def can_slide_at(self, pos: PointerPos) -> bool:
        """Whether things lie there side by side so narrowly that one is better chosen by sliding along them."""
        return False

    def explain_at(self, pos: PointerPos) -> bool:
        """Tell at once what the pointer at this position would tell after a while; True when there is something."""
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""

    @property
    def is_animating(self) -> bool:
        """Whether the next frame will differ from this one."""
        return False

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until ``update`` may have something to do without input.

        0 while that can be at any moment, such as a reply of another process; infinite while only input changes
        anything. The program may sleep until then.
        """
        return 0.0

    def prerender(self, phase: PrerenderPhase) -> bool:
        """Draw one thing that will be shown soon, while there is time to spare; False if there is nothing left.

        It takes a few milliseconds in a large window, and some tens at most while all is ``still``.
        """
        return False

    @property
    def allows_message(self) -> bool:
        """Whether a message of the program may open over it now."""
        return False

    def control_areas(self) -> Iterable[pygame.FRect]:
        """Clickable areas in window pixels; a toast avoids them."""
        return ()

    def text_areas(self) -> Iterable[pygame.FRect]:
        """Texts in window pixels over which a toast doesn't lie where it has another place."""
        return ()

    @property
    def typing_area(self) -> pygame.FRect | None:
        """Where text is being typed, window pixels; input methods show their candidates beside it."""
        return None

    def handle_drop(self, event: pygame.Event) -> None:
        """Handle a DROPFILE or DROPTEXT event; all overlays have been closed before."""

    def finish_animations(self) -> None:
        """End all motion at once, for a screenshot."""

    def on_sound_switched(self) -> None:
        """Called after the player muted or unmuted with the key; show the new state."""

    def on_focus_lost(self) -> None:
        """Cancel drags and presses, and nothing that was chosen before: the focus is lost, or the finger."""

    def on_leave(self) -> None:
        """Release resources: the scene has been removed from the stack."""
