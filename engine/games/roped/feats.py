"""Feats and habits of RoPeD."""

from engine.feats import Feat, FinishedDeal, Habit

_PRECIOUS_SET = 100
"""Points of a roped set that only four of a kind from nine up has."""
_MANY_POINTS = 200


def _most_roped_points(deal: FinishedDeal) -> int:
    return max((note.placeholders["n"] for note in deal.notes("lasso", "roped")), default=0)


FEATS = (
    Feat("lasso", lambda deal: deal.notes("lasso", "roped")),
    Feat(
        "lasso_100", lambda deal: any(note.placeholders["n"] >= _PRECIOUS_SET for note in deal.notes("lasso", "roped"))
    ),
    Feat("chain", lambda deal: deal.notes("roped")),
    Feat("flush", lambda deal: deal.notes("meld_flush")),
    Feat("points", lambda deal: deal.points >= _MANY_POINTS),
)


HABITS = (
    Habit("lasso", lambda deal: bool(deal.notes("lasso", "roped"))),
    Habit("mismatch", lambda deal: bool(deal.notes("mismatch", "mismatch_own"))),
)
