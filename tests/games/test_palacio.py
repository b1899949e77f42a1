"""Palácio: the golden scenarios G1 … G13 of its rules, every house rule on and off, every refusal."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import options
from engine.bots.palacio import Policy
from engine.cards import RANKS, Card, packs, rank
from engine.events import Moved, Said
from engine.game import STOCK
from engine.games.palacio import BURNT, DOWN, HAND, PILE, STALL, TEN, TWO, UP, HouseRules, Palacio
from engine.moves import IllegalMoveError, Move, Note, Pile
from engine.rng import Rng
from scenes.words import LANGUAGES, Words

OTHERS = "4 5"
"""What the other seats hold in a position where that doesn't matter."""


def position(
    hand: str = "",
    pile: str = "",
    stock: str = "",
    up: str = "",
    down: str = "",
    *,
    seats: int = 2,
    others: Iterable[str] = (),
    others_down: str = "",
    **rules: Any,
) -> Palacio:
    """Seat 0 to play with cards of these ranks (T = 10), piles and stock from bottom to top; the rest is burnt."""
    game = Palacio(seats, 1, replace(HouseRules(), **rules))
    left = list(packs(game.packs(seats)))
    piles: dict[Pile, tuple[Card, ...]] = dict.fromkeys(game.piles, ())

    def lay(where: Pile, ranks: str) -> None:
        found = []
        for letter in ranks.split():
            found.append(next(card for card in left if RANKS[rank(card)] == letter))
            left.remove(found[-1])
        piles[where] = tuple(found)

    lay(HAND[0], hand)
    lay(PILE, pile)
    lay(STOCK, stock)
    for slots, ranks in ((UP[0], up), (DOWN[0], down), (DOWN[1], others_down)):
        for slot, letter in zip(slots, ranks.split(), strict=False):
            lay(slot, letter)
    given_others = list(others)
    for seat in range(1, seats):
        lay(HAND[seat], given_others[seat - 1] if given_others else OTHERS)
    piles[BURNT] = tuple(left)
    game.piles = piles
    for where, lying in piles.items():
        for card in lying:
            game.known[card] = game.seers(where)
    game.asks("play", 0)
    game.drain()
    return game


def ranks_of(cards: Iterable[Card]) -> str:
    return " ".join(sorted((RANKS[rank(card)] for card in cards), key="3456789TJQKA2".index))


def lying(game: Palacio, pile: Pile) -> str:
    """Ranks in a pile, from bottom to top."""
    return " ".join(RANKS[rank(card)] for card in game.cards(pile))


def held(game: Palacio, seat: int = 0) -> str:
    return ranks_of(game.cards(HAND[seat]))


def legal(game: Palacio, seat: int = 0) -> list[str]:
    """The legal moves in short: ranks played, ``take``, ``flip 0`` …"""
    moves = game.legal_moves(seat)
    return [ranks_of(m.cards) or m.verb + (f" {m.to}" if m.verb == "flip" else "") for m in moves]


def play(game: Palacio, what: str) -> None:
    """Play one of the moves that ``legal`` lists, checked."""
    seat = game.waiting()[0]
    game.play(dict(zip(legal(game, seat), game.legal_moves(seat), strict=True))[what])


def refused(game: Palacio, move: Move) -> tuple[str, str]:
    refusal = game.refusal(move)
    assert refusal is not None
    return refusal.rule, refusal.key


def own(game: Palacio, ranks: str, *piles: Pile) -> tuple[Card, ...]:
    """Cards of these ranks from piles, by default from the hand of seat 0."""
    left = [card for pile in piles or (HAND[0],) for card in game.cards(pile)]
    found = []
    for letter in ranks.split():
        found.append(next(card for card in left if RANKS[rank(card)] == letter))
        left.remove(found[-1])
    return tuple(found)


def said(game: Palacio) -> list[str]:
    return [event.note.key for event in game.drain() if isinstance(event, Said)]


# --- golden scenarios ---------------------------------------------------------------------------------------------


def test_g1_r9_r11_equal_or_higher_then_draw_to_three() -> None:
    game = position("5 7 K", "7", "3 9")
    assert legal(game) == ["7", "K"]
    play(game, "7")
    assert lying(game, PILE) == "7 7"
    assert held(game) == "5 9 K"
    assert game.waiting() == (1,)


