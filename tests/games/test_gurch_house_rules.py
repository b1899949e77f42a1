"""Gurch by house rules: hands, starter, swaps, followers, aces, penalty points, ties, the length of a match."""

from typing import Any

import pytest

from engine.cards import packs
from engine.events import Announced, DealScored
from engine.game import STOCK, MatchOutcome
from engine.games.gurch import Gurch, GurchOptions
from engine.games.gurch.piles import HAND, REJECTED, SHOWN, SWAPPED, TRICK, UP_CARD
from engine.games.gurch.plays import TOP_CARD, VALUE, cards_ruled_out_by_follow, duty, in_order
from engine.games.gurch.scoring import cucumber_winners, next_hand_size
from engine.moves import Move, Note, Pile
from engine.rng import Rng
from tests.games.gurch import (
    find_deal,
    first_cards,
    follow_position,
    legal_plays,
    new_game,
    own_cards,
    play,
    play_final_round,
    play_verbs,
    refusal_of_play,
    set_hands,
    swap,
    trick_position,
    vote,
)
from tests.support.card_positions import announced_keys
from tests.support.refusals import refusal_of

Rules = dict[str, Any]

# --- the deal (R2 … R4) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("seats", [2, 6])
def test_r2_each_seat_gets_the_cards_of_the_house_rule(size: int, seats: int) -> None:
    game = new_game(seats, 3, hand=size)
    assert {len(first_cards(game, seat, 9)) for seat in range(seats)} == {size}
    assert len(game.cards(STOCK)) == 52 - size * seats
    assert {len(move.cards) for move in game.legal_moves(game.starter)} == {0, 1, 2, 3, 4, 5}


def test_r2_all_swaps_find_cards_with_six_seats_and_seven_cards() -> None:
    game = new_game(6, 2, hand=7)
    for _ in range(6):
        swap(game, 5)
    vote(game, *[5] * 6)
    for _ in range(6):
        swap(game, 5)
    assert {len(game.cards(HAND[seat])) for seat in range(6)} == {7}


def test_r3_seat_left_of_dealer_starts_without_up_cards() -> None:
    for seed in range(8):
        game = new_game(4, seed, starter="left_of_dealer")
        assert game.starter == (game.dealer + 1) % 4
        assert not any(game.cards(pile) for pile in UP_CARD)
        assert "starts_left" in announced_keys(game)
        play_verbs(game, "start")
        assert game.ask == ("play", (game.starter,))


@pytest.mark.parametrize(
    ("last", "seats", "spare", "size"),
    [("7", 4, 0, 7), ("K", 4, 0, 10), ("A", 6, 0, 8), ("A", 6, 5, 7), ("2", 3, 5, 2), ("4 4", 3, 0, 4)],
)
def test_r2_loser_card_says_the_size_of_the_next_hands(last: str, seats: int, spare: int, size: int) -> None:
    cards = own_cards(trick_position(last, "3 3"), last, 0)
    assert next_hand_size(cards, seats, spare_cards=spare) == size


def test_r2_r4_loser_deals_the_next_hands() -> None:
    game = play_final_round("3", "4", "7", "2", next_hand="loser_card")
    assert (game.deal_number, game.dealer, game.hand_size) == (2, 2, 7)
    game = play_final_round("2", "2", next_hand="loser_card", tie_break="split")
    assert game.hand_size == 5, "nobody lost"


@pytest.mark.parametrize("swaps", ["vote", "once", "none"])
def test_r2_r8_small_hands_limit_swaps_and_votes(swaps: str) -> None:
    game = play_final_round("2", "2", "3", next_hand="loser_card", tie_break="split", swaps=swaps)
    assert game.hand_size == 3
    if swaps == "vote":
        seat = game.starter
        swap(game, 3)
        play_verbs(game, "pat", "pat")
        assert [move.to for move in game.legal_moves(seat)] == [1, 2, 3]
        assert refusal_of(game, Move(seat, "vote", to=4)) == ("gurch.R8", "vote_range")
        assert game.prompt_for(seat) == Note("vote", {"n": 3})


# --- swaps (R5 … R12) ---------------------------------------------------------------------------------------------


