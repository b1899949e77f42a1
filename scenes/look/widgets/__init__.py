"""The widgets: buttons, choices, panels, plates, bubbles, scrolling lists, and the group that moves the focus."""

from scenes.look.widgets.base import Clickable, Group, Pos, Widget
from scenes.look.widgets.buttons import Button, IconButton, Link, key_name
from scenes.look.widgets.choices import Segmented, Slider, Stepper, Swatches, Toggle
from scenes.look.widgets.field import Field
from scenes.look.widgets.plate import Fact, Plate, level_dots
from scenes.look.widgets.scale import Scale
from scenes.look.widgets.scroll import Scroll
from scenes.look.widgets.surfaces import Badge, Bubble, Chip, Label, Panel, Paper, Pill
from scenes.look.widgets.tooltip import Tooltip

__all__ = [
    "Badge",
    "Bubble",
    "Button",
    "Chip",
    "Clickable",
    "Fact",
    "Field",
    "Group",
    "IconButton",
    "Label",
    "Link",
    "Panel",
    "Paper",
    "Pill",
    "Plate",
    "Pos",
    "Scale",
    "Scroll",
    "Segmented",
    "Slider",
    "Stepper",
    "Swatches",
    "Toggle",
    "Tooltip",
    "Widget",
    "key_name",
    "level_dots",
]