def test_g2_r4_ten_burns_and_the_same_seat_goes_on() -> None:
    game = position("4 T 2", "K", "6 6")
    assert legal(game) == ["T", "2"]
    before = len(game.cards(BURNT))
    play(game, "T")
    assert len(game.cards(BURNT)) == before + 2
    assert held(game) == "4 6 2"
    assert game.waiting() == (0,)
    assert legal(game) == ["4", "6", "2"]


def test_g2_strict_ten_only_on_ten_or_lower_or_two_or_nothing() -> None:
    assert legal(position("4 T 2", "K", ten_on_anything=False)) == ["2"]
    for pile in ("9", "2", ""):
        assert "T" in legal(position("4 T", pile, ten_on_anything=False))
    for pile in ("J", "A"):
        assert legal(position("4 T", pile, ten_on_anything=False)) == ["take"]


def test_g3_r12_nothing_fits_so_the_pile_is_taken() -> None:
    game = position("5 6 8", "4 Q", "9 9")
    assert legal(game) == ["take"]
    play(game, "take")
    assert held(game) == "4 5 6 8 Q"
    assert len(game.cards(STOCK)) == 2
    assert game.waiting() == (1,)
    assert legal(game, 1) == ["4", "5"]


def test_g4_r10_four_at_once_burn() -> None:
    game = position("8 8 8 8 K", "5", "9 9 9 8", seats=4)
    assert legal(game) == ["8", "8 8", "8 8 8", "8 8 8 8", "K"]
    before = len(game.cards(BURNT))
    play(game, "8 8 8 8")
    assert len(game.cards(BURNT)) == before + 5
    assert held(game) == "8 9 K"
    assert game.waiting() == (0,)


@pytest.mark.parametrize("across", [False, True])
def test_g5_r10_the_fourth_equal_across_turns(across: bool) -> None:
    game = position("8", "8 8 8", up="Q A T", down="3 3 3", four_across_turns=across)
    play(game, "8")
    if across:
        assert lying(game, PILE) == ""
        assert game.waiting() == (0,)
        assert legal(game) == ["T", "Q", "A"]
    else:
        assert lying(game, PILE) == "8 8 8 8"
        assert game.waiting() == (1,)


def test_g6_r13_r14_face_up_cards_one_at_a_time() -> None:
    assert legal(position("", "9", up="Q Q 4", down="3 3 3")) == ["Q"]
    game = position("", "A", up="Q Q 4", down="3 3 3")
    assert legal(game) == ["take"]
    play(game, "take")
    assert held(game) == "A"
    assert [lying(game, slot) for slot in UP[0]] == ["Q", "Q", "4"]


def test_g7_r15_blind_flips() -> None:
    game = position("", "5 9", down="4 8 T")
    assert legal(game) == ["flip 0", "flip 1", "flip 2"]
    play(game, "flip 1")
    assert held(game) == "5 8 9"
    assert [lying(game, slot) for slot in DOWN[0]] == ["4", "", "T"]
    assert game.waiting() == (1,)

    game = position("", "5 9", down="4 8 T")
    before = len(game.cards(BURNT))
    play(game, "flip 2")
    assert len(game.cards(BURNT)) == before + 3
    assert game.waiting() == (0,)
    assert legal(game) == ["flip 0", "flip 1"]


def test_g8_r15_r16_the_last_blind_card() -> None:
    game = position("", "5 9", down="T")
    play(game, "flip 0")
    assert game.outcome is not None
    assert game.outcome.winners == (0,)
    assert game.scores == (1, 0)

    game = position("", "5 9", down="4")
    play(game, "flip 0")
    assert game.outcome is None
    assert held(game) == "4 5 9"


def test_g9_r3_anything_on_a_two_and_then_that_card_counts() -> None:
    game = position("3 4", "2", others=["3 4 5"])
    assert legal(game) == ["3", "4"]
    play(game, "4")
    assert game.waiting() == (1,)
    assert legal(game, 1) == ["4", "5"]


def test_g10_r4_two_tens_burn_once() -> None:
    game = position("T T 4", "J", "6 5")
    before = len(game.cards(BURNT))
    play(game, "T T")
    assert len(game.cards(BURNT)) == before + 3
    assert held(game) == "4 5 6"
    assert game.waiting() == (0,)


