"""Helpers of the tests of the rules pages."""

from typing import Any

import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.options import options_of
from scenes.text.rules_document import find_page_file, load_page

PAGES = {(language, slug): load_page(language, slug) for language in LANGUAGES for slug in GAMES}
TRANSLATED_PAGES = [key for key in PAGES if find_page_file(*key).parent.name == key[0]]
"""The languages and games of the rules pages that are not shown in English for want of a translation."""
EVERY_PAGE = pytest.mark.parametrize(("language", "slug"), TRANSLATED_PAGES)
EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def change_every_rule(slug: str) -> Any:
    """Return house rules of a game that all differ from the standard."""
    choices = options_of(GAMES[slug].Options)
    return GAMES[slug].Options(**{c.name: next(v for v in c.values if v != c.default) for c in choices})
