"""Hands of Big Two: R3, R7 … R14, golden scenarios G1 … G11, house rules about hands."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, cards, parse, texts
from engine.games.big_two.card_order import mask_of, strengths_of
from engine.games.big_two.hands import (
    CARD_COUNTS,
    Combination,
    HandRules,
    all_combinations,
    classify,
    combinations_of,
)

STANDARD = HandRules()
DECK = (1 << 52) - 1


def parse_hand(words: str, rules: HandRules = STANDARD) -> Combination | None:
    return classify(mask_of(cards(words)), rules)


def beats(higher: str, lower: str, rules: HandRules = STANDARD) -> bool:
    one, other = parse_hand(higher, rules), parse_hand(lower, rules)
    assert one is not None
    assert other is not None
    return one.beats(other, rules)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        # R3: singles by rank, then suit
        ("2S", "2H"), ("2D", "AS"), ("4D", "3S"),
        # G1, R8: pairs by rank, then the higher suit
        ("TD TS", "TC TH"), ("TC TH", "5D 5S"),
        # R9: triples by rank
        ("6D 6H 6C", "5S 5H 5C"),
        # G2, G3, R10: two pairs by the higher pair
        ("KC KH 4D 4C", "QD QS JH JS"), ("QS QC KS KH", "QD QH KC KD"),
        # G4, R10: four of a kind beats every two pairs
        ("3D 3C 3H 3S", "2H 2S AS AH"), ("4D 4C 4H 4S", "3D 3C 3H 3S"),
        # G7, R11: straights by their top card
        ("3H 4D 5C 6D 7C", "3D 4C 5H 6S 7D"), ("JC QD KD AD 2D", "TH JS QS KS AS"),
        # G9, G10, R12: flushes by their top card
        ("3D 6D 9D JD 2D", "4S 7S 9S KS AS"), ("3C 5C 8C JC AC", "4D 7D TD KD AD"),
        # G5, R13: full houses by their triple
        ("3S 3H TH TS TC", "2S 2H 4C 4H 4S"),
        # R14: flushes beat straights, full houses beat flushes
        ("3H 6H 9H JH KH", "TS JS QS KC AH"), ("3D 3C 3H 4D 4C", "4S 7S 9S KS 2S"),
        # G8, R14: straight flushes beat all, and are ordered by top rank, then suit
        ("9D TD JD QD KD", "JC QC KH AS 2D"), ("3D 4D 5D 6D 7D", "2S 2H 2C AS AH"),
        ("4D 5D 6D 7D 8D", "3S 4S 5S 6S 7S"), ("3S 4S 5S 6S 7S", "3H 4H 5H 6H 7H"),
    ],
)  # fmt: skip
def test_r3_r8_r9_r10_r11_r12_r13_r14_higher_hand_beats_lower(higher: str, lower: str) -> None:
    assert beats(higher, lower) and not beats(lower, higher)


def test_g6_r11_straights_end_at_two_and_do_not_wrap() -> None:
    straight = parse_hand("JD QC KH AS 2D")
    assert straight is not None
    assert (straight.kind, straight.deciding_card) == ("straight", parse("2D"))
    for wrapped in ("2D 3C 4H 5S 6D", "AD 2C 3H 4S 5D", "QC KD AH 2S 3D", "KC AD 2H 3S 4D"):
        assert parse_hand(wrapped) is None, wrapped
    flush = parse_hand("KD AD 2D 3D 4D")
    assert flush is not None
    assert (flush.kind, flush.deciding_card) == ("flush", parse("2D"))


@pytest.mark.parametrize(
    "words", ["7D 7C 7H 7S 3D", "5D 5H 5C 6S", "3D 4D", "3D 3C 4D", "3D 4C 5H 6S", "3D 3C 4D 4C 5H"]
)
def test_g11_other_cards_are_no_hand(words: str) -> None:
    assert parse_hand(words) is None


def test_every_valid_hand_of_pack_is_found() -> None:
    """The expected counts are known from combinatorics."""
    found = Counter(play.kind for play in all_combinations(DECK, HandRules(four_plus_one=True)))
    assert found == {
        "single": 52,
        "pair": 78,
        "triple": 52,
        "two_pair": 2808,
        "quads": 13,
        "straight": 9 * (1024 - 4),
        "flush": 4 * (1287 - 9),
        "full_house": 3744,
        "four_plus_one": 624,
        "straight_flush": 36,
    }


@given(
    st.sets(st.integers(0, 51), min_size=8, max_size=9).map(sorted),
    st.sampled_from(["top_card", "all_ranks_then_suit", "suit_first"]),
    st.booleans(),
)
def test_generated_plays_are_all_valid_subsets(held: list[Card], flush: str, four: bool) -> None:
    _check_against_subsets(held, HandRules(flush, four))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "words",
    [
        "3D 4D 5D 6D 7D 8D 9D 3C 4C 5C 6C 7C 8C",
        "3D 3C 3H 3S 4D 4C 4H 5S 5D 5C 2H 2S AS",
        "9S TD JD QS KD AH 2S 2D 7H 7S 7C 3D 6D",
        "JS QS KS AS 2S 3S 4S 5S 6S 7H 7D 7C 7S",
    ],
)
def test_all_combinations_of_thirteen_cards_are_generated(words: str) -> None:
    assert len(cards(words)) == 13
    for four in (False, True):
        _check_against_subsets(cards(words), HandRules(four_plus_one=four))


def _check_against_subsets(held: list[Card] | tuple[Card, ...], rules: HandRules) -> None:
    for count in CARD_COUNTS:
        plays = combinations_of(mask_of(held), count, rules)
        expected = {subset for subset in combinations(sorted(held), count) if classify(mask_of(subset), rules)}
        assert {play.cards for play in plays} == expected
        assert len(plays) == len(expected)
        assert [play.key for play in plays] == sorted(play.key for play in plays)


@given(st.permutations(range(52)), st.sampled_from(["top_card", "all_ranks_then_suit", "suit_first"]))
def test_hands_without_common_card_never_tie(order: list[int], flush: str) -> None:
    rules = HandRules(flush, True)  # type: ignore[arg-type]
    one, other = (mask_of(map(Card, order[i : i + 13])) for i in (0, 13))
    for count in CARD_COUNTS:
        theirs = {play.key for play in combinations_of(other, count, rules)}
        assert theirs.isdisjoint(play.key for play in combinations_of(one, count, rules))


def test_hand_is_shown_by_group_size_then_low_to_high() -> None:
    full, straight = parse_hand("2S 4C 2H 4H 4S"), parse_hand("2D JD AS KH QC")
    assert full is not None
    assert straight is not None
    assert texts(full.cards_in_display_order) == "4C 4H 4S 2H 2S"
    assert texts(straight.cards_in_display_order) == "JD QC KH AS 2D"


def test_g10_r12_flushes_are_compared_by_house_rule() -> None:
    clubs, diamonds = "3C 5C 8C JC AC", "4D 7D TD KD AD"
    spades = "3S 5S 8S JS KS"
    assert beats(clubs, diamonds)
    assert not beats(spades, diamonds)
    every = HandRules("all_ranks_then_suit")
    assert beats(diamonds, clubs, every)
    assert not beats(clubs, diamonds, every)
    assert beats("3C 5C 8C JC AC", "3D 5D 8D JD AD", every)
    suits = HandRules("suit_first")
    assert beats(spades, diamonds, suits)
    assert beats(clubs, diamonds, suits)
    assert beats("3C 5C 8C JC 2C", clubs.replace("3C", "4C"), suits)
    for rules in (STANDARD, every, suits):
        assert beats("3D 3C 3H 4D 4C", spades, rules)
        assert beats(diamonds, "TS JS QS KS AH", rules)


def test_four_plus_one_is_ordered_by_its_four() -> None:
    """R14, house rule four_plus_one"""
    rules = HandRules(four_plus_one=True)
    quads = "3D 3C 3H 3S 2S"
    found = parse_hand(quads, rules)
    assert found is not None
    assert (found.kind, found.deciding_card) == ("four_plus_one", parse("3S"))
    assert beats(quads, "2D 2C 2H AS AH", rules)
    assert beats("4D 4C 4H 4S 3D", "3S 3C 3H AS AH", rules)
    assert beats("4D 4C 4H 4S 5D", quads, rules)
    assert beats("5D 6D 7D 8D 9D", quads, rules)


def test_hidden_cards_are_left_out() -> None:
    assert strengths_of(mask_of((Card(-1), *cards("2S 3D 3C"), Card(-1)))) == [0, 1, 51]
