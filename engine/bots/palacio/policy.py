"""Policy of Palácio: good cards face up, low cards first, twos and tens when they pay."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.bots.common.base import Evaluation
from engine.bots.common.coverage import KnownRules, covers, nearest_legal_move
from engine.cards import HIDDEN, Card, rank
from engine.game import STOCK
from engine.games.palacio.game import DOWN, FOUR, HAND, PILE, UP, Palacio
from engine.games.palacio.ranks import AGAIN, NEXT_LOWER, STRENGTH, TEN, TWO
from engine.moves import Move, Seat
from engine.rng import Rng

KNOWN_RULES = KnownRules(
    ten_on_anything=(False,),
    four_across_turns=(True,),
    voluntary_pickup=(True,),
    multi_face_up=(True,),
    starter=("lowest_card",),
    opening_special=("reshuffle",),
    play_on=(True,),
    match_by=("points", "losses"),
    rounds=(3, 5, 10),
)
"""Palácio's house rules that its policy and its fast model know."""


class Weights(NamedTuple):
    """Weights of the Palácio policy, in steps of strength: a three has the value 0, an ace 11."""

    two: float = 8.5
    """Value of a two to its owner."""
    ten: float = 22.0
    """Value of a ten to its owner."""
    see_through: float = 12.0
    """Value of a see-through card of any rank (house rule) to its owner: more than an ace's."""
    up_two: float = 14.0
    """Value of a face-up two or see-through card, in the exchange."""
    up_ten: float = 20.0
    """Value of a face-up ten, in the exchange."""
    further_equal_card: float = 1.0
    """Bonus for each further equal card in a play."""
    block_bonus_per_strength: float = 0.5
    """Bonus for each step of strength if the next seat is about to go out."""
    max_near_end_cards: int = 2
    """Maximum cards of a seat that is about to go out."""
    above_next_face_up: float = 3.0
    """Bonus for a card higher than all face-up cards of a next seat that plays from these."""
    stuck_after_playing_again: float = 8.0
    """Deduction for a play after which the seat must play again (house rule) but has no card that fits."""
    exchange: float = 1.0
    """Weight of the exchange; at 0 all choices are equal, below 0 low cards are laid face up."""


MAX_CARDS_BEFORE_LAST = 2
"""Maximum cards of a seat that plays a two or a ten first where neither may be its last card."""
NEVER_VALUE = -1000.0
"""Lower than the value of any play."""

STANDARD_WEIGHTS = Weights()
"""Weights of Hard and Master, tuned one at a time in rotated matches of two and four seats."""
AVERAGE_PLAYER_WEIGHTS = Weights(block_bonus_per_strength=0.0, above_next_face_up=0.0)
"""Weights of an average player, who ignores the others."""
NAIVE_WEIGHTS = Weights(two=12.0, ten=13.0, block_bonus_per_strength=0.0, above_next_face_up=0.0)
"""Weights of the yardstick "greedy": lowest cards first, all of a rank at once; best cards face up."""


