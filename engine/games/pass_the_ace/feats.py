"""Feats and habits of Pass the Ace."""

from typing import NamedTuple

from engine.cards import HIDDEN, RANKS, Card, rank
from engine.events import Announced, CardsMoved
from engine.feats import Feat, FinishedDeal, Habit
from engine.games.pass_the_ace.table import HAND

_SWAPS = ("swap", "modi", "dan")
_NEW_GAME = "double_game"
_MIDDLE_RANKS = frozenset(map(RANKS.index, "456"))
"""Ranks that lose about as often whether they are swapped or not."""


class _Turn(NamedTuple):
    """The person's turn in a round."""

    card: Card
    """The card before the turn."""
    is_swap: bool


def _lives_lost(deal: FinishedDeal) -> int:
    """Return the lives that the person has lost in the match, since the last Double Game."""
    lost = 0
    for one in deal.results:
        lost = 0 if one.reason.key == _NEW_GAME else lost - one.points[deal.seat]
    return lost


def _find_turn(deal: FinishedDeal) -> _Turn | None:
    """Return the person's turn; None for none, and where the person drew or a King refused the swap."""
    held, given = HIDDEN, HIDDEN
    for event in deal.events:
        if isinstance(event, CardsMoved):
            given = event.cards[0] if event.source.owner == deal.seat else given
            held = event.cards[-1] if event.target == HAND[deal.seat] else held
        elif isinstance(event, Announced) and event.seat == deal.seat and event.note.key in ("stick", *_SWAPS):
            is_swap = event.note.key in _SWAPS
            return _Turn(given if is_swap else held, is_swap)
    return None


def _passes_ace(deal: FinishedDeal) -> bool:
    """Whether the person swapped an ace away on their own turn."""
    turn = _find_turn(deal)
    return turn is not None and turn.is_swap and rank(turn.card) == 0


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


def _is_dealer(deal: FinishedDeal) -> bool | None:
    """Whether the person was the dealer, who gets a card last; None for a person without a card."""
    seats = [event.target.owner for event in deal.moves("deal")]
    return seats[-1] == deal.seat if deal.seat in seats else None


def _swaps_middle_card(deal: FinishedDeal) -> bool | None:
    """Whether the person swapped a middle card; None with another card, and for the dealer, who may draw."""
    turn = _find_turn(deal)
    if turn is None or _is_dealer(deal) or rank(turn.card) not in _MIDDLE_RANKS:
        return None
    return turn.is_swap


HABITS = (Habit("swapped_middle", _swaps_middle_card), Habit("dealer", _is_dealer))