def test_r5_without_swaps_the_starter_leads_at_once() -> None:
    game = new_game(3, 4, swaps="none")
    assert game.ask == ("play", (game.starter,))
    assert {len(game.cards(HAND[seat])) for seat in range(3)} == {5}


def test_r5_each_seat_swaps_once_from_the_starter_on_without_a_vote() -> None:
    game = new_game(3, 4, swaps="once")
    asked = []
    for count in (5, 0, 2):
        (seat,) = game.seats_to_act()
        asked.append(seat)
        assert refusal_of(game, Move(seat, "swap")) == ("gurch.R5", "once_none")
        before = set(first_cards(game, seat, 5))
        if count:
            swap(game, count)
            assert len(before.intersection(game.cards(HAND[seat]))) == 5 - count
        else:
            play_verbs(game, "keep")
    assert asked == [(game.starter + step) % 3 for step in range(3)]
    assert game.ask == ("play", (game.starter,))
    assert len(game.cards(SWAPPED)) == 7


def test_r5_single_swaps_end_with_the_stock() -> None:
    game = new_game(6, 4, swaps="once", hand=7)
    first, second = (game.starter, (game.starter + 1) % 6)
    swap(game, 7)
    assert {len(move.cards) for move in game.legal_moves(second)} == {0, 1, 2, 3}, "three cards are left"
    assert refusal_of(game, Move(second, "swap", first_cards(game, second, 4))) == ("gurch.R5", "swap_at_most")
    swap(game, 3)
    assert game.ask == ("play", (first,)), "the others are not asked"
    assert len(game.cards(SWAPPED)) == 10, "thrown cards are not used again"


def test_r5_at_most_five_cards_are_swapped_of_seven() -> None:
    game = new_game(3, 4, hand=7)
    seat = game.starter
    assert refusal_of(game, Move(seat, "swap", first_cards(game, seat, 6))) == ("gurch.R5", "swap_at_most")


def voted_one(**rules: Any) -> Gurch:
    """Return a position after all three seats swapped a card; the starter voted 2, the others 1."""
    game = find_deal(lambda game: game.starter == 0, 3, **rules)
    for _ in range(3):
        swap(game, 1)
    vote(game, 2, 1, 1)
    return game


def test_r11_card_is_shown_before_any_discard() -> None:
    game = voted_one()
    (shown,) = game.cards(SHOWN)
    assert game.ask == ("shown", (0,))
    assert {move.verb for move in game.legal_moves(0)} == {"take", "reject", "keep"}
    assert game.prompt_for(0) == Note("shown_keep", {"card": shown})
    play_verbs(game, "take")
    assert game.ask == ("discard", (0,))
    assert len(game.cards(HAND[0])) == 6
    assert refusal_of(game, Move(0, "discard")) == ("gurch.R11", "swap_exactly")
    game.play(Move(0, "discard", (shown,)))
    assert len(game.cards(HAND[0])) == 5
    assert game.cards(SWAPPED)[-1] == shown
    assert game.known[shown] == 1, "others see only that a card was discarded"


def test_r10_r11_seats_that_voted_for_one_must_swap_after_seeing() -> None:
    game = voted_one()
    play_verbs(game, "keep")
    assert len(game.cards(REJECTED)) == 1
    assert game.ask == ("shown", (1,))
    assert {move.verb for move in game.legal_moves(1)} == {"take", "reject"}
    assert refusal_of(game, Move(1, "keep")) == ("gurch.R10", "must_swap")
    play_verbs(game, "reject")
    assert len(game.cards(HAND[1])) == 6
    assert len(game.cards(REJECTED)) == 2


def test_r11_card_shown_after_the_swap_cannot_be_declined() -> None:
    game = find_deal(lambda game: game.starter == 0, 3, shown_card="swap_first")
    swap(game, 1)
    play_verbs(game, "pat", "pat")
    vote(game, 1)
    swap(game, 1)
    assert refusal_of(game, Move(0, "keep")) == ("gurch.R11", "card_gone")


def test_r11_r12_no_card_is_shown_from_an_empty_stock_that_is_not_refilled() -> None:
    game = voted_one(swap_exhaustion="limit")
    game.shift(game.cards(STOCK)[:-1], STOCK, REJECTED)
    assert game.prompt_for(0).key == "shown_keep"
    play_verbs(game, "reject")
    game.play(game.legal_moves(0)[0])
    assert game.ask == ("second", (1,))
    assert game.legal_moves(1) == [Move(1, "keep")]


