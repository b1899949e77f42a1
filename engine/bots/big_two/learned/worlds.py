"""Weighted sampling of the hidden Big Two hands, by the likelihood of the others' moves under the network's policy.

Hands are drawn uniformly. The others are assumed to choose their moves by a softmax over the network's forecasts, and
sometimes at random.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bots.big_two.learned.deals import LEAD_BAR, Deals
from engine.bots.big_two.learned.features import points_of
from engine.bots.big_two.learned.network import Network
from engine.bots.big_two.learned.plays import PASS_BITS_BY_HEIGHT, SIZE_SHIFT, Ints, Masks, heights_of, plays_of
from engine.bots.big_two.policy import unseen_by
from engine.games.big_two.card_order import mask_of, strengths_of
from engine.games.big_two.game import HANDS, SEATS, BigTwo
from engine.games.big_two.hands import HandRules, classify
from engine.moves import Seat
from engine.rng import Rng

Numbers = NDArray[np.float64]

_SEATS = np.arange(SEATS)
_PROBABILITY_UNIT = 2.0**20
"""Factor with which probabilities are rounded to integers, so that all machines compute equal sums.

Machines differ in the last digits of exponentials and in the order of summation.
"""
_MIN_RELATIVE_WEIGHT = 1e-4
"""Worlds with a smaller weight, relative to the maximum, are left out."""


class OpponentModel(NamedTuple):
    """Model of how the other Big Two players choose moves: by softmax over the network's forecasts, with slips."""

    network: Network
    temperature: float = 0.6
    """Softmax temperature, in points."""
    slip: float = 0.15
    """Probability, 0 … 1, of a random legal move, and of missing a chance to go out."""


class Situation(NamedTuple):
    """Public state of a Big Two deal before a decision."""

    turn: Seat
    leader: Seat
    bar: int
    """Code of the play to beat, as in ``Deals``."""
    height: int
    passed_mask: int
    """Bit set of the seats that passed since the last play."""
    played: tuple[int, ...]
    passed_on: tuple[int, ...]


def situations_and_plays(game: BigTwo) -> list[tuple[Situation, int]]:
    """Return the public state before each Big Two move with its cards (0 for a pass), and last the current state."""
    leader = turn = bar = height = passed = 0
    played, passed_on = [0] * SEATS, [0] * SEATS
    situations: list[tuple[Situation, int]] = []
    if game.log:
        leader = turn = game.log[0][0]
    for turn, mask in game.log:
        if turn == leader and situations:
            bar, passed = LEAD_BAR, 0
        situations.append((Situation(turn, leader, bar, height, passed, tuple(played), tuple(passed_on)), mask))
        if mask:
            code = play_code(mask)
            leader, bar, height, passed = turn, code, int(heights_of(np.array([code]))[0]), 0
            played[turn] |= mask
        else:
            passed |= 1 << turn
            passed_on[turn] |= int(PASS_BITS_BY_HEIGHT[height])
    assert game.ask is not None
    turn = game.ask.seats[0]
    if game.play_to_beat is None:
        bar, passed, leader = LEAD_BAR, 0, turn
    situations.append((Situation(turn, leader, bar, height, passed, tuple(played), tuple(passed_on)), 0))
    return situations


def play_code(mask: int) -> int:
    """Return a Big Two play's code, which orders plays of equal size, from its bit set of cards."""
    play = classify(mask, HandRules())
    assert play is not None
    return len(play.cards) << SIZE_SHIFT | play.key


