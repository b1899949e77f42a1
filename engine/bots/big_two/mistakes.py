"""Typical beginners' mistakes in Big Two, for the easy level."""

from collections.abc import Sequence

from engine.bots.common.policy_bots import Mistake
from engine.cards import Card
from engine.games.big_two.card_order import STANDARD_ORDER
from engine.games.big_two.game import HANDS, PLAYED, TRICK, BigTwo
from engine.moves import Move, Seat

FEW_CARDS = 3
"""Maximum cards of an opponent at which a beginner panics, and of its own with which it remembers played cards."""
MIN_CARDS_TO_SAVE_ACES = 6
"""Minimum number of own cards at which even a beginner doesn't play an ace or a two on a low card."""
JACK, ACE = 8, 11
"""Ranks of a jack and an ace, counted from the three, 0, to the two, 12."""


def _rank(card: Card) -> int:
    return STANDARD_ORDER.strength[card] >> 2


def _goes_out(view: BigTwo, seat: Seat, move: Move) -> bool:
    return len(move.cards) == len(view.piles[HANDS[seat]])


def _plays(view: BigTwo, seat: Seat, size: int) -> list[Move]:
    """Return the legal Big Two plays of ``size`` cards, the lowest first."""
    return sorted(
        (move for move in view.legal_moves(seat) if len(move.cards) == size),
        key=lambda move: max(map(view.sort_key, move.cards)),
    )


def _count_equal(hand: Sequence[Card], card: Card) -> int:
    return sum(_rank(other) == _rank(card) for other in hand)


def _smallest_hand(view: BigTwo, seat: Seat) -> int:
    """Return the number of cards in the smallest Big Two hand of the other seats that still play."""
    return min(len(view.piles[pile]) for other, pile in enumerate(view.hands) if other != seat and view.piles[pile])


def _leads_pair_or_highest_in_panic(view: BigTwo, seat: Seat, best: Move) -> Move | None:
    """Return a Big Two beginner's mistake: lead the lowest pair, else the highest card, if an opponent has one card."""
    if (
        _smallest_hand(view, seat) > 1
        or view.play_to_beat is not None
        or len(best.cards) != 1
        or _goes_out(view, seat, best)
    ):
        return None
    pairs = _plays(view, seat, 2)
    return pairs[0] if pairs else _plays(view, seat, 1)[-1]


def _follows_in_panic(view: BigTwo, seat: Seat, best: Move) -> Move | None:
    """Return a Big Two beginner's mistake: follow with the highest play if an opponent has few cards left."""
    few = _smallest_hand(view, seat) <= FEW_CARDS
    if not few or view.play_to_beat is None or len(view.play_to_beat.cards) > 2 or _goes_out(view, seat, best):
        return None
    plays = _plays(view, seat, len(view.play_to_beat.cards))
    return plays[-1] if plays else None


def _keeps_its_pair(view: BigTwo, seat: Seat, best: Move) -> Move | None:
    """Return a Big Two beginner's mistake: keep pairs together although breaking or playing one is better.

    Following, pass rather than break a pair, unless an opponent has one card left. Leading, play a single card instead
    of a pair or triple.
    """
    hand = view.piles[HANDS[seat]]
    if _goes_out(view, seat, best):
        return None
    singles = [move for move in _plays(view, seat, 1) if _count_equal(hand, move.cards[0]) == 1]
    if view.play_to_beat is not None and len(best.cards) == 1 and _count_equal(hand, best.cards[0]) > 1:
        if singles and _rank(singles[0].cards[0]) < JACK:
            return singles[0]
        return Move(seat, "pass") if _smallest_hand(view, seat) > 1 else None
    if view.play_to_beat is None and len(best.cards) in (2, 3):
        return singles[0] if singles else None
    return None


def _forgets_played_cards(view: BigTwo, seat: Seat, best: Move) -> Move | None:
    """Return a Big Two beginner's mistake: pass with a queen or higher card though all higher cards are gone.

    Not with few cards of its own, nor if an opponent has one card left.
    """
    hand = view.piles[HANDS[seat]]
    if view.play_to_beat is None or len(best.cards) != 1 or len(hand) <= FEW_CARDS or _smallest_hand(view, seat) == 1:
        return None
    card = best.cards[0]
    gone = {*view.piles.get(PLAYED, ()), *view.piles.get(TRICK, ()), *hand}
    higher = {*view.order.card_at[view.sort_key(card) + 1 :]} - gone
    return Move(seat, "pass") if not higher and _rank(card) > JACK else None


def _wastes_a_high_card(view: BigTwo, seat: Seat, best: Move) -> Move | None:
    """Return a Big Two beginner's mistake: follow a low single with the highest card instead of a low one.

    With many cards, with a king at most.
    """
    if view.play_to_beat is None or len(view.play_to_beat.cards) != 1 or not best.cards or _goes_out(view, seat, best):
        return None
    if max(map(_rank, best.cards)) >= JACK:
        return None
    early = len(view.piles[HANDS[seat]]) >= MIN_CARDS_TO_SAVE_ACES
    plays = [move for move in _plays(view, seat, 1) if not early or _rank(move.cards[0]) < ACE]
    return plays[-1] if plays and _rank(plays[-1].cards[0]) >= JACK else None


MISTAKES = (
    Mistake("leads in panic", 0.6, _leads_pair_or_highest_in_panic),
    Mistake("panics", 0.5, _follows_in_panic),
    Mistake("keeps its pair", 0.5, _keeps_its_pair),
    Mistake("forgets what is gone", 0.4, _forgets_played_cards),
    Mistake("hurries", 0.5, _wastes_a_high_card),
)
