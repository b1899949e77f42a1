"""Typical beginners' mistakes in Gurch, for the easy level."""

from engine.bots.common.policy_bots import Mistake
from engine.bots.gurch.simple_policies import MAX_KEPT_LOW_VALUE, BeginnerPolicy
from engine.games.gurch import Gurch
from engine.games.gurch.piles import HAND, UP_CARD
from engine.moves import Move, Seat

ENDGAME_CARDS = 2
"""With at most this many cards even a beginner plays right: the high one takes the trick, the low one goes last."""
_BEGINNER_POLICY = BeginnerPolicy()


def _held_values(view: Gurch, seat: Seat) -> list[int]:
    return [view.card_values[card] for card in (*view.piles[HAND[seat]], *view.piles.get(UP_CARD[seat], ()))]


def _is_play_before_endgame(view: Gurch, seat: Seat) -> bool:
    return view.ask is not None and view.ask.what == "play" and len(_held_values(view, seat)) > ENDGAME_CARDS


def _plays_high_too_early(view: Gurch, seat: Seat, _best: Move) -> Move | None:
    """Return a Gurch beginner's mistake: play for every trick with the highest single lead or the highest follow."""
    if not _is_play_before_endgame(view, seat):
        return None
    alike = [move for move in view.legal_moves(seat) if len({view.card_values[card] for card in move.cards}) == 1]
    return max(alike, key=_BEGINNER_POLICY.value(view, seat), default=None)


def _throws_its_lowest(view: Gurch, seat: Seat, _best: Move) -> Move | None:
    """Return a Gurch beginner's mistake: play the lowest card, though it is the best one for the final round.

    Not a two or three.
    """
    if not _is_play_before_endgame(view, seat):
        return None
    low = min(_held_values(view, seat))
    if low <= MAX_KEPT_LOW_VALUE:
        return None
    lowest = [
        move for move in view.legal_moves(seat) if len(move.cards) == 1 and view.card_values[move.cards[0]] == low
    ]
    return lowest[0] if lowest else None


def _swaps_low_cards(view: Gurch, seat: Seat, _best: Move) -> Move | None:
    """Return a Gurch beginner's mistake: swap low cards away and keep tens and jacks, as if every trick counted."""
    assert view.ask is not None
    if view.ask.what == "play":
        return None
    return max(view.legal_moves(seat), key=_BEGINNER_POLICY.value(view, seat))


MISTAKES = (
    Mistake("throws its lowest", 0.3, _throws_its_lowest),
    Mistake("plays high too early", 0.9, _plays_high_too_early),
    Mistake("swaps low cards", 0.9, _swaps_low_cards),
)
