"""Gurch before the first lead: the deal, the starter, both swaps, the vote, visible cards, texts."""

from collections import Counter
from typing import Any

import pytest

from engine.cards import HIDDEN, RANKS, packs, rank
from engine.events import Announced, CardsMoved, redact_for_seat
from engine.game import STOCK
from engine.games.gurch import Gurch
from engine.games.gurch.piles import HAND, REJECTED, SHOWN, SWAPPED, UP_CARD
from engine.games.gurch.plays import VALUE
from engine.languages import LANGUAGES
from engine.moves import Move
from engine.rng import Rng
from scenes.text.catalogue import Words
from tests.games.gurch import find_deal, first_cards, new_game, play_verbs, swap, vote
from tests.support.random_notes import notes_in_matches
from tests.support.refusals import refusal_of

# --- the deal (R2 … R4) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_r2_each_seat_gets_four_cards_down_and_one_up(seats: int) -> None:
    game = new_game(seats, 3)
    dealt = [event.target for event in game.take_events() if isinstance(event, CardsMoved) and event.manner == "deal"]
    order = [(game.dealer + 1 + i) % seats for i in range(seats)]
    assert dealt == [HAND[seat] for _ in range(4) for seat in order] + [UP_CARD[seat] for seat in order]
    assert len(game.cards(STOCK)) == 52 - 5 * seats
    for seat in range(seats):
        assert game.sources(seat) == (HAND[seat], UP_CARD[seat]), "all five belong to the hand"


def test_r2_up_card_can_be_swapped_like_others() -> None:
    game = new_game()
    seat = game.starter
    for move in (Move(seat, "swap", game.cards(UP_CARD[seat])), Move(seat, "swap", first_cards(game, seat, 5))):
        assert game.refusal(move) is None
        assert game.canonical(move) in game.legal_moves(seat)


def test_r3_highest_up_card_starts() -> None:
    for seed in range(30):
        game = new_game(2 + seed % 5, seed)
        values = [VALUE[game.cards(UP_CARD[seat])[0]] for seat in range(game.seats)]
        assert values[game.starter] == max(values)
        assert game.ask == ("start", (game.starter,))


def test_g2_r4_last_dealt_of_equal_up_cards_starts() -> None:
    def pattern(game: Gurch) -> bool:
        letters = [RANKS[rank(game.cards(UP_CARD[seat])[0])] for seat in range(4)]
        return (
            game.dealer == 3
            and max(map("23456789TJQKA".index, letters)) == "23456789TJQKA".index(letters[1])
            and (letters[1] == letters[3])
        )

    assert find_deal(pattern).starter == 3


def test_r4_order_of_deal_decides_not_seat_number() -> None:
    def tie(game: Gurch) -> bool:
        values = [VALUE[game.cards(UP_CARD[seat])[0]] for seat in range(4)]
        return game.dealer == 1 and values[0] == values[3] == max(values) and values[1] < values[0] > values[2]

    assert find_deal(tie).starter == 0, "deal order 2, 3, 0, 1"


def test_dealer_is_drawn_and_moves_on() -> None:
    assert {new_game(4, seed).dealer for seed in range(40)} == {0, 1, 2, 3}
    game, rng = new_game(4, 5), Rng(1)
    first = game.dealer
    while game.deal_number == 1:
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    assert game.dealer == (first + 1) % 4


# --- the first swap (R5 … R7) -----------------------------------------------------------------------------------


def test_r5_starting_at_once_skips_every_swap_and_vote() -> None:
    game = new_game()
    before = [sorted(first_cards(game, seat, 5)) for seat in range(4)]
    play_verbs(game, "start")
    assert game.ask == ("play", (game.starter,))
    assert [sorted(game.cards(HAND[seat])) for seat in range(4)] == before
    assert game.voted_number == 0


def test_r5_starter_swaps_one_to_five_cards() -> None:
    game = new_game()
    seat = game.starter
    counts = Counter(len(move.cards) for move in game.legal_moves(seat) if move.verb == "swap")
    assert set(counts) == {1, 2, 3, 4, 5}
    assert refusal_of(game, Move(seat, "swap")) == ("gurch.R5", "swap_none")
    swap(game, 5)
    assert len(game.cards(HAND[seat])) == 5
    assert game.starter_swap_count == 5