def test_g11_r10_r15_four_twos_burn_and_the_flip_on_the_empty_pile_wins() -> None:
    game = position("2 2 2 2", "K", down="9")
    assert "2 2 2 2" in legal(game)
    play(game, "2 2 2 2")
    assert game.waiting() == (0,)
    assert legal(game) == ["flip 0"]
    play(game, "flip 0")
    assert game.outcome is not None
    assert game.outcome.winners == (0,)


def _opening(special: str) -> Palacio:
    """A game before the exchange whose stock turns 10, 2, 6."""
    game = Palacio(2, 1, HouseRules(opening_special=special))  # type: ignore[arg-type]
    stock = list(game.cards(STOCK))
    for letter in "62T":
        card = next(c for pile in (STOCK, *UP[1], *DOWN[1]) for c in game.cards(pile) if RANKS[rank(c)] == letter)
        home = next(pile for pile, cards in game.piles.items() if card in cards)
        if home != STOCK:
            game.piles[home] = (stock.pop(0),)
            stock.append(card)
        stock.remove(card)
        stock.append(card)
    game.piles[STOCK] = tuple(stock)
    return game


def test_g12_r7_special_cards_turned_first_lie_under_the_starter_card() -> None:
    game = _opening("under")
    for seat in range(2):
        game.play(game.legal_moves(seat)[0])
    assert lying(game, PILE) == "T 2 6"
    assert len(game.cards(STOCK)) == 31


def test_g12_r7_special_cards_shuffled_back() -> None:
    game = _opening("reshuffle")
    specials = game.cards(STOCK)[-2:]
    for seat in range(2):
        game.play(game.legal_moves(seat)[0])
    assert len(game.cards(PILE)) == 1
    assert rank(game.cards(PILE)[0]) not in (TWO, TEN)
    assert len(game.cards(STOCK)) == 33
    assert all(game.known[card] == 0 for card in specials if card in game.cards(STOCK))


@pytest.mark.parametrize(("seats", "stock"), [(2, 33), (3, 24), (4, 67), (5, 58)])
def test_g13_r1_r5_deck_and_deal(seats: int, stock: int) -> None:
    game = Palacio(seats, 3)
    assert len(game.cards(STOCK)) == stock + 1  # the starter card is turned after the exchange
    for seat in range(seats):
        assert len(game.cards(HAND[seat])) == 3
        assert [len(game.cards(slot)) for slot in (*UP[seat], *DOWN[seat])] == [1] * 6


# --- exchange, start ----------------------------------------------------------------------------------------------


def test_r6_leaving_it_as_it_is_comes_first_and_moves_nothing() -> None:
    game = Palacio(3, 8)
    before = {pile: game.cards(pile) for seat in range(3) for pile in (*UP[seat], HAND[seat])}
    for seat in (2, 0, 1):
        assert game.describe(game.legal_moves(seat)[0]).key == "leave"
        game.play(game.legal_moves(seat)[0])
    assert {pile: game.cards(pile) for pile in before} == before
    assert game.ask is not None
    assert game.ask.what == "play"


def test_r6_cards_that_stay_keep_their_slot_and_the_rest_is_known() -> None:
    game = position("2 A 3", "", "6", up="4 K 5", down="7 7 7", others=["9 9 9"], others_down="J J J")
    for slot, letter in zip(UP[1], ["8", "8", "8"], strict=True):
        card = next(c for c in game.cards(BURNT) if RANKS[rank(c)] == letter)
        game.piles[slot] = (card,)
        game.piles[BURNT] = tuple(c for c in game.cards(BURNT) if c != card)
    game.asks("exchange", 0, 1)
    keep = Move(0, "keep", own(game, "K 2 A", HAND[0], *UP[0]))
    assert game.canonical(keep) in game.legal_moves(0)
    game.play(keep)
    assert game.view(1).waiting() == (0, 1)
    game.play(game.legal_moves(1)[0])
    assert lying(game, UP[0][1]) == "K"
    assert {lying(game, UP[0][0]), lying(game, UP[0][2])} == {"2", "A"}
    assert held(game) == "3 4 5"
    assert ranks_of(card for card in game.view(1).cards(HAND[0]) if card >= 0) == "4 5"


