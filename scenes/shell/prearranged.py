"""Bridge for the widgets of panels that are not yet described as nodes."""

from collections import Counter
from collections.abc import Hashable, Sequence

from pygame import FRect

from scenes.render.renderer import Renderer
from scenes.render.widgets import Scroll, Widget
from scenes.render.widgets.node import LayoutConstraints, Size
from scenes.ui import ScrollView
from scenes.ui.boxes import LayoutBox


class Prearranged(LayoutBox):
    """A box with widgets that keep the rectangles they already have; their labels or names become their keys."""

    def __init__(self, widgets: Sequence[Widget]) -> None:
        super().__init__([_as_node(widget) for widget in widgets])
        self._areas = [widget.rect for widget in widgets]
        names = Counter[Hashable]()
        for child in self.children:
            names[child.key] += 1
            if child.key is not None and names[child.key] > 1:
                child.key = child.key, names[child.key]

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(constraints.max_width, max((area.bottom for area in self._areas), default=0.0))

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        for child, place in zip(self.children, self._areas, strict=True):
            child.arrange(renderer, FRect(place))


def _as_node(widget: Widget) -> Widget:
    if isinstance(widget, Scroll):
        content = Prearranged(widget.children).with_layout(height=widget.content_height)
        return ScrollView(content, key="list", bar_overlaps=True)
    if widget.focusable and widget.key is None:
        names = (getattr(widget, name, "") for name in ("label", "name", "accessible_name"))
        widget.with_layout(next((name for name in names if name), type(widget).__name__))
    return widget
