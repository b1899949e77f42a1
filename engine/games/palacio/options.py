"""House rules of Palácio and their presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.options import option


@dataclass(frozen=True, slots=True)
class PalacioOptions:
    """The house rules of Palácio."""

    ten_on_anything: bool = option(True, rule="palacio.R4")
    four_across_turns: bool = option(False, rule="palacio.R10")
    voluntary_pickup: bool = option(False, rule="palacio.R12")
    multi_face_up: bool = option(False, rule="palacio.R13")
    starter: Literal["left_of_dealer", "lowest_card"] = option("left_of_dealer", rule="palacio.R8")
    opening_special: Literal["under", "reshuffle"] = option("under", rule="palacio.R7")
    play_on: bool = option(False, rule="palacio.R16")
    rounds: int = option(1, rule="palacio.R16", choices=(1, 3))
    """Number of won deals needed to win the match."""


PRESETS: Mapping[str, PalacioOptions] = MappingProxyType(
    {
        "pub_classic": PalacioOptions(
            four_across_turns=True, voluntary_pickup=True, multi_face_up=True, starter="lowest_card"
        ),
        "long_evening": PalacioOptions(play_on=True, rounds=3),
        "strict_ten": PalacioOptions(ten_on_anything=False, opening_special="reshuffle"),
    }
)
"""``pub_classic`` has the most common rules of related games."""
