"""One decision on paper: the hand, the move played, a better one, and the judgements."""

from collections.abc import Sequence

from pygame import FRect, Surface

from engine.cards import Card
from engine.moves import Move, Pile
from engine.review import Decision
from engine.review.moments import MatchMoment
from scenes.look.look import Look
from scenes.look.theme import INK, INK_CAPTION, INK_SECOND, Colour, rgb
from scenes.look.widgets import Widget
from scenes.review.chance_plot import TURN
from scenes.review.decision_row import draw_cards
from scenes.review.decision_text import BEST, COSTLY, EVEN, WAITS, grade, known_text, move_text, open_text, place_text
from scenes.text.words import Words

_GOOD = rgb("#0f5a33")
_INKS: dict[str, Colour] = {WAITS: INK_CAPTION, BEST: _GOOD, EVEN: _GOOD, COSTLY: TURN}
_HAND, _HAND_STEP = 38.0, 26.0
"""Width of a card of the hand, and the maximum distance from card to card."""
_RISES = 8.0
"""Height by which a played card is raised."""
_MOVE = 34.0
"""Height of a line with a move and its cards."""
_GAP = 8.0
_STYLES = ("body", "explanation")
"""Styles of the judgements, the larger first."""
_TWO_COLUMNS, _BETWEEN = 520.0, 28.0
"""Width from which the two judgements are in columns, and the space between these."""
_SHARES = (0.5, 0.58, 0.66, 0.74)
"""Shares of the width that the first column may take; the first one with which the sheet is lowest counts."""


