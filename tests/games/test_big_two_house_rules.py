"""House rules of Big Two: opening, last card, suits, hands, bombs, dragon, scoring and match."""

from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, cards, parse, texts
from engine.events import DealScored
from engine.game import MatchOutcome
from engine.games.big_two.card_order import ORDERS
from engine.games.big_two.game import HANDS, BigTwo
from engine.games.big_two.hands import Combination, HandRules, classify, combinations_of, followers
from engine.games.big_two.options import BigTwoOptions
from engine.games.big_two.scores import points_lost
from engine.moves import Move, Note
from engine.rng import Rng
from scenes.text.catalogue import Words
from tests.games.big_two import hands_of, make_position, play_lines
from tests.games.facts.big_two import DRAGON
from tests.support.random_options import random_options
from tests.support.refusals import refusal_of


def parse_hand(words: str, rules: HandRules) -> Combination | None:
    return classify(ORDERS[rules.suits].mask_of(cards(words)), rules)


def beats(higher: str, lower: str, rules: HandRules) -> bool:
    one, other = parse_hand(higher, rules), parse_hand(lower, rules)
    assert one is not None and other is not None, (higher, lower)
    return one.beats(other, rules)


# --- opening --------------------------------------------------------------------------------------------------------


def test_r2_last_winner_leads_any_hand_from_second_deal() -> None:
    game = make_position("5C", *hands_of(4, 4, 4), rules=BigTwoOptions(next_opener="last_winner"))
    play_lines(game, "0:play 5C")
    assert (game.deal_number, game.seats_to_act(), game.opening_card) == (2, (0,), None)
    assert {len(move.cards) for move in game.legal_moves(0)} >= {1, 2}
    assert game.prompt_for(0).key == "lead"
    assert refusal_of(game, "0:pass") == ("big_two.R7", "must_lead")
    assert refusal_of(game, "1:pass") == ("big_two.R7", "not_your_turn")


def test_r2_lowest_card_opens_first_deal_with_last_winner_rule() -> None:
    game = BigTwo(4, 1, BigTwoOptions(next_opener="last_winner"))
    (seat,) = game.seats_to_act()
    assert game.legal_moves(seat) == [Move(seat, "play", cards("3D"))]


def test_samples_may_give_lowest_card_to_anyone_if_last_winner_opens() -> None:
    game = make_position("5C", *hands_of(4, 4, 4), rules=BigTwoOptions(next_opener="last_winner"))
    play_lines(game, "0:play 5C")
    holder = next(seat for seat in range(4) if parse("3D") in game.cards(HANDS[seat]))
    view = game.view((holder + 1) % 4)
    holders = {
        seat
        for seed in range(20)
        for seat, hand in enumerate(HANDS)
        if parse("3D") in view.determinize(Rng(seed)).cards(hand)
    }
    assert len(holders) == 3


@pytest.mark.parametrize(
    ("suits", "lowest", "highest"), [("dchs", "3D", "2S"), ("cdhs", "3C", "2S"), ("cshd", "3C", "2D")]
)
def test_r3_lowest_card_opens_and_highest_wins_control_by_suits(suits: Any, lowest: str, highest: str) -> None:
    rules = BigTwoOptions(suits=suits)
    for seed in range(3):
        game = BigTwo(4, seed, rules)
        (seat,) = game.seats_to_act()
        assert game.legal_moves(seat) == [Move(seat, "play", cards(lowest))]
        assert game.prompt_for(seat).placeholders["card"] == parse(lowest)
        view = game.view((seat + 1) % 4)
        assert parse(lowest) in view.determinize(Rng(seed)).cards(HANDS[seat])
    game = play_lines(make_position(f"{highest} 4H", "9S", "TS", "JS", rules=rules), f"0:play {highest}")
    assert game.seats_to_act() == (0,)


def test_r3_suits_decide_between_equal_ranks_by_house_rule() -> None:
    taiwan, philippines = HandRules(suits="cdhs"), HandRules(suits="cshd")
    assert beats("7D", "7C", taiwan) and not beats("7D", "7C", HandRules())
    assert beats("7D", "7S", philippines) and beats("7S", "7C", philippines)
    assert beats("7C 7D", "7H 7S", philippines)
    assert beats("3H 4D 5C 6D 7D", "3D 4C 5H 6S 7S", philippines)
    game = make_position("7C 7D 7H 7S", "9S", "TS", "JS", rules=BigTwoOptions(suits="cshd"))
    assert texts(sorted(game.cards(HANDS[0]), key=game.sort_key)) == "7C 7S 7H 7D"
    play_lines(game, "0:play 7C")
    assert "clubs, spades, hearts, diamonds" in Words("en").note_text("big_two", "coach", game.prompt_for(1))


