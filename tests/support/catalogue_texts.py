"""Catalogue texts and missing keys, for tests of the translations."""

import string
from collections.abc import Iterable, Mapping
from functools import cache

from engine import languages, options, text_keys
from engine.game import Game
from scenes.text import catalogue
from tests.support.scripts import script

make_texts = script("make_texts")


@cache
def texts_by_key(language: str) -> dict[str, str]:
    """Return key -> text, without untranslated texts.

    A plural's forms have the key followed by ``.one`` and ``.other``.
    """
    return {key: text for key, text in make_texts.texts_by_key(languages.TEXTS_FOLDER, language).items() if text}


def placeholders_of(text: str) -> set[str]:
    """Return the names of a text's placeholders."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def missing_keys(game: type[Game], language: str, parts: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a game's keys without a text: those of its house rules, and those in ``parts`` (section -> keys)."""
    keys = [f"{part}.{key}" for part, part_keys in parts.items() for key in part_keys]
    for choice in options.options_of(game.Options):
        keys += [f"option.{choice.name}.{part}" for part in ("name", "help", "more")]
        keys += [f"option.{choice.name}.value.{value}" for value in choice.values if isinstance(value, str)]
    known = catalogue.Words(language)
    return [key for key in keys if not any(f"{game.slug}.{name}" in known for name in text_keys.general_names(key))]
