"""The quality of play as a figure."""

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


class Score(Widget):
    """The quality of play, its meaning, and counts."""

    def __init__(self, words: Words, slug: str, rect: FRect) -> None:
        super().__init__(rect)
        self.words = words
        self.slug = slug
        self.report: Report | None = None

    def show(self, report: Report) -> None:
        """Show the present report."""
        self.report = report

    def facts(self) -> list[tuple[str, str, str]]:
        """The facts beside the quality: label, figure and second line of each."""
        words, report = self.words, self.report
        count = len(report.decisions) if report else 0
        if report is None or not count:
            return [(words("app.match_review.good"), NO_FIGURE, ""), (words("app.match_review.lost"), NO_FIGURE, "")]
        figure, unit = total_loss(words, self.slug, report.cost)
        good = count_good(report)
        return [
            (words("app.match_review.good"), words.number(good), words("app.match_review.good_of", n=count)),
            (words("app.match_review.lost"), figure, unit),
        ]

    @property
    def quality(self) -> str:
        """The quality as text."""
        quality = self.report.quality if self.report and self.report.decisions else None
        return NO_FIGURE if quality is None else self.words.number(round(quality))

    def draw(self, look: Look, target: Surface) -> None:
        rect, words = self.rect, self.words
        look.draw_box(target, box_styles.PLATE, rect)
        facts = self.facts()
        styled = [(text, style) for fact in facts for text, style in zip(fact, _FACT, strict=True)]
        wide = max(86.0, *(look.text_width(text, style) + 20 for text, style in styled))
        figure = look.text(self.quality, "result", GOLD)
        x = rect.left + 22
        look.blit(target, figure, x, rect.centery - 2, "midleft")
        x += figure.get_width() / look.scale + 10
        of = look.text(words("app.match_review.of_hundred") if self.quality != NO_FIGURE else "", "label", MUTED)
        look.blit(target, of, x, rect.centery + 12, "midleft")
        x += of.get_width() / look.scale + 22
        right = rect.right - 8 - wide * len(facts)
        self._draw_meaning(look, target, x, right - 12)
        for fact in facts:
            self._draw_fact(look, target, fact, right + wide / 2)
            right += wide

    def _draw_meaning(self, look: Look, target: Surface, left: float, right: float) -> None:
        words, rect = self.words, self.rect
        title = look.text(words("app.match_review.quality"), "strong", CREAM, max_width=right - left)
        text, style = words("app.match_review.luck"), "explanation"
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
