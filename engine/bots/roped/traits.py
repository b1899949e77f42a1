"""Traits of moves in RoPeD, for playing styles."""

from engine.bots.common.style import SlackFactors, Traits, factors_by_style
from engine.cards import Card, rank
from engine.games.roped.game import HAND, SLOT, Roped
from engine.games.roped.sets import ACE, FOUR_OF_KIND, STRAIGHT_FLUSH, kind_of, value
from engine.moves import Move, Seat

COURT_CARD_POINTS = 10
"""Points of a court card."""

SLACK_FACTORS: SlackFactors = {
    "medium": factors_by_style(nayra=1.1, sione=1.3),
    "hard": factors_by_style(nayra=2.0, sione=2.3),
}
"""Above 1 for styles that are hardly noticeable."""


def style_traits(view: Roped, seat: Seat, move: Move) -> Traits:
    """Return the style traits of a legal RoPeD move (bold, thrifty, hasty, spiteful) in the position before it."""
    verb, cards = move.verb, move.cards
    if verb in ("throw", "rope", "let_go"):
        return Traits(bold=0.5, thrift=-1.0, haste=0.5, spite=1.0) if cards else Traits(thrift=0.5, spite=-1.0)
    if verb in ("meld", "none"):
        return _set_traits(view, seat, cards)
    if verb in ("add", "keep"):
        return Traits(thrift=-0.3, haste=1.0) if cards else Traits(thrift=0.5, haste=-1.0)
    if verb == "lay":
        return Traits(bold=0.5 * _discard_thrift(cards), thrift=_discard_thrift(cards), spite=_cover_spite(cards))
    if verb == "reveal":
        unseen, size = view.has_blind_top[move.to], len(view.piles[SLOT[move.to]])
        deep = min(1.0, (size - 2) / 4)
        return Traits(bold=0.6 if unseen else 0.4 * deep, haste=-0.4 * deep, spite=0.3 if unseen else -0.4 * deep)
    if verb == "stock":
        return Traits(bold=0.8)
    if verb == "take":
        return _take_traits(view, cards[0])
    return _discard_traits(view, seat, move)


def _set_traits(view: Roped, seat: Seat, cards: tuple[Card, ...]) -> Traits:
    """Return the style traits of laying a RoPeD set, bold if others may capture it, or of keeping it, which is slow."""
    if not cards:
        return Traits(bold=-0.5, thrift=0.7, haste=-1.0)
    hand, suit = view.piles[HAND[seat]], cards[0] & 3
    rules, kind = view.options, kind_of(cards, view.options.corner)
    aces = range(4) if kind == FOUR_OF_KIND else (suit,)
    safe = (rules.safe_flush and kind == STRAIGHT_FLUSH) or all(
        Card(ACE * 4 + ace) in hand or view.lies_open(Card(ACE * 4 + ace)) for ace in aces
    )
    own = any(rank(card) == ACE for card in cards)
    return Traits(bold=-0.3 if safe or own else 0.7, thrift=-0.7 if own else 0.0, haste=1.0)


def _take_traits(view: Roped, card: Card) -> Traits:
    """Return the style traits of taking RoPeD cards: several at once are bold and slow, one strong card is thrifty.

    A block makes the hand grow.
    """
    lying = view._block_from(card)[1]
    strong = 1.0 if rank(card) == ACE else value(card, 1) / COURT_CARD_POINTS - 0.5
    if len(lying) > 1:
        return Traits(bold=min(1.0, 0.3 * len(lying)), haste=-min(1.0, 0.3 * (len(lying) - 1)), spite=0.3)
    return Traits(bold=-0.5, thrift=0.5 * strong, haste=0.3, spite=0.3 + 0.4 * strong)


def _discard_traits(view: Roped, seat: Seat, move: Move) -> Traits:
    """Return the style traits of a RoPeD discard.

    Two cards at once are hasty. Drawing is slow and bold, and keeping costly cards is bold. A card of another suit is
    spiteful, as it breaks the block of a pile for the next player.
    """
    if move.verb == "draw":
        return Traits(bold=0.5, haste=-1.0)
    if move.verb in ("fill", "blind"):
        return Traits(bold=0.6, haste=-0.3)
    cards, lying = move.cards, view.piles[SLOT[move.to]]
    near = len(view.piles[HAND[(seat + 1) % view.seats]]) <= 2
    kept = _discard_thrift(cards)
    if not lying:
        return Traits(bold=0.6 if len(cards) == 1 else 0.5 * kept, thrift=kept, haste=1.0, spite=0.8 if near else 0.0)
    spoilt = 0.7 if near and len(lying) == 1 else _cover_spite((lying[-1], *cards))
    return Traits(bold=0.5 * kept, thrift=kept, haste=0.3 * _discard_haste(view, seat, cards), spite=spoilt)


def _discard_thrift(cards: tuple[Card, ...]) -> float:
    """Return the thrift of discarding RoPeD cards, -1 … 1: above 0 if they are weak, below if strong."""
    if any(rank(card) == ACE for card in cards):
        return -1.0
    return 1.0 - 2.0 * sum(value(card, 1) for card in cards) / (COURT_CARD_POINTS * len(cards))


def _cover_spite(cards: tuple[Card, ...]) -> float:
    """Return the spite of laying RoPeD cards onto one another: below 0 if of one suit, as others collect it."""
    return -0.5 if cards[0] & 3 == cards[-1] & 3 else 0.5


def _discard_haste(view: Roped, seat: Seat, cards: tuple[Card, ...]) -> float:
    """Return the haste of discarding RoPeD cards, -1 … 1: above 0 if the hand has few others of their suit."""
    hand = view.piles[HAND[seat]]
    equal = sum(card >= 0 and card & 3 == cards[0] & 3 for card in hand) - 1
    return 1.0 - min(2, equal)
