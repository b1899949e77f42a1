"""Simple policies of Gurch: a beginner, a player by rules of thumb, and "greedy", a reference bot for other bots."""

from collections.abc import Callable, Sequence

from engine.bots.common.base import Evaluation
from engine.games.gurch import Gurch
from engine.games.gurch.piles import HAND, SHOWN, UP_CARD
from engine.games.gurch.plays import VALUE, Values, is_uniform
from engine.moves import Move, Seat
from engine.rng import Rng

KING, QUEEN, TEN, FIVE = 13, 12, 10, 5
MAX_KEPT_LOW_VALUE = 3
"""Highest value that a beginner keeps for the end."""

ValueFunction = Callable[[Move], float]
"""Returns a policy's value of a move, on its own scale."""


def sorted_values(cards: Sequence[int], values: Values = VALUE) -> list[int]:
    """Return the values of Gurch cards in ascending order."""
    return sorted([values[card] for card in cards])


class SimplePolicy:
    """Base class of simple Gurch policies, which value moves in steps of preference."""

    style_slack = 1.45

    def choose(self, view: Gurch, seat: Seat, rng: Rng) -> Move:
        moves = view.legal_moves(seat)
        return moves[0] if len(moves) == 1 else max(moves, key=self.value(view, seat))

    def evaluate(self, view: Gurch, seat: Seat) -> list[Evaluation]:
        """Return all legal Gurch moves, the best first."""
        value = self.value(view, seat)
        options = [Evaluation(move, value(move)) for move in view.legal_moves(seat)]
        return sorted(options, key=lambda option: -option.value)

    def value(self, view: Gurch, seat: Seat) -> ValueFunction:
        """Return a function that values the Gurch moves of a seat that has to act."""
        assert view.ask is not None
        held = sorted_values((*view.piles[HAND[seat]], *view.piles.get(UP_CARD[seat], ())), view.card_values)
        if view.ask.what == "play":
            if view.led_count:
                return self.follow_value(held, view.card_values)
            return self.lead_value(held, view.card_values, only_singles=view.options.leads == "singles")
        if view.ask.what == "vote":
            wanted = max(1, sum(self.mark_unwanted(held)))
            return lambda move: -abs(move.to - wanted)
        if view.ask.what == "shown":
            likes = self.takes_shown(view.card_values[view.piles[SHOWN][0]], held)
            return lambda move: (move.verb == "take") == likes
        if view.ask.what == "mini":
            content = sum(self.mark_unwanted(held)) < 2
            return lambda move: (move.verb == "keep") == content
        return self._swap_value(view, seat, held)

    def _swap_value(self, view: Gurch, seat: Seat, held: list[int]) -> ValueFunction:
        """Return a function that values Gurch swaps: high for useless cards, low for good ones."""
        bad = self.mark_unwanted(held)
        dislike = dict(zip(held, bad, strict=True))
        starts = view.leader == seat and self.starts_at_once(held)

        def value(move: Move) -> float:
            if not move.cards:
                return 9.0 if starts else 0.0
            gone = sorted_values(move.cards, view.card_values)
            spoilt = sum(not dislike[card] for card in gone)
            order = sum(self.swap_priority(card) for card in gone) / 100
            return sum(dislike[card] for card in gone) - 1.5 * spoilt + order - 0.5

        return value

    # --- to be defined by subclasses ----------------------------------------------------------------------------------

    def mark_unwanted(self, held: Sequence[int]) -> list[bool]:
        """Return for each card value of a Gurch hand, in ascending order, whether the policy wants to swap it."""
        raise NotImplementedError

    def starts_at_once(self, held: Sequence[int]) -> bool:
        """Whether to start the Gurch tricks at once with this hand instead of swapping."""
        return not any(self.mark_unwanted(held))

    def swap_priority(self, value: int) -> int:
        """Return the priority of a Gurch card for being swapped, up to 12."""
        raise NotImplementedError

    def takes_shown(self, value: int, held: Sequence[int]) -> bool:
        """Whether to take the shown card of a swap in Gurch."""
        raise NotImplementedError

    def lead_value(self, held: Sequence[int], values: Values, *, only_singles: bool) -> ValueFunction:
        """Return a function that values the leads from a Gurch hand; ``only_singles``: no sets may be led."""
        raise NotImplementedError

    def follow_value(self, held: Sequence[int], values: Values) -> ValueFunction:
        """Return a function that values the follows from a Gurch hand."""
        raise NotImplementedError


def _top_value(move: Move, values: Values) -> int:
    return max(values[card] for card in move.cards)


