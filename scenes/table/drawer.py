"""The drawer: the one place for help, at the right inside the brass. The table makes room for it."""

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
from scenes.table.cards.slide import Slide
from scenes.table.pages.page import DrawerPage, FocusTarget
from scenes.table.pages.portrait import Portrait
from scenes.text.catalogue import Words

WIDTH = 320.0
"""Width at the usual size of texts, logical pixels at 1280 x 720."""
MAX_TEXT_FACTOR = 1.25
"""Largest factor of its texts."""
_RAIL_OVERLAP = 24.0
"""How far the table's own right edge lies below the drawer: seats keep less distance from it than from the rail."""
_PAD = 20.0
_HEAD_HEIGHT = 88.0
"""From the felt's upper edge to the page: the heading lies below the tools in the corner."""
_PORTRAIT_DIAMETER, _PORTRAIT_GAP = 46.0, 10.0
"""Size of the portrait of who speaks, and the space at its right."""
_TITLE_STYLES = ("tag", "name")
"""Styles of the heading: the first in which it fits one line."""


class Drawer:
    """Shows one page at a time; what is newer takes the place of what is older.

    Args:
        moved: called when it begins to open or to close: the table has another width from then on.
    """

    def __init__(self, on_toggle: Callable[[], None]) -> None:
        self._on_toggle = on_toggle
        self._pages: list[DrawerPage] = []
        """The present page, last, above those that come back after it."""
        self._drawn_page: DrawerPage | None = None
        """The page that is drawn, also while the drawer closes."""
        self.slide = Slide()
        """The motion in which it opens or closes, with the table."""
        self._start_share = 0.0
        """How far it was open when that began, 0 … 1."""
        self._pressed_inside = False
        self.reduced_motion = False
        """Reduced motion, or no motion at all: it doesn't slide."""

    @property
    def page(self) -> DrawerPage | None:
        """The present page; None while the drawer is closed."""
        return self._pages[-1] if self._pages else None

    # --- what it shows ------------------------------------------------------------------------------------------------

    def show(self, page: DrawerPage) -> None:
        """Show a page, or what it says now."""
        was, opened = self.page, self.open_share
        if page in self._pages:
            self._pages.remove(page)
        self._pages.append(page)
        kept = [other for other in self._pages[:-1] if other.yield_to_newer()]
        self._pages = [*kept, page]
        self._change_page(was, opened)

    def show_below(self, page: DrawerPage) -> None:
        """Let a page that lasts lie under the others that do, and say what it says now."""
        was = self.page
        self._pages.remove(page)
        self._pages.insert(0, page)
        if self.page is page or self.page is not was:
            self._lay_out_page(self._pages[-1])

    def __contains__(self, page: DrawerPage) -> bool:
        """Whether the page is there, also below a newer one."""
        return page in self._pages

    def withdraw(self, page: DrawerPage) -> None:
        """Show this page no more."""
        was, opened = self.page, self.open_share
        if page in self._pages:
            self._pages.remove(page)
            self._change_page(was, opened)

    def close_temporary_page(self) -> bool:
        """Send a page away that doesn't last; False when there is none."""
        page = self.page
        if page is None or page.is_persistent:
            return False
        page.close()
        return True

    def _change_page(self, old_page: DrawerPage | None, old_share: float) -> None:
        if (old_page is None) != (self.page is None):
            self._start_share = old_share
            self._on_toggle()
        elif self.page is not None:
            self._lay_out_page(self.page)

    # --- size ---------------------------------------------------------------------------------------------------------

    def reserved_px(self, unscaled_renderer: Renderer, ui_scale: float) -> int:
        """Pixels at the right that the table leaves free; 0 while the drawer is closed.

        Args:
            plain: the look at a factor of 1.
            ui: size of texts.
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
        """Place everything.

        Args:
            plain: the look at a factor of 1, in which the felt is drawn.
            look: of the texts, at most ``MAX_TEXT_FACTOR`` times as large.
            words: texts.
            low: where the table ends, logical pixels at a factor of 1.
            calm: reduced motion, or none at all.
        """
        self.unscaled_renderer, self.renderer, self.words, self.reduced_motion = (
            unscaled_renderer,
            renderer,
            words,
            reduced_motion,
        )
        by = renderer.scale / unscaled_renderer.scale
        self.width = _width(by)
        """Width at a factor of 1, without its edge."""
        right, bottom = (
            unscaled_renderer.width - FELT_SIDE_MARGIN,
            min(unscaled_renderer.height - FELT_BOTTOM_MARGIN, table_bottom),
        )
        self.rect = FRect(
            (right - self.width) / by, FELT_TOP_MARGIN / by, self.width / by, (bottom - FELT_TOP_MARGIN) / by
        )
        """Its area in its own look."""
        self.area = FRect(self.rect.inflate(-2 * _PAD, 0))
        self.area.top += _HEAD_HEIGHT / by
        self.area.height = self.rect.bottom - _PAD - self.area.top
        if self.page is not None:
            self._lay_out_page(self.page)

    def _lay_out_page(self, page: DrawerPage) -> None:
        """Lay the present page out, with its heading."""
        look = self.renderer
        page.lay_out(look, self.area)
        self._drawn_page = page
        self.close_link = Link(
            self.words("app.button.close"), self._close_page, icon="", style="explanation", on_dark=False
        )
        self.close_link.visible = page.is_closable
        self.close_link.rect = FRect(0, 0, *self.close_link.preferred_size(look))
        tools = 99.0 * self.unscaled_renderer.scale / look.scale  # the tools in the corner
        wide = max(MIN_TARGET_SIZE, self.close_link.rect.width)  # a short word's target would reach the tools
        self.close_link.rect.center = (self.rect.right - tools - wide / 2, self._heading_y)
        self.close_link.set_min_target_size(look.min_target_size)

    def _close_page(self) -> None:
        if self.page is not None:
            self.page.close()

    @property
    def _heading_y(self) -> float:
        """Height of the middle of the heading."""
        return (self.rect.top + self.area.top) / 2

    # --- time ---------------------------------------------------------------------------------------------------------

    @property
    def open_share(self) -> float:
        """How far it is open, 0 … 1."""
        end = 1.0 if self._pages else 0.0
        return end + (self._start_share - end) * self.slide.remaining_share

    @property
    def is_sliding(self) -> bool:
        """Whether it slides."""
        return self.slide.is_moving

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when it slides."""
        return self.slide.update(dt)

    def finish_slide(self) -> None:
        """End the slide."""
        self.slide.finish()

    # --- input --------------------------------------------------------------------------------------------------------

    def focus_targets(self) -> Sequence[FocusTarget]:
        """What the keyboard can press: on the page, then the link that closes it."""
        page = self.page
        if page is None:
            return ()
        close = [FocusTarget(self.close_link, self.close_link.rect)] if self.close_link.visible else []
        return [*page.focus_targets(), *close]

    def handle_key(self, event: pygame.Event) -> bool:
        """Let the page use a key."""
        return self.page is not None and self.page.handle_key(event)

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        """Use an event of the pointer, at a place in its own look; a press on the paper goes no further."""
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

    def covers(self, pos: PointerPos) -> bool:
        """Whether a place in its own look lies on it."""
        return self.page is not None and pos is not None and bool(self.rect.collidepoint(pos))

    def can_scroll_at(self, pos: PointerPos) -> bool:
        """Whether what is there, at a place in its own look, can be scrolled."""
        return self.page is not None and self.page.can_scroll_at(pos)

    # --- drawing ------------------------------------------------------------------------------------------------------

    def draw(self, target: Surface) -> None:
        """Draw the drawer, as far as it is open."""
        page, opened = self._drawn_page, self.open_share
        if page is None or not opened:
            return
        plain, look = self.unscaled_renderer, self.renderer
        off = self.width * (1 - opened)
        left, before = plain.width - FELT_SIDE_MARGIN - self.width, target.get_clip()
        seen = FRect(left + off - DRAWER_EDGE_WIDTH, 0, self.width - off + DRAWER_EDGE_WIDTH, plain.height)
        target.set_clip(Rect(plain.to_pixel_rect(seen)).clip(before))
        plain.blit(target, plain.drawer_paper(self.width), left, FELT_TOP_MARGIN)
        plain.blit(target, plain.drawer_edge(), left + off - DRAWER_EDGE_WIDTH, FELT_TOP_MARGIN)
        with look.moved_px(plain.to_pixels(off), 0):
            self._draw_heading(page, target)
            page.draw(look, target)
        target.set_clip(before)

    def _draw_heading(self, page: DrawerPage, target: Surface) -> None:
        look, x = self.renderer, self.area.left
        end = (self.close_link.rect.left if self.close_link.visible else self.close_link.rect.right) - 10
        longest = max(
            (look.text_width(word, _TITLE_STYLES[-1]) for _, word in line_breaks.split_words(page.title)), default=0.0
        )
        if page.portrait and longest <= end - x - _PORTRAIT_DIAMETER - _PORTRAIT_GAP:
            face = Portrait(page.portrait, _PORTRAIT_DIAMETER)
            face.rect.midleft = (x, self._heading_y)
            face.draw(look, target)
            x += _PORTRAIT_DIAMETER + _PORTRAIT_GAP
        room = max(1.0, end - x)
        style = look.first_fitting_style(page.title, _TITLE_STYLES, room)
        title = look.text(page.title, style, INK)
        if look.text_width(page.title, style) > room:
            title = look.paragraph(page.title, style, INK, room)
        look.blit(target, title, x, self._heading_y, "midleft")
        if self.close_link.visible:
            self.close_link.draw(look, target)
            self.close_link.draw_focus(look, target)


def _width(ui_scale: float) -> float:
    """Width for a size of texts: larger texts get some of the room that they need, the table keeps the rest."""
    return WIDTH * math.sqrt(min(MAX_TEXT_FACTOR, max(1.0, ui_scale)))
