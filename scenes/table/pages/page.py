"""Base classes of the side drawer's pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_BROWN, PAPER, PAPER_BOTTOM, Colour
from scenes.ui.boxes import Column
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.tree import visible_nodes
from scenes.ui.widgets import Button, Link, Widget

FADE_HEIGHT = 32.0
"""Height of the strip in which a list fades at its edges."""
_SCROLLBAR_SPACE = 14.0
"""Width reserved for the scroll bar."""
_SHADOW_MARGIN = 14.0
"""Space left of the body for the shadows of portraits."""
ENTER_KEY = "enter"
"""Key of a page's button that the Enter key presses."""


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

    def lay_out(self, renderer: Renderer) -> None:
        """Write the page's content for a size and a language, or anew after a change."""

    @property
    def content(self) -> object:
        """A value that changes with the page's content."""
        return self

    def describe(self, *, enter_is_free: bool) -> Widget:
        """Return the description of the page's content below its heading.

        ``enter_is_free``: whether the Enter key presses the page's button, if it has one.
        """
        raise NotImplementedError


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


class PageScrollView(ScrollView):
    """The scrolling body of a page, faded at the edges beyond which it continues."""

    def draw(self, renderer: Renderer, target: Surface) -> None:
        super().draw(renderer, target)
        hidden_below = self.max_offset - self.offset
        fade_edges(renderer, target, self.rect, hidden_above=self.offset, hidden_below=hidden_below)


class ComposedPage(DrawerPage):
    """A side drawer page composed of nodes: a scrolling body, and buttons at its foot."""

    def __init__(self) -> None:
        self.renderer: Renderer
        self._column = Column()
        self._enter_button: Button | None = None
        self._enter_hint = ""

    def compose(self) -> PageContent:
        """Return a description of the page as it is now."""
        raise NotImplementedError

    def lay_out(self, renderer: Renderer) -> None:
        self.renderer = renderer
        self.refresh()

    def refresh(self) -> None:
        """Write the page anew after a change."""
        self.title, body, foot = self.compose()
        column = Column(*body, padding=(_SHADOW_MARGIN, 0, _SCROLLBAR_SPACE, 0))
        texts = tuple(node.string for node in visible_nodes(column) if isinstance(node, Text))
        # other texts are another view, which begins at the top
        view = PageScrollView(column, key=("body", texts), bar_overlaps=True)
        view.with_layout(margin=(-_SHADOW_MARGIN, 0, 0, 0))
        self._column = Column(view, *map(self._with_foot_margin, foot))
        self._enter_button = next((one for one in foot if isinstance(one, Button) and one.key == ENTER_KEY), None)
        self._enter_hint = self._enter_button.key_hint if self._enter_button is not None else ""

    def _with_foot_margin(self, node: Button | Link) -> Widget:
        """Keep a button at the foot apart from the node above, and the pointer target of a link from all others."""
        height = node.preferred_size(self.renderer)[1]
        if isinstance(node, Button):
            return node.with_layout(margin=(0, self.renderer.row_gap(8.0, height), 0, 0))
        beyond = max(0.0, self.renderer.min_target_size - height) / 2
        return node.with_layout(margin=(0, max(4.0, beyond), 0, beyond))

    @property
    def content(self) -> object:
        return self._column

    @property
    def enter_button(self) -> Button | None:
        return self._enter_button

    def describe(self, *, enter_is_free: bool) -> Widget:
        button = self._enter_button
        if button is not None:
            button.kind, button.key_hint = ("primary", self._enter_hint) if enter_is_free else ("light", "")
        return self._column


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
