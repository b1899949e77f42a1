"""Colours, text styles and measures, named by their use.

Lengths are logical pixels. Colours are red, green and blue, 0 … 255.
"""

from typing import NamedTuple

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """A colour from ``"#rrggbb"``.

    >>> rgb("#ffd166")
    (255, 209, 102)
    """
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def hex_code(colour: Colour) -> str:
    """``"#rrggbb"`` of a colour.

    >>> hex_code((255, 209, 102))
    '#ffd166'
    """
    return "#{:02x}{:02x}{:02x}".format(*colour)


# Text
CREAM = rgb("#f7efdf")
"""Text on panels, plates and felt."""
MUTED = rgb("#cdbfa6")
"""Second lines on panels."""
ON_FELT = rgb("#dfe8d6")
"""Labels on felt."""
TITLE = rgb("#fff3d6")
"""Wordmark and screen titles on felt."""
TITLE_SHADE = rgb("#06210f")
RIBBON_TEXT = rgb("#fff6e2")
INK = rgb("#10131a")
"""Text on paper and cards."""
INK_SECOND = rgb("#4a4136")
INK_CAPTION = rgb("#5a4c38")
INK_BROWN = rgb("#7a4508")
"""Links and headings on paper."""
ON_BRASS = rgb("#2a1703")
"""Text on a primary button."""
DISABLED_TEXT = rgb("#a3957e")
"""Text of disabled controls."""
GOLD = rgb("#ffd166")
"""Selection, whose turn it is, differences from the standard game, key words. On dark backgrounds only."""
GOLD_ON_FELT = rgb("#ffe3a0")
"""Lighter gold for text on felt, where the lamp is brightest: a contrast of 4.5:1 everywhere."""
BRASS = rgb("#e2ae4e")
REFUSAL = rgb("#ff8f7d")
"""A refusal, on panels."""
REFUSAL_DISC = rgb("#8c1428")
LIFE = rgb("#f0566a")
LIFE_LOST = rgb("#8c7a63")
WHITE = (255, 255, 255)
"""Keyboard focus ring only."""
BLACK = (0, 0, 0)

# Backgrounds
VEIL = rgb("#04140c")
"""What the table recedes under while something is announced."""
GAIN, LOSS = rgb("#bff0c8"), rgb("#ffb3a6")
"""Ink of what is gained, and of what is lost."""
FELT_LIGHT = rgb("#1f6f45")
FELT = rgb("#14532d")
FELT_EDGE = rgb("#0b3a20")
FELT_CORNER = rgb("#082c17")
PANEL = rgb("#2b1f16")
PANEL_LOW = rgb("#1d140d")
PANEL_LINE = rgb("#63482a")
HAIRLINE = rgb("#3d2c1b")
HAIRLINE_PAPER = rgb("#e0d3b8")
WELL = rgb("#0f0905")
CHIP = rgb("#3a2b1d")
CARD_FACE = rgb("#fdfbf5")
PAPER = rgb("#fffdf6")
PAPER_LOW = rgb("#f6eedd")
RING_INK = rgb("#2a1606")
"""Dark line between a card and its gold ring: gold alone is invisible on a card."""
BRASS_TOP = rgb("#ffe09a")
BRASS_FOOT = rgb("#c98d31")
DISABLED_FILL = rgb("#2a2019")

SUITS_TWO = {"S": INK, "H": rgb("#c8102e"), "D": rgb("#c8102e"), "C": INK}
SUITS_FOUR = {"S": INK, "H": rgb("#d60012"), "D": rgb("#307ba6"), "C": rgb("#a10aff")}
SUIT_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}

EMBLEM_GROUND = (rgb("#7a5a34"), rgb("#4a3319"))
"""Inner and outer colour of an emblem's ground where its drawing names none."""

PLAYER_LINES = (
    (rgb("#b4770a"), ()),
    (rgb("#14745d"), (3.0, 5.0)),
    (rgb("#b0401f"), (9.0, 6.0)),
    (rgb("#1f6c9c"), (12.0, 5.0, 3.0, 5.0)),
    (rgb("#7b3f98"), (6.0, 4.0)),
    (rgb("#5d6410"), (3.0, 3.0)),
    (rgb("#a3195b"), (14.0, 4.0)),
    (rgb("#44525f"), (9.0, 3.0, 3.0, 3.0, 3.0, 3.0)),
)
"""Colour and dashes of each player's line in a plot on paper, the player's own first. Dashes tell lines apart without
colour."""

OWN_PORTRAITS = ("you", "hoops", "straw", "helmet", "chef", "glasses", "turban", "flower", "scarf")
"""Portraits that the player can choose."""
FACELESS = OWN_PORTRAITS[0]
"""The one that is an emblem: that of a player who hasn't chosen a face."""
PORTRAITS = ("celeste", "tiao", "ingrid", "kwame", "mei", "rafa", "anselm", "yasmin", *OWN_PORTRAITS)


