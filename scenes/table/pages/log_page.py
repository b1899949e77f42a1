"""The match log: a page of the side drawer with new lines at its foot, in normal or large type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

import pygame
from pygame import FRect, Surface

from engine.events import Event
from engine.moves import TABLE
from scenes.render import box_styles
from scenes.render.boxes import Box, Stroke
from scenes.render.renderer import Renderer
from scenes.render.theme import HAIRLINE_PAPER, INK, INK_BROWN, INK_SECONDARY, Colour
from scenes.table.pages.name_colours import name_colour
from scenes.table.pages.page import DrawerPage, fade_edges
from scenes.text.narrator import LogLine, Narrator
from scenes.text.spoken_lines import SpokenLine
from scenes.ui.boxes import Spacer
from scenes.ui.scroll_view import ScrollView
from scenes.ui.widget import PointerPos, is_press
from scenes.ui.widgets import Widget

LogSize = Literal["closed", "open", "large"]
_PAD = 16.0
_SCROLLBAR_WIDTH = 6.0
_ARROW_SCROLL = 48.0
_UNLIMITED_SCROLL = 1e9
"""Distance beyond any log: upwards to the oldest line if positive, else to the newest."""
_KEYBOARD_BOX = Box(12, border=Stroke(INK_BROWN, 2))
"""Outline of the log while arrow keys scroll it."""
_OWN_LINE_BAR = Box(1.5, ((0, INK_BROWN),))


class _LogStyles(NamedTuple):
    """Text styles and line gap of the match log at one size."""

    style: str
    heading: str
    gap: float
    talk: str


_STYLES_BY_SIZE = {
    "open": _LogStyles("plate", "strong_body", 5, "talk_log"),
    "large": _LogStyles("large", "heading", 10, "talk_large"),
}


class MatchLog(DrawerPage):
    """The match log in the side drawer: the events shown so far; of a very long match, those of its last deals.

    Args:
        make_narrator: makes a narrator of events from the start of the deal with this number. It is called again when
            texts or size change.
        size: initial size.
        on_close: called to close the log.
        prompt_text: returns the current prompt, repeated at the foot in large type.
    """

    def __init__(
        self,
        make_narrator: Callable[[Iterable[Event | SpokenLine], int], Narrator],
        size: LogSize,
        on_close: Callable[[], None],
        prompt_text: Callable[[], str],
    ) -> None:
        self._make_narrator = make_narrator
        self._on_close = on_close
        self._prompt_text = prompt_text
        self.area = FRect(0, 0, 0, 0)
        self.hovered = False
        self._events: list[Event | SpokenLine] = []
        self._first_deal = 1
        """Number of the deal with which the events start."""
        self._narrator: Narrator | None = None
        self._lines: list[LogLine] | None = None
        self._heights: list[float] = []
        """Heights of the newest lines measured so far, the newest first."""
        self.size: LogSize = size
        self._open_size: LogSize = "open" if size == "closed" else size
        """Size when last open, with which the lines are drawn while the drawer closes."""
        self.scroll_offset = 0.0
        """Distance scrolled up from the newest line, logical pixels."""
        self._prompt_height = 0.0
        self._drawn_line_count = 0
        """Number of lines when last drawn; 0 before."""
        self.has_keyboard = False
        """Whether arrow keys scroll the log; ends with any other key."""

    # --- lines -----------------------------------------------------------------------------------------------------

    @property
    def events(self) -> Sequence[Event]:
        """Events in the match log: those of the last deals, as the viewer saw them."""
        return [event for event in self._events if not isinstance(event, SpokenLine)]

    @property
    def is_open(self) -> bool:
        return self.size != "closed"

    @property
    def lines(self) -> list[LogLine]:
        """All text lines of the match log, newest last."""
        if self._lines is None:
            if self._narrator is None:
                self._narrator = self._make_narrator(self._events, self._first_deal)
            self._lines = self._narrator.lines
        return self._lines

    @property
    def finished_lines(self) -> list[LogLine]:
        """Lines of the match log to which nothing will be added, newest last."""
        if self._narrator is None:
            self._narrator = self._make_narrator(self._events, self._first_deal)
        return self._narrator.finished_lines

    def restart(self, events: Iterable[Event | SpokenLine], first_deal: int = 1) -> None:
        """Restart the match log with past events, after resuming a match or taking a move back.

        Args:
            events: events of the last deals, as the viewer saw them, and lines of characters.
            first_deal: number of the deal with which they start.
        """
        self._events, self._first_deal = list(events), first_deal
        self._narrator = None
        self._invalidate()

    def on_event(self, event: Event | SpokenLine) -> None:
        """Add a shown event or a character's spoken line to the match log."""
        self._events.append(event)
        if self._narrator is not None:
            self._narrator.on_event(event)
        self._invalidate()

    def refresh(self, size: LogSize) -> None:
        """Rebuild the match log's text lines after a change of texts, window or setting."""
        self.size = size
        self._open_size = size if self.is_open else self._open_size
        self._narrator = None
        self._invalidate()

    def set_size(self, size: LogSize, *, arrows_scroll: bool = False) -> None:
        """Close the match log, or open it at its newest lines; with ``arrows_scroll``, arrow keys scroll it."""
        self.size = size
        self._open_size = size if self.is_open else self._open_size
        self.scroll_offset = 0.0
        self.has_keyboard = arrows_scroll and self.is_open
        self._drawn_line_count = 0
        self._invalidate()

    @property
    def _styles(self) -> _LogStyles:
        return _STYLES_BY_SIZE[self._open_size]

    def toggled_size(self) -> LogSize:
        """Return the size after the log is closed, or opened as it was last open."""
        return "closed" if self.is_open else self._open_size

    def _invalidate(self) -> None:
        self._lines = None
        self._heights = []

    # --- layout -----------------------------------------------------------------------------------------------------

    @property
    def returns_after_newer_page(self) -> bool:
        """True: an open match log comes back after newer pages of the side drawer."""
        return True

    def close(self) -> None:
        self._on_close()

    def describe(self, *, enter_is_free: bool) -> Widget:
        return LogView(self)

    def set_area(self, area: FRect) -> None:
        """Set the area of lines and prompt, logical pixels."""
        if area.width != self.area.width:
            self._heights = []
        self.area = area

    def _render_prompt(self, renderer: Renderer) -> Surface:
        return renderer.paragraph(self._prompt_text(), self._styles.style, INK, self.area.width, emphasis=INK_BROWN)

    def lines_rect(self) -> FRect:
        """Return the area of the match log's lines."""
        return FRect(self.area.left, self.area.top, self.area.width, self.area.height - self._prompt_height)

    # --- input ------------------------------------------------------------------------------------------------------

    def scroll_by(self, distance_up: float) -> bool:
        """Scroll the match log by logical pixels, towards older lines if positive; return whether it moved."""
        before, self.scroll_offset = self.scroll_offset, max(0.0, self.scroll_offset + distance_up)
        return self.scroll_offset != before

    def handle_key(self, event: pygame.Event) -> bool:
        """Handle keys that scroll the match log: Page Up and Down, Home, End, arrows if enabled; return whether one was
        used."""
        if not self.is_open:
            return False
        page = self.lines_rect().height * 0.85
        steps = {
            pygame.K_PAGEUP: page,
            pygame.K_PAGEDOWN: -page,
            pygame.K_HOME: _UNLIMITED_SCROLL,
            pygame.K_END: -_UNLIMITED_SCROLL,
        }
        if self.has_keyboard:
            steps |= {pygame.K_UP: _ARROW_SCROLL, pygame.K_DOWN: -_ARROW_SCROLL}
            if event.key == pygame.K_ESCAPE:
                self._on_close()
                return True
        if event.key not in steps:
            self.has_keyboard = False
            return False
        self.scroll_by(steps[event.key])
        return True

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the match log's visible lines and, in large type, the prompt."""
        prompt = self._render_prompt(renderer) if self._prompt_text() and self.size == "large" else None
        self._prompt_height = renderer.height_of(prompt) + 20 if prompt else 0.0
        lines_rect = self.lines_rect()
        with renderer.clip(target, lines_rect):
            self._draw_lines(renderer, target, lines_rect)
        if prompt:
            renderer.fill(target, HAIRLINE_PAPER, FRect(lines_rect.left, lines_rect.bottom + 6, lines_rect.width, 1))
            renderer.blit(target, prompt, lines_rect.left, lines_rect.bottom + 14)
        if self.has_keyboard:
            renderer.draw_box(target, _KEYBOARD_BOX, self.area.inflate(12, 12))

    def _draw_lines(self, renderer: Renderer, target: Surface, lines_rect: FRect) -> None:
        lines, gap = self.lines, self._styles.gap
        old_count, self._drawn_line_count = self._drawn_line_count, len(lines)
        # nothing is new before the first drawing, although a key may have scrolled already
        new_count = max(0, len(lines) - old_count) if old_count else 0
        self._measure(renderer, lines_rect, lines_rect.height + self.scroll_offset)
        if self.scroll_offset and new_count:  # keep the visible lines in place
            self._measure(renderer, lines_rect, lines_rect.height + self.scroll_offset, new_count)
            self.scroll_offset += sum(self._heights[:new_count]) + gap * new_count
            self._measure(renderer, lines_rect, lines_rect.height + self.scroll_offset)
        measured_height = sum(self._heights) + gap * len(self._heights)
        is_all_measured = len(self._heights) == len(lines)
        if is_all_measured:
            self.scroll_offset = min(self.scroll_offset, max(0.0, measured_height - lines_rect.height))
        top = lines_rect.top - self.scroll_offset if is_all_measured and measured_height < lines_rect.height else 0.0
        y = top + measured_height if top else lines_rect.bottom + self.scroll_offset
        for line, height in zip(reversed(lines), self._heights, strict=False):
            y -= height + gap
            if y + height < lines_rect.top:
                break
            if y < lines_rect.bottom:
                self._draw_line(renderer, target, line, FRect(lines_rect.left, y, lines_rect.width, height))
        if not is_all_measured or measured_height > lines_rect.height:
            total = measured_height * len(lines) / max(1, len(self._heights))
            fade_edges(
                renderer,
                target,
                lines_rect,
                hidden_above=total - lines_rect.height - self.scroll_offset,
                hidden_below=self.scroll_offset,
            )
            self._draw_scrollbar(renderer, target, lines_rect, total)

    def _measure(self, renderer: Renderer, lines_rect: FRect, min_height: float, min_lines: int = 0) -> None:
        """Measure the match log's lines from the newest up to a total height, and at least a number of lines."""
        lines, gap = self.lines, self._styles.gap
        sum_ = sum(self._heights) + gap * len(self._heights)
        while (sum_ < min_height or len(self._heights) < min_lines) and len(self._heights) < len(lines):
            line = lines[-1 - len(self._heights)]
            style, indent = self._style_and_indent(line)
            height = renderer.paragraph_height(line.text, style, lines_rect.width - indent - _PAD)
            height += self._space_above(line)
            self._heights.append(height)
            sum_ += height + gap

    def _space_above(self, line: LogLine) -> float:
        return 14.0 if line.kind == "deal" else 0.0

    def _style_and_indent(self, line: LogLine) -> tuple[str, float]:
        if line.kind == "deal":
            return self._styles.heading, 0.0
        return self._styles.talk if line.kind == "talk" else self._styles.style, 10.0

    def _emphasis_colour(self, line: LogLine) -> Colour:
        """Return the colour of the seat's name in a log line; brown for announcements and the viewer's own name."""
        narrator = self._narrator
        if line.kind not in ("act", "talk") or narrator is None or line.seat in (narrator.viewer, TABLE):
            return INK_BROWN
        return name_colour(line.seat)

    def _draw_line(self, renderer: Renderer, target: Surface, line: LogLine, rect: FRect) -> None:
        style, indent = self._style_and_indent(line)
        colour = INK if line.kind in ("act", "loud") else INK_BROWN if line.kind == "deal" else INK_SECONDARY
        width, emphasis = rect.width - indent - _PAD, self._emphasis_colour(line)
        drawn = renderer.paragraph(line.text, style, colour, width, emphasis=emphasis)
        renderer.blit(target, drawn, rect.left + indent, rect.top + self._space_above(line))
        if line.kind == "deal":
            renderer.fill(target, HAIRLINE_PAPER, FRect(rect.left, rect.top + 5, rect.width, 1))
        if self._narrator is not None and line.kind == "act" and line.seat == self._narrator.viewer:
            renderer.draw_box(target, _OWN_LINE_BAR, FRect(rect.left - 2, rect.top + 1, 3, rect.height - 2))

    def _draw_scrollbar(self, renderer: Renderer, target: Surface, lines_rect: FRect, total_height: float) -> None:
        height = max(36.0, lines_rect.height * lines_rect.height / total_height)
        max_offset = max(1.0, total_height - lines_rect.height)
        y = lines_rect.bottom - height - (lines_rect.height - height) * min(1.0, self.scroll_offset / max_offset)
        box = box_styles.SCROLL_THUMB_HOVER if self.hovered else box_styles.SCROLL_THUMB
        renderer.draw_box(target, box, FRect(lines_rect.right - _SCROLLBAR_WIDTH, y, _SCROLLBAR_WIDTH, height))


class LogView(ScrollView):
    """The view of the match log in the side drawer. The log itself measures, draws and scrolls its newest lines."""

    max_offset = _UNLIMITED_SCROLL

    def __init__(self, log: MatchLog) -> None:
        super().__init__(Spacer(0), key="log")
        self.log = log

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        self.log.set_area(area)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        self.log.draw(renderer, target)

    def scroll(self, distance: float) -> bool:
        return self.log.scroll_by(-distance)

    def handle_page_key(self, event: pygame.Event) -> bool:
        return self.log.handle_key(event)

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        """Let the arrow keys scroll the log after a press on it, until one elsewhere."""
        changed = self.update_hovered(event, pos)
        self.log.hovered = self.hovered
        if is_press(event):
            before, self.log.has_keyboard = self.log.has_keyboard, self.is_at(pos)
            changed |= before != self.log.has_keyboard
        return changed

    def drag(self, event: pygame.Event, pos: PointerPos, *, may_start: bool) -> bool:
        return False

    def is_on_thumb(self, pos: PointerPos) -> bool:
        return False
