"""Rule and key of a refusal, for the tests of every game's rules."""

from engine.game import Game
from engine.moves import Move
from scenes.text.catalogue import Words

_WORDS = Words("en")


def refusal_of(game: Game, move: Move | str) -> tuple[str, str]:
    """Return rule and key of the refusal of a move, and check that it has a text."""
    refusal = game.refusal(Move.parse(move) if isinstance(move, str) else move)
    assert refusal is not None, f"{move} is legal"
    assert any(f"{slug}.refusal.{refusal.key}" in _WORDS for slug in (game.slug, "game")), refusal.key
    return refusal.rule, refusal.key
