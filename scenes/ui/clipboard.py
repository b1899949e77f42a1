"""System clipboard for text. Without one, copying fails and the pasted text is empty."""

import pygame


def copy(text: str) -> bool:
    """Copy a text to the clipboard; return whether it succeeded."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, ValueError):
        return False
    return paste() == text


def paste() -> str:
    """Return the clipboard's text; empty if there is none."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, UnicodeDecodeError):
        return ""