class WeightedWorlds:
    """Sampled hands of the other Big Two players, weighted by the likelihood of their moves."""

    def __init__(self, view: BigTwo, seat: Seat, rng: Rng, count: int, players: OpponentModel) -> None:
        """Draw ``count`` worlds, the hands of the other Big Two players, and weigh them by the players' moves."""
        self.decisions = situations_and_plays(view)
        self.players = players
        own = mask_of(view.piles[HANDS[seat]])
        self.replace_and_weigh_hands(_draw_hands(view, seat, own, rng, count), seat)

    def replace_and_weigh_hands(self, hands: Masks, own_seat: Seat) -> None:
        """Replace the sampled hidden Big Two hands by these, equally likely a priori, and compute their weights."""
        self.hands = hands
        """[world, seat] -> bit set of cards."""
        before = np.array(self.decisions[-1][0].played, dtype=np.uint64)
        whole, self.hand_indices = np.unique(hands | before, return_inverse=True)
        self.hand_indices = self.hand_indices.reshape(hands.shape)
        """[world, seat] -> index of the hand as dealt in ``plays``."""
        self.plays = plays_of(whole.tolist())
        self.weights = _integer_weights(_others_log_likelihoods(self, own_seat))
        """By world: weight as an integer; the maximum is ``_PROBABILITY_UNIT``."""

    def draw_worlds_and_counts(self, count: int, rng: Rng) -> tuple[Ints, Ints]:
        """Draw ``count`` samples of the hidden Big Two hands by weight; return them shuffled, and their frequencies."""
        ends = np.cumsum(self.weights)
        steps = (np.arange(count) + 0.5) * (ends[-1] / count)
        worlds, times = np.unique(np.searchsorted(ends, steps, side="right"), return_counts=True)
        order = np.argsort(random_bits(rng.bits(), len(worlds)), kind="stable")
        return worlds[order], times[order]

    def deals_now(self, worlds: Ints) -> Deals:
        """Return the current Big Two position for some samples of the hidden hands, given by indices."""
        return self.deals(worlds, np.full(len(worlds), len(self.decisions) - 1))

    def deals(self, worlds: Ints, decisions: Ints) -> Deals:
        """Return a past Big Two position for each pair of a sample of hidden hands and a decision, given by indices."""
        deals = Deals(len(worlds), self.plays)
        situations = [situation for situation, _ in self.decisions]
        for name in ("turn", "leader", "bar", "height"):
            getattr(deals, name)[:] = np.array([getattr(situation, name) for situation in situations])[decisions]
        played = np.array([situation.played for situation in situations], dtype=np.uint64)
        deals.played[:] = played[decisions]
        deals.passed_on[:] = np.array([situation.passed_on for situation in situations], dtype=np.uint64)[decisions]
        deals.passed[:] = np.array([situation.passed_mask for situation in situations])[decisions, None] >> _SEATS & 1
        deals.hands[:] = self.hands[worlds] | (played[-1] ^ played)[decisions]
        deals.counts[:] = np.bitwise_count(deals.hands)
        deals.hand_indices[:] = self.hand_indices[worlds]
        return deals


def _draw_hands(view: BigTwo, seat: Seat, own: int, rng: Rng, count: int) -> Masks:
    """Draw all Big Two hands ``count`` times, the hidden cards uniformly at random; all equal if no card is hidden."""
    held = np.array([mask_of(view.piles[pile]) for pile in HANDS], dtype=np.uint64)
    if view.viewer is None:
        return np.tile(held, (count, 1))
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
    """Return ``count`` random numbers, 0 … 2**64 - 1: the SplitMix64 sequence of a seed."""
    return mix_bits(np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))


def mix_bits(numbers: Masks) -> Masks:
    """Return a pseudo-random number for each given number, by the output function of SplitMix64."""
    z = (numbers ^ numbers >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return z ^ z >> np.uint64(31)


def _others_log_likelihoods(worlds: WeightedWorlds, own_seat: Seat) -> Numbers:
    """Return the log-likelihood of the other Big Two players' moves so far for each sample of the hidden hands."""
    count, players = len(worlds.hands), worlds.players
    others = [
        place for place, (situation, _) in enumerate(worlds.decisions[:-1]) if place and situation.turn != own_seat
    ]
    total = np.zeros(count)
    if not others or count == 1:
        return total
    each = np.repeat(np.arange(count), len(others))
    which = np.tile(np.array(others), count)
    deals = worlds.deals(each, which)
    made = np.array([mask for _, mask in worlds.decisions], dtype=np.uint64)[which]
    every = np.arange(len(made))
    moves = deals.moves(every)
    rows = every[moves.counts() > 1]
    if not len(rows):
        return total
    moves = moves.select_rows(rows)
    out = moves.masks == deals.hands[rows, deals.turn[rows]][moves.indices_in_rows]
    may_go_out = np.zeros(len(rows), dtype=np.bool_)
    may_go_out[moves.indices_in_rows[out]] = True
    values = points_of(players.network, deals, moves).astype(np.float64) / players.temperature
    values -= np.maximum.reduceat(values, moves.first_moves)[moves.indices_in_rows]
    chances = np.rint(np.exp(values) * _PROBABILITY_UNIT)
    of_made = chances[moves.first_marked(moves.masks == made[rows][moves.indices_in_rows])] / np.add.reduceat(
        chances, moves.first_moves
    )
    of_made = (1 - players.slip) * of_made + players.slip / moves.counts()
    of_made[may_go_out] = players.slip
    np.add.at(total, each[rows], np.rint(np.log(of_made) * _PROBABILITY_UNIT))
    return total / _PROBABILITY_UNIT


def _integer_weights(log_likelihoods: Numbers) -> Numbers:
    weights: Numbers = np.rint(np.exp(log_likelihoods - log_likelihoods.max()) * _PROBABILITY_UNIT)
    weights[weights < _MIN_RELATIVE_WEIGHT * _PROBABILITY_UNIT] = 0
    return weights
