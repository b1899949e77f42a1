"""Detection of the system's language."""

import sys

from engine.settings import system_language


def detect_language() -> str:
    """Return the catalogue for the system's language, from the environment, else from Windows or macOS."""
    return system_language(preferred=() if sys.platform == "linux" else _preferred_locales())


def _preferred_locales() -> list[str]:
    """Return the system's preferred locales, best first. Linux has them in the environment only."""
    import locale  # noqa: PLC0415  # late import: 3 ms, not needed on Linux

    import pygame.system  # noqa: PLC0415

    locales = [f"{language['language']}_{language['country']}" for language in pygame.system.get_pref_locales()]
    return [*locales, locale.getlocale()[0] or ""]
