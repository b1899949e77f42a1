"""What lies on what at a table: piles, plates, captions, bubbles and the words beside piles, in the cards' canvas."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from pygame import FRect

from engine.moves import TABLE, Pile, Seat
from scenes.table.felt.captions import captions
from scenes.table.felt.pile_labels import pile_labels
from scenes.table.layouts.layout import TrickSpread
from scenes.table.table import Table

NOBODY: Seat = -2
SLACK = 3.0
"""Logical pixels by which things may touch: shadows and the tilt of a thrown card."""


class Thing(NamedTuple):
    """Something on the table."""

    name: str
    box: FRect
    owner: Seat
    kind: str = ""
    place: int = 0


def overlaps(table: Table) -> list[str]:
    """Every two things of which one lies on the other, though they don't belong together."""
    found = []
    for one, other in combinations(things(table), 2):
        common = one.box.clip(other.box)
        if common.width > SLACK and common.height > SLACK and not _together(one, other):
            found.append(f"{one.name} and {other.name}: {common.width:.0f} x {common.height:.0f}")
    return found


def things(table: Table) -> list[Thing]:
    """Everything at rest that somebody wants to see."""
    return [*_cards(table), *_around(table)]


def _together(one: Thing, other: Thing) -> bool:
    """Whether one of them lies on the other by the rules, or belongs to it."""
    if one.owner != other.owner or one.owner == NOBODY:
        return one.owner == other.owner
    kinds = {one.kind, other.kind}
    palace, sets = kinds <= {"up", "down"}, kinds == {"meld"}  # those beside one another show their indexes
    return palace or sets or kinds == {"plate", "bubble"}


def _cards(table: Table) -> Iterator[Thing]:
    stage = table.stage
    counted = {kind for spot in stage.layout.centre for kind in spot.counts}  # these lie on another pile
    for pile, place in stage.places().items():
        if pile.owner == TABLE and pile.kind in counted:
            continue
        tokens = stage.shown.piles.get(pile, [])
        rests = [stage.rest(token.id) for token in tokens]
        boxes = [FRect(p.x - p.width / 2, p.y - p.height / 2, p.width, p.height) for p in rests if not p.buried]
        if not boxes and place.spot.slot:
            boxes = [FRect(place.x - place.width / 2, place.y - place.height / 2, place.width, place.height)]
        if not boxes:
            continue
        if pile.owner == TABLE and isinstance(place.spot.spread, TrickSpread):
            continue  # its strip has room of its own
        yield Thing(_name(pile), boxes[0].unionall(boxes[1:]), pile.owner, pile.kind, pile.index)


def _name(pile: Pile) -> str:
    return f"{pile.kind}{pile.index or ''} of {'the table' if pile.owner == TABLE else pile.owner}"


def _around(table: Table) -> Iterator[Thing]:
    """Plates, captions, bubbles."""
    hud, ui = table.hud, table.stage.canvas.ui
    for seat in table.stage.seats:
        yield Thing(f"plate {seat}", _times(hud.plates.room(seat), ui), seat, "plate")
    for seat, bubble in hud.bubbles.placed().items():
        yield Thing(f"bubble {seat}", _times(bubble.rect, ui), seat, "bubble")
    for fact in captions(hud.look, hud.words, table.stage, ()):
        yield Thing(f"caption {type(fact).__name__}", _times(fact.rect, ui), TABLE)
    for name, box in _labels(table):
        yield Thing(name, box, TABLE)
    for tool in (*hud.tools.icons, hud.tools.house_rules):
        yield Thing(f"tool {tool.rect.topleft}", _times(tool.rect, ui), NOBODY)
    yield Thing("tag", _times(hud.tag.room(), ui), NOBODY)


def _times(rect: FRect, ui: float) -> FRect:
    return FRect(*(ui * side for side in rect))


def _labels(table: Table) -> Iterator[tuple[str, FRect]]:
    for label in pile_labels(table.stage, table.hud.captions, table.look.scale, table.words):
        yield f"{'number' if label.number else 'name'} {label.text}", label.box
