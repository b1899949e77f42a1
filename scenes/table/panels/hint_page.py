"""The page of the hint: possible answers, the best first, told apart in words; a click selects what a row names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import pygame
from pygame import FRect, Surface

from engine.bots.common.base import Evaluation
from engine.game import Game
from engine.moves import Move, Note, Pile
from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import INK_CAPTION, INK_SECOND
from scenes.look.widgets import Clickable
from scenes.look.widgets.base import Pos
from scenes.table.panels.coach_page import CardRow
from scenes.table.panels.page import Paragraph, Sheet
from scenes.text.words import Words

MOST = 3
"""Maximum number of answers."""
KEPT = 3
"""Most cards for which a row says what is kept."""
_PAD = 10.0
_LEAST_ERROR = 0.05
"""Smallest error that is shown: less would be "± 0.0"."""
_FAR = 0.1
"""Loss in the chance to win that matters a lot."""
Judged = Literal["only", "best", "even", "possible", "worse", "bad"]
"""The only answer; the best by more than chance; one of several about as good; nobody has compared them; less good."""
_LESS = ("worse", "bad")
_WEIGHT: dict[Judged, int] = {"best": 0, "even": 0, "worse": 1, "bad": 2}
"""How much worse than the best."""


class Suggestion(NamedTuple):
    """An answer with what is said of it."""

    move: Move
    judged: Judged
    what: str
    apart: str
    """What tells it from others with the same words; empty for most."""
    worth: str
    """Its figure; empty if there is none."""


def suggestions(options: Sequence[Evaluation], game: Game, words: Words) -> list[Suggestion]:
    """The first answers in words, best first.

    Args:
        options: as a search gives them.
        game: the position, or the player's view of it.
        words: texts.
    """
    shown = options[:MOST]
    worth = [_worth(option, game, words) for option in shown]
    judged = _judged(shown, worth, game, words)
    figures = [_figure(option, game, words) for option in shown]
    order = sorted(
        range(len(shown)), key=lambda i: (_WEIGHT.get(judged[i], 0), -figures[i] if judged[i] in _LESS else 0)
    )
    what = [words.note(game.slug, "move", game.describe(option.move)) for option in shown]
    twice = Counter(what)
    apart = [
        _apart(option.move, game, words) if twice[said] > 1 else "" for option, said in zip(shown, what, strict=True)
    ]
    same = Counter(zip(what, apart, strict=True))
    for i, option in enumerate(shown):
        if same[what[i], apart[i]] > 1:  # the same words keep the same cards: then what is played differs
            apart[i] = _named(option.move, game, words)
    return [Suggestion(shown[i].move, judged[i], what[i], apart[i], worth[i]) for i in order]


def _judged(shown: Sequence[Evaluation], worth: Sequence[str], game: Game, words: Words) -> list[Judged]:
    """How each answer compares with the first one, so that no word contradicts the figures beside it.

    Answers with the same figure are as good, and none is called better than one with a higher figure.
    """
    judged = [judge(option, shown, game) for option in shown]
    if any(math.isnan(option.win) for option in shown):
        return judged
    judged = ["even" if i and text == worth[0] else judged[i] for i, text in enumerate(worth)]
    heaviest: Judged = "even"
    for i in sorted(range(1, len(shown)), key=lambda i: -_figure(shown[i], game, words)):
        if _WEIGHT[judged[i]] < _WEIGHT[heaviest]:
            judged[i] = heaviest
        heaviest = judged[i]
    judged[0] = "even" if "even" in judged[1:] else "best"
    return judged


def _figure(option: Evaluation, game: Game, words: Words) -> float:
    """The number that the row shows: the chance to win in some games, points in others; 0 if there is none."""
    if math.isnan(option.win):
        return 0.0
    mark = "?"
    said = words.note(game.slug, "hint", Note("worth", {"chance": mark, "points": "", "error": ""}))
    return option.win if mark in said else option.value


def judge(option: Evaluation, shown: Sequence[Evaluation], game: Game) -> Judged:
    """How an answer compares with the first one. What chance may explain is no difference: then both are as good."""
    best = shown[0]
    if math.isnan(option.win):
        if len(game.legal_moves(option.move.seat)) == 1:
            return "only"
        return "best" if option is best else "possible"
    if option is best:
        return "even" if any(_even(other, best) for other in shown[1:]) else "best"
    if _even(option, best):
        return "even"
    return "worse" if best.win - option.win < _FAR else "bad"


def _even(option: Evaluation, best: Evaluation) -> bool:
    """Whether chance may explain by how much the best one did better."""
    if math.isnan(option.win) or math.isnan(best.win):
        return False
    errors = [one.error for one in (option, best) if math.isfinite(one.error)]
    return best.value - option.value <= 2 * max(errors, default=0.0)


def _apart(move: Move, game: Game, words: Words) -> str:
    """What a move keeps, where that is short, else its cards."""
    kept = [card for card in game.cards(Pile("hand", move.seat)) if card not in move.cards and card >= 0]
    if move.cards and 0 < len(kept) <= KEPT:
        return words("app.hint.keeps", cards=sorted(kept, key=game.order))
    return _named(move, game, words)


def _named(move: Move, game: Game, words: Words) -> str:
    """Its cards: few with their articles, many as a list."""
    return words.cards(sorted(move.cards, key=game.order), "the" if len(move.cards) <= KEPT else "")


def _worth(option: Evaluation, game: Game, words: Words) -> str:
    """The figure by which answers are compared, with its error; empty where nothing was worked out."""
    if math.isnan(option.win):
        return ""
    known = math.isfinite(option.error) and option.error >= _LEAST_ERROR
    error = " " + words("app.hint.error", error=words.decimal(option.error)) if known else ""
    figures = {
        "chance": words.percent(option.win),
        "points": words.decimal(option.value, signed=True),
        "error": error,
    }
    return words.note(game.slug, "hint", Note("worth", figures))


class SuggestionRow(Clickable):
    """An answer on paper: what it does, its cards, and its figure if that was asked for."""

    def __init__(
        self, look: Look, one: Suggestion, game: Game, width: float, choose: Callable[[Move], None], *, figures: bool
    ) -> None:
        super().__init__(lambda: choose(one.move))
        self.suggestion = one
        inner = width - 2 * _PAD
        cards = sorted(one.move.cards, key=game.order)
        self.cards = CardRow(cards, inner) if cards else None
        self._aside = self.cards.rect.width + _PAD if self.cards and self.cards.rect.width < inner / 2 else 0.0
        """Where the words begin beside few cards; 0 above many."""
        inner -= self._aside
        self.parts = [Paragraph(look, one.what, "strong_body", inner)]
        if one.apart:
            self.parts.append(Paragraph(look, one.apart, "explanation", inner, INK_SECOND))
        if figures and one.worth:
            self.parts.append(Paragraph(look, one.worth, "explanation", inner, INK_SECOND))
        self._said = sum(part.rect.height for part in self.parts)
        pictures = self.cards.rect.height + 6 if self.cards else 0.0
        high = max(self._said, pictures) if self._aside else self._said + pictures
        self.rect = FRect(0, 0, width, max(high + 2 * _PAD - 4, look.reach))

    def draw(self, look: Look, target: Surface) -> None:
        box = box_styles.LIGHT_HOVER if self.hovered or self.focused else box_styles.LIGHT
        look.draw_box(target, box, self.rect)
        x, y = self.rect.left + _PAD, self.rect.top + _PAD - 3
        if self._aside or self.cards is None:
            y = self.rect.centery - self._said / 2
        for part in self.parts:
            part.rect.topleft = (x + self._aside, y)
            part.draw(look, target)
            y += part.rect.height
        if self.cards is not None:
            self.cards.rect.topleft = (x, y + 5)
            if self._aside:
                self.cards.rect.centery = self.rect.centery
            self.cards.draw(look, target)


class HintSource(NamedTuple):
    """What a hint is made of, and what its page does."""

    options: Sequence[Evaluation]
    game: Game
    """The position, or the player's view of it."""
    words: Words


