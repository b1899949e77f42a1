"""Palácio: each rule, with every house rule."""

from typing import Literal

import pytest

from engine.cards import HIDDEN, RANKS, Card, rank
from engine.game import STOCK, MatchOutcome
from engine.games.palacio.game import BURNT, HAND, MAX_MATCH_TURNS, MAX_TURNS, PILE, UP, Palacio
from engine.games.palacio.options import PalacioOptions
from engine.moves import Move, Note
from engine.rng import Rng
from tests.games.palacio import (
    hand_ranks,
    legal_plays,
    own_cards,
    pile_ranks,
    play,
    position,
    ranks_of,
)
from tests.support.card_positions import announced_keys
from tests.support.refusals import refusal_of

# --- exchange, start ----------------------------------------------------------------------------------------------


def test_r6_first_choice_keeps_palace() -> None:
    game = Palacio(3, 8)
    before = {pile: game.cards(pile) for seat in range(3) for pile in (*UP[seat], HAND[seat])}
    for seat in (2, 0, 1):
        assert game.describe(game.legal_moves(seat)[0]).key == "leave"
        game.play(game.legal_moves(seat)[0])
    assert {pile: game.cards(pile) for pile in before} == before
    assert game.ask is not None and game.ask.what == "play"


def test_r6_kept_cards_keep_slot_and_taken_cards_stay_known() -> None:
    game = position("2 A 3", "", "6", up="4 K 5", down="7 7 7", others=["9 9 9"], others_down="J J J")
    for slot, letter in zip(UP[1], ["8", "8", "8"], strict=True):
        card = next(c for c in game.cards(BURNT) if RANKS[rank(c)] == letter)
        game.piles[slot] = (card,)
        game.piles[BURNT] = tuple(c for c in game.cards(BURNT) if c != card)
    game.ask_seats("exchange", 0, 1)
    keep = Move(0, "keep", own_cards(game, "K 2 A", HAND[0], *UP[0]))
    assert game.canonical(keep) in game.legal_moves(0)
    game.play(keep)
    assert game.view(1).seats_to_act() == (0, 1)
    game.play(game.legal_moves(1)[0])
    assert pile_ranks(game, UP[0][1]) == "K"
    assert {pile_ranks(game, UP[0][0]), pile_ranks(game, UP[0][2])} == {"2", "A"}
    assert hand_ranks(game) == "3 4 5"
    assert ranks_of(card for card in game.view(1).cards(HAND[0]) if card >= 0) == "4 5"


def test_r6_equal_choices_are_listed_once() -> None:
    game = position("4 4 4", "", "6", up="4 K K", down="7 7 7", others=["9 9"])
    game.ask_seats("exchange", 0, 1)
    assert legal_plays(game) == ["4 K K", "4 4 K", "4 4 4"]


def test_r8_dealers_left_neighbour_starts_and_deal_moves_on() -> None:
    game = Palacio(4, 5, PalacioOptions(rounds=3))
    first, rng = game.dealer, Rng(2)
    while game.deal_number == 1:
        if game.ask is not None and game.ask.what == "play" and game.turns == 0 and len(game.cards(PILE)) == 1:
            assert game.seats_to_act() == ((first + 1) % 4,)
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    assert game.dealer == (first + 1) % 4
    assert len({Palacio(4, seed).dealer for seed in range(40)}) == 4


def test_r8_lowest_ordinary_card_starts_by_house_rule() -> None:
    seen = set()
    for seed in range(30):
        game = Palacio(3, seed, PalacioOptions(starter="lowest_card"))
        for seat in range(3):
            game.play(game.legal_moves(seat)[0])
        hands = [[c for c in ranks_of(game.cards(HAND[s])).split() if c not in "T2"] for s in range(3)]
        lowest = ["3456789JQKA".index(h[0]) if h else 99 for h in hands]
        starter = game.seats_to_act()[0]
        assert lowest[starter] == min(lowest)
        nearer = [(game.dealer + 1 + i) % 3 for i in range((starter - game.dealer - 1) % 3)]
        assert all(lowest[seat] > min(lowest) for seat in nearer)
        seen.add(starter == (game.dealer + 1) % 3)
        assert "starts" in announced_keys(game)
    assert seen == {False, True}


# --- house rules, special cases -----------------------------------------------------------------------------------


def test_r13_seat_burning_last_hand_card_continues_with_palace() -> None:
    game = position("T", "K", up="4", down="6")
    for what in ("T", "4"):
        play(game, what)
    assert game.seats_to_act() == (1,)
    game = position("T", "K", up="T", down="6")
    for what in ("T", "T", "flip 0"):
        assert game.seats_to_act() == (0,)
        play(game, what)
    assert game.outcome is not None


