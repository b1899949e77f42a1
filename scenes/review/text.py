"""The review of a match as text, in the words of the screen, and how it goes out: clipboard or file."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.match.record import Record
from engine.moves import Move
from engine.review import Decision, Report
from engine.review.moments import KeyMoments, MatchMoment
from scenes.review.data import BEST, cards_of, good, kind, known_text, open_text, place, total, what
from scenes.review.plot import chance_at
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
    """What a review is about, and what it found."""

    course: KeyMoments
    """The match with a seat's decisions."""
    report: Report
    share: float
    """How much of the work is done, 0 … 1."""


class ReviewText:
    """Writes a review.

    Args:
        words: of the language; they name the seats.
        record: the match.
        name: whose decisions.
        found: what is told of them.
    """

    def __init__(self, words: Words, record: Record, name: str, found: ReviewFindings) -> None:
        self.words = words
        self.record = record
        self.name = name
        self.course, self.report, self.share = found
        self._moments = {moment.at: moment for moment in self.course.decisions}

    def text(self) -> str:
        """All of it, in lines."""
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
        if report.decisions and report.quality is not None:
            yield words("app.match_review.text.quality", quality=words.number(round(report.quality)))
        if report.decisions:
            cost, unit = total(words, self.record.game, report.cost)
            figures = {"good": words.number(good(report)), "cost": cost, "unit": unit}
            yield words("app.match_review.text.counts", figures, n=len(report.decisions))

    def _turning(self) -> Iterator[str]:
        turning = self.report.turning_points
        if turning:
            yield self.words("app.match_review.text.turning")
        for number, decision in enumerate(turning, 1):
            yield f"{number}. {self._decision(decision)}"

    def _chances(self) -> Iterator[str]:
        words, line = self.words, self.report.line
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
        when = place(words, moment, len(self.course.deals))
        played = self._move(moment, decision.played)
        found = kind(decision)
        if found != BEST:
            better = self._move(moment, decision.known.best)
            played = words(
                "app.match_review.row", place=played, told=words(f"app.match_review.row.{found}", what=better)
            )
        told = known_text(words, moment, decision)
        return words("app.match_review.text.line", place=when, what=f"{played}. {told}")

    def _move(self, moment: MatchMoment, move: Move) -> str:
        """A move in words, with its cards where the words don't name the only one."""
        said, cards = what(self.words, moment, move), cards_of(moment, move)
        return f"{said} ({cards})" if cards else said


class ReviewExport(sharing.Export):
    """Lets a review go out."""

    ending = "txt"

    def __init__(self, context: Context) -> None:
        super().__init__(context, _SAYINGS)

    def export(self, told: ReviewText) -> None:
        """Ask how it shall go out."""
        record = told.record
        self.offer(told.text(), f"{self.context.words('app.match_review.file')}-{record.game}-{record.id}".rstrip("-"))
