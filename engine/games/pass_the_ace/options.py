"""House rules of Pass the Ace and their presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.options import option


@dataclass(frozen=True, slots=True)
class PassTheAceOptions:
    """The house rules of Pass the Ace."""

    pack: Literal["goes_on", "shuffled"] = option("goes_on", rule="pass_the_ace.R12", group="dealing")
    dealer_cards: Literal["single", "best_of_three"] = option("single", rule="pass_the_ace.R4", group="dealing")
    dealer_swap: Literal["deck_or_neighbour", "deck_only"] = option(
        "deck_or_neighbour", rule="pass_the_ace.R9", group="playing"
    )
    blocked: Literal["turn_over", "next_neighbour"] = option("turn_over", rule="pass_the_ace.R7", group="playing")
    announce: Literal["modi_and_dan", "silence"] = option("modi_and_dan", rule="pass_the_ace.R10", group="playing")
    ace: Literal["low", "high"] = option("low", rule="pass_the_ace.R1", group="special_cards")
    kings: Literal["when_asked", "at_once"] = option("when_asked", rule="pass_the_ace.R7", group="special_cards")
    king_may_swap: bool = option(True, rule="pass_the_ace.R7", group="special_cards")
    kung: Literal["keeps", "costs_life", "ends_round"] = option("keeps", rule="pass_the_ace.R7", group="special_cards")
    drawn_king: Literal["kept", "refused"] = option("kept", rule="pass_the_ace.R9", group="special_cards")
    lucky_draw: Literal["dirty_dan", "others_lose"] = option(
        "dirty_dan", rule="pass_the_ace.R10", group="special_cards"
    )
    ties: Literal["all_lose", "cancel", "safe"] = option("all_lose", rule="pass_the_ace.R11", group="scoring")
    all_equal: Literal["all_lose", "nobody"] = option("all_lose", rule="pass_the_ace.R11", group="scoring")
    ace_costs: int = option(1, rule="pass_the_ace.R11", choices=(1, 2), group="scoring")
    lives: int = option(3, rule="pass_the_ace.R2", choices=(1, 2, 3, 4, 5), group="match")
    extra_life: Literal["none", "first", "everybody"] = option("none", rule="pass_the_ace.R15", group="match")
    double_game: Literal["everyone", "survivors_only", "replay", "draw", "off"] = option(
        "everyone", rule="pass_the_ace.R16", group="match"
    )


PRESETS: Mapping[str, PassTheAceOptions] = MappingProxyType(
    {
        "cuckoo": PassTheAceOptions(dealer_swap="deck_only", double_game="survivors_only"),
        "kings_stay": PassTheAceOptions(king_may_swap=False, double_game="off"),
        "one_life": PassTheAceOptions(lives=1, dealer_swap="deck_only"),
    }
)
"""``cuckoo`` has the most common rules of the game's ancestors, ``kings_stay`` those of a computer version."""
