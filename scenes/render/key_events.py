"""Keys with and without the modifiers that make shortcuts: Ctrl, on macOS Cmd as well, and Alt.

On macOS the system uses many letters with Cmd (Cmd+M minimises, Cmd+H hides): a letter that means something by itself
must mean nothing with a modifier.
"""

import sys

import pygame

COMMAND_MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_META
"""Ctrl and Cmd."""
MENU_KEY = pygame.K_F10
"""Opens the menu at a table, and leaves other screens as Esc does."""
ENTER_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)


def plain_key(event: pygame.Event) -> int:
    """Key of a KEYDOWN event without Ctrl, Cmd and Alt (Shift may be held); 0 with one of them."""
    return 0 if event.mod & (COMMAND_MODIFIERS | pygame.KMOD_ALT) else int(event.key)


def command_key(event: pygame.Event) -> int:
    """Key of a KEYDOWN event with Ctrl or Cmd; 0 without."""
    return int(event.key) if event.mod & COMMAND_MODIFIERS else 0


def is_confirm_key(event: pygame.Event) -> bool:
    """Whether this is Ctrl+Enter or Cmd+Enter, which is Enter wherever the focus is."""
    return command_key(event) in ENTER_KEYS


def is_undo_key(event: pygame.Event) -> bool:
    """Whether this is Ctrl+Z or Cmd+Z, with or without Shift."""
    return command_key(event) == pygame.K_z


def is_full_screen_key(event: pygame.Event, system: str = sys.platform) -> bool:
    """Whether this switches full screen: F11, Alt+Enter (not on macOS), and Ctrl+Cmd+F on macOS.

    On macOS F11 shows the desktop, unless the player has changed that.
    """
    if event.key == pygame.K_F11:
        return True
    if system == "darwin":
        return event.key == pygame.K_f and bool(event.mod & pygame.KMOD_CTRL and event.mod & pygame.KMOD_META)
    return event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and bool(event.mod & pygame.KMOD_ALT)
