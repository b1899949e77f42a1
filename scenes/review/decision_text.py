"""Texts and grades for the decisions of a match. Doesn't need pygame."""

import math

from engine.cards import RANKS, rank, suit
from engine.moves import Move, Note
from engine.review import Decision, Report, Verdict
from engine.review.key_moments import MatchMoment
from scenes.text.catalogue import Words

PENDING, BEST, EVEN, COSTLY = "waits", "best", "even", "costly"
"""Grades of a decision: not judged yet, the search agrees, no move was clearly better, a move was clearly better."""
_SUIT_SIGNS = "♣♦♥♠"
"""Suit signs, indexed by suit."""
_MIN_ONE_DECIMAL_LOSS = 1.0
"""Losses from this on have one decimal place, smaller ones two."""


def grade(decision: Decision | None) -> str:
    """Return the grade of a reviewed decision: ``PENDING``, ``BEST``, ``EVEN`` or ``COSTLY``."""
    if decision is None:
        return PENDING
    if decision.significant_cost > 0:
        return COSTLY
    return BEST if decision.verdict.best == decision.played else EVEN


def count_good(report: Report) -> int:
    """Return a review's number of judged decisions without a clear loss."""
    return sum(grade(decision) in (BEST, EVEN) for decision in report.decisions)


def position_text(words: Words, moment: MatchMoment, deals: int) -> str:
    """Return the deal and move number of a decision as text; the deal only if there are several."""
    key = "app.match_review.at_deal" if deals > 1 else "app.match_review.at"
    return words.for_game(moment.position.slug)(key, deal=moment.deal_number, number=moment.move_index + 1)


def move_text(words: Words, moment: MatchMoment, move: Move) -> str:
    """Return a move as text."""
    return words.note_text(moment.position.slug, "move", moment.position.describe(move))


def cards_text(moment: MatchMoment, move: Move) -> str:
    """Return the cards of a move as short text: "7♣ Q♦"."""
    cards = sorted(move.cards, key=moment.position.sort_key)
    return " ".join(RANKS[rank(card)].replace("T", "10") + _SUIT_SIGNS[suit(card)] for card in cards)


def loss_text(words: Words, slug: str, form: str, verdict: Verdict) -> str:
    """Return the loss of a decision as text in the game's unit; ``form`` is ``short``, ``error`` or ``cost``."""
    points, error = max(0.0, verdict.cost), verdict.error
    places = 1 if points >= _MIN_ONE_DECIMAL_LOSS else 2
    is_certain = math.isfinite(error)
    placeholders = {
        "points": words.number(points, places=places),
        "error": words.number(error, places=places) if is_certain else "?",
        "share": words.percent(points),
        "share_error": words.percent(error) if is_certain else "?",
    }
    return words.note_text(slug, "lost", Note(form, placeholders))


def total_loss_and_unit(words: Words, slug: str, cost: float) -> tuple[str, str]:
    """Return the total loss of a seat's decisions as text, and its unit."""
    cost = max(0.0, cost)
    return words.number(cost, places=1 if cost >= _MIN_ONE_DECIMAL_LOSS else 2), words.note_text(
        slug, "lost", Note("total")
    )


def verdict_text(words: Words, moment: MatchMoment, decision: Decision) -> str:
    """Return a decision's judgement as text, based on the cards that the seat could see."""
    known = decision.verdict
    placeholders = {
        "cost": loss_text(words, moment.position.slug, "cost", known),
        "chance": words.percent(known.win),
        "as_played": words.percent(min(1.0, max(0.0, known.win - known.win_cost))),
    }
    return words(f"app.match_review.known.{grade(decision)}", placeholders)


def hindsight_text(words: Words, moment: MatchMoment, decision: Decision) -> str:
    """Return a decision's judgement with all cards open as text."""
    hindsight = decision.hindsight
    if hindsight.best == decision.played or hindsight.cost <= 0:
        return words("app.match_review.open.best")
    key = "same" if hindsight.best == decision.verdict.best else "differs"
    cost = loss_text(words, moment.position.slug, "cost", hindsight)
    return words(f"app.match_review.open.{key}", what=move_text(words, moment, hindsight.best), cost=cost)
