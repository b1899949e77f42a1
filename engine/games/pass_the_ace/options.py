"""House rules of Pass the Ace and their presets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from engine.options import option


@dataclass(frozen=True, slots=True)
class PassTheAceOptions:
    """The house rules of Pass the Ace."""

    pack: Literal["goes_on", "shuffled"] = option("goes_on", rule="pass_the_ace.R12", group="dealing")
    dealer_cards: Literal["single", "best_of_three"] = option("single", rule="pass_the_ace.R4", group="dealing")
    dealer_swap: Literal["deck_or_neighbour", "deck_only"] = option(
        "deck_or_neighbour", rule="pass_the_ace.R9", group="playing", idle_with={"dealer_cards": ("best_of_three",)}
    )
    blocked: Literal["turn_over", "next_neighbour"] = option(
        "turn_over", rule="pass_the_ace.R7", group="playing", idle_with={"kung": ("ends_round",)}
    )
    announce: Literal["modi_and_dan", "silence"] = option("modi_and_dan", rule="pass_the_ace.R10", group="playing")
    ace: Literal["low", "high"] = option("low", rule="pass_the_ace.R1", group="special_cards")
    kings: Literal["when_asked", "at_once"] = option("when_asked", rule="pass_the_ace.R7", group="special_cards")
    king_may_swap: bool = option(True, rule="pass_the_ace.R7", group="special_cards", idle_with={"kings": ("at_once",)})
    kung: Literal["keeps", "costs_life", "ends_round"] = option("keeps", rule="pass_the_ace.R7", group="special_cards")
    drawn_king: Literal["kept", "refused"] = option("kept", rule="pass_the_ace.R9", group="special_cards")
    lucky_draw: Literal["dirty_dan", "others_lose"] = option(
        "dirty_dan", rule="pass_the_ace.R10", group="special_cards"
    )
    ties: Literal["all_lose", "cancel", "safe"] = option("all_lose", rule="pass_the_ace.R11", group="scoring")
    all_equal: Literal["all_lose", "nobody"] = option(
        "all_lose", rule="pass_the_ace.R11", group="scoring", idle_with={"ties": ("cancel", "safe")}
    )
    ace_costs: int = option(1, rule="pass_the_ace.R11", choices=(1, 2), group="scoring")
    lives: int = option(3, rule="pass_the_ace.R2", choices=(1, 2, 3, 4, 5), group="match")
    extra_life: Literal["none", "first", "everybody"] = option("none", rule="pass_the_ace.R15", group="match")
    double_game: Literal["everyone", "survivors_only", "replay", "draw", "off"] = option(
        "everyone", rule="pass_the_ace.R16", group="match"
    )


_ANCESTRAL = PassTheAceOptions(
    pack="shuffled", dealer_swap="deck_only", announce="silence", drawn_king="refused", double_game="replay"
)
"""House rules that nearly all ancestors of the game share."""

PRESETS: Mapping[str, PassTheAceOptions] = MappingProxyType(
    {
        "chase_the_ace": replace(_ANCESTRAL, kings="at_once"),
        "ranter_go_round": replace(_ANCESTRAL, double_game="off"),
        "screw_your_neighbor": replace(_ANCESTRAL, drawn_king="kept", ties="cancel"),
        "coucou": replace(
            _ANCESTRAL, dealer_swap="deck_or_neighbour", dealer_cards="best_of_three", all_equal="nobody"
        ),
        "gnav_style": replace(_ANCESTRAL, drawn_king="kept", kung="ends_round"),
        "kings_stay": PassTheAceOptions(king_may_swap=False, double_game="off"),
        "one_life": PassTheAceOptions(lives=1, dealer_swap="deck_only"),
    }
)
"""Relatives by the name their players give them (pagat.com/cuckoo; en.wikipedia: Ranter Go Round, Coucou, Gnav).

``kings_stay`` has the rules of a computer version.
"""