class BeginnerPolicy(SimplePolicy):
    """Policy of a Gurch beginner: swaps low cards away and follows with the highest card to win every trick.

    It keeps one low card for the end.
    """

    def mark_unwanted(self, held: Sequence[int]) -> list[bool]:
        """Mark for swapping cards below a ten, except twos, threes, and the lowest card if it is a five or less."""
        return [MAX_KEPT_LOW_VALUE < value < TEN and not (i == 0 and value <= FIVE) for i, value in enumerate(held)]

    def swap_priority(self, value: int) -> int:
        """Return a Gurch card's priority for being swapped: the lowest cards first, but threes and twos last."""
        return 14 - value if value > MAX_KEPT_LOW_VALUE else value - MAX_KEPT_LOW_VALUE

    def takes_shown(self, value: int, held: Sequence[int]) -> bool:
        """Whether to take the shown card: a ten or higher, or a low one if the hand has no low card."""
        return value >= TEN or (value <= FIVE < min(held))

    def lead_value(self, held: Sequence[int], values: Values, *, only_singles: bool) -> ValueFunction:
        """Return a function that values Gurch leads: the highest single card is best."""
        return lambda move: _top_value(move, values) - 20 * (len(move.cards) - 1)

    def follow_value(self, held: Sequence[int], values: Values) -> ValueFunction:
        """Return a function that values Gurch follows by their highest card."""
        return lambda move: _top_value(move, values)


class ThumbPolicy(SimplePolicy):
    """Gurch policy by rules of thumb: keep high cards and one low card, play middle cards first, win control late."""

    def mark_unwanted(self, held: Sequence[int]) -> list[bool]:
        """Mark for swapping the cards below a queen, except the lowest card if it is a five or less."""
        return [value < QUEEN and not (i == 0 and value <= FIVE) for i, value in enumerate(held)]

    def starts_at_once(self, held: Sequence[int]) -> bool:
        """Whether a Gurch hand has two high cards and a low one, so that its player starts without swapping."""
        return sum(value >= QUEEN for value in held) >= 2 and held[0] < FIVE

    def swap_priority(self, value: int) -> int:
        """Return a Gurch card's priority for being swapped: middle cards first."""
        return 6 - abs(value - 8)

    def takes_shown(self, value: int, held: Sequence[int]) -> bool:
        """Whether to take the shown card: a high one, or a low one that is lower than the hand."""
        return value >= QUEEN or (value <= FIVE and value < min(held))

    def lead_value(self, held: Sequence[int], values: Values, *, only_singles: bool) -> ValueFunction:
        """Return a function that values Gurch leads: not the lowest card; many low cards early, the highest late.

        Where sets may not be led, the highest card is best all along: it takes low cards from the others.
        """
        late = only_singles or len(held) <= 3

        def value(move: Move) -> float:
            value = _top_value(move, values)
            keeps = 20.0 * (value != held[0])
            return keeps + (value if late else 2.0 * len(move.cards) - value / 8)

        return value

    def follow_value(self, held: Sequence[int], values: Values) -> ValueFunction:
        """Return a function that values Gurch follows: not the lowest card; low cards early, the highest late."""
        late = len(held) <= 3

        def value(move: Move) -> float:
            value, gives_lowest = _top_value(move, values), held[0] in [values[card] for card in move.cards]
            if gives_lowest and not is_uniform(move.cards, values):
                return -value
            return (value if late else -value) + 20.0 * (not gives_lowest)

        return value


class NaivePolicy(ThumbPolicy):
    """Reference bot "greedy" of Gurch: swaps fives to tens, leads its highest card, follows with its lowest play."""

    def mark_unwanted(self, held: Sequence[int]) -> list[bool]:
        """Mark for swapping the middle cards, fives to tens."""
        return [FIVE <= value <= TEN for value in held]

    def starts_at_once(self, held: Sequence[int]) -> bool:
        """Whether a Gurch hand has no middle card, five to ten, so that its player starts without swapping."""
        return not any(self.mark_unwanted(held))

    def takes_shown(self, value: int, held: Sequence[int]) -> bool:
        """Whether to take the shown card: any but a middle card, five to ten."""
        return not FIVE <= value <= TEN

    def lead_value(self, held: Sequence[int], values: Values, *, only_singles: bool) -> ValueFunction:
        """Return a function that values Gurch leads: the highest single card is best."""
        return lambda move: _top_value(move, values) - 20 * (len(move.cards) - 1)

    def follow_value(self, held: Sequence[int], values: Values) -> ValueFunction:
        """Return a function that values Gurch follows: the lowest play is best."""
        return lambda move: -_top_value(move, values)
