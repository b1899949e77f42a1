"""The system's clipboard as text. Without one, nothing is copied and the pasted text is empty."""

import pygame


def copy(text: str) -> bool:
    """Put a text on the clipboard; False if that failed."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, ValueError):
        return False
    return paste() == text


def paste() -> str:
    """The clipboard's text; empty if there is none."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, UnicodeDecodeError):
        return ""
