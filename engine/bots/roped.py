"""The quick player of RoPeD: collect suits, take blocks for their sets, shed what would cost when somebody goes out."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engine.bots.base import Option
from engine.cards import HIDDEN, RANKS, Card
from engine.games.roped import BONUS, HAND, PENALTY, SLOT, Roped
from engine.games.roped_sets import ACE, FACTORS, FOUR, KIND, KING, kind_of, matches, points_of, sets_in, value
from engine.moves import Move, Seat
from engine.rng import Rng

Masks = tuple[int, int, int, int]
"""A hand as four sets of bits: by suit, the ranks that are there."""


class Weights(NamedTuple):
    """What the player goes by; the unit is one point of the score, unless said otherwise."""

    ready: float = 0.6
    """Share of its points that a complete set for a later turn is worth."""
    later: float = 0.1
    """Share of them that is lost when more cards of the suit wait."""
    three: float = 0.4
    """Share of the points of a set for three of its cards."""
    two: float = 0.12
    """The same for two."""
    three_kind: float = 0.18
    """Share of the points for three of a kind."""
    calm: float = 0.25
    """Share of what a card costs in the hand, while everybody holds many."""
    near: float = 0.5
    """The same when somebody holds at most four cards."""
    rush: float = 0.9
    """The same when somebody holds at most two."""
    card: float = 2.0
    """For each card in the hand: without cards the deal is won."""
    last: float = 10.0
    """For having one card only: with an empty place the next turn may be the last."""
    lasso: float = 10.0
    """For each ace in the hand, which may rope a set."""
    roped: float = 0.3
    """Share of its points that a set is expected to lose if its ace may be in another hand."""
    draw: float = 6.0
    """Cost of drawing until a card fits."""
    stock: float = 2.0
    """What an unknown card is worth more than none."""
    blind: float = 2.0
    """Cost of laying an unseen card, which probably doesn't match."""


STANDARD = Weights()
_TYPICAL = 6
"""Points of a card that is still missing."""
_BITS = range(len(RANKS))
_WINDOWS = (*(0b1111 << low for low in range(10)), 1 << ACE | 0b111 << KING - 2)


def masks_of(cards: Iterable[Card]) -> Masks:
    """The hand by suits."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks[0], masks[1], masks[2], masks[3]


def _without(hand: Masks, cards: Iterable[Card]) -> Masks:
    """The hand without cards; those that it hasn't are passed over."""
    masks = list(hand)
    for card in cards:
        masks[card & 3] &= ~(1 << (card >> 2))
    return masks[0], masks[1], masks[2], masks[3]


def _less(hand: Masks, suit: int, gone: int) -> Masks:
    masks = list(hand)
    masks[suit] ^= gone
    return masks[0], masks[1], masks[2], masks[3]


def _best_four(mask: int) -> tuple[int, int]:
    """Points and cards of the best set in the cards of one suit."""
    points, four = max((points_of(four), four) for four in sets_in(_cards(mask)))
    return points, sum(1 << (card >> 2) for card in four)


def _cards(mask: int) -> list[Card]:
    """The cards of one suit, as spades do not differ from clubs here."""
    return [Card(index * 4) for index in _BITS if mask >> index & 1]


def _sum(mask: int, ace: int) -> int:
    return sum(value(card, ace) for card in _cards(mask))


class Turn(NamedTuple):
    """What stays the same while one decision is weighed."""

    cost: float
    """Share of what a card costs in the hand."""
    ace: int
    """What an ace costs there."""
    risks: tuple[float, float, float, float]
    """By suit, the share of a set's points that a lasso may take."""
    open_place: bool
    """Whether two cards may be laid at once."""


