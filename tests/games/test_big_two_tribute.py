"""Big Two: the last loser's best card goes to the last winner, a house rule (R1)."""

from typing import Any

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.cards import HIDDEN, Card, cards, packs, texts
from engine.characters import LEVELS
from engine.games.big_two.game import CARDS_DEALT, HANDS, BigTwo
from engine.games.big_two.options import BigTwoOptions
from engine.moves import Ask, Move, Note
from engine.rng import Rng
from tests.games.big_two import hands_of, make_position, play_lines
from tests.support.card_positions import announced_keys
from tests.support.refusals import refusal_of


def begin_second_deal(*counts: int, winner: int = 0, seed: int = 5, **rules: Any) -> BigTwo:
    """Return the second deal of a match; the other seats had these numbers of cards left in the first one."""
    hands = hands_of(*counts)
    hands.insert(winner, "2S")
    game = make_position(*hands, leader=winner, rules=BigTwoOptions(tribute="best_card", **rules), seats=len(hands))
    game.rng = Rng(seed)
    return play_lines(game, f"{winner}:play 2S")


def highest(game: BigTwo, hand: tuple[Card, ...]) -> Card:
    return max(hand, key=game.sort_key)


@pytest.mark.parametrize("counts", [(4, 7, 5), (4, 7), (7,)])
def test_r1_last_loser_gives_its_highest_card_to_last_winner(counts: tuple[int, ...]) -> None:
    game = begin_second_deal(*counts)
    seats, loser = game.seats, 1 + counts.index(7)
    dealt = CARDS_DEALT[seats]
    sizes = [len(game.cards(HANDS[seat])) for seat in range(seats)]
    assert game.ask == Ask("give_back", (0,)) and sizes[0] - dealt in (1, 2) and sizes[loser] - dealt in (-1, 0)
    (given,) = (card for card in game.cards(HANDS[0]) if game.known[card] == 1 | 1 << loser)
    assert game.sort_key(given) > game.sort_key(highest(game, game.cards(HANDS[loser])))
    assert "tribute" in announced_keys(game)
    for viewed in (game, game.view(0)):
        assert viewed.prompt_for(0) == Note("give_back", {"seat_to": loser, "card": given})
    game.play(game.legal_moves(0)[0])
    assert game.ask is not None and game.ask.what == "play"
    assert sum(len(game.cards(HANDS[seat])) for seat in range(seats)) == sum(sizes)


def test_r1_others_see_neither_card_of_the_tribute() -> None:
    game = begin_second_deal(4, 7, 5)
    assert set(game.view(1).cards(HANDS[0])) == {HIDDEN} == set(game.view(3).cards(HANDS[2]))
    back = game.legal_moves(0)[3]
    game.play(back)
    assert game.known[back.cards[0]] == 0b101
    assert game.view(2).cards(HANDS[2]).count(HIDDEN) == 0 == game.view(1).cards(HANDS[2]).count(back.cards[0])


def test_r1_any_one_card_is_given_back_and_nothing_else() -> None:
    game = begin_second_deal(4, 7, 5)
    hand = game.cards(HANDS[0])
    assert {move.cards for move in game.legal_moves(0)} == {(card,) for card in hand}
    assert refusal_of(game, Move(0, "give", hand[:2])) == ("big_two.R1", "give_one")
    assert refusal_of(game, Move(0, "give")) == ("big_two.R1", "give_one")
    assert game.prompt_for(0).key == "give_back" and game.prompt_for(1).key == "wait"


def test_r1_r2_lowest_card_opens_after_the_exchange() -> None:
    for seed in range(200):
        game = begin_second_deal(4, 7, 5, seed=seed)
        lowest = game.order.lowest_card
        if lowest in game.cards(HANDS[0]):
            game.play(Move(0, "give", (lowest,)))
            assert game.seats_to_act() == (2,) and game.legal_moves(2) == [Move(2, "play", (lowest,))]
            return
    raise AssertionError("no deal with the lowest card in the winner's hand")


def test_r1_r2_last_winner_may_open_after_the_exchange() -> None:
    game = begin_second_deal(4, 7, 5, next_opener="last_winner")
    game.play(game.legal_moves(0)[0])
    assert game.ask == Ask("play", (0,))


def test_r1_first_level_loser_from_winners_left_gives() -> None:
    game = begin_second_deal(7, 7, 5, winner=2)
    assert game.prompt_for(2).placeholders["seat_to"] == 0
    assert [len(game.cards(hand)) for hand in game.hands] == [12, 13, 14, 13]


def test_r1_no_tribute_before_the_first_deal() -> None:
    game = BigTwo(4, 1, BigTwoOptions(tribute="best_card"))
    assert game.ask is not None and game.ask.what == "play"


def pose_gift(hand: str) -> BigTwo:
    """Return a position in which seat 0 gives one of these cards back."""
    own = cards(hand)
    others = [card for card in packs(1) if card not in own]
    game = make_position(
        hand, *(texts(others[i : i + 12]) for i in (0, 12, 24)), rules=BigTwoOptions(tribute="best_card")
    )
    game.history, game.deal_winners = ((16, -4, -7, -5),), (0,)
    game.ask_seats("give_back", 0)
    game.take_events()
    return game


@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize(
    ("hand", "gift"),
    [
        ("5C 5D 6C 9C 9D 9H JC JD QC QD KC KD KH 2S", "6C"),
        ("4C 8D 8H 8S JD JC KC KD KH QS QD AC AD 2S", "4C"),
        ("3C 5D 5H 7C 8S 9D TH JS KC KD KS AH AS 2S", "3C"),
    ],
)
def test_r1_bots_give_a_low_card_that_makes_no_hand(level: str, hand: str, gift: str) -> None:
    bot = bot_for("big_two", level, patience=0.05)
    assert final_thought(bot, pose_gift(hand).view(0), 0, Rng(1)).move.cards == cards(gift)
