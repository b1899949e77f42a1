"""Computes the initial window placement: the last one if still visible, else a default inside a work area."""

from collections.abc import Sequence

from pygame import Rect

from engine.profile.window_placement import Placement

MIN_SIZE = (960, 540)
"""Minimum size of the picture, pixels, and of the window, points, if the display is large enough."""
NEW_WINDOW_FRACTION = 0.84
"""Maximum share of the work area's width and height for a new window; about 70 % of the area."""
MAX_ASPECT_RATIO, MIN_ASPECT_RATIO = 16 / 9, 4 / 3
"""Maximum and minimum ratio of width to height of a new window."""
FRAME_HEIGHT = 40
"""Height reserved for the window frame, points."""
MIN_VISIBLE_TITLE_BAR = (160, 24)
"""Minimum visible part of the title bar, points, so that the player can drag the window back."""


def opening_placement(last: Placement, areas: Sequence[Rect]) -> Placement:
    """Return the window's initial placement: the last one if still visible, else inside the nearest work area.

    Args:
        last: placement when the application ended.
        areas: work areas of all displays, the main one first.
    """
    position = last.position
    area = areas[0] if position is None else nearest_area(position, last.size or MIN_SIZE, areas)
    max_size = (area.width, max(1, area.height - FRAME_HEIGHT))
    size_before = last.size or first_size(area)
    size = clamp(size_before[0], MIN_SIZE[0], max_size[0]), clamp(size_before[1], MIN_SIZE[1], max_size[1])
    if position is not None:
        top = Rect(position, (size[0], MIN_VISIBLE_TITLE_BAR[1]))
        if not any(_is_in_view(top, work_area) for work_area in areas):
            inside = Rect(position, size).clamp(Rect(area.left, area.top + FRAME_HEIGHT, *max_size))
            position = inside.topleft
    return Placement(size, position, last.is_maximised)


def first_size(area: Rect) -> tuple[int, int]:
    """Return the default size of a new window for a display's work area.

    >>> [first_size(Rect(0, 0, *size)) for size in ((1366, 768), (1920, 1080), (3440, 1440), (1080, 1920))]
    [(1147, 645), (1613, 907), (2150, 1210), (907, 680)]
    """
    width, height = area.width * NEW_WINDOW_FRACTION, area.height * NEW_WINDOW_FRACTION
    return round(min(width, height * MAX_ASPECT_RATIO)), round(min(height, width / MIN_ASPECT_RATIO))


def min_size_for(areas: Sequence[Rect]) -> tuple[int, int]:
    """Return the minimum window size: ``MIN_SIZE``, or the largest work area if that is smaller."""
    return (
        min(MIN_SIZE[0], max(area.width for area in areas)),
        min(MIN_SIZE[1], max(1, max(area.height for area in areas) - FRAME_HEIGHT)),
    )


def clamp(length: int, minimum: int, maximum: int) -> int:
    """Clamp a length; ``maximum`` wins if it is below ``minimum``."""
    return min(max(length, minimum), maximum)


def nearest_area(position: tuple[int, int], size: tuple[int, int], areas: Sequence[Rect]) -> Rect:
    """Return the work area with the largest visible part of a window, else the nearest one."""
    window = Rect(position, size)

    def farther(area: Rect) -> tuple[int, float]:
        shown = window.clip(area)
        aside = (window.centerx - area.centerx, window.centery - area.centery)
        return -shown.width * shown.height, aside[0] ** 2 + aside[1] ** 2

    return min(areas, key=farther)


def _is_in_view(title_bar: Rect, area: Rect) -> bool:
    shown = title_bar.clip(area)
    return shown.width >= MIN_VISIBLE_TITLE_BAR[0] and shown.height >= MIN_VISIBLE_TITLE_BAR[1]