def test_r6_highest_two_waits_for_passes_by_house_rule() -> None:
    game = make_position("2S 4C", "9S 6S", "TS 7S", "JS 8S", rules=BigTwoOptions(control="all_pass"))
    play_lines(game, "0:play 2S", "1:pass", "2:pass")
    assert game.seats_to_act() == (3,)
    play_lines(game, "3:pass")
    assert (game.seats_to_act(), game.play_to_beat) == ((0,), None)


# --- last card ------------------------------------------------------------------------------------------------------

HIGHEST = BigTwoOptions(last_card="highest_single")


def test_r4_single_before_last_card_must_be_highest() -> None:
    game = make_position("5C KS 4D 4C", "6C", "9S TH", "8C JH", rules=HIGHEST)
    assert refusal_of(game, "0:play 5C") == ("big_two.R4", "highest_single")
    refusal = game.refusal(Move(0, "play", cards("5C")))
    assert refusal is not None and refusal.placeholders["card"] == parse("KS")
    assert game.prompt_for(0).key == "lead_last_card"
    play_lines(game, "0:play KS", "1:pass", "2:pass", "3:pass", "0:play 4C 4D", "1:pass")
    assert game.seats_to_act() == (2,)


def test_r4_follower_before_last_card_plays_highest_or_passes() -> None:
    game = make_position("3C 9S", "KS 8C 6C", "7S", "8S JH", rules=HIGHEST)
    play_lines(game, "0:play 3C")
    assert set(map(str, game.legal_moves(1))) == {"1:play KS", "1:pass"}
    assert game.prompt_for(1).key == "follow_highest"
    play_lines(game, "1:pass", "2:pass")
    assert {str(move) for move in game.legal_moves(3)} == {"3:play JH", "3:pass"}, "the leader has one card left"


def test_last_card_counts_next_seat_that_may_play() -> None:
    rules = BigTwoOptions(last_card="highest_single", pass_rule="locked_out")
    game = make_position("3C 9S TS", "KS 8C", "7S", "8S JH 4H", rules=rules)
    play_lines(game, "0:play 3C", "1:pass", "2:pass")
    assert {str(move) for move in game.legal_moves(3)} >= {"3:play 4H", "3:play JH"}
    play_lines(game, "3:play 8S", "0:play 9S")
    assert {str(move) for move in game.legal_moves(3)} == {"3:play JH", "3:pass"}, "seats 1 and 2 are locked out"


def test_play_of_highest_single_rules_out_higher_cards() -> None:
    game = make_position("5C KS 4D 4C", "6C", "9S TH AD", "8C JH", rules=HIGHEST)
    play_lines(game, "0:play KS")
    assert game.ruled_out_cards(0) == {*cards("AD AC AH AS 2D 2C 2H 2S")}
    assert not game.is_hidden_card_possible(HANDS[0], parse("AD"))
    free = play_lines(make_position("5C KS 4D 4C", "6C", "9S TH AD", "8C JH"), "0:play KS")
    assert free.ruled_out_cards(0) == frozenset()


def test_pass_before_last_card_rules_out_nothing() -> None:
    game = make_position("3C 9S", "KS 8C 6C", "7S", "8S JH", rules=HIGHEST)
    play_lines(game, "0:play 3C", "1:pass")
    assert game.ruled_out_cards(1) == frozenset()


# --- hands ----------------------------------------------------------------------------------------------------------


def test_r10_hands_of_four_cards_by_house_rule() -> None:
    two_pair, quads = "4C 4D 9C 9D", "4C 4D 4H 4S"
    found = {
        four: (parse_hand(two_pair, HandRules(four_cards=four)), parse_hand(quads, HandRules(four_cards=four)))
        for four in ("two_pair_or_quads", "quads", "none")
    }
    kinds = {four: tuple(play and play.kind for play in plays) for four, plays in found.items()}
    assert kinds == {"two_pair_or_quads": ("two_pair", "quads"), "quads": (None, "quads"), "none": (None, None)}


