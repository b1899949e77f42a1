"""Card drawings: faces and backs, upright and rotated, shadows, rings and empty slots.

Angles are whole degrees, clockwise. Every drawing is centred on the card.
"""

import itertools
import math
from collections.abc import Callable, Hashable, Sequence

import pygame
from pygame import Surface

from engine.cards import HIDDEN, RANKS, SUITS, Card, rank, suit
from scenes.render import decks, raster
from scenes.render.boxes import Shadow, tint_in_place
from scenes.render.custom_deck import CustomDeck
from scenes.render.high_contrast import CARD_COLOURS
from scenes.render.surface_cache import SurfaceCache
from scenes.render.theme import (
    BLACK,
    CARD_FACE,
    CARD_RADIUS,
    CARD_RATIO,
    CREAM,
    DIM_BRIGHTNESS,
    GOLD,
    RING_INK,
    WHITE,
    Colour,
    hex_code,
)

_RESTING_SHADOWS = (Shadow(4, 9, 0.30), Shadow(1, 2, 0.42))
_LIFTED_SHADOWS = (Shadow(14, 26, 0.44), Shadow(2, 4, 0.38))
_ROTATION_SOURCE_PAD_PX = 4
"""Width in pixels of the paper around the source of a rotated card, so that the mask cuts a clean edge."""
MIN_UNENLARGED_SOURCE_WIDTH_PX = 200
"""Width in pixels from which the source of a rotated card is not drawn at twice its size, which would look the same."""
MIN_BITMAP_ROTATION_BLUR_PX = 6.0
"""Blur in pixels from which a rotated card's shadow is a rotated bitmap, as it has no sharp edges to lose."""

RING_LINES = {
    "selected": ((2.0, RING_INK), (3.0, GOLD)),
    "legal": ((2.0, RING_INK), (2.0, GOLD)),
    "focus": ((2.0, RING_INK), (3.0, WHITE)),
    "target": ((2.0, GOLD),),
    "hint": ((2.0, RING_INK), (4.0, GOLD)),
}
"""Lines around a card, from the inside out: width in logical pixels and colour."""
_HIGH_CONTRAST_RING_LINES = {
    "selected": ((2.5, BLACK), (5.0, GOLD), (2.0, BLACK)),
    "legal": ((2.5, BLACK), (3.0, GOLD), (1.5, BLACK)),
    "focus": ((2.5, BLACK), (5.0, WHITE), (2.5, BLACK)),
    "target": ((2.0, BLACK), (4.0, GOLD)),
    "hint": ((2.5, BLACK), (6.0, GOLD), (2.5, BLACK)),
}
"""Lines around a card in high contrast, visible on cards, felt and wood."""
_HIGH_CONTRAST_EDGE = (
    '<path d="M30 5H470A25 25 0 0 1 495 30V670A25 25 0 0 1 470 695H30A25 25 0 0 1 5 670V30A25 25 0 0 1 30 5Z"'
    ' fill="none" stroke="{ink}" stroke-width="10"/>'
)
"""Edge of every card in high contrast, which separates the cards of a hand."""
HATCH_SPACING = 22.0
"""Distance between the hatch lines on an unplayable card, logical pixels."""
_GLOWS = {
    "selected": Shadow(0, 18, 0.45, 5, GOLD),
    "target": Shadow(0, 22, 0.45, 4, GOLD),
    "hint": Shadow(0, 30, 0.75, 9, GOLD),
}
_SHARED_DRAWINGS = ("back", "burnt")
"""Drawings shared by all decks."""
BURNT = Card(-2)
"""A charred card, shown where cards were burnt."""


def card_for_pile_cover(cover: str) -> Card:
    """Return the card to draw for every card of a covered pile: a charred card for the cover ``burnt``, else a back."""
    return BURNT if cover == "burnt" else HIDDEN


def drawing_name(card: Card) -> str:
    """Return the name of a card's drawing file: ``"10S"``, ``"back"`` if hidden, ``"burnt"`` for the charred card of
    burnt piles."""
    if card < 0:
        return "burnt" if card == BURNT else "back"
    letter = RANKS[rank(card)]
    return f"{'10' if letter == 'T' else letter}{SUITS[suit(card)]}"


