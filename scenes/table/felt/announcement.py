"""The announcement for everybody: a word over rays, a fact on a ribbon, and in the light what it is about."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pygame import FRect, Surface

from engine.events import Said
from engine.moves import Seat
from scenes.look import speeds
from scenes.look.cache import Scratch
from scenes.look.theme import CREAM, GOLD, REFUSAL, TITLE
from scenes.table.felt.boards import Boards
from scenes.table.felt.plates import Plates
from scenes.table.felt.spotlight import Spotlight

_RAYS_Y, _WORD_Y, _GAP = 232.0, 254.0, 22.0
"""The middle of the rays, that of word and ribbon, and the distance from the ribbon to the cards in the light."""
_PAD = 12.0
"""Distance from a plate at which the arc ends."""
_SHORTEST = 24.0
"""Minimum length of the arc."""
_LEAST_BEND, _BENDS, _POINTS = 70.0, 10, 24
"""How far the arc bends at least, how much further it may, and at how many points it is looked at."""
_SPARKS = 18
_SPARK_SIZES = (11.0, 15.0, 19.0)
_FROM, _OUT = (210.0, 120.0), (110.0, 64.0)
"""Half axes of the ellipse that sparks leave, and how far they fly."""
_SPARK_COLOURS = (GOLD, TITLE, REFUSAL, CREAM)
_SUITS = "SHDC"
_GOLDEN = math.pi * (3 - math.sqrt(5))


class Announcement:
    """What is being announced, and for how long.

    Args:
        boards: they make some announcements themselves.
        plates: of the seats; they draw with the same look and texts.
        spotlight: shows the cards concerned.
    """

    def __init__(self, boards: Boards, plates: Plates, spotlight: Spotlight) -> None:
        self.look = plates.look
        self.words = plates.words
        self.stage = plates.stage
        self.boards = boards
        self.plates = plates
        self.spotlight = spotlight
        self.calm = False
        """Reduced motion: nothing pops or flies."""
        self._scratch = Scratch()
        self.now: tuple[Said, float] | None = None
        """What is announced, and the milliseconds at speed 1 until it goes."""

    # --- when ---------------------------------------------------------------------------------------------------------

    def hear(self, said: Said) -> None:
        """Announce this."""
        self.now = (said, speeds.ANNOUNCEMENT)
        self.spotlight.clear()
        if not self.boards.tells(said.note):
            self.spotlight.light(said, self.seats)

    def end(self) -> None:
        """Take the announcement away."""
        self.now = None
        self.spotlight.clear()

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass at the table's speed, as the cards do; True when the picture changes."""
        if self.now is None:
            return False
        said, left = self.now
        dt *= self._speed
        moving = self._age < max(speeds.POP, speeds.SPARKS) or left - dt < speeds.FROM_LIGHT
        if left > dt:
            self.now = (said, left - dt)
        else:
            self.end()
        return self.now is None or moving

    @property
    def due(self) -> float:
        """Milliseconds until the announcement changes by itself; infinite without any."""
        return max(0.0, self.now[1] - speeds.FROM_LIGHT) / self._speed if self.now else math.inf

    @property
    def _age(self) -> float:
        """Milliseconds at speed 1 since the announcement came; 0 without any."""
        return speeds.ANNOUNCEMENT - self.now[1] if self.now else 0.0

    @property
    def part(self) -> float:
        """How far the cards are on their way into the light, 0 … 1."""
        if self.now is None:
            return 0.0
        if self.calm:
            return 1.0
        come, gone = self._age / speeds.TO_LIGHT, self.now[1] / speeds.FROM_LIGHT
        return speeds.ease_out(min(1.0, come, gone))

    @property
    def _speed(self) -> float:
        """The table's speed; 1 at a table without motion, where nothing else gives time to read."""
        return self.stage.director.speed or 1.0

    # --- what ---------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> frozenset[Seat]:
        """Whoever is announced, and whoever that concerns."""
        if self.now is None:
            return frozenset()
        said = self.now[0]
        return frozenset(
            {said.seat, *(said.note.figures[key] for key in ("seat", "seat_to") if key in said.note.figures)}
        )

    def _texts(self, said: Said) -> tuple[str, str]:
        """The word and the fact."""
        slug, words = self.stage.match.game.slug, self.words
        key = f"{slug}.loud.{said.note.key}"
        fact = words(key, {"seat": said.seat, **said.note.figures}) if key in words else ""
        return words.note(slug, "said", said.note), fact

    def is_good(self, said: Said) -> bool:
        """Whether this is good news for whoever looks on."""
        first = said.note.figures.get("seat", said.seat)
        return first == self.stage.viewer and said.note.key not in self.stage.layout.bad_news

    # --- where --------------------------------------------------------------------------------------------------------

    def _at(self, y: float) -> tuple[float, float]:
        """The middle at this height of the smallest canvas, in the coordinates of texts and buttons."""
        return self.look.width / 2, (y + self.stage.canvas.extra * 0.42) / self.stage.canvas.ui

    def covers(self) -> FRect:
        """The rectangle of the letters, in the coordinates of texts and buttons; empty without any."""
        if self.now is None or self.boards.tells(self.now[0].note):
            return FRect(0, 0, 0, 0)
        drawn = self._letters(self.now[0])
        rect = FRect(0, 0, drawn.get_width() / self.look.scale, drawn.get_height() / self.look.scale)
        rect.center = self._at(_WORD_Y)
        return rect

    @property
    def cards_top(self) -> float:
        """The upper edge of the cards in the light, on their canvas."""
        return (self.covers().bottom - _GAP) * self.stage.canvas.ui

    def _letters(self, said: Said) -> Surface:
        return self.look.announcement(*self._texts(said), good=self.is_good(said))

    # --- drawing ------------------------------------------------------------------------------------------------------

    def prepare(self, said: Said) -> None:
        """Draw letters and ribbon beforehand."""
        if self.boards.tells(said.note):
            self.look.ribbon(self._texts(said)[1])
        else:
            self._letters(said)

    def draw(self, target: Surface) -> None:
        """Draw the word and what it is about, over everything but tooltips."""
        if self.now is None:
            return
        said = self.now[0]
        if self.boards.tells(said.note):
            x, y = self.boards.foot()
            self.look.blit(target, self.look.ribbon(self._texts(said)[1]), x, y + 44, "center")
            return
        self.spotlight.draw_veil(target, min(1.0, self._age / speeds.VEIL, self.now[1] / speeds.FROM_LIGHT))
        self.look.draw_rays(target, *self._at(_RAYS_Y))
        self.plates.draw_announced(target, self.seats)
        self._draw_path(target, said)
        self._draw_sparks(target)
        self.spotlight.draw_cards(target, self.part, self.cards_top)
        self._draw_word(target, said)

    def _draw_word(self, target: Surface, said: Said) -> None:
        drawn = self._letters(said)
        grown = 1.0 if self.calm else speeds.ease_pop(self._age / speeds.POP)
        if grown != 1.0:
            size = (max(1, round(drawn.get_width() * grown)), max(1, round(drawn.get_height() * grown)))
            with self._scratch.frame():
                drawn = self._scratch.scaled(drawn, size)
        self.look.blit(target, drawn, *self._at(_WORD_Y), "center")

    def _draw_sparks(self, target: Surface) -> None:
        """Draw suits that fly from the word and fade."""
        part = self._age / speeds.SPARKS
        if self.calm or part >= 1.0:
            return
        x, y = self._at(_RAYS_Y)
        out = speeds.ease_out(part)
        for i in range(_SPARKS):
            across, down = math.cos(i * _GOLDEN), math.sin(i * _GOLDEN)
            far = 0.55 + 0.45 * ((i * 7) % _SPARKS) / _SPARKS
            suit = self._spark(i)
            at = (
                x + across * (_FROM[0] + _OUT[0] * out) * far * 1.3,
                y + down * (_FROM[1] + _OUT[1] * out) * far * 1.3,
            )
            if part > 0.5:
                suit = suit.copy()
                suit.set_alpha(round(255 * 2 * (1 - part)))
            self.look.blit(target, suit, *at, "center")

    def _spark(self, number: int) -> Surface:
        """A suit that flies; there are three sizes of each."""
        size, colour = _SPARK_SIZES[number % len(_SPARK_SIZES)], _SPARK_COLOURS[number % len(_SPARK_COLOURS)]
        return self.look.suit(_SUITS[number % len(_SUITS)], size, colour)

    def light(self) -> Iterator[Callable[[], object]]:
        """What makes the drawings that any announcement needs besides its letters."""
        for number in range(len(_SUITS) * len(_SPARK_SIZES)):
            yield partial(self._spark, number)
        yield from self.spotlight.light_of_all()

    def _draw_path(self, target: Surface, said: Said) -> None:
        """Draw a dotted arc from the seat that acts to the one concerned, around the outside."""
        figures = said.note.figures
        if figures.get("seat") == figures.get("seat_to") or not {"seat", "seat_to"} <= figures.keys():
            return
        owners = {card.seat for card in self.spotlight.cards} & self.seats
        taken = owners == {figures["seat_to"]}
        one, other = (self.plates.room(figures[key]) for key in (("seat_to", "seat") if taken else ("seat", "seat_to")))
        start, end = _edge(one, other.center), _edge(other, one.center)
        if math.dist(start, end) >= _SHORTEST:
            self.look.draw_path(target, start, self._bend(start, end), end, both=len(owners) > 1)

    def _bend(self, start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
        """The point towards which the arc bends: away from the middle, as far as it takes to keep off what is lit."""
        (x0, y0), (x1, y1), (across, down) = start, end, self._at(_RAYS_Y)
        middle, length = ((x0 + x1) / 2, (y0 + y1) / 2), math.dist(start, end)
        away = ((y1 - y0) / length, (x0 - x1) / length)
        if away[0] * (middle[0] - across) + away[1] * (middle[1] - down) < 0:
            away = (-away[0], -away[1])
        ui = self.stage.canvas.ui
        lit = [FRect(*(side / ui for side in box)) for box in self.spotlight.boxes(self.cards_top)]
        kept = [box.inflate(2 * _PAD, 2 * _PAD) for box in (self.covers(), *lit)]
        found = middle
        for step in range(_BENDS):
            far = min(_LEAST_BEND, length * 0.22) + step * _LEAST_BEND
            found = (middle[0] + away[0] * far, middle[1] + away[1] * far)
            if not any(box.collidepoint(point) for box in kept for point in _curve(start, found, end)):
                break
        return found


def _curve(
    start: tuple[float, float], by: tuple[float, float], end: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """Points of a quadratic curve."""
    for i in range(_POINTS + 1):
        t = i / _POINTS
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield a * start[0] + b * by[0] + c * end[0], a * start[1] + b * by[1] + c * end[1]


def _edge(box: FRect, towards: Sequence[float]) -> tuple[float, float]:
    """The point a little outside the edge of a box, towards another point."""
    dx, dy = towards[0] - box.centerx, towards[1] - box.centery
    reach = [(size / 2 + _PAD) / abs(by) for size, by in ((box.width, dx), (box.height, dy)) if by]
    part = min([1.0, *reach])
    return box.centerx + dx * part, box.centery + dy * part