class DecisionSheet(Widget):
    """The content of the sheet; its height follows from its width.

    Args:
        look: measures texts.
        words: texts.
        width: width, logical pixels.
        room: visible height; a smaller style is used if that helps.
    """

    def __init__(self, look: Look, words: Words, width: float, room: float) -> None:
        super().__init__()
        self.rect.width = width
        self.look = look
        self.words = words
        self.moment: MatchMoment | None = None
        self.decision: Decision | None = None
        self.turning = 0
        self.best = False
        """Whether it is the best decision of the match."""
        self.deals = 1
        self._room = room
        self._style = _STYLES[0]

    def show(
        self, moment: MatchMoment | None, decision: Decision | None, turning: int, deals: int, *, best: bool = False
    ) -> None:
        """Show a decision; ``decision`` is its judgement, if known yet."""
        self.best = best
        self.moment, self.decision, self.turning, self.deals = moment, decision, turning, deals
        for self._style in _STYLES:
            self.rect.height = self._flow(None)
            if self.rect.height <= self._room:
                return
        self._style = _STYLES[0]
        self.rect.height = self._flow(None)

    # --- contents ---------------------------------------------------------------------------------------------------

    def heading(self) -> tuple[str, str]:
        """Place and grade of the decision."""
        assert self.moment is not None
        words = self.words
        found = words(f"app.match_review.kind.{grade(self.decision)}")
        if self.turning:
            found = words("app.match_review.turning", number=self.turning)
        elif self.best:
            found = words("app.match_review.kind.finest")
        return place_text(words, self.moment, self.deals), found

    def moves(self) -> list[tuple[str, Move]]:
        """The move played, and the one that the search prefers, with their labels."""
        assert self.moment is not None and self.moment.played is not None
        words = self.words
        found = [(words("app.match_review.played"), self.moment.played)]
        became = grade(self.decision)
        if self.decision is not None and became in (EVEN, COSTLY):
            label = words("app.match_review.better" if became == COSTLY else "app.match_review.also")
            found.append((label, self.decision.known.best))
        return found

    def judgements(self) -> list[tuple[str, str]]:
        """The two judgements with their headings."""
        if self.moment is None or self.decision is None:
            return []
        words = self.words
        known = known_text(words, self.moment, self.decision)
        if self.best:
            known = words("app.match_review.finest", text=known)
        return [
            (words("app.match_review.known"), known),
            (words("app.match_review.hindsight"), open_text(words, self.moment, self.decision)),
        ]

    def hand(self) -> list[Card]:
        """The hand of the seat."""
        assert self.moment is not None and self.moment.played is not None
        game = self.moment.position
        pile = Pile("hand", self.moment.played.seat)
        return sorted(game.cards(pile), key=game.order) if pile in game.piles else []

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, look: Look, target: Surface) -> None:
        self._flow(target)

    def _flow(self, target: Surface | None) -> float:
        """Lay out everything and return its height; draws only with a target."""
        if self.moment is None:
            return 0.0
        y = self._head(target, self.rect.top)
        moves = self.moves()
        column = max(self.look.text_width(label, "label") for label, _ in moves) + 14
        for label, move in moves:
            if target is not None:
                self._draw_move(target, label, move, column, y + _MOVE / 2)
            y += _MOVE
        y += _GAP
        return self._judge(target, y) - self.rect.top

    def _judge(self, target: Surface | None, top: float) -> float:
        """The judgements from an upper edge on, in columns where there is room; returns the lower edge."""
        if self.rect.width < _TWO_COLUMNS:
            area = FRect(self.rect.left, top, self.rect.width, 0)
            for judgement in self.judgements():
                area.top = self._judgement(target, judgement, area) + _GAP
            return area.top - _GAP
        lows = [self._columns(None, top, share) for share in _SHARES]
        return self._columns(target, top, _SHARES[lows.index(min(lows))])

    def _columns(self, target: Surface | None, top: float, share: float) -> float:
        """The judgements in two columns, the first with a share of the width; returns the lower edge."""
        wide = self.rect.width - _BETWEEN
        first = FRect(self.rect.left, top, wide * share, 0)
        second = FRect(first.right + _BETWEEN, top, wide - first.width, 0)
        both = zip(self.judgements(), (first, second), strict=False)  # none before the decision is judged
        return max((self._judgement(target, judgement, area) for judgement, area in both), default=top)

    def _judgement(self, target: Surface | None, judgement: tuple[str, str], area: FRect) -> float:
        """A judgement below its heading; returns the lower edge."""
        title, text = judgement
        below = self._paragraph(target, title, "label", INK_CAPTION, area)
        return self._paragraph(target, text, self._style, INK_SECOND, FRect(area.left, below, area.width, 0))

    def _head(self, target: Surface | None, top: float) -> float:
        look, rect = self.look, self.rect
        when, found = self.heading()
        hand = self.hand()
        title_width = max(look.text_width(when, "panel_title"), look.text_width(found, "strong_body"))
        room = rect.width - title_width - 24
        beside = room >= min(4, len(hand)) * _HAND_STEP + _HAND
        line = look.text_height("panel_title")
        high = line + look.text_height("strong_body") + 2
        tall = look.card_height(_HAND) + _RISES
        if target is not None:
            title = look.text(when, "panel_title", INK, max_width=rect.width)
            look.blit(target, title, rect.left, top)
            kind_ = look.text(found, "strong_body", _INKS[grade(self.decision)], max_width=rect.width)
            look.blit(target, kind_, rect.left, top + line + 2)
        if not hand:
            return top + high + _GAP
        if beside:
            if target is not None:
                self._draw_hand(target, hand, rect.right, room, top + tall)
            return top + max(high, tall) + _GAP
        if target is not None:
            step = _step(len(hand), rect.width)
            end = rect.left + _HAND + step * (len(hand) - 1)
            self._draw_hand(target, hand, end, rect.width, top + high + _GAP + tall)
        return top + high + tall + 2 * _GAP

    def _draw_hand(self, target: Surface, hand: Sequence[Card], right: float, room: float, foot: float) -> None:
        """Draw the hand with its last card at the right and played cards raised."""
        assert self.moment is not None and self.moment.played is not None
        look = self.look
        step = _step(len(hand), room)
        played = set(self.moment.played.cards)
        x = right - _HAND / 2 - step * (len(hand) - 1)
        y = foot - look.card_height(_HAND) / 2
        for card in hand:
            look.draw_card(target, card, x, y - (_RISES if card in played else 0), _HAND, dim=False)
            x += step

    def _draw_move(self, target: Surface, label: str, move: Move, column: float, y: float) -> None:
        look, rect = self.look, self.rect
        assert self.moment is not None
        look.blit(target, look.text(label, "label", INK_CAPTION), rect.left, y, "midleft")
        x = rect.left + column
        if move.cards:
            x = draw_cards(look, target, sorted(move.cards, key=self.moment.position.order), x, y) + 12
        name = look.text(move_text(self.words, self.moment, move), "strong", INK, max_width=rect.right - x)
        look.blit(target, name, x, y, "midleft")

    def _paragraph(self, target: Surface | None, text: str, style: str, ink: Colour, area: FRect) -> float:
        drawn = self.look.paragraph(text, style, ink, area.width)
        if target is not None:
            self.look.blit(target, drawn, area.left, area.top)
        return area.top + drawn.get_height() / self.look.scale + 1


def _step(count: int, room: float) -> float:
    """Return the distance from card to card of the hand."""
    return min(_HAND_STEP, (room - _HAND) / max(1, count - 1))
