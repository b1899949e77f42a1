"""Planning of a RoPeD turn: reveal, pick up, discard, lay sets and rope."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from engine.bots.roped.hand_values import BEST_SETS_BY_HAND, HandValues, HandWeights, best_sets_with
from engine.bots.roped.position import MATCHES, NONE_FOUND, SUITS, Position, bits, mask_of
from engine.cards import HIDDEN
from engine.games.roped.sets import FOUR

GOING_OUT_VALUE = 100.0
ALL_CARDS = (1 << 52) - 1
CARDS_UP_TO_EIGHT = (1 << 32) - 1
"""Bit set of the cards up to the eights. The highest unseen one of a suit represents all its unseen cards."""


class Weights(NamedTuple):
    """Weights for planning a RoPeD turn, in points unless stated otherwise."""

    phases: tuple[HandWeights, HandWeights, HandWeights]
    """Weights of hands by phase: all others hold five cards or more; one holds two to four; one holds at most one."""
    rope_risk_fraction: float = 0.8
    """Fraction of a set's points that it is expected to lose if its ace is surely in another hand."""
    drawn_misfit_cost: float = 6.0
    """Cost of each drawn card that doesn't fit."""
    stock_bonus: float = 2.0
    """Bonus for taking the unknown card of the stock."""
    unseen_card_cost: float = 2.0
    """Cost of laying an unseen card."""
    fill_bonus: float = 0.0
    """Bonus for filling an empty slot."""
    reveal_set_bonus: float = 4.0
    """Bonus for a covered pile with a card that would complete a set."""
    reveal_suited_bonus: float = 0.5
    """Bonus for each card of a covered pile, times the cards of its suit in the hand."""
    rope_value: float = 1.2
    """Value of roping a set, as a fraction of its points."""
    one_card_and_empty_slot_bonus: float = 0.0
    """Bonus for a hand of one card if there is an empty slot."""
    empty_slot_cost: float = 0.0
    """Cost of leaving an empty slot if the next seat has one card; half if another seat has."""
    lone_card_pile_cost: float = 0.0
    """Cost of leaving an open pile of one card, which may become an empty slot; halved like ``empty_slot_cost``."""
    cover_depth_bonus: float = 0.0
    """Bonus for each card of the pile onto which a card is discarded."""
    reveal_likely_suit_bonus_by_held: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    """Bonus for turning up a card of a probable suit, by number of cards of that suit in the hand (0 … 4)."""
    stock_gain: float = 0.0
    """Fraction of the expected gain from the stock's card that is counted, 0 … 1."""
    takes_blocks: bool = True
    """Whether to consider taking several cards."""
    watches_hand_sizes: bool = True
    """Whether to consider the number of cards in the others' hands."""
    min_rope_points: int = 0
    """Minimum points of a set to rope it; ignored if that empties the hand."""
    reveal_unknown_bonus: float = 0.0
    """Bonus for turning up an unknown card."""


class TurnContext(NamedTuple):
    """Values that are constant while one RoPeD turn is planned."""

    weights: Weights
    values: HandValues
    rope_risk_by_suit: tuple[float, float, float, float]
    """By suit: fraction of a set's points at risk from a lasso."""
    kind_rope_risk: float
    """Fraction of the points of four of a kind at risk from a lasso."""
    empty_slot_cost: float
    """Cost of leaving an empty slot."""
    lone_card_pile_cost: float
    """Cost of leaving an open pile of one card."""
    any_refill: bool
    """Whether any two cards may fill an empty slot."""


class Discard(NamedTuple):
    """A planned RoPeD discard and its value. ``verb`` is empty if none is possible."""

    value: float
    verb: str
    cards: tuple[int, ...] = ()


NO_DISCARD = Discard(-1e9, "")

TopCardsAndCoverValues = Sequence[tuple[int, float]]
"""Open top cards, each with the value of covering it."""


