"""High-contrast replacements of colours and box styles. All other code uses the usual ones."""

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
DISABLED_COLOUR = rgb("#b9ab93")
"""Border and text of disabled controls, darker than those of enabled ones."""
MIN_BORDER = 2.5
"""Minimum border width, logical pixels."""
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
"""High-contrast colours of texts and icons by their usual colour."""
CARD_COLOURS = MappingProxyType({"#c8102e": "#a00a20"})
"""High-contrast colours of a two-colour deck by their usual colour. A four-colour deck is distinct enough."""
_MIN_LIGHT_LUMINANCE = 0.3
"""Luminance from which a fill counts as light and has dark text."""


def text_colour(colour: Colour) -> Colour:
    """Return the high-contrast colour of a text or an icon."""
    return TEXT_COLOURS.get(colour, colour)


def high_contrast_box(original: Box) -> Box:
    """Return the high-contrast style of a box: opaque and flat, with a clear border."""
    if not original.fill:
        return _thicken_focus_ring(original)
    if original.fill_alpha < 0.5:  # a translucent tint of another box
        return replace(original, fill=(), border=None)
    first = max((colour for _, colour in original.fill), key=luminance)
    plain = replace(original, fill_alpha=1.0, top_highlight=None, bottom_shade=None, texture="")
    if luminance(first) > _MIN_LIGHT_LUMINANCE:
        return replace(plain, fill=((0, first),), border=Stroke(BLACK, MIN_BORDER))
    wanted = DISABLED_COLOUR if original.fill == box_styles.DISABLED_BUTTON.fill else CREAM
    width = MIN_BORDER
    if original.border is not None and luminance(original.border.colour) > _MIN_LIGHT_LUMINANCE:
        wanted, width = original.border.colour, max(MIN_BORDER, original.border.width + 1.5)
    return replace(plain, fill=((0, DARK_FILL_COLOUR),), border=Stroke(wanted, width))


def _thicken_focus_ring(usual: Box) -> Box:
    """Return a thicker focus ring for high contrast. Other boxes are unchanged."""
    if usual.outlines != box_styles.FOCUS_RING.outlines:
        return usual
    return replace(usual, outlines=(Stroke(BLACK, 2), Stroke(WHITE, 5), Stroke(BLACK, 2)))