@pytest.mark.parametrize("on", [False, True])
def test_r16_others_play_on_by_house_rule(on: bool) -> None:
    game = position("T", "K", seats=3, others=["3 9", "8"], play_on=on)
    play(game, "T")
    if not on:
        assert (game.scores, game.outcome is not None) == ((1, 0, 0), True)
        return
    assert game.outcome is None
    assert game.seats_to_act() == (1,)
    for what in ("3", "8"):
        play(game, what)
    assert game.scores == (2, 0, 1)
    assert game.outcome is not None and game.outcome == ((0,), Note("last", {"seat": 1}))


def test_r16_finished_seats_are_skipped() -> None:
    game = position("K", "9", seats=4, others=["3 3", "4 4", "5 5"], play_on=True)
    play(game, "K")
    order: list[int] = []
    for _ in range(4):
        order += game.seats_to_act()
        play(game, legal_plays(game, game.seats_to_act()[0])[0])
    assert order == [1, 2, 3, 1]


def test_r16_first_to_win_three_deals_wins_match() -> None:
    game, rng = Palacio(2, 7, PalacioOptions(rounds=3)), Rng(1)
    while game.outcome is None:
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    assert max(game.deals_won) == 3
    assert sum(game.deals_won) == len(game.history)
    assert game.outcome.winners == (game.deals_won.index(3),)
    assert game.deals_planned() == 0


# --- opening, the two, the match ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "stock"), [(4, 16), (5, 7)])
def test_r1_one_pack_serves_five_seats_by_house_rule(seats: int, stock: int) -> None:
    game = Palacio(seats, 3, PalacioOptions(packs="single"))
    assert (len(game.known), len(game.cards(STOCK))) == (52, stock)


@pytest.mark.parametrize("special", ["under", "reshuffle"])
def test_r7_last_special_card_opens_pile_if_stock_has_no_other(special: Literal["under", "reshuffle"]) -> None:
    game = Palacio(5, 3, PalacioOptions(packs="single", opening_special=special))
    specials = [card for card in game.piles[STOCK] if RANKS[rank(card)] in "2T"]
    others = [card for card in range(52) if RANKS[rank(Card(card))] in "2T" and card not in specials]
    for pile in list(game.piles):  # give each other card of the stock away for a two or a ten
        for card in game.cards(pile):
            plain = [card for card in game.cards(STOCK) if RANKS[rank(card)] not in "2T"]
            if pile != STOCK and card in others and plain:
                game.piles[pile] = tuple(plain[0] if one == card else one for one in game.piles[pile])
                game.piles[STOCK] = tuple(card if one == plain[0] else one for one in game.piles[STOCK])
    for seat in range(5):
        game.play(game.legal_moves(seat)[0])
    assert len(game.cards(STOCK)) + len(game.cards(PILE)) == 7
    assert RANKS[rank(game.cards(PILE)[-1])] in "2T"
    assert game.legal_moves(game.seats_to_act()[0])


def test_r6_without_exchange_play_begins_at_once() -> None:
    game = Palacio(3, 3, PalacioOptions(exchange="none"))
    assert game.ask is not None and game.ask.what == "play"
    assert len(game.cards(PILE)) >= 1
    assert all(len(game.cards(slot)) == 1 for seat in range(3) for slot in UP[seat])


def test_r6_three_of_six_are_laid_face_up_at_once_and_others_stay_unknown() -> None:
    game = Palacio(3, 3, PalacioOptions(exchange="choose"))
    hands = [game.cards(HAND[seat]) for seat in range(3)]
    assert [len(hand) for hand in hands] == [6] * 3 and not any(game.cards(slot) for slot in UP[0])
    assert refusal_of(game, Move(0, "lay", hands[0][:2])) == ("palacio.R6", "keep_three")
    assert refusal_of(game, Move(0, "lay", hands[1][:3])) == ("palacio.R6", "not_yours")
    chosen = []
    for seat in (2, 0, 1):
        assert all(card == HIDDEN for other in range(3) if other != seat for card in game.view(seat).cards(HAND[other]))
        assert not any(game.cards(slot) for slot in UP[0])
        chosen.append(game.legal_moves(seat)[-1])
        game.play(chosen[-1])
    for move in chosen:
        assert tuple(game.cards(slot)[0] for slot in UP[move.seat]) == move.cards
        assert len(game.cards(HAND[move.seat])) == 3
        kept = game.cards(HAND[move.seat])
        assert all(game.known[card] == 1 << move.seat for card in kept)
    assert game.ask is not None and game.ask.what == "play"


