"""The preview beside the settings: a part of a table that shows every change at once."""

from pygame import FRect, Surface

from engine.people import CHARACTERS
from scenes.look.cache import Scratch
from scenes.look.look import Look
from scenes.look.widgets import Clickable, Pill
from scenes.look.widgets.plate import Fact, Plate
from scenes.settings.sample_table import ME, OTHER, PLATE, SampleTable
from scenes.shell.context import Context
from scenes.table.felt.picture import Gliding, draw_gliding
from scenes.table.turns import pause

_CHARACTER = next(iter(CHARACTERS.values()))
_LEVEL = 2
"""Number of dots on the opponent's plate."""


class Preview(Clickable):
    """The sample table drawn with the look of the screen; a press plays a round."""

    def __init__(self, context: Context, sample: SampleTable) -> None:
        super().__init__(sample.play)
        self.context = context
        self.sample = sample
        self._scratch = Scratch()
        self.focusable = False  # a button does the same

    def place_at(self, rect: FRect) -> None:
        """Occupy an area; a running round ends."""
        self.rect = rect
        self.sample.fit(rect.width, rect.height)

    def update(self, dt: float) -> bool:
        """Advance by dt milliseconds; True when something changed."""
        context = self.context
        waits = pause(context, _CHARACTER.pace_ms)
        return self.sample.update(dt, speed=context.speed, reduced=context.settings.reduced_motion, pause=waits)

    def _plates(self, look: Look) -> tuple[Plate, Plate]:
        context, sample = self.context, self.sample
        other = Plate(_CHARACTER.slug, _CHARACTER.name, (Fact(level=_LEVEL),), turn=sample.turn == OTHER)
        other.place(look, self.rect.left + 22, self.rect.top + PLATE)
        left = context.settings.left_handed
        own = Plate(context.person.portrait, context.person.name, turn=sample.turn == ME, mirrored=left)
        side = self.rect.right - 22 if left else self.rect.left + 22
        own.place(look, side, self.rect.top + sample.own_plate, "topright" if left else "topleft")
        return other, own

    def draw(self, look: Look, target: Surface) -> None:
        """Draw felt and wood, plates and cards."""
        area = self.rect
        look.blit(target, look.table_piece(area.width, area.height), area.left, area.top)
        theirs, own = self._plates(look)
        theirs.draw(look, target)
        own.draw(look, target)
        with look.clipped(target, area), look.shifted(area.left, area.top):
            self._draw_cards(look, target)
        if self.sample.turn is not None:
            self._draw_prompt(look, target, own)

    def _draw_prompt(self, look: Look, target: Surface, own: Plate) -> None:
        """Draw the prompt beside the player's plate."""
        words, area = self.context.words, self.rect
        other = self.sample.turn == OTHER
        text = words("app.table.thinking", name=_CHARACTER.name) if other else words("app.table.choose")
        pill = Pill(text, max_width=area.width - own.rect.width - 56)
        if own.mirrored:
            pill.place(look, area.left + 20, own.rect.centery, "midleft")
        else:
            pill.place(look, area.right - 20, own.rect.centery, "midright")
        pill.draw(look, target)

    def _draw_cards(self, look: Look, target: Surface) -> None:
        director = self.sample.director
        shown = [(director.pose(token.id), token) for token in director.shown.tokens()]
        drawn = [(pose, token) for pose, token in shown if pose and (not pose.buried or director.moving(token.id))]
        with self._scratch.frame():
            for pose, token in sorted(drawn, key=lambda one: one[0].z):
                if director.moving(token.id):
                    gliding = Gliding(token, pose, max(pose.width, director.widest(token.id)))
                    draw_gliding(look, target, director, gliding, self._scratch)
                else:
                    look.draw_card(target, token.card, pose.x, pose.y, pose.width, angle=pose.angle)
