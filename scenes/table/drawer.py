"""The side drawer: a panel at the right edge for help, log and piles; the table shrinks beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame
from pygame import FRect, Rect, Surface

from scenes.render import line_breaks
from scenes.render.backgrounds import DRAWER_EDGE_WIDTH, FELT_BOTTOM_MARGIN, FELT_SIDE_MARGIN, FELT_TOP_MARGIN
from scenes.render.renderer import Renderer
from scenes.render.theme import INK, MIN_TARGET_SIZE
from scenes.render.widgets import Link
from scenes.render.widgets.base import PointerPos, is_press, is_release
from scenes.table.cards.slide import TableSlide
from scenes.table.pages.page import DrawerPage, FocusTarget
from scenes.table.pages.portrait import Portrait
from scenes.text.catalogue import Words

WIDTH = 320.0
"""Width at ``ui_scale`` 1, logical pixels of a window of 1280 x 720."""
MAX_TEXT_FACTOR = 1.25
"""Maximum scale of the drawer's texts."""
_RAIL_OVERLAP = 24.0
"""Width of the table's right edge that the drawer covers, as seats may be closer to the drawer than to the rail."""
_PAD = 20.0
_HEAD_HEIGHT = 88.0
"""Distance from the felt's upper edge to the page; the heading lies below the tools in the corner."""
_PORTRAIT_DIAMETER, _PORTRAIT_GAP = 46.0, 10.0
"""Diameter of the speaker's portrait in the heading, and the gap at its right."""
_TITLE_STYLES = ("tag", "name")
"""Text styles of the heading; the first in which it fits one line is used."""


