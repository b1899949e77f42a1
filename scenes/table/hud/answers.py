"""The answer buttons beside the hand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Literal

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from engine.cards import SUITS
from engine.moves import TABLE, Move, Refusal
from scenes.render.boxes import Box, Stroke
from scenes.render.renderer import Renderer
from scenes.render.theme import BRASS, CREAM, GOLD
from scenes.table.cards.extent import first_card_area
from scenes.table.hud.boards import BoardView
from scenes.table.hud.keys import PASS_KEY
from scenes.table.hud.panel_placement import CLEARANCE, align_answer_or_tool
from scenes.table.model.choice import Answer
from scenes.table.model.positions import HAND_INSET_AT_TOOLS
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words
from scenes.ui.widget import PointerPos, is_press
from scenes.ui.widgets import Button, Widget, key_label
from scenes.ui.zone import Pin

MAX_FULL_SIZE_ANSWERS = 3
"""Maximum number of answers at full size; if there are more, all are a little smaller."""
MIN_BUTTON_WIDTH, MAX_BUTTON_WIDTH = 226.0, 256.0
"""Limits of a button's width; longer labels are set smaller, then lose their key hint."""
_INSET = 36.0
_COLUMN_GAP, _TIGHT_PADDING = 8.0, 12.0
"""Gap between two columns of answers, and the padding of narrow buttons."""
_GAP_IN_ROW, _MIN_ROW_BUTTON_WIDTH = 14.0, 150.0
"""Gap between answers side by side, and their preferred minimum width, logical pixels."""
_HAND_GAP = 16.0
"""Distance from a row of answers to the own hand."""
_HOVER_BOX, _PRESSED_BOX, _HINTED_BOX = (Box(12, border=Stroke(colour, 3)) for colour in (BRASS, CREAM, GOLD))
"""Outlines of a vote's tile while it is hovered, pressed, or shown by a hint."""


class AnswerButton(Button):
    """Button of an answer. While it is greyed, its action says at a press why the answer isn't legal."""

    @property
    def accepts_press(self) -> bool:
        return self.on_click is not None

    def handle(self, event: Event, pos: PointerPos) -> bool:
        if is_press(event) and not self.enabled and self.on_click is not None and self.is_hit(pos):
            self.on_click()
            return True
        return super().handle(event, pos)


class VoteTile(AnswerButton):
    """Answer button in a vote, drawn as the tile of its choice on the vote's board.

    Args:
        label: the answer in words.
        on_click: gives the answer.
        draw_tile: draws the tile of the board.
    """

    def __init__(self, label: str, on_click: Callable[[], None], draw_tile: Callable[[Surface], None]) -> None:
        super().__init__(label, on_click)
        self._draw_tile = draw_tile

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return self.rect.size

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the tile of a vote's choice, with an edge if it is hovered or shown by a hint."""
        self._draw_tile(target)
        edge = _HINTED_BOX if self.is_chosen else _PRESSED_BOX if self.pressed and self.hovered else _HOVER_BOX
        if self.is_chosen or self.hovered:
            renderer.draw_box(target, edge, self.rect)


