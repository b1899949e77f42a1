"""The side drawer: a panel at the right edge for help, log and piles; the table shrinks beside it."""

from __future__ import annotations

import math
from collections.abc import Callable

from pygame import FRect, Rect, Surface

from scenes.render import timing
from scenes.render.backgrounds import DRAWER_EDGE_WIDTH, FELT_BOTTOM_MARGIN, FELT_SIDE_MARGIN
from scenes.render.renderer import Renderer
from scenes.render.space import CardSpace, Frame, LocalSpace, Point, SceneSpace
from scenes.render.theme import INK, MIN_TARGET_SIZE
from scenes.table.pages.page import DrawerPage
from scenes.table.pages.portrait import Portrait
from scenes.text.catalogue import Words
from scenes.ui.shared_slide import SharedSlide
from scenes.ui.timeline import Timeline, Tween
from scenes.ui.tree import Root
from scenes.ui.widgets import IconButton
from scenes.ui.zone import Pin, Zone

DRAWER_KEY = "drawer"
"""Key of the side drawer's zone in the tree."""
WIDTH = 320.0
"""Width at ``ui_scale`` 1, logical pixels of a window of 1280 x 720."""
MAX_TEXT_FACTOR = 1.25
"""Maximum scale of the drawer's texts."""
_RAIL_OVERLAP = 24.0
"""Width of the table's right edge that the drawer covers, as seats may be closer to the drawer than to the rail."""
_PAD = 20.0
_HEAD_HEIGHT = 56.0
"""Distance from the drawer's upper edge to the page, with the heading and the cross that closes it."""
_TOOLS_GAP = 10.0
"""Distance of the drawer from the tools above it."""
_TITLE_GAP = 6.0
"""Distance from the heading to the cross."""
_CROSS_OVERHANG = 10.0
"""Distance to which the cross's target extends beyond the page's right edge."""
_PORTRAIT_DIAMETER, _PORTRAIT_GAP = 40.0, 10.0
"""Diameter of the speaker's portrait in the heading, and the gap at its right."""
_TITLE_STYLES = ("tag", "name", "label")
"""Text styles of the heading; the first in which it fits its line is used."""


class CloseCross(IconButton):
    """Cross on paper that closes the drawer, without a box until it is hovered or focused."""

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.hovered or self.pressed or self.focused:
            super().draw(renderer, target)
        else:
            renderer.blit(target, renderer.icon(self.icon, self.size * 24 / 44, INK), *self.rect.center, "center")


