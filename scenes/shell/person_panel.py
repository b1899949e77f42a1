"""The panel for a person before a match: name and portrait."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from pygame import FRect

from engine.names import is_ignorable
from engine.options import tidy, writable
from engine.settings import LONGEST_NAME
from scenes.look.look import Look
from scenes.look.theme import CREAM, FACELESS, MUTED, OWN_PORTRAITS
from scenes.look.widgets import Chip, IconButton, Label, Panel, TextField, Widget
from scenes.look.widgets.base import Click
from scenes.look.widgets.seat_tiles import PortraitTile
from scenes.text.words import Words

_GAP = 6.0
_FIELD = 214.0
_LABELLED = 82.0
"""Width of a portrait tile from which it has a label."""
_WORDED = 700.0
"""Panel width from which the button that frees the chair has a text."""
TWO_ROWS = 600.0
"""Panel width below which its head takes two lines."""


def person_height(wide: float, high: bool) -> float:
    """Return the panel's height for a width, logical pixels; ``high`` allows larger tiles."""
    if wide < TWO_ROWS:
        return 116.0 + 82
    return 62.0 + (152 if high else 118)


_OWN = ("settings.portrait.name", "settings.portrait.help", "settings.name.name")
_FURTHER = ("app.seating.person", "app.seating.person.help", "app.seating.person.name")
"""Keys of texts: title of the panel, line below it, label of the name."""


class PersonShown(NamedTuple):
    """A person as the panel shows them."""

    name: str
    portrait: str
    unnamed: str
    """Name on the plate of a person without one."""
    further: bool = False
    """Whether it is another person than the player in the settings."""


def person_panel(
    words: Words,
    look: Look,
    panel: FRect,
    shown: PersonShown,
    *,
    take: Callable[[str], None],
    write: Callable[[str], None],
    leave: Click | None = None,
) -> list[Widget]:
    """Return the widgets of the panel in focus order.

    Args:
        words: texts.
        look: measures texts.
        panel: area of the panel.
        shown: the person at present.
        take: called with a new portrait.
        write: called with each new name while it is typed.
        leave: gives the chair to a computer player; None for the player's own chair.
    """
    titles = _FURTHER if shown.further else _OWN
    label, field = _name(look, panel, words(titles[2]), shown, write)
    right = label.rect.left - 20 if panel.width >= TWO_ROWS else panel.right - 14
    chip: Widget | None = None
    if leave is not None:
        chip = _leaving(panel, words("app.seating.computer"), leave)
        chip.place(look, right, panel.top + 30, "midright")
        right = chip.rect.left - 14
    room = right - panel.left - 18
    faceless = shown.portrait == FACELESS and not shown.further
    title = Label(words("app.seating.face" if faceless else titles[0]), "tag", CREAM, max_width=room)
    title.place(look, panel.left + 18, panel.top + 21, "midleft")
    help_ = Label(words(titles[1]), "small", MUTED, max_width=room)
    help_.place(look, panel.left + 18, panel.top + 43, "midleft")
    tiles = _portraits(words, panel, shown.portrait, take)
    return [Panel(panel), title, help_, label, *([chip] if chip else []), *tiles, field]


def _name(
    look: Look, panel: FRect, name: str, shown: PersonShown, write: Callable[[str], None]
) -> tuple[Label, TextField]:
    """The field for the name, at the right of the first line or on a second one, with its label."""
    field = TextField(
        shown.name,
        limit=LONGEST_NAME,
        allowed=lambda char: writable(char) and not is_ignorable(char),
        on_change=lambda text: write(tidy(text)),
        placeholder=shown.unnamed,
        width=_FIELD,
    )
    label = Label(name, "strong_body", CREAM)
    if panel.width >= TWO_ROWS:
        field.place(look, panel.right - 14, panel.top + 30, "midright")
        label.place(look, field.rect.left - 14, field.rect.centery, "midright")
    else:
        label.place(look, panel.left + 18, panel.top + 84, "midleft")
        field.place(look, label.rect.right + 14, label.rect.centery, "midleft")
    return label, field


def _leaving(panel: FRect, name: str, leave: Click) -> Widget:
    """The button that gives the chair to a computer player, without its text on a narrow panel."""
    if panel.width < _WORDED:
        return IconButton("restart", leave, name=name, size=40)
    chip = Chip(name, leave, icon="restart")
    chip.height, chip.radius = 32, 16
    return chip


def _portraits(words: Words, panel: FRect, chosen: str, take: Callable[[str], None]) -> list[PortraitTile]:
    """The row of portraits at the bottom."""
    wide = (panel.width - 36 - (len(OWN_PORTRAITS) - 1) * _GAP) / len(OWN_PORTRAITS)
    top = panel.top + (62 if panel.width >= TWO_ROWS else 116)
    tiles = []
    for i, name in enumerate(OWN_PORTRAITS):
        text = words(f"settings.portrait.value.{name}") if wide >= _LABELLED else ""
        tile = PortraitTile(name, text, partial(take, name), chosen=name == chosen)
        tile.spoken = words(f"settings.portrait.value.{name}")
        tile.rect = FRect(panel.left + 18 + i * (wide + _GAP), top, wide, panel.bottom - 14 - top)
        tiles.append(tile)
    return tiles
