"""The drawer: the one place for help, at the right inside the brass. The table makes room for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame
from pygame import FRect, Rect, Surface

from scenes.look import line_breaks
from scenes.look.backgrounds import DRAWER_EDGE, FELT_BELOW, FELT_SIDE, FELT_TOP
from scenes.look.look import Look
from scenes.look.theme import INK, MIN_TARGET
from scenes.look.widgets import Link
from scenes.look.widgets.base import Pos, is_press, is_release
from scenes.table.felt.slide import Slide
from scenes.table.panels.page import Page, Reachable
from scenes.table.panels.portrait import Portrait
from scenes.text.words import Words

WIDE = 320.0
"""Width at the usual size of texts, logical pixels at 1280 x 720."""
MOST = 1.25
"""Largest factor of its texts."""
_RAIL = 24.0
"""How far the table's own right edge lies below the drawer: seats keep less distance from it than from the rail."""
_PAD = 20.0
_HEAD = 88.0
"""From the felt's upper edge to the page: the heading lies below the tools in the corner."""
_FACE, _FACE_GAP = 46.0, 10.0
"""Size of the portrait of who speaks, and the space at its right."""
_TITLES = ("tag", "name")
"""Styles of the heading: the first in which it fits one line."""


class Drawer:
    """Shows one page at a time; what is newer takes the place of what is older.

    Args:
        moved: called when it begins to open or to close: the table has another width from then on.
    """

    def __init__(self, moved: Callable[[], None]) -> None:
        self._moved = moved
        self._pages: list[Page] = []
        """The present page, last, above those that come back after it."""
        self._seen: Page | None = None
        """The page that is drawn, also while the drawer closes."""
        self.slide = Slide()
        """The motion in which it opens or closes, with the table."""
        self._open_before = 0.0
        """How far it was open when that began, 0 … 1."""
        self._held = False
        self.calm = False
        """Reduced motion, or no motion at all: it doesn't slide."""

    @property
    def page(self) -> Page | None:
        """The present page; None while the drawer is closed."""
        return self._pages[-1] if self._pages else None

    # --- what it shows ------------------------------------------------------------------------------------------------

    def show(self, page: Page) -> None:
        """Show a page, or what it says now."""
        was, opened = self.page, self.opened
        if page in self._pages:
            self._pages.remove(page)
        self._pages.append(page)
        kept = [other for other in self._pages[:-1] if other.give_way()]
        self._pages = [*kept, page]
        self._change(was, opened)

    def lower(self, page: Page) -> None:
        """Let a page that lasts lie under the others that do, and say what it says now."""
        was = self.page
        self._pages.remove(page)
        self._pages.insert(0, page)
        if self.page is page or self.page is not was:
            self._set(self._pages[-1])

    def __contains__(self, page: Page) -> bool:
        """Whether the page is there, also below a newer one."""
        return page in self._pages

    def withdraw(self, page: Page) -> None:
        """Show this page no more."""
        was, opened = self.page, self.opened
        if page in self._pages:
            self._pages.remove(page)
            self._change(was, opened)

    def escape(self) -> bool:
        """Send a page away that doesn't last; False when there is none."""
        page = self.page
        if page is None or page.lasts:
            return False
        page.close()
        return True

    def _change(self, was: Page | None, opened: float) -> None:
        if (was is None) != (self.page is None):
            self._open_before = opened
            self._moved()
        elif self.page is not None:
            self._set(self.page)

    # --- size ---------------------------------------------------------------------------------------------------------

    def aside(self, plain: Look, ui: float) -> int:
        """Pixels at the right that the table leaves free; 0 while the drawer is closed.

        Args:
            plain: the look at a factor of 1.
            ui: size of texts.
        """
        return plain.px(_width(ui) + FELT_SIDE + DRAWER_EDGE - _RAIL) if self._pages else 0

    def lay_out(self, plain: Look, look: Look, words: Words, low: float, *, calm: bool) -> None:
        """Place everything.

        Args:
            plain: the look at a factor of 1, in which the felt is drawn.
            look: of the texts, at most ``MOST`` times as large.
            words: texts.
            low: where the table ends, logical pixels at a factor of 1.
            calm: reduced motion, or none at all.
        """
        self.plain, self.look, self.words, self.calm = plain, look, words, calm
        by = look.scale / plain.scale
        self.width = _width(by)
        """Width at a factor of 1, without its edge."""
        right, bottom = plain.width - FELT_SIDE, min(plain.height - FELT_BELOW, low)
        self.rect = FRect((right - self.width) / by, FELT_TOP / by, self.width / by, (bottom - FELT_TOP) / by)
        """Its area in its own look."""
        self.area = FRect(self.rect.inflate(-2 * _PAD, 0))
        self.area.top += _HEAD / by
        self.area.height = self.rect.bottom - _PAD - self.area.top
        if self.page is not None:
            self._set(self.page)

    def _set(self, page: Page) -> None:
        """Lay the present page out, with its heading."""
        look = self.look
        page.lay_out(look, self.area)
        self._seen = page
        self.close_link = Link(
            self.words("app.button.close"), self._send_away, icon="", style="explanation", dark=False
        )
        self.close_link.visible = page.closes
        self.close_link.rect = FRect(0, 0, *self.close_link.preferred(look))
        tools = 99.0 * self.plain.scale / look.scale  # the tools in the corner
        wide = max(MIN_TARGET, self.close_link.rect.width)  # a short word's target would reach the tools
        self.close_link.rect.center = (self.rect.right - tools - wide / 2, self._middle)
        self.close_link.set_reach(look.reach)

    def _send_away(self) -> None:
        if self.page is not None:
            self.page.close()

    @property
    def _middle(self) -> float:
        """Height of the middle of the heading."""
        return (self.rect.top + self.area.top) / 2

    # --- time ---------------------------------------------------------------------------------------------------------

    @property
    def opened(self) -> float:
        """How far it is open, 0 … 1."""
        end = 1.0 if self._pages else 0.0
        return end + (self._open_before - end) * self.slide.left

    @property
    def moving(self) -> bool:
        """Whether it slides."""
        return self.slide.moving

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when it slides."""
        return self.slide.update(dt)

    def finish(self) -> None:
        """End the slide."""
        self.slide.finish()

    # --- input --------------------------------------------------------------------------------------------------------

    def reachable(self) -> Sequence[Reachable]:
        """What the keyboard can press: on the page, then the link that closes it."""
        page = self.page
        if page is None:
            return ()
        close = [Reachable(self.close_link, self.close_link.rect)] if self.close_link.visible else []
        return [*page.reachable(), *close]

    def key(self, event: pygame.Event) -> bool:
        """Let the page use a key."""
        return self.page is not None and self.page.key(event)

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        """Use an event of the pointer, at a place in its own look; a press on the paper goes no further."""
        page = self.page
        if page is None:
            return False
        inside = self.covers(pos)
        used = self.close_link.handle(event, pos) if self.close_link.visible else False
        if not (used and is_press(event)) and self.page is page:
            used |= page.handle(event, pos)
        if is_press(event):
            self._held = inside
            return inside
        if is_release(event) and self._held:
            self._held = False
            return True
        return used

    def covers(self, pos: Pos) -> bool:
        """Whether a place in its own look lies on it."""
        return self.page is not None and pos is not None and bool(self.rect.collidepoint(pos))

    def scrolls_at(self, pos: Pos) -> bool:
        """Whether what is there, at a place in its own look, can be scrolled."""
        return self.page is not None and self.page.scrolls_at(pos)

    # --- drawing ------------------------------------------------------------------------------------------------------

    def draw(self, target: Surface) -> None:
        """Draw the drawer, as far as it is open."""
        page, opened = self._seen, self.opened
        if page is None or not opened:
            return
        plain, look = self.plain, self.look
        off = self.width * (1 - opened)
        left, before = plain.width - FELT_SIDE - self.width, target.get_clip()
        seen = FRect(left + off - DRAWER_EDGE, 0, self.width - off + DRAWER_EDGE, plain.height)
        target.set_clip(Rect(plain.area(seen)).clip(before))
        plain.blit(target, plain.drawer(self.width), left, FELT_TOP)
        plain.blit(target, plain.drawer_edge(), left + off - DRAWER_EDGE, FELT_TOP)
        with look.moved(plain.px(off), 0):
            self._draw_heading(page, target)
            page.draw(look, target)
        target.set_clip(before)

    def _draw_heading(self, page: Page, target: Surface) -> None:
        look, x = self.look, self.area.left
        end = (self.close_link.rect.left if self.close_link.visible else self.close_link.rect.right) - 10
        longest = max((look.text_width(word, _TITLES[-1]) for _, word in line_breaks.words(page.title)), default=0.0)
        if page.portrait and longest <= end - x - _FACE - _FACE_GAP:
            face = Portrait(page.portrait, _FACE)
            face.rect.midleft = (x, self._middle)
            face.draw(look, target)
            x += _FACE + _FACE_GAP
        room = max(1.0, end - x)
        style = look.fitting(page.title, _TITLES, room)
        title = look.text(page.title, style, INK)
        if look.text_width(page.title, style) > room:
            title = look.paragraph(page.title, style, INK, room)
        look.blit(target, title, x, self._middle, "midleft")
        if self.close_link.visible:
            self.close_link.draw(look, target)
            self.close_link.draw_focus(look, target)


def _width(ui: float) -> float:
    """Width for a size of texts: larger texts get some of the room that they need, the table keeps the rest."""
    return WIDE * math.sqrt(min(MOST, max(1.0, ui)))
