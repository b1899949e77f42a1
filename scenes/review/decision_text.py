"""Decisions of a match in words, and the grade of each. No pygame here."""

import math

from engine.cards import RANKS, rank, suit
from engine.moves import Move, Note
from engine.review import Decision, Report, Verdict
from engine.review.key_moments import MatchMoment
from scenes.text.catalogue import Words

PENDING, BEST, EVEN, COSTLY = "waits", "best", "even", "costly"
"""Grades of a decision: not judged yet; the search agrees; nothing was clearly better; something clearly was."""
_SUIT_SIGNS = "♣♦♥♠"
"""Signs by suit."""
_MIN_ONE_DECIMAL = 1.0
"""Figures below this have two decimal places."""


def grade(decision: Decision | None) -> str:
    """Return the grade of a decision: ``PENDING``, ``BEST``, ``EVEN`` or ``COSTLY``."""
    if decision is None:
        return PENDING
    if decision.significant_cost > 0:
        return COSTLY
    return BEST if decision.known.best == decision.played else EVEN


def count_good(report: Report) -> int:
    """Return the number of decisions without a clear loss."""
    return sum(grade(decision) in (BEST, EVEN) for decision in report.decisions)


def position_text(words: Words, moment: MatchMoment, deals: int) -> str:
    """Return deal and move of a decision; the deal only if there are several."""
    key = "app.match_review.at_deal" if deals > 1 else "app.match_review.at"
    return words.for_game(moment.position.slug)(key, deal=moment.deal, number=moment.move_index + 1)


def move_text(words: Words, moment: MatchMoment, move: Move) -> str:
    """Return a move in words."""
    return words.note(moment.position.slug, "move", moment.position.describe(move))


def cards_of(moment: MatchMoment, move: Move) -> str:
    """Return the cards of a move as short text: "7♣ Q♦"."""
    cards = sorted(move.cards, key=moment.position.sort_key)
    return " ".join(RANKS[rank(card)].replace("T", "10") + _SUIT_SIGNS[suit(card)] for card in cards)


def loss_text(words: Words, slug: str, form: str, verdict: Verdict) -> str:
    """Return the loss of a decision in the game's unit; ``form`` is ``short``, ``error`` or ``cost``."""
    points, error = max(0.0, verdict.cost), verdict.error
    places = 1 if points >= _MIN_ONE_DECIMAL else 2
    sure = math.isfinite(error)
    figures = {
        "points": words.number(points, places=places),
        "error": words.number(error, places=places) if sure else "?",
        "share": words.percent(points),
        "share_error": words.percent(error) if sure else "?",
    }
    return words.note(slug, "lost", Note(form, figures))


def total_loss(words: Words, slug: str, cost: float) -> tuple[str, str]:
    """Return the total loss as a figure, and its unit."""
    cost = max(0.0, cost)
    return words.number(cost, places=1 if cost >= _MIN_ONE_DECIMAL else 2), words.note(slug, "lost", Note("total"))


def known_judgement_text(words: Words, moment: MatchMoment, decision: Decision) -> str:
    """Return the judgement by what the seat could know."""
    known = decision.known
    figures = {
        "cost": loss_text(words, moment.position.slug, "cost", known),
        "chance": words.percent(known.win),
        "as_played": words.percent(min(1.0, max(0.0, known.win - known.win_cost))),
    }
    return words(f"app.match_review.known.{grade(decision)}", figures)


def open_judgement_text(words: Words, moment: MatchMoment, decision: Decision) -> str:
    """Return the judgement with all cards open."""
    shown = decision.hindsight
    if shown.best == decision.played or shown.cost <= 0:
        return words("app.match_review.open.best")
    key = "same" if shown.best == decision.known.best else "differs"
    cost = loss_text(words, moment.position.slug, "cost", shown)
    return words(f"app.match_review.open.{key}", what=move_text(words, moment, shown.best), cost=cost)