def test_r11_r12_last_card_is_taken_or_the_hand_kept() -> None:
    game = voted_one(swap_exhaustion="limit")
    game.shift(game.cards(STOCK), STOCK, REJECTED)
    assert [move.verb for move in game.legal_moves(0)] == ["take", "keep"]
    assert game.prompt_for(0).key == "shown_last_keep"
    play_verbs(game, "keep")
    assert game.ask == ("second", (1,))


# --- leads and followers (R14 … R19) --------------------------------------------------------------------------------


def test_r14_only_single_cards_are_led() -> None:
    game = trick_position("8 8 8 K", "2 3 4 5", leads="singles")
    assert legal_plays(game) == {"8", "K"}
    assert refusal_of_play(game, "8 8") == ("gurch.R14", "lead_single")
    assert game.prompt_for(0) == Note("lead_single")


BEST: Rules = {"benchmark": "current"}
DUCK: Rules = {"ducking": True}
AFTER: Rules = {"aces": "after"}
LED: Rules = {"aces": "led"}
EQUAL: Rules = {"equal_and_sacrifice": True}
EACH: Rules = {"set_cards": "each"}


@pytest.mark.parametrize(
    ("hand", "plays", "rules", "legal"),
    [
        ("K K 7 3 2", "8 8, Q Q", {}, "KK"),  # R17
        ("8 7 5 3 2", "8 8, K K", {}, "32"),
        ("8 7 5 3 2", "8 8, K K", EQUAL, "82"),
        ("9 7 5 3 2", "8, K", {}, "2"),  # R19: singles must match the best play
        ("K 9 5 3 2", "9", DUCK, "2 9 K"),  # R17
        ("K 8 5 3 2", "J", DUCK, "2 K"),
        ("T 8 5 3 2", "J", DUCK, "2"),
        ("K K A 3 2", "8 8", DUCK, "32 A2 K2 KK"),
        ("9 9 9 T T", "8 8", DUCK, "99 TT T9"),
        ("A K 5 3 2", "9, A", AFTER, "2"),  # R19
        ("A K 5 3 2", "9, A, 3", AFTER, "A"),  # R17: free again
        ("A K 5 3 2", "9 9, A 2", AFTER, "A2 K2"),  # an ace in a mixed play binds nobody
        ("A A K 3 2", "A A", AFTER, "32"),
        ("A K 5 3 2", "A, 2", LED, "2"),  # R19
        ("A K 5 3 2", "9, A", LED, "A"),  # R17: not led
        ("A A A K 9", "A, 2", LED, "9"),
        ("A A K 3 2", "A A", LED, "32"),
        ("A K 5 3 2", "9, A", AFTER | DUCK, "2"),
        ("A K 5 3 2", "A", LED | EQUAL, "2"),
        ("K J 9 3 2", "9 9", EACH, "J9 K9 KJ"),  # R16: equal ranks aren't needed
        ("K J J 3 2", "9 9, J Q", EACH, "32"),  # the queen is to match, and one king isn't enough
        ("K Q J 3 2", "9 9, J Q", EACH, "KQ"),
        ("K Q J 3 2", "9 9, J Q", EACH | EQUAL | {"benchmark": "lead"}, "QJ KQ KJ"),
        ("K J 9 3 2", "9 9", EACH | DUCK, "32 J9 K9 KJ"),
        ("K J 9 3 2", "9", EACH, "9 J K"),
        ("K Q J 9 2", "9 9 9", EACH, "QJ9 KJ9 KQ9 KQJ"),
        ("A K K 3 2", "A A", EACH | LED, "32"),
        ("A A K 3 2", "8 8, A A", EACH | AFTER, "32"),
        ("A A K 3 2", "8 8, A K", EACH | AFTER, "AA"),  # not aces alone, but the ace is to match
    ],
)
def test_r16_r17_r18_r19_followers_by_house_rules(hand: str, plays: str, rules: Any, legal: str) -> None:
    game = follow_position(hand, *plays.split(", "), **rules)
    assert legal_plays(game) == set(legal.split())
    assert game.prompt_for(game.seats_to_act()[0]).key in PROMPTS


