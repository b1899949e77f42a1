"""Small marks at piles: a pile's worth, and portraits of the seats that played a trick's cards."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import FRect, Surface

from engine.cards import HIDDEN
from engine.moves import TABLE, Pile
from scenes.render.boxes import Box, Shadow, Stroke
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, PANEL_LINE, SMALL_PORTRAIT_DIAMETER, rgb
from scenes.table.cards.extent import find_rect_if_settled
from scenes.table.layouts.spreads import TrickSpread
from scenes.table.model.shown_piles import Token
from scenes.table.model.table_model import TableModel
from scenes.ui.shared_slide import SharedSlide

_WORTH_BOX = Box(11, ((0, rgb("#140d08")),), 0.92, border=Stroke(PANEL_LINE, 1), shadows=(Shadow(2, 4, 0.5),))
_CORNER_INDEX_FRACTION = 0.2
"""Width of the corner index at the left of a card, as a fraction of the card's width."""
_PILL_GAP = 2.0
"""Distance of a pill from the next pile, large enough to survive rounding to pixels."""
_PORTRAIT_DIAMETER = 40.0
_SMALL_PORTRAIT_DIAMETER = 26.0


class PileMarks:
    """Draws the marks at piles that the game's layout asks for, and portraits at a trick's plays."""

    def __init__(self, renderer: Renderer, model: TableModel, slide: SharedSlide) -> None:
        self.renderer = renderer
        self.model = model
        self.slide = slide

    def draw(self, target: Surface) -> None:
        """Draw the worth of piles and the portraits of players over resting cards."""
        game = self.model.match.game
        cross = self.model.layout.geometry.trick_cross
        worth: dict[Pile, tuple[int, FRect, float]] = {}
        for pile, tokens in list(self.model.shown.piles.items()):
            geometry = self.model.pile_geometry(pile) if tokens else None
            if geometry is None:
                continue
            if geometry.spot.shows_worth and all(token.card != HIDDEN for token in tokens):
                points = game.points_in_pile(pile.kind, [token.card for token in tokens])
                rect = find_rect_if_settled(self.model, tokens)
                if points and rect:
                    worth[pile] = points, rect, geometry.card_width
            if isinstance(geometry.spot.spread, TrickSpread) and pile.owner == TABLE:
                self._draw_player_of_each_play(target, pile, tokens)
            elif geometry.spot.shows_player:
                self._draw_player_of_each_play(
                    target, pile, [token for token in tokens if token.batch == tokens[-1].batch]
                )
            elif cross is not None and pile.kind == cross.kind and pile.owner != TABLE:
                self._draw_player(target, pile, tokens)
        for pile, (points, rect, card_width) in worth.items():
            others = [other for other_pile, (_, other, _) in worth.items() if other_pile != pile]
            with self.slide.shift(("worth", pile), self.renderer, rect.right, rect.top):
                self._draw_worth(target, points, rect, card_width, others)

    def _draw_worth(
        self, target: Surface, points: int, rect: FRect, card_width: float, other_rects: Sequence[FRect]
    ) -> None:
        """Draw a pile's worth on a pill at its upper right corner, or above where it would cover a corner index.

        Args:
            target: surface to draw on.
            points: the pile's worth.
            rect: rectangle around its cards.
            card_width: width of a card.
            other_rects: rectangles of other piles with a worth.
        """
        renderer = self.renderer
        text = renderer.text(str(points), "label", CREAM)
        width = max(34.0, renderer.width_of(text) + 18)
        pill = FRect(rect.right - width + 10, rect.top - 9, width, 22)
        limits = (other.left - _PILL_GAP for other in other_rects if other.left > rect.left and other.colliderect(pill))
        pill.right = min([pill.right, *limits])
        if pill.left < rect.right - card_width * (1 - _CORNER_INDEX_FRACTION):
            pill.bottom = rect.top
        renderer.draw_box(target, _WORTH_BOX, pill)
        renderer.blit(target, text, *pill.center, "center")

    def _draw_player(self, target: Surface, pile: Pile, tokens: Sequence[Token]) -> None:
        """Draw the portrait of a pile's owner at the upper right of its play."""
        rect = find_rect_if_settled(self.model, tokens)
        if rect is not None:
            face = self.renderer.portrait(self.model.people_by_seat[pile.owner].portrait, SMALL_PORTRAIT_DIAMETER)
            with self.slide.shift(("player", pile), self.renderer, rect.right, rect.top):
                self.renderer.blit(target, face, rect.right - 5, rect.top + 5, "center")

    def _draw_player_of_each_play(self, target: Surface, pile: Pile, tokens: Sequence[Token]) -> None:
        """Draw a player's portrait at the upper right of each play of cards in a trick."""
        batches: dict[int, list[Token]] = {}
        for token in tokens:
            batches.setdefault(token.batch, []).append(token)
        for play in batches.values():
            if play[0].origin_owner == TABLE or self.model.director.rest_poses[play[0].id].is_buried:
                continue
            rect = find_rect_if_settled(self.model, play)
            if rect is None:
                continue
            is_last = play[0].batch == tokens[-1].batch
            face = self.renderer.portrait(
                self.model.people_by_seat[play[0].origin_owner].portrait,
                _PORTRAIT_DIAMETER if is_last else _SMALL_PORTRAIT_DIAMETER,
            )
            inset = 6.0 if is_last else 1.0
            x, y = rect.right - inset, rect.top + inset
            with self.slide.shift(("player", play[0].id), self.renderer, x, y):
                self.renderer.blit(target, face, x, y, "center")
