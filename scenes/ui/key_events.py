"""Key events: the same keys on every keyboard layout, with and without the modifiers Ctrl, Cmd (macOS) and Alt.

macOS itself uses many letters with Cmd (Cmd+M minimises, Cmd+H hides). So a letter that is a shortcut by itself must do
nothing with a modifier.
"""

import sys
from collections.abc import Iterable, Iterator

import pygame

_COMMAND_MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_META
"""Ctrl and Cmd."""
_ALT_MODIFIERS = pygame.KMOD_ALT | pygame.KMOD_MODE
"""Alt and AltGr. Windows sends Ctrl together with AltGr, which types letters and is no shortcut."""
_OTHER_LETTERS = range(0x250, 0x1E00), range(0x1F00, 0x110000)
"""Characters beyond the Latin ones; keys without a character have higher codes."""
MENU_KEY = pygame.K_F10
"""Key that opens the menu at a table and leaves other screens, like Esc."""
ENTER_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)


def translate_keys(events: Iterable[pygame.Event]) -> Iterator[pygame.Event]:
    """Yield events with the keys of ``standard_key``, without the text of shortcuts.

    A layout without Latin letters types also with Ctrl, as "м" with Ctrl+V.
    """
    is_shortcut = False
    for event in events:
        if event.type == pygame.KEYDOWN:
            is_shortcut = _is_command(event.mod)
            yield pygame.Event(event.type, {**event.dict, "key": standard_key(event.key, event.scancode)})
        elif event.type != pygame.TEXTINPUT or not is_shortcut:
            yield event


def standard_key(key: int, scancode: int) -> int:
    """Return the key that counts for shortcuts: a digit for the keypad and the digit row, a Latin letter for letters of
    other scripts.

    The place of a key on the keyboard counts if the layout has another script or no digit there.

    >>> chr(standard_key(ord("к"), pygame.KSCAN_R)), chr(standard_key(ord("é"), pygame.KSCAN_2))
    ('r', '2')
    >>> chr(standard_key(ord("z"), pygame.KSCAN_Y)), chr(standard_key(pygame.K_KP_3, pygame.KSCAN_KP3))
    ('z', '3')
    """
    if pygame.K_KP_1 <= key <= pygame.K_KP_9:
        return pygame.K_1 + key - pygame.K_KP_1
    if pygame.KSCAN_1 <= scancode <= pygame.KSCAN_9 and not pygame.K_1 <= key <= pygame.K_9:
        return pygame.K_1 + scancode - pygame.KSCAN_1
    if pygame.KSCAN_A <= scancode <= pygame.KSCAN_Z and any(key in letters for letters in _OTHER_LETTERS):
        return pygame.K_a + scancode - pygame.KSCAN_A
    return key


def plain_key(event: pygame.Event) -> int:
    """Return the key of a KEYDOWN event without Ctrl, Cmd and Alt; 0 with one of them. Shift is ignored."""
    return 0 if event.mod & (_COMMAND_MODIFIERS | _ALT_MODIFIERS) else int(event.key)


def command_key(event: pygame.Event) -> int:
    """Return the key of a KEYDOWN event with Ctrl or Cmd; 0 without, or with Alt or AltGr."""
    return int(event.key) if _is_command(event.mod) else 0


def _is_command(modifiers: int) -> bool:
    return bool(modifiers & _COMMAND_MODIFIERS) and not modifiers & _ALT_MODIFIERS


def is_command_enter(event: pygame.Event) -> bool:
    """Whether a key event is Ctrl+Enter or Cmd+Enter, which confirms independently of the focus."""
    return command_key(event) in ENTER_KEYS


def is_undo_key(event: pygame.Event) -> bool:
    """Whether a key event is Ctrl+Z or Cmd+Z, with or without Shift."""
    return command_key(event) == pygame.K_z


def is_full_screen_key(event: pygame.Event, system: str = sys.platform) -> bool:
    """Whether a key event toggles full screen: F11, Alt+Enter (not on macOS), or Ctrl+Cmd+F on macOS.

    On macOS F11 shows the desktop by default.
    """
    if event.key == pygame.K_F11:
        return True
    if system == "darwin":
        return event.key == pygame.K_f and bool(event.mod & pygame.KMOD_CTRL and event.mod & pygame.KMOD_META)
    return event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and bool(event.mod & pygame.KMOD_ALT)
