"""Saving, renaming, duplicating and deleting the player's own presets; each step can be taken back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pygame import FRect

from engine.options import writable
from engine.profile.presets import Preset, clean_name
from engine.profile.rules_file import LONGEST_NAME
from scenes.look.widgets import Button, Panel
from scenes.rules.presets_panel import Tools, preset_name, presets_panel
from scenes.shell.dialog import Dialog, Line
from scenes.shell.field_dialog import FieldDialog
from scenes.shell.screen import MARGIN

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.rules.house_rules import HouseRules


class PresetKeeper:
    """What the screen of house rules does with presets."""

    def __init__(self, app: App, screen: HouseRules) -> None:
        self.app = app
        self.screen = screen
        self.suggested = ""
        """A name for what is on the screen: that of the preset that was chosen or loaded last."""

    def _note(self, step: str, name: str, back: object) -> None:
        assert callable(back)
        self.screen.history.note(self.app.words(f"app.preset.step.{step}", name=name), back)

    def _done(self, what: str, name: str, icon: str) -> None:
        self.app.tell(f"app.preset.done.{what}", icon, name=name)
        self.screen.show()

    def show(self) -> None:
        """The presets on a panel of their own, where the screen has no room for them."""
        self.app.open(PresetShelf(self.app, self.screen))

    # --- saving -----------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Ask under which name the rules shall be saved."""
        screen, words = self.screen, self.app.words
        own = next((preset for preset in screen.presets.own if preset.options == screen.options), None)
        self.app.open(
            FieldDialog(
                self.app,
                words("app.preset.save.title"),
                [Line(words("app.preset.save.text"))],
                text=own.name if own else self.suggested,
                yes=words("app.preset.save.name"),
                take=self._save,
                limit=LONGEST_NAME,
                allowed=writable,
                note=self._replaces,
            )
        )

    def _replaces(self, name: str) -> str:
        there = self.screen.presets.named(clean_name(name))
        return self.app.words("app.preset.save.replaces", name=there.name) if there else ""

    def _save(self, text: str) -> None:
        presets, name = self.screen.presets, clean_name(text)
        if not name:
            return
        there = presets.named(name)
        if there is None:
            made, notices = presets.add(name, self.screen.options)
            self._note("save", made.name, partial(self._remove, made))
        else:
            made = there._replace(options=self.screen.options)
            notices = presets.put(made)
            self._note("save", made.name, partial(self._put, there))
        self.app.notices += notices
        self.suggested = made.name
        self._done("replaced" if there else "saved", made.name, "save")

    # --- own ones ---------------------------------------------------------------------------------------------------

    def rename(self, preset: Preset) -> None:
        """Ask for another name."""
        words, presets = self.app.words, self.screen.presets

        def note(name: str) -> str:
            there = presets.named(clean_name(name))
            if there is None or there == preset:
                return ""
            return words("app.preset.save.again", name=there.name, free=presets.free(clean_name(name)))

        self.app.open(
            FieldDialog(
                self.app,
                words("app.preset.rename.title"),
                (),
                text=preset.name,
                yes=words("app.preset.rename.name"),
                take=partial(self._rename, preset),
                limit=LONGEST_NAME,
                allowed=writable,
                note=note,
            )
        )

    def _rename(self, preset: Preset, text: str) -> None:
        if not clean_name(text) or preset not in self.screen.presets.own:
            return
        renamed, notices = self.screen.presets.rename(preset, text)
        self.app.notices += notices
        self._note("rename", preset.name, partial(self._rename_back, renamed, preset.name))
        self.suggested = renamed.name
        self._done("renamed", renamed.name, "pencil")

    def _rename_back(self, preset: Preset, name: str) -> None:
        self.app.notices += self.screen.presets.rename(preset, name)[1]

    def duplicate(self, preset: Preset) -> None:
        """A copy of a preset, also of one that comes with the game, as an own one."""
        name = preset_name(self.app.words, self.screen.slug, preset)
        made, notices = self.screen.presets.add(name, preset.options)
        self.app.notices += notices
        self._note("duplicate", name, partial(self._remove, made))
        self.suggested = made.name
        self._done("saved", made.name, "copy")

    def delete(self, preset: Preset) -> None:
        """An own preset goes; undo brings it back."""
        self.app.notices += self.screen.presets.remove(preset)
        self._note("delete", preset.name, partial(self._put, preset))
        self._done("deleted", preset.name, "bin")

    def _remove(self, preset: Preset) -> None:
        there = next((one for one in self.screen.presets.own if one.path == preset.path), None)
        if there is not None:
            self.app.notices += self.screen.presets.remove(there)

    def _put(self, preset: Preset) -> None:
        self.app.notices += self.screen.presets.put(preset)


class PresetShelf(Dialog):
    """The presets over the screen of house rules, where large texts leave no room beside the list."""

    def __init__(self, app: App, screen: HouseRules) -> None:
        super().__init__(app, app.words("app.preset.title"), (), ())
        self.screen = screen

    def build(self) -> None:
        look, words, screen = self.look, self.app.words, self.screen
        wide = min(560.0, look.width - 2 * MARGIN - 28)
        high, gap = min(430.0, look.height - 2 * MARGIN - 28), look.gap(10)
        area = FRect((look.width - wide) / 2, (look.height - high) / 2, wide, high - 108 - gap)
        keeper = screen.keeper

        def again(act: object, preset: Preset) -> None:
            assert callable(act)
            self.app.close(self)
            act(preset)
            if self.app.top is screen:
                self.app.open(self)

        tools = Tools(*(partial(again, act) for act in (screen.choose, keeper.rename, keeper.duplicate, keeper.delete)))
        self.group.add(Panel(FRect(area.left - 14, area.top - 14, wide + 28, high + 28)))
        widgets, _ = presets_panel(look, words, area, screen.shelf(), tools)
        self.group.add(*widgets)
        below = FRect(area.left, area.bottom + 12, area.width, 44)
        self.group.add(*screen.sharing_row(below, before=lambda: self.app.close(self)))
        done = Button(words("app.button.done"), self.back, kind="primary", icon="check")
        done.rect = FRect(area.left, below.bottom + gap, area.width, 48)
        self.group.add(done)
        if self.group.focus is None:
            self.group.set_focus(done)

    def confirm(self) -> None:
        self.back()