class Policy:
    """Plays at once, from what the seat knows.

    A move is worth what the hand will be worth at the end of the turn: after the best discard and the best set.
    """

    slack = 4.0

    def __init__(self, weights: Weights = STANDARD) -> None:
        self.weights = weights
        self._hope = lru_cache(maxsize=1 << 14)(self._hope_of_suit)
        self._best = lru_cache(maxsize=1 << 14)(_best_four)
        self._worth = lru_cache(maxsize=1 << 16)(self._worth_of_hand)
        self._ended = lru_cache(maxsize=1 << 16)(self._after_best_set)

    def choose(self, view: Roped, seat: Seat, rng: Rng) -> Move:
        """The best move by the weights, the first listed of equal ones."""
        moves = view.legal_moves(seat)
        return moves[0] if len(moves) == 1 else max(moves, key=self._value(view, seat))

    def weigh(self, view: Roped, seat: Seat) -> list[Option]:
        """All legal moves, the best first."""
        value = self._value(view, seat)
        options = [Option(move, value(move)) for move in view.legal_moves(seat)]
        return sorted(options, key=lambda option: -option.worth)

    # --- what a hand is worth ---------------------------------------------------------------------------------------

    def _hope_of_suit(self, mask: int, cost: float, ace: int) -> float:
        """What the cards of one suit may bring as sets in later turns, less what it costs to be caught with them."""
        weights, count = self.weights, mask.bit_count()
        if count >= FOUR:
            points, four = self._best(mask)
            more = weights.later * points if four != mask else 0.0
            return weights.ready * points + self._hope(mask ^ four, cost, ace) - more
        total = weights.lasso * (mask & 1) - cost * _sum(mask, ace)
        if count < 2:
            return total
        whole = _sum(mask, 1) + (FOUR - count) * _TYPICAL
        if count == 2:
            return total + weights.two * whole
        close = any((mask & window).bit_count() == 3 for window in _WINDOWS)
        return total + weights.three * whole * (1.15 if close else 1.0)

    def _worth_of_hand(self, hand: Masks, cost: float, ace: int) -> float:
        """What a hand is worth between two turns."""
        a, b, c, d = hand
        hope = self._hope
        count = a.bit_count() + b.bit_count() + c.bit_count() + d.bit_count()
        if not count:
            return float(BONUS)
        total = hope(a, cost, ace) + hope(b, cost, ace) + hope(c, cost, ace) + hope(d, cost, ace)
        total -= self.weights.card * count
        if count == 1:
            total += self.weights.last
        three = (a & b & (c | d)) | ((a | b) & c & d)
        if three:
            four = a & b & c & d
            for index in _BITS:
                if three >> index & 1:
                    kind = FACTORS[KIND] * FOUR * value(Card(index * 4), 1)
                    total += (self.weights.ready if four >> index & 1 else self.weights.three_kind) * kind
        return total

    def _after_best_set(self, hand: Masks, turn: Turn) -> float:
        """What a hand is worth at the end of a turn, when the best set is laid or none."""
        best = self._worth(hand, turn.cost, turn.ace)
        for suit, mask in enumerate(hand):
            if mask.bit_count() >= FOUR:
                points, four = self._best(mask)
                rest = _less(hand, suit, four)
                best = max(best, points * (1 - turn.risks[suit]) + self._worth(rest, turn.cost, turn.ace))
        common = hand[0] & hand[1] & hand[2] & hand[3]
        if common:
            low = common & -common
            points = FACTORS[KIND] * FOUR * value(Card((low.bit_length() - 1) * 4), 1)
            a, b, c, d = hand
            best = max(best, points + self._worth((a ^ low, b ^ low, c ^ low, d ^ low), turn.cost, turn.ace))
        return best

    def _turn(self, view: Roped, seat: Seat) -> Turn:
        least = min(len(view.piles[HAND[other]]) for other in range(view.seats) if other != seat)
        weights, hand = self.weights, view.piles[HAND[seat]]
        cost = weights.rush if least <= 2 else weights.near if least <= FOUR else weights.calm
        risks = []
        for suit in range(4):
            ace = Card(ACE * 4 + suit)
            risks.append(0.0 if ace in hand or view.lies_open(ace) else weights.roped)
        if view.options.lasso_ace == "any" and any(risks):
            risks = [weights.roped] * 4
        empty = any(not view.piles[slot] for slot in SLOT)
        return Turn(cost, view.options.ace_in_hand, (risks[0], risks[1], risks[2], risks[3]), empty)

    # --- what a move is worth ---------------------------------------------------------------------------------------

    def _value(self, view: Roped, seat: Seat) -> Callable[[Move], float]:
        assert view.ask is not None
        what = view.ask.what
        if what == "reveal":
            return lambda move: self._revealed(view, seat, move)
        turn, hand = self._turn(view, seat), masks_of(view.piles[HAND[seat]])
        if what == "pick":
            return lambda move: self._picked(view, seat, move, turn)
        if what == "set":
            return lambda move: self._laid(move, hand, turn)
        if what in ("lasso", "chain"):
            stake = 1.2 * points_of(view.piles[view.stake])
            return lambda move: self._worth(_without(hand, move.cards), turn.cost, turn.ace) + stake * len(move.cards)
        return lambda move: self._discarded(view, move, hand, turn)

    def _revealed(self, view: Roped, seat: Seat, move: Move) -> float:
        """A pile whose open cards may be taken is worth opening; one that came from the stock may cost."""
        lying = view.piles[SLOT[move.to]]
        known = lying[-1] >= 0 and view.known[lying[-1]] >> seat & 1
        own = masks_of(view.piles[HAND[seat]])
        total = 0.0
        for card in lying if known else lying[:-1]:
            suited = own[card & 3].bit_count()
            total += 0.5 * suited + (4.0 if suited >= FOUR - 1 else 0.0)
        return total - PENALTY / 2 * view.blind[move.to]

    def _picked(self, view: Roped, seat: Seat, move: Move, turn: Turn) -> float:
        """What the hand will be worth after the best discard; for an unknown card, as if it were none."""
        held = view.piles[HAND[seat]]
        tops = {}
        for slot in SLOT:
            lying = view.piles[slot]
            if move.cards and move.cards[0] in lying:
                at = lying.index(move.cards[0])
                held, lying = held + lying[at:], lying[:at]
            if lying and lying[-1] >= 0 and view.turned >> lying[-1] & 1:
                tops[slot] = lying[-1]
        due = move.cards[0] if move.cards else HIDDEN
        hand, weights = masks_of(held), self.weights
        if not move.cards:
            return self._ended(hand, turn) + weights.stock
        best = self._ended(hand, turn) - weights.draw
        single = len(held) - len(view.piles[HAND[seat]]) == 1
        for card in held:
            if (single or card != due) and any(matches(card, top) for top in tops.values()):
                best = max(best, self._ended(_without(hand, (card,)), turn))
        if (turn.open_place or len(tops) < len(SLOT)) and len(held) in (2, FOUR + 2):
            for pair in combinations(held, 2):
                if matches(*pair):
                    best = max(best, self._ended(_without(hand, pair), turn))
        return best

    def _discarded(self, view: Roped, move: Move, hand: Masks, turn: Turn) -> float:
        """What the hand is worth without the cards, and what an unseen card may cost."""
        weights = self.weights
        if move.verb in ("draw", "blind", "fill"):
            return self._ended(hand, turn) - (weights.draw if move.verb == "draw" else weights.blind)
        total = self._ended(_without(hand, move.cards), turn)
        if move.to < 0:
            return total
        lying = view.piles[SLOT[move.to]]
        if not lying and len(move.cards) == 1:
            total -= weights.blind
        elif lying and not matches(move.cards[0], lying[-1]):
            total -= PENALTY / 2
        return total

    def _laid(self, move: Move, hand: Masks, turn: Turn) -> float:
        """The points of a set, less what a lasso may take, and what is left in the hand."""
        if not move.cards:
            return self._worth(hand, turn.cost, turn.ace)
        suit = move.cards[0] & 3
        safe = kind_of(move.cards) == KIND or Card(ACE * 4 + suit) in move.cards
        points = points_of(move.cards) * (1 - (0.0 if safe else turn.risks[suit]))
        return points + self._worth(_without(hand, move.cards), turn.cost, turn.ace)
