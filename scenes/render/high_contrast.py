"""High contrast: the colours and boxes that replace the usual ones. No other code knows two sets of them."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scenes.render import box_styles
from scenes.render.boxes import Box, Stroke
from scenes.render.theme import (
    BLACK,
    BRASS,
    CREAM,
    DISABLED_TEXT,
    GOLD,
    INK,
    INK_BROWN,
    INK_CAPTION,
    INK_SECONDARY,
    LIFE_COLOUR,
    LIFE_LOST_COLOUR,
    MUTED,
    REFUSAL_TEXT,
    TEXT_ON_BRASS,
    TEXT_ON_FELT,
    WHITE,
    Colour,
    luminance,
    rgb,
)

DARK_FILL_COLOUR = rgb("#0f0a06")
"""Fill of every dark box."""
DISABLED_COLOUR = rgb("#b9ab93")
"""Border and text of disabled controls: visible, but less bright than those of enabled ones."""
MIN_BORDER = 2.5
"""Minimum width of a border, logical pixels."""
TEXT_COLOURS: Mapping[Colour, Colour] = MappingProxyType(
    {
        MUTED: CREAM,
        TEXT_ON_FELT: WHITE,
        DISABLED_TEXT: DISABLED_COLOUR,
        BRASS: GOLD,
        REFUSAL_TEXT: rgb("#ffd0c6"),
        LIFE_COLOUR: rgb("#ff9aa6"),
        LIFE_LOST_COLOUR: DISABLED_COLOUR,
        INK_SECONDARY: INK,
        INK_CAPTION: INK,
        INK_BROWN: rgb("#4d2a00"),
        TEXT_ON_BRASS: BLACK,
    }
)
"""Usual colour of a text or an icon -> its colour in high contrast."""
CARD_COLOURS = MappingProxyType({"#c8102e": "#a00a20"})
"""Usual colour -> high contrast in a deck of two colours. A deck of four is distinct enough."""
_MIN_LIGHT_LUMINANCE = 0.3
"""Luminance from which a fill is light and has dark text on it."""


def text_colour(colour: Colour) -> Colour:
    """The colour of a text or an icon in high contrast."""
    return TEXT_COLOURS.get(colour, colour)


def high_contrast_box(original: Box) -> Box:
    """A box in high contrast: opaque and flat, with a distinct border."""
    if not original.fill:
        return _focus_ring(original)
    if original.alpha < 0.5:  # a tint over another box
        return replace(original, fill=(), border=None)
    first = max((colour for _, colour in original.fill), key=luminance)
    plain = replace(original, alpha=1.0, top_highlight=None, bottom_shade=None, texture="")
    if luminance(first) > _MIN_LIGHT_LUMINANCE:
        return replace(plain, fill=((0, first),), border=Stroke(BLACK, MIN_BORDER))
    wanted = DISABLED_COLOUR if original.fill == box_styles.DISABLED_BUTTON.fill else CREAM
    width = MIN_BORDER
    if original.border is not None and luminance(original.border.colour) > _MIN_LIGHT_LUMINANCE:
        wanted, width = original.border.colour, max(MIN_BORDER, original.border.width + 1.5)
    return replace(plain, fill=((0, DARK_FILL_COLOUR),), border=Stroke(wanted, width))


def _focus_ring(usual: Box) -> Box:
    """The focus ring: thicker, and visible on light backgrounds, too. Other boxes are unchanged."""
    if not usual.outlines or usual.outlines[0].colour != WHITE:
        return usual
    return replace(usual, outlines=(Stroke(BLACK, 2), Stroke(WHITE, 5), Stroke(BLACK, 2)))
