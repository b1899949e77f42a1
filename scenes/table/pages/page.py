"""Pages of the drawer: what each kind of help shows there."""

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
"""Height of the strip in which a list fades at its edge."""
_SCROLLBAR_SPACE = 14.0
"""Room for the scroll bar."""


class FocusTarget(NamedTuple):
    """Something that the keyboard can press, and where it is seen."""

    widget: Clickable
    area: FRect


class DrawerPage:
    """What the drawer shows. It is laid out anew whenever words, size or what it says change."""

    title = ""
    portrait = ""
    """Of who speaks, beside the title; empty for nobody."""

    @property
    def is_persistent(self) -> bool:
        """Whether it stays below a newer page and comes back after it; otherwise the newer one sends it away."""
        return False

    @property
    def is_closable(self) -> bool:
        """Whether the player can send it away."""
        return True

    @property
    def enter_button(self) -> Button | None:
        """The button that answers Enter, if there is one."""
        return None

    def close(self) -> None:
        """Go: the player has sent it away, or something newer takes its place."""

    def yield_to_newer(self) -> bool:
        """Let a newer page take the place; False if this one doesn't come back after it."""
        if not self.is_persistent:
            self.close()
        return self.is_persistent

    def lay_out(self, renderer: Renderer, area: FRect) -> None:
        """Place everything in this area below the heading."""

    def focus_targets(self) -> Sequence[FocusTarget]:
        """What the keyboard can press, in order."""
        return ()

    def reveal(self, widget: Clickable) -> None:
        """Bring something that the keyboard can press into view."""

    def handle_key(self, event: pygame.Event) -> bool:
        """Use a key before the table does; True when it goes no further."""
        return False

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        """Use an event of the pointer; True when something changed."""
        return False

    def can_scroll_at(self, pos: PointerPos) -> bool:
        """Whether what is there may be scrolled."""
        return False

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw everything but the heading."""


class PageParagraph(Widget):
    """A paragraph on paper; the words between stars are brown."""

    def __init__(self, renderer: Renderer, string: str, style: str, width: float, colour: Colour = INK) -> None:
        super().__init__()
        self.string, self.style, self.width, self.colour = string, style, width, colour
        self.rect = FRect(0, 0, width, renderer.paragraph_height(string, style, width))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        drawn = renderer.paragraph(self.string, self.style, self.colour, self.width, emphasis=INK_BROWN)
        renderer.blit(target, drawn, *self.rect.topleft)


class ComposedPage(DrawerPage):
    """A page written from top to bottom: parts that scroll if need be, and buttons at its foot."""

    def __init__(self) -> None:
        self.renderer: Renderer
        self.area = FRect(0, 0, 0, 0)
        self.content_width = 0.0
        """Width for parts of the body."""
        self.content_height = 0.0
        """Height of the body so far."""
        self.body = Scroll(FRect(0, 0, 0, 0), 0.0)
        self.widgets: list[Widget] = []
        self.buttons: list[Clickable] = []
        self._last_texts: object = None

    def compose(self) -> None:
        """Set the title and add every part."""
        raise NotImplementedError

    # --- writing ------------------------------------------------------------------------------------------------------

    def add(self, widget: Widget, x: float = 0.0, *, gap: float = 0.0) -> None:
        """Add a part below the last one, and this gap below it."""
        self.add_at(widget, x, self.content_height)
        self.content_height += widget.rect.height + gap

    def add_at(self, widget: Widget, x: float, y: float) -> None:
        """Add a part at a place."""
        widget.rect.topleft = (x, y)
        widget.set_min_target_size(self.renderer.min_target_size)
        self.widgets.append(widget)

    def add_paragraph(self, string: str, style: str = "body", colour: Colour = INK, *, gap: float = 10.0) -> None:
        """Add a paragraph."""
        self.add(PageParagraph(self.renderer, string, style, self.content_width, colour), gap=gap)

    def add_link(self, label: str, action: Callable[[], None], *, icon: str = "rules") -> Link:
        """Add a link."""
        link = Link(label, action, icon=icon, style="explanation", on_dark=False)
        link.rect = FRect(0, 0, *link.preferred_size(self.renderer))
        self.add(link, gap=8.0)
        return link

    def add_button(self, button: Clickable) -> None:
        """Add a button at the foot."""
        self.buttons.append(button)

    # --- place --------------------------------------------------------------------------------------------------------

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
            wide, high = button.preferred_size(renderer)
            if isinstance(button, Link):
                bottom -= max(0.0, renderer.min_target_size - high) / 2
            button.rect = FRect(area.left, bottom - high, min(wide, area.width), high)
            if isinstance(button, Button):
                button.rect.width = area.width
            button.set_min_target_size(renderer.min_target_size)
            bottom -= high + (
                renderer.row_gap(8.0, high)
                if isinstance(button, Button)
                else max(4.0, (renderer.min_target_size - high) / 2)
            )
        said = [part.string for part in self.widgets if isinstance(part, PageParagraph)]
        kept = (
            self.body.offset if said == self._last_texts else 0.0
        )  # the same words at another size stay where they were
        self._last_texts = said
        self.body = Scroll(
            FRect(area.left, area.top, area.width, max(0.0, bottom - area.top)), self.content_height, self.widgets
        )
        self.body.set_min_target_size(renderer.min_target_size)
        self.body.scroll(kept)
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
    """Let a list fade at an edge beyond which there is more of it: so much ``hidden_above`` and ``hidden_below``."""
    wide = rect.width - _SCROLLBAR_SPACE
    if hidden_above > 0:
        renderer.blit(target, renderer.fade_strip(wide, FADE_HEIGHT, PAPER, down=False), rect.left, rect.top)
    if hidden_below > 0:
        renderer.blit(
            target,
            renderer.fade_strip(wide, FADE_HEIGHT, PAPER_BOTTOM, down=True),
            rect.left,
            rect.bottom,
            "bottomleft",
        )