class Drawer:
    """The side drawer at the table's right edge, which shows the newest of a stack of pages.

    Args:
        on_toggle: called when the drawer begins to open or close, as the table's width changes then.
    """

    def __init__(self, on_toggle: Callable[[], None]) -> None:
        self._on_toggle = on_toggle
        self._pages: list[DrawerPage] = []
        """Pages from bottom to top: persistent pages that come back, then the shown page."""
        self._drawn_page: DrawerPage | None = None
        """The page to draw, also while the drawer closes."""
        self.slide = TableSlide()
        """Common motion of drawer and table while the drawer opens or closes."""
        self._start_fraction = 0.0
        """Value of ``open_fraction`` when that motion began, 0 … 1."""
        self._pressed_inside = False
        self.reduced_motion = False
        """Whether the drawer opens and closes at once, without sliding."""

    @property
    def page(self) -> DrawerPage | None:
        """The page that the side drawer shows; None while the drawer is closed."""
        return self._pages[-1] if self._pages else None

    # --- pages --------------------------------------------------------------------------------------------------------

    def show(self, page: DrawerPage) -> None:
        """Show a page in the side drawer above all others, or rewrite it if it is shown already."""
        old_page, old_share = self.page, self.open_fraction
        if page in self._pages:
            self._pages.remove(page)
        self._pages.append(page)
        persistent_pages = [other for other in self._pages[:-1] if other.yield_to_newer_page()]
        self._pages = [*persistent_pages, page]
        self._on_page_changed(old_page, old_share)

    def move_to_bottom(self, page: DrawerPage) -> None:
        """Move a persistent page of the side drawer below the other persistent pages, and refresh it."""
        was = self.page
        self._pages.remove(page)
        self._pages.insert(0, page)
        if self.page is page or self.page is not was:
            self._lay_out_page(self._pages[-1])

    def __contains__(self, page: DrawerPage) -> bool:
        """Whether a page is open in the side drawer, perhaps below a newer one."""
        return page in self._pages

    def withdraw(self, page: DrawerPage) -> None:
        """Remove a page from the side drawer if it is open."""
        was, opened = self.page, self.open_fraction
        if page in self._pages:
            self._pages.remove(page)
            self._on_page_changed(was, opened)

    def close_temporary_page(self) -> bool:
        """Close the side drawer's shown page unless it is persistent; return whether it was closed."""
        page = self.page
        if page is None or page.returns_after_newer_page:
            return False
        page.close()
        return True

    def _on_page_changed(self, old_page: DrawerPage | None, old_fraction: float) -> None:
        if (old_page is None) != (self.page is None):
            self._start_fraction = old_fraction
            self._on_toggle()
        elif self.page is not None:
            self._lay_out_page(self.page)

    # --- size ---------------------------------------------------------------------------------------------------------

    def reserved_px(self, unscaled_renderer: Renderer, ui_scale: float) -> int:
        """Return the width reserved for the side drawer at the right of the table, window pixels; 0 while it is closed.

        Args:
            unscaled_renderer: renderer at scale 1.
            ui_scale: scale of texts in the settings.
        """
        return (
            unscaled_renderer.to_pixels(_width(ui_scale) + FELT_SIDE_MARGIN + DRAWER_EDGE_WIDTH - _RAIL_OVERLAP)
            if self._pages
            else 0
        )

    def lay_out(
        self,
        unscaled_renderer: Renderer,
        renderer: Renderer,
        words: Words,
        table_bottom: float,
        *,
        reduced_motion: bool,
    ) -> None:
        """Lay out the side drawer and its page.

        Args:
            unscaled_renderer: renderer at scale 1, which draws the felt.
            renderer: for the texts, at most ``MAX_TEXT_FACTOR`` times as large.
            words: texts.
            table_bottom: lower edge of the table, logical pixels at scale 1.
            reduced_motion: whether the drawer opens and closes at once.
        """
        self.unscaled_renderer, self.renderer, self.words, self.reduced_motion = (
            unscaled_renderer,
            renderer,
            words,
            reduced_motion,
        )
        text_scale = renderer.scale / unscaled_renderer.scale
        self.width = _width(text_scale)
        """Width without the edge, logical pixels at scale 1."""
        right, bottom = (
            unscaled_renderer.width - FELT_SIDE_MARGIN,
            min(unscaled_renderer.height - FELT_BOTTOM_MARGIN, table_bottom),
        )
        self.rect = FRect(
            (right - self.width) / text_scale,
            FELT_TOP_MARGIN / text_scale,
            self.width / text_scale,
            (bottom - FELT_TOP_MARGIN) / text_scale,
        )
        """The drawer's area in its own coordinates."""
        self.area = FRect(self.rect.inflate(-2 * _PAD, 0))
        self.area.top += _HEAD_HEIGHT / text_scale
        self.area.height = self.rect.bottom - _PAD - self.area.top
        if self.page is not None:
            self._lay_out_page(self.page)

    def _lay_out_page(self, page: DrawerPage) -> None:
        """Lay out the side drawer's shown page, its heading and its close link."""
        renderer = self.renderer
        page.lay_out(renderer, self.area)
        self._drawn_page = page
        self.close_link = Link(
            self.words("app.button.close"), self._close_page, icon="", style="explanation", on_dark=False
        )
        self.close_link.visible = page.is_closable
        self.close_link.rect = FRect(0, 0, *self.close_link.preferred_size(renderer))
        tools_width = 99.0 * self.unscaled_renderer.scale / renderer.scale  # the tools in the corner
        # the target of a short word would overlap the tools
        target_width = max(MIN_TARGET_SIZE, self.close_link.rect.width)
        self.close_link.rect.center = (self.rect.right - tools_width - target_width / 2, self._heading_y)
        self.close_link.set_min_target_size(renderer.min_target_size)

    def _close_page(self) -> None:
        if self.page is not None:
            self.page.close()

    @property
    def _heading_y(self) -> float:
        """Vertical centre of the side drawer's heading, drawer coordinates."""
        return (self.rect.top + self.area.top) / 2

    # --- time ---------------------------------------------------------------------------------------------------------

    @property
    def open_fraction(self) -> float:
        """Fraction to which the side drawer is open, 0 … 1."""
        end = 1.0 if self._pages else 0.0
        return end + (self._start_fraction - end) * self.slide.remaining_fraction

    @property
    def is_sliding(self) -> bool:
        return self.slide.is_moving

    def update(self, elapsed_ms: float) -> bool:
        """Advance the slide of the side drawer by ``elapsed_ms`` milliseconds; return whether it moved."""
        return self.slide.update(elapsed_ms)

    def finish_slide(self) -> None:
        self.slide.finish()

    # --- input --------------------------------------------------------------------------------------------------------

    def focus_targets(self) -> Sequence[FocusTarget]:
        """Return the focus targets of the side drawer: those of its page, then the close link."""
        page = self.page
        if page is None:
            return ()
        close = [FocusTarget(self.close_link, self.close_link.rect)] if self.close_link.visible else []
        return [*page.focus_targets(), *close]

    def handle_key(self, event: pygame.Event) -> bool:
        """Pass a key event to the side drawer's page; return whether the page used it."""
        return self.page is not None and self.page.handle_key(event)

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        """Handle a pointer event in the side drawer's coordinates; return whether the table must ignore the event, as
        it must each press inside the drawer."""
        page = self.page
        if page is None:
            return False
        inside = self.covers(pos)
        used = self.close_link.handle(event, pos) if self.close_link.visible else False
        if not (used and is_press(event)) and self.page is page:
            used |= page.handle(event, pos)
        if is_press(event):
            self._pressed_inside = inside
            return inside
        if is_release(event) and self._pressed_inside:
            self._pressed_inside = False
            return True
        return used

    def covers(self, drawer_pos: PointerPos) -> bool:
        """Whether the open side drawer covers a position in drawer coordinates."""
        return self.page is not None and drawer_pos is not None and bool(self.rect.collidepoint(drawer_pos))

    def can_scroll_at(self, drawer_pos: PointerPos) -> bool:
        """Whether the side drawer's page can be scrolled at a position in drawer coordinates."""
        return self.page is not None and self.page.can_scroll_at(drawer_pos)

    # --- drawing ------------------------------------------------------------------------------------------------------

    def draw(self, target: Surface) -> None:
        """Draw the open part of the side drawer with its page."""
        page, open_share = self._drawn_page, self.open_fraction
        if page is None or not open_share:
            return
        unscaled, renderer = self.unscaled_renderer, self.renderer
        hidden_width = self.width * (1 - open_share)
        left, old_clip = unscaled.width - FELT_SIDE_MARGIN - self.width, target.get_clip()
        visible_area = FRect(
            left + hidden_width - DRAWER_EDGE_WIDTH, 0, self.width - hidden_width + DRAWER_EDGE_WIDTH, unscaled.height
        )
        target.set_clip(Rect(unscaled.to_shifted_pixel_rect(visible_area)).clip(old_clip))
        unscaled.blit(target, unscaled.drawer_paper(self.width), left, FELT_TOP_MARGIN)
        unscaled.blit(target, unscaled.drawer_edge(), left + hidden_width - DRAWER_EDGE_WIDTH, FELT_TOP_MARGIN)
        with renderer.shift_px(unscaled.to_pixels(hidden_width), 0):
            self._draw_heading(page, target)
            page.draw(renderer, target)
        target.set_clip(old_clip)

    def _draw_heading(self, page: DrawerPage, target: Surface) -> None:
        renderer, x = self.renderer, self.area.left
        right = (self.close_link.rect.left if self.close_link.visible else self.close_link.rect.right) - 10
        longest_word = max(
            (renderer.text_width(word, _TITLE_STYLES[-1]) for _, word in line_breaks.split_words(page.title)),
            default=0.0,
        )
        if page.portrait and longest_word <= right - x - _PORTRAIT_DIAMETER - _PORTRAIT_GAP:
            portrait = Portrait(page.portrait, _PORTRAIT_DIAMETER)
            portrait.rect.midleft = (x, self._heading_y)
            portrait.draw(renderer, target)
            x += _PORTRAIT_DIAMETER + _PORTRAIT_GAP
        max_width = max(1.0, right - x)
        style = renderer.first_fitting_style(page.title, _TITLE_STYLES, max_width)
        title = renderer.text(page.title, style, INK)
        if renderer.text_width(page.title, style) > max_width:
            title = renderer.paragraph(page.title, style, INK, max_width)
        renderer.blit(target, title, x, self._heading_y, "midleft")
        if self.close_link.visible:
            self.close_link.draw(renderer, target)
            self.close_link.draw_focus(renderer, target)


def _width(ui_scale: float) -> float:
    """Return the side drawer's width for a text scale; it grows more slowly than the texts, to leave space for the
    table."""
    return WIDTH * math.sqrt(min(MAX_TEXT_FACTOR, max(1.0, ui_scale)))
