"""The scrolling rules page with its links and search marks."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.look import raster, speeds
from scenes.look.boxes import Box, Stroke
from scenes.look.cache import SurfaceCache
from scenes.look.look import Look
from scenes.look.parts import NameCard, Part, table
from scenes.look.theme import BRASS, INK, INK_BROWN, WHITE, rgb
from scenes.look.widgets import Clickable
from scenes.look.widgets.base import WHEEL, Pos, wheel_steps
from scenes.look.widgets.paper_scroll import PaperScroll
from scenes.reader.document import (
    Block,
    CardGroup,
    Document,
    Figure,
    Heading,
    Hit,
    TableBlock,
    TextBlock,
    TextRun,
    TextRuns,
)
from scenes.reader.typesetting import GUTTER, MEASURE, PageTypesetter, PlacedBlock

_BYTES = 24 << 20
"""Cache size for drawn blocks, bytes: several screens at 1080p."""
_FRESH = 2
"""Maximum new cards drawn per frame, so that a page with many cards appears at once."""
_AROUND = 8.0
"""Margin around a drawn block for shadows and rings."""
_TOP, _FOOT = 22.0, 56.0
_WHEEL = 90.0
_MARK = Box(3, ((0, rgb("#ffe08a")),))
_MARK_NOW = Box(3, ((0, rgb("#ffb74a")),), outlines=(Stroke(rgb("#7a4508"), 1.5),))
_FOCUS = Box(6, outlines=(Stroke(WHITE, 2), Stroke(INK, 2.5)))
_HERE = Box(8, ((0, rgb("#f3dfae")),), 0.55)


class TypesetPage(NamedTuple):
    """A typeset page with its drawings, which survives a rebuild of the widgets."""

    key: object
    look: Look
    laid: list[PlacedBlock]
    width: float
    height: float
    drawn: SurfaceCache
    known: set[tuple[int, str]]
    """Cards and marks in figures that have been drawn before, so that the look has them cached."""


def typeset(look: Look, document: Document, width: float, before: TypesetPage | None) -> TypesetPage:
    """Typeset a page for a width, or return ``before`` if nothing has changed."""
    key = (document, width)
    if before is not None and before.look is look and before.key == key:
        return before
    laid, height = PageTypesetter(look, width).page(document)
    return TypesetPage(key, look, laid, width, height, SurfaceCache(_BYTES), set())


class PageLink(Clickable):
    """A link on the page."""

    def __init__(self, rect: FRect, on_click: Callable[[], None]) -> None:
        super().__init__(on_click, rect)
        self.radius = 6.0

    def contains(self, pos: Pos) -> bool:
        """Whether a position is close to its words; other links may be in the next line."""
        return pos is not None and bool(self.rect.inflate(8, 4).collidepoint(pos))

    def draw_focus(self, look: Look, target: Surface) -> None:
        """Draw the white ring with a dark outline that shows on paper."""
        if self.focused:
            look.draw_box(target, _FOCUS, self.rect.inflate(8, 4))

    def draw(self, look: Look, target: Surface) -> None:
        """Draw a thicker underline while hovered; the words belong to their block."""
        if self.hovered or self.pressed:
            look.fill(target, INK_BROWN, FRect(self.rect.left, self.rect.bottom - 3, self.rect.width, 2.4))


class Page(PaperScroll):
    """The visible part of a page on its paper.

    Args:
        rect: visible area within the paper.
        cache: the typeset page.
        follow: called with the target of a pressed link.
        pace: divides the time of scrolling; 0 is instant.
    """

    def __init__(self, rect: FRect, cache: TypesetPage, follow: Callable[[str], None], pace: float) -> None:
        super().__init__(rect, cache.height + _TOP + _FOOT)
        self.cache = cache
        self.pace = pace
        self.aim = 0.0
        """The offset that it scrolls to."""
        self.hits: Sequence[Hit] = ()
        self.hit = -1
        """Index of the current hit."""
        self.here = ""
        """Anchor of the highlighted rule."""
        self.missing = False
        """Whether visible cards are not drawn yet."""
        self.left = max(10.0, (rect.width - 24 - cache.width) / 2 - 8)
        for laid in cache.laid:
            self._add_links(laid, follow)

    def _add_links(self, laid: PlacedBlock, follow: Callable[[str], None]) -> None:
        before = ""
        for piece in laid.pieces:
            if piece.link:
                high = self.cache.look.text_height(piece.style)
                place = FRect(self.left + piece.x, _TOP + laid.rect.top + piece.y, piece.width, high)
                spot = PageLink(place, partial(follow, piece.link))
                spot.spoken = "".join(run.text for runs in laid.block.parts for run in runs if run.link == piece.link)
                spot.focusable = piece.link != before  # not for the rest of a link in the next line
                self.add(spot)
            before = piece.link

    def described(self, name: NameCard) -> Sequence[Part]:
        """The whole page, also what is out of view."""
        left, top = self.rect.left + self.left, self.rect.top - self.offset + _TOP
        return [_read(laid.block, name)._replace(area=laid.rect.move(left, top)) for laid in self.cache.laid]

    # --- scrolling --------------------------------------------------------------------------------------------------

    def scroll(self, by: float) -> bool:
        """Scroll at once."""
        moved = super().scroll(by)
        self.aim = self.offset
        return moved

    def glide(self, to: float) -> bool:
        """Scroll smoothly to an offset; always True."""
        self.aim = max(0.0, min(self.furthest, to))
        if not self.pace:
            self.offset = self.aim
        return True

    @property
    def gliding(self) -> bool:
        """Whether it is still scrolling."""
        return self.offset != self.aim

    def update(self, dt: float) -> bool:
        """Advance by dt milliseconds; True when it moved."""
        if not self.gliding:
            return False
        rest = (self.aim - self.offset) * math.exp(-speeds.GLIDE * dt / 1000 * self.pace)
        self.offset = self.aim if abs(rest) < 0.5 else self.aim - rest
        return True

    @property
    def reading_position(self) -> tuple[int, float]:
        """The block at the upper edge and its distance above it, valid for any width."""
        y = self.aim - _TOP
        block = max([laid.number for laid in self.cache.laid if laid.rect.top <= y], default=0)
        return block, y - (self.cache.laid[block].rect.top if self.cache.laid else 0.0)

    def return_to(self, place: tuple[int, float]) -> None:
        """Scroll to an earlier ``reading_position``."""
        block, below = place
        top = self.cache.laid[block].rect.top if block < len(self.cache.laid) else 0.0
        self.scroll(_TOP + top + below - self.offset)

    def go_to(self, block: int, *, gently: bool) -> None:
        """Scroll to a block, near the top."""
        self._show(self.cache.laid[block].rect.top + _TOP - self.rect.height * 0.12, gently)

    def show_hit(self, index: int, *, gently: bool = True) -> None:
        """Make a hit the current one, and scroll to it if needed."""
        self.hit = index
        hit = self.hits[index]
        laid = self.cache.laid[hit.block]
        places = laid.marks(self.cache.look, hit.start, hit.end)
        y = _TOP + laid.rect.top + (places[0].centery if places else 0.0)
        if not self.aim + 50 <= y <= self.aim + self.rect.height - 50:
            self._show(y - self.rect.height * 0.38, gently)

    def _show(self, offset: float, gently: bool) -> None:
        if gently:
            self.glide(offset)
        else:
            self.scroll(offset - self.offset)

    def page(self, event: Event) -> bool:
        """Handle arrows, Page Up, Page Down, Home and End."""
        page = self.rect.height * 0.86
        targets = {
            pygame.K_UP: self.aim - _WHEEL,
            pygame.K_DOWN: self.aim + _WHEEL,
            pygame.K_PAGEUP: self.aim - page,
            pygame.K_PAGEDOWN: self.aim + page,
            pygame.K_HOME: 0.0,
            pygame.K_END: self.furthest,
        }
        return event.key in targets and self.glide(targets[event.key])

    def handle(self, event: Event, pos: Pos) -> bool:
        """Scroll smoothly with the wheel; handle other events as any list."""
        if event.type == pygame.MOUSEWHEEL and self.active:
            inside = pos is None or bool(self.rect.collidepoint(pos))
            if inside and getattr(event, "touch", False):
                return self.scroll(-wheel_steps(event) * WHEEL)  # it stays under the finger
            return inside and self.glide(self.aim - wheel_steps(event) * _WHEEL)
        return super().handle(event, pos)

    # --- visible part -----------------------------------------------------------------------------------------------

    @property
    def top_block(self) -> int:
        """The block being read: the last one that begins in the upper third of the window."""
        if self.furthest and self.aim >= self.furthest - 1:
            return len(self.cache.laid) - 1
        line = self.aim + self.rect.height * 0.3
        return max([laid.number for laid in self.cache.laid if laid.rect.top + _TOP <= line], default=0)

    def first_link(self, last: bool = False) -> Clickable | None:
        """Return the first or last visible link."""
        seen = FRect(0, self.offset, self.rect.width, self.rect.height)
        inside = [w for w in self.order() if isinstance(w, Clickable) and seen.contains(w.rect)]
        return inside[-1 if last else 0] if inside else None

    def prepare(self) -> bool:
        """Draw one block near the visible part in advance; False when there is none left."""
        look = self.cache.look
        for laid in self._seen(self.rect.height * 1.2):
            if not self.cache.drawn.has(laid.number):
                self._drawing(laid)
                return True
            for sprite in laid.sprites:
                if (sprite.card, sprite.mark) not in self.cache.known:
                    self.cache.known.add((sprite.card, sprite.mark))
                    laid.draw_sprite(look, raster.blank((1, 1)), sprite)
                    return True
        return False

    def _seen(self, more: float) -> list[PlacedBlock]:
        low, high = self.offset - _TOP - more, self.offset - _TOP + self.rect.height + more
        return [laid for laid in self.cache.laid if laid.rect.bottom + _AROUND > low and laid.rect.top - _AROUND < high]

    def _drawing(self, laid: PlacedBlock) -> Surface:
        look = self.cache.look

        def make() -> Surface:
            size = (look.px(laid.rect.width + 2 * _AROUND), look.px(laid.rect.height + 2 * _AROUND))
            drawn = raster.converted(raster.blank(size))
            with look.at_origin(_AROUND, _AROUND):
                laid.draw(look, drawn)
            return drawn

        return self.cache.drawn.get(laid.number, make)

    def draw(self, look: Look, target: Surface) -> None:
        with look.clipped(target, self.rect):
            x, y = self.rect.left + self.left, self.rect.top + _TOP - self.offset
            for laid in self._seen(0):
                self._draw_marks(look, target, laid, x, y + laid.rect.top)
                look.blit(target, self._drawing(laid), x - _AROUND, y + laid.rect.top - _AROUND)
            self._draw_cards(look, target, x, y)
            with look.shifted(self.rect.left, self.rect.top - self.offset):
                for child in self.children:
                    child.draw(look, target)
                    child.draw_focus(look, target)
        self.draw_edges(look, target)

    def _draw_cards(self, look: Look, target: Surface, x: float, y: float) -> None:
        """Draw the cards of figures, with a few new ones per frame."""
        fresh = 0
        self.missing = False
        for laid in self._seen(0):
            with look.shifted(x, y + laid.rect.top):
                for sprite in laid.sprites:
                    new = (sprite.card, sprite.mark) not in self.cache.known
                    fresh += new
                    if new and fresh > _FRESH:
                        self.missing = True
                        break  # later cards would be drawn below it
                    self.cache.known.add((sprite.card, sprite.mark))
                    laid.draw_sprite(look, target, sprite)

    def _draw_marks(self, look: Look, target: Surface, laid: PlacedBlock, x: float, y: float) -> None:
        if self.here and getattr(laid.block, "anchor", "") == self.here:
            look.draw_box(target, _HERE, FRect(x - 6, y - 7, laid.rect.width + 16, laid.rect.height + 14))
            look.fill(target, BRASS, FRect(x - 6, y - 3, 4, laid.rect.height + 6))
        for i, hit in enumerate(self.hits):
            if hit.block == laid.number:
                for place in laid.marks(look, hit.start, hit.end):
                    look.draw_box(target, _MARK_NOW if i == self.hit else _MARK, place.move(x, y))


def text_width(paper: FRect) -> float:
    """Return the width of a page on a paper: the text with its gutter."""
    return min(MEASURE + GUTTER, paper.width - 60)


def _words(runs: TextRuns, name: NameCard) -> str:
    """A text with the names of the cards in it."""
    return " ".join("".join(_spoken(run, name) for run in runs).split())


def _spoken(run: TextRun, name: NameCard) -> str:
    return f" {', '.join(name(shown.card) for shown in run.cards)} " if run.cards else run.text


def _read(block: Block, name: NameCard) -> Part:
    """What a screen reader reads of a block."""
    match block:
        case Heading():
            return Part("heading", _words(block.runs, name), level=block.level)
        case TableBlock():
            return table("", [[_words(cell, name) for cell in row] for row in block.rows])
        case Figure():
            return Part("image", "; ".join(_group(group, name) for group in block.groups))
        case TextBlock():
            said = _words(block.runs, name)
            return Part("item" if block.kind in ("rule", "item") else "text", f"{block.mark} {said}".strip())


def _group(group: CardGroup, name: NameCard) -> str:
    cards = ", ".join(name(shown.card) for shown in group.cards)
    caption = _words(group.caption, name)
    return f"{cards}: {caption}" if caption else cards
