"""Every note of a game has a text with all its placeholders in every language."""

import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from scenes.text.catalogue import Words
from tests.support.cached_notes import notes_of


@pytest.mark.parametrize("slug", GAMES)
def test_every_note_in_random_matches_has_text(slug: str) -> None:
    notes = notes_of(slug)
    assert {"demand", "move", "said", "refusal", "reason"} <= {part for part, _ in notes}
    for language in LANGUAGES:
        words = Words(language)
        for part, note in notes:
            text = words.note_text(slug, part, note)
            assert "{" not in text and f"{slug}." not in text and "game." not in text, (language, part, text)
