"""Mistakes of a beginner in Pass the Ace."""

from engine.bots.common.policy_bots import Mistake
from engine.bots.pass_the_ace.simple_policies import BEGINNERS_LIMIT, holds_a_lower_card
from engine.cards import rank
from engine.games.pass_the_ace import PassTheAce
from engine.moves import Move, Seat

MAX_DOUBT_DISTANCE, MAX_FEELING_DISTANCE = 1.0, 3.0
"""Ranks around the limit within which a beginner is in doubt, and within which it has a feeling now and then."""
THREE = 2
"""Rank index of the three, the lowest card that anybody trusts."""


def _opposite_move(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """The opposite answer; the dealer's draw rather than its swap."""
    others = [move for move in view.legal_moves(seat) if (move.verb == "stick") != (best.verb == "stick")]
    return others[-1] if others else None


def _distance_from_limit(view: PassTheAce, seat: Seat) -> float:
    """Distance of the own card from the limit, in ranks; 0.5 for the two cards next to it."""
    return abs(rank(view.card_of(seat)) + 0.5 - BEGINNERS_LIMIT)


def _looks_at_its_card_alone(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """It parts with a low card that was safe, as somebody has just taken a lower one from it; not as the dealer, after
    whom nothing changes."""
    safe = best.verb == "stick" and holds_a_lower_card(view, seat)
    low = rank(view.card_of(seat)) < BEGINNERS_LIMIT
    return _opposite_move(view, seat, best) if safe and low and seat != view.dealer else None


def _doubts(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """With a card in the middle it answers by feeling."""
    return (
        _opposite_move(view, seat, best)
        if _distance_from_limit(view, seat) < MAX_DOUBT_DISTANCE and not holds_a_lower_card(view, seat)
        else None
    )


def _has_a_feeling(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """It trusts its luck with a rather low card, or doesn't trust a fair one."""
    far = (
        MAX_DOUBT_DISTANCE <= _distance_from_limit(view, seat) < MAX_FEELING_DISTANCE
        and rank(view.card_of(seat)) > THREE
    )
    return _opposite_move(view, seat, best) if far and not holds_a_lower_card(view, seat) else None


def _takes_a_risk(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """It hopes that somebody holds an ace or a two, and keeps a three."""
    return _opposite_move(view, seat, best) if best.verb != "stick" and rank(view.card_of(seat)) == THREE else None


MISTAKES = (
    Mistake("looks at its card alone", 0.5, _looks_at_its_card_alone),
    Mistake("doubts", 0.6, _doubts),
    Mistake("has a feeling", 0.5, _has_a_feeling),
    Mistake("takes a risk", 0.4, _takes_a_risk),
)
