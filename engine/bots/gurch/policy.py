"""Policy of Gurch: plays and swaps for the best remaining hand, by fitted values of hands.

The value of a hand is its expected points: points for its lowest card, to be kept to the end, times a factor for each
other card. The value of a play is that of the remaining hand with or without control, weighted by the chance of taking
the trick.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

from engine.bots.common.base import Evaluation
from engine.bots.gurch.hand_values import LOWEST_CARD_POINTS, OTHER_CARD_FACTORS
from engine.cards import Card
from engine.games.gurch import Gurch
from engine.games.gurch.piles import HAND, MINIGAME_HAND, PLAYED, REJECTED, SHOWN, TRICK, UP_CARD
from engine.games.gurch.plays import TOP_VALUE, Values
from engine.moves import Move, Seat
from engine.rng import Rng

VALUES = range(2, 15)
SIX, ACE = 6, 14
_SETS_BY_COUNT_AND_NUMBER = tuple(tuple(comb(number, count) for number in range(5)) for count in range(5))
"""[cards played][unseen cards of a value, 0 … 4] -> number of sets of that many equal cards."""


class Weights(NamedTuple):
    """Weights of the Gurch policy besides the fitted hand values."""

    second_swap_points: float = 1.0
    """Value of a vote and a second swap, in points."""
    nobody_swaps_factor: float = 1.9
    """Factor for a hand if nobody swaps, as the others then keep their hands as dealt.

    Fitted to 120 starting hands, each move in 200 sampled deals.
    """
    min_gain: float = 0.1
    """Minimum gain, in points, for a swap."""
    single_lead_points: float = 0.1
    """Points for each value of a lead above the lowest card where sets may not be led: others lose low cards to it.

    Measured in 400 deals of Gurka and Agurk, against 0, 0.3 and 0.6.
    """


STANDARD_WEIGHTS = Weights()


@cache
def _mean_factor_above(min_value: int, hand_size: int, leads: bool) -> float:
    """Return the mean factor of a card on the points of its Gurch hand, over card values from ``min_value`` to ace."""
    factors = [OTHER_CARD_FACTORS[leads][hand_size][value] for value in VALUES if value >= min_value]
    return sum(factors) / len(factors)


@cache
def _points_with_drawn(lowest_kept: int, draw_count: int, hand_size: int, leads: bool) -> float:
    """Return the mean points of ``draw_count`` drawn Gurch cards and a kept one of value ``lowest_kept`` (15: none)."""
    low, high = LOWEST_CARD_POINTS[leads][hand_size], OTHER_CARD_FACTORS[leads][hand_size]
    mean = 0.0
    if lowest_kept < 15:
        all_above = ((15 - lowest_kept) / 13) ** draw_count
        mean = all_above * low[lowest_kept] * _mean_factor_above(lowest_kept, hand_size, leads) ** draw_count
    for value in range(2, lowest_kept):
        least = ((15 - value) / 13) ** draw_count - ((14 - value) / 13) ** draw_count
        others = _mean_factor_above(value, hand_size, leads) ** (draw_count - 1) * (
            high[lowest_kept] if lowest_kept < 15 else 1.0
        )
        mean += least * low[value] * others
    return mean


@cache
def hand_value(values: tuple[int, ...], leads: bool) -> float:
    """Return the expected points of a Gurch hand, in ascending order; ``leads``: whether its player has the lead."""
    high = OTHER_CARD_FACTORS[leads][len(values)]
    return LOWEST_CARD_POINTS[leads][len(values)][values[0]] * prod([high[value] for value in values[1:]])


@cache
def kept_value(kept_values: tuple[int, ...], draw_count: int, leads: bool) -> float:
    """Return the expected points of kept Gurch cards, given in ascending order, plus ``draw_count`` random ones."""
    cards = len(kept_values) + draw_count
    if not draw_count:
        return hand_value(kept_values, leads)
    high = OTHER_CARD_FACTORS[leads][cards]
    # every drawn card is lower than the top card of a house rule
    lowest, others = (kept_values[0], kept_values[1:]) if kept_values and kept_values[0] <= ACE else (15, kept_values)
    return _points_with_drawn(lowest, draw_count, cards, leads) * prod([high[value] for value in others])


def best_kept_value(values: tuple[int, ...], discard_count: int, draw_count: int, leads: bool) -> float:
    """Return the expected points of a Gurch hand after its best discard, with ``draw_count`` random cards more."""
    kept_count = max(0, len(values) - discard_count)
    return max(kept_value(kept, draw_count, leads) for kept in combinations(values, kept_count))


class GurchPolicy:
    """Chooses the Gurch move with the highest expected points."""

    style_slack = 0.2

    def __init__(self, weights: Weights = STANDARD_WEIGHTS) -> None:
        self.weights = weights

    def choose(self, view: Gurch, seat: Seat, rng: Rng) -> Move:
        moves = view.legal_moves(seat)
        return moves[0] if len(moves) == 1 else max(moves, key=self._value(view, seat))

    def evaluate(self, view: Gurch, seat: Seat) -> list[Evaluation]:
        """Return all legal Gurch moves, the best first."""
        value = self._value(view, seat)
        options = [Evaluation(move, value(move)) for move in view.legal_moves(seat)]
        return sorted(options, key=lambda option: -option.value)

    def _value(self, view: Gurch, seat: Seat) -> Callable[[Move], float]:
        assert view.ask is not None
        if view.ask.what == "play":
            return self._play_value(view, seat)
        if view.ask.what == "vote":
            return self._vote_value(view, seat)
        return self._swap_value(view, seat)

    # --- swaps --------------------------------------------------------------------------------------------------------

    def _swap_value(self, view: Gurch, seat: Seat) -> Callable[[Move], float]:
        assert view.ask is not None
        weights, what = self.weights, view.ask.what
        own = (*view.piles[HAND[seat]], *view.piles.get(UP_CARD[seat], ()))
        leads = view.leader == seat
        table, spare = view.card_values, int(view.is_card_shown_first)
        values = _sorted_values(table, own)

        def value(move: Move) -> float:
            if move.verb == "swap":
                kept = _sorted_values(table, own, move.cards)
                bonus = weights.second_swap_points if what in ("start", "first") else 0.0
                return kept_value(kept, len(move.cards), leads) + bonus - weights.min_gain
            if move.verb == "discard":
                return hand_value(_sorted_values(table, own, move.cards), leads)
            if move.verb == "take":
                return best_kept_value(_sorted_values(table, (*own, view.piles[SHOWN][0])), spare, 0, leads)
            if move.verb == "reject":
                return best_kept_value(values, spare, 1, leads)
            if move.verb == "renew":
                return kept_value((), MINIGAME_HAND, leads)
            return hand_value(values, leads) * (weights.nobody_swaps_factor if move.verb == "start" else 1.0)

        return value

    def _vote_value(self, view: Gurch, seat: Seat) -> Callable[[Move], float]:
        """Return a function that values a Gurch vote by the best hand after a swap of that many cards."""
        leads = view.leader == seat
        values = _sorted_values(view.card_values, view.piles[HAND[seat]])

        def value(move: Move) -> float:
            return best_kept_value(values, move.to, move.to, leads)

        return value

    # --- tricks -------------------------------------------------------------------------------------------------------

    def _play_value(self, view: Gurch, seat: Seat) -> Callable[[Move], float]:
        hand, values = view.piles[HAND[seat]], view.card_values
        odds = _TrickOdds(view, seat)
        leads_single = not view.led_count and view.options.leads == "singles"
        lowest = min([values[card] for card in hand]) if leads_single else 0

        def value(move: Move) -> float:
            rest = _sorted_values(values, hand, move.cards)
            if not rest:
                return last_cards_points([values[card] for card in move.cards])
            taken = odds.win_chance(move.cards)
            bonus = 0.0
            if leads_single and (led := values[move.cards[0]]) > lowest:
                bonus = self.weights.single_lead_points * led
            return bonus + taken * hand_value(rest, True) + (1 - taken) * hand_value(rest, False)

        return value


def _sorted_values(values: Values, own: tuple[Card, ...], gone: tuple[Card, ...] = ()) -> tuple[int, ...]:
    """Return the values of own cards of Gurch without those gone, in ascending order."""
    return tuple(sorted([values[card] for card in own if card not in gone]))


def last_cards_points(values: Sequence[int]) -> float:
    """Return the expected points of a Gurch player whose last cards have these values, by the mean of the values."""
    return LOWEST_CARD_POINTS[True][1][round(sum(values) / len(values))]


class _TrickOdds:
    """Estimates the chance that cards take the current trick of Gurch, from the knowledge of one seat."""

    def __init__(self, view: Gurch, seat: Seat) -> None:
        piles = view.piles
        self.view, values = view, view.card_values
        others = [other for other in view.players if other != seat and not piles[TRICK[other]]]
        self.seats_after = [(len(piles[HAND[other]]), *view.possible_card_value_bounds(other)) for other in others]
        self.seats_after_ace = self.seats_after
        """``seats_after`` without the seats that must play their lowest cards if this seat plays aces (R19)."""
        if view.options.aces != "ordinary":
            bound = others if view.led_value in (0, ACE) else []
            if view.options.aces == "after":
                bound = [view.players[(view.players.index(seat) + 1) % len(view.players)]]
            self.seats_after_ace = [
                row for row, other in zip(self.seats_after, others, strict=True) if other not in bound
            ]
        """Of each seat still to play: number of cards, lowest and highest possible value."""
        self.counts = [4] * 15
        """By value: number of unseen cards."""
        if view.options.top_card != "none":
            self.counts += [0] * (TOP_VALUE - ACE)
            self.counts[SIX], self.counts[TOP_VALUE] = 3, 1
        tricks = [piles[TRICK[other]] for other in view.players]
        for lying in (piles[HAND[seat]], piles[PLAYED], piles.get(REJECTED, ()), *tricks):
            for card in lying:
                self.counts[values[card]] -= 1
        self.unseen = sum(self.counts[2:])

    def win_chance(self, cards: Sequence[Card]) -> float:
        """Return the chance, 0 … 1, that these cards take the current trick of Gurch."""
        view, count = self.view, len(cards)
        value = view.find_winning_value(cards)
        if not value:
            return 0.0
        if count > 1 and view.options.set_cards == "each":
            return self._chance_against_any_ranks(value, count)
        chance, sets_by_number = 1.0, _SETS_BY_COUNT_AND_NUMBER[count]
        every = comb(self.unseen, count) or 1
        for held, least, most in self.seats_after_ace if value == ACE else self.seats_after:
            share = sum([sets_by_number[number] for number in self.counts[max(value, least) : most + 1]]) / every
            chance *= max(0.0, 1.0 - share * comb(held, count)) if count > 1 else max(0.0, 1.0 - share) ** held
        return chance

    def _chance_against_any_ranks(self, value: int, count: int) -> float:
        """Return the chance that no seat still to play has ``count`` cards of at least this value."""
        chance = 1.0
        for held, least, most in self.seats_after_ace if value == ACE else self.seats_after:
            high = sum(self.counts[max(value, least) : most + 1]) / (self.unseen or 1)
            chance *= sum([comb(held, n) * high**n * (1 - high) ** (held - n) for n in range(count)])
        return chance
