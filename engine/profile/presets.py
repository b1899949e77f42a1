"""Presets, that is named house rules: those that come with a game, and the player's own, one file each.

The files are in ``presets/`` of the profile. File names don't matter; game and name are inside, so a friend's file can
simply be dropped in.
"""

import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from engine.formats import said_in
from engine.game import Game
from engine.options import tidy, writable
from engine.printable import printable
from engine.profile.reading import LARGEST
from engine.profile.rules_file import LONGEST_NAME, SCHEMA, RulesError, from_text, to_text
from engine.profile.storage import Notice, Profile
from engine.profile.toml_edit import edited

MOST_TOGETHER = 262_144
"""Maximum number of characters of all preset files together: a thousand presets as the program writes them. Further
files are not read."""
STANDARD = "standard"
"""Name of the preset without changes."""


class Preset(NamedTuple):
    """Named house rules."""

    name: str
    """A text key for a shipped preset; what the player typed for an own one."""
    options: Any
    path: Path | None = None
    """File of an own preset; None for a shipped one."""


def shipped(game: type[Game]) -> tuple[Preset, ...]:
    """The presets that come with a game, the standard first."""
    named = (Preset(name, options) for name, options in game.presets.items())
    return (Preset(STANDARD, game.Options()), *named)


def clean_name(name: str) -> str:
    """Clean a typed name: drop unprintable characters, collapse spaces, cut to the maximum length.

    >>> clean_name("  Aunt   Bia’s <house> \\n"), clean_name("x" * 50) == "x" * 28
    ('Aunt Bia’s house', True)
    """
    shown = "".join(char if writable(char) else " " if char.isspace() else "" for char in name)
    return tidy(shown)[:LONGEST_NAME].strip()


class Presets:
    """The player's own presets for one game."""

    def __init__(self, profile: Profile, slug: str) -> None:
        self.profile = profile
        self.slug = slug
        self.own: list[Preset] = []
        """Own presets, sorted by name."""
        self._reported: set[tuple[Path, str]] = set()
        """Bad files already reported, with their text."""

    @property
    def folder(self) -> Path:
        """The folder with the preset files."""
        return self.profile.folder / "presets"

    def load(self) -> list[Notice]:
        """Read the files again, since another window or the player may have changed them.

        Each bad file is reported once. An unusable file stays untouched; a partly usable one is copied first.
        """
        reported: list[Notice] = []
        self.own = []
        left, paths = MOST_TOGETHER, self.profile.listed(self.folder)
        for number, path in enumerate(paths):
            if left <= 0:
                figures = {"file": self.folder.name, "n": len(paths) - number}
                reported += self._once(self.folder, "", [Notice("notice.too_many_files", figures)])
                break
            text = self.profile.look(path, LARGEST)
            left -= len(text) if isinstance(text, str) else 1
            if not isinstance(text, str):
                reported += self._once(path, "", [text] if text else [])
                continue
            try:
                found = from_text(text, self.profile.games, path.name)
            except RulesError as error:
                reported += self._once(path, text, [error.notice])
                continue
            if found.slug != self.slug:
                continue
            if found.notices:
                reported += self._once(path, text, [*found.notices, *self.profile.keep(path)])
            name = found.name or clean_name(path.stem) or printable(path.stem, LONGEST_NAME)
            self.own.append(Preset(name, found.options, path))
        self._sort()
        return reported

    def _once(self, path: Path, text: str, notices: Iterable[Notice]) -> list[Notice]:
        if (path, text) in self._reported:
            return []
        self._reported.add((path, text))
        return list(notices)

    def _sort(self) -> None:
        self.own.sort(key=lambda preset: (ascii_slug(preset.name), preset.name))

    def named(self, name: str) -> Preset | None:
        """The own preset with this name, ignoring case; None if there is none."""
        return next((preset for preset in self.own if preset.name.casefold() == name.casefold()), None)

    def free(self, name: str) -> str:
        """The name, with a number appended if an own preset already has it."""
        number, free = 2, name
        while self.named(free):
            ending = f" {number}"
            free = name[: LONGEST_NAME - len(ending)].rstrip() + ending
            number += 1
        return free

    def add(self, name: str, options: Any) -> tuple[Preset, list[Notice]]:
        """Add a preset; if its name is taken, a number is appended."""
        name = clean_name(name)
        preset = Preset(self.free(name), options, self._new_path(name))
        return preset, self.put(preset)

    def put(self, preset: Preset) -> list[Notice]:
        """Write a preset to its file and into the list, replacing the old one; also used to undo."""
        assert preset.path is not None
        self.own = [other for other in self.own if other.path != preset.path] + [preset]
        self._sort()
        return self.profile.write(preset.path, to_text(self.slug, preset.options, preset.name), SCHEMA)

    def rename(self, preset: Preset, name: str) -> tuple[Preset, list[Notice]]:
        """Rename a preset; everything else in its file stays."""
        assert preset.path is not None
        self.own.remove(preset)
        renamed = preset._replace(name=self.free(clean_name(name)))
        self.own.append(renamed)
        self._sort()
        old = self.profile.read(preset.path)[0] or ""
        text = edited(old, {"name": renamed.name}) if said_in(old) == SCHEMA.known else None
        if text is None:
            return renamed, self.put(renamed)
        return renamed, self.profile.write(preset.path, text, SCHEMA)

    def remove(self, preset: Preset) -> list[Notice]:
        """Delete a preset; ``put`` restores it."""
        assert preset.path is not None
        self.own.remove(preset)
        return self.profile.remove(preset.path)

    def _new_path(self, name: str) -> Path:
        """An unused path whose name works on every system."""
        stem = f"{self.slug}-{ascii_slug(name)}".rstrip("-")
        number, path = 2, self.folder / f"{stem}.toml"
        taken = {preset.path for preset in self.own} | set(self.profile.listed(self.folder))
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
