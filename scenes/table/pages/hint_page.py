"""The hint page: the recommended move with a reason, then others in smaller rows. A click selects a move's cards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import pygame
from pygame import FRect, Surface

from engine.bots.common.base import Evaluation
from engine.game import Game
from engine.moves import TABLE, Move, Note
from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.theme import INK_CAPTION, INK_SECONDARY
from scenes.table.pages.coach_page import CARD_WIDTH, CardRow
from scenes.table.pages.page import ComposedPage, PageContent, page_link, page_text
from scenes.text.catalogue import Words
from scenes.text.reason_text import reason_text
from scenes.ui.accessible_elements import join_texts
from scenes.ui.boxes import Column, LayoutBox, Row
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widget import PointerPos
from scenes.ui.widgets import Clickable, Widget

MAX_SUGGESTIONS = 3
"""Maximum number of suggested moves."""
MAX_NAMED_KEPT_CARDS = 3
"""Maximum number of kept cards that a row names."""
_PAD = 10.0
_SMALL_CARD_WIDTH = 34.0
"""Width of the cards of moves that aren't recommended, logical pixels."""
_MIN_WIDTHS_BESIDE = 3.5
"""Minimum width of a row with texts beside its cards, as a multiple of the cards' width."""
_MIN_SHOWN_ERROR = 0.05
"""Minimum error of a difference that is shown; smaller ones would read "± 0.0"."""
_LARGE_WIN_PROBABILITY_LOSS = 0.1
"""Loss of win probability from which a move is ``bad``."""
Judgement = Literal["only", "best", "recommended", "even", "possible", "worse", "bad"]
"""Judgement of a suggested move.

The first one is the ``only`` legal move, ``best`` by more than chance, or ``recommended`` among equally good ones or
those not compared.
Others are ``even`` with it, ``possible`` if not compared, ``worse``, or ``bad`` for much worse.
"""
_SEVERITY: dict[Judgement, int] = {"best": 0, "recommended": 0, "even": 0, "worse": 1, "bad": 2}
"""Severity of a difference from the best move."""


class Suggestion(NamedTuple):
    """A move suggested on the hint page, with its texts."""

    move: Move
    judgement: Judgement
    text: str
    distinction: str
    """The cards kept, where other suggestions have the same text; empty for most."""
    worth_text: str
    """Win probability or points as text; empty if not computed."""
    merit_text: str
    """Reason for the recommended move, a fact that the player can see; empty for others."""
    reason_text: str
    """Advantage over the next suggestion with its figures; empty for most."""


def make_suggestions(evaluations: Sequence[Evaluation], game: Game, words: Words) -> list[Suggestion]:
    """Return the first evaluated moves as suggestions for the hint page, best first.

    Args:
        evaluations: evaluations from a search, best first.
        game: the position, or the player's view of it.
        words: texts.
    """
    shown = evaluations[:MAX_SUGGESTIONS]
    judgements = _judge_all(shown, game)
    order = sorted(
        range(len(shown)), key=lambda i: (_SEVERITY.get(judgements[i], 0), -shown[i].value if i else -math.inf)
    )
    texts = [words.note_text(game.slug, "move", game.describe(option.move)) for option in shown]
    text_counts = Counter(texts)
    distinctions = [
        _distinction(option.move, game, words) if text_counts[text] > 1 else ""
        for option, text in zip(shown, texts, strict=True)
    ]
    worth_texts = _worth_texts(shown, judgements, game, words)
    merits = [words.note_text(game.slug, "merit", option.merit) if option.merit else "" for option in shown]
    reasons = [reason_text(words, game.slug, option.reason) for option in shown]
    return [
        Suggestion(shown[i].move, judgements[i], texts[i], distinctions[i], worth_texts[i], merits[i], reasons[i])
        for i in order
    ]


