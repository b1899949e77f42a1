"""A loud announcement: a word over rays, a fact on a ribbon, and the spotlit cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from pygame import FRect, Surface

from engine.events import Announced
from engine.moves import Seat
from scenes.render import timing
from scenes.render.incremental_surface import cache_background
from scenes.render.renderer import Renderer
from scenes.render.space import Point, UiSpace
from scenes.render.surface_cache import ScaledSurfacePool
from scenes.table.effects.announcement_banner import AnnouncementBanner
from scenes.table.effects.announcement_chips import OVERHANG_BEYOND_CARDS, AnnouncementChips
from scenes.table.effects.connecting_arc import Arc, find_least_blocked_arc
from scenes.table.effects.rays import Rays
from scenes.table.effects.rope import Rope
from scenes.table.effects.sparks import draw_sparks, prerender_sparks
from scenes.table.effects.spotlight import Spotlight
from scenes.table.hud.boards import BoardView
from scenes.table.hud.seat_plates import SeatPlates
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import join_texts
from scenes.ui.timeline import Tween

_RAYS_Y, _WORD_Y, _CARDS_GAP = 232.0, 254.0, 22.0
"""y of the centre of the rays and of the banner, and the distance from the banner up to the spotlit cards."""
_SEAT_PLACEHOLDERS = ("seat", "seat_to", "seat_loser")
"""Placeholders of an announcement's note that hold the seats it concerns."""
_SHADE_Y = 290.0
"""y of the centre of the dark ellipse behind the banner."""
_TWEENS: Mapping[str, Tween] = MappingProxyType(
    {
        "veil": Tween(timing.VEIL_FADE_IN_MS, kind="fade"),
        "faded banner": Tween(timing.REDUCED_MOTION_MS, kind="fade"),
        "word": Tween(timing.ANNOUNCEMENT_POP_MS, ease=timing.ease_pop),
        "ribbon": Tween(timing.UNROLL_MS, timing.UNROLL_DELAY_MS, timing.ease_out),
        "spotlight": Tween(timing.INTO_SPOTLIGHT_MS, ease=timing.ease_out),
        "rays": Tween(timing.RAYS_MS),
        "sparks": Tween(timing.SPARKS_MS),
        "arc": Tween(timing.SEAT_ARC_DRAW_MS, timing.SEAT_ARC_DELAY_MS),
        "throw": Tween(timing.THROW_MS, timing.THROW_DELAY_MS),
        "loop": Tween(timing.TIGHTEN_MS, timing.THROW_DELAY_MS + timing.THROW_MS, timing.ease_out),
        "chips": Tween(timing.ANNOUNCEMENT_CHIP_GROW_MS, timing.ANNOUNCEMENT_CHIP_DELAY_MS, timing.ease_out),
    }
)
"""Motions that begin with an announcement."""


