"""What a panel had better not cover, each thing with how much that matters: panels find their room by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pygame import FRect

from engine.cards import HIDDEN
from engine.moves import TABLE, Seat
from scenes.render.renderer import Renderer
from scenes.table.cards.captions import captions
from scenes.table.cards.extent import resting_rect
from scenes.table.cards.pile_labels import own_name_rects, pile_labels
from scenes.table.layouts.layout import TrickSpread
from scenes.table.model.shown_piles import Token
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words

(
    PRESSABLE_WEIGHT,
    CARDS_WEIGHT,
    SEATS_WEIGHT,
    RAISED_CARDS_WEIGHT,
    REACH_WEIGHT,
    TEXT_WEIGHT,
    BACKS_WEIGHT,
    NEAR_WEIGHT,
) = 1500.0, 40.0, 12.0, 8.0, 3.0, 2.0, 1.0, 0.2
"""How much it matters that a panel doesn't cover: the own hand, what is asked and what can be pressed; other cards in
play; seats, and their cards that can be read; where raised cards of the hand reach; where the name of a pile answers
the pointer; bubbles; closed cards of others; where something may come to lie."""
_PORTRAIT_OVERHANG, _WORTH_OVERHANG = 20.0, 10.0
"""How far small marks stand out over a play, and over a pile."""
_LIFT_HEIGHT = 30.0
"""How much higher cards of the hand are when chosen or under the pointer."""


class WeightedArea(NamedTuple):
    """Something on the table, in the coordinates of texts and buttons."""

    rect: FRect
    weight: float


def centred_rect(x: float, y: float, width: float, height: float) -> FRect:
    """The rectangle with this middle."""
    return FRect(x - width / 2, y - height / 2, width, height)


def pile_areas(model: TableModel, renderer: Renderer, scale: float, words: Words) -> Iterator[WeightedArea]:
    """Cards, empty places and the words beside piles.

    Args:
        stage: the table.
        look: of the captions.
        scale: of the cards' look.
        words: texts of the captions.
    """
    ui = model.canvas.ui_scale
    for rect, weight in (*_piles(model), *_places(model, renderer, scale, words)):
        yield WeightedArea(FRect(rect.left / ui, rect.top / ui, rect.width / ui, rect.height / ui), weight)


def caption_areas(
    model: TableModel, renderer: Renderer, words: Words, buttons: Sequence[FRect]
) -> Iterator[WeightedArea]:
    """Facts at piles; there are none under ``buttons``."""
    for fact in captions(renderer, words, model, buttons):
        yield WeightedArea(fact.rect, TEXT_WEIGHT)


def own_hand_area(model: TableModel) -> WeightedArea:
    """The area of the own hand, where cards may come to lie."""
    left, top, right, bottom = (side / model.canvas.ui_scale for side in model.hand_zone())
    return WeightedArea(FRect(left, top, right - left, bottom - top), NEAR_WEIGHT)


def _piles(model: TableModel) -> Iterator[tuple[FRect, float]]:
    """The cards, in the coordinates of the canvas."""
    for pile, tokens in model.shown.piles.items():
        place = model.pile_geometry(pile) if tokens else None
        if place is None:
            continue
        if pile == model.hand.pile:
            box = resting_rect(model, tokens)
            if box is not None:
                yield box, PRESSABLE_WEIGHT
                yield FRect(box.left - 12, box.top - _LIFT_HEIGHT, box.width + 24, _LIFT_HEIGHT), RAISED_CARDS_WEIGHT
        elif pile.owner == TABLE and isinstance(place.spot.spread, TrickSpread):
            for box in _plays(model, tokens):
                yield (
                    FRect(
                        box.left,
                        box.top - _PORTRAIT_OVERHANG / 2,
                        box.width + _PORTRAIT_OVERHANG / 2,
                        box.height + _PORTRAIT_OVERHANG / 2,
                    ),
                    CARDS_WEIGHT,
                )
        else:
            box = resting_rect(model, tokens)
            if box is not None and place.spot.shows_worth:
                box = FRect(
                    box.left, box.top - _WORTH_OVERHANG, box.width + _WORTH_OVERHANG, box.height + _WORTH_OVERHANG
                )
            if box is not None:
                yield box, _weight(pile.owner, tokens, model.viewer)


def _weight(owner: Seat, tokens: list[Token], viewer: Seat) -> float:
    if owner in (TABLE, viewer):
        return CARDS_WEIGHT
    return SEATS_WEIGHT if any(token.card != HIDDEN for token in tokens) else BACKS_WEIGHT


def _plays(model: TableModel, tokens: list[Token]) -> Iterator[FRect]:
    """The box around each play that is seen."""
    batches: dict[int, list[Token]] = {}
    for token in tokens:
        batches.setdefault(token.batch, []).append(token)
    for several in batches.values():
        box = resting_rect(model, several)
        if box is not None:
            yield box


def _places(model: TableModel, renderer: Renderer, scale: float, words: Words) -> Iterator[tuple[FRect, float]]:
    """Empty places, captions, the words beside own piles, in the coordinates of the canvas."""
    by = renderer.scale / scale
    for label in pile_labels(model, renderer, scale, words):
        yield label.rect.inflate(8 * by, 6 * by), CARDS_WEIGHT
    for name in own_name_rects(model, renderer, scale, words):
        yield name, CARDS_WEIGHT
    for pile, place in model.pile_geometries().items():
        there = model.shown.piles.get(pile, [])
        if place.spot.has_slot_outline and not there:
            weight = CARDS_WEIGHT if pile.owner in (TABLE, model.viewer) else BACKS_WEIGHT
            yield centred_rect(place.x, place.y, place.width, place.height), weight
