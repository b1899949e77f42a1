"""Background drawings for one window size: table, home screen, felt, wood, curtain and the small table of the seat
picker.

Lengths are logical pixels unless a name ends in ``px``.
"""

import math
from collections.abc import Callable, Iterator

import pygame
from pygame import Rect, Surface

from scenes.render import raster
from scenes.render.boxes import Shadow, Stroke, inner_shadow, rim_svg, tint_in_place
from scenes.render.table_themes import TableTheme
from scenes.render.theme import PAPER, PAPER_BOTTOM, hex_code

FELT_SIDE_MARGIN, FELT_TOP_MARGIN, FELT_BOTTOM_MARGIN = 33.0, 33.0, 61.0
"""Distances from the felt to the window's left and right edges, to its upper edge and to its lower edge."""
FELT_RADII = (104.0, 55.0)
"""Radii of the felt's upper and lower corners."""
DRAWER_EDGE_WIDTH = 6.0
"""Width of the drawer's brass edge."""
_CURTAIN_RGB_RANGES = ((46, 128), (9, 27), (14, 34))
"""Red, green and blue ranges of the curtain: value in the depth of a fold and on its ridge."""
LoadTexture = Callable[[str], Surface]
_BRASS_STOPS = ((0.0, "#f0c979"), (0.3, "#b98434"), (0.7, "#8b5f22"), (1.0, "#c8963e"))


class StepwiseDrawing:
    """A drawing made in several steps, to spread the work over frames. Each step yields the unfinished surface."""

    def __init__(self, steps: Iterator[Surface]) -> None:
        self._steps = steps
        self._surface: Surface | None = None

    def run_next_step(self) -> bool:
        """Run one step of a stepwise drawing; return False if none was left."""
        following = next(self._steps, None)
        self._surface = following or self._surface
        return following is not None

    def finish(self) -> Surface:
        """Run all remaining steps of a stepwise drawing, and return the finished surface."""
        while self.run_next_step():
            pass
        assert self._surface is not None, "StepwiseDrawing needs at least one step"
        return self._surface


