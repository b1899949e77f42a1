"""Speed of Big Two's fast model: playouts of random deals by naive policies."""

from engine.bots.big_two.model import DECK, play_lists
from engine.bots.big_two.playouts import Simulator, Start, naive_plan
from engine.games.big_two.hands import HandRules
from engine.rng import Rng


def play_out_deals(deals: int = 2000) -> int:
    """Deal at random and play out a number of deals; return the number of plies.

    One decision in seven is random, so that other models of the game can be compared.
    """
    rng = Rng(1)
    simulator = Simulator(1, False, 0.15)
    order = [1 << strength for strength in range(52)]
    for _ in range(deals):
        rng.shuffle(order)
        hands = [sum(order[place : place + 13]) for place in range(0, 52, 13)]
        plans = [naive_plan(play_lists(hand, HandRules())) for hand in hands]
        opener = next(seat for seat, hand in enumerate(hands) if hand & 1)
        hands[opener] ^= 1
        simulator.finish(hands, plans, Start(opener + 1 & 3, DECK, 1, opener, 0))
    return simulator.plies + deals
