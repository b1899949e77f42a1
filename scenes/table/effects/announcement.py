"""A loud announcement: a word over rays, a fact on a ribbon, and the spotlit cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from pygame import FRect, Surface

from engine.events import Announced
from engine.moves import Seat
from scenes.render import timing
from scenes.render.accessible_elements import join_texts
from scenes.render.incremental_surface import cache_background
from scenes.render.rays import Rays
from scenes.render.surface_cache import ScaledSurfacePool
from scenes.table.effects.announcement_banner import AnnouncementBanner
from scenes.table.effects.announcement_chips import OVERHANG_BEYOND_CARDS, AnnouncementChips
from scenes.table.effects.rope import Rope
from scenes.table.effects.seat_arc import Arc, find_least_blocked_arc
from scenes.table.effects.sparks import draw_sparks, prerender_sparks
from scenes.table.effects.spotlight import Spotlight
from scenes.table.hud.boards import BoardView
from scenes.table.hud.seat_plates import SeatPlates

_RAYS_Y, _WORD_Y, _CARDS_GAP = 232.0, 254.0, 22.0
"""y of the centre of the rays and of the banner, and the distance from the banner up to the spotlit cards."""
_SEAT_PLACEHOLDERS = ("seat", "seat_to", "seat_loser")
"""Placeholders of an announcement's note that hold the seats it concerns."""
_SHADE_Y = 290.0
"""y of the centre of the dark ellipse behind the banner."""


