"""The announcement for everybody: a word over rays, a fact on a ribbon, and in the light what it is about."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from pygame import FRect, Surface

from engine.events import Said
from engine.moves import Seat
from scenes.look import speeds
from scenes.look.cache import Scratch
from scenes.look.frame_cache import lay_floor
from scenes.look.rays import Rays
from scenes.table.felt.arc import Arc, arc
from scenes.table.felt.banner import Banner
from scenes.table.felt.boards import Boards
from scenes.table.felt.news_chips import AROUND, NewsChips
from scenes.table.felt.plates import Plates
from scenes.table.felt.rope import Rope
from scenes.table.felt.sparks import draw_sparks, prepare_sparks
from scenes.table.felt.spotlight import Spotlight

_RAYS_Y, _WORD_Y, _GAP = 232.0, 254.0, 22.0
"""The middle of the rays, that of word and ribbon, and the distance from the ribbon to the cards in the light."""
_CONCERNED = ("seat", "seat_to", "seat_loser")
"""Figures of a note with the seats that it is about."""
_SHADE_Y = 290.0
"""The middle of the dark ellipse behind all of it."""


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
        self.chips = NewsChips(plates, spotlight)
        self.rays = Rays()
        self.rope = Rope()
        self.calm = False
        """Reduced motion: nothing pops, turns or flies; everything fades in."""
        self._scratch = Scratch()
        self.now: tuple[Said, float] | None = None
        """What is announced, and the milliseconds at speed 1 until it goes."""
        self._told: tuple[Said, Banner] | None = None
        """What was said last, and what is written of it."""
        self._way: tuple[object, Arc | None] | None = None
        """The arc that was looked for last, and between what."""

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
        self.rays.clear()
        self.rope.clear()

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass at the table's speed, as the cards do; True when the picture changes."""
        if self.now is None:
            return False
        said, left = self.now
        dt *= self._speed
        moving = self._age < self._moves(said) or left - dt < speeds.FROM_LIGHT
        if left > dt:
            self.now = (said, left - dt)
        else:
            self.end()
        return self.now is None or moving

    def _moves(self, said: Said) -> float:
        """Milliseconds for which something of it moves after it came."""
        if self.chips.travels(said):
            return speeds.PRIZE_FROM + speeds.PRIZE
        return max(speeds.POP, speeds.SPARKS, speeds.RAYS)

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
        return frozenset({said.seat, *(said.note.figures[key] for key in _CONCERNED if key in said.note.figures)})

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
        return self._banner(self.now[0]).rect(self.look, *self._at(_WORD_Y))

    @property
    def cards_top(self) -> float:
        """The upper edge of the cards in the light, on their canvas."""
        return (self.covers().bottom - _GAP) * self.stage.canvas.ui

    def _banner(self, said: Said) -> Banner:
        if self._told is None or self._told[0] is not said:
            self._told = said, Banner(*self._texts(said), self.is_good(said))
        return self._told[1]

    # --- drawing ------------------------------------------------------------------------------------------------------

    def prepare(self, said: Said) -> Iterator[Callable[[], object]]:
        """What makes the drawings for something that will be announced, one step after the other."""
        if self.boards.tells(said.note):
            yield lambda: self.look.ribbon(self._texts(said)[1])
            return
        yield from self._banner(said).in_steps(self.look)
        yield from self.chips.prepare(said)
        if said.note.key in self.stage.layout.ropes:
            yield from self.rope.prepare(self.look)
        yield self.look.ray_shade
        yield lambda: self.rays.prepare(self.look)

    def light(self) -> Iterator[Callable[[], object]]:
        """What makes the small drawings that any announcement needs besides its letters."""
        yield lambda: self.rays.prepare(self.look)
        yield self.look.dot
        yield from prepare_sparks(self.look)
        yield from self.spotlight.light_of_all()
        yield from self.chips.faces()

    def draw(self, target: Surface) -> None:
        """Draw the word and what it is about, over everything but tooltips."""
        if self.now is None:
            return
        said, left = self.now
        if self.boards.tells(said.note):
            x, y = self.boards.foot()
            self.look.blit(target, self.look.ribbon(self._texts(said)[1]), x, y, "center")
            return
        lit = min(1.0, self._age / speeds.VEIL, left / speeds.FROM_LIGHT)
        whole = self.spotlight.draw_veil(target, lit)
        if lit > 0.5:
            self.rays.draw_shade(self.look, target, *self._at(_SHADE_Y))
        if whole:  # the table under the veil stays as it is, under all that turns and flies
            lay_floor(target)
        self._draw_light(target, lit)
        self.plates.draw_announced(target, self.seats)
        self._draw_ways(target, said)
        self.spotlight.draw_cards(target, self.part, self.cards_top)
        foot = self.covers().bottom
        if self.part >= 1.0:
            self.chips.draw(target, said, age=self._age, top=self.cards_top, foot=foot, calm=self.calm)
        self._draw_banner(target, said)

    def _draw_light(self, target: Surface, lit: float) -> None:
        """Draw the rays and the sparks."""
        x, y = self._at(_RAYS_Y)
        self.rays.draw(self.look, target, x, y, age=math.inf if self.calm else self._age, light=lit)
        if not self.calm:
            draw_sparks(self.look, target, x, y, self._age)

    def _draw_banner(self, target: Surface, said: Said) -> None:
        banner, (x, y) = self._banner(said), self._at(_WORD_Y)
        if self.calm:
            banner.draw_faded(self.look, target, x, y, seen=self._age / speeds.REDUCED_MOTION)
        else:
            with self._scratch.frame():
                banner.draw(self.look, target, x, y, age=self._age, scratch=self._scratch)

    def _draw_ways(self, target: Surface, said: Said) -> None:
        """Draw the arc from the seat that acts to the one concerned, around the outside, and the rope between them."""
        figures, top, ui = said.note.figures, self.cards_top, self.stage.canvas.ui
        if figures.get("seat") == figures.get("seat_to") or not {"seat", "seat_to"} <= figures.keys():
            return
        if not self.calm and self._age < speeds.ARC_FROM:
            return
        lit = [FRect(*(side / ui for side in box)) for box in self.spotlight.boxes(top)]
        owners = {card.seat for card in self.spotlight.cards} & self.seats
        taken = owners == {figures["seat_to"]}
        one, other = (self.plates.room(figures[key]) for key in (("seat_to", "seat") if taken else ("seat", "seat_to")))
        whole = FRect(0, 0, self.look.width, self.look.height)
        between = tuple(map(tuple, (one, other, self.covers(), whole, *lit)))
        if self._way is None or self._way[0] != between:
            kept = [self.covers(), *(box.inflate(2 * AROUND, 2 * AROUND) for box in lit)]
            self._way = between, arc(one, other, self._at(_RAYS_Y), kept, whole)
        way = self._way[1]
        if way is not None:
            part = 1.0 if self.calm else min(1.0, (self._age - speeds.ARC_FROM) / speeds.DRAW_ARC)
            way.draw(self.look, target, both=self.spotlight.exchanged, part=part)
        roped = self.spotlight.roped_box(top)
        if roped is not None and self._thrown >= 0:
            box = FRect(*(side / ui for side in roped))
            self.rope.draw(self.look, target, self.plates.room(figures["seat"]), box, age=self._thrown)

    @property
    def _thrown(self) -> float:
        """Milliseconds since a rope was thrown; it goes back with the cards."""
        assert self.now is not None
        if self.calm:
            return math.inf
        age, left = self._age - speeds.THROW_FROM, self.now[1]
        return min(age, left / speeds.FROM_LIGHT * speeds.THROW) if left < speeds.FROM_LIGHT else age
