"""Rays of light behind an announcement, which turn for a moment and then rest."""

import math

import pygame
from pygame import Surface

from scenes.render import timing
from scenes.render.effect_art import RAYS_RADIUS
from scenes.render.renderer import Renderer
from scenes.render.surface_cache import ReusedPixels

RAY_COUNT = 32
_HALF_ANGLE_RAD = 0.06
"""Half the angle of a ray, radians."""
_TURN_STEP_DEGREES = 0.1
"""Smallest rotation that is drawn anew, degrees."""
_OPACITY_STEPS = 5
"""Number of opacity steps while rays fade in and out."""
_REDRAW_MS_BY_LARGE_SCALE = (50.0, 66.0)
_LARGE_SCALE = 2.0
"""Milliseconds between two drawings of turning rays, usually and at large scales, and the scale above which it is
large."""
_ROUNDING_MARGIN = 1e-6
_LOGICAL_PIXELS_PER_RAY_PIXEL = 4 / 3
"""Side of a pixel of the ray drawing, logical pixels."""


def pixels_per_ray_pixel(scale: float) -> int:
    """Return the number of screen pixels per pixel of the ray drawing, whose soft edges need no full resolution.

    >>> [pixels_per_ray_pixel(scale) for scale in (1.0, 1.5, 3.0)]
    [2, 2, 4]
    """
    return max(2, round(scale * _LOGICAL_PIXELS_PER_RAY_PIXEL))


class Rays:
    """Draws an announcement's rays of light at a low resolution, multiplied by a light mask and added to the screen."""

    def __init__(self) -> None:
        self._large = ReusedPixels(0)
        """Buffer of twice the size, which is scaled down to smooth the edges."""
        self._small = ReusedPixels(0)
        self._whole = ReusedPixels(0)
        self._last_drawing: tuple[tuple[float, int, int], Surface] | None = None
        """Scale, rotation step and opacity step of the last drawing, and its surface."""

    def prerender_light_mask(self, renderer: Renderer) -> None:
        """Draw the light mask of an announcement's rays, which does not change."""
        renderer.ray_light_mask(self._side_in_ray_pixels(renderer) // 2 * 2)

    def clear(self) -> None:
        """Free the surfaces used to draw rays of light."""
        self._last_drawing = None
        self._large.clear()
        self._small.clear()
        self._whole.clear()

    def draw(
        self, renderer: Renderer, target: Surface, x: float, y: float, *, progress: float, strength: float
    ) -> None:
        """Draw an announcement's rays of light around a point.

        Args:
            renderer: provides the light mask.
            target: surface to draw on.
            x: centre, logical pixels.
            y: centre, logical pixels.
            progress: progress of their turn, 0 … 1.
            strength: brightness, 0 … 1.
        """
        if progress < 1.0:
            step = _REDRAW_MS_BY_LARGE_SCALE[renderer.scale > _LARGE_SCALE] / timing.RAYS_MS
            progress = step * math.floor(progress / step + _ROUNDING_MARGIN)
        turned = timing.RAYS_TURN_DEGREES * timing.ease_out(progress)
        key = renderer.scale, round(turned / _TURN_STEP_DEGREES), math.ceil(strength * _OPACITY_STEPS)
        if key[2] <= 0:
            return
        if self._last_drawing is None or self._last_drawing[0] != key:
            self._last_drawing = key, self._draw_rays(renderer, key[1] * _TURN_STEP_DEGREES, key[2] / _OPACITY_STEPS)
        rays = self._last_drawing[1]
        target.blit(
            rays,
            rays.get_rect(center=(renderer.to_pixels(x), renderer.to_pixels(y))),
            special_flags=pygame.BLEND_RGB_ADD,
        )

    @staticmethod
    def draw_shade(renderer: Renderer, target: Surface, x: float, y: float) -> None:
        """Draw the dark ellipse that lies below rays around a point."""
        shade = renderer.announcement_shade_mask()
        target.blit(
            shade,
            shade.get_rect(center=(renderer.to_pixels(x), renderer.to_pixels(y))),
            special_flags=pygame.BLEND_RGB_MULT,
        )

    @staticmethod
    def _side_in_ray_pixels(renderer: Renderer) -> int:
        return 2 * renderer.to_pixels(RAYS_RADIUS) // pixels_per_ray_pixel(renderer.scale)

    def _draw_rays(self, renderer: Renderer, turned_degrees: float, light: float) -> Surface:
        """Draw the lower half of the rays of light; the upper half is a copy rotated by 180 degrees."""
        half = self._side_in_ray_pixels(renderer) // 2
        large, middle, far = self._large.surface((4 * half, 2 * half)), 2.0 * half, half * 2.08
        large.fill((0, 0, 0))
        shade = [round(255 * light)] * 3
        for number in range(-1, RAY_COUNT // 2 + 1):  # one more at each end: rays of the other half may reach in
            at = math.tau * number / RAY_COUNT + math.radians(turned_degrees)
            ends = [
                (middle + far * math.cos(at + d), far * math.sin(at + d)) for d in (-_HALF_ANGLE_RAD, _HALF_ANGLE_RAD)
            ]
            pygame.draw.polygon(large, shade, [(middle, 0.0), *ends])
        sheet = pygame.transform.smoothscale(large, (2 * half, half), self._small.surface((2 * half, half)))
        sheet.blit(renderer.ray_light_mask(2 * half), (0, -half), special_flags=pygame.BLEND_RGB_MULT)
        side = 2 * half * pixels_per_ray_pixel(renderer.scale)
        whole = self._whole.surface((side, side))
        lower = whole.subsurface((0, side // 2, side, side // 2))
        pygame.transform.smoothscale(sheet, lower.get_size(), lower)
        whole.blit(pygame.transform.flip(lower, True, True), (0, 0))
        return whole
