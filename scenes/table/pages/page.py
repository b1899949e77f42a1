"""Base classes of the side drawer's pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame
from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_BROWN, PAPER, PAPER_BOTTOM, Colour
from scenes.render.widgets import Button, Clickable, Link, Widget
from scenes.render.widgets.base import PointerPos
from scenes.ui import Column, ScrollView, Text
from scenes.ui.tree import Root, visible_nodes

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


class PageContent(NamedTuple):
    """Description of a composed page."""

    title: str
    body: Sequence[Widget]
    """Nodes from top to bottom, which scroll."""
    foot: Sequence[Button | Link] = ()
    """Buttons and links below the body, from top to bottom."""


def page_text(string: str, style: str = "body", colour: Colour = INK, *, gap_below: float = 10.0) -> Text:
    """Return a paragraph on paper; words between asterisks are brown."""
    text = Text(string, style, colour, wraps=True, emphasis=INK_BROWN)
    return text.with_layout(margin=(0, 0, 0, gap_below))


def page_link(
    key: str, label: str, action: Callable[[], None], *, icon: str = "", gap_above: float = 0.0, gap_below: float = 8.0
) -> Link:
    """Return a link on paper."""
    link = Link(label, action, icon=icon, style="explanation", on_dark=False)
    return link.with_layout(key, align="start", margin=(0, gap_above, 0, gap_below))


class ComposedPage(DrawerPage):
    """A side drawer page composed of nodes: a scrolling body, and buttons at its foot."""

    def __init__(self) -> None:
        self.renderer: Renderer
        self.area = FRect(0, 0, 0, 0)
        self.root = Root()

    def compose(self) -> PageContent:
        """Return a description of the page as it is now."""
        raise NotImplementedError

    def lay_out(self, renderer: Renderer, area: FRect) -> None:
        self.renderer, self.area = renderer, area
        self.refresh()

    def refresh(self) -> None:
        """Describe the page anew after a change."""
        self.title, body, foot = self.compose()
        column = Column(*body, padding=(0, 0, _SCROLLBAR_SPACE, 0))
        texts = tuple(node.string for node in visible_nodes(column) if isinstance(node, Text))
        # other texts are another view, which begins at the top
        view = ScrollView(column, key=("body", texts), bar_overlaps=True)
        self.root.describe(self.renderer, Column(view, *map(self._with_foot_margin, foot)), self.area)

    def _with_foot_margin(self, node: Button | Link) -> Widget:
        """Keep a button at the foot apart from the node above, and the pointer target of a link from all others."""
        height = node.preferred_size(self.renderer)[1]
        if isinstance(node, Button):
            return node.with_layout(margin=(0, self.renderer.row_gap(8.0, height), 0, 0))
        beyond = max(0.0, self.renderer.min_target_size - height) / 2
        return node.with_layout(margin=(0, max(4.0, beyond), 0, beyond))

    @property
    def body(self) -> ScrollView:
        """The scrolling view above the foot; only after ``lay_out``."""
        return next(one.node for one in self.root.placed if isinstance(one.node, ScrollView))

    def focus_targets(self) -> Sequence[FocusTarget]:
        places = [one for one in self.root.placed if isinstance(one.node, Clickable)]
        foot_first = sorted(places, key=lambda one: bool(one.scroll_views))
        return [FocusTarget(one.node, one.screen_area) for one in foot_first if isinstance(one.node, Clickable)]

    def reveal(self, widget: Clickable) -> None:
        if any(one.node is widget and one.scroll_views for one in self.root.placed):
            self.body.reveal(widget.rect)

    def handle_key(self, event: pygame.Event) -> bool:
        return self.root.handle_page_key(event)

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        return self.root.handle(event, pos)

    def can_scroll_at(self, pos: PointerPos) -> bool:
        return self.root.can_scroll_at(pos) and not self.root.starts_drag(pos)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        self.root.top.draw(renderer, target)
        for node in self.root.focus_order():  # the table moves the focus
            if node.focused:
                self.root.draw_focus_ring(renderer, target, node)
        body = self.body
        hidden_below = body.max_offset - body.offset
        fade_edges(renderer, target, body.rect, hidden_above=body.offset, hidden_below=hidden_below)


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