class Backgrounds:
    """Draws backgrounds for a window of ``size`` pixels."""

    def __init__(self, size: tuple[int, int], scale: float, load_texture: LoadTexture, table: TableTheme) -> None:
        self.size = size
        self.scale = scale
        self.width = size[0] / scale
        self.height = size[1] / scale
        self._load_texture = load_texture
        self._felt_colours = table.felt_colours
        self._rail_stops = table.rail_stops
        self._edge_stops = table.edge_stops

    def draw_table(self) -> Surface:
        """Draw the table background: dark surroundings, wooden rail, brass inlay, felt with an inner shadow,
        stitched oval."""
        return StepwiseDrawing(self.draw_table_in_steps()).finish()

    def draw_table_in_steps(self) -> Iterator[Surface]:
        """Draw the table background in steps, and yield the same surface after each one."""
        width, height = self.width, self.height
        drawn = self._radial_background(
            ((0, "#3a281a", 1), (0.6, "#1a110a", 1), (1, "#0c0705", 1)), (width / 2, height * 0.2)
        )
        yield drawn
        self._draw_drop_shadow(drawn, (8, 8, width - 16, height + 62), 128, Shadow(18, 50, 0.7))
        yield drawn
        for _ in self._draw_rail(drawn, (8, 8, width - 16, height + 62), 128):
            yield drawn
        self._draw_inlay_plate(drawn, (30, 30, width - 60, height - 88), 107, 58)
        yield drawn
        for _ in self._draw_felt(
            drawn,
            (
                FELT_SIDE_MARGIN,
                FELT_TOP_MARGIN,
                width - 2 * FELT_SIDE_MARGIN,
                height - FELT_TOP_MARGIN - FELT_BOTTOM_MARGIN,
            ),
            FELT_RADII,
            ((width / 2, 33 + (height - 94) * 0.36), (760 * width / 1280, 470 * height / 720)),
            (Shadow(12, 26, 0.62), Shadow(0, 70, 0.42)),
        ):
            yield drawn
        oval = (228, 128, width - 456, height - 328)
        if min(oval[2:]) > 0:
            self._draw_concentric_lines(drawn, oval, min(196, oval[2] / 2, oval[3] / 2), (0.13, 0.07), 8)
        yield raster.to_opaque_display_format(drawn)

    def draw_drawer(self, width: float, top: float) -> Surface:
        """Draw the paper of the drawer, a panel that covers the right end of the felt below ``top``."""
        height, hidden = self.height - FELT_TOP_MARGIN - FELT_BOTTOM_MARGIN, top - FELT_TOP_MARGIN
        felt, area, s = (
            self._pixel_rect((0, 0, width, height)),
            self._pixel_rect((0, hidden, width, height - hidden)),
            self.scale,
        )
        drawn = raster.gradient_fill(((0, hex_code(PAPER)), (1, hex_code(PAPER_BOTTOM))), area.size)
        raster.tile_texture(drawn, self._load_texture("paper"), drawn.get_rect())
        corner = (felt.width, felt.height - area.height, felt.width, area.height)
        whole = (2 * felt.width, felt.height)
        drawn.blit(inner_shadow(whole, FELT_RADII[0] * s, Shadow(4, 16, 0.34), s), (0, 0), corner)
        raster.mask_with(drawn, raster.rounded_mask(whole, FELT_RADII[0] * s, FELT_RADII[1] * s).subsurface(corner))
        return raster.to_display_format(drawn)

    def draw_drawer_edge(self, top: float) -> Surface:
        """Draw the brass left edge of a drawer that begins at ``top``, ``DRAWER_EDGE_WIDTH`` wide."""
        height = self.height - top - FELT_BOTTOM_MARGIN
        area = self._pixel_rect((0, 0, DRAWER_EDGE_WIDTH, height))
        metal = raster.linear_gradient("b", _BRASS_STOPS, 0, height)
        body = (
            f'<defs>{metal}</defs><rect width="{DRAWER_EDGE_WIDTH}" height="{height}" fill="#3a2208"/>'
            f'<rect x="2" width="3" height="{height}" fill="url(#b)"/>'
        )
        return raster.to_display_format(
            raster.rasterise_svg(body, (0, 0, DRAWER_EDGE_WIDTH, height), area.size, stretch=True)
        )

    def draw_home(self) -> Surface:
        """Draw the home screen: felt lit from above, a stitched frame, and the wooden table edge at the bottom."""
        width, height = self.width, self.height
        light, soft, body, edge, corner = (hex_code(c) for c in self._felt_colours)
        stops = ((0, light, 1), (0.34, soft, 1), (0.62, body, 1), (0.88, edge, 1), (1, corner, 1))
        cloth = (stops, (width / 2, height * 0.34), (width * 0.70, height * 0.78))
        warm = ((0, "#ffe9b8", 0.19), (0.45, "#ffe9b8", 0.06), (1, "#ffe9b8", 0))
        lamp = (warm, (width / 2, -40), (620 * width / 1280, 620))
        drawn = raster.draw_lights(self.size, self.scale, cloth, lamp)
        raster.tile_texture(drawn, self._load_texture("felt"), drawn.get_rect())
        strip = home_bottom_edge_height(height) - 4
        inset = min(26.0, width * 0.02)
        self._draw_concentric_lines(
            drawn, (inset, inset - 4, width - 2 * inset, height - strip - 2 * inset + 6), 34, (0.16, 0.08), 6
        )
        self._draw_home_bottom_edge(drawn, height - strip)
        return raster.to_opaque_display_format(drawn)

    def draw_felt_background(self) -> Surface:
        """Draw plain felt, lit from the upper left, for the result screens."""
        width, height = self.width, self.height
        light, soft, body, edge, corner = (hex_code(c) for c in self._felt_colours)
        stops = ((0, light, 1), (0.3, soft, 1), (0.62, body, 1), (0.9, edge, 1), (1, corner, 1))
        drawn = raster.draw_lights(
            self.size, self.scale, (stops, (width * 0.4, height * 0.24), (width * 0.67, height * 0.72))
        )
        raster.tile_texture(drawn, self._load_texture("felt"), drawn.get_rect())
        return raster.to_opaque_display_format(drawn)

    def draw_lit_felt(self) -> Surface:
        """Draw felt lit as in the middle of the table, for a strip of sample cards."""
        width, height = self.width, self.height
        stops = tuple((at, hex_code(c), 1.0) for at, c in zip((0, 0.5, 0.85, 1), self._felt_colours[:4], strict=True))
        drawn = raster.draw_lights(
            self.size, self.scale, (stops, (width / 2, height * 0.3), (width * 0.62, height * 1.1))
        )
        raster.tile_texture(drawn, self._load_texture("felt"), drawn.get_rect())
        return raster.to_opaque_display_format(drawn)

    def draw_wood_background(self) -> Surface:
        """Draw dark wood in a warm light, the background of all other screens."""
        width, height = self.width, self.height
        drawn = self._radial_background(
            ((0, "#4a3220", 1), (0.55, "#22160d", 1), (1, "#0d0805", 1)), (width * 0.36, height * 0.2)
        )
        wood = self._load_texture("wood").copy()
        wood.fill((255, 255, 255, 178), special_flags=pygame.BLEND_RGBA_MULT)
        raster.tile_texture(drawn, wood, drawn.get_rect())
        return raster.to_opaque_display_format(drawn)

    def draw_curtain(self) -> Surface:
        """Draw the opaque curtain that hides the table between two persons at one computer: folds on a brass rail."""
        (width, height), s = self.size, self.scale
        folds = max(9, round(self.width / 84))
        row = raster.transparent_surface((width, 1))
        for x in range(width):
            at = x / width * folds
            lit = 0.5 - 0.5 * math.cos(math.tau * (at + 0.08 * math.sin(math.tau * at) + 0.09 * math.sin(at * 1.3)))
            row.set_at((x, 0), [round(low + (high - low) * lit**1.4) for low, high in _CURTAIN_RGB_RANGES])
        drawn = pygame.transform.scale(row, self.size)
        raster.tile_texture(drawn, self._load_texture("felt"), drawn.get_rect())
        column = Surface((1, height), pygame.SRCALPHA)
        for y in range(height):
            fraction, hem = y / height, max(0.0, 1 - y / (90 * s))
            column.set_at((0, y), (0, 0, 0, round(min(235, 150 * fraction**1.6 + 170 * hem**2))))
        drawn.blit(pygame.transform.scale(column, self.size), (0, 0))
        metal = raster.linear_gradient("b", _BRASS_STOPS, 16, 30)
        rings = "".join(
            f'<path d="{raster.rounded_rect_path((i + 0.5) * self.width / folds - 5, 11, 10, 30, 5)}" fill="none"'
            ' stroke="#d9a653" stroke-width="3"/>'
            for i in range(folds)
        )
        body = (
            f'<defs>{metal}</defs><rect x="-9" y="19" width="{self.width + 18}" height="14" fill="#000000"'
            f' fill-opacity="0.45"/><rect x="-9" y="16" width="{self.width + 18}" height="13" fill="url(#b)"/>{rings}'
        )
        band = (width, round(48 * s))
        drawn.blit(raster.rasterise_svg(body, (0, 0, self.width, 48), band, stretch=True), (0, 0))
        return raster.to_opaque_display_format(drawn)

    def draw_small_table(self, width: float, height: float) -> Surface:
        """Draw an oval table with its shadow and a margin of ``SMALL_TABLE_MARGIN``, for the seat picker."""
        margin = SMALL_TABLE_MARGIN
        whole = (round((width + 2 * margin) * self.scale), round((height + 2 * margin) * self.scale))
        drawn = raster.transparent_surface(whole)
        self._draw_drop_shadow(drawn, (margin, margin, width, height), height / 2, Shadow(18, 40, 0.6))
        list(self._draw_rail(drawn, (margin, margin, width, height), height / 2))
        self._draw_inlay_plate(
            drawn, (margin + 16, margin + 16, width - 32, height - 32), height / 2 - 16, height / 2 - 16
        )
        inner = (margin + 19, margin + 19, width - 38, height - 38)
        radii = (300 * width / 540, 170 * height / 270)
        light = ((margin + width / 2, margin + height * 0.36), radii)
        list(self._draw_felt(drawn, inner, (height / 2 - 19, height / 2 - 19), light, (Shadow(8, 20, 0.55),)))
        return raster.to_display_format(drawn)

    def _pixel_rect(self, box: tuple[float, float, float, float]) -> Rect:
        s = self.scale
        left, top = round(box[0] * s), round(box[1] * s)
        return Rect(left, top, round((box[0] + box[2]) * s) - left, round((box[1] + box[3]) * s) - top)

    def _radial_background(self, stops: tuple[tuple[float, str, float], ...], centre: tuple[float, float]) -> Surface:
        return raster.draw_lights(self.size, self.scale, (stops, centre, (self.width * 0.70, self.height * 0.80)))

    def _draw_drop_shadow(
        self, target: Surface, box: tuple[float, float, float, float], radius: float, shadow: Shadow
    ) -> None:
        s = self.scale
        path = raster.rounded_rect_path(box[0], box[1] + shadow.offset_y, box[2], box[3], radius)
        size = target.get_size()
        body = f'<path d="{path}" fill="#ffffff"/>'
        mask = raster.rasterise_blurred_svg(body, (0, 0, size[0] / s, size[1] / s), size, shadow.blur * s)
        target.blit(tint_in_place(mask, shadow.colour, shadow.alpha), (0, 0))

    def _draw_rail(self, target: Surface, box: tuple[float, float, float, float], radius: float) -> Iterator[None]:
        """Draw the table's wooden rail with a highlight on its upper edge, in several steps."""
        area, s = self._pixel_rect(box), self.scale
        size = area.size
        rail = raster.gradient_fill(self._rail_stops, size)
        raster.tile_texture(rail, self._load_texture("wood"), rail.get_rect())
        yield
        head = (size[0], min(size[1], round((radius + 30) * s)))  # the highlight is in the upper part only
        shine = rail.subsurface((0, 0, *head))
        glossy = inner_shadow(size, radius * s, Shadow(10, 14, 0.10, 0, (255, 200, 140)), s)
        shine.blit(glossy, (0, 0))
        yield
        edge = rim_svg(Stroke((255, 214, 160), 2, 0.42), size, radius * s, scale=s, brightness=1, bottom=False)
        shine.blit(raster.rasterise_svg(edge, (0, 0, *head), head), (0, 0))
        raster.mask_with(rail, raster.rounded_mask(size, radius * s))
        shape = raster.rounded_rect_path(0, 0, *size, radius * s)
        dark = f'<path d="{shape}" fill="none" stroke="#000000" stroke-opacity="0.5" stroke-width="{2 * s:.2f}"/>'
        raster.draw_along_edges(rail, dark, 1, rail.get_rect(), (head[1], round(radius * s), round(4 * s)))
        target.blit(rail, area)
        yield

    def _draw_inlay_plate(
        self, target: Surface, box: tuple[float, float, float, float], upper_radius: float, lower_radius: float
    ) -> None:
        """Draw the table's brass inlay as a full plate; the felt drawn later covers its middle."""
        s = self.scale
        area = self._pixel_rect(box).inflate(round(4 * s) * 2, round(4 * s) * 2)
        path = two_radii_rect_path(box, upper_radius, lower_radius)
        grown = (box[0] - 1, box[1] - 1, box[2] + 2, box[3] + 2)
        metal = raster.linear_gradient("b", _BRASS_STOPS, box[1], box[1] + box[3])
        body = (
            f"<defs>{metal}</defs>"
            f'<path d="{two_radii_rect_path(grown, upper_radius + 1, lower_radius + 1)}"'
            f' transform="translate(0 1.3)" fill="#ffdcaa" fill-opacity="0.18"/>'
            f'<path d="{path}" fill="none" stroke="#140800" stroke-opacity="0.65" stroke-width="3"/>'
            f'<path d="{path}" fill="url(#b)"/>'
        )
        bands = (round((upper_radius + 6) * s), round((lower_radius + 6) * s), round(10 * s))
        raster.draw_along_edges(target, body, s, area, bands)

    def _draw_felt(
        self,
        target: Surface,
        box: tuple[float, float, float, float],
        radii: tuple[float, float],
        light: tuple[tuple[float, float], tuple[float, float]],
        shades: tuple[Shadow, ...],
    ) -> Iterator[None]:
        """Draw the table's felt in several steps: light from above, weave, shadow of the rail."""
        area, s = self._pixel_rect(box), self.scale
        stops = tuple(
            (at, hex_code(c), 1.0) for at, c in zip((0, 0.32, 0.58, 0.86, 1), self._felt_colours, strict=True)
        )
        cloth = raster.transparent_surface(area.size)
        centre = (light[0][0] - box[0], light[0][1] - box[1])
        cloth.blit(raster.draw_lights(area.size, s, (stops, centre, light[1])), (0, 0))
        yield
        raster.tile_texture(cloth, self._load_texture("felt"), cloth.get_rect())
        for shade in shades:
            cloth.blit(inner_shadow(area.size, radii[0] * s, shade, s), (0, 0))
            yield
        shape = two_radii_rect_path((0, 0, area.width / s, area.height / s), *radii)
        raster.mask_with(cloth, raster.rounded_mask(area.size, radii[0] * s, radii[1] * s))
        line = f'<path d="{shape}" fill="none" stroke="#000000" stroke-opacity="0.6" stroke-width="2"/>'
        bands = (round((radii[0] + 2) * s), round((radii[1] + 2) * s), round(4 * s))
        raster.draw_along_edges(cloth, line, s, cloth.get_rect(), bands)
        target.blit(cloth, area)
        yield

    def _draw_concentric_lines(
        self,
        target: Surface,
        box: tuple[float, float, float, float],
        radius: float,
        outer_and_inner_alpha: tuple[float, float],
        inner_inset: float,
    ) -> None:
        """Draw two thin concentric lines on the table's felt, the inner one ``inner_inset`` inside the outer.

        ``outer_and_inner_alpha`` are the opacities of the outer and the inner line, 0 … 1.
        """
        area, s = self._pixel_rect(box).inflate(4, 4), self.scale
        x, y, width, height = box
        outer_alpha, inner_alpha = outer_and_inner_alpha
        inner = raster.rounded_rect_path(
            x + inner_inset, y + inner_inset, width - 2 * inner_inset, height - 2 * inner_inset, radius - inner_inset
        )
        body = (
            f'<path d="{raster.rounded_rect_path(*box, radius)}" fill="none" stroke="#ffe2a0"'
            f' stroke-opacity="{outer_alpha}" stroke-width="1.5"/>'
            f'<path d="{inner}" fill="none" stroke="#ffe2a0" stroke-opacity="{inner_alpha}" stroke-width="1"/>'
        )
        corner, side = round((radius + 2) * s) + 3, round((inner_inset + 2) * s) + 3
        raster.draw_along_edges(target, body, s, area, (corner, corner, side))

    def _draw_home_bottom_edge(self, target: Surface, top: float) -> None:
        """Draw the wooden edge with a brass line along the bottom of the home screen."""
        s, width = self.scale, self.width
        area = Rect(0, round(top * s), self.size[0], self.size[1] - round(top * s))
        shade = Surface((1, max(1, round(40 * s))), pygame.SRCALPHA)
        for y in range(shade.get_height()):
            shade.set_at((0, y), (0, 0, 0, round(120 * (y / shade.get_height()) ** 2)))
        target.blit(
            pygame.transform.scale(shade, (self.size[0], shade.get_height())), (0, area.top - shade.get_height())
        )
        metal = raster.linear_gradient("b", ((0, "#f0c979"), (1, "#9a6c28")), -4, 0)
        planks = raster.gradient_fill(self._edge_stops, area.size)
        raster.tile_texture(planks, self._load_texture("wood"), planks.get_rect())
        target.blit(planks, area)
        lines = (
            f'<defs>{metal}</defs><rect x="0" y="-5" width="{width}" height="6" fill="#140800" fill-opacity="0.7"/>'
            f'<rect x="0" y="-4" width="{width}" height="4" fill="url(#b)"/>'
            f'<rect x="0" y="1" width="{width}" height="2" fill="#ffd6a0" fill-opacity="0.4"/>'
        )
        band = Rect(0, area.top - round(6 * s), self.size[0], round(12 * s))
        column = raster.rasterise_svg(lines, (0, -6, 1, 12), (1, band.height), stretch=True)
        target.blit(pygame.transform.scale(column, band.size), band)


def home_bottom_edge_height(height: float) -> float:
    """Return the height of the home screen's wooden edge for a canvas of this height."""
    return max(78.0, min(112.0, height * 112 / 720))


SMALL_TABLE_MARGIN = 60.0
"""Margin of the small table on every side, which holds its shadow."""


def two_radii_rect_path(box: tuple[float, float, float, float], upper_radius: float, lower_radius: float) -> str:
    """Return SVG path data of a rectangle with different radii for its upper and lower corners."""
    x, y, width, height = box
    right, bottom = x + width, y + height
    a, b = min(upper_radius, width / 2, height / 2), min(lower_radius, width / 2, height / 2)
    return (
        f"M{x + a:.3f} {y:.3f}H{right - a:.3f}A{a:.3f} {a:.3f} 0 0 1 {right:.3f} {y + a:.3f}V{bottom - b:.3f}"
        f"A{b:.3f} {b:.3f} 0 0 1 {right - b:.3f} {bottom:.3f}H{x + b:.3f}"
        f"A{b:.3f} {b:.3f} 0 0 1 {x:.3f} {bottom - b:.3f}V{y + a:.3f}A{a:.3f} {a:.3f} 0 0 1 {x + a:.3f} {y:.3f}Z"
    )
