"""Tiles and rows of the lobby: a game to open a table for, a table to join."""

from pygame import FRect, Surface

from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, MUTED
from scenes.look.widgets import Clickable
from scenes.look.widgets.base import Click
from scenes.look.widgets.seat_tiles import Choosable

ROW = 60.0
"""Height of a row of the list of tables, with the space below it."""
_EMBLEM = 196 / 222
"""Width of an emblem as a share of its height."""
_NAMES = ("game", "name", "strong_body", "label", "small")
"""Styles of a game's name, the largest that fits is taken."""


class GameTile(Choosable):
    """A game: emblem, name and number of players."""

    def __init__(self, slug: str, title: str, players: str, on_click: Click, *, chosen: bool) -> None:
        super().__init__(on_click, chosen=chosen)
        self.slug = slug
        self.title = title
        self.players = players

    def draw(self, look: Look, target: Surface) -> None:
        super().draw(look, target)
        rect, room = self.rect, self.rect.width - 12
        style = look.fitting(self.title, _NAMES, room)
        small = look.text_height("small")
        name = look.text_height(style)
        with_players = rect.height >= 110
        texts = name + (small + 2 if with_players else 0)
        high = min(rect.height - texts - 26, (rect.width - 24) / _EMBLEM, 170.0)
        top = rect.centery - (high + 10 + texts) / 2
        look.blit(target, look.emblem(self.slug, high * _EMBLEM, high), rect.centerx, top, "midtop")
        top += high + 10
        ink = GOLD if self.chosen else CREAM
        look.blit(target, look.text(self.title, style, ink, max_width=room), rect.centerx, top, "midtop")
        if with_players:
            players = look.text(self.players, "small", MUTED, max_width=room)
            look.blit(target, players, rect.centerx, top + name + 2, "midtop")


class TableRow(Clickable):
    """A table that can be joined: whose it is, and what is played there."""

    def __init__(self, slug: str, title: str, text: str, on_click: Click) -> None:
        super().__init__(on_click)
        self.slug = slug
        self.title = title
        self.text = text

    def draw(self, look: Look, target: Surface) -> None:
        rect = self.rect
        if self.hovered:
            look.draw_box(target, box_styles.ROW_HOVER, rect)
        left = rect.left + 12
        if self.slug:
            look.blit(target, look.emblem(self.slug, 36, 36 / _EMBLEM), left, rect.centery, "midleft")
            left += 48
        right = rect.right - 14
        look.blit(target, look.icon("chevron_right", 20, MUTED), right, rect.centery, "midright")
        room = right - 28 - left
        up = 12 if self.text else 0
        title = look.text(self.title, "strong", CREAM, max_width=room)
        look.blit(target, title, left, rect.centery - up, "midleft")
        if self.text:
            line = look.text(self.text, "explanation", MUTED, max_width=room)
            look.blit(target, line, left, rect.centery + 12, "midleft")

    def draw_focus(self, look: Look, target: Surface) -> None:
        """Draw the ring inside the row, because the list clips what is outside."""
        if self.focused:
            look.draw_box(target, box_styles.FOCUS, FRect(self.rect).inflate(-6, -6))
