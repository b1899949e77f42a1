"""House rules of Pass the Ace and their presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.options import option


@dataclass(frozen=True, slots=True)
class PassTheAceOptions:
    """The house rules of Pass the Ace."""

    lives: int = option(3, rule="pass_the_ace.R2", choices=(1, 2, 3, 4, 5))
    dealer_swap: Literal["deck_or_neighbour", "deck_only"] = option("deck_or_neighbour", rule="pass_the_ace.R9")
    king_may_swap: bool = option(True, rule="pass_the_ace.R7")
    double_game: Literal["everyone", "survivors_only", "off"] = option("everyone", rule="pass_the_ace.R16")


PRESETS: Mapping[str, PassTheAceOptions] = MappingProxyType(
    {
        "cuckoo": PassTheAceOptions(dealer_swap="deck_only", double_game="survivors_only"),
        "kings_stay": PassTheAceOptions(king_may_swap=False, double_game="off"),
        "one_life": PassTheAceOptions(lives=1, dealer_swap="deck_only"),
    }
)
"""``cuckoo`` has the most common rules of the game's ancestors, ``kings_stay`` those of a computer version."""