PROMPTS = ("win", "win_ace", "win_each", "beat", "beat_equal", "low", "low_card", "duck", "duck_beat", "ace")


@pytest.mark.parametrize(
    ("hand", "plays", "rules", "tried", "refused"),
    [
        ("K 9 5 3 2", "9", DUCK, "5", ("gurch.R17", "duck")),
        ("K 9 5 3 2", "8 8", DUCK, "5 3", ("gurch.R18", "duck_beat")),
        ("K 9 5 3 2", "9, A", AFTER, "K", ("gurch.R19", "ace")),
        ("A A 5 3 2", "A A", LED, "A A", ("gurch.R19", "ace")),
        ("Q 7 5 3 2", "8 8, K K", {}, "3 2", ("gurch.R18", "must_beat_1")),
        ("K J 9 3 2", "9 9", EACH, "K 3", ("gurch.R17", "must_win")),
        ("K J 9 3 2", "9 9, J Q", EACH, "K J", ("gurch.R19", "lowest_cards")),
        ("K J 9 3 2", "9 9", EACH | DUCK, "K 3", ("gurch.R17", "duck")),
    ],
)
def test_r17_r18_r19_refusals_by_house_rules(
    hand: str, plays: str, rules: Any, tried: str, refused: tuple[str, str]
) -> None:
    assert refusal_of_play(follow_position(hand, *plays.split(", "), **rules), tried) == refused


@pytest.mark.parametrize("rules", [{}, BEST, DUCK, DUCK | EQUAL, BEST | DUCK | EQUAL, AFTER, LED, AFTER | DUCK, EACH])
def test_r19_no_play_rules_out_a_card_that_its_seat_still_holds(rules: Any) -> None:
    for seed in range(60):
        game, rng = new_game(2 + seed % 5, seed, swaps="none", **rules), Rng(seed)
        while game.deal_number == 1:
            game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
            for seat in game.players if game.deal_number == 1 else ():
                assert not game.ruled_out_cards(seat).intersection(game.cards(HAND[seat]))


def test_r19_forced_low_play_tells_nothing_about_higher_cards() -> None:
    game = play(trick_position("A 9 4", "A 5 6", "K 7 8", **LED), "A", "5")
    assert {VALUE[card] for card in game.ruled_out_cards(1)} == {2, 3, 4}
    assert {VALUE[card] for card in play(trick_position("A 9 4", "K 5 6", "K 7 8"), "A", "5").ruled_out_cards(1)} == {
        *(2, 3, 4, 14)
    }


def test_r16_r21_later_set_of_several_ranks_wins_if_each_card_reaches_the_best_one() -> None:
    game = play(trick_position("9 9 2 2", "J Q 3 3", "A J 4 5", "A Q 6 6", **EACH), "9 9", "J Q")
    assert (game.winning_seat, game.winning_value) == (1, 12)
    assert refusal_of_play(game, "A J") == ("gurch.R19", "lowest_cards")
    assert game.describe(Move(2, "play", own_cards(game, "4 5", 2))).key == "several"
    play(game, "4 5", "A Q")
    assert game.leader == 3


def test_r16_r19_too_few_high_cards_for_a_set_tell_nothing_about_the_others() -> None:
    game = play(trick_position("9 9 2", "3 4 A", "A J 4", **EACH), "9 9", "3 4")
    assert {VALUE[card] for card in game.ruled_out_cards(1)} == {2, 3}


def test_r17_ducking_tells_nothing_about_higher_cards() -> None:
    game = play(trick_position("9 8 4", "A 5 6", "K 7 8", **DUCK), "9", "5")
    assert {VALUE[card] for card in game.ruled_out_cards(1)} == {2, 3, 4}


def test_r18_split_benchmark_rules_out_by_both_values() -> None:
    eight, king = 8, 13
    hand = in_order(own_cards(trick_position("8 7 5 3 2", "A A A A"), "8 7 5 3 2", 0))
    low = duty(hand, 2, king, value_to_beat=eight).plays[0]
    excluded = cards_ruled_out_by_follow(low, king, value_to_beat=eight)
    assert {VALUE[card] for card in excluded} == {2, *range(9, 15)}


# --- penalty points (R22, R23) --------------------------------------------------------------------------------------