def test_r6_equal_choices_are_listed_once() -> None:
    game = position("4 4 4", "", "6", up="4 K K", down="7 7 7", others=["9 9"])
    game.asks("exchange", 0, 1)
    assert legal(game) == ["4 K K", "4 4 K", "4 4 4"]


def test_r8_left_of_the_dealer_starts_and_the_dealer_moves_on() -> None:
    game = Palacio(4, 5, HouseRules(rounds=3))
    first, rng = game.dealer, Rng(2)
    while game.deal_number == 1:
        if game.ask is not None and game.ask.what == "play" and game.turns == 0 and len(game.cards(PILE)) == 1:
            assert game.waiting() == ((first + 1) % 4,)
        game.push(rng.choice(game.legal_moves(game.waiting()[0])))
    assert game.dealer == (first + 1) % 4
    assert len({Palacio(4, seed).dealer for seed in range(40)}) == 4


def test_r8_lowest_card_starts_specials_not_counted() -> None:
    seen = set()
    for seed in range(30):
        game = Palacio(3, seed, HouseRules(starter="lowest_card"))
        for seat in range(3):
            game.play(game.legal_moves(seat)[0])
        hands = [[c for c in ranks_of(game.cards(HAND[s])).split() if c not in "T2"] for s in range(3)]
        lowest = ["3456789JQKA".index(h[0]) if h else 99 for h in hands]
        starter = game.waiting()[0]
        assert lowest[starter] == min(lowest)
        nearer = [(game.dealer + 1 + i) % 3 for i in range((starter - game.dealer - 1) % 3)]
        assert all(lowest[seat] > min(lowest) for seat in nearer)
        seen.add(starter == (game.dealer + 1) % 3)
        assert "starts" in said(game)
    assert seen == {False, True}


# --- house rules, special cases -----------------------------------------------------------------------------------


def test_r10_four_equal_must_fit() -> None:
    game = position("8 8 8 8", "9")
    assert legal(game) == ["take"]
    assert refused(game, Move(0, "play", own(game, "8 8 8 8"))) == ("palacio.R9", "too_low")


def test_r10_five_equal_burn_too() -> None:
    game = position("8 8 8 8 8 3", "5", seats=5)
    play(game, "8 8 8 8 8")
    assert (lying(game, PILE), game.waiting()) == ("", (0,))
    assert "burnt_four" in said(game)


def test_r10_across_turns_counts_what_lies_on_top_only() -> None:
    game = position("8 3", "8 8 9 8", seats=4, four_across_turns=True)
    play(game, "8")
    assert (lying(game, PILE), game.waiting()) == ("8 8 9 8 8", (1,))
    game = position("8 8 3", "8 8", four_across_turns=True)
    play(game, "8 8")
    assert (lying(game, PILE), game.waiting()) == ("", (0,))


@pytest.mark.parametrize("voluntary", [False, True])
def test_r12_taking_by_choice(voluntary: bool) -> None:
    game = position("5 7 K", "7", "9", voluntary_pickup=voluntary)
    assert ("take" in legal(game)) is voluntary
    if voluntary:
        play(game, "take")
        assert held(game) == "5 7 7 K"
        assert game.waiting() == (1,)
    else:
        assert game.refusal(Move(0, "take")) == ("palacio.R12", "must_play", {"rank": RANKS.index("7")})
    assert "take" not in legal(position("5", "", voluntary_pickup=voluntary))
    assert "take" not in legal(position("", "9", down="4 4", voluntary_pickup=voluntary))


@pytest.mark.parametrize("several", [False, True])
def test_r13_several_face_up_cards_at_once(several: bool) -> None:
    game = position("", "9", up="Q Q 4", down="3 3 3", multi_face_up=several)
    assert legal(game) == (["Q", "Q Q"] if several else ["Q"])
    pair = Move(0, "play", own(game, "Q Q", *UP[0]))
    if several:
        game.play(pair)
        assert lying(game, PILE) == "9 Q Q"
        assert [lying(game, slot) for slot in UP[0]] == ["", "", "4"]
    else:
        assert refused(game, pair) == ("palacio.R13", "one_at_a_time")


def test_r11_draws_what_is_there_and_nothing_with_three_in_hand() -> None:
    game = position("4 4", "3", "9")
    play(game, "4 4")
    assert held(game) == "9"
    game = position("3 4 5 6", "3", "9 9")
    play(game, "4")
    assert held(game) == "3 5 6"


