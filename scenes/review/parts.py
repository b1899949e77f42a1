"""What the review of a match is made of: the figure for the play, the list of decisions, how far the work is."""

from collections.abc import Callable, Sequence

from pygame import FRect, Surface

from engine.cards import Card
from engine.review import Decision, Report
from engine.review.moments import MatchMoment
from scenes.look import box_styles
from scenes.look.boxes import Box, Stroke
from scenes.look.look import Look
from scenes.look.theme import BRASS, CREAM, GOLD, MUTED, REFUSAL, rgb
from scenes.look.widgets import Clickable, Widget
from scenes.review.data import BEST, COSTLY, EVEN, WAITS, cards_of, good, kind, lost, place, total, what
from scenes.review.plot import TURN
from scenes.text.dates import NO_FIGURE
from scenes.text.words import Words

ROW = 64.0
GOOD = rgb("#8fd6a8")
"""A decision that cost nothing, on dark grounds."""
_SIGN = 44.0
"""Room for the sign before a row."""
_CARD, _STEP, _MOST_CARDS = 24.0, 15.0, 5
_TURN = Box(13, ((0, TURN),), border=Stroke(rgb("#f2a799"), 1.5))
_FILLED = Box(2, ((0, BRASS),))
_EMPTY = Box(2, ((0, rgb("#3d2c1b")),))


def cards_width(count: int, card: float = _CARD, step: float = _STEP) -> float:
    """How wide so many cards over each other are; 0 for none."""
    return card + step * (count - 1) if count else 0.0


def draw_cards(look: Look, target: Surface, cards: Sequence[Card], left: float, y: float) -> float:
    """Small cards in a row over each other, as many as say what was played; returns where they end."""
    for i, card in enumerate(cards[:_MOST_CARDS]):
        look.draw_card(target, card, left + _CARD / 2 + _STEP * i, y, _CARD)
    return left + cards_width(min(_MOST_CARDS, len(cards)))


class ProgressLine(Widget):
    """How far the work is: a thin line, nothing once it is done."""

    def __init__(self, rect: FRect) -> None:
        super().__init__(rect)
        self.share = 0.0

    def draw(self, look: Look, target: Surface) -> None:
        if self.share >= 1:
            return
        rect = self.rect
        look.draw_box(target, _EMPTY, rect)
        done = rect.width * max(0.0, self.share)
        if done >= rect.height:
            look.draw_box(target, _FILLED, FRect(rect.left, rect.top, done, rect.height))


class Score(Widget):
    """The figure for the play, what it means, and how many decisions there were."""

    def __init__(self, words: Words, slug: str, rect: FRect) -> None:
        super().__init__(rect)
        self.words = words
        self.slug = slug
        self.report: Report | None = None

    def show(self, report: Report) -> None:
        """What is known by now."""
        self.report = report

    def facts(self) -> list[tuple[str, str, str]]:
        """What stands beside the figure: what it is, a figure, a second line."""
        words, report = self.words, self.report
        count = len(report.decisions) if report else 0
        if report is None or not count:
            return [(words("app.match_review.good"), NO_FIGURE, ""), (words("app.match_review.lost"), NO_FIGURE, "")]
        figure, unit = total(words, self.slug, report.cost)
        return [
            (words("app.match_review.good"), words.number(good(report)), words("app.match_review.good_of", n=count)),
            (words("app.match_review.lost"), figure, unit),
        ]

    @property
    def quality(self) -> str:
        """The figure."""
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
        said = look.paragraph(text, style, MUTED, right - left)
        high = title.get_height() / look.scale
        if high + said.get_height() / look.scale > rect.height - 12:
            style = "small"
            said = look.paragraph(text, style, MUTED, right - left)
        y = rect.centery - (high + 2 + said.get_height() / look.scale) / 2
        look.blit(target, title, left, y)
        look.blit(target, said, left, y + high + 2)

    def _draw_fact(self, look: Look, target: Surface, fact: tuple[str, str, str], x: float) -> None:
        high = [look.text_height(style) for style in _FACT]
        y = self.rect.centery - (sum(high) + 4) / 2
        for text, style, ink, tall in zip(fact, _FACT, (MUTED, CREAM, MUTED), high, strict=True):
            look.blit(target, look.text(text, style, ink), x, y, "midtop")
            y += tall + 2


_FACT = ("label", "total", "small")
"""Styles of a fact's lines."""


class DecisionRow(Clickable):
    """A decision in the list: what was played, what would have been better, what it cost."""

    def __init__(self, words: Words, moment: MatchMoment, deals: int, on_click: Callable[[], None]) -> None:
        super().__init__(on_click)
        self.words = words
        self.moment = moment
        self.deals = deals
        self.decision: Decision | None = None
        self.turning = 0
        self.chosen = False

    def show(self, decision: Decision | None, turning: int, *, chosen: bool) -> None:
        """What is known by now; ``turning`` is the number of the turning point, 0 for others."""
        self.decision, self.turning, self.chosen = decision, turning, chosen

    @property
    def name(self) -> str:
        """What was played."""
        assert self.moment.played is not None
        return what(self.words, self.moment, self.moment.played)

    def second(self) -> tuple[str, str]:
        """The line below what was played, and the same with fewer words."""
        words, found = self.words, kind(self.decision)
        when = place(words, self.moment, self.deals)
        if self.decision is None or found == WAITS:
            return when, when
        best = what(words, self.moment, self.decision.known.best)
        if best == self.name:  # the words don't name the cards
            best = f"{best} ({cards_of(self.moment, self.decision.known.best)})"
        told = words(f"app.match_review.row.{found}", what=best)
        return words("app.match_review.row", place=when, told=told), told

    def cost(self) -> tuple[str, str]:
        """What it cost, and how sure that is."""
        if self.decision is None:
            return "", ""
        if kind(self.decision) != COSTLY:
            return self.words("app.match_review.fine"), ""
        slug, known = self.moment.position.slug, self.decision.known
        return lost(self.words, slug, "short", known), lost(self.words, slug, "error", known)

    def draw(self, look: Look, target: Surface) -> None:
        rect, found = self.rect, kind(self.decision)
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
        told = long if look.text_width(long, "small") <= room - left else short
        look.blit(target, look.text(told, "small", MUTED, max_width=room - left), left, rect.top + 35)

    def _draw_sign(self, look: Look, target: Surface, found: str) -> None:
        x, y = self.rect.left + 24, self.rect.centery
        if self.turning:
            look.draw_box(target, _TURN, FRect(x - 13, y - 13, 26, 26))
            look.blit(target, look.text(str(self.turning), "count", CREAM), x, y, "center")
        elif found in (BEST, EVEN):
            look.blit(target, look.icon("check", 20, GOOD), x, y, "center")
        elif found == COSTLY:
            look.blit(target, look.icon("minus", 18, REFUSAL), x, y, "center")
        else:
            look.blit(target, look.icon("more", 18, MUTED), x, y, "center")

    def draw_focus(self, look: Look, target: Surface) -> None:
        """The ring lies within the row: the list cuts off what is outside."""
        if self.focused:
            look.draw_box(target, box_styles.FOCUS, FRect(self.rect).inflate(-6, -6))
