"""Boxes that lay out the nodes in them: rows, columns, grids, alternatives.

Constraints go down, sizes come up, the parent places: ``measure`` returns the size that a node would like to have under
its constraints and changes nothing; ``arrange`` gives it its rectangle. A node that is offered less than it would like
either shrinks (texts, lists, alternatives) or overflows.
"""

import math
from collections.abc import Sequence
from typing import ClassVar

from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.ui.node import UNLIMITED, CrossAlign, LayoutConstraints, Size
from scenes.ui.widget import Widget

Padding = float | tuple[float, float] | tuple[float, float, float, float]
"""Space inside a box, logical pixels: on all sides; or left and right, top and bottom; or left, top, right, bottom."""
_MAX_OVERHANG = 60.0
"""Distance by which a shadow or ring may reach beyond a node's rectangle, logical pixels."""
_TOLERANCE = 0.01
"""Overflow that is only rounding, logical pixels."""


def expand_padding(padding: Padding) -> tuple[float, float, float, float]:
    """Return a padding as left, top, right and bottom.

    >>> expand_padding(4), expand_padding((4, 2)), expand_padding((1, 2, 3, 4))
    ((4, 4, 4, 4), (4, 2, 4, 2), (1, 2, 3, 4))
    """
    if isinstance(padding, tuple):
        return padding if len(padding) == 4 else (padding[0], padding[1], padding[0], padding[1])
    return padding, padding, padding, padding


class LayoutBox(Widget):
    """A node with others in it, drawn in order over its background. It has no focus and handles no events."""

    def __init__(
        self, children: Sequence[Widget | None], *, padding: Padding = 0.0, background: Widget | None = None
    ) -> None:
        """``children`` may contain None in place of a node that is absent now."""
        super().__init__()
        self.children: list[Widget] = [child for child in children if child is not None]
        self.padding = expand_padding(padding)
        self.background = background

    def _inner_constraints(self, constraints: LayoutConstraints) -> LayoutConstraints:
        left, top, right, bottom = self.padding
        return LayoutConstraints(
            max(0.0, constraints.max_width - left - right), max(0.0, constraints.max_height - top - bottom)
        )

    def _with_padding(self, width: float, height: float) -> Size:
        left, top, right, bottom = self.padding
        return Size(width + left + right, height + top + bottom)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        sizes = [child.desired_size(renderer, self._inner_constraints(constraints)) for child in self.children]
        return self._with_padding(
            max((size.width for size in sizes), default=0.0), max((size.height for size in sizes), default=0.0)
        )

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        self.rect = rect
        if self.background is not None:
            self.background.arrange_in_margin(renderer, rect)
        left, top, right, bottom = self.padding
        width, height = max(0.0, rect.width - left - right), max(0.0, rect.height - top - bottom)
        self.arrange_children(renderer, FRect(rect.x + left, rect.y + top, width, height))

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        """Give the box's children their rectangles within an area, the box without its padding."""
        for child in self.children:
            child.arrange_in_margin(renderer, FRect(area))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.background is not None:
            self.background.draw(renderer, target)
        area = renderer.drawable_area(target).inflate(2 * _MAX_OVERHANG, 2 * _MAX_OVERHANG)
        is_scratch = target.get_width() < renderer.size[0]  # only lists the drawings
        for child in self.children:
            if child.visible and (is_scratch or area.colliderect(child.rect)):
                child.draw(renderer, target)


class Stack(LayoutBox):
    """A box whose nodes lie over one another, each in the whole area."""

    def __init__(self, *children: Widget | None, padding: Padding = 0.0, background: Widget | None = None) -> None:
        super().__init__(children, padding=padding, background=background)


class Centered(LayoutBox):
    """A box with one node in its middle, in the node's desired size, which is at most the box if it can shrink."""

    def __init__(self, child: Widget, *, padding: Padding = 0.0) -> None:
        super().__init__([child], padding=padding)

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        size = self.children[0].desired_size(renderer, LayoutConstraints(*area.size))
        left, top = area.centerx - size.width / 2, area.centery - size.height / 2
        self.children[0].arrange_in_margin(renderer, FRect(left, top, *size))


class Spacer(Widget):
    """An empty node, which takes up the free length of its line unless it has a size."""

    def __init__(self, size: float | None = None) -> None:
        super().__init__()
        self.with_layout(width=size or 0.0, height=size or 0.0, grow=0.0 if size is not None else 1.0)