def test_r13_burner_without_hand_and_stock_goes_on_with_the_palace() -> None:
    game = position("T", "K", up="4", down="6")
    for what in ("T", "4"):
        play(game, what)
    assert game.waiting() == (1,)
    game = position("T", "K", up="T", down="6")
    for what in ("T", "T", "flip 0"):
        assert game.waiting() == (0,)
        play(game, what)
    assert game.outcome is not None


@pytest.mark.parametrize("on", [False, True])
def test_r16_playing_on_to_the_last(on: bool) -> None:
    game = position("T", "K", seats=3, others=["3 9", "8"], play_on=on)
    play(game, "T")
    if not on:
        assert (game.scores, game.outcome is not None) == ((1, 0, 0), True)
        return
    assert game.outcome is None
    assert game.waiting() == (1,)
    for what in ("3", "8"):
        play(game, what)
    assert game.scores == (2, 0, 1)
    assert game.outcome is not None
    assert game.outcome == ((0,), Note("last", {"seat": 1}))


def test_r16_seats_that_are_out_are_skipped() -> None:
    game = position("K", "9", seats=4, others=["3 3", "4 4", "5 5"], play_on=True)
    play(game, "K")
    order: list[int] = []
    for _ in range(4):
        order += game.waiting()
        play(game, legal(game, game.waiting()[0])[0])
    assert order == [1, 2, 3, 1]


def test_r16_first_to_three_wins() -> None:
    game, rng = Palacio(2, 7, HouseRules(rounds=3)), Rng(1)
    while game.outcome is None:
        game.push(rng.choice(game.legal_moves(game.waiting()[0])))
    assert max(game.wins) == 3
    assert sum(game.wins) == len(game.history)
    assert game.outcome.winners == (game.wins.index(3),)
    assert game.deals_planned() == 0


def test_a_deal_without_end_is_won_by_the_fewest_cards() -> None:
    for on, points in ((False, (0, 1, 1)), (True, (0, 2, 2))):
        game = position("K 6 6 6", "3", seats=3, others=["4 7", "8 9"], play_on=on)
        game.turns = STALL - 1
        play(game, "K")
        assert game.outcome is not None
        assert game.outcome.reason.key == "stalled"
        assert game.outcome.winners == (1, 2)
        assert game.scores == points


# --- refusals -----------------------------------------------------------------------------------------------------


def test_every_refusal_names_its_rule() -> None:
    game = position("5 7 7 K", "7", "9", up="9 9 9", down="3 3 3")
    hand_and_palace = (*own(game, "7"), *own(game, "9", *UP[0]))
    assert game.refusal(Move(0, "play", own(game, "5"))) == (
        "palacio.R9",
        "too_low",
        {"rank": RANKS.index("5"), "rank_top": RANKS.index("7")},
    )
    assert refused(game, Move(0, "play", own(game, "7 K"))) == ("palacio.R9", "unequal")
    assert refused(game, Move(0, "play")) == ("palacio.R9", "no_card")
    assert refused(game, Move(0, "play", own(game, "9", *UP[0]))) == ("palacio.R13", "hand_first")
    assert refused(game, Move(0, "play", hand_and_palace)) == ("palacio.R13", "mixed")
    assert refused(game, Move(0, "take")) == ("palacio.R12", "must_play")
    assert refused(game, Move(0, "flip", to=0)) == ("palacio.R15", "flip_not_yet")
    assert refused(game, Move(0, "play", own(game, "4", HAND[1]))) == ("palacio.R9", "not_yours")
    assert refused(game, Move(0, "play", own(game, "3", DOWN[0][0]))) == ("palacio.R9", "not_yours")
    assert refused(game, Move(0, "take", to=2)) == ("palacio.R9", "not_now")
    assert refused(game, Move(0, "keep", own(game, "5 7 K"))) == ("palacio.R9", "not_now")
    with pytest.raises(IllegalMoveError):
        game.play(Move(0, "take"))

    assert refused(position("5", ""), Move(0, "take")) == ("palacio.R12", "nothing_to_take")
    strict = position("T 3", "Q", ten_on_anything=False)
    assert refused(strict, Move(0, "play", own(strict, "T"))) == ("palacio.R4", "ten_strict")
    assert refused(strict, Move(0, "play", own(strict, "3"))) == ("palacio.R9", "too_low_strict")
    blind = position("", "9", down="4 5")
    assert refused(blind, Move(0, "flip", to=2)) == ("palacio.R15", "no_card_there")
    assert refused(blind, Move(0, "flip")) == ("palacio.R15", "no_card_there")
    assert refused(blind, Move(0, "take")) == ("palacio.R15", "must_flip")
    fresh = Palacio(2, 1)
    assert refused(fresh, Move(0, "keep", fresh.cards(HAND[0])[:2])) == ("palacio.R6", "keep_three")
    assert refused(fresh, Move(0, "keep", fresh.cards(HAND[1]))) == ("palacio.R6", "not_yours")


