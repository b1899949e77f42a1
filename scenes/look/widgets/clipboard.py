"""The system's clipboard, as text; where there is none it takes and gives nothing."""

import pygame


def copy(text: str) -> bool:
    """Put a text there; False where that isn't possible."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, ValueError):
        return False
    return paste() == text


def paste() -> str:
    """The text that is there; empty where there is none."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, UnicodeDecodeError):
        return ""