class Announcement:
    """The current loud announcement and its drawing. With reduced motion everything fades in, and nothing else moves.

    Args:
        board_view: shows some announcements itself.
        plates: the seats' plates, which provide renderer and texts.
        spotlight: shows the cards of the announcement.
    """

    def __init__(self, board_view: BoardView, plates: SeatPlates, spotlight: Spotlight) -> None:
        self.model = plates.model
        self.timeline = plates.model.timeline
        self.board_view = board_view
        self.plates = plates
        self.spotlight = spotlight
        self.chips = AnnouncementChips(plates, spotlight)
        self.rays = Rays()
        self.rope = Rope()
        self._scratch = ScaledSurfacePool()
        self.current: Announced | None = None
        self._last_banner: tuple[tuple[Announced, Words], AnnouncementBanner] | None = None
        """The last announcement with its texts, and its banner."""
        self._last_arc: tuple[object, Arc | None] | None = None
        """Endpoints and obstacles of the last arc, and the arc; None for no space."""

    @property
    def renderer(self) -> Renderer:
        return self.plates.renderer

    @property
    def words(self) -> Words:
        return self.plates.words

    # --- time ---------------------------------------------------------------------------------------------------------

    def announce(self, event: Announced) -> None:
        """Show an announcement in place of the current one, if any."""
        self.end()
        self.current = event
        shown_ms = timing.ANNOUNCEMENT_MS - timing.OUT_OF_SPOTLIGHT_MS
        self.timeline.start("announcement", Tween(shown_ms, kind="delay", on_end=self._leave))
        if self.board_view.replaces_highlight_text(event.note):
            return
        self.spotlight.select_cards(event, self.concerned_seats)
        for key, tween in _TWEENS.items():
            self.timeline.start(key, tween)

    def _leave(self) -> None:
        """Let the announcement fade, and its cards fly back."""
        self.timeline.start("leaving", Tween(timing.OUT_OF_SPOTLIGHT_MS, kind="fade", on_end=self.end))

    def end(self) -> None:
        """End the current announcement, with its spotlight, rays and rope."""
        self.current = None
        self.spotlight.clear()
        self.rays.clear()
        self.rope.clear()
        for key in (*_TWEENS, "announcement", "leaving"):
            self.timeline.stop(key)

    @property
    def spotlight_progress(self) -> float:
        """Progress of the cards' flight into the announcement's spotlight, 0 … 1; it falls again as they fly back."""
        if self.current is None:
            return 0.0
        return min(self.timeline.progress("spotlight"), timing.ease_out(self._remaining_return))

    @property
    def _remaining_return(self) -> float:
        """Remaining fraction of the flight back from the spotlight, 1 … 0; 1 before it, and with reduced motion."""
        return 1.0 if self.timeline.reduces_motion else 1.0 - self.timeline.progress("leaving", default=0.0)

    # --- content ------------------------------------------------------------------------------------------------------

    @property
    def concerned_seats(self) -> frozenset[Seat]:
        """The seat that makes the announcement and the seats that it names."""
        if self.current is None:
            return frozenset()
        named = self.current.note.placeholders
        return frozenset({self.current.seat, *(named[key] for key in _SEAT_PLACEHOLDERS if key in named)})

    def _texts(self, event: Announced) -> tuple[str, str]:
        """Return an announcement's large word, and the fact on its ribbon."""
        slug, words = self.model.match.game.slug, self.words
        return words.note_text(slug, "said", event.note), words.sentence_about_seats(slug, "loud", event.described_note)

    def is_good_news(self, event: Announced) -> bool:
        """Whether an announcement is good news for the viewer."""
        first = event.note.placeholders.get("seat", event.seat)
        return (
            first == self.model.viewer
            and event.note.key not in self.model.layout.effects.announcements_bad_for_first_seat
        )

    # --- positions ----------------------------------------------------------------------------------------------------

    def _centre_at(self, y: float) -> Point[UiSpace]:
        """Return the horizontal centre of the table at height y of the smallest canvas, in coordinates of texts and
        buttons."""
        canvas = self.model.canvas
        return canvas.ui.to_local(Point(canvas.width / 2, y + canvas.centre_drop))

    def banner_rect(self) -> FRect:
        """Return the rectangle of the announcement's banner, logical pixels of the HUD; empty if no banner is shown."""
        if self.current is None or self.board_view.replaces_highlight_text(self.current.note):
            return FRect(0, 0, 0, 0)
        return self._banner(self.current).rect(self.renderer, *self._centre_at(_WORD_Y))

    @property
    def cards_top(self) -> float:
        """Upper edge of an announcement's spotlit cards, on their canvas."""
        return self.model.canvas.ui.to_outer_length(self.banner_rect().bottom - _CARDS_GAP)

    @property
    def text(self) -> str:
        """The current announcement in words, with the chips of the seats; empty for none."""
        if self.current is None:
            return ""
        chips = (f"{self.words.seat_name(seat)}: {text}" for seat, _, text in self.chips.chips_for(self.current))
        return join_texts(*self._texts(self.current), *chips)

    def _banner(self, event: Announced) -> AnnouncementBanner:
        key = event, self.words
        if self._last_banner is None or self._last_banner[0] != key:
            self._last_banner = key, AnnouncementBanner(*self._texts(event), self.is_good_news(event))
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
        event = self.current
        if self.board_view.replaces_highlight_text(event.note):
            x, y = self.board_view.ribbon_centre()
            self.renderer.blit(target, self.renderer.announcement_ribbon(self._texts(event)[1]), x, y, "center")
            return
        opacity = min(self.timeline.progress("veil"), 1.0 - self.timeline.progress("leaving", default=0.0))
        self.spotlight.draw_veil(target, opacity)
        if opacity > 0.5:
            self.rays.draw_shade(self.renderer, target, *self._centre_at(_SHADE_Y))
        if self.spotlight.is_veil_darkest(opacity):  # nothing below the veil changes until the announcement ends
            cache_background(target)
        self._draw_rays_and_sparks(target, opacity)
        self.plates.draw_announced(target, self.concerned_seats)
        self._draw_arc_and_rope(target, event)
        self.spotlight.draw_cards(target, self.spotlight_progress, self.cards_top)
        if self.spotlight_progress >= 1.0:
            self.chips.draw(target, event, cards_top=self.cards_top)
        self._draw_banner(target, event)

    def _draw_rays_and_sparks(self, target: Surface, opacity: float) -> None:
        x, y = self._centre_at(_RAYS_Y)
        self.rays.draw(self.renderer, target, x, y, progress=self.timeline.progress("rays"), strength=opacity)
        draw_sparks(self.renderer, target, x, y, self.timeline.progress("sparks"))

    def _draw_banner(self, target: Surface, event: Announced) -> None:
        banner, (x, y), progress = self._banner(event), self._centre_at(_WORD_Y), self.timeline.progress
        if self.timeline.reduces_motion:
            banner.draw_faded(self.renderer, target, x, y, opacity=progress("faded banner"))
        else:
            with self._scratch.frame():
                scale, unrolled = progress("word"), progress("ribbon")
                banner.draw(self.renderer, target, x, y, scale=scale, unrolled=unrolled, scratch=self._scratch)

    def _draw_arc_and_rope(self, target: Surface, event: Announced) -> None:
        """Draw an announcement's arc between two seats' name plates, and the rope around the cards of one."""
        placeholders, top, ui = event.note.placeholders, self.cards_top, self.model.canvas.ui
        if placeholders.get("seat") == placeholders.get("seat_to") or not {"seat", "seat_to"} <= placeholders.keys():
            return
        if not self.timeline.progress("arc"):
            return
        card_rects = [ui.to_local_area(rect) for rect in self.spotlight.card_rects(top)]
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
            drawn = self.timeline.progress("arc")
            arc.draw(self.renderer, target, two_heads=self.spotlight.is_exchange, drawn_fraction=drawn)
        roped = self.spotlight.roped_rect(top)
        if roped is not None and self.timeline.progress("throw"):
            thrown = timing.ease_out(min(self.timeline.progress("throw"), self._remaining_return))
            tightened = self.timeline.progress("loop") if self._remaining_return == 1.0 else 0.0
            plate = self.plates.plate_rect(placeholders["seat"])
            self.rope.draw(self.renderer, target, plate, ui.to_local_area(roped), thrown=thrown, tightened=tightened)
