"""What lies on a table of Gurch, and its house rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.game import Sees
from engine.moves import Pile
from engine.options import option

_SEATS = range(6)
HAND = tuple(Pile("hand", seat) for seat in _SEATS)
UP = tuple(Pile("up", seat) for seat in _SEATS)
TRICK = tuple(Pile("trick", seat) for seat in _SEATS)
SWAPPED, SHOWN, REJECTED, PLAYED = Pile("swapped"), Pile("shown"), Pile("rejected"), Pile("played")
SEES = {
    "stock": Sees.NOBODY,
    "hand": Sees.OWNER,
    "up": Sees.ALL,
    "trick": Sees.ALL,
    "played": Sees.ALL,
    "swapped": Sees.NOBODY,
    "shown": Sees.ALL,
    "rejected": Sees.ALL,
}
"""Kind of pile -> who sees it."""

FULL_HAND = 5
MINI_HAND = 3
REPEATS = 3
"""So often a minigame is repeated among those who are still tied; then the cards are drawn for it."""
ANY_VALUE = (2, 14)
WITH_CARDS = frozenset({"start", "first", "second", "play"})
"""What is answered with cards."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules of Gurch."""

    benchmark: Literal["current", "lead"] = option("current", rule="gurch.R16")
    equal_and_sacrifice: bool = option(False, rule="gurch.R18")
    vote_rule: Literal["plurality", "strict_majority"] = option("plurality", rule="gurch.R9")
    tie_break: Literal["minigame", "split"] = option("minigame", rule="gurch.R24")
    swap_exhaustion: Literal["reshuffle", "limit"] = option("reshuffle", rule="gurch.R12")
    loser_pays: bool = option(False, rule="gurch.R23")
    target: int = option(50, rule="gurch.R23", choices=(0, 50, 100))
    """Points that win the match; 0 for a match of one deal."""


PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        "commander": HouseRules(benchmark="lead", equal_and_sacrifice=True),
        "high_stakes": HouseRules(vote_rule="strict_majority", loser_pays=True, target=100),
        "one_round": HouseRules(tie_break="split", target=0),
    }
)
"""``commander`` are the rules as the game's author wrote them later."""
