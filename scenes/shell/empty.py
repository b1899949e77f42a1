"""What a screen shows before it has anything to show: a picture, what will be there, and the way to it."""

import math
from dataclasses import replace
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import parse
from scenes.look.box_styles import PANEL_BOX
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, INK
from scenes.look.widgets import Button, Label, Paper, Widget

_WIDEST, _PAD, _GAP = 620.0, 24.0, 18.0
_PICTURE = (420.0, 176.0)
_LOWEST = 90.0
"""Height below which there is no picture."""
_CARD = 84.0
_STEP, _PLACE_STEP = 62.0, 104.0
"""Distance between two cards, and between two empty places."""
_RISE, _FAN = 15.0, 6.0
"""Height of a step from card to card, logical pixels, and angle between cards of a fan, degrees."""
_SIGN, _DISC = 30.0, 56.0


class EmptyPicture(NamedTuple):
    """Cards on felt with a sign before them."""

    cards: tuple[str, ...]
    """Their names; or file names, which are written on empty places for cards."""
    icon: str
    rising: bool = False
    """Whether the cards stand in rising steps, like the bars of a chart, not in a fan."""


REPLAYS = EmptyPicture(("10S", "JH", "QS", "KD", "AC"), "play")
STATISTICS = EmptyPicture(("3C", "6H", "9S", "JD", "AS"), "statistics", rising=True)
LAB = EmptyPicture(("2D", "8S", "KH"), "dice")
OWN_DECKS = EmptyPicture(("KS.svg", "10H.png", "AC.svg"), "folder")


class EmptyArt(Widget):
    """Draws the cards; everything shrinks with its height."""

    def __init__(self, picture: EmptyPicture, rect: FRect) -> None:
        super().__init__(rect)
        self.picture = picture

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.rect.size

    def draw(self, look: Look, target: Surface) -> None:
        rect, cards = self.rect, self.picture.cards
        by = rect.height / _PICTURE[1]
        look.blit(target, look.felt_shelf(rect.width, rect.height), *rect.topleft)
        for i, name in enumerate(cards):
            aside = i - (len(cards) - 1) / 2
            if "." in name:
                self._draw_place(look, target, name, rect.centerx + aside * _PLACE_STEP * by, by)
                continue
            x, y, angle = rect.centerx + aside * _STEP * by, rect.centery, 0.0
            if self.picture.rising:
                y -= aside * _RISE * by
            else:
                angle = aside * _FAN
                y += (1 - math.cos(math.radians(angle))) * 6 * _CARD * by
            card = parse(name.replace("10", "T"))
            look.draw_card(target, card, x, y, (_CARD - (10 if self.picture.rising else 0)) * by, angle=angle)
        corner = rect.right - _DISC * 0.75 * by, rect.bottom - _DISC * 0.75 * by
        disc = FRect(0, 0, _DISC * by, _DISC * by)
        disc.center = corner
        look.draw_box(target, replace(PANEL_BOX, radius=disc.width / 2), disc)
        look.blit(target, look.icon(self.picture.icon, _SIGN * by, GOLD), *corner, "center")

    def _draw_place(self, look: Look, target: Surface, name: str, x: float, by: float) -> None:
        """Draw an empty place for a card with the name of a file."""
        look.blit(target, look.slot((_CARD + 6) * by), x, self.rect.centery, "center")
        for i, part in enumerate(name.partition(".")[::2]):
            line = look.text(f".{part}" if i else part, "label", CREAM)
            look.blit(target, line, x, self.rect.centery + (i - 0.5) * 18, "center")


def empty_widgets(look: Look, area: FRect, picture: EmptyPicture, text: str, way: Button | None = None) -> list[Widget]:
    """Return a paper in an area with a picture, if there is room, a text, and a button."""
    wide = min(_WIDEST, area.width)
    label = Label(text, "lead", INK, wrap=wide - 2 * _PAD - 16, align="center")
    below = label.preferred(look)[1] + (way.preferred(look)[1] + _GAP if way else 0.0)
    room = area.height - below - 2 * _PAD - _GAP
    drawn = min(_PICTURE[1], room, (wide - 2 * _PAD) * _PICTURE[1] / _PICTURE[0])
    high = below + 2 * _PAD + (drawn + _GAP if drawn >= _LOWEST else 0.0)
    paper = FRect(area.centerx - wide / 2, area.top + max(0.0, (area.height - high) * 0.4), wide, high)
    found: list[Widget] = [Paper(paper)]
    y = paper.top + _PAD
    if drawn >= _LOWEST:
        across = drawn * _PICTURE[0] / _PICTURE[1]
        found.append(EmptyArt(picture, FRect(area.centerx - across / 2, y, across, drawn)))
        y += drawn + _GAP
    label.place(look, paper.centerx, y, "midtop")
    found.append(label)
    if way is not None:
        way.place(look, paper.centerx, paper.bottom - _PAD, "midbottom")
        found.append(way)
    return found
