"""What is written at piles of the table, on the cards' canvas: a name below, a number at the upper left."""

from collections.abc import Iterator
from typing import NamedTuple

from pygame import FRect, Surface

from engine.moves import Pile
from scenes.look.boxes import Box, Stroke
from scenes.look.look import Look
from scenes.look.theme import BRASS, rgb
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

_BELOW = 22.0
"""From a pile to the middle of its name."""
_DISC = 26.0
"""Diameter of the disc around a number, in the look of captions."""
_BESIDE, _DOWN = 19.0, 14.0
"""From the upper left corner of a pile to the middle of its number: to the left and down."""
_NUMBER = Box(_DISC / 2, ((0, rgb("#0b2417")),), 0.92, border=Stroke(BRASS, 1.5))


class PileText(NamedTuple):
    """Words or a number at a pile."""

    pile: Pile
    text: str
    box: FRect
    """On the canvas of the cards."""


def pile_names(stage: Stage, look: Look, scale: float, words: Words) -> Iterator[PileText]:
    """The names below the piles that have one, with how many cards lie there.

    Args:
        stage: the table.
        look: of the names.
        scale: of the cards' look.
        words: texts.
    """
    slug, by = stage.match.game.slug, look.scale / scale
    for pile, place in stage.places().items():
        lying = stage.shown.piles.get(pile, ())
        if place.spot.caption and (lying or place.spot.slot):
            text = words(f"{slug}.pile.{pile.kind}", {"n": len(lying)})
            wide, high = by * look.text_width(text, "label"), by * look.text_height("label")
            middle = place.y + place.height / 2 + _BELOW
            yield PileText(pile, text, FRect(place.x - wide / 2, middle - high / 2, wide, high))


def pile_numbers(stage: Stage, look: Look, scale: float) -> Iterator[PileText]:
    """The numbers of piles that are called by them, from 1; also those of empty places."""
    size = _DISC * look.scale / scale
    for pile, place in stage.places().items():
        if place.spot.numbered:
            x, y = place.x - place.width / 2 - _BESIDE, place.y - place.height / 2 + _DOWN
            yield PileText(pile, str(pile.index + 1), FRect(x - size / 2, y - size / 2, size, size))


def draw_number(look: Look, target: Surface, number: PileText, scale: float) -> None:
    """Draw a number on its disc in the look of captions; ``scale`` is that of the cards' look."""
    by = scale / look.scale
    disc = FRect(*(by * side for side in number.box))
    look.draw_box(target, _NUMBER, disc)
    look.blit(target, look.text(number.text, "label", BRASS), *disc.center, "center")
