"""Pass the Ace: each house rule in its positions, alone and with others."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import HIDDEN, RANKS, rank
from engine.events import Announced, CardsMoved, DealScored
from engine.game import STOCK
from engine.games.pass_the_ace import PassTheAce, PassTheAceOptions
from engine.games.pass_the_ace.game import MAX_MATCH_ROUNDS
from engine.games.pass_the_ace.table import HAND, SHOWN, TOP_HEIGHT, TRASH
from engine.moves import Move, Note
from engine.rng import Rng
from tests.games.pass_the_ace import (
    SEEDS,
    A,
    B,
    C,
    D,
    called_keys,
    held_ranks,
    legal_verbs,
    losing_seats,
    play_verbs,
    position,
)
from tests.support.game_contract import check_view
from tests.support.refusals import refusal_of


def deal_reason(game: PassTheAce) -> str:
    """Return the key of the reason for the end of the last scored round."""
    return next(event.reason.key for event in reversed(game.take_events()) if isinstance(event, DealScored))


def stick_all(game: PassTheAce) -> None:
    """Let all seats of this round stick."""
    play_verbs(game, *["stick"] * len(game.turn_order))


# --- dealing ------------------------------------------------------------------------------------------------------


def test_r12_r13_pack_is_shuffled_every_round_by_house_rule() -> None:
    game = position("4 9 7 J", pack="shuffled", trash="2 3 5")
    stick_all(game)
    assert game.deal_number == 2 and game.dealer == A
    assert game.cards(TRASH) == () and len(game.cards(STOCK)) == 48
    assert not any(game.known[card] for card in game.cards(STOCK))
    play_verbs(game, "stick", "stick", "stick", "draw")
    assert game.cards(TRASH) == (), "the dealer's old card goes back too"


@given(seed=SEEDS, seats=st.integers(2, 8))
def test_r4_dealer_keeps_best_of_three_by_house_rule(seed: int, seats: int) -> None:
    game = PassTheAce(seats, seed, PassTheAceOptions(dealer_cards="best_of_three"))
    below = game.cards(STOCK)[:2]
    assert all(game.height(card) <= game.height(game.card_of(game.dealer)) for card in below)
    assert [game.known[card] for card in below] == [1 << game.dealer] * 2
    assert len(game.cards(STOCK)) == 52 - seats
    assert game.dealer not in game.turn_order and game.last_seat == game.turn_order[-1]
    for seat in range(seats):
        check_view(game, seat, Rng(seed))
        if seat != game.dealer:
            world = game.view(seat).determinize(Rng(seed))
            assert all(
                world.height(card) <= world.height(world.card_of(game.dealer)) for card in world.cards(STOCK)[:2]
            )


def test_r4_r9_seat_before_dealer_of_three_cards_draws_instead_of_swapping() -> None:
    game = position("4 9 2 J", stock="K", dealer_cards="best_of_three")
    assert refusal_of(game, Move(A, "draw")) == ("pass_the_ace.R9", "only_last_draws")
    play_verbs(game, "stick", "stick")
    assert legal_verbs(game) == ["stick", "draw"]
    assert game.prompt_for(C).key == "last_draws"
    assert refusal_of(game, Move(C, "swap")) == ("pass_the_ace.R9", "dealer_has_chosen")
    play_verbs(game, "draw")
    assert losing_seats(game) == [A], "the round ends without a turn of the dealer"


def test_r4_with_two_players_only_the_other_one_acts() -> None:
    game = position("4 9", dealer_cards="best_of_three", dealer=B)
    assert game.turn_order == (A,) and legal_verbs(game) == ["stick", "draw"]
    play_verbs(game, "stick")
    assert losing_seats(game) == [A]


# --- kings --------------------------------------------------------------------------------------------------------


def test_r7_kings_shown_at_once_have_no_turn_and_stop_swaps() -> None:
    game = position("4 K 9 3", kings="at_once")
    assert game.turn_order == (A, C, D)
    assert legal_verbs(game) == ["stick"]
    assert game.prompt_for(A) == Note("king_blocks", {"seat_to": B})
    assert refusal_of(game, Move(A, "swap")) == ("pass_the_ace.R7", "king_blocks")
    assert game.view(D).card_of(B) == game.card_of(B)
    play_verbs(game, "stick")
    assert game.seats_to_act() == (C,) and legal_verbs(game) == ["stick", "swap"]


def test_r7_kings_shown_at_once_are_laid_open_after_the_deal() -> None:
    for seed in range(40):
        game = PassTheAce(8, seed, PassTheAceOptions(kings="at_once"))
        kings = [seat for seat in range(8) if game.height(game.card_of(seat)) == TOP_HEIGHT]
        assert [seat for seat in range(8) if game.cards(SHOWN[seat])] == kings
        assert set(game.turn_order) == set(range(8)) - set(kings)
        shown = [event.note.key for event in game.take_events() if isinstance(event, Announced)]
        assert shown.count("king_shown") == len(kings)


def test_r7_if_all_have_kings_dealer_sticks_and_all_lose() -> None:
    game = position("K K K", kings="at_once")
    assert game.seats_to_act() == (C,) and legal_verbs(game) == ["stick"]
    assert game.prompt_for(C).key == "king_stays"
    play_verbs(game, "stick")
    assert losing_seats(game) == [A, B, C]
    game = position("K K K", kings="at_once", dealer_cards="best_of_three")
    play_verbs(game, "stick")
    assert losing_seats(game) == [A, B, C]


def test_r7_dealer_with_shown_king_has_no_turn() -> None:
    game = position("4 9 K", kings="at_once")
    play_verbs(game, "stick")
    assert game.seats_to_act() == (B,) and legal_verbs(game) == ["stick"]
    play_verbs(game, "stick")
    assert losing_seats(game) == [A]


@given(seed=SEEDS, seats=st.integers(2, 8))
def test_r7_sampled_hands_have_no_king_if_kings_are_shown_at_once(seed: int, seats: int) -> None:
    options = PassTheAceOptions(kings="at_once", dealer_cards="best_of_three" if seed % 2 else "single")
    game, rng = PassTheAce(seats, seed, options), Rng(seed)
    for _ in range(seed % seats):
        if len(game.history):
            break
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    if game.outcome is not None:
        return
    for seat in range(seats):
        view = game.view(seat)
        world = view.determinize(rng)
        hidden = [other for other in range(seats) if game.lives[other] and view.card_of(other) == HIDDEN]
        assert all(world.height(world.card_of(other)) < TOP_HEIGHT for other in hidden)
        check_view(game, seat, rng)


@pytest.mark.parametrize(
    ("cards", "verbs", "held", "calls"),
    [
        pytest.param("4 K 9 3", "swap", "9 K 4 3", "kung", id="next neighbour"),
        pytest.param("4 K K 3", "swap", "3 K K 4", "kung kung", id="two kings"),
        pytest.param("4 K K K", "swap", "4 K K K", "kung kung kung", id="kings up to the dealer"),
        pytest.param("K 3 9 8", "stick stick stick swap", "K 8 9 3", "kung modi", id="dealer goes on, too"),
        pytest.param("K K K 8", "stick stick stick swap", "K K K 8", "kung kung kung", id="dealer meets only kings"),
    ],
)
def test_r7_refused_swap_goes_on_to_next_neighbour_by_house_rule(cards: str, verbs: str, held: str, calls: str) -> None:
    game = position(cards, blocked="next_neighbour", lives=(9, 9, 9, 9))
    *first, last = verbs.split()
    play_verbs(game, *first)
    game.take_events()
    seat = game.seats_to_act()[0]
    before = {other: game.card_of(other) for other in range(4)}
    play_verbs(game, last)
    events = game.take_events()
    called = [event.note.key for event in events if isinstance(event, Announced) and event.loud]
    assert called[: len(calls.split())] == calls.split()
    if seat != D:
        assert held_ranks(game) == held
        assert game.acted_seats() == (seat,), "a turn counts once, however many kings it met"
        assert {RANKS[rank(before[other])] for other in range(4) if game.cards(SHOWN[other])} <= {"K"}
        assert game.count_contradictions() == 0


def test_r7_swap_passes_kings_shown_at_once_by_house_rule() -> None:
    game = position("4 K 9 3", kings="at_once", blocked="next_neighbour")
    assert legal_verbs(game) == ["stick", "swap"]
    assert game.named_piles(Move(A, "swap"))[0][0] == HAND[C] and game.prompt_for(A) == Note("choose", {"seat_to": C})
    play_verbs(game, "swap")
    assert held_ranks(game) == "9 K 4 3" and called_keys(game) == []
    game = position("4 K K", kings="at_once", blocked="next_neighbour")
    assert legal_verbs(game) == ["stick"], "nobody is left up to the dealer"


def test_r7_kung_costs_life_besides_lowest_card_by_house_rule() -> None:
    game = position("2 K 7 J", kung="costs_life")
    play_verbs(game, "swap", "stick", "stick", "stick")
    assert game.history[-1] == (-2, 0, 0, 0) and game.lives == (1, 3, 3, 3)
    game = position("9 K 7 J", (1, 3, 3, 3), kung="costs_life")
    play_verbs(game, "swap", "stick", "stick", "stick")
    assert game.history[-1] == (-1, 0, -1, 0) and game.is_out(A)
    game = position("2 K 7 J", (1, 3, 3, 3), kung="costs_life")
    play_verbs(game, "swap", "stick", "stick", "stick")
    assert game.history[-1] == (-1, 0, 0, 0), "nobody loses more lives than they have"


def test_r7_kung_ends_round_by_house_rule() -> None:
    game = position("4 K 2 J", kung="ends_round", blocked="next_neighbour")
    play_verbs(game, "swap")
    assert losing_seats(game) == [C] and game.deal_number == 2
    assert called_keys(game)[:2] == ["kung", "lost"]


def test_r9_drawn_king_is_refused_by_house_rule() -> None:
    game = position("8 9 7 2", stock="K", drawn_king="refused", kung="costs_life")
    play_verbs(game, "stick", "stick", "stick")
    game.take_events()
    top = game.cards(STOCK)[-1]
    play_verbs(game, "draw")
    events = game.take_events()
    moved = [event for event in events if isinstance(event, CardsMoved)]
    assert (moved[0].cards, moved[0].source, moved[0].target) == ((top,), STOCK, TRASH)
    assert next(event.note.key for event in events if isinstance(event, Announced) and event.loud) == "king_drawn"
    assert game.history[-1] == (0, 0, 0, -2), "the old card loses, and it is a Kung"


def test_r9_r13_drawn_king_comes_from_the_shuffled_discards_if_stock_is_empty() -> None:
    for seed in range(30):
        game = position("8 9 7 2", trash="K K K", drawn_king="refused")
        game.rng = Rng(seed)
        play_verbs(game, "stick", "stick", "stick")
        old = game.card_of(D)
        game.take_events()
        play_verbs(game, "draw")
        drawn = next(event for event in game.take_events() if isinstance(event, CardsMoved) and event.manner == "draw")
        assert (drawn.target == TRASH) == (rank(drawn.cards[0]) == RANKS.index("K"))
        assert drawn.target in (TRASH, HAND[D]) and drawn.cards[0] != old


def test_r1_r7_ace_is_highest_and_refuses_by_house_rule() -> None:
    game = position("A 2 K 5", ace="high")
    stick_all(game)
    assert losing_seats(game) == [B]
    game = position("2 A K 5", ace="high")
    play_verbs(game, "swap")
    assert called_keys(game) == ["kung_high"] and held_ranks(game) == "2 A K 5"
    play_verbs(game, "swap")
    assert held_ranks(game) == "2 K A 5", "the ace may be given away, and a king may be taken"
    assert called_keys(game) == ["modi"]
    game = position("A 2 K 5", ace="high", king_may_swap=False)
    assert legal_verbs(game) == ["stick"] and game.prompt_for(A).key == "king_stays_high"
    assert refusal_of(game, Move(A, "swap")) == ("pass_the_ace.R7", "king_stays_high")


@given(seed=SEEDS)
def test_r1_r3_highest_drawn_card_deals_with_ace_high(seed: int) -> None:
    game = PassTheAce(4, seed, PassTheAceOptions(ace="high"))
    deals = next(event for event in game.take_events() if isinstance(event, Announced) and event.note.key == "deals")
    assert deals.note.placeholders["rank"] != RANKS.index("2")


# --- announcements ------------------------------------------------------------------------------------------------


def test_r10_swap_tells_nothing_in_silence() -> None:
    game = position("6 3 3 J", announce="silence")
    play_verbs(game, "swap", "swap")
    assert [turn.what for turn in game.announcements] == ["exchange", "exchange"]
    assert called_keys(game) == []
    seen = {world.held_heights()[A] for world in (game.view(D).determinize(Rng(seed)) for seed in range(60))}
    assert len(seen) > 6, "any card may have been taken"
    assert game.count_contradictions() == 0


def test_r10_equal_card_drawn_wins_round_by_house_rule() -> None:
    game = position("8 9 7 2", (1, 1, 1, 1), "2", lucky_draw="others_lose", announce="silence", ace_costs=2)
    play_verbs(game, "stick", "stick", "stick", "draw")
    assert game.history[-1] == (-1, -1, -1, 0)
    assert game.outcome is not None and game.outcome.winners == (D,)
    assert called_keys(game) == ["lucky_draw"]
    game = position("8 9 7 2", stock="3", lucky_draw="others_lose")
    play_verbs(game, "stick", "stick", "stick", "draw")
    assert losing_seats(game) == [D], "another card loses as usual"
    game = position("2 9 7 2", lucky_draw="others_lose")
    play_verbs(game, "stick", "stick", "stick", "swap")
    assert losing_seats(game) == [A, D], "an equal card from a player is no luck"


# --- who loses ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "rules", "losers", "reason"),
    [
        pytest.param("3 9 3 J", {"ties": "cancel"}, [B], "lost_single", id="pair cancels"),
        pytest.param("3 9 4 J", {"ties": "cancel"}, [A], "lost", id="lowest is single"),
        pytest.param("3 9 3 9", {"ties": "cancel"}, [], "nobody", id="no single card"),
        pytest.param("5 5 5 2", {"ties": "cancel"}, [D], "lost", id="higher cards cancel"),
        pytest.param("3 3 3 J", {"ties": "cancel"}, [D], "lost_single", id="three cancel"),
        pytest.param("3 9 3 J", {"ties": "safe"}, [], "nobody", id="shared lowest"),
        pytest.param("3 9 9 J", {"ties": "safe"}, [A], "lost", id="single lowest"),
        pytest.param("6 6 6 6", {"all_equal": "nobody"}, [], "nobody", id="all equal"),
        pytest.param("6 6 6 7", {"all_equal": "nobody"}, [A, B, C], "lost_together", id="not all equal"),
        pytest.param("3 9 3 J", {"ties": "cancel", "ace": "high"}, [B], "lost_single", id="ace high"),
    ],
)
def test_r11_ties_by_house_rule(cards: str, rules: dict[str, Any], losers: list[int], reason: str) -> None:
    game = position(cards, **rules)
    stick_all(game)
    assert losing_seats(game) == losers
    assert deal_reason(game) == reason


def test_r11_r16_last_lives_are_safe_in_a_tie_by_house_rule() -> None:
    spared: tuple[dict[str, Any], ...] = ({"ties": "safe"}, {"ties": "cancel"}, {"all_equal": "nobody"})
    for rules in spared:
        game = position("6 6", (1, 1), **rules)
        stick_all(game)
        assert game.lives == (1, 1) and game.outcome is None and game.game_count == 1


def test_r11_ace_costs_two_lives_by_house_rule() -> None:
    game = position("A 9 A J", (3, 3, 1, 3), ace_costs=2)
    stick_all(game)
    assert game.history[-1] == (-2, 0, -1, 0) and game.lives == (1, 3, 0, 3)
    game = position("2 9 3 J", ace_costs=2)
    stick_all(game)
    assert game.history[-1] == (-1, 0, 0, 0)


# --- the match ----------------------------------------------------------------------------------------------------


def test_r15_first_seat_out_gets_extra_life_once() -> None:
    game = position("2 9 7", (1, 1, 3), extra_life="first")
    stick_all(game)
    assert game.lives == (1, 1, 3) and game.history[-1] == (-1, 0, 0)
    assert game.facts(A) == (Note("lives", {"n": 0, "of": 3}), Note("extra_life", {"n": 1, "of": 1}))
    assert game.facts(B) == (Note("lives", {"n": 1, "of": 3}),)
    low = position("9 2 7", (1, 1, 3), extra_life="first")
    low.extra_life_seats = (A,)
    stick_all(low)
    assert low.is_out(B), "the second one is out at once"
    low = position("2 9 7", (1, 1, 3), extra_life="first")
    low.extra_life_seats = (A,)
    stick_all(low)
    assert low.is_out(A) and low.facts(A) == (Note("lives", {"n": 0, "of": 3}),)


def test_r15_r16_all_first_out_together_get_extra_life() -> None:
    game = position("6 6 6", (1, 1, 1), extra_life="first")
    stick_all(game)
    assert game.lives == (1, 1, 1) and game.game_count == 1 and game.extra_life_seats == (A, B, C)


def test_r2_r15_everybody_has_extra_life_by_house_rule() -> None:
    game = PassTheAce(3, 1, PassTheAceOptions(lives=2, extra_life="everybody"))
    assert game.lives == (3, 3, 3)
    assert game.facts(1) == (Note("lives", {"n": 2, "of": 2}), Note("extra_life", {"n": 1, "of": 1}))
    game = position("6 6", (1, 1), extra_life="everybody")
    stick_all(game)
    assert game.lives == (4, 4), "a Double Game gives it back, too"


def test_r16_survivors_play_on_with_one_life_by_house_rule() -> None:
    game = position("6 - 6 6", (1, 0, 1, 1), double_game="replay")
    stick_all(game)
    assert game.lives == (1, 0, 1, 1) and game.game_count == 1 and game.dealer == A
    assert deal_reason(game) == "replay"
    game = position("6 6", (1, 1), double_game="replay")
    game.deal_number = MAX_MATCH_ROUNDS
    stick_all(game)
    assert game.outcome is not None and game.outcome.winners == (A, B), "the last round of all is shared"


@pytest.mark.parametrize(
    ("stock", "winner"), [("2 5 Q", A), ("2 Q 5", C), ("Q 4 3", D), ("4 J 2 Q Q", A), ("3 K 7 9 9 9", C)]
)
def test_r16_highest_drawn_card_wins_by_house_rule(stock: str, winner: int) -> None:
    game = position("6 - 6 6", (1, 0, 1, 1), stock, double_game="draw")
    stick_all(game)
    assert game.outcome is not None and game.outcome.winners == (winner,)
    assert game.outcome.reason.key == "high_card" and game.lives[winner] == 1
    assert called_keys(game)[-1] == "high_card"


def test_r16_draw_takes_discards_if_stock_runs_out() -> None:
    game = position("6 6 6 6", (1, 1, 1, 1), "3", trash="5", double_game="draw")
    stick_all(game)
    assert game.outcome is not None and len(game.outcome.winners) == 1


def test_r15_seat_with_a_life_can_win_and_one_without_cannot() -> None:
    game = PassTheAce(3, 1)
    game.lives = (1, 3, 0)
    assert [game.can_still_win(seat) for seat in range(3)] == [True, True, False]
