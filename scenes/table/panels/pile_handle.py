"""What is pressed to look through a pile: its name or number, and the pile itself while a click means nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pygame import FRect, Surface

from engine.moves import Pile
from scenes.look.boxes import Box, Stroke
from scenes.look.look import Look
from scenes.look.theme import BRASS
from scenes.look.widgets import IconButton
from scenes.look.widgets.base import Pos
from scenes.table.felt.extent import resting
from scenes.table.felt.pile_labels import PileLabel, draw_label, pile_labels
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

_HOVER = Box(13, ((0, (0, 0, 0)),), 0.45, border=Stroke(BRASS, 1.5))
_AROUND = 6.0
"""Air around a name under the pointer."""


class PileHandle(IconButton):
    """Looks through a pile. It is the pile's name or number, or without these its cards.

    Args:
        pile: to look through.
        act: shows its cards.
        free: whether a click on the cards themselves may do it now.
        name: for the tooltip.
        key: the label of the key that does the same.
        captions: the look of the label.
        scale: of the cards' look.
    """

    def __init__(
        self,
        pile: Pile,
        act: Callable[[], None],
        free: Callable[[], bool],
        *,
        name: str,
        key: str,
        captions: Look,
        scale: float,
    ) -> None:
        super().__init__("eye", act, name=name, key=key)
        self.pile = pile
        self._free = free
        self._captions = captions
        self._scale = scale
        self.cards = FRect(0, 0, 0, 0)
        """The area of the cards."""
        self.label: PileLabel | None = None
        """The name or the number."""

    def contains(self, pos: Pos) -> bool:
        return super().contains(pos) or self._on_cards(pos)

    def distance_to(self, pos: tuple[float, float]) -> float:
        return 0.0 if self._on_cards(pos) else super().distance_to(pos)

    def _on_cards(self, pos: Pos) -> bool:
        return pos is not None and bool(self.cards.collidepoint(pos)) and self._free()

    def draw(self, look: Look, target: Surface) -> None:
        if self.label is None:
            return
        if self.hovered:
            look.draw_box(target, _HOVER, self.rect.inflate(2 * _AROUND, _AROUND))
        draw_label(self._captions, target, self.label, self._scale)


class PileHandles:
    """The handles of the piles that may be looked through, kept at their places.

    Args:
        stage: the table.
        captions: the look of the words at piles.
        scale: of the cards' look.
        words: texts.
        act: shows the cards of a pile.
        key: the label of the key that does the same.
        reach: least width and height that answer the pointer.
    """

    def __init__(
        self,
        stage: Stage,
        words: Words,
        act: Callable[[Pile], None],
        *,
        captions: Look,
        scale: float,
        key: str,
        reach: float,
    ) -> None:
        self.stage = stage
        self.words = words
        self._captions = captions
        self._scale = scale
        self._act = act
        self._key = key
        self._reach = reach
        self._handles: dict[Pile, PileHandle] = {}
        self._rest: object = None
        """The resting cards for which the handles were placed."""

    def __iter__(self) -> Iterator[PileHandle]:
        """The handles of piles with cards, in the order of the layout."""
        rest = self.stage.director.rest
        if rest is not self._rest:
            self._rest = rest
            self._place()
        return iter(self._handles.values())

    def _place(self) -> None:
        stage, ui = self.stage, self.stage.canvas.ui
        labels = {one.pile: one for one in pile_labels(stage, self._captions, self._scale, self.words)}
        before, self._handles = self._handles, {}
        for pile in stage.looked_through():
            box = resting(stage, stage.shown.piles[pile])
            if box is None:
                continue
            handle = before.get(pile) or self._new(pile)
            handle.cards = _times(box, 1 / ui)
            handle.label = labels.get(pile)
            handle.named_below = handle.label is not None and not handle.label.number  # the cards are above a name
            handle.rect = _times(handle.label.box if handle.label else box, 1 / ui)
            handle.set_reach(self._reach)
            self._handles[pile] = handle

    def _new(self, pile: Pile) -> PileHandle:
        def free() -> bool:
            return self.stage.choice is None or not self.stage.choice.uses(pile)

        def act() -> None:
            self._act(pile)

        name = self.words("app.table.look_through")
        return PileHandle(pile, act, free, name=name, key=self._key, captions=self._captions, scale=self._scale)


def _times(rect: FRect, by: float) -> FRect:
    return FRect(*(by * side for side in rect))
