"""Keys that edit a line of text. They differ between operating systems."""

import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

import pygame

from scenes.ui.key_events import command_key
from scenes.ui.text_editor import Motion

EditAction = Literal["move", "select", "delete", "select_all", "copy", "cut", "paste", "undo", "redo"]
_COMMANDS: dict[int, EditAction] = {
    pygame.K_a: "select_all",
    pygame.K_c: "copy",
    pygame.K_x: "cut",
    pygame.K_v: "paste",
    pygame.K_z: "undo",
    pygame.K_y: "redo",
}
_MOTIONS: dict[int, Motion] = {
    pygame.K_LEFT: "back",
    pygame.K_RIGHT: "forward",
    pygame.K_HOME: "start",
    pygame.K_END: "end",
    pygame.K_BACKSPACE: "back",
    pygame.K_DELETE: "forward",
}
MIRRORED_MOTIONS: Mapping[Motion, Motion] = MappingProxyType(
    {"back": "forward", "forward": "back", "word_back": "word_forward", "word_forward": "word_back"}
)
_WORD_MOTIONS: dict[Motion, Motion] = {"back": "word_back", "forward": "word_forward"}
_LINE_MOTIONS: dict[Motion, Motion] = {"back": "start", "forward": "end"}

_KEYPAD_KEYS = {
    pygame.KSCAN_KP1: pygame.K_END,
    pygame.KSCAN_KP4: pygame.K_LEFT,
    pygame.KSCAN_KP6: pygame.K_RIGHT,
    pygame.KSCAN_KP7: pygame.K_HOME,
    pygame.KSCAN_KP_PERIOD: pygame.K_DELETE,
}
"""Keys of the keypad without NumLock, by scancode."""


class EditCommand(NamedTuple):
    """An edit of a line of text; ``motion`` is used for ``move``, ``select`` and ``delete``."""

    action: EditAction
    motion: Motion = "back"


def edit_command(event: pygame.Event, system: str = sys.platform) -> EditCommand | None:
    """Return the edit that a KEYDOWN event asks for; None for other keys.

    Ctrl moves by words; on macOS that is Alt, and Cmd moves to an end of the line. In text from right to left, the
    arrows move the other way (``MIRRORED_MOTIONS``).
    """
    shift, command, key = bool(event.mod & pygame.KMOD_SHIFT), command_key(event), event.key
    if not event.mod & pygame.KMOD_NUM:
        key = _KEYPAD_KEYS.get(event.scancode, key)
    if command in _COMMANDS:
        return EditCommand("redo" if command == pygame.K_z and shift else _COMMANDS[command])
    motion = _MOTIONS.get(key)
    if motion is None:
        return None
    by_words, by_line = (pygame.KMOD_ALT, pygame.KMOD_META) if system == "darwin" else (pygame.KMOD_CTRL, 0)
    if event.mod & by_words:
        motion = _WORD_MOTIONS.get(motion, motion)
    elif event.mod & by_line:
        motion = _LINE_MOTIONS.get(motion, motion)
    if key in (pygame.K_BACKSPACE, pygame.K_DELETE):
        return EditCommand("delete", motion)
    return EditCommand("select" if shift else "move", motion)
