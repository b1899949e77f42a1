"""Worlds that a seat of Big Two may be in: hands of the others that are likely by what they did.

Each of the others is either naive, and then hardly ever does what the naive player would not do, or somebody else, who
does so now and then. Who is what, and who holds what, is sampled in turns (Gibbs sampling over the kinds, Metropolis
steps that let two cards change hands), so that worlds come as often as they are likely.
"""

import math

from engine.bots.big_two.beliefs import beliefs_of
from engine.bots.big_two.model import SEATS, lists_of, unseen_by
from engine.bots.big_two.playouts import Plan, naive_plan, plan_of
from engine.games.big_two.game import HANDS, BigTwo
from engine.games.big_two.hands import mask_of, strengths_of
from engine.moves import Seat
from engine.rng import Rng

_SLIP = 0.01
"""Chance that a naive player does something else."""
_FREE = 0.27
"""The same of anybody else, as measured of the policy."""
_WAYS = 3
"""Among so many other moves at least."""
_NAIVE_WEIGHT = math.log((1 - _SLIP) / _SLIP)
_FREE_WEIGHT = math.log((1 - _FREE) / _FREE * _WAYS)
_HIT = math.log((1 - _SLIP) / (1 - _FREE))
"""How much each telling move speaks for a naive player if it fits."""
_PRIOR = 0.5
"""Log odds that somebody is naive before any move."""
_WARM_UP = 6
_WARM_STEPS = 40
_STEPS = 16
"""Swaps tried before each world; before the first, so many times so many."""


class Worlds:
    """A stream of worlds; of a full position always the same one, with other minds."""

    def __init__(self, view: BigTwo, seat: Seat, hand: int, rng: Rng) -> None:
        self.rng = rng
        self.rules = view.rules
        self.others = tuple(other for other in range(SEATS) if other != seat)
        self.beliefs = beliefs_of(view, seat)
        self.naive = [False] * SEATS
        self.cards = [] if view.viewer is None else [1 << one for one in strengths_of(unseen_by(view, hand))]
        """The hidden cards."""
        self.owner = [other for other in self.others for _ in view.piles[HANDS[other]]]
        """For each hidden card the seat that holds it."""
        self.hands = [mask_of(view.piles[pile]) for pile in HANDS]
        if self.cards:
            self._deal(view)
        self.faults = [self.beliefs[other].count(self.hands[other]) for other in range(SEATS)]
        """For each seat the moves that don't fit a naive player with this hand."""
        self.telling = any(beliefs.moves for beliefs in self.beliefs)
        self.fresh = True

    def _deal(self, view: BigTwo) -> None:
        self.rng.shuffle(self.cards)
        hands = self.hands
        for other in self.others:
            hands[other] = 0
        for card, other in zip(self.cards, self.owner, strict=True):
            hands[other] |= card

    def sample(self) -> tuple[list[int], list[Plan]]:
        """The hands and the minds of a world; those of the seat itself are to be put in."""
        if self.fresh and self.telling and self.cards:
            for _ in range(_WARM_UP):
                self._kinds()
                self._walk(_WARM_STEPS)
        self.fresh = False
        self._kinds()
        if self.cards:
            self._walk(_STEPS)
        rules, naive = self.rules, self.naive
        plans = []
        for other, hand in enumerate(self.hands):
            full = lists_of(hand, rules)
            plans.append(naive_plan(full) if naive[other] else plan_of(hand, full))
        return self.hands.copy(), plans

    def _kinds(self) -> None:
        """Sample who is naive."""
        for other in self.others:
            beliefs = self.beliefs[other]
            faults = self.faults[other] + beliefs.against
            odds = _PRIOR + beliefs.moves * _HIT - faults * (_NAIVE_WEIGHT - _FREE_WEIGHT)
            self.naive[other] = self.rng.unit() < 1 / (1 + math.exp(-odds))

    def _walk(self, steps: int) -> None:
        """Let pairs of cards change hands as far as that is likely; without beliefs, always."""
        cards, owner, hands, faults, beliefs = self.cards, self.owner, self.hands, self.faults, self.beliefs
        weights = [_NAIVE_WEIGHT if naive else _FREE_WEIGHT for naive in self.naive]
        count, rng = len(cards), self.rng
        for _ in range(steps):
            chance = rng.bits()
            i, j = (chance & 0xFFFF) * count >> 16, (chance >> 16 & 0xFFFF) * count >> 16
            one, two = owner[i], owner[j]
            if one == two:
                continue
            both = cards[i] | cards[j]
            mine, yours = hands[one] ^ both, hands[two] ^ both
            my_faults, your_faults = beliefs[one].count(mine), beliefs[two].count(yours)
            worse = (my_faults - faults[one]) * weights[one] + (your_faults - faults[two]) * weights[two]
            if worse <= 0 or (chance >> 32) * 2.0**-32 < math.exp(-worse):
                hands[one], hands[two] = mine, yours
                faults[one], faults[two] = my_faults, your_faults
                cards[i], cards[j] = cards[j], cards[i]
