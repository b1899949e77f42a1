"""The tag in the table's corner: the game and the number of the shown deal."""

from __future__ import annotations

from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.render.space import Point, UiSpace
from scenes.render.theme import CREAM, TEXT_ON_FELT
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words
from scenes.text.daily_texts import daily_deal_tag_text


class DealTag:
    """Tag in the table's corner with the game's name and the shown deal.

    Args:
        renderer: for texts and buttons.
        words: texts.
        model: the table model.
    """

    def __init__(self, renderer: Renderer, words: Words, model: TableModel) -> None:
        self.renderer = renderer
        self.words = words
        self.model = model
        self.deal_number = 1
        """Number of the shown deal, from 1."""
        self.refresh()

    def refresh(self) -> None:
        """Update the deal's number on the tag from the match."""
        game = self.model.match.game
        self.deal_number = min(game.deal_number, len(game.history) + 1)

    @property
    def top_left(self) -> Point[UiSpace]:
        """Upper left corner of the deal tag, UI coordinates."""
        canvas, rim = self.model.canvas, self.model.canvas.rail_scale
        grown = max(0.0, canvas.ui_scale - 1)
        return canvas.ui.to_local(Point(max(112.0, 95 * rim), (54 - 48 * grown) * rim))

    def draw(self, target: Surface) -> None:
        """Draw the deal tag: the game's name and, below it, the deal."""
        renderer = self.renderer
        left, top = self.top_left
        renderer.blit(target, renderer.text(self._title(), "tag", CREAM), left, top)
        renderer.blit(target, renderer.text(self.deal_text(), "plate", TEXT_ON_FELT), left, top + 26)

    def tag_rect(self) -> FRect:
        """Return the area of the deal tag's two lines, UI coordinates."""
        renderer = self.renderer
        width = max(renderer.text_width(self._title(), "tag"), renderer.text_width(self.deal_text(), "plate"))
        return FRect(*self.top_left, width, 48)

    def _title(self) -> str:
        return self.words(f"{self.model.match.game.slug}.title")

    def deal_text(self) -> str:
        """Return the deal as text: its number, with the total or target score, or the date of a daily deal."""
        game, record = self.model.match.game, self.model.match.record
        if record.daily:
            return daily_deal_tag_text(self.words, record)
        planned, goal = game.deals_planned(), game.target_score()
        key = "app.table.deal_of" if planned > 1 else "app.table.deal_to" if goal else "app.table.deal"
        return self.words(key, n=self.deal_number, total=planned, goal=goal)