@pytest.mark.parametrize("starter", ["left_of_dealer", "lowest_card"])
def test_r7_empty_pile_is_opened_with_any_card_or_lowest(starter: Literal["left_of_dealer", "lowest_card"]) -> None:
    for seed in range(40):
        for opening in ("empty", "lowest"):
            game = Palacio(3, seed, PalacioOptions(opening=opening, starter=starter))
            for seat in range(3):
                game.play(game.legal_moves(seat)[0])
            (seat,) = game.seats_to_act()
            assert starter == "lowest_card" or seat == (game.dealer + 1) % 3
            hand = hand_ranks(game, seat).split()
            ordinary = [rank for rank in hand if rank not in "T2"]
            opens = set(hand) if opening == "empty" or not ordinary else {ordinary[0]}
            assert {plays[0] for plays in legal_plays(game, seat)} == opens
            assert pile_ranks(game, PILE) == "" and len(game.cards(STOCK)) == 25
            game.view((seat + 1) % 3).prompt_for(seat)  # from a seat that doesn't know the hand
            high = tuple(card for card in game.cards(HAND[seat]) if RANKS[rank(card)] not in opens)
            if high:
                assert refusal_of(game, Move(seat, "play", high[:1])) == ("palacio.R7", "lowest_first")
            needs_lowest = opening == "lowest" and bool(ordinary)
            why_no_take = ("palacio.R7", "lowest_first") if needs_lowest else ("palacio.R9", "nothing_to_take")
            assert refusal_of(game, Move(seat, "take")) == why_no_take
            game.play(game.legal_moves(seat)[-1])
            assert game.prompt_for(game.seats_to_act()[0]).key != "lead_lowest"


def test_r7_after_opening_cards_are_burnt_any_card_is_led() -> None:
    game = position("3 3 3 3 9", "", seats=4, opening="lowest")
    game.shift(game.cards(BURNT), BURNT, STOCK)
    assert legal_plays(game) == ["3", "3 3", "3 3 3", "3 3 3 3"]
    play(game, "3 3 3 3")
    assert len(set(legal_plays(game)) - {"9"}) >= 1


def test_r3_two_must_be_followed_by_same_seat_by_house_rule() -> None:
    game = position("2 2 4", "K", seats=3, two="again")
    for what in ("2", "2", "4"):
        assert game.seats_to_act() == (0,)
        play(game, what)
    assert game.outcome is not None
    game = position("2", "K", down="6 7", two="again")
    for what in ("2", "flip 0"):
        assert game.seats_to_act() == (0,)
        play(game, what)
    assert game.seats_to_act() == (1,)


def test_r3_seat_that_goes_out_with_two_plays_no_more() -> None:
    game = position("2", "K", seats=3, two="again", play_on=True)
    play(game, "2")
    assert (game.seats_out, game.seats_to_act()) == ((0,), (1,))


@pytest.mark.parametrize(
    ("start", "moves", "hand", "pile", "seat"),
    [
        pytest.param(position("5", "7", "9", chance="stuck"), "chance,take", "5", "7 9", 1, id="fits"),
        pytest.param(position("5", "7", "4", chance="stuck"), "chance,take", "4 5 7", "", 1, id="doesn't fit"),
        pytest.param(position("5", "7", "4 T", chance="stuck"), "chance,take", "4 5", "", 0, id="burns"),
        pytest.param(position("9", "7", "K", chance="any"), "9,chance", "9", "7 K", 1, id="any time"),
        pytest.param(position("9", "", "K", chance="any"), "9,chance", "9", "K", 1, id="any time on empty pile"),
        pytest.param(
            position("9", "7", "2", chance="any", voluntary_pickup=True), "9,chance,take", "9", "7 2", 1, id="by choice"
        ),
        pytest.param(position("5", "7", "8", seats=3, chance="stuck", eight="skip"), "chance,take", "5", "7 8", 2,
                     id="with its power"),
    ],
)  # fmt: skip
def test_r12_top_card_of_stock_is_played_unseen_by_house_rule(
    start: Palacio, moves: str, hand: str, pile: str, seat: int
) -> None:
    game = start.clone()
    assert legal_plays(game) == moves.split(",")
    assert (game.prompt_for(0).key == "must_take_chance") == moves.startswith("chance")
    assert all(card == HIDDEN for card in game.view(0).cards(STOCK))
    play(game, "chance")
    assert (hand_ranks(game), pile_ranks(game, PILE)) == (hand, pile)
    assert game.outcome is not None or game.seats_to_act() == (seat,)


