"""The buttons at the side of the hand with which the player answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from pygame import FRect, Surface

from engine.cards import SUITS
from engine.moves import TABLE, Move, Refusal
from scenes.look.boxes import Box, Stroke
from scenes.look.look import Look
from scenes.look.theme import BRASS, CREAM, GOLD
from scenes.look.widgets import Button
from scenes.table.felt.boards import Boards
from scenes.table.felt.obstacles import centred
from scenes.table.felt.room import APART, beside_hand
from scenes.table.stage.choice import Answer
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

USUAL = 3
"""More answers are a little smaller."""
NARROWEST, WIDEST = 226.0, 256.0
"""Width of the buttons; longer labels are set smaller, then lose their key hint."""
_INSET = 36.0
_BESIDE, _TIGHT = 8.0, 12.0
"""Distance between two columns of answers, and the padding of their buttons."""
_IN_ROW, _ROW_LEAST = 14.0, 150.0
"""Distance between answers side by side, and their least width if that can be had."""
_FROM_HAND, _TOOLS = 16.0, 262.0
"""From a row of answers to the own hand, and to the other edge of the table, where plate and tools are."""
_UNDER_POINTER, _PRESSED, _SHOWN = (Box(12, border=Stroke(colour, 3)) for colour in (BRASS, CREAM, GOLD))
"""Edges of a tile."""


class Tile(Button):
    """A tile of a vote that can be pressed.

    Args:
        label: what it answers, in words.
        on_click: gives the answer.
        paint: draws the tile as it lies on the board.
    """

    def __init__(self, label: str, on_click: Callable[[], None], paint: Callable[[Surface], None]) -> None:
        super().__init__(label, on_click)
        self._paint = paint

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.rect.size

    def draw(self, look: Look, target: Surface) -> None:
        """Draw it with an edge under the pointer, or if a hint shows it."""
        self._paint(target)
        edge = _SHOWN if self.chosen else _PRESSED if self.pressed and self.hovered else _UNDER_POINTER
        if self.chosen or self.hovered:
            look.draw_box(target, edge, self.rect)


class Answers:
    """Keeps one button for each answer.

    Args:
        look: of texts and buttons.
        words: texts.
        stage: the table.
        give: gives an answer.
        boards: with the tiles of a vote, which answer in place of buttons.
    """

    def __init__(
        self,
        look: Look,
        words: Words,
        stage: Stage,
        give: Callable[[Move], None],
        boards: Boards,
    ) -> None:
        self.look = look
        self.words = words
        self.stage = stage
        self.give = give
        self._boards = boards
        self.buttons: list[Button] = []
        self._answers: list[Answer] = []
        self._state: object = None
        """All that the buttons were made for."""

    def refresh(self, *, enter: bool = True) -> None:
        """Make the buttons of what may be answered now; ``enter``: that key answers, and not something else."""
        choice = self.stage.choice
        answers = choice.answers() if choice else []
        complete = choice.complete() if choice else []
        unfinished = bool(choice and not complete and choice.playable())
        votes = any(answer.move.verb == self.stage.layout.votes for answer in answers)
        tiles = self._boards.tiles() if votes else {}
        self._boards.pressed = bool(tiles)
        state = (answers, complete, enter, self.stage.advice, bool(tiles))
        if self._state == state and len(self.buttons) == len(answers) + unfinished:
            return
        self._state, self._answers = state, answers
        only = choice.only() if choice else None
        possible = [answer for answer in answers if answer.refusal is None]
        ready = [answer for answer in possible if answer.move == only or answer.move in complete]
        primary = ready[0] if len(ready) == 1 and enter else None
        if tiles:
            self.buttons = [self._tile(answer, tiles[answer.move.to]) for answer in answers]
            return
        self.buttons = [self._button(answer, i, primary=answer is primary) for i, answer in enumerate(answers)]
        if unfinished:
            button = Button(self.words("app.table.choose"), None)
            button.enabled = False
            self.buttons.insert(0, button)
        self._place()

    def _tile(self, answer: Answer, place: FRect) -> Tile:
        label = self.words.note(self.stage.match.game.slug, "move", answer.label)
        tile = Tile(
            label, lambda: self.give(answer.move), lambda target: self._boards.draw_tile(target, answer.move.to)
        )
        tile.rect, tile.chosen = place, answer.move == self.stage.advice
        tile.kind = "primary" if tile.chosen else "plain"
        tile.set_reach(self.look.reach)
        return tile

    def _button(self, answer: Answer, index: int, *, primary: bool) -> Button:
        label = self.words.note(self.stage.match.game.slug, "move", answer.label)
        hint = self.words("app.key.enter") if primary else str(index + 1)
        suit = self.stage.match.game.named_suit(answer.move)
        icon = "" if suit is None else f"suit_{SUITS[suit]}"
        button = self._fitted(label, lambda: self.give(answer.move), "primary" if primary else "plain", hint, icon)
        button.enabled = answer.refusal is None
        button.chosen = answer.move == self.stage.advice
        return button

    def button_of(self, move: Move) -> Button | None:
        """The button that gives this answer."""
        offered = self.buttons[-len(self._answers) :] if self._answers else []
        return next((one for one, answer in zip(offered, self._answers, strict=True) if answer.move == move), None)

    def _fitted(
        self, label: str, chosen: Callable[[], None], kind: Literal["primary", "plain"], hint: str, icon: str
    ) -> Button:
        """A button no wider than ``WIDEST`` if that can be had. The one that answers Enter always says so."""
        for small, hinted in ((False, True), (True, True), (True, False)):
            button = Button(label, chosen, kind=kind, icon=icon, hint=hint, small=small, height=48)
            if not hinted:
                _set_aside(button)
            if button.preferred(self.look)[0] <= WIDEST:
                break
        return button

    def _place(self) -> None:
        if self.stage.layout.answers_in_row:
            self._line_up()
            return
        self._stack(max([NARROWEST, *(min(WIDEST, button.preferred(self.look)[0]) for button in self.buttons)]))
        half = (WIDEST - _BESIDE) / 2
        if len(self.buttons) > USUAL and self._on_cards() and self._narrowed(half):
            self._stack(half, columns=2)

    def _line_up(self) -> None:
        """Put the buttons side by side; those for which there is no room between hand and edge go above the others."""
        look, canvas, buttons = self.look, self.stage.canvas, self.buttons
        room, apart = self._room_in_row(), _IN_ROW * (len(buttons) - 1)
        wide = [max(_ROW_LEAST, button.preferred(look)[0]) for button in buttons]
        if sum(wide) + apart > room:
            if self._below_hand():
                self._narrowed((room - apart) / max(1, len(buttons)), together=True)
            wide = [button.preferred(look)[0] for button in buttons]
        first = 0
        while first < len(buttons) and sum(wide[: first + 1]) + _IN_ROW * first <= room:
            first += 1
        self._in_row(buttons[:first], wide[:first], canvas.foot - 96, _INSET)
        if first < len(buttons):
            self._put_above(buttons[first:])

    def _put_above(self, buttons: Sequence[Button]) -> None:
        """Put buttons above the row, between the own hand and the piles in the corner."""
        look, canvas = self.look, self.stage.canvas
        piles = [place for pile, place in self.stage.places().items() if pile.owner == TABLE]
        reach = max((canvas.width / 2 - abs(canvas.width / 2 - one.x) + one.width / 2 for one in piles), default=0.0)
        inset = reach / canvas.ui + _FROM_HAND
        for button in buttons:
            if button.preferred(look)[0] > self._room_in_row() - inset + _INSET:
                button.padding = _TIGHT
                _set_aside(button)
        wide = [button.preferred(look)[0] for button in buttons]
        self._in_row(buttons, wide, canvas.foot - 96 - max(64, look.reach), inset)

    def _below_hand(self) -> bool:
        """Whether a row of answers lies below the own hand."""
        canvas, hand = self.stage.canvas, self.stage.place(self.stage.hand.pile)
        return hand is None or (hand.y + hand.height / 2) / canvas.ui <= canvas.foot - 96 - _BESIDE

    def _room_in_row(self) -> float:
        """Width for answers side by side: up to the own hand, or up to plate and tools where the hand is above them."""
        look, canvas, hand = self.look, self.stage.canvas, self.stage.place(self.stage.hand.pile)
        if hand is None or self._below_hand():
            return look.width - _INSET - _TOOLS
        reach = abs(hand.x - canvas.width / 2) + hand.width / 2
        return (canvas.width / 2 - reach) / canvas.ui - _FROM_HAND - _INSET

    def _in_row(self, buttons: Sequence[Button], wide: Sequence[float], y: float, inset: float) -> None:
        """Put buttons of these widths side by side, this far from the edge of the table."""
        length = sum(wide) + _IN_ROW * (len(wide) - 1)
        area = FRect(0, y, max(0.0, length), 48)
        beside_hand(area, inset, self.look, self.stage.canvas, tool=False)
        x = area.left
        for button, width in zip(buttons, wide, strict=True):
            button.rect = FRect(x, y, width, 48)
            button.set_reach(self.look.reach)
            x += width + _IN_ROW

    def _stack(self, width: float, *, columns: int = 1) -> None:
        """Put the buttons of this width into rows, from left to right and downwards."""
        look = self.look
        bottom = self.stage.canvas.foot - 48
        many = len(self.buttons) > USUAL  # closer together, so that they stay below the seats at the side
        high, apart = (44, max(50, look.reach)) if many else (48, max(64, look.reach))
        last = (len(self.buttons) - 1) // columns
        for i, button in enumerate(self.buttons):
            row, column = divmod(i, columns)
            y = bottom - apart * (last - row) - (high if len(self.buttons) > 1 else 80)
            all_of_it = FRect(0, y, columns * width + (columns - 1) * _BESIDE, high)
            beside_hand(all_of_it, _INSET, look, self.stage.canvas, tool=False)
            button.rect = FRect(all_of_it.left + column * (width + _BESIDE), y, width, high)
            button.set_reach(look.reach)

    def _on_cards(self) -> bool:
        """Whether a button lies on or close to a pile other than the own hand: large texts and many answers."""
        stage, ui = self.stage, self.stage.canvas.ui
        piles = [place for pile, place in stage.places().items() if pile != stage.hand.pile]
        near = [centred(one.x / ui, one.y / ui, one.width / ui + 2 * APART, one.height / ui) for one in piles]
        return any(button.rect.collidelist(near) != -1 for button in self.buttons)

    def _narrowed(self, width: float, *, together: bool = False) -> bool:
        """Make the buttons no wider than this if that can be had, with the names of keys set aside if need be.

        ``together``: on average, and otherwise each of them.
        """
        before = [(button.padding, button.hint, button.hint_on_edge) for button in self.buttons]
        for aside in ((), ("primary",), ("primary", "plain")):
            for button in self.buttons:
                button.padding = _TIGHT
                if button.kind in aside:
                    _set_aside(button)
            wide = [button.preferred(self.look)[0] for button in self.buttons]
            if sum(wide) <= width * len(wide) if together else max(wide, default=0.0) <= width:
                return True
        for button, (padding, hint, on_edge) in zip(self.buttons, before, strict=True):
            button.padding, button.hint, button.hint_on_edge = padding, hint, on_edge
        return False

    def refusal_at(self, pos: tuple[float, float]) -> Refusal | None:
        """Why the answer under the pointer can't be given; None if it can or there is none."""
        offered = self.buttons[-len(self._answers) :] if self._answers else []
        for button, answer in zip(offered, self._answers, strict=True):
            if button.contains(pos) and answer.refusal is not None:
                return answer.refusal
        return None


def _set_aside(button: Button) -> None:
    """Give the label of a button the whole width: the name of its key goes, and Enter's moves to the edge."""
    button.hint_on_edge = button.kind == "primary"
    button.hint = button.hint if button.hint_on_edge else ""