def _judge_all(evaluations: Sequence[Evaluation], game: Game) -> list[Judgement]:
    """Judge each evaluated move against the first one; none is judged better than one with a higher value."""
    judgements = [judge(option, evaluations, game) for option in evaluations]
    if len(evaluations) == 1 or any(math.isnan(option.win) for option in evaluations):
        return judgements
    worst: Judgement = "even"
    for i in sorted(range(1, len(evaluations)), key=lambda i: -evaluations[i].value):
        if _SEVERITY[judgements[i]] < _SEVERITY[worst]:
            judgements[i] = worst
        worst = judgements[i]
    judgements[0] = "recommended" if "even" in judgements[1:] else "best"
    return judgements


def _worth_texts(
    evaluations: Sequence[Evaluation], judgements: Sequence[Judgement], game: Game, words: Words
) -> list[str]:
    """Return the figures of evaluated moves as texts; with one more decimal if some judged differently read alike."""
    texts = [_figure_text(option, game, words) for option in evaluations]
    if len(set(zip(texts, judgements, strict=True))) > len(set(texts)):
        return [_figure_text(option, game, words, more_places=1) for option in evaluations]
    return texts


def judge(option: Evaluation, evaluations: Sequence[Evaluation], game: Game) -> Judgement:
    """Judge an evaluated move against the first one; differences that chance may explain count as even."""
    best = evaluations[0]
    if len(evaluations) == 1 or math.isnan(option.win):
        if len(game.legal_moves(option.move.seat)) == 1:
            return "only"
        return "possible" if option is not best else "best" if len(evaluations) > 1 else "recommended"
    if option is best:
        return "recommended" if any(other.is_even_with(best) for other in evaluations[1:]) else "best"
    if option.is_even_with(best):
        return "even"
    return "worse" if best.win - option.win < _LARGE_WIN_PROBABILITY_LOSS else "bad"


def _distinction(move: Move, game: Game, words: Words) -> str:
    """Return the few cards that the player keeps after a suggested move; empty for many. The others are drawn."""
    own = (card for pile in game.sources(move.seat) if pile.owner != TABLE for card in game.cards(pile))
    kept = [card for card in own if card not in move.cards and card >= 0]
    if move.cards and 0 < len(kept) <= MAX_NAMED_KEPT_CARDS:
        return words("app.hint.keeps", cards=sorted(kept, key=game.sort_key))
    return ""


def _figure_text(option: Evaluation, game: Game, words: Words, *, more_places: int = 0) -> str:
    """Return a suggested move's win probability or points as text, with the error; empty if not computed.

    A percentage has ``more_places`` decimal places, and points have one more.
    """
    if math.isnan(option.win):
        return ""
    known = math.isfinite(option.difference_error) and option.difference_error >= _MIN_SHOWN_ERROR
    error = " " + words("app.hint.error", error=words.decimal(option.difference_error)) if known else ""
    figures = {
        "chance": words("app.number.percent", n=words.number(100 * option.win, places=more_places)),
        "points": words.number(option.value, places=1 + more_places, signed=True),
        "error": error,
    }
    return words.note_text(game.slug, "hint", Note("worth", figures))


