"""The program's window: its size, the picture that it shows, and cross-fades."""

from collections.abc import Callable, Iterable, Sequence

import pygame
from pygame import FRect

from engine.profile.window_placement import Placement
from scenes.look import speeds
from scenes.look.frame_cache import Drawing, FrameCache
from scenes.look.widgets import Pos
from scenes.shell.placing import SMALLEST
from scenes.shell.scene import Scene
from scenes.shell.system_window import BeforeShown, SystemWindow
from scenes.shell.waiting import sdl_wait

LONGEST = 4 * SMALLEST[0]
"""Maximum width and height, pixels, of a picture that is larger than the window."""
PLAYER_IS_THERE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN)
"""Events that only a player can cause."""
HIDING = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
_SHOWN = (pygame.WINDOWRESTORED, pygame.WINDOWMAXIMIZED, pygame.WINDOWSHOWN, pygame.WINDOWFOCUSGAINED)
SHOWING = (*_SHOWN, *PLAYER_IS_THERE)
"""Events that mean that the window is visible again."""
RESIZING = (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED)
"""Events after which the window may have other pixels: a screen of another scale has others for the same size."""
PLACING = (*RESIZING, pygame.WINDOWMOVED, pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED)
"""Events after which the window may be elsewhere."""


def picture_for(size: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the picture for a window size: the same, or larger where the window is too small.

    >>> picture_for((1600, 900)), picture_for((480, 270)), picture_for((1600, 300)), picture_for((1, 1))
    ((1600, 900), (960, 540), (2880, 540), (960, 960))
    >>> picture_for((10_000, 300)), picture_for((1, 2000))  # extreme proportions are drawn distorted
    ((10000, 540), (960, 3840))
    """
    width, height = max(1, size[0]), max(1, size[1])
    larger = max(1.0, SMALLEST[0] / width, SMALLEST[1] / height)
    return min(round(width * larger), max(width, LONGEST)), min(round(height * larger), max(height, LONGEST))


class Window:
    """The program's window.

    Args:
        title: window title.
        placement: where and how large it opens.
        fullscreen: whether to fill the screen, if the screen supports it.
        smallest: minimum size, points.
        before_shown: called with the window before it is shown for the first time, where a screen reader needs that.

    Raises:
        pygame.error: no window can be opened.
    """

    def __init__(
        self,
        title: str,
        placement: Placement,
        *,
        fullscreen: bool,
        smallest: tuple[int, int] = SMALLEST,
        before_shown: BeforeShown | None = None,
    ) -> None:
        self.system = SystemWindow(title, placement, fullscreen=fullscreen, before_shown=before_shown)
        self.system.keep_above(smallest)
        self._smallest = smallest
        self.surface = self.system.surface
        self._wait = sdl_wait()
        self.picture = picture_for(self.surface.get_size())
        """Size that everything is drawn for; a resized window takes effect once its size settles."""
        self._pixels = self.surface.get_size()
        """Size of the surface when it was last looked at."""
        self._canvas = FrameCache()
        self._sheet: pygame.Surface | None = None
        """What is drawn on while the window shows it stretched, or under a picture that fades out."""
        self._resized_for: float | None = None
        """Milliseconds since the last change of size; None when it has settled."""
        self._refused: tuple[int, int] | None = None
        """A size below the minimum that the system insists on."""
        self._old: pygame.Surface | None = None
        """The picture that is fading out."""
        self._fade, self._fade_length = 0.0, speeds.SCREEN_CHANGE

    def wait(self, seconds: float) -> bool:
        """Sleep until there are events, at most this many seconds; False at once where that isn't possible."""
        if self._wait is None:
            return False
        self._wait(None, max(1, round(seconds * 1000)))
        return True

    # --- size -------------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Handle a new size or scale: stretch the picture until the size settles, then draw for it.

        A window below the minimum is enlarged once; if the system refuses, it shows a scaled-down picture.
        """
        size = self.system.size
        room = (max(size[0], self._smallest[0]), max(size[1], self._smallest[1]))
        if size not in (room, self._refused) and not self.system.fills_screen:
            self.system.enlarge(room)
        self._refused = size if room != size else None
        self._pixels = self.surface.get_size()
        self._old = None
        self._resized_for = 0.0
        self.refresh()

    def settled(self, dt: float) -> bool:
        """Advance by dt milliseconds; True once, when a new size has settled."""
        if self._pixels != self.surface.get_size():
            self.resize()  # a new scale may come without an event
        if self._resized_for is None:
            return False
        self._resized_for += dt
        return self._resized_for >= speeds.RESIZE_DELAY and self.settle()

    def settle(self) -> bool:
        """Accept a pending size at once; False when there is none."""
        new, self._resized_for = self._resized_for is not None, None
        return new

    def adopt(self) -> tuple[int, int]:
        """Draw for the present window size from now on; returns the size of the picture."""
        self.picture = picture_for(self.surface.get_size())
        return self.picture

    def pixel(self, event: pygame.Event) -> Pos:
        """Position of an event, which has it in points, in pixels of the picture; None for an event without one."""
        place: tuple[int, int] | None = getattr(event, "pos", None)
        size = self.system.size
        if place is None or size == self.picture:
            return place
        return place[0] * self.picture[0] / size[0], place[1] * self.picture[1] / size[1]

    def write_at(self, area: FRect) -> None:
        """Tell input methods where text is being typed, pixels of the picture; SDL takes points."""
        size = self.system.size
        x, y = size[0] / self.picture[0], size[1] / self.picture[1]
        pygame.key.set_text_input_rect(pygame.Rect(area.x * x, area.y * y, area.width * x, area.height * y))

    # --- pictures ---------------------------------------------------------------------------------------------------

    def remember(self, length: float) -> None:
        """Keep the present picture and fade to the next one within ``length`` milliseconds."""
        self._old = self.surface.copy()
        self._fade = self._fade_length = length

    def forget(self) -> None:
        """Show the next picture without a fade."""
        self._old = None

    def refresh(self) -> None:
        """Paint and show all of the next picture, not only what has changed: the system may have lost the last one."""
        self._canvas.forget()

    def fade(self, dt: float) -> bool:
        """Advance the fade by dt milliseconds; True while it lasts."""
        if self._old is None:
            return False
        self._fade -= dt
        if self._fade <= 0:
            self._old = None
        return True

    def draw(self, scenes: Iterable[Scene], over: Callable[[pygame.Surface], None]) -> None:
        """Draw the scenes from bottom to top, call ``over`` to draw on top of them, and show the picture."""
        stretched = self.picture != self.surface.get_size()
        fading = not stretched and self._old is not None and self._old.get_size() == self.picture
        sheet = self._own_sheet() if stretched or fading else self.surface
        if sheet is self.surface:
            self._sheet = None
        with self._canvas.on(sheet):
            for scene in scenes:
                scene.draw(self._canvas)
            over(self._canvas)
        if stretched:
            pygame.transform.smoothscale(sheet, self.surface.get_size(), self.surface)
        elif fading and self._old is not None:
            alpha = round(255 * max(0.0, self._fade) / self._fade_length)
            self._old.set_alpha(None if alpha == 255 else alpha)  # 255 would blend for nothing, which takes long
            self.surface.blits(((sheet, (0, 0)), (self._old, (0, 0))))
        elif self._canvas.painted != [self.surface.get_rect()]:
            if self._canvas.painted:
                self.system.show(self._canvas.painted)
            return
        self.system.show()

    @property
    def fading(self) -> bool:
        """Whether the last picture still fades out."""
        return self._old is not None

    @property
    def drawn(self) -> Sequence[Drawing]:
        """The drawings of the last picture, the lowest first."""
        return self._canvas.drawn

    def _own_sheet(self) -> pygame.Surface:
        if self._sheet is None or self._sheet.get_size() != self.picture:
            self._sheet = pygame.Surface(self.picture, 0, self.surface)
        return self._sheet
