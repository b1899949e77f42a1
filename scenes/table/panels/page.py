"""Pages of the drawer: what each kind of help shows there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame
from pygame import FRect, Surface

from scenes.look.look import Look
from scenes.look.theme import INK, INK_BROWN, PAPER, PAPER_LOW, Colour
from scenes.look.widgets import Button, Clickable, Group, Link, Scroll, Widget
from scenes.look.widgets.base import Pos

FADE = 32.0
"""Height of the strip in which a list fades at its edge."""
_BAR = 14.0
"""Room for the scroll bar."""


class Reachable(NamedTuple):
    """Something that the keyboard can press, and where it is seen."""

    widget: Clickable
    area: FRect


class Page:
    """What the drawer shows. It is laid out anew whenever words, size or what it says change."""

    title = ""
    portrait = ""
    """Of who speaks, beside the title; empty for nobody."""

    @property
    def lasts(self) -> bool:
        """Whether it stays below a newer page and comes back after it; otherwise the newer one sends it away."""
        return False

    @property
    def closes(self) -> bool:
        """Whether the player can send it away."""
        return True

    @property
    def enter(self) -> Button | None:
        """The button that answers Enter, if there is one."""
        return None

    def close(self) -> None:
        """Go: the player has sent it away, or something newer takes its place."""

    def give_way(self) -> bool:
        """Let a newer page take the place; False if this one doesn't come back after it."""
        if not self.lasts:
            self.close()
        return self.lasts

    def lay_out(self, look: Look, area: FRect) -> None:
        """Place everything in this area below the heading."""

    def reachable(self) -> Sequence[Reachable]:
        """What the keyboard can press, in order."""
        return ()

    def reveal(self, widget: Clickable) -> None:
        """Bring something that the keyboard can press into view."""

    def key(self, event: pygame.Event) -> bool:
        """Use a key before the table does; True when it goes no further."""
        return False

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        """Use an event of the pointer; True when something changed."""
        return False

    def scrolls_at(self, pos: Pos) -> bool:
        """Whether what is there may be scrolled."""
        return False

    def draw(self, look: Look, target: Surface) -> None:
        """Draw everything but the heading."""


class Paragraph(Widget):
    """A paragraph on paper; the words between stars are brown."""

    def __init__(self, look: Look, string: str, style: str, width: float, colour: Colour = INK) -> None:
        super().__init__()
        self.string, self.style, self.width, self.colour = string, style, width, colour
        self.rect = FRect(0, 0, width, look.paragraph_height(string, style, width))

    def draw(self, look: Look, target: Surface) -> None:
        drawn = look.paragraph(self.string, self.style, self.colour, self.width, emphasis=INK_BROWN)
        look.blit(target, drawn, *self.rect.topleft)


class Sheet(Page):
    """A page written from top to bottom: parts that scroll if need be, and buttons at its foot."""

    def __init__(self) -> None:
        self.look: Look
        self.area = FRect(0, 0, 0, 0)
        self.width = 0.0
        """Width for parts of the body."""
        self.high = 0.0
        """Height of the body so far."""
        self.body = Scroll(FRect(0, 0, 0, 0), 0.0)
        self.parts: list[Widget] = []
        self.foot: list[Clickable] = []
        self._said: object = None

    def write(self) -> None:
        """Set the title and add every part."""
        raise NotImplementedError

    # --- writing ------------------------------------------------------------------------------------------------------

    def add(self, part: Widget, x: float = 0.0, *, gap: float = 0.0) -> None:
        """Add a part below the last one, and this gap below it."""
        self.beside(part, x, self.high)
        self.high += part.rect.height + gap

    def beside(self, part: Widget, x: float, y: float) -> None:
        """Add a part at a place."""
        part.rect.topleft = (x, y)
        part.set_reach(self.look.reach)
        self.parts.append(part)

    def say(self, string: str, style: str = "body", colour: Colour = INK, *, gap: float = 10.0) -> None:
        """Add a paragraph."""
        self.add(Paragraph(self.look, string, style, self.width, colour), gap=gap)

    def link(self, label: str, act: Callable[[], None], *, icon: str = "rules") -> Link:
        """Add a link."""
        link = Link(label, act, icon=icon, style="explanation", dark=False)
        link.rect = FRect(0, 0, *link.preferred(self.look))
        self.add(link, gap=8.0)
        return link

    def button(self, button: Clickable) -> None:
        """Add a button at the foot."""
        self.foot.append(button)

    # --- place --------------------------------------------------------------------------------------------------------

    def lay_out(self, look: Look, area: FRect) -> None:
        self.look, self.area, self.width, self.high = look, area, area.width - _BAR, 0.0
        self.parts, self.foot = [], []
        self.write()
        bottom = area.bottom
        for button in reversed(self.foot):
            wide, high = button.preferred(look)
            if isinstance(button, Link):
                bottom -= max(0.0, look.reach - high) / 2
            button.rect = FRect(area.left, bottom - high, min(wide, area.width), high)
            if isinstance(button, Button):
                button.rect.width = area.width
            button.set_reach(look.reach)
            bottom -= high + (look.gap(8.0, high) if isinstance(button, Button) else max(4.0, (look.reach - high) / 2))
        said = [part.string for part in self.parts if isinstance(part, Paragraph)]
        kept = self.body.offset if said == self._said else 0.0  # the same words at another size stay where they were
        self._said = said
        self.body = Scroll(FRect(area.left, area.top, area.width, max(0.0, bottom - area.top)), self.high, self.parts)
        self.body.set_reach(look.reach)
        self.body.scroll(kept)
        self.group = Group([self.body, *self.foot])

    def reachable(self) -> Sequence[Reachable]:
        dx, dy = self.body.origin
        found = [Reachable(one, one.rect) for one in self.foot]
        return found + [Reachable(one, one.rect.move(dx, dy)) for one in self.parts if isinstance(one, Clickable)]

    def reveal(self, widget: Clickable) -> None:
        if widget in self.parts:
            self.body.reveal(widget)

    def key(self, event: pygame.Event) -> bool:
        return self.body.page(event)

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        return self.group.handle(event, pos)

    def scrolls_at(self, pos: Pos) -> bool:
        return self.group.scrolls_at(pos) and not self.group.starts_drag(pos)

    def draw(self, look: Look, target: Surface) -> None:
        self.body.draw(look, target)
        fade_edges(look, target, self.body.rect, above=self.body.offset, below=self.body.furthest - self.body.offset)
        for button in self.foot:
            button.draw(look, target)
            button.draw_focus(look, target)


def fade_edges(look: Look, target: Surface, rect: FRect, *, above: float, below: float) -> None:
    """Let a list fade at an edge beyond which there is more of it: so much ``above`` and ``below``."""
    wide = rect.width - _BAR
    if above > 0:
        look.blit(target, look.faded(wide, FADE, PAPER, down=False), rect.left, rect.top)
    if below > 0:
        look.blit(target, look.faded(wide, FADE, PAPER_LOW, down=True), rect.left, rect.bottom, "bottomleft")
