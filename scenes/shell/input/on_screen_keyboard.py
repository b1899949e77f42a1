"""On-screen keyboard for gamepad and touch, used where the system offers none."""

from functools import partial

import pygame
from pygame import FRect

from scenes.render.space import ScenePos
from scenes.shell.context import Context
from scenes.shell.screen import MARGIN, Screen
from scenes.shell.window.sdl_functions import sdl_function
from scenes.ui.boxes import Column, Row, Spacer, Stack
from scenes.ui.widgets import Button, IconButton, Panel, TextField, Widget, key_label
from scenes.ui.widgets.edit_line import EditLine

KEY_ROWS = ("1234567890", "abcdefghij", "klmnopqrst", "uvwxyz-.'&", "áâãàäåéêèë", "íìóôõòöúùü", "çñß¿?¡!,:/")
"""Characters by rows; letters are lower case."""
_KEY_SIZE, _GAP = (56.0, 42.0), 6.0
"""Size of a key, and distance between two keys, logical pixels."""
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
        self.is_uppercase = self._begins_word
        """Whether the next letter is upper case, as at the beginning of a word."""
        width, height = len(KEY_ROWS[0]) * (_KEY_SIZE[0] + _GAP), (len(KEY_ROWS) + 1) * (_KEY_SIZE[1] + _GAP)
        self.min_size = (width + 2 * _PAD + 2 * MARGIN, height + _HEAD_HEIGHT + 2 * _PAD + 2 * MARGIN)

    @property
    def _field(self) -> TextField | None:
        focus = self.typing_screen.root.focus
        return focus if isinstance(focus, TextField) else None

    @property
    def _begins_word(self) -> bool:
        """Whether the caret is at the beginning of a word."""
        before = "" if self._field is None else self._field.text[: self._field.editor.caret]
        return not before or before.endswith(" ")

    # --- widgets ----------------------------------------------------------------------------------------------------

    def compose(self) -> Widget:
        rows = [Row(*map(self._letter_key, letters), gap=_GAP) for letters in KEY_ROWS]
        head = Stack(self._line()).with_layout(height=_HEAD_HEIGHT, margin=(0, -8, 0, 8))
        panel = Column(head, Column(*rows, self._control_row(), gap=_GAP), padding=_PAD, background=Panel())
        return Column(Spacer(), Row(Spacer(), panel, Spacer()), padding=(0, 0, 0, MARGIN))

    def _line(self) -> EditLine | None:
        """Return the line with the text of the field, which shakes with it."""
        if self._field is None:
            return None
        line = EditLine(self._field.editor, style="title")
        line.get_shake_progress = self._shake_progress
        return line.with_layout("line")

    def _shake_progress(self) -> float:
        return 1.0 if self._field is None else self._field.line.get_shake_progress()

    def _letter_key(self, letter: str) -> Button:
        typed = self.context.words.with_capital(letter) if self.is_uppercase else letter
        key = Button(typed, partial(self._insert, typed), small=True)
        key.padding, key.focus_radius = 4.0, 10.0
        key.enabled = self._field is not None and self._field.editor.is_allowed(typed)
        return key.with_layout(letter, width=_KEY_SIZE[0], height=_KEY_SIZE[1])

    def _control_row(self) -> Row:
        """Return the row with shift, space between the keys that move the caret, backspace and done."""
        words, height = self.context.words, _KEY_SIZE[1]
        shift = IconButton("chevron_up", self._shift, name=key_label(pygame.K_LSHIFT), size=height)
        shift.is_chosen = self.is_uppercase
        backspace = partial(self._press_key, pygame.K_BACKSPACE)
        erase = IconButton("erase", backspace, name=key_label(pygame.K_BACKSPACE), size=height)
        left, right = (
            IconButton(f"chevron_{way}", partial(self._press_key, key), name=words(f"app.key.caret_{way}"), size=height)
            for way, key in (("left", pygame.K_LEFT), ("right", pygame.K_RIGHT))
        )
        space = Button(words("app.key.space"), partial(self._insert, " "), small=True)
        done = Button(
            words("app.button.done"), self.confirm, kind="primary", small=True, key_hint=words("app.key.enter")
        )
        row: tuple[tuple[Widget, str, int], ...] = (
            (shift, "shift", 1),
            (left, "left", 1),
            (space, "space", 2),
            (right, "right", 1),
            (erase, "erase", 1),
            (done, "done", 4),
        )
        return Row(
            *(key.with_layout(name, width=n * (_KEY_SIZE[0] + _GAP) - _GAP, height=height) for key, name, n in row),
            gap=_GAP,
        )

    def refresh(self) -> None:
        super().refresh()
        if self.root.focus is None:
            self.root.keyboard_used_last = True
            self.root.set_focus(self.root.find(KEY_ROWS[0][0]))

    @property
    def typing_area(self) -> FRect | None:
        return self.typing_screen.typing_area

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        """Close the on-screen keyboard on text input from a real one, and forward the text to the field."""
        if event.type != pygame.TEXTINPUT:
            return super().handle(event, pos)
        self.context.close(self)
        self.typing_screen.handle(event, None)
        return True

    # --- what it does -----------------------------------------------------------------------------------------------

    def _insert(self, letter: str) -> None:
        self._edit(pygame.Event(pygame.TEXTINPUT, text=letter))

    def _press_key(self, key: int) -> None:
        self._edit(_key_event(key))

    def _edit(self, event: pygame.Event) -> None:
        """Pass an event to the text field, and show letters in the case that fits the caret."""
        self.typing_screen.handle(event, None)
        self.is_uppercase = self._begins_word
        self.refresh()

    def _shift(self) -> None:
        self.is_uppercase = not self.is_uppercase
        self.refresh()

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
