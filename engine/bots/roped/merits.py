"""Merits of moves in RoPeD, the reasons of hints."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.bots.common.merits import kept_groups, merit
from engine.cards import Card, rank, suit
from engine.games.roped.game import HAND, SLOT, Roped
from engine.games.roped.sets import ACE, FOUR, FOUR_OF_KIND, STRAIGHT_FLUSH, kind_of, sets_in, value
from engine.moves import Move, Note, Seat

MIN_SUIT = 3
"""Number of cards of one suit from which it is nearly a set."""
HIGH_POINTS = 10
"""Points that a court card or a ten costs in the hand."""


def move_merits(view: Roped, seat: Seat, move: Move) -> Iterator[Note]:
    """Yield the merits of a legal RoPeD move: the set that it makes or keeps, and the cards that it gets rid of."""
    verb, hand = move.verb, view.piles[HAND[seat]]
    if verb in ("lay", "discard") and set(hand).issuperset(move.cards):
        yield from _discard_merits(hand, move.cards)
    elif verb == "take":
        yield from _take_merits(view, hand, move.cards[0])
    elif verb == "stock":
        yield merit("unseen")
    elif verb == "meld":
        yield from _meld_merits(view, hand, move.cards)
    elif verb == "none":
        yield merit("keeps_set")
    elif verb == "reveal" and view.laid_by[move.to] == seat and not view.has_blind_top[move.to]:
        yield merit("own_card")
    elif verb in ("throw", "rope"):
        yield merit("scores", n=view.points_of_set(view.piles[view.stake_pile]))
    elif verb == "let_go" and any(rank(card) == ACE for card in hand):
        yield merit("keeps_aces")


def _discard_merits(hand: Sequence[Card], cards: tuple[Card, ...]) -> Iterator[Note]:
    """Yield the merits of cards that leave the hand."""
    left = [card for card in hand if card not in cards]
    if cards and not left:
        yield merit("goes_out")
        return
    if any(rank(card) == ACE for card in left) and not any(rank(card) == ACE for card in cards):
        yield merit("keeps_aces")
    yield from _kept_suits(hand, left)
    groups = list(kept_groups(hand, cards))
    yield from (note for note in groups if note.key != "keeps_pair")
    if max(value(card, 1) for card in cards) == HIGH_POINTS:
        yield merit("costly_goes", n=HIGH_POINTS)
    if len(cards) > 1:
        yield merit("many", n=len(cards))
    yield from (note for note in groups if note.key == "keeps_pair")


def _kept_suits(hand: Sequence[Card], left: Sequence[Card]) -> Iterator[Note]:
    """Yield a merit for each suit of which the hand keeps all its three cards or more, most cards first."""
    before, after = Counter(map(suit, hand)), Counter(map(suit, left))
    for index, count in sorted(after.items(), key=lambda pair: -pair[1]):
        if count >= MIN_SUIT and count == before[index]:
            yield merit("keeps_suit", n=count, suit=index)


def _take_merits(view: Roped, hand: Sequence[Card], card: Card) -> Iterator[Note]:
    """Yield the merits of taking a card of a pile with all that lie on it."""
    block = next(lying[lying.index(card) :] for slot in SLOT if card in (lying := view.piles[slot]))
    together = (*hand, *block)
    if len(sets_in(together, view.options.corner)) > len(sets_in(hand, view.options.corner)):
        yield merit("completes_set")
    if any(rank(taken) == ACE for taken in block):
        yield merit("takes_ace")
    counts = Counter(map(suit, together))
    if MIN_SUIT <= counts[suit(card)] < FOUR:
        yield merit("gathers_suit", n=counts[suit(card)], suit=suit(card))
    ranks = Counter(map(rank, together))
    if MIN_SUIT <= ranks[rank(card)] < FOUR:
        yield merit("gathers_rank", n=ranks[rank(card)], rank=rank(card))
    if len(block) > 1:
        yield merit("takes_many", n=len(block))


def _meld_merits(view: Roped, hand: Sequence[Card], cards: tuple[Card, ...]) -> Iterator[Note]:
    """Yield the merits of laying a set."""
    if len(cards) == len(hand):
        yield merit("goes_out")
    rules, kind = view.options, kind_of(cards, view.options.corner)
    any_ace = rules.lasso_ace == "any" or kind == FOUR_OF_KIND
    aces = [Card(ACE * 4 + index) for index in (range(4) if any_ace else (suit(cards[0]),))]
    if (rules.safe_flush and kind == STRAIGHT_FLUSH) or all(ace in hand or view.lies_open(ace) for ace in aces):
        yield merit("safe_set")
    yield merit("scores", n=view.points_of_set(cards))
