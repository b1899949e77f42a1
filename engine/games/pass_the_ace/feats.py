"""Feats of Pass the Ace."""

from engine.cards import rank
from engine.events import Announced, CardsMoved
from engine.feats import Feat, FinishedDeal

_SWAPS = ("swap", "modi", "dan")
_NEW_GAME = "double_game"


def _lives_lost(deal: FinishedDeal) -> int:
    """Return the lives that the person has lost in the match, since the last Double Game."""
    lost = 0
    for one in deal.results:
        lost = 0 if one.reason.key == _NEW_GAME else lost - one.points[deal.seat]
    return lost


def _passes_ace(deal: FinishedDeal) -> bool:
    """Whether the person swapped an ace away on their own turn: the first of the two cards that change places."""
    for first, second, said in zip(deal.events, deal.events[1:], deal.events[2:], strict=False):
        is_swap = isinstance(said, Announced) and said.seat == deal.seat and said.note.key in _SWAPS
        if is_swap and isinstance(first, CardsMoved) and isinstance(second, CardsMoved) and rank(first.cards[0]) == 0:
            return True
    return False


def _refuses_swap(deal: FinishedDeal) -> bool:
    """Whether the person's King refused another seat's swap."""
    notes = (note for seat in range(deal.seats) for note in deal.notes("kung", "kung_high", seat=seat))
    return any(note.placeholders.get("seat_to") == deal.seat for note in notes)


FEATS = (
    Feat("ace", lambda deal: deal.options.ace == "low" and _passes_ace(deal)),
    Feat("kung", _refuses_swap),
    Feat("dan", lambda deal: deal.notes("dan", "dan_draw")),
    Feat("untouched", lambda deal: deal.is_match_won and not any(one.points[deal.seat] for one in deal.results)),
    Feat("last_life", lambda deal: deal.is_match_won and 0 < deal.options.lives - 1 <= _lives_lost(deal)),
    Feat("again", lambda deal: deal.is_match_won and any(one.reason.key == _NEW_GAME for one in deal.results)),
    Feat("eight", lambda deal: deal.is_match_won and deal.seats >= 8),
)
