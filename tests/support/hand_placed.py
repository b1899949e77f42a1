"""A tree of widgets that a test has placed."""

from pygame import FRect

from scenes.render.renderer import Renderer
from scenes.ui.boxes import LayoutBox
from scenes.ui.tree import Root
from scenes.ui.widgets import Widget


class HandPlacedBox(LayoutBox):
    """A box that leaves its nodes where they are."""

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        pass


def root_of_placed(renderer: Renderer, *widgets: Widget) -> Root:
    """Return a tree of widgets that keep their rectangles; their keys are their indices."""
    root = Root()
    nodes = [widget.with_layout(i) for i, widget in enumerate(widgets)]
    root.describe(renderer, HandPlacedBox(nodes), FRect(0, 0, renderer.width, renderer.height))
    return root
