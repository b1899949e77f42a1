"""Presets, which are named house rules: the built-in ones of a game, and the player's own, one file each.

The files are in ``presets/`` of the profile. They contain game and name, so that any file name works, also for a copied
file.
"""

import unicodedata
from pathlib import Path
from typing import Any, NamedTuple

from engine.game import Game
from engine.options import collapse_spaces, is_name_character
from engine.profile.rules_file import MAX_PRESET_NAME_LENGTH, SCHEMA, RulesError, from_text, to_text
from engine.profile.safe_reading import MAX_SMALL_FILE_BYTES
from engine.profile.storage import Notice, Profile
from engine.profile.toml_edit import edit_values
from engine.sanitise import sanitise
from engine.schemas import format_in_text

MAX_TOTAL_LENGTH = 262_144
"""Maximum number of characters of all preset files together, enough for a thousand; further files are not read."""
STANDARD_PRESET = "standard"
"""Name of the built-in preset with the standard rules."""


class Preset(NamedTuple):
    """A named set of house rules for a game."""

    name: str
    """Text key of a built-in preset; the typed name of an own preset."""
    options: Any
    path: Path | None = None
    """File of an own preset; None for a built-in one."""


def built_in_presets(game: type[Game]) -> tuple[Preset, ...]:
    """Return the built-in house rule presets of a game, the standard first."""
    named = (Preset(name, options) for name, options in game.presets.items())
    return (Preset(STANDARD_PRESET, game.Options()), *named)


def clean_name(name: str) -> str:
    """Clean a preset's typed name: drop unprintable characters, collapse spaces, cut to the maximum length.

    >>> clean_name("  Aunt   Bia’s <house> \\n"), clean_name("x" * 50) == "x" * 28
    ('Aunt Bia’s house', True)
    """
    shown = "".join(char if is_name_character(char) else " " if char.isspace() else "" for char in name)
    return collapse_spaces(shown)[:MAX_PRESET_NAME_LENGTH].strip()


class CustomPresets:
    """The player's own house rule presets for one game."""

    def __init__(self, profile: Profile, slug: str) -> None:
        self.profile = profile
        self.slug = slug
        self.presets: list[Preset] = []
        """Own presets, sorted by name."""

    @property
    def folder(self) -> Path:
        """Folder of the player's preset files."""
        return self.profile.folder / "presets"

    def load(self) -> None:
        """Read the own presets from their files, which the player may have changed; report each bad file once.

        An unusable file stays untouched; a partly usable one is backed up.
        """
        self.presets = []
        remaining_length, paths = MAX_TOTAL_LENGTH, self.profile.list_toml_files(self.folder)
        for index, path in enumerate(paths):
            if remaining_length <= 0:
                placeholders = {"file": self.folder.name, "n": len(paths) - index}
                self.profile.report_once(self.folder, Notice("notice.too_many_files", placeholders))
                break
            text = self.profile.read_untouched(path, MAX_SMALL_FILE_BYTES)
            remaining_length -= len(text) if isinstance(text, str) else 1
            if not isinstance(text, str):
                if text:
                    self.profile.report_once(path, text)
                continue
            try:
                loaded = from_text(text, self.profile.games, path.name)
            except RulesError as error:
                self.profile.report_once((path, text), error.notice)
                continue
            if loaded.slug != self.slug:
                continue
            if loaded.notices:
                self.profile.back_up(path, *loaded.notices)
            name = loaded.name or clean_name(path.stem) or sanitise(path.name, MAX_PRESET_NAME_LENGTH)
            self.presets.append(Preset(name, loaded.options, path))
        self._sort()

    def _sort(self) -> None:
        self.presets.sort(key=lambda preset: (ascii_slug(preset.name), preset.name))

    def find(self, name: str) -> Preset | None:
        """Return the player's own preset with this name, ignoring case; None if there is none."""
        return next((preset for preset in self.presets if preset.name.casefold() == name.casefold()), None)

    def unused_name(self, name: str) -> str:
        """Return a preset's name, with a number appended if an own preset already has it."""
        number, candidate = 2, name
        while self.find(candidate):
            ending = f" {number}"
            candidate = name[: MAX_PRESET_NAME_LENGTH - len(ending)].rstrip() + ending
            number += 1
        return candidate

    def add(self, name: str, options: Any) -> Preset:
        """Add a preset, with a number appended to its name if that is in use; return it."""
        name = clean_name(name)
        preset = Preset(self.unused_name(name), options, self._new_path(name))
        self.save(preset)
        return preset

    def save(self, preset: Preset) -> None:
        """Write a preset to its file and into the list, replacing the old one; also undoes ``remove``."""
        assert preset.path is not None
        self.presets = [other for other in self.presets if other.path != preset.path] + [preset]
        self._sort()
        self.profile.write(preset.path, to_text(self.slug, preset.options, preset.name), SCHEMA)

    def rename(self, preset: Preset, name: str) -> Preset:
        """Rename a preset and keep everything else in its file; return it."""
        assert preset.path is not None
        self.presets.remove(preset)
        renamed = preset._replace(name=self.unused_name(clean_name(name)))
        self.presets.append(renamed)
        self._sort()
        old = self.profile.read_for_update(preset.path) or ""
        text = edit_values(old, {"name": renamed.name}) if format_in_text(old) == SCHEMA.current_format else None
        if text is None:
            self.save(renamed)
        else:
            self.profile.write(preset.path, text, SCHEMA)
        return renamed

    def remove(self, preset: Preset) -> None:
        """Delete a preset; ``save`` restores it."""
        assert preset.path is not None
        self.presets.remove(preset)
        self.profile.remove(preset.path)

    def _new_path(self, name: str) -> Path:
        """Return an unused path for a preset's file, with a name that is valid on every system."""
        stem = f"{self.slug}-{ascii_slug(name)}".rstrip("-")
        number, path = 2, self.folder / f"{stem}.toml"
        taken = {preset.path for preset in self.presets} | set(self.profile.list_toml_files(self.folder))
        while path in taken:
            path = self.folder / f"{stem}-{number}.toml"
            number += 1
        return path


def ascii_slug(name: str) -> str:
    """Reduce a name to lower-case ASCII letters, digits and hyphens.

    >>> ascii_slug("Casa da tia Bia, às 8"), ascii_slug("’’")
    ('casa-da-tia-bia-as-8', '')
    """
    letters = unicodedata.normalize("NFKD", name).casefold()
    kept = (char if char.isascii() and char.isalnum() else " " if char in " -,_" else "" for char in letters)
    return "-".join("".join(kept).split())
