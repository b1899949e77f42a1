"""Saving, renaming, duplicating and deleting the player's own presets, with undo."""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from pygame import FRect

from engine.options import writable
from engine.profile.presets import Preset, Presets, clean_name
from engine.profile.rules_file import LONGEST_NAME
from scenes.look.widgets import Button, Panel
from scenes.rules.presets_panel import PresetActions, PresetList, preset_name, presets_panel
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, Paragraph
from scenes.shell.field_dialog import FieldDialog
from scenes.shell.history import History
from scenes.shell.screen import MARGIN


class PresetScreen(Protocol):
    """The parts of the house rules screen that its presets use."""

    slug: str
    options: Any
    presets: Presets
    history: History

    def show(self) -> None:
        """Lay out the screen, with the active preset in view."""

    def preset_list(self) -> PresetList:
        """The content of a panel of presets."""

    def choose(self, preset: Preset) -> None:
        """Adopt the rules of a preset."""

    def sharing_row(self, area: FRect, before: Callable[[], None]) -> list[Button]:
        """The buttons that save, open and share; ``before`` is called before the action of each."""

    @property
    def in_front(self) -> bool:
        """Whether nothing covers the screen."""


class PresetEditor:
    """Saves, renames, duplicates and deletes presets for the house rules screen."""

    def __init__(self, context: Context, screen: PresetScreen) -> None:
        self.context = context
        self.screen = screen
        self.suggested = ""
        """Suggested name for the rules on the screen: that of the preset chosen or loaded last."""

    def _note(self, step: str, name: str, revert: Callable[[], None]) -> None:
        self.screen.history.note(self.context.words(f"app.preset.step.{step}", name=name), revert)

    def _done(self, what: str, name: str, icon: str) -> None:
        self.context.tell(f"app.preset.done.{what}", icon, name=name)
        self.screen.show()

    def show(self) -> None:
        """Open the presets in a dialog, where the screen has no room for them."""
        self.context.open(PresetDialog(self.context, self.screen, self))

    # --- saving -----------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Ask for a name to save the rules under."""
        screen, words = self.screen, self.context.words
        own = next((preset for preset in screen.presets.own if preset.options == screen.options), None)
        self.context.open(
            FieldDialog(
                self.context,
                words("app.preset.save.title"),
                [Paragraph(words("app.preset.save.text"))],
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
        return self.context.words("app.preset.save.replaces", name=there.name) if there else ""

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
        self.context.notices += notices
        self.suggested = made.name
        self._done("replaced" if there else "saved", made.name, "save")

    # --- own presets ------------------------------------------------------------------------------------------------

    def rename(self, preset: Preset) -> None:
        """Ask for a new name."""
        words, presets = self.context.words, self.screen.presets

        def note(name: str) -> str:
            there = presets.named(clean_name(name))
            if there is None or there == preset:
                return ""
            return words("app.preset.save.again", name=there.name, free=presets.free(clean_name(name)))

        self.context.open(
            FieldDialog(
                self.context,
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
        self.context.notices += notices
        self._note("rename", preset.name, partial(self._rename_back, renamed, preset.name))
        self.suggested = renamed.name
        self._done("renamed", renamed.name, "pencil")

    def _rename_back(self, preset: Preset, name: str) -> None:
        self.context.notices += self.screen.presets.rename(preset, name)[1]

    def duplicate(self, preset: Preset) -> None:
        """Copy any preset to an own one."""
        name = preset_name(self.context.words, self.screen.slug, preset)
        made, notices = self.screen.presets.add(name, preset.options)
        self.context.notices += notices
        self._note("duplicate", name, partial(self._remove, made))
        self.suggested = made.name
        self._done("saved", made.name, "copy")

    def delete(self, preset: Preset) -> None:
        """Delete an own preset; can be undone."""
        self.context.notices += self.screen.presets.remove(preset)
        self._note("delete", preset.name, partial(self._put, preset))
        self._done("deleted", preset.name, "bin")

    def _remove(self, preset: Preset) -> None:
        there = next((one for one in self.screen.presets.own if one.path == preset.path), None)
        if there is not None:
            self.context.notices += self.screen.presets.remove(there)

    def _put(self, preset: Preset) -> None:
        self.context.notices += self.screen.presets.put(preset)


class PresetDialog(Dialog):
    """The presets in a dialog, where large texts leave no room beside the list."""

    def __init__(self, context: Context, screen: PresetScreen, editor: PresetEditor) -> None:
        super().__init__(context, context.words("app.preset.title"), (), ())
        self.screen = screen
        self.editor = editor

    def build(self) -> None:
        look, words, screen = self.look, self.context.words, self.screen
        wide = min(560.0, look.width - 2 * MARGIN - 28)
        high, gap = min(430.0, look.height - 2 * MARGIN - 28), look.gap(10)
        area = FRect((look.width - wide) / 2, (look.height - high) / 2, wide, high - 108 - gap)
        editor = self.editor

        def then_reopen(act: Callable[[Preset], None], preset: Preset) -> None:
            self.context.close(self)
            act(preset)
            if screen.in_front:
                self.context.open(self)

        actions = PresetActions(
            *(partial(then_reopen, act) for act in (screen.choose, editor.rename, editor.duplicate, editor.delete))
        )
        self.group.add(Panel(FRect(area.left - 14, area.top - 14, wide + 28, high + 28)))
        widgets, _ = presets_panel(look, words, area, screen.preset_list(), actions)
        self.group.add(*widgets)
        below = FRect(area.left, area.bottom + 12, area.width, 44)
        self.group.add(*screen.sharing_row(below, before=lambda: self.context.close(self)))
        done = Button(words("app.button.done"), self.back, kind="primary", icon="check")
        done.rect = FRect(area.left, below.bottom + gap, area.width, 48)
        self.group.add(done)
        if self.group.focus is None:
            self.group.set_focus(done)

    def confirm(self) -> None:
        self.back()
