"""The window as the system knows it: opened sharp, with its size and place in points and its surface in pixels.

On macOS and Wayland a point may be several pixels, and everything but the surface is given in points: sizes, places,
the pointer. On Windows and X11 a point is a pixel.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface

from engine.profile.window_placement import Placement
from scenes.render.raster import ASSETS
from scenes.shell.sdl_functions import FULLSCREEN_FLAG, MAXIMISED_FLAG, MINIMISED_FLAG, WindowFunctions, work_areas
from scenes.shell.window_geometry import FRAME_HEIGHT, nearest_area

ICON_FILE = ASSETS / "app" / "icon.png"
DOCK_ICON_FILE, DOCK_ICON_SIZE = ASSETS / "app" / "icon.svg", (512, 512)
"""On macOS the window's icon replaces that of the program in the Dock, so it is drawn as large, pixels."""
ACCELERATION_VARIABLE = "SDL_FRAMEBUFFER_ACCELERATION"
"""SDL's environment variable that says whether the picture is presented through OpenGL: ``0`` for no."""
BeforeShown = Callable[[pygame.Window], None]
DEFAULT_SIZE = (1280, 720)
"""Size of a window for which none is given, points."""


def toggle_opengl() -> None:
    """Initialise the display anew, with OpenGL if pictures were to be presented without it, else without.

    A display may support only one of the two ways; SDL doesn't try the other by itself.
    """
    other = "1" if os.environ.get(ACCELERATION_VARIABLE) == "0" else "0"
    os.environ[ACCELERATION_VARIABLE] = other
    pygame.display.quit()
    pygame.display.init()


def icon_surface() -> Surface:
    """The icon of the window, or on macOS of the program."""
    return (
        pygame.image.load_sized_svg(DOCK_ICON_FILE, DOCK_ICON_SIZE)
        if sys.platform == "darwin"
        else pygame.image.load(ICON_FILE)
    )


class SystemWindow:
    """The program's window.

    Args:
        title: window title.
        placement: where and how large it opens when it doesn't fill the screen.
        fullscreen: whether it fills the screen, if the screen supports that.
        before_shown: called with the window before it is shown for the first time; with none it is shown at once.

    Raises:
        pygame.error: no window can be opened.
    """

    def __init__(
        self, title: str, placement: Placement, *, fullscreen: bool, before_shown: BeforeShown | None = None
    ) -> None:
        self._last_placement = placement
        self._before_shown = before_shown
        try:
            self._window, self.surface = self._open(title, fullscreen=fullscreen)
        except pygame.error:
            toggle_opengl()
            self._window, self.surface = self._open(title, fullscreen=fullscreen)
        self._functions = WindowFunctions(self._window.id)
        self._driver = pygame.display.get_driver()
        self._fullscreen = fullscreen
        self._to_maximise = fullscreen and placement.maximised
        """Whether it is to be maximised once it doesn't fill the screen any more."""

    def _open(self, title: str, *, fullscreen: bool) -> tuple[pygame.Window, Surface]:
        window = self._create_window(title, fullscreen=fullscreen)
        pygame.display.set_allow_screensaver(True)  # SDL forbids the screen to go dark: a card game isn't a film
        window.set_icon(icon_surface())  # pygame has set its own
        try:
            surface = window.get_surface()
        except pygame.error:
            window.destroy()
            raise
        return window, surface

    def _create_window(self, title: str, *, fullscreen: bool) -> pygame.Window:
        window = self._new_window(title, fullscreen=fullscreen)
        if self._before_shown is not None:
            self._before_shown(window)
            window.show()
            if self._last_placement.maximised and not fullscreen:
                window.maximize()
        return window

    def _new_window(self, title: str, *, fullscreen: bool) -> pygame.Window:
        """A new window, hidden if something is to be done before it is shown."""
        hidden = self._before_shown is not None
        size = self._last_placement.size or DEFAULT_SIZE
        place = pygame.WINDOWPOS_CENTERED if self._last_placement.position is None else self._last_placement.position
        if fullscreen:
            with contextlib.suppress(pygame.error):  # no full-screen mode: open a window
                return pygame.Window(
                    title, size, place, resizable=True, allow_high_dpi=True, fullscreen_desktop=True, hidden=hidden
                )
        # SDL 2.32 breaks Wayland's rules if a window is maximised from the first, and the system ends the program.
        later = self._last_placement.maximised and pygame.display.get_driver() == "wayland"
        at_once = self._last_placement.maximised and not later and not hidden  # a window that is maximised is shown
        window = pygame.Window(
            title, size, place, resizable=True, allow_high_dpi=True, maximized=at_once, hidden=hidden
        )
        if later:
            window.maximize()
        return window

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, points."""
        return self._window.size

    def request_size(self, size: tuple[int, int]) -> None:
        """Ask the system for another size, points; it may refuse."""
        self._window.size = size

    def set_min_size(self, size: tuple[int, int]) -> None:
        """Ask the system to keep the window at least this large, points."""
        self._window.minimum_size = size

    @property
    def native_handle(self) -> int:
        """The system's handle of the window."""
        return self._window.handle

    @property
    def has_focus(self) -> bool:
        """Whether it has the keyboard."""
        return self._window.focused

    @property
    def title(self) -> str:
        """What the system writes above it."""
        return self._window.title

    @title.setter
    def title(self, title: str) -> None:
        self._window.title = title

    def raise_to_front(self) -> None:
        """Show it above others; a system that doesn't allow that marks it as waiting for the player."""
        if self._state() & MINIMISED_FLAG:
            self._window.restore()  # a maximised window would lose its size
        self._window.focus()

    def set_fullscreen(self, *, fullscreen: bool) -> None:
        """Fill the screen, if it supports that, or return to the size and place before."""
        self._fullscreen = fullscreen
        if fullscreen:
            self._to_maximise = self._is_maximised(self._state())
            if self._to_maximise:
                self._window.restore()  # else X11 forgets its place, and Wayland may end the program afterwards
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
        """Whether it is full-screen."""
        return bool(self._state() & FULLSCREEN_FLAG)

    def _state(self) -> int:
        """SDL's flags of the window; at least whether it was to be full-screen."""
        state = self._functions.flags()
        return FULLSCREEN_FLAG * self._fullscreen if state is None else state

    def placement(self) -> Placement:
        """Where it is now, or was before it was maximised, minimised or full-screen."""
        state = self._state()
        if state & (FULLSCREEN_FLAG | MINIMISED_FLAG):
            return self._last_placement
        if self._is_maximised(state):
            self._last_placement = self._last_placement._replace(maximised=True)
        else:
            self._last_placement = Placement(self.size, self._position())
        return self._last_placement

    def _is_maximised(self, state: int) -> bool:
        """Whether it fills a work area: after it was minimised SDL may not know any more that it is maximised."""
        wide, high = self.size
        area = nearest_area(self._window.position, (wide, high), work_areas())
        return bool(state & MAXIMISED_FLAG) or (wide >= area.width and high >= area.height - FRAME_HEIGHT)

    def _position(self) -> tuple[int, int] | None:
        """The upper left corner on the desktop; None on Wayland, which doesn't tell it."""
        if self._driver == "wayland":
            return None
        x, y = self._window.position
        left, top = self._functions.frame_offset() if self._driver == "x11" else (0, 0)
        return x - left, y - top  # X11 takes a new window's place for that of its frame

    def show_areas(self, areas: Sequence[Rect] | None = None) -> None:
        """Show these areas of the surface, pixels, or all of it."""
        if areas is None or not self._functions.show_areas(areas):
            self._window.flip()
