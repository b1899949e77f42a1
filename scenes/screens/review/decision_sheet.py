"""Widget for one decision: hand, move played, best move, and its judgements by known cards and with all cards open."""

from collections.abc import Sequence

from pygame import FRect, Surface

from engine.cards import Card
from engine.moves import Move, Pile
from engine.review import WinChance
from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_CAPTION, INK_SECONDARY, Colour, rgb
from scenes.screens.review.chance_plot import TURNING_POINT_COLOUR
from scenes.screens.review.decision_row import ReviewedMoment, draw_small_cards
from scenes.screens.review.decision_text import (
    BEST,
    COSTLY,
    EVEN,
    PENDING,
    grade,
    hindsight_text,
    move_text,
    position_text,
    verdict_text,
)
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement, group_element, join_texts, text_element
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widgets import Widget

_GOOD_COLOUR = rgb("#0f5a33")
_COLOUR_BY_GRADE: dict[str, Colour] = {
    PENDING: INK_CAPTION,
    BEST: _GOOD_COLOUR,
    EVEN: _GOOD_COLOUR,
    COSTLY: TURNING_POINT_COLOUR,
}
_HAND_CARD_WIDTH, _MAX_HAND_STEP = 38.0, 26.0
"""Width of a card in the hand, and maximum distance from one card to the next."""
_RAISE_HEIGHT = 8.0
"""Height by which a played card is raised."""
_MOVE_LINE_HEIGHT = 34.0
"""Height of the line for a move with its cards."""
_GAP = 8.0
JUDGEMENT_TEXT_STYLES = ("body", "explanation", "small")
"""Text styles of the judgements, the largest first."""
_MIN_TWO_COLUMN_WIDTH, _COLUMN_GAP = 520.0, 28.0
"""Minimum width for the two judgements in columns, and the space between these."""
_COLUMN_FRACTIONS = (0.5, 0.58, 0.66, 0.74)
"""Possible fractions of the width for the first column. The fraction that makes the sheet lowest is used."""


