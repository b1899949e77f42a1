"""Simple policies of Gurch: a beginner, a player by rules of thumb, and the naive yardstick."""

from collections.abc import Callable, Sequence

from engine.bots.common.base import Evaluation
from engine.games.gurch import Gurch
from engine.games.gurch.game import HAND, SHOWN, UP
from engine.games.gurch.plays import VALUE, is_uniform
from engine.moves import Move, Seat
from engine.rng import Rng

KING, QUEEN, TEN, FIVE = 13, 12, 10, 5
MAX_KEPT_LOW = 3
"""Highest of the values that a beginner was told to keep for the end."""

Value = Callable[[Move], float]
"""A policy's value of a move, on its own scale."""


def values_of(cards: Sequence[int]) -> list[int]:
    """Return the values of cards in ascending order."""
    return sorted([VALUE[card] for card in cards])


class SimplePolicy:
    """A policy by simple values of moves; one unit is about one step of preference."""

    slack = 1.45

    def choose(self, view: Gurch, seat: Seat, rng: Rng) -> Move:
        """Return the move of the highest value, the first listed of equal ones."""
        moves = view.legal_moves(seat)
        return moves[0] if len(moves) == 1 else max(moves, key=self.value(view, seat))

    def evaluate(self, view: Gurch, seat: Seat) -> list[Evaluation]:
        """Return all legal moves, the best first."""
        value = self.value(view, seat)
        options = [Evaluation(move, value(move)) for move in view.legal_moves(seat)]
        return sorted(options, key=lambda option: -option.value)

    def value(self, view: Gurch, seat: Seat) -> Value:
        """Return the function that values the moves of a seat that is asked."""
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
        """Prefer to swap useless cards, and no others; don't swap if too many good ones would go."""
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

    # --- what each policy defines -------------------------------------------------------------------------------------

    def useless(self, held: Sequence[int]) -> list[bool]:
        """For each value, in ascending order, whether the policy wants to get rid of it."""
        raise NotImplementedError

    def starts(self, held: Sequence[int]) -> bool:
        """Whether it starts at once with these cards instead of swapping."""
        return not any(self.useless(held))

    def dislike(self, value: int) -> int:
        """How much it prefers to swap this card rather than others, 0 … 12."""
        raise NotImplementedError

    def likes(self, value: int, held: Sequence[int]) -> bool:
        """Whether it takes a shown card."""
        raise NotImplementedError

    def lead_value(self, held: Sequence[int]) -> Value:
        """Return the function that values leads."""
        raise NotImplementedError

    def follow_value(self, held: Sequence[int]) -> Value:
        """Return the function that values ways to follow."""
        raise NotImplementedError


def _top_value(move: Move) -> int:
    return max(VALUE[card] for card in move.cards)


class BeginnerPolicy(SimplePolicy):
    """Wants tricks, as in other games: swaps low cards away, except the lowest, and follows with its highest card.

    It keeps a low card because it was told to, without a plan for when a high card is needed.
    """

    def useless(self, held: Sequence[int]) -> list[bool]:
        """Cards lower than a ten, except twos and threes, and the lowest if it is a five or less."""
        return [MAX_KEPT_LOW < value < TEN and not (i == 0 and value <= FIVE) for i, value in enumerate(held)]

    def dislike(self, value: int) -> int:
        """Lowest cards first, but a three or a two last."""
        return 14 - value if value > MAX_KEPT_LOW else value - MAX_KEPT_LOW

    def likes(self, value: int, held: Sequence[int]) -> bool:
        """Takes a ten or higher, or a low card if it has none."""
        return value >= TEN or (value <= FIVE < min(held))

    def lead_value(self, held: Sequence[int]) -> Value:
        """A single card, the highest."""
        return lambda move: _top_value(move) - 20 * (len(move.cards) - 1)

    def follow_value(self, held: Sequence[int]) -> Value:
        """The highest."""
        return _top_value


class ThumbPolicy(SimplePolicy):
    """Plays by rules of thumb: high cards and one low card are good, middle cards go first, control matters late."""

    def useless(self, held: Sequence[int]) -> list[bool]:
        """Cards below a queen, except the lowest card if it is a five or less."""
        return [value < QUEEN and not (i == 0 and value <= FIVE) for i, value in enumerate(held)]

    def starts(self, held: Sequence[int]) -> bool:
        """Starts with two high cards and a low one."""
        return sum(value >= QUEEN for value in held) >= 2 and held[0] < FIVE

    def dislike(self, value: int) -> int:
        """Middle cards first."""
        return 6 - abs(value - 8)

    def likes(self, value: int, held: Sequence[int]) -> bool:
        """Takes a high card, or a low one that is lower than all others."""
        return value >= QUEEN or (value <= FIVE and value < min(held))

    def lead_value(self, held: Sequence[int]) -> Value:
        """Avoid the lowest; early many low cards, late the highest."""
        late = len(held) <= 3

        def value(move: Move) -> float:
            value = _top_value(move)
            keeps = 20.0 * (value != held[0])
            return keeps + (value if late else 2.0 * len(move.cards) - value / 8)

        return value

    def follow_value(self, held: Sequence[int]) -> Value:
        """As low as possible, but the highest late; the lowest card stays."""
        late = len(held) <= 3

        def value(move: Move) -> float:
            value = _top_value(move)
            if not is_uniform(move.cards):
                return -value
            return (value if late else -value) + 20.0 * (value != held[0])

        return value


class NaivePolicy(ThumbPolicy):
    """The yardstick: swaps its fives to tens, leads its highest card, follows with its lowest legal play."""

    def useless(self, held: Sequence[int]) -> list[bool]:
        """The middle cards."""
        return [FIVE <= value <= TEN for value in held]

    def starts(self, held: Sequence[int]) -> bool:
        """Starts if it has nothing to swap."""
        return not any(self.useless(held))

    def likes(self, value: int, held: Sequence[int]) -> bool:
        """Takes anything but a middle card."""
        return not FIVE <= value <= TEN

    def lead_value(self, held: Sequence[int]) -> Value:
        """A single card, the highest."""
        return lambda move: _top_value(move) - 20 * (len(move.cards) - 1)

    def follow_value(self, held: Sequence[int]) -> Value:
        """The lowest."""
        return lambda move: -_top_value(move)
