"""Texts and grades for the decisions of a match. Doesn't need pygame."""

import math
from bisect import bisect_left
from collections.abc import Sequence

from engine.moves import Move, Note
from engine.review import Decision, Report, Verdict, WinChance
from engine.review.key_moments import MatchMoment
from scenes.text.catalogue import Words
from scenes.text.reason_text import reason_text

PENDING, BEST, EVEN, COSTLY = "waits", "best", "even", "costly"
"""Grades of a decision: not judged yet, the search agrees, no move was clearly better, a move was clearly better."""
_MIN_ONE_DECIMAL_LOSS = 1.0
"""Losses from this on have one decimal place, smaller ones two."""
MAX_QUALITY = 100
"""The quality of play as good as the search."""
MIN_CHANCES = 2
"""Minimum number of known chances to win for a line."""


def grade(decision: Decision | None) -> str:
    """Return the grade of a reviewed decision: ``PENDING``, ``BEST``, ``EVEN`` or ``COSTLY``."""
    if decision is None:
        return PENDING
    if decision.significant_cost > 0:
        return COSTLY
    return BEST if decision.verdict.best == decision.played else EVEN


def chance_at(win_chances: Sequence[WinChance], move_index: int) -> float:
    """Return a seat's winning chance after ``move_index`` moves, interpolated; 0.5 if too few are known.

    ``win_chances`` are in the order of their moves.

    >>> chance_at([WinChance(0, 1, 0.25, 0.0), WinChance(10, 1, 0.75, 0.0)], 5)
    0.5
    """
    if len(win_chances) < MIN_CHANCES:
        return 0.5
    i = bisect_left(win_chances, move_index, key=lambda point: point.at)
    before, after = win_chances[max(0, i - 1)], win_chances[min(i, len(win_chances) - 1)]
    part = (move_index - before.at) / (after.at - before.at) if after.at > before.at else 0.0
    return before.win + part * (after.win - before.win)


def count_good(report: Report) -> int:
    """Return a review's number of judged decisions without a clear loss."""
    return sum(grade(decision) in (BEST, EVEN) for decision in report.decisions)


def are_all_good(report: Report) -> bool:
    """Whether no judged decision of a review was clearly a loss."""
    return count_good(report) == len(report.decisions)


def has_only_small_losses(report: Report) -> bool:
    """Whether a review's quality is below 100 although all decisions were good: losses too small to be significant."""
    return report.quality is not None and round(report.quality) < MAX_QUALITY and are_all_good(report)


def position_text(words: Words, moment: MatchMoment, deals: int) -> str:
    """Return the deal and move number of a decision as text; the deal only if there are several."""
    key = "app.match_review.at_deal" if deals > 1 else "app.match_review.at"
    return words.for_game(moment.position.slug)(key, deal=moment.deal_number, number=moment.move_index + 1)


def move_text(words: Words, moment: MatchMoment, move: Move) -> str:
    """Return a move as text."""
    return words.note_text(moment.position.slug, "move", moment.position.describe(move))


def cards_text(words: Words, moment: MatchMoment, move: Move) -> str:
    """Return the cards of a move as short text: "7♣ Q♦"."""
    return words.cards(sorted(move.cards, key=moment.position.sort_key), "figure")


def loss_text(words: Words, moment: MatchMoment, form: str, verdict: Verdict) -> str:
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
    return words.note_text(moment.position.loss_text_group(), "lost", Note(form, placeholders))


def total_loss_and_unit(words: Words, unit: str, cost: float) -> tuple[str, str]:
    """Return the total loss of a seat's decisions as text, and its unit, named by ``Game.loss_unit``."""
    cost = max(0.0, cost)
    return words.number(cost, places=1 if cost >= _MIN_ONE_DECIMAL_LOSS else 2), words.note_text(
        unit, "lost", Note("total")
    )


def verdict_text(words: Words, moment: MatchMoment, decision: Decision, win_chances: Sequence[WinChance]) -> str:
    """Return a decision's judgement as text, based on the cards that the seat could see.

    It ends with the reason why another move was better, or if none is known, with the chance to win. The chance is
    that of the deal. Without deal winners it is that of the match, read from the plot's ``win_chances``, and left out
    until these are known.
    """
    known, decision_grade = decision.verdict, grade(decision)
    text = words(f"app.match_review.known.{decision_grade}", cost=loss_text(words, moment, "cost", known))
    if decision_grade == COSTLY and known.reason is not None:
        reason = reason_text(words, moment.position.slug, known.reason)
        return words("app.match_review.reason", text=text, reason=reason)
    won = "deal" if moment.position.are_deals_won_separately() else "match"
    if won == "match" and len(win_chances) < MIN_CHANCES:
        return text
    chance = known.win if won == "deal" else chance_at(win_chances, moment.move_index)
    placeholders = {
        "text": text,
        "chance": words.percent(chance),
        "as_played": words.percent(min(1.0, max(0.0, chance - known.win_cost))),
    }
    form = won if decision_grade == BEST else f"{won}_as_played"
    return words(f"app.match_review.chance.{form}", placeholders)


def hindsight_text(words: Words, moment: MatchMoment, decision: Decision) -> str:
    """Return a decision's judgement with all cards open as text."""
    hindsight = decision.hindsight
    if hindsight.best == decision.played or hindsight.cost <= 0:
        return words("app.match_review.open.best")
    key = "same" if hindsight.best == decision.verdict.best else "differs"
    cost = loss_text(words, moment, "cost", hindsight)
    return words(f"app.match_review.open.{key}", what=move_text(words, moment, hindsight.best), cost=cost)