OUT_AT_21: Rules = {"penalty_limit": 21}


def test_r23_highest_total_is_scored_as_penalty_without_a_minigame() -> None:
    game = play_final_round("3", "3", "9", "K", **OUT_AT_21)
    assert game.history == ((0, 0, 0, -13),)
    assert game.deal_winners == ()
    assert not game.are_deals_won_separately()
    assert game.facts(3) == (Note("penalty", {"n": 13, "limit": 21}),)
    game = play_final_round("9", "K", "K", loser_pays=True, tie_break="minigame", **OUT_AT_21)
    assert game.history == ((0, -13, -13),)


@pytest.mark.parametrize(
    ("last", "key", "values"), [("3, 9, K", "highest", [13]), ("K, K, 3", "highest_together", [13, 13])]
)
def test_r23_result_shows_the_penalised_cards(last: str, key: str, values: list[int]) -> None:
    game = play_final_round(*last.split(", "), **OUT_AT_21)
    (scored,) = [event for event in game.take_events() if isinstance(event, DealScored)]
    (shown,) = scored.deciding_cards
    assert (shown.note.key, [VALUE[card] for card in shown.cards], shown.is_beaten) == (key, values, False)


def test_r23_seat_at_the_limit_is_out_and_gets_no_cards() -> None:
    game = trick_position("3", "K", "9", "5", leader=0, **OUT_AT_21)
    game.scores, game.dealer = (-3, -8, -20, 0), 0
    game.play(Move(0, "play", game.piles[HAND[0]]))
    assert "out" in [e.note.key for e in game.take_events() if isinstance(e, Announced) and e.seat == 1]
    assert game.scores == (-3, -21, -20, 0)
    assert (game.players, game.dealer) == ((0, 2, 3), 2), "seat 1 would have dealt"
    assert [game.is_out(seat) for seat in range(4)] == [False, True, False, False]
    assert not any(game.cards(pile) for pile in (HAND[1], UP_CARD[1], TRICK[1]))
    assert sum(len(first_cards(game, seat, 9)) for seat in range(4)) == 15
    rng = Rng(5)
    while game.outcome is None:
        assert 1 not in game.seats_to_act()
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))


@pytest.mark.parametrize(
    ("scores", "points", "is_last", "winners"),
    [
        ((-22, -5, -30), (0, 0, -14), False, (1,)),  # one left
        ((-22, -5, -12), (0, 0, -12), False, ()),
        ((-22, -24, -40), (-9, -9, 0), False, (0,)),  # the last two go out together
        ((-24, -24, -22), (-9, -9, 0), False, (0, 1)),  # seat 2 was out before
        ((-22, -5, -12), (0, 0, -12), True, (1,)),
        ((-12, -5, -5), (-12, 0, 0), True, (1, 2)),
    ],
)
def test_r23_last_seat_left_wins(
    scores: tuple[int, ...], points: tuple[int, ...], is_last: bool, winners: tuple[int, ...]
) -> None:
    assert cucumber_winners(scores, points, 21, is_last=is_last) == winners


def test_r23_two_seats_that_go_out_together_decide_by_points() -> None:
    game = trick_position("K", "K", "9", **OUT_AT_21)
    game.scores, game.players = (-10, -9, -22), (0, 1)
    game.history = ((-10, -9, -22),)
    game.piles[STOCK], game.piles[HAND[2]] = game.piles[HAND[2]], ()
    game.take_events()
    game.play(Move(0, "play", game.piles[HAND[0]]))
    loud = [event.note for event in game.take_events() if isinstance(event, Announced) and event.loud]
    assert Note("penalties", {"seat": 0, "n": 13, "seat_loser": 1}) in loud, "the table shows the cards of both"
    assert game.scores == (-23, -22, -22)
    assert game.outcome == MatchOutcome((1,), Note("penalties", {"seat": 0, "n": 13}))


@pytest.mark.parametrize("seats", range(2, 7))
def test_r23_match_with_penalty_points_leaves_one_seat_after_the_other(seats: int) -> None:
    for seed in range(6):
        game, rng = new_game(seats, seed, hand=6, aces="after", leads="singles", penalty_limit=22), Rng(seed)
        out = 0
        while game.outcome is None:
            game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
            if not game.contest and game.outcome is None:
                assert sum(map(game.is_out, range(seats))) >= out
                out = sum(map(game.is_out, range(seats)))
                assert len(game.players) >= 2
        assert len(game.history) <= 11 * seats
        assert max(game.scores) > -22 or min(game.history[-1]) < 0


