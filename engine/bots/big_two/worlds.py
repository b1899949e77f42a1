"""Sampling of the hidden Big Two hands in proportion to their probability given the moves so far.

Each opponent is either naive and almost always plays the naive policy's move, or free and often doesn't. The kind of
each player and the hands are sampled alternately. Gibbs sampling draws the kinds, and Metropolis steps swap two cards
between hands.
"""

import math

from engine.bots.big_two.beliefs import beliefs_of
from engine.bots.big_two.model import SEATS, play_lists, unseen_by
from engine.bots.big_two.playouts import Plan, naive_plan, plan_of
from engine.games.big_two.game import HANDS, BigTwo
from engine.games.big_two.hands import mask_of, strengths_of
from engine.moves import Seat
from engine.rng import Rng

_NAIVE_SLIP_CHANCE = 0.01
"""Probability that a naive player doesn't play the naive move."""
_FREE_PLAYER_SLIP_CHANCE = 0.27
"""Probability that a free player doesn't play the naive move, as measured for ``BigTwoPolicy``."""
_ALTERNATIVES = 3
"""Assumed number of other legal moves."""
_NAIVE_FAULT_WEIGHT = math.log((1 - _NAIVE_SLIP_CHANCE) / _NAIVE_SLIP_CHANCE)
_FREE_PLAYER_FAULT_WEIGHT = math.log((1 - _FREE_PLAYER_SLIP_CHANCE) / _FREE_PLAYER_SLIP_CHANCE * _ALTERNATIVES)
_NAIVE_MOVE_LOG_ODDS = math.log((1 - _NAIVE_SLIP_CHANCE) / (1 - _FREE_PLAYER_SLIP_CHANCE))
"""Log odds in favour of a naive player for each informative move that is naive."""
_NAIVE_PRIOR_LOG_ODDS = 0.5
"""Prior log odds that a player is naive."""
_WARM_UP_ROUNDS = 6
_WARM_UP_SWAPS = 40
_SWAPS_PER_WORLD = 16
"""Swaps tried before each world. Before the first one there are ``_WARM_UP_ROUNDS`` of ``_WARM_UP_SWAPS``."""


class WorldSampler:
    """Samples the hidden hands of one Big Two decision in proportion to their probability given the moves so far.

    In a full position the hands are fixed and only the kinds of players vary.
    """

    def __init__(self, view: BigTwo, seat: Seat, hand: int, rng: Rng) -> None:
        self.rng = rng
        self.rules = view.rules
        self.others = tuple(other for other in range(SEATS) if other != seat)
        self.beliefs = beliefs_of(view, seat)
        self.naive = [False] * SEATS
        self.cards = [] if view.viewer is None else [1 << strength for strength in strengths_of(unseen_by(view, hand))]
        """Hidden cards, one bit each; empty in a full position."""
        self.owner = [other for other in self.others for _ in view.piles[HANDS[other]]]
        """For each hidden card, the seat that holds it."""
        self.hands = [mask_of(view.piles[pile]) for pile in HANDS]
        if self.cards:
            self._deal(view)
        self.contradictions = [self.beliefs[other].contradictions(self.hands[other]) for other in range(SEATS)]
        """By seat: number of moves that a naive player with this hand would not have made."""
        self.informative = any(belief.moves for belief in self.beliefs)
        self.is_fresh = True

    def _deal(self, view: BigTwo) -> None:
        self.rng.shuffle(self.cards)
        hands = self.hands
        for other in self.others:
            hands[other] = 0
        for card, other in zip(self.cards, self.owner, strict=True):
            hands[other] |= card

    def sample(self) -> tuple[list[int], list[Plan]]:
        """Sample the hands and playout plans of one Big Two world; the caller replaces those of the seat itself."""
        if self.is_fresh and self.informative and self.cards:
            for _ in range(_WARM_UP_ROUNDS):
                self._sample_player_kinds()
                self._swap_cards(_WARM_UP_SWAPS)
        self.is_fresh = False
        self._sample_player_kinds()
        if self.cards:
            self._swap_cards(_SWAPS_PER_WORLD)
        rules, naive = self.rules, self.naive
        plans = []
        for other, hand in enumerate(self.hands):
            full = play_lists(hand, rules)
            plans.append(naive_plan(full) if naive[other] else plan_of(hand, full))
        return self.hands.copy(), plans

    def _sample_player_kinds(self) -> None:
        """Sample for each other Big Two player whether the player moves like the naive policy (a Gibbs step)."""
        for other in self.others:
            belief = self.beliefs[other]
            faults = self.contradictions[other] + belief.certain_contradictions
            odds = (
                _NAIVE_PRIOR_LOG_ODDS
                + belief.moves * _NAIVE_MOVE_LOG_ODDS
                - faults * (_NAIVE_FAULT_WEIGHT - _FREE_PLAYER_FAULT_WEIGHT)
            )
            self.naive[other] = self.rng.unit() < 1 / (1 + math.exp(-odds))

    def _swap_cards(self, steps: int) -> None:
        """Try to swap pairs of hidden cards between the sampled Big Two hands (Metropolis steps).

        Without beliefs every swap is accepted.
        """
        cards, owner, hands, faults, beliefs = self.cards, self.owner, self.hands, self.contradictions, self.beliefs
        weights = [_NAIVE_FAULT_WEIGHT if naive else _FREE_PLAYER_FAULT_WEIGHT for naive in self.naive]
        count, rng = len(cards), self.rng
        for _ in range(steps):
            chance = rng.bits()
            i, j = (chance & 0xFFFF) * count >> 16, (chance >> 16 & 0xFFFF) * count >> 16
            first, second = owner[i], owner[j]
            if first == second:
                continue
            both = cards[i] | cards[j]
            mine, yours = hands[first] ^ both, hands[second] ^ both
            my_faults, your_faults = beliefs[first].contradictions(mine), beliefs[second].contradictions(yours)
            worse = (my_faults - faults[first]) * weights[first] + (your_faults - faults[second]) * weights[second]
            if worse <= 0 or (chance >> 32) * 2.0**-32 < math.exp(-worse):
                hands[first], hands[second] = mine, yours
                faults[first], faults[second] = my_faults, your_faults
                cards[i], cards[j] = cards[j], cards[i]
