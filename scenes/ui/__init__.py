"""The user interface as one tree of nodes: layout, focus, pointer, accessibility and time."""

from scenes.ui.boxes import Column, FirstThatFits, Grid, Row, Spacer, Stack
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text

__all__ = ["Column", "FirstThatFits", "Grid", "Row", "ScrollView", "Spacer", "Stack", "Text"]
