"""Rasterisation of SVG elements, masks and blurred shadows.

The rasteriser (nanosvg) silently ignores clipPath, mask, filter, text, use and rgba(), and paints gradients with 0..1
coordinates in one colour. So all drawings use only paths, transforms, opacity of fills and strokes, and gradients in
user space.
"""

import io
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pygame
from pygame import Surface

ASSETS = Path(__file__).resolve().parent.parent.parent / "assets"

Size = tuple[int, int]


def to_display_format(surface: Surface) -> Surface:
    """Convert a surface to the window's pixel format with alpha, which blits fast.

    Returns the surface itself if it has that format or there is no window yet.
    """
    try:
        same = _needs_no_conversion(surface, Surface((1, 1), pygame.SRCALPHA).convert_alpha())
    except pygame.error:
        return surface
    return surface if same else surface.convert_alpha()


def to_opaque_display_format(surface: Surface) -> Surface:
    """Convert an opaque surface to the window's pixel format, or to 32 bits where the window has fewer.

    Returns the surface itself if it has that format or there is no window yet.
    """
    try:
        target = Surface((1, 1)).convert()
    except pygame.error:
        return surface
    if not has_32_bits_per_pixel(target):
        target = Surface((1, 1), depth=32)
    return surface if _needs_no_conversion(surface, target) else surface.convert(target)


def has_32_bits_per_pixel(surface: Surface) -> bool:
    """Whether a surface has 32 bits a pixel, as blurs and smooth scaling need."""
    return surface.get_bytesize() == 4


def _needs_no_conversion(surface: Surface, target: Surface) -> bool:
    """Whether a surface needs no conversion: it has the target's pixel format and is no subsurface. A subsurface is
    always copied, to free the rest of its parent."""
    return (
        surface.get_masks() == target.get_masks()
        and surface.get_flags() == target.get_flags()
        and surface.get_parent() is None
    )


def transparent_surface(size: Size) -> Surface:
    """Create a transparent surface of at least 1 by 1 pixels."""
    return Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA)


def with_opacity(drawing: Surface, opacity: float) -> Surface:
    """Return a copy of a surface with this opacity, 0 … 1; the surface itself for 1."""
    if opacity >= 1.0:
        return drawing
    copy = drawing.copy()
    copy.set_alpha(round(255 * max(0.0, opacity)))
    return copy


def rasterise_svg(body: str, view_box: tuple[float, float, float, float], size: Size, stretch: bool = False) -> Surface:
    """Rasterise SVG elements to a surface. ``view_box`` (left, top, width, height in the drawing's units) fills
    ``size`` pixels.

    With ``stretch`` the two axes may have different scales.
    """
    size = (max(1, size[0]), max(1, size[1]))
    if stretch:
        left, top, width, height = view_box
        body = (
            f'<g transform="scale({size[0] / width:.6f} {size[1] / height:.6f}) translate({-left} {-top})">{body}</g>'
        )
        view_box = (0, 0, *size)
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{view_box[2]:.3f}" height="{view_box[3]:.3f}"'
        f' viewBox="{view_box[0]:.3f} {view_box[1]:.3f} {view_box[2]:.3f} {view_box[3]:.3f}">{body}</svg>'
    )
    drawn = to_display_format(pygame.image.load_sized_svg(io.BytesIO(text.encode()), size))
    if drawn.get_size() == size:
        return drawn
    whole = transparent_surface(size)  # the rasteriser keeps the aspect ratio and may drop a pixel
    whole.blit(drawn, (0, 0))
    return whole


def draw_along_edges(
    target: Surface, body: str, scale: float, area: pygame.Rect, upper_lower_side_px: tuple[int, int, int]
) -> None:
    """Rasterise lines along the edges of an area only, which is much faster than rasterising all of it.

    A unit of the SVG elements is ``scale`` pixels. ``upper_lower_side_px`` are, in pixels, the heights of
    the upper and the lower band and the width of the side bands. The corners are square. Between the corners a band
    must look the same all the way.
    """
    above, below, side = upper_lower_side_px
    area = area.clip(target.get_rect())
    middle = area.height - above - below

    def draw(left: int, top: int, width: int, height: int, repeat: int = 1) -> None:
        if width > 0 and height > 0:
            view_box = (left / scale, top / scale, width / scale, height / scale)
            drawn = rasterise_svg(body, view_box, (width, height), stretch=True)
            target.blit(drawn if repeat == 1 else pygame.transform.scale(drawn, (repeat, height)), (left, top))

    for top, band in ((area.top, above), (area.bottom - below, below)):
        straight = area.width - 2 * band
        if straight <= 1:
            draw(area.left, top, area.width, band)
        else:
            draw(area.left, top, band, band)
            draw(area.left + band, top, 1, band, repeat=straight)
            draw(area.right - band, top, band, band)
    for left in (area.left, area.right - side):
        draw(left, area.top + above, side, middle)