class PalacioPolicy:
    """Chooses the Palácio move with the highest value by its weights."""

    style_slack = 0.52

    def __init__(self, weights: Weights = STANDARD_WEIGHTS) -> None:
        self.weights = weights
        self._values = [
            weights.two if index == TWO else weights.ten if index == TEN else float(STRENGTH[index] - STRENGTH[2])
            for index in range(len(STRENGTH))
        ]
        self._up_values = [
            weights.up_two if index == TWO else weights.up_ten if index == TEN else value
            for index, value in enumerate(self._values)
        ]

    def choose(self, view: Palacio, seat: Seat, rng: Rng) -> Move:
        """Return the Palácio move with the highest value; plays are compared without listing them as moves."""
        assert view.ask is not None
        if view.ask.what != "play":  # few moves
            return max(view.legal_moves(seat), key=self._value(view, seat))
        sets = view.playable_sets(seat)
        if not sets:
            return max(view.legal_moves(seat), key=self._value(view, seat))
        move = Move(seat, "play", self._best_play(view, seat, sets))
        return move if covers(KNOWN_RULES, view.options) else nearest_legal_move(view, move)

    def _best_play(self, view: Palacio, seat: Seat, sets: Sequence[tuple[Card, ...]]) -> tuple[Card, ...]:
        """Return the cards of the best Palácio play, from the sets of equal cards that may be played."""
        value, best, chosen = self._play_value(view, seat), NEVER_VALUE, sets[0]
        for equal in sets:
            index = rank(equal[0])
            for count in range(1, len(equal) + 1):
                worth = value(index, count)
                if worth > best:
                    best, chosen = worth, equal[:count]
        return chosen

    def evaluate(self, view: Palacio, seat: Seat) -> list[Evaluation]:
        """Return all legal Palácio moves, the best first."""
        value = self._value(view, seat)
        options = [Evaluation(move, value(move)) for move in view.legal_moves(seat)]
        return sorted(options, key=lambda option: -option.value)

    def _value(self, view: Palacio, seat: Seat) -> Callable[[Move], float]:
        if view.ask is not None and view.ask.what == "send":  # to the seat nearest its end
            return lambda move: -float(view.count_cards_left(move.to))
        if view.ask is not None and view.ask.what == "fourth":  # a card less, and the next play is free
            return lambda move: float(len(move.cards))
        if view.ask is not None and view.ask.what != "play":
            return self._exchange_value(view)
        play_value = self._play_value(view, seat)
        # no rule of thumb for a voluntary pickup won in tests

        def value(move: Move) -> float:
            if move.verb in ("take", "take_along"):  # with the lowest of the face-up cards, if one goes along
                return NEVER_VALUE - sum(self._up_values[rank(card)] for card in move.cards)
            # an unseen card rather than the pile, if no card fits
            return play_value(rank(move.cards[0]), len(move.cards)) if move.cards else NEVER_VALUE / 2

        return value

    def _exchange_value(self, view: Palacio) -> Callable[[Move], float]:
        """Return a function that values three Palácio cards laid face up; strong ones are better, being played last."""
        values, wild = self._up_values, view.options.powers.see_through
        if wild:
            values = [self.weights.up_two if index in wild else value for index, value in enumerate(values)]
        return lambda move: self.weights.exchange * sum(values[rank(card)] for card in move.cards)

    def _play_value(self, view: Palacio, seat: Seat) -> Callable[[int, int], float]:
        """Return a function that values a Palácio play by its rank index and its number of cards."""
        weights, card_values, powers = self.weights, self._values, view.options.powers
        block, (lowest, highest) = self._block_bonus_and_limits(view, seat)
        must_go_now = view.options.last_card == "ordinary" and view.count_cards_left(seat) <= MAX_CARDS_BEFORE_LAST
        top, top_count = -1, 0
        if view.options.is_fourth_counted_across_turns and view.piles[PILE]:
            top, top_count = rank(view.piles[PILE][-1]), powers.count_equal_on_top(view.piles[PILE])

        def value(index: int, count: int) -> float:
            is_wild = index == TWO or index in powers.see_through
            worth = weights.see_through if index in powers.see_through else card_values[index]
            total = -worth + (count - 1) * (-worth if is_wild or index == TEN else weights.further_equal_card)
            if must_go_now and index in (TWO, TEN):
                return worth
            if index == TEN:
                return total
            if count + top_count * (index == top) >= FOUR:
                return total + worth
            if powers.by_rank[index] == AGAIN and not self._can_play_again(view, seat, index, count):
                total -= weights.stuck_after_playing_again
            if not is_wild:
                is_lower = powers.by_rank[index] == NEXT_LOWER
                strength = STRENGTH[index]
                total += block * (STRENGTH[0] + STRENGTH[2] - strength if is_lower else strength)
                if strength < lowest if is_lower else strength > highest:
                    total += weights.above_next_face_up
            return total

        return value

    @staticmethod
    def _can_play_again(view: Palacio, seat: Seat, index: int, count: int) -> bool:
        """Whether a Palácio seat that must play again after ``count`` cards of a rank can, or has no cards left."""
        own = view.piles[HAND[seat]] or tuple(card for slot in UP[seat] for card in view.piles[slot])
        ranks = [rank(card) for card in own if card != HIDDEN]
        fitting = view.options.powers.fitting[index]
        left = sum(own_rank in fitting for own_rank in ranks) - count
        return left > 0 or view.count_cards_left(seat) == count

    def _block_bonus_and_limits(self, view: Palacio, seat: Seat) -> tuple[float, tuple[int, int]]:
        """Return the bonus for each step of strength, and the lowest and highest strength that the next seat shows.

        The bonus is for plays hard to follow by a seat that is about to go out. A higher play than all that it shows,
        or a lower one if it must then play lower, gets another bonus.
        """
        piles, following = view.piles, view.following_seat(seat)
        block, limits = 0.0, (0, STRENGTH[TWO])
        hand = len(piles[HAND[following]])
        if hand <= self.weights.max_near_end_cards:
            seen = [rank(card) for slot in UP[following] for card in piles[slot]]
            if hand + len(seen) + sum(len(piles[slot]) for slot in DOWN[following]) <= self.weights.max_near_end_cards:
                block = self.weights.block_bonus_per_strength
            if (
                not hand
                and seen
                and not piles[STOCK]
                and not {TWO, TEN, *view.options.powers.see_through}.intersection(seen)
            ):
                limits = min(STRENGTH[index] for index in seen), max(STRENGTH[index] for index in seen)
        return block, limits
