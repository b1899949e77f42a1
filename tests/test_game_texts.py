"""Texts of games that random matches don't reach; ``tests.test_catalogues`` checks the others, in every language."""

import pytest

from engine.games import GAMES
from scenes.text.catalogue import Words

RARE_NOTES = {
    "big_two": "demand.follow_quads demand.follow_straight_flush demand.only_pass_straight_flush said.straight_flush "
    "move.play refusal.wrong_count_straight_flush",
    "palacio": "demand.wait reason.stalled",
    "roped": "demand.wait reason.long reason.out_you",
}


@pytest.mark.parametrize("slug", GAMES)
def test_rare_notes_and_browsable_piles_have_texts(slug: str) -> None:
    keys = [*RARE_NOTES.get(slug, "").split(), *(f"pile.{kind}" for kind in GAMES[slug].browsable_piles)]
    words = Words("en")
    assert [key for key in keys if not any(f"{owner}.{key}" in words for owner in (slug, "game"))] == []
