"""Base classes of the side drawer's pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame
from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_BROWN, PAPER, PAPER_BOTTOM, Colour
from scenes.render.widgets import Button, Clickable, Group, Link, Scroll, Widget
from scenes.render.widgets.base import PointerPos

FADE_HEIGHT = 32.0
"""Height of the strip in which a list fades at its edges."""
_SCROLLBAR_SPACE = 14.0
"""Width reserved for the scroll bar."""


class FocusTarget(NamedTuple):
    """A widget that the keyboard can press, and its visible area."""

    widget: Clickable
    area: FRect


class DrawerPage:
    """Base class of the pages of the side drawer. It is laid out again when texts, size or content change."""

    title = ""
    portrait = ""
    """Portrait beside the title; empty for none."""

    @property
    def returns_after_newer_page(self) -> bool:
        """Whether this page of the side drawer returns after a newer one; otherwise a newer page closes it."""
        return False

    @property
    def is_closable(self) -> bool:
        """Whether the player can close this page of the side drawer."""
        return True

    @property
    def enter_button(self) -> Button | None:
        """The page's button that Enter presses; None for none."""
        return None

    def close(self) -> None:
        """Close the side drawer page, because the player closed it or a newer one replaces it."""

    def yield_to_newer_page(self) -> bool:
        """Yield the side drawer to a newer page, closing this one unless it comes back; return whether it does."""
        if not self.returns_after_newer_page:
            self.close()
        return self.returns_after_newer_page

    def lay_out(self, renderer: Renderer, area: FRect) -> None:
        """Lay out the page's content in an area below its heading."""

    def focus_targets(self) -> Sequence[FocusTarget]:
        """Return the page's widgets that the keyboard can press, in order."""
        return ()

    def reveal(self, widget: Clickable) -> None:
        """Scroll a focusable widget of the page into view."""

    def handle_key(self, event: pygame.Event) -> bool:
        """Handle a key on the page before the table does; return whether it was used."""
        return False

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        """Handle a pointer event on the page; return whether something changed."""
        return False

    def can_scroll_at(self, pos: PointerPos) -> bool:
        """Whether the page's content at a position can be scrolled."""
        return False

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the page's content below its heading."""


class PageParagraph(Widget):
    """A paragraph of text on paper; words between asterisks are brown."""

    def __init__(self, renderer: Renderer, string: str, style: str, width: float, colour: Colour = INK) -> None:
        super().__init__()
        self.string, self.style, self.width, self.colour = string, style, width, colour
        self.rect = FRect(0, 0, width, renderer.paragraph_height(string, style, width))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        drawn = renderer.paragraph(self.string, self.style, self.colour, self.width, emphasis=INK_BROWN)
        renderer.blit(target, drawn, *self.rect.topleft)


