"""Light on the last trick of a deal: everything beside it darkens until its result is announced."""

import pygame
from pygame import Rect, Surface

from engine.events import Announced, DealScored, Event
from engine.moves import Pile
from scenes.render import timing
from scenes.render.renderer import Renderer
from scenes.render.theme import VEIL_COLOUR
from scenes.table.cards.extent import first_card_area
from scenes.table.model.table_model import TableModel
from scenes.ui.timeline import Tween

_DARKNESS = 0.5
"""Maximum darkness beside the light, 0 … 1."""
_STEPS = 4
"""Number of steps in which it darkens; each is a drawing as large as the window."""
_COARSENESS, _BLUR_PX = 8, 7
"""Window pixels per pixel of the drawing from which the light is scaled up, and the blur of its edge there."""


class StageLight:
    """The light on a staged trick. The layout names the announcements that begin one.

    Args:
        model: the table.
    """

    def __init__(self, model: TableModel) -> None:
        self.model = model
        self.is_on = False
        self.renderer: Renderer
        """Renderer of the cards."""
        self._masks: dict[tuple[object, ...], Surface] = {}

    def on_event(self, event: Event) -> None:
        """Process a shown event: a staging announcement turns the light on, the result off."""
        if isinstance(event, Announced) and event.note.key in self.model.layout.effects.staging_announcements:
            self.is_on = bool(self.model.director.speed)
            self.model.timeline.start("stage light", Tween(timing.INTO_SPOTLIGHT_MS, kind="fade"))
        elif isinstance(event, DealScored) or (isinstance(event, Announced) and event.loud):
            self.end()

    def end(self) -> None:
        self.is_on = False
        self._masks.clear()
        self.model.timeline.stop("stage light")

    def lit_rect(self) -> Rect | None:
        """Return the area of all plays of the trick in pixels of the window; None in games without such tricks."""
        cross, model = self.model.layout.geometry.trick_cross, self.model
        piles = [Pile(cross.kind, seat) for seat in model.seat_positions] if cross is not None else []
        areas = [first_card_area(one) for pile in piles if (one := model.pile_geometry(pile)) is not None]
        if not areas:
            return None
        box = areas[0].unionall(areas[1:])
        return Rect(*(self.renderer.to_pixels(side) for side in box))

    def draw(self, target: Surface) -> None:
        """Darken everything drawn so far but the trick."""
        lit = self.lit_rect() if self.is_on else None
        step = -int(-_STEPS * self.model.timeline.progress("stage light") // 1)
        if lit is None or step <= 0:
            return
        key = target.get_size(), tuple(lit), step
        if key not in self._masks:
            self._masks.clear()
            self._masks[key] = _make_mask(target.get_size(), lit, _DARKNESS * step / _STEPS)
        target.blit(self._masks[key], (0, 0), special_flags=pygame.BLEND_RGB_MULT)


def _make_mask(size: tuple[int, int], lit: Rect, darkness: float) -> Surface:
    """Return factors for every pixel of a window: 255 in an ellipse around the lit area, darker elsewhere."""
    width, height = (side // _COARSENESS + 1 for side in size)
    coarse = Surface((width, height))
    coarse.fill([round(255 * (1 - darkness) + shade * darkness) for shade in VEIL_COLOUR])
    ellipse = lit.inflate(lit.width * 0.5, lit.height * 0.5)
    pygame.draw.ellipse(coarse, (255, 255, 255), Rect(*(round(side / _COARSENESS) for side in ellipse)))
    soft = pygame.transform.gaussian_blur(coarse, _BLUR_PX)
    whole = pygame.transform.smoothscale(soft, (width * _COARSENESS, height * _COARSENESS))
    return whole.subsurface((0, 0, *size))
