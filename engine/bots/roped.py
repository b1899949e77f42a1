"""The quick player of RoPeD: collect suits, take blocks for their sets, shed what would cost when somebody goes out."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.cards import RANKS, Card
from engine.games.roped import BONUS, HAND, PENALTY, SLOT, Roped
from engine.games.roped_sets import ACE, FACTORS, FOUR, KIND, KING, kind_of, matches, points_of, sets_in, value
from engine.moves import Move, Seat
from engine.rng import Rng

Masks = tuple[int, int, int, int]
"""A hand as four sets of bits: by suit, the ranks that are there."""


class Weights(NamedTuple):
    """What the player goes by; the unit is one point of the score, unless said otherwise."""

    ready: float = 0.6
    """Share of its points that a complete set in the hand is worth."""
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
    roped: float = 0.3
    """Share of its points that a set is expected to lose if its ace may be in another hand."""
    draw: float = 6.0
    """Cost of drawing until a card fits."""
    stock: float = 2.0
    """What an unknown card is worth more than an open one that is of no use."""
    blind: float = 4.0
    """Cost of laying an unseen card, which probably doesn't match."""


STANDARD = Weights()
_TYPICAL = 6
"""Points of a card that is still missing."""
_BITS = range(len(RANKS))
_WINDOWS = (*(0b1111 << low for low in range(10)), 1 << ACE | 0b111 << KING - 2)


