"""Texts from outside (names of files, keys, values, error messages) made fit to be shown."""

MAX_LENGTH = 80
"""Usual maximum length in characters."""
REPLACEMENT_CHARACTER = "\N{REPLACEMENT CHARACTER}"
"""Stands for a character that can't be shown."""


def sanitise(text: str, max_length: int = MAX_LENGTH) -> str:
    """Return a text from outside as one line of at most ``max_length`` characters that is safe to draw and to print.

    Characters without a shape of their own (control characters, null, marks that turn the direction of writing, halves
    of surrogate pairs) become ``REPLACEMENT_CHARACTER``. Blanks of all kinds become single spaces. A cut text ends in
    an ellipsis.

    >>> sanitise("a\\0b\\x1b[2J"), sanitise("C:\\\\x\\n y"), sanitise("x" * 9, 4), sanitise("Zoë’s 日本")
    ('a�b�[2J', 'C:\\\\x y', 'xxx…', 'Zoë’s 日本')
    """
    part = text[: 4 * max_length]  # a text of megabytes is not looked at whole
    shown = " ".join("".join(char if char.isprintable() else _shown_character(char) for char in part).split())
    return shown if len(shown) <= max_length and len(part) == len(text) else f"{shown[: max_length - 1]}…"


def _shown_character(char: str) -> str:
    return " " if char.isspace() else REPLACEMENT_CHARACTER