class Drawer:
    """The side drawer at the table's right edge, which shows the newest of a stack of pages.

    Args:
        on_toggle: called when the drawer begins to open or close, as the table's width changes then.
        timeline: the table's.
    """

    def __init__(self, on_toggle: Callable[[], None], timeline: Timeline) -> None:
        self._on_toggle = on_toggle
        self._pages: list[DrawerPage] = []
        """Pages from bottom to top: persistent pages that come back, then the shown page."""
        self._drawn: tuple[DrawerPage, Zone] | None = None
        """The page last drawn and its nodes, which stay in the picture while the drawer closes."""
        tween = Tween(timing.DRAWER_SLIDE_MS, ease=timing.ease_out, follows_speed=False)
        self.slide = SharedSlide(timeline, tween)
        """Common motion of drawer and table while the drawer opens or closes."""
        self._start_fraction = self._end_fraction = 0.0
        """Values of ``open_fraction`` when that motion began and when it ends, 0 … 1."""

    @property
    def page(self) -> DrawerPage | None:
        """The page that the side drawer shows; None while the drawer is closed."""
        return self._pages[-1] if self._pages else None

    # --- pages --------------------------------------------------------------------------------------------------------

    def show(self, page: DrawerPage) -> None:
        """Show a page in the side drawer above all others, or rewrite it if it is shown already."""
        old_page = self.page
        if page in self._pages:
            self._pages.remove(page)
        self._pages.append(page)
        persistent_pages = [other for other in self._pages[:-1] if other.yield_to_newer_page()]
        self._pages = [*persistent_pages, page]
        self._on_page_changed(old_page)

    def move_to_bottom(self, page: DrawerPage) -> None:
        """Move a persistent page of the side drawer below the other persistent pages, and refresh it."""
        was = self.page
        self._pages.remove(page)
        self._pages.insert(0, page)
        if self.page is page or self.page is not was:
            self._pages[-1].lay_out(self.renderer)

    def __contains__(self, page: DrawerPage) -> bool:
        """Whether a page is open in the side drawer, perhaps below a newer one."""
        return page in self._pages

    def withdraw(self, page: DrawerPage) -> None:
        """Remove a page from the side drawer if it is open."""
        was = self.page
        if page in self._pages:
            self._pages.remove(page)
            self._on_page_changed(was)

    def close_temporary_page(self) -> bool:
        """Close the side drawer's shown page unless it is persistent; return whether it was closed."""
        page = self.page
        if page is None or page.returns_after_newer_page:
            return False
        page.close()
        return True

    def _on_page_changed(self, old_page: DrawerPage | None) -> None:
        if (old_page is None) != (self.page is None):
            self._start_fraction, self._end_fraction = self.open_fraction, 1.0 if self._pages else 0.0
            self._on_toggle()
        elif self.page is not None:
            self.page.lay_out(self.renderer)

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
        self, unscaled_renderer: Renderer, renderer: Renderer, words: Words, top_and_bottom: tuple[float, float]
    ) -> None:
        """Lay out the side drawer and its page.

        Args:
            unscaled_renderer: renderer at scale 1, which draws the felt.
            renderer: for the texts, at most ``MAX_TEXT_FACTOR`` times as large.
            words: texts.
            top_and_bottom: lower edges of the tools and of the table, logical pixels at scale 1.
        """
        self.unscaled_renderer, self.renderer, self.words = unscaled_renderer, renderer, words
        frame = self._frame
        self.width = _width(frame.scale)
        """Width without the edge, logical pixels at scale 1."""
        self._top = top_and_bottom[0] + _TOOLS_GAP
        right = unscaled_renderer.width - FELT_SIDE_MARGIN
        bottom = min(unscaled_renderer.height - FELT_BOTTOM_MARGIN, top_and_bottom[1])
        area = FRect(right - self.width, self._top, self.width, bottom - self._top)
        self.rect = frame.to_local_area(area)
        """The drawer's area in its own coordinates."""
        self.area = FRect(self.rect.inflate(-2 * _PAD, 0))
        self.area.top += frame.to_local_length(_HEAD_HEIGHT)
        self.area.height = self.rect.bottom - _PAD - self.area.top
        if self.page is not None:
            self.page.lay_out(renderer)

    @property
    def _frame(self) -> Frame[SceneSpace, LocalSpace]:
        """The drawer's coordinates within those of the felt."""
        return self.renderer.frame_in(self.unscaled_renderer)

    def compose(self, *, enter_is_free: bool) -> Zone | None:
        """Return a description of the side drawer's page and of the cross that closes it; None while it is closed.

        ``enter_is_free``: whether the Enter key presses the page's button, if it has one.
        """
        page = self.page
        if page is None:
            return None
        close = Pin.filling(self._close_cross(), self._close_rect) if page.is_closable else None
        content = page.describe(enter_is_free=enter_is_free)
        return Zone(self.renderer, Pin.filling(content, self.area), close, key=DRAWER_KEY)

    def _close_cross(self) -> CloseCross:
        return CloseCross("cross", self._close_page, name=self.words("app.button.close")).with_layout("close")

    @property
    def _close_rect(self) -> FRect:
        """Area of the cross in the corner, which closes the page."""
        rect = FRect(0, 0, MIN_TARGET_SIZE, MIN_TARGET_SIZE)
        rect.center = self.rect.right - _PAD - MIN_TARGET_SIZE / 2 + _CROSS_OVERHANG, self._heading_y
        return rect

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
        return self._start_fraction + (self._end_fraction - self._start_fraction) * self.slide.progress

    @property
    def is_sliding(self) -> bool:
        return self.slide.is_moving

    def finish_slide(self) -> None:
        self.slide.finish()

    def covers(self, pos: Point[CardSpace], card_renderer: Renderer) -> bool:
        """Whether the open side drawer covers a position on the cards' canvas."""
        frame: Frame[CardSpace, LocalSpace] = self.renderer.frame_in(card_renderer)
        return self.page is not None and bool(self.rect.collidepoint(frame.to_local(pos)))

    # --- drawing ------------------------------------------------------------------------------------------------------

    def draw(self, target: Surface, root: Root) -> None:
        """Draw the open part of the side drawer with its page, whose nodes are in a tree."""
        zone, open_share = root.get(Zone, DRAWER_KEY), self.open_fraction
        if self.page is not None and zone is not None:
            self._drawn = self.page, zone
        if self._drawn is None or not open_share:
            return
        page, zone = self._drawn
        unscaled, renderer = self.unscaled_renderer, self.renderer
        hidden_width = self.width * (1 - open_share)
        left, old_clip = unscaled.width - FELT_SIDE_MARGIN - self.width, target.get_clip()
        visible_area = FRect(
            left + hidden_width - DRAWER_EDGE_WIDTH, 0, self.width - hidden_width + DRAWER_EDGE_WIDTH, unscaled.height
        )
        target.set_clip(Rect(unscaled.to_shifted_pixel_rect(visible_area)).clip(old_clip))
        unscaled.blit(target, unscaled.drawer_paper(self.width, self._top), left, self._top)
        unscaled.blit(target, unscaled.drawer_edge(self._top), left + hidden_width - DRAWER_EDGE_WIDTH, self._top)
        with renderer.shift_px(unscaled.to_pixels(hidden_width), 0):
            self._draw_heading(page, target)
            root.draw(renderer, target, zone)
        target.set_clip(old_clip)

    def _draw_heading(self, page: DrawerPage, target: Surface) -> None:
        renderer, x = self.renderer, self.area.left
        max_width = (self._close_rect.left - _TITLE_GAP if page.is_closable else self.area.right) - x
        beside_portrait = max_width - _PORTRAIT_DIAMETER - _PORTRAIT_GAP
        if page.portrait and renderer.text_width(page.title, _TITLE_STYLES[-1]) <= beside_portrait:
            portrait = Portrait(page.portrait, _PORTRAIT_DIAMETER)
            portrait.rect.midleft = (x, self._heading_y)
            portrait.draw(renderer, target)
            x, max_width = x + _PORTRAIT_DIAMETER + _PORTRAIT_GAP, beside_portrait
        style = renderer.first_fitting_style(page.title, _TITLE_STYLES, max_width)
        renderer.blit(target, renderer.text(page.title, style, INK, max_width=max_width), x, self._heading_y, "midleft")


def _width(ui_scale: float) -> float:
    """Return the side drawer's width for a text scale; it grows more slowly than the texts, to leave space for the
    table."""
    return WIDTH * math.sqrt(min(MAX_TEXT_FACTOR, max(1.0, ui_scale)))
