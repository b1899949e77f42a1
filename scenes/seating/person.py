"""Who a person is: the panel of the seating screen with portraits and the name on the plate."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from pygame import FRect, Surface

from engine.options import tidy, writable
from engine.settings import LONGEST_NAME
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, MUTED, OWN_PORTRAITS
from scenes.look.widgets import Chip, IconButton, Label, Panel, TextField, Widget
from scenes.look.widgets.base import Click
from scenes.seating.parts import Choosable
from scenes.text.words import Words

_GAP = 6.0
_FACE = 70.0
_FIELD = 214.0
_LABELLED = 82.0
"""Faces at least so far apart have room for what they are called."""
_WORDED = 700.0
"""A panel at least so wide has room for words on the button that frees the chair."""
TWO_ROWS = 600.0
"""A panel less wide than this has what stands above its faces in two lines."""


def person_height(wide: float, high: bool) -> float:
    """Height of the panel at a width, logical pixels; less generous unless ``high``."""
    if wide < TWO_ROWS:
        return 116.0 + 82
    return 62.0 + (152 if high else 118)


class PortraitTile(Choosable):
    """A portrait that the player may choose, and what it is called where there is room for that."""

    def __init__(self, portrait: str, label: str, on_click: Click, *, chosen: bool) -> None:
        super().__init__(on_click, chosen=chosen)
        self.portrait = portrait
        self.label = label

    def draw(self, look: Look, target: Surface) -> None:
        super().draw(look, target)
        x = self.rect.centerx
        if not self.label:
            face = look.portrait(self.portrait, min(_FACE, self.rect.width - 8))
            look.blit(target, face, *self.rect.center, "center")
            return
        spare = (self.rect.height - _FACE - 36) / 3
        look.blit(target, look.portrait(self.portrait, _FACE), x, self.rect.top + 6 + spare + _FACE / 2, "center")
        ink = GOLD if self.chosen else CREAM
        label = look.text(self.label, "strong_body", ink, max_width=self.rect.width - 4)
        look.blit(target, label, x, self.rect.bottom - 15 - spare, "center")


_OWN = ("settings.portrait.name", "settings.portrait.help", "settings.name.name")
_FURTHER = ("app.seating.person", "app.seating.person.help", "app.seating.person.name")
"""Texts: title of the panel, what is told below it, label of the name."""


class PersonShown(NamedTuple):
    """How a person is shown."""

    name: str
    portrait: str
    unnamed: str
    """What stands on the plate of somebody who gives no name."""
    further: bool = False
    """Somebody besides the player whose program this is."""


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
    """The widgets of the panel, in the order of the focus.

    Args:
        words: texts.
        look: measures texts.
        panel: where the panel lies.
        shown: how the person is shown now.
        take: called with another portrait.
        write: called with each new name while it is being written.
        leave: gives the chair to a computer player; None for the player's own chair.
    """
    titles = _FURTHER if shown.further else _OWN
    field = TextField(
        shown.name,
        limit=LONGEST_NAME,
        allowed=writable,
        on_change=lambda text: write(tidy(text)),
        placeholder=shown.unnamed,
        width=_FIELD,
    )
    label = Label(words(titles[2]), "strong_body", CREAM)
    if panel.width >= TWO_ROWS:
        field.place(look, panel.right - 14, panel.top + 30, "midright")
        label.place(look, field.rect.left - 14, field.rect.centery, "midright")
        right = label.rect.left - 20
    else:
        label.place(look, panel.left + 18, panel.top + 84, "midleft")
        field.place(look, label.rect.right + 14, label.rect.centery, "midleft")
        right = panel.right - 14
    chip: Chip | IconButton | None = None
    if leave is not None:
        chip = IconButton("restart", leave, name=words("app.seating.computer"), size=40)
        if panel.width >= _WORDED:
            chip = Chip(words("app.seating.computer"), leave, icon="restart")
            chip.height, chip.radius = 32, 16
        chip.place(look, right, panel.top + 30, "midright")
        right = chip.rect.left - 14
    room = right - panel.left - 18
    title = Label(words(titles[0]), "tag", CREAM, max_width=room)
    title.place(look, panel.left + 18, panel.top + 21, "midleft")
    help_ = Label(words(titles[1]), "small", MUTED, max_width=room)
    help_.place(look, panel.left + 18, panel.top + 43, "midleft")
    cell = (panel.width - 36 - (len(OWN_PORTRAITS) - 1) * _GAP) / len(OWN_PORTRAITS)
    top = panel.top + (62 if panel.width >= TWO_ROWS else 116)
    high = panel.bottom - 14 - top
    faces = []
    for i, name in enumerate(OWN_PORTRAITS):
        text = words(f"settings.portrait.value.{name}") if cell >= _LABELLED else ""
        face = PortraitTile(name, text, partial(take, name), chosen=name == shown.portrait)
        face.rect = FRect(panel.left + 18 + i * (cell + _GAP), top, cell, high)
        faces.append(face)
    return [Panel(panel), title, help_, label, *([chip] if chip else []), *faces, field]
