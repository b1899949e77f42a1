"""The area that cards cover on their canvas."""

from collections.abc import Iterable, Sequence

from pygame import FRect

from scenes.table.stage.poses import Pose
from scenes.table.stage.shown import Token
from scenes.table.stage.stage import Stage


def extent(stage: Stage, tokens: Sequence[Token]) -> FRect | None:
    """The box around tokens where they rest; None without any, or while one moves but for making room with all."""
    director = stage.director
    rest = director.rest
    if any(one.id not in rest or (director.moving(one.id) and not director.making_room(one.id)) for one in tokens):
        return None
    return _around([rest[token.id] for token in tokens])


def resting(stage: Stage, tokens: Iterable[Token]) -> FRect | None:
    """The box around the tokens that are seen where they come to rest, also while they are still on their way there."""
    rest = stage.director.rest
    poses = (rest.get(token.id) for token in tokens)
    return _around([pose for pose in poses if pose is not None and not pose.buried])


def _around(poses: Sequence[Pose]) -> FRect | None:
    if not poses:
        return None
    left, right = min(p.x - p.width / 2 for p in poses), max(p.x + p.width / 2 for p in poses)
    top, bottom = min(p.y - p.height / 2 for p in poses), max(p.y + p.height / 2 for p in poses)
    return FRect(left, top, right - left, bottom - top)
