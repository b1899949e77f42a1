"""Catalogue texts, for tests of the translations."""

from functools import cache

from engine import languages
from tests.support.scripts import script

make_texts = script("make_texts")


@cache
def texts_by_key(language: str) -> dict[str, str]:
    """Return key -> text. A plural's forms have the key followed by ``.one`` and ``.other``."""
    found: dict[str, str] = make_texts.texts_by_key(languages.TEXTS_FOLDER, language)
    return found