def test_r22_nobody_wins_the_last_trick_with_penalty_points() -> None:
    plays = ((0, own_cards(trick_position("3", "K"), "3", 0)),)
    assert new_game(2).seats_winning_trick(plays, is_last_trick=True) == (0,)
    assert new_game(2, **OUT_AT_21).seats_winning_trick(plays, is_last_trick=True) == ()


# --- ties (R24) -----------------------------------------------------------------------------------------------------

CARRY: Rules = {"tie_break": "carry"}


def test_r24_tied_prize_is_carried_over_and_shown_at_the_stock() -> None:
    game = play_final_round("3", "3", "9", "K", **CARRY)
    assert (game.history, game.carried, game.contest) == (((0, 0, 0, 0),), 13, "")
    assert game.pile_fact(STOCK) == Note("carried", {"n": 13})
    assert game.pile_fact(Pile("swapped")) is None
    game.carried += 4
    for seat, word in enumerate(("2", "9", "9", "Q")):
        game.piles[HAND[seat]], game.piles[UP_CARD[seat]] = own_cards(trick_position(word, "3"), word, 0), ()
    game.ask_seats("play", 0)
    game.leader, game.led_count = 0, 0
    game.play(Move(0, "play", game.piles[HAND[0]]))
    assert game.history[-1] == (29, 0, 0, 0), "the queen's 12 and 17 carried over"
    assert game.carried == 0


def test_r24_losers_pay_the_carried_prize_too() -> None:
    game = trick_position("3", "9", "K", **CARRY, loser_pays=True)
    game.carried = 12
    game.play(Move(0, "play", game.piles[HAND[0]]))
    assert game.history[-1] == (25, 0, -25)


@pytest.mark.parametrize("rules", [{"target": 0}, {"deals": 5}, {"cap": 20}])
def test_r24_prize_is_shared_in_the_last_deal(rules: Any) -> None:
    game = trick_position("3", "3", "K", **CARRY, **rules)
    last = {"target": 1, "deals": 5, "cap": 20}[next(iter(rules))]
    game.history, game.deal_number = ((0, 0, 0),) * (last - 1), last
    game.play(Move(0, "play", game.piles[HAND[0]]))
    assert game.history[-1] == (6, 6, 0)
    assert game.outcome is not None and game.outcome.winners == (0, 1)


def test_r24_one_trick_decides_the_minigame() -> None:
    game = play_final_round("3", "9", "3", "K", target=0)
    play_verbs(game, "keep", "keep")
    set_hands(game, "8 8 2", "A 5 4")
    play(game, "8 8")
    assert legal_plays(game) == {"A4"}
    play(game, "A 4")
    assert game.outcome is not None and game.outcome.winners == (0,), "16 against 18"
    assert game.scores == (13, 0, 0, 0)


def test_r24_three_tricks_are_played_to_the_last_by_house_rule() -> None:
    game = play_final_round("3", "9", "3", "K", minigame="tricks", target=0)
    play_verbs(game, "keep", "keep")
    set_hands(game, "9 8 7", "A 5 4")
    play(game, "7", "A", "5", "8")
    assert game.outcome is not None and game.outcome.winners == (2,), "4 against 9"


def test_r24_tied_trick_of_a_minigame_is_repeated() -> None:
    game = play_final_round("3", "3", "K", target=0)
    play_verbs(game, "keep", "keep")
    set_hands(game, "8 8 2", "8 5 4")
    play(game, "8", "8")
    assert (game.repeats, game.ask) == (1, ("mini", (0,)))


# --- the length of a match (R23) ------------------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [5, 10, 20])
def test_r23_match_of_fixed_length_ignores_the_target(deals: int) -> None:
    game, rng = new_game(3, 7, deals=deals, target=50), Rng(deals)
    assert (game.deals_planned(), game.target_score(), game.deal_limit()) == (deals, 0, 0)
    while game.outcome is None:
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    assert len(game.history) == deals
    assert game.outcome.winners == tuple(s for s in range(3) if game.scores[s] == max(game.scores))


