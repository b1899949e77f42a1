"""Buttons to browse piles: a pile's name or number, and its cards while a click on them has no other effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pygame import FRect, Surface

from engine.moves import Pile
from scenes.render.accessible_elements import strip_emphasis_and_breaks
from scenes.render.boxes import Box, Stroke
from scenes.render.renderer import Renderer
from scenes.render.space import LocalSpace, Point
from scenes.render.theme import BRASS
from scenes.render.widgets import IconButton, Widget
from scenes.render.widgets.base import PointerPos
from scenes.table.cards.extent import rest_poses_rect
from scenes.table.cards.pile_labels import PileLabel, draw_pile_label, pile_labels
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words
from scenes.ui import Pin

_HOVER_BOX = Box(13, ((0, (0, 0, 0)),), 0.45, border=Stroke(BRASS, 1.5))
_HOVERED_NAME_MARGIN = 6.0
"""Margin of the box at the left and right of a hovered name, logical pixels; half of it above and below."""


class PileBrowseButton(IconButton):
    """Button to browse a pile: the pile's name or number, or its cards if it has neither.

    Args:
        pile: the pile to browse.
        action: shows its cards.
        may_browse_by_cards: returns whether a click on the cards may browse the pile now, as it has no other effect.
        key_hint: label of the equivalent key.
        caption_renderer: for the label.
        card_renderer: for the cards.
    """

    def __init__(
        self,
        pile: Pile,
        action: Callable[[], None],
        may_browse_by_cards: Callable[[], bool],
        *,
        key_hint: str,
        caption_renderer: Renderer,
        card_renderer: Renderer,
    ) -> None:
        super().__init__("eye", action, key_hint=key_hint)
        self.pile = pile
        self._may_browse_by_cards = may_browse_by_cards
        self._caption_renderer = caption_renderer
        self._card_renderer = card_renderer
        self.cards_rect = FRect(0, 0, 0, 0)
        """The area of the cards."""
        self.label: PileLabel | None = None
        """The pile's name or number; None without one."""

    def is_hit(self, pos: PointerPos) -> bool:
        return super().is_hit(pos) or self._may_browse_by_cards_at(pos)

    def distance_to(self, pos: Point[LocalSpace]) -> float:
        return 0.0 if self._may_browse_by_cards_at(pos) else super().distance_to(pos)

    def _may_browse_by_cards_at(self, pos: PointerPos) -> bool:
        """Whether a click at a position is one on the pile's cards that browses the pile now."""
        return pos is not None and bool(self.cards_rect.collidepoint(pos)) and self._may_browse_by_cards()

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.label is None:
            return
        if self.hovered:
            renderer.draw_box(target, _HOVER_BOX, self.rect.inflate(2 * _HOVERED_NAME_MARGIN, _HOVERED_NAME_MARGIN))
        with self._caption_renderer.shift_as(renderer):
            draw_pile_label(self._caption_renderer, target, self.label, self._card_renderer)


class PileBrowseButtons:
    """Buttons to browse the piles of a table, placed at their piles.

    Args:
        model: the table model.
        words: texts.
        browse_pile: shows the cards of a pile.
        caption_renderer: for the captions at piles.
        card_renderer: for the cards.
        key_hint: label of the equivalent key.
    """

    def __init__(
        self,
        model: TableModel,
        words: Words,
        browse_pile: Callable[[Pile], None],
        *,
        caption_renderer: Renderer,
        card_renderer: Renderer,
        key_hint: str,
    ) -> None:
        self.model = model
        self.words = words
        self._caption_renderer = caption_renderer
        self._card_renderer = card_renderer
        self._browse_pile = browse_pile
        self._key_hint = key_hint

    def compose(self, *, have_tooltips: bool) -> Iterator[Widget]:
        """Yield the descriptions of the browse buttons of all piles with cards, in the order of the layout."""
        model, ui = self.model, self.model.canvas.ui
        labels = {one.pile: one for one in pile_labels(model, self._caption_renderer, self._card_renderer, self.words)}
        for pile in model.browsable_piles():
            box = rest_poses_rect(model, model.shown.piles[pile])
            if box is None:
                continue
            button = self._make_button(pile)
            button.cards_rect = ui.to_local_area(box)
            button.label = labels.get(pile)
            button.name = self.words("app.table.look_through") if have_tooltips else ""
            button.tooltip_below = (
                button.label is not None and not button.label.is_pile_number
            )  # the cards are above a name
            button.with_layout(("pile", pile), name=self._accessible_name(pile, button.label))
            yield Pin.filling(button, ui.to_local_area(button.label.rect if button.label else box))

    def _make_button(self, pile: Pile) -> PileBrowseButton:
        def free() -> bool:
            return self.model.choice is None or not self.model.choice.uses_click_on(pile)

        def act() -> None:
            self._browse_pile(pile)

        return PileBrowseButton(
            pile,
            act,
            free,
            key_hint=self._key_hint,
            caption_renderer=self._caption_renderer,
            card_renderer=self._card_renderer,
        )

    def _accessible_name(self, pile: Pile, label: PileLabel | None) -> str:
        slug, count = self.model.match.game.slug, len(self.model.shown.piles[pile])
        text = label.text if label else self.words(f"{slug}.pile.{pile.kind}", n=count, place=pile.index + 1)
        return f"{self.words('app.table.look_through')}: {strip_emphasis_and_breaks(text)}"
