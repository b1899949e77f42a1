"""Stub of a new game: small, playable files in English, written where missing, and its entries in the registers."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from engine.languages import SOURCE_LANGUAGE

STUB_FOLDER = Path(__file__).with_name("stub")
TEMPLATE_BY_PATH: Mapping[str, str] = {
    "engine/games/@SLUG@/__init__.py": "init.py.txt",
    "engine/games/@SLUG@/options.py": "options.py.txt",
    "engine/games/@SLUG@/game.py": "game.py.txt",
    "scenes/table/layouts/@SLUG@.py": "layout.py.txt",
    "tests/games/test_@SLUG@.py": "test.py.txt",
    "tests/games/@SLUG@.py": "positions.py.txt",
    "tests/games/facts/@SLUG@.py": "specimen.py.txt",
    "assets/rules/en/@SLUG@.md": "rules_en.md",
    "assets/emblems/@SLUG@.svg": "emblem.svg",
    "assets/lessons/@SLUG@.toml": "lesson.toml",
}
"""File of a game -> its stub; the stubs of its texts are in ``texts.toml``."""
GAMES_REGISTER = "engine/games/__init__.py"
LAYOUTS_REGISTER = "scenes/table/layouts/__init__.py"


class GameStub:
    """The stub of one new game.

    Args:
        root: folder of the program.
        slug: the game's slug, such as ``crazy_eights``.
        title: title of the game in English.
    """

    def __init__(self, root: Path, slug: str, title: str = "") -> None:
        self.root = root
        self.slug = slug
        self.title = title or slug.replace("_", " ").title()
        self.class_name = "".join(word.capitalize() for word in slug.split("_"))

    def fill_in(self, text: str) -> str:
        """Fill the game's names into a text of the stub."""
        return text.replace("@SLUG@", self.slug).replace("@CLASS@", self.class_name).replace("@TITLE@", self.title)

    def files(self) -> dict[Path, str]:
        """Return every file of the game -> the stub's content."""
        return {
            self.root / self.fill_in(file): self.fill_in((STUB_FOLDER / name).read_text(encoding="utf-8"))
            for file, name in TEMPLATE_BY_PATH.items()
        }

    def texts(self) -> dict[str, str]:
        """Return every key of the game's texts -> the stub's text in English, the only language of a new game."""
        raw = tomllib.loads(self.fill_in((STUB_FOLDER / "texts.toml").read_text(encoding="utf-8")))
        return {f"{self.slug}.{key}": text for key, text in raw.items()}

    def catalogue(self, language: str) -> Path:
        """Return the path of the game's catalogue in a language."""
        texts, source = self.root / "assets" / "texts", language == SOURCE_LANGUAGE
        return texts / "templates" / f"{self.slug}.pot" if source else texts / language / f"{self.slug}.po"

    def write(self) -> list[Path]:
        """Write missing files and register the game; return the changed files."""
        written = []
        for file, text in self.files().items():
            if not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="\n")
                written.append(file)
        template = self.catalogue(SOURCE_LANGUAGE)
        if not template.exists():
            entries = [catalogue_entry(key, text) for key, text in self.texts().items()]
            template.write_text("\n".join(entries), encoding="utf-8", newline="\n")
            written.append(template)
        return written + self.register()

    def register(self) -> list[Path]:
        """Add the game to both registers, after the others; return the changed files."""
        layout = f"{self.slug}.LAYOUT"
        games = self._add_to_register(
            GAMES_REGISTER, f'"{self.slug}": "{self.class_name}"', r'^( +)"\w+": "\w+",\n(?=\}$)'
        )
        layouts = self._add_to_register(LAYOUTS_REGISTER, layout, r"^( +)[\w.]+,\n(?= +\)$)")
        for file in layouts:
            text = file.read_text(encoding="utf-8")
            lines = re.findall(r"(?<=\n)    \w+,(?=\n)", text)
            text = text.replace("\n".join(lines), "\n".join(sorted([*lines, f"    {self.slug},"])), 1)
            file.write_text(text, encoding="utf-8", newline="\n")
        return [*games, *layouts]

    def _add_to_register(self, name: str, listed: str, last: str) -> list[Path]:
        """Add the game at the end of a register; the pattern ``last`` matches the list's last line and its
        indentation."""
        file = self.root / name
        text = file.read_text(encoding="utf-8")
        if re.search(rf"^ +{re.escape(listed)},$", text, re.M):
            return []
        found = list(re.finditer(last, text, re.M))[-1]
        text = f"{text[: found.end()]}{found[1]}{listed},\n{text[found.end() :]}"
        file.write_text(text, encoding="utf-8", newline="\n")
        return [file]


def catalogue_entry(key: str, text: str) -> str:
    quoted = text.replace("\\", r"\\").replace('"', r"\"")
    return f'msgctxt "{key}"\nmsgid "{quoted}"\nmsgstr ""\n'
