"""Widget for a scrolling rules page with links and marked search hits."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render import box_styles, raster, timing
from scenes.render.boxes import Box, Stroke
from scenes.render.renderer import Renderer
from scenes.render.surface_cache import SurfaceCache
from scenes.render.theme import BRASS, INK_BROWN, rgb
from scenes.shell.rules_page_layout import GUTTER_WIDTH, MAX_LINE_WIDTH, PageTypesetter, PlacedBlock
from scenes.shell.spoken_rules import GetCardName, describe_block
from scenes.text.rules_document import (
    Document,
    MarkedCard,
    SearchHit,
)
from scenes.ui.accessible_elements import AccessibleElement, group_element
from scenes.ui.boxes import LayoutBox
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.paper_scroll_view import PaperScrollView
from scenes.ui.timeline import Timeline, Tween
from scenes.ui.widget import PointerPos, wheel_steps
from scenes.ui.widgets import Clickable, Widget

_MAX_CACHE_BYTES = 24 << 20
"""Size of the cache for drawn blocks in bytes, enough for several screens at 1080p."""
_MAX_NEW_CARDS_PER_FRAME = 2
"""Maximum number of new cards drawn per frame, so that a page with many cards opens without delay."""
_BLOCK_MARGIN = 8.0
"""Margin around a drawn block for shadows and rings."""
_TOP_MARGIN, _BOTTOM_MARGIN = 22.0, 56.0
_WHEEL_STEP = 90.0
_MIN_SCROLL_DISTANCE = 0.5
"""Distance from its end at which a smooth scroll is over, logical pixels."""
_SEARCH_HIT_BOX = Box(3, ((0, rgb("#ffe08a")),))
_CURRENT_SEARCH_HIT_BOX = Box(3, ((0, rgb("#ffb74a")),), outlines=(Stroke(rgb("#7a4508"), 1.5),))
_CURRENT_RULE_BOX = Box(8, ((0, rgb("#f3dfae")),), 0.55)


class TypesetPage(NamedTuple):
    """A typeset rules page with its drawn blocks, reused when the widgets are rebuilt."""

    key: object
    renderer: Renderer
    placed_blocks: list[PlacedBlock]
    width: float
    height: float
    block_surfaces: SurfaceCache
    drawn_cards: set[MarkedCard]
    """Cards of figures already drawn, which are therefore in the renderer's cache."""


def typeset(renderer: Renderer, document: Document, width: float, previous: TypesetPage | None) -> TypesetPage:
    """Typeset a rules page for a width; return ``previous`` if nothing has changed."""
    key = (document, width)
    if previous is not None and previous.renderer is renderer and previous.key == key:
        return previous
    placed_blocks, height = PageTypesetter(renderer, width).place_blocks(document)
    return TypesetPage(key, renderer, placed_blocks, width, height, SurfaceCache(_MAX_CACHE_BYTES), set())


class ReadingPosition(NamedTuple):
    """Block at the upper edge of the view of a rules page, and the height of the block scrolled out of view."""

    block_index: int
    hidden_height: float
    """Logical pixels; negative above the first block."""


class PageLink(Clickable):
    """Clickable area of a link on the rules page."""

    def __init__(self, area: FRect, on_click: Callable[[], None]) -> None:
        """``area`` is relative to the text of the page."""
        super().__init__(on_click)
        self.area = area
        self.focus_radius = 6.0
        self.focus_ring, self.focus_gap = box_styles.INLINE_FOCUS_RING, 0.0

    def is_hit(self, pos: PointerPos) -> bool:
        """Whether a position is close to the words of the link. The area is small, as the next line may have links
        too.
        """
        return pos is not None and bool(self.rect.inflate(8, 4).collidepoint(pos))

    def as_accessible(self) -> AccessibleElement | None:
        return self.as_button()._replace(role="link") if self.focusable else None

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw a link's thicker underline while hovered or pressed. The block draws the words."""
        if self.hovered or self.pressed:
            renderer.fill(target, INK_BROWN, FRect(self.rect.left, self.rect.bottom - 3, self.rect.width, 2.4))


class _PageText(Widget):
    """The blocks of a rules page for screen readers. The view draws them."""

    def __init__(self, typeset_page: TypesetPage, card_name: GetCardName) -> None:
        super().__init__()
        self.typeset_page = typeset_page
        self.card_name = card_name

    def as_accessible(self) -> AccessibleElement:
        """Return all blocks of the rules page for screen readers, also those out of view."""
        left = _text_left(self.typeset_page, self.rect.width)
        return group_element(
            *(
                describe_block(placed.block, self.card_name)._replace(bounds=placed.rect.move(left, _TOP_MARGIN))
                for placed in self.typeset_page.placed_blocks
            )
        )


