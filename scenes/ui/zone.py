"""Parts of a tree in another scale, and nodes at given positions."""

from collections.abc import Callable, Iterable
from typing import Self

from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.render.space import Frame, LocalSpace, Point
from scenes.render.viewport import Anchor
from scenes.ui.boxes import LayoutBox
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widget import Widget


class Zone(LayoutBox):
    """A part of the tree in the logical pixels of another renderer. Each node in it gets the whole zone.

    Only a zone converts between the two scales. It begins at the window's origin, as both renderers do, and no scroll
    view is around it.
    """

    def __init__(self, renderer: Renderer, *children: Widget | None, key: object = None) -> None:
        super().__init__(children)
        self.renderer = renderer
        self.frame = Frame[LocalSpace, LocalSpace](1.0)
        """The zone's coordinates within those around it."""
        self.with_layout(key)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(*constraints)

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        self.rect, self.frame = rect, self.renderer.frame_in(renderer)
        self.arrange_children(self.renderer, self.frame.to_local_area(FRect(0, 0, *rect.size)))

    def to_local(self, pos: Point[LocalSpace]) -> Point[LocalSpace]:
        """Convert a position outside the zone to the zone's logical pixels."""
        return self.frame.to_local(pos)

    def to_outer(self, area: FRect) -> FRect:
        """Convert an area in the zone to the logical pixels outside it."""
        return self.frame.to_outer_area(area)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        super().draw(self.renderer, target)


class LateBox(LayoutBox):
    """A box whose nodes a function returns, each at its place, once all nodes before it in the tree have theirs.

    They are new nodes in every description.
    """

    def __init__(self, compose: Callable[[], Iterable[Widget]]) -> None:
        super().__init__([])
        self._compose = compose

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        self.rect, self.children = rect, list(self._compose())


class Pin(LayoutBox):
    """A node of its own size with a corner or its centre at a position of the box around it."""

    def __init__(self, child: Widget, position: tuple[float, float], anchor: Anchor = "topleft") -> None:
        super().__init__([child])
        self.position = position
        self.anchor: Anchor = anchor

    @classmethod
    def filling(cls, child: Widget, rect: FRect) -> Self:
        """Return a pinned node that fills a rectangle of the box around it."""
        return cls(child.with_layout(width=rect.width, height=rect.height), rect.topleft)

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        child = self.children[0]
        self.rect = FRect(0, 0, *child.desired_size(renderer, LayoutConstraints(*rect.size)))
        setattr(self.rect, self.anchor, (rect.x + self.position[0], rect.y + self.position[1]))
        child.arrange_in_margin(renderer, self.rect)
