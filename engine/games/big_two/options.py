"""House rules of Big Two and their presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.games.big_two.hands import HandRules
from engine.options import option


@dataclass(frozen=True, slots=True)
class BigTwoOptions:
    """House rules of Big Two."""

    tribute: Literal["none", "best_card"] = option(
        "none", rule="big_two.R1", group="dealing", idle_with={"match": (1,)}
    )
    next_opener: Literal["lowest_card", "last_winner"] = option(
        "lowest_card", rule="big_two.R2", group="playing", idle_with={"match": (1,)}
    )
    open_with_3d: Literal["single", "any_hand_containing"] = option("single", rule="big_two.R2", group="playing")
    pass_rule: Literal["re_enter", "locked_out"] = option("re_enter", rule="big_two.R5", group="playing")
    last_card: Literal["free", "highest_single"] = option("free", rule="big_two.R4", group="playing")
    control: Literal["highest_two", "all_pass"] = option(
        "highest_two", rule="big_two.R6", group="playing", idle_with={"bombs": (True,)}
    )
    suits: Literal["dchs", "cdhs", "cshd"] = option("dchs", rule="big_two.R3", group="special_cards")
    four_cards: Literal["two_pair_or_quads", "quads", "none"] = option(
        "two_pair_or_quads", rule="big_two.R10", group="special_cards"
    )
    four_plus_one: bool = option(False, rule="big_two.R14", group="special_cards")
    triples: bool = option(True, rule="big_two.R9", group="special_cards")
    straights: Literal["to_two", "no_twos", "ace_low_or_high", "taiwan", "hong_kong"] = option(
        "to_two", rule="big_two.R11", group="special_cards"
    )
    flushes: bool = option(True, rule="big_two.R12", group="special_cards")
    flush_compare: Literal["top_card", "all_ranks_then_suit", "suit_first"] = option(
        "top_card", rule="big_two.R12", group="special_cards", idle_with={"flushes": (False,)}
    )
    five_cards: Literal["kinds_rank", "same_kind"] = option("kinds_rank", rule="big_two.R14", group="special_cards")
    bombs: bool = option(False, rule="big_two.R14", group="special_cards")
    dragon: bool = option(False, rule="big_two.R15", group="special_cards")
    scoring: Literal["linear", "hk", "bands", "twos_cost_five", "by_rank", "places"] = option(
        "linear", rule="big_two.R15", group="scoring"
    )
    match: int | str = option(5, rule="big_two.R15", choices=(1, 5, 10, "to_50", "to_100"), group="match")

    def hand_rules(self) -> HandRules:
        """Return the house rules on valid hands and their order."""
        return HandRules(
            self.flush_compare,
            self.four_plus_one,
            self.suits,
            self.four_cards,
            self.straights,
            self.flushes,
            self.triples,
            self.five_cards == "same_kind",
            self.bombs,
            self.dragon,
        )


PRESETS: Mapping[str, BigTwoOptions] = MappingProxyType(
    {
        "hong_kong": BigTwoOptions(
            next_opener="last_winner",
            open_with_3d="any_hand_containing",
            last_card="highest_single",
            four_cards="none",
            four_plus_one=True,
            straights="hong_kong",
            scoring="hk",
        ),
        "taiwan": BigTwoOptions(
            open_with_3d="any_hand_containing",
            suits="cdhs",
            four_cards="none",
            four_plus_one=True,
            triples=False,
            straights="taiwan",
            flushes=False,
            five_cards="same_kind",
            bombs=True,
        ),
        "pusoy_dos": BigTwoOptions(
            open_with_3d="any_hand_containing",
            suits="cshd",
            four_cards="none",
            four_plus_one=True,
            scoring="places",
        ),
        "capsa": BigTwoOptions(
            open_with_3d="any_hand_containing", four_cards="none", four_plus_one=True, straights="ace_low_or_high"
        ),
        "pagat": BigTwoOptions(open_with_3d="any_hand_containing", four_cards="none", four_plus_one=True, scoring="hk"),
        "no_way_back": BigTwoOptions(pass_rule="locked_out", match=10),
    }
)
