"""Mistakes of a beginner in Pass the Ace."""

from engine.bots.common.policy_bots import Mistake
from engine.bots.pass_the_ace.simple_policies import BEGINNERS_LIMIT, holds_a_lower_card
from engine.cards import rank
from engine.games.pass_the_ace import PassTheAce
from engine.moves import Move, Seat

NEAR, FAR = 1.0, 3.0
"""Ranks around the limit within which a beginner is in doubt, and within which it has a feeling now and then."""


def _other(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """The opposite answer; the dealer's draw rather than its swap."""
    others = [move for move in view.legal_moves(seat) if (move.verb == "stick") != (best.verb == "stick")]
    return others[-1] if others else None


def _away(view: PassTheAce, seat: Seat) -> float:
    """Distance of the own card from the limit, in ranks; 0.5 for the two cards next to it."""
    return abs(rank(view.card_of(seat)) + 0.5 - BEGINNERS_LIMIT)


def _forgets(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """It has seen somebody take a lower card and forgets it: it parts with a low card that was safe."""
    if best.verb != "stick" or not holds_a_lower_card(view, seat) or rank(view.card_of(seat)) >= BEGINNERS_LIMIT + 2:
        return None
    return _other(view, seat, best)


def _doubts(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """With a card in the middle it answers by feeling."""
    return _other(view, seat, best) if _away(view, seat) < NEAR and not holds_a_lower_card(view, seat) else None


def _has_a_feeling(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """It trusts its luck with a rather low card, or doesn't trust a fair one."""
    far = NEAR <= _away(view, seat) < FAR
    return _other(view, seat, best) if far and not holds_a_lower_card(view, seat) else None


MISTAKES = (
    Mistake("forgets who has a low card", 0.6, _forgets),
    Mistake("doubts", 0.5, _doubts),
    Mistake("has a feeling", 0.4, _has_a_feeling),
)
