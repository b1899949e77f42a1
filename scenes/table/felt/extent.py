"""The area that cards cover on their canvas."""

from collections.abc import Sequence

from pygame import FRect

from scenes.table.stage.shown import Token
from scenes.table.stage.stage import Stage


def extent(stage: Stage, tokens: Sequence[Token]) -> FRect | None:
    """The box around resting tokens; None without any, or while one of them moves."""
    poses = []
    for token in tokens:
        key = token.id
        pose = stage.director.rest.get(key)
        if pose is None or stage.director.moving(key):
            return None
        poses.append(pose)
    if not poses:
        return None
    left, right = min(p.x - p.width / 2 for p in poses), max(p.x + p.width / 2 for p in poses)
    top, bottom = min(p.y - p.height / 2 for p in poses), max(p.y + p.height / 2 for p in poses)
    return FRect(left, top, right - left, bottom - top)
