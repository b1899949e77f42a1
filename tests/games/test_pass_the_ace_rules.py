"""Pass the Ace: each rule, and sampled positions that agree with the announcements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import HIDDEN, rank
from engine.events import Ended, Moved, Said, Scored, Shuffled
from engine.game import STOCK
from engine.games.pass_the_ace.game import CAP, HAND, SHOWN, TRASH, PassTheAce
from engine.games.pass_the_ace.options import HouseRules
from engine.moves import IllegalMoveError, Move, Note
from engine.rng import Rng
from tests.games.pass_the_ace import SEEDS, A, B, C, D, act, announcements, held, lost, position, refused, verbs
from tests.support.reading import paragraph

# --- the rules one by one -----------------------------------------------------------------------------------------


def test_r1_ace_is_lowest_and_king_highest_and_suits_mean_nothing() -> None:
    for letters, losers in (("A 2 K", [0]), ("K Q J", [2]), ("T 9 T", [1]), ("4 4 4", [0, 1, 2])):
        game = position(letters)
        act(game, "stick", "stick", "stick")
        assert lost(game) == losers


@pytest.mark.parametrize("lives", [1, 2, 3, 4, 5])
def test_r2_all_seats_begin_with_equal_lives(lives: int) -> None:
    game = PassTheAce(5, 7, HouseRules(lives=lives))
    assert game.lives == (lives,) * 5
    assert game.facts(3) == (Note("lives", {"n": lives, "of": lives}),)
    assert HouseRules().lives == 3


@given(seed=SEEDS, seats=st.integers(2, 8))
def test_r3_the_highest_card_drawn_deals_and_the_pack_is_whole_again(seed: int, seats: int) -> None:
    game = PassTheAce(seats, seed)
    drawn: dict[int, list[int]] = {}
    for event in game.drain():
        if isinstance(event, Moved) and event.how == "draw":
            assert event.seen == (1 << seats) - 1
            drawn.setdefault(event.target.owner, []).append(rank(event.cards[0]))
        elif isinstance(event, Said) and event.note.key == "deals":
            break
    assert max(drawn.values()) == drawn[game.dealer]
    assert list(drawn.values()).count(drawn[game.dealer]) == 1
    assert len(game.cards(STOCK)) == 52 - seats
    assert not any(game.known[card] for card in game.cards(STOCK))


@given(seed=SEEDS, seats=st.integers(2, 8))
def test_r4_r5_cards_and_turns_go_from_the_dealers_left_to_the_dealer(seed: int, seats: int) -> None:
    game = PassTheAce(seats, seed)
    dealt = [event for event in game.drain() if isinstance(event, Moved) and event.how == "deal"]
    order = [(game.dealer + step) % seats for step in range(1, seats + 1)]
    assert [event.target for event in dealt] == [HAND[seat] for seat in order]
    assert all(event.seen == 1 << event.target.owner for event in dealt)
    asked = []
    for _ in range(seats):
        asked.append(game.waiting()[0])
        act(game, "stick")
    assert asked == order


def test_r6_a_seat_may_stick_or_swap() -> None:
    game = position("4 9 7 J")
    assert verbs(game) == ["stick", "swap"]
    assert refused(game, Move(A, "draw")) == ("pass_the_ace.R9", "only_dealer_draws")
    assert game.demand(A) == Note("choose", {"seat_to": B})
    assert game.demand(C) == Note("wait", {"seat": A})
    act(game, "stick")
    assert held(game) == "4 9 7 J"


@pytest.mark.parametrize("may", [True, False])
def test_r7_a_king_may_be_swapped_by_the_house_rule(may: bool) -> None:
    game = position("K 9 7 K", king_may_swap=may)
    assert verbs(game) == (["stick", "swap"] if may else ["stick"])
    if may:
        act(game, "swap")
        assert announcements(game) == ["modi"]
        assert held(game) == "9 K 7 K"
        return
    assert game.demand(A) == Note("king_stays")
    assert refused(game, Move(A, "swap")) == ("pass_the_ace.R7", "king_stays")
    act(game, "stick", "stick", "stick")
    assert verbs(game) == ["stick"]
    assert refused(game, Move(D, "draw")) == ("pass_the_ace.R7", "king_stays")


def test_r7_king_against_king_is_kung_too() -> None:
    game = position("K K 7 J")
    act(game, "swap")
    assert announcements(game) == ["kung"]
    assert held(game) == "K K 7 J"


def test_r7_a_shown_king_refuses_again_and_may_be_given_away() -> None:
    game = position("2 K 7 3")
    act(game, "swap", "swap")
    assert held(game) == "2 7 K 3"
    assert game.cards(SHOWN[B]) == ()
    assert game.view(D).card_of(C) == game.card_of(C), "everybody has seen where the King went"
    game = position("K 9 7 3", dealer=D)
    act(game, "stick", "stick", "stick")
    game.shift(game.cards(HAND[A]), HAND[A], SHOWN[A])
    act(game, "swap")
    assert lost(game) == [D]


def test_r8_a_swap_shows_both_cards_to_both_seats_only() -> None:
    game = position("4 9 7 J")
    for seat in range(4):
        seen = [game.view(seat).card_of(other) for other in range(4)]
        assert [card != HIDDEN for card in seen] == [other == seat for other in range(4)]
    four, nine, seven = (game.card_of(seat) for seat in (A, B, C))
    act(game, "swap")
    assert [game.view(A).card_of(seat) for seat in range(4)] == [nine, four, HIDDEN, HIDDEN]
    assert [game.view(B).card_of(seat) for seat in range(4)] == [nine, four, HIDDEN, HIDDEN]
    assert {game.view(C).card_of(A), game.view(C).card_of(B), game.view(D).card_of(B)} == {HIDDEN}
    act(game, "swap")
    assert [game.view(A).card_of(seat) for seat in range(4)] == [nine, HIDDEN, four, HIDDEN]
    assert [game.view(C).card_of(seat) for seat in range(4)] == [HIDDEN, seven, four, HIDDEN]


def test_r8_the_two_cards_change_hands_in_two_events_that_only_the_two_see() -> None:
    game = position("4 9 7 J")
    act(game, "swap")
    moved = [event for event in game.drain() if isinstance(event, Moved)]
    assert [(event.source, event.target, event.how, event.seen) for event in moved] == [
        (HAND[A], HAND[B], "exchange", 0b0011),
        (HAND[B], HAND[A], "exchange", 0b0011),
    ]


def test_r9_the_dealer_may_stick() -> None:
    game = position("8 9 7 2", stock="K")
    act(game, "stick", "stick", "stick", "stick")
    assert lost(game) == [D]


def test_r9_r13_the_dealers_old_card_is_thrown_away_after_drawing() -> None:
    game = position("8 9 7 2", stock="", trash="A K Q")
    act(game, "stick", "stick", "stick")
    old = game.card_of(D)
    game.drain()
    act(game, "draw")
    events = game.drain()
    moved = [event for event in events if isinstance(event, Shuffled | Moved)]
    how = ["shuffle" if isinstance(event, Shuffled) else event.how for event in moved[:4]]
    assert how == ["gather", "shuffle", "draw", "play"]
    assert [event.cards for event in events if isinstance(event, Moved)][2] == (old,)


def test_r13_the_dealer_cannot_draw_when_no_card_is_left() -> None:
    game = position("8 9 7 2")
    act(game, "stick", "stick", "stick")
    rest = game.piles[STOCK]
    game.piles[STOCK] = ()
    assert verbs(game) == ["stick", "swap"]
    assert refused(game, Move(D, "draw")) == ("pass_the_ace.R13", "no_card_left")
    game.piles[TRASH] = rest
    assert verbs(game) == ["stick", "swap", "draw"]


def test_r10_nothing_is_called_for_a_higher_card() -> None:
    game = position("4 9 7 J")
    act(game, "swap")
    assert [event.note.key for event in game.drain() if isinstance(event, Said)] == ["swap"]


def test_r11_r12_all_cards_are_shown_and_thrown_away_and_the_stock_is_used_on() -> None:
    game = position("4 9 7 J")
    stock, cards = game.cards(STOCK), {game.card_of(seat) for seat in range(4)}
    act(game, "stick", "stick", "stick", "stick")
    events = game.drain()
    scored = next(i for i, event in enumerate(events) if isinstance(event, Scored))
    shown = [event for event in events[:scored] if isinstance(event, Moved)]
    assert [event.target for event in shown] == [SHOWN[seat] for seat in (A, B, C, D)]
    assert all(event.seen == 0b1111 for event in shown)
    assert set(game.cards(TRASH)) == cards
    assert game.cards(STOCK) == stock[:-4]
    assert not any(isinstance(event, Shuffled) for event in events)


def test_r14_the_deal_goes_to_the_left() -> None:
    game = position("4 9 7 J")
    dealers = []
    for _ in range(3):
        dealers.append(game.dealer)
        act(game, "stick", "stick", "stick", "stick")
    assert dealers == [D, A, B]


def test_r14_a_dealer_who_is_out_is_followed_by_the_next_with_lives() -> None:
    game = position("9 - 7 J A", (3, 0, 1, 3, 1))
    act(game, "stick", "stick", "stick", "stick")
    assert game.is_out(4)
    assert game.dealer == 0
    assert game.waiting() == (2,)


def test_r15_the_last_seat_with_lives_wins() -> None:
    game = position("4 9 - -", (1, 1, 0, 0), dealer=B)
    act(game, "stick", "stick")
    assert game.outcome is not None
    assert game.outcome.winners == (B,)
    assert game.outcome.reason.key == "last"
    assert [event.winners for event in game.drain() if isinstance(event, Ended)] == [(B,)]


def test_r15_a_tie_of_the_last_two_with_unequal_lives_is_no_double_game() -> None:
    game = position("4 4", (1, 2))
    act(game, "stick", "stick")
    assert game.outcome is not None
    assert game.outcome.winners == (B,)
    assert game.lives == (0, 1)


def test_r16_double_games_may_follow_each_other() -> None:
    game = PassTheAce(2, 4, HouseRules(lives=1))
    for number in (1, 2, 3):
        assert game.games == number
        both = game.cards(HAND[0]) + game.cards(HAND[1])
        equal = next(card for card in game.cards(STOCK) if rank(card) == rank(both[0]))
        place = game.cards(STOCK).index(equal)
        game.piles[STOCK] = (*game.piles[STOCK][:place], both[1], *game.piles[STOCK][place + 1 :])
        game.piles[HAND[1]] = (equal,)
        act(game, "stick", "stick")
        assert lost(game) == [0, 1]
        assert game.lives == (1, 1)


def test_an_endless_match_is_stopped_and_most_lives_win() -> None:
    game = position("4 9 7 J")
    game.deal_number = CAP
    act(game, "stick", "stick", "stick", "stick")
    assert game.outcome is not None
    assert game.outcome.winners == (B, C, D)
    assert game.outcome.reason.key == "stalled"
    game = position("4 4", (1, 1))
    game.deal_number = CAP
    act(game, "stick", "stick")
    assert game.outcome is not None
    assert game.outcome.winners == (A, B)


def test_refusals_change_nothing() -> None:
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
def test_sampled_worlds_agree_with_what_was_announced(seed: int, seats: int, turns: int) -> None:
    game = PassTheAce(seats, seed)
    rng = Rng(seed)
    for _ in range(min(turns, seats - 1)):
        game.push(rng.choice(game.legal_moves(game.waiting()[0])))
    assert game.contradictions() == 0
    viewer = game.waiting()[0]
    worlds = [game.view(viewer).determinize(rng) for _ in range(12)]
    assert sum(world.contradictions() == 0 for world in worlds) >= 10
    bits = [game.known[game.card_of(seat)] for seat in range(seats)]
    assert bits == game.witnesses()
    for world in worlds:
        assert [world.known[world.card_of(seat)] for seat in range(seats)] == bits


def test_a_world_that_contradicts_an_announcement_is_recognised() -> None:
    game = position("6 3 7 J")
    act(game, "swap")
    assert game.contradictions() == 0
    game.piles[HAND[A]], game.piles[HAND[B]] = game.piles[HAND[B]], game.piles[HAND[A]]
    assert game.contradictions() == 1


@pytest.mark.parametrize(("language", "told"), [("en", "anyone may look through"), ("pt_BR", "todos podem consultar")])
def test_the_rules_say_who_may_look_through_the_discards(language: str, told: str) -> None:
    assert told in paragraph(language, "pass_the_ace", "R12")