@given(seed=st.integers(0, 2**32), at=st.integers(0, 90))
def test_refusal_and_legal_moves_agree_on_anything(seed: int, at: int) -> None:
    rng = Rng(seed)
    game = Palacio(2 + rng.below(4), seed, options.at_random(HouseRules, rng))
    for _ in range(at):
        if game.outcome is None:
            game.push(rng.choice(game.legal_moves(rng.choice(game.waiting()))))
    verbs = [verb for asked in game.verbs.values() for verb in asked]
    for _ in range(60):
        seat = rng.choice(game.waiting() or (0,))
        cards = [card for pile in (HAND[seat], *UP[seat], *DOWN[seat], PILE) for card in game.cards(pile)]
        rng.shuffle(cards)
        if cards and rng.below(2):
            wanted = rank(cards[0])
            cards.sort(key=lambda card: rank(card) != wanted)  # used up at once
        move = Move(seat, rng.choice(verbs), tuple(cards[: rng.below(5)]), rng.choice([-1, -1, -1, 0, 1, 2, 3]))
        assert (game.refusal(move) is None) == (game.canonical(move) in game.legal_moves(seat)), str(move)


def test_r2_any_card_of_the_rank_may_be_played() -> None:
    game = position("7 7 7", "5")
    for card in game.cards(HAND[0]):
        other = game.clone()
        other.play(Move(0, "play", (card,)))
        assert other.cards(PILE)[-1] == card
    assert game.legal_moves(0) == [game.canonical(Move(0, "play", game.cards(HAND[0])[-n:])) for n in (1, 2, 3)]


# --- what is known, said, asked -----------------------------------------------------------------------------------


def test_r12_whoever_had_to_take_the_pile_held_nothing_that_fitted() -> None:
    game = position("5 6 8", "4 Q", "9 K", others=["7 7 7"])
    hidden = own(game, "9", STOCK)[0], own(game, "K", STOCK)[0]
    assert all(game.may_hold(HAND[0], card) for card in hidden)
    play(game, "take")
    assert [game.may_hold(HAND[0], card) for card in hidden] == [True, False]
    assert all(game.may_hold(STOCK, card) and game.may_hold(HAND[1], card) for card in hidden)
    rng, view = Rng(3), game.view(1)
    for _ in range(20):
        assert hidden[1] not in view.determinize(rng).cards(HAND[0])
    game.lacks = (game.lacks[0], game.lacks[0])
    play(game, "7 7 7")
    assert game.lacks[1] == frozenset()


def test_r15_a_turned_card_is_seen_by_all_before_it_goes_into_the_hand() -> None:
    game = position("", "5 9", down="4 8 T")
    play(game, "flip 0")
    moved = [event for event in game.drain() if isinstance(event, Moved)]
    assert [(event.how, event.target, event.seen) for event in moved] == [("flip", PILE, 3), ("take", HAND[0], 3)]
    assert ranks_of(game.view(1).cards(HAND[0])) == "4 5 9"


def test_demands_follow_the_position() -> None:
    seven = {"rank": RANKS.index("7")}
    assert position("8", "7").demand(0) == Note("higher", seven)
    assert position("8", "7", ten_on_anything=False).demand(0) == Note("higher_strict", seven)
    assert position("8", "2").demand(0).key == "anything"
    assert position("8", "").demand(0).key == "lead"
    assert position("6", "7").demand(0).key == "must_take"
    assert position("", "7", down="4").demand(0).key == "flip"
    assert position("8", "7").demand(1).key == "wait"
    assert Palacio(2, 1).demand(1).key == "exchange"


