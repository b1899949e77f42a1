"""Pass the Ace: each rule, and sampled positions that match the announcements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import HIDDEN, rank
from engine.events import Announced, CardsMoved, DealScored, MatchEnded, PileShuffled
from engine.game import STOCK
from engine.games.pass_the_ace import PassTheAce, PassTheAceOptions
from engine.games.pass_the_ace.game import MAX_MATCH_ROUNDS
from engine.games.pass_the_ace.table import HAND, SHOWN, TRASH
from engine.moves import IllegalMoveError, Move, Note
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
from tests.support.refusals import refusal_of

# --- the rules one by one -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lives", [1, 2, 3, 4, 5])
def test_r2_all_seats_begin_with_equal_lives(lives: int) -> None:
    game = PassTheAce(5, 7, PassTheAceOptions(lives=lives))
    assert game.lives == (lives,) * 5
    assert game.facts(3) == (Note("lives", {"n": lives, "of": lives}),)
    assert PassTheAceOptions().lives == 3


@given(seed=SEEDS, seats=st.integers(2, 8))
def test_r3_highest_card_drawn_deals_and_pack_is_whole_again(seed: int, seats: int) -> None:
    game = PassTheAce(seats, seed)
    drawn: dict[int, list[int]] = {}
    for event in game.take_events():
        if isinstance(event, CardsMoved) and event.manner == "draw":
            assert event.viewers == (1 << seats) - 1
            drawn.setdefault(event.target.owner, []).append(rank(event.cards[0]))
        elif isinstance(event, Announced) and event.note.key == "deals":
            break
    assert max(drawn.values()) == drawn[game.dealer]
    assert list(drawn.values()).count(drawn[game.dealer]) == 1
    assert len(game.cards(STOCK)) == 52 - seats
    assert not any(game.known[card] for card in game.cards(STOCK))


@given(seed=SEEDS, seats=st.integers(2, 8))
def test_r4_r5_cards_and_turns_go_from_dealers_left_to_dealer(seed: int, seats: int) -> None:
    game = PassTheAce(seats, seed)
    dealt = [event for event in game.take_events() if isinstance(event, CardsMoved) and event.manner == "deal"]
    order = [(game.dealer + step) % seats for step in range(1, seats + 1)]
    assert [event.target for event in dealt] == [HAND[seat] for seat in order]
    assert all(event.viewers == 1 << event.target.owner for event in dealt)
    asked = []
    for _ in range(seats):
        asked.append(game.seats_to_act()[0])
        play_verbs(game, "stick")
    assert asked == order


def test_r6_seat_may_stick_or_swap() -> None:
    game = position("4 9 7 J")
    assert legal_verbs(game) == ["stick", "swap"]
    assert refusal_of(game, Move(A, "draw")) == ("pass_the_ace.R9", "only_dealer_draws")
    assert game.prompt_for(A) == Note("choose", {"seat_to": B})
    assert game.prompt_for(C) == Note("wait", {"seat": A})
    play_verbs(game, "stick")
    assert held_ranks(game) == "4 9 7 J"


@pytest.mark.parametrize("may", [True, False])
def test_r7_king_may_be_swapped_by_house_rule(may: bool) -> None:
    game = position("K 9 7 K", king_may_swap=may)
    assert legal_verbs(game) == (["stick", "swap"] if may else ["stick"])
    if may:
        play_verbs(game, "swap")
        assert called_keys(game) == ["modi"]
        assert held_ranks(game) == "9 K 7 K"
        return
    assert game.prompt_for(A) == Note("king_stays")
    assert refusal_of(game, Move(A, "swap")) == ("pass_the_ace.R7", "king_stays")
    play_verbs(game, "stick", "stick", "stick")
    assert legal_verbs(game) == ["stick"]
    assert refusal_of(game, Move(D, "draw")) == ("pass_the_ace.R7", "king_stays")


def test_r7_shown_king_refuses_again_and_may_be_given_away() -> None:
    game = position("2 K 7 3")
    play_verbs(game, "swap", "swap")
    assert held_ranks(game) == "2 7 K 3"
    assert game.cards(SHOWN[B]) == ()
    assert game.view(D).card_of(C) == game.card_of(C), "all seats have seen the King's new position"
    game = position("K 9 7 3", dealer=D)
    play_verbs(game, "stick", "stick", "stick")
    game.shift(game.cards(HAND[A]), HAND[A], SHOWN[A])
    play_verbs(game, "swap")
    assert losing_seats(game) == [D]


def test_r8_swap_shows_both_cards_to_both_seats_only() -> None:
    game = position("4 9 7 J")
    for seat in range(4):
        seen = [game.view(seat).card_of(other) for other in range(4)]
        assert [card != HIDDEN for card in seen] == [other == seat for other in range(4)]
    four, nine, seven = (game.card_of(seat) for seat in (A, B, C))
    play_verbs(game, "swap")
    assert [game.view(A).card_of(seat) for seat in range(4)] == [nine, four, HIDDEN, HIDDEN]
    assert [game.view(B).card_of(seat) for seat in range(4)] == [nine, four, HIDDEN, HIDDEN]
    assert {game.view(C).card_of(A), game.view(C).card_of(B), game.view(D).card_of(B)} == {HIDDEN}
    play_verbs(game, "swap")
    assert [game.view(A).card_of(seat) for seat in range(4)] == [nine, HIDDEN, four, HIDDEN]
    assert [game.view(C).card_of(seat) for seat in range(4)] == [HIDDEN, seven, four, HIDDEN]


def test_r8_swap_is_two_events_seen_only_by_both_seats() -> None:
    game = position("4 9 7 J")
    play_verbs(game, "swap")
    moved = [event for event in game.take_events() if isinstance(event, CardsMoved)]
    assert [(event.source, event.target, event.manner, event.viewers) for event in moved] == [
        (HAND[A], HAND[B], "exchange", 0b0011),
        (HAND[B], HAND[A], "exchange", 0b0011),
    ]


def test_r9_r13_dealers_old_card_is_thrown_away_after_drawing() -> None:
    game = position("8 9 7 2", stock="", trash="A K Q")
    play_verbs(game, "stick", "stick", "stick")
    old = game.card_of(D)
    game.take_events()
    play_verbs(game, "draw")
    events = game.take_events()
    moved = [event for event in events if isinstance(event, PileShuffled | CardsMoved)]
    how = ["shuffle" if isinstance(event, PileShuffled) else event.manner for event in moved[:4]]
    assert how == ["gather", "shuffle", "draw", "play"]
    assert [event.cards for event in events if isinstance(event, CardsMoved)][2] == (old,)


def test_r13_dealer_cannot_draw_when_no_card_is_left() -> None:
    game = position("8 9 7 2")
    play_verbs(game, "stick", "stick", "stick")
    rest = game.piles[STOCK]
    game.piles[STOCK] = ()
    assert legal_verbs(game) == ["stick", "swap"]
    assert refusal_of(game, Move(D, "draw")) == ("pass_the_ace.R13", "no_card_left")
    game.piles[TRASH] = rest
    assert legal_verbs(game) == ["stick", "swap", "draw"]


def test_r11_r12_all_cards_are_shown_and_thrown_away_and_stock_goes_on() -> None:
    game = position("4 9 7 J")
    stock, cards = game.cards(STOCK), {game.card_of(seat) for seat in range(4)}
    play_verbs(game, "stick", "stick", "stick", "stick")
    events = game.take_events()
    scored = next(i for i, event in enumerate(events) if isinstance(event, DealScored))
    shown = [event for event in events[:scored] if isinstance(event, CardsMoved)]
    assert [event.target for event in shown] == [SHOWN[seat] for seat in (A, B, C, D)]
    assert all(event.viewers == 0b1111 for event in shown)
    assert set(game.cards(TRASH)) == cards
    assert game.cards(STOCK) == stock[:-4]
    assert not any(isinstance(event, PileShuffled) for event in events)


def test_r14_deal_goes_to_left() -> None:
    game = position("4 9 7 J")
    dealers = []
    for _ in range(3):
        dealers.append(game.dealer)
        play_verbs(game, "stick", "stick", "stick", "stick")
    assert dealers == [D, A, B]


def test_r14_finished_dealer_is_followed_by_next_seat_with_lives() -> None:
    game = position("9 - 7 J A", (3, 0, 1, 3, 1))
    play_verbs(game, "stick", "stick", "stick", "stick")
    assert game.is_out(4)
    assert game.dealer == 0
    assert game.seats_to_act() == (2,)


def test_r15_last_seat_with_lives_wins() -> None:
    game = position("4 9 - -", (1, 1, 0, 0), dealer=B)
    play_verbs(game, "stick", "stick")
    assert game.outcome is not None and game.outcome.winners == (B,)
    assert game.outcome.reason.key == "last"
    assert [event.winners for event in game.take_events() if isinstance(event, MatchEnded)] == [(B,)]


def test_r15_tie_of_last_two_with_unequal_lives_is_no_double_game() -> None:
    game = position("4 4", (1, 2))
    play_verbs(game, "stick", "stick")
    assert game.outcome is not None and game.outcome.winners == (B,)
    assert game.lives == (0, 1)


def test_r16_double_games_may_follow_each_other() -> None:
    game = PassTheAce(2, 4, PassTheAceOptions(lives=1))
    for number in (1, 2, 3):
        assert game.game_count == number
        both = game.cards(HAND[0]) + game.cards(HAND[1])
        equal = next(card for card in game.cards(STOCK) if rank(card) == rank(both[0]))
        place = game.cards(STOCK).index(equal)
        game.piles[STOCK] = (*game.piles[STOCK][:place], both[1], *game.piles[STOCK][place + 1 :])
        game.piles[HAND[1]] = (equal,)
        play_verbs(game, "stick", "stick")
        assert losing_seats(game) == [0, 1]
        assert game.lives == (1, 1)


def test_endless_match_is_stopped_and_most_lives_win() -> None:
    game = position("4 9 7 J")
    game.deal_number = MAX_MATCH_ROUNDS
    play_verbs(game, "stick", "stick", "stick", "stick")
    assert game.outcome is not None and game.outcome.winners == (B, C, D)
    assert game.outcome.reason.key == "stalled"
    game = position("4 4", (1, 1))
    game.deal_number = MAX_MATCH_ROUNDS
    play_verbs(game, "stick", "stick")
    assert game.outcome is not None and game.outcome.winners == (A, B)


def test_refusals_leave_position_unchanged() -> None:
    game = position("4 9 7 J")
    before = game.clone()
    for move in (
        Move(A, "swap", to=1),
        Move(A, "stick", (game.card_of(A),)),
        Move(A, "draw"),
        Move(B, "stick"),
        Move(A, "knock"),
    ):
        with pytest.raises(IllegalMoveError):
            game.play(move)
        assert game == before


# --- sampling -----------------------------------------------------------------------------------------------------


@given(seed=SEEDS, seats=st.integers(3, 8), turns=st.integers(1, 7))
def test_sampled_worlds_agree_with_announcements(seed: int, seats: int, turns: int) -> None:
    game = PassTheAce(seats, seed)
    rng = Rng(seed)
    for _ in range(min(turns, seats - 1)):
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    assert game.count_contradictions() == 0
    viewer = game.seats_to_act()[0]
    worlds = [game.view(viewer).determinize(rng) for _ in range(12)]
    assert sum(world.count_contradictions() == 0 for world in worlds) >= 10
    bits = [game.known[game.card_of(seat)] for seat in range(seats)]
    assert bits == game.seats_knowing_each_card()
    for world in worlds:
        assert [world.known[world.card_of(seat)] for seat in range(seats)] == bits


def test_contradiction_of_announcement_is_recognised() -> None:
    game = position("6 3 7 J")
    play_verbs(game, "swap")
    assert game.count_contradictions() == 0
    game.piles[HAND[A]], game.piles[HAND[B]] = game.piles[HAND[B]], game.piles[HAND[A]]
    assert game.count_contradictions() == 1
