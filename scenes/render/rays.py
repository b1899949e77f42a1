"""Rays of light that turn a little and rest."""

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
"""Degrees of a turn that are drawn anew: less isn't seen."""
_OPACITY_STEPS = 5
"""Number of steps in which rays appear and go."""
_REDRAW_MS = (50.0, 66.0)
_LARGE_SCALE = 2.0
"""Milliseconds from one drawing of turning rays to the next, as they are large; and scale from which the latter counts.
"""
_MAX_HALF_SIZE_SCALE = 4 / 3
"""Scale up to which a pixel of the rays is drawn for every two of the screen."""


def pixels_per_ray_pixel(scale: float) -> int:
    """Pixels of the screen for one in which rays are drawn: their edges are soft, and scaling them is fast.

    >>> [pixels_per_ray_pixel(scale) for scale in (1.0, 1.5, 3.0)]
    [2, 2, 4]
    """
    return max(2, round(scale * _MAX_HALF_SIZE_SCALE))


class Rays:
    """Draws rays. They are drawn small, lit from their middle, scaled up and added to what is below."""

    def __init__(self) -> None:
        self._large = ReusedPixels(0)
        """Twice as large as the small one, or its edges would show steps."""
        self._small = ReusedPixels(0)
        self._whole = ReusedPixels(0)
        self._last_drawing: tuple[tuple[float, int, int], Surface] | None = None
        """Scale, steps of turning and shades of the rays that were drawn last, and these."""

    def prerender(self, renderer: Renderer) -> None:
        """Draw what does not change."""
        renderer.ray_disc(self._side_px(renderer) // 2 * 2)

    def clear(self) -> None:
        """Free the drawings."""
        self._last_drawing = None
        self._large.clear()
        self._small.clear()
        self._whole.clear()

    def draw(self, renderer: Renderer, target: Surface, x: float, y: float, *, age_ms: float, strength: float) -> None:
        """Draw rays around a place.

        Args:
            look: how.
            target: where.
            x: of the middle, logical pixels.
            y: of the middle.
            age: milliseconds for which they have been turning; infinite if they don't.
            light: how bright, 0 … 1.
        """
        if age_ms < timing.RAYS_MS:
            age_ms -= age_ms % _REDRAW_MS[renderer.scale > _LARGE_SCALE]
        turned = timing.RAYS_TURN_DEGREES * timing.ease_out(min(1.0, age_ms / timing.RAYS_MS))
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
        """Draw the dark ellipse below rays around a place."""
        shade = renderer.announcement_shade()
        target.blit(
            shade,
            shade.get_rect(center=(renderer.to_pixels(x), renderer.to_pixels(y))),
            special_flags=pygame.BLEND_RGB_MULT,
        )

    @staticmethod
    def _side_px(renderer: Renderer) -> int:
        return 2 * renderer.to_pixels(RAYS_RADIUS) // pixels_per_ray_pixel(renderer.scale)

    def _draw_rays(self, renderer: Renderer, turned: float, light: float) -> Surface:
        """The rays: their lower half is drawn, the upper half is the same turned by 180 degrees."""
        half = self._side_px(renderer) // 2
        large, middle, far = self._large.surface((4 * half, 2 * half)), 2.0 * half, half * 2.08
        large.fill((0, 0, 0))
        shade = [round(255 * light)] * 3
        for number in range(-1, RAY_COUNT // 2 + 1):  # the first and the last may reach into the other half
            at = math.tau * number / RAY_COUNT + math.radians(turned)
            ends = [
                (middle + far * math.cos(at + d), far * math.sin(at + d)) for d in (-_HALF_ANGLE_RAD, _HALF_ANGLE_RAD)
            ]
            pygame.draw.polygon(large, shade, [(middle, 0.0), *ends])
        sheet = pygame.transform.smoothscale(large, (2 * half, half), self._small.surface((2 * half, half)))
        sheet.blit(renderer.ray_disc(2 * half), (0, -half), special_flags=pygame.BLEND_RGB_MULT)
        side = 2 * half * pixels_per_ray_pixel(renderer.scale)
        whole = self._whole.surface((side, side))
        lower = whole.subsurface((0, side // 2, side, side // 2))
        pygame.transform.smoothscale(sheet, lower.get_size(), lower)
        whole.blit(pygame.transform.flip(lower, True, True), (0, 0))
        return whole
