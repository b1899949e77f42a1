"""Nodes of a screen's tree: what identifies them, what persists of them, and how they are laid out.

Coordinates are logical pixels.
"""

import math
from collections.abc import Hashable
from typing import ClassVar, Literal, NamedTuple, Self

from pygame import FRect

from scenes.render.renderer import Renderer

CrossAlign = Literal["start", "center", "end", "stretch"]
"""Alignment of a node at right angles to the line that it is in."""
Margin = tuple[float, float, float, float]
"""Space around a node at the left, top, right and bottom; negative to reach into its neighbours."""


class LayoutConstraints(NamedTuple):
    """Maximum width and height offered to a node; infinite where it may be as large as it likes."""

    max_width: float = math.inf
    max_height: float = math.inf


UNLIMITED = LayoutConstraints()


class Size(NamedTuple):
    """Width and height that a node would like to have."""

    width: float
    height: float


class LayoutSpec(NamedTuple):
    """How a node is laid out in the box around it."""

    width: float | None = None
    """Fixed width; None for the measured one."""
    height: float | None = None
    """Fixed height; None for the measured one."""
    grow: float = 0.0
    """Its share of the free length of its line; 0 to keep its length."""
    shrink_order: int = 0
    """When it shrinks in a line that is too long: nodes with 1 first, then 2 …; 0 for never."""
    basis: float | None = None
    """Its length before free length is shared out; None for the desired one."""
    max_length: float = math.inf
    """Length up to which it grows."""
    margin: Margin = (0.0, 0.0, 0.0, 0.0)
    align: CrossAlign | None = None
    """Alignment at right angles to its line; None for the alignment of the line."""


class Node:
    """A node of a screen's tree.

    Its constructor describes it. A screen describes all its nodes whenever something changes. A node that was there
    before, by class and ``key``, stays the same object and takes over the new description, except for its
    ``persistent`` attributes.
    """

    persistent: ClassVar[tuple[str, ...]] = ()
    """Attributes that a new description doesn't change."""
    key: Hashable = None
    """Identifier among the nodes of its class on a screen; None for a node without any state of its own."""
    layout = LayoutSpec()
    is_destructive = False
    """Whether it deletes something or dismisses somebody: it never gets the focus of a node that is gone, and ignores
    presses right after it has appeared."""
    accessible_name = ""
    """Name for screen readers; empty to use its texts."""

    def __init__(self, rect: FRect | None = None) -> None:
        self.rect = rect or FRect(0, 0, 0, 0)
        self._desired_sizes: dict[LayoutConstraints, Size] = {}

    def with_layout(
        self,
        key: Hashable = None,
        *,
        width: float | None = None,
        height: float | None = None,
        grow: float | None = None,
        shrink_order: int | None = None,
        basis: float | None = None,
        max_length: float | None = None,
        margin: Margin | None = None,
        align: CrossAlign | None = None,
        name: str = "",
        is_destructive: bool = False,
    ) -> Self:
        """Set the node's key, layout and accessible name, and return the node. Omitted arguments change nothing."""
        old = self.layout
        self.key = self.key if key is None else key
        self.layout = LayoutSpec(
            old.width if width is None else width,
            old.height if height is None else height,
            old.grow if grow is None else grow,
            old.shrink_order if shrink_order is None else shrink_order,
            old.basis if basis is None else basis,
            old.max_length if max_length is None else max_length,
            old.margin if margin is None else margin,
            old.align if align is None else align,
        )
        self.accessible_name = name or self.accessible_name
        self.is_destructive |= is_destructive
        return self

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        """Return the size that the node would like to have under constraints, without its margin."""
        raise NotImplementedError

    def desired_size(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        """Return the size that the node would like to have with its margin: the fixed one, else the measured one."""
        known = self._desired_sizes.get(constraints)
        if known is None:
            known = self._desired_sizes[constraints] = self._desired_size(renderer, constraints)
        return known

    def _desired_size(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        left, top, right, bottom = self.layout.margin
        width, height = self.layout.width, self.layout.height
        if width is None or height is None:
            inner = LayoutConstraints(
                max(0.0, constraints.max_width - left - right) if width is None else width,
                max(0.0, constraints.max_height - top - bottom) if height is None else height,
            )
            measured = self.measure(renderer, inner)
            width, height = measured.width if width is None else width, measured.height if height is None else height
        return Size(width + left + right, height + top + bottom)

    def arrange_in_margin(self, renderer: Renderer, rect: FRect) -> None:
        """Give the node a rectangle that includes its margin."""
        left, top, right, bottom = self.layout.margin
        self.arrange(renderer, FRect(rect.x + left, rect.y + top, rect.w - left - right, rect.h - top - bottom))

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        """Give the node its rectangle, and arrange the nodes in it."""
        self.rect = rect

    def update_from(self, description: Self) -> None:
        """Take over the attributes of a new description except the ``persistent`` ones; delete what it lacks."""
        own, new = vars(self), vars(description)
        for name in own.keys() - new.keys() - set(self.persistent):
            del own[name]
        own.update({name: value for name, value in new.items() if name not in self.persistent})
