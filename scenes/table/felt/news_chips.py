"""What an announcement means for whom: portraits and chips at the cards in the light, points at the plates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pygame import FRect, Surface

from engine.events import Said
from engine.moves import TABLE, Seat
from scenes.look import speeds
from scenes.look.box_styles import NEWS_BAD, NEWS_EVEN, NEWS_GOOD
from scenes.look.boxes import Box
from scenes.look.theme import GAIN, GOLD, LOSS, Colour
from scenes.table.felt.arc import Point
from scenes.table.felt.plates import Plates
from scenes.table.felt.spotlight import CARD, Spotlight
from scenes.table.layouts.news import News, Tone

_FACE = 46.0
"""Diameter of the portraits at the cards."""
AROUND = 24.0
"""How far portraits and chips reach beyond the cards."""
_HIGH, _INSET = 32.0, 15.0
"""Height of a chip, and the space beside its words."""
_ONTO = 10.0
"""How far it reaches onto a plate, whose texts end before that."""
_BELOW, _INWARDS = 22.0, 14.0
"""From the cards to the middle of their chip, and from the middle of its seat's cards away from the portrait."""
_SWAP = 56.0
"""Size of the arrows between two cards that were exchanged."""
_RISE = 10.0
"""Distance by which a chip rises as it comes."""
_ARC = 40.0
"""Height of the prize's way above the straight one."""


class _Look(NamedTuple):
    """How chips of a tone are drawn."""

    box: Box
    ink: Colour
    icon: str


_LOOKS: dict[Tone, _Look] = {
    "good": _Look(NEWS_GOOD, GAIN, "chevron_up"),
    "bad": _Look(NEWS_BAD, LOSS, "chevron_down"),
    "even": _Look(NEWS_EVEN, GOLD, ""),
}


