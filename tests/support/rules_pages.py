"""Helpers of the tests of the rules pages."""

from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.options import options_of
from scenes.screens.rulebook.document import load_page

_ROOT = Path(__file__).resolve().parents[2]
PAGES = {(language, slug): load_page(language, slug) for language in LANGUAGES for slug in GAMES}
EVERY_PAGE = pytest.mark.parametrize(("language", "slug"), PAGES)
EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def paragraph(language: str, slug: str, anchor: str) -> str:
    """Return the text of a rule (``R18``) or a house rule on the rules page, in one line."""
    page = (_ROOT / "assets" / "rules" / language / f"{slug}.md").read_text(encoding="utf-8")
    _, _, after = page.partition(f'<a id="{anchor}"></a>')
    return " ".join(after.partition("\n\n")[0].replace("*", "").split())


def change_every_rule(slug: str) -> Any:
    """Return house rules of a game that all differ from the standard."""
    choices = options_of(GAMES[slug].Options)
    return GAMES[slug].Options(**{c.name: next(v for v in c.values if v != c.default) for c in choices})