class SuggestionRow(Clickable):
    """A button on paper for a suggested move: its text, its cards, its reason and optionally its figures.

    The recommended move is larger than the others.
    """

    def __init__(
        self,
        suggestion: Suggestion,
        game: Game,
        on_choose: Callable[[Move], None],
        on_hover: Callable[[SuggestionRow], None],
        *,
        is_main: bool,
        shows_figures: bool,
    ) -> None:
        super().__init__(lambda: on_choose(suggestion.move))
        self.suggestion = suggestion
        self._on_hover = on_hover
        figures = [suggestion.worth_text, suggestion.reason_text] if shows_figures else []
        texts = [
            page_text(suggestion.text, "strong_body" if is_main else "explanation", gap_below=0.0),
            *(page_text(text, gap_below=0.0) for text in [suggestion.merit_text] if text),
            *(
                page_text(text, "explanation", INK_SECONDARY, gap_below=0.0)
                for text in [suggestion.distinction, *figures]
                if text
            ),
        ]
        width, played = (CARD_WIDTH if is_main else _SMALL_CARD_WIDTH), sorted(suggestion.move.cards, key=game.sort_key)
        cards = CardRow(played, width) if played else None
        self._cards_width = cards.full_width if cards is not None else 0.0
        side = CardRow(cards.cards).with_layout(margin=(0, 3, _PAD, 3)) if cards is not None else None
        below = cards.with_layout(margin=(0, 5, 0, 0)) if cards is not None else None
        column = Column(*texts).with_layout(grow=1, shrink_order=1)
        self._cards_beside = Row(side, column, padding=(_PAD, _PAD - 2))
        """Few cards at the left of the texts."""
        self._cards_below = Column(*texts, below, padding=(_PAD, _PAD - 3, _PAD, _PAD))
        """Many cards below the texts."""

    def _content(self, width: float) -> LayoutBox:
        return self._cards_beside if self._cards_width < (width - 2 * _PAD) / _MIN_WIDTHS_BESIDE else self._cards_below

    def update_hovered(self, event: pygame.Event, pos: PointerPos) -> bool:
        changed = super().update_hovered(event, pos)
        if changed:
            self._on_hover(self)
        return changed

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width, height = self._content(constraints.max_width).desired_size(renderer, constraints)
        return Size(width, max(height, renderer.min_target_size))

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        self._content(rect.width).arrange(renderer, rect)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        box = box_styles.PAPER_BUTTON_HOVER if self.hovered or self.focused else box_styles.PAPER_BUTTON
        renderer.draw_box(target, box, self.rect)
        self._content(self.rect.width).draw(renderer, target)


class HintSource(NamedTuple):
    """Content of a hint page: evaluated moves, the position and the texts."""

    evaluations: Sequence[Evaluation]
    game: Game
    """The position, or the player's view of it."""
    words: Words


class HintPage(ComposedPage):
    """The side drawer's hint page: suggested moves, best first.

    Args:
        source: returns the content for each layout.
        on_choose: called with the move to select.
        on_point: called with the move under pointer or cursor, or None; the table shows it.
        on_close: called when the page is closed.
    """

    def __init__(
        self,
        source: Callable[[], HintSource],
        on_choose: Callable[[Move], None],
        on_point: Callable[[Move | None], None],
        on_close: Callable[[], None],
    ) -> None:
        super().__init__()
        self._source = source
        self._on_choose = on_choose
        self._on_point = on_point
        self._on_close = on_close
        self.shows_worth = False
        """Whether the player wants to see the figures."""
        self._pointed_move: Move | None = None

    def close(self) -> None:
        self._on_close()

    def compose(self) -> PageContent:
        options, game, words = self._source()
        body: list[Widget] = []
        judgement = ""
        suggestions = make_suggestions(options, game, words)
        for suggestion in suggestions:
            if suggestion.judgement != judgement:
                judgement = suggestion.judgement
                body.append(page_text(words(f"app.hint.{judgement}"), "label", INK_CAPTION, gap_below=4.0))
            row = SuggestionRow(
                suggestion,
                game,
                self._on_choose,
                self._on_hover,
                is_main=suggestion is suggestions[0],
                shows_figures=self.shows_worth,
            )
            figures = (suggestion.worth_text, suggestion.reason_text) if self.shows_worth else ()
            cards = words.cards(suggestion.move.cards)
            name = join_texts(suggestion.text, suggestion.merit_text, suggestion.distinction, *figures, cards)
            body.append(row.with_layout(suggestion.move, margin=(0, 0, 0, 8), name=name))
        if any(suggestion.worth_text for suggestion in suggestions):
            label = words("app.hint.hide_figures" if self.shows_worth else "app.hint.figures")
            gap = max(0.0, self.renderer.min_target_size - 28) / 2
            body.append(page_link("figures", label, self.toggle_figures, gap_above=gap))
        return PageContent(words("app.hint.title"), body)

    def toggle_figures(self) -> None:
        """Show or hide the figures of the suggested moves."""
        self.shows_worth = not self.shows_worth
        self.refresh()

    def _on_hover(self, row: SuggestionRow) -> None:
        move = row.suggestion.move
        if row.hovered:
            self._pointed_move = move
        elif self._pointed_move == move:
            self._pointed_move = None
        self._on_point(self._pointed_move)