@pytest.mark.parametrize("count", range(1, 6))
def test_r6_others_swap_as_many_or_stand_pat_in_turn(count: int) -> None:
    game = new_game()
    swap(game, count)
    for step in range(1, 4):
        seat = (game.starter + step) % 4
        assert game.ask == ("first", (seat,))
        assert {(move.verb, len(move.cards)) for move in game.legal_moves(seat)} == {("swap", count), ("pat", 0)}
        wrong = Move(seat, "swap", first_cards(game, seat, count % 5 + 1))
        assert refusal_of(game, wrong) == ("gurch.R6", "swap_exactly")
        if step == 2:
            play_verbs(game, "pat")
        else:
            swap(game, count)
    assert game.ask is not None and game.ask.what == "vote"


def test_r7_standing_pat_excludes_seat_from_vote_and_swaps() -> None:
    game = new_game()
    pat = (game.starter + 1) % 4
    swap(game, 2)
    hand = sorted(first_cards(game, pat, 5))
    play_verbs(game, "pat")
    swap(game, 2)
    swap(game, 2)
    assert pat not in game.seats_to_act()
    vote(game, 2, 2, 2)
    asked: list[int] = []
    while game.ask is not None and game.ask.what == "second":
        asked += game.seats_to_act()
        swap(game, 2)
    assert asked == [seat % 4 for seat in (game.starter, game.starter + 2, game.starter + 3)]
    assert sorted(game.cards(HAND[pat])) == hand
    assert game.players == (0, 1, 2, 3)


def test_r8_swapped_seats_vote_at_once_and_secretly() -> None:
    game = new_game()
    swap(game, 1)
    swap(game, 1)
    play_verbs(game, "pat", "pat")
    voters = game.seats_to_act()
    assert voters == tuple(sorted((game.starter, (game.starter + 1) % 4)))
    assert [move.to for move in game.legal_moves(voters[0])] == [1, 2, 3, 4, 5]
    for number in (-1, 0, 6):
        assert refusal_of(game, Move(voters[0], "vote", to=number)) == ("gurch.R8", "vote_range")
    game.take_events()
    game.play(Move(voters[0], "vote", to=4))
    assert not any(isinstance(event, Announced) for event in game.take_events())
    assert game.view(voters[1]).answers == ()
    game.play(Move(voters[1], "vote", to=4))
    announced = [event for event in game.take_events() if isinstance(event, Announced)]
    assert [event.note.key for event in announced] == ["vote", "vote", "result_4"]
    assert [event.loud for event in announced] == [False, False, True]


@pytest.mark.parametrize(
    ("numbers", "rule", "result"),
    [
        ((5, 5, 4, 4, 1), "plurality", 4),
        ((5, 5, 4, 4, 1), "strict_majority", 1),
        ((3, 3, 3, 5), "plurality", 3),
        ((3, 3, 3, 5), "strict_majority", 3),
        ((2, 4, 5), "plurality", 2),
        ((5, 5, 2, 3), "plurality", 5),
        ((5, 5, 2, 3), "strict_majority", 2),
    ],
)
def test_g16_r9_most_votes_win_and_ties_go_low(numbers: tuple[int, ...], rule: str, result: int) -> None:
    game = new_game(len(numbers), vote_rule=rule)
    for _ in numbers:
        swap(game, 1)
    vote(game, *numbers)
    assert game.voted_number == result
    for seat in game.swappers:
        game.ask, game.pending = None, (seat,)
        game.ask_seats("second", seat)
        can_keep = any(move.verb == "keep" for move in game.legal_moves(seat))
        assert can_keep == (numbers[seat] != result)


def test_r9_single_voter_decides_alone() -> None:
    game = new_game()
    swap(game, 2)
    play_verbs(game, "pat", "pat", "pat")
    assert game.seats_to_act() == (game.starter,)
    vote(game, 4)
    assert game.voted_number == 4
    swap(game, 4)
    assert game.ask == ("play", (game.starter,))


