"""Typical beginners' mistakes in Palácio, for the easy level."""

from collections.abc import Sequence

from engine.bots.common.policy_bots import Mistake
from engine.cards import Card, rank
from engine.games.palacio.game import DOWN, FOUR, HAND, PILE, UP, Palacio
from engine.games.palacio.ranks import STRENGTH, TEN, TWO
from engine.moves import Move, Seat

MIN_HIGH_CARD_STRENGTH = STRENGTH[10]
"""Strength of a jack, the lowest high card."""
PAIR = 2
MAX_LITTLE_PILE = 3
"""Maximum cards of a pile that a beginner takes rather than play a two or a ten."""


def _playable_cards(view: Palacio, seat: Seat) -> Sequence[Card]:
    """Return the cards that a Palácio seat plays from: its hand, or else its face-up cards."""
    return view.piles[HAND[seat]] or tuple(card for slot in UP[seat] for card in view.piles[slot])


def _is_open_to_mistakes(view: Palacio, seat: Seat, best: Move) -> bool:
    """Whether a Palácio move plays one to three cards, not the last ones, by a player with several ranks."""
    if view.ask is None or view.ask.what != "play" or not best.cards or len(best.cards) >= FOUR:
        return False
    own = len(view.piles[HAND[seat]]) + sum(len(view.piles[slot]) for slot in (*UP[seat], *DOWN[seat]))
    return own > len(best.cards) and len({rank(card) for card in _playable_cards(view, seat)}) > 1


def _must_beat_card(view: Palacio) -> bool:
    """Whether a Palácio play must beat a card: the pile is not empty, and its top card is not a two."""
    return bool(view.piles[PILE]) and rank(view.piles[PILE][-1]) != TWO


def _singles(view: Palacio, seat: Seat) -> list[Move]:
    return [move for move in view.legal_moves(seat) if move.verb == "play" and len(move.cards) == 1]


def _is_special(move: Move) -> bool:
    return rank(move.cards[0]) in (TWO, TEN)


def _spends_a_special(view: Palacio, seat: Seat, best: Move) -> Move | None:
    """Return a Palácio beginner's mistake: play a two or a ten though another card would do."""
    if not _is_open_to_mistakes(view, seat, best) or _is_special(best) or not _must_beat_card(view):
        return None
    return next((move for move in _singles(view, seat) if _is_special(move)), None)


def _saves_a_special(view: Palacio, seat: Seat, best: Move) -> Move | None:
    """Return a Palácio beginner's mistake: take a small pile rather than play a two or ten."""
    small = 0 < len(view.piles[PILE]) <= MAX_LITTLE_PILE
    if not _is_open_to_mistakes(view, seat, best) or not _is_special(best) or not small or not view.piles[HAND[seat]]:
        return None
    return next((move for move in view.legal_moves(seat) if move.verb == "take"), None)


def _one_by_one(view: Palacio, seat: Seat, best: Move) -> Move | None:
    """Return a Palácio beginner's mistake: play only one card of a pair.

    Even a beginner plays three equal cards together.
    """
    if not _is_open_to_mistakes(view, seat, best) or len(best.cards) != PAIR:
        return None
    index = rank(best.cards[0])
    return next((move for move in _singles(view, seat) if rank(move.cards[0]) == index), None)


def _plays_high_too_soon(view: Palacio, seat: Seat, best: Move) -> Move | None:
    """Return a Palácio beginner's mistake: play a high card though a low one would do."""
    if (
        not _is_open_to_mistakes(view, seat, best)
        or STRENGTH[rank(best.cards[0])] >= MIN_HIGH_CARD_STRENGTH
        or not _must_beat_card(view)
    ):
        return None
    high = [
        move
        for move in _singles(view, seat)
        if not _is_special(move) and STRENGTH[rank(move.cards[0])] >= MIN_HIGH_CARD_STRENGTH
    ]
    return max(high, key=lambda move: STRENGTH[rank(move.cards[0])], default=None)


def _skips_the_exchange(view: Palacio, seat: Seat, _best: Move) -> Move | None:
    """Return a Palácio beginner's mistake: leave the face-up cards as they were dealt."""
    if view.ask is None or view.ask.what != "exchange":
        return None
    dealt = {card for slot in UP[seat] for card in view.piles[slot]}
    return next((move for move in view.legal_moves(seat) if set(move.cards) == dealt), None)


MISTAKES = (
    Mistake("leaves its cards", 0.5, _skips_the_exchange),
    Mistake("spends a special", 0.65, _spends_a_special),
    Mistake("saves a special", 0.3, _saves_a_special),
    Mistake("plays high too soon", 0.6, _plays_high_too_soon),
    Mistake("one by one", 0.75, _one_by_one),
)
