"""The tag in the corner: the game, and which deal is shown."""

from __future__ import annotations

from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, TEXT_ON_FELT
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words
from scenes.text.daily_texts import table_tag_text


class DealTag:
    """Names the game and the deal.

    Args:
        look: of texts and buttons.
        words: texts.
        stage: the table.
    """

    def __init__(self, renderer: Renderer, words: Words, model: TableModel) -> None:
        self.renderer = renderer
        self.words = words
        self.model = model
        self.deal_number = 1
        """The deal that is shown, from 1."""
        self.refresh()

    def refresh(self) -> None:
        """Name the deal at which the match stands."""
        game = self.model.match.game
        self.deal_number = min(game.deal_number, len(game.history) + 1)

    @property
    def corner(self) -> tuple[float, float]:
        """Where the game's name begins."""
        ui, rim = self.model.canvas.ui_scale, self.model.canvas.rail_scale
        grown = max(0.0, ui - 1)
        return max(112.0, 95 * rim) / ui, (54 - 48 * grown) * rim / ui

    def draw(self, target: Surface) -> None:
        """Write the game and, below it, the deal."""
        look = self.renderer
        left, top = self.corner
        look.blit(target, look.text(self._title(), "tag", CREAM), left, top)
        look.blit(target, look.text(self.deal_text(), "plate", TEXT_ON_FELT), left, top + 26)

    def tag_rect(self) -> FRect:
        """Where the game and the deal are named."""
        look = self.renderer
        wide = max(look.text_width(self._title(), "tag"), look.text_width(self.deal_text(), "plate"))
        return FRect(*self.corner, wide, 48)

    def _title(self) -> str:
        return self.words(f"{self.model.match.game.slug}.title")

    def deal_text(self) -> str:
        """The deal in words, of how many, or the day whose deal it is."""
        game, record = self.model.match.game, self.model.match.record
        if record.daily:
            return table_tag_text(self.words, record)
        planned, goal = game.deals_planned(), game.target_score()
        key = "app.table.deal_of" if planned > 1 else "app.table.deal_to" if goal else "app.table.deal"
        return self.words(key, n=self.deal_number, total=planned, goal=goal)
