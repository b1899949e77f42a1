"""Labels of piles on the cards' canvas: a name with the number of cards, or the pile's number."""

from collections.abc import Iterator
from typing import NamedTuple

from pygame import FRect, Surface

from engine.moves import Pile
from scenes.render.boxes import Box, Stroke
from scenes.render.renderer import Renderer
from scenes.render.space import CaptionSpace, CardSpace, Frame, Point
from scenes.render.theme import BRASS, TEXT_ON_FELT, rgb
from scenes.table.cards.captions import MAX_LABEL_WIDTH
from scenes.table.model.positions import Canvas, PileGeometry
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words

_NAME_GAP = 18.0
"""Distance from a pile down to its name."""
_NAME_OFFSET, _SIDE_NAME_GAP = 16.0, 12.0
"""Distance from a seat's pile to its name: to the centre of one above or below, to the end of one beside it."""
_EYE_WIDTH, _EYE_GAP = 16.0, 5.0
"""Width of the eye icon of a browsable pile, and its distance from the name."""
_MIN_DISC_DIAMETER = 28.0
"""Minimum diameter of the disc around a number, logical pixels of the captions."""
_NUMBER_GAP, _SIDE_NUMBER_GAP, _SIDE_NUMBER_OFFSET = 8.0, 3.0, 14.0
"""Distance from a pile up to its number. With larger texts the number is at the upper left corner: distance from there
to the left, and down to the number's centre."""
_MIN_UI_SCALE_FOR_SIDE_NUMBERS = 1.2
"""Text scale from which numbers are beside their piles, as they always are on a narrow canvas."""
_MIN_DISC_FOR_LARGE_NUMBER = 29.0
"""Diameter of the disc from which its number is drawn larger."""


_DISC_FILL = ((0, rgb("#0b2417")),)


class PileLabel(NamedTuple):
    """Label of a pile: its name or its number."""

    pile: Pile
    text: str
    rect: FRect
    """Area on the cards' canvas."""
    is_pile_number: bool = False
    """Whether the text is a number on a disc."""
    has_browse_icon: bool = False
    """Whether an eye icon marks the pile as browsable."""


def pile_labels(model: TableModel, renderer: Renderer, card_renderer: Renderer, words: Words) -> Iterator[PileLabel]:
    """Yield the labels of piles: names with numbers of cards, and the numbers of numbered piles.

    Args:
        model: the table.
        renderer: renderer of the labels.
        card_renderer: renderer of the cards.
        words: texts.
    """
    slug, piles, browsable = model.match.game.slug, model.shown.piles, model.browsable_piles()
    frame, height = captions_frame(renderer, card_renderer), renderer.text_surface_height("label")
    for pile, geometry in model.pile_geometries().items():
        lying = piles.get(pile, ())
        if geometry.spot.title_side and lying:
            text = words(f"{slug}.pile.{pile.kind}")
            size = frame.to_outer(Point(renderer.text_width(text, "label"), height))
            mirrored = model.seat_positions[pile.owner].side == "right"
            yield PileLabel(pile, text, _title_rect(geometry, *size, on_right_side=mirrored))
        if geometry.spot.has_caption and (lying or geometry.spot.has_slot_outline):
            n = len(lying) + sum(len(piles.get(Pile(kind), ())) for kind in geometry.spot.also_counted_kinds)
            text, eye = words(f"{slug}.pile.{pile.kind}", {"n": n}), pile in browsable
            width = renderer.text_width(text, "label") + (_EYE_WIDTH + _EYE_GAP) * eye
            size = frame.to_outer(Point(width, height))
            yield PileLabel(pile, text, _caption_rect(geometry, *size), has_browse_icon=eye)
        if geometry.spot.is_numbered:
            yield PileLabel(pile, str(pile.index + 1), _number_rect(geometry, frame, model.canvas), is_pile_number=True)


def own_pile_label_rects(
    model: TableModel, renderer: Renderer, card_renderer: Renderer, words: Words
) -> Iterator[FRect]:
    """Yield the rectangles of the pile labels left of the player's piles, on the cards' canvas."""
    slug, frame = model.match.game.slug, captions_frame(renderer, card_renderer)
    for pile, geometry in model.pile_geometries().items():
        if (
            geometry.spot.has_label_left_of_own
            and pile.owner == model.viewer
            and pile.index == 0
            and model.shown.piles.get(pile)
        ):
            text = renderer.paragraph(
                words(f"{slug}.label.{pile.kind}"), "label", TEXT_ON_FELT, MAX_LABEL_WIDTH, "right"
            )
            width, height = frame.to_outer(Point(MAX_LABEL_WIDTH, renderer.height_of(text)))
            right = geometry.x - geometry.card_width / 2 - 28
            yield FRect(right - width, geometry.y - height / 2, width, height)


def captions_frame(renderer: Renderer, card_renderer: Renderer) -> Frame[CardSpace, CaptionSpace]:
    """Return the captions' coordinates on the cards' canvas."""
    return renderer.frame_in(card_renderer)


def _caption_rect(geometry: PileGeometry, width: float, height: float) -> FRect:
    return FRect(geometry.x - width / 2, geometry.bottom + _NAME_GAP, width, height)


def _number_rect(geometry: PileGeometry, frame: Frame[CardSpace, CaptionSpace], canvas: Canvas) -> FRect:
    size, left, top = (
        _MIN_DISC_DIAMETER * max(frame.scale, canvas.ui_scale),
        geometry.x - geometry.card_width / 2,
        geometry.y - geometry.card_height / 2,
    )
    if canvas.ui_scale < _MIN_UI_SCALE_FOR_SIDE_NUMBERS and not canvas.uses_open_drawer_layout:
        return FRect(geometry.x - size / 2, top - _NUMBER_GAP - size, size, size)
    return FRect(left - _SIDE_NUMBER_GAP - size, top + _SIDE_NUMBER_OFFSET - size / 2, size, size)


def _title_rect(geometry: PileGeometry, width: float, height: float, *, on_right_side: bool) -> FRect:
    """Return the area of the name of a seat's pile; ``on_right_side`` for the right side of the table."""
    side = geometry.spot.title_side
    if side == "beside":
        offset = geometry.card_width / 2 + _SIDE_NAME_GAP
        return FRect(
            geometry.x - offset - width if on_right_side else geometry.x + offset,
            geometry.y - height / 2,
            width,
            height,
        )
    offset_y = geometry.card_height / 2 + _NAME_OFFSET
    return FRect(
        geometry.x - width / 2, geometry.y + (offset_y if side == "below" else -offset_y) - height / 2, width, height
    )


def draw_pile_label(renderer: Renderer, target: Surface, label: PileLabel, card_renderer: Renderer) -> None:
    """Draw a pile's label, whose rectangle is in the coordinates of the cards' renderer."""
    box = captions_frame(renderer, card_renderer).to_local_area(label.rect)
    if label.is_pile_number:
        renderer.draw_box(target, Box(box.width / 2, _DISC_FILL, 0.92, border=Stroke(BRASS, 1.5)), box)
        style = "label" if box.width < _MIN_DISC_FOR_LARGE_NUMBER else "strong_body"
        renderer.blit(target, renderer.text(label.text, style, BRASS), *box.center, "center")
        return
    if label.has_browse_icon:
        renderer.blit(
            target, renderer.icon("eye", _EYE_WIDTH, TEXT_ON_FELT), box.left + _EYE_WIDTH / 2, box.centery, "center"
        )
    renderer.blit(target, renderer.text(label.text, "label", TEXT_ON_FELT), *box.midright, "midright")
