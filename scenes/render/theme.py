"""Design constants: colours, text styles and measures, named by their use.

Lengths are logical pixels. Colours are red, green and blue, 0 … 255.
"""

from typing import NamedTuple

from engine import settings
from engine.characters import CHARACTERS

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """Return the RGB colour of a ``"#rrggbb"`` code.

    >>> rgb("#ffd166")
    (255, 209, 102)
    """
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def hex_code(colour: Colour) -> str:
    """Return the ``"#rrggbb"`` code of a colour.

    >>> hex_code((255, 209, 102))
    '#ffd166'
    """
    return "#{:02x}{:02x}{:02x}".format(*colour)


# Text
CREAM = rgb("#f7efdf")
"""Text on panels, plates and felt."""
MUTED = rgb("#cdbfa6")
"""Secondary text on panels."""
TEXT_ON_FELT = rgb("#dfe8d6")
"""Labels on felt."""
TITLE_TEXT = rgb("#fff3d6")
"""Wordmark and screen titles on felt."""
TITLE_SHADOW = rgb("#06210f")
RIBBON_TEXT = rgb("#fff6e2")
INK = rgb("#10131a")
"""Text on paper and cards."""
INK_SECONDARY = rgb("#4a4136")
INK_CAPTION = rgb("#5a4c38")
INK_BROWN = rgb("#7a4508")
"""Links and headings on paper."""
TEXT_ON_BRASS = rgb("#2a1703")
"""Text on a primary button."""
DISABLED_TEXT = rgb("#a3957e")
"""Text of disabled controls."""
GOLD = rgb("#ffd166")
"""Selection, current turn, differences from the standard rules, key words. On dark backgrounds only."""
GOLD_ON_FELT = rgb("#ffe3a0")
"""Lighter gold for text on felt, with a contrast of at least 4.5:1 even on its brightest spot."""
BRASS = rgb("#e2ae4e")
REFUSAL_TEXT = rgb("#ff8f7d")
"""Text of a refusal on panels."""
REFUSAL_DISC = rgb("#8c1428")
LIFE_COLOUR = rgb("#f0566a")
LIFE_LOST_COLOUR = rgb("#8c7a63")
WHITE = (255, 255, 255)
"""Keyboard focus ring, texts in high contrast, and masks."""
BLACK = (0, 0, 0)

# Backgrounds
VEIL_COLOUR = rgb("#04140c")
"""Colour of the veil that darkens the table during an announcement."""
GAIN_TEXT, LOSS_TEXT = rgb("#bff0c8"), rgb("#ffb3a6")
"""Text colours of gains and of losses."""
FELT_LIGHT = rgb("#1f6f45")
FELT = rgb("#14532d")
FELT_EDGE = rgb("#0b3a20")
FELT_CORNER = rgb("#082c17")
PANEL = rgb("#2b1f16")
PANEL_BOTTOM = rgb("#1d140d")
PANEL_LINE = rgb("#63482a")
HAIRLINE = rgb("#3d2c1b")
HAIRLINE_PAPER = rgb("#e0d3b8")
WELL_FILL = rgb("#0f0905")
SELECTION = rgb("#6a4a1c")
"""Background of selected text in a field."""
CHIP_FILL = rgb("#3a2b1d")
CARD_FACE = rgb("#fdfbf5")
PAPER = rgb("#fffdf6")
PAPER_BOTTOM = rgb("#f6eedd")
RING_INK = rgb("#2a1606")
"""Dark line between a card and its gold ring, as gold alone is invisible on a card."""
BRASS_TOP = rgb("#ffe09a")
BRASS_BOTTOM = rgb("#c98d31")
DISABLED_FILL = rgb("#2a2019")

TWO_SUIT_COLOURS = {"S": INK, "H": rgb("#c8102e"), "D": rgb("#c8102e"), "C": INK}
FOUR_SUIT_COLOURS = {"S": INK, "H": rgb("#d60012"), "D": rgb("#307ba6"), "C": rgb("#a10aff")}
SUIT_BY_SIGN = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}

