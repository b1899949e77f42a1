"""Preview beside the settings: part of a table that shows every change immediately."""

from pygame import FRect, Surface

from engine.characters import CHARACTERS
from scenes.render.renderer import Renderer
from scenes.render.surface_cache import ScaledSurfacePool
from scenes.screens.settings.sample_table import OTHER_PLATE_TOP, OTHER_SEAT, OWN_SEAT, SampleTable
from scenes.shell.context import Context
from scenes.table.cards.card_view import MovingCard, draw_moving_card
from scenes.table.turn_controller import opponent_pause_ms
from scenes.ui.widgets import Clickable, Pill
from scenes.ui.widgets.seat_plate import Fact, SeatPlate

_SAMPLE_CHARACTER = next(iter(CHARACTERS.values()))
_LEVEL_DOT_COUNT = 2
"""Number of dots on the opponent's plate."""


class SettingsPreview(Clickable):
    """Widget that draws the sample table; a press plays a round."""

    def __init__(self, context: Context, sample_table: SampleTable) -> None:
        super().__init__(sample_table.play_round)
        self.context = context
        self.sample_table = sample_table
        self._scratch = ScaledSurfacePool()
        self.focusable = False  # the button below it does the same

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        """Set the area of the settings preview. A running round is finished."""
        super().arrange(renderer, rect)
        self.sample_table.fit(rect.width, rect.height)

    def update(self, elapsed_ms: float) -> bool:
        """Advance the settings preview by ``elapsed_ms`` milliseconds; return whether the picture has changed."""
        context = self.context
        waits = opponent_pause_ms(context.speed, context.settings.pace, _SAMPLE_CHARACTER.median_pause_ms)
        return self.sample_table.update(
            elapsed_ms, speed=context.speed, reduced_motion=context.settings.reduced_motion, pause_ms=waits
        )

    def _other_and_own_plates(self, renderer: Renderer) -> tuple[SeatPlate, SeatPlate]:
        context, sample = self.context, self.sample_table
        other = SeatPlate(
            _SAMPLE_CHARACTER.slug,
            _SAMPLE_CHARACTER.name,
            (Fact(level=_LEVEL_DOT_COUNT),),
            is_turn=sample.turn == OTHER_SEAT,
        )
        other.place_at(renderer, self.rect.left + 22, self.rect.top + OTHER_PLATE_TOP)
        left = context.settings.left_handed
        own = SeatPlate(context.person.portrait, context.person.name, is_turn=sample.turn == OWN_SEAT, mirrored=left)
        side = self.rect.right - 22 if left else self.rect.left + 22
        own.place_at(renderer, side, self.rect.top + sample.own_plate_top, "topright" if left else "topleft")
        return other, own

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw table, plates and cards of the settings preview."""
        area = self.rect
        renderer.blit(target, renderer.table_corner(area.width, area.height), area.left, area.top)
        other_plate, own_plate = self._other_and_own_plates(renderer)
        other_plate.draw(renderer, target)
        own_plate.draw(renderer, target)
        with renderer.clip(target, area), renderer.shift(area.left, area.top):
            self._draw_cards(renderer, target)
        if self.sample_table.turn is not None:
            self._draw_prompt(renderer, target, own_plate)

    def _draw_prompt(self, renderer: Renderer, target: Surface, own: SeatPlate) -> None:
        """Draw the prompt beside the player's plate in the settings preview."""
        words, area = self.context.words, self.rect
        other = self.sample_table.turn == OTHER_SEAT
        text = words("app.table.thinking", name=_SAMPLE_CHARACTER.name) if other else words("app.table.choose")
        pill = Pill(text, max_width=area.width - own.rect.width - 56)
        if own.mirrored:
            pill.place_at(renderer, area.left + 20, own.rect.centery, "midleft")
        else:
            pill.place_at(renderer, area.right - 20, own.rect.centery, "midright")
        pill.draw(renderer, target)

    def _draw_cards(self, renderer: Renderer, target: Surface) -> None:
        director = self.sample_table.director
        shown = [(director.current_pose(token.id), token) for token in director.shown.tokens()]
        drawn = [
            (pose, token) for pose, token in shown if pose and (not pose.is_buried or director.is_moving(token.id))
        ]
        with self._scratch.frame():
            for pose, token in sorted(drawn, key=lambda one: one[0].z):
                if director.is_moving(token.id):
                    gliding = MovingCard(token, pose, max(pose.width, director.max_width(token.id)))
                    draw_moving_card(renderer, target, director, gliding, self._scratch)
                else:
                    renderer.draw_card(target, token.card, pose.x, pose.y, pose.width, angle=pose.angle)
