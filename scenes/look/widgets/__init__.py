"""Widgets: buttons, choices, panels, plates, bubbles, scrolling lists, and the group that moves the focus."""

from scenes.look.widgets.base import Clickable, Group, Pos, Widget
from scenes.look.widgets.buttons import Button, IconButton, Link, key_name
from scenes.look.widgets.choices import Gallery, Segmented, Stepper, Swatches, Tabs, Toggle
from scenes.look.widgets.plate import Fact, Plate, level_dots
from scenes.look.widgets.scroll import Scroll
from scenes.look.widgets.sliders import LabelledSlider, Slider
from scenes.look.widgets.static import Badge, Bubble, Chip, IconPicture, KeyCap, Label, Panel, Paper, Pill
from scenes.look.widgets.text_field import TextField
from scenes.look.widgets.tooltip import Tooltip

__all__ = [
    "Badge",
    "Bubble",
    "Button",
    "Chip",
    "Clickable",
    "Fact",
    "Gallery",
    "Group",
    "IconButton",
    "IconPicture",
    "KeyCap",
    "Label",
    "LabelledSlider",
    "Link",
    "Panel",
    "Paper",
    "Pill",
    "Plate",
    "Pos",
    "Scroll",
    "Segmented",
    "Slider",
    "Stepper",
    "Swatches",
    "Tabs",
    "TextField",
    "Toggle",
    "Tooltip",
    "Widget",
    "key_name",
    "level_dots",
]
