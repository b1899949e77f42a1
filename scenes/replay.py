"""Watching a match again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.record import Record

if TYPE_CHECKING:
    from scenes.app import App


def watch(app: App, record: Record) -> None:
    """Show a match from its first deal."""
