"""The program's settings; every change holds at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pygame import FRect

from engine.options import Value, choices_of
from engine.settings import Settings as Values
from scenes.look.look import SampleKind
from scenes.look.theme import MUTED
from scenes.look.widgets import Button, Panel
from scenes.options_panel import OptionsPanel, Texts
from scenes.screen import MARGIN, Screen

_WIDEST = 1000.0
SAMPLES: Mapping[str, SampleKind] = MappingProxyType({"table": "table", "back": "back"})
"""Fields whose values are shown by small pictures of this kind."""

ELSEWHERE = "you"
"""Group of the fields that are chosen where one sits down."""


class Settings(Screen):
    """Settings, over the first screen or over a table."""

    least = (600.0, 350.0)

    def build(self) -> None:
        look, words = self.look, self.app.words
        self.header("undo", words("app.settings.title"), name=words("app.button.back"))
        wide = min(_WIDEST, look.width - 2 * MARGIN)
        area = FRect((look.width - wide) / 2, 84, wide, look.height - 84 - 96)
        inner = FRect(area.left + 12, area.top + 12, area.width - 24, area.height - 24)
        choices = tuple(choice for choice in choices_of(Values) if choice.group != ELSEWHERE)
        self._sounds = {choice.name for choice in choices if choice.group == "sound"}
        panel = OptionsPanel(
            look,
            inner,
            choices,
            self.app.settings,
            Texts(words, "settings"),
            on_change=self.change,
            marked=False,
            samples=SAMPLES,
            heading=lambda group: words(f"settings.group.{group}"),
        )
        back = Button(words("app.button.back"), self.back, kind="primary", icon="check", min_width=180)
        back.label = words("app.button.done")
        back.place(look, area.right, look.height - 48, "midright")
        folder = words("app.settings.kept_in", folder=str(self.app.profile.folder))
        kept = self.label(folder, "explanation", area.left, 0, colour=MUTED, room=back.rect.left - area.left - 24)
        kept.rect.centery = back.rect.centery
        self.group.add(Panel(area), panel, back)

    def change(self, name: str, value: Value) -> None:
        """Another value, from now on."""
        changed: dict[str, Any] = {name: value}
        settings = replace(self.app.settings, **changed)
        if name in self._sounds:  # nothing looks different: a slider that is being dragged stays the same widget
            self.app.keep_setting(settings)
        else:
            self.app.change(settings)

    def sound_switched(self) -> None:
        self.lay_out()

    def confirm(self) -> None:
        self.back()

    def back(self) -> None:
        self.app.close(self)
