"""What the review of a match shows: a seat's decisions, what became of each in words, and the work that judges them."""

import math

from engine.cards import RANKS, rank, suit
from engine.moves import Move, Note
from engine.review import Decision, Report, Verdict
from engine.review.moments import MatchMoment
from scenes.text.words import Words

WAITS, BEST, EVEN, COSTLY = "waits", "best", "even", "costly"
"""What became of a decision: not judged yet, the search would have done the same, nothing was clearly better, something
was."""
_SIGNS = "♣♦♥♠"
"""By suit."""
_FINE = 1.0
"""Smaller figures have two places."""


# --- in words ---------------------------------------------------------------------------------------------------------


def kind(decision: Decision | None) -> str:
    """What became of a decision: ``WAITS``, ``BEST``, ``EVEN`` or ``COSTLY``."""
    if decision is None:
        return WAITS
    if decision.held_against > 0:
        return COSTLY
    return BEST if decision.known.best == decision.played else EVEN


def good(report: Report) -> int:
    """How many decisions cost nothing that is clear."""
    return sum(kind(decision) in (BEST, EVEN) for decision in report.decisions)


def place(words: Words, moment: MatchMoment, deals: int) -> str:
    """When it was, in a match of so many deals."""
    key = "app.match_review.at_deal" if deals > 1 else "app.match_review.at"
    return words(key, deal=moment.deal, number=moment.at + 1)


def what(words: Words, moment: MatchMoment, move: Move) -> str:
    """A move in words."""
    return words.note(moment.position.slug, "move", moment.position.describe(move))


def cards_of(moment: MatchMoment, move: Move) -> str:
    """The cards of a move as their corners say it: "7♣ Q♦"."""
    several = sorted(move.cards, key=moment.position.order)
    return " ".join(RANKS[rank(card)].replace("T", "10") + _SIGNS[suit(card)] for card in several)


def lost(words: Words, slug: str, part: str, verdict: Verdict) -> str:
    """What a decision cost, in what its game counts; ``part`` is ``short``, ``error`` or ``cost``."""
    points, error = max(0.0, verdict.cost), verdict.error
    places = 1 if points >= _FINE else 2
    sure = math.isfinite(error)
    figures = {
        "points": words.number(points, places=places),
        "error": words.number(error, places=places) if sure else "?",
        "share": words.percent(points),
        "share_error": words.percent(error) if sure else "?",
    }
    return words.note(slug, "lost", Note(part, figures))


def total(words: Words, slug: str, cost: float) -> tuple[str, str]:
    """All that was lost: a figure, and what it counts."""
    cost = max(0.0, cost)
    return words.number(cost, places=1 if cost >= _FINE else 2), words.note(slug, "lost", Note("total"))


def known_text(words: Words, moment: MatchMoment, decision: Decision) -> str:
    """What the seat could know."""
    known = decision.known
    figures = {
        "cost": lost(words, moment.position.slug, "cost", known),
        "chance": words.percent(known.win),
        "as_played": words.percent(min(1.0, max(0.0, known.win - known.win_cost))),
    }
    return words(f"app.match_review.known.{kind(decision)}", figures)


def open_text(words: Words, moment: MatchMoment, decision: Decision) -> str:
    """What would have been best with all cards open."""
    shown = decision.open
    if shown.best == decision.played or shown.cost <= 0:
        return words("app.match_review.open.best")
    key = "same" if shown.best == decision.known.best else "differs"
    cost = lost(words, moment.position.slug, "cost", shown)
    return words(f"app.match_review.open.{key}", what=what(words, moment, shown.best), cost=cost)
