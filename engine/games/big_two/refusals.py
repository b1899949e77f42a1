"""Reasons why cards may not be played in Big Two: they form no hand, or do not beat the last play."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.cards import Card, rank, suit
from engine.games.big_two.card_order import ORDERS
from engine.games.big_two.hands import FIVE_CARD_ORDER, MAX_CARDS, Combination, HandRules, Kind, is_run_of_ranks
from engine.moves import Refusal

_KIND_RULES: Mapping[Kind, str] = MappingProxyType(
    {
        "single": "big_two.R4",
        "pair": "big_two.R8",
        "triple": "big_two.R9",
        "two_pair": "big_two.R10",
        "quads": "big_two.R10",
        "straight": "big_two.R11",
        "flush": "big_two.R12",
        "full_house": "big_two.R13",
        "four_plus_one": "big_two.R14",
        "straight_flush": "big_two.R14",
    }
)
"""Kind of hand -> id of the rule that compares two of that kind."""


def placeholders(play: Combination) -> dict[str, Any]:
    """Return the figures of a play in texts: its cards, their number, and the deciding card with rank and suit."""
    return {
        "cards": play.cards_in_display_order,
        "n": len(play.cards),
        "card": play.deciding_card,
        "rank": rank(play.deciding_card),
        "suit": suit(play.deciding_card),
    }


def no_hand_refusal(tried: tuple[Card, ...], rules: HandRules) -> Refusal:
    """Return the reason why these cards are not a valid hand of Big Two."""
    count = len(tried)
    if count > MAX_CARDS:
        return Refusal("big_two.R7", "too_many", {"n": count})
    rule, key = _find_reason(tried, rules)
    return Refusal(rule, key, {"n": count})


def _find_reason(tried: tuple[Card, ...], rules: HandRules) -> tuple[str, str]:
    """Return rule id and text key of the reason why at most five cards are no valid hand."""
    match len(tried):
        case 0:
            return "big_two.R7", "no_cards"
        case 2:
            return "big_two.R8", "not_pair"
        case 3:
            return "big_two.R9", "not_triple" if rules.triples else "no_triples"
        case 4:
            return "big_two.R10", {"two_pair_or_quads": "not_four", "quads": "not_quads", "none": "no_fours"}[
                rules.four_cards
            ]
    if is_run_of_ranks(ORDERS[rules.suits].mask_of(tried)):
        return "big_two.R11", {"to_two": "wraps", "no_twos": "wraps_no_twos"}.get(rules.straights, "wraps_low_ace")
    has_quads = max(sum(rank(card) == rank(one) for card in tried) for one in tried) == 4
    if has_quads and rules.four_cards != "none":
        return "big_two.R10", "quads_alone"
    key = "not_five_four_plus_one" if rules.four_plus_one else "not_five"
    return "big_two.R14", key if rules.flushes else f"{key}_without_flush"


def not_beaten_refusal(play: Combination, last: Combination, rules: HandRules) -> Refusal:
    """Return the reason why a valid hand of a right number of cards does not beat the last play."""
    figures = placeholders(last)
    if last.bomb and not (play.bomb and play.kind == last.kind):
        return Refusal("big_two.R14", "below_bomb", figures)
    if play.kind == last.kind:
        return Refusal(_KIND_RULES[last.kind], f"too_low_{last.kind}", figures)
    if last.kind not in FIVE_CARD_ORDER:
        return Refusal(_KIND_RULES[last.kind], f"below_{last.kind}", figures)
    return Refusal("big_two.R14", "other_kind" if rules.same_kind_only else f"below_{last.kind}", figures)
