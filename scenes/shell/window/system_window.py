"""Wrapper of ``pygame.Window``: opens it in high resolution, with sizes in points and a surface in pixels.

On macOS and Wayland a point may be several pixels. Everything but the surface is given in points: sizes, positions,
the pointer. On Windows and X11 a point is a pixel.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface

from engine.profile.window_placement import Placement
from scenes.render.raster import ASSETS, has_32_bits_per_pixel
from scenes.shell.window.sdl_functions import (
    FULLSCREEN_FLAG,
    MAXIMISED_FLAG,
    MINIMISED_FLAG,
    WindowFunctions,
    work_areas,
)
from scenes.shell.window.window_geometry import FRAME_HEIGHT, nearest_area

ICON_FILE = ASSETS / "app" / "icon.png"
DOCK_ICON_FILE, DOCK_ICON_SIZE = ASSETS / "app" / "icon.svg", (512, 512)
"""Icon drawn larger for macOS, where it replaces the application's icon in the Dock; size in pixels."""
ACCELERATION_VARIABLE = "SDL_FRAMEBUFFER_ACCELERATION"
"""SDL's environment variable for presenting the surface through OpenGL; ``0`` disables that."""
BeforeShown = Callable[[pygame.Window], None]
DEFAULT_SIZE = (1280, 720)
"""Size of a new window without a saved size, points."""
MIN_COLOUR_BITS = 15
"""Minimum bits per pixel of a display that SDL can draw on; with fewer, pixels are indices of a palette."""


class TooFewColoursError(pygame.error):
    """The display has fewer than ``MIN_COLOUR_BITS``."""


def toggle_opengl() -> None:
    """Reinitialise the display with the presentation by OpenGL switched off if it was on, else on.

    A display may support only one of the two, and SDL doesn't try the other.
    """
    other = "1" if os.environ.get(ACCELERATION_VARIABLE) == "0" else "0"
    os.environ[ACCELERATION_VARIABLE] = other
    pygame.display.quit()
    pygame.display.init()


def icon_surface() -> Surface:
    """Load the icon of the window; on macOS that of the application in the Dock."""
    return (
        pygame.image.load_sized_svg(DOCK_ICON_FILE, DOCK_ICON_SIZE)
        if sys.platform == "darwin"
        else pygame.image.load(ICON_FILE)
    )


