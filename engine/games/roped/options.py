"""House rules of RoPeD and their presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.options import option


@dataclass(frozen=True, slots=True)
class RopedOptions:
    """The house rules of RoPeD."""

    starter: Literal["left_of_dealer", "dealer"] = option("left_of_dealer", rule="roped.R7", group="playing")
    bluff_discards: bool = option(False, rule="roped.R11", group="playing")
    blind_discard: bool = option(False, rule="roped.R13", group="playing")
    lasso_ace: Literal["matching", "any"] = option("matching", rule="roped.R18", group="special_cards")
    mismatch_penalty: Literal["everyone", "discarder"] = option("everyone", rule="roped.R22", group="scoring")
    ace_in_hand: int = option(22, rule="roped.R25", group="scoring", choices=(2, 11, 22))
    target: int = option(500, rule="roped.R26", group="match", choices=(250, 500))


PRESETS: Mapping[str, RopedOptions] = MappingProxyType(
    {
        "bluffers": RopedOptions(bluff_discards=True, mismatch_penalty="discarder"),
        "wild_west": RopedOptions(lasso_ace="any", blind_discard=True, mismatch_penalty="discarder"),
        "short_ride": RopedOptions(starter="dealer", ace_in_hand=11, target=250),
    }
)
