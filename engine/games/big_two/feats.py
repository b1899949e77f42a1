"""Feats and habits of Big Two."""

from engine.cards import Card, rank
from engine.feats import Feat, FinishedDeal, Habit

_MANY_POINTS = 30
_MIN_DEALS = 5
_TWO = 1
"""Rank of a two."""
_FIRST_CARDS = 5


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


def _twos_dealt(deal: FinishedDeal) -> set[Card]:
    return {card for card in deal.cards_dealt() if rank(card) == _TWO}


def _spends_two(deal: FinishedDeal) -> bool | None:
    """Whether the person plays a two among the first cards; None if none was dealt."""
    twos, played = _twos_dealt(deal), [card for event in deal.own_moves("play") for card in event.cards]
    return not twos.isdisjoint(played[:_FIRST_CARDS]) if twos else None


HABITS = (
    Habit("spent_two", _spends_two),
    Habit("dealt_twos", lambda deal: len(_twos_dealt(deal)) > 1),
)
