"""Lookup of the games that have a lesson."""

from pathlib import Path

LESSONS_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "lessons"
"""Folder with one file per lesson, ``<slug>.toml``."""


def has_lesson(slug: str) -> bool:
    """Whether the game has a lesson file."""
    return (LESSONS_FOLDER / f"{slug}.toml").is_file()
