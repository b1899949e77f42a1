"""Mistakes of a beginner in Big Two."""

from collections.abc import Sequence

from engine.bots.common.policy_bots import Mistake
from engine.cards import Card
from engine.games.big_two.game import HANDS, PLAYED, TRICK, BigTwo
from engine.games.big_two.hands import STRENGTH
from engine.moves import Move, Seat

FEW = 3
"""Maximum number of cards of a player who frightens a beginner."""
JACK = 8
"""Rank of a jack, counted from the three, 0, to the two, 12."""


def _rank(card: Card) -> int:
    return STRENGTH[card] >> 2


def _goes_out(view: BigTwo, seat: Seat, move: Move) -> bool:
    return len(move.cards) == len(view.piles[HANDS[seat]])


def _top(move: Move) -> int:
    return max(STRENGTH[card] for card in move.cards)


def _plays(view: BigTwo, seat: Seat, size: int) -> list[Move]:
    """The legal plays of that many cards, the lowest first."""
    return sorted((move for move in view.legal_moves(seat) if len(move.cards) == size), key=_top)


def _equal(hand: Sequence[Card], card: Card) -> int:
    return sum(_rank(other) == _rank(card) for other in hand)


def _panics(view: BigTwo, seat: Seat, best: Move) -> Move | None:
    """Somebody has few cards: it throws in its highest, however low the card to beat is."""
    least = min(len(view.piles[pile]) for other, pile in enumerate(HANDS) if other != seat)
    if least > FEW or view.last is None or len(view.last.cards) > 2 or _goes_out(view, seat, best):
        return None
    plays = _plays(view, seat, len(view.last.cards))
    return plays[-1] if plays else None


def _keeps_its_pair(view: BigTwo, seat: Seat, best: Move) -> Move | None:
    """It passes rather than break a pair; when it leads, it keeps its low pairs and begins with a single card."""
    hand = view.piles[HANDS[seat]]
    if _goes_out(view, seat, best):
        return None
    singles = [move for move in _plays(view, seat, 1) if _equal(hand, move.cards[0]) == 1]
    if view.last is not None and len(best.cards) == 1 and _equal(hand, best.cards[0]) > 1:
        return singles[0] if singles and _rank(singles[0].cards[0]) < JACK else Move(seat, "pass")
    if view.last is None and len(best.cards) in (2, 3):
        return singles[0] if singles else None
    return None


def _forgets(view: BigTwo, seat: Seat, best: Move) -> Move | None:
    """It has forgotten that all higher cards are gone, and saves its king or ace for later."""
    if view.last is None or len(best.cards) != 1 or _goes_out(view, seat, best):
        return None
    hand, card = view.piles[HANDS[seat]], best.cards[0]
    gone = {*view.piles.get(PLAYED, ()), *view.piles.get(TRICK, ()), *hand}
    higher = [other for other, strength in enumerate(STRENGTH) if strength > STRENGTH[card] and other not in gone]
    return Move(seat, "pass") if not higher and _rank(card) > JACK else None


def _hurries(view: BigTwo, seat: Seat, best: Move) -> Move | None:
    """It wants this trick and takes it with its highest card where a low card would do."""
    if view.last is None or len(view.last.cards) != 1 or not best.cards or _goes_out(view, seat, best):
        return None
    if _top(best) >> 2 >= JACK:
        return None
    highest = _plays(view, seat, 1)[-1]
    return highest if _top(highest) >> 2 >= JACK else None


MISTAKES = (
    Mistake("panics", 0.4, _panics),
    Mistake("keeps its pair", 0.5, _keeps_its_pair),
    Mistake("forgets what is gone", 0.4, _forgets),
    Mistake("hurries", 0.3, _hurries),
)
