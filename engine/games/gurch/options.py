"""House rules of Gurch and their presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.options import option


@dataclass(frozen=True, slots=True)
class GurchOptions:
    """The house rules of Gurch."""

    hand: int = option(5, rule="gurch.R2", choices=(5, 6, 7), group="dealing")
    """Number of cards dealt to each seat."""
    next_hand: Literal["same", "loser_card"] = option("same", rule="gurch.R2", group="dealing")
    starter: Literal["up_card", "left_of_dealer"] = option("up_card", rule="gurch.R3", group="dealing")
    swaps: Literal["vote", "once", "none"] = option("vote", rule="gurch.R5", group="dealing")
    vote_rule: Literal["plurality", "strict_majority"] = option(
        "plurality", rule="gurch.R9", group="dealing", idle_with={"swaps": ("once", "none")}
    )
    shown_card: Literal["see_first", "swap_first"] = option(
        "see_first",
        rule="gurch.R11",
        group="dealing",
        idle_with={"swaps": ("once", "none")},
        earlier_standards={2: "swap_first"},
    )
    swap_exhaustion: Literal["reshuffle", "limit"] = option("reshuffle", rule="gurch.R12", group="dealing")
    leads: Literal["sets", "singles"] = option("sets", rule="gurch.R14", group="playing")
    benchmark: Literal["single_lead", "current", "lead"] = option(
        "single_lead", rule="gurch.R16", group="playing", earlier_standards={2: "current"}
    )
    set_cards: Literal["one_rank", "each"] = option(
        "one_rank", rule="gurch.R16", group="playing", idle_with={"leads": ("singles",)}
    )
    ducking: bool = option(False, rule="gurch.R17", group="playing")
    equal_and_sacrifice: bool = option(
        False, rule="gurch.R18", group="playing", idle_with={"leads": ("singles",), "set_cards": ("each",)}
    )
    aces: Literal["ordinary", "led", "after"] = option("ordinary", rule="gurch.R19", group="special_cards")
    top_card: Literal["none", "six_of_clubs"] = option("none", rule="gurch.R1", group="special_cards")
    """The card that is higher than the aces and counts 21."""
    penalty_limit: int = option(0, rule="gurch.R23", choices=(0, 30, 22, 21), group="scoring")
    """Penalty points that put a seat out of the match, scored for the highest total; 0 to score prizes instead."""
    loser_pays: bool = option(False, rule="gurch.R23", group="scoring", idle_with={"penalty_limit": (30, 22, 21)})
    tie_break: Literal["minigame", "split", "carry"] = option(
        "minigame", rule="gurch.R24", group="scoring", idle_with={"penalty_limit": (30, 22, 21)}
    )
    minigame: Literal["one_trick", "tricks"] = option(
        "one_trick",
        rule="gurch.R24",
        group="scoring",
        idle_with={"penalty_limit": (30, 22, 21), "tie_break": ("split", "carry")},
        earlier_standards={2: "tricks"},
    )
    loser_minigame: Literal["needed", "always"] = option(
        "needed",
        rule="gurch.R24",
        group="scoring",
        idle_with={
            "next_hand": ("loser_card",),
            "penalty_limit": (30, 22, 21),
            "loser_pays": (True,),
            "tie_break": ("split", "carry"),
        },
        earlier_standards={2: "always"},
    )
    """When the seats tied for the highest total play a minigame; it is needed if something depends on the loser."""
    target: int = option(
        50,
        rule="gurch.R23",
        choices=(0, 50, 100),
        group="match",
        idle_with={"penalty_limit": (30, 22, 21), "deals": (5, 10, 20)},
    )
    """Points needed to win the match; 0 for a match of one deal."""
    deals: int = option(0, rule="gurch.R23", choices=(0, 5, 10, 20), group="match")
    """Number of deals of the match, instead of a target; 0 for none."""
    cap: int = option(100, rule="gurch.R23", choices=(100, 40, 20), group="match")
    """Maximum number of deals of a match that has no fixed number. None of 938 measured matches of bots without payment
    by losers had more than 44. With it, about one match in 50 between two players is longer than 100."""


PRESETS: Mapping[str, GurchOptions] = MappingProxyType(
    {
        "gurka": GurchOptions(
            hand=6, starter="left_of_dealer", swaps="none", leads="singles", aces="after", penalty_limit=30
        ),
        "agurk": GurchOptions(
            hand=7,
            starter="left_of_dealer",
            swaps="none",
            leads="singles",
            aces="led",
            penalty_limit=22,
        ),
        "twenty_two": GurchOptions(
            hand=7,
            next_hand="loser_card",
            starter="left_of_dealer",
            swaps="once",
            benchmark="current",
            ducking=True,
            penalty_limit=22,
        ),
        "iceland": GurchOptions(
            hand=7,
            starter="left_of_dealer",
            swaps="none",
            benchmark="current",
            ducking=True,
            top_card="six_of_clubs",
            penalty_limit=22,
        ),
        "commander": GurchOptions(benchmark="lead", equal_and_sacrifice=True),
        "high_stakes": GurchOptions(vote_rule="strict_majority", loser_pays=True, deals=10),
        "one_round": GurchOptions(tie_break="split", target=0),
    }
)
"""The first four are games of the Cucumber family as played in Sweden, Denmark, North America and Iceland.
``commander`` is a later version by the game's author."""
