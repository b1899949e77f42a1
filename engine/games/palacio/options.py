"""House rules of Palácio and their presets."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from engine.games.palacio.ranks import RankPowers, find_powers
from engine.options import option


@dataclass(frozen=True)
class PalacioOptions:
    """The house rules of Palácio."""

    packs: Literal["by_seats", "single"] = option("by_seats", rule="palacio.R1", group="dealing")
    exchange: Literal["swap", "choose", "none"] = option("swap", rule="palacio.R6", group="dealing")
    starter: Literal["left_of_dealer", "lowest_card"] = option("left_of_dealer", rule="palacio.R8", group="dealing")
    opening: Literal["card", "empty", "lowest"] = option("card", rule="palacio.R7", group="dealing")
    opening_special: Literal["under", "reshuffle"] = option(
        "under", rule="palacio.R7", group="dealing", idle_with={"opening": ("empty", "lowest")}
    )
    four_across_turns: bool = option(False, rule="palacio.R10", group="playing", idle_with={"fourth": ("out_of_turn",)})
    fourth: Literal["in_turn", "out_of_turn"] = option("in_turn", rule="palacio.R10", group="playing")
    voluntary_pickup: bool = option(False, rule="palacio.R12", group="playing")
    chance: Literal["never", "stuck", "any"] = option("never", rule="palacio.R12", group="playing")
    last_card: Literal["any", "ordinary"] = option("any", rule="palacio.R16", group="playing")
    take_one: bool = option(False, rule="palacio.R14", group="playing")
    multi_face_up: bool = option(False, rule="palacio.R13", group="playing")
    two: Literal["next_player", "again"] = option("next_player", rule="palacio.R3", group="special_cards")
    three: Literal["ordinary", "see_through"] = option("ordinary", rule="palacio.R9", group="special_cards")
    five: Literal["ordinary", "lower", "again"] = option("ordinary", rule="palacio.R9", group="special_cards")
    seven: Literal["ordinary", "lower", "see_through"] = option("ordinary", rule="palacio.R9", group="special_cards")
    eight: Literal["ordinary", "lower", "see_through", "skip"] = option(
        "ordinary", rule="palacio.R9", group="special_cards"
    )
    nine: Literal["ordinary", "lower", "reverse"] = option("ordinary", rule="palacio.R9", group="special_cards")
    ten_on_anything: bool = option(True, rule="palacio.R4", group="special_cards")
    jack: Literal["ordinary", "sends"] = option("ordinary", rule="palacio.R12", group="special_cards")
    queen: Literal["ordinary", "reverse"] = option("ordinary", rule="palacio.R8", group="special_cards")
    play_on: bool = option(False, rule="palacio.R16", group="scoring")
    match_by: Literal["wins", "points", "losses"] = option("wins", rule="palacio.R16", group="match")
    rounds: int = option(1, rule="palacio.R16", choices=(1, 3, 5, 10), group="match")
    """Number of won deals that win the match, of deals in it, or of times last that lose it; see ``match_by``."""

    @cached_property
    def is_fourth_counted_across_turns(self) -> bool:
        """Whether the fourth equal card burns the pile, no matter who played the other three (R10)."""
        return self.four_across_turns or self.fourth == "out_of_turn"

    @cached_property
    def powers(self) -> RankPowers:
        """Powers of the ranks by these rules."""
        named = {
            "2": self.two, "3": self.three, "5": self.five, "7": self.seven,
            "8": self.eight, "9": self.nine, "J": self.jack, "Q": self.queen,
        }  # fmt: skip
        return find_powers(named, self.ten_on_anything)

    def __getstate__(self) -> dict[str, Any]:
        """Return the house rules alone, so that a copy sent to another process doesn't depend on what was computed."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


PRESETS: Mapping[str, PalacioOptions] = MappingProxyType(
    {
        "shithead": PalacioOptions(
            packs="single", starter="lowest_card", opening="empty", four_across_turns=True, voluntary_pickup=True,
            multi_face_up=True, seven="lower", eight="see_through", play_on=True,
        ),
        "karma": PalacioOptions(
            starter="lowest_card", opening="lowest", four_across_turns=True, multi_face_up=True,
            three="see_through", seven="lower", play_on=True,
        ),
        "palace_us": PalacioOptions(
            exchange="choose", four_across_turns=True, chance="stuck", multi_face_up=True, two="again"
        ),
        "vandtia": PalacioOptions(
            packs="single", starter="lowest_card", opening="empty", four_across_turns=True, chance="stuck",
            multi_face_up=True, play_on=True,
        ),
        "poophead": PalacioOptions(
            packs="single", four_across_turns=True, multi_face_up=True, five="again", seven="lower",
            eight="see_through", play_on=True,
        ),
        "pub_classic": PalacioOptions(
            four_across_turns=True, voluntary_pickup=True, multi_face_up=True, starter="lowest_card"
        ),
        "long_evening": PalacioOptions(play_on=True, match_by="points", rounds=5),
        "strict_ten": PalacioOptions(ten_on_anything=False, opening_special="reshuffle"),
    }
)  # fmt: skip
"""``pub_classic`` has the most common rules of related games.

Sources of the regional ones: en.wikipedia.org/wiki/Shithead and shithead.thack.uk, raydeater.com/karma,
wikihow.com/Play-the-Palace-Card-Game, 100krcasino.se and en.wikipedia.org/wiki/Vändtia, and for Poophead
github.com/myles2021/ruby-tests.
"""
