"""Feats and habits of Gurch."""

from engine.cards import rank
from engine.feats import Feat, FinishedDeal, Habit
from engine.games.gurch.piles import HAND
from engine.moves import TABLE

_LOWEST_TOTAL = 2
"""Total of a single two, the lowest possible."""
_LARGE_PRIZE = 20
_DEALS_IN_ROW = 3
_MANY_SWAPPED = 3
_ACE = 0
"""Rank of an ace."""


def _prize(deal: FinishedDeal) -> int:
    return int(deal.scored.reason.placeholders.get("prize", 0)) if deal.is_won else 0


def _has_swapped(deal: FinishedDeal) -> bool:
    return any(event.source == HAND[deal.seat] for event in deal.moves("swap"))


FEATS = (
    Feat("two", lambda deal: deal.is_won and deal.scored.reason.placeholders.get("n") == _LOWEST_TOTAL),
    Feat("prize", lambda deal: _prize(deal) >= _LARGE_PRIZE),
    Feat("pat", lambda deal: deal.is_won and deal.options.swaps != "none" and not _has_swapped(deal)),
    Feat("minigame", lambda deal: deal.is_won and deal.notes("mini_low", seat=TABLE)),
    Feat(
        "three",
        lambda deal: (
            len(deal.results) >= _DEALS_IN_ROW
            and all(deal.seat in one.winners for one in deal.results[-_DEALS_IN_ROW:])
        ),
    ),
)


def _swaps_many(deal: FinishedDeal) -> bool | None:
    """Whether the person swapped many of their cards; None if nobody swapped."""
    if not any(deal.moves("swap")):
        return None
    return sum(len(event.cards) for event in deal.own_moves("swap")) >= _MANY_SWAPPED


HABITS = (
    Habit("many_swapped", _swaps_many),
    Habit("dealt_ace", lambda deal: any(rank(card) == _ACE for card in deal.cards_dealt())),
)
