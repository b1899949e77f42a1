"""A game as a large card on the home screen."""

from __future__ import annotations

import pygame
from pygame import FRect, Surface

from scenes.look import kit, raster
from scenes.look.boxes import Box
from scenes.look.look import Look
from scenes.look.theme import INK, INK_CAPTION, rgb
from scenes.look.widgets import Clickable
from scenes.look.widgets.base import Click, Pos

WIDTH, HEIGHT = 216.0, 378.0
LIFT = 20.0
LIFT_TIME = 90.0
"""Milliseconds."""
_MARGIN = 72.0
"""Around the card, for its shadow and glow."""
_TAGLINE = rgb("#3b332a")


class GameCard(Clickable):
    """Picture, name and one line about a game; tilted, and raised while the pointer or the keyboard is on it."""

    def __init__(self, slug: str, texts: tuple[str, str, str], tilt: float, on_click: Click) -> None:
        """``texts`` are title, tagline and players; ``tilt`` is in degrees clockwise."""
        super().__init__(on_click)
        self.slug = slug
        self.title, self.tagline, self.players = texts
        self.tilt = tilt
        self.raised = 0.0
        """0 at rest … 1 fully raised."""
        self._drawn: dict[bool, Surface] = {}

    @property
    def hot(self) -> bool:
        """Whether it is, or is about to be, raised."""
        return self.hovered or self.focused

    @property
    def moving(self) -> bool:
        """Whether it is on its way up or down."""
        return self.raised != float(self.hot)

    def update(self, dt: float) -> bool:
        """Rises or sinks for dt milliseconds (0 or less: at once); True when it moved."""
        if not self.moving:
            return False
        step = dt / LIFT_TIME if dt > 0 else 1.0
        self.raised = min(1.0, self.raised + step) if self.hot else max(0.0, self.raised - step)
        return True

    def preferred(self, look: Look) -> tuple[float, float]:
        return WIDTH, HEIGHT

    def contains(self, pos: Pos) -> bool:
        """Its resting place and the strip above it, so that a raised card does not flicker at its foot."""
        return pos is not None and bool(FRect(self.rect.x, self.rect.y - 16, WIDTH, HEIGHT + 16).collidepoint(pos))

    def draw(self, look: Look, target: Surface) -> None:
        up = self.raised > 0
        if up not in self._drawn:
            self._drawn[up] = self._render(look, up)
        eased = 1 - (1 - self.raised) ** 3
        look.blit(target, self._drawn[up], self.rect.centerx, self.rect.centery - LIFT * eased, "center")

    def draw_focus(self, look: Look, target: Surface) -> None:
        if self.focused:
            gap = kit.FOCUS_GAP + 6
            eased = 1 - (1 - self.raised) ** 3
            ring = self.rect.move(0, -LIFT * eased).inflate(2 * gap, 2 * gap)
            look.draw_box(target, Box(16 + gap, outlines=kit.FOCUS.outlines), ring)

    def _render(self, look: Look, up: bool) -> Surface:
        """The whole card in one surface; upright when raised, for nothing should be hard to read then."""
        size = (look.px(WIDTH + 2 * _MARGIN), look.px(HEIGHT + 2 * _MARGIN))
        drawn = raster.blank(size)
        card = FRect(_MARGIN, _MARGIN, WIDTH, HEIGHT)
        look.draw_box(drawn, kit.GAME_CARD_FOCUS if up else kit.GAME_CARD, card)
        look.blit(drawn, look.emblem(self.slug, WIDTH - 20, 222), card.left + 10, card.top + 10)
        title = look.text(self.title, "game", INK, max_width=WIDTH - 20)
        tagline = look.paragraph(self.tagline, "body", _TAGLINE, WIDTH - 24, "center", balance=True)
        long = tagline.get_height() / look.scale > 60  # three lines: everything moves up a little
        look.blit(drawn, title, card.centerx, card.top + (236 if long else 241), "midtop")
        look.blit(drawn, tagline, card.centerx, card.top + (270 if long else 281), "midtop")
        players = look.text(self.players, "label", INK_CAPTION, max_width=WIDTH - 20)
        look.blit(drawn, players, card.centerx, card.bottom - 11, "midbottom")
        return drawn if up or not self.tilt else raster.ready(pygame.transform.rotozoom(drawn, -self.tilt, 1.0))