class CardArt:
    """All card drawings of one scale, stored in a ``cache`` which may hold drawings of other kinds and scales."""

    def __init__(
        self,
        scale: float,
        cache: SurfaceCache,
        *,
        four_colours: bool,
        large_index: bool,
        back: str,
        deck: str = "house",
        custom_deck: CustomDeck | None = None,
        high_contrast: bool = False,
    ) -> None:
        """Create the card drawings of the deck named ``deck``.

        ``custom_deck`` is the player's deck of that name; the default deck supplies the cards that it lacks.
        """
        self.scale = scale
        self._cache = cache
        self._high_contrast = high_contrast
        self._card_colours = CARD_COLOURS if high_contrast and not four_colours else {}
        self._deck = decks.DECKS.get(deck, decks.DECKS["house"])
        self._faces_folder = decks.faces_folder(self._deck, four_colours=four_colours, large_index=large_index)
        self._back = back
        self._custom_deck = custom_deck
        self._deck_key = (deck, four_colours, large_index, back)
        """Key that distinguishes faces and backs from those of other decks in the same cache."""

    def _cached(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        return self._cache.get((self.scale, key), make)

    def _intermediate(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        return self._cache.get_intermediate((self.scale, key), make)

    def size(self, width: float) -> tuple[int, int]:
        """Return width and height in pixels of a card that is ``width`` logical pixels wide."""
        width_px = max(4, round(width * self.scale))
        return width_px, round(width_px * CARD_RATIO)

    def svg_elements(self, name: str, width: float = decks.MAX_SMALL_BACK_WIDTH) -> str:
        """Return the SVG elements of a card drawing such as ``"10S"`` or ``"back"``; a card measures 500 by 700 units.

        A back has a simpler form where ``width`` is below ``decks.MAX_SMALL_BACK_WIDTH``.
        """
        if name not in _SHARED_DRAWINGS:
            drawn = raster.svg_elements(self._faces_folder / f"{name}.svg")
            for usual, darker in self._card_colours.items():
                drawn = drawn.replace(usual, darker)
        else:
            drawn = raster.svg_elements(decks.back_file(self._back, width) if name == "back" else decks.burnt_file())
        if not self._high_contrast:
            return drawn
        light = self._deck.is_dark and name not in _SHARED_DRAWINGS
        return drawn + _HIGH_CONTRAST_EDGE.format(ink=hex_code(CREAM if light else BLACK))

    def _draw_upright(self, name: str, size: tuple[int, int], factor: int = 1) -> Surface:
        """Draw an upright card of this size, enlarged by ``factor``."""
        wide, high = size
        if self._custom_deck is not None and self._is_custom(name):
            drawn = self._custom_deck.card_surface(name, (factor * wide, factor * high))
            if drawn is not None:
                return drawn
        min_scale, max_scale = decks.SMALL_BACK_LIMIT_SCALES
        # half a pixel, as the width is rounded
        body = self.svg_elements(name, (wide + 0.5) / max(min_scale, min(self.scale, max_scale)))
        return raster.rasterise_svg(body, (0, 0, 500, 700), (factor * wide, factor * high), stretch=True)

    def _is_custom(self, name: str) -> bool:
        """Whether a card is drawn from the player's custom deck."""
        if self._custom_deck is None or name == "burnt" or (name == "back" and self._back != decks.CUSTOM_BACK):
            return False
        return self._custom_deck.can_draw(name)

    def _is_dark(self, name: str) -> bool:
        """Whether a card drawn before has light symbols on a dark face."""
        if self._custom_deck is not None and self._is_custom(name):
            return self._custom_deck.has_dark_edge(name)
        return self._deck.is_dark and name not in _SHARED_DRAWINGS

    def _edge_colour(self, name: str) -> Colour:
        """Return the colour at the edge of a card drawn before."""
        if self._custom_deck is not None and self._is_custom(name):
            return self._custom_deck.loaded_edge_colour(name)
        return CARD_FACE if name in _SHARED_DRAWINGS else self._deck.edge_colour

    def face(self, card: Card, width: float, angle: int, dim: bool) -> Surface:
        """Return a card's face, or the back of a hidden card, without a shadow."""
        name = drawing_name(card)
        key = ("face", self._deck_key, name, self.size(width), angle, dim)
        return self._cached(key, lambda: self._draw_face(name, self.size(width), angle, dim))

    def _draw_face(self, name: str, size: tuple[int, int], angle: int, dim: bool) -> Surface:
        drawn = self._draw_rotated(name, size, angle) if angle else self._copy_or_draw_upright(name, size)
        if dim:
            self._dim(drawn, is_dark_card=self._is_dark(name))
            if self._high_contrast:
                self._draw_hatch(drawn, size, angle, is_dark_card=self._is_dark(name))
        return raster.to_display_format(drawn)

    @staticmethod
    def _dim(surface: Surface, *, is_dark_card: bool) -> None:
        """Darken the drawing of an unplayable card; ``is_dark_card`` is for cards with a dark face, which need less."""
        if not is_dark_card:
            surface.blit(surface.copy(), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        level = round(255 * (decks.DARK_DIM_BRIGHTNESS if is_dark_card else DIM_BRIGHTNESS))
        surface.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)

    def _draw_hatch(self, surface: Surface, size: tuple[int, int], angle: int, *, is_dark_card: bool) -> None:
        """Draw hatch lines on an unplayable card, so that brightness isn't its only mark."""
        width, height, s = size[0], size[1], self.scale
        bars = "".join(
            f"M{x:.1f} {-height / 2:.1f}l{-height:.1f} {height:.1f}"
            for x in (
                -width / 2 + i * HATCH_SPACING * s for i in range(1, math.ceil((width + height) / (HATCH_SPACING * s)))
            )
        )
        canvas_size = surface.get_size()
        colour, alpha = (CREAM, 0.45) if is_dark_card else (BLACK, 0.8)  # brighter lines would outshine the symbols
        style = f'fill="none" stroke="{hex_code(colour)}" stroke-opacity="{alpha}" stroke-width="{2 * s:.2f}"'
        body = f'<path d="{bars}" {style} {rotation_attribute(angle)}/>'
        lines = raster.rasterise_svg(body, centred_view_box(canvas_size), canvas_size)
        raster.mask_with(lines, self._silhouette(size, angle))
        surface.blit(lines, (0, 0))

    def prerender_step(self, card: Card, width: float, angle: int) -> None:
        """Draw the next missing intermediate surface of a rotated card: first the upright card, then the mask of the
        rotated edge.

        Does nothing if the card is cached at this angle, or both intermediates are.
        """
        size, name = self.size(width), drawing_name(card)
        if self._cache.has((self.scale, ("face", self._deck_key, name, size, angle, False))):
            return
        if size[0] >= MIN_UNENLARGED_SOURCE_WIDTH_PX or angle:
            created_before = self._cache.created_count
            self._source(name, size)
            if created_before == self._cache.created_count and angle:
                self.rotated_mask(size, angle)

    def _copy_or_draw_upright(self, name: str, size: tuple[int, int]) -> Surface:
        """Draw an upright card. The drawing of a large card is also the source of rotated ones."""
        if size[0] >= MIN_UNENLARGED_SOURCE_WIDTH_PX:
            return self._source(name, size).subsurface((0, 0, *size)).copy()
        return self._draw_upright(name, size)

    def _draw_rotated(self, name: str, size: tuple[int, int], angle: int) -> Surface:
        """Rotate an upright card drawing, and cut the result with a vector mask for a sharp edge."""
        source = self._source(name, size)
        large = size[0] >= MIN_UNENLARGED_SOURCE_WIDTH_PX
        turned = pygame.transform.rotozoom(source, -angle, 1.0 if large else 0.5)
        edge = self.rotated_mask(size, angle)
        paper = Surface(edge.get_size(), pygame.SRCALPHA)
        paper.fill(self._edge_colour(name))
        at = turned.get_rect(center=edge.get_rect().center)
        paper.blit(turned, at.move(size[0] % 2, size[1] % 2) if large else at)
        raster.mask_with(paper, edge)
        return paper

    def rotated_mask(self, size: tuple[int, int], angle: int) -> Surface:
        """Return the mask of a rotated card of ``size`` pixels, shared by all cards."""
        return self._intermediate(
            ("edge", size, angle), lambda: raster.to_display_format(self._silhouette(size, angle))
        )

    def _source(self, name: str, size: tuple[int, int]) -> Surface:
        """Return the surface from which a card is rotated: the upright drawing of a large card, else one of twice
        the size."""
        return self._intermediate(("source", self._deck_key, name, size), lambda: self._draw_source(name, size))

    def _draw_source(self, name: str, size: tuple[int, int]) -> Surface:
        wide, high = size
        if wide >= MIN_UNENLARGED_SOURCE_WIDTH_PX:
            drawn = self._draw_upright(name, size)
            even = raster.transparent_surface((wide + wide % 2, high + high % 2))  # even: rotation keeps its centre
            even.blit(drawn, (0, 0))
            return even
        paper = Surface((2 * (wide + _ROTATION_SOURCE_PAD_PX), 2 * (high + _ROTATION_SOURCE_PAD_PX)))
        drawn = self._draw_upright(name, size, 2)
        paper.fill(self._edge_colour(name))
        paper.blit(drawn, (_ROTATION_SOURCE_PAD_PX, _ROTATION_SOURCE_PAD_PX))
        return raster.to_display_format(paper)

    def _silhouette(
        self,
        size: tuple[int, int],
        angle: int,
        *,
        grow: float = 0.0,
        margin: int = 0,
        blur: float = 0.0,
        radius: float | None = None,
    ) -> Surface:
        whole = rotated_size(size, angle, margin)
        body = f'<path d="{outline_path(size, grow, radius)}" fill="#ffffff" {rotation_attribute(angle)}/>'
        return raster.rasterise_blurred_svg(body, centred_view_box(whole), whole, blur)

    def shadow(self, width: float, lifted: bool, angle: int) -> Surface:
        """Return the soft shadow of a resting or a lifted card."""
        key = ("shadow", self.size(width), lifted, angle)
        return self._cached(key, lambda: raster.to_display_format(self._draw_shadow(self.size(width), lifted, angle)))

    def _draw_shadow(self, size: tuple[int, int], lifted: bool, angle: int) -> Surface:
        shadows = _LIFTED_SHADOWS if lifted else _RESTING_SHADOWS
        margin = math.ceil(max(raster.blur_extent(s.blur) + s.offset_y for s in shadows) * self.scale)
        whole = rotated_size(size, angle, margin)
        wide = [shadow for shadow in shadows if angle and shadow.blur * self.scale >= 2 * MIN_BITMAP_ROTATION_BLUR_PX]
        drawn = self._soft_rotated_shadow(size, wide, angle, whole) if wide else raster.transparent_surface(whole)
        for shadow in shadows:
            if shadow not in wide:
                soft = self._rotated_shadow_layer(size, shadow, angle) if angle else self._shadow_layer(size, shadow)
                at = soft.get_rect(center=drawn.get_rect().center)
                drawn.blit(soft, at.move(0, round(shadow.offset_y * self.scale)))
        return drawn

    def _soft_rotated_shadow(
        self, size: tuple[int, int], shadows: Sequence[Shadow], angle: int, whole: tuple[int, int]
    ) -> Surface:
        """Draw the very soft layers of a rotated card's shadow at half the resolution."""
        drawn = raster.transparent_surface((whole[0] // 2, whole[1] // 2))
        for shadow in shadows:
            turned = pygame.transform.rotozoom(self._half_size_shadow_layer(size, shadow), -angle, 1.0)
            at = turned.get_rect(center=drawn.get_rect().center)
            drawn.blit(turned, at.move(0, round(shadow.offset_y * self.scale / 2)))
        return pygame.transform.smoothscale(drawn, whole)

    def _half_size_shadow_layer(self, size: tuple[int, int], shadow: Shadow) -> Surface:
        """Return one layer of an upright card's shadow at half its size."""

        def make() -> Surface:
            upright = self._shadow_layer(size, shadow)
            return pygame.transform.smoothscale(upright, (upright.get_width() // 2, upright.get_height() // 2))

        return self._intermediate(("soft half", size, shadow), make)

    def _shadow_layer(self, size: tuple[int, int], shadow: Shadow) -> Surface:
        """Return one layer of an upright card's shadow, without its vertical offset."""

        def make() -> Surface:
            blur = shadow.blur * self.scale
            margin = math.ceil(raster.blur_extent(blur)) + 1
            small = _nine_slice_size(size, blur)
            soft = self._silhouette(small, 0, margin=margin, blur=blur, radius=size[0] * CARD_RADIUS)
            tint_in_place(soft, shadow.colour, shadow.alpha)
            if small == size:
                return raster.to_display_format(soft)
            whole = raster.transparent_surface(rotated_size(size, 0, margin))
            raster.draw_nine_slice(whole, soft)
            return whole

        return self._intermediate(("soft", size, shadow), make)

    def _rotated_shadow_layer(self, size: tuple[int, int], shadow: Shadow, angle: int) -> Surface:
        """Return one layer of a rotated card's shadow; a soft one is rotated as a bitmap."""
        blur = shadow.blur * self.scale
        if blur < MIN_BITMAP_ROTATION_BLUR_PX:
            margin = math.ceil(raster.blur_extent(blur)) + 1
            return tint_in_place(self._silhouette(size, angle, margin=margin, blur=blur), shadow.colour, shadow.alpha)
        return pygame.transform.rotozoom(self._shadow_layer(size, shadow), -angle, 1.0)

    def card_with_shadow(self, card: Card, width: float, *, dim: bool, lifted: bool) -> Surface:
        """Return an upright card on its shadow as one surface, which saves a blit per card and frame."""
        name = drawing_name(card)
        key = ("whole", self._deck_key, name, self.size(width), dim, lifted)
        return self._cached(key, lambda: raster.to_display_format(self._draw_with_shadow(name, width, dim, lifted)))

    def _draw_with_shadow(self, name: str, width: float, dim: bool, lifted: bool) -> Surface:
        drawn = self.shadow(width, lifted, 0).copy()
        face = self._draw_face(name, self.size(width), 0, dim)
        drawn.blit(face, face.get_rect(center=drawn.get_rect().center))
        return drawn

    def ring(self, width: float, kind: str, angle: int) -> Surface:
        """Return the lines around a card that is selected, legal, focused, a target or hinted."""
        key = ("ring", self.size(width), kind, angle)
        return self._cached(key, lambda: raster.to_display_format(self._draw_ring(self.size(width), kind, angle)))

    def _draw_ring(self, size: tuple[int, int], kind: str, angle: int) -> Surface:
        lines = _HIGH_CONTRAST_RING_LINES[kind] if self._high_contrast else RING_LINES[kind]
        glow = _GLOWS.get(kind)
        reach = sum(width for width, _ in lines) + (raster.blur_extent(glow.blur) + glow.spread if glow else 1.0)
        margin = math.ceil(reach * self.scale)
        canvas_size = rotated_size(size, angle, margin)
        drawn = raster.transparent_surface(canvas_size)
        if glow:
            soft = self._silhouette(
                size, angle, grow=glow.spread * self.scale, margin=margin, blur=glow.blur * self.scale
            )
            drawn.blit(tint_in_place(soft, glow.colour, glow.alpha), (0, 0))
            self._clear_card_area(drawn, size, angle)
        body, out = "", 0.0
        for width, colour in lines:
            thick = width * self.scale
            path = outline_path(size, out + thick / 2)
            stroke = f'stroke="{hex_code(colour)}" stroke-width="{thick:.3f}"'
            body += f'<path d="{path}" fill="none" {stroke} {rotation_attribute(angle)}/>'
            out += thick
        drawn.blit(raster.rasterise_svg(body, centred_view_box(canvas_size), canvas_size), (0, 0))
        return drawn

    def _clear_card_area(self, surface: Surface, size: tuple[int, int], angle: int) -> None:
        """Clear the card's own area in a ring drawing, so that a glow surrounds the card only."""
        canvas_size = surface.get_size()
        frame = f"M{-canvas_size[0]} {-canvas_size[1]}H{canvas_size[0]}V{canvas_size[1]}H{-canvas_size[0]}Z"
        body = (
            f'<path fill-rule="evenodd" fill="#ffffff" d="{frame}{outline_path(size, 0)}" {rotation_attribute(angle)}/>'
        )
        raster.mask_with(surface, raster.rasterise_svg(body, centred_view_box(canvas_size), canvas_size))

    def empty_slot(self, width: float) -> Surface:
        """Return the outline of an empty slot for a card."""
        size = self.size(width)
        return self._cached(("slot", size), lambda: raster.to_display_format(self._draw_empty_slot(size)))

    def _draw_empty_slot(self, size: tuple[int, int]) -> Surface:
        s = self.scale
        dashes = dashed_outline(size, s, 7 * s, 5 * s)
        body = (
            f'<path d="{outline_path(size, 0)}" fill="#000000" fill-opacity="0.10"/>'
            f'<path d="{dashes}" fill="none" stroke="{hex_code(CREAM)}" stroke-opacity="0.38"'
            f' stroke-width="{2 * s:.2f}"/>'
        )
        return raster.rasterise_svg(body, centred_view_box(size), size)


def dashed_outline(size: tuple[int, int], inset: float, dash: float, gap: float) -> str:
    """Return path data of dashes along a card's outline, each a path of its own.

    nanosvg draws dashes of closed paths wrongly.
    """
    half_width, half_height = size[0] / 2 - inset, size[1] / 2 - inset
    radius = size[0] * CARD_RADIUS
    corners = ((1, -1, -90.0), (1, 1, 0.0), (-1, 1, 90.0), (-1, -1, 180.0))
    points: list[tuple[float, float]] = []
    for across, down, first in corners:
        middle = (across * (half_width - radius), down * (half_height - radius))
        for degrees in range(0, 91, 15):
            at = math.radians(first + degrees)
            points.append((middle[0] + radius * math.cos(at), middle[1] + radius * math.sin(at)))
    points.append(points[0])
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(points)]
    count = max(1, round(sum(lengths) / (dash + gap)))
    period = sum(lengths) / count
    dash_length = dash / (dash + gap) * period
    path = ""
    for i in range(count):
        along = [_point_along(points, lengths, i * period + dash_length * k / 4) for k in range(5)]
        path += "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in along)
    return path


def _point_along(points: list[tuple[float, float]], lengths: list[float], distance: float) -> tuple[float, float]:
    """Return the point at a distance from the start of a polyline."""
    for (a, b), length in zip(itertools.pairwise(points), lengths, strict=True):
        if distance <= length and length > 0:
            return a[0] + (b[0] - a[0]) * distance / length, a[1] + (b[1] - a[1]) * distance / length
        distance -= length
    return points[-1]


def outline_path(size: tuple[int, int], offset_px: float, radius: float | None = None) -> str:
    """Return path data of a card's edge around the origin, moved outwards by ``offset_px`` pixels.

    ``radius`` is that of the corners in pixels; None for a card's usual one.
    """
    wide, high = size[0] + 2 * offset_px, size[1] + 2 * offset_px
    usual = size[0] * CARD_RADIUS if radius is None else radius
    return raster.rounded_rect_path(-wide / 2, -high / 2, wide, high, max(1.0, usual + offset_px))


def _nine_slice_size(size: tuple[int, int], blur: float) -> tuple[int, int]:
    """Return the size of the smallest card, at most ``size``, whose blurred corners look like those of a card of
    ``size`` pixels.

    Each length is odd or even like the original, so that the card can be centred.
    """
    corner = math.ceil(size[0] * CARD_RADIUS + 3 * blur)
    wide, high = (min(length, 2 * corner + 1 + (length + 1) % 2) for length in size)
    return wide, high


def rotation_attribute(angle: int) -> str:
    """Return the SVG attribute of a rotation around the origin; empty for 0."""
    return f'transform="rotate({angle})"' if angle else ""


def rotated_size(size: tuple[int, int], angle: int, margin_px: int) -> tuple[int, int]:
    """Return width and height in pixels of a rotated card with a margin on every side.

    Each is odd or even like that of the card, so that both have the same centre.
    """
    if not angle:
        return size[0] + 2 * margin_px, size[1] + 2 * margin_px
    sine, cosine = abs(math.sin(math.radians(angle))), abs(math.cos(math.radians(angle)))
    wide = size[0] * cosine + size[1] * sine
    high = size[0] * sine + size[1] * cosine
    return 2 * math.ceil(wide / 2 + margin_px) + size[0] % 2, 2 * math.ceil(high / 2 + margin_px) + size[1] % 2


def centred_view_box(size: tuple[int, int]) -> tuple[float, float, float, float]:
    """Return the SVG view box of this many pixels, centred on the origin."""
    return -size[0] / 2, -size[1] / 2, float(size[0]), float(size[1])


def quantised_angle(angle: float) -> int:
    """Return the angle at which a card is drawn: whole degrees up to ±6 (a fan), even degrees beyond (moving cards)."""
    near = (angle + 180) % 360 - 180
    return (round(near) if abs(near) <= 6 else 2 * round(near / 2)) % 360
