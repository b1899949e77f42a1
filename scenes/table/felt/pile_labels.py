"""What is written at piles of the table, on the cards' canvas: a name below, a number above."""

from collections.abc import Iterator
from typing import NamedTuple

from pygame import FRect, Surface

from engine.moves import Pile
from scenes.look.boxes import Box, Stroke
from scenes.look.look import Look
from scenes.look.theme import BRASS, ON_FELT, rgb
from scenes.table.felt.captions import LABEL
from scenes.table.stage.poses import Canvas, PilePlace
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

_BELOW = 18.0
"""From a pile down to its name."""
_OVER, _TO_NAME = 16.0, 12.0
"""From a seat's pile to its name: to the middle of one above or below, to the end of one beside."""
_EYE, _APART = 16.0, 5.0
"""Width of the eye at the name of a pile that may be looked through, and its distance from the words."""
_DISC = 28.0
"""Diameter of the disc around a number, in the look of captions."""
_ABOVE, _BESIDE, _DOWN = 8.0, 3.0, 14.0
"""From a pile up to its number. Where texts are larger than cards there is less room above: from the upper left corner
to the left, closer to its own pile than to the next, and down to the middle of the number."""
_BESIDE_FROM = 1.2
"""Factor of texts from which numbers are beside their piles, as they are beside the drawer."""
_LARGE = 29.0
"""Diameter of a disc from which its number is larger, too."""


_GREEN = ((0, rgb("#0b2417")),)


class PileLabel(NamedTuple):
    """The name or the number of a pile."""

    pile: Pile
    text: str
    box: FRect
    """On the canvas of the cards."""
    number: bool = False
    """Whether it is a number, on a disc."""
    eye: bool = False
    """Whether an eye before it says that the pile may be looked through."""


def pile_labels(stage: Stage, look: Look, scale: float, words: Words) -> Iterator[PileLabel]:
    """The names of piles with how many cards lie there, and the numbers of piles that are called by them.

    Args:
        stage: the table.
        look: of the labels.
        scale: of the cards' look.
        words: texts.
    """
    slug, by, seen = stage.match.game.slug, look.scale / scale, stage.looked_through()
    piles = stage.shown.piles
    for pile, place in stage.places().items():
        lying = piles.get(pile, ())
        if place.spot.titled and lying:
            text = words(f"{slug}.pile.{pile.kind}")
            wide, high = by * look.text_width(text, "label"), by * look.text_height("label")
            mirrored = stage.seats[pile.owner].side == "right"
            yield PileLabel(pile, text, _titled(place, wide, high, mirrored=mirrored))
        if place.spot.caption and (lying or place.spot.slot):
            n = len(lying) + sum(len(piles.get(Pile(kind), ())) for kind in place.spot.counts)
            text, eye = words(f"{slug}.pile.{pile.kind}", {"n": n}), pile in seen
            wide = look.text_width(text, "label") + (_EYE + _APART) * eye
            yield PileLabel(pile, text, _below(place, by * wide, by * look.text_height("label")), eye=eye)
        if place.spot.numbered:
            yield PileLabel(pile, str(pile.index + 1), _numbered(place, by, stage.canvas), number=True)


def own_names(stage: Stage, look: Look, scale: float, words: Words) -> Iterator[FRect]:
    """The boxes of the names at the left of own piles, on the canvas of the cards; see ``pile_labels``."""
    slug, by = stage.match.game.slug, look.scale / scale
    for pile, place in stage.places().items():
        if place.spot.label and pile.owner == stage.viewer and pile.index == 0 and stage.shown.piles.get(pile):
            text = look.paragraph(words(f"{slug}.label.{pile.kind}"), "label", ON_FELT, LABEL, "right")
            high = by * text.get_height() / look.scale
            right = place.x - place.width / 2 - 28
            yield FRect(right - by * LABEL, place.y - high / 2, by * LABEL, high)


def _below(place: PilePlace, wide: float, high: float) -> FRect:
    return FRect(place.x - wide / 2, place.y + place.height / 2 + _BELOW, wide, high)


def _numbered(place: PilePlace, by: float, canvas: Canvas) -> FRect:
    size, left, top = _DISC * max(by, canvas.ui), place.x - place.width / 2, place.y - place.height / 2
    if canvas.ui < _BESIDE_FROM and not canvas.beside:
        return FRect(place.x - size / 2, top - _ABOVE - size, size, size)
    return FRect(left - _BESIDE - size, top + _DOWN - size / 2, size, size)


def _titled(place: PilePlace, wide: float, high: float, *, mirrored: bool) -> FRect:
    """Where the name of a seat's pile is; ``mirrored`` at the right side of the table."""
    where = place.spot.titled
    if where == "beside":
        out = place.width / 2 + _TO_NAME
        return FRect(place.x - out - wide if mirrored else place.x + out, place.y - high / 2, wide, high)
    off = place.height / 2 + _OVER
    return FRect(place.x - wide / 2, place.y + (off if where == "below" else -off) - high / 2, wide, high)


def draw_label(look: Look, target: Surface, label: PileLabel, scale: float) -> None:
    """Draw a label in the look of captions; ``scale`` is that of the cards' look."""
    box = FRect(*(scale / look.scale * side for side in label.box))
    if label.number:
        look.draw_box(target, Box(box.width / 2, _GREEN, 0.92, border=Stroke(BRASS, 1.5)), box)
        style = "label" if box.width < _LARGE else "strong_body"
        look.blit(target, look.text(label.text, style, BRASS), *box.center, "center")
        return
    if label.eye:
        look.blit(target, look.icon("eye", _EYE, ON_FELT), box.left + _EYE / 2, box.centery, "center")
    look.blit(target, look.text(label.text, "label", ON_FELT), *box.midright, "midright")
