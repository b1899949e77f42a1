"""Row of the list of decisions, and helpers to draw small cards."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import Card
from engine.review import Decision
from engine.review.key_moments import MatchMoment
from scenes.render import box_styles
from scenes.render.boxes import Box, Stroke
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD, MUTED, REFUSAL_TEXT, rgb
from scenes.screens.review.chance_plot import TURNING_POINT_COLOUR
from scenes.screens.review.decision_text import (
    BEST,
    COSTLY,
    EVEN,
    PENDING,
    cards_text,
    grade,
    loss_text,
    move_text,
    position_text,
)
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.widgets import Clickable

_ROW_HEIGHT = 62.0
GOOD_COLOUR = rgb("#8fd6a8")
"""Colour of a decision without loss, on dark backgrounds."""
_ICON_WIDTH = 44.0
"""Width of the column for the icon at the left."""
_CARD_WIDTH, _CARD_STEP, _MAX_CARDS = 24.0, 15.0, 5
_TURNING_POINT_BOX = Box(13, ((0, TURNING_POINT_COLOUR),), border=Stroke(rgb("#f2a799"), 1.5))


def cards_width(count: int, card_width: float = _CARD_WIDTH, step: float = _CARD_STEP) -> float:
    """Return the width of ``count`` overlapping small cards."""
    return card_width + step * (count - 1) if count else 0.0


def draw_small_cards(renderer: Renderer, target: Surface, cards: Sequence[Card], left: float, centre_y: float) -> float:
    """Draw overlapping small cards, at most ``_MAX_CARDS``; return their right edge."""
    for i, card in enumerate(cards[:_MAX_CARDS]):
        renderer.draw_card(target, card, left + _CARD_WIDTH / 2 + _CARD_STEP * i, centre_y, _CARD_WIDTH)
    return left + cards_width(min(_MAX_CARDS, len(cards)))


class ReviewedMoment(NamedTuple):
    """A decision of the match with the review's judgement of it."""

    moment: MatchMoment
    deals: int
    """Number of deals of the match."""
    decision: Decision | None
    """The judgement; None until the review has judged it."""
    turning_point_number: int
    """Number of the turning point, from 1; 0 for other decisions."""
    is_best_of_match: bool
    """Whether it is the seat's best decision."""


class DecisionRow(Clickable):
    """Row of a match review for a decision: the move played, the best move, and the loss."""

    def __init__(
        self, words: Words, reviewed: ReviewedMoment, on_click: Callable[[], None], *, is_chosen: bool
    ) -> None:
        super().__init__(on_click)
        self.is_focus_inside = True
        self.words = words
        self.moment, self.deals, self.decision, self.turning_point_number, self.is_best_of_match = reviewed
        self.is_chosen = is_chosen

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return 0.0, _ROW_HEIGHT

    @property
    def name(self) -> str:
        """The move played in the decision, as text."""
        assert self.moment.decision_move is not None
        return move_text(self.words, self.moment, self.moment.decision_move)

    @property
    def cards(self) -> list[Card]:
        """The sorted cards of the move played."""
        assert self.moment.decision_move is not None
        return sorted(self.moment.decision_move.cards, key=self.moment.position.sort_key)

    def long_and_short_second_line(self) -> tuple[str, str]:
        """Return the text below a reviewed move (its position and judgement), in a long and a short form."""
        words, decision_grade = self.words, grade(self.decision)
        position = position_text(words, self.moment, self.deals)
        if self.decision is None or decision_grade == PENDING:
            return position, position
        best = move_text(words, self.moment, self.decision.verdict.best)
        if best == self.name:  # the texts don't tell the two moves apart
            best = f"{best} ({cards_text(self.words, self.moment, self.decision.verdict.best)})"
        judgement = words(f"app.match_review.row.{decision_grade}", what=best)
        return words("app.match_review.row", place=position, told=judgement), judgement

    def cost_and_error_texts(self) -> tuple[str, str]:
        """Return a decision's loss and its standard error as texts; empty if unknown."""
        if self.decision is None:
            return "", ""
        if grade(self.decision) != COSTLY:
            return self.words("app.match_review.fine"), ""
        moment, known = self.moment, self.decision.verdict
        return loss_text(self.words, moment, "short", known), loss_text(self.words, moment, "error", known)

    def as_accessible(self) -> AccessibleElement:
        position_and_judgement, _ = self.long_and_short_second_line()
        number = str(self.turning_point_number or "")
        texts = (number, self.name, self.words.cards(self.cards), position_and_judgement, *self.cost_and_error_texts())
        return self.as_button(*texts)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect, decision_grade = self.rect, grade(self.decision)
        if self.is_chosen:
            renderer.draw_box(target, box_styles.ROW_CHOSEN, rect)
        elif self.hovered:
            renderer.draw_box(target, box_styles.ROW_HOVER, rect)
        self._draw_icon(renderer, target, decision_grade)
        cost_text, error_text = self.cost_and_error_texts()
        ink = REFUSAL_TEXT if decision_grade == COSTLY else GOOD_COLOUR if decision_grade in (BEST, EVEN) else MUTED
        right = rect.right - 14
        cost_image = renderer.text(cost_text, "strong", ink)
        error_image = renderer.text(error_text, "small", MUTED)
        renderer.blit(target, cost_image, right, rect.centery - (10 if error_text else 0), "midright")
        renderer.blit(target, error_image, right, rect.centery + 12, "midright")
        right_edge = right - max(map(renderer.width_of, (cost_image, error_image))) - 14
        left = rect.left + _ICON_WIDTH
        x = draw_small_cards(renderer, target, self.cards, left, rect.centery)
        left = x + 12 if self.cards else left
        renderer.blit(
            target, renderer.text(self.name, "strong_body", CREAM, max_width=right_edge - left), left, rect.top + 11
        )
        long, short = self.long_and_short_second_line()
        line = long if renderer.text_width(long, "small") <= right_edge - left else short
        renderer.blit(target, renderer.text(line, "small", MUTED, max_width=right_edge - left), left, rect.top + 35)

    def _draw_icon(self, renderer: Renderer, target: Surface, decision_grade: str) -> None:
        x, y = self.rect.left + 24, self.rect.centery
        if self.turning_point_number:
            renderer.draw_box(target, _TURNING_POINT_BOX, FRect(x - 13, y - 13, 26, 26))
            renderer.blit(target, renderer.text(str(self.turning_point_number), "count", CREAM), x, y, "center")
        elif self.is_best_of_match:
            renderer.blit(target, renderer.icon("star", 22, GOLD), x, y, "center")
        elif decision_grade in (BEST, EVEN):
            renderer.blit(target, renderer.icon("check", 20, GOOD_COLOUR), x, y, "center")
        elif decision_grade == COSTLY:
            renderer.blit(target, renderer.icon("minus", 18, REFUSAL_TEXT), x, y, "center")
        else:
            renderer.blit(target, renderer.icon("more", 18, MUTED), x, y, "center")
