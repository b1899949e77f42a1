"""The user interface as one tree of nodes: layout, focus, pointer, accessibility and time."""

from scenes.ui.boxes import Centered, Column, FirstThatFits, Flow, Grid, Row, Spacer, Stack
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.zone import Pin, Zone

__all__ = [
    "Centered",
    "Column",
    "FirstThatFits",
    "Flow",
    "Grid",
    "Pin",
    "Row",
    "ScrollView",
    "Spacer",
    "Stack",
    "Text",
    "Zone",
]
