"""Emblems of the games from ``assets/emblems``, at rest or with one moving part.

A card in a drawing is a comment outside all groups: ``<!--card NAME X Y WIDTH ANGLE-->``, where X and Y are its centre.
The moving part is between ``<!--moves HOW X Y SIZE LEFT TOP WIDTH HEIGHT-->`` and ``<!--still-->``. The numbers are the
pivot, the extent of the motion and the area that the part never leaves, in units of the drawing. In a drawing without
that mark the last card turns over.
"""

import math
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pygame import Rect, Surface

from scenes.render import raster
from scenes.render.cards import CardArt
from scenes.render.theme import EMBLEM_BACKGROUND_COLOURS, hex_code

EMBLEM_SIZE = (196.0, 222.0)
"""Width and height of an emblem with its background, logical pixels."""
_DRAWING_SIZE = (180.0, 200.0)
"""Width and height of a drawing in its own units."""
_CARD_PATTERN = re.compile(r"<!--card (\S+) (\S+) (\S+) (\S+) (\S+)-->")
_CARD_HALF_EXTENT_IN_WIDTHS = (256 / 500, 366 / 500)
"""Distances from a card's centre to the edges of the card and its shadow, in card widths."""
_MOVING_PART_PATTERN = re.compile(r"<!--moves (\w+) ([-. \d]+)-->(.*?)<!--still-->", re.DOTALL)
_BACKGROUND_PATTERN = re.compile(r'data-ground="(#[0-9a-f]{6}) (#[0-9a-f]{6})"')
"""Matches the inner and outer colour of the background in a drawing."""
_DASH_PERIOD = 8.6
"""Length of a dash plus its gap on the rope."""
_MIN_CARD_WIDTH = 0.04
"""Minimum width of a card while it turns over, as a fraction of its full width."""


class EmblemPose(NamedTuple):
    """Pose of an emblem's moving part at one moment."""

    transform: str
    """Value of the SVG ``transform`` attribute."""
    dash_offset: float = 0.0
    """Dash offset along the rope, in units of the drawing."""
    shows_back: bool = False
    """Whether the card shows its back."""


def _transform_about(x: float, y: float, transform: str) -> str:
    return f"translate({x} {y}) {transform} translate({-x} {-y})"


def _roll(t: float, x: float, y: float, radius: float) -> EmblemPose:
    """Return the pose of an emblem's part that rolls to the left and back, then comes to rest."""
    distance = -0.95 * radius * math.sin(2 * math.pi * t) * (1 - t) ** 0.7
    return EmblemPose(f"translate({distance:.2f} 0) rotate({math.degrees(distance / radius):.2f} {x} {y})")


def _spin(t: float, x: float, y: float, axis_degrees: float) -> EmblemPose:
    """Return the pose of an emblem's part that turns around a tilted axis, while the emblem's dashed rope moves."""
    height = math.cos(2 * math.pi * (t * t * (3 - 2 * t)))
    height = math.copysign(max(_MIN_CARD_WIDTH, abs(height)), height)
    return EmblemPose(
        _transform_about(x, y, f"rotate({axis_degrees}) scale(1 {height:.4f}) rotate({-axis_degrees})"),
        -12 * _DASH_PERIOD * t,
    )


def _flip(t: float, x: float, y: float, _: float) -> EmblemPose:
    """Return the pose of an emblem's part that turns over and back."""
    width = math.cos(2 * math.pi * (t * t * (3 - 2 * t)))
    return EmblemPose(_transform_about(x, y, f"scale({max(_MIN_CARD_WIDTH, abs(width)):.4f} 1)"), shows_back=width < 0)


def _hop_and_bounce(t: float, _: float, __: float, height: float) -> EmblemPose:
    """Return the pose of an emblem's part that hops up, falls and bounces twice."""
    hops = ((0.0, 0.56, 1.0), (0.56, 0.84, 0.3), (0.84, 1.0, 0.07))
    start, end, relative_height = next((hop for hop in hops if t < hop[1]), hops[-1])
    u = min(1.0, (t - start) / (end - start))
    return EmblemPose(f"translate(0 {-height * relative_height * 4 * u * (1 - u):.2f})")


def _wave(t: float, x: float, y: float, angle: float) -> EmblemPose:
    """Return the pose of an emblem's part that waves as in a gust that dies away."""
    swing = math.sin(6 * math.pi * t) * (1 - t)
    return EmblemPose(_transform_about(x, y, f"skewY({angle * swing:.2f}) scale({1 - 0.2 * abs(swing):.3f} 1)"))


