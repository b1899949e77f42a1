"""What the program knows of windows: how large the picture is that one shows, and when it can be seen."""

import pygame

SMALLEST = (960, 540)
"""Pixels of the smallest picture."""
USUAL = (1280, 720)
LONGEST = 4 * SMALLEST[0]
"""Pixels that a picture is wide and high at most where the window itself is less."""
PLAYER_IS_THERE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN)
HIDING = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
_SHOWN = (pygame.WINDOWRESTORED, pygame.WINDOWMAXIMIZED, pygame.WINDOWSHOWN, pygame.WINDOWFOCUSGAINED)
SHOWING = (*_SHOWN, *PLAYER_IS_THERE)
"""Whichever of them comes first shows that the window can be seen again."""


def picture_for(size: tuple[int, int]) -> tuple[int, int]:
    """The size of the picture that a window of this size shows: its own, or, where that is too small, a larger one.

    >>> picture_for((1600, 900)), picture_for((480, 270)), picture_for((1600, 300)), picture_for((1, 1))
    ((1600, 900), (960, 540), (2880, 540), (960, 960))
    >>> picture_for((10_000, 300)), picture_for((1, 2000))  # of a form that nobody can draw well: distorted
    ((10000, 540), (960, 3840))
    """
    width, height = max(1, size[0]), max(1, size[1])
    larger = max(1.0, SMALLEST[0] / width, SMALLEST[1] / height)
    return min(round(width * larger), max(width, LONGEST)), min(round(height * larger), max(height, LONGEST))
