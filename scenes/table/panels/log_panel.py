"""The log: a panel at the right that grows at its foot, can be scrolled, and has normal or large type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, get_args

import pygame
from pygame import FRect, Surface

from engine.events import Event
from engine.moves import TABLE
from scenes.look import box_styles
from scenes.look.boxes import Box
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, HAIRLINE, MUTED, Colour
from scenes.look.widgets import IconButton, Widget
from scenes.look.widgets.base import Pos, is_press
from scenes.table.felt.obstacles import PLAYED, Obstacle
from scenes.table.felt.room import APART, covered, gaps
from scenes.table.panels.names import name_colour
from scenes.text.narrator import LogLine, Narrator
from scenes.text.words import Words

LogSize = Literal["closed", "open", "large"]
SIZES: tuple[LogSize, ...] = get_args(LogSize)
"""Values of the setting, in the order of the key."""
_HEAD = 44.0
_TOP = 66.0
"""Upper edge, below the tools in the corner."""
_LEAST = 112.0
"""Least height, for a few lines."""
_PAD = 16.0
_BAR = 6.0
_WHEEL = 60.0
_ARROW = 48.0
_ALL = 1e9
_OWN_BAR = Box(1.5, ((0, GOLD),))


class _Size(NamedTuple):
    """Measures of the log at a size."""

    width: float
    narrow: float
    """Least width, where more would cover cards in play."""
    style: str
    heading: str
    gap: float


_SET = {"open": _Size(336, 190, "plate", "strong_body", 5), "large": _Size(520, 250, "large", "heading", 10)}


class Log(Widget):
    """All lines of what has been shown of the match.

    Args:
        narrate: makes a narrator that has heard these events; called again when words or look change.
        size: at the beginning.
        close: what the cross does.
    """

    def __init__(
        self, narrate: Callable[[Iterable[Event]], Narrator], size: LogSize, close: Callable[[], None]
    ) -> None:
        super().__init__()
        self._narrate = narrate
        self._close = close
        self._events: list[Event] = []
        self._narrator: Narrator | None = None
        self._lines: list[LogLine] | None = None
        self._heights: list[float] = []
        """Heights of the last lines, the newest first; as many as were needed."""
        self.size: LogSize = size
        self.title = ""
        self.prompt = ""
        """The prompt, repeated at the foot of the large log."""
        self.up = 0.0
        """Distance scrolled up from the newest line, logical pixels."""
        self.cross = IconButton("cross", close)
        self._foot = 0.0
        """Height of the prompt at the foot."""
        self._counted = 0
        """Number of lines at the last drawing."""
        self.keyboard = False
        """Arrows scroll the log until another key is used."""

    # --- lines -----------------------------------------------------------------------------------------------------

    @property
    def events(self) -> Sequence[Event]:
        """Every event so far, as the viewer saw it."""
        return self._events

    @property
    def shown(self) -> bool:
        """Whether the log is open."""
        return self.size != SIZES[0]

    @property
    def lines(self) -> list[LogLine]:
        """All lines, the newest last."""
        if self._lines is None:
            if self._narrator is None:
                self._narrator = self._narrate(self._events)
            self._lines = self._narrator.lines
        return self._lines

    def begin(self, events: Iterable[Event]) -> None:
        """Begin with these events, after resuming a match or taking a move back."""
        self._events = list(events)
        self._narrator = None
        self._forget()

    def hear(self, event: Event) -> None:
        """Add an event that has been shown."""
        self._events.append(event)
        if self._narrator is not None:
            self._narrator.hear(event)
        self._forget()

    def refresh(self, size: LogSize) -> None:
        """Write everything again: for other words, another window, another setting."""
        self.size = size
        self._narrator = None
        self._forget()

    def set_size(self, size: LogSize, *, keyboard: bool = False) -> None:
        """Close the log, or open it at a size with the newest lines in view; ``keyboard``: arrows scroll it."""
        self.size = size
        self.up = 0.0
        self.keyboard = keyboard and self.shown
        self._counted = 0
        self._forget()

    def next_size(self) -> LogSize:
        """The size after the present one."""
        return SIZES[(SIZES.index(self.size) + 1) % len(SIZES)]

    def _forget(self) -> None:
        self._lines = None
        self._heights = []

    # --- where it is ------------------------------------------------------------------------------------------------

    def place_in(self, look: Look, words: Words, prompt: str, floor: float, taken: Sequence[Obstacle] = ()) -> None:
        """Take the place at the right edge.

        Where there is room for that, the log leaves free what is ``taken``, unless it is large, or at least what the
        player plays with; by being narrower, if need be.

        Args:
            look: of texts and buttons.
            words: texts.
            prompt: repeated at the foot of the large log.
            floor: the lower end, logical pixels from the top.
            taken: what it had better not cover.
        """
        self.title = words("app.table.log_title")
        self.prompt = prompt
        self._foot = 0.0
        if not self.shown:
            self.rect = FRect(0, 0, 0, 0)
            return
        before, self.rect = self.rect.width, self._place(look, floor, taken)
        if self.rect.width != before:
            self._heights = []
        self.cross.name = words("app.button.close")
        if self.prompt and self.size == "large":
            self._foot = self._asked(look).get_height() / look.scale + 20
        self.cross.rect = FRect(self.rect.right - 48, self.rect.top, 44, 44)

    def _place(self, look: Look, floor: float, taken: Sequence[Obstacle]) -> FRect:
        size, right = _SET[self.size], look.width - 20
        left = right - min(size.width, look.width - 48)
        usual = FRect(left, _TOP, right - left, max(_LEAST, floor - _TOP))
        for least in (0.0, PLAYED) if self.size != "large" else ():
            kept = [one.rect for one in taken if one.weight >= least]
            if not covered(usual, kept):
                return usual
            free = gaps(left, right, _TOP, floor, kept)
            top, bottom = max(free, key=lambda gap: gap[1] - gap[0], default=(0.0, 0.0))
            if bottom - top >= _LEAST:
                return FRect(left, top, usual.width, bottom - top)
        played = (one.rect for one in taken if one.weight >= PLAYED)
        beside = max([left, *(rect.right + APART for rect in played if rect.colliderect(usual))])
        if right - beside < size.narrow:
            return usual
        return FRect(beside, _TOP, right - beside, usual.height)

    def _asked(self, look: Look) -> Surface:
        wide = self.rect.width - 2 * _PAD
        return look.paragraph(self.prompt, _SET[self.size].style, CREAM, wide, emphasis=GOLD)

    def inner(self) -> FRect:
        """The area of the lines."""
        high = self.rect.height - _HEAD - 10 - self._foot
        return FRect(self.rect.left + _PAD, self.rect.top + _HEAD, self.rect.width - 2 * _PAD, high)

    # --- input ------------------------------------------------------------------------------------------------------

    def scroll(self, by: float) -> bool:
        """Scroll towards older lines by logical pixels, or back; True when it moved."""
        before, self.up = self.up, max(0.0, self.up + by)
        return self.up != before

    def key(self, event: pygame.Event) -> bool:
        """Take Page Up and Down, Home, End, and arrows while the log has the keyboard; True when the key was used."""
        if not self.shown:
            return False
        page = self.inner().height * 0.85
        steps = {pygame.K_PAGEUP: page, pygame.K_PAGEDOWN: -page, pygame.K_HOME: _ALL, pygame.K_END: -_ALL}
        if self.keyboard:
            steps |= {pygame.K_UP: _ARROW, pygame.K_DOWN: -_ARROW}
            if event.key == pygame.K_ESCAPE:
                self._close()
                return True
        if event.key not in steps:
            self.keyboard = False
            return False
        self.scroll(steps[event.key])
        return True

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        """Scroll with the wheel; presses on the log go no further."""
        if not self.shown:
            return False
        if event.type == pygame.MOUSEWHEEL:
            over = self.hovered if pos is None else bool(self.rect.collidepoint(pos))
            return over and self.scroll(getattr(event, "precise_y", event.y) * _WHEEL)
        if pos is None:
            return False
        changed = self.cross.handle(event, pos)
        if event.type == pygame.MOUSEMOTION:
            self.hovered = bool(self.rect.collidepoint(pos))
        elif is_press(event):
            self.keyboard = bool(self.rect.collidepoint(pos))
            return self.keyboard or self.cross.contains(pos)  # elsewhere the cross has only lost its glow
        return changed

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the panel with the lines in view."""
        if not self.shown:
            return
        look.draw_box(target, box_styles.PANEL_BOX, self.rect)
        look.blit(target, look.icon("log", 22, GOLD), self.rect.left + 26, self.rect.top + 23, "center")
        if look.text_width(self.title, "tag") <= self.rect.width - 98:
            look.blit(target, look.text(self.title, "tag", CREAM), self.rect.left + 46, self.rect.top + 23, "midleft")
        look.blit(
            target, look.icon("cross", 20, CREAM if self.cross.hovered else MUTED), *self.cross.rect.center, "center"
        )
        inner = self.inner()
        look.fill(target, HAIRLINE, FRect(inner.left, inner.top - 3, inner.width, 1))
        with look.clipped(target, inner.inflate(2 * _PAD - 4, 0)):
            self._draw_lines(look, target, inner)
        if self._foot:
            look.fill(target, HAIRLINE, FRect(inner.left, inner.bottom + 6, inner.width, 1))
            look.blit(target, self._asked(look), inner.left, inner.bottom + 14)
        if self.keyboard:
            look.draw_box(target, box_styles.FOCUS, self.rect.inflate(-6, -6))

    def _draw_lines(self, look: Look, target: Surface, inner: FRect) -> None:
        lines, gap = self.lines, _SET[self.size].gap
        fresh, self._counted = max(0, len(lines) - self._counted), len(lines)
        self._measure(look, inner, inner.height + self.up)
        if self.up and fresh:  # what is being read stays where it is
            self._measure(look, inner, inner.height + self.up, fresh)
            self.up += sum(self._heights[:fresh]) + gap * fresh
            self._measure(look, inner, inner.height + self.up)
        whole = sum(self._heights) + gap * len(self._heights)
        everything = len(self._heights) == len(lines)
        if everything:
            self.up = min(self.up, max(0.0, whole - inner.height))
        top = inner.top - self.up if everything and whole < inner.height else 0.0
        y = top + whole if top else inner.bottom + self.up
        for line, height in zip(reversed(lines), self._heights, strict=False):
            y -= height + gap
            if y + height < inner.top:
                break
            if y < inner.bottom:
                self._draw_line(look, target, line, FRect(inner.left, y, inner.width, height))
        if not everything or whole > inner.height:
            self._draw_bar(look, target, inner, whole * len(lines) / max(1, len(self._heights)))

    def _measure(self, look: Look, inner: FRect, wanted: float, least: int = 0) -> None:
        """Measure lines from the newest up until they make up a height, and at least this many."""
        lines, gap = self.lines, _SET[self.size].gap
        sum_ = sum(self._heights) + gap * len(self._heights)
        while (sum_ < wanted or len(self._heights) < least) and len(self._heights) < len(lines):
            line = lines[-1 - len(self._heights)]
            height = self._set(look, line, inner.width).get_height() / look.scale + self._above(line)
            self._heights.append(height)
            sum_ += height + gap

    def _above(self, line: LogLine) -> float:
        return 14.0 if line.kind == "deal" else 0.0

    def _set(self, look: Look, line: LogLine, width: float) -> Surface:
        size = _SET[self.size]
        if line.kind == "deal":
            return look.paragraph(line.text, size.heading, GOLD, width)
        colour = CREAM if line.kind in ("act", "loud") else MUTED
        return look.paragraph(line.text, size.style, colour, width - 10, emphasis=self._emphasis(line))

    def _emphasis(self, line: LogLine) -> Colour:
        """The colour of the seat's name; gold for announcements and the viewer's own name."""
        narrator = self._narrator
        if line.kind != "act" or narrator is None or line.seat in (narrator.viewer, TABLE):
            return GOLD
        return name_colour(line.seat)

    def _draw_line(self, look: Look, target: Surface, line: LogLine, rect: FRect) -> None:
        drawn = self._set(look, line, rect.width)
        above = self._above(line)
        if line.kind == "deal":
            look.fill(target, HAIRLINE, FRect(rect.left, rect.top + 5, rect.width, 1))
            look.blit(target, drawn, rect.left, rect.top + above)
            return
        if self._narrator is not None and line.kind == "act" and line.seat == self._narrator.viewer:
            look.draw_box(target, _OWN_BAR, FRect(rect.left - 2, rect.top + 1, 3, rect.height - 2))
        look.blit(target, drawn, rect.left + 10, rect.top)

    def _draw_bar(self, look: Look, target: Surface, inner: FRect, whole: float) -> None:
        high = max(36.0, inner.height * inner.height / whole)
        far = max(1.0, whole - inner.height)
        y = inner.bottom - high - (inner.height - high) * min(1.0, self.up / far)
        box = box_styles.THUMB_HOVER if self.hovered else box_styles.THUMB
        look.draw_box(target, box, FRect(self.rect.right - _BAR - 6, y, _BAR, high))