class _PageContent(LayoutBox):
    """The typeset blocks of a rules page with the links in them."""

    def __init__(self, typeset_page: TypesetPage, on_link: Callable[[str], None], card_name: GetCardName) -> None:
        super().__init__([_PageText(typeset_page, card_name)])
        self.typeset_page = typeset_page
        for placed in typeset_page.placed_blocks:
            self._add_links(placed, on_link)

    def _add_links(self, placed: PlacedBlock, on_link: Callable[[str], None]) -> None:
        before = ""
        for i, (area, piece) in enumerate(placed.pieces(self.typeset_page.renderer)):
            if piece.link:
                on_page = area.move(0, _TOP_MARGIN + placed.rect.top)
                link = PageLink(on_page, partial(on_link, piece.link)).with_layout(
                    (piece.link, placed.block_index, i),
                    name="".join(run.text for runs in placed.block.texts for run in runs if run.link == piece.link),
                )
                link.focusable = piece.link != before  # a link broken across lines gets the focus once
                self.children.append(link)
            before = piece.link

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(constraints.max_width, self.typeset_page.height + _TOP_MARGIN + _BOTTOM_MARGIN)

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        left = _text_left(self.typeset_page, area.width)
        for child in self.children:
            child.arrange(renderer, child.area.move(left, 0) if isinstance(child, PageLink) else area)


