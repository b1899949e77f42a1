"""Shared tools of the tests of the rules pages and their reader."""

from typing import Any

import pytest

from engine.games import GAMES
from engine.options import options_of
from scenes.reader.document import load
from scenes.text.words import LANGUAGES

PAGES = {(language, slug): load(language, slug) for language in LANGUAGES for slug in GAMES}
EVERY = pytest.mark.parametrize(("language", "slug"), PAGES)
GAME = pytest.mark.parametrize("slug", GAMES)


def changed(slug: str) -> Any:
    """House rules of a game that all differ from the standard."""
    choices = options_of(GAMES[slug].Options)
    return GAMES[slug].Options(**{c.name: next(v for v in c.values if v != c.default) for c in choices})
