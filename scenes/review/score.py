"""The opening of a review: the best decision, then counts."""

from pygame import FRect, Surface

from engine.review import Report
from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, MUTED
from scenes.look.widgets import Widget
from scenes.review.decision_text import count_good, total_loss
from scenes.text.dates import NO_FIGURE
from scenes.text.words import Words

_FACT = ("label", "total", "small")
"""Styles of the three lines of a fact."""
_ICON, _AFTER_ICON = 40.0, 16.0


class Score(Widget):
    """The best decision in words, and beside it the good decisions, what was given away, and the quality of play."""

    def __init__(self, words: Words, slug: str, rect: FRect) -> None:
        super().__init__(rect)
        self.words = words
        self.slug = slug
        self.report: Report | None = None
        self.best = ""
        self.forced = False

    def show(self, report: Report, best: str, *, forced: bool) -> None:
        """Show the present report.

        Args:
            report: the report.
            best: its best decision in words, empty if there is none.
            forced: whether there was nothing to decide.
        """
        self.report, self.best, self.forced = report, best, forced

    def facts(self) -> list[tuple[str, str, str]]:
        """Counts: label, figure and second line of each."""
        words, report = self.words, self.report
        count = len(report.decisions) if report else 0
        if report is None or not count:
            return [(words("app.match_review.good"), NO_FIGURE, ""), (words("app.match_review.lost"), NO_FIGURE, "")]
        figure, unit = total_loss(words, self.slug, report.cost)
        found = [(words("app.match_review.lost"), figure, unit)]
        if count_good(report):
            good = words.number(count_good(report))
            found.insert(0, (words("app.match_review.good"), good, words("app.match_review.good_of", n=count)))
        if self.quality:
            found.append((words("app.match_review.quality"), self.quality, words("app.match_review.of_hundred")))
        return found

    @property
    def quality(self) -> str:
        """The quality as text; empty if it isn't known, or if it says no more than that nothing was good."""
        quality = self.report.quality if self.report and self.report.decisions else None
        return self.words.number(round(quality)) if quality is not None and round(quality) else ""

    def opening(self) -> tuple[str, str]:
        """The first line and the explanation below it."""
        words = self.words
        if self.report is None or not self.report.decisions:
            return words(f"app.match_review.{'no_choice' if self.forced else 'opening'}"), words(
                "app.match_review.luck"
            )
        if self.best:
            return words("app.match_review.opening.best", what=self.best), words("app.match_review.luck")
        return words("app.match_review.opening.none"), words("app.match_review.opening.none_why")

    def draw(self, look: Look, target: Surface) -> None:
        rect = self.rect
        look.draw_box(target, box_styles.PLATE, rect)
        facts = self.facts()
        styled = [(text, style) for fact in facts for text, style in zip(fact, _FACT, strict=True)]
        wide = max(86.0, *(look.text_width(text, style) + 20 for text, style in styled))
        right = rect.right - 8 - wide * len(facts)
        x = rect.left + 20
        look.blit(target, look.icon("star" if self.best else "learn", _ICON, GOLD), x, rect.centery, "midleft")
        self._draw_opening(look, target, x + _ICON + _AFTER_ICON, right - 12)
        for fact in facts:
            self._draw_fact(look, target, fact, right + wide / 2)
            right += wide

    def _draw_opening(self, look: Look, target: Surface, left: float, right: float) -> None:
        rect = self.rect
        first, second = self.opening()
        title = look.text(first, "strong", CREAM, max_width=right - left)
        text, style = second, "explanation"
        drawn = look.paragraph(text, style, MUTED, right - left)
        high = title.get_height() / look.scale
        if high + drawn.get_height() / look.scale > rect.height - 12:
            style = "small"
            drawn = look.paragraph(text, style, MUTED, right - left)
        y = rect.centery - (high + 2 + drawn.get_height() / look.scale) / 2
        look.blit(target, title, left, y)
        look.blit(target, drawn, left, y + high + 2)

    def _draw_fact(self, look: Look, target: Surface, fact: tuple[str, str, str], x: float) -> None:
        high = [look.text_height(style) for style in _FACT]
        y = self.rect.centery - (sum(high) + 4) / 2
        for text, style, ink, tall in zip(fact, _FACT, (MUTED, CREAM, MUTED), high, strict=True):
            look.blit(target, look.text(text, style, ink), x, y, "midtop")
            y += tall + 2