def test_r23_level_seats_share_a_match_of_fixed_length() -> None:
    game = trick_position("3", "K", "9", deals=5)
    game.scores, game.history = (0, 4, 13), ((0, 1, 3),) * 4
    game.play(Move(0, "play", game.piles[HAND[0]]))
    assert game.scores == (13, 4, 13)
    assert game.outcome is not None and game.outcome.winners == (0, 2)


@pytest.mark.parametrize("cap", [100, 40, 20])
def test_r23_capped_match_ends_with_its_reason(cap: int) -> None:
    game = new_game(2, 1, loser_pays=True, cap=cap, target=100)
    for deal in [(9, -9), *[(0, 0)] * (cap - 1)]:
        assert game.outcome is None
        game.end_deal(deal, (0,), "shared", {"n": 4, "prize": 8})
    assert game.outcome == MatchOutcome((0,), Note("deal_limit", {"n": cap}))


def test_r23_high_stakes_take_ten_deals() -> None:
    game, rng = Gurch(4, 3, Gurch.presets["high_stakes"]), Rng(1)
    while game.outcome is None:
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    assert len(game.history) == 10


@pytest.mark.parametrize("preset", Gurch.presets)
def test_matches_end_by_every_preset(preset: str) -> None:
    for seats in (2, 4, 6):
        game, rng = Gurch(seats, seats, Gurch.presets[preset]), Rng(seats)
        while game.outcome is None:
            game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
        assert len(game.history) <= 100


def test_twenty_two_is_dealt_by_the_last_loser() -> None:
    game, rng = Gurch(4, 6, Gurch.presets["twenty_two"]), Rng(2)
    assert game.hand_size == 7
    sizes = set()
    while game.outcome is None:
        before = game.deal_number
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
        if game.deal_number != before and game.outcome is None:
            lost = max(-point for point in game.history[-1])
            assert game.history[-1][game.dealer] == -lost or game.is_out(game.history[-1].index(-lost))
            sizes.add(game.hand_size)
    assert len(sizes) > 1


def test_options_of_presets_differ() -> None:
    assert len({*Gurch.presets.values(), GurchOptions()}) == len(Gurch.presets) + 1


# --- the top card (R1) --------------------------------------------------------------------------------------------

TOP: Rules = {"top_card": "six_of_clubs"}


def test_r1_top_card_beats_an_ace_and_must_be_played_alone() -> None:
    game = follow_position("K 6C 3", "A", **TOP)
    (seat,) = game.seats_to_act()
    assert [move.cards for move in game.legal_moves(seat)] == [(TOP_CARD,)]
    assert refusal_of_play(game, "3") == ("gurch.R17", "must_win_top")
    assert game.describe(Move(seat, "play", (TOP_CARD,))).key == "top"
    assert legal_plays(follow_position("K 6C 3", "A")) == {"3"}


def test_r1_nothing_beats_a_led_top_card() -> None:
    game = play(trick_position("6C 5", "A 6 2", "A 9 8", **TOP), "6C")
    assert legal_plays(game) == {"2"}
    assert game.prompt_for(1).key == "low_top"
    play(game, "2", "8")
    assert game.winning_seat == 0


def test_r1_top_card_makes_no_set_with_sixes() -> None:
    game = trick_position("6C 6 6 2", "A K 3 2", **TOP)
    assert {len(move.cards) for move in game.legal_moves(0) if TOP_CARD in move.cards} == {1}
    assert refusal_of_play(game, "6C 6") == ("gurch.R14", "lead_unequal")
    game = follow_position("6C 6 4 2", "5 5", **TOP)
    (seat,) = game.seats_to_act()
    assert [set(map(VALUE.__getitem__, move.cards)) for move in game.legal_moves(seat)] == [{2, 6}] * 2, "beat"


def test_r1_r18_top_card_is_the_high_card_of_a_mixed_play() -> None:
    game = follow_position("6C 9 4 2", "K K", **TOP)
    (seat,) = game.seats_to_act()
    (move,) = game.legal_moves(seat)
    assert TOP_CARD in move.cards
    assert game.describe(move).key == "mixed_top"
    assert refusal_of_play(game, "9 2") == ("gurch.R18", "must_beat_top")
    game = follow_position("6C A 4 2", "K K", **TOP)
    assert refusal_of_play(game, "4 2") == ("gurch.R18", "must_beat_or_top")


