"""The tag in the table's corner: the game and the number of the shown deal."""

from __future__ import annotations

from pygame import Surface

from engine.match.match_view import MatchView
from scenes.render.renderer import Renderer
from scenes.render.space import Point, UiSpace
from scenes.render.theme import CREAM, TEXT_ON_FELT
from scenes.table.model.positions import Canvas, top_seats_left
from scenes.text.catalogue import Words
from scenes.text.daily_texts import daily_deal_tag_text
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.widgets import Widget

TITLE_STYLES = ("tag", "name")
"""Text styles of the game's name; the first that ends before the seats at the top."""
_SEATS_GAP = 12.0
"""Least distance of the game's name from the seats at the top."""


class DealTag(Widget):
    """Tag in the table's corner: the game's name and, below it, the shown deal."""

    def __init__(self, title: str, deal_text: str, max_title_width: float) -> None:
        super().__init__()
        self.title = title
        self.deal_text = deal_text
        self.max_title_width = max_title_width

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return max(renderer.text_width(self.title, "tag"), renderer.text_width(self.deal_text, "plate")), 48.0

    def as_accessible(self) -> AccessibleElement:
        return AccessibleElement("heading", f"{self.title}, {self.deal_text}", key="title", heading_level=1)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        left, top = self.rect.topleft
        style = renderer.first_fitting_style(self.title, TITLE_STYLES, self.max_title_width)
        renderer.blit(target, renderer.text(self.title, style, CREAM), left, top)
        renderer.blit(target, renderer.text(self.deal_text, "plate", TEXT_ON_FELT), left, top + 26)


def deal_tag_corner(canvas: Canvas) -> Point[UiSpace]:
    """Return the upper left corner of the deal tag, UI coordinates."""
    grown = max(0.0, canvas.ui_scale - 1)
    return canvas.ui.to_local(Point(max(112.0, 95 * canvas.rail_scale), (54 - 48 * grown) * canvas.rail_scale))


def max_title_width(canvas: Canvas) -> float:
    """Return the width between the corner of the deal tag and the seats at the top, UI coordinates."""
    return canvas.ui.to_local_length(top_seats_left(canvas) - _SEATS_GAP) - deal_tag_corner(canvas).x


def deal_text(words: Words, match: MatchView, deal_number: int) -> str:
    """Return the deal as text: its number, with the total or target score, or the date of a daily deal."""
    if match.record.daily:
        return daily_deal_tag_text(words, match.record)
    planned, goal = match.game.deals_planned(), match.game.target_score()
    key = "app.table.deal_of" if planned > 1 else "app.table.deal_to" if goal else "app.table.deal"
    return words(key, n=deal_number, total=planned, goal=goal)
