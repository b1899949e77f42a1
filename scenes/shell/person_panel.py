"""Panels of a chair before a match: a person's name and portrait, and the computer players to choose from."""

from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

from engine.characters import CHARACTERS
from engine.options import collapse_spaces, is_name_character
from engine.person_names import is_ignorable
from engine.settings import MAX_NAME_LENGTH
from scenes.render.theme import DEFAULT_PORTRAIT, MUTED, PERSON_PORTRAITS
from scenes.text.catalogue import Words
from scenes.text.strength_texts import level_name
from scenes.ui.boxes import Column, FirstThatFits, Grid, Row
from scenes.ui.text import Text
from scenes.ui.widget import OnClick
from scenes.ui.widgets import Chip, IconButton, Panel, TextField, Widget
from scenes.ui.widgets.seat_tiles import CharacterTile, PortraitTile

_GAP = 6.0
_FIELD_WIDTH = 214.0
_MIN_BUTTON_TEXT_PANEL_WIDTH = 700.0
"""Minimum panel width at which the button that frees the chair has a text, logical pixels."""
_MIN_ONE_ROW_PANEL_WIDTH = 760.0
"""Minimum panel width at which small portraits are in one row, logical pixels."""
MIN_NAME_BESIDE_TITLE_WIDTH = 600.0
"""Minimum panel width at which title and name field share a line, logical pixels."""
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


def panel_title(title: str, *helps: str) -> Column:
    """Return a panel's title and below it the first of these lines that fits; no line without any."""
    lines = [Text(line, "small", MUTED).with_layout(height=22) for line in helps if line]
    second_line = FirstThatFits(*lines) if lines else None
    return Column(Text(title, "tag").with_layout(height=22), second_line).with_layout(grow=1, shrink_order=2)


def candidate_tiles(
    words: Words,
    seated: Collection[str],
    occupant: str,
    occupant_level: str,
    on_choose: Callable[[str], None],
    *,
    is_fair: bool = False,
) -> list[Widget]:
    """Return the tiles of the computer players that could take a chair; none can sit in two.

    Args:
        words: texts.
        seated: characters in any chair.
        occupant: the character in this chair.
        occupant_level: its level, at a fair table that of all computer players.
        on_choose: called with the slug of the chosen character.
        is_fair: whether all computer players have the same level, which is then left out.
    """
    tiles: list[Widget] = []
    for character in CHARACTERS.values():
        slug, is_occupant = character.slug, character.slug == occupant
        is_seated_elsewhere = slug in seated and not is_occupant
        level = occupant_level if is_occupant or is_fair else character.default_level
        text = "" if is_fair else level_name(words, level)
        if is_seated_elsewhere:
            level, text = "", words("app.seating.seated")
        tile = CharacterTile(slug, character.name, text, level, partial(on_choose, slug), is_chosen=is_occupant)
        tile.enabled = not is_seated_elsewhere
        tiles.append(tile.with_layout(("candidate", slug)))
    return tiles


def small_choice(
    name: str, icon: str, on_click: OnClick, *, key: str, has_label: bool, is_chosen: bool = False
) -> Chip | IconButton:
    """Return a small button in a panel's head, with a label or only with an icon."""
    button: Chip | IconButton
    if has_label:
        button = Chip(name, on_click, icon=icon)
        button.height, button.focus_radius = 32, 16
    else:
        button = IconButton(icon, on_click, name=name, size=40)
    button.is_chosen = is_chosen
    return button.with_layout(key)


def person_panel(
    words: Words,
    person: PanelPerson,
    *,
    width: float,
    has_large_tiles: bool,
    on_portrait: Callable[[str], None],
    on_name: Callable[[str], None],
    on_name_typed: Callable[[], None] | None = None,
    on_enter: Callable[[], None] | None = None,
    on_free_chair: OnClick | None = None,
) -> Column:
    """Return the panel for a person's name and portrait. The key of the name field is ``name``.

    Args:
        words: texts.
        person: the person shown.
        width: width of the panel, logical pixels.
        has_large_tiles: whether there is space for larger tiles.
        on_portrait: called with a new portrait.
        on_name: called with a new name.
        on_name_typed: called at every change of the name while it is typed; None for no action.
        on_enter: called after Enter ended the typing; None for no action.
        on_free_chair: gives the chair to a computer player; None for the player's own chair.
    """
    title, help_, label = map(words, _OTHER_KEYS if person.is_other else _OWN_KEYS)
    if person.portrait == DEFAULT_PORTRAIT and not person.is_other:
        title = words("app.seating.face")
    is_one_line = width >= MIN_NAME_BESIDE_TITLE_WIDTH
    free = None
    if on_free_chair is not None:
        has_label = width >= _MIN_BUTTON_TEXT_PANEL_WIDTH
        free = small_choice(
            words("app.seating.computer"), "restart", on_free_chair, key="free chair", has_label=has_label
        )
    field = TextField(
        person.name,
        max_length=MAX_NAME_LENGTH,
        is_allowed=lambda char: is_name_character(char) and not is_ignorable(char),
        on_change=None if on_name_typed is None else lambda _: on_name_typed(),
        on_commit=lambda text: on_name(collapse_spaces(text)),
        on_enter=None if on_enter is None else lambda _: on_enter(),
        placeholder=person.placeholder_name,
        width=_FIELD_WIDTH,
    )
    head = [panel_title(title, help_).with_layout(margin=(4, 0, 14, -4)), free]
    name = [
        Text(label, "strong_body").with_layout(shrink_order=0),
        field.with_layout("name", name=label, shrink_order=1, margin=(14, 0, 0, 0)),
    ]
    lines = [Row(*head), Row(*name, padding=(4, 0))]
    if is_one_line:
        lines = [Row(*head, Row(*name).with_layout(shrink_order=1, margin=(20, 0, 0, 0)))]
    tiles = _portrait_tiles(words, person.portrait, on_portrait)
    rows = 2 if has_large_tiles or width < _MIN_ONE_ROW_PANEL_WIDTH else 1
    height = 136.0 if not is_one_line else 138.0 if has_large_tiles else 104.0
    columns = -(-len(tiles) // rows)
    grid = Grid(*tiles, columns=columns, gaps=(_GAP, 0), min_row_height=height / rows, padding=(4, 0))
    return Column(
        *(line.with_layout(height=40) for line in lines),
        grid.with_layout(margin=(0, 2 if is_one_line else -2, 0, 0)),
        gap=10 if is_one_line else 14,
        padding=(14, 10, 14, 14),
        background=Panel(),
    )


def _portrait_tiles(words: Words, chosen: str, on_portrait: Callable[[str], None]) -> list[PortraitTile]:
    """Return a tile for each portrait of a person, with a name for screen readers."""
    return [
        PortraitTile(portrait, partial(on_portrait, portrait), is_chosen=portrait == chosen).with_layout(
            ("portrait", portrait), name=words(f"settings.portrait.value.{portrait}")
        )
        for portrait in PERSON_PORTRAITS
    ]
