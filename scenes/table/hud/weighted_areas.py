"""Weighted areas of the table that prompts and panels avoid covering; input of the placement search.

UI coordinates are those of texts and buttons: canvas coordinates divided by ``Canvas.ui_scale``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pygame import FRect

from engine.cards import HIDDEN
from engine.moves import TABLE, Seat
from scenes.render.renderer import Renderer
from scenes.render.space import Point
from scenes.table.cards.captions import captions
from scenes.table.cards.extent import first_card_area, rest_poses_rect
from scenes.table.cards.pile_labels import captions_frame, own_pile_label_rects, pile_labels
from scenes.table.layouts.spreads import TrickSpread
from scenes.table.model.shown_piles import Token
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words

# weights of covered areas
PRESSABLE_WEIGHT = 1500.0  # own hand, question, buttons
CARDS_WEIGHT = 40.0  # other cards in play
SEATS_WEIGHT = 12.0  # seats and their visible cards
RAISED_CARDS_WEIGHT = 8.0  # space above the hand for raised cards
PILE_NAME_WEIGHT = 3.0  # pointer targets of pile names
TEXT_WEIGHT = 2.0  # captions
BACKS_WEIGHT = 1.0  # hidden cards of other seats
HAND_ZONE_WEIGHT = 0.2  # space for later cards
_PLAYER_PORTRAIT_OVERHANG, _WORTH_OVERHANG = 20.0, 10.0
"""Overhang of the player's portrait beyond a play, and of the worth beyond a pile, logical pixels."""
_LIFT_HEIGHT = 30.0
"""Distance by which selected or hovered cards of the hand rise, logical pixels."""


class WeightedArea(NamedTuple):
    """Area of an item on the table in UI coordinates, with the weight of covering it."""

    rect: FRect
    weight: float


def centred_rect(x: float, y: float, width: float, height: float) -> FRect:
    """Return the rectangle with this centre and size."""
    return FRect(x - width / 2, y - height / 2, width, height)


def pile_and_label_areas(
    model: TableModel, renderer: Renderer, card_renderer: Renderer, words: Words
) -> Iterator[WeightedArea]:
    """Yield the weighted areas of cards, empty piles and the texts beside piles, which panels avoid.

    Args:
        model: the table model.
        renderer: for the captions.
        card_renderer: renderer of the cards.
        words: texts of the captions.
    """
    for rect, weight in (*_piles(model), *_slots_and_captions(model, renderer, card_renderer, words)):
        yield WeightedArea(model.canvas.ui.to_local_area(rect), weight)


def caption_areas(
    model: TableModel, renderer: Renderer, words: Words, blocked_rects: Sequence[FRect]
) -> Iterator[WeightedArea]:
    """Yield the weighted areas of the captions at piles, which panels avoid.

    ``blocked_rects`` are areas that the caption at the player's secret card avoids.
    """
    for fact in captions(renderer, words, model, blocked_rects):
        yield WeightedArea(fact.rect, TEXT_WEIGHT)


def own_hand_zone(model: TableModel) -> WeightedArea:
    """Return the weighted area in which cards of the own hand may lie later; panels avoid it."""
    left, top, right, bottom = model.hand_zone_edges()
    zone = FRect(left, top, right - left, bottom - top)
    return WeightedArea(model.canvas.ui.to_local_area(zone), HAND_ZONE_WEIGHT)


def _piles(model: TableModel) -> Iterator[tuple[FRect, float]]:
    """Yield the areas of all piles' cards in canvas coordinates, with their weights."""
    for pile, tokens in model.shown.piles.items():
        geometry = model.pile_geometry(pile) if tokens else None
        if geometry is None:
            continue
        if pile == model.hand.pile:
            box = rest_poses_rect(model, tokens)
            if box is not None:
                yield box, PRESSABLE_WEIGHT
                yield FRect(box.left - 12, box.top - _LIFT_HEIGHT, box.width + 24, _LIFT_HEIGHT), RAISED_CARDS_WEIGHT
        elif pile.owner == TABLE and isinstance(geometry.spot.spread, TrickSpread):
            for box in _plays(model, tokens):
                yield (
                    FRect(
                        box.left,
                        box.top - _PLAYER_PORTRAIT_OVERHANG / 2,
                        box.width + _PLAYER_PORTRAIT_OVERHANG / 2,
                        box.height + _PLAYER_PORTRAIT_OVERHANG / 2,
                    ),
                    CARDS_WEIGHT,
                )
        else:
            box = rest_poses_rect(model, tokens)
            if box is not None and geometry.spot.shows_worth:
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
    """Yield the bounding box of each play in a trick's cards."""
    batches: dict[int, list[Token]] = {}
    for token in tokens:
        batches.setdefault(token.batch, []).append(token)
    for batch in batches.values():
        box = rest_poses_rect(model, batch)
        if box is not None:
            yield box


def _slots_and_captions(
    model: TableModel, renderer: Renderer, card_renderer: Renderer, words: Words
) -> Iterator[tuple[FRect, float]]:
    """Yield the areas of empty piles, captions and texts beside own piles in canvas coordinates, with their weights."""
    margin = captions_frame(renderer, card_renderer).to_outer(Point(8, 6))
    for label in pile_labels(model, renderer, card_renderer, words):
        yield label.rect.inflate(*margin), CARDS_WEIGHT
    for name in own_pile_label_rects(model, renderer, card_renderer, words):
        yield name, CARDS_WEIGHT
    for pile, geometry in model.pile_geometries().items():
        tokens = model.shown.piles.get(pile, [])
        if geometry.spot.has_slot_outline and not tokens:
            weight = CARDS_WEIGHT if pile.owner in (TABLE, model.viewer) else BACKS_WEIGHT
            yield first_card_area(geometry), weight
