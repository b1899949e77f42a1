"""Finds overlaps at a table: piles, plates, captions, bubbles and pile names, in card coordinates."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from pygame import FRect

from engine.moves import TABLE, Pile, Seat
from scenes.table.cards.captions import captions
from scenes.table.cards.pile_labels import pile_labels
from scenes.table.layouts.spreads import TrickSpread
from scenes.table.table import Table
from tests.support.table_nodes import node

NOBODY: Seat = -2
MAX_OVERLAP_PX = 3.0
"""Permitted overlap in logical pixels, for shadows and the tilt of a thrown card."""


class TableItem(NamedTuple):
    """Something on the table."""

    name: str
    rect: FRect
    owner: Seat
    kind: str = ""
    pile_index: int = 0


def overlaps(table: Table) -> list[str]:
    """Return all overlaps of two items that don't belong together."""
    found = []
    for one, other in combinations(table_items(table), 2):
        common = one.rect.clip(other.rect)
        if common.width > MAX_OVERLAP_PX and common.height > MAX_OVERLAP_PX and not _may_overlap(one, other):
            found.append(f"{one.name} and {other.name}: {common.width:.0f} x {common.height:.0f}")
    return found


def table_items(table: Table) -> list[TableItem]:
    """Return all visible items that nothing may cover, at rest."""
    return [*_pile_items(table), *_other_items(table)]


def _may_overlap(one: TableItem, other: TableItem) -> bool:
    """Whether two items may overlap by the rules, or belong together."""
    if one.owner != other.owner or one.owner == NOBODY:
        return one.owner == other.owner
    kinds = {one.kind, other.kind}
    palace, sets = kinds <= {"up", "down"}, kinds == {"meld"}  # neighbours show their card indexes
    return palace or sets or kinds == {"plate", "bubble"}


def _pile_items(table: Table) -> Iterator[TableItem]:
    model = table.model
    counted = {
        kind for spot in model.layout.geometry.centre_spots for kind in spot.also_counted_kinds
    }  # these are on another pile
    for pile, place in model.pile_geometries().items():
        if pile.owner == TABLE and pile.kind in counted:
            continue
        tokens = model.shown.piles.get(pile, [])
        rests = [model.rest_pose(token.id) for token in tokens]
        boxes = [FRect(p.x - p.width / 2, p.y - p.height / 2, p.width, p.height) for p in rests if not p.is_buried]
        if not boxes and place.spot.has_slot_outline:
            boxes = [
                FRect(
                    place.x - place.card_width / 2, place.y - place.card_height / 2, place.card_width, place.card_height
                )
            ]
        if not boxes:
            continue
        if pile.owner == TABLE and isinstance(place.spot.spread, TrickSpread):
            continue  # its strip has its own space
        yield TableItem(_pile_name(pile), boxes[0].unionall(boxes[1:]), pile.owner, pile.kind, pile.index)


def _pile_name(pile: Pile) -> str:
    return f"{pile.kind}{pile.index or ''} of {'the table' if pile.owner == TABLE else pile.owner}"


def _other_items(table: Table) -> Iterator[TableItem]:
    """Yield plates, captions, bubbles and tools."""
    hud, ui = table.hud, table.model.canvas.ui_scale
    for seat in table.model.seat_positions:
        yield TableItem(f"plate {seat}", _scaled(hud.plates.plate_rect(seat), ui), seat, "plate")
    for seat, bubble in hud.bubbles.placed_bubbles().items():
        yield TableItem(f"bubble {seat}", _scaled(bubble.rect, ui), seat, "bubble")
    for fact in captions(hud.renderer, hud.words, table.model, ()):
        yield TableItem(f"caption {type(fact).__name__}", _scaled(fact.rect, ui), TABLE)
    for name, box in _pile_labels(table):
        yield TableItem(name, box, TABLE)
    for tool in hud.tools:
        yield TableItem(f"tool {tool.rect.topleft}", _scaled(tool.rect, ui), NOBODY)
    yield TableItem("tag", _scaled(node(hud, "deal tag").rect, ui), NOBODY)


def _scaled(rect: FRect, ui: float) -> FRect:
    return FRect(*(ui * side for side in rect))


def _pile_labels(table: Table) -> Iterator[tuple[str, FRect]]:
    for label in pile_labels(table.model, table.hud.caption_renderer, table.renderer, table.words):
        yield f"{'number' if label.is_pile_number else 'name'} {label.text}", label.rect