EMBLEM_MOTIONS: Mapping[str, Callable[[float, float, float, float], EmblemPose]] = MappingProxyType(
    {"roll": _roll, "spin": _spin, "flip": _flip, "drop": _hop_and_bounce, "wave": _wave}
)
"""Motions by name: functions from progress (0 … 1), pivot and size to a pose. Every motion starts and ends at rest."""


class DrawingTransform(NamedTuple):
    """Position and scale of an emblem's drawing on a surface: origin in pixels, and pixels per unit."""

    left: float
    top: float
    scale: float

    def draw(self, target: Surface, body: str, area: Rect) -> None:
        """Draw SVG elements of an emblem on a part of the surface, as a small area rasterises faster."""
        view_box = (
            (area.left - self.left) / self.scale,
            (area.top - self.top) / self.scale,
            area.width / self.scale,
            area.height / self.scale,
        )
        target.blit(raster.rasterise_svg(body, view_box, area.size, stretch=True), area)

    def pixel_area(self, left: float, top: float, width: float, height: float) -> Rect:
        """Return the bounds in pixels of an area of an emblem's drawing."""
        x, y = math.floor(self.left + left * self.scale), math.floor(self.top + top * self.scale)
        return Rect(x, y, math.ceil(width * self.scale) + 1, math.ceil(height * self.scale) + 1)


class MovingPart(NamedTuple):
    """The moving part of an emblem's drawing."""

    start: int
    """Index in the drawing's text at which the part begins."""
    end: int
    motion: str
    """A name in ``EMBLEM_MOTIONS``."""
    pivot: tuple[float, float]
    """Pivot of the motion, in units of the drawing, as are the extent and the area."""
    extent: float
    area: tuple[float, float, float, float]
    """Left, top, width and height of the area that the part never leaves."""
    body: str
    """SVG elements and cards of the part."""


def find_moving_part(body: str) -> MovingPart | None:
    """Return the moving part of an emblem's drawing: the marked one, else the last card; None without either."""
    marked = _MOVING_PART_PATTERN.search(body)
    if marked:
        x, y, extent, left, top, width, height = map(float, marked[2].split())
        return MovingPart(*marked.span(), marked[1], (x, y), extent, (left, top, width, height), marked[3])
    for card in list(_CARD_PATTERN.finditer(body))[-1:]:
        x, y, width, angle = map(float, card.groups()[1:])
        return MovingPart(*card.span(), "flip", (x, y), 0.0, _card_area(x, y, width, angle), card[0])
    return None


