"""Widgets: buttons, choices, panels, plates, bubbles."""

from scenes.render.widgets.base import Clickable, PointerPos, Widget
from scenes.render.widgets.buttons import Button, IconButton, Link, key_label
from scenes.render.widgets.choices import Gallery, PreviewRow, Segmented, Stepper, Tabs, Toggle
from scenes.render.widgets.seat_plate import Fact, SeatPlate, draw_level_dots
from scenes.render.widgets.sliders import LabelledSlider, Slider
from scenes.render.widgets.static import Badge, Bubble, Chip, IconImage, KeyCap, Label, Panel, Paper, Pill
from scenes.render.widgets.text_field import TextField

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