class Line(LayoutBox):
    """A box with its nodes in a line along an axis: 0 for x, 1 for y."""

    axis: ClassVar[int]
    is_reversed = False
    """Whether the first node is at the far end of the line."""

    def __init__(
        self,
        *children: Widget | None,
        gap: float = 0.0,
        padding: Padding = 0.0,
        align: CrossAlign = "stretch",
        background: Widget | None = None,
    ) -> None:
        """``gap`` lies between two nodes; ``align`` places them at right angles to the axis."""
        super().__init__(children, padding=padding, background=background)
        self.gap = gap
        self.align: CrossAlign = align

    def _constraints(self, length: float, cross_length: float) -> LayoutConstraints:
        return LayoutConstraints(cross_length, length) if self.axis else LayoutConstraints(length, cross_length)

    def _lengths(self, renderer: Renderer, constraints: LayoutConstraints) -> list[float]:
        """Return each node's length along the axis: the desired one, then grown or shrunk until the line fits."""
        axis, cross_length = self.axis, constraints[1 - self.axis]
        lengths = [
            child.desired_size(renderer, self._constraints(math.inf, cross_length))[axis]
            if child.layout.basis is None
            else child.layout.basis
            for child in self.children
        ]
        free = constraints[axis] - sum(lengths) - self.gap * max(0, len(lengths) - 1)
        if free < -_TOLERANCE:
            free = self._shrink(renderer, lengths, free, cross_length)
        if math.isfinite(free):
            self._grow(lengths, free)
        return lengths

    def _grow(self, lengths: list[float], free: float) -> None:
        """Share free length out to the nodes that grow, up to their maximum lengths."""
        growing = [i for i, child in enumerate(self.children) if child.layout.grow]
        while growing and free > _TOLERANCE:
            per_share = free / sum(self.children[i].layout.grow for i in growing)
            for i in growing:
                layout = self.children[i].layout
                added = min(per_share * layout.grow, layout.max_length - lengths[i])
                lengths[i] += added
                free -= added
            growing = [i for i in growing if lengths[i] < self.children[i].layout.max_length - _TOLERANCE]

    def _shrink(self, renderer: Renderer, lengths: list[float], free: float, cross_length: float) -> float:
        """Shrink the nodes that may shrink, in their order and from the end; return what is still missing, negative.

        If one frees more than is missing, those that shrank before take it back.
        """
        natural, ranks = tuple(lengths), [child.layout.shrink_order for child in self.children]
        order = sorted((i for i, rank in enumerate(ranks) if rank), key=lambda i: (ranks[i], -i))
        for i in (*order, *reversed(order)):
            if free < -_TOLERANCE or (free > _TOLERANCE and lengths[i] < natural[i]):
                offered = self._constraints(max(0.0, lengths[i] + free), cross_length)
                length = min(natural[i], self.children[i].desired_size(renderer, offered)[self.axis])
                free += lengths[i] - length
                lengths[i] = length
        return free

    def overflow(self, renderer: Renderer) -> float:
        """Return by how much the line's nodes exceed its rectangle after ``arrange``, logical pixels; 0 if they fit."""
        left, top, right, bottom = self.padding
        available = self.rect.size[self.axis] - (top + bottom if self.axis else left + right)
        inner = self._inner_constraints(LayoutConstraints(*self.rect.size))
        needed = sum(self._lengths(renderer, inner)) + self.gap * max(0, len(self.children) - 1)
        return needed - available if needed - available > 1.0 else 0.0

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        inner = self._inner_constraints(constraints)
        lengths = self._lengths(renderer, inner)
        cross_length = max(
            (
                child.desired_size(renderer, self._constraints(length, inner[1 - self.axis]))[1 - self.axis]
                for child, length in zip(self.children, lengths, strict=True)
            ),
            default=0.0,
        )
        length = sum(lengths) + self.gap * max(0, len(lengths) - 1)
        return self._with_padding(cross_length, length) if self.axis else self._with_padding(length, cross_length)

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        axis, before = self.axis, 0.0
        whole = area.size[1 - axis]
        lengths = self._lengths(renderer, LayoutConstraints(*area.size))
        for child, length in zip(self.children, lengths, strict=True):
            align = child.layout.align or self.align
            cross_length, cross_start = whole, area.topleft[1 - axis]
            if align != "stretch":
                cross_length = child.desired_size(renderer, self._constraints(length, whole))[1 - axis]
                cross_start += (whole - cross_length) * {"start": 0.0, "center": 0.5, "end": 1.0}[align]
            start = area.topleft[axis] + (area.size[axis] - before - length if self.is_reversed else before)
            rect = (cross_start, start, cross_length, length) if axis else (start, cross_start, length, cross_length)
            child.arrange_in_margin(renderer, FRect(rect))
            before += length + self.gap


class Row(Line):
    """A box with its nodes side by side, by default centred in its height; ``is_reversed`` begins at the right."""

    axis = 0

    def __init__(
        self,
        *children: Widget | None,
        gap: float = 0.0,
        padding: Padding = 0.0,
        align: CrossAlign = "center",
        background: Widget | None = None,
        is_reversed: bool = False,
    ) -> None:
        super().__init__(*children, gap=gap, padding=padding, align=align, background=background)
        self.is_reversed = is_reversed


class Column(Line):
    """A box with its nodes below one another, by default as wide as the box."""

    axis = 1


