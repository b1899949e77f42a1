"""Widgets: buttons, choices, panels, plates, bubbles."""

from scenes.ui.widget import Clickable, PointerPos, Widget
from scenes.ui.widgets.buttons import Button, IconButton, Link, MoreLink, key_label
from scenes.ui.widgets.choices import Gallery, PreviewRow, Segmented, Stepper, Tabs, Toggle
from scenes.ui.widgets.seat_plate import Fact, SeatPlate, draw_level_dots
from scenes.ui.widgets.sliders import LabelledSlider, Slider
from scenes.ui.widgets.static import Badge, Bubble, Chip, IconImage, KeyCap, Label, Panel, Paper, Pill
from scenes.ui.widgets.text_field import TextField

__all__ = [
    "Badge",
    "Bubble",
    "Button",
    "Chip",
    "Clickable",
    "Fact",
    "Gallery",
    "IconButton",
    "IconImage",
    "KeyCap",
    "Label",
    "LabelledSlider",
    "Link",
    "MoreLink",
    "Panel",
    "Paper",
    "Pill",
    "PointerPos",
    "PreviewRow",
    "SeatPlate",
    "Segmented",
    "Slider",
    "Stepper",
    "Tabs",
    "TextField",
    "Toggle",
    "Widget",
    "draw_level_dots",
    "key_label",
]