class RulesPageView(PaperScrollView):
    """Scrollable view of a rules page on paper.

    Args:
        typeset_page: the typeset page.
        on_link: called with the target of a pressed link.
        card_name: returns the name of a card for screen readers.
        timeline: the time of the screen, by which it scrolls.
        hits: the marked search hits.
        hit_index: index of the current search hit in ``hits``; −1 without hits.
        current_anchor: anchor of the highlighted rule; empty for none.
    """

    persistent = (*PaperScrollView.persistent, "target_offset", "_start_offset", "has_undrawn_cards")

    def __init__(
        self,
        typeset_page: TypesetPage,
        on_link: Callable[[str], None],
        card_name: GetCardName,
        *,
        timeline: Timeline,
        hits: Sequence[SearchHit],
        hit_index: int,
        current_anchor: str,
    ) -> None:
        self.timeline = timeline
        super().__init__(_PageContent(typeset_page, on_link, card_name), key="page")
        self.typeset_page = typeset_page
        self.hits = hits
        self.hit_index = hit_index
        self.current_anchor = current_anchor
        self.has_undrawn_cards = False
        """Whether some visible cards are not drawn yet."""

    @property
    def links(self) -> list[PageLink]:
        """The links of the page, one for each line that they are in."""
        content = self.children[0]
        return [one for one in content.children if isinstance(one, PageLink)] if isinstance(content, LayoutBox) else []

    # --- scrolling --------------------------------------------------------------------------------------------------

    @property
    def offset(self) -> float:
        """Distance by which the page is scrolled now, logical pixels. Setting it ends a running scroll."""
        remaining = 1 - self.timeline.progress("scroll")
        return self.target_offset + (self._start_offset - self.target_offset) * remaining

    @offset.setter
    def offset(self, offset: float) -> None:
        self._start_offset = self.target_offset = offset

    def scroll(self, distance: float) -> bool:
        """Scroll the rules page without animation; a distance of 0 only keeps its offsets within their limits."""
        if distance:
            return super().scroll(distance)
        self.target_offset = min(self.target_offset, self.max_offset)
        return False

    def scroll_to(self, offset: float, *, smooth: bool = True) -> None:
        """Scroll the rules page to an offset, logical pixels; at once if not ``smooth``."""
        start = self.offset
        self.offset = max(0.0, min(self.max_offset, offset))
        distance = abs(self.offset - start)
        if smooth and distance > _MIN_SCROLL_DISTANCE:
            self._start_offset = start
            decay = math.log(distance / _MIN_SCROLL_DISTANCE)
            tween = Tween(1000 / timing.SCROLL_RATE * decay, ease=lambda progress: 1 - math.exp(-decay * progress))
            self.timeline.start("scroll", tween)

    @property
    def reading_position(self) -> ReadingPosition:
        """Position of the view's upper edge on the rules page; valid for any page width."""
        y = self.target_offset - _TOP_MARGIN
        block = max(
            [placed.block_index for placed in self.typeset_page.placed_blocks if placed.rect.top <= y], default=0
        )
        top = self.typeset_page.placed_blocks[block].rect.top if self.typeset_page.placed_blocks else 0.0
        return ReadingPosition(block, y - top)

    def restore_position(self, reading_position: ReadingPosition) -> None:
        """Scroll the rules page to an earlier ``reading_position``."""
        block, below = reading_position
        top = self.typeset_page.placed_blocks[block].rect.top if block < len(self.typeset_page.placed_blocks) else 0.0
        self.scroll_to(_TOP_MARGIN + top + below, smooth=False)

    def scroll_to_block(self, block_index: int, *, smooth: bool) -> None:
        """Scroll the rules page until a block is near the upper edge."""
        top = self.typeset_page.placed_blocks[block_index].rect.top
        self.scroll_to(top + _TOP_MARGIN - self.rect.height * 0.12, smooth=smooth)

    def reveal_hit(self) -> None:
        """Scroll the rules page to the current search hit if it is not well in view."""
        hit = self.hits[self.hit_index]
        placed = self.typeset_page.placed_blocks[hit.block_index]
        areas = placed.text_areas(self.typeset_page.renderer, hit.start, hit.end)
        y = _TOP_MARGIN + placed.rect.top + (areas[0].centery if areas else 0.0)
        if not self.target_offset + 50 <= y <= self.target_offset + self.rect.height - 50:
            self.scroll_to(y - self.rect.height * 0.38)

    def handle_page_key(self, event: Event) -> bool:
        """Scroll the rules page with arrows, Page Up, Page Down, Home and End; return False for other keys."""
        page = self.rect.height * 0.86
        targets = {
            pygame.K_UP: self.target_offset - _WHEEL_STEP,
            pygame.K_DOWN: self.target_offset + _WHEEL_STEP,
            pygame.K_PAGEUP: self.target_offset - page,
            pygame.K_PAGEDOWN: self.target_offset + page,
            pygame.K_HOME: 0.0,
            pygame.K_END: self.max_offset,
        }
        if event.key not in targets:
            return False
        self.scroll_to(targets[event.key])
        return True

    def scroll_by_wheel(self, event: Event, scale: float = 1.0) -> bool:
        """Scroll the rules page smoothly with the wheel, at once by touch."""
        if getattr(event, "touch", False):
            return super().scroll_by_wheel(event, scale)  # the page must follow the finger
        self.scroll_to(self.target_offset - wheel_steps(event) * _WHEEL_STEP)
        return True

    # --- visible part -----------------------------------------------------------------------------------------------

    @property
    def current_block_index(self) -> int:
        """Index of the rules page's block being read: the last that begins in the view's upper 30 % or above."""
        if self.max_offset and self.target_offset >= self.max_offset - 1:
            return len(self.typeset_page.placed_blocks) - 1
        line = self.target_offset + self.rect.height * 0.3
        return max(
            [placed.block_index for placed in self.typeset_page.placed_blocks if placed.rect.top + _TOP_MARGIN <= line],
            default=0,
        )

    def find_end_link(self, last: bool = False) -> PageLink | None:
        """Return the first or last visible link of the rules page."""
        visible_area = FRect(0, self.offset, self.rect.width, self.rect.height)
        links = [link for link in self.links if link.focusable and visible_area.contains(link.rect)]
        return links[-1 if last else 0] if links else None

    def prerender_step(self) -> bool:
        """Draw one block or card near the rules page's visible part in advance; return False if none is left.

        The nearest blocks come first, as many as the cache holds.
        """
        renderer = self.typeset_page.renderer
        bytes_left = _MAX_CACHE_BYTES
        for placed in sorted(self._visible_blocks(self.rect.height * 1.2), key=self._distance_to_view):
            width_px, height_px = self._block_size_px(placed)
            bytes_left -= 4 * width_px * height_px
            if bytes_left < 0:
                return False
            if not self.typeset_page.block_surfaces.has(placed.block_index):
                self._block_surface(placed)
                return True
            for figure_card in placed.figure_cards:
                marked_card = MarkedCard(figure_card.card, figure_card.ring_or_dim_sign)
                if marked_card not in self.typeset_page.drawn_cards:
                    self.typeset_page.drawn_cards.add(marked_card)
                    placed.draw_figure_card(renderer, raster.transparent_surface((1, 1)), figure_card)
                    return True
        return False

    def _visible_blocks(self, extra_height: float) -> list[PlacedBlock]:
        top, bottom = (
            self.offset - _TOP_MARGIN - extra_height,
            self.offset - _TOP_MARGIN + self.rect.height + extra_height,
        )
        return [
            placed
            for placed in self.typeset_page.placed_blocks
            if placed.rect.bottom + _BLOCK_MARGIN > top and placed.rect.top - _BLOCK_MARGIN < bottom
        ]

    def _distance_to_view(self, placed: PlacedBlock) -> float:
        """Return the vertical distance from the visible part to a block; 0 for a visible block."""
        top = self.offset - _TOP_MARGIN
        return max(0.0, top - placed.rect.bottom, placed.rect.top - top - self.rect.height)

    def _block_size_px(self, placed: PlacedBlock) -> tuple[int, int]:
        """Return the size of a drawn block in pixels."""
        to_pixels, rect = self.typeset_page.renderer.to_pixels, placed.rect
        return to_pixels(rect.width + 2 * _BLOCK_MARGIN), to_pixels(rect.height + 2 * _BLOCK_MARGIN)

    def _block_surface(self, placed: PlacedBlock) -> Surface:
        renderer = self.typeset_page.renderer

        def make() -> Surface:
            drawn = raster.to_display_format(raster.transparent_surface(self._block_size_px(placed)))
            with renderer.at_origin(_BLOCK_MARGIN, _BLOCK_MARGIN):
                placed.draw_except_figure_cards(renderer, drawn)
            return drawn

        if renderer.cache.is_collecting:
            return make()
        return self.typeset_page.block_surfaces.get(placed.block_index, make)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        with renderer.clip(target, self.rect):
            left = _text_left(self.typeset_page, self.rect.width)
            x, y = self.rect.left + left, self.rect.top + _TOP_MARGIN - self.offset
            for placed in self._visible_blocks(0):
                self._draw_highlights(renderer, target, placed, x, y + placed.rect.top)
                renderer.blit(
                    target, self._block_surface(placed), x - _BLOCK_MARGIN, y + placed.rect.top - _BLOCK_MARGIN
                )
            self._draw_figure_cards(renderer, target, x, y)
            with renderer.shift(self.rect.left, self.rect.top - self.offset):
                for link in self.links:
                    link.draw(renderer, target)
        self.draw_fades_and_thumb(renderer, target)

    def _draw_figure_cards(self, renderer: Renderer, target: Surface, x: float, y: float) -> None:
        """Draw the cards of figures on the rules page, at most ``_MAX_NEW_CARDS_PER_FRAME`` of them new."""
        new_count = 0
        self.has_undrawn_cards = False
        for placed in self._visible_blocks(0):
            with renderer.shift(x, y + placed.rect.top):
                for figure_card in placed.figure_cards:
                    marked_card = MarkedCard(figure_card.card, figure_card.ring_or_dim_sign)
                    is_new = marked_card not in self.typeset_page.drawn_cards
                    new_count += is_new
                    if is_new and new_count > _MAX_NEW_CARDS_PER_FRAME:
                        self.has_undrawn_cards = True
                        break  # else the missing card would later cover its successors
                    self.typeset_page.drawn_cards.add(marked_card)
                    placed.draw_figure_card(renderer, target, figure_card)

    def _draw_highlights(self, renderer: Renderer, target: Surface, placed: PlacedBlock, x: float, y: float) -> None:
        if self.current_anchor and getattr(placed.block, "anchor", "") == self.current_anchor:
            renderer.draw_box(
                target, _CURRENT_RULE_BOX, FRect(x - 6, y - 7, placed.rect.width + 16, placed.rect.height + 14)
            )
            renderer.fill(target, BRASS, FRect(x - 6, y - 3, 4, placed.rect.height + 6))
        for i, hit in enumerate(self.hits):
            if hit.block_index == placed.block_index:
                for place in placed.text_areas(renderer, hit.start, hit.end):
                    renderer.draw_box(
                        target, _CURRENT_SEARCH_HIT_BOX if i == self.hit_index else _SEARCH_HIT_BOX, place.move(x, y)
                    )


def page_width(paper_width: float) -> float:
    """Return the width of a rules page on a sheet of paper, including the gutter."""
    return min(MAX_LINE_WIDTH + GUTTER_WIDTH, paper_width - 60)


def _text_left(page: TypesetPage, view_width: float) -> float:
    return max(10.0, (view_width - 24 - page.width) / 2 - 8)
