"""Palácio: each rule, with every house rule."""

import pytest

from engine.cards import RANKS, rank
from engine.games.palacio.game import BURNT, HAND, MAX_TURNS, PILE, UP, Palacio
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


def test_deal_without_end_is_won_by_fewest_cards() -> None:
    for on, points in ((False, (0, 1, 1)), (True, (0, 2, 2))):
        game = position("K 6 6 6", "3", seats=3, others=["4 7", "8 9"], play_on=on)
        game.turns = MAX_TURNS - 1
        play(game, "K")
        assert game.outcome is not None and game.outcome.reason.key == "stalled"
        assert game.outcome.winners == (1, 2)
        assert game.scores == points
