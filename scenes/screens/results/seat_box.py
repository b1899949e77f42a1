"""Widget for a seat's result of a deal: portrait, points, revealed cards, and total."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import Card
from engine.moves import Seat
from scenes.render import box_styles
from scenes.render.boxes import Box, Shadow, Stroke
from scenes.render.expressions import Expression
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD, HAIRLINE, MUTED, REFUSAL_TEXT, RING_INK, TEXT_ON_BRASS, Colour, rgb
from scenes.screens.results.result_motion import ResultMotion
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.widgets import Widget

_PAD = 14.0
_PORTRAIT_DIAMETER, _SMALL_PORTRAIT_DIAMETER, _CARD_WIDTH = 76.0, 56.0, 52.0
"""Diameter of the portrait, its maximum in a narrow box, and width of a revealed card."""
_MAX_CARD_STEP = 24.0
"""Maximum distance from one card to the next."""
_MIN_BESIDE_WIDTH = 240.0
"""Minimum width of a box for the name beside the portrait, not below it."""
_NAME_STYLES = ("name", "numeral_small", "label")
_CHANGE_STYLES = ("change", "total", "figure")
_MAX_TROPHY_SIZE = 52.0
"""Maximum size of the trophy of a winner without cards and sources of points."""
_TOTAL_WIDTH = 70.0
"""Width for the total."""
_WINNER_BOX = Box(
    14,
    ((0, rgb("#ffe7b2")), (1, rgb("#efc26c"))),
    outlines=(Stroke(RING_INK, 2),),
    shadows=(Shadow(0, 22, 0.4, 4, GOLD),),
)
_LOSER_BOX = replace(box_styles.PANEL_BOX, radius=14, shadows=(Shadow(6, 14, 0.4),))
_GAIN_COLOUR, _WINNER_LINE_COLOUR = rgb("#14532d"), rgb("#b58a3c")


class SeatResult(NamedTuple):
    """Result of a deal for one seat, as shown in its box."""

    seat: Seat
    portrait: str
    name: str
    second_line: str
    """Line below the name."""
    is_winner: bool
    points: int
    rank_text: str
    """Final rank as text, shown instead of points; empty if only points count."""
    total: int | None
    """Total points after the deal; None if the deal is the whole match."""
    revealed_cards: tuple[Card, ...]
    points_breakdown: tuple[str, ...]
    """Texts about the sources of the points."""


class SeatBox(Widget):
    """Box in the results with the outcome for one seat; a winner's is bright.

    Args:
        words: the text catalogue.
        result: data to show.
        motion: progress of the animation.
        shows_plus: whether positive numbers have a plus sign.
        expression_of: returns the expression of a seat's portrait.
    """

    def __init__(
        self,
        words: Words,
        result: SeatResult,
        *,
        motion: ResultMotion,
        shows_plus: bool,
        expression_of: Callable[[Seat], Expression],
    ) -> None:
        super().__init__()
        self.words = words
        self.result = result
        self.motion = motion
        self.shows_plus = shows_plus
        self.expression_of = expression_of

    @property
    def points_or_rank_text(self) -> str:
        """The seat's points of the deal, or its rank if there is one, which appears together with the expressions."""
        is_early = self.result.rank_text and not self.motion.shows_expressions
        return "" if is_early else self._final_points_or_rank_text()

    @property
    def total_text(self) -> str:
        """The seat's total counted up so far, as text; empty if there is none."""
        if self.result.total is None:
            return ""
        before = self.result.total - self.result.points
        return self.words.number(
            before + round(self.result.points * self.motion.total_progress), signed=self.shows_plus
        )

    @property
    def _is_name_beside(self) -> bool:
        return self.rect.width >= _MIN_BESIDE_WIDTH

    @property
    def _portrait_diameter(self) -> float:
        return _PORTRAIT_DIAMETER if self._is_name_beside else min(_SMALL_PORTRAIT_DIAMETER, self.rect.width * 0.36)

    @property
    def _text_colour(self) -> Colour:
        return TEXT_ON_BRASS if self.result.is_winner else CREAM

    @property
    def _second_line_colour(self) -> Colour:
        return TEXT_ON_BRASS if self.result.is_winner else MUTED

    @property
    def _change_colour(self) -> Colour:
        if self.result.is_winner:
            return _GAIN_COLOUR
        return CREAM if self.result.rank_text or self.result.points >= 0 else REFUSAL_TEXT

    def as_accessible(self) -> AccessibleElement | None:
        words, result = self.words, self.result
        total = "" if result.total is None else words.number(result.total, signed=self.shows_plus)
        texts = [result.name, result.second_line, self._final_points_or_rank_text()]
        texts += [words("app.results.total"), total] if total else []
        return text_element(*texts, " · ".join(result.points_breakdown), words.cards(result.revealed_cards))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.draw_box(target, _WINNER_BOX if self.result.is_winner else _LOSER_BOX, self.rect)
        line = self._draw_head(renderer, target)
        renderer.fill(
            target,
            _WINNER_LINE_COLOUR if self.result.is_winner else HAIRLINE,
            FRect(self.rect.left + _PAD, line, self.rect.width - 2 * _PAD, 1.5),
        )
        self._draw_foot(renderer, target, line)

    def _draw_head(self, renderer: Renderer, target: Surface) -> float:
        """Draw portrait, points, name and second line of a seat's box; return the y of the line below them."""
        rect, result, diameter = self.rect, self.result, self._portrait_diameter
        x, y = rect.left + _PAD + diameter / 2, rect.top + _PAD + diameter / 2
        renderer.blit(target, renderer.portrait(result.portrait, diameter), x, y, "center")
        expression = self.expression_of(result.seat)
        if expression != "neutral":
            renderer.blit(target, renderer.portrait_face(result.portrait, diameter, expression), x, y, "center")
        left = rect.left + _PAD + diameter + 12
        style = renderer.first_fitting_style(
            self._final_points_or_rank_text(),
            _CHANGE_STYLES,
            rect.right - _PAD - left - (60 if self._is_name_beside else 0),
        )
        points_width = renderer.text_width(self._final_points_or_rank_text(), style)
        max_width = rect.right - _PAD - left
        is_name_long = (
            renderer.text_width(result.name, _NAME_STYLES[1]) > max_width - points_width - 8
        )  # too long beside the points
        middle = y - (22 if is_name_long else 13) if self._is_name_beside else y
        renderer.blit(
            target,
            renderer.text(self.points_or_rank_text, style, self._change_colour),
            rect.right - _PAD,
            middle,
            "midright",
        )
        if self._is_name_beside:
            self._draw_name(
                renderer,
                target,
                left,
                y + (8 if is_name_long else -12),
                max_width if is_name_long else max_width - points_width - 8,
            )
            self._draw_second_line(renderer, target, left, y + (28 if is_name_long else 14), max_width)
            return rect.top + _PAD + diameter + 12
        portrait_bottom = rect.top + _PAD + diameter
        self._draw_name(renderer, target, rect.left + _PAD, portrait_bottom + 16, rect.width - 2 * _PAD)
        self._draw_second_line(renderer, target, rect.left + _PAD, portrait_bottom + 36, rect.width - 2 * _PAD)
        return portrait_bottom + 50

    def _final_points_or_rank_text(self) -> str:
        """Return the final text of a seat's points: its width is reserved from the start, so that nothing moves."""
        return self.result.rank_text or self.words.number(self.result.points, signed=self.shows_plus)

    def _draw_name(self, renderer: Renderer, target: Surface, x: float, centre_y: float, max_width: float) -> None:
        style = renderer.first_fitting_style(self.result.name, _NAME_STYLES, max_width)
        renderer.blit(
            target,
            renderer.text(self.result.name, style, self._text_colour, max_width=max_width),
            x,
            centre_y,
            "midleft",
        )

    def _draw_second_line(
        self, renderer: Renderer, target: Surface, x: float, centre_y: float, max_width: float
    ) -> None:
        second = renderer.text(self.result.second_line, "small", self._second_line_colour, max_width=max_width)
        renderer.blit(target, second, x, centre_y, "midleft")

    def _draw_foot(self, renderer: Renderer, target: Surface, top: float) -> None:
        """Draw the foot of a seat's box: the sources of the points, the cards, and the total at the right."""
        rect = self.rect
        left, right, bottom = rect.left + _PAD, rect.right - _PAD, rect.bottom - 12
        if self.total_text:
            right -= _TOTAL_WIDTH
            figure = renderer.text(self.total_text, "total", self._text_colour)
            renderer.blit(target, figure, rect.right - _PAD, bottom, "bottomright")
            label = renderer.text(self.words("app.results.total"), "small", self._second_line_colour)
            renderer.blit(
                target, label, rect.right - _PAD, bottom - renderer.text_surface_height("total"), "bottomright"
            )
        top += 8
        if self.result.points_breakdown:
            drawn = renderer.paragraph(
                " · ".join(self.result.points_breakdown), "small", self._text_colour, rect.width - 2 * _PAD
            )
            renderer.blit(target, drawn, left, top)
            top += renderer.height_of(drawn) + 4
        elif self.result.is_winner and not self.result.revealed_cards:
            sign = renderer.icon("trophy", min(_MAX_TROPHY_SIZE, bottom - top), _WINNER_LINE_COLOUR)
            renderer.blit(target, sign, left, (top + bottom) / 2, "midleft")
        _draw_cards(renderer, target, self.result.revealed_cards, FRect(left, top, right - left - 8, bottom - top))


def _draw_cards(renderer: Renderer, target: Surface, cards: Sequence[Card], area: FRect) -> None:
    """Draw a seat's overlapping cards at the foot of an area, as large as fits; none if too small."""
    wide = min(_CARD_WIDTH, area.height * _CARD_WIDTH / renderer.card_height(_CARD_WIDTH))
    step = min(_MAX_CARD_STEP * wide / _CARD_WIDTH, (area.width - wide) / max(1, len(cards) - 1))
    if wide < _CARD_WIDTH / 2:
        return
    for i, card in enumerate(cards):
        x = area.left + wide / 2 + i * step
        renderer.draw_card(target, card, x, area.bottom - renderer.card_height(wide) / 2, wide)
