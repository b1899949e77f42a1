"""Typical beginners' mistakes in RoPeD, for the easy level."""

from collections.abc import Collection

from engine.bots.common.policy_bots import Mistake
from engine.bots.roped.hand_values import BEST_SETS_BY_HAND
from engine.bots.roped.position import bits, mask_of
from engine.cards import Card, rank
from engine.games.roped.game import HAND, SLOT, Roped
from engine.games.roped.sets import ACE, FOUR, value
from engine.moves import Move, Seat

COLLECTION_SIZE = 3
"""Minimum cards of a suit in the hand at which a beginner collects that suit."""


def _complete_set_cards(view: Roped, seat: Seat) -> Collection[int]:
    """Return the cards of a RoPeD hand that belong to a complete set."""
    held = mask_of(view.piles[HAND[seat]])
    return {card for _, four in BEST_SETS_BY_HAND[held] for card in bits(four)}


def _is_asked(view: Roped, what: str) -> bool:
    return view.ask is not None and view.ask.what == what


def _misses_a_set(view: Roped, seat: Seat, best: Move) -> Move | None:
    """Return a RoPeD beginner's mistake: leave a set in the hand instead of laying it.

    A beginner sees it if the hand has no other cards, or five cards of a suit.
    """
    hand = view.piles[HAND[seat]]
    suits = [card & 3 for card in hand if card >= 0]
    if best.verb != "meld" or len(hand) <= FOUR or max(map(suits.count, suits)) > FOUR:
        return None
    return next((move for move in view.legal_moves(seat) if move.verb == "none"), None)


def _useless_discards(view: Roped, seat: Seat, best: Move) -> list[Move]:
    """Return the RoPeD discards of a single useless card onto a non-empty pile.

    A card is useful if it is an ace, was taken from an open pile, or belongs to a set or a collected suit.
    """
    if not _is_asked(view, "discard") or best.verb != "discard" or len(best.cards) != 1:
        return []
    needed = _complete_set_cards(view, seat)
    suits = [card & 3 for card in view.piles[HAND[seat]] if card >= 0]
    moves = [move for move in view.legal_moves(seat) if move.verb == "discard" and len(move.cards) == 1]
    useless = [move for move in moves if move.cards[0] not in needed and rank(move.cards[0]) != ACE]
    others = [move for move in useless if suits.count(move.cards[0] & 3) < COLLECTION_SIZE]
    return [move for move in others if view.piles[SLOT[move.to]] and not _was_taken(view, move.cards[0])]


def _was_taken(view: Roped, card: Card) -> bool:
    """Whether a card of a RoPeD hand was taken from an open pile, so that all seats know it; no card in a playout."""
    return not view.is_playout and view.known[card] == (1 << view.seats) - 1


def _feeds(view: Roped, seat: Seat, best: Move) -> Move | None:
    """Return a RoPeD beginner's mistake: discard a card onto at least two of its suit, a block for the next player."""
    found = [move for move in _useless_discards(view, seat, best) if _count_suited_on_top_of_pile(view, move) >= 2]
    return max(found, key=lambda move: _count_suited_on_top_of_pile(view, move), default=None)


def _count_suited_on_top_of_pile(view: Roped, move: Move) -> int:
    """Return the number of cards on top of a RoPeD pile that have the suit of the discarded card."""
    count = 0
    for card in reversed(view.piles[SLOT[move.to]]):
        if card < 0 or card & 3 != move.cards[0] & 3:
            break
        count += 1
    return count


def _keeps_a_pair(view: Roped, seat: Seat, best: Move) -> Move | None:
    """Return a RoPeD beginner's mistake: keep a pair and discard a card without a second one of its rank.

    Only four of a rank are a set.
    """
    ranks = [card >> 2 for card in view.piles[HAND[seat]] if card >= 0]

    def single(move: Move) -> bool:
        return ranks.count(move.cards[0] >> 2) == 1

    throws = _useless_discards(view, seat, best)
    if not throws or single(best):
        return None
    return max(filter(single, throws), key=lambda move: value(move.cards[0], 1), default=None)


def _fears_its_points(view: Roped, seat: Seat, best: Move) -> Move | None:
    """Return a RoPeD beginner's mistake: discard the most expensive card."""
    return max(_useless_discards(view, seat, best), key=lambda move: value(move.cards[0], 1), default=None)


MISTAKES = (
    Mistake("misses a set", 0.25, _misses_a_set),
    Mistake("feeds the next player", 0.5, _feeds),
    Mistake("keeps a pair", 0.5, _keeps_a_pair),
    Mistake("fears its points", 0.5, _fears_its_points),
)
