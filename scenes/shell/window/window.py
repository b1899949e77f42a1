"""The application's window: its size and saved position, partial presentation of frames, and cross-fades."""

from collections.abc import Callable, Iterable

import pygame
from pygame import FRect

from engine.profile.window_placement import Placement, WindowPlacementStore
from scenes.render import timing
from scenes.render.incremental_surface import IncrementalSurface
from scenes.render.space import Point, WindowSpace
from scenes.shell.scene import Scene
from scenes.shell.window.event_wait import find_sdl_wait
from scenes.shell.window.system_window import BeforeShown, SystemWindow
from scenes.shell.window.window_geometry import MIN_SIZE
from scenes.ui.timeline import Timeline, Tween

MAX_ENLARGED_PICTURE_SIDE_PX = 4 * MIN_SIZE[0]
"""Maximum width and height, pixels, of a picture drawn larger than the window."""
SAVE_PLACEMENT_DELAY_MS = 1000.0
"""Milliseconds from the last move of the window until its position is saved."""
PLAYER_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN)
"""Events that only a player can cause."""
HIDING_EVENTS = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
_SHOWN_EVENTS = (pygame.WINDOWRESTORED, pygame.WINDOWMAXIMIZED, pygame.WINDOWSHOWN, pygame.WINDOWFOCUSGAINED)
SHOWING_EVENTS = (*_SHOWN_EVENTS, *PLAYER_EVENTS)
"""Events after which the window is visible again."""
RESIZING_EVENTS = (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED)
"""Events after which the surface size may differ, also at the same size in points on a display of another scale."""
PLACING_EVENTS = (*RESIZING_EVENTS, pygame.WINDOWMOVED, pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED)
"""Events after which the window's position or size may differ."""


