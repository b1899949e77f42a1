"""Rays of light that turn a little and rest."""

import math

import pygame
from pygame import Surface

from scenes.look import speeds
from scenes.look.cache import Sheet
from scenes.look.look import Look
from scenes.look.overlays import RAYS

COUNT = 32
_HALF = 0.06
"""Half the angle of a ray, radians."""
_STEP = 0.1
"""Degrees of a turn that are drawn anew: less isn't seen."""
_SHADES = 5
"""Number of steps in which rays appear and go."""
_EVERY = (50.0, 66.0)
_LARGE = 2.0
"""Milliseconds from one drawing of turning rays to the next, as they are large; and scale from which the latter counts.
"""
_FINE = 4 / 3
"""Scale up to which a pixel of the rays is drawn for every two of the screen."""


def coarseness(scale: float) -> int:
    """Pixels of the screen for one in which rays are drawn: their edges are soft, and scaling them is fast.

    >>> [coarseness(scale) for scale in (1.0, 1.5, 3.0)]
    [2, 2, 4]
    """
    return max(2, round(scale * _FINE))


class Rays:
    """Draws rays. They are drawn small, lit from their middle, scaled up and added to what is below."""

    def __init__(self) -> None:
        self._large = Sheet(0)
        """Twice as large as the small one, or its edges would show steps."""
        self._small = Sheet(0)
        self._whole = Sheet(0)
        self._drawn: tuple[tuple[float, int, int], Surface] | None = None
        """Scale, steps of turning and shades of the rays that were drawn last, and these."""

    def prepare(self, look: Look) -> None:
        """Draw what does not change."""
        look.ray_light(self._side(look) // 2 * 2)

    def clear(self) -> None:
        """Free the drawings."""
        self._drawn = None
        self._large.clear()
        self._small.clear()
        self._whole.clear()

    def draw(self, look: Look, target: Surface, x: float, y: float, *, age: float, light: float) -> None:
        """Draw rays around a place.

        Args:
            look: how.
            target: where.
            x: of the middle, logical pixels.
            y: of the middle.
            age: milliseconds for which they have been turning; infinite if they don't.
            light: how bright, 0 … 1.
        """
        if age < speeds.RAYS:
            age -= age % _EVERY[look.scale > _LARGE]
        turned = speeds.RAYS_TURN * speeds.ease_out(min(1.0, age / speeds.RAYS))
        key = look.scale, round(turned / _STEP), math.ceil(light * _SHADES)
        if key[2] <= 0:
            return
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = key, self._made(look, key[1] * _STEP, key[2] / _SHADES)
        rays = self._drawn[1]
        target.blit(rays, rays.get_rect(center=(look.px(x), look.px(y))), special_flags=pygame.BLEND_RGB_ADD)

    @staticmethod
    def draw_shade(look: Look, target: Surface, x: float, y: float) -> None:
        """Draw the dark ellipse below rays around a place."""
        shade = look.ray_shade()
        target.blit(shade, shade.get_rect(center=(look.px(x), look.px(y))), special_flags=pygame.BLEND_RGB_MULT)

    @staticmethod
    def _side(look: Look) -> int:
        return 2 * look.px(RAYS) // coarseness(look.scale)

    def _made(self, look: Look, turned: float, light: float) -> Surface:
        """The rays: their lower half is drawn, the upper half is the same turned by 180 degrees."""
        half = self._side(look) // 2
        large, middle, far = self._large.surface((4 * half, 2 * half)), 2.0 * half, half * 2.08
        large.fill((0, 0, 0))
        shade = [round(255 * light)] * 3
        for number in range(-1, COUNT // 2 + 1):  # the first and the last may reach into the other half
            at = math.tau * number / COUNT + math.radians(turned)
            ends = [(middle + far * math.cos(at + d), far * math.sin(at + d)) for d in (-_HALF, _HALF)]
            pygame.draw.polygon(large, shade, [(middle, 0.0), *ends])
        sheet = pygame.transform.smoothscale(large, (2 * half, half), self._small.surface((2 * half, half)))
        sheet.blit(look.ray_light(2 * half), (0, -half), special_flags=pygame.BLEND_RGB_MULT)
        side = 2 * half * coarseness(look.scale)
        whole = self._whole.surface((side, side))
        lower = whole.subsurface((0, side // 2, side, side // 2))
        pygame.transform.smoothscale(sheet, lower.get_size(), lower)
        whole.blit(pygame.transform.flip(lower, True, True), (0, 0))
        return whole
