"""Tiles to choose the computer player for a seat, or the portrait of the person who sits there."""

from pygame import Surface

from engine.characters import strength_of
from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD, MUTED
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.widget import OnClick
from scenes.ui.widgets import Clickable, draw_level_dots

_PORTRAIT_DIAMETER, _SMALL_PORTRAIT_DIAMETER = 70.0, 54.0
_TEXT_MARGIN, _MIN_TILE_HEIGHT = 2.0, 100.0
"""Least margin at the sides of a text, and height of a tile without a level below the name, logical pixels."""
_PORTRAIT_MARGIN = 6.0
"""Least distance of the portraits of adjacent tiles without a gap, logical pixels."""
_NAME_STYLES = ("name", "strong_body", "label", "small")
"""Text styles of a name in order of preference; the first that fits is used."""
_NARROW_NAME_STYLES = _NAME_STYLES[2:]
"""Text styles of a name in a row of narrow tiles, so that all names are nearly equally large."""


class ChoiceTile(Clickable):
    """Tile that can be chosen, highlighted when chosen or hovered."""

    def __init__(self, on_click: OnClick, *, is_chosen: bool) -> None:
        super().__init__(on_click)
        self.is_chosen = is_chosen

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.is_chosen:
            renderer.draw_box(target, box_styles.ROW_CHOSEN, self.rect)
        elif self.hovered:
            renderer.draw_box(target, box_styles.ROW_HOVER, self.rect)


class CharacterTile(ChoiceTile):
    """Tile of a computer player who could take the chair: portrait, name, level."""

    def __init__(self, portrait: str, name: str, text: str, level: str, on_click: OnClick, *, is_chosen: bool) -> None:
        """Create the tile of a computer player; ``text`` is an optional line below the name. ``level`` is shown as
        dots; empty for none."""
        super().__init__(on_click, is_chosen=is_chosen)
        self.portrait = portrait
        self.name = name
        self.text = text
        self.level = level

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        """Return the least size in which the tile's texts are whole, with its name in the smallest style."""
        text_width = max(renderer.text_width(string, "small") for string in (self.name, self.text))
        return max(renderer.min_target_size, text_width + 2 * _TEXT_MARGIN), _MIN_TILE_HEIGHT

    def as_accessible(self) -> AccessibleElement:
        return self.as_button(self.name, self.text)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        super().draw(renderer, target)
        x = self.rect.centerx
        is_small = self.rect.height < 130
        size, y = (_SMALL_PORTRAIT_DIAMETER, self.rect.top + 5) if is_small else (_PORTRAIT_DIAMETER, self.rect.top + 8)
        diameter = min(size, self.rect.width - _PORTRAIT_MARGIN)
        portrait = renderer.portrait(self.portrait, diameter, dim=not self.enabled)
        renderer.blit(target, portrait, x, y + size / 2, "center")
        ink = GOLD if self.is_chosen else CREAM if self.enabled else MUTED
        max_width = self.rect.width - 2 * _TEXT_MARGIN
        styles = _NAME_STYLES if diameter == size else _NARROW_NAME_STYLES
        name = renderer.text(
            self.name, renderer.first_fitting_style(self.name, styles, max_width), ink, max_width=max_width
        )
        y += size + (14 if is_small else 18)
        renderer.blit(target, name, x, y, "center")
        y += 18 if is_small else 21
        if self.text:
            text = renderer.text(self.text, "small", MUTED, max_width=max_width)
            renderer.blit(target, text, x, y, "center")
            y += 13 if is_small else 17
        if self.level:
            renderer.blit(target, draw_level_dots(renderer, strength_of(self.level) + 1), x, y, "center")


class PortraitTile(ChoiceTile):
    """Tile of a person's portrait. It smiles when hovered or chosen."""

    def __init__(self, portrait: str, on_click: OnClick, *, is_chosen: bool) -> None:
        super().__init__(on_click, is_chosen=is_chosen)
        self.portrait = portrait

    def draw(self, renderer: Renderer, target: Surface) -> None:
        super().draw(renderer, target)
        size = min(_PORTRAIT_DIAMETER, self.rect.width - 8, self.rect.height - 8)
        renderer.blit(target, renderer.portrait(self.portrait, size), *self.rect.center, "center")
        if self.is_chosen or self.hovered or self.focused:
            face = renderer.portrait_face(self.portrait, size, "pleased")
            renderer.blit(target, face, *self.rect.center, "center")
