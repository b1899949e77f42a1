"""High contrast: which colours and boxes take the place of the usual ones. No other code knows two sets of them."""

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

GROUND = rgb("#0f0a06")
"""Of every dark box."""
QUIET = rgb("#b9ab93")
"""Border of what is not available now: seen, but not as bright as the border of what is."""
LINE = 2.5
"""Least width of a border, logical pixels."""
INKS: Mapping[Colour, Colour] = MappingProxyType(
    {
        MUTED: CREAM,
        ON_FELT: WHITE,
        DISABLED_TEXT: QUIET,
        BRASS: GOLD,
        REFUSAL: rgb("#ffd0c6"),
        LIFE: rgb("#ff9aa6"),
        LIFE_LOST: QUIET,
        INK_SECOND: INK,
        INK_CAPTION: INK,
        INK_BROWN: rgb("#4d2a00"),
        ON_BRASS: BLACK,
    }
)
"""Usual colour of a text or an icon -> the one in high contrast."""
CARD_INKS = MappingProxyType({"#c8102e": "#a00a20"})
"""Colours of a deck in two colours; those of four are kept, for every eye tells them apart."""
_BRIGHT = 0.3
"""Luminance from which a ground is light and carries dark text."""


def ink(colour: Colour) -> Colour:
    """The colour of a text or an icon in high contrast."""
    return INKS.get(colour, colour)


def box(usual: Box) -> Box:
    """A box in high contrast: opaque, flat, with a clear border."""
    if not usual.fill:
        return _ring(usual)
    if usual.alpha < 0.5:  # a tint on another box
        return replace(usual, fill=(), border=None)
    first = max((colour for _, colour in usual.fill), key=luminance)
    plain = replace(usual, alpha=1.0, highlight=None, shade=None, texture="")
    if luminance(first) > _BRIGHT:
        return replace(plain, fill=((0, first),), border=Stroke(BLACK, LINE))
    wanted = QUIET if usual.fill == box_styles.DISABLED.fill else CREAM
    width = LINE
    if usual.border is not None and luminance(usual.border.colour) > _BRIGHT:
        wanted, width = usual.border.colour, max(LINE, usual.border.width + 1.5)
    return replace(plain, fill=((0, GROUND),), border=Stroke(wanted, width))


def _ring(usual: Box) -> Box:
    """The keyboard's focus: thicker, and seen on a light ground, too."""
    if not usual.outlines or usual.outlines[0].colour != WHITE:
        return usual
    return replace(usual, outlines=(Stroke(BLACK, 2), Stroke(WHITE, 5), Stroke(BLACK, 2)))
