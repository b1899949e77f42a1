"""The games' emblems, in pixels, from ``assets/emblems``: still, or with one part in motion.

In a drawing a card is a mark, outside all groups: ``<!--card NAME X Y WIDTH ANGLE-->`` with its middle. The part that
moves is between ``<!--moves HOW X Y SIZE LEFT TOP WIDTH HEIGHT-->`` and ``<!--still-->``: a motion, its pivot, its
size, and the area that the part never leaves, in the drawing's units.
"""

import math
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pygame import Rect, Surface

from scenes.render import raster
from scenes.render.cards import CardArt
from scenes.render.theme import EMBLEM_GROUND, hex_code

EMBLEM_SIZE = (196.0, 222.0)
"""Width and height of an emblem with its ground, logical pixels."""
_DRAWING_SIZE = (180.0, 200.0)
"""Width and height of a drawing in its units."""
_CARD_PATTERN = re.compile(r"<!--card (\S+) (\S+) (\S+) (\S+) (\S+)-->")
_CARD_EXTENT = (256 / 500, 366 / 500)
"""Distance from a card's middle to the edge of the card and its shadow, in widths."""
_MOVING_PART_PATTERN = re.compile(r"<!--moves (\w+) ([-. \d]+)-->(.*?)<!--still-->", re.DOTALL)
_GROUND_PATTERN = re.compile(r'data-ground="(#[0-9a-f]{6}) (#[0-9a-f]{6})"')
"""Inner and outer colour of an emblem's ground, as its drawing names them."""
_DASH_PERIOD = 8.6
"""Length of a dash and its gap on the rope."""
_MIN_CARD_WIDTH = 0.04
"""Least width of a card that turns over."""


class EmblemPose(NamedTuple):
    """How a part lies at one moment."""

    transform: str
    """As in SVG."""
    dashes: float = 0.0
    """How far its dashes have run along their line."""
    shows_back: bool = False
    """Whether a card shows its back."""


def _transform_about(x: float, y: float, transform: str) -> str:
    return f"translate({x} {y}) {transform} translate({-x} {-y})"


def _roll(t: float, x: float, y: float, radius: float) -> EmblemPose:
    """Roll to the left, back beyond its place, and come to rest."""
    way = -0.95 * radius * math.sin(2 * math.pi * t) * (1 - t) ** 0.7
    return EmblemPose(f"translate({way:.2f} 0) rotate({math.degrees(way / radius):.2f} {x} {y})")


def _spin(t: float, x: float, y: float, axis: float) -> EmblemPose:
    """Turn round an axis through the pivot, of this angle in degrees, while the rope runs."""
    high = math.cos(2 * math.pi * (t * t * (3 - 2 * t)))
    high = math.copysign(max(_MIN_CARD_WIDTH, abs(high)), high)
    return EmblemPose(
        _transform_about(x, y, f"rotate({axis}) scale(1 {high:.4f}) rotate({-axis})"), -12 * _DASH_PERIOD * t
    )


def _flip(t: float, x: float, y: float, _: float) -> EmblemPose:
    """Turn over and back."""
    wide = math.cos(2 * math.pi * (t * t * (3 - 2 * t)))
    return EmblemPose(_transform_about(x, y, f"scale({max(_MIN_CARD_WIDTH, abs(wide)):.4f} 1)"), shows_back=wide < 0)


def _drop(t: float, _: float, __: float, height: float) -> EmblemPose:
    """Hop up, fall and bounce twice."""
    hops = ((0.0, 0.56, 1.0), (0.56, 0.84, 0.3), (0.84, 1.0, 0.07))
    start, end, part = next((hop for hop in hops if t < hop[1]), hops[-1])
    u = min(1.0, (t - start) / (end - start))
    return EmblemPose(f"translate(0 {-height * part * 4 * u * (1 - u):.2f})")


def _wave(t: float, x: float, y: float, angle: float) -> EmblemPose:
    """Wave as in a gust that dies away."""
    swing = math.sin(6 * math.pi * t) * (1 - t)
    return EmblemPose(_transform_about(x, y, f"skewY({angle * swing:.2f}) scale({1 - 0.2 * abs(swing):.3f} 1)"))


EMBLEM_MOTIONS: Mapping[str, Callable[[float, float, float, float], EmblemPose]] = MappingProxyType(
    {"roll": _roll, "spin": _spin, "flip": _flip, "drop": _drop, "wave": _wave}
)
"""How a part moves -> its pose at 0 … 1 of the motion, by pivot and size; it begins and ends as it lies at rest."""


class DrawingTransform(NamedTuple):
    """Where a drawing lies on a surface: its origin, pixels, and the pixels to a unit of it."""

    left: float
    top: float
    scale: float

    def draw(self, target: Surface, body: str, area: Rect) -> None:
        """Draw SVG elements on an area of the surface: the rasteriser takes longer for large ones."""
        view_box = (
            (area.left - self.left) / self.scale,
            (area.top - self.top) / self.scale,
            area.width / self.scale,
            area.height / self.scale,
        )
        target.blit(raster.rasterise_svg(body, view_box, area.size, stretch=True), area)

    def pixel_area(self, left: float, top: float, width: float, height: float) -> Rect:
        """The pixels of an area of the drawing."""
        x, y = math.floor(self.left + left * self.scale), math.floor(self.top + top * self.scale)
        return Rect(x, y, math.ceil(width * self.scale) + 1, math.ceil(height * self.scale) + 1)