def test_r14_face_up_card_of_choice_is_taken_with_pile_by_house_rule() -> None:
    game = position("", "9 9", up="5 6 5", down="3 3 3", take_one=True)
    takes = game.legal_moves(0)
    assert [(move.verb, ranks_of(move.cards)) for move in takes] == [("take_along", "5"), ("take_along", "6")]
    assert game.prompt_for(0).key == "must_take_along"
    assert refusal_of(game, Move(0, "take")) == ("palacio.R14", "take_one")
    assert refusal_of(game, Move(0, "take_along", own_cards(game, "5 6", *UP[0]))) == ("palacio.R14", "take_one")
    game.play(takes[1])
    assert hand_ranks(game) == "6 9 9"
    assert [ranks_of(game.cards(slot)) for slot in UP[0]] == ["5", "", "5"]
    assert game.seats_to_act() == (1,)


def test_r14_no_face_up_card_goes_with_a_hand_or_a_hidden_card() -> None:
    game = position("4", "9", up="5 6", down="3 3 3", take_one=True)
    assert [move.cards for move in game.legal_moves(0)] == [()]
    play(game, "take")
    assert hand_ranks(game) == "4 9" and ranks_of(game.cards(UP[0][0])) == "5"
    game = position("", "9", down="3 3", take_one=True)
    play(game, "flip 0")
    assert hand_ranks(game) == "3 9"


def test_r14_by_choice_a_face_up_card_goes_along_though_another_fits() -> None:
    game = position("", "9", up="Q 6", take_one=True, voluntary_pickup=True)
    assert [(move.verb, ranks_of(move.cards)) for move in game.legal_moves(0)] == [
        ("play", "Q"), ("take_along", "6"), ("take_along", "Q"),
    ]  # fmt: skip


def test_r12_no_chance_without_stock_or_with_a_fitting_card() -> None:
    for game, key in (
        (position("9", "7", "9", chance="stuck"), "must_play"),
        (position("5", "7", "", chance="stuck"), "no_stock"),
        (position("", "7", "", up="5", chance="any"), "no_stock"),
        (position("5", "7", "9"), "not_now"),
    ):
        assert refusal_of(game, Move(0, "chance")) == ("palacio.R9" if key == "not_now" else "palacio.R12", key)
        assert "chance" not in legal_plays(game)


def test_r12_chance_when_stuck_proves_that_nothing_fits_and_at_any_time_proves_nothing() -> None:
    for chance, proves in (("stuck", True), ("any", False)):
        game = position("4 5 6", "7", "K 9", chance=chance)
        king = own_cards(game, "K", STOCK)[0]
        play(game, "chance")
        assert game.is_hidden_card_possible(HAND[0], king) is not proves


@pytest.mark.parametrize(
    ("start", "moves"),
    [
        pytest.param(position("T", "7", last_card="ordinary"), "take", id="ten"),
        pytest.param(position("2", "7", last_card="ordinary"), "take", id="two"),
        pytest.param(position("2 2", "7", last_card="ordinary"), "2", id="not both"),
        pytest.param(position("T", "", last_card="ordinary"), "T", id="empty pile"),
        pytest.param(position("T 4", "7", last_card="ordinary"), "T", id="another left"),
        pytest.param(position("T", "7", down="3", last_card="ordinary"), "T", id="hidden card left"),
        pytest.param(position("9", "7", last_card="ordinary"), "9", id="ordinary"),
        pytest.param(position("", "7", up="2", last_card="ordinary"), "take", id="face-up"),
    ],
)
def test_r16_last_card_may_be_no_two_and_no_ten_by_house_rule(start: Palacio, moves: str) -> None:
    assert legal_plays(start) == moves.split(",")
    if moves == "take":
        cards = tuple(card for pile in start.sources(0) for card in start.cards(pile))
        assert refusal_of(start, Move(0, "play", cards)) == ("palacio.R16", "last_card")
        game = start.clone()
        play(game, "take")
        assert game.outcome is None and game.seats_to_act() == (1,)


def test_r16_last_hidden_two_is_taken_with_pile_but_goes_on_empty_pile() -> None:
    for pile, is_over in (("7", False), ("", True)):
        game = position("", pile, down="2", last_card="ordinary")
        play(game, "flip 0")
        assert (game.outcome is not None) == is_over
        assert is_over or hand_ranks(game) == "7 2"