class DecisionSheet(Widget):
    """Shows a decision of a match review: hand, moves and judgements. Its height follows from its width.

    Args:
        renderer: measures and draws the texts.
        words: the text catalogue.
        reviewed: the decision.
        win_chances: the chances to win the match, as on the plot.
        style: text style of the judgements, one of ``JUDGEMENT_TEXT_STYLES``.
    """

    def __init__(
        self, renderer: Renderer, words: Words, reviewed: ReviewedMoment, win_chances: Sequence[WinChance], style: str
    ) -> None:
        super().__init__()
        self.renderer = renderer
        self.words = words
        self.moment, self.deals, self.decision, self.turning_point_number, self.is_best_of_match = reviewed
        self.win_chances = win_chances
        self.style = style

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width = constraints.max_width
        return Size(width, self._lay_out(None, FRect(0, 0, width, 0)))

    # --- contents ---------------------------------------------------------------------------------------------------

    def position_and_grade_texts(self) -> tuple[str, str]:
        """Return texts with the decision's position in the match and its grade."""
        words = self.words
        grade_text = words(f"app.match_review.kind.{grade(self.decision)}")
        if self.turning_point_number:
            grade_text = words("app.match_review.turning", number=self.turning_point_number)
        elif self.is_best_of_match:
            grade_text = words("app.match_review.kind.finest")
        return position_text(words, self.moment, self.deals), grade_text

    def moves(self) -> list[tuple[str, Move]]:
        """Return labels and moves: the move played, and the search's choice if it differs."""
        assert self.moment.decision_move is not None
        words = self.words
        moves = [(words("app.match_review.played"), self.moment.decision_move)]
        decision_grade = grade(self.decision)
        if self.decision is not None and decision_grade in (EVEN, COSTLY):
            label = words("app.match_review.better" if decision_grade == COSTLY else "app.match_review.also")
            moves.append((label, self.decision.verdict.best))
        return moves

    def judgements(self) -> list[tuple[str, str]]:
        """Return the decision's judgements, by known cards and with all cards open, each with a heading; none if not
        judged yet.
        """
        if self.decision is None:
            return []
        words = self.words
        known = verdict_text(words, self.moment, self.decision, self.win_chances)
        if self.is_best_of_match:
            known = words("app.match_review.finest", text=known)
        return [
            (words("app.match_review.known"), known),
            (words("app.match_review.hindsight"), hindsight_text(words, self.moment, self.decision)),
        ]

    def hand(self) -> list[Card]:
        """Return the sorted hand of the seat that decides; empty in games without hands."""
        assert self.moment.decision_move is not None
        game = self.moment.position
        pile = Pile("hand", self.moment.decision_move.seat)
        return sorted(game.cards(pile), key=game.sort_key) if pile in game.piles else []

    # --- drawing ----------------------------------------------------------------------------------------------------

    def as_accessible(self) -> AccessibleElement:
        words = self.words
        position, grade_text = self.position_and_grade_texts()
        moves = [
            join_texts(f"{label}: {move_text(words, self.moment, move)}", words.cards(move.cards))
            for label, move in self.moves()
        ]
        judgements = [f"{title}: {text}" for title, text in self.judgements()]
        texts = (grade_text, words.cards(self.hand()), *moves, *judgements)
        return group_element(text_element(position, style="panel_title"), *map(text_element, texts))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        self._lay_out(target, self.rect)

    def _lay_out(self, target: Surface | None, area: FRect) -> float:
        """Lay out the sheet from the top of an area and return its height. Draws only if ``target`` is given."""
        y = self._lay_out_head(target, area)
        moves = self.moves()
        column = max(self.renderer.text_width(label, "label") for label, _ in moves) + 14
        for label, move in moves:
            if target is not None:
                self._draw_move(target, label, move, column, y + _MOVE_LINE_HEIGHT / 2)
            y += _MOVE_LINE_HEIGHT
        y += _GAP
        return self._lay_out_judgements(target, FRect(area.left, y, area.width, 0)) - area.top

    def _lay_out_judgements(self, target: Surface | None, area: FRect) -> float:
        """Lay out a decision's judgements from the top of an area, in columns if wide enough; return the lower edge."""
        if area.width < _MIN_TWO_COLUMN_WIDTH:
            for judgement in self.judgements():
                area.top = self._lay_out_judgement(target, judgement, area) + _GAP
            return area.top - _GAP
        lows = [self._lay_out_columns(None, area, share) for share in _COLUMN_FRACTIONS]
        return self._lay_out_columns(target, area, _COLUMN_FRACTIONS[lows.index(min(lows))])

    def _lay_out_columns(self, target: Surface | None, area: FRect, first_fraction: float) -> float:
        """Lay out a decision's judgements in two columns, the first ``first_fraction`` of the width; return the lower
        edge.
        """
        columns_width = area.width - _COLUMN_GAP
        first = FRect(area.left, area.top, columns_width * first_fraction, 0)
        second = FRect(first.right + _COLUMN_GAP, area.top, columns_width - first.width, 0)
        pairs = zip(self.judgements(), (first, second), strict=False)  # no judgements yet: zip is empty
        return max((self._lay_out_judgement(target, one, column) for one, column in pairs), default=area.top)

    def _lay_out_judgement(self, target: Surface | None, judgement: tuple[str, str], area: FRect) -> float:
        """Lay out a judgement of a decision below its heading; return the lower edge."""
        title, text = judgement
        below = self._lay_out_paragraph(target, title, "label", INK_CAPTION, area)
        return self._lay_out_paragraph(target, text, self.style, INK_SECONDARY, FRect(area.left, below, area.width, 0))

    def _lay_out_head(self, target: Surface | None, rect: FRect) -> float:
        renderer, top = self.renderer, rect.top
        position, grade_text = self.position_and_grade_texts()
        hand = self.hand()
        title_width = max(renderer.text_width(position, "panel_title"), renderer.text_width(grade_text, "strong_body"))
        hand_width = rect.width - title_width - 24
        is_beside = hand_width >= min(4, len(hand)) * _MAX_HAND_STEP + _HAND_CARD_WIDTH
        line_height = renderer.text_surface_height("panel_title")
        title_height = line_height + renderer.text_surface_height("strong_body") + 2
        hand_height = renderer.card_height(_HAND_CARD_WIDTH) + _RAISE_HEIGHT
        if target is not None:
            title = renderer.text(position, "panel_title", INK, max_width=rect.width)
            renderer.blit(target, title, rect.left, top)
            grade_image = renderer.text(
                grade_text, "strong_body", _COLOUR_BY_GRADE[grade(self.decision)], max_width=rect.width
            )
            renderer.blit(target, grade_image, rect.left, top + line_height + 2)
        if not hand:
            return top + title_height + _GAP
        if is_beside:
            if target is not None:
                self._draw_hand(target, hand, rect.right, hand_width, top + hand_height)
            return top + max(title_height, hand_height) + _GAP
        if target is not None:
            step = _hand_step(len(hand), rect.width)
            end = rect.left + _HAND_CARD_WIDTH + step * (len(hand) - 1)
            self._draw_hand(target, hand, end, rect.width, top + title_height + _GAP + hand_height)
        return top + title_height + hand_height + 2 * _GAP

    def _draw_hand(self, target: Surface, hand: Sequence[Card], right: float, max_width: float, bottom: float) -> None:
        """Draw the hand, right-aligned at ``right``, with the played cards raised."""
        assert self.moment.decision_move is not None
        renderer = self.renderer
        step = _hand_step(len(hand), max_width)
        played = set(self.moment.decision_move.cards)
        x = right - _HAND_CARD_WIDTH / 2 - step * (len(hand) - 1)
        y = bottom - renderer.card_height(_HAND_CARD_WIDTH) / 2
        for card in hand:
            renderer.draw_card(
                target, card, x, y - (_RAISE_HEIGHT if card in played else 0), _HAND_CARD_WIDTH, dim=False
            )
            x += step

    def _draw_move(self, target: Surface, label: str, move: Move, label_width: float, centre_y: float) -> None:
        renderer, rect = self.renderer, self.rect
        renderer.blit(target, renderer.text(label, "label", INK_CAPTION), rect.left, centre_y, "midleft")
        x = rect.left + label_width
        if move.cards:
            x = (
                draw_small_cards(renderer, target, sorted(move.cards, key=self.moment.position.sort_key), x, centre_y)
                + 12
            )
        name = renderer.text(move_text(self.words, self.moment, move), "strong", INK, max_width=rect.right - x)
        renderer.blit(target, name, x, centre_y, "midleft")

    def _lay_out_paragraph(self, target: Surface | None, text: str, style: str, colour: Colour, area: FRect) -> float:
        if target is not None:
            self.renderer.blit(target, self.renderer.paragraph(text, style, colour, area.width), *area.topleft)
        return area.top + self.renderer.paragraph_height(text, style, area.width) + 1


def _hand_step(count: int, max_width: float) -> float:
    """Return the distance from one card of the hand to the next."""
    return min(_MAX_HAND_STEP, (max_width - _HAND_CARD_WIDTH) / max(1, count - 1))
