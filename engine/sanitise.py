"""Sanitising of texts from outside (file names, keys, values, error messages) for display."""

DEFAULT_MAX_LENGTH = 80
"""Default maximum length in characters."""
REPLACEMENT_CHARACTER = "\N{REPLACEMENT CHARACTER}"
"""Replaces characters that cannot be displayed."""


def sanitise(text: str, max_length: int = DEFAULT_MAX_LENGTH) -> str:
    """Return a text as one line of at most ``max_length`` characters that is safe to draw and to print.

    Unprintable characters (control characters, null, direction marks, lone surrogates) become
    ``REPLACEMENT_CHARACTER``. Whitespace becomes single spaces. A cut text ends in an ellipsis.

    >>> sanitise("a\\0b\\x1b[2J"), sanitise("C:\\\\x\\n y"), sanitise("x" * 9, 4), sanitise("Zoë’s 日本")
    ('a�b�[2J', 'C:\\\\x y', 'xxx…', 'Zoë’s 日本')
    """
    part = text[: 4 * max_length]  # limits the work for texts of megabytes
    shown = " ".join("".join(char if char.isprintable() else _replace_unprintable(char) for char in part).split())
    return shown if len(shown) <= max_length and len(part) == len(text) else f"{shown[: max_length - 1]}…"


def _replace_unprintable(char: str) -> str:
    return " " if char.isspace() else REPLACEMENT_CHARACTER