def svg_elements(path: Path) -> str:
    """Return the elements inside the root of an SVG file."""
    return inner_svg(path.read_text(encoding="utf-8"))


def inner_svg(text: str) -> str:
    """Return the elements inside the root of an SVG document."""
    start = text.index(">", text.index("<svg")) + 1
    return text[start : text.rindex("</svg>")]


def linear_gradient(name: str, stops: Sequence[tuple[float, str]], top: float, bottom: float) -> str:
    """Return the SVG of a vertical gradient with stops (0 … 1, colour).

    ``top`` and ``bottom`` are in the drawing's units.
    """
    marks = "".join(f'<stop offset="{at:.3f}" stop-color="{colour}"/>' for at, colour in stops)
    return (
        f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="0" y1="{top:.2f}" x2="0" y2="{bottom:.2f}">'
        f"{marks}</linearGradient>"
    )


def radial_gradient(
    name: str, stops: Sequence[tuple[float, str, float]], centre: tuple[float, float], radii: tuple[float, float]
) -> str:
    """Return the SVG of an elliptic gradient with stops (0 … 1, colour, opacity)."""
    marks = "".join(
        f'<stop offset="{at}" stop-color="{colour}" stop-opacity="{alpha}"/>' for at, colour, alpha in stops
    )
    (x, y), (radius_x, radius_y) = centre, radii
    return (
        f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1"'
        f' gradientTransform="translate({x:.2f} {y:.2f}) scale({radius_x:.2f} {radius_y:.2f})">{marks}</radialGradient>'
    )


RadialLight = tuple[Sequence[tuple[float, str, float]], tuple[float, float], tuple[float, float]]
"""Stops, centre and radii of a ``radial_gradient``."""


