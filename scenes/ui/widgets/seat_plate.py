"""Seat plate with portrait, name, a line of facts, and a mark for the seat's turn."""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.theme import (
    BRASS,
    CARD_FACE,
    CREAM,
    GOLD,
    INK,
    MUTED,
    PORTRAIT_DIAMETER,
    Colour,
    hex_code,
    rgb,
)
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.widget import Clickable, OnClick

_PORTRAIT_OVERLAP = 22.0
"""Distance by which the portrait overlaps the plate."""
_FACT_GAP = 12.0
_EMPTY_DOT_COLOUR = rgb("#5c4a33")
_DOT_RADIUS = 3.5
"""Radius of the dots of a level."""


class Fact(NamedTuple):
    """Fact in a seat plate's second line: optional icon, dots that show a computer player's level, and text, in this
    order."""

    text: str = ""
    icon: str = ""
    icon_count: int = 1
    """Number of copies of the icon, as for lives."""
    level: float = 0.0
    """Level of a computer player shown as dots, 1 … 4 with fractions; 0 for none."""
    colour: Colour = MUTED


class SeatPlate(Clickable):
    """The plate of a seat at the table: portrait, name and facts. ``mirrored`` puts the portrait on the right."""

    def __init__(
        self,
        portrait: str,
        name: str,
        facts: Sequence[Fact] = (),
        *,
        is_turn: bool = False,
        mirrored: bool = False,
        is_dim: bool = False,
        dealer_mark: str = "",
        is_host: bool = False,
        opens_menu: bool = False,
        diameter: float = PORTRAIT_DIAMETER,
        on_click: OnClick | None = None,
    ) -> None:
        super().__init__(on_click)
        self.portrait = portrait
        self.name = name
        self.facts = tuple(facts)
        self.is_turn = is_turn
        self.mirrored = mirrored
        self.is_dim = is_dim
        """Whether the seat is out of the deal or unavailable."""
        self.dealer_mark = dealer_mark
        """Letter on a white disc at the portrait, which marks the dealer; empty for other seats."""
        self.is_host = is_host
        """Whether a house icon at the portrait marks the host."""
        self.opens_menu = opens_menu
        """Whether a small arrow after the facts shows that a click opens a menu."""
        self.diameter = diameter
        self.focusable = on_click is not None
        self.max_width = 260.0
        """Maximum width of the plate without the portrait; longer names end in an ellipsis."""

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return self.diameter - _PORTRAIT_OVERLAP + self._plate_width(renderer), self.diameter

    def limit_width(self, max_width: float) -> None:
        """Limit the width of the plate with its portrait; longer names end in an ellipsis."""
        self.max_width = min(self.max_width, max_width - self.diameter + _PORTRAIT_OVERLAP)

    def as_accessible(self) -> AccessibleElement:
        return self.as_button(self.name, *(fact.text for fact in self.facts))

    def _plate_width(self, renderer: Renderer) -> float:
        text = max(renderer.text_width(self.name, "name"), self._facts_width(renderer))
        return min(self.max_width, max(126.0, text + 52))

    def _facts_width(self, renderer: Renderer) -> float:
        widths = [_fact_width(renderer, fact) for fact in self.facts]
        return sum(widths) + sum(map(_fact_gap, self.facts[:-1], self.facts[1:])) + (24 if self.opens_menu else 0)

    def plate_rect(self, renderer: Renderer) -> FRect:
        """Return the rectangle of the seat plate without the portrait."""
        width, height = self.rect.width - self.diameter + _PORTRAIT_OVERLAP, 52.0 if self.diameter <= 72 else 58.0
        x = self.rect.left if self.mirrored else self.rect.left + self.diameter - _PORTRAIT_OVERLAP
        return FRect(x, self.rect.centery - height / 2, width, height)

    @property
    def portrait_centre(self) -> tuple[float, float]:
        half = self.diameter / 2
        return (self.rect.right - half if self.mirrored else self.rect.left + half), self.rect.centery

    def draw(self, renderer: Renderer, target: Surface) -> None:
        plate = self.plate_rect(renderer)
        hover = self.hovered and self.on_click is not None
        renderer.draw_box(
            target,
            box_styles.PLATE_ON_TURN if self.is_turn else box_styles.PLATE_HOVER if hover else box_styles.PLATE,
            plate,
        )
        left = plate.left + (18 if self.mirrored else 34)
        text_width = plate.width - 52
        ink = GOLD if self.is_turn else MUTED if self.is_dim else CREAM
        name = renderer.text(self.name, "name", ink, max_width=text_width)
        y = plate.centery - 11 if self.facts else plate.centery
        if self.mirrored:
            renderer.blit(target, name, left + text_width, y, "midright")
        else:
            renderer.blit(target, name, left, y, "midleft")
        x = left + max(0.0, text_width - self._facts_width(renderer)) if self.mirrored else left
        for fact, following in itertools.zip_longest(self.facts, self.facts[1:]):
            self._draw_fact(renderer, target, fact, x, plate.centery + 12)
            x += _fact_width(renderer, fact) + (_fact_gap(fact, following) if following else _FACT_GAP)
        if self.opens_menu:
            renderer.blit(target, renderer.icon("chevron_down", 16, MUTED), x - 4, plate.centery + 12, "midleft")
        self._draw_face(renderer, target, *self.portrait_centre)
        if self.dealer_mark:
            (x, y), side = self.portrait_centre, -1 if self.mirrored else 1
            _draw_dealer_disc(renderer, target, x - side * 26, y + 24, self.dealer_mark)
        if self.is_host:
            (x, y), offset = self.portrait_centre, 0.36 * self.diameter
            _draw_host_disc(renderer, target, x + offset if self.mirrored else x - offset, y + offset)

    def _draw_face(self, renderer: Renderer, target: Surface, centre_x: float, centre_y: float) -> None:
        framed = renderer.portrait(self.portrait, self.diameter, is_turn=self.is_turn, dim=self.is_dim)
        renderer.blit(target, framed, centre_x, centre_y, "center")

    def _draw_fact(self, renderer: Renderer, target: Surface, fact: Fact, x: float, centre_y: float) -> None:
        """Draw a fact from its left edge ``x``."""
        if fact.icon:
            for i in range(fact.icon_count):
                renderer.blit(target, renderer.icon(fact.icon, 16, fact.colour), x + 16 * i, centre_y, "midleft")
            x += 16 * fact.icon_count + 4
        if fact.level:
            renderer.blit(target, draw_level_dots(renderer, fact.level), x, centre_y, "midleft")
            x += 46
        if fact.text:
            renderer.blit(target, renderer.text(fact.text, "plate", fact.colour), x, centre_y, "midleft")


