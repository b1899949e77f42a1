"""What the seating screen is put together from: the small table, and somebody to choose."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import Card
from engine.people import LEVELS
from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, MUTED
from scenes.look.widgets import Clickable, Plate, Widget, level_dots
from scenes.look.widgets.base import Click

_FAN = ((-52.0, 2.0, -24), (-19.0, -11.0, -8), (17.0, -11.0, 8), (52.0, 2.0, 24))
"""Place and turn of four cards from the middle of the fan."""
_FAN_CARD = 54.0
_ASIDE = 80.0
"""From the table to the middle of a portrait beside it."""
_APART = 8.0
"""Between two plates at the top of the table."""


class SeatPlace(NamedTuple):
    """Where somebody sits: middle of portrait and plate together (or of the portrait alone, at the sides)."""

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
"""By the number of opponents less one: how far down the sides, and how far along the top, they sit."""


def places(opponents: int, table: FRect) -> list[SeatPlace]:
    """Where the opponents sit, clockwise from the person at the bottom."""
    sides, top = _SIDES[opponents - 1]
    left = [SeatPlace(table.left - _ASIDE, table.top + at * table.height, "left") for at in sides]
    right = [SeatPlace(table.right + _ASIDE, table.top + at * table.height, "right") for at in reversed(sides)]
    return [*left, *(SeatPlace(table.left + at * table.width, table.top - 12, "top") for at in top), *right]


def lay_table(look: Look, area: FRect, plates: Sequence[Plate], *, close: bool = False) -> FRect:
    """Places the plates of everybody, the person's own first, around a table in that area; returns the table.

    They may lie ``close`` above each other at the sides, around a table that is as high as there is room.
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
    """Moves plates of a side up until none reaches one below it; ``under`` is the middle of the lowest of all."""
    for plate in sorted(plates, key=lambda plate: -plate.rect.centery):
        plate.rect.centery = under = min(plate.rect.centery, under - plate.rect.height - 4)


def crossed(plates: Sequence[Plate]) -> bool:
    """Whether two plates touch."""
    rects = [plate.rect.inflate(2, 2) for plate in plates]
    return any(one.colliderect(other) for i, one in enumerate(rects) for other in rects[i + 1 :])


def _narrow(look: Look, plate: Plate, most: float) -> None:
    """The plate with its portrait becomes no wider than that: a longer name ends in an ellipsis."""
    usual, plate.max_width = plate.max_width, 0.0
    plate.max_width = min(usual, most - plate.preferred(look)[0])


def _spread(look: Look, area: FRect, around: Sequence[SeatPlace], plates: Sequence[Plate]) -> float:
    """How much further apart those at the top sit, so that none covers another, as far as there is room in ``area``."""
    top = {place.x - area.centerx: one for place, one in zip(around, plates, strict=True) if place.side == "top"}
    apart = min([other - x for x, other in pairwise(sorted(top))], default=0.0)
    if not apart:
        return 1.0
    wide = max(plate.preferred(look)[0] for plate in top.values())
    return max(1.0, min((wide + _APART) / apart, (area.width - wide) / 2 / max(top)))


class SmallTable(Widget):
    """The table around which the seats lie, with four cards on it."""

    def __init__(self, rect: FRect, cards: tuple[Card, ...]) -> None:
        super().__init__(rect)
        self.cards = cards

    def draw(self, look: Look, target: Surface) -> None:
        x, y = self.rect.center
        look.blit(target, look.small_table(self.rect.width, self.rect.height), x, y, "center")
        by = max(0.6, min(1.5, self.rect.height / 268))
        for card, (dx, dy, angle) in zip(self.cards, _FAN, strict=False):
            look.draw_card(target, card, x + dx * 0.78 * by, y + (6 + dy) * by, _FAN_CARD * by, angle=angle)


class Emblem(Widget):
    """A game's picture."""

    def __init__(self, slug: str, rect: FRect) -> None:
        super().__init__(rect)
        self.slug = slug

    def draw(self, look: Look, target: Surface) -> None:
        look.blit(target, look.emblem(self.slug, self.rect.width, self.rect.height), *self.rect.topleft)


class Choosable(Clickable):
    """One of several to choose from, in a panel: it has a ground when it is the chosen one or under the pointer."""

    def __init__(self, on_click: Click, *, chosen: bool) -> None:
        super().__init__(on_click)
        self.chosen = chosen

    def draw(self, look: Look, target: Surface) -> None:
        """The ground."""
        if self.chosen:
            look.draw_box(target, box_styles.ROW_CHOSEN, self.rect)
        elif self.hovered:
            look.draw_box(target, box_styles.ROW_HOVER, self.rect)


class Candidate(Choosable):
    """Somebody who could sit in the chair: portrait, name, level."""

    def __init__(self, portrait: str, name: str, text: str, level: str, on_click: Click, *, chosen: bool) -> None:
        """``text`` stands below the name; ``level`` is shown as dots, none when it is empty."""
        super().__init__(on_click, chosen=chosen)
        self.portrait = portrait
        self.name = name
        self.text = text
        self.level = level

    def draw(self, look: Look, target: Surface) -> None:
        super().draw(look, target)
        x = self.rect.centerx
        low = self.rect.height < 130
        face, y = (min(54.0, self.rect.width - 10), self.rect.top + 5) if low else (70.0, self.rect.top + 8)
        portrait = look.portrait(self.portrait, face, dim=not self.enabled)
        look.blit(target, portrait, x, y + face / 2, "center")
        ink = GOLD if self.chosen else CREAM if self.enabled else MUTED
        name = look.text(self.name, "name", ink, max_width=self.rect.width - 4)
        y += face + (14 if low else 18)
        look.blit(target, name, x, y, "center")
        look.blit(
            target,
            look.text(self.text, "small", MUTED, max_width=self.rect.width - 4),
            x,
            y + (18 if low else 21),
            "center",
        )
        if self.level:
            dots = level_dots(look, LEVELS.index(self.level) + 1)
            look.blit(target, dots, x, y + (31 if low else 38), "center")