def draw_lights(size: Size, scale: float, *lights: RadialLight) -> Surface:
    """Draw elliptic lights on top of each other, opaque if the first one is; ``scale`` is the number of pixels per
    unit.

    The result is scaled up from an eighth of the size, as lights have no detail to lose.
    """
    width, height = size[0] / scale, size[1] / scale
    paints = "".join(radial_gradient(f"w{i}", *light) for i, light in enumerate(lights))
    sheets = "".join(
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="url(#w{i})"/>' for i in range(len(lights))
    )
    small_size = (max(8, size[0] // 8), max(8, size[1] // 8))
    small = rasterise_svg(f"<defs>{paints}</defs>{sheets}", (0, 0, width, height), small_size, stretch=True)
    if all(opacity == 1 for _, _, opacity in lights[0][0]):
        small = to_opaque_display_format(small)
    return pygame.transform.smoothscale(small, size)


def rounded_rect_path(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Return SVG path data of a rectangle with round corners."""
    r = max(0.0, min(radius, width / 2, height / 2))
    right, bottom = x + width, y + height
    return (
        f"M{x + r:.3f} {y:.3f}H{right - r:.3f}A{r:.3f} {r:.3f} 0 0 1 {right:.3f} {y + r:.3f}V{bottom - r:.3f}"
        f"A{r:.3f} {r:.3f} 0 0 1 {right - r:.3f} {bottom:.3f}H{x + r:.3f}"
        f"A{r:.3f} {r:.3f} 0 0 1 {x:.3f} {bottom - r:.3f}V{y + r:.3f}A{r:.3f} {r:.3f} 0 0 1 {x + r:.3f} {y:.3f}Z"
    )


def blur_extent(blur: float) -> float:
    """Return the distance to which a blur of this radius is visible, in the same unit."""
    return 1.15 * blur


def rasterise_blurred_svg(
    body: str, view_box: tuple[float, float, float, float], size: Size, blur_px: float
) -> Surface:
    """Rasterise SVG elements with a blur radius in pixels as in CSS: twice the standard deviation.

    A large blur is computed on a smaller drawing, without a visible difference.
    """
    if blur_px < 1:
        return rasterise_svg(body, view_box, size, stretch=True)
    deviation = 0.55 * blur_px  # standard deviation of pygame's blur
    factor = _blur_shrink_factor(deviation)
    small = (max(1, -(-size[0] // factor)), max(1, -(-size[1] // factor)))
    left, top, width, height = view_box
    drawn = rasterise_svg(
        body,
        (left, top, width * small[0] * factor / size[0], height * small[1] * factor / size[1]),
        small,
        stretch=True,
    )
    drawn = pygame.transform.gaussian_blur(drawn, max(1, round(deviation / factor)))
    if factor == 1:
        return drawn
    return pygame.transform.smoothscale(drawn, (small[0] * factor, small[1] * factor)).subsurface((0, 0, *size))


def blurred_surface(drawing: Surface, deviation_px: float) -> Surface:
    """Blur a surface by pygame's standard deviation in pixels; a large blur is computed on a smaller copy."""
    factor = _blur_shrink_factor(deviation_px)
    size = drawing.get_size()
    if factor > 1:
        drawing = pygame.transform.smoothscale(drawing, (max(1, size[0] // factor), max(1, size[1] // factor)))
    drawing = pygame.transform.gaussian_blur(drawing, max(1, round(deviation_px / factor)))
    return drawing if factor == 1 else pygame.transform.smoothscale(drawing, size)


def _blur_shrink_factor(deviation: float) -> int:
    return max(1, min(8, int(deviation / 2.5)))


def gradient_fill(stops: Sequence[tuple[float, str]], size: Size) -> Surface:
    """Create a surface filled with a vertical colour gradient."""
    paint = linear_gradient("g", stops, 0, size[1])
    body = f'<defs>{paint}</defs><rect x="0" y="0" width="4" height="{size[1]}" fill="url(#g)"/>'
    strip = rasterise_svg(body, (0, 0, 4, size[1]), (4, size[1]))
    return pygame.transform.scale(strip.subsurface((1, 0, 1, size[1])), size)


def rounded_mask(size: Size, upper_radius: float, lower_radius: float | None = None) -> Surface:
    """Create a white mask with round corners; radii in pixels. Only its corners are rasterised."""
    mask = transparent_surface(size)
    mask.fill((255, 255, 255, 255))
    round_corners(mask, upper_radius, lower_radius)
    return mask


def round_corners(surface: Surface, upper_radius: float, lower_radius: float | None = None) -> None:
    """Round the corners of a surface in place; radii of the upper and lower corners in pixels."""
    size = surface.get_size()
    low = upper_radius if lower_radius is None else lower_radius
    for asked, y in ((upper_radius, 0), (low, 1)):
        radius = max(0.0, min(asked, size[0] / 2, size[1] / 2))
        cell = math.ceil(radius)
        if not cell:
            continue
        body = f'<path d="{rounded_rect_path(0, 0, *size, radius)}" fill="#ffffff"/>'
        top = y * (size[1] - cell)
        for left in dict.fromkeys((0, size[0] - cell)):
            mask_with(surface, rasterise_svg(body, (left, top, cell, cell), (cell, cell)), (left, top))


def mask_with(surface: Surface, mask: Surface, position: tuple[int, int] = (0, 0)) -> None:
    """Multiply a surface by a white mask in place, and thereby cut it to the mask's shape."""
    surface.blit(mask, position, special_flags=pygame.BLEND_RGBA_MULT)


class _AxisSlice(NamedTuple):
    """A slice of one axis of a nine-slice, with its place in the smaller source drawing, pixels."""

    position: int
    source_position: int
    source_length: int
    length: int


def draw_nine_slice(target: Surface, drawing: Surface, *, hollow: bool = False) -> None:
    """Draw a smaller drawing over the whole target as a nine-slice: fixed corners, stretched middle column and row.

    With ``hollow`` the centre is left out.
    """
    columns, rows = (_axis_slices(target.get_size()[axis], drawing.get_size()[axis]) for axis in (0, 1))
    for i, column in enumerate(columns):
        for j, row in enumerate(rows):
            if hollow and i == 1 and j == 1:
                continue
            position = (column.position, row.position)
            source_size, size = (column.source_length, row.source_length), (column.length, row.length)
            source_area = (column.source_position, row.source_position, *source_size)
            if source_size == size:
                target.blit(drawing, position, source_area)
            else:
                target.blit(pygame.transform.scale(drawing.subsurface(source_area), size), position)


def _axis_slices(length: int, source_length: int) -> list[_AxisSlice]:
    """Return the three slices of one axis of a nine-slice; a single one if both lengths are equal."""
    if length == source_length:
        return [_AxisSlice(0, 0, source_length, source_length)]
    half = source_length // 2
    more = length - source_length
    end = source_length - half - 1
    return [
        _AxisSlice(0, 0, half, half),
        _AxisSlice(half, half, 1, more + 1),
        _AxisSlice(half + more + 1, half + 1, end, end),
    ]


def tile_texture(target: Surface, texture: Surface, area: pygame.Rect) -> None:
    """Fill an area of a surface with copies of a texture."""
    wide, high = texture.get_size()
    before = target.get_clip()
    target.set_clip(area.clip(before))
    for y in range(area.top, area.bottom, high):
        for x in range(area.left, area.right, wide):
            target.blit(texture, (x, y))
    target.set_clip(before)
