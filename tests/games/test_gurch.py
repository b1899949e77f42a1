"""Gurch: golden scenarios G1 … G18, tricks and their duties, the final round, minigames, scores."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import SUITS, Card, packs, parse
from engine.events import Announced, CardsMoved, DealScored
from engine.game import STOCK, MatchOutcome
from engine.games.gurch import Gurch
from engine.games.gurch.game import MAX_MINIGAME_REPEATS
from engine.games.gurch.options import GurchOptions
from engine.games.gurch.piles import HAND, TRICK
from engine.games.gurch.plays import VALUE, duty, in_order, leads
from engine.games.gurch.scoring import settle_points
from engine.moves import Move, Note
from engine.rng import Rng
from scenes.text.catalogue import Words
from scenes.text.narrator import Narrator
from tests.games.gurch import (
    follow_position,
    legal_plays,
    own_cards,
    play,
    play_final_round,
    refusal_of_play,
    trick_position,
)
from tests.support.card_positions import take_ranks

# --- cards, leads, followers (R1, R14 … R20) --------------------------------------------------------------------


def test_r1_ace_is_high_two_low_and_suits_never_matter() -> None:
    for value, letter in enumerate("23456789TJQKA", 2):
        assert {VALUE[parse(letter + suit)] for suit in SUITS} == {value}
    game = play(trick_position("8 8 3", "A 2 2 2 3"), "8 8")
    (ace,) = own_cards(game, "A", 1)
    for two in own_cards(game, "2 2 2", 1):
        assert game.legal_moves(1) == [game.canonical(Move(1, "play", (two, ace)))]


LEAD, BEST, EQUAL = {"benchmark": "lead"}, {"benchmark": "current"}, {"equal_and_sacrifice": True}
"""House rules about followers."""


@pytest.mark.parametrize(
    ("hand", "plays", "rules", "legal"),
    [
        ("A K 7 3 2", "8 8", {}, "A2 K2"),  # G1, R18
        ("K 9 5 3 2", "9", {}, "9 K"),  # G3, R17
        ("T 8 5 3 2", "J", {}, "2"),  # G4, R19
        ("K K 7 7 2", "Q Q", {}, "KK"),  # G5, R16, R17
        ("7 7 K K 2", "7 7", {}, "77 KK"),  # G6, R16
        ("K K Q 3 2", "8 8 8", {}, "K32 Q32"),  # G7, R18
        ("K 8 5 3 2", "K K", {}, "32"),  # G8, R19
        ("K 8 5 3 2", "K K", EQUAL, "K2"),
        ("A Q 7 3 2", "8 8, K K", {}, "A2 Q2"),  # R18: higher than the lead
        ("A Q 7 3 2", "8 8, K K", BEST, "A2"),  # G9
        ("A Q 7 3 2", "8 8, K K", LEAD, "A2 Q2"),
        ("9 9 7 3 2", "8 8, K K", {}, "92"),  # R16: no winning set
        ("9 9 7 3 2", "8 8, K K", BEST, "32"),  # G10
        ("9 9 7 3 2", "8 8, K K", LEAD, "99"),
        ("K K K 3 2", "8 8", {}, "KK"),  # R17
        ("A K 7 3 2", "K K", {}, "A2"),  # R18
        ("A K 7 3 2", "K K", EQUAL, "A2 K2"),
    ],
)
def test_r16_r17_r18_r19_follower_plays_what_duty_demands(hand: str, plays: str, rules: Any, legal: str) -> None:
    assert legal_plays(follow_position(hand, *plays.split(", "), **rules)) == set(legal.split())


@pytest.mark.parametrize(
    ("hand", "led", "tried", "rule", "key"),
    [
        ("A K 7 3 2", "8 8", "A", "R15", "as_many"),
        ("A K 7 3 2", "8 8", "A 3 2", "R15", "as_many"),
        ("K K K 3 2", "8 8", "K 2", "R17", "must_win"),
        ("K K K 3 2", "8 8", "3 2", "R17", "must_win"),
        ("K K Q 3 2", "8 8 8", "K K 2", "R18", "beat_with_lowest"),
        ("A K 7 3 2", "8 8", "A 3", "R18", "beat_with_lowest"),
        ("A 7 7 3 2", "8 8", "7 7", "R18", "must_beat_1"),
        ("A K 7 3 2", "8 8", "3 2", "R18", "must_beat_2"),
        ("A K Q 3 2", "8 8", "3 2", "R18", "must_beat_3"),
        ("T 8 5 3 2", "J", "T", "R19", "lowest_card"),
        ("T 8 5 3 2", "J J", "T 8", "R19", "lowest_cards"),
    ],
)
def test_r15_r17_r18_r19_refusal_names_duty(hand: str, led: str, tried: str, rule: str, key: str) -> None:
    assert refusal_of_play(follow_position(hand, led), tried) == (f"gurch.{rule}", key)


def test_g10_r20_r21_winner_stays_the_highest_play_by_house_rule() -> None:
    game = play(follow_position("9 9 7 3 2", "8 8", "K K", benchmark="lead"), "9 9")
    assert game.winning_seat == 1


def test_g11_r20_r21_mixed_cards_never_win_and_later_equal_ones_do() -> None:
    game = trick_position("8 8 4 4", "A 2 3 3", "8 8 5 5", "3 2 6 7")
    play(game, "8 8", "A 2", "8 8", "3 2")
    assert game.leader == 2
    assert game.seats_to_act() == (2,)


def test_g12_r21_last_of_highest_wins() -> None:
    game = play(trick_position("8 8 3 3", "K K 3 5", "K K 5 5", "4 2 6 7"), "8 8", "K K", "K K", "4 2")
    assert game.seats_to_act() == (2,)


def test_g13_r18_rest_may_be_high_when_hand_is_nearly_empty() -> None:
    assert legal_plays(play(trick_position("8 8 3", "A K Q"), "8 8")) == {"AQ", "KQ"}


def test_r14_one_to_four_equal_cards_may_be_led() -> None:
    game = trick_position("8 8 8 8 K", "2 3 4 5 6")
    assert legal_plays(game) == {"8", "88", "888", "8888", "K"}
    assert refusal_of_play(game, "8 K") == ("gurch.R14", "lead_unequal")
    assert refusal_of_play(game, "") == ("gurch.R14", "no_card")
    play(game, "8 8 8 8")
    assert len(game.piles[TRICK[0]]) == 4


def test_r20_low_pairs_played_as_sacrifice_do_not_win() -> None:
    game = play(trick_position("K K 3", "2 2 9", "8 7 6"), "K K", "2 2")
    assert game.winning_seat == 0
    assert play(game, "7 6").seats_to_act() == (0,)


def test_r20_beat_does_not_raise_value_to_beat() -> None:
    game = play(trick_position("8 8 3", "A 2 2", "9 9 5"), "8 8", "A 2")
    assert game.value_to_match == 8
    assert legal_plays(game) == {"99"}


def test_r21_leader_leads_again_if_unbeaten() -> None:
    game = play(trick_position("K 4 3", "5 6 7", "5 6 7"), "K", "5", "5")
    assert game.seats_to_act() == (0,)
    assert not any(game.piles[TRICK[seat]] for seat in range(3))


values = st.lists(st.sampled_from(list(packs(1))), min_size=2, max_size=5, unique=True)


@given(cards=values, count=st.integers(1, 4), bar=st.integers(2, 14), equal=st.booleans())
def test_r16_r17_r18_r19_duties_follow_from_rules_as_written(
    cards: list[Card], count: int, bar: int, equal: bool
) -> None:
    count = min(count, len(cards))
    hand = in_order(cards)
    kind, plays = duty(hand, count, bar, equal=equal)
    shapes = {tuple(VALUE[card] for card in in_order(chosen)) for chosen in plays}
    assert len(shapes) == len(plays), "a play is listed twice"
    sets = {
        tuple(VALUE[c] for c in some)
        for some in combinations(hand, count)
        if len({VALUE[c] for c in some}) == 1 and VALUE[some[0]] >= bar
    }
    lowest = tuple(VALUE[card] for card in hand[:count])
    singles = [card for card in hand if VALUE[card] > bar or (equal and VALUE[card] == bar)]
    if sets:
        assert (kind, shapes) == ("win", sets)
    elif count > 1 and singles:
        mixed = set()
        for high_card in singles:
            others = [card for card in hand if card != high_card][: count - 1]
            mixed.add(tuple(sorted(VALUE[card] for card in (high_card, *others))))
        assert (kind, shapes) == ("beat", mixed)
    else:
        assert (kind, shapes) == ("low", {lowest})


@given(cards=values)
def test_r14_all_groups_may_be_led(cards: list[Card]) -> None:
    found = [tuple(VALUE[card] for card in lead) for lead in leads(in_order(cards))]
    counts = {value: [VALUE[c] for c in cards].count(value) for value in map(VALUE.__getitem__, cards)}
    assert sorted(found) == sorted((value,) * n for value, most in counts.items() for n in range(1, most + 1))


def test_hands_are_always_equal_when_trick_begins() -> None:
    for seed in range(40):
        rng = Rng(seed)
        game = Gurch(2 + seed % 5, seed)
        while game.deal_number == 1 and game.outcome is None:
            if game.ask is not None and game.ask.what == "play" and not game.led_count:
                assert len({len(game.piles[HAND[seat]]) for seat in game.players}) == 1
            game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))


# --- the final round and the score (R22, R23) -------------------------------------------------------------------


def test_g14_r22_r23_lowest_wins_value_of_highest() -> None:
    game = play_final_round("3", "J", "5", "K", target=0)
    assert game.outcome == ((0,), Note("won", {"seat": 0, "n": 3, "prize": 13, "seat_loser": 3}))
    assert game.scores == (13, 0, 0, 0)


def test_r22_last_card_is_played_without_asking() -> None:
    game = trick_position("A 3", "K 5", "Q J", target=0)
    play(game, "A", "5", "J")
    assert game.outcome is not None
    assert game.totals == (3, 13, 12)
    assert game.scores == (13, 0, 0)
    plays = [event for event in game.take_events() if isinstance(event, CardsMoved) and event.manner == "play"]
    assert [event.source.owner for event in plays] == [0, 1, 2, 0, 1, 2]


def test_r22_two_equal_cards_may_be_led_singly() -> None:
    game = trick_position("4 4", "9 2", "K Q", target=0)
    assert legal_plays(game) == {"4", "44"}
    play(game, "4", "9")
    assert legal_plays(game) == {"K", "Q"}
    play(game, "Q")
    assert game.totals == (4, 2, 13)


@given(seats=st.integers(2, 6), share=st.integers(1, 28), data=st.data())
def test_r23_points_paid_by_losers_sum_to_zero(seats: int, share: int, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(seats)))
    winners = order[: data.draw(st.integers(1, seats))]
    losers = order[len(winners) :][: data.draw(st.integers(0, seats))]
    points = settle_points(seats, share, winners, losers, losers_pay=True)
    assert sum(points) == 0
    if losers:
        assert all(points[seat] == share for seat in winners)
        assert max(points[seat] for seat in losers) - min(points[seat] for seat in losers) <= 1
    free = settle_points(seats, share, winners, losers, losers_pay=False)
    assert free == [share if seat in winners else 0 for seat in range(seats)]


@pytest.mark.parametrize("target", [0, 50, 100])
def test_r23_match_ends_at_target(target: int) -> None:
    game, rng = Gurch(3, 7, GurchOptions(target=target)), Rng(1)
    while game.outcome is None:
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    before = [sum(points[seat] for points in game.history[:-1]) for seat in range(3)]
    assert max(game.scores) >= target
    assert target == 0 or max(before) < target or before.count(max(before)) > 1
    assert game.outcome.winners == (game.scores.index(max(game.scores)),)
    assert game.deals_planned() == (1 if target == 0 else 0)
    assert (len(game.history) == 1) == (target == 0)


def test_r23_seats_level_at_target_play_another_deal() -> None:
    game = Gurch(3, 1)
    game.scores = (50, 50, 12)
    assert game.match_winners() == ()
    game.scores = (50, 52, 12)
    assert game.match_winners() == (1,)


def test_r23_match_below_target_ends_after_max_deals_with_reason() -> None:
    game = Gurch(2, 1, GurchOptions(loser_pays=True))
    points = [(9, -9), *[(0, 0)] * (game.max_deals - 2)]
    for deal in points:
        game.end_deal(deal, (0,), "shared", {"n": 4, "prize": 8})
        assert game.outcome is None
    game.take_events()
    game.end_deal((-2, 2), (1,), "shared", {"n": 4, "prize": 8})
    assert game.outcome == MatchOutcome((0,), Note("deal_limit", {"n": 100}))
    narrator = Narrator(Words("en").with_seat_names(lambda seat: f"P{seat}"), game, 1)
    for event in game.take_events():
        narrator.on_event(event)
    assert "After 100 deals the match is over, and the most points win" in [line.text for line in narrator.lines]


# --- ties (R24) -------------------------------------------------------------------------------------------------


def test_g17_r24_tied_lowest_seats_play_off() -> None:
    game = play_final_round("3", "3", "9", "K", target=0)
    assert game.ask == ("mini", (0,))
    assert game.players == (0, 1)
    assert [len(game.piles[HAND[seat]]) for seat in range(4)] == [3, 3, 0, 0]
    assert [game.is_out(seat) for seat in range(4)] == [False, False, True, True]
    rng = Rng(4)
    while game.outcome is None:
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    assert sorted(game.scores) == [0, 0, 0, 13]
    assert game.outcome.winners[0] in (0, 1)


def test_r24_each_seat_keeps_or_swaps_all_three_cards() -> None:
    game = play_final_round("3", "9", "3", "K", leader=0)
    assert len(game.piles[STOCK]) == 52 - 6
    kept, gone = game.piles[HAND[0]], game.piles[HAND[2]]
    assert [move.verb for move in game.legal_moves(0)] == ["keep", "renew"]
    game.play(Move(0, "keep"))
    assert game.seats_to_act() == (2,)
    game.play(Move(2, "renew"))
    assert game.piles[HAND[0]] == kept
    assert not set(gone) & set(game.piles[HAND[2]])
    assert len(game.piles[HAND[2]]) == 3
    assert game.ask == ("play", (0,)), "the first tied seat from the leader of the final round on"


def test_r24_first_tied_seat_clockwise_from_leader_leads() -> None:
    game = trick_position("9", "3", "K", "3", leader=2)
    game.play(Move(2, "play", game.piles[HAND[2]]))
    assert game.ask == ("mini", (3,))
    game.play(Move(3, "keep"))
    game.play(Move(1, "keep"))
    assert game.seats_to_act() == (3,)


def decide_minigame(game: Gurch, *hands: str) -> None:
    """Give the tied seats these single cards of the minigame, and let the leader lead."""
    while game.ask is not None and game.ask.what == "mini":
        game.push(game.legal_moves(game.seats_to_act()[0])[0])
    left = list(packs(1))
    for seat in game.players:
        game.piles[HAND[seat]] = ()
    for seat, words in zip(game.players, hands, strict=True):
        game.piles[HAND[seat]] = take_ranks(words, left)
    game.piles[STOCK] = tuple(left)
    game.piles[TRICK[0]] = ()
    game.push(Move(game.leader, "play", game.piles[HAND[game.leader]]))


PAYS = {"loser_pays": True}


@pytest.mark.parametrize(
    ("last", "rules", "minigames", "scores"),
    [
        ("3, 3, 9, K", {}, [("low", (0, 1), "9 4")], (0, 13, 0, 0)),
        ("3, 8, K, K", PAYS, [("high", (2, 3), "4 9")], (13, 0, 0, -13)),
        ("3, K, 3, K", PAYS, [("low", (0, 2), "9 4"), ("high", (1, 3), "9 4")], (0, -13, 13, 0)),
        ("7, 7, 7", {}, [("low", (0, 1, 2), "9 4 5")], (0, 7, 0)),
        # the winner can't lose too
        ("7, 7, 7", PAYS, [("low", (0, 1, 2), "9 4 5"), ("high", (0, 2), "4 9")], (0, 7, -7)),
    ],
)
def test_r24_tied_seats_play_off_for_winner_first_and_loser(
    last: str, rules: Any, minigames: list[tuple[str, tuple[int, ...], str]], scores: tuple[int, ...]
) -> None:
    game = play_final_round(*last.split(", "), target=0, **rules)
    for contest, players, hands in minigames:
        assert (game.contest, game.players) == (contest, players)
        decide_minigame(game, *hands.split())
    assert game.scores == scores


def test_r24_tie_for_highest_is_played_off_only_where_something_depends_on_it() -> None:
    game = play_final_round("3", "8", "K", "K", target=0)
    assert game.outcome is not None and game.scores == (13, 0, 0, 0)
    assert game.outcome.reason.key == "won" and deciding_cards(last_scored(game)) == [(0, "lowest", [3], False)]
    for rules in ({"loser_minigame": "always"}, {"next_hand": "loser_card"}, PAYS):
        assert play_final_round("3", "8", "K", "K", **rules).contest == "high"


def test_r24_tied_minigame_is_repeated_and_then_decided_by_draw() -> None:
    game = play_final_round("3", "3", "3", "K", target=0)
    decide_minigame(game, "9", "9", "T")
    assert (game.repeats, game.players) == (1, (0, 1)), "only the seats still tied"
    for repeat in range(2, MAX_MINIGAME_REPEATS + 1):
        decide_minigame(game, "9", "9")
        assert game.repeats == repeat
    game.take_events()
    decide_minigame(game, "9", "9")
    assert game.outcome is not None
    drawn = [
        (e.seat, VALUE[e.note.placeholders["card"]])
        for e in game.take_events()
        if isinstance(e, Announced) and e.note.key == "drew"
    ]
    (one, first), (other, second) = drawn[-2:]
    assert first != second
    assert game.outcome.winners == ((one if first < second else other),)


def last_scored(game: Gurch) -> DealScored:
    """Return the score event of the last deal."""
    return next(event for event in game.take_events() if isinstance(event, DealScored))


def deciding_cards(scored: DealScored) -> list[tuple[int, str, list[int], bool]]:
    """Return the deciding cards: seat, key of their note, values, and whether they were beaten."""
    return [
        (one.seat, one.note.key, sorted(VALUE[card] for card in one.cards), one.is_beaten)
        for one in scored.deciding_cards
    ]


def test_r24_result_shows_deciding_minigame_and_earlier_cards() -> None:
    game = play_final_round("3", "3", "9", "K", target=0)
    decide_minigame(game, "9", "4")
    scored = last_scored(game)
    assert deciding_cards(scored) == [(0, "mini_next", [9], True), (1, "mini_lowest", [4], False)]
    assert [[VALUE[card] for card in cards] for cards in scored.revealed_hands] == [[3], [3], [9], [13]]


def test_r24_losers_minigame_does_not_hide_winning_cards() -> None:
    game = play_final_round("3", "8", "K", "K", target=0, loser_pays=True)
    decide_minigame(game, "4", "9")
    scored = last_scored(game)
    assert deciding_cards(scored) == [(3, "highest", [13], True), (0, "lowest", [3], False)]
    assert [[VALUE[card] for card in cards] for cards in scored.revealed_hands] == [[3], [8], [13], [13]]
    game = play_final_round("3", "K", "3", "K", target=0, loser_pays=True)
    decide_minigame(game, "9", "4")
    decide_minigame(game, "9", "4")
    assert deciding_cards(last_scored(game)) == [(0, "mini_next", [9], True), (2, "mini_lowest", [4], False)]


def test_r24_deciding_draw_is_shown() -> None:
    game = play_final_round("3", "3", "9", "K", target=0)
    for _ in range(MAX_MINIGAME_REPEATS + 1):
        decide_minigame(game, "9", "9")
    assert game.outcome is not None
    (rival, key, (higher,), beaten), (winner, own, (lower,), lost) = deciding_cards(last_scored(game))
    assert (key, own, beaten, lost) == ("drew_next", "drew_lowest", True, False)
    assert winner == game.outcome.winners[0] and rival != winner and lower < higher


@pytest.mark.parametrize(
    ("last", "rules", "scores"),
    [
        ("4 4, 2 A, 9 9, K 2", {}, (18, 0, 0, 0)),  # G15
        ("3, J, 5, K", {"loser_pays": True}, (13, 0, 0, -13)),
        ("3, 3, 9, K", {"tie_break": "split"}, (6, 6, 0, 0)),
        ("3, 9, K, K", {"tie_break": "split"}, (13, 0, 0, 0)),
        ("3, 9, K, K", {"tie_break": "split", "loser_pays": True}, (13, 0, -6, -7)),
    ],
)
def test_r22_r23_r24_final_round_is_scored(last: str, rules: Any, scores: tuple[int, ...]) -> None:
    assert play_final_round(*last.split(", "), **rules).history == (scores,)


def test_leads_and_large_tricks_are_tense() -> None:
    game = trick_position("9 9 9 3 2", "T T T 4 2", size=5)
    assert game.tension(0) == 0.5, "a lead"
    assert play(game, "3").tension(1) == 0.0
    assert play(trick_position("9 9 9 3 2", "T T T 4 2"), "9 9 9").tension(1) == 0.5
    assert trick_position("9", "T").tension(0) == 1.0


@pytest.mark.parametrize(("top_card", "key"), [("none", "win_ace"), ("six_of_clubs", "win")])
def test_prompt_names_only_aces_if_nothing_beats_them(top_card: str, key: str) -> None:
    game = follow_position("AH 5D", "AS", top_card=top_card)
    (seat,) = game.seats_to_act()
    assert game.prompt_for(seat).key == key