@pytest.mark.parametrize(
    ("rules", "tried", "rule", "key"),
    [
        ({"four_cards": "quads"}, "4C 4D 9C 9D", "R10", "not_quads"),
        ({"four_cards": "none"}, "4C 4D 9C 9D", "R10", "no_fours"),
        ({"four_cards": "none"}, "4C 4D 4H 4S", "R10", "no_fours"),
        ({"four_cards": "none"}, "4C 4D 4H 4S 9C", "R14", "not_five"),
        ({"four_cards": "quads"}, "4C 4D 4H 4S 9C", "R10", "quads_alone"),
        ({"triples": False}, "4C 4D 4H", "R9", "no_triples"),
        ({"straights": "no_twos"}, "JC QD KH AS 2D", "R11", "wraps_no_twos"),
        ({"straights": "taiwan"}, "JC QD KH AS 2D", "R11", "wraps_low_ace"),
        ({"straights": "hong_kong"}, "QD KH AS 2D 3C", "R11", "wraps_low_ace"),
        ({"flushes": False}, "3C 5C 8C JC AC", "R14", "not_five_without_flush"),
        ({"flushes": False, "four_plus_one": True}, "3C 5C 8C JC AC", "R14", "not_five_four_plus_one_without_flush"),
    ],
)  # fmt: skip
def test_refusal_of_no_hand_names_house_rule(rules: dict[str, Any], tried: str, rule: str, key: str) -> None:
    game = make_position(tried, "9S", "TS", "JS", rules=BigTwoOptions(**rules))
    assert refusal_of(game, Move(0, "play", cards(tried))) == (f"big_two.{rule}", key)


STRAIGHTS = {
    "A": "AD 2C 3H 4S 5D", "2": "2C 3D 4S 5H 6C", "3": "3D 4C 5H 6S 7D", "T": "TD JC QH KS AD", "J": "JD QC KH AS 2D",
    "Q": "QC KD AH 2S 3D", "K": "KC AD 2H 3S 4D",
}  # fmt: skip
"""First rank -> straight."""


@pytest.mark.parametrize(
    ("straights", "order"),
    [("to_two", "3TJ"), ("no_twos", "3T"), ("ace_low_or_high", "A23T"), ("taiwan", "A3T2"), ("hong_kong", "3T2A")],
)
def test_r11_straights_and_their_order_by_house_rule(straights: Any, order: str) -> None:
    rules = HandRules(straights=straights)
    assert {first for first, words in STRAIGHTS.items() if parse_hand(words, rules)} == {*order}
    for low, high in pairwise(order):
        assert beats(STRAIGHTS[high], STRAIGHTS[low], rules) and not beats(STRAIGHTS[low], STRAIGHTS[high], rules)


@pytest.mark.parametrize(
    ("straights", "words", "card"),
    [
        ("ace_low_or_high", STRAIGHTS["A"], "5D"), ("ace_low_or_high", STRAIGHTS["2"], "6C"),
        ("taiwan", STRAIGHTS["A"], "5D"), ("taiwan", STRAIGHTS["2"], "2C"),
        ("hong_kong", STRAIGHTS["A"], "2C"), ("hong_kong", STRAIGHTS["2"], "2C"),
    ],
)  # fmt: skip
def test_r11_suit_of_one_card_decides_between_equal_straights(straights: Any, words: str, card: str) -> None:
    play = parse_hand(words, HandRules(straights=straights))
    assert play is not None and play.deciding_card == parse(card)


def test_r14_straight_flushes_follow_straights() -> None:
    low = "AH 2H 3H 4H 5H"
    assert (parse_hand(low, HandRules()) or parse_hand("3D", HandRules())).kind == "flush"  # type: ignore[union-attr]
    taiwan = HandRules(straights="taiwan", flushes=False)
    assert beats("2C 3C 4C 5C 6C", low, taiwan) and beats("3D 4D 5D 6D 7D", low, taiwan)
    assert parse_hand("JS QS KS AS 2S", taiwan) is None, "neither a straight nor, without flushes, a flush"


