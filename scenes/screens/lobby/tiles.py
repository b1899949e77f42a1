"""Widgets of the lobby: tiles of games, rows of tables."""

from pygame import Surface

from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD, MUTED
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.widget import OnClick
from scenes.ui.widgets import Clickable
from scenes.ui.widgets.seat_tiles import ChoiceTile

_ROW_HEIGHT = 58.0
"""Height of a row in the list of tables, logical pixels."""
_EMBLEM_ASPECT_RATIO = 196 / 222
"""Ratio of an emblem's width to its height."""
_NAME_STYLES = ("game", "name", "strong_body", "label", "small")
"""Styles of a game's name; the first one that fits is used."""


class GameTile(ChoiceTile):
    """Tile of the lobby for a game, with emblem, name and number of players."""

    def __init__(self, slug: str, title: str, players: str, on_click: OnClick, *, is_chosen: bool) -> None:
        super().__init__(on_click, is_chosen=is_chosen)
        self.slug = slug
        self.title = title
        self.players = players

    def as_accessible(self) -> AccessibleElement:
        return self.as_button(self.title, self.players)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        super().draw(renderer, target)
        rect, text_width = self.rect, self.rect.width - 12
        style = renderer.first_fitting_style(self.title, _NAME_STYLES, text_width)
        small = renderer.text_surface_height("small")
        name = renderer.text_surface_height(style)
        with_players = rect.height >= 110
        texts = name + (small + 2 if with_players else 0)
        emblem_height = min(rect.height - texts - 26, (rect.width - 24) / _EMBLEM_ASPECT_RATIO, 170.0)
        top = rect.centery - (emblem_height + 10 + texts) / 2
        renderer.blit(
            target,
            renderer.emblem(self.slug, emblem_height * _EMBLEM_ASPECT_RATIO, emblem_height),
            rect.centerx,
            top,
            "midtop",
        )
        top += emblem_height + 10
        ink = GOLD if self.is_chosen else CREAM
        renderer.blit(target, renderer.text(self.title, style, ink, max_width=text_width), rect.centerx, top, "midtop")
        if with_players:
            players = renderer.text(self.players, "small", MUTED, max_width=text_width)
            renderer.blit(target, players, rect.centerx, top + name + 2, "midtop")


class OnlineTableRow(Clickable):
    """Row of the lobby for an online table that can be joined: its host, game and state."""

    def __init__(self, slug: str, title: str, text: str, on_click: OnClick) -> None:
        super().__init__(on_click)
        self.is_focus_inside = True
        self.slug = slug
        self.title = title
        self.text = text

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return 0.0, _ROW_HEIGHT

    def as_accessible(self) -> AccessibleElement:
        return self.as_button(self.title, self.text)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect = self.rect
        if self.hovered:
            renderer.draw_box(target, box_styles.ROW_HOVER, rect)
        left = rect.left + 12
        if self.slug:
            picture = renderer.emblem(self.slug, 36, 36 / _EMBLEM_ASPECT_RATIO)
        else:
            picture = renderer.icon("people", 28, MUTED)
        renderer.blit(target, picture, left + 18, rect.centery, "center")
        left += 48
        right = rect.right - 14
        renderer.blit(target, renderer.icon("chevron_right", 20, MUTED), right, rect.centery, "midright")
        text_width = right - 28 - left
        up = 12 if self.text else 0
        title = renderer.text(self.title, "strong", CREAM, max_width=text_width)
        renderer.blit(target, title, left, rect.centery - up, "midleft")
        if self.text:
            line = renderer.text(self.text, "explanation", MUTED, max_width=text_width)
            renderer.blit(target, line, left, rect.centery + 12, "midleft")
