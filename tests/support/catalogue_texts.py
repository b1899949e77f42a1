"""Catalogue texts, for tests of the translations."""

import string
from functools import cache

from engine import languages
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
