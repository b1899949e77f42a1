"""Box styles of all controls: buttons in each state, panels, paper, plates, pills, wells."""

from dataclasses import replace

from scenes.render.boxes import Box, Shadow, Stroke, pressed_box
from scenes.render.theme import (
    BRASS,
    BRASS_BOTTOM,
    BRASS_TOP,
    CHIP_FILL,
    CREAM,
    DISABLED_FILL,
    GAIN_TEXT,
    GOLD,
    LOSS_TEXT,
    PANEL,
    PANEL_BOTTOM,
    PANEL_LINE,
    PAPER,
    PAPER_BOTTOM,
    RING_INK,
    WELL_FILL,
    WHITE,
    rgb,
)

_WARM_LIGHT = (255, 225, 170)

PRIMARY_BUTTON = Box(
    12,
    ((0, BRASS_TOP), (0.38, rgb("#f2c565")), (0.78, rgb("#dca343")), (1, BRASS_BOTTOM)),
    top_highlight=Stroke((255, 250, 225), 1.5, 0.85),
    bottom_shade=Stroke((120, 70, 8), 3, 0.42),
    outlines=(Stroke(rgb("#3a2208"), 1.5),),
    shadows=(Shadow(8, 16, 0.34), Shadow(3, 4, 0.45)),
)
PRIMARY_BUTTON_HOVER = replace(PRIMARY_BUTTON, brightness=1.08)
PRIMARY_BUTTON_PRESSED = pressed_box(PRIMARY_BUTTON)
PLAIN_BUTTON = Box(
    12,
    ((0, rgb("#38281b")), (1, rgb("#241810"))),
    border=Stroke(rgb("#a77c3d"), 1.5),
    top_highlight=Stroke(_WARM_LIGHT, 2, 0.10),
    shadows=(Shadow(6, 12, 0.30), Shadow(2, 3, 0.5)),
)
PLAIN_BUTTON_HOVER = replace(PLAIN_BUTTON, fill=((0, rgb("#4a3624")), (1, rgb("#30200f"))), border=Stroke(BRASS, 1.5))
PLAIN_BUTTON_PRESSED = replace(
    PLAIN_BUTTON_HOVER, brightness=0.92, top_highlight=None, shadows=(), inner_shadow=Shadow(3, 4, 0.5)
)
PLAIN_BUTTON_CHOSEN = replace(PLAIN_BUTTON, fill=((0, rgb("#3d2b1a")), (1, rgb("#2b1d10"))), border=Stroke(GOLD, 2))
DISABLED_BUTTON = Box(12, ((0, DISABLED_FILL),), border=Stroke(rgb("#5b4a35"), 1.5))
PAPER_BUTTON = Box(12, ((0, rgb("#fff8e6")), (1, rgb("#ecdcb8"))), border=Stroke(rgb("#a77c3d"), 1.5))
"""Button on a paper background."""
PAPER_BUTTON_HOVER = replace(
    PAPER_BUTTON, fill=((0, rgb("#fffcf2")), (1, rgb("#f6e6c2"))), border=Stroke(rgb("#8a5312"), 1.5)
)
PAPER_BUTTON_PRESSED = replace(PAPER_BUTTON, brightness=0.94)

ICON_BUTTON = Box(
    12, ((0, rgb("#3a2a1d")), (1, rgb("#241810"))), border=Stroke(rgb("#80602f"), 1.5), shadows=(Shadow(2, 5, 0.5),)
)
ICON_BUTTON_HOVER = replace(ICON_BUTTON, fill=PLAIN_BUTTON_HOVER.fill, border=Stroke(BRASS, 1.5))
ICON_BUTTON_PRESSED = replace(ICON_BUTTON_HOVER, brightness=0.9, shadows=(), inner_shadow=Shadow(3, 4, 0.5))
ICON_BUTTON_DISABLED = replace(DISABLED_BUTTON, radius=12)
ICON_BUTTON_CHOSEN = replace(ICON_BUTTON, border=Stroke(GOLD, 2))