def game_after_vote(*numbers: int, seed: int = 1, **rules: Any) -> Gurch:
    """Return a game after every seat swapped one card and voted; votes are clockwise from the starter."""
    game = new_game(len(numbers), seed, **rules)
    for _ in numbers:
        swap(game, 1)
    for step, number in enumerate(numbers):
        game.play(Move((game.starter + step) % game.seats, "vote", to=number))
    return game


def test_r10_winning_voters_must_swap_and_others_may() -> None:
    game = game_after_vote(3, 3, 5)
    seat = game.starter
    assert refusal_of(game, Move(seat, "keep")) == ("gurch.R10", "must_swap")
    assert refusal_of(game, Move(seat, "swap", first_cards(game, seat, 2))) == ("gurch.R10", "swap_exactly")
    assert {len(move.cards) for move in game.legal_moves(seat)} == {3}
    swap(game, 3)
    swap(game, 3)
    last = game.seats_to_act()[0]
    before = game.cards(HAND[last])
    assert {move.verb for move in game.legal_moves(last)} == {"swap", "keep"}
    play_verbs(game, "keep")
    assert game.cards(HAND[last]) == before
    assert game.ask == ("play", (seat,))


@pytest.mark.parametrize("answer", ["take", "reject"])
def test_r11_one_card_swap_shows_new_card_after_the_old_one_is_gone(answer: str) -> None:
    game = game_after_vote(1, 1, shown_card="swap_first")
    seat = game.starter
    (old_card,) = first_cards(game, seat, 1)
    swap(game, 1)
    assert game.ask == ("shown", (seat,))
    (new_card,) = game.cards(SHOWN)
    assert all(new_card in game.view(other).cards(SHOWN) for other in range(2))
    following = game.cards(STOCK)[-1]
    play_verbs(game, answer)
    hand = game.cards(HAND[seat])
    assert old_card not in hand and len(hand) == 5
    assert (new_card in hand, following in hand) == (answer == "take", answer == "reject")
    assert game.cards(REJECTED) == (() if answer == "take" else (new_card,))
    assert (new_card in game.view(1 - seat).cards(HAND[seat])) == (answer == "take")
    if answer == "reject":
        assert following not in game.view(1 - seat).cards(HAND[seat])
    swap(game, 1)
    assert game.cards(SHOWN) != (new_card,), "the other seat gets a new card"


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_r12_two_or_more_new_cards_come_face_down(number: int) -> None:
    game = game_after_vote(number, number)
    seat = game.starter
    game.take_events()
    gone = first_cards(game, seat, number)
    swap(game, number)
    moved = [redact_for_seat(event, 1 - seat) for event in game.take_events() if isinstance(event, CardsMoved)]
    assert [(e.target, e.cards) for e in moved if isinstance(e, CardsMoved)] == [
        (SWAPPED, (HIDDEN,) * number),
        (HAND[seat], (HIDDEN,) * number),
    ]
    assert not set(gone) & set(game.cards(HAND[seat]))
    assert game.ask == ("second", (1 - seat,))


def test_r13_starter_leads_even_without_up_card() -> None:
    game = new_game()
    seat = game.starter
    (up,) = game.cards(UP_CARD[seat])
    game.play(Move(seat, "swap", (up,)))
    play_verbs(game, "pat", "pat", "pat")
    vote(game, 5)
    swap(game, 5)
    assert up not in game.cards(HAND[seat])
    assert game.ask == ("play", (seat,))
    assert not any(game.cards(UP_CARD[other]) for other in range(4))


# --- the stock runs out -----------------------------------------------------------------------------------------


def game_with_short_stock(**rules: Any) -> Gurch:
    """Return a game of six seats with two cards in the stock, after four seats swapped five cards each."""
    game = new_game(6, 2, **rules)
    for _ in range(4):
        swap(game, 5)
    assert len(game.cards(STOCK)) == 2
    return game


def test_g18_r12_cards_missing_in_stock_come_from_discards() -> None:
    game = game_with_short_stock()
    seat = game.seats_to_act()[0]
    left, discards, gone = set(game.cards(STOCK)), set(game.cards(SWAPPED)), set(first_cards(game, seat, 5))
    swap(game, 5)
    hand = set(game.cards(HAND[seat]))
    assert len(discards) == 20
    assert len(hand) == 5
    assert left < hand
    assert len(hand & discards) == 3
    assert set(game.cards(SWAPPED)) == gone, "the seat's own discards aren't drawn again"
    assert len(game.cards(STOCK)) == 17
    assert not any(game.known[card] for card in game.cards(STOCK))