def _draw_dealer_disc(renderer: Renderer, target: Surface, centre_x: float, centre_y: float, letter: str) -> None:
    """Draw the white disc of the dealer with its letter on a seat plate, centred at a point."""
    body = f'<circle cx="15" cy="15" r="13.5" fill="{hex_code(CARD_FACE)}" stroke="#c08a2e" stroke-width="2.5"/>'
    renderer.blit(target, renderer.svg("dealer", body, (0, 0, 30, 30)), centre_x, centre_y, "center")
    renderer.blit(target, renderer.text(letter, "numeral_small", INK), centre_x, centre_y, "center")


def _draw_host_disc(renderer: Renderer, target: Surface, centre_x: float, centre_y: float) -> None:
    """Draw the brass disc of an online table's host on a seat plate, centred at a point."""
    body = f'<circle cx="14" cy="14" r="12.5" fill="{hex_code(BRASS)}" stroke="{hex_code(INK)}" stroke-width="2"/>'
    renderer.blit(target, renderer.svg("host", body, (0, 0, 28, 28)), centre_x, centre_y, "center")
    renderer.blit(target, renderer.icon("house", 17, INK), centre_x, centre_y, "center")


def draw_level_dots(renderer: Renderer, level: float, *, count: int = 4) -> Surface:
    """Draw ``count`` dots in a row that show a computer player's level; ``level`` of them are filled, perhaps one
    partly."""
    tenths = round(max(0.0, min(1.0, level % 1.0)) * 10)
    whole = math.floor(level) + tenths // 10
    colours = [BRASS if i < whole else _EMPTY_DOT_COLOUR for i in range(count)]
    dots = "".join(
        f'<circle cx="{i * 10 + 4}" cy="4" r="{_DOT_RADIUS}" fill="{hex_code(colour)}"/>'
        for i, colour in enumerate(colours)
    )
    if tenths % 10 and whole < count:
        dots += _partial_dot_svg(whole * 10 + 4, tenths / 10)
    return renderer.svg(f"level {whole} {tenths % 10} {count}", dots, (0, 0, count * 10 - 2, 8))


def _partial_dot_svg(x: float, fraction: float) -> str:
    """Return the SVG of a partly filled level dot; ``fraction`` is the filled fraction of its width."""
    edge_x = _DOT_RADIUS * (2 * fraction - 1)
    up, large = math.sqrt(_DOT_RADIUS**2 - edge_x**2), int(fraction > 0.5)
    arc = f"M{x + edge_x:.2f} {4 - up:.2f}A{_DOT_RADIUS} {_DOT_RADIUS} 0 {large} 0 {x + edge_x:.2f} {4 + up:.2f}Z"
    return f'<path d="{arc}" fill="{hex_code(BRASS)}"/>'


def _fact_gap(fact: Fact, following: Fact) -> float:
    """Return the distance between two facts on a seat plate; 0 between icons that form one row, such as lives."""
    return 0.0 if all(one.icon and not one.text for one in (fact, following)) else _FACT_GAP


def _fact_width(renderer: Renderer, fact: Fact) -> float:
    width = 0.0
    if fact.icon:
        width += 16 * fact.icon_count + (4 if fact.text else 0)
    if fact.level:
        width += 38 + (8 if fact.text else 0)
    return width + (renderer.text_width(fact.text, "plate") if fact.text else 0)
