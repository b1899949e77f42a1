"""Rectangles that cards cover on their canvas."""

from collections.abc import Iterable, Iterator, Sequence

from pygame import FRect

from engine.moves import Pile
from scenes.table.model.positions import CardPose, PileGeometry
from scenes.table.model.shown_piles import Token
from scenes.table.model.table_model import TableModel


def find_rect_if_settled(model: TableModel, tokens: Sequence[Token]) -> FRect | None:
    """Return the rectangle around resting cards; None without cards, or while a card moves by itself rather than with
    the table."""
    director = model.director
    rest = director.rest_poses
    if any(
        one.id not in rest or (director.is_moving(one.id) and not director.is_sliding_with_table(one.id))
        for one in tokens
    ):
        return None
    return _bounding_rect([rest[token.id] for token in tokens])


def rest_poses_rect(model: TableModel, tokens: Iterable[Token]) -> FRect | None:
    """Return the rectangle around these cards' resting places, also while the cards are still on their way; buried
    cards are left out."""
    rest = model.director.rest_poses
    poses = (rest.get(token.id) for token in tokens)
    return _bounding_rect([pose for pose in poses if pose is not None and not pose.is_buried])


def pile_areas(model: TableModel) -> Iterator[tuple[Pile, FRect]]:
    """Yield each pile with the rectangle around its cards' resting places, or its outlined slot if it is empty."""
    for pile, geometry in model.pile_geometries().items():
        area = rest_poses_rect(model, model.shown.piles.get(pile, ()))
        if area is None and geometry.spot.has_slot_outline:
            area = first_card_area(geometry)
        if area is not None:
            yield pile, area


def first_card_area(geometry: PileGeometry) -> FRect:
    """Return the area of a pile's first card."""
    return FRect(
        geometry.x - geometry.card_width / 2,
        geometry.y - geometry.card_height / 2,
        geometry.card_width,
        geometry.card_height,
    )


def _bounding_rect(poses: Sequence[CardPose]) -> FRect | None:
    if not poses:
        return None
    left, right = min(p.x - p.width / 2 for p in poses), max(p.x + p.width / 2 for p in poses)
    top, bottom = min(p.y - p.height / 2 for p in poses), max(p.y + p.height / 2 for p in poses)
    return FRect(left, top, right - left, bottom - top)
