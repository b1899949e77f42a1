"""Simpler minds of Gurch: somebody who learnt it today, a player by rules of thumb, and the naive yardstick."""

from collections.abc import Callable, Sequence

from engine.bots.common.base import Evaluation
from engine.games.gurch import Gurch
from engine.games.gurch.game import HAND, SHOWN, UP
from engine.games.gurch.plays import VALUE, uniform
from engine.moves import Move, Seat
from engine.rng import Rng

KING, QUEEN, TEN, FIVE = 13, 12, 10, 5

Value = Callable[[Move], float]
"""What a mind thinks of a move, on its own scale."""


def values_of(cards: Sequence[int]) -> list[int]:
    """Values from the lowest up."""
    return sorted([VALUE[card] for card in cards])


class SimplePolicy:
    """A policy that goes by a value of each move; its scale is about one a step of preference."""

    slack = 1.0

    def choose(self, view: Gurch, seat: Seat, rng: Rng) -> Move:
        """The move it likes best, the first listed of equal ones."""
        moves = view.legal_moves(seat)
        return moves[0] if len(moves) == 1 else max(moves, key=self.value(view, seat))

    def evaluate(self, view: Gurch, seat: Seat) -> list[Evaluation]:
        """All legal moves, the best first."""
        value = self.value(view, seat)
        options = [Evaluation(move, value(move)) for move in view.legal_moves(seat)]
        return sorted(options, key=lambda option: -option.value)

    def value(self, view: Gurch, seat: Seat) -> Value:
        """What it thinks of the moves of a seat that is asked."""
        assert view.ask is not None
        held = values_of((*view.piles[HAND[seat]], *view.piles.get(UP[seat], ())))
        if view.ask.what == "play":
            return self.lead_value(held) if not view.count else self.follow_value(held)
        if view.ask.what == "vote":
            wanted = max(1, sum(self.useless(held)))
            return lambda move: -abs(move.to - wanted)
        if view.ask.what == "shown":
            likes = self.likes(VALUE[view.piles[SHOWN][0]], held)
            return lambda move: (move.verb == "take") == likes
        if view.ask.what == "mini":
            content = sum(self.useless(held)) < 2
            return lambda move: (move.verb == "keep") == content
        return self._swap_value(view, seat, held)

    def _swap_value(self, view: Gurch, seat: Seat, held: list[int]) -> Value:
        """Rather more useless cards away, and no others; nothing is swapped where too many good ones would go."""
        bad = self.useless(held)
        dislike = dict(zip(held, bad, strict=True))
        starts = view.leader == seat and self.starts(held)

        def value(move: Move) -> float:
            if not move.cards:
                return 9.0 if starts else 0.0
            gone = values_of([*move.cards])
            spoilt = sum(not dislike[card] for card in gone)
            order = sum(self.dislike(card) for card in gone) / 100
            return sum(dislike[card] for card in gone) - 1.5 * spoilt + order - 0.5

        return value

    # --- what each mind has of its own ----------------------------------------------------------------------------

    def useless(self, held: Sequence[int]) -> list[bool]:
        """Of each value, from the lowest up, whether it is wanted away."""
        raise NotImplementedError

    def starts(self, held: Sequence[int]) -> bool:
        """Whether it starts at once with these cards, rather than to swap."""
        return not any(self.useless(held))

    def dislike(self, value: int) -> int:
        """How much rather than others a card goes, 0 … 12."""
        raise NotImplementedError

    def likes(self, value: int, held: Sequence[int]) -> bool:
        """Whether it takes the card that is shown."""
        raise NotImplementedError

    def lead_value(self, held: Sequence[int]) -> Value:
        """What it thinks of its leads."""
        raise NotImplementedError

    def follow_value(self, held: Sequence[int]) -> Value:
        """What it thinks of its ways to follow."""
        raise NotImplementedError


def _top(move: Move) -> int:
    return max(VALUE[card] for card in move.cards)


class BeginnerPolicy(SimplePolicy):
    """Wants tricks, as in other games: swaps low cards away but for twos and threes, follows with the highest.

    It keeps a two or three because it was told to, and gives no thought to when a high card is needed.
    """

    def useless(self, held: Sequence[int]) -> list[bool]:
        """Whatever is lower than a ten, but for the two or three that everybody tells it to keep."""
        return [3 < value < TEN for value in held]

    def dislike(self, value: int) -> int:
        """The lowest first."""
        return 14 - value

    def likes(self, value: int, held: Sequence[int]) -> bool:
        """A ten or higher."""
        return value >= TEN

    def lead_value(self, held: Sequence[int]) -> Value:
        """One card, the highest."""
        return lambda move: _top(move) - 20 * (len(move.cards) - 1)

    def follow_value(self, held: Sequence[int]) -> Value:
        """The highest."""
        return _top


class ThumbPolicy(SimplePolicy):
    """Plays by rules of thumb: high cards and one low one are good, the middle goes first, control late."""

    def useless(self, held: Sequence[int]) -> list[bool]:
        """All under a queen but the lowest card when that is a five or less."""
        return [value < QUEEN and not (i == 0 and value <= FIVE) for i, value in enumerate(held)]

    def starts(self, held: Sequence[int]) -> bool:
        """Two high cards and a low one are enough."""
        return sum(value >= QUEEN for value in held) >= 2 and held[0] < FIVE

    def dislike(self, value: int) -> int:
        """The middle first."""
        return 6 - abs(value - 8)

    def likes(self, value: int, held: Sequence[int]) -> bool:
        """A high card, or a low one that is lower than all others."""
        return value >= QUEEN or (value <= FIVE and value < min(held))

    def lead_value(self, held: Sequence[int]) -> Value:
        """Never the lowest if that can be helped; early many and low ones, towards the end the highest."""
        late = len(held) <= 3

        def value(move: Move) -> float:
            value = _top(move)
            keeps = 20.0 * (value != held[0])
            return keeps + (value if late else 2.0 * len(move.cards) - value / 8)

        return value

    def follow_value(self, held: Sequence[int]) -> Value:
        """As low as may be, but the highest towards the end, and the lowest card stays."""
        late = len(held) <= 3

        def value(move: Move) -> float:
            value = _top(move)
            if not uniform(move.cards):
                return -value
            return (value if late else -value) + 20.0 * (value != held[0])

        return value


class NaivePolicy(ThumbPolicy):
    """The yardstick: swaps its cards of five to ten; leads its highest card, follows with the lowest that it may."""

    def useless(self, held: Sequence[int]) -> list[bool]:
        """The middle."""
        return [FIVE <= value <= TEN for value in held]

    def starts(self, held: Sequence[int]) -> bool:
        """With nothing to swap."""
        return not any(self.useless(held))

    def likes(self, value: int, held: Sequence[int]) -> bool:
        """Anything but the middle."""
        return not FIVE <= value <= TEN

    def lead_value(self, held: Sequence[int]) -> Value:
        """The highest, one card."""
        return lambda move: _top(move) - 20 * (len(move.cards) - 1)

    def follow_value(self, held: Sequence[int]) -> Value:
        """The lowest."""
        return lambda move: -_top(move)
