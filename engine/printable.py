"""Texts from outside (names of files, keys, values, error messages) made fit to be shown."""

LONGEST = 80
"""Usual maximum length in characters."""
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
"""Stands for a character that can't be shown."""


def printable(text: str, longest: int = LONGEST) -> str:
    """Return a text from outside as one line of at most ``longest`` characters that is safe to draw and to print.

    Characters without a shape of their own (control characters, null, marks that turn the direction of writing, halves
    of surrogate pairs) become ``UNKNOWN``. Blanks of all kinds become single spaces. A cut text ends in an ellipsis.

    >>> printable("a\\0b\\x1b[2J"), printable("C:\\\\x\\n y"), printable("x" * 9, 4), printable("Zoë’s 日本")
    ('a�b�[2J', 'C:\\\\x y', 'xxx…', 'Zoë’s 日本')
    """
    part = text[: 4 * longest]  # a text of megabytes is not looked at whole
    shown = " ".join("".join(char if char.isprintable() else _shown(char) for char in part).split())
    return shown if len(shown) <= longest and len(part) == len(text) else f"{shown[: longest - 1]}…"


def _shown(char: str) -> str:
    return " " if char.isspace() else UNKNOWN
