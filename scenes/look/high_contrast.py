"""High contrast: the colours and boxes that replace the usual ones. No other code knows two sets of them."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scenes.look import box_styles
from scenes.look.boxes import Box, Stroke
from scenes.look.theme import (
    BLACK,
    BRASS,
    CREAM,
    DISABLED_TEXT,
    GOLD,
    INK,
    INK_BROWN,
    INK_CAPTION,
    INK_SECOND,
    LIFE,
    LIFE_LOST,
    MUTED,
    ON_BRASS,
    ON_FELT,
    REFUSAL,
    WHITE,
    Colour,
    luminance,
    rgb,
)

DARK_FILL = rgb("#0f0a06")
"""Fill of every dark box."""
DISABLED = rgb("#b9ab93")
"""Border and text of disabled controls: visible, but less bright than those of enabled ones."""
MIN_BORDER = 2.5
"""Minimum width of a border, logical pixels."""
INKS: Mapping[Colour, Colour] = MappingProxyType(
    {
        MUTED: CREAM,
        ON_FELT: WHITE,
        DISABLED_TEXT: DISABLED,
        BRASS: GOLD,
        REFUSAL: rgb("#ffd0c6"),
        LIFE: rgb("#ff9aa6"),
        LIFE_LOST: DISABLED,
        INK_SECOND: INK,
        INK_CAPTION: INK,
        INK_BROWN: rgb("#4d2a00"),
        ON_BRASS: BLACK,
    }
)
"""Usual colour of a text or an icon -> its colour in high contrast."""
CARD_INKS = MappingProxyType({"#c8102e": "#a00a20"})
"""Usual colour -> high contrast in a deck of two colours. A deck of four is distinct enough."""
_BRIGHT = 0.3
"""Luminance from which a fill is light and has dark text on it."""


def ink(colour: Colour) -> Colour:
    """The colour of a text or an icon in high contrast."""
    return INKS.get(colour, colour)


def box(usual: Box) -> Box:
    """A box in high contrast: opaque and flat, with a distinct border."""
    if not usual.fill:
        return _ring(usual)
    if usual.alpha < 0.5:  # a tint over another box
        return replace(usual, fill=(), border=None)
    first = max((colour for _, colour in usual.fill), key=luminance)
    plain = replace(usual, alpha=1.0, highlight=None, shade=None, texture="")
    if luminance(first) > _BRIGHT:
        return replace(plain, fill=((0, first),), border=Stroke(BLACK, MIN_BORDER))
    wanted = DISABLED if usual.fill == box_styles.DISABLED.fill else CREAM
    width = MIN_BORDER
    if usual.border is not None and luminance(usual.border.colour) > _BRIGHT:
        wanted, width = usual.border.colour, max(MIN_BORDER, usual.border.width + 1.5)
    return replace(plain, fill=((0, DARK_FILL),), border=Stroke(wanted, width))


def _ring(usual: Box) -> Box:
    """The focus ring: thicker, and visible on light backgrounds, too. Other boxes are unchanged."""
    if not usual.outlines or usual.outlines[0].colour != WHITE:
        return usual
    return replace(usual, outlines=(Stroke(BLACK, 2), Stroke(WHITE, 5), Stroke(BLACK, 2)))
