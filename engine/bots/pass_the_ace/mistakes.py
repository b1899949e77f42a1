"""Typical beginners' mistakes in Pass the Ace, for the easy level."""

from engine.bots.common.policy_bots import Mistake
from engine.bots.pass_the_ace.simple_policies import BEGINNER_MAX_SWAP_VALUE, knows_a_lower_card
from engine.games.pass_the_ace import PassTheAce
from engine.moves import Move, Seat

MAX_DOUBT_DISTANCE, MAX_FEELING_DISTANCE = 1.0, 3.0
"""Distances from the limit, in ranks, within which a beginner doubts, and up to which it follows a feeling."""
THREE = 2
"""Rank index of the three, the lowest card with which a beginner sticks by mistake."""


def _opposite_move(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """Return the opposite Pass the Ace move, for the dealer a draw rather than a swap; None if there is none."""
    others = [move for move in view.legal_moves(seat) if (move.verb == "stick") != (best.verb == "stick")]
    return others[-1] if others else None


def _distance_from_limit(view: PassTheAce, seat: Seat) -> float:
    """Return how many ranks a Pass the Ace card is from the border above ``BEGINNER_MAX_SWAP_VALUE``, at least 0.5."""
    return abs(view.height(view.card_of(seat)) + 0.5 - BEGINNER_MAX_SWAP_VALUE)


def _looks_at_its_card_alone(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """Return a Pass the Ace beginner's mistake: pass on a low card though another seat surely holds a lower one.

    Not as the dealer.
    """
    safe = best.verb == "stick" and knows_a_lower_card(view, seat)
    low = view.height(view.card_of(seat)) < BEGINNER_MAX_SWAP_VALUE
    return _opposite_move(view, seat, best) if safe and low and seat != view.last_seat else None


def _doubts(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """Return a Pass the Ace beginner's mistake: the opposite move with a card next to the limit for passing it on."""
    return (
        _opposite_move(view, seat, best)
        if _distance_from_limit(view, seat) < MAX_DOUBT_DISTANCE and not knows_a_lower_card(view, seat)
        else None
    )


def _has_a_feeling(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """Return a Pass the Ace beginner's mistake: stick with a rather low card, or pass on a fairly good one."""
    far = (
        MAX_DOUBT_DISTANCE <= _distance_from_limit(view, seat) < MAX_FEELING_DISTANCE
        and view.height(view.card_of(seat)) > THREE
    )
    return _opposite_move(view, seat, best) if far and not knows_a_lower_card(view, seat) else None


def _sticks_with_a_three(view: PassTheAce, seat: Seat, best: Move) -> Move | None:
    """Return a Pass the Ace beginner's mistake: stick with a three, hoping that somebody holds an ace or a two."""
    return (
        _opposite_move(view, seat, best) if best.verb != "stick" and view.height(view.card_of(seat)) == THREE else None
    )


MISTAKES = (
    Mistake("looks at its card alone", 0.5, _looks_at_its_card_alone),
    Mistake("doubts", 0.6, _doubts),
    Mistake("has a feeling", 0.5, _has_a_feeling),
    Mistake("takes a risk", 0.4, _sticks_with_a_three),
)
