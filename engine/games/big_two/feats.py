"""Feats of Big Two."""

from engine.feats import Feat, FinishedDeal

_MANY_POINTS = 30
_MIN_DEALS = 5


def _has_idle_rival(deal: FinishedDeal) -> bool:
    """Whether a rival never played a card."""
    return len({event.source.owner for event in deal.moves("play")}) < deal.seats


FEATS = (
    Feat("straight_flush", lambda deal: deal.notes("straight_flush")),
    Feat("idle", lambda deal: deal.is_won and _has_idle_rival(deal)),
    Feat("no_pass", lambda deal: deal.is_won and not deal.notes("pass")),
    Feat("points", lambda deal: deal.points >= _MANY_POINTS),
    Feat(
        "every_deal",
        lambda deal: (
            deal.is_match_won
            and len(deal.results) >= _MIN_DEALS
            and all(deal.seat in one.winners for one in deal.results)
        ),
    ),
)
