"""Points typed by their coordinate space, and conversions between spaces. No pygame here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from pygame import FRect


class WindowSpace:
    """Pixels of the window."""


class SceneSpace:
    """Logical pixels of the visible part of a scene."""


class TreeSpace:
    """Logical pixels of the tree of a scene, which may be larger than its visible part."""


class LocalSpace:
    """Logical pixels of the part of a tree in which a node lies, such as a scrolled list."""


class CardSpace(TreeSpace):
    """Logical pixels of the canvas on which a table's cards lie, and of the table's tree."""


class UiSpace:
    """Logical pixels of a table's plates, texts and buttons."""


class CaptionSpace:
    """Logical pixels of the captions at a table's piles."""


Space_co = TypeVar("Space_co", covariant=True)
Outer = TypeVar("Outer")
Local = TypeVar("Local")


class Point(NamedTuple, Generic[Space_co]):
    """Position in one space; as a tuple, pygame takes it."""

    x: float
    y: float


ScenePos = Point[SceneSpace] | None
TreePos = Point[TreeSpace] | None
"""Position of the pointer in a scene or its tree; None for events without one."""


class Frame(NamedTuple, Generic[Outer, Local]):
    """Local coordinates within outer ones: the same origin, another scale."""

    scale: float
    """Outer pixels for one local pixel."""

    def to_local(self, point: Point[Outer]) -> Point[Local]:
        return Point(point.x / self.scale, point.y / self.scale)

    def to_outer(self, point: Point[Local]) -> Point[Outer]:
        return Point(point.x * self.scale, point.y * self.scale)

    def to_local_area(self, area: FRect) -> FRect:
        scale = self.scale
        return type(area)(area.x / scale, area.y / scale, area.w / scale, area.h / scale)

    def to_outer_area(self, area: FRect) -> FRect:
        scale = self.scale
        return type(area)(area.x * scale, area.y * scale, area.w * scale, area.h * scale)

    def to_local_length(self, length: float) -> float:
        return length / self.scale

    def to_outer_length(self, length: float) -> float:
        return length * self.scale