def _card_area(x: float, y: float, width: float, angle: float) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the area of a card and its shadow."""
    sine, cosine = abs(math.sin(math.radians(angle))), abs(math.cos(math.radians(angle)))
    half = (width * _CARD_HALF_EXTENT_IN_WIDTHS[0], width * _CARD_HALF_EXTENT_IN_WIDTHS[1])
    across, down = half[0] * cosine + half[1] * sine, half[0] * sine + half[1] * cosine
    return x - across, y - down, 2 * across, 2 * down


class Emblem:
    """A game's emblem on its background.

    Args:
        slug: slug of the game.
        size: width and height in pixels.
        scale: screen pixels per logical pixel.
        cards: drawings of the deck in use.
        frame: surface drawn above the emblem.
        mask: surface of the same size that cuts the emblem to its shape.
    """

    def __init__(
        self, slug: str, size: tuple[int, int], scale: float, *, cards: CardArt, frame: Surface, mask: Surface
    ) -> None:
        text = (raster.ASSETS / "emblems" / f"{slug}.svg").read_text(encoding="utf-8")
        self._svg_body = raster.inner_svg(text)
        self._moving_part = find_moving_part(self._svg_body)
        named = _BACKGROUND_PATTERN.search(text)
        self._background_colours = named.groups() if named else tuple(map(hex_code, EMBLEM_BACKGROUND_COLOURS))
        self._size, self._scale, self._cards, self._frame, self._mask = size, scale, cards, frame, mask
        wide, high = size[0] / scale, size[1] / scale
        fit = min(wide / EMBLEM_SIZE[0], high / EMBLEM_SIZE[1])
        left, top = (wide - _DRAWING_SIZE[0] * fit) / 2, (high - _DRAWING_SIZE[1] * fit) / 2
        self._transform = DrawingTransform(left * scale, top * scale, fit * scale)
        self._layers: tuple[Surface, Surface] | None = None
        """Layers below and above the moving part; None until ``draw_still_layers_once``."""

    def draw_at_rest(self) -> Surface:
        """Draw a game's whole emblem at rest."""
        drawn = self._draw_background()
        self._draw(drawn, self._svg_body)
        return self._finish(drawn)

    def draw_still_layers_once(self) -> bool:
        """Draw the still layers of an animated emblem; return False if that was already done."""
        if self._layers is not None:
            return False
        part = self._moving_part
        below, above = self._draw_background(), raster.transparent_surface(self._size)
        self._draw(below, self._svg_body[: part.start] if part else self._svg_body)
        self._draw(above, self._svg_body[part.end :] if part else "")
        self._layers = (below, raster.to_display_format(above))
        return True

    def draw_at(self, t: float) -> Surface:
        """Draw a game's whole emblem at progress ``t``, 0 … 1, of its motion."""
        self.draw_still_layers_once()
        assert self._layers is not None
        below, above = self._layers
        drawn = below.copy()
        part = self._moving_part
        if part:
            bounds = self._transform.pixel_area(*part.area).clip(drawn.get_rect())
            self._draw(drawn, part.body, EMBLEM_MOTIONS[part.motion](t, *part.pivot, part.extent), bounds)
        drawn.blit(above, (0, 0))
        return raster.to_display_format(self._finish(drawn))

    def _draw_background(self) -> Surface:
        wide, high = self._size[0] / self._scale, self._size[1] / self._scale
        light, dark = self._background_colours
        ground = (((0.0, light, 1.0), (1.0, dark, 1.0)), (wide * 0.4, high * 0.2), (wide * 0.85, high * 1.13))
        drawn = raster.transparent_surface(self._size)
        drawn.blit(raster.draw_lights(self._size, self._scale, ground), (0, 0))
        return drawn

    def _finish(self, surface: Surface) -> Surface:
        surface.blit(self._frame, (0, 0))
        raster.mask_with(surface, self._mask)
        return surface

    def _draw(self, target: Surface, art: str, pose: EmblemPose | None = None, area: Rect | None = None) -> None:
        """Draw SVG elements and cards of an emblem, in a pose if given, within ``area``; None for everywhere."""
        at = 0
        for mark in (*_CARD_PATTERN.finditer(art), None):
            body = art[at : mark.start() if mark else len(art)].strip()
            if body:
                self._transform.draw(target, _posed_svg(body, pose), target.get_rect() if area is None else area)
            if mark:
                at = mark.end()
                self._draw_card(target, mark, pose)

    def _draw_card(self, target: Surface, mark: re.Match[str], pose: EmblemPose | None) -> None:
        x, y, width, angle = map(float, mark.groups()[1:])
        shade = raster.rounded_rect_path(0, 0, 500, 700, 30)
        face = "back" if pose and pose.shows_back else mark[1]
        body = (
            f'<g transform="translate({x} {y}) rotate({angle}) scale({width / 500:.5f}) translate(-250 -350)">'
            f'<path d="{shade}" transform="translate(-6 16)" fill="#000000" fill-opacity="0.30"/>'
            f"{self._cards.svg_elements(face, width * self._transform.scale)}</g>"
        )
        area = self._transform.pixel_area(*_card_area(x, y, width, angle)).clip(target.get_rect())
        self._transform.draw(target, _posed_svg(body, pose), area)


def _posed_svg(body: str, pose: EmblemPose | None) -> str:
    if pose is None:
        return body
    dashes = f'stroke-dashoffset="{pose.dash_offset:.2f}" stroke-dasharray='
    return f'<g transform="{pose.transform}">{body.replace("stroke-dasharray=", dashes)}</g>'


def draw_frame(size: tuple[int, int], scale: float) -> Surface:
    """Draw an emblem's thin gold frame and dark edge."""
    wide, high = size[0] / scale, size[1] / scale
    line = raster.rounded_rect_path(6.75, 6.75, wide - 13.5, high - 13.5, 5.5)
    edge = raster.rounded_rect_path(1, 1, wide - 2, high - 2, 9)
    body = (
        f'<path d="{line}" fill="none" stroke="#ffe2a0" stroke-opacity="0.55" stroke-width="1.5"/>'
        f'<path d="{edge}" fill="none" stroke="#000000" stroke-opacity="0.35" stroke-width="2"/>'
    )
    return raster.rasterise_svg(body, (0, 0, wide, high), size, stretch=True)