class NewsChips:
    """Draws portraits and chips, from what was said alone.

    Args:
        plates: of the seats, with the look and texts of the chips.
        spotlight: knows the cards.
    """

    def __init__(self, plates: Plates, spotlight: Spotlight) -> None:
        self.plates = plates
        self.spotlight = spotlight
        self.look = plates.look
        self.words = plates.words
        self.stage = plates.stage

    # --- what -------------------------------------------------------------------------------------------------------

    def told(self, said: Said) -> Iterator[tuple[Seat, News, str]]:
        """Each chip: the seat that it is about, the news, and its words."""
        slug, figures = self.stage.match.game.slug, said.note.figures
        for news in self.stage.layout.news.get(said.note.key, ()):
            points = figures.get(news.points, news.amount)
            if news.text:
                text = self.words(f"{slug}.news.{news.text}")
            elif news.place in figures:
                text = self.words(f"app.results.place_{figures[news.place]}")
            elif points:
                text = self.words.number(-points if news.tone == "bad" else points, signed=True)
            else:
                continue
            for seat in [figures.get(news.who, said.seat)] if news.who else self.stage.seats:
                yield seat, news, text

    def prepare(self, said: Said) -> Iterator[Callable[[], object]]:
        """What makes the drawings."""
        nowhere = Surface((1, 1))
        for _, news, text in self.told(said):
            yield partial(self._draw_chip, nowhere, news.tone, text, (0.0, 0.0), arrow=bool(news.text))

    def faces(self) -> Iterator[Callable[[], object]]:
        """What makes the portraits at the cards."""
        for person in self.stage.people.values():
            yield partial(self.spotlight.look.portrait, person.portrait, _FACE)
            for expression in ("pleased", "dismayed"):
                yield partial(self.spotlight.look.face, person.portrait, _FACE, expression)

    # --- where ------------------------------------------------------------------------------------------------------

    def _groups(self, top: float) -> dict[Seat, FRect]:
        """The box of each seat's cards in the light, in the coordinates of texts; in order from the left."""
        found: dict[Seat, FRect] = {}
        ui = self.stage.canvas.ui
        for one, box in zip(self.spotlight.cards, self.spotlight.boxes(top), strict=True):
            shown = FRect(*(side / ui for side in box))
            found[one.seat] = found[one.seat].union(shown) if one.seat in found else shown
        return found

    def at_plate(self, seat: Seat, text: str) -> Point:
        """The middle of a seat's news: above the player's own plate, at the inner end of others, beside their texts."""
        room = self.plates.room(seat)
        if seat == self.stage.viewer:
            return room.left + 110, room.top - 10
        out = self.look.text_width(text, "strong") / 2 + _INSET - _ONTO
        return (room.left - out if self.stage.seats[seat].mirrored else room.right + out), room.centery

    def _start(self, top: float, foot: float) -> Point:
        """Where the player's prize comes from: below the cards, or the announcement if there are none."""
        boxes = list(self._groups(top).values())
        if not boxes:
            return self.look.width / 2, foot
        box = boxes[0].unionall(boxes[1:])
        return box.centerx, box.bottom + _BELOW

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, target: Surface, said: Said, *, age: float, top: float, foot: float, calm: bool) -> None:
        """Draw everything.

        Args:
            target: where.
            said: what is announced.
            age: milliseconds since then.
            top: upper edge of the cards in the light, on their canvas.
            foot: lower edge of the announcement.
            calm: reduced motion: nothing travels.
        """
        groups = self._groups(top)
        self._draw_faces(target, groups)
        if self.spotlight.exchanged:
            boxes = list(groups.values())
            x, y = (boxes[0].right + boxes[1].left) / 2, boxes[0].centery
            self.look.blit(target, self.look.icon("swap", _SWAP, GOLD), x, y, "center")
        come = 1.0 if calm else speeds.ease_out(min(1.0, max(0.0, (age - speeds.CHIP_FROM) / speeds.CHIP)))
        if not come:
            return
        for seat, news, text in self.told(said):
            if not news.text:
                x, y = self.at_plate(seat, text)
                if seat == self.stage.viewer and news.tone == "good" and not calm:
                    x, y = self._on_its_way(self._start(top, foot), (x, y), age)
            elif seat in groups:
                outer = 1 if seat == list(groups)[-1] else -1
                x = groups[seat].centerx - (outer * _INWARDS if len(groups) > 1 else 0.0)
                y = groups[seat].bottom + _BELOW
            else:
                continue
            self._draw_chip(target, news.tone, text, (x, y + _RISE * (1 - come)), arrow=bool(news.text))

    @staticmethod
    def _on_its_way(start: Point, end: Point, age: float) -> Point:
        """Where the player's prize is."""
        t = min(1.0, max(0.0, (age - speeds.PRIZE_FROM) / speeds.PRIZE))
        part = t * t * (3 - 2 * t)
        return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part - _ARC * 4 * t * (1 - t)

    def travels(self, said: Said) -> bool:
        """Whether a prize travels to the player's score."""
        return any(
            seat == self.stage.viewer and news.tone == "good" and not news.text for seat, news, _ in self.told(said)
        )

    def _draw_chip(self, target: Surface, tone: Tone, text: str, at: Point, *, arrow: bool) -> None:
        box, ink, icon = _LOOKS[tone]
        icon = icon if arrow else ""
        line = self.look.text(text, "strong", ink)
        wide = line.get_width() / self.look.scale + (22.0 if icon else 0.0)
        area = FRect(at[0] - wide / 2 - _INSET, at[1] - _HIGH / 2, wide + 2 * _INSET, _HIGH)
        self.look.draw_box(target, box, area)
        if icon:
            self.look.blit(target, self.look.icon(icon, 18, ink), area.left + 13, at[1], "midleft")
        self.look.blit(target, line, area.right - _INSET, at[1], "midright")

    def _draw_faces(self, target: Surface, groups: dict[Seat, FRect]) -> None:
        """Draw whose the cards are, with moods, at the outer lower corner of each seat's cards."""
        look, ui = self.spotlight.look, self.stage.canvas.ui
        if len(groups) < 2:
            return
        for seat, box in groups.items():
            if seat == TABLE:
                continue
            x = box.right if seat == list(groups)[-1] else box.left
            at = x * ui, box.bottom * ui - CARD * 0.14
            name = self.stage.people[seat].portrait
            look.blit(target, look.portrait(name, _FACE), *at, "center")
            expression = self.plates.moods.face(seat).expression
            if expression != "neutral":
                look.blit(target, look.face(name, _FACE, expression), *at, "center")
