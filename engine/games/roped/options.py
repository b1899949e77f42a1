"""House rules of RoPeD and their presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.options import option


@dataclass(frozen=True, slots=True)
class RopedOptions:
    """The house rules of RoPeD."""

    hand: int = option(7, rule="roped.R2", group="dealing", choices=(7, 9, 10))
    """Number of cards dealt to each seat."""
    lower_card: Literal["rank", "value"] = option("rank", rule="roped.R4", group="dealing")
    starter: Literal["left_of_dealer", "dealer"] = option("left_of_dealer", rule="roped.R7", group="playing")
    block: Literal["set_due", "free"] = option("set_due", rule="roped.R10", group="playing")
    refill: Literal["any_two", "matching"] = option(
        "any_two",
        rule="roped.R13",
        group="playing",
        idle_with={"bluff_discards": (True,)},
        earlier_standards={2: "matching"},
    )
    bluff_discards: bool = option(False, rule="roped.R11", group="playing")
    blind_discard: bool = option(False, rule="roped.R13", group="playing")
    stock_end: Literal["reshuffle", "deal_ends"] = option("reshuffle", rule="roped.R12", group="playing")
    sets_per_turn: Literal["single", "any"] = option("single", rule="roped.R15", group="playing")
    add_cards: Literal["never", "own_sets", "any_set"] = option("never", rule="roped.R14", group="playing")
    corner: bool = option(False, rule="roped.R16", group="special_cards")
    lasso_ace: Literal["matching", "any"] = option("matching", rule="roped.R18", group="special_cards")
    answering_ace: bool = option(False, rule="roped.R18", group="special_cards")
    safe_flush: bool = option(False, rule="roped.R18", group="special_cards")
    bonus: int = option(100, rule="roped.R23", group="scoring", choices=(25, 50, 100))
    """Points for the first seat without cards."""
    last_round: Literal["at_once", "equal_turns"] = option("at_once", rule="roped.R23", group="scoring")
    mismatch_points: int = option(10, rule="roped.R22", group="scoring", choices=(0, 5, 10, 20))
    """Points lost per revealed mismatch."""
    mismatch_penalty: Literal["everyone", "discarder"] = option(
        "everyone", rule="roped.R22", group="scoring", idle_with={"mismatch_points": (0,)}
    )
    caught_card: Literal["stays", "returned"] = option("stays", rule="roped.R22", group="scoring")
    ace_in_hand: int = option(22, rule="roped.R25", group="scoring", choices=(2, 11, 22))
    target: int = option(500, rule="roped.R26", group="match", choices=(250, 500, 1000), idle_with={"deals": (1, 3, 5)})
    deals: int = option(0, rule="roped.R26", group="match", choices=(0, 1, 3, 5))
    """Number of deals of the match, instead of a target; 0 for none."""


PRESETS: Mapping[str, RopedOptions] = MappingProxyType(
    {
        "saloon": RopedOptions(
            bluff_discards=True,
            lasso_ace="any",
            answering_ace=True,
            mismatch_penalty="discarder",
            caught_card="returned",
        ),
        "quick_draw": RopedOptions(stock_end="deal_ends", sets_per_turn="any", deals=1),
        "by_the_letter": RopedOptions(lower_card="value", starter="dealer"),
        "bluffers": RopedOptions(bluff_discards=True, mismatch_penalty="discarder"),
        "wild_west": RopedOptions(lasso_ace="any", blind_discard=True, mismatch_penalty="discarder"),
        "short_ride": RopedOptions(starter="dealer", ace_in_hand=11, target=250),
    }
)
"""``by_the_letter`` follows the document's words most closely."""
