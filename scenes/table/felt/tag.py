"""The tag in the corner: the game, and which deal is shown."""

from __future__ import annotations

from pygame import FRect, Surface

from scenes.look.look import Look
from scenes.look.theme import CREAM, ON_FELT
from scenes.table.stage.stage import Stage
from scenes.text.daily import table_tag
from scenes.text.words import Words


class Tag:
    """Names the game and the deal.

    Args:
        look: of texts and buttons.
        words: texts.
        stage: the table.
    """

    def __init__(self, look: Look, words: Words, stage: Stage) -> None:
        self.look = look
        self.words = words
        self.stage = stage
        self.deal = 1
        """The deal that is shown, from 1."""
        self.refresh()

    def refresh(self) -> None:
        """Name the deal at which the match stands."""
        game = self.stage.match.game
        self.deal = min(game.deal_number, len(game.history) + 1)

    @property
    def corner(self) -> tuple[float, float]:
        """Where the game's name begins."""
        ui, rim = self.stage.canvas.ui, self.stage.canvas.rim
        grown = max(0.0, ui - 1)
        return max(112.0, 95 * rim) / ui, (54 - 48 * grown) * rim / ui

    def draw(self, target: Surface) -> None:
        """Write the game and, below it, the deal."""
        look = self.look
        left, top = self.corner
        look.blit(target, look.text(self._title(), "tag", CREAM), left, top)
        look.blit(target, look.text(self.which_deal(), "plate", ON_FELT), left, top + 26)

    def room(self) -> FRect:
        """Where the game and the deal are named."""
        look = self.look
        wide = max(look.text_width(self._title(), "tag"), look.text_width(self.which_deal(), "plate"))
        return FRect(*self.corner, wide, 48)

    def _title(self) -> str:
        return self.words(f"{self.stage.match.game.slug}.title")

    def which_deal(self) -> str:
        """The deal in words, of how many, or the day whose deal it is."""
        game, record = self.stage.match.game, self.stage.match.record
        if record.daily:
            return table_tag(self.words, record)
        planned, goal = game.deals_planned(), game.goal()
        key = "app.table.deal_of" if planned > 1 else "app.table.deal_to" if goal else "app.table.deal"
        return self.words(key, n=self.deal, total=planned, goal=goal)
