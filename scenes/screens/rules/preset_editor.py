"""Saving, renaming, duplicating and deleting the player's own presets of house rules, with undo."""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from engine.options import is_name_character
from engine.profile.presets import CustomPresets, Preset, clean_name
from engine.profile.rules_file import MAX_PRESET_NAME_LENGTH
from scenes.screens.rules.presets_panel import PresetActions, PresetList, presets_panel
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogParagraph
from scenes.shell.screen import MARGIN
from scenes.shell.text_input_dialog import TextInputDialog
from scenes.shell.undo_history import UndoHistory
from scenes.text.option_texts import preset_name
from scenes.ui.boxes import Centered, Column, Row
from scenes.ui.widgets import Button, Panel


class PresetScreen(Protocol):
    """Interface of the house rules screen for the preset editor."""

    slug: str
    options: Any
    presets: CustomPresets
    history: UndoHistory

    def refresh_and_reveal_preset(self) -> None:
        """Describe the house rules screen anew, and scroll to the active preset."""

    def preset_list(self) -> PresetList:
        """Return the content of the panel with house rule presets."""

    def choose_preset(self, preset: Preset) -> None:
        """Replace the house rules by those of a preset."""

    def sharing_row(self, before_action: Callable[[], None]) -> Row:
        """Return the buttons to save, import and export house rules; each first calls ``before_action``."""

    @property
    def is_uncovered(self) -> bool:
        """Whether the house rules screen is on top."""


class PresetEditor:
    """Saves, renames, duplicates and deletes presets of house rules."""

    def __init__(self, context: Context, screen: PresetScreen) -> None:
        self.context = context
        self.screen = screen
        self.suggested_name = ""
        """Suggested name for the current rules: that of the rules saved, renamed, copied or imported last."""

    def _note_undo(self, step: str, name: str, revert: Callable[[], None]) -> None:
        self.screen.history.add(self.context.words(f"app.preset.step.{step}", name=name), revert)

    def _report_done(self, what: str, name: str, icon: str) -> None:
        self.context.show_toast(f"app.preset.done.{what}", icon, name=name)
        self.screen.refresh_and_reveal_preset()

    def open_dialog(self) -> None:
        """Open the house rule presets in a dialog, for a small canvas."""
        self.context.open(PresetDialog(self.context, self.screen, self))

    # --- saving -----------------------------------------------------------------------------------------------------

    def ask_name_and_save(self) -> None:
        """Ask for a name, then save the house rules as a preset."""
        screen, words = self.screen, self.context.words
        own = next((preset for preset in screen.presets.presets if preset.options == screen.options), None)
        self.context.open(
            TextInputDialog(
                self.context,
                words("app.preset.save.title"),
                [DialogParagraph(words("app.preset.save.text"))],
                text=own.name if own else self.suggested_name,
                accept_label=words("app.preset.save.name"),
                on_accept=self._save_as,
                max_length=MAX_PRESET_NAME_LENGTH,
                is_allowed=is_name_character,
                make_note=self._replace_warning,
            )
        )

    def _replace_warning(self, name: str) -> str:
        there = self.screen.presets.find(clean_name(name))
        return self.context.words("app.preset.save.replaces", name=there.name) if there else ""

    def _save_as(self, typed_name: str) -> None:
        presets, name = self.screen.presets, clean_name(typed_name)
        if not name:
            return
        existing = presets.find(name)
        if existing is None:
            saved = presets.add(name, self.screen.options)
            self._note_undo("save", saved.name, partial(self._remove, saved))
        else:
            saved = existing._replace(options=self.screen.options)
            presets.save(saved)
            self._note_undo("save", saved.name, partial(self._restore, existing))
        self.suggested_name = saved.name
        self._report_done("replaced" if existing else "saved", saved.name, "save")

    # --- own presets ------------------------------------------------------------------------------------------------

    def ask_name_and_rename(self, preset: Preset) -> None:
        """Ask for a new name of one of the player's own presets."""
        words, presets = self.context.words, self.screen.presets

        def note(name: str) -> str:
            existing = presets.find(clean_name(name))
            if existing is None or existing == preset:
                return ""
            return words("app.preset.save.again", name=existing.name, free=presets.unused_name(clean_name(name)))

        self.context.open(
            TextInputDialog(
                self.context,
                words("app.preset.rename.title"),
                (),
                text=preset.name,
                accept_label=words("app.preset.rename.name"),
                on_accept=partial(self._rename, preset),
                max_length=MAX_PRESET_NAME_LENGTH,
                is_allowed=is_name_character,
                make_note=note,
            )
        )

    def _rename(self, preset: Preset, typed_name: str) -> None:
        if not clean_name(typed_name) or preset not in self.screen.presets.presets:
            return
        renamed = self.screen.presets.rename(preset, typed_name)
        self._note_undo("rename", preset.name, partial(self._rename_back, renamed, preset.name))
        self.suggested_name = renamed.name
        self._report_done("renamed", renamed.name, "pencil")

    def _rename_back(self, preset: Preset, name: str) -> None:
        self.screen.presets.rename(preset, name)

    def duplicate(self, preset: Preset) -> None:
        """Copy a built-in or own preset of house rules to a new own one."""
        name = preset_name(self.context.words, self.screen.slug, preset)
        made = self.screen.presets.add(name, preset.options)
        self._note_undo("duplicate", name, partial(self._remove, made))
        self.suggested_name = made.name
        self._report_done("saved", made.name, "copy")

    def delete(self, preset: Preset) -> None:
        """Delete one of the player's own presets. Undo restores it."""
        self.screen.presets.remove(preset)
        self._note_undo("delete", preset.name, partial(self._restore, preset))
        self._report_done("deleted", preset.name, "bin")

    def _remove(self, preset: Preset) -> None:
        there = next((one for one in self.screen.presets.presets if one.path == preset.path), None)
        if there is not None:
            self.screen.presets.remove(there)

    def _restore(self, preset: Preset) -> None:
        self.screen.presets.save(preset)


class PresetDialog(Dialog):
    """Dialog with the presets of house rules, for a small canvas."""

    def __init__(self, context: Context, screen: PresetScreen, editor: PresetEditor) -> None:
        super().__init__(context, context.words("app.preset.title"), (), ())
        self.screen = screen
        self.editor = editor
        self.first_focus_key = "done"

    def compose(self) -> Centered:
        renderer, words, screen, editor = self.renderer, self.context.words, self.screen, self.editor

        def then_reopen(act: Callable[[Preset], None], preset: Preset) -> None:
            self.context.close(self)
            act(preset)
            if screen.is_uncovered:
                self.context.open(self)

        actions = PresetActions(
            *(
                partial(then_reopen, act)
                for act in (screen.choose_preset, editor.ask_name_and_rename, editor.duplicate, editor.delete)
            )
        )
        gap = renderer.row_gap(10)
        done = Button(words("app.button.done"), self.back, kind="primary", icon="check")
        panel = Column(
            presets_panel(renderer, words, screen.preset_list(), actions).with_layout(grow=1, shrink_order=1),
            screen.sharing_row(before_action=lambda: self.context.close(self)).with_layout(margin=(0, 12, 0, gap)),
            done.with_layout("done", height=48),
            padding=14,
            background=Panel(),
        )
        width, height = min(588.0, renderer.width - 2 * MARGIN), min(458.0, renderer.height - 2 * MARGIN)
        return Centered(panel.with_layout(width=width, height=height))

    def confirm(self) -> None:
        self.back()
