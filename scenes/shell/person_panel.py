"""Panel to edit a person's name and portrait before a match."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from pygame import FRect

from engine.options import collapse_spaces, is_name_character
from engine.person_names import is_ignorable
from engine.settings import MAX_NAME_LENGTH
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, DEFAULT_PORTRAIT, MUTED, PERSON_PORTRAITS
from scenes.render.widgets import Chip, IconButton, Label, Panel, TextField, Widget
from scenes.render.widgets.base import OnClick
from scenes.render.widgets.seat_tiles import PortraitTile
from scenes.text.catalogue import Words

_GAP = 6.0
_FIELD_WIDTH = 214.0
_MIN_LABELLED_TILE_WIDTH = 82.0
"""Minimum width of a portrait tile with a label, logical pixels."""
_MIN_BUTTON_TEXT_PANEL_WIDTH = 700.0
"""Minimum panel width at which the button that frees the chair has a text, logical pixels."""
MIN_NAME_BESIDE_TITLE_WIDTH = 600.0
"""Minimum panel width at which title and name field share a line, logical pixels."""


def person_panel_height(width: float, large_tiles: bool) -> float:
    """Return the height of the person panel for a width, logical pixels; ``large_tiles`` allows larger tiles."""
    if width < MIN_NAME_BESIDE_TITLE_WIDTH:
        return 116.0 + 82
    return 62.0 + (152 if large_tiles else 118)


_OWN_KEYS = ("settings.portrait.name", "settings.portrait.help", "settings.name.name")
_OTHER_KEYS = ("app.seating.person", "app.seating.person.help", "app.seating.person.name")
"""Text keys: title of the panel, line below it, label of the name."""


class PanelPerson(NamedTuple):
    """Data of the person whose name and portrait the panel edits."""

    name: str
    portrait: str
    placeholder_name: str
    """Name shown for a person without one."""
    is_other: bool = False
    """Whether it is another person than the player from the settings."""


def person_panel(
    words: Words,
    renderer: Renderer,
    panel: FRect,
    person: PanelPerson,
    *,
    on_portrait: Callable[[str], None],
    on_name: Callable[[str], None],
    on_name_typed: Callable[[str], None] | None = None,
    on_free_chair: OnClick | None = None,
) -> list[Widget]:
    """Return the widgets of the panel for a person's name and portrait, in focus order.

    Args:
        words: texts.
        renderer: measures texts.
        panel: area of the panel.
        person: the person shown.
        on_portrait: called with a new portrait.
        on_name: called with a new name.
        on_name_typed: called with the name at every change while it is typed; None for no action.
        on_free_chair: gives the chair to a computer player; None for the player's own chair.
    """
    titles = _OTHER_KEYS if person.is_other else _OWN_KEYS
    label, field = _name_field(renderer, panel, words(titles[2]), person)
    field.on_commit = lambda text: on_name(collapse_spaces(text))
    if on_name_typed is not None:
        field.on_change = lambda text: on_name_typed(collapse_spaces(text))
    right = label.rect.left - 20 if panel.width >= MIN_NAME_BESIDE_TITLE_WIDTH else panel.right - 14
    chip: Widget | None = None
    if on_free_chair is not None:
        chip = _free_chair_button(panel, words("app.seating.computer"), on_free_chair)
        chip.place_at(renderer, right, panel.top + 30, "midright")
        right = chip.rect.left - 14
    text_width = right - panel.left - 18
    faceless = person.portrait == DEFAULT_PORTRAIT and not person.is_other
    title = Label(words("app.seating.face" if faceless else titles[0]), "tag", CREAM, max_width=text_width)
    title.place_at(renderer, panel.left + 18, panel.top + 21, "midleft")
    help_ = Label(words(titles[1]), "small", MUTED, max_width=text_width)
    help_.place_at(renderer, panel.left + 18, panel.top + 43, "midleft")
    tiles = _portrait_tiles(words, panel, person.portrait, on_portrait)
    return [Panel(panel), title, help_, label, *([chip] if chip else []), *tiles, field]


def _name_field(renderer: Renderer, panel: FRect, label_text: str, person: PanelPerson) -> tuple[Label, TextField]:
    """Return the label and the field for a person's name, in the panel's first line, or below it in a narrow panel."""
    field = TextField(
        person.name,
        max_length=MAX_NAME_LENGTH,
        is_allowed=lambda char: is_name_character(char) and not is_ignorable(char),
        placeholder=person.placeholder_name,
        width=_FIELD_WIDTH,
    )
    label = Label(label_text, "strong_body", CREAM)
    if panel.width >= MIN_NAME_BESIDE_TITLE_WIDTH:
        field.place_at(renderer, panel.right - 14, panel.top + 30, "midright")
        label.place_at(renderer, field.rect.left - 14, field.rect.centery, "midright")
    else:
        label.place_at(renderer, panel.left + 18, panel.top + 84, "midleft")
        field.place_at(renderer, label.rect.right + 14, label.rect.centery, "midleft")
    return label, field


def _free_chair_button(panel: FRect, label_text: str, on_free_chair: OnClick) -> Widget:
    """Return the button that gives the chair to a computer player; an icon only on a narrow panel."""
    if panel.width < _MIN_BUTTON_TEXT_PANEL_WIDTH:
        return IconButton("restart", on_free_chair, name=label_text, size=40)
    chip = Chip(label_text, on_free_chair, icon="restart")
    chip.height, chip.focus_radius = 32, 16
    return chip


def _portrait_tiles(words: Words, panel: FRect, chosen: str, on_portrait: Callable[[str], None]) -> list[PortraitTile]:
    """Return the row of portrait tiles at the bottom of the person panel."""
    width = (panel.width - 36 - (len(PERSON_PORTRAITS) - 1) * _GAP) / len(PERSON_PORTRAITS)
    top = panel.top + (62 if panel.width >= MIN_NAME_BESIDE_TITLE_WIDTH else 116)
    tiles = []
    for i, name in enumerate(PERSON_PORTRAITS):
        text = words(f"settings.portrait.value.{name}") if width >= _MIN_LABELLED_TILE_WIDTH else ""
        tile = PortraitTile(name, text, partial(on_portrait, name), is_chosen=name == chosen)
        tile.accessible_name = words(f"settings.portrait.value.{name}")
        tile.rect = FRect(panel.left + 18 + i * (width + _GAP), top, width, panel.bottom - 14 - top)
        tiles.append(tile)
    return tiles