def enlarge_to_min_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the drawn picture for a window size: the same, or larger for a window that is too small.

    >>> enlarge_to_min_size((1600, 900)), enlarge_to_min_size((480, 270))
    ((1600, 900), (960, 540))
    >>> enlarge_to_min_size((1600, 300)), enlarge_to_min_size((1, 1))
    ((2880, 540), (960, 960))
    >>> enlarge_to_min_size((10_000, 300)), enlarge_to_min_size((1, 2000))  # extreme proportions are drawn distorted
    ((10000, 540), (960, 3840))
    """
    width, height = max(1, size[0]), max(1, size[1])
    larger = max(1.0, MIN_SIZE[0] / width, MIN_SIZE[1] / height)
    return min(round(width * larger), max(width, MAX_ENLARGED_PICTURE_SIDE_PX)), min(
        round(height * larger), max(height, MAX_ENLARGED_PICTURE_SIDE_PX)
    )


class Window:
    """The application's window; draws scenes for the current size, or scales the picture while that changes.

    Args:
        title: window title.
        placement: position and size to open with.
        fullscreen: whether to fill the screen, if the system supports it.
        min_size: minimum size, points.
        before_shown: called with the hidden window, for a screen reader that must attach before it is shown.
        placement_store: stores position and size for the next start; None to store nothing.

    Raises:
        pygame.error: no window can be opened.
    """

    def __init__(
        self,
        title: str,
        placement: Placement,
        *,
        fullscreen: bool,
        min_size: tuple[int, int] = MIN_SIZE,
        before_shown: BeforeShown | None = None,
        placement_store: WindowPlacementStore | None = None,
    ) -> None:
        self.system = SystemWindow(title, placement, fullscreen=fullscreen, before_shown=before_shown)
        self.system.set_min_size(min_size)
        self._min_size = min_size
        self._placement_store = placement_store
        self.timeline = Timeline()
        """Delays of the window and of the toast over its scenes, and the cross-fade."""
        self.on_resized: Callable[[], object] = lambda: None
        """Called when a new size has settled."""
        self.is_outdated = True
        """Whether the picture has changed since it was drawn."""
        self.surface = self.system.surface
        self._wait = find_sdl_wait()
        self.picture_size = enlarge_to_min_size(self.surface.get_size())
        """Size of the picture that scenes draw, pixels; follows the window once its size settles."""
        self._surface_size = self.surface.get_size()
        """Size of the surface at the last check."""
        self._canvas = IncrementalSurface()
        self._offscreen: pygame.Surface | None = None
        """Drawing target while the window shows it scaled, or below a picture that fades out; else None."""
        self._typing_area: FRect | None = None
        """Area of the edited text, picture pixels; None while nothing is edited."""
        pygame.key.stop_text_input()  # SDL starts it with the window
        self._refused_size: tuple[int, int] | None = None
        """Size below the minimum that the system insists on; None if it has accepted the minimum."""
        self._old_picture: pygame.Surface | None = None
        """Picture that is fading out; None without a fade."""

    @property
    def can_wait_for_event(self) -> bool:
        """Whether SDL can wait for an event without polling."""
        return self._wait is not None

    def wait_for_event(self, seconds: float) -> None:
        """Sleep until an input event arrives, at most this many seconds; not at all if SDL can't wait."""
        if self._wait is not None:
            self._wait(None, max(1, round(seconds * 1000)))

    # --- place ------------------------------------------------------------------------------------------------------

    def note_moved(self) -> None:
        """Note that the window was moved or resized; its placement is saved once it rests."""
        self.timeline.call_later("placement", SAVE_PLACEMENT_DELAY_MS, self.save_placement)

    def save_placement(self) -> None:
        """Save the window's position and size for the next start."""
        self.timeline.stop("placement")
        if self._placement_store is not None:
            self._placement_store.save(self.system.placement())

    def set_fullscreen(self, *, fullscreen: bool) -> None:
        """Fill the screen with the window, or return to its last size, which is saved before."""
        self.save_placement()
        self.system.set_fullscreen(fullscreen=fullscreen)
        self.handle_resize()

    # --- size -------------------------------------------------------------------------------------------------------

    def handle_resize(self) -> None:
        """Handle a new window size or scale: scale the picture until the size settles, then draw for it.

        A window below the minimum is enlarged once. If the system refuses, it shows a scaled-down picture.
        """
        size = self.system.size
        allowed_size = (max(size[0], self._min_size[0]), max(size[1], self._min_size[1]))
        if size not in (allowed_size, self._refused_size) and not self.system.is_fullscreen:
            self.system.request_size(allowed_size)
        self._refused_size = size if allowed_size != size else None
        self.surface = self.system.surface
        self._surface_size = self.surface.get_size()
        self.skip_fade()
        self.timeline.call_later("resize", timing.RESIZE_DELAY_MS, self.on_resized)
        self.request_full_repaint()

    def accept_pending_resize(self) -> None:
        """Draw for a pending window size at once."""
        if self.timeline.is_running("resize"):
            self.timeline.stop("resize")
            self.on_resized()

    def update_picture_size(self) -> tuple[int, int]:
        """Draw for the current window size from now on; return the picture size."""
        self.picture_size = enlarge_to_min_size(self.surface.get_size())
        return self.picture_size

    def event_pixel(self, event: pygame.Event) -> Point[WindowSpace] | None:
        """Convert an input event's position from points to picture pixels; None for an event without one."""
        place: tuple[int, int] | None = getattr(event, "pos", None)
        size = self.system.size
        if place is None:
            return None
        return Point(place[0] * self.picture_size[0] / size[0], place[1] * self.picture_size[1] / size[1])

    @property
    def takes_text_input(self) -> bool:
        """Whether the system's text input is on."""
        return self._typing_area is not None

    def set_typing_area(self, area: FRect | None) -> None:
        """Start the system's text input at an area, move it there, or stop it.

        Args:
            area: area of the edited text, picture pixels, for input methods; None while nothing is edited.
        """
        before, self._typing_area = self._typing_area, area
        if area == before:
            return
        if area is None:
            pygame.key.stop_text_input()
            return
        size = self.system.size
        x, y = size[0] / self.picture_size[0], size[1] / self.picture_size[1]
        pygame.key.set_text_input_rect(pygame.Rect(area.x * x, area.y * y, area.width * x, area.height * y))
        if before is None:
            pygame.key.start_text_input()

    # --- pictures ---------------------------------------------------------------------------------------------------

    def start_fade(self, duration_ms: float) -> None:
        """Start a cross-fade from the window's current picture to the next one."""
        self._old_picture = self.surface.copy()
        self.timeline.start("fade", Tween(duration_ms, on_end=self.skip_fade))

    def skip_fade(self) -> None:
        """Show the window's next picture without a cross-fade."""
        self._old_picture = None
        self.timeline.stop("fade")

    def request_full_repaint(self) -> None:
        """Redraw and present the window's whole next frame, because the system may have lost the last one."""
        self._canvas.invalidate()

    def update(self, elapsed_ms: float) -> None:
        """Advance the window by ``elapsed_ms`` milliseconds."""
        if self._surface_size != self.system.surface.get_size():
            self.handle_resize()  # a change of scale may send no event
        self.is_outdated |= self.timeline.update(elapsed_ms)

    def draw(self, scenes: Iterable[Scene], draw_on_top: Callable[[pygame.Surface], None]) -> None:
        """Draw the scenes from bottom to top, then ``draw_on_top``, and present the frame."""
        stretched = self.picture_size != self.surface.get_size()
        fading = not stretched and self._old_picture is not None and self._old_picture.get_size() == self.picture_size
        target = self._ensure_offscreen() if stretched or fading else self.surface
        if target is self.surface:
            self._offscreen = None
        with self._canvas.frame(target):
            for scene in scenes:
                scene.draw(self._canvas)
            draw_on_top(self._canvas)
        if stretched:
            pygame.transform.smoothscale(target, self.surface.get_size(), self.surface)
        elif fading and self._old_picture is not None:
            alpha = round(255 * (1 - self.timeline.progress("fade")))
            self._old_picture.set_alpha(
                None if alpha == 255 else alpha
            )  # at 255 pygame would still blend, which is slow
            self.surface.blits(((target, (0, 0)), (self._old_picture, (0, 0))))
        elif self._canvas.painted_areas != [self.surface.get_rect()]:
            if self._canvas.painted_areas:
                self.system.present_areas(self._canvas.painted_areas)
            return
        self.system.present_areas()

    def _ensure_offscreen(self) -> pygame.Surface:
        if self._offscreen is None or self._offscreen.get_size() != self.picture_size:
            self._offscreen = pygame.Surface(self.picture_size, 0, self.surface)
        return self._offscreen
