"""House rules of Big Two and their presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.options import option


@dataclass(frozen=True, slots=True)
class BigTwoOptions:
    """House rules of Big Two."""

    pass_rule: Literal["re_enter", "locked_out"] = option("re_enter", rule="big_two.R5")
    flush_compare: Literal["top_card", "all_ranks_then_suit", "suit_first"] = option("top_card", rule="big_two.R12")
    open_with_3d: Literal["single", "any_hand_containing"] = option("single", rule="big_two.R2")
    scoring: Literal["linear", "hk"] = option("linear", rule="big_two.R15")
    match: int = option(5, rule="big_two.R15", choices=(1, 5, 10))
    four_plus_one: bool = option(False, rule="big_two.R14")


PRESETS: Mapping[str, BigTwoOptions] = MappingProxyType(
    {
        "hong_kong": BigTwoOptions(scoring="hk"),
        "parlour": BigTwoOptions(scoring="hk", open_with_3d="any_hand_containing", four_plus_one=True),
        "no_way_back": BigTwoOptions(pass_rule="locked_out", match=10),
    }
)
