"""Key events with and without shortcut modifiers: Ctrl, Cmd on macOS, and Alt.

macOS itself uses many letters with Cmd (Cmd+M minimises, Cmd+H hides). So a letter that is a shortcut by itself must do
nothing with a modifier.
"""

import sys

import pygame

COMMAND_MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_META
"""Ctrl and Cmd."""
MENU_KEY = pygame.K_F10
"""Key that opens the menu at a table and leaves other screens, like Esc."""
ENTER_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)


def plain_key(event: pygame.Event) -> int:
    """Return the key of a KEYDOWN event without Ctrl, Cmd and Alt; 0 with one of them. Shift is ignored."""
    return 0 if event.mod & (COMMAND_MODIFIERS | pygame.KMOD_ALT) else int(event.key)


def command_key(event: pygame.Event) -> int:
    """Return the key of a KEYDOWN event with Ctrl or Cmd; 0 without."""
    return int(event.key) if event.mod & COMMAND_MODIFIERS else 0


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
