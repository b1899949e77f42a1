"""The announcement for everybody: a word over rays, a fact on a ribbon, and in the light what it is about."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from pygame import FRect, Surface

from engine.events import Announced
from engine.moves import Seat
from scenes.render import timing
from scenes.render.frame_cache import cache_background
from scenes.render.rays import Rays
from scenes.render.surface_cache import ScaledSurfacePool
from scenes.table.effects.announcement_banner import AnnouncementBanner
from scenes.table.effects.announcement_chips import OVERHANG, AnnouncementChips
from scenes.table.effects.rope import Rope
from scenes.table.effects.seat_arc import Arc, find_arc
from scenes.table.effects.sparks import draw_sparks, prerender_sparks
from scenes.table.effects.spotlight import Spotlight
from scenes.table.hud.boards import BoardView
from scenes.table.hud.seat_plates import SeatPlates

_RAYS_Y, _WORD_Y, _GAP = 232.0, 254.0, 22.0
"""The middle of the rays, that of word and ribbon, and the distance from the ribbon to the cards in the light."""
_SEAT_PLACEHOLDERS = ("seat", "seat_to", "seat_loser")
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

    def __init__(self, board_view: BoardView, plates: SeatPlates, spotlight: Spotlight) -> None:
        self.renderer = plates.renderer
        self.words = plates.words
        self.model = plates.model
        self.board_view = board_view
        self.plates = plates
        self.spotlight = spotlight
        self.chips = AnnouncementChips(plates, spotlight)
        self.rays = Rays()
        self.rope = Rope()
        self.reduced_motion = False
        """Reduced motion: nothing pops, turns or flies; everything fades in."""
        self._scratch = ScaledSurfacePool()
        self.current: tuple[Announced, float] | None = None
        """What is announced, and the milliseconds at speed 1 until it goes."""
        self._last_banner: tuple[Announced, AnnouncementBanner] | None = None
        """What was said last, and what is written of it."""
        self._last_arc: tuple[object, Arc | None] | None = None
        """The arc that was looked for last, and between what."""

    # --- when ---------------------------------------------------------------------------------------------------------

    def announce(self, said: Announced) -> None:
        """Announce this."""
        self.current = (said, timing.ANNOUNCEMENT_MS)
        self.spotlight.clear()
        if not self.board_view.shows_announcement(said.note):
            self.spotlight.show(said, self.concerned_seats)

    def end(self) -> None:
        """Take the announcement away."""
        self.current = None
        self.spotlight.clear()
        self.rays.clear()
        self.rope.clear()

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass at the table's speed, as the cards do; True when the picture changes."""
        if self.current is None:
            return False
        said, left = self.current
        dt *= self._speed
        moving = self._age_ms < self._motion_ms(said) or left - dt < timing.SPOTLIGHT_OUT_MS
        if left > dt:
            self.current = (said, left - dt)
        else:
            self.end()
        return self.current is None or moving

    def _motion_ms(self, said: Announced) -> float:
        """Milliseconds for which something of it moves after it came."""
        if self.chips.has_travelling_prize(said):
            return timing.PRIZE_DELAY_MS + timing.PRIZE_MS
        return max(timing.POP_MS, timing.SPARKS_MS, timing.RAYS_MS)

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until the announcement changes by itself; infinite without any."""
        return max(0.0, self.current[1] - timing.SPOTLIGHT_OUT_MS) / self._speed if self.current else math.inf

    @property
    def _age_ms(self) -> float:
        """Milliseconds at speed 1 since the announcement came; 0 without any."""
        return timing.ANNOUNCEMENT_MS - self.current[1] if self.current else 0.0

    @property
    def spotlight_progress(self) -> float:
        """How far the cards are on their way into the light, 0 … 1."""
        if self.current is None:
            return 0.0
        if self.reduced_motion:
            return 1.0
        come, gone = self._age_ms / timing.SPOTLIGHT_IN_MS, self.current[1] / timing.SPOTLIGHT_OUT_MS
        return timing.ease_out(min(1.0, come, gone))

    @property
    def _speed(self) -> float:
        """The table's speed; 1 at a table without motion, where nothing else gives time to read."""
        return self.model.director.speed or 1.0

    # --- what ---------------------------------------------------------------------------------------------------------

    @property
    def concerned_seats(self) -> frozenset[Seat]:
        """Whoever is announced, and whoever that concerns."""
        if self.current is None:
            return frozenset()
        said = self.current[0]
        return frozenset(
            {said.seat, *(said.note.placeholders[key] for key in _SEAT_PLACEHOLDERS if key in said.note.placeholders)}
        )

    def _texts(self, said: Announced) -> tuple[str, str]:
        """The word and the fact."""
        slug, words = self.model.match.game.slug, self.words
        key = f"{slug}.loud.{said.note.key}"
        fact = words(key, {"seat": said.seat, **said.note.placeholders}) if key in words else ""
        return words.note(slug, "said", said.note), fact

    def is_good_news(self, said: Announced) -> bool:
        """Whether this is good news for whoever looks on."""
        first = said.note.placeholders.get("seat", said.seat)
        return first == self.model.viewer and said.note.key not in self.model.layout.bad_announcements

    # --- where --------------------------------------------------------------------------------------------------------

    def _centre_at(self, y: float) -> tuple[float, float]:
        """The middle at this height of the smallest canvas, in the coordinates of texts and buttons."""
        return self.renderer.width / 2, (y + self.model.canvas.extra_height * 0.42) / self.model.canvas.ui_scale

    def covered_rect(self) -> FRect:
        """The rectangle of the letters, in the coordinates of texts and buttons; empty without any."""
        if self.current is None or self.board_view.shows_announcement(self.current[0].note):
            return FRect(0, 0, 0, 0)
        return self._banner(self.current[0]).rect(self.renderer, *self._centre_at(_WORD_Y))

    @property
    def cards_top(self) -> float:
        """The upper edge of the cards in the light, on their canvas."""
        return (self.covered_rect().bottom - _GAP) * self.model.canvas.ui_scale

    def _banner(self, said: Announced) -> AnnouncementBanner:
        if self._last_banner is None or self._last_banner[0] is not said:
            self._last_banner = said, AnnouncementBanner(*self._texts(said), self.is_good_news(said))
        return self._last_banner[1]

    # --- drawing ------------------------------------------------------------------------------------------------------

    def prerender(self, said: Announced) -> Iterator[Callable[[], object]]:
        """What makes the drawings for something that will be announced, one step after the other."""
        if self.board_view.shows_announcement(said.note):
            yield lambda: self.renderer.announcement_ribbon(self._texts(said)[1])
            return
        yield from self._banner(said).prerender_steps(self.renderer)
        yield from self.chips.prerender(said)
        if said.note.key in self.model.layout.rope_announcements:
            yield from self.rope.prerender(self.renderer)
        yield self.renderer.announcement_shade
        yield lambda: self.rays.prerender(self.renderer)

    def prerender_common(self) -> Iterator[Callable[[], object]]:
        """What makes the small drawings that any announcement needs besides its letters."""
        yield lambda: self.rays.prerender(self.renderer)
        yield self.renderer.path_dot
        yield from prerender_sparks(self.renderer)
        yield from self.spotlight.prerender_common()
        yield from self.chips.prerender_portraits()

    def draw(self, target: Surface) -> None:
        """Draw the word and what it is about, over everything but tooltips."""
        if self.current is None:
            return
        said, left = self.current
        if self.board_view.shows_announcement(said.note):
            x, y = self.board_view.ribbon_centre()
            self.renderer.blit(target, self.renderer.announcement_ribbon(self._texts(said)[1]), x, y, "center")
            return
        lit = min(1.0, self._age_ms / timing.VEIL_MS, left / timing.SPOTLIGHT_OUT_MS)
        whole = self.spotlight.draw_veil(target, lit)
        if lit > 0.5:
            self.rays.draw_shade(self.renderer, target, *self._centre_at(_SHADE_Y))
        if whole:  # the table under the veil stays as it is, under all that turns and flies
            cache_background(target)
        self._draw_rays_and_sparks(target, lit)
        self.plates.draw_announced(target, self.concerned_seats)
        self._draw_arc_and_rope(target, said)
        self.spotlight.draw_cards(target, self.spotlight_progress, self.cards_top)
        foot = self.covered_rect().bottom
        if self.spotlight_progress >= 1.0:
            self.chips.draw(
                target, said, age_ms=self._age_ms, top=self.cards_top, bottom=foot, reduced_motion=self.reduced_motion
            )
        self._draw_banner(target, said)

    def _draw_rays_and_sparks(self, target: Surface, opacity: float) -> None:
        """Draw the rays and the sparks."""
        x, y = self._centre_at(_RAYS_Y)
        self.rays.draw(
            self.renderer, target, x, y, age_ms=math.inf if self.reduced_motion else self._age_ms, strength=opacity
        )
        if not self.reduced_motion:
            draw_sparks(self.renderer, target, x, y, self._age_ms)

    def _draw_banner(self, target: Surface, said: Announced) -> None:
        banner, (x, y) = self._banner(said), self._centre_at(_WORD_Y)
        if self.reduced_motion:
            banner.draw_faded(self.renderer, target, x, y, opacity=self._age_ms / timing.REDUCED_MOTION_MS)
        else:
            with self._scratch.frame():
                banner.draw(self.renderer, target, x, y, age_ms=self._age_ms, scratch=self._scratch)

    def _draw_arc_and_rope(self, target: Surface, said: Announced) -> None:
        """Draw the arc from the seat that acts to the one concerned, around the outside, and the rope between them."""
        figures, top, ui = said.note.placeholders, self.cards_top, self.model.canvas.ui_scale
        if figures.get("seat") == figures.get("seat_to") or not {"seat", "seat_to"} <= figures.keys():
            return
        if not self.reduced_motion and self._age_ms < timing.ARC_DELAY_MS:
            return
        lit = [FRect(*(side / ui for side in box)) for box in self.spotlight.card_rects(top)]
        owners = {card.seat for card in self.spotlight.cards} & self.concerned_seats
        taken = owners == {figures["seat_to"]}
        one, other = (
            self.plates.plate_rect(figures[key]) for key in (("seat_to", "seat") if taken else ("seat", "seat_to"))
        )
        whole = FRect(0, 0, self.renderer.width, self.renderer.height)
        between = tuple(map(tuple, (one, other, self.covered_rect(), whole, *lit)))
        if self._last_arc is None or self._last_arc[0] != between:
            kept = [self.covered_rect(), *(box.inflate(2 * OVERHANG, 2 * OVERHANG) for box in lit)]
            self._last_arc = between, find_arc(one, other, self._centre_at(_RAYS_Y), kept, whole)
        way = self._last_arc[1]
        if way is not None:
            part = 1.0 if self.reduced_motion else min(1.0, (self._age_ms - timing.ARC_DELAY_MS) / timing.ARC_DRAW_MS)
            way.draw(self.renderer, target, two_heads=self.spotlight.is_exchange, drawn_share=part)
        roped = self.spotlight.roped_rect(top)
        if roped is not None and self._rope_age_ms >= 0:
            box = FRect(*(side / ui for side in roped))
            self.rope.draw(
                self.renderer, target, self.plates.plate_rect(figures["seat"]), box, age_ms=self._rope_age_ms
            )

    @property
    def _rope_age_ms(self) -> float:
        """Milliseconds since a rope was thrown; it goes back with the cards."""
        assert self.current is not None
        if self.reduced_motion:
            return math.inf
        age, left = self._age_ms - timing.THROW_DELAY_MS, self.current[1]
        return min(age, left / timing.SPOTLIGHT_OUT_MS * timing.THROW_MS) if left < timing.SPOTLIGHT_OUT_MS else age
