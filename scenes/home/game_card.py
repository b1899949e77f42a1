"""A game as a large card on the home screen."""

import math
from dataclasses import replace

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.home.ribbon import Ribbon
from scenes.look import box_styles, raster, speeds
from scenes.look.boxes import Box, margin_px
from scenes.look.emblems import Emblem
from scenes.look.look import Look
from scenes.look.theme import INK, INK_CAPTION, rgb
from scenes.look.widgets import Clickable
from scenes.look.widgets.base import Click, Pos

WIDTH, HEIGHT = 216.0, 378.0
"""Size of a card in a window of the usual size."""
LIFT = 20.0
_LARGEST = 1.25
"""Maximum enlargement of a card."""
_WITH_TAGLINE = 164.0
"""Minimum width of a card with the line about its game."""
_STEPS = 3
"""Number of pictures between a card at rest and a raised one."""
LEAN, _LEAN_STEP = 3.0, 0.5
"""Maximum angle by which a raised card leans towards the pointer, and the step between two of its pictures, degrees."""
_KEPT = 8
"""Maximum number of pictures that are kept of a raised card: one takes 5 MB at 3840x2160."""
_TAGLINE = rgb("#3b332a")
_OUTSIDE, _ARC = 40.0, 0.16
"""Distance from the window at which a card that is dealt begins, and the height of its arc in heights of a card."""
_PAD = 10.0
_TWO_LINES = 50.0
"""Height above which a tagline takes more than two lines."""


def fitting(widest: float, highest: float) -> tuple[float, float]:
    """Return width and height of the largest card for a given space, logical pixels.

    Narrow cards are somewhat lower than wide ones, as they contain less.
    """
    wide = min(widest, WIDTH * _LARGEST, highest * WIDTH / HEIGHT if highest >= HEIGHT else highest / 1.55)
    if wide >= WIDTH:
        return wide, wide * HEIGHT / WIDTH
    slim = 1.75 if wide >= _WITH_TAGLINE else 1.62
    return wide, min(highest, wide * slim + (WIDTH - wide) * 0.3)


