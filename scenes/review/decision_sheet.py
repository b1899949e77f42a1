"""Widget for one decision: hand, move played, best move, and its judgements by known cards and with all cards open."""

from collections.abc import Sequence

from pygame import FRect, Surface

from engine.cards import Card
from engine.moves import Move, Pile
from engine.review import Decision, WinChance
from engine.review.key_moments import MatchMoment
from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_CAPTION, INK_SECONDARY, Colour, rgb
from scenes.render.widgets import Widget
from scenes.review.chance_plot import TURNING_POINT_COLOUR
from scenes.review.decision_row import draw_small_cards
from scenes.review.decision_text import (
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
_JUDGEMENT_STYLES = ("body", "explanation")
"""Text styles of the judgements, the larger first."""
_MIN_TWO_COLUMN_WIDTH, _COLUMN_GAP = 520.0, 28.0
"""Minimum width for the two judgements in columns, and the space between these."""
_COLUMN_FRACTIONS = (0.5, 0.58, 0.66, 0.74)
"""Possible fractions of the width for the first column. The fraction that makes the sheet lowest is used."""


class DecisionSheet(Widget):
    """Shows a decision of a match review: hand, moves and judgements. Its height follows from its width.

    Args:
        renderer: measures and draws the texts.
        words: the text catalogue.
        width: width, logical pixels.
        visible_height: height without scrolling; a smaller text style is used if the sheet then fits.
    """

    def __init__(self, renderer: Renderer, words: Words, width: float, visible_height: float) -> None:
        super().__init__()
        self.rect.width = width
        self.renderer = renderer
        self.words = words
        self.moment: MatchMoment | None = None
        self.decision: Decision | None = None
        self.win_chances: Sequence[WinChance] = ()
        """The chances to win the match, as on the plot."""
        self.turning_point_number = 0
        self.is_best_of_match = False
        """Whether it is the seat's best decision of the match."""
        self.deals = 1
        self._visible_height = visible_height
        self._style = _JUDGEMENT_STYLES[0]

    def set_decision(
        self,
        moment: MatchMoment | None,
        decision: Decision | None,
        turning_point_number: int,
        deals: int,
        win_chances: Sequence[WinChance],
        *,
        is_best_of_match: bool = False,
    ) -> None:
        """Show another decision on the sheet.

        Args:
            moment: position of the decision; None shows an empty sheet.
            decision: its judgement; None if it is not judged yet.
            turning_point_number: number of the turning point, from 1; 0 for other decisions.
            deals: number of deals of the match.
            win_chances: the chances to win the match, as on the plot.
            is_best_of_match: whether it is the seat's best decision.
        """
        self.is_best_of_match, self.win_chances = is_best_of_match, win_chances
        self.moment, self.decision, self.turning_point_number, self.deals = (
            moment,
            decision,
            turning_point_number,
            deals,
        )
        for self._style in _JUDGEMENT_STYLES:
            self.rect.height = self._lay_out(None)
            if self.rect.height <= self._visible_height:
                return
        self._style = _JUDGEMENT_STYLES[0]
        self.rect.height = self._lay_out(None)

    # --- contents ---------------------------------------------------------------------------------------------------

    def position_and_grade_texts(self) -> tuple[str, str]:
        """Return texts with the decision's position in the match and its grade."""
        assert self.moment is not None
        words = self.words
        grade_text = words(f"app.match_review.kind.{grade(self.decision)}")
        if self.turning_point_number:
            grade_text = words("app.match_review.turning", number=self.turning_point_number)
        elif self.is_best_of_match:
            grade_text = words("app.match_review.kind.finest")
        return position_text(words, self.moment, self.deals), grade_text

    def moves(self) -> list[tuple[str, Move]]:
        """Return labels and moves: the move played, and the search's choice if it differs."""
        assert self.moment is not None and self.moment.decision_move is not None
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
        if self.moment is None or self.decision is None:
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
        assert self.moment is not None and self.moment.decision_move is not None
        game = self.moment.position
        pile = Pile("hand", self.moment.decision_move.seat)
        return sorted(game.cards(pile), key=game.sort_key) if pile in game.piles else []

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, renderer: Renderer, target: Surface) -> None:
        self._lay_out(target)

    def _lay_out(self, target: Surface | None) -> float:
        """Lay out the sheet about a decision and return its height. Draws only if ``target`` is given."""
        if self.moment is None:
            return 0.0
        y = self._lay_out_head(target, self.rect.top)
        moves = self.moves()
        column = max(self.renderer.text_width(label, "label") for label, _ in moves) + 14
        for label, move in moves:
            if target is not None:
                self._draw_move(target, label, move, column, y + _MOVE_LINE_HEIGHT / 2)
            y += _MOVE_LINE_HEIGHT
        y += _GAP
        return self._lay_out_judgements(target, y) - self.rect.top

    def _lay_out_judgements(self, target: Surface | None, top: float) -> float:
        """Lay out a decision's judgements below ``top``, in columns if wide enough; return the lower edge."""
        if self.rect.width < _MIN_TWO_COLUMN_WIDTH:
            area = FRect(self.rect.left, top, self.rect.width, 0)
            for judgement in self.judgements():
                area.top = self._lay_out_judgement(target, judgement, area) + _GAP
            return area.top - _GAP
        lows = [self._lay_out_columns(None, top, share) for share in _COLUMN_FRACTIONS]
        return self._lay_out_columns(target, top, _COLUMN_FRACTIONS[lows.index(min(lows))])

    def _lay_out_columns(self, target: Surface | None, top: float, first_fraction: float) -> float:
        """Lay out a decision's judgements in two columns, the first ``first_fraction`` of the width; return the lower
        edge.
        """
        columns_width = self.rect.width - _COLUMN_GAP
        first = FRect(self.rect.left, top, columns_width * first_fraction, 0)
        second = FRect(first.right + _COLUMN_GAP, top, columns_width - first.width, 0)
        pairs = zip(self.judgements(), (first, second), strict=False)  # no judgements yet: zip is empty
        return max((self._lay_out_judgement(target, judgement, area) for judgement, area in pairs), default=top)

    def _lay_out_judgement(self, target: Surface | None, judgement: tuple[str, str], area: FRect) -> float:
        """Lay out a judgement of a decision below its heading; return the lower edge."""
        title, text = judgement
        below = self._lay_out_paragraph(target, title, "label", INK_CAPTION, area)
        return self._lay_out_paragraph(target, text, self._style, INK_SECONDARY, FRect(area.left, below, area.width, 0))

    def _lay_out_head(self, target: Surface | None, top: float) -> float:
        renderer, rect = self.renderer, self.rect
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
        assert self.moment is not None and self.moment.decision_move is not None
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
        assert self.moment is not None
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
        drawn = self.renderer.paragraph(text, style, colour, area.width)
        if target is not None:
            self.renderer.blit(target, drawn, area.left, area.top)
        return area.top + drawn.get_height() / self.renderer.scale + 1


def _hand_step(count: int, max_width: float) -> float:
    """Return the distance from one card of the hand to the next."""
    return min(_MAX_HAND_STEP, (max_width - _HAND_CARD_WIDTH) / max(1, count - 1))
