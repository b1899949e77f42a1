"""What a panel had better not cover, each thing with how much that matters: panels find their room by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pygame import FRect

from engine.cards import HIDDEN
from engine.moves import TABLE, Seat
from scenes.look.look import Look
from scenes.table.felt.captions import captions
from scenes.table.felt.extent import resting
from scenes.table.felt.pile_labels import own_names, pile_labels
from scenes.table.layouts.layout import TrickSpread
from scenes.table.stage.shown import Token
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

PRESSED, PLAYED, SEATS, RAISED, REACHED, SAID, BACKS, NEAR = 1500.0, 40.0, 12.0, 8.0, 3.0, 2.0, 1.0, 0.2
"""How much it matters that a panel doesn't cover: the own hand, what is asked and what can be pressed; other cards in
play; seats, and their cards that can be read; where raised cards of the hand reach; where the name of a pile answers
the pointer; bubbles; closed cards of others; where something may come to lie."""
_FACE, _WORTH = 20.0, 10.0
"""How far small marks stand out over a play, and over a pile."""
_LIFT = 30.0
"""How much higher cards of the hand are when chosen or under the pointer."""


class Obstacle(NamedTuple):
    """Something on the table, in the coordinates of texts and buttons."""

    rect: FRect
    weight: float


def centred(x: float, y: float, wide: float, high: float) -> FRect:
    """The rectangle with this middle."""
    return FRect(x - wide / 2, y - high / 2, wide, high)


def cards_and_places(stage: Stage, look: Look, scale: float, words: Words) -> Iterator[Obstacle]:
    """Cards, empty places and the words beside piles.

    Args:
        stage: the table.
        look: of the captions.
        scale: of the cards' look.
        words: texts of the captions.
    """
    ui = stage.canvas.ui
    for rect, weight in (*_piles(stage), *_places(stage, look, scale, words)):
        yield Obstacle(FRect(rect.left / ui, rect.top / ui, rect.width / ui, rect.height / ui), weight)


def captions_at_piles(stage: Stage, look: Look, words: Words, buttons: Sequence[FRect]) -> Iterator[Obstacle]:
    """Facts at piles; there are none under ``buttons``."""
    for fact in captions(look, words, stage, buttons):
        yield Obstacle(fact.rect, SAID)


def own_hand(stage: Stage) -> Obstacle:
    """The area of the own hand, where cards may come to lie."""
    left, top, right, bottom = (side / stage.canvas.ui for side in stage.hand_zone())
    return Obstacle(FRect(left, top, right - left, bottom - top), NEAR)


def _piles(stage: Stage) -> Iterator[tuple[FRect, float]]:
    """The cards, in the coordinates of the canvas."""
    for pile, tokens in stage.shown.piles.items():
        place = stage.place(pile) if tokens else None
        if place is None:
            continue
        if pile == stage.hand.pile:
            box = resting(stage, tokens)
            if box is not None:
                yield box, PRESSED
                yield FRect(box.left - 12, box.top - _LIFT, box.width + 24, _LIFT), RAISED
        elif pile.owner == TABLE and isinstance(place.spot.spread, TrickSpread):
            for box in _plays(stage, tokens):
                yield FRect(box.left, box.top - _FACE / 2, box.width + _FACE / 2, box.height + _FACE / 2), PLAYED
        else:
            box = resting(stage, tokens)
            if box is not None and place.spot.worth:
                box = FRect(box.left, box.top - _WORTH, box.width + _WORTH, box.height + _WORTH)
            if box is not None:
                yield box, _weight(pile.owner, tokens, stage.viewer)


def _weight(owner: Seat, tokens: list[Token], viewer: Seat) -> float:
    if owner in (TABLE, viewer):
        return PLAYED
    return SEATS if any(token.card != HIDDEN for token in tokens) else BACKS


def _plays(stage: Stage, tokens: list[Token]) -> Iterator[FRect]:
    """The box around each play that is seen."""
    batches: dict[int, list[Token]] = {}
    for token in tokens:
        batches.setdefault(token.batch, []).append(token)
    for several in batches.values():
        box = resting(stage, several)
        if box is not None:
            yield box


def _places(stage: Stage, look: Look, scale: float, words: Words) -> Iterator[tuple[FRect, float]]:
    """Empty places, captions, the words beside own piles, in the coordinates of the canvas."""
    by = look.scale / scale
    for label in pile_labels(stage, look, scale, words):
        yield label.box.inflate(8 * by, 6 * by), PLAYED
    for name in own_names(stage, look, scale, words):
        yield name, PLAYED
    for pile, place in stage.places().items():
        there = stage.shown.piles.get(pile, [])
        if place.spot.slot and not there:
            weight = PLAYED if pile.owner in (TABLE, stage.viewer) else BACKS
            yield centred(place.x, place.y, place.width, place.height), weight