class Planner:
    """Plans RoPeD turns from a seat's knowledge: its hand, the open cards, and the sizes of the others' hands."""

    def __init__(self, weights: Sequence[Weights]) -> None:
        """``weights`` are the planning weights of RoPeD, one element each for two, three and four seats."""
        self.weights = tuple(weights)
        self._values: dict[tuple[int, int, int, int], HandValues] = {}

    def context(self, position: Position) -> TurnContext:
        """Return the weights, hand values and risks for planning the current RoPeD turn."""
        sizes, seats, seat = position.sizes, position.seats, position.seat
        weights = self.weights[seats - 2]
        others = sizes[:seat] + sizes[seat + 1 :]
        least = min(others)
        phase = 2 if least <= 1 else 1 if least <= FOUR else 0
        if not weights.watches_hand_sizes:
            phase = 0
        key = (seats, phase, position.ace_cost, position.bonus)
        values = self._values.get(key)
        if values is None:
            values = self._values[key] = HandValues(weights.phases[phase], position.ace_cost, position.bonus)
        known = position.shown | position.hand
        hidden = 15 & ~known
        threat = single = 0.0
        if phase == 2:
            hurry = (others.count(1) + (sizes[(seat + 1) % seats] == 1)) / 2
            threat, single = weights.empty_slot_cost * hurry, weights.lone_card_pile_cost * hurry
        if not hidden:
            return TurnContext(weights, values, (0.0, 0.0, 0.0, 0.0), 0.0, threat, single, position.any_refill)
        share = weights.rope_risk_fraction * sum(others) / (52 - known.bit_count())
        every = min(0.9, share * hidden.bit_count())
        if position.any_ace:
            risks = (every, every, every, every)
            return TurnContext(weights, values, risks, every, threat, single, position.any_refill)
        a, b, c, d = (share if hidden >> suit & 1 else 0.0 for suit in range(4))
        return TurnContext(weights, values, (a, b, c, d), every, threat, single, position.any_refill)

    # --- sets ---------------------------------------------------------------------------------------------------------

    def meld_value(self, hand: int, points: int, four: int, context: TurnContext, empty_slots: int) -> float:
        """Return the value of laying a RoPeD set: its points minus the risk of capture, plus the value of the rest."""
        low = four & -four
        if four == low * 15:
            risk = 0.0 if four & 1 else context.kind_rope_risk
        else:
            risk = 0.0 if four & 15 else context.rope_risk_by_suit[low.bit_length() - 1 & 3]
        return points * (1 - risk) + self.hand_value(hand ^ four, context, empty_slots)

    def hand_value(self, hand: int, context: TurnContext, empty_slots: int) -> float:
        """Return the value, in points, of the cards left in a RoPeD hand at the end of a turn.

        ``empty_slots`` is the number of empty slots on the table.
        """
        value = context.values[hand]
        if empty_slots and hand:
            value -= context.empty_slot_cost
            if not hand & (hand - 1):
                value += context.weights.one_card_and_empty_slot_bonus
        return value

    def value_after_best_meld(self, hand: int, context: TurnContext, empty_slots: int, due: int = HIDDEN) -> float:
        """Return the value of a RoPeD hand with the best set laid, or none.

        ``due`` is a card that a set must contain (R10), or below 0.
        """
        if due >= 0:
            return max(
                self.meld_value(hand, points, four, context, empty_slots) for points, four in best_sets_with(hand, due)
            )
        best = self.hand_value(hand, context, empty_slots) if empty_slots else context.values[hand]
        for points, four in BEST_SETS_BY_HAND[hand]:
            best = max(best, self.meld_value(hand, points, four, context, empty_slots))
        return best

    def choose_meld_points_and_cards(self, position: Position) -> tuple[int, int]:
        """Return points and cards of the RoPeD set to lay; zeros if it is better to wait."""
        context, hand, due = self.context(position), position.hand, position.due_card
        empty = position.empty_slot_count()
        sets = best_sets_with(hand, due) if due >= 0 else BEST_SETS_BY_HAND[hand]
        best, chosen = (-1e9 if due >= 0 else self.hand_value(hand, context, empty)), (0, 0)
        for points, four in sets:
            value = self.meld_value(hand, points, four, context, empty)
            if value > best:
                best, chosen = value, (points, four)
        return chosen

    # --- discarding ---------------------------------------------------------------------------------------------------

    def best_discard(
        self,
        hand: int,
        tops: TopCardsAndCoverValues,
        empty_slots: int,
        drawable: int,
        *,
        due: int,
        context: TurnContext,
    ) -> Discard:
        """Return the best discard from a RoPeD hand.

        Args:
            hand: bit set of cards.
            tops: open top cards.
            empty_slots: number of empty slots.
            drawable: number of cards that can be drawn.
            due: card that the set of this turn must contain (R10), or below 0.
            context: of the turn.
        """
        wanted, gain = 0, 0.0
        for top, bonus in tops:
            wanted |= MATCHES[top]
            gain = max(gain, bonus)
        best = NO_DISCARD
        own = hand if due < 0 else hand & ~(1 << due)
        for card in bits(own & wanted):
            rest = hand ^ 1 << card
            if due >= 0 and not has_set_with(rest, due):
                continue
            value = self.value_after_best_meld(rest, context, empty_slots, due)
            if gain:
                value += max([bonus for top, bonus in tops if MATCHES[card] >> top & 1])
            if value > best.value:
                best = Discard(value, "discard", (card,))
        if empty_slots:
            filling = self._best_slot_filling(hand, own, empty_slots - 1, drawable, due=due, context=context)
            if filling.value > best.value:
                best = filling
        if drawable and tops:
            value = self.draw_until_fit_value(hand, len(tops), empty_slots, due, context)
            if value > best.value:
                best = Discard(value, "draw")
        return best if best.verb else Discard(self.value_after_best_meld(hand, context, empty_slots, due), "")

    def best_discard_now(self, position: Position, context: TurnContext | None = None) -> Discard:
        """Return the best RoPeD discard in a position, from the seat's whole hand."""
        context = context or self.context(position)
        tops = [(top, self.cover_value(position.slots[index], context)) for index, top in position.open_tops()]
        return self.best_discard(
            position.hand,
            tops,
            position.empty_slot_count(),
            position.drawable_count,
            due=position.due_card,
            context=context,
        )

    def _best_slot_filling(
        self, hand: int, usable: int, other_empty_slots: int, drawable: int, *, due: int, context: TurnContext
    ) -> Discard:
        """Return the best way to fill an empty RoPeD slot with 0 to 2 cards of the hand and the rest from the stock."""
        weights, best, held = context.weights, NO_DISCARD, bits(usable)
        pairs = combinations(held, 2)
        ways: list[tuple[int, ...]] = [(a, b) for a, b in pairs if context.any_refill or MATCHES[a] >> b & 1]
        if drawable:
            ways += [(card,) for card in held]
        if drawable > 1:
            ways.append(())
        for cards in ways:
            rest = hand
            for card in cards:
                rest ^= 1 << card
            if due >= 0 and not has_set_with(rest, due):
                continue
            value = (
                self.value_after_best_meld(rest, context, other_empty_slots, due)
                + weights.fill_bonus
                - (0.0 if len(cards) == 2 else weights.unseen_card_cost)
            )
            if value > best.value:
                best = Discard(value, "fill", cards)
        return best

    def draw_until_fit_value(
        self, hand: int, open_piles: int, empty_slots: int, due: int, context: TurnContext
    ) -> float:
        """Return the value of drawing RoPeD cards until one fits a pile; few open piles mean more cards in the hand."""
        misses = 0.7**open_piles
        value = self.value_after_best_meld(hand, context, empty_slots, due)
        more = misses / (1 - misses) * context.weights.drawn_misfit_cost
        if value >= GOING_OUT_VALUE and hand.bit_count() == FOUR:  # a card that doesn't fit prevents going out
            return value - misses * GOING_OUT_VALUE - more
        return value - more

    def best_slot(self, position: Position, card: int) -> int:
        """Return the index of the best RoPeD slot that a card matches, or ``NONE_FOUND``."""
        slots, matching, context = position.slots, MATCHES[card], self.context(position)
        best, chosen = -1e9, NONE_FOUND
        for index, top in position.open_tops():
            if matching >> top & 1:
                value = self.cover_value(slots[index], context)
                if value > best:
                    best, chosen = value, index
        return chosen

    def cover_value(self, lying: Sequence[int], context: TurnContext) -> float:
        return context.weights.cover_depth_bonus * len(lying) + (
            context.lone_card_pile_cost if len(lying) == 1 else 0.0
        )

    # --- picking up ---------------------------------------------------------------------------------------------------

    def choose_card_to_take_and_discard(self, position: Position) -> tuple[int, Discard | None]:
        """Return the RoPeD card to take, with those on top of it, and the planned discard; ``HIDDEN``, None to draw."""
        context, best_discard = self.context(position), None
        best, chosen = -1e9, int(HIDDEN)
        if position.drawable_count:
            best = self.stock_value(position, context)
        for index, lying in enumerate(position.slots):
            if lying and not position.covered[index]:
                block = 0
                for depth in range(1, len(lying) + 1 if context.weights.takes_blocks else 2):
                    card = lying[-depth]
                    block |= 1 << card
                    if depth == 1 or position.is_block_free or has_set_with(position.hand | block, card):
                        value, plan = self.take_value(position, index, depth, context)
                        if value > best:
                            best, chosen, best_discard = value, card, plan
        return chosen, best_discard

    def take_value(
        self, position: Position, slot_index: int, card_count: int, context: TurnContext
    ) -> tuple[float, Discard]:
        """Return the value of taking the top ``card_count`` cards of a RoPeD slot, and the best discard afterwards."""
        lying = position.slots[slot_index]
        tops = [
            (top, self.cover_value(position.slots[other], context))
            for other, top in position.open_tops()
            if other != slot_index
        ]
        empty, rest = position.empty_slot_count(), lying[:-card_count]
        if rest:
            tops.append((rest[-1], self.cover_value(rest, context)))
        else:
            empty += 1
        due = NONE_FOUND if card_count == 1 or position.is_block_free else lying[-card_count]
        discard = self.best_discard(
            position.hand | mask_of(lying[-card_count:]), tops, empty, position.drawable_count, due=due, context=context
        )
        if len(rest) == 1:
            return discard.value - context.lone_card_pile_cost, discard
        return (discard.value + context.lone_card_pile_cost if len(lying) == 1 else discard.value), discard

    def stock_value(self, position: Position, context: TurnContext) -> float:
        """Return the value of drawing from the RoPeD stock and then discarding the drawn card or another one."""
        hand, empty = position.hand, position.empty_slot_count()
        value = self.value_after_best_meld(hand, context, empty)
        if context.weights.stock_gain:
            discard = self.best_discard_now(position, context)
            rest = hand
            for card in discard.cards:
                rest ^= 1 << card
            unseen = ALL_CARDS & ~(position.shown | hand)
            more = 0.0
            for suit in SUITS:
                mask = unseen & suit
                if mask:
                    low = mask & CARDS_UP_TO_EIGHT
                    card = low.bit_length() - 1 if low else (mask & -mask).bit_length() - 1
                    gain = self.value_after_best_meld(rest | 1 << card, context, empty) - value
                    if gain > 0:
                        more += gain * mask.bit_count()
            value += context.weights.stock_gain * more / max(1, unseen.bit_count())
        return value + context.weights.stock_bonus

    # --- revealing, roping, beginning ---------------------------------------------------------------------------------

    def choose_reveal(self, position: Position) -> int:
        """Return the index of the RoPeD slot to turn up, or ``NONE_FOUND``."""
        best, chosen = -1e9, NONE_FOUND
        for index in range(len(position.slots)):
            if position.covered[index]:
                value = self.reveal_value(position, index)
                if value > best:
                    best, chosen = value, index
        return chosen

    def reveal_value(self, position: Position, slot_index: int) -> float:
        weights, hand, lying = self.weights[position.seats - 2], position.hand, position.slots[slot_index]
        blind = position.blind[slot_index]
        known = position.laid_by[slot_index] == position.seat and not blind
        total = 0.0
        for card in lying if known else lying[:-1]:
            suited = (hand & SUITS[card & 3]).bit_count()
            total += weights.reveal_suited_bonus * suited + (weights.reveal_set_bonus if suited >= FOUR - 1 else 0.0)
        if not known:
            total += (
                weights.reveal_unknown_bonus
                + weights.reveal_likely_suit_bonus_by_held[min((hand & SUITS[lying[-2] & 3]).bit_count(), FOUR)]
            )
        if blind and not position.mismatch_costs_all:
            total += position.mismatch_points / 2 * (-1 if position.laid_by[slot_index] == position.seat else 1)
        return total

    def best_rope_card(self, position: Position, held: int, points: int) -> int:
        """Return the best card of the bit set ``held`` to rope a RoPeD set with, or ``NONE_FOUND``."""
        best, chosen = 0.0, NONE_FOUND
        if self.ignores_set(position, points):
            return chosen
        for card in bits(held):
            value = self.rope_value(position, card, points)
            if value > best:
                best, chosen = value, card
        return chosen

    def ignores_set(self, position: Position, points: int) -> bool:
        """Whether a seat won't capture (rope) a RoPeD set, as it has fewer points than ``Weights.min_rope_points``."""
        return points < self.weights[position.seats - 2].min_rope_points and position.hand.bit_count() > 1

    def first_pair(self, position: Position) -> int:
        """Return a bit set of the two cards of a RoPeD hand for the first pile."""
        context, hand = self.context(position), position.hand
        pairs = [1 << a | 1 << b for a, b in combinations(bits(hand), 2) if MATCHES[a] >> b & 1]
        return max(pairs, key=lambda pair: context.values[hand ^ pair])

    def rope_value(self, position: Position, card: int, points: int) -> float:
        """Return the gain of capturing (roping) a RoPeD set of ``points`` with a card, compared with keeping it."""
        context, hand = self.context(position), position.hand
        empty = position.empty_slot_count()
        return (
            context.weights.rope_value * points
            + self.hand_value(hand ^ 1 << card, context, empty)
            - self.hand_value(hand, context, empty)
        )


def has_set_with(hand: int, card: int) -> bool:
    """Whether a RoPeD hand has a set with this card (R10)."""
    return (hand & SUITS[card & 3]).bit_count() >= FOUR or hand >> (card & ~3) & 15 == 15
