"""A row of the list of decisions, and small cards in a row."""

from collections.abc import Callable, Sequence

from pygame import FRect, Surface

from engine.cards import Card
from engine.review import Decision
from engine.review.moments import MatchMoment
from scenes.look import box_styles
from scenes.look.boxes import Box, Stroke
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, MUTED, REFUSAL, rgb
from scenes.look.widgets import Clickable
from scenes.review.chance_plot import TURN
from scenes.review.decision_text import (
    BEST,
    COSTLY,
    EVEN,
    WAITS,
    cards_of,
    grade,
    loss_text,
    move_text,
    place_text,
)
from scenes.text.words import Words

ROW = 64.0
GOOD = rgb("#8fd6a8")
"""Colour of a decision without loss, on dark grounds."""
_SIGN = 44.0
"""Width of the sign before a row."""
_CARD, _STEP, _MOST_CARDS = 24.0, 15.0, 5
_TURN = Box(13, ((0, TURN),), border=Stroke(rgb("#f2a799"), 1.5))


def cards_width(count: int, card: float = _CARD, step: float = _STEP) -> float:
    """Return the width of overlapping cards; 0 for none."""
    return card + step * (count - 1) if count else 0.0


def draw_cards(look: Look, target: Surface, cards: Sequence[Card], left: float, y: float) -> float:
    """Draw overlapping small cards, at most ``_MOST_CARDS``; returns their right edge."""
    for i, card in enumerate(cards[:_MOST_CARDS]):
        look.draw_card(target, card, left + _CARD / 2 + _STEP * i, y, _CARD)
    return left + cards_width(min(_MOST_CARDS, len(cards)))


class DecisionRow(Clickable):
    """A decision in the list: the move played, a better one, and the loss."""

    def __init__(self, words: Words, moment: MatchMoment, deals: int, on_click: Callable[[], None]) -> None:
        super().__init__(on_click)
        self.words = words
        self.moment = moment
        self.deals = deals
        self.decision: Decision | None = None
        self.turning = 0
        self.chosen = False
        self.best = False

    def show(self, decision: Decision | None, turning: int, *, chosen: bool, best: bool = False) -> None:
        """Show the present judgement; ``turning`` is the number of the turning point, 0 for others."""
        self.decision, self.turning, self.chosen, self.best = decision, turning, chosen, best

    @property
    def name(self) -> str:
        """The move played, in words."""
        assert self.moment.played is not None
        return move_text(self.words, self.moment, self.moment.played)

    def second(self) -> tuple[str, str]:
        """The line below the move, in a long and a short form."""
        words, found = self.words, grade(self.decision)
        when = place_text(words, self.moment, self.deals)
        if self.decision is None or found == WAITS:
            return when, when
        best = move_text(words, self.moment, self.decision.known.best)
        if best == self.name:  # the texts do not name the cards
            best = f"{best} ({cards_of(self.moment, self.decision.known.best)})"
        judged = words(f"app.match_review.row.{found}", what=best)
        return words("app.match_review.row", place=when, told=judged), judged

    def cost(self) -> tuple[str, str]:
        """The loss and its standard error, in words."""
        if self.decision is None:
            return "", ""
        if grade(self.decision) != COSTLY:
            return self.words("app.match_review.fine"), ""
        slug, known = self.moment.position.slug, self.decision.known
        return loss_text(self.words, slug, "short", known), loss_text(self.words, slug, "error", known)

    def draw(self, look: Look, target: Surface) -> None:
        rect, found = self.rect, grade(self.decision)
        if self.chosen:
            look.draw_box(target, box_styles.ROW_CHOSEN, rect)
        elif self.hovered:
            look.draw_box(target, box_styles.ROW_HOVER, rect)
        self._draw_sign(look, target, found)
        first, second = self.cost()
        ink = REFUSAL if found == COSTLY else GOOD if found in (BEST, EVEN) else MUTED
        right = rect.right - 14
        cost = look.text(first, "strong", ink)
        sure = look.text(second, "small", MUTED)
        look.blit(target, cost, right, rect.centery - (10 if second else 0), "midright")
        look.blit(target, sure, right, rect.centery + 12, "midright")
        room = right - max(cost.get_width(), sure.get_width()) / look.scale - 14
        left = rect.left + _SIGN
        cards = sorted(self.moment.played.cards, key=self.moment.position.order) if self.moment.played else []
        x = draw_cards(look, target, cards, left, rect.centery)
        left = x + 12 if cards else left
        look.blit(target, look.text(self.name, "strong_body", CREAM, max_width=room - left), left, rect.top + 11)
        long, short = self.second()
        line = long if look.text_width(long, "small") <= room - left else short
        look.blit(target, look.text(line, "small", MUTED, max_width=room - left), left, rect.top + 35)

    def _draw_sign(self, look: Look, target: Surface, found: str) -> None:
        x, y = self.rect.left + 24, self.rect.centery
        if self.turning:
            look.draw_box(target, _TURN, FRect(x - 13, y - 13, 26, 26))
            look.blit(target, look.text(str(self.turning), "count", CREAM), x, y, "center")
        elif self.best:
            look.blit(target, look.icon("star", 22, GOLD), x, y, "center")
        elif found in (BEST, EVEN):
            look.blit(target, look.icon("check", 20, GOOD), x, y, "center")
        elif found == COSTLY:
            look.blit(target, look.icon("minus", 18, REFUSAL), x, y, "center")
        else:
            look.blit(target, look.icon("more", 18, MUTED), x, y, "center")

    def draw_focus(self, look: Look, target: Surface) -> None:
        """Draw the ring inside the row, because the list clips what is outside."""
        if self.focused:
            look.draw_box(target, box_styles.FOCUS, FRect(self.rect).inflate(-6, -6))
