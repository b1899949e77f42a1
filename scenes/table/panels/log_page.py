"""The log: a page of the drawer that grows at its foot, can be scrolled, and has normal or large type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, get_args

import pygame
from pygame import FRect, Surface

from engine.events import Event
from engine.moves import TABLE
from scenes.look import box_styles
from scenes.look.boxes import Box, Stroke
from scenes.look.look import Look
from scenes.look.theme import HAIRLINE_PAPER, INK, INK_BROWN, INK_SECOND, Colour
from scenes.look.widgets.base import WHEEL, Pos, is_press, wheel_steps
from scenes.table.panels.names import name_colour
from scenes.table.panels.page import Page, fade_edges
from scenes.text.narrator import LogLine, Narrator
from scenes.text.talk import Talk

LogSize = Literal["closed", "open", "large"]
SIZES: tuple[LogSize, ...] = get_args(LogSize)
"""Values of the setting, in the order of the key."""
_PAD = 16.0
_BAR = 6.0
_ARROW = 48.0
_ALL = 1e9
_KEYS = Box(12, border=Stroke(INK_BROWN, 2))
"""Around the log while arrows scroll it."""
_OWN_BAR = Box(1.5, ((0, INK_BROWN),))


class _Size(NamedTuple):
    """Measures of the log at a size."""

    style: str
    heading: str
    gap: float
    talk: str


_SET = {
    "open": _Size("plate", "strong_body", 5, "talk_log"),
    "large": _Size("large", "heading", 10, "talk_large"),
}


class Log(Page):
    """The lines of what has been shown of the match; of a very long one, of its last deals.

    Args:
        narrate: makes a narrator that has heard these events, of which the first belong to the deal of this number;
            called again when words or look change.
        size: at the beginning.
        close: closes it.
        prompt: what is asked, repeated at the foot in large type.
    """

    def __init__(
        self,
        narrate: Callable[[Iterable[Event | Talk], int], Narrator],
        size: LogSize,
        close: Callable[[], None],
        prompt: Callable[[], str],
    ) -> None:
        self._narrate = narrate
        self._close = close
        self._prompt = prompt
        self.area = FRect(0, 0, 0, 0)
        self.hovered = False
        self._events: list[Event | Talk] = []
        self._deal = 1
        """Number of the deal with which the events begin."""
        self._narrator: Narrator | None = None
        self._lines: list[LogLine] | None = None
        self._heights: list[float] = []
        """Heights of the last lines, the newest first; as many as were needed."""
        self.size: LogSize = size
        self._set_as = _SET.get(size, _SET["open"])
        """How the lines are set, also while the drawer closes."""
        self.up = 0.0
        """Distance scrolled up from the newest line, logical pixels."""
        self._foot = 0.0
        """Height of the prompt at the foot."""
        self._counted = 0
        """Number of lines at the last drawing."""
        self.keyboard = False
        """Arrows scroll the log until another key is used."""

    # --- lines -----------------------------------------------------------------------------------------------------

    @property
    def events(self) -> Sequence[Event]:
        """The events of the last deals so far, as the viewer saw them."""
        return [event for event in self._events if not isinstance(event, Talk)]

    @property
    def shown(self) -> bool:
        """Whether the log is open."""
        return self.size != SIZES[0]

    @property
    def lines(self) -> list[LogLine]:
        """All lines, the newest last."""
        if self._lines is None:
            if self._narrator is None:
                self._narrator = self._narrate(self._events, self._deal)
            self._lines = self._narrator.lines
        return self._lines

    @property
    def told(self) -> list[LogLine]:
        """The lines to which nothing is added any more, the newest last."""
        if self._narrator is None:
            self._narrator = self._narrate(self._events, self._deal)
        return self._narrator.finished

    def begin(self, events: Iterable[Event | Talk], deal: int = 1) -> None:
        """Begin with these events, after resuming a match or taking a move back.

        Args:
            events: of the last deals, as the viewer saw them, and what characters said.
            deal: number of the deal with which they begin.
        """
        self._events, self._deal = list(events), deal
        self._narrator = None
        self._forget()

    def hear(self, event: Event | Talk) -> None:
        """Add an event that has been shown, or what a character said."""
        self._events.append(event)
        if self._narrator is not None:
            self._narrator.hear(event)
        self._forget()

    def refresh(self, size: LogSize) -> None:
        """Write everything again: for other words, another window, another setting."""
        self.size = size
        self._set_as = _SET.get(size, self._set_as)
        self._narrator = None
        self._forget()

    def set_size(self, size: LogSize, *, keyboard: bool = False) -> None:
        """Close the log, or open it at a size with the newest lines in view; ``keyboard``: arrows scroll it."""
        self.size = size
        self._set_as = _SET.get(size, self._set_as)
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

    @property
    def lasts(self) -> bool:
        """True: an open log comes back after what is newer."""
        return True

    def close(self) -> None:
        self._close()

    def lay_out(self, look: Look, area: FRect) -> None:
        if area.width != self.area.width:
            self._heights = []
        self.area = area

    def _asked(self, look: Look) -> Surface:
        return look.paragraph(self._prompt(), self._set_as.style, INK, self.area.width, emphasis=INK_BROWN)

    def inner(self) -> FRect:
        """The area of the lines."""
        return FRect(self.area.left, self.area.top, self.area.width, self.area.height - self._foot)

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
        """Scroll with the wheel; a press on the lines lets the arrows scroll, too."""
        over = self.hovered if pos is None else bool(self.area.collidepoint(pos))
        if event.type == pygame.MOUSEWHEEL:
            return (over or self.keyboard) and self.scroll(wheel_steps(event) * WHEEL)
        if event.type == pygame.WINDOWLEAVE:
            over = False
        if event.type in (pygame.MOUSEMOTION, pygame.WINDOWLEAVE):
            changed, self.hovered = over != self.hovered, over
            return changed
        if is_press(event):
            before, self.keyboard = self.keyboard, over
            return before != over
        return False

    def scrolls_at(self, pos: Pos) -> bool:
        return pos is not None and bool(self.area.collidepoint(pos))

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the lines in view."""
        asked = self._asked(look) if self._prompt() and self.size == "large" else None
        self._foot = asked.get_height() / look.scale + 20 if asked else 0.0
        inner = self.inner()
        with look.clipped(target, inner):
            self._draw_lines(look, target, inner)
        if asked:
            look.fill(target, HAIRLINE_PAPER, FRect(inner.left, inner.bottom + 6, inner.width, 1))
            look.blit(target, asked, inner.left, inner.bottom + 14)
        if self.keyboard:
            look.draw_box(target, _KEYS, self.area.inflate(12, 12))

    def _draw_lines(self, look: Look, target: Surface, inner: FRect) -> None:
        lines, gap = self.lines, self._set_as.gap
        known, self._counted = self._counted, len(lines)
        fresh = max(0, len(lines) - known) if known else 0  # a key may scroll before the log is drawn
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
            total = whole * len(lines) / max(1, len(self._heights))
            fade_edges(look, target, inner, above=total - inner.height - self.up, below=self.up)
            self._draw_bar(look, target, inner, total)

    def _measure(self, look: Look, inner: FRect, wanted: float, least: int = 0) -> None:
        """Measure lines from the newest up until they make up a height, and at least this many."""
        lines, gap = self.lines, self._set_as.gap
        sum_ = sum(self._heights) + gap * len(self._heights)
        while (sum_ < wanted or len(self._heights) < least) and len(self._heights) < len(lines):
            line = lines[-1 - len(self._heights)]
            height = self._set(look, line, inner.width).get_height() / look.scale + self._above(line)
            self._heights.append(height)
            sum_ += height + gap

    def _above(self, line: LogLine) -> float:
        return 14.0 if line.kind == "deal" else 0.0

    def _set(self, look: Look, line: LogLine, width: float) -> Surface:
        size = self._set_as
        if line.kind == "deal":
            return look.paragraph(line.text, size.heading, INK_BROWN, width - _PAD)
        colour = INK if line.kind in ("act", "loud") else INK_SECOND
        style = size.talk if line.kind == "talk" else size.style
        return look.paragraph(line.text, style, colour, width - 10 - _PAD, emphasis=self._emphasis(line))

    def _emphasis(self, line: LogLine) -> Colour:
        """The colour of the seat's name; brown for announcements and the viewer's own name."""
        narrator = self._narrator
        if line.kind not in ("act", "talk") or narrator is None or line.seat in (narrator.viewer, TABLE):
            return INK_BROWN
        return name_colour(line.seat)

    def _draw_line(self, look: Look, target: Surface, line: LogLine, rect: FRect) -> None:
        drawn = self._set(look, line, rect.width)
        above = self._above(line)
        if line.kind == "deal":
            look.fill(target, HAIRLINE_PAPER, FRect(rect.left, rect.top + 5, rect.width, 1))
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
        look.draw_box(target, box, FRect(inner.right - _BAR, y, _BAR, high))