class Grid(LayoutBox):
    """A box with cells of the same size in rows of ``columns``; each row is at least ``min_row_height`` high.

    A column whose nodes can't be that narrow is wider, at the cost of the others.
    """

    def __init__(
        self,
        *children: Widget | None,
        columns: int,
        gaps: tuple[float, float] = (0.0, 0.0),
        min_row_height: float = 0.0,
        padding: Padding = 0.0,
    ) -> None:
        """``gaps`` lie between two columns, and between two rows."""
        super().__init__(children, padding=padding)
        self.columns = columns
        self.gaps = gaps
        self.min_row_height = min_row_height

    @property
    def _row_count(self) -> int:
        return -(-len(self.children) // self.columns)

    def _column_widths(self, renderer: Renderer, width: float) -> list[float]:
        """Return the widths of all columns of a grid of this width."""
        equal = (width - (self.columns - 1) * self.gaps[0]) / self.columns
        needs = [
            max((child.desired_size(renderer, LayoutConstraints(equal)).width for child in column), default=0.0)
            for column in (self.children[i :: self.columns] for i in range(self.columns))
        ]
        more, spare = (sum(max(0.0, sign * (need - equal)) for need in needs) for sign in (1, -1))
        given, taken = min(1.0, spare / (more or 1.0)), min(1.0, more / (spare or 1.0))
        return [equal + (need - equal) * (given if need > equal else taken) for need in needs]

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width = self._inner_constraints(constraints).max_width
        if math.isinf(width):
            widest = max((child.desired_size(renderer, UNLIMITED).width for child in self.children), default=0.0)
            width = self.columns * widest + (self.columns - 1) * self.gaps[0]
        cells = [LayoutConstraints(column_width) for column_width in self._column_widths(renderer, width)]
        height = self.min_row_height or max(
            (child.desired_size(renderer, cells[i % self.columns]).height for i, child in enumerate(self.children)),
            default=0.0,
        )
        return self._with_padding(width, self._row_count * height + (self._row_count - 1) * self.gaps[1])

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        widths = self._column_widths(renderer, area.width)
        height = (area.height - (self._row_count - 1) * self.gaps[1]) / max(1, self._row_count)
        for i, child in enumerate(self.children):
            row, column = divmod(i, self.columns)
            x, y = area.x + sum(widths[:column]) + column * self.gaps[0], area.y + row * (height + self.gaps[1])
            child.arrange_in_margin(renderer, FRect(x, y, widths[column], height))


class Flow(LayoutBox):
    """A box with its nodes side by side in as many rows as they need. ``gaps`` lie between two nodes and two rows."""

    def __init__(
        self, *children: Widget | None, gaps: tuple[float, float] = (0.0, 0.0), padding: Padding = 0.0
    ) -> None:
        super().__init__(children, padding=padding)
        self.gaps = gaps

    def _areas(self, renderer: Renderer, max_width: float) -> list[FRect]:
        """Return the rectangle of each node, relative to the first one."""
        areas: list[FRect] = []
        x = y = row_height = 0.0
        for child in self.children:
            size = child.desired_size(renderer, LayoutConstraints(max_width))
            width = min(size.width, max_width)
            if x and x + width > max_width + _TOLERANCE:
                x, y, row_height = 0.0, y + row_height + self.gaps[1], 0.0
            areas.append(FRect(x, y, width, size.height))
            x, row_height = x + width + self.gaps[0], max(row_height, size.height)
        return areas

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        areas = self._areas(renderer, self._inner_constraints(constraints).max_width)
        return self._with_padding(
            max((area.right for area in areas), default=0.0), max((area.bottom for area in areas), default=0.0)
        )

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        for child, place in zip(self.children, self._areas(renderer, area.width), strict=True):
            child.arrange_in_margin(renderer, place.move(area.topleft))


class FirstThatFits(LayoutBox):
    """A box that shows the first of several nodes that fits its width: words, else an icon; segments, else a stepper.

    The last one is shown if none fits. With ``by_height`` it must also fit the height, shrunk to the width
    where it can be: lines of text may wrap.
    """

    def __init__(self, *alternatives: Widget, by_height: bool = False) -> None:
        super().__init__(alternatives[:1])
        self.alternatives = list(alternatives)
        self.by_height = by_height
        self.with_layout(shrink_order=1)

    def _choose(self, renderer: Renderer, constraints: LayoutConstraints) -> Widget:
        max_height = constraints.max_height if self.by_height else math.inf
        offered = LayoutConstraints(constraints.max_width) if self.by_height else UNLIMITED
        for alternative in self.alternatives[:-1]:
            width, height = alternative.desired_size(renderer, offered)
            if width <= constraints.max_width + _TOLERANCE and height <= max_height + _TOLERANCE:
                return alternative
        return self.alternatives[-1]

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return self._choose(renderer, constraints).desired_size(renderer, constraints)

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        chosen = self._choose(renderer, LayoutConstraints(*area.size))
        self.children = [chosen]
        chosen.arrange_in_margin(renderer, area)
