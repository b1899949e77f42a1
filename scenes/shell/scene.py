"""Base class of scenes: screens and overlays."""

from collections.abc import Iterable
from typing import Literal, Protocol

import pygame

from scenes.render.renderer import Renderer
from scenes.render.space import ScenePos
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.timeline import Timeline

PrerenderPhase = Literal["opening", "moving", "still"]
"""Phase in which a scene prerenders.

``opening``: before it is shown, only items certain to appear.
``moving``: in the spare time of a frame.
``still``: while nothing has moved for a while."""


class RendererProvider(Protocol):
    """Source of the ``Renderer`` for each text size."""

    @property
    def ui_scale(self) -> float:
        """Scale of texts and buttons from the settings, 0.8 … 2."""

    def renderer_for(
        self, text_scale: float, min_size: tuple[float, float] = (0.0, 0.0), drawer_width_px: int = 0
    ) -> Renderer:
        """Return the renderer for a text scale, with a canvas of at least ``min_size`` logical pixels.

        The canvas leaves ``drawer_width_px`` pixels free at the window's right edge.
        """


class Scene:
    """Scene: an element of the scene stack, such as a screen, a table or a dialog. It never reads the clock or the
    mouse: time and positions are passed in.
    """

    is_opaque = True
    """Whether it covers everything below it; overlays such as menus and dialogs do not."""
    appears_at_once = False
    """Whether it appears at once instead of fading in."""
    gamepad_ends_typing = True
    """Whether the buttons A and X of a gamepad end the editing of a text field."""
    min_size: tuple[float, float] = (0.0, 0.0)
    """Minimum canvas width and height, logical pixels. With large texts the canvas can exceed the window and is
    panned."""

    accepted_drops: frozenset[str] = frozenset()
    """Kinds of dropped content this scene accepts in ``handle_drop``, also while a dialog covers it: ``match``,
    ``rules``.

    A scene that accepts any kind also gets unrecognised content, and explains why it can't be used."""

    def __init__(self, renderer_provider: RendererProvider) -> None:
        self._renderer_provider = renderer_provider
        self.timeline = Timeline()
        """All motions and delays of the scene."""

    @property
    def renderer(self) -> Renderer:
        """Renderer that draws this scene and converts window positions to logical ones."""
        ui = self._renderer_provider.ui_scale
        return self._renderer_provider.renderer_for(ui, self.min_size if ui > 1 else (0.0, 0.0))

    def lay_out(self) -> None:
        """Place all elements of the scene for ``renderer``. Called before the first drawing and when size or settings
        changed.
        """

    def on_enter(self) -> None:
        """Start the scene; called once after it was pushed onto the stack."""

    def update(self, elapsed_ms: float) -> bool:
        """Advance the scene by ``elapsed_ms`` milliseconds; return whether the picture changed."""
        return self.timeline.update(elapsed_ms)

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        """Handle an input event at ``pos``, logical pixels, None without a position; return whether the picture may
        have changed.
        """
        return False

    def can_scroll_at(self, pos: ScenePos) -> bool:
        """Whether touch input scrolls at this position, logical pixels."""
        return False

    def can_drag_at(self, pos: ScenePos) -> bool:
        """Whether there is a draggable item at this position, logical pixels."""
        return False

    def can_slide_select_at(self, pos: ScenePos) -> bool:
        """Whether the items at this position are so narrow that touch input selects by sliding over them."""
        return False

    def show_tooltip_at(self, pos: ScenePos) -> bool:
        """Show the tooltip at this position without its delay; return whether there is one."""
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole scene."""

    @property
    def is_animating(self) -> bool:
        """Whether the scene's next frame will differ from this one."""
        return False

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until ``update`` may have something to do without input; the application may sleep until then.

        0 while that can be at any moment, such as a reply of another process; infinite while only input changes
        anything.
        """
        return 0.0

    def prerender(self, phase: PrerenderPhase) -> bool:
        """Draw one item that the scene will show soon into the cache; return whether there may be more.

        One item takes a few milliseconds in a large window, in the ``still`` phase up to some tens.
        """
        return False

    @property
    def allows_notices_dialog(self) -> bool:
        """Whether the application may now open a dialog over this scene on its own, such as the one with notices."""
        return False

    def control_areas(self) -> Iterable[pygame.FRect]:
        """Return the scene's clickable areas in window pixels; a toast avoids them."""
        return ()

    def text_areas(self) -> Iterable[pygame.FRect]:
        """Return the scene's text areas in window pixels; a toast avoids them if it can."""
        return ()

    @property
    def typing_area(self) -> pygame.FRect | None:
        """Area of the edited text field, window pixels; None while nothing is edited. Input methods show their
        candidates there.
        """
        return None

    def accessible_elements(self) -> list[AccessibleElement]:
        """Return the scene for screen readers in reading order, with bounds in window pixels."""
        return []

    def handle_drop(self, event: pygame.Event) -> None:
        """Handle a DROPFILE or DROPTEXT event; all overlays have been closed before."""

    def finish_animations(self) -> None:
        """End all animations of the scene at once, for a screenshot."""
        self.timeline.finish()

    def on_sound_switched(self) -> None:
        """Adapt the scene after the player muted or unmuted the sound with a key."""

    def on_focus_lost(self) -> None:
        """Cancel drags and presses after the window lost focus or the finger was lost. Selections stay."""

    def on_leave(self) -> None:
        """Release the scene's resources; called after it was removed from the stack."""
