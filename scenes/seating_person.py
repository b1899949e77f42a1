"""Who the player is: the panel of the seating screen with portraits and the name on the own plate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pygame import FRect, Surface

from engine.options import tidy, writable
from engine.settings import LONGEST_NAME
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, MUTED, PEOPLE
from scenes.look.widgets import Field, Label, Panel, Widget
from scenes.look.widgets.base import Click
from scenes.seating_parts import Choosable

if TYPE_CHECKING:
    from scenes.app import App

_GAP = 6.0
_FACE = 70.0
_FIELD = 214.0
_LABELLED = 82.0
"""Faces at least so far apart have room for what they are called."""
TWO_ROWS = 600.0
"""A panel less wide than this has what stands above its faces in two lines."""


def person_height(wide: float, high: bool) -> float:
    """Height of the panel at a width, logical pixels; less generous unless ``high``."""
    if wide < TWO_ROWS:
        return 116.0 + 82
    return 62.0 + (152 if high else 118)


class Face(Choosable):
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


def person_panel(app: App, look: Look, panel: FRect, changed: Click, named: Callable[[str], None]) -> list[Widget]:
    """The widgets of the panel, in the order of the focus.

    Args:
        app: whose settings are changed.
        look: measures texts.
        panel: where the panel lies.
        changed: called after another portrait was chosen: everything is laid out anew.
        named: called with each new name while it is being written.
    """
    words, settings = app.words, app.settings

    def keep(**fields: Any) -> None:
        app.keep_setting(replace(app.settings, **fields))

    def take(portrait: str) -> None:
        keep(portrait=portrait)
        changed()

    def write(text: str) -> None:
        keep(name=tidy(text))
        named(app.person_name)

    field = Field(
        settings.name,
        limit=LONGEST_NAME,
        allowed=writable,
        on_change=write,
        placeholder=words("app.table.you"),
        width=_FIELD,
    )
    label = Label(words("settings.name.name"), "strong_body", CREAM)
    if panel.width >= TWO_ROWS:
        field.place(look, panel.right - 14, panel.top + 30, "midright")
        label.place(look, field.rect.left - 14, field.rect.centery, "midright")
        room = label.rect.left - panel.left - 34
    else:
        label.place(look, panel.left + 18, panel.top + 84, "midleft")
        field.place(look, label.rect.right + 14, label.rect.centery, "midleft")
        room = panel.width - 36
    title = Label(words("settings.portrait.name"), "tag", CREAM, max_width=room)
    title.place(look, panel.left + 18, panel.top + 21, "midleft")
    help_ = Label(words("settings.portrait.help"), "small", MUTED, max_width=room)
    help_.place(look, panel.left + 18, panel.top + 43, "midleft")
    cell = (panel.width - 36 - (len(PEOPLE) - 1) * _GAP) / len(PEOPLE)
    top = panel.top + (62 if panel.width >= TWO_ROWS else 116)
    high = panel.bottom - 14 - top
    faces = []
    for i, name in enumerate(PEOPLE):
        text = words(f"settings.portrait.value.{name}") if cell >= _LABELLED else ""
        face = Face(name, text, partial(take, name), chosen=name == settings.portrait)
        face.rect = FRect(panel.left + 18 + i * (cell + _GAP), top, cell, high)
        faces.append(face)
    return [Panel(panel), title, help_, label, *faces, field]
