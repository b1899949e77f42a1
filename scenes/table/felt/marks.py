"""Small marks at piles: what a pile is worth, who made the plays of a trick."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import FRect, Surface

from engine.cards import HIDDEN
from engine.moves import TABLE, Pile
from scenes.look.boxes import Box, Shadow, Stroke
from scenes.look.look import Look
from scenes.look.theme import CREAM, PANEL_LINE, SMALL_PORTRAIT, rgb
from scenes.table.felt.extent import extent
from scenes.table.felt.slide import Slide
from scenes.table.layouts.layout import TrickSpread
from scenes.table.stage.shown import Token
from scenes.table.stage.stage import Stage

_WORTH = Box(11, ((0, rgb("#140d08")),), 0.92, border=Stroke(PANEL_LINE, 1), shadows=(Shadow(2, 4, 0.5),))
_INDEX = 0.2
"""Width of the index at the left of a card, by the card's width."""
_APART = 2.0
"""Distance of a pill from the next pile, which survives rounding to pixels."""
_FACE = 40.0
_SMALL_FACE = 26.0


class Marks:
    """Draws the marks that a layout asks for."""

    def __init__(self, look: Look, stage: Stage, slide: Slide) -> None:
        self.look = look
        self.stage = stage
        self.slide = slide

    def draw(self, target: Surface) -> None:
        """Draw over cards at rest, under everything that is read."""
        game = self.stage.match.game
        cross = self.stage.layout.cross
        worth: dict[Pile, tuple[int, FRect, float]] = {}
        for pile, tokens in list(self.stage.shown.piles.items()):
            place = self.stage.place(pile) if tokens else None
            if place is None:
                continue
            if place.spot.worth and all(token.card != HIDDEN for token in tokens):
                points = game.worth_of(pile.kind, [token.card for token in tokens])
                box = extent(self.stage, tokens)
                if points and box:
                    worth[pile] = points, box, place.width
            if isinstance(place.spot.spread, TrickSpread) and pile.owner == TABLE:
                self._players(target, pile, tokens)
            elif place.spot.played:
                self._players(target, pile, [token for token in tokens if token.batch == tokens[-1].batch])
            elif cross is not None and pile.kind == cross.kind and pile.owner != TABLE:
                self._player(target, pile, tokens)
        for pile, (points, box, card) in worth.items():
            others = [other for one, (_, other, _) in worth.items() if one != pile]
            with self.slide.shifted(pile, self.look, box.right, box.top):
                self._worth(target, points, box, card, others)

    def _worth(self, target: Surface, points: int, box: FRect, card: float, others: Sequence[FRect]) -> None:
        """Draw the points on a pill at the upper right corner, or above it where it would cover an index.

        Args:
            target: where it is drawn.
            points: what the pile is worth.
            box: the box around its cards.
            card: width of each.
            others: the boxes of other such piles.
        """
        look = self.look
        text = look.text(str(points), "label", CREAM)
        wide = max(34.0, text.get_width() / look.scale + 18)
        pill = FRect(box.right - wide + 10, box.top - 9, wide, 22)
        beside = (other.left - _APART for other in others if other.left > box.left and other.colliderect(pill))
        pill.right = min([pill.right, *beside])
        if pill.left < box.right - card * (1 - _INDEX):
            pill.bottom = box.top
        look.draw_box(target, _WORTH, pill)
        look.blit(target, text, *pill.center, "center")

    def _player(self, target: Surface, pile: Pile, tokens: Sequence[Token]) -> None:
        """Draw the portrait of the seat whose play this is at its upper right."""
        box = extent(self.stage, tokens)
        if box is not None:
            face = self.look.portrait(self.stage.people[pile.owner].portrait, SMALL_PORTRAIT)
            with self.slide.shifted(pile, self.look, box.right, box.top):
                self.look.blit(target, face, box.right - 5, box.top + 5, "center")

    def _players(self, target: Surface, pile: Pile, tokens: Sequence[Token]) -> None:
        """Draw the portrait of the seat that made each play at its upper right."""
        batches: dict[int, list[Token]] = {}
        for token in tokens:
            batches.setdefault(token.batch, []).append(token)
        for several in batches.values():
            if several[0].origin == TABLE or self.stage.director.rest[several[0].id].buried:
                continue
            box = extent(self.stage, several)
            if box is None:
                continue
            large = several[0].batch == tokens[-1].batch
            face = self.look.portrait(self.stage.people[several[0].origin].portrait, _FACE if large else _SMALL_FACE)
            inset = 6.0 if large else 1.0
            x, y = box.right - inset, box.top + inset
            with self.slide.shifted(pile, self.look, x, y):
                self.look.blit(target, face, x, y, "center")
