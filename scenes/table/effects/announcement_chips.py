"""Label chips that show an announcement's effect on each seat at the spotlit cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pygame import FRect, Surface

from engine.events import Announced
from engine.moves import TABLE, Seat
from scenes.render.box_styles import ANNOUNCEMENT_CHIP_BAD, ANNOUNCEMENT_CHIP_GOOD, ANNOUNCEMENT_CHIP_NEUTRAL
from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.space import Point, UiSpace
from scenes.render.theme import GAIN_TEXT, GOLD, LOSS_TEXT, Colour
from scenes.table.effects.spotlight import CARD_WIDTH, Spotlight
from scenes.table.hud.seat_plates import SeatPlates
from scenes.table.layouts.announcement_chip import ChipSpec, ChipTone
from scenes.text.catalogue import Words

_PORTRAIT_DIAMETER = 46.0
OVERHANG_BEYOND_CARDS = 24.0
"""Distance by which portraits and chips extend beyond the cards."""
_CHIP_HEIGHT, _CHIP_PADDING = 32.0, 15.0
"""Height of a chip, and its padding beside the text."""
_CHIP_OFFSET_Y, _CHIP_OFFSET_X = 22.0, 14.0
"""Distance of a chip's centre below the cards, and sideways from their centre, away from the portrait."""
_SWAP_ARROWS_SIZE = 56.0
"""Size of the arrows between two exchanged cards."""
_CHIP_RISE_DISTANCE = 10.0
"""Distance by which a chip rises as it appears."""


class ChipStyle(NamedTuple):
    """Style of the chips of one tone: good, bad or even."""

    box: Box
    text_colour: Colour
    icon: str


CHIP_STYLES: dict[ChipTone, ChipStyle] = {
    "good": ChipStyle(ANNOUNCEMENT_CHIP_GOOD, GAIN_TEXT, "chevron_up"),
    "bad": ChipStyle(ANNOUNCEMENT_CHIP_BAD, LOSS_TEXT, "chevron_down"),
    "even": ChipStyle(ANNOUNCEMENT_CHIP_NEUTRAL, GOLD, ""),
}


class AnnouncementChips:
    """Draws portraits at the spotlit cards, and the label chips of an announcement.

    Args:
        plates: the seats' plates, which provide renderer and texts.
        spotlight: the spotlit cards.
    """

    def __init__(self, plates: SeatPlates, spotlight: Spotlight) -> None:
        self.plates = plates
        self.spotlight = spotlight
        self.model = plates.model

    @property
    def renderer(self) -> Renderer:
        return self.plates.renderer

    @property
    def words(self) -> Words:
        return self.plates.words

    # --- content ----------------------------------------------------------------------------------------------------

    def chips_for(self, event: Announced) -> Iterator[tuple[Seat, ChipSpec, str]]:
        """Yield each label chip of an announcement: its seat, its specification and its text."""
        slug, placeholders = self.model.match.game.slug, event.note.placeholders
        for spec in self.model.layout.effects.chips_by_announcement.get(event.note.key, ()):
            text = self.words(f"{slug}.news.{spec.news_key}")
            yield placeholders.get(spec.seat_placeholder, event.seat), spec, text

    def prerender(self, event: Announced) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender an announcement's label chips."""
        nowhere = Surface((1, 1))
        for _, spec, text in self.chips_for(event):
            yield partial(self._draw_chip, nowhere, spec.tone, text, Point(0.0, 0.0))

    def prerender_portraits(self) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender the portraits shown at spotlit cards."""
        for person in self.model.people_by_seat.values():
            yield partial(self.spotlight.renderer.portrait, person.portrait, _PORTRAIT_DIAMETER)
            for expression in ("pleased", "dismayed"):
                yield partial(self.spotlight.renderer.portrait_face, person.portrait, _PORTRAIT_DIAMETER, expression)

    # --- positions --------------------------------------------------------------------------------------------------

    def _seat_card_rects(self, top: float) -> dict[Seat, FRect]:
        """Return the rectangle of each seat's spotlit cards from left to right, in the coordinates of texts."""
        rects: dict[Seat, FRect] = {}
        for card, rect in zip(self.spotlight.cards, self.spotlight.card_rects(top), strict=True):
            text_rect = self.model.canvas.ui.to_local_area(rect)
            rects[card.seat] = rects[card.seat].union(text_rect) if card.seat in rects else text_rect
        return rects

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, target: Surface, event: Announced, *, cards_top: float) -> None:
        """Draw an announcement's portraits, exchange arrows and label chips; ``cards_top`` is the upper edge of the
        spotlit cards, on their canvas."""
        groups = self._seat_card_rects(cards_top)
        self._draw_portraits(target, groups)
        if self.spotlight.is_exchange:
            rects = list(groups.values())
            x, y = (rects[0].right + rects[1].left) / 2, rects[0].centery
            self.renderer.blit(target, self.renderer.icon("swap", _SWAP_ARROWS_SIZE, GOLD), x, y, "center")
        progress = self.model.timeline.progress("chips")
        if not progress:
            return
        for seat, spec, text in self.chips_for(event):
            if seat not in groups:
                continue
            outer = 1 if seat == list(groups)[-1] else -1
            x = groups[seat].centerx - (outer * _CHIP_OFFSET_X if len(groups) > 1 else 0.0)
            y = groups[seat].bottom + _CHIP_OFFSET_Y + _CHIP_RISE_DISTANCE * (1 - progress)
            self._draw_chip(target, spec.tone, text, Point(x, y))

    def _draw_chip(self, target: Surface, tone: ChipTone, text: str, centre: Point[UiSpace]) -> None:
        box, colour, icon = CHIP_STYLES[tone]
        line = self.renderer.text(text, "strong", colour)
        width = self.renderer.width_of(line) + (22.0 if icon else 0.0)
        area = FRect(
            centre.x - width / 2 - _CHIP_PADDING, centre.y - _CHIP_HEIGHT / 2, width + 2 * _CHIP_PADDING, _CHIP_HEIGHT
        )
        self.renderer.draw_box(target, box, area)
        if icon:
            self.renderer.blit(target, self.renderer.icon(icon, 18, colour), area.left + 13, centre.y, "midleft")
        self.renderer.blit(target, line, area.right - _CHIP_PADDING, centre.y, "midright")

    def _draw_portraits(self, target: Surface, groups: dict[Seat, FRect]) -> None:
        """Draw each seat's portrait with its expression, at the outer lower corner of its spotlit cards."""
        renderer, ui = self.spotlight.renderer, self.model.canvas.ui
        if len(groups) < 2:
            return
        for seat, rect in groups.items():
            if seat == TABLE:
                continue
            x, bottom = ui.to_outer(Point(rect.right if seat == list(groups)[-1] else rect.left, rect.bottom))
            centre = x, bottom - CARD_WIDTH * 0.14
            name = self.model.people_by_seat[seat].portrait
            renderer.blit(target, renderer.portrait(name, _PORTRAIT_DIAMETER), *centre, "center")
            expression = self.plates.expressions.face_state(seat).expression
            if expression != "neutral":
                renderer.blit(target, renderer.portrait_face(name, _PORTRAIT_DIAMETER, expression), *centre, "center")
