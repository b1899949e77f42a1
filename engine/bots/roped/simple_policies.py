"""Naive policy of RoPeD, for "greedy", a reference bot for measuring others."""

from engine.cards import Card
from engine.games.roped.game import HAND, Roped
from engine.games.roped.sets import set_points, value
from engine.moves import Move, Seat
from engine.rng import Rng


class NaivePolicy:
    """RoPeD policy that collects its longest suit, lays its best set at once and ropes whenever it can.

    It takes the open card of its longest suit, never a block. It discards the most expensive fitting card of its
    shortest suit.
    """

    def choose(self, view: Roped, seat: Seat, rng: Rng) -> Move:
        assert view.ask is not None
        hand = view.piles[HAND[seat]]
        suits = [sum(card >= 0 and card & 3 == suit for card in hand) for suit in range(4)]

        def eager(move: Move) -> tuple[float, ...]:
            cards = move.cards
            if move.verb == "take":
                single = any(cards[0] == top for _, top in view._open_tops())
                return (single, suits[cards[0] & 3] - 1.5, value(cards[0], 1))
            if move.verb == "stock":
                return (True, 0, 0)
            if move.verb in ("discard", "lay"):
                return (len(cards), -sum(suits[card & 3] for card in cards), _cost(cards))
            return (set_points(cards) if move.verb == "meld" else len(cards), 0, 0)

        return max(view.legal_moves(seat), key=eager)


def _cost(cards: tuple[Card, ...]) -> int:
    return sum(value(card, 22) for card in cards)
