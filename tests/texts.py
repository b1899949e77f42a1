"""The catalogues as those who translate see them."""

from functools import cache

from scenes import words
from tests.scripts import script

make_texts = script("make_texts")


@cache
def flat(language: str) -> dict[str, str]:
    """Key -> text; a plural's forms under the key with ``.one`` and ``.other`` behind it."""
    found: dict[str, str] = make_texts.flat(words.TEXTS, language)
    return found
