"""The announcement for everybody: a word over rays, a fact on a ribbon, an arc between the seats concerned."""

from __future__ import annotations

import math

from pygame import FRect, Surface

from engine.events import Said
from engine.moves import Seat
from scenes.look import speeds
from scenes.look.cache import Scratch
from scenes.look.look import Look
from scenes.table.felt.boards import Boards
from scenes.table.felt.extent import extent
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

_PAD = 14.0
"""Distance from the cards of a seat at which the arc ends."""
_SHORTEST = 70.0
"""Least length of the arc: neighbours need none."""


class Announcement:
    """What is being announced, and for how long.

    Args:
        look: of texts and buttons.
        words: texts, with the names of the seats.
        stage: the table.
        boards: they make some announcements themselves.
    """

    def __init__(self, look: Look, words: Words, stage: Stage, boards: Boards) -> None:
        self.look = look
        self.words = words
        self.stage = stage
        self.boards = boards
        self.calm = False
        """Reduced motion: nothing pops."""
        self._scratch = Scratch()
        self.now: tuple[Said, float] | None = None
        """What is announced, and the milliseconds at speed 1 until it goes."""

    def hear(self, said: Said) -> None:
        """Announce this."""
        self.now = (said, speeds.ANNOUNCEMENT)

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass at the table's speed, as the cards do; True when the picture changes."""
        if self.now is None:
            return False
        said, left = self.now
        dt *= self._speed
        growing = left > speeds.ANNOUNCEMENT - speeds.POP
        self.now = (said, left - dt) if left > dt else None
        return self.now is None or growing

    @property
    def seats(self) -> frozenset[Seat]:
        """Whoever is announced, and whoever that concerns."""
        if self.now is None:
            return frozenset()
        said = self.now[0]
        return frozenset(
            {said.seat, *(said.note.figures[key] for key in ("seat", "seat_to") if key in said.note.figures)}
        )

    @property
    def due(self) -> float:
        """Milliseconds until the announcement goes; infinite without any."""
        return self.now[1] / self._speed if self.now else math.inf

    @property
    def _speed(self) -> float:
        """The table's speed; 1 at a table without motion, where nothing else gives time to read."""
        return self.stage.director.speed or 1.0

    @property
    def _middle(self) -> tuple[float, float]:
        return self.look.width / 2, (300 + self.stage.canvas.extra * 0.42) / self.stage.canvas.ui

    def _texts(self, said: Said) -> tuple[str, str]:
        """The word and the fact."""
        slug, words = self.stage.match.game.slug, self.words
        key = f"{slug}.loud.{said.note.key}"
        fact = words(key, {"seat": said.seat, **said.note.figures}) if key in words else ""
        return words.note(slug, "said", said.note), fact

    def covers(self) -> FRect:
        """The rectangle of the letters, in the coordinates of texts and buttons; empty without any."""
        if self.now is None or self.boards.tells(self.now[0].note):
            return FRect(0, 0, 0, 0)
        drawn = self.look.announcement(*self._texts(self.now[0]))
        rect = FRect(0, 0, drawn.get_width() / self.look.scale, drawn.get_height() / self.look.scale)
        rect.center = self._middle
        return rect

    def prepare(self, said: Said) -> None:
        """Draw letters and ribbon beforehand."""
        word, fact = self._texts(said)
        if self.boards.tells(said.note):
            self.look.ribbon(fact)
        else:
            self.look.announcement(word, fact)

    def draw_rays(self, target: Surface) -> None:
        """Draw the rays, under plates and cards: the seats concerned stay bright."""
        if self.now is not None:
            self.look.draw_rays(target, *self._middle)

    def draw(self, target: Surface) -> None:
        """Draw the word and its ribbon, over everything but tooltips."""
        if self.now is None:
            return
        said, left = self.now
        word, fact = self._texts(said)
        if self.boards.tells(said.note):
            x, y = self.boards.foot()
            self.look.blit(target, self.look.ribbon(fact), x, y + 44, "center")
            return
        self._draw_path(target, said)
        grown = 1.0 if self.calm else speeds.ease_pop((speeds.ANNOUNCEMENT - left) / speeds.POP)
        drawn = self.look.announcement(word, fact)
        if grown != 1.0:
            size = (max(1, round(drawn.get_width() * grown)), max(1, round(drawn.get_height() * grown)))
            with self._scratch.frame():
                drawn = self._scratch.scaled(drawn, size)
        self.look.blit(target, drawn, *self._middle, "center")

    def _draw_path(self, target: Surface, said: Said) -> None:
        """Draw a dotted arc from the seat that acts to the one concerned."""
        figures = said.note.figures
        if figures.get("seat") == figures.get("seat_to") or not {"seat", "seat_to"} <= figures.keys():
            return
        one, other = self._cards_of(figures["seat"]), self._cards_of(figures["seat_to"])
        if one is not None and other is not None:
            start, end = _edge(one, other.center), _edge(other, one.center)
            if math.dist(start, end) >= _SHORTEST:
                self.look.draw_path(target, start, end)

    def _cards_of(self, seat: Seat) -> FRect | None:
        """The box around a seat's cards, in the coordinates of texts and buttons; None while they move."""
        piles = self.stage.shown.piles.items()
        own = [token for pile, tokens in piles if pile.owner == seat and self.stage.place(pile) for token in tokens]
        box, ui = extent(self.stage, own), self.stage.canvas.ui
        return FRect(box.left / ui, box.top / ui, box.width / ui, box.height / ui) if box else None


def _edge(box: FRect, towards: tuple[float, float]) -> tuple[float, float]:
    """The point a little outside the edge of a box, towards another point."""
    dx, dy = towards[0] - box.centerx, towards[1] - box.centery
    reach = [(size / 2 + _PAD) / abs(by) for size, by in ((box.width, dx), (box.height, dy)) if by]
    part = min([1.0, *reach])
    return box.centerx + dx * part, box.centery + dy * part
