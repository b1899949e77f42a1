"""The review of a match as text, and its export."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.match.record import Record
from engine.moves import Move
from engine.review import Decision, Report
from engine.review.moments import KeyMoments, MatchMoment
from scenes.review.chance_plot import chance_at
from scenes.review.decision_text import (
    BEST,
    cards_of,
    count_good,
    grade,
    known_text,
    move_text,
    open_text,
    place_text,
    total_loss,
)
from scenes.shell import sharing
from scenes.shell.context import Context
from scenes.text.dates import date_of_time
from scenes.text.words import Words

_SAYINGS = sharing.Sayings(
    out="app.match_review.share.title",
    how="app.match_review.share.text",
    no_clipboard="app.match_review.share.no_clipboard",
    written="app.match_review.share.written",
)


class ReviewFindings(NamedTuple):
    """The present state of a review."""

    course: KeyMoments
    """The key moments of the match for the seat."""
    report: Report
    share: float
    """Progress, 0 … 1."""


class ReviewText:
    """Writes a review as text.

    Args:
        words: texts; they name the seats.
        record: the match.
        name: name of the seat.
        found: state of the review.
    """

    def __init__(self, words: Words, record: Record, name: str, found: ReviewFindings) -> None:
        self.words = words
        self.record = record
        self.name = name
        self.course, self.report, self.share = found
        self._moments = {moment.at: moment for moment in self.course.decisions}

    def text(self) -> str:
        """Return the whole text."""
        blocks = [self._head(), self._turning(), self._chances(), self._all()]
        return "\n\n".join("\n".join(lines) for lines in map(list, blocks) if lines) + "\n"

    def _head(self) -> Iterator[str]:
        words, report = self.words, self.report
        yield words("app.match_review.text.title", game=words(f"{self.record.game}.title"))
        day = date_of_time(words, self.record.ended or self.record.began)
        if day:
            yield day
        yield words("app.match_review.text.seat", name=self.name)
        if self.share < 1:
            yield words("app.match_review.text.partly", percent=words.percent(self.share))
        if report.best is not None:
            yield words("app.match_review.text.best", what=self._decision(report.best))
        elif report.decisions:
            yield words("app.match_review.opening.none_why")
        if report.decisions:
            cost, unit = total_loss(words, self.record.game, report.cost)
            figures = {"good": words.number(count_good(report)), "cost": cost, "unit": unit}
            yield words("app.match_review.text.counts", figures, n=len(report.decisions))
        if report.decisions and report.quality is not None and round(report.quality):
            yield words("app.match_review.text.quality", quality=words.number(round(report.quality)))

    def _turning(self) -> Iterator[str]:
        turning = self.report.turning_points
        if turning:
            yield self.words("app.match_review.text.turning")
        for number, decision in enumerate(turning, 1):
            yield f"{number}. {self._decision(decision)}"

    def _chances(self) -> Iterator[str]:
        words, line = self.words.of_game(self.record.game), self.report.line
        if len(self.course.deals) > 1 and line:
            yield words("app.match_review.text.chance")
            for moment in self.course.deals:
                chance = words.percent(chance_at(line, moment.at))
                yield words("app.match_review.text.deal", deal=moment.deal, chance=chance)

    def _all(self) -> Iterator[str]:
        if self.report.decisions:
            yield self.words("app.match_review.text.all")
        for decision in self.report.decisions:
            yield self._decision(decision)
            moment = self._moments[decision.at]
            yield f"   {self.words('app.match_review.hindsight')}: {open_text(self.words, moment, decision)}"

    def _decision(self, decision: Decision) -> str:
        words, moment = self.words, self._moments[decision.at]
        when = place_text(words, moment, len(self.course.deals))
        played = self._move(moment, decision.played)
        found = grade(decision)
        if found != BEST:
            better = self._move(moment, decision.known.best)
            played = words(
                "app.match_review.row", place=played, told=words(f"app.match_review.row.{found}", what=better)
            )
        known = known_text(words, moment, decision)
        return words("app.match_review.text.line", place=when, what=f"{played}. {known}")

    def _move(self, moment: MatchMoment, move: Move) -> str:
        """Return a move in words, with its cards if there are any."""
        text, cards = move_text(self.words, moment, move), cards_of(moment, move)
        return f"{text} ({cards})" if cards else text


class ReviewExport(sharing.Export):
    """Exports a review."""

    ending = "txt"

    def __init__(self, context: Context) -> None:
        super().__init__(context, _SAYINGS)

    def export(self, review: ReviewText) -> None:
        """Ask how to export a review."""
        record = review.record
        self.offer(
            review.text(), f"{self.context.words('app.match_review.file')}-{record.game}-{record.id}".rstrip("-")
        )
