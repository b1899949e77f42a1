"""Text keys that stand in for missing ones: texts of all games, and general texts for special notes."""

from collections.abc import Iterator

SHARED_TEXTS = "game"
"""First component of the keys of the texts for all games, in place of a game's slug."""
_ADDRESSING_SUFFIX = "_you"
"""End of the keys of texts that address the player."""


def shared_key(key: str) -> str:
    """Return the key of the text for all games that stands in for a game's text.

    >>> shared_key("big_two.pile.stock")
    'game.pile.stock'
    """
    return f"{SHARED_TEXTS}.{key.partition('.')[2]}"


def general_names(name: str) -> Iterator[str]:
    """Yield the name of a note's text and those that stand in for it, each shorter by its last word.

    A text that addresses the player has no shorter one, as its verb has another form.

    >>> list(general_names("only_pass_pair")), list(general_names("last_card_you"))
    (['only_pass_pair', 'only_pass', 'only'], ['last_card_you'])
    """
    while name:
        yield name
        name = "" if name.endswith(_ADDRESSING_SUFFIX) else name.rpartition("_")[0]
