"""Widget with the summary of a match review: the best decision and a few numbers."""

from pygame import Surface

from engine.review import Report
from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD, MUTED
from scenes.screens.review.decision_text import are_all_good, count_good, has_only_small_losses, total_loss_and_unit
from scenes.text.catalogue import Words
from scenes.text.dates import UNKNOWN_NUMBER
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.widgets import Widget

_FACT_STYLES = ("label", "total", "small")
"""Text styles of the three lines of a fact."""
_ICON_SIZE, _ICON_GAP = 40.0, 16.0


class ReviewScore(Widget):
    """Shows a review's best decision as text, and beside it good decisions, total loss and quality of play.

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

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect = self.rect
        renderer.draw_box(target, box_styles.PLATE, rect)
        facts = self.facts()
        styled = [(text, style) for fact in facts for text, style in zip(fact, _FACT_STYLES, strict=True)]
        wide = max(86.0, *(renderer.text_width(text, style) + 20 for text, style in styled))
        right = rect.right - 8 - wide * len(facts)
        x = rect.left + 20
        renderer.blit(
            target, renderer.icon("star" if self.best_text else "learn", _ICON_SIZE, GOLD), x, rect.centery, "midleft"
        )
        self._draw_summary(renderer, target, x + _ICON_SIZE + _ICON_GAP, right - 12)
        for fact in facts:
            self._draw_fact(renderer, target, fact, right + wide / 2)
            right += wide

    def _draw_summary(self, renderer: Renderer, target: Surface, left: float, right: float) -> None:
        rect = self.rect
        first, second = self.summary_and_explanation()
        title = renderer.text(first, "strong", CREAM, max_width=right - left)
        text, style = second, "explanation"
        drawn = renderer.paragraph(text, style, MUTED, right - left)
        high = renderer.height_of(title)
        if high + renderer.height_of(drawn) > rect.height - 12:
            style = "small"
            drawn = renderer.paragraph(text, style, MUTED, right - left)
        y = rect.centery - (high + 2 + renderer.height_of(drawn)) / 2
        renderer.blit(target, title, left, y)
        renderer.blit(target, drawn, left, y + high + 2)

    def _draw_fact(self, renderer: Renderer, target: Surface, fact: tuple[str, str, str], centre_x: float) -> None:
        high = [renderer.text_surface_height(style) for style in _FACT_STYLES]
        y = self.rect.centery - (sum(high) + 4) / 2
        for text, style, ink, tall in zip(fact, _FACT_STYLES, (MUTED, CREAM, MUTED), high, strict=True):
            renderer.blit(target, renderer.text(text, style, ink), centre_x, y, "midtop")
            y += tall + 2
