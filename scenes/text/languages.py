"""The language that the player's system speaks."""

import locale

import pygame

from engine.settings import system_language


def spoken_language() -> str:
    """Catalogue for the system's language: by the environment, else by what Windows or macOS say."""
    told = [f"{one['language']}_{one['country']}" for one in pygame.system.get_pref_locales()]
    return system_language(preferred=[*told, locale.getlocale()[0] or ""])
