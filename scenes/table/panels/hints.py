"""The hint: possible answers, the best first, with the worth of each in words and figures."""

import math
from collections.abc import Sequence

from pygame import FRect, Surface

from engine.bots.common.base import Evaluation
from engine.game import Game
from engine.moves import Note
from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, MUTED
from scenes.look.widgets import Widget
from scenes.text.words import Words

MOST = 3
"""Maximum number of answers."""
_WIDTH, _LEAST = 332.0, 180.0
"""Maximum and minimum width."""
_PAD = 6.0
_ROW = 42.0
"""Height at which three answers fit between a seat at the side and the tools."""
_CARD = 26.0
_STEP = 17.0
_MOST_CARDS = 5
_EVEN = 0.02
"""Loss in the chance to win that doesn't matter."""
_FAR = 0.1
"""Loss in the chance to win that matters a lot."""


class HintPanel(Widget):
    """A panel with up to ``MOST`` answers: their cards, what they do, what they are worth."""

    def __init__(self, look: Look, options: Sequence[Evaluation], game: Game, words: Words) -> None:
        """``game`` is the position, or the player's view of it."""
        shown = options[:MOST]
        super().__init__(FRect(0, 0, _WIDTH, _ROW * len(shown) + 2 * _PAD))
        self.options = shown
        self.game = game
        self.words = words
        most = min(_MOST_CARDS, max(len(option.move.cards) for option in shown))
        self._pictures = _CARD + (most - 1) * _STEP + 14 if most else 0.0
        """Width of the column with cards."""
        texts = [(self._what(option), "strong_body") for option in shown]
        texts += [(self._worth(option), "small") for option in shown]
        longest = max(look.text_width(text, style) for text, style in texts)
        self.rect.width = min(_WIDTH, max(_LEAST, 64 + self._pictures + longest))

    def _what(self, option: Evaluation) -> str:
        return self.words.note(self.game.slug, "move", self.game.describe(option.move))

    def _worth(self, option: Evaluation) -> str:
        return worth_in_words(option, self.options[0], self.game, self.words)

    def draw(self, look: Look, target: Surface) -> None:
        rect = self.rect
        look.draw_box(target, box_styles.PANEL_BOX, rect)
        for i, option in enumerate(self.options):
            self._draw_row(look, target, option, FRect(rect.left, rect.top + _PAD + _ROW * i, rect.width, _ROW))

    def _draw_row(self, look: Look, target: Surface, option: Evaluation, row: FRect) -> None:
        best = option is self.options[0]
        if best:
            look.draw_box(target, box_styles.ROW_CHOSEN, row.inflate(-12, -2))
            look.blit(target, look.icon("hint", 20, GOLD), row.right - 24, row.top + 14, "center")
        cards = sorted(option.move.cards, key=self.game.order)[:_MOST_CARDS]
        x = row.left + 22 + _CARD / 2
        for i, card in enumerate(cards):
            look.draw_card(target, card, x + _STEP * i, row.centery, _CARD)
        left = row.left + 22 + self._pictures
        room = row.right - (40 if best else 18) - left
        what = look.text(self._what(option), "strong_body", GOLD if best else CREAM, max_width=room)
        look.blit(target, what, left, row.top + 2)
        look.blit(target, look.text(self._worth(option), "small", MUTED, max_width=room), left, row.top + 22)


def worth_in_words(option: Evaluation, best: Evaluation, game: Game, words: Words) -> str:
    """The worth of an answer: its comparison with the best one, then the figures if there are any."""
    if math.isnan(option.win):
        alone = len(game.legal_moves(option.move.seat)) == 1
        return words("app.hint.single" if alone else "app.hint.best" if option is best else "app.hint.possible")
    loss = best.win - option.win
    if option is best:
        key = "best"
    elif loss < _EVEN and abs(best.value - option.value) <= 2 * (option.error if option.error < math.inf else 0):
        key = "even"
    else:
        key = "worse" if loss < _FAR else "bad"
    figures = {"chance": words.percent(option.win), "points": words.decimal(option.value, signed=True)}
    return words(
        "app.hint.worth", compared=words(f"app.hint.{key}"), worth=words.note(game.slug, "hint", Note("worth", figures))
    )