class SystemWindow:
    """Wrapper of the system's window of the application.

    Args:
        title: window title.
        placement: position and size while not full-screen.
        fullscreen: whether to fill the screen, if the system supports it.
        before_shown: called with the hidden window before it is shown; None shows it at once.

    Raises:
        TooFewColoursError: the display can show no window.
        pygame.error: no window can be opened.
    """

    def __init__(
        self, title: str, placement: Placement, *, fullscreen: bool, before_shown: BeforeShown | None = None
    ) -> None:
        self._last_placement = placement
        self._before_shown = before_shown
        try:
            self._window, self._shown_surface = self._open(title, fullscreen=fullscreen)
        except pygame.error:
            toggle_opengl()
            self._window, self._shown_surface = self._open(title, fullscreen=fullscreen)
        self._drawn_surface = self._shown_surface
        """Surface to draw on: the window's own, or another one if the window's has fewer than 32 bits per pixel."""
        self._functions = WindowFunctions(self._window.id)
        self._driver = pygame.display.get_driver()
        self._fullscreen = fullscreen
        self._to_maximise = fullscreen and placement.is_maximised
        """Whether to maximise the window after leaving full-screen mode."""

    def _open(self, title: str, *, fullscreen: bool) -> tuple[pygame.Window, Surface]:
        window = self._create_and_show_window(title, fullscreen=fullscreen)
        pygame.display.set_allow_screensaver(True)  # SDL disables the screensaver by default
        window.set_icon(icon_surface())  # replaces pygame's default icon
        try:
            surface = window.get_surface()
        except pygame.error as error:
            window.destroy()
            if pygame.display.Info().bitsize < MIN_COLOUR_BITS:
                raise TooFewColoursError from error
            raise
        return window, surface

    def _create_and_show_window(self, title: str, *, fullscreen: bool) -> pygame.Window:
        window = self._new_window(title, fullscreen=fullscreen)
        if self._before_shown is not None:
            self._before_shown(window)
            window.show()
            if self._last_placement.is_maximised and not fullscreen:
                window.maximize()
        return window

    def _new_window(self, title: str, *, fullscreen: bool) -> pygame.Window:
        """Create the application's window; it is hidden if ``before_shown`` has to be called first."""
        hidden = self._before_shown is not None
        size = self._last_placement.size or DEFAULT_SIZE
        position = pygame.WINDOWPOS_CENTERED if self._last_placement.position is None else self._last_placement.position
        if fullscreen:
            with contextlib.suppress(pygame.error):  # no full-screen mode: open a window
                return pygame.Window(
                    title, size, position, resizable=True, allow_high_dpi=True, fullscreen_desktop=True, hidden=hidden
                )
        # A window created maximised violates the Wayland protocol in SDL 2.32, and the compositor ends the process.
        maximise_later = self._last_placement.is_maximised and pygame.display.get_driver() == "wayland"
        at_once = self._last_placement.is_maximised and not maximise_later and not hidden  # maximising shows the window
        window = pygame.Window(
            title, size, position, resizable=True, allow_high_dpi=True, maximized=at_once, hidden=hidden
        )
        if maximise_later:
            window.maximize()
        return window

    @property
    def surface(self) -> Surface:
        """Surface to draw on, 32 bits a pixel and as large as the window's own."""
        size = self._shown_surface.get_size()
        if not has_32_bits_per_pixel(self._drawn_surface) or self._drawn_surface.get_size() != size:
            self._drawn_surface = Surface(size, depth=32)
        return self._drawn_surface

    @property
    def size(self) -> tuple[int, int]:
        return self._window.size

    def request_size(self, size: tuple[int, int]) -> None:
        """Ask the system for another window size, points. The system may refuse."""
        self._window.size = size

    def set_min_size(self, size: tuple[int, int]) -> None:
        """Ask the system to enforce a minimum window size, points."""
        self._window.minimum_size = size

    @property
    def native_handle(self) -> int:
        """The system's handle of the window."""
        return self._window.handle

    @property
    def has_focus(self) -> bool:
        """Whether the window has the keyboard focus."""
        return self._window.focused

    @property
    def title(self) -> str:
        return self._window.title

    @title.setter
    def title(self, title: str) -> None:
        self._window.title = title

    def raise_to_front(self) -> None:
        """Raise the window above others; a system that doesn't allow that marks it as demanding attention."""
        if self._state() & MINIMISED_FLAG:
            self._window.restore()  # a maximised window would lose its size
        self._window.focus()

    def set_fullscreen(self, *, fullscreen: bool) -> None:
        """Make the window fill the screen, if supported, or return it to its last size and position."""
        self._fullscreen = fullscreen
        if fullscreen:
            self._to_maximise = self._is_maximised(self._state())
            if self._to_maximise:
                self._window.restore()  # else X11 loses its position, and Wayland may end the process
            with contextlib.suppress(pygame.error):
                self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()
            if self._to_maximise:
                self._window.maximize()
            elif self._last_placement.size is not None:
                self._window.size = (
                    self._last_placement.size
                )  # some systems don't know it of a window that opened full-screen

    @property
    def is_fullscreen(self) -> bool:
        return bool(self._state() & FULLSCREEN_FLAG)

    def _state(self) -> int:
        """Return SDL's flags of the window; if unknown, only the requested full-screen mode."""
        state = self._functions.flags()
        return FULLSCREEN_FLAG * self._fullscreen if state is None else state

    def placement(self) -> Placement:
        """Return the window's position and size, or those before it was maximised, minimised or full-screen."""
        state = self._state()
        if state & (FULLSCREEN_FLAG | MINIMISED_FLAG):
            return self._last_placement
        if self._is_maximised(state):
            self._last_placement = self._last_placement._replace(is_maximised=True)
        else:
            self._last_placement = Placement(self.size, self._position())
        return self._last_placement

    def _is_maximised(self, state: int) -> bool:
        """Whether the window fills a display's work area. SDL may lose its own flag when the window is minimised."""
        wide, high = self.size
        area = nearest_area(self._window.position, (wide, high), work_areas())
        return bool(state & MAXIMISED_FLAG) or (wide >= area.width and high >= area.height - FRAME_HEIGHT)

    def _position(self) -> tuple[int, int] | None:
        """Return the window's upper left corner on the desktop; None on Wayland, which doesn't reveal it."""
        if self._driver == "wayland":
            return None
        x, y = self._window.position
        left, top = self._functions.frame_offset() if self._driver == "x11" else (0, 0)
        return x - left, y - top  # X11 positions a new window by its frame

    def present_areas(self, areas: Sequence[Rect] | None = None) -> None:
        """Present these areas of the surface, pixels; None presents all of it."""
        if self._drawn_surface is not self._shown_surface:
            for area in areas or (self._drawn_surface.get_rect(),):
                self._shown_surface.blit(self._drawn_surface, area, area)
        if areas is None or not self._functions.present_areas(areas):
            self._window.flip()
