"""Export of a match review as plain text."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.match.record import Record
from engine.moves import Move
from engine.review import Decision, Report
from engine.review.key_moments import KeyMoments, MatchMoment
from scenes.screens.review.decision_text import (
    BEST,
    are_all_good,
    cards_text,
    chance_at,
    count_good,
    grade,
    has_only_small_losses,
    hindsight_text,
    move_text,
    position_text,
    total_loss_and_unit,
    verdict_text,
)
from scenes.shell import sharing
from scenes.shell.context import Context
from scenes.text.catalogue import Words
from scenes.text.dates import time_text

_TEXT_KEYS = sharing.TextKeys(
    export_title="app.match_review.share.title",
    export_question="app.match_review.share.text",
    no_clipboard="app.match_review.share.no_clipboard",
    file_written="app.match_review.share.written",
)


class ReviewState(NamedTuple):
    """State of a match review for its export, perhaps unfinished."""

    key_moments: KeyMoments
    """Key moments of the match for one seat."""
    report: Report
    progress: float
    """Progress of the review, 0 … 1."""


class ReviewText:
    """Formats a match review as plain text.

    Args:
        words: the text catalogue, with the names of the seats.
        record: the match.
        seat_name: name of the reviewed seat.
        state: state of the review.
    """

    def __init__(self, words: Words, record: Record, seat_name: str, state: ReviewState) -> None:
        self.words = words
        self.record = record
        self.seat_name = seat_name
        self.key_moments, self.report, self.progress = state
        self._moments = {moment.move_index: moment for moment in self.key_moments.decisions}

    def text(self) -> str:
        blocks = [self._head_lines(), self._turning_point_lines(), self._chance_lines(), self._decision_lines()]
        return "\n\n".join("\n".join(lines) for lines in map(list, blocks) if lines) + "\n"

    def _head_lines(self) -> Iterator[str]:
        words, report = self.words, self.report
        yield words("app.match_review.text.title", game=words(f"{self.record.game}.title"))
        day = time_text(words, self.record.ended or self.record.began)
        if day:
            yield day
        yield words("app.match_review.text.seat", name=self.seat_name)
        if self.progress < 1:
            yield words("app.match_review.text.partly", percent=words.percent(self.progress))
        if report.best is not None:
            yield words("app.match_review.text.best", what=self._decision_text(report.best))
        elif report.decisions and report.is_final:
            yield words(f"app.match_review.{'none' if are_all_good(report) else 'opening.none_why'}")
        if report.decisions and report.is_final:
            cost, unit = total_loss_and_unit(words, self.key_moments.end.position.loss_text_group(), report.total_cost)
            placeholders = {"good": words.number(count_good(report)), "cost": cost, "unit": unit}
            yield words("app.match_review.text.counts", placeholders, n=len(report.decisions))
        if report.quality is not None and round(report.quality):
            yield words("app.match_review.text.quality", quality=words.number(round(report.quality)))
        if has_only_small_losses(report):
            yield words("app.match_review.small_losses")

    def _turning_point_lines(self) -> Iterator[str]:
        turning = self.report.turning_points
        if turning:
            yield self.words("app.match_review.text.turning")
        for number, decision in enumerate(turning, 1):
            yield f"{number}. {self._decision_text(decision)}"

    def _chance_lines(self) -> Iterator[str]:
        words, line = self.words.for_game(self.record.game), self.report.win_chances
        if len(self.key_moments.deal_starts) > 1 and line:
            yield words("app.match_review.text.chance")
            for moment in self.key_moments.deal_starts:
                chance = words.percent(chance_at(line, moment.move_index))
                yield words("app.match_review.text.deal", deal=moment.deal_number, chance=chance)

    def _decision_lines(self) -> Iterator[str]:
        if self.report.decisions:
            yield self.words("app.match_review.text.all")
        for decision in self.report.decisions:
            yield self._decision_text(decision)
            moment = self._moments[decision.move_index]
            yield f"   {self.words('app.match_review.hindsight')}: {hindsight_text(self.words, moment, decision)}"

    def _decision_text(self, decision: Decision) -> str:
        words, moment = self.words, self._moments[decision.move_index]
        position = position_text(words, moment, len(self.key_moments.deal_starts))
        played = self._move_with_cards(moment, decision.played)
        decision_grade = grade(decision)
        if decision_grade != BEST:
            better = self._move_with_cards(moment, decision.verdict.best)
            played = words(
                "app.match_review.row", place=played, told=words(f"app.match_review.row.{decision_grade}", what=better)
            )
        known = verdict_text(words, moment, decision, self.report.win_chances)
        return words("app.match_review.text.line", place=position, what=f"{played}. {known}")

    def _move_with_cards(self, moment: MatchMoment, move: Move) -> str:
        """Return a move as text, with its cards if there are any."""
        text, cards = move_text(self.words, moment, move), cards_text(self.words, moment, move)
        return f"{text} ({cards})" if cards else text


class ReviewExport(sharing.Export):
    """Exports a match review as a text file or to the clipboard."""

    file_suffix = "txt"

    def __init__(self, context: Context) -> None:
        super().__init__(context, _TEXT_KEYS)

    def ask_export(self, review: ReviewText) -> None:
        """Ask how to export a match review."""
        record = review.record
        self.ask_how_to_export(
            review.text(), f"{self.context.words('app.match_review.file')}-{record.game}-{record.id}".rstrip("-")
        )
