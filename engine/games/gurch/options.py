"""House rules of Gurch and their presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.options import option


@dataclass(frozen=True, slots=True)
class GurchOptions:
    """The house rules of Gurch."""

    benchmark: Literal["current", "lead"] = option("current", rule="gurch.R16")
    equal_and_sacrifice: bool = option(False, rule="gurch.R18")
    vote_rule: Literal["plurality", "strict_majority"] = option("plurality", rule="gurch.R9")
    tie_break: Literal["minigame", "split"] = option("minigame", rule="gurch.R24")
    swap_exhaustion: Literal["reshuffle", "limit"] = option("reshuffle", rule="gurch.R12")
    loser_pays: bool = option(False, rule="gurch.R23")
    target: int = option(50, rule="gurch.R23", choices=(0, 50, 100))
    """Points needed to win the match; 0 for a match of one deal."""


PRESETS: Mapping[str, GurchOptions] = MappingProxyType(
    {
        "commander": GurchOptions(benchmark="lead", equal_and_sacrifice=True),
        "high_stakes": GurchOptions(vote_rule="strict_majority", loser_pays=True),
        "one_round": GurchOptions(tie_break="split", target=0),
    }
)
"""``commander`` is a later version by the game's author."""
