"""Keys that edit a line of text, by the customs of the system."""

import sys
from typing import Literal, NamedTuple

import pygame

from scenes.render.key_events import command_key
from scenes.render.text_editor import Motion

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
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_HOME: "start",
    pygame.K_END: "end",
    pygame.K_BACKSPACE: "left",
    pygame.K_DELETE: "right",
}
_WORD_MOTIONS: dict[Motion, Motion] = {"left": "word_left", "right": "word_right"}
_LINE_MOTIONS: dict[Motion, Motion] = {"left": "start", "right": "end"}


class EditCommand(NamedTuple):
    """An edit of a line of text; ``motion`` is used for ``move``, ``select`` and ``delete``."""

    action: EditAction
    motion: Motion = "left"


def edit_command(event: pygame.Event, system: str = sys.platform) -> EditCommand | None:
    """Return the edit that a KEYDOWN event asks for; None for other keys.

    Ctrl moves by words; on macOS that is Alt, and Cmd moves to an end of the line.
    """
    shift, command = bool(event.mod & pygame.KMOD_SHIFT), command_key(event)
    if command in _COMMANDS:
        return EditCommand("redo" if command == pygame.K_z and shift else _COMMANDS[command])
    motion = _MOTIONS.get(event.key)
    if motion is None:
        return None
    by_words, by_line = (pygame.KMOD_ALT, pygame.KMOD_META) if system == "darwin" else (pygame.KMOD_CTRL, 0)
    if event.mod & by_words:
        motion = _WORD_MOTIONS.get(motion, motion)
    elif event.mod & by_line:
        motion = _LINE_MOTIONS.get(motion, motion)
    if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
        return EditCommand("delete", motion)
    return EditCommand("select" if shift else "move", motion)
