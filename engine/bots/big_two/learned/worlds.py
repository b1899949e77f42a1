"""Worlds of Big Two with weights: the likelihood, by the network's own policy, of what the others played so far.

Hands are drawn with equal probability. At each earlier decision a seat is taken to choose among its moves by a softmax
over the points that the network expects, and now and then at random.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bots.big_two.learned.deals import LEAD, Deals
from engine.bots.big_two.learned.features import points_of
from engine.bots.big_two.learned.network import Network
from engine.bots.big_two.learned.plays import PASSED_ON, SIZE_SHIFT, Ints, Masks, heights_of, plays_of
from engine.bots.big_two.model import SEATS, unseen_by
from engine.games.big_two.game import HANDS, BigTwo
from engine.games.big_two.hands import HandRules, classify, mask_of, strengths_of
from engine.moves import Seat
from engine.rng import Rng

Weights = NDArray[np.float64]

_NEGLIGIBLE = 1e-4
"""Worlds with a smaller share of the best one's weight are left out."""


class Temper(NamedTuple):
    """How the others are taken to choose."""

    temperature: float = 0.5
    """Points by which a move must be better to be e times as likely."""
    slip: float = 0.03
    """Probability, 0 … 1, of any legal move; also that somebody misses a chance to go out."""


class Situation(NamedTuple):
    """What everybody sees before a decision."""

    turn: Seat
    leader: Seat
    bar: int
    """As in ``Deals``."""
    height: int
    passed: int
    """Bit set of the seats that passed since the last play."""
    played: tuple[int, ...]
    passed_on: tuple[int, ...]


def situations_of(game: BigTwo) -> list[tuple[Situation, int]]:
    """Return each decision of this deal with the cards played (0 for a pass), and the present one with 0."""
    leader = turn = bar = height = passed = 0
    played, passed_on = [0] * SEATS, [0] * SEATS
    found = []
    if game.log:
        leader = turn = game.log[0][0]
    for turn, mask in game.log:
        if turn == leader and found:
            bar, passed = LEAD, 0
        found.append((Situation(turn, leader, bar, height, passed, tuple(played), tuple(passed_on)), mask))
        if mask:
            code = code_of(mask)
            leader, bar, height, passed = turn, code, int(heights_of(np.array([code]))[0]), 0
            played[turn] |= mask
        else:
            passed |= 1 << turn
            passed_on[turn] |= int(PASSED_ON[height])
    assert game.ask is not None
    turn = game.ask.seats[0]
    if game.last is None:
        bar, passed, leader = LEAD, 0, turn
    found.append((Situation(turn, leader, bar, height, passed, tuple(played), tuple(passed_on)), 0))
    return found


def code_of(mask: int) -> int:
    """Return the code of a valid play, as ``Plays`` has it."""
    play = classify(mask, HandRules())
    assert play is not None
    return len(play.cards) << SIZE_SHIFT | play.key


class WeightedWorlds:
    """Hands of the others with their weights, and the present situation in each of them."""

    def __init__(self, view: BigTwo, seat: Seat, rng: Rng, count: int, network: Network, temper: Temper) -> None:
        """Draw a number of worlds. A full position is one world."""
        self.decisions = situations_of(view)
        own = mask_of(view.piles[HANDS[seat]])
        hands = _drawn(view, seat, own, rng, count)
        self.hands = hands
        """World, seat -> cards."""
        before = np.array(self.present.played, dtype=np.uint64)
        self.plays = plays_of(int(hand) for hand in (hands | before).ravel())
        self.weights = _shares(_likelihoods(self, seat, network, temper))
        """Of each world; together 1."""

    @property
    def present(self) -> Situation:
        """The decision to be made."""
        return self.decisions[-1][0]

    def deals(self, worlds: Ints, situations: list[Situation]) -> Deals:
        """Return one row for each world and situation given, with the cards that each seat held in it."""
        deals = Deals(len(worlds), self.plays)
        for name in ("turn", "leader", "bar", "height"):
            getattr(deals, name)[:] = [getattr(situation, name) for situation in situations]
        played = np.array([situation.played for situation in situations], dtype=np.uint64)
        later = np.array(self.present.played, dtype=np.uint64) ^ played
        deals.hands[:] = self.hands[worlds] | later
        deals.played[:] = played
        deals.passed_on[:] = [situation.passed_on for situation in situations]
        deals.passed[:] = [[situation.passed >> seat & 1 for seat in range(SEATS)] for situation in situations]
        deals.counts[:] = np.bitwise_count(deals.hands)
        deals.lists[:] = worlds[:, None] * SEATS + np.arange(SEATS)
        return deals


def _drawn(view: BigTwo, seat: Seat, own: int, rng: Rng, count: int) -> Masks:
    """Return the hands of each seat in a number of worlds, all equally likely; without hidden cards in one."""
    held = np.array([mask_of(view.piles[pile]) for pile in HANDS], dtype=np.uint64)
    if view.viewer is None:
        return held[None]
    hidden = np.array([1 << strength for strength in strengths_of(unseen_by(view, own))], dtype=np.uint64)
    order = np.argsort(random_bits(rng.bits(), count * len(hidden)).reshape(count, -1), axis=1, kind="stable")
    dealt = hidden[order]
    hands = np.tile(held, (count, 1))
    hands[:, seat] = own
    begin = 0
    for other in range(SEATS):
        if other != seat:
            end = begin + len(view.piles[HANDS[other]])
            hands[:, other] = np.bitwise_or.reduce(dealt[:, begin:end], axis=1)
            begin = end
    return hands


def random_bits(seed: int, count: int) -> Masks:
    """Return random numbers, 0 … 2**64 - 1: the same as ``mixed`` of the numbers from a seed on."""
    return mixed(np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))


def mixed(numbers: Masks) -> Masks:
    """Return a random-looking number for each number: the output of SplitMix64 for a state."""
    z = (numbers ^ numbers >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return z ^ z >> np.uint64(31)


def _likelihoods(worlds: WeightedWorlds, seat: Seat, network: Network, temper: Temper) -> Weights:
    """Return the logarithm of the probability of the others' moves in each world."""
    count = len(worlds.hands)
    known = [(situation, mask) for situation, mask in worlds.decisions[1:-1] if situation.turn != seat]
    total = np.zeros(count)
    if not known or count == 1:
        return total
    each = np.repeat(np.arange(count), len(known))
    deals = worlds.deals(each, [situation for situation, _ in known] * count)
    made = np.tile(np.array([mask for _, mask in known], dtype=np.uint64), count)
    every = np.arange(len(made))
    counts = deals.moves(every).counts()
    rows = every[counts > 1]
    if not len(rows):
        return total
    moves = deals.moves(rows)
    out = moves.masks == deals.hands[rows, deals.turn[rows]][moves.place]
    may_go_out = np.zeros(len(rows), dtype=np.bool_)
    may_go_out[moves.place[out]] = True
    values = points_of(network, deals, moves).astype(np.float64) / temper.temperature
    values -= np.maximum.reduceat(values, moves.first)[moves.place]
    chances = np.exp(values)
    chances /= np.add.reduceat(chances, moves.first)[moves.place]
    of_made = chances[moves.chosen(moves.masks == made[rows][moves.place])]
    of_made = (1 - temper.slip) * of_made + temper.slip / moves.counts()
    of_made[may_go_out] = temper.slip
    np.add.at(total, each[rows], np.log(of_made))
    return total


def _shares(likelihoods: Weights) -> Weights:
    shares = np.exp(likelihoods - likelihoods.max())
    shares[shares < _NEGLIGIBLE] = 0
    whole: Weights = shares / shares.sum()
    return whole
