"""Where the window opens: as it was, on a screen that is there."""

from collections.abc import Sequence

from pygame import Rect

from engine.profile.window_placement import Placement

MIN_SIZE = (960, 540)
"""Minimum size of the picture, pixels, and of the window, points, where the screen has room for it."""
NEW_WINDOW_SHARE = 0.84
"""Part of the width and of the height that a new window may take: 70 % of the work area."""
MAX_ASPECT_RATIO, MIN_ASPECT_RATIO = 16 / 9, 4 / 3
"""Maximum and minimum width of a new window in relation to its height."""
FRAME_HEIGHT = 40
"""Height, points, that the frame around a window as high as the screen may take."""
MIN_VISIBLE_SIZE = (160, 24)
"""Minimum size, points, of the part of a window's top by which the player can drag it into view."""


def opening_placement(last: Placement, areas: Sequence[Rect]) -> Placement:
    """How the window opens: as it was if it is still in view, else inside a screen's work area.

    Args:
        last: how it was when the program ended.
        areas: work areas of all screens, the main one first.
    """
    place = last.position
    area = areas[0] if place is None else nearest_area(place, last.size or MIN_SIZE, areas)
    room = (area.width, max(1, area.height - FRAME_HEIGHT))
    wanted = last.size or first_size(area)
    size = clamp(wanted[0], MIN_SIZE[0], room[0]), clamp(wanted[1], MIN_SIZE[1], room[1])
    if place is not None:
        top = Rect(place, (size[0], MIN_VISIBLE_SIZE[1]))
        if not any(_is_in_view(top, one) for one in areas):
            inside = Rect(place, size).clamp(Rect(area.left, area.top + FRAME_HEIGHT, *room))
            place = inside.topleft
    return Placement(size, place, last.maximised)


def first_size(area: Rect) -> tuple[int, int]:
    """The size of a new window for a work area.

    >>> [first_size(Rect(0, 0, *size)) for size in ((1366, 768), (1920, 1080), (3440, 1440), (1080, 1920))]
    [(1147, 645), (1613, 907), (2150, 1210), (907, 680)]
    """
    width, height = area.width * NEW_WINDOW_SHARE, area.height * NEW_WINDOW_SHARE
    return round(min(width, height * MAX_ASPECT_RATIO)), round(min(height, width / MIN_ASPECT_RATIO))


def min_size_for(areas: Sequence[Rect]) -> tuple[int, int]:
    """The minimum size of a window: ``MIN_SIZE``, or the largest work area if that is smaller."""
    return (
        min(MIN_SIZE[0], max(area.width for area in areas)),
        min(MIN_SIZE[1], max(1, max(area.height for area in areas) - FRAME_HEIGHT)),
    )


def clamp(length: int, minimum: int, maximum: int) -> int:
    """A length of at least ``minimum`` and, above all, at most ``maximum``."""
    return min(max(length, minimum), maximum)


def nearest_area(position: tuple[int, int], size: tuple[int, int], areas: Sequence[Rect]) -> Rect:
    """The work area that shows most of a window, or else is nearest to it."""
    window = Rect(position, size)

    def farther(area: Rect) -> tuple[int, float]:
        shown = window.clip(area)
        aside = (window.centerx - area.centerx, window.centery - area.centery)
        return -shown.width * shown.height, aside[0] ** 2 + aside[1] ** 2

    return min(areas, key=farther)


def _is_in_view(top: Rect, area: Rect) -> bool:
    shown = top.clip(area)
    return shown.width >= MIN_VISIBLE_SIZE[0] and shown.height >= MIN_VISIBLE_SIZE[1]
