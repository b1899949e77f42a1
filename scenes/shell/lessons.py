"""Which games have a lesson."""

from pathlib import Path

LESSONS_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "lessons"
"""Holds one file for each lesson, ``<slug>.toml``."""


def has_lesson(slug: str) -> bool:
    """Whether the game has a lesson; a new one may have none yet."""
    return (LESSONS_FOLDER / f"{slug}.toml").is_file()