@given(seed=st.integers(0, 2**32))
def test_random_matches_end(seed: int) -> None:
    for number in range(10):
        rng = Rng(seed + number)
        game = Palacio(2 + rng.below(4), seed + number, options.at_random(HouseRules, rng))
        game.events = None
        while game.outcome is None:
            game.push(rng.choice(game.legal_moves(rng.choice(game.waiting()))))
        assert set(game.outcome.winners) <= set(range(game.seats))
        assert max(game.wins) == game.options.rounds


# --- the opponent -------------------------------------------------------------------------------------------------


def _winner(seed: int) -> int:
    """Who wins two-handed, seat 0 by the policy and seat 1 at random; everything seat 0 gets is its view."""
    game, policy, rng = Palacio(2, seed), Policy(), Rng(seed)
    while game.outcome is None:
        seat = game.waiting()[0]
        game.play(rng.choice(game.legal_moves(1)) if seat else policy.choose(game.view(0), 0, rng))
    return game.outcome.winners[0]


def test_the_policy_beats_random_play() -> None:
    assert sum(_winner(seed) == 0 for seed in range(60)) > 48


@given(seed=st.integers(0, 2**32), at=st.integers(0, 70))
def test_the_policy_needs_no_more_than_its_view(seed: int, at: int) -> None:
    rng, policy = Rng(seed), Policy()
    game = Palacio(2 + rng.below(4), seed, options.at_random(HouseRules, rng))
    for _ in range(at):
        if game.outcome is None:
            game.push(rng.choice(game.legal_moves(rng.choice(game.waiting()))))
    for seat in game.waiting():
        view = game.view(seat)
        chosen = policy.choose(view, seat, rng)
        assert chosen in game.legal_moves(seat)
        assert chosen == policy.choose(game, seat, rng) == policy.choose(view.determinize(rng), seat, rng)
        assert sorted(option.move for option in policy.weigh(view, seat)) == sorted(game.legal_moves(seat))
        assert policy.weigh(view, seat)[0].move == chosen


def test_the_policy_puts_its_best_cards_up_and_plays_low_first() -> None:
    game = position("2 T 3", "", "6", up="4 A 5", down="7 7 7")
    game.asks("exchange", 0, 1)
    assert ranks_of(Policy().choose(game.view(0), 0, Rng(1)).cards) == "T A 2"
    game = position("7 7 T 2 K", "6", "9 9")
    assert ranks_of(Policy().choose(game.view(0), 0, Rng(1)).cards) == "7 7"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_texts_are_there(language: str) -> None:
    words = Words(language)
    keys = {
        "demand": "exchange lead anything higher higher_strict must_take flip wait",
        "move": "play take flip keep leave",
        "said": "play take flip keep leave turned turned_bad starts burnt burnt_four out",
        "refusal": "too_low too_low_strict ten_strict unequal one_at_a_time hand_first mixed no_card must_play "
        "nothing_to_take flip_not_yet no_card_there must_flip keep_three",
        "reason": "out last stalled",
        "pile": " ".join(Palacio.sees),
    }
    for part, names in keys.items():
        for name in names.split():
            assert f"palacio.{part}.{name}" in words, f"{part}.{name}"
    for choice in options.choices_of(HouseRules):
        for part in ("name", "help", "more"):
            assert f"palacio.option.{choice.name}.{part}" in words
        if choice.values != (False, True):
            assert all(f"palacio.option.{choice.name}.value.{value}" in words for value in choice.values)


def test_texts_of_a_whole_match_have_all_their_figures() -> None:
    for language in LANGUAGES:
        words = Words(language)
        for seed in range(6):
            rng = Rng(seed)
            game = Palacio(3, seed, options.at_random(HouseRules, rng))
            while game.outcome is None:
                seat = rng.choice(game.waiting())
                move = rng.choice(game.legal_moves(seat))
                texts = [words.note("palacio", "demand", game.demand(seat))]
                texts.append(words.note("palacio", "move", game.describe(move)))
                game.push(move)
                texts += [words.note("palacio", "said", e.note) for e in game.drain() if isinstance(e, Said)]
                assert not any("{" in text or "palacio." in text for text in texts), texts
