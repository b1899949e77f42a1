"""The small table before a match, with the plates around it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import Card
from scenes.look.look import Look
from scenes.look.widgets import Plate, Widget

_FAN = ((-52.0, 2.0, -24), (-19.0, -11.0, -8), (17.0, -11.0, 8), (52.0, 2.0, 24))
"""Offset from the middle of the fan and angle of each of its four cards."""
_FAN_CARD = 54.0
_ASIDE = 80.0
"""Distance from the table to the middle of a portrait beside it."""
_APART = 8.0
"""Distance between two plates at the top of the table."""
_MOST_HIGH = 400.0
"""Maximum height of an area that grows, logical pixels."""


class SeatPlace(NamedTuple):
    """Position of a player: middle of portrait and plate, or of the portrait alone at the sides."""

    x: float
    y: float
    side: str
    """``top``, ``left`` or ``right``."""


_SIDES: Sequence[tuple[Sequence[float], Sequence[float]]] = (
    ((), (0.5,)),
    ((0.5,), ()),
    ((0.5,), (0.5,)),
    ((0.5,), (0.24, 0.76)),
    ((0.5,), (0.0, 0.5, 1.0)),
    ((0.76, 0.32), (0.24, 0.76)),
    ((0.76, 0.32), (0.0, 0.5, 1.0)),
)
"""For 1 … 7 opponents: their positions down each side and along the top, as shares of the table."""


def places(opponents: int, table: FRect) -> list[SeatPlace]:
    """Return the positions of the opponents, clockwise from the person at the bottom."""
    sides, top = _SIDES[opponents - 1]
    left = [SeatPlace(table.left - _ASIDE, table.top + at * table.height, "left") for at in sides]
    right = [SeatPlace(table.right + _ASIDE, table.top + at * table.height, "right") for at in reversed(sides)]
    return [*left, *(SeatPlace(table.left + at * table.width, table.top - 12, "top") for at in top), *right]


def lay_apart(look: Look, area: FRect, plates: Sequence[Plate], *, may_grow: bool = False) -> FRect:
    """Place all plates as ``lay_table`` does, close where they would overlap; returns the table.

    With ``may_grow`` the area, which is changed, gets higher as long as they still do.
    """
    table = lay_table(look, area, plates)
    if overlapping(plates):
        table = lay_table(look, area, plates, close=True)
    while may_grow and overlapping(plates) and area.height < _MOST_HIGH:
        area.height += 8
        table = lay_table(look, area, plates, close=True)
    return table


def lay_table(look: Look, area: FRect, plates: Sequence[Plate], *, close: bool = False) -> FRect:
    """Place all plates, the person's own first, around a table in an area; returns the table.

    With ``close`` the table is as high as possible, and plates at the sides may be close to each other.
    """
    diameter = plates[0].diameter
    wide = area.width - 196 - diameter
    high = min(area.height - 44 - diameter, wide * (0.8 if close else 0.62))
    table = FRect(area.centerx - wide / 2, area.centery + 2 - high / 2, wide, high)
    plates[0].place(look, table.centerx, table.bottom - 8, "center")
    around = places(len(plates) - 1, table)
    above = sum(place.side == "top" for place in around)
    for plate, place in zip(plates[1:], around, strict=True):
        side = area.width / 2 - (table.left - _ASIDE - diameter / 2 - area.left) - _APART
        _narrow(look, plate, (area.width - (above - 1) * _APART) / above if place.side == "top" else side)
    wider = _spread(look, area, around, plates[1:])
    for plate, place in zip(plates[1:], around, strict=True):
        plate.mirrored = place.side == "right"
        if place.side == "top":
            plate.place(look, area.centerx + (place.x - area.centerx) * wider, place.y, "center")
        elif place.side == "left":
            plate.place(look, place.x - diameter / 2, place.y, "midleft")
        else:
            plate.place(look, place.x + diameter / 2, place.y, "midright")
    if close:
        _lift(table.bottom - 8, [one for one, place in zip(plates[1:], around, strict=True) if place.side == "left"])
        _lift(table.bottom - 8, [one for one, place in zip(plates[1:], around, strict=True) if place.side == "right"])
    return table


def _lift(under: float, plates: Sequence[Plate]) -> None:
    """Move the plates of a side up until none overlaps the one below; ``under`` is the middle of the lowest plate."""
    for plate in sorted(plates, key=lambda plate: -plate.rect.centery):
        plate.rect.centery = under = min(plate.rect.centery, under - plate.rect.height - 4)


def overlapping(plates: Sequence[Plate]) -> bool:
    """Whether two plates touch."""
    rects = [plate.rect.inflate(2, 2) for plate in plates]
    return any(one.colliderect(other) for i, one in enumerate(rects) for other in rects[i + 1 :])


def _narrow(look: Look, plate: Plate, most: float) -> None:
    """Limit a plate with its portrait to a width; a longer name ends in an ellipsis."""
    usual, plate.max_width = plate.max_width, 0.0
    plate.max_width = min(usual, most - plate.preferred(look)[0])


def _spread(look: Look, area: FRect, around: Sequence[SeatPlace], plates: Sequence[Plate]) -> float:
    """Factor that spreads the plates at the top so that none overlaps, as far as ``area`` has room."""
    top = {place.x - area.centerx: one for place, one in zip(around, plates, strict=True) if place.side == "top"}
    apart = min([other - x for x, other in pairwise(sorted(top))], default=0.0)
    if not apart:
        return 1.0
    wide = max(plate.preferred(look)[0] for plate in top.values())
    return max(1.0, min((wide + _APART) / apart, (area.width - wide) / 2 / max(top)))


class SmallTable(Widget):
    """The table with four cards on it."""

    def __init__(self, rect: FRect, cards: tuple[Card, ...]) -> None:
        super().__init__(rect)
        self.cards = cards

    def draw(self, look: Look, target: Surface) -> None:
        x, y = self.rect.center
        look.blit(target, look.small_table(self.rect.width, self.rect.height), x, y, "center")
        by = max(0.6, min(1.5, self.rect.height / 268))
        for card, (dx, dy, angle) in zip(self.cards, _FAN, strict=False):
            look.draw_card(target, card, x + dx * 0.78 * by, y + (6 + dy) * by, _FAN_CARD * by, angle=angle)
