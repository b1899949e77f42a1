"""A seat's plate: portrait, name, a line of facts, and whether it is its turn."""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from pygame import FRect, Surface
from pygame.transform import rotozoom

from scenes.look import box_styles
from scenes.look.faces import Expression
from scenes.look.look import Look
from scenes.look.theme import BRASS, CARD_FACE, CREAM, GOLD, INK, LIFE, MUTED, PORTRAIT, Colour, hex_code, rgb
from scenes.look.widgets.base import Click, Clickable

_UNDER = 22.0
"""Overlap of plate and portrait."""
_FACT_GAP = 12.0
_LEVEL_OFF = rgb("#5c4a33")
_DOT = 3.5
"""Radius of a level's dot."""
_FALL = 24.0
"""Distance by which the halves of a lost life fall, logical pixels."""
_APART, _TILT = 7.0, 38.0
"""Distance by which each half drifts aside, logical pixels, and by how many degrees it turns."""
_BROKEN = 1.5
"""Size of a life that breaks, in icons of the plate."""
_FADE = 0.55
"""Part of the fall from which the halves fade."""


class Fact(NamedTuple):
    """An item of the second line: an icon, the dots of a level and a text, in this order; each is optional."""

    text: str = ""
    icon: str = ""
    repeat: int = 1
    """Number of copies of the icon, for lives."""
    level: float = 0.0
    """Level of a computer player shown as dots, 1 … 4, between them at a fair table; 0 for none."""
    colour: Colour = MUTED
    breaks: str = ""
    """Icon whose halves fall from the first of these icons, as it has just been lost; empty for none."""
    fallen: float = 0.0
    """How far they have fallen, 0 … 1."""


class Plate(Clickable):
    """A seat on the table. ``mirrored`` puts the portrait on the right, for seats on that side."""

    def __init__(
        self,
        portrait: str,
        name: str,
        facts: Sequence[Fact] = (),
        *,
        turn: bool = False,
        mirrored: bool = False,
        dim: bool = False,
        dealer: bool = False,
        host: bool = False,
        menu: bool = False,
        diameter: float = PORTRAIT,
        on_click: Click | None = None,
    ) -> None:
        super().__init__(on_click)
        self.portrait = portrait
        self.name = name
        self.facts = tuple(facts)
        self.turn = turn
        self.mirrored = mirrored
        self.dim = dim
        """Whether the seat is out of the deal, or not available."""
        self.dealer = dealer
        self.host = host
        """Whether a house at the portrait shows that this person has the table."""
        self.menu = menu
        """Whether a small arrow after the facts shows that a click opens a choice."""
        self.diameter = diameter
        self.expression: Expression = "neutral"
        self.gaze: int | None = None
        """Direction in which the eyes of a thinking face look, as for ``Look.face``."""
        self.lift = 0.0
        """How much higher than usual the portrait is drawn, logical pixels."""
        self.focusable = on_click is not None
        self.max_width = 260.0
        """Maximum width of the plate beside the portrait; longer names end in an ellipsis."""

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: portrait and plate."""
        return self.diameter - _UNDER + self._plate_width(look), self.diameter

    def _plate_width(self, look: Look) -> float:
        text = max(look.text_width(self.name, "name"), self._facts_width(look))
        return min(self.max_width, max(126.0, text + 52))

    def _facts_width(self, look: Look) -> float:
        widths = [_fact_width(look, fact) for fact in self.facts]
        return sum(widths) + sum(map(_gap, self.facts[:-1], self.facts[1:])) + (24 if self.menu else 0)

    def plate_rect(self, look: Look) -> FRect:
        """Rectangle of the plate without the portrait."""
        wide, high = self.rect.width - self.diameter + _UNDER, 52.0 if self.diameter <= 72 else 58.0
        x = self.rect.left if self.mirrored else self.rect.left + self.diameter - _UNDER
        return FRect(x, self.rect.centery - high / 2, wide, high)

    @property
    def centre(self) -> tuple[float, float]:
        """Centre of the portrait."""
        half = self.diameter / 2
        return (self.rect.right - half if self.mirrored else self.rect.left + half), self.rect.centery

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the plate, its texts, the portrait and the discs at it."""
        plate = self.plate_rect(look)
        hover = self.hovered and self.on_click is not None
        look.draw_box(
            target, box_styles.PLATE_TURN if self.turn else box_styles.PLATE_HOVER if hover else box_styles.PLATE, plate
        )
        left = plate.left + (18 if self.mirrored else 34)
        room = plate.width - 52
        ink = GOLD if self.turn else MUTED if self.dim else CREAM
        name = look.text(self.name, "name", ink, max_width=room)
        y = plate.centery - 11 if self.facts else plate.centery
        if self.mirrored:
            look.blit(target, name, left + room, y, "midright")
        else:
            look.blit(target, name, left, y, "midleft")
        x = left + max(0.0, room - self._facts_width(look)) if self.mirrored else left
        for fact, following in itertools.zip_longest(self.facts, self.facts[1:]):
            _draw_fact(look, target, fact, x, plate.centery + 12)
            x += _fact_width(look, fact) + (_gap(fact, following) if following else _FACT_GAP)
        if self.menu:
            look.blit(target, look.icon("chevron_down", 16, MUTED), x - 4, plate.centery + 12, "midleft")
        self._draw_face(look, target)
        if self.dealer:
            side = -1 if self.mirrored else 1
            _draw_dealer(look, target, self.centre[0] - side * 26, self.centre[1] + 24)
        if self.host:
            (x, y), aside = self.centre, 0.36 * self.diameter
            _draw_host(look, target, x + aside if self.mirrored else x - aside, y + aside)

    def _draw_face(self, look: Look, target: Surface) -> None:
        x, y = self.centre[0], self.centre[1] - self.lift
        framed = look.portrait(self.portrait, self.diameter, turn=self.turn, dim=self.dim)
        look.blit(target, framed, x, y, "center")
        if self.expression != "neutral":
            disc = look.face(self.portrait, self.diameter, self.expression, gaze=self.gaze, dim=self.dim)
            look.blit(target, disc, x, y, "center")