class AnswerButtons:
    """The answer buttons of a table, one for each possible answer of the player.

    Args:
        renderer: for texts and buttons.
        words: texts.
        model: the table model.
        on_answer: called with the move of a pressed button.
        on_refuse: called with the reason why the answer of a pressed button isn't legal.
        board_view: provides the tiles of a vote, which replace the buttons.
    """

    def __init__(
        self,
        renderer: Renderer,
        words: Words,
        model: TableModel,
        on_answer: Callable[[Move], None],
        *,
        on_refuse: Callable[[Refusal], None],
        board_view: BoardView,
    ) -> None:
        self.renderer = renderer
        self.words = words
        self.model = model
        self.on_answer = on_answer
        self._on_refuse = on_refuse
        self._board_view = board_view
        self._buttons: list[AnswerButton] = []
        """The descriptions that are being placed."""

    def compose(self, *, uses_enter: bool) -> Iterator[Widget]:
        """Yield the descriptions of the player's current answers; with ``uses_enter`` the Enter key presses one of
        them."""
        choice = self.model.choice
        answers = choice.answers() if choice else []
        complete = choice.complete_moves() if choice else []
        votes = any(answer.move.verb == self.model.layout.controls.vote_verb for answer in answers)
        tiles = self._board_view.tile_rects() if votes else {}
        self._board_view.tiles_are_buttons = bool(tiles)
        if tiles:
            self._buttons = [self._make_tile(answer, tiles[answer.move.to]) for answer in answers]
        else:
            only = choice.only_answer() if choice else None
            possible = [answer for answer in answers if answer.refusal is None]
            ready = [answer for answer in possible if answer.move == only or answer.move in complete]
            primary = ready[0] if len(ready) == 1 and uses_enter else None
            self._buttons = [self._make_button(answer, primary=answer is primary) for answer in answers]
            if choice and not complete and choice.cards_of_legal_moves():
                self._buttons.insert(0, self._make_placeholder())
            self._place_buttons()
        for button in self._buttons:
            yield Pin.filling(button, button.rect)

    def _make_placeholder(self) -> AnswerButton:
        """Return the greyed button that stands for a move with cards until they are selected."""
        button = AnswerButton(self.words("app.table.choose"))
        button.enabled = False
        return button.with_layout(answer_key(None))

    def _make_tile(self, answer: Answer, place: FRect) -> VoteTile:
        tile = VoteTile(
            self._label(answer),
            partial(self.on_answer, answer.move),
            lambda target: self._board_view.draw_tile_on_button(target, answer.move.to),
        )
        tile.rect, tile.is_chosen = place, answer.move == self.model.advised_move
        tile.kind = "primary" if tile.is_chosen else "plain"
        return tile.with_layout(answer_key(answer.move))

    def _make_button(self, answer: Answer, *, primary: bool) -> AnswerButton:
        key = key_label(pygame.K_0 + answer.digit if answer.digit else PASS_KEY)
        hint = self.words("app.key.enter") if primary else key
        suit = self.model.match.game.named_suit(answer.move)
        icon = "" if suit is None else f"suit_{SUITS[suit]}"
        button = self._make_fitting_button(answer, "primary" if primary else "plain", hint, icon)
        button.enabled = answer.refusal is None
        button.is_chosen = answer.move == self.model.advised_move
        return button.with_layout(answer_key(answer.move))

    def _label(self, answer: Answer) -> str:
        return self.words.note_text(self.model.match.game.slug, "move", answer.label)

    def _action(self, answer: Answer) -> Callable[[], None]:
        if answer.refusal is None:
            return partial(self.on_answer, answer.move)
        return partial(self._on_refuse, answer.refusal)

    def _make_fitting_button(
        self, answer: Answer, kind: Literal["primary", "plain"], key_hint: str, icon: str
    ) -> AnswerButton:
        """Return an answer button of at most ``MAX_BUTTON_WIDTH`` if possible. The primary one always keeps its key
        hint."""
        for small, hinted in ((False, True), (True, True), (True, False)):
            label, action = self._label(answer), self._action(answer)
            button = AnswerButton(label, action, kind=kind, icon=icon, key_hint=key_hint, small=small, height=48)
            if not hinted:
                _remove_or_move_key_hint(button)
            if button.preferred_size(self.renderer)[0] <= MAX_BUTTON_WIDTH:
                break
        return button

    def _place_buttons(self) -> None:
        if self.model.layout.geometry.answers_in_row:
            self._place_in_row_or_above()
            return
        widths = (min(MAX_BUTTON_WIDTH, button.preferred_size(self.renderer)[0]) for button in self._buttons)
        width = max([MIN_BUTTON_WIDTH, *widths])
        self._place_in_columns(width)
        half = (MAX_BUTTON_WIDTH - _COLUMN_GAP) / 2
        if not self._overlaps_other_piles():
            return
        if len(self._buttons) <= MAX_FULL_SIZE_ANSWERS:
            self._place_in_columns(width, is_tight=True)
        elif self._try_narrow_buttons(half):
            self._place_in_columns(half, columns=2)

    def _place_in_row_or_above(self) -> None:
        """Place the answer buttons in a row; those that don't fit between hand and edge go above the others."""
        renderer, canvas, buttons = self.renderer, self.model.canvas, self._buttons
        row_width, gaps = self._max_row_width(), _GAP_IN_ROW * (len(buttons) - 1)
        widths = [max(_MIN_ROW_BUTTON_WIDTH, button.preferred_size(renderer)[0]) for button in buttons]
        if sum(widths) + gaps > row_width:
            if self._is_row_below_hand():
                self._try_narrow_buttons((row_width - gaps) / max(1, len(buttons)), is_average=True)
            widths = [button.preferred_size(renderer)[0] for button in buttons]
        first = 0
        while first < len(buttons) and sum(widths[: first + 1]) + _GAP_IN_ROW * first <= row_width:
            first += 1
        self._place_row(buttons[:first], widths[:first], canvas.ui_bottom - 96, _INSET)
        if first < len(buttons):
            self._place_above_row(buttons[first:])

    def _place_above_row(self, buttons: Sequence[Button]) -> None:
        """Place answer buttons above the row, between the own hand and any piles in the corner."""
        renderer, canvas = self.renderer, self.model.canvas
        geometries = self.model.pile_geometries().items()
        piles = [geometry for pile, geometry in geometries if pile.owner == TABLE and geometry.spot.y < 0]
        reach = max(
            (canvas.width / 2 - abs(canvas.width / 2 - one.x) + one.card_width / 2 for one in piles), default=0.0
        )
        inset = max(_INSET, canvas.ui.to_local_length(reach) + _HAND_GAP)
        for button in buttons:
            if button.preferred_size(renderer)[0] > self._max_row_width() - inset + _INSET:
                button.padding = _TIGHT_PADDING
                _remove_or_move_key_hint(button)
        widths = [button.preferred_size(renderer)[0] for button in buttons]
        self._place_row(buttons, widths, canvas.ui_bottom - 96 - max(64, renderer.min_target_size), inset)

    def _is_row_below_hand(self) -> bool:
        """Whether a row of answer buttons lies below the own hand."""
        canvas, hand = self.model.canvas, self.model.pile_geometry(self.model.hand.pile)
        return hand is None or canvas.ui.to_local_length(hand.bottom) <= canvas.ui_bottom - 96 - _COLUMN_GAP

    def _max_row_width(self) -> float:
        """Return the maximum width of a row of answer buttons beside or below the own hand, UI coordinates."""
        renderer, canvas, hand = self.renderer, self.model.canvas, self.model.pile_geometry(self.model.hand.pile)
        if hand is None or self._is_row_below_hand():
            return renderer.width - _INSET - HAND_INSET_AT_TOOLS
        reach = abs(hand.x - canvas.width / 2) + hand.card_width / 2
        return canvas.ui.to_local_length(canvas.width / 2 - reach) - _HAND_GAP - _INSET

    def _place_row(self, buttons: Sequence[Button], widths: Sequence[float], y: float, inset: float) -> None:
        """Place answer buttons of these widths in a row, at the distance ``inset`` from the table's edge."""
        length = sum(widths) + _GAP_IN_ROW * (len(widths) - 1)
        area = FRect(0, y, max(0.0, length), 48)
        align_answer_or_tool(area, inset, self.renderer, self.model.canvas, is_tool=False)
        x = area.left
        for button, width in zip(buttons, widths, strict=True):
            button.rect = FRect(x, y, width, 48)
            x += width + _GAP_IN_ROW

    def _place_in_columns(self, button_width: float, *, columns: int = 1, is_tight: bool = False) -> None:
        """Place the answer buttons in columns, each ``button_width`` wide, row by row from left to right.

        With ``is_tight``, they are as low and close together as many are.
        """
        renderer = self.renderer
        bottom = self.model.canvas.ui_bottom - 48
        # many answers are closer together, so that they stay below the seats at the side
        is_tight = is_tight or len(self._buttons) > MAX_FULL_SIZE_ANSWERS
        height, row_pitch = (44.0, 50.0) if is_tight else (48.0, 64.0)
        row_pitch = max(row_pitch, renderer.min_target_size)
        last_row = (len(self._buttons) - 1) // columns
        for i, button in enumerate(self._buttons):
            row, column = divmod(i, columns)
            y = bottom - row_pitch * (last_row - row) - (height if len(self._buttons) > 1 else 80)
            row_area = FRect(0, y, columns * button_width + (columns - 1) * _COLUMN_GAP, height)
            align_answer_or_tool(row_area, _INSET, renderer, self.model.canvas, is_tool=False)
            button.rect = FRect(row_area.left + column * (button_width + _COLUMN_GAP), y, button_width, height)
            button.set_min_target_size(renderer.min_target_size)

    def _overlaps_other_piles(self) -> bool:
        """Whether an answer button lies on or near a pile other than the own hand, as with large texts."""
        model = self.model
        piles = [geometry for pile, geometry in model.pile_geometries().items() if pile != model.hand.pile]
        near = [model.canvas.ui.to_local_area(first_card_area(one)).inflate(2 * CLEARANCE, 0) for one in piles]
        return any(button.rect.collidelist(near) != -1 for button in self._buttons)

    def _try_narrow_buttons(self, max_button_width: float, *, is_average: bool = False) -> bool:
        """Reduce padding, and if necessary key hints, until an answer button needs at most ``max_button_width`` pixels.

        Return whether that worked; otherwise the buttons stay as they were. With ``is_average``, the average width
        counts, not each button's. No button is placed.
        """
        before = [(button.padding, button.key_hint, button.key_hint_on_edge) for button in self._buttons]
        for shrunk_kinds in ((), ("primary",), ("primary", "plain")):
            for button in self._buttons:
                button.padding = _TIGHT_PADDING
                if button.kind in shrunk_kinds:
                    _remove_or_move_key_hint(button)
            widths = [button.preferred_size(self.renderer)[0] for button in self._buttons]
            if (
                sum(widths) <= max_button_width * len(widths)
                if is_average
                else max(widths, default=0.0) <= max_button_width
            ):
                return True
        for button, (padding, hint, on_edge) in zip(self._buttons, before, strict=True):
            button.padding, button.key_hint, button.key_hint_on_edge = padding, hint, on_edge
        return False


def answer_key(move: Move | None) -> Hashable:
    """Return the key of an answer's button; None for the one that stands for a move with cards."""
    return "answer", move


def _remove_or_move_key_hint(button: Button) -> None:
    """Give an answer button's label the whole width: remove the hint at its key, or move the Enter key's hint to the
    edge."""
    button.key_hint_on_edge = button.kind == "primary"
    button.key_hint = button.key_hint if button.key_hint_on_edge else ""