PANEL_BOX = Box(
    18,
    ((0, PANEL), (1, PANEL_BOTTOM)),
    border=Stroke(PANEL_LINE, 1.5),
    top_highlight=Stroke(_WARM_LIGHT, 2, 0.08),
    shadows=(Shadow(10, 34, 0.55),),
)
PANEL_BRASS = replace(PANEL_BOX, border=Stroke(BRASS, 2))
PAPER_BOX = Box(16, ((0, PAPER), (1, PAPER_BOTTOM)), shadows=(Shadow(14, 34, 0.5), Shadow(2, 4, 0.4)), texture="paper")
GAME_TILE = replace(PAPER_BOX, shadows=(Shadow(10, 22, 0.42), Shadow(2, 3, 0.4)))
"""Tile of a game on the home screen."""
GAME_TILE_FOCUS = replace(PAPER_BOX, outlines=(Stroke(RING_INK, 2), Stroke(GOLD, 4)), shadows=())
"""Focused tile of a game."""
GAME_TILE_SHADOW, GAME_TILE_GLOW = (
    Box(16, shadows=(Shadow(26, 44, 0.55),)),
    Box(16, shadows=(Shadow(0, 34, 0.45, 10, GOLD),)),
)
"""Shadow and glow of the focused game tile, drawn first. They stay upright when the tile leans towards the pointer, as
rotating them with it would cost a third more pixels."""
PLATE = Box(
    12, ((0, rgb("#2d2017")), (1, rgb("#1b120b"))), border=Stroke(PANEL_LINE, 1.5), shadows=(Shadow(3, 8, 0.45),)
)
PLATE_ON_TURN = replace(PLATE, border=Stroke(GOLD, 2))
PLATE_HOVER = replace(PLATE, border=Stroke(BRASS, 1.5), fill=((0, rgb("#3d2c1f")), (1, rgb("#281b10"))))
BUBBLE = Box(14, ((0, CREAM),), shadows=(Shadow(3, 8, 0.45),))
BUBBLE_STANDING_FACT = Box(16, ((0, rgb("#140d08")),), 0.9, border=Stroke(PANEL_LINE, 1))
TOOLTIP = Box(10, ((0, rgb("#140d08")),), 0.96, border=Stroke(BRASS, 1), shadows=(Shadow(3, 8, 0.45),))
PILL = Box(19, ((0, rgb("#05160c")),), 0.84, border=Stroke(_WARM_LIGHT, 1, 0.22))
TOAST = Box(19, ((0, rgb("#05160c")),), 0.97, border=Stroke(_WARM_LIGHT, 1, 0.3), shadows=(Shadow(3, 8, 0.45),))
"""Pill above all other content, dark enough to hide the text below it."""
CHIP_BOX = Box(14, ((0, CHIP_FILL),), border=Stroke(rgb("#7a5a30"), 1))
CHIP_ON_FELT = Box(14, ((0, rgb("#081a0f")),), 0.8, border=Stroke(rgb("#7a5a30"), 1))
CHIP_CHOSEN = Box(14, PRIMARY_BUTTON.fill, outlines=(Stroke(rgb("#3a2208"), 1),))
BADGE = Box(13, ((0, CREAM),), shadows=(Shadow(2, 4, 0.5),))
WELL_BOX = Box(11, ((0, WELL_FILL),), border=Stroke(PANEL_LINE, 1.5))
WELL_HOVER = replace(WELL_BOX, border=Stroke(BRASS, 1.5))
SEGMENT_CHOSEN = Box(8, ((0, rgb("#f0e4cc")),))
"""Selected segment of a segmented control."""
SEGMENT_CHOSEN_NONSTANDARD = Box(8, PRIMARY_BUTTON.fill)
"""Selected segment whose value differs from the standard rules."""
SEGMENT_HOVER = Box(8, ((0, rgb("#2b1f14")),))
ROW_NONSTANDARD = Box(12, ((0, rgb("#3a2816")),), 0.75)
ROW_CHOSEN = Box(12, ((0, rgb("#3d2b1a")),), border=Stroke(GOLD, 2))
ROW_HOVER = Box(12, ((0, rgb("#3a2a1b")),), 0.6)
PREVIEW_CHOSEN = Box(12, ((0, rgb("#05160c")),), 0.72, border=Stroke(GOLD, 2))
"""Background of a selected preview on felt."""
PREVIEW_HOVER = Box(12, ((0, rgb("#05160c")),), 0.5)
KEY_HINT = Box(6, ((0, (0, 0, 0)),), 0.20)
"""Background of a key hint on a button."""
KEY_HINT_ON_PRIMARY = Box(6, ((0, (90, 50, 0)),), 0.20)
FOCUS_RING = Box(12, outlines=(Stroke(RING_INK, 2), Stroke(WHITE, 3)))
"""Ring around the widget with the keyboard focus, at a distance of ``FOCUS_GAP``. One of its strokes has a contrast of
3:1 to any background."""
FOCUS_GAP = 3.0
FOCUS_MARGIN = FOCUS_GAP + sum(stroke.width for stroke in FOCUS_RING.outlines)
"""Space around a widget that the ring needs; a scroll view leaves it free, as it cuts off what lies outside."""
SCROLL_TRACK = Box(4, ((0, WELL_FILL),), 0.7)
SCROLL_THUMB = Box(4, ((0, rgb("#80602f")),))
SCROLL_THUMB_HOVER = Box(4, ((0, BRASS),))
SWITCH_ON = Box(15, ((0, rgb("#dca343")),), border=Stroke(rgb("#7d5214"), 1.5))
SWITCH_OFF = Box(15, ((0, WELL_FILL),), border=Stroke(PANEL_LINE, 1.5))
SWITCH_KNOB = Box(12, ((0, rgb("#fffaf0")),), shadows=(Shadow(1, 3, 0.5),))
SWITCH_KNOB_OFF = Box(12, ((0, rgb("#b3a58c")),), shadows=(Shadow(1, 3, 0.5),))

ANNOUNCEMENT_CHIP_GOOD = Box(16, ((0, rgb("#0d3a22")),), border=Stroke(GAIN_TEXT, 2), shadows=(Shadow(3, 8, 0.45),))
"""Chip for the effect of an announcement on a seat: good, bad or neutral."""
ANNOUNCEMENT_CHIP_BAD = replace(ANNOUNCEMENT_CHIP_GOOD, fill=((0, rgb("#3c0c14")),), border=Stroke(LOSS_TEXT, 2))
ANNOUNCEMENT_CHIP_NEUTRAL = replace(ANNOUNCEMENT_CHIP_GOOD, fill=((0, PANEL),), border=Stroke(GOLD, 2))