class Emblem:
    """A game's emblem on its ground.

    Args:
        slug: the game.
        size: width and height, pixels.
        scale: pixels to a logical one.
        cards: the deck in use.
        frame: lies over it.
        mask: cuts it to shape; of its size.
    """

    def __init__(
        self, slug: str, size: tuple[int, int], scale: float, *, cards: CardArt, frame: Surface, mask: Surface
    ) -> None:
        text = (raster.ASSETS / "emblems" / f"{slug}.svg").read_text(encoding="utf-8")
        self._svg_body = raster.root_elements(text)
        named = _GROUND_PATTERN.search(text)
        self._ground_colours = named.groups() if named else tuple(map(hex_code, EMBLEM_GROUND))
        self._size, self._scale, self._cards, self._frame, self._mask = size, scale, cards, frame, mask
        wide, high = size[0] / scale, size[1] / scale
        fit = min(wide / EMBLEM_SIZE[0], high / EMBLEM_SIZE[1])
        left, top = (wide - _DRAWING_SIZE[0] * fit) / 2, (high - _DRAWING_SIZE[1] * fit) / 2
        self._transform = DrawingTransform(left * scale, top * scale, fit * scale)
        self._layers: tuple[Surface, Surface] | None = None
        """What is below and above the part that moves."""

    def rest_surface(self) -> Surface:
        """All of it at rest."""
        drawn = self._draw_ground()
        self._draw(drawn, self._svg_body)
        return self._finish(drawn)

    def prerender(self) -> bool:
        """Draw what doesn't move; False if that is done."""
        if self._layers is not None:
            return False
        part = _MOVING_PART_PATTERN.search(self._svg_body)
        below, above = self._draw_ground(), raster.transparent_surface(self._size)
        self._draw(below, self._svg_body[: part.start()] if part else self._svg_body)
        self._draw(above, self._svg_body[part.end() :] if part else "")
        self._layers = (below, raster.to_display_format(above))
        return True

    def surface_at(self, t: float) -> Surface:
        """All of it at 0 … 1 of its motion."""
        self.prerender()
        assert self._layers is not None
        below, above = self._layers
        drawn = below.copy()
        part = _MOVING_PART_PATTERN.search(self._svg_body)
        if part:
            x, y, much, *area = map(float, part[2].split())
            left, top, width, height = area
            room = self._transform.pixel_area(left, top, width, height).clip(drawn.get_rect())
            self._draw(drawn, part[3], EMBLEM_MOTIONS[part[1]](t, x, y, much), room)
        drawn.blit(above, (0, 0))
        return raster.to_display_format(self._finish(drawn))

    def _draw_ground(self) -> Surface:
        wide, high = self._size[0] / self._scale, self._size[1] / self._scale
        light, dark = self._ground_colours
        ground = (((0.0, light, 1.0), (1.0, dark, 1.0)), (wide * 0.4, high * 0.2), (wide * 0.85, high * 1.13))
        drawn = raster.transparent_surface(self._size)
        drawn.blit(raster.draw_lights(self._size, self._scale, ground), (0, 0))
        return drawn

    def _finish(self, surface: Surface) -> Surface:
        surface.blit(self._frame, (0, 0))
        raster.mask_with(surface, self._mask)
        return surface

    def _draw(self, target: Surface, art: str, pose: EmblemPose | None = None, area: Rect | None = None) -> None:
        """Draw elements and cards of the drawing, perhaps in a pose, which needs no more than an area."""
        at = 0
        for mark in (*_CARD_PATTERN.finditer(art), None):
            body = art[at : mark.start() if mark else len(art)].strip()
            if body:
                self._transform.draw(target, _posed_svg(body, pose), target.get_rect() if area is None else area)
            if mark:
                at = mark.end()
                self._draw_card(target, mark, pose)

    def _draw_card(self, target: Surface, mark: re.Match[str], pose: EmblemPose | None) -> None:
        """Draw a card with its shadow."""
        x, y, width, angle = map(float, mark.groups()[1:])
        sine, cosine = abs(math.sin(math.radians(angle))), abs(math.cos(math.radians(angle)))
        half = (width * _CARD_EXTENT[0], width * _CARD_EXTENT[1])
        across, down = half[0] * cosine + half[1] * sine, half[0] * sine + half[1] * cosine
        shade = raster.rounded_rect_path(0, 0, 500, 700, 30)
        face = "back" if pose and pose.shows_back else mark[1]
        body = (
            f'<g transform="translate({x} {y}) rotate({angle}) scale({width / 500:.5f}) translate(-250 -350)">'
            f'<path d="{shade}" transform="translate(-6 16)" fill="#000000" fill-opacity="0.30"/>'
            f"{self._cards.svg_elements(face, width * self._transform.scale)}</g>"
        )
        area = self._transform.pixel_area(x - across, y - down, 2 * across, 2 * down).clip(target.get_rect())
        self._transform.draw(target, _posed_svg(body, pose), area)


def _posed_svg(body: str, pose: EmblemPose | None) -> str:
    if pose is None:
        return body
    dashes = f'stroke-dashoffset="{pose.dashes:.2f}" stroke-dasharray='
    return f'<g transform="{pose.transform}">{body.replace("stroke-dasharray=", dashes)}</g>'


def frame_surface(size: tuple[int, int], scale: float) -> Surface:
    """The thin gold frame and the dark edge of an emblem."""
    wide, high = size[0] / scale, size[1] / scale
    line = raster.rounded_rect_path(6.75, 6.75, wide - 13.5, high - 13.5, 5.5)
    edge = raster.rounded_rect_path(1, 1, wide - 2, high - 2, 9)
    body = (
        f'<path d="{line}" fill="none" stroke="#ffe2a0" stroke-opacity="0.55" stroke-width="1.5"/>'
        f'<path d="{edge}" fill="none" stroke="#000000" stroke-opacity="0.35" stroke-width="2"/>'
    )
    return raster.rasterise_svg(body, (0, 0, wide, high), size, stretch=True)