def test_r12_by_house_rule_low_stock_ends_swaps() -> None:
    game = game_with_short_stock(swap_exhaustion="limit")
    seat = game.seats_to_act()[0]
    assert game.legal_moves(seat) == [Move(seat, "pat")]
    assert refusal_of(game, Move(seat, "swap", first_cards(game, seat, 5))) == ("gurch.R12", "short_stock")
    play_verbs(game, "pat", "pat")
    vote(game, 3, 3, 3, 2)
    for seat in (*game.pending,):
        assert game.seats_to_act() == (seat,)
        assert game.legal_moves(seat) == [Move(seat, "keep")], "even if it voted for three"
        play_verbs(game, "keep")


def test_r12_last_card_of_stock_must_be_taken_by_house_rule() -> None:
    game = game_after_vote(1, 1, shown_card="swap_first", swap_exhaustion="limit")
    seat = game.starter
    game.shift(game.cards(STOCK)[1:], STOCK, REJECTED)
    swap(game, 1)
    assert game.legal_moves(seat) == [Move(seat, "take")]
    assert refusal_of(game, Move(seat, "reject")) == ("gurch.R12", "last_card")


def test_r11_rejected_card_does_not_come_back_from_new_stock() -> None:
    game = game_after_vote(1, 1, shown_card="swap_first")
    seat = game.starter
    game.shift(game.cards(STOCK)[1:], STOCK, REJECTED)
    (out,) = first_cards(game, seat, 1)
    swap(game, 1)
    (shown,) = game.cards(SHOWN)
    play_verbs(game, "reject")
    assert game.cards(REJECTED) == (shown,)
    assert {shown, out}.isdisjoint(game.cards(HAND[seat]))
    assert game.cards(SWAPPED)[-1:] == (out,)


# --- visible cards ----------------------------------------------------------------------------------------------


def test_r2_up_cards_are_seen_but_their_swaps_are_hidden() -> None:
    views = []
    for with_up in (False, True):
        game = new_game()
        seat = game.starter
        (up_card,) = game.cards(UP_CARD[seat])
        other = (seat + 1) % 4
        assert game.view(other).cards(UP_CARD[seat]) == (up_card,)
        card = up_card if with_up else game.cards(HAND[seat])[0]
        game.play(Move(seat, "swap", (card,)))
        assert set(game.view(other).cards(HAND[seat])) == {HIDDEN}
        assert set(game.view(other).cards(SWAPPED)) == {HIDDEN}
        assert card in game.view(seat).cards(SWAPPED)
        views.append(
            [redact_for_seat(event, other) for event in game.take_events() if isinstance(event, Announced)][-1]
        )
    assert views[0] == views[1]


def test_r2_kept_up_cards_stay_known_in_hand() -> None:
    game = new_game()
    ups = {seat: game.cards(UP_CARD[seat])[0] for seat in range(4)}
    play_verbs(game, "start")
    view = game.view(game.starter)
    for seat in range(4):
        assert ups[seat] in view.cards(HAND[seat])


def test_r19_impossible_cards_are_ruled_out_of_hands() -> None:
    seen = 0
    for seed in range(60):
        game, rng = new_game(3, seed), Rng(seed)
        for _ in range(14):
            if game.deal_number > 1 or game.outcome is not None:
                break
            game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
        for seat in range(3):
            for card in game.cards(HAND[seat]):
                assert game.is_hidden_card_possible(HAND[seat], card), "a card of the hand was ruled out"
            seen += sum(not game.is_hidden_card_possible(HAND[seat], card) for card in packs(1))
    assert seen > 200


# --- moves and texts --------------------------------------------------------------------------------------------


def test_announced_texts_fit_bubble() -> None:
    announced = [(part, note) for part, note in notes_in_matches(Gurch, 8, 250) if part == "said"]
    texts = {Words(language).note_text("gurch", *said) for language in LANGUAGES for said in announced[:300]}
    assert len(announced) > 100 and max(map(len, texts)) <= 24
