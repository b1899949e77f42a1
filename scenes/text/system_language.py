"""The language that the player's system speaks."""

import sys

from engine.settings import system_language


def detect_language() -> str:
    """Catalogue for the system's language: by the environment, else by what Windows or macOS say."""
    return system_language(preferred=() if sys.platform == "linux" else _preferred_locales())


def _preferred_locales() -> list[str]:
    """The player's languages as the system tells them. Linux has nothing to add to the environment."""
    import locale  # noqa: PLC0415  # 3 ms of the start

    import pygame.system  # noqa: PLC0415

    told = [f"{one['language']}_{one['country']}" for one in pygame.system.get_pref_locales()]
    return [*told, locale.getlocale()[0] or ""]
