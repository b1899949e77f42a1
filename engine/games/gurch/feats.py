"""Feats of Gurch."""

from engine.feats import Feat, FinishedDeal
from engine.games.gurch.piles import HAND
from engine.moves import TABLE

_LOWEST_TOTAL = 2
"""Total of a single two, the lowest possible."""
_LARGE_PRIZE = 20
_DEALS_IN_ROW = 3


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