def _draw_dealer(look: Look, target: Surface, x: float, y: float) -> None:
    """Draw the dealer's white disc around a point."""
    body = f'<circle cx="15" cy="15" r="13.5" fill="{hex_code(CARD_FACE)}" stroke="#c08a2e" stroke-width="2.5"/>'
    look.blit(target, look.svg("dealer", body, (0, 0, 30, 30)), x, y, "center")
    look.blit(target, look.text("D", "numeral_small", INK), x, y, "center")


def _draw_host(look: Look, target: Surface, x: float, y: float) -> None:
    """Draw the host's brass disc around a point."""
    body = f'<circle cx="14" cy="14" r="12.5" fill="{hex_code(BRASS)}" stroke="{hex_code(INK)}" stroke-width="2"/>'
    look.blit(target, look.svg("host", body, (0, 0, 28, 28)), x, y, "center")
    look.blit(target, look.icon("house", 17, INK), x, y, "center")


def level_dots(look: Look, level: float, *, of: int = 4) -> Surface:
    """A row of ``of`` dots, the first ``level`` of them in brass; the last of these may be filled in part."""
    tenths = round(max(0.0, min(1.0, level % 1.0)) * 10)
    whole = math.floor(level) + tenths // 10
    dots = "".join(
        f'<circle cx="{i * 10 + 4}" cy="4" r="{_DOT}" fill="{hex_code(BRASS if i < whole else _LEVEL_OFF)}"/>'
        for i in range(of)
    )
    if tenths % 10 and whole < of:
        dots += _part_of_dot(whole * 10 + 4, tenths / 10)
    return look.svg(f"level {whole} {tenths % 10} {of}", dots, (0, 0, of * 10 - 2, 8))


def _part_of_dot(x: float, share: float) -> str:
    """The left part of a dot in brass, up to a share of its width."""
    aside = _DOT * (2 * share - 1)
    up, large = math.sqrt(_DOT**2 - aside**2), int(share > 0.5)
    arc = f"M{x + aside:.2f} {4 - up:.2f}A{_DOT} {_DOT} 0 {large} 0 {x + aside:.2f} {4 + up:.2f}Z"
    return f'<path d="{arc}" fill="{hex_code(BRASS)}"/>'


def _gap(fact: Fact, following: Fact) -> float:
    """Distance between two facts; none between icons that form one row, as lives and lost lives do."""
    return 0.0 if all(one.icon and not one.text for one in (fact, following)) else _FACT_GAP


def _fact_width(look: Look, fact: Fact) -> float:
    width = 0.0
    if fact.icon:
        width += 16 * fact.repeat + (4 if fact.text else 0)
    if fact.level:
        width += 38 + (8 if fact.text else 0)
    return width + (look.text_width(fact.text, "plate") if fact.text else 0)


def _draw_fact(look: Look, target: Surface, fact: Fact, x: float, y: float) -> None:
    if fact.icon:
        for i in range(fact.repeat):
            look.blit(target, look.icon(fact.icon, 16, fact.colour), x + 16 * i, y, "midleft")
        if fact.breaks:
            _draw_broken(look, target, fact, x + 8, y)
        x += 16 * fact.repeat + 4
    if fact.level:
        look.blit(target, level_dots(look, fact.level), x, y, "midleft")
        x += 46
    if fact.text:
        look.blit(target, look.text(fact.text, "plate", fact.colour), x, y, "midleft")


def _draw_broken(look: Look, target: Surface, fact: Fact, x: float, y: float) -> None:
    """Draw the halves of a life as they fall from a point, and fade."""
    icon = look.icon(fact.breaks, 16 * _BROKEN, LIFE)
    wide, high = icon.get_size()
    down = y + _FALL * fact.fallen**2
    for side in (-1, 1):
        half = icon.subsurface((0 if side < 0 else wide // 2, 0, wide // 2, high))
        half = rotozoom(half, -side * _TILT * fact.fallen, 1.0)
        half.set_alpha(round(255 * min(1.0, (1 - fact.fallen) / (1 - _FADE))))
        aside = side * (4 * _BROKEN + _APART * fact.fallen)
        look.blit(target, half, x + aside, down, "center")
