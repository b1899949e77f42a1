"""Simple policies of Big Two: a beginner, and the naive policy of "greedy", a reference bot for measuring others."""

from collections.abc import Sequence

from engine.bots.big_two.model import NAIVE_SIZES
from engine.bots.big_two.policy import KNOWN_RULES
from engine.bots.common.base import Evaluation
from engine.bots.common.coverage import covers, nearest_legal_move
from engine.game import Game
from engine.games.big_two.game import HANDS, OPENING_CARD, BigTwo
from engine.games.big_two.hands import BIT, STRENGTH, Combination, combinations_of, mask_of
from engine.moves import Move, Seat
from engine.rng import Rng

_CARD_VALUE = 4
"""Value of each card in a lead, in strengths."""
_MIXED_RANKS_PENALTY = 30
"""Penalty for a lead of several ranks, in strengths, as beginners rarely notice such combinations."""


class NaivePolicy:
    """Big Two policy: leads the lowest play of the most cards, follows with the lowest possible play, passes last."""

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        assert isinstance(view, BigTwo)
        play = naive_play(view, mask_of(view.piles[HANDS[seat]]))
        move = Move(seat, "pass") if play is None else Move(seat, "play", play.cards)
        return move if covers(KNOWN_RULES, view.options) else nearest_legal_move(view, move)


def naive_play(view: BigTwo, hand: int) -> Combination | None:
    """Return the naive Big Two policy's play from a hand; None for a pass."""
    last = view.play_to_beat
    if last is not None:
        return next((play for play in combinations_of(hand, len(last.cards), view.rules) if play.key > last.key), None)
    must = BIT[OPENING_CARD] if view.is_opening else 0
    sizes = (1,) if view.is_opening and view.options.open_with_3d == "single" else NAIVE_SIZES
    return next(play for size in sizes for play in combinations_of(hand, size, view.rules) if play.mask & must == must)


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
            return -float(len(STRENGTH))
        strengths = [STRENGTH[card] for card in move.cards]
        if len(strengths) == len(view.piles[HANDS[seat]]):
            return float(len(STRENGTH))
        if view.play_to_beat is not None:
            return -float(max(strengths))
        groups = len({strength >> 2 for strength in strengths})
        return _CARD_VALUE * len(strengths) - max(strengths) - _MIXED_RANKS_PENALTY * (groups > 1)