class HintPage(Sheet):
    """The hint in the drawer.

    Args:
        source: what it says, asked whenever it is laid out.
        choose: selects what a move names.
        point: called with the answer under the pointer or the cursor, or None: the table shows it.
        drop: takes the hint away.
    """

    def __init__(
        self,
        source: Callable[[], HintSource],
        choose: Callable[[Move], None],
        point: Callable[[Move | None], None],
        drop: Callable[[], None],
    ) -> None:
        super().__init__()
        self._source = source
        self._choose = choose
        self._point = point
        self._drop = drop
        self.figures = False
        """Whether the figures were asked for."""
        self.rows: list[SuggestionRow] = []

    def close(self) -> None:
        self._drop()

    def write(self) -> None:
        options, game, words = self._source()
        self.title = words("app.hint.title")
        self.rows = []
        said = ""
        found = suggestions(options, game, words)
        for one in found:
            if one.judged != said:
                said = one.judged
                self.say(words(f"app.hint.{said}"), "label", INK_CAPTION, gap=4.0)
            row = SuggestionRow(self.look, one, game, self.width, self._choose, figures=self.figures)
            self.rows.append(row)
            self.add(row, gap=self.look.gap(8.0, row.rect.height))
        if any(one.worth for one in found):
            self.high += max(0.0, self.look.reach - 28) / 2
            label = words("app.hint.hide_figures" if self.figures else "app.hint.figures")
            self.link(label, self._toggle, icon="")

    def _toggle(self) -> None:
        self.figures = not self.figures
        self.lay_out(self.look, self.area)

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        used = super().handle(event, pos)
        pointed = next((row.suggestion.move for row in self.rows if row.hovered or row.focused), None)
        self._point(pointed)
        return used
