"""A board of letters to write with a gamepad or a finger, where the system has no keyboard of its own on the screen."""

from collections.abc import Callable
from functools import partial

import pygame
from pygame import FRect

from scenes.look.theme import CREAM, GOLD
from scenes.look.widgets import Button, IconButton, Label, Panel, Pos, TextField, key_name
from scenes.shell.context import Context
from scenes.shell.screen import MARGIN, Screen
from scenes.shell.sdl import sdl_function

ROWS = ("1234567890", "abcdefghij", "klmnopqrst", "uvwxyz-.'&", "áâãàäåéêèë", "íìóôõòöúùü", "çñß¿?¡!,:/")
"""The characters, as they lie on the board; small letters."""
_PITCH, _KEY = (62.0, 48.0), (56.0, 42.0)
"""Distance between two keys, across and down, and the size of a key."""
_PAD, _HEAD = 22.0, 56.0


def system_keyboard() -> Callable[[], object] | None:
    """What shows the system's own keyboard on the screen, as on a Steam Deck; None where there is none."""
    has = sdl_function("SDL_HasScreenKeyboardSupport")
    return pygame.key.start_text_input if has is not None and has() else None


class LetterBoard(Screen):
    """Letters in rows over a screen, whose focused text field gets what is pressed.

    Args:
        context: the program.
        below: the screen with the field.
    """

    opaque = False
    ground = ""

    def __init__(self, context: Context, below: Screen) -> None:
        super().__init__(context)
        self.below = below
        self.capitals = not self._text
        """Whether the next letter is a capital one, as at the beginning."""
        wide = len(ROWS[0]) * _PITCH[0] + 2 * _PAD
        self.least = (wide + 2 * MARGIN, (len(ROWS) + 1) * _PITCH[1] + _HEAD + 2 * _PAD + 2 * MARGIN)

    @property
    def _field(self) -> TextField | None:
        focus = self.below.group.focus
        return focus if isinstance(focus, TextField) else None

    @property
    def _text(self) -> str:
        return self._field.text if self._field is not None else ""

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look = self.look
        wide = len(ROWS[0]) * _PITCH[0] - (_PITCH[0] - _KEY[0]) + 2 * _PAD
        high = (len(ROWS) + 1) * _PITCH[1] - (_PITCH[1] - _KEY[1]) + _HEAD + 2 * _PAD
        panel = Panel(FRect((look.width - wide) / 2, look.height - MARGIN - high, wide, high))
        self.group.add(panel)
        left, top = panel.rect.left + _PAD, panel.rect.top + _PAD
        shown = Label(f"{self._text}|", "title", GOLD if self._text else CREAM, max_width=wide - 2 * _PAD)
        shown.place(look, left, top + _HEAD / 2 - 8, "midleft")
        self.group.add(shown)
        for row, letters in enumerate(ROWS):
            for column, letter in enumerate(letters):
                self._add_letter(letter, FRect(left + column * _PITCH[0], top + _HEAD + row * _PITCH[1], *_KEY))
        self._add_edge(left, top + _HEAD + len(ROWS) * _PITCH[1])
        if self.group.focus is None:
            self.group.keyboard = True
            self.group.set_focus(next(child for child in self.group.order()))

    def _add_letter(self, letter: str, place: FRect) -> None:
        letter = letter.upper() if self.capitals and letter != "ß" else letter
        key = Button(letter, partial(self._write, letter), small=True)
        key.padding = 4.0
        key.rect, key.radius = place, 10.0
        field = self._field
        key.enabled = field is not None and field.allowed(letter)
        self.group.add(key)

    def _add_edge(self, left: float, y: float) -> None:
        """The row with capitals, space, back and done."""
        words = self.context.words
        space = Button(words("app.key.space"), partial(self._write, " "), small=True)
        done = Button(words("app.button.done"), self.confirm, kind="primary", small=True, hint=words("app.key.enter"))
        shift = IconButton("chevron_up", self._shift, name=key_name(pygame.K_LSHIFT), size=_KEY[1])
        shift.chosen = self.capitals
        erase = IconButton("chevron_left", self._erase, name=key_name(pygame.K_BACKSPACE), size=_KEY[1])
        for widget, column, columns in ((shift, 0, 1), (space, 1, 4), (erase, 5, 1), (done, 6, 4)):
            widget.rect = FRect(left + column * _PITCH[0], y, columns * _PITCH[0] - (_PITCH[0] - _KEY[0]), _KEY[1])
            self.group.add(widget)

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        """Make way for a keyboard: what is typed there goes to the field."""
        if event.type != pygame.TEXTINPUT:
            return super().handle(event, pos)
        self.context.close(self)
        self.below.handle(event, None)
        return True

    # --- what it does -----------------------------------------------------------------------------------------------

    def _write(self, letter: str) -> None:
        if self._field is not None:
            self._field.write(letter)
        self.capitals = letter == " "
        self.lay_out()

    def _erase(self) -> None:
        self.below.handle(_key(pygame.K_BACKSPACE), None)
        self.capitals = self.capitals or not self._text
        self.lay_out()

    def _shift(self) -> None:
        self.capitals = not self.capitals
        self.lay_out()

    def confirm(self) -> None:
        """Accept the text, as Enter does in the field."""
        self._leave(pygame.K_RETURN)

    def back(self) -> None:
        """End writing; the text stays as it is."""
        self._leave(0)

    def _leave(self, key: int) -> None:
        field = self._field
        self.context.close(self)
        if key:
            self.below.handle(_key(key), None)
        if field is not None:
            field.editing = False


def _key(key: int) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