@pytest.mark.parametrize("ducking", [False, True])
def test_r1_r19_low_card_tells_whether_its_seat_can_hold_the_top_card(ducking: bool) -> None:
    game = play(trick_position("A 3 2", "9 7 5", "8 4 4", ducking=ducking, **TOP), "A", "5")
    excluded = game.ruled_out_cards(1)
    assert (TOP_CARD in excluded) == (not ducking)
    sixes = [card for card in packs(1) if VALUE[card] == 6 and card != TOP_CARD]
    assert excluded.isdisjoint(sixes)
    assert game.possible_card_value_bounds(1) == (5, 21 if ducking else 13)


def test_r1_top_card_in_the_last_trick_costs_21() -> None:
    game = play_final_round("3", "6C", "4", tie_break="split", **TOP)
    assert game.history == ((21, -21, 0),)
    assert "top_lost" in announced_keys(game)
    game = play_final_round("3", "6C", "3", tie_break="carry", **TOP)
    assert (game.history, game.carried) == (((0, -21, 0),), 21)
    assert play_final_round("3", "6C", "4").history == ((6, 0, 0),)


@pytest.mark.parametrize(("scored", "points"), [(0, -30), (-20, -21)])
def test_r1_r23_top_card_in_the_last_trick_puts_its_seat_out(scored: int, points: int) -> None:
    game = trick_position("3", "6C", "4", penalty_limit=30, **TOP)
    game.scores = (0, scored, 0)
    game.play(Move(0, "play", game.piles[HAND[0]]))
    assert (game.history, game.is_out(1)) == (((0, points, 0),), True)
    assert "top_out" in announced_keys(game)


def test_r1_r23_higher_total_than_the_top_card_pays_too() -> None:
    game = play_final_round("A A", "6C 2", "3 3", penalty_limit=30, **TOP)
    assert game.history == ((-28, -30, 0),)


def test_r1_r3_top_card_as_up_card_starts() -> None:
    game = find_deal(lambda game: any(TOP_CARD in game.cards(pile) for pile in UP_CARD), **TOP)
    assert TOP_CARD in game.cards(UP_CARD[game.starter])
    assert "starts_top" in announced_keys(game)


def test_r1_r6_top_card_is_swapped_apart_from_other_sixes() -> None:
    game = find_deal(lambda game: TOP_CARD in game.cards(HAND[game.starter]), **TOP)
    assert TOP_CARD in {move.cards[0] for move in game.legal_moves(game.starter) if len(move.cards) == 1}
    assert game.equivalence_key(TOP_CARD) not in {game.equivalence_key(c) for c in packs(1) if c != TOP_CARD}


@pytest.mark.parametrize(
    ("rules", "limit"),
    [
        ({"deals": 5}, 56),
        ({"deals": 5, "leads": "singles"}, 14),
        ({"deals": 5, "loser_pays": True}, 112),
        ({"deals": 5, "leads": "singles", "top_card": "six_of_clubs"}, 42),
        ({"deals": 5, "leads": "singles", "penalty_limit": 30}, 14),
    ],
)
def test_r23_lead_that_the_last_deal_cannot_make_up_decides_a_match(rules: dict[str, Any], limit: int) -> None:
    game = Gurch(3, 1, GurchOptions(**rules))
    game.history = ((0, 0, 0),) * 4
    game.scores = (-29, limit - 29, -29)
    assert all(map(game.can_still_win, range(3)))
    game.scores = (-29, limit - 28, -28)
    assert [game.can_still_win(seat) for seat in range(3)] == [False, True, True]
    game.history = game.history[:3]
    assert all(map(game.can_still_win, range(3))), "two deals can bring the points"


def test_r24_carried_prize_may_still_decide_a_match() -> None:
    game = Gurch(3, 1, GurchOptions(deals=5, leads="singles", tie_break="carry"))
    game.history, game.scores = ((0, 0, 0),) * 4, (0, 20, 0)
    assert not game.can_still_win(0)
    game.carried = 6
    assert game.can_still_win(0)