@given(
    st.sets(st.integers(0, 51), min_size=9, max_size=11).map(sorted),
    st.integers(0, 2**32),
)
def test_generated_plays_are_valid_subsets_under_any_rules(held: list[Card], seed: int) -> None:

    rules = random_options(BigTwoOptions, Rng(seed)).hand_rules()
    mask_of = ORDERS[rules.suits].mask_of
    for count in range(1, 6):
        plays = combinations_of(mask_of(held), count, rules)
        expected = {subset for subset in combinations(held, count) if classify(mask_of(subset), rules)}
        assert {play.cards for play in plays} == expected
        assert len(plays) == len(expected)
        assert [play.key for play in plays] == sorted(play.key for play in plays)


def test_r14_five_cards_beat_same_kind_only_by_house_rule() -> None:
    same = HandRules(same_kind_only=True, four_plus_one=True)
    straight, higher, full = "3C 4D 5H 6S 7C", "4C 5D 6H 7S 8C", "3D 3H 3S 9C 9D"
    assert beats(higher, straight, same)
    assert not beats(full, straight, same) and not beats("5D 6D 7D 8D 9D", full, same)
    assert beats("5D 6D 7D 8D 9D", full, same._replace(bombs=True))
    game = make_position("3C 4D 5H 6S 7C 2S", "3D 3H 3S 9C 9D 4S", rules=BigTwoOptions(five_cards="same_kind"))
    play_lines(game, "0:play 3C 4D 5H 6S 7C")
    assert refusal_of(game, "1:play 3D 3H 3S 9C 9D") == ("big_two.R14", "other_kind")
    assert game.prompt_for(2).key == "follow_same_kind"
    rules = BigTwoOptions(five_cards="same_kind", bombs=True, four_plus_one=True)
    game = make_position("3C 4D 5H 6S 7C 2S", "3D 3H 3S 9C 9D 4S", rules=rules)
    play_lines(game, "0:play 3C 4D 5H 6S 7C")
    assert game.prompt_for(2).key == "follow_same_kind_bomb"


# --- bombs ----------------------------------------------------------------------------------------------------------


def test_r14_bombs_beat_any_number_of_cards() -> None:
    rules = BigTwoOptions(bombs=True, four_cards="none", four_plus_one=True)
    game = make_position("2S 3C", "4D 4C 4H 4S 9D TD", "5H 6H 7H 8H 9H 3D", "JS 8S", rules=rules)
    play_lines(game, "0:play 2S")
    assert game.seats_to_act() == (1,), "the highest two gives no control"
    assert game.prompt_for(1).key == "follow_bomb"
    assert refusal_of(game, "1:play 4D 4C") == ("big_two.R4", "wrong_count_single")
    play_lines(game, "1:play 4D 4C 4H 4S 9D")
    assert game.prompt_for(2).key == "follow_over_bomb"
    assert refusal_of(game, "2:play 3D") == ("big_two.R4", "wrong_count_four_plus_one")
    play_lines(game, "2:play 5H 6H 7H 8H 9H")
    assert game.seats_to_act() == (3,)
    assert [str(move) for move in game.legal_moves(3)] == ["3:pass"]
    play_lines(game, "3:pass", "0:pass", "1:pass")
    assert (game.seats_to_act(), game.play_to_beat) == ((2,), None)


def test_r14_bombs_are_ordered_by_rank_then_straight_flush() -> None:
    rules = HandRules(bombs=True, four_plus_one=True)
    order = ["4D 4C 4H 4S", "5D 5C 5H 5S 2D", "6D 6C 6H 6S", "3C 4C 5C 6C 7C", "3H 4H 5H 6H 7H"]
    for low, high in pairwise(order):
        assert beats(high, low, rules) and not beats(low, high, rules)
    assert beats(order[0], "2D 2C 2H AD AC", rules), "four cards beat a full house"
    assert not beats("TD TC TH TS", order[-1], rules)
    last = parse_hand("2D 2C", rules)
    assert last is not None
    hand = ORDERS["dchs"].mask_of(cards("4D 4C 4H 4S 9D 9H"))
    assert {texts(play.cards) for play in followers(hand, last, rules)} == {
        "4C 4D 4H 4S", "4C 4D 4H 4S 9D", "4C 4D 4H 4S 9H",
    }  # fmt: skip


def test_refusal_of_lower_bomb_names_bombs() -> None:
    rules = BigTwoOptions(bombs=True)
    game = make_position("3C 4C 5C 6C 7C 2S", "TD TC TH TS 2D", rules=rules)
    play_lines(game, "0:play 3C 4C 5C 6C 7C")
    assert refusal_of(game, "1:play TD TC TH TS") == ("big_two.R14", "below_bomb")


