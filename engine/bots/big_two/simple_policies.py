"""Simple policies of Big Two: a beginner, and the naive policy of "greedy", a reference bot for measuring others."""

from collections.abc import Sequence

from engine.bots.common.base import Evaluation
from engine.game import Game
from engine.games.big_two.card_order import DECK
from engine.games.big_two.game import HANDS, BigTwo
from engine.moves import Move, Seat
from engine.rng import Rng

_CARD_VALUE = 4
"""Value of each card in a lead, in strengths."""
_CARDS = float(DECK.bit_count())
_BOMB_VALUE = 0.5 - _CARDS
"""Value of a bomb on fewer or more cards, between that of a pass and that of all other follows."""
_MIXED_RANKS_PENALTY = 30
"""Penalty for a lead of several ranks, in strengths, as beginners rarely notice such combinations."""


class NaivePolicy:
    """Big Two policy: leads the lowest play of the most cards, follows with the lowest possible play, passes last."""

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        return max(view.legal_moves(seat), key=lambda move: len(move.cards))  # the first, so the lowest of equals


class BeginnerPolicy:
    """Policy of a Big Two beginner, who gets rid of low cards first.

    It leads its lowest card with the others of that rank. It plays five cards only to follow or as its last cards. It
    follows with the lowest play that beats, even if that breaks a pair or a combination.
    """

    style_slack = 2.4

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        return self.evaluate(view, seat)[0].move

    def evaluate(self, view: Game, seat: Seat) -> Sequence[Evaluation]:
        """Return all legal Big Two moves, the best first; values are card strengths, higher for lower cards."""
        assert isinstance(view, BigTwo)
        options = [Evaluation(move, self._value(view, seat, move)) for move in view.legal_moves(seat)]
        return sorted(options, key=lambda option: -option.value)

    def _value(self, view: BigTwo, seat: Seat, move: Move) -> float:
        if not move.cards:
            return -_CARDS
        strengths = [view.sort_key(card) for card in move.cards]
        if len(strengths) == len(view.piles[HANDS[seat]]):
            return _CARDS
        last = view.play_to_beat
        if last is not None:
            return -float(max(strengths)) if len(strengths) == len(last.cards) else _BOMB_VALUE
        groups = len({strength >> 2 for strength in strengths})
        return _CARD_VALUE * len(strengths) - max(strengths) - _MIXED_RANKS_PENALTY * (groups > 1)