class Announcement:
    """The current loud announcement, its remaining time, and its drawing.

    Args:
        board_view: shows some announcements itself.
        plates: the seats' plates, which provide renderer and texts.
        spotlight: shows the cards of the announcement.
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
        """Reduced motion: everything fades in, and nothing else moves."""
        self._scratch = ScaledSurfacePool()
        self.current: tuple[Announced, float] | None = None
        """The announcement and its remaining milliseconds at speed 1; None without one."""
        self._last_banner: tuple[Announced, AnnouncementBanner] | None = None
        """The last announcement and its banner."""
        self._last_arc: tuple[object, Arc | None] | None = None
        """Endpoints and obstacles of the last arc, and the arc; None for no space."""

    # --- time ---------------------------------------------------------------------------------------------------------

    def announce(self, event: Announced) -> None:
        self.current = (event, timing.ANNOUNCEMENT_MS)
        self.spotlight.clear()
        if not self.board_view.replaces_highlight_text(event.note):
            self.spotlight.select_cards(event, self.concerned_seats)

    def end(self) -> None:
        """End the current announcement, with its spotlight, rays and rope."""
        self.current = None
        self.spotlight.clear()
        self.rays.clear()
        self.rope.clear()

    def update(self, elapsed_ms: float) -> bool:
        """Advance the announcement by ``elapsed_ms`` milliseconds times the table's speed; return whether the picture
        changes."""
        if self.current is None:
            return False
        event, remaining_ms = self.current
        elapsed_ms *= self._speed
        moving = self._age_ms < self._motion_ms(event) or remaining_ms - elapsed_ms < timing.OUT_OF_SPOTLIGHT_MS
        if remaining_ms > elapsed_ms:
            self.current = (event, remaining_ms - elapsed_ms)
        else:
            self.end()
        return self.current is None or moving

    def _motion_ms(self, event: Announced) -> float:
        """Return the milliseconds from the start of an announcement during which it moves."""
        if self.chips.has_prize_flying_to_viewer(event):
            return timing.PRIZE_FLIGHT_DELAY_MS + timing.PRIZE_FLIGHT_MS
        return max(timing.ANNOUNCEMENT_POP_MS, timing.SPARKS_MS, timing.RAYS_MS)

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until the announcement changes by itself; infinite without one."""
        return max(0.0, self.current[1] - timing.OUT_OF_SPOTLIGHT_MS) / self._speed if self.current else math.inf

    @property
    def _age_ms(self) -> float:
        """Milliseconds at speed 1 since the start of the announcement; 0 without one."""
        return timing.ANNOUNCEMENT_MS - self.current[1] if self.current else 0.0

    @property
    def spotlight_progress(self) -> float:
        """Progress of the cards' flight into the announcement's spotlight, 0 … 1."""
        if self.current is None:
            return 0.0
        if self.reduced_motion:
            return 1.0
        come, gone = self._age_ms / timing.INTO_SPOTLIGHT_MS, self.current[1] / timing.OUT_OF_SPOTLIGHT_MS
        return timing.ease_out(min(1.0, come, gone))

    @property
    def _speed(self) -> float:
        """Speed factor of the table's animations; 1 at a table without motion, so that announcements can be read."""
        return self.model.director.speed or 1.0

    # --- content ------------------------------------------------------------------------------------------------------

    @property
    def concerned_seats(self) -> frozenset[Seat]:
        """The seat that makes the announcement and the seats that it names."""
        if self.current is None:
            return frozenset()
        event = self.current[0]
        return frozenset(
            {
                event.seat,
                *(event.note.placeholders[key] for key in _SEAT_PLACEHOLDERS if key in event.note.placeholders),
            }
        )

    def _texts(self, event: Announced) -> tuple[str, str]:
        """Return an announcement's large word, and the fact on its ribbon."""
        slug, words = self.model.match.game.slug, self.words
        key = f"{slug}.loud.{event.note.key}"
        fact = words(key, {"seat": event.seat, **event.note.placeholders}) if key in words else ""
        return words.note_text(slug, "said", event.note), fact

    def is_good_news(self, event: Announced) -> bool:
        """Whether an announcement is good news for the viewer."""
        first = event.note.placeholders.get("seat", event.seat)
        return (
            first == self.model.viewer
            and event.note.key not in self.model.layout.effects.announcements_bad_for_first_seat
        )

    # --- positions ----------------------------------------------------------------------------------------------------

    def _centre_at(self, y: float) -> tuple[float, float]:
        """Return the horizontal centre of the table at height y of the smallest canvas, in coordinates of texts and
        buttons."""
        return self.renderer.width / 2, (y + self.model.canvas.centre_drop) / self.model.canvas.ui_scale

    def banner_rect(self) -> FRect:
        """Return the rectangle of the announcement's banner, logical pixels of the HUD; empty if no banner is shown."""
        if self.current is None or self.board_view.replaces_highlight_text(self.current[0].note):
            return FRect(0, 0, 0, 0)
        return self._banner(self.current[0]).rect(self.renderer, *self._centre_at(_WORD_Y))

    @property
    def cards_top(self) -> float:
        """Upper edge of an announcement's spotlit cards, on their canvas."""
        return (self.banner_rect().bottom - _CARDS_GAP) * self.model.canvas.ui_scale

    @property
    def text(self) -> str:
        """The words of the current announcement; empty for none."""
        return "" if self.current is None else join_texts(*self._texts(self.current[0]))

    def _banner(self, event: Announced) -> AnnouncementBanner:
        if self._last_banner is None or self._last_banner[0] is not event:
            self._last_banner = event, AnnouncementBanner(*self._texts(event), self.is_good_news(event))
        return self._last_banner[1]

    # --- drawing ------------------------------------------------------------------------------------------------------

    def prerender(self, event: Announced) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender the drawings of an announcement."""
        if self.board_view.replaces_highlight_text(event.note):
            yield lambda: self.renderer.announcement_ribbon(self._texts(event)[1])
            return
        yield from self._banner(event).prerender_steps(self.renderer)
        yield from self.chips.prerender(event)
        if event.note.key in self.model.layout.effects.rope_throw_announcements:
            yield from self.rope.prerender(self.renderer)
        yield self.renderer.announcement_shade_mask
        yield lambda: self.rays.prerender_light_mask(self.renderer)

    def prerender_common(self) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender the small drawings every announcement needs, besides its letters."""
        yield lambda: self.rays.prerender_light_mask(self.renderer)
        yield self.renderer.path_dot
        yield from prerender_sparks(self.renderer)
        yield from self.spotlight.prerender_common()
        yield from self.chips.prerender_portraits()

    def draw(self, target: Surface) -> None:
        """Draw the announcement over everything but tooltips."""
        if self.current is None:
            return
        event, remaining_ms = self.current
        if self.board_view.replaces_highlight_text(event.note):
            x, y = self.board_view.ribbon_centre()
            self.renderer.blit(target, self.renderer.announcement_ribbon(self._texts(event)[1]), x, y, "center")
            return
        opacity = min(1.0, self._age_ms / timing.VEIL_FADE_IN_MS, remaining_ms / timing.OUT_OF_SPOTLIGHT_MS)
        self.spotlight.draw_veil(target, opacity)
        if opacity > 0.5:
            self.rays.draw_shade(self.renderer, target, *self._centre_at(_SHADE_Y))
        if self.spotlight.is_veil_darkest(opacity):  # nothing below the veil changes until the announcement ends
            cache_background(target)
        self._draw_rays_and_sparks(target, opacity)
        self.plates.draw_announced(target, self.concerned_seats)
        self._draw_arc_and_rope(target, event)
        self.spotlight.draw_cards(target, self.spotlight_progress, self.cards_top)
        bottom = self.banner_rect().bottom
        if self.spotlight_progress >= 1.0:
            self.chips.draw(
                target,
                event,
                age_ms=self._age_ms,
                cards_top=self.cards_top,
                texts_bottom=bottom,
                reduced_motion=self.reduced_motion,
            )
        self._draw_banner(target, event)

    def _draw_rays_and_sparks(self, target: Surface, opacity: float) -> None:
        x, y = self._centre_at(_RAYS_Y)
        self.rays.draw(
            self.renderer, target, x, y, age_ms=math.inf if self.reduced_motion else self._age_ms, strength=opacity
        )
        if not self.reduced_motion:
            draw_sparks(self.renderer, target, x, y, self._age_ms)

    def _draw_banner(self, target: Surface, event: Announced) -> None:
        banner, (x, y) = self._banner(event), self._centre_at(_WORD_Y)
        if self.reduced_motion:
            banner.draw_faded(self.renderer, target, x, y, opacity=self._age_ms / timing.REDUCED_MOTION_MS)
        else:
            with self._scratch.frame():
                banner.draw(self.renderer, target, x, y, age_ms=self._age_ms, scratch=self._scratch)

    def _draw_arc_and_rope(self, target: Surface, event: Announced) -> None:
        """Draw an announcement's arc between two seats' name plates, and the rope around the cards of one."""
        placeholders, top, ui = event.note.placeholders, self.cards_top, self.model.canvas.ui_scale
        if placeholders.get("seat") == placeholders.get("seat_to") or not {"seat", "seat_to"} <= placeholders.keys():
            return
        if not self.reduced_motion and self._age_ms < timing.SEAT_ARC_DELAY_MS:
            return
        card_rects = [FRect(*(side / ui for side in rect)) for rect in self.spotlight.card_rects(top)]
        owners = {card.seat for card in self.spotlight.cards} & self.concerned_seats
        is_reversed = owners == {placeholders["seat_to"]}
        start_plate, end_plate = (
            self.plates.plate_rect(placeholders[key])
            for key in (("seat_to", "seat") if is_reversed else ("seat", "seat_to"))
        )
        window = FRect(0, 0, self.renderer.width, self.renderer.height)
        arc_key = tuple(map(tuple, (start_plate, end_plate, self.banner_rect(), window, *card_rects)))
        if self._last_arc is None or self._last_arc[0] != arc_key:
            obstacles = [
                self.banner_rect(),
                *(rect.inflate(2 * OVERHANG_BEYOND_CARDS, 2 * OVERHANG_BEYOND_CARDS) for rect in card_rects),
            ]
            self._last_arc = (
                arc_key,
                find_least_blocked_arc(start_plate, end_plate, self._centre_at(_RAYS_Y), obstacles, window),
            )
        arc = self._last_arc[1]
        if arc is not None:
            progress = (
                1.0
                if self.reduced_motion
                else min(1.0, (self._age_ms - timing.SEAT_ARC_DELAY_MS) / timing.SEAT_ARC_DRAW_MS)
            )
            arc.draw(self.renderer, target, two_heads=self.spotlight.is_exchange, drawn_fraction=progress)
        roped = self.spotlight.roped_rect(top)
        if roped is not None and self._rope_age_ms >= 0:
            rect = FRect(*(side / ui for side in roped))
            self.rope.draw(
                self.renderer, target, self.plates.plate_rect(placeholders["seat"]), rect, age_ms=self._rope_age_ms
            )

    @property
    def _rope_age_ms(self) -> float:
        """Milliseconds for which the thrown rope has flown; the value falls again as the spotlit cards fly back."""
        assert self.current is not None
        if self.reduced_motion:
            return math.inf
        age, remaining_ms = self._age_ms - timing.THROW_DELAY_MS, self.current[1]
        return (
            min(age, remaining_ms / timing.OUT_OF_SPOTLIGHT_MS * timing.THROW_MS)
            if remaining_ms < timing.OUT_OF_SPOTLIGHT_MS
            else age
        )