# --- the dragon -----------------------------------------------------------------------------------------------------


def dragon_position(**rules: Any) -> BigTwo:
    rest = [Card(card) for card in range(52) if card not in cards(DRAGON)]
    hands = [texts(rest[13 * place : 13 * place + 13]) for place in range(3)]
    game = make_position(hands[0], DRAGON, *hands[1:], rules=BigTwoOptions(dragon=True, match=1, **rules))
    game.begin_play()
    return game


@pytest.mark.parametrize("next_opener", ["lowest_card", "last_winner"])
def test_r15_dragon_opens_and_wins_deal_at_once(next_opener: str) -> None:
    game = dragon_position(next_opener=next_opener)
    assert game.seats_to_act() == (1,)
    assert game.legal_moves(1) == [Move(1, "play", tuple(sorted(cards(DRAGON))))]
    assert game.prompt_for(1).key == "lead_dragon"
    assert refusal_of(game, "1:play 3D") == refusal_of(game, "1:pass") == ("big_two.R15", "dragon")
    game.take_events()
    game.play(game.legal_moves(1)[0])
    assert game.history == ((-13, 39, -13, -13),)
    scored = next(event for event in game.take_events() if isinstance(event, DealScored))
    assert [decided.note.key for decided in scored.deciding_cards] == ["dragon"]


def test_seat_with_single_combination_has_no_dragon() -> None:
    for opening in (False, True):
        game = make_position("3D 3C", "9S", "TS", "JS", rules=BigTwoOptions(dragon=True), opening=opening)
        assert game.prompt_for(0).key == ("open_single" if opening else "lead")
        assert Move(0, "play", cards("3D")) in game.legal_moves(0) and game.refusal(Move.parse("0:play 3D")) is None


def test_dragon_is_no_hand_without_house_rule() -> None:
    assert parse_hand(DRAGON, HandRules()) is None
    assert parse_hand(DRAGON.replace("2C", "AD"), HandRules(dragon=True)) is None


# --- scoring and match ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scoring", "hand", "lost"),
    [
        ("bands", "3C 4C 5C 6C", 4), ("bands", "3C 4C 5C 6C 7C", 10), ("bands", "3C 4C 5C 6C 7C 8C 9C TC JC", 18),
        ("bands", "3C 4C 5C 6C 7C 8C 9C TC JC QC", 30), ("twos_cost_five", "2C 2D 3H", 11),
        ("by_rank", "2C AC TD KD 9H", 32),
        ("hk", DRAGON, 39), ("linear", DRAGON, 13),
    ],
)  # fmt: skip
def test_r15_cards_left_cost_points_by_house_rule(scoring: Any, hand: str, lost: int) -> None:
    assert points_lost(cards(hand), scoring) == lost


@pytest.mark.parametrize(
    ("scoring", "hand", "note"),
    [
        ("hk", "3C 4C 5C 6C 7C 8C 9C TC JC", None),
        ("hk", "3C 4C 5C 6C 7C 8C 9C TC JC QC", Note("times", {"n": 10, "factor": 2})),
        ("hk", DRAGON, Note("times", {"n": 13, "factor": 3})),
        ("bands", "3C 4C 5C 6C 7C", Note("times", {"n": 5, "factor": 2})),
        ("twos_cost_five", "2C 2D 3H", Note("twos", {"n": 3})),
        ("twos_cost_five", "AC 3H", None),
        ("by_rank", "2C KD", Note("by_rank", {"n": 2})),
        ("linear", DRAGON, None),
    ],
)
def test_r15_result_tells_how_cards_left_are_counted(scoring: Any, hand: str, note: Note | None) -> None:
    assert BigTwo(4, 1, BigTwoOptions(scoring=scoring)).describe_cards_left(cards(hand)) == note


PLACES = BigTwoOptions(scoring="places", match=1)


