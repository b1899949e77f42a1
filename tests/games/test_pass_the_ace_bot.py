"""Policy of Pass the Ace: its knowledge, its conclusions from announcements, its strength."""

import pytest

from engine.bots.pass_the_ace.policy import PassTheAcePolicy
from engine.cards import rank
from engine.games.pass_the_ace import PassTheAce, PassTheAceOptions
from engine.moves import Move, Seat
from engine.rng import Rng
from tests.games.pass_the_ace import C, play_verbs, position

THRESHOLD = {2: 6, 3: 6, 4: 6, 5: 5, 6: 5, 7: 5, 8: 4}
"""Number of players -> highest value that the simple player swaps."""


def chosen_move(game: PassTheAce) -> str:
    seat = game.seats_to_act()[0]
    return PassTheAcePolicy().choose(game.view(seat), seat, Rng(1)).verb


def simple_player(game: PassTheAce, seat: Seat) -> Move:
    """Return the yardstick's move: swap a low card, as the dealer with the stock."""
    moves, value = game.legal_moves(seat), rank(game.card_of(seat)) + 1
    low = value <= THRESHOLD[len(game.dealt_seats)] + (seat == game.dealer)
    return moves[-1] if low else moves[0]


@pytest.mark.parametrize(("card", "verb"), [("A", "swap"), ("3", "swap"), ("J", "stick"), ("K", "stick")])
def test_policy_passes_low_cards_on_and_keeps_high_ones(card: str, verb: str) -> None:
    assert chosen_move(position(f"{card} 8 8 8 8")) == verb


def test_seat_knowing_lower_card_sticks() -> None:
    game = position("6 4 9 J")
    play_verbs(game, "swap")
    assert chosen_move(game) == "stick", "seat 0 now has the four"
    game = position("3 4 9 J")
    play_verbs(game, "swap")
    assert chosen_move(game) == "swap", "seat 0 now has the higher card"


def test_modi_called_by_another_seat_means_lower_card() -> None:
    game = position("5 3 9 J 7")
    play_verbs(game, "swap", "swap")
    assert game.seats_to_act() == (C,)
    assert rank(game.card_of(C)) + 1 == 5
    assert chosen_move(game) == "stick", "the first seat called Modi when it gave this five away"


def test_dealer_remembers_swapped_card() -> None:
    game = position("9 9 9 5")
    play_verbs(game, "stick", "stick", "swap")
    assert chosen_move(game) == "stick", "it swapped its five for a nine"
    game = position("4 8", dealer_swap="deck_only")
    play_verbs(game, "swap")
    assert chosen_move(game) == "draw"


def test_two_player_swap_undoable_by_dealer_is_avoided() -> None:
    assert chosen_move(position("4 8")) == "stick"
    assert chosen_move(position("4 8", dealer_swap="deck_only")) == "swap"


def test_view_and_full_position_get_same_answer() -> None:
    policy = PassTheAcePolicy()
    for seed in range(12):
        rng = Rng(seed)
        game = PassTheAce(
            2 + seed % 7, seed, PassTheAceOptions(dealer_swap="deck_only" if seed % 2 else "deck_or_neighbour")
        )
        for _ in range(60):
            if game.outcome is not None:
                break
            seat = game.seats_to_act()[0]
            assert policy.evaluate(game.view(seat), seat) == policy.evaluate(game, seat)
            game.push(rng.choice(game.legal_moves(seat)))


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_policy_loses_fewer_lives_than_fixed_threshold(seats: int) -> None:
    policy, rng = PassTheAcePolicy(), Rng(seats)
    own = others = 0.0
    for seed in range(160):
        for place in range(seats):
            game = PassTheAce(seats, seed)
            game.events = None
            while not game.history:
                seat = game.seats_to_act()[0]
                game.push(policy.choose(game, seat, rng) if seat == place else simple_player(game, seat))
            lost = [-point for point in game.history[0]]
            own += lost[place]
            others += (sum(lost) - lost[place]) / (seats - 1)
    assert own < 0.9 * others