def masks_of(cards: Iterable[Card]) -> list[int]:
    """The hand by suits."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


def _cards(mask: int) -> list[Card]:
    """The cards of one suit, as spades do not differ from clubs here."""
    return [Card(index * 4) for index in _BITS if mask >> index & 1]


def _sum(mask: int, ace: int) -> int:
    return sum(value(card, ace) for card in _cards(mask))


class Policy:
    """Plays at once, from what the seat knows."""

    def __init__(self, weights: Weights = STANDARD) -> None:
        self.weights = weights
        self._hope = lru_cache(maxsize=8192)(self._hope_of_suit)

    def choose(self, view: Roped, seat: Seat, rng: Rng) -> Move:
        """The best move by the weights, the first listed of equal ones."""
        moves = view.legal_moves(seat)
        return moves[0] if len(moves) == 1 else max(moves, key=self._value(view, seat))

    def rank(self, view: Roped, seat: Seat) -> list[Move]:
        """All legal moves, the best first."""
        return sorted(view.legal_moves(seat), key=self._value(view, seat), reverse=True)

    # --- what a hand is worth ---------------------------------------------------------------------------------------

    def _hope_of_suit(self, mask: int, cost: float, ace: int) -> float:
        """What the cards of one suit may bring as sets, less what it costs to be caught with them."""
        weights, count = self.weights, mask.bit_count()
        if count >= FOUR:
            points, four = max((points_of(four), four) for four in sets_in(_cards(mask)))
            laid = sum(1 << (card >> 2) for card in four)
            return weights.ready * points + self._hope(mask ^ laid, cost, ace) - weights.later * points * (laid != mask)
        total = -cost * _sum(mask, ace)
        if count < 2:
            return total
        whole = _sum(mask, 1) + (FOUR - count) * _TYPICAL
        if count == 2:
            return total + weights.two * whole
        close = any((mask & window).bit_count() == 3 for window in _WINDOWS)
        return total + weights.three * whole * (1.15 if close else 1.0)

    def _worth(self, masks: list[int], cost: float, ace: int) -> float:
        """What a hand is worth: hopes less what it costs to be caught with it."""
        a, b, c, d = masks
        hope = self._hope
        total = hope(a, cost, ace) + hope(b, cost, ace) + hope(c, cost, ace) + hope(d, cost, ace)
        count = a.bit_count() + b.bit_count() + c.bit_count() + d.bit_count()
        total -= self.weights.card * count
        if not count:
            return total + BONUS
        three = (a & b & (c | d)) | ((a | b) & c & d)
        if three:
            four = a & b & c & d
            share = FACTORS[KIND] * FOUR
            for index in _BITS:
                if three >> index & 1:
                    kind = share * value(Card(index * 4), 1)
                    total += self.weights.ready * kind if four >> index & 1 else self.weights.three_kind * kind
        return total

    def _danger(self, view: Roped, seat: Seat) -> float:
        """Share of what a card costs, by how soon somebody else may be out."""
        least = min(len(view.piles[HAND[other]]) for other in range(view.seats) if other != seat)
        weights = self.weights
        return weights.rush if least <= 2 else weights.near if least <= FOUR else weights.calm

    # --- what a move is worth ---------------------------------------------------------------------------------------

    def _value(self, view: Roped, seat: Seat) -> Callable[[Move], float]:
        assert view.ask is not None
        what = view.ask.what
        cost, ace = self._danger(view, seat), view.options.ace_in_hand
        hand = masks_of(view.piles[HAND[seat]])

        def worth(gone: Iterable[Card] = (), come: Iterable[Card] = ()) -> float:
            masks = hand.copy()
            for card in come:
                masks[card & 3] |= 1 << (card >> 2)
            for card in gone:
                masks[card & 3] &= ~(1 << (card >> 2))
            return self._worth(masks, cost, ace)

        if what == "reveal":
            return lambda move: self._revealed(view, seat, move)
        if what == "pick":
            return lambda move: self._picked(view, move, worth)
        if what == "set":
            return lambda move: self._set(view, seat, move, worth)
        if what in ("lasso", "chain"):
            stake = points_of(view.piles[view.stake])
            return lambda move: worth(move.cards) + stake * 1.2 if move.cards else worth()
        return lambda move: self._discarded(view, seat, move, worth)

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

    def _picked(self, view: Roped, move: Move, worth: Callable[..., float]) -> float:
        """An open card by what the hand is worth with it; a block by its best set."""
        if move.verb == "stock":
            return worth() + self.weights.stock
        due = move.cards[0]
        lying = next(lying for slot in SLOT if due in (lying := view.piles[slot]))
        return worth((), lying[lying.index(due) :])

    def _discarded(self, view: Roped, seat: Seat, move: Move, worth: Callable[..., float]) -> float:
        """What the hand is worth without the cards, and what the table gets."""
        weights = self.weights
        if move.verb == "draw":
            return worth() - weights.draw
        if move.verb == "lay":
            return worth(move.cards)
        if move.verb == "blind":
            return worth() - weights.blind
        if move.verb == "fill":
            return worth() - weights.blind
        lying = view.piles[SLOT[move.to]]
        total = worth(move.cards)
        if not lying and len(move.cards) == 1:
            total -= weights.blind
        elif lying and not matches(move.cards[0], lying[-1]):
            total -= PENALTY / 2
        return total

    def _set(self, view: Roped, seat: Seat, move: Move, worth: Callable[..., float]) -> float:
        """The points of a set, less what a lasso may take; what is left in the hand."""
        if not move.cards:
            return worth()
        points = points_of(move.cards)
        return points * (1 - self._risk(view, seat, move.cards)) + worth(move.cards)

    def _risk(self, view: Roped, seat: Seat, four: tuple[Card, ...]) -> float:
        """Share of its points that a set is expected to lose to a lasso."""
        free = view.options.lasso_ace == "any" or kind_of(four) == KIND
        aces = [Card(ACE * 4 + suit) for suit in ((0, 1, 2, 3) if free else (four[0] & 3,))]
        hand = view.piles[HAND[seat]]
        hidden = [ace for ace in aces if ace not in four and ace not in hand and not view.lies_open(ace)]
        if not hidden:
            return 0.0
        insured = len(hidden) == 1 and Card(KING * 4 + hidden[0] % 4) in hand
        return self.weights.roped * (0.4 if insured else 1.0)