class ComposedPage(DrawerPage):
    """A side drawer page composed of widgets from top to bottom: a scrolling body, and buttons at its foot."""

    def __init__(self) -> None:
        self.renderer: Renderer
        self.area = FRect(0, 0, 0, 0)
        self.content_width = 0.0
        """Width available for widgets of the body."""
        self.content_height = 0.0
        """Height of the body so far."""
        self.body = Scroll(FRect(0, 0, 0, 0), 0.0)
        self.widgets: list[Widget] = []
        self.buttons: list[Clickable] = []
        self._last_texts: object = None

    def compose(self) -> None:
        """Set the page's title and add all its widgets."""
        raise NotImplementedError

    # --- composing ----------------------------------------------------------------------------------------------------

    def add(self, widget: Widget, x: float = 0.0, *, gap_below: float = 0.0) -> None:
        """Add a widget to the page's body below the last one, with ``gap_below`` logical pixels below the widget."""
        self.add_at(widget, x, self.content_height)
        self.content_height += widget.rect.height + gap_below

    def add_at(self, widget: Widget, x: float, y: float) -> None:
        """Add a widget at a position in the page's body."""
        widget.rect.topleft = (x, y)
        widget.set_min_target_size(self.renderer.min_target_size)
        self.widgets.append(widget)

    def add_paragraph(self, string: str, style: str = "body", colour: Colour = INK, *, gap_below: float = 10.0) -> None:
        self.add(PageParagraph(self.renderer, string, style, self.content_width, colour), gap_below=gap_below)

    def add_link(self, label: str, action: Callable[[], None], *, icon: str = "rules") -> Link:
        link = Link(label, action, icon=icon, style="explanation", on_dark=False)
        link.rect = FRect(0, 0, *link.preferred_size(self.renderer))
        self.add(link, gap_below=8.0)
        return link

    def add_foot_button(self, button: Clickable) -> None:
        """Add a button at the page's foot, below the scrolling body."""
        self.buttons.append(button)

    # --- layout -------------------------------------------------------------------------------------------------------

    def lay_out(self, renderer: Renderer, area: FRect) -> None:
        self.renderer, self.area, self.content_width, self.content_height = (
            renderer,
            area,
            area.width - _SCROLLBAR_SPACE,
            0.0,
        )
        self.widgets, self.buttons = [], []
        self.compose()
        bottom = area.bottom
        for button in reversed(self.buttons):
            width, height = button.preferred_size(renderer)
            if isinstance(button, Link):
                bottom -= max(0.0, renderer.min_target_size - height) / 2
            button.rect = FRect(area.left, bottom - height, min(width, area.width), height)
            if isinstance(button, Button):
                button.rect.width = area.width
            button.set_min_target_size(renderer.min_target_size)
            bottom -= height + (
                renderer.row_gap(8.0, height)
                if isinstance(button, Button)
                else max(4.0, (renderer.min_target_size - height) / 2)
            )
        texts = [widget.string for widget in self.widgets if isinstance(widget, PageParagraph)]
        # keep the scroll position when only the size changes
        offset = self.body.offset if texts == self._last_texts else 0.0
        self._last_texts = texts
        self.body = Scroll(
            FRect(area.left, area.top, area.width, max(0.0, bottom - area.top)), self.content_height, self.widgets
        )
        self.body.set_min_target_size(renderer.min_target_size)
        self.body.scroll(offset)
        self.group = Group([self.body, *self.buttons])

    def focus_targets(self) -> Sequence[FocusTarget]:
        dx, dy = self.body.origin
        found = [FocusTarget(one, one.rect) for one in self.buttons]
        return found + [FocusTarget(one, one.rect.move(dx, dy)) for one in self.widgets if isinstance(one, Clickable)]

    def reveal(self, widget: Clickable) -> None:
        if widget in self.widgets:
            self.body.reveal(widget)

    def handle_key(self, event: pygame.Event) -> bool:
        return self.body.handle_page_key(event)

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        return self.group.handle(event, pos)

    def can_scroll_at(self, pos: PointerPos) -> bool:
        return self.group.can_scroll_at(pos) and not self.group.starts_drag(pos)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        self.body.draw(renderer, target)
        fade_edges(
            renderer,
            target,
            self.body.rect,
            hidden_above=self.body.offset,
            hidden_below=self.body.max_offset - self.body.offset,
        )
        for button in self.buttons:
            button.draw(renderer, target)
            button.draw_focus(renderer, target)


def fade_edges(renderer: Renderer, target: Surface, rect: FRect, *, hidden_above: float, hidden_below: float) -> None:
    """Fade a scrolling list at the edges beyond which it continues, by the hidden heights above and below."""
    wide = rect.width - _SCROLLBAR_SPACE
    if hidden_above > 0:
        renderer.blit(target, renderer.fade_strip(wide, FADE_HEIGHT, PAPER, opaque_below=False), rect.left, rect.top)
    if hidden_below > 0:
        renderer.blit(
            target,
            renderer.fade_strip(wide, FADE_HEIGHT, PAPER_BOTTOM, opaque_below=True),
            rect.left,
            rect.bottom,
            "bottomleft",
        )
