"""World sampling for Gurch: the hands of players who swapped hold more of the cards that players keep."""

from collections.abc import Sequence

from engine.bots.common.search import sample_world
from engine.cards import HIDDEN
from engine.game import STOCK
from engine.games.gurch import Gurch
from engine.games.gurch.piles import HAND, SWAPPED
from engine.games.gurch.plays import MAX_VALUE
from engine.moves import Pile
from engine.rng import Rng

FOLLOWER_WEIGHTS = (2.94, 2.41, 0.93, 0.56, 0.3, 0.27, 0.3, 0.33, 0.37, 0.56, 0.93, 2.22, 2.62)
"""Weight of the values 2 … 14 in a hand after both swaps.

They are the frequencies relative to a random hand, in 12,000 deals of self-play with four seats, to the power of 1.5:
cards that are frequent in all hands run short.
"""
LEADER_WEIGHTS = (2.02, 1.84, 0.35, 0.3, 0.23, 0.21, 0.23, 0.25, 0.27, 0.35, 2.41, 3.26, 3.72)
"""Weights for the seat that leads the first trick."""
EXCHANGES_PER_CARD = 3
"""Number of offers to exchange each hidden card of a hand; with more, the hands hardly change."""

Place = tuple[Pile, int]
"""A card's pile and index."""


def sample_likely_world(view: Gurch, rng: Rng) -> Gurch:
    """Sample a full position of Gurch in which those who swapped hold the cards that players keep.

    Hidden cards of their hands are exchanged with hidden ones of the stock and of the cards swapped out (Metropolis
    sampling). Of a full position, return a copy with other random numbers.
    """
    world = sample_world(view, rng)
    spare = _hidden_places(view, (STOCK, SWAPPED))
    if view.viewer is None or view.contest or not view.swappers or not spare:
        return world
    piles = {pile: list(cards) for pile, cards in world.piles.items()}
    values = view.card_values
    for seat in view.swappers:
        weights = LEADER_WEIGHTS if seat == view.starter else FOLLOWER_WEIGHTS
        power = 0.5 if seat in view.pending or not view.voted_number else 1.0
        excluded = view.ruled_out_cards(seat)
        for pile, index in _hidden_places(view, (HAND[seat],)) * EXCHANGES_PER_CARD:
            other, place = rng.choice(spare)
            held, offered = piles[pile][index], piles[other][place]
            ratio = weights[min(values[offered], MAX_VALUE) - 2] / weights[min(values[held], MAX_VALUE) - 2]
            if offered not in excluded and rng.unit() < ratio**power:
                piles[pile][index], piles[other][place] = offered, held
                world.known[held], world.known[offered] = world.known[offered], world.known[held]
    world.piles = {pile: tuple(cards) for pile, cards in piles.items()}
    return world


def _hidden_places(view: Gurch, piles: Sequence[Pile]) -> list[Place]:
    return [(pile, index) for pile in piles for index, card in enumerate(view.piles[pile]) if card == HIDDEN]
