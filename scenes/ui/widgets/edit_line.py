"""Line of text that is edited: draws it with caret and selection, and follows the pointer."""

import math
from collections.abc import Callable

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render import timing
from scenes.render.line_positions import LinePositions
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD, MUTED, SELECTION, TEXT_STYLES, Colour
from scenes.ui.text_editor import TextEditor
from scenes.ui.widget import PointerPos, Widget, is_press, is_release

_CARET_WIDTH, _CARET_HEIGHT = 2.0, 1.22
"""Width of the caret, logical pixels, and its height relative to the font size."""
_SHAKE_SWINGS = 3


class EditLine(Widget):
    """An editor's text in a rectangle, scrolled so that the caret is visible. A press sets the caret, also with Shift,
    a drag selects, a double click selects a word, and a triple click everything."""

    persistent = (*Widget.persistent, "is_shift_held", "get_shake_progress", "_scroll_offset", "_positions")

    def __init__(self, editor: TextEditor, rect: FRect | None = None, *, style: str = "strong") -> None:
        super().__init__(rect)
        self.editor = editor
        self.style = style
        self.is_shift_held = False
        self.get_shake_progress: Callable[[], float] = lambda: 1.0
        """Returns the progress of the shake after a rejected character, 0 … 1; 1 at rest."""
        self._scroll_offset = 0.0
        """Distance by which the text is scrolled to the left, logical pixels."""
        self._positions = LinePositions("", lambda _: 0.0)
        """Positions of the text when last drawn."""

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, renderer: Renderer, target: Surface) -> None:
        editor, caret = self.editor, self.scroll_caret_into_view(renderer)
        left = self.rect.left - self._scroll_offset + self._shake_offset()
        with renderer.clip(target, self.rect.inflate(2 * _CARET_WIDTH, 0)):
            if not editor.composition:
                for start, end in self._positions.left_right_spans(*editor.selection):
                    renderer.fill(target, SELECTION, FRect(left + start, caret.top, end - start, caret.height))
            self._draw_visible_text(renderer, target, left)
            first = editor.selection[0]
            for start, end in self._positions.left_right_spans(first, first + len(editor.composition)):
                renderer.fill(target, MUTED, FRect(left + start, caret.bottom, end - start, 1.5))
            renderer.fill(target, GOLD, caret.move(self._shake_offset(), 0))

    def draw_at_rest(self, renderer: Renderer, target: Surface, text: str, colour: Colour) -> None:
        """Draw a text without caret from its beginning; one that is too wide ends in an ellipsis."""
        self._positions, self._scroll_offset = self._measure(renderer, text), 0.0
        if text:
            line = renderer.plain_text(text, self.style, colour, max_width=self.rect.width)
            renderer.blit(target, line, self.rect.left, self.rect.centery, "midleft")

    def _draw_visible_text(self, renderer: Renderer, target: Surface, left: float) -> None:
        """Draw the characters that aren't scrolled out of the rectangle; with right-to-left letters all of them, as
        they take their places together."""
        positions, shown, first = self._positions, self.editor.shown_text, 0
        if not positions.has_right_to_left:
            first = max(0, positions.index_at(self._scroll_offset) - 1)
            shown = shown[first : positions.index_at(self._scroll_offset + self.rect.width) + 1]
        if shown:
            line = renderer.plain_text(shown, self.style, CREAM)
            renderer.blit(target, line, left + (positions.x_of(first) if first else 0.0), self.rect.centery, "midleft")

    def scroll_caret_into_view(self, renderer: Renderer) -> FRect:
        """Scroll the caret into the rectangle; return its area there."""
        self._positions = self._measure(renderer, self.editor.shown_text)
        x, width = self._positions.x_of(self.editor.shown_caret), self.rect.width
        self._scroll_offset = min(self._scroll_offset, max(0.0, self._positions.width - width))
        self._scroll_offset = min(max(self._scroll_offset, x - width), x)
        height = _CARET_HEIGHT * TEXT_STYLES[self.style].size
        top = self.rect.centery - height / 2
        left = self.rect.left + x - self._scroll_offset - _CARET_WIDTH / 2
        return FRect(left, top, _CARET_WIDTH, height)

    @property
    def is_right_to_left_at_caret(self) -> bool:
        """Whether the text at the caret was written from right to left when last drawn."""
        return self._positions.is_right_to_left_at(min(self.editor.caret, self._positions.length))

    def _measure(self, renderer: Renderer, text: str) -> LinePositions:
        return LinePositions(text, lambda part: renderer.exact_plain_text_width(part, self.style))

    def _shake_offset(self) -> float:
        part = 1 - self.get_shake_progress()
        return math.sin(part * math.tau * _SHAKE_SWINGS) * timing.SHAKE_DISTANCE * part

    # --- pointer ----------------------------------------------------------------------------------------------------

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Move the caret or select text by the pointer."""
        if is_press(event) and pos is not None and self.is_hit(pos):
            self._press(self._index_at(pos), getattr(event, "clicks", 1))
            return True
        if event.type == pygame.MOUSEMOTION and self.pressed and pos is not None:
            self.editor.select(self.editor.anchor, self._index_at(pos))
            return True
        if is_release(event) or event.type == pygame.WINDOWFOCUSLOST:
            self.pressed = False
        return False

    def _press(self, index: int, click_count: int) -> None:
        editor = self.editor
        self.pressed = click_count == 1
        if click_count == 2:
            editor.select_word(index)
        elif click_count > 2:
            editor.select_all()
        else:
            editor.select(editor.anchor if self.is_shift_held else index, index)

    def _index_at(self, pos: tuple[float, float]) -> int:
        return self._positions.index_at(pos[0] - self.rect.left + self._scroll_offset)
