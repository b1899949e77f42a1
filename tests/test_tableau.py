"""Shared functions of games: refilled stock, ruled out cards, drawing, named suits, facts about piles."""

import pytest

from engine.cards import cards, packs, rank, suit
from engine.events import Announced, CardsMoved, PileShuffled
from engine.game import STOCK
from engine.moves import Move, Note, Pile
from engine.rng import Rng
from tests.support import game_contract
from tests.support.eights import DISCARD, EIGHT, Eights
from tests.support.toy import Toy

HAND = [Pile("hand", seat) for seat in range(7)]


def position(*hands: str, discard: str, stock: str, seats: int = 2) -> Eights:
    """Return a position where seat 0 plays from these cards. All others are under the discard pile; top cards come
    last."""
    game = Eights(seats, 1)
    game.collect_and_shuffle()
    for pile, words in zip([*HAND[:seats], DISCARD], [*hands, discard], strict=True):
        game.shift(cards(words), STOCK, pile)
    wanted = cards(stock)
    game.shift([card for card in game.cards(STOCK) if card not in wanted], STOCK, DISCARD, to_bottom=True)
    game.piles[STOCK] = wanted
    game.known = [0 if card in wanted else mask for card, mask in enumerate(game.known)]
    game.suit = suit(game.cards(DISCARD)[-1])
    game.ask_seats("turn", 0)
    game.take_events()
    return game


@pytest.mark.parametrize("seed", range(6))
def test_held_cards_are_never_ruled_out(seed: int) -> None:
    rng = Rng(seed)
    game = Eights(rng.choice(Eights.seats_allowed), seed)
    for move in game_contract.random_moves(game, rng, 300):
        for seat in range(game.seats):
            for held in game.cards(HAND[seat]):
                assert game.is_hidden_card_possible(HAND[seat], held) or game.known[held] == (1 << game.seats) - 1
        game.push(move)


# --- refilled stock ---------------------------------------------------------------------------------------------------


def test_empty_stock_is_refilled_from_spare_cards_and_shuffled() -> None:
    game = position("2C 3C", "4C 5C", discard="KD", stock="9S")
    spare = len(game.cards(DISCARD)) - 1
    assert game.cards_left() == 1 + spare
    assert game.draw_restocked(3, HAND[1])[0] == cards("9S")[0]
    assert len(game.cards(HAND[1])) == 5
    assert len(game.cards(STOCK)) == spare - 2
    assert game.cards(DISCARD) == cards("KD"), "the top card stays"
    seen = [(type(event), getattr(event, "manner", "")) for event in game.take_events()]
    assert seen == [(CardsMoved, "draw"), (CardsMoved, "gather"), (PileShuffled, ""), (CardsMoved, "draw")]
    game_contract.check_cards(game)


def test_fewer_cards_are_drawn_only_when_none_are_left() -> None:
    game = position("2C 3C", "4C 5C", discard="KD", stock="")
    left = game.cards_left()
    assert game.can_draw(left)
    assert not game.can_draw(left + 1)
    assert len(game.draw_restocked(99, HAND[0])) == left
    assert not game.restock_if_empty()
    assert not game.can_draw()
    assert game.draw_restocked(1, HAND[0]) == ()


def test_game_without_spare_cards_draws_from_stock_only() -> None:
    game = Toy(2, 1)
    assert game.cards_left() == len(game.cards(STOCK))


# --- ruled out cards --------------------------------------------------------------------------------------------------


def test_ruled_out_cards_are_in_no_sampled_hand() -> None:
    game = position("2C 3C", "4H 5H", discard="KD", stock="7D 9S JD QS")
    game.rule_out(1, filter(game.fits, packs(1)))
    view, rng = game.view(0), Rng(2)
    for _ in range(30):
        assert not any(map(game.fits, view.determinize(rng).cards(HAND[1])))
    other = game.clone()
    other.lacks = ()
    assert other != game
    assert any(any(map(game.fits, other.view(0).determinize(rng).cards(HAND[1]))) for _ in range(30))


def test_hand_may_hold_any_card_again_after_drawing() -> None:
    game = position("2C 3C", "4H 5H", discard="KD", stock="7D 9S")
    game.rule_out(0, cards("7D 9D"))
    game.rule_out(1, cards("7D"))
    game.rule_out(1, cards("9D"))
    assert game.ruled_out_cards(1) == frozenset(cards("7D 9D"))
    game.shift(game.cards(HAND[0])[:1], HAND[0], DISCARD)
    assert game.ruled_out_cards(0) == frozenset(cards("7D 9D")), "playing a card keeps the ruled out cards"
    game.shift(game.cards(DISCARD)[-1:], DISCARD, HAND[1])
    assert game.ruled_out_cards(1) == frozenset(cards("7D 9D")), "a card drawn in view of all keeps the ruled out cards"
    game.draw(1, STOCK, HAND[1])
    assert game.ruled_out_cards(1) == frozenset()
    assert game.ruled_out_cards(0) == frozenset(cards("7D 9D"))
    game.collect_and_shuffle()
    assert game.ruled_out_cards(0) == frozenset()


# --- drawing until a card fits ----------------------------------------------------------------------------------------


def test_drawing_ends_with_first_fitting_card_and_is_logged() -> None:
    game = position("2C 3C", "4C 5C", discard="KD", stock="AH 6D 9S TS")
    game.play(Move(0, "draw"))
    assert game.cards(HAND[0])[2:] == cards("TS 9S 6D")
    assert Announced(0, Note("drew", {"n": 3})) in game.take_events()
    assert game.seats_to_act() == (0,)
    assert game.legal_moves(0) == [Move(0, "play", cards("6D"))]


def test_drawing_ends_at_limit_or_last_card() -> None:
    game = position("2C 3C", "4C 5C", discard="KD", stock="AH 6D 9S TS")
    assert game.clone().draw_until(0, game.fits, HAND[0], max_count=2) is None
    last = game.draw_until(0, lambda card: False, HAND[0])
    assert last is None
    assert not game.can_draw()
    game.take_events()
    assert game.draw_until(0, game.fits, HAND[0]) is None
    assert game.take_events() == [], "no event without a drawn card"


# --- suits as answers, facts about piles ------------------------------------------------------------------------------


def test_answer_names_suit() -> None:
    game = position("8C 3C", "4C 5C", discard="KD", stock="AH 6D")
    game.play(Move(0, "play", cards("8C")))
    assert [game.named_suit(move) for move in game.legal_moves(0)] == [0, 1, 2, 3]
    assert game.describe(Move(0, "name", to=2)).placeholders["suit"] == 2
    assert game.named_suit(Move(0, "name")) is None
    assert game.named_suit(Move(0, "play", cards("3C"), 1)) is None
    refusal = game.refusal(Move(0, "name", to=4))
    assert refusal is not None
    assert (refusal.rule, refusal.key) == ("eights.R2", "not_now")
    game.play(Move(0, "name", to=2))
    assert game.suit == 2


def test_fact_about_pile_is_public() -> None:
    game = position("8C 3C", "4C 5C", discard="KD", stock="AH 6D")
    assert game.pile_fact(DISCARD) is None
    game.play(Move(0, "play", cards("8C")))
    game.play(Move(0, "name", to=2))
    assert rank(game.cards(DISCARD)[-1]) == EIGHT
    assert game.pile_fact(DISCARD) == Note("named", {"suit": 2})
    assert game.pile_fact(STOCK) is None
    for seat in range(2):
        assert game.view(seat).pile_fact(DISCARD) == game.pile_fact(DISCARD)
    game.play(game.legal_moves(1)[0])