def test_r16_seat_that_takes_pile_with_its_last_card_may_hold_a_two() -> None:
    game = position("2", "7", others=["T 9"], last_card="ordinary")
    two, ten, nine = own_cards(game, "2")[0], *own_cards(game, "T 9", HAND[1])
    play(game, "take")
    assert [game.is_hidden_card_possible(HAND[0], card) for card in (two, ten, nine)] == [True, True, False]


@pytest.mark.parametrize(("match_by", "rounds"), [("points", 3), ("points", 5), ("losses", 3), ("losses", 1)])
def test_r16_match_by_points_or_last_places(match_by: Literal["points", "losses"], rounds: int) -> None:
    for play_on in (False, True):
        game = Palacio(3, 7, PalacioOptions(match_by=match_by, rounds=rounds, play_on=play_on))
        rng = Rng(5)
        while game.outcome is None:
            for seat in game.seats_to_act():
                game.push(rng.choice(game.legal_moves(seat)))
        winners = game.outcome.winners
        if match_by == "points":
            assert len(game.history) == rounds == game.deals_planned()
            assert winners == tuple(seat for seat in range(3) if game.scores[seat] == max(game.scores))
        elif rounds == 1:
            assert len(game.history) == 1 and winners == game.deal_winners
        else:
            assert max(game.times_last) == rounds and game.deals_planned() == 0
            assert winners == tuple(seat for seat in range(3) if game.times_last[seat] < rounds)
            assert play_on is False or sum(game.times_last) == len(game.history)
            assert game.facts(0) == (Note("losses", {"n": game.times_last[0]}),)


def test_deal_without_end_is_won_by_fewest_cards() -> None:
    for on, points in ((False, (0, 1, 1)), (True, (0, 2, 2))):
        game = position("K 6 6 6", "3", seats=3, others=["4 7", "8 9"], play_on=on)
        game.turns = MAX_TURNS - 1
        play(game, "K")
        assert game.outcome is not None and game.outcome.reason.key == "stalled"
        assert game.outcome.winners == (1, 2)
        assert game.scores == points


@pytest.mark.parametrize(
    ("match_by", "deals_won", "times_last", "scores", "winners"),
    [
        ("wins", (4, 0, 2), (1, 4, 0), (0, 9, 9), (0,)),
        ("wins", (4, 0, 3), (1, 4, 0), (0, 9, 9), (0, 2)),
        ("points", (9, 0, 0), (0, 0, 9), (3, 5, 5), (1, 2)),
        ("losses", (9, 0, 0), (4, 4, 1), (9, 0, 0), (1, 2)),
        ("losses", (9, 0, 0), (4, 5, 5), (9, 0, 0), (0, 1, 2)),
    ],
)
def test_r16_match_ends_as_it_stands_after_too_many_turns(
    match_by: Literal["wins", "points", "losses"],
    deals_won: tuple[int, ...],
    times_last: tuple[int, ...],
    scores: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    game = position("K 6 6 6", "3", seats=3, others=["4 7", "8 9"], match_by=match_by, rounds=10)
    game.deals_won, game.times_last, game.scores = deals_won, times_last, scores
    game.turns, game.earlier_turns = MAX_TURNS - 1, MAX_MATCH_TURNS - MAX_TURNS - 1
    before = game.clone()
    play(game, "K")
    assert game.outcome is None and (game.earlier_turns, game.turns) == (MAX_MATCH_TURNS - 1, 0)
    before.earlier_turns += 1
    play(before, "K")
    assert before.outcome == MatchOutcome(winners, Note("match_stalled", {"n": MAX_MATCH_TURNS}))


@pytest.mark.parametrize(("play_on", "limit"), [(False, 1), (True, 3)])
def test_r16_lead_that_the_last_deal_cannot_make_up_decides_a_match(play_on: bool, limit: int) -> None:
    game = Palacio(4, 1, PalacioOptions(match_by="points", rounds=3, play_on=play_on))
    game.history, game.scores = ((0, 0, 0, 0),) * 2, (0, limit, 0, 0)
    assert game.can_still_win(0)
    game.scores = (0, limit + 1, 1, 0)
    assert [game.can_still_win(seat) for seat in range(4)] == [False, True, True, False]


def test_r16_match_up_to_won_deals_can_be_won_by_any_seat() -> None:
    game = Palacio(4, 1, PalacioOptions(rounds=5))
    game.history, game.scores, game.deals_won = ((0, 1, 0, 0),) * 4, (0, 4, 0, 0), (0, 4, 0, 0)
    assert game.can_still_win(0)