def test_r15_deal_is_played_for_all_places() -> None:
    game = make_position("5C", "6C 7D", "8S 4D", "9S 3S", rules=PLACES)
    play_lines(game, "0:play 5C")
    assert (game.finished, game.seats_to_act(), game.play_to_beat) == ((0,), (1,), None)
    assert game.is_out(0)
    play_lines(game, "1:play 6C", "2:play 8S", "3:play 9S", "1:pass", "2:pass", "3:play 3S")
    assert (game.finished, game.seats_to_act()) == ((0, 3), (1,))
    game.take_events()
    play_lines(game, "1:play 7D")
    assert game.history == ((3, 1, 0, 2),)
    assert game.outcome is not None and game.outcome.winners == (0,)
    scored = next(event for event in game.take_events() if isinstance(event, DealScored))
    assert (scored.winners, scored.places, scored.reason.key) == ((0,), (1, 3, 4, 2), "out_first")
    assert [texts(decided.cards) for decided in scored.deciding_cards] == ["5C"]


def test_places_leave_finished_seats_out_of_last_card_rule() -> None:
    rules = BigTwoOptions(scoring="places", last_card="highest_single")
    game = make_position("5C", "6C 7D", "8S", "9S 3S", rules=rules)
    play_lines(game, "0:play 5C")
    assert {str(move) for move in game.legal_moves(1)} == {"1:play 7D"}, "the next player has one card"
    game = make_position("6C 7D", "8S", "9S 3S 4D", "TS 3C", rules=rules, leader=1)
    play_lines(game, "1:play 8S")
    play_lines(game, "2:play 4D")
    assert game.seats_to_act() == (3,)
    assert len(game.legal_moves(3)) > 1, "the finished seat after the next one doesn't count"


@pytest.mark.parametrize(("match", "lost", "over"), [("to_50", 46, True), ("to_50", 45, False), ("to_100", 96, True)])
def test_r15_match_ends_when_points_are_lost(match: str, lost: int, over: bool) -> None:
    game = make_position("5C", *hands_of(4, 1, 1), rules=BigTwoOptions(match=match))
    game.history, game.scores = ((0, 0, 0, 0),), (lost, -lost, 0, 0)
    play_lines(game, "0:play 5C")
    assert game.outcome == (MatchOutcome((0,), game.outcome.reason) if over and game.outcome else None)
    assert (game.outcome is not None) == over
    assert game.deals_planned() == 0


def test_r15_match_for_places_ends_when_points_are_won() -> None:
    rules = BigTwoOptions(scoring="places", match="to_50")
    game = make_position("5C", "6C", "8S 4D", "9S 3S", rules=rules)
    game.history, game.scores = ((0, 0, 0, 0),), (10, 49, 30, 20)
    play_lines(game, "0:play 5C", "1:play 6C", "2:play 4D", "3:pass", "2:play 8S")
    assert game.scores == (13, 51, 31, 20)
    assert game.outcome is not None and game.outcome.winners == (1,)


def test_match_to_points_ends_after_hundred_deals() -> None:
    game = make_position("5C", *hands_of(1, 1, 1), rules=BigTwoOptions(match="to_100"))
    game.history, game.scores = ((0, 0, 0, 0),) * 99, (0, 3, 0, -3)
    play_lines(game, "0:play 5C")
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.reason.key) == ((0,), "deal_limit")


@pytest.mark.parametrize(
    ("rules", "deals_left", "limit"),
    [
        ({}, 1, 4 * 13),
        ({}, 2, 8 * 13),
        ({"scoring": "hk"}, 1, 4 * 39),
        ({"scoring": "bands"}, 1, 4 * 39),
        ({"scoring": "twos_cost_five"}, 1, 4 * 29),
        ({"scoring": "by_rank"}, 1, 4 * 130),
        ({"scoring": "places"}, 1, 3),
    ],
)
def test_lead_that_the_deals_left_cannot_make_up_decides_a_match(
    rules: dict[str, Any], deals_left: int, limit: int
) -> None:
    game = BigTwo(4, 1, BigTwoOptions(**rules))
    game.history = ((0, 0, 0, 0),) * (5 - deals_left)
    game.scores = (0, limit, 0, 0)
    assert all(map(game.can_still_win, range(4))), "they may draw level"
    game.scores = (0, limit + 1, 1, 0)
    assert [game.can_still_win(seat) for seat in range(4)] == [False, True, True, False]


def test_match_up_to_points_can_be_won_by_any_seat() -> None:
    game = BigTwo(4, 1, BigTwoOptions(match="to_50"))
    game.history, game.scores = ((0, 0, 0, 0),), (-49, 147, -49, -49)
    assert game.can_still_win(0)