EMBLEM_BACKGROUND_COLOURS = (rgb("#7a5a34"), rgb("#4a3319"))
"""Default inner and outer colour of an emblem's background."""

SEAT_LINE_STYLES = (
    (rgb("#b4770a"), ()),
    (rgb("#14745d"), (3.0, 5.0)),
    (rgb("#b0401f"), (9.0, 6.0)),
    (rgb("#1f6c9c"), (12.0, 5.0, 3.0, 5.0)),
    (rgb("#7b3f98"), (6.0, 4.0)),
    (rgb("#5d6410"), (3.0, 3.0)),
    (rgb("#a3195b"), (14.0, 4.0)),
    (rgb("#44525f"), (9.0, 3.0, 3.0, 3.0, 3.0, 3.0)),
    (rgb("#2b3a8f"), (18.0, 8.0)),
    (rgb("#c2408f"), (2.0, 7.0)),
    (rgb("#5a2a12"), (6.0, 3.0, 2.0, 3.0)),
    (rgb("#007d82"), (16.0, 3.0, 6.0, 3.0)),
)
"""Colour and dashes of each seat's line in a plot on paper, the player's own first. Dashes distinguish the lines
without colour."""

PERSON_PORTRAITS = settings.PORTRAITS
"""Portraits available to persons."""
DEFAULT_PORTRAIT = PERSON_PORTRAITS[0]
"""Portrait of a player who hasn't chosen one; an emblem without a face."""
PORTRAITS = (*CHARACTERS, *PERSON_PORTRAITS)


class TextStyle(NamedTuple):
    """Text style: font file without its suffix, and size in logical pixels."""

    font: str
    size: float
    emphasis_font: str = ""
    """Font of emphasised words; empty for the same font."""
    line_spacing: float = 1.3
    """Distance between lines, as a factor of the size."""


_DISPLAY_BLACK, _DISPLAY_SEMIBOLD = "Fraunces-Display-Black", "Fraunces-Display-SemiBold"
_TEXT_SEMIBOLD, _TEXT_BOLD = "Fraunces-Text-SemiBold", "Fraunces-Text-Bold"
_LATO_REGULAR, _LATO_BOLD, _LATO_BLACK = "Lato-Regular", "Lato-Bold", "Lato-Black"
ANNOUNCEMENT_FONT = "Fraunces-Display-BlackItalic"

