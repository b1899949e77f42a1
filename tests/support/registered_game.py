"""Registers a game for tests only, with its texts."""

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo, write_mo

from engine import languages
from engine.catalogue_file import read_catalogue
from engine.game import Game
from engine.games import CLASSES
from engine.languages import SOURCE_LANGUAGE
from engine.online.guest import known_texts
from scenes.table import table as table_module
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.layout import TableLayout
from tests.support.catalogue_texts import make_texts


def register_game(
    monkeypatch: pytest.MonkeyPatch, folder: Path, game: type[Game], layout: TableLayout, texts: Mapping[str, str]
) -> None:
    """Register a game until the test ends.

    Args:
        monkeypatch: undoes the registration.
        folder: a folder for copies of the catalogues.
        game: the game.
        layout: layout of its table.
        texts: its English texts, by their keys below its slug.
    """
    copied = folder / "texts"
    shutil.copytree(languages.TEXTS_FOLDER, copied)
    blocks = [f'msgctxt "{game.slug}.{key}"\nmsgid "{text}"\nmsgstr ""\n' for key, text in texts.items()]
    (copied / f"templates/{game.slug}.pot").write_text("\n".join(blocks), encoding="utf-8")
    compiled = copied / f"{make_texts.SOURCE}.mo"
    with compiled.open("rb") as stream:
        catalogue = read_mo(stream)
    for key, text in texts.items():
        catalogue.add(f"{game.slug}.{key}", text)
    with compiled.open("wb") as stream:
        write_mo(stream, catalogue)
    monkeypatch.setattr(languages, "TEXTS_FOLDER", copied)
    monkeypatch.setattr(known_texts, "_source_catalogue", lambda: read_catalogue(SOURCE_LANGUAGE))
    known_texts.find_placeholders.cache_clear()
    monkeypatch.setitem(CLASSES, game.slug, game.__name__)
    monkeypatch.setitem(sys.modules, f"engine.games.{game.slug}", sys.modules[game.__module__])
    monkeypatch.setattr(table_module, "LAYOUTS", {**LAYOUTS, game.slug: layout})