class TextStyle(NamedTuple):
    """How a text is set: font file without its suffix, and size in logical pixels."""

    font: str
    size: float
    strong: str = ""
    """Font of emphasised words; the same font if empty."""
    leading: float = 1.3
    """Distance between lines, in sizes."""


_BLACK, _TITLE = "Fraunces-Display-Black", "Fraunces-Display-SemiBold"
_NAME, _NUMERAL = "Fraunces-Text-SemiBold", "Fraunces-Text-Bold"
_PLAIN, _BOLD, _HEAVY = "Lato-Regular", "Lato-Bold", "Lato-Black"
ANNOUNCEMENT_FONT = "Fraunces-Display-BlackItalic"
"""Font of an announcement."""

TEXT_STYLES = {
    "wordmark": TextStyle(_BLACK, 60, leading=1.0),
    "result": TextStyle(_BLACK, 44, leading=1.0),
    "title": TextStyle(_TITLE, 34, leading=1.1),
    "panel_title": TextStyle(_TITLE, 25, leading=1.1),
    "heading": TextStyle(_TITLE, 28, leading=1.1),
    "game": TextStyle(_TITLE, 27, leading=1.1),
    "play": TextStyle(_TITLE, 34, leading=1.0),
    "tag": TextStyle(_NAME, 20, leading=1.15),
    "name": TextStyle(_NAME, 18, leading=1.15),
    "numeral": TextStyle(_NUMERAL, 40, leading=1.0),
    "numeral_small": TextStyle(_NUMERAL, 16, leading=1.0),
    "button": TextStyle(_BOLD, 20, leading=1.1),
    "button_large": TextStyle(_BOLD, 22, leading=1.1),
    "button_small": TextStyle(_BOLD, 17, leading=1.1),
    "prompt": TextStyle(_PLAIN, 18, _BOLD, 1.2),
    "lead": TextStyle(_PLAIN, 19, _BOLD),
    "body": TextStyle(_PLAIN, 17, _BOLD),
    "page": TextStyle(_PLAIN, 18, leading=1.45),
    "page_strong": TextStyle(_BOLD, 18, leading=1.45),
    "page_slanted": TextStyle("Lato-Italic", 18, leading=1.45),
    "strong": TextStyle(_BOLD, 18, leading=1.25),
    "strong_body": TextStyle(_BOLD, 17, leading=1.25),
    "large": TextStyle(_PLAIN, 24, _BOLD),
    "goal": TextStyle(_PLAIN, 21, _BOLD, 1.35),
    "explanation": TextStyle(_PLAIN, 16, _BOLD),
    "choice": TextStyle(_BOLD, 17, leading=1.1),
    "plate": TextStyle(_PLAIN, 15, _BOLD, 1.25),
    "bubble": TextStyle(_BOLD, 17, leading=1.2),
    "talk": TextStyle("Lato-Italic", 17, _BOLD, 1.2),
    "talk_log": TextStyle("Lato-Italic", 15, _BOLD, 1.25),
    "talk_large": TextStyle("Lato-Italic", 24, _BOLD),
    "label": TextStyle(_BOLD, 14, leading=1.2),
    "tile": TextStyle(_BOLD, 15, leading=1.15),
    "tile_small": TextStyle(_BOLD, 13, leading=1.15),
    "count": TextStyle(_HEAVY, 15, leading=1.2),
    "refusal": TextStyle(_BOLD, 20, leading=1.25),
    "ribbon": TextStyle(_BOLD, 21, leading=1.2),
    "figure": TextStyle(_PLAIN, 18, leading=1.25),
    "total": TextStyle(_HEAVY, 23, leading=1.1),
    "change": TextStyle(_HEAVY, 38, leading=1.0),
    "small": TextStyle(_PLAIN, 14, _BOLD, 1.25),
}
"""Style of every text on the screen, by name."""

MARGIN = 24.0
"""Distance from the screen's edge."""
GAP = 12.0
MIN_TARGET = 44.0
"""Minimum width and height of anything that can be clicked."""
CARD_RATIO = 1.4
"""A card's height in widths."""
CARD_RADIUS = 0.06
"""A card's corner radius in widths, as in the drawings."""
OWN_CARD = 112.0
PORTRAIT = 68.0
SMALL_PORTRAIT = 32.0
"""The same at a play of a trick, and on a board."""
BUTTON_HEIGHT = 48.0
BUTTON_SMALL = 44.0
DIM = 0.65
"""Brightness of the paper of a card that can't be played."""


def dimmed(colour: Colour) -> Colour:
    """The colour on a card that can't be played. Inks lose more than the paper does, so that the card stays readable:
    with both at 0.55 of their brightness, red had a contrast of 3.4."""
    red, green, blue = (int(c * c / 255 * DIM) for c in colour)
    return red, green, blue


def luminance(colour: Colour) -> float:
    """Relative luminance of WCAG 2.2, 0 … 1."""
    parts = [c / 255 for c in colour]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio of WCAG 2.2, 1 … 21.

    >>> round(contrast(WHITE, BLACK))
    21
    """
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