TEXT_STYLES = {
    "wordmark": TextStyle(_DISPLAY_BLACK, 60, line_spacing=1.0),
    "result": TextStyle(_DISPLAY_BLACK, 44, line_spacing=1.0),
    "title": TextStyle(_DISPLAY_SEMIBOLD, 34, line_spacing=1.1),
    "panel_title": TextStyle(_DISPLAY_SEMIBOLD, 25, line_spacing=1.1),
    "heading": TextStyle(_DISPLAY_SEMIBOLD, 28, line_spacing=1.1),
    "game": TextStyle(_DISPLAY_SEMIBOLD, 27, line_spacing=1.1),
    "play": TextStyle(_DISPLAY_SEMIBOLD, 34, line_spacing=1.0),
    "tag": TextStyle(_TEXT_SEMIBOLD, 20, line_spacing=1.15),
    "name": TextStyle(_TEXT_SEMIBOLD, 18, line_spacing=1.15),
    "numeral": TextStyle(_TEXT_BOLD, 40, line_spacing=1.0),
    "numeral_small": TextStyle(_TEXT_BOLD, 16, line_spacing=1.0),
    "button": TextStyle(_LATO_BOLD, 20, line_spacing=1.1),
    "button_large": TextStyle(_LATO_BOLD, 22, line_spacing=1.1),
    "button_small": TextStyle(_LATO_BOLD, 17, line_spacing=1.1),
    "prompt": TextStyle(_LATO_REGULAR, 18, _LATO_BOLD, 1.2),
    "lead": TextStyle(_LATO_REGULAR, 19, _LATO_BOLD),
    "body": TextStyle(_LATO_REGULAR, 17, _LATO_BOLD),
    "page": TextStyle(_LATO_REGULAR, 18, line_spacing=1.45),
    "page_strong": TextStyle(_LATO_BOLD, 18, line_spacing=1.45),
    "page_slanted": TextStyle("Lato-Italic", 18, line_spacing=1.45),
    "strong": TextStyle(_LATO_BOLD, 18, line_spacing=1.25),
    "strong_body": TextStyle(_LATO_BOLD, 17, line_spacing=1.25),
    "large": TextStyle(_LATO_REGULAR, 24, _LATO_BOLD),
    "goal": TextStyle(_LATO_REGULAR, 21, _LATO_BOLD, 1.35),
    "explanation": TextStyle(_LATO_REGULAR, 16, _LATO_BOLD),
    "choice": TextStyle(_LATO_BOLD, 17, line_spacing=1.1),
    "plate": TextStyle(_LATO_REGULAR, 15, _LATO_BOLD, 1.25),
    "bubble": TextStyle(_LATO_BOLD, 17, line_spacing=1.2),
    "talk": TextStyle("Lato-Italic", 17, _LATO_BOLD, 1.2),
    "talk_log": TextStyle("Lato-Italic", 15, _LATO_BOLD, 1.25),
    "talk_large": TextStyle("Lato-Italic", 24, _LATO_BOLD),
    "label": TextStyle(_LATO_BOLD, 14, line_spacing=1.2),
    "tile": TextStyle(_LATO_BOLD, 15, line_spacing=1.15),
    "tile_small": TextStyle(_LATO_BOLD, 13, line_spacing=1.15),
    "count": TextStyle(_LATO_BLACK, 15, line_spacing=1.2),
    "refusal": TextStyle(_LATO_BOLD, 20, line_spacing=1.25),
    "ribbon": TextStyle(_LATO_BOLD, 21, line_spacing=1.2),
    "figure": TextStyle(_LATO_REGULAR, 18, line_spacing=1.25),
    "total": TextStyle(_LATO_BLACK, 23, line_spacing=1.1),
    "change": TextStyle(_LATO_BLACK, 38, line_spacing=1.0),
    "small": TextStyle(_LATO_REGULAR, 14, _LATO_BOLD, 1.25),
}
"""Text styles by name."""

MARGIN = 24.0
"""Distance of contents from the screen's edge."""
GAP = 12.0
MIN_TARGET_SIZE = 44.0
"""Minimum width and height of anything clickable."""
CARD_RATIO = 1.4
"""Height of a card in card widths."""
CARD_RADIUS = 0.06
"""Corner radius of a card in card widths, as in the drawings."""
OWN_CARD_WIDTH = 112.0
PORTRAIT_DIAMETER = 68.0
SMALL_PORTRAIT_DIAMETER = 32.0
"""Diameter of portraits next to a card of a trick and on a board."""
BUTTON_HEIGHT = 48.0
SMALL_BUTTON_HEIGHT = 44.0
DIM_BRIGHTNESS = 0.65
"""Brightness of the paper of an unplayable card."""


def dim_on_card(colour: Colour) -> Colour:
    """Return a colour darkened as on an unplayable card.

    Inks are darkened more than the paper, so that the card stays readable. With the same factor of 0.55 for both, red
    would have a contrast of only 3.4.
    """
    red, green, blue = (int(c * c / 255 * DIM_BRIGHTNESS) for c in colour)
    return red, green, blue


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour by WCAG 2.2, 0 … 1."""
    parts = [c / 255 for c in colour]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(first: Colour, second: Colour) -> float:
    """Return the contrast ratio of two colours by WCAG 2.2, 1 … 21.

    >>> round(contrast_ratio(WHITE, BLACK))
    21
    """
    bright, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
