"""Widget with the summary of a match review: the best decision and a few numbers."""

from pygame import FRect, Surface

from engine.review import Report
from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD, MUTED
from scenes.screens.review.decision_text import are_all_good, count_good, has_only_small_losses, total_loss_and_unit
from scenes.text.catalogue import Words
from scenes.text.dates import UNKNOWN_NUMBER
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widgets import Widget

_FACT_STYLES = ("label", "total", "small")
"""Text styles of the three lines of a fact."""
_ICON_SIZE, _ICON_GAP = 40.0, 16.0
_PAD = 20.0
_MIN_TEXT_WIDTH = 200.0
"""Minimum width of the texts beside the facts, logical pixels; in a narrower plate the facts are below them."""


class ReviewScore(Widget):
    """Shows a review's best decision as text, and beside or below it good decisions, total loss and quality of play.

    Args:
        words: the text catalogue.
        loss_unit: as ``Game.loss_unit``.
        report: the report.
        best_text: its best decision as text; empty if there is none.
        all_forced: whether the seat had nothing to decide.
    """

    def __init__(self, words: Words, loss_unit: str, report: Report, best_text: str, *, all_forced: bool) -> None:
        super().__init__()
        self.words = words
        self.loss_unit = loss_unit
        self.report = report
        self.best_text = best_text
        self.all_forced = all_forced

    def facts(self) -> list[tuple[str, str, str]]:
        """Return the summary numbers of a review: label, number and second line of each."""
        words, report = self.words, self.report
        count = len(report.decisions)
        if not count or not report.is_final:
            return [
                (words("app.match_review.good"), UNKNOWN_NUMBER, ""),
                (words("app.match_review.lost"), UNKNOWN_NUMBER, ""),
            ]
        figure, unit = total_loss_and_unit(words, self.loss_unit, report.total_cost)
        facts = [(words("app.match_review.lost"), figure, unit)]
        if count_good(report):
            good = words.number(count_good(report))
            facts.insert(0, (words("app.match_review.good"), good, words("app.match_review.good_of", n=count)))
        if self.quality_text:
            facts.append((words("app.match_review.quality"), self.quality_text, words("app.match_review.of_hundred")))
        return facts

    @property
    def quality_text(self) -> str:
        """The quality of a seat's play as text; empty if it is unknown or 0."""
        quality = self.report.quality
        return self.words.number(round(quality)) if quality is not None and round(quality) else ""

    def summary_and_explanation(self) -> tuple[str, str]:
        """Return the first line of a review's summary and the explanation below it."""
        words, report = self.words, self.report
        if self.all_forced:
            title = words("app.match_review.no_choice")
        elif not report.is_final:
            title = words("app.match_review.opening")
        elif self.best_text:
            title = words("app.match_review.opening.best", what=self.best_text)
        elif are_all_good(report):
            title = words("app.match_review.none")
        else:
            return words("app.match_review.opening.none"), words("app.match_review.opening.none_why")
        key = "small_losses" if has_only_small_losses(report) else "luck"
        return title, words(f"app.match_review.{key}")

    def as_accessible(self) -> AccessibleElement | None:
        facts = (text for fact in self.facts() for text in fact)
        return text_element(*self.summary_and_explanation(), *facts)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width = constraints.max_width
        text_width, _, facts_below = self._text_and_fact_widths(renderer, width)
        texts = zip(self.summary_and_explanation(), ("strong", "explanation"), strict=True)
        height = sum(renderer.paragraph_height(text, style, text_width) for text, style in texts)
        return Size(width, height + 2 + _PAD + (_facts_height(renderer) + _PAD / 2 if facts_below else 0.0))

    def _text_and_fact_widths(self, renderer: Renderer, width: float) -> tuple[float, float, bool]:
        """Return the widths of the texts and of one fact in a plate of ``width``, and whether the facts are below the
        texts."""
        facts = self.facts()
        styled = [(text, style) for fact in facts for text, style in zip(fact, _FACT_STYLES, strict=True)]
        fact_width = max(86.0, *(renderer.text_width(text, style) + 20 for text, style in styled))
        whole = width - 2 * _PAD - _ICON_SIZE - _ICON_GAP
        beside = whole - fact_width * len(facts)
        return (whole, width / len(facts), True) if beside < _MIN_TEXT_WIDTH else (beside, fact_width, False)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.draw_box(target, box_styles.PLATE, self.rect)
        facts = self.facts()
        text_width, fact_width, facts_below = self._text_and_fact_widths(renderer, self.rect.width)
        summary, facts_y = FRect(self.rect), self.rect.centery
        if facts_below:
            summary.height -= _facts_height(renderer) + _PAD / 2
            facts_y = (summary.bottom + self.rect.bottom - _PAD / 2) / 2
        icon = renderer.icon("star" if self.best_text else "learn", _ICON_SIZE, GOLD)
        renderer.blit(target, icon, summary.left + _PAD, summary.centery, "midleft")
        self._draw_summary(renderer, target, summary, text_width)
        left = self.rect.right - fact_width * len(facts) - (0 if facts_below else 8)
        for i, fact in enumerate(facts):
            self._draw_fact(renderer, target, fact, left + fact_width * (i + 0.5), facts_y)

    def _draw_summary(self, renderer: Renderer, target: Surface, rect: FRect, width: float) -> None:
        first, second = self.summary_and_explanation()
        title = renderer.paragraph(first, "strong", CREAM, width)
        high = renderer.height_of(title)
        is_high = high + renderer.paragraph_height(second, "explanation", width) > rect.height - 12
        drawn = renderer.paragraph(second, "small" if is_high else "explanation", MUTED, width)
        left, y = rect.left + _PAD + _ICON_SIZE + _ICON_GAP, rect.centery - (high + 2 + renderer.height_of(drawn)) / 2
        renderer.blit(target, title, left, y)
        renderer.blit(target, drawn, left, y + high + 2)

    def _draw_fact(
        self, renderer: Renderer, target: Surface, fact: tuple[str, str, str], centre_x: float, centre_y: float
    ) -> None:
        y = centre_y - _facts_height(renderer) / 2
        for text, style, ink in zip(fact, _FACT_STYLES, (MUTED, CREAM, MUTED), strict=True):
            renderer.blit(target, renderer.text(text, style, ink), centre_x, y, "midtop")
            y += renderer.text_surface_height(style) + 2


def _facts_height(renderer: Renderer) -> float:
    """Return the height of the three lines of a fact, logical pixels."""
    return sum(map(renderer.text_surface_height, _FACT_STYLES)) + 4