class GameCard(Clickable):
    """Picture, name and tagline of a game; tilted at rest, raised while hovered or focused.

    A raised card leans towards the pointer, and a part of its emblem moves once. A ``calm`` one fades between its two
    pictures instead. A narrow card leaves the tagline out, and the screen shows it while the card is raised.
    """

    def __init__(
        self, slug: str, texts: tuple[str, str, str], tilt: float, on_click: Click, *, calm: bool = False
    ) -> None:
        """``texts``: title, tagline and players; ``tilt``: degrees clockwise."""
        super().__init__(on_click)
        self.slug = slug
        self.calm = calm
        self.title, self.tagline, self.players = texts
        self.tilt = tilt
        self.raised = 0.0
        """0 at rest, 1 fully raised."""
        self.flown: float | None = None
        """Part of its flight to its place when it is dealt, less than 0 before; None when it lies there."""
        self.ribbon: Ribbon | None = None
        """The way to its match in progress."""
        self.faces: tuple[str, ...] = ()
        """Portraits of the players of that match, in place of the number of players."""
        self.lean = 0.0
        """How far it leans, degrees clockwise."""
        self.played: float | None = 0.0
        """Milliseconds for which its emblem has moved since it was raised; None when that is over."""
        self._aim = 0.0
        """How far it would lean for the pointer."""
        self._drawn: dict[tuple[int, float, bool], Surface] = {}
        """Pictures by raised step, angle and whether the ribbon is hot."""
        self._upright: tuple[tuple[int, bool], Surface] | None = None
        """The last picture of the raised card before it was turned, by raised step and whether the ribbon is hot."""
        self._emblem: Emblem | None = None
        """Its emblem in motion, while it is raised."""
        self._pose: tuple[int, Surface] | None = None
        """The pose that is shown, and its picture."""

    def go_on_from(self, before: "GameCard") -> None:
        """Be raised and lean as this one did: everything is laid out again."""
        self.raised, self.lean, self.played, self._aim = before.raised, before.lean, before.played, before._aim

    def prepare(self, look: Look) -> bool:
        """Draw its picture at rest beforehand; False if there is one."""
        return (0, self.tilt, self._on_ribbon) not in self._drawn and bool(self._picture(look, 0, self.tilt))

    def prepare_emblem(self, look: Look) -> bool:
        """Draw what doesn't move of its emblem beforehand; False if that isn't needed."""
        return self.hot and self._plays and self._moving_emblem(look).prepare()

    def prepare_glow(self, look: Look) -> None:
        """Draw its shadow and its glow beforehand: they are seen while it is raised."""
        for box in (box_styles.GAME_LIFTED, box_styles.GAME_GLOW):
            look.shape(box, *self.rect.size)

    def forget(self) -> None:
        """Free the pictures now: 7 MB at 3840x2160, and the garbage collection may be long in coming."""
        self._drawn.clear()
        self._upright = self._emblem = self._pose = None

    @property
    def with_tagline(self) -> bool:
        """Whether the tagline is on the card."""
        return self.rect.width >= _WITH_TAGLINE

    @property
    def hot(self) -> bool:
        """Whether it is raised or rising."""
        return self.hovered or self.focused or self._on_ribbon

    @property
    def _on_ribbon(self) -> bool:
        return self.ribbon is not None and self.ribbon.hot

    @property
    def moving(self) -> bool:
        """Whether anything of it moves; while it is dealt it stays as it is."""
        return self.flown is None and (self._rising or self.lean != self._leans_to or self._playing)

    @property
    def _rising(self) -> bool:
        return self.raised != float(self.hot)

    @property
    def _leans_to(self) -> float:
        return self._aim if self.hovered or self._on_ribbon else 0.0

    @property
    def _plays(self) -> bool:
        """Whether its emblem has still to move, or moves."""
        return self.played is not None and not self.calm

    @property
    def _playing(self) -> bool:
        return self._plays and (self.raised == 1 or bool(self.played))

    def handle(self, event: Event, pos: Pos) -> bool:
        if event.type == pygame.MOUSEMOTION and pos is not None and not self.calm:
            part = (pos[0] - self.rect.centerx) / max(1.0, self.rect.width / 2)
            self._aim = round(LEAN * max(-1.0, min(1.0, part)) / _LEAN_STEP) * _LEAN_STEP
        return super().handle(event, pos)

    def rest_emblem(self) -> None:
        """Let its emblem rest this time: nobody has pointed at it yet."""
        if self.hot:
            self.played = None

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass, or end all motion if dt is 0 or less; True when its picture has changed."""
        if not self.moving:
            return False
        before = self._shown
        step = dt / (speeds.REDUCED_MOTION if self.calm else speeds.GAME_CARD) if dt > 0 else 1.0
        self.raised = min(1.0, self.raised + step) if self.hot else max(0.0, self.raised - step)
        left = (self._leans_to - self.lean) * (math.exp(-dt / speeds.LEAN) if dt > 0 else 0.0)
        self.lean = self._leans_to - (left if abs(left) >= _LEAN_STEP / 4 else 0.0)
        if self._playing and self.played is not None:
            self.played = self.played + dt if dt > 0 and self.played + dt < speeds.EMBLEM else None
        if not self.raised and not self.played:
            self.played = 0.0
            self._upright = self._emblem = self._pose = None
            # pictures of raised cards are large and quickly redrawn
            self._drawn = {key: drawn for key, drawn in self._drawn.items() if not key[0]}
        return self._shown != before

    @property
    def _shown(self) -> tuple[object, ...]:
        """All that its picture depends on."""
        return self.raised, self._angle, self.played is None, self._pose_number

    @property
    def _pose_number(self) -> int:
        """The pose of its emblem, from 1; 0 at rest."""
        return math.ceil(self.played / speeds.EMBLEM_POSE) if self._plays and self.played else 0

    @property
    def _angle(self) -> float:
        """How far it is turned, degrees clockwise: raised, it is nearly upright."""
        up = speeds.ease_out(self.raised)
        angle = self.tilt * (1 - up) + self.lean * up
        return round(angle / _LEAN_STEP) * _LEAN_STEP if self.raised and not self.calm else angle

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.rect.width, self.rect.height

    @property
    def spoken(self) -> str:  # type: ignore[override]
        players = f". {self.players}" if self.players and not self.faces else ""
        return f"{self.title}. {self.tagline.rstrip('.')}{players}"

    def contains(self, pos: Pos) -> bool:
        """Whether a position is on its resting place or the strip above; a raised card must not flicker at its foot."""
        x, y, wide, high = self.rect
        return pos is not None and bool(FRect(x, y - 16, wide, high + 16).collidepoint(pos))

    @property
    def lift(self) -> float:
        """Height above its place, logical pixels; less while pressed."""
        raised = float(self.raised > 0) if self.calm else speeds.ease_out(self.raised)
        lift = LIFT * min(1.0, self.rect.height / HEIGHT) * raised
        return lift * 0.7 if self.pressed and self.hovered else lift

    def draw(self, look: Look, target: Surface) -> None:
        if self.flown is None:  # else the screen draws it, above all others
            self._draw_in_place(look, target)

    def draw_flying(self, look: Look, target: Surface) -> None:
        """Draw it on its way from below the window's lower edge to its place."""
        if self.flown is None or self.flown <= 0:
            return
        left = 1 - speeds.ease_out(min(1.0, self.flown))
        x, y = self.rect.center
        down = look.height + self.rect.height / 2 + _OUTSIDE - y
        arc = _ARC * self.rect.height * left * (1 - left)
        look.blit(
            target, self._picture(look, 0, self.tilt), x + (look.width / 2 - x) * left, y + down * left - arc, "center"
        )

    def _picture(self, look: Look, step: int, angle: float) -> Surface:
        """The card raised by a step and turned clockwise by degrees; kept."""
        key = (step, angle, self._on_ribbon)
        if key not in self._drawn:
            large = [one for one in self._drawn if one[0]]
            if len(large) >= _KEPT:
                del self._drawn[large[0]]
            upright = self._made(look, step)
            self._drawn[key] = pygame.transform.rotozoom(upright, -angle, 1.0) if angle else upright
        return self._drawn[key]

    def _made(self, look: Look, step: int) -> Surface:
        """The card raised by a step, upright; kept while it is raised, as it leans at many angles."""
        key = (step, self._on_ribbon)
        if self._upright is None or self._upright[0] != key:
            made = self._render(look, step / _STEPS)
            if not step:
                return made
            self._upright = (key, made)
        return self._upright[1]

    def _draw_in_place(self, look: Look, target: Surface) -> None:
        if self.calm and 0 < self.raised < 1:
            self._draw_fading(look, target)
            return
        step, angle = round(_STEPS * speeds.ease_out(self.raised)), self._angle
        x, y = self.rect.centerx, self.rect.centery - self.lift
        if step:
            for box in (box_styles.GAME_LIFTED, box_styles.GAME_GLOW):  # these don't turn: they are blurred
                look.blit(target, raster.faded(look.shape(box, *self.rect.size), step / _STEPS), x, y, "center")
        look.blit(target, self._picture(look, step, angle if step else self.tilt), x, y, "center")
        if self._pose_number:
            self._draw_pose(look, target, angle if step else self.tilt)

    def _draw_fading(self, look: Look, target: Surface) -> None:
        """The card at rest and the raised one over it."""
        x, y = self.rect.center
        look.blit(target, self._picture(look, 0, self.tilt), x, y, "center")
        for over in (look.shape(box_styles.GAME_GLOW, *self.rect.size), self._picture(look, _STEPS, 0.0)):
            look.blit(target, raster.faded(over, self.raised), x, y - self.lift, "center")

    def _moving_emblem(self, look: Look) -> Emblem:
        if self._emblem is None:
            room, high = self.rect.width - 2 * _PAD, self.rect.height - self._below
            self._emblem = look.moving_emblem(self.slug, room, high)
        return self._emblem

    def _draw_pose(self, look: Look, target: Surface, angle: float) -> None:
        """Draw the emblem in motion over the one at rest, turned with the card."""
        number = self._pose_number
        if self._pose is None or self._pose[0] != number:
            emblem = self._moving_emblem(look).at(min(1.0, number * speeds.EMBLEM_POSE / speeds.EMBLEM))
            wide, high = emblem.get_size()
            if self.ribbon is not None:  # it covers the rest
                high = min(high, look.px(self.ribbon.rect.top + 1 - self.rect.top - _PAD))
            drawn = raster.blank((wide + 4, high + 4))  # edges are smooth when it is turned
            drawn.blit(emblem, (2, 2), (0, 0, wide, high))
            self._pose = (number, drawn)
        drawn = self._pose[1]
        above = _PAD + (drawn.get_height() / look.scale - 4 / look.scale - self.rect.height) / 2
        if angle:
            drawn = pygame.transform.rotozoom(drawn, -angle, 1.0)
        turn = math.radians(angle)
        x, y = self.rect.centerx - above * math.sin(turn), self.rect.centery - self.lift + above * math.cos(turn)
        look.blit(target, drawn, x, y, "center")

    def draw_focus(self, look: Look, target: Surface) -> None:
        if self.focused:
            gap = box_styles.FOCUS_GAP + 6
            ring = self.rect.move(0, -self.lift).inflate(2 * gap, 2 * gap)
            look.draw_box(target, Box(16 + gap, outlines=box_styles.FOCUS.outlines), ring)

    def _render(self, look: Look, up: float) -> Surface:
        """The whole card in one surface."""
        box = _box(up)
        around = margin_px(box, look.scale)
        drawn = raster.blank((look.px(self.rect.width) + 2 * around, look.px(self.rect.height) + 2 * around))
        card = FRect(around / look.scale, around / look.scale, *self.rect.size)
        with look.at_origin(0, 0):
            look.draw_box(drawn, box, card)
            self._draw_contents(look, drawn, card)
            if self.ribbon is not None:
                self.ribbon.draw_on(look, drawn, card)
        return drawn

    @property
    def _wide(self) -> bool:
        return self.rect.width >= WIDTH - 4

    @property
    def _below(self) -> float:
        """Height of the part below the picture."""
        if not self.with_tagline:
            return 2 * _PAD + 49
        return 156.0 if self._wide else 66.0 + 84

    @property
    def picture_foot(self) -> float:
        """Lower edge of the picture, from the card's top."""
        return self.rect.height - self._below + _PAD

    def _draw_contents(self, look: Look, drawn: Surface, card: FRect) -> None:
        room = card.width - 2 * _PAD
        middle = card.centerx
        look.blit(drawn, look.emblem(self.slug, room, card.height - self._below), card.left + _PAD, card.top + _PAD)
        foot = card.top + self.picture_foot
        if not self.with_tagline:
            style = look.fitting(self.title, ("tag", "name", "numeral_small"), card.width - 8)
            title = look.text(self.title, style, INK, max_width=card.width - 8)
            look.blit(drawn, title, middle, card.bottom - 45, "center")
            self._draw_players(look, drawn, FRect(card.left, card.bottom - 26, card.width, 18))
            return
        wide = self._wide
        title = look.text(self.title, "game" if wide else "tag", INK, max_width=room)
        look.blit(drawn, title, middle, foot + (11 if wide else 6), "midtop")
        styles = ("body", "explanation", "plate")
        room = card.width - 16
        style = next((s for s in styles if look.paragraph_height(self.tagline, s, room) < _TWO_LINES), styles[-1])
        tagline = look.paragraph(self.tagline, style, _TAGLINE, room, "center", balance=True)
        look.blit(drawn, tagline, middle, foot + (49 if wide else 35), "midtop")
        high = 26.0 if wide else 22.0
        self._draw_players(look, drawn, FRect(card.left, card.bottom - 11 - high, card.width, high))

    def _draw_players(self, look: Look, drawn: Surface, row: FRect) -> None:
        """For how many it is; or who sits at the match that waits."""
        if not self.faces:
            players = look.text(self.players, "label", INK_CAPTION, max_width=row.width - 8)
            look.blit(drawn, players, row.centerx, row.bottom, "midbottom")
            return
        size = row.height + 2
        step = min(size * 0.82, (row.width - 2 * _PAD - size) / max(1, len(self.faces) - 1))
        left = row.centerx - step * (len(self.faces) - 1) / 2
        for i, face in enumerate(self.faces):
            look.blit(drawn, look.portrait(face, size), left + i * step, row.centery, "center")


def _box(up: float) -> Box:
    """The card's ground; its gold frame grows with the height."""
    if not up:
        return box_styles.GAME_CARD
    ink, gold = box_styles.GAME_CARD_FOCUS.outlines
    return replace(box_styles.GAME_CARD_FOCUS, outlines=(ink._replace(alpha=up), gold._replace(alpha=up)))
