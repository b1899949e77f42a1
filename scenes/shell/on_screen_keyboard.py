"""On-screen keyboard for gamepad and touch, used where the system offers none."""

from functools import partial

import pygame
from pygame import FRect

from scenes.render.widgets import Button, IconButton, Panel, PointerPos, TextField, key_label
from scenes.render.widgets.edit_line import EditLine
from scenes.shell.context import Context
from scenes.shell.screen import MARGIN, Screen
from scenes.shell.sdl_functions import sdl_function

KEY_ROWS = ("1234567890", "abcdefghij", "klmnopqrst", "uvwxyz-.'&", "áâãàäåéêèë", "íìóôõòöúùü", "çñß¿?¡!,:/")
"""Characters by rows; letters are lower case."""
_KEY_PITCH, _KEY_SIZE = (62.0, 48.0), (56.0, 42.0)
"""Distance between two keys, horizontal and vertical, and the size of a key, logical pixels."""
_PAD, _HEAD_HEIGHT = 22.0, 56.0


def has_system_keyboard() -> bool:
    """Whether the system shows an on-screen keyboard during text input, as on a Steam Deck."""
    has = sdl_function("SDL_HasScreenKeyboardSupport")
    return has is not None and bool(has())


class OnScreenKeyboard(Screen):
    """On-screen keyboard of rows of keys over a screen; presses edit its focused text field.

    Args:
        context: the application.
        typing_screen: the screen with the text field.
    """

    is_opaque = False
    background = ""
    gamepad_ends_typing = False

    def __init__(self, context: Context, typing_screen: Screen) -> None:
        super().__init__(context)
        self.typing_screen = typing_screen
        self._line: EditLine | None = None
        """The text of the field, edited by the keys and the pointer; None before the first layout."""
        self.is_uppercase = self._begins_word
        """Whether the next letter is upper case, as at the beginning of a word."""
        wide = len(KEY_ROWS[0]) * _KEY_PITCH[0] + 2 * _PAD
        self.min_size = (wide + 2 * MARGIN, (len(KEY_ROWS) + 1) * _KEY_PITCH[1] + _HEAD_HEIGHT + 2 * _PAD + 2 * MARGIN)

    @property
    def _field(self) -> TextField | None:
        focus = self.typing_screen.group.focus
        return focus if isinstance(focus, TextField) else None

    @property
    def _begins_word(self) -> bool:
        """Whether the caret is at the beginning of a word."""
        before = "" if self._field is None else self._field.text[: self._field.editor.caret]
        return not before or before.endswith(" ")

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        renderer = self.renderer
        width = len(KEY_ROWS[0]) * _KEY_PITCH[0] - (_KEY_PITCH[0] - _KEY_SIZE[0]) + 2 * _PAD
        height = (len(KEY_ROWS) + 1) * _KEY_PITCH[1] - (_KEY_PITCH[1] - _KEY_SIZE[1]) + _HEAD_HEIGHT + 2 * _PAD
        panel = Panel(FRect((renderer.width - width) / 2, renderer.height - MARGIN - height, width, height))
        self.group.add(panel)
        left, top = panel.rect.left + _PAD, panel.rect.top + _PAD
        if self._field is not None:
            area = FRect(left, top - 8, width - 2 * _PAD, _HEAD_HEIGHT)
            self._line = EditLine(self._field.editor, area, style="title")
            self.group.add(self._line)
        for row, letters in enumerate(KEY_ROWS):
            for column, letter in enumerate(letters):
                self._add_letter_key(
                    letter, FRect(left + column * _KEY_PITCH[0], top + _HEAD_HEIGHT + row * _KEY_PITCH[1], *_KEY_SIZE)
                )
        self._add_control_row(left, top + _HEAD_HEIGHT + len(KEY_ROWS) * _KEY_PITCH[1])
        if self.group.focus is None:
            self.group.keyboard_used_last = True
            self.group.set_focus(next(child for child in self.group.focus_order()))

    def _add_letter_key(self, letter: str, area: FRect) -> None:
        letter = self.context.words.with_capital(letter) if self.is_uppercase else letter
        key = Button(letter, partial(self._insert, letter), small=True)
        key.padding = 4.0
        key.rect, key.focus_radius = area, 10.0
        field = self._field
        key.enabled = field is not None and field.editor.is_allowed(letter)
        self.group.add(key)

    def _add_control_row(self, left: float, y: float) -> None:
        """Add the row with shift, space between the keys that move the caret, backspace and done."""
        words = self.context.words
        space = Button(words("app.key.space"), partial(self._insert, " "), small=True)
        done = Button(
            words("app.button.done"), self.confirm, kind="primary", small=True, key_hint=words("app.key.enter")
        )
        shift = IconButton("chevron_up", self._shift, name=key_label(pygame.K_LSHIFT), size=_KEY_SIZE[1])
        shift.is_chosen = self.is_uppercase
        erase = IconButton(
            "erase", partial(self._press_key, pygame.K_BACKSPACE), name=key_label(pygame.K_BACKSPACE), size=_KEY_SIZE[1]
        )
        left_key, right_key = (
            IconButton(
                f"chevron_{way}", partial(self._press_key, key), name=words(f"app.key.caret_{way}"), size=_KEY_SIZE[1]
            )
            for way, key in (("left", pygame.K_LEFT), ("right", pygame.K_RIGHT))
        )
        row = ((shift, 1), (left_key, 1), (space, 2), (right_key, 1), (erase, 1), (done, 4))
        column = 0
        for widget, columns in row:
            widget.rect = FRect(
                left + column * _KEY_PITCH[0], y, columns * _KEY_PITCH[0] - (_KEY_PITCH[0] - _KEY_SIZE[0]), _KEY_SIZE[1]
            )
            self.group.add(widget)
            column += columns

    @property
    def typing_area(self) -> FRect | None:
        return self.typing_screen.typing_area

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        """Close the on-screen keyboard on text input from a real one, and forward the text to the field."""
        if event.type != pygame.TEXTINPUT:
            return super().handle(event, pos)
        self.context.close(self)
        self.typing_screen.handle(event, None)
        return True

    def update(self, elapsed_ms: float) -> bool:
        if self._line is not None and self._field is not None:
            self._line.shake_remaining_ms = self._field.line.shake_remaining_ms
        return super().update(elapsed_ms)

    # --- what it does -----------------------------------------------------------------------------------------------

    def _insert(self, letter: str) -> None:
        self._edit(pygame.Event(pygame.TEXTINPUT, text=letter))

    def _press_key(self, key: int) -> None:
        self._edit(_key_event(key))

    def _edit(self, event: pygame.Event) -> None:
        """Pass an event to the text field, and show letters in the case that fits the caret."""
        self.typing_screen.handle(event, None)
        self.is_uppercase = self._begins_word
        self.lay_out()

    def _shift(self) -> None:
        self.is_uppercase = not self.is_uppercase
        self.lay_out()

    def confirm(self) -> None:
        """Accept the typed text, like Enter in the text field."""
        self._close(pygame.K_RETURN)

    def back(self) -> None:
        """Close the on-screen keyboard; the text stays as it is."""
        self._close()

    def _close(self, key_for_field: int | None = None) -> None:
        """Close the on-screen keyboard and end the editing of the field, after passing it a key if given."""
        field = self._field
        self.context.close(self)
        if key_for_field is not None:
            self.typing_screen.handle(_key_event(key_for_field), None)
        if field is not None:
            field.stop_editing()


def _key_event(key: int) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
