"""Cleaning of texts pasted from chats and mails, and the search for an export in them: house rules or a match.

Chats add greetings, quotation marks and code fences, exchange quotes and spaces, and insert invisible characters.
"""

import re

URL_SCHEME = "house-rules:"
"""Start of the program's links: invitations to a table, and house rules."""


def is_link(text: str) -> bool:
    """Whether a word of the command line is a link of the program, not a file.

    >>> is_link("House-Rules:2K0A"), is_link("house-rules.toml")
    (True, False)
    """
    return text[: len(URL_SCHEME)].lower() == URL_SCHEME


# patterns are compiled on first use: 4 ms of the start
_INVISIBLE = r"[\x00\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff`]"
"""Zero-width characters, marks of direction, byte order marks, and the backticks of code fences."""
_SPACES = r"[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]"
_LINE_ENDS = r"\r\n?|[\v\f\x85\u2028\u2029]"
_QUOTATION = r"(?m)^(?:[ \t]*[>|])+[ \t]*"
"""Marks at the start of a quoted line."""
_GUILLEMETS = r"« ?| ?»"
_STRAIGHT = str.maketrans(dict.fromkeys("“”„‟″＂", '"') | dict.fromkeys("‐‑‒–—−", "-") | {"（": "(", "）": ")"})
_MOVE = r'(?m)^[ \t]*"\d{1,2}:.*$'
"""Line of a record with a move, in which an apostrophe marks a card of the second pack."""
_FORMAT = r"\bformat[ \t]*=[ \t]*\d+[ \t]*$"
"""First statement of an export, perhaps behind the name of its sender in the same line."""
_STATEMENT = r"""[ \t]*(?:(?:[\w.'-]+|"[^"]*")[ \t]*=|\[[\w.]+\][ \t]*(?:[#(]|$))"""
"""Start of a TOML statement."""
_CONTINUATION = r"[ \t]*(?:#|\],?[ \t]*$)"
"""A comment, or the end of a list."""


def clean_pasted_text(text: str) -> str:
    """Undo the changes that chats and mail programs make to a pasted text.

    Invisible characters, marks of quoted lines and code fences are removed. Typographic quotes, dashes and spaces
    become plain ones.

    >>> clean_pasted_text("> name = “Ours”\\u200b\\r\\n> ```")
    'name = "Ours"\\n'
    """
    for pattern, replacement in (
        (_INVISIBLE, ""),
        (_SPACES, " "),
        (_LINE_ENDS, "\n"),
        (_QUOTATION, ""),
        (_GUILLEMETS, '"'),
    ):
        text = re.sub(pattern, replacement, text)
    return re.sub(_MOVE, lambda move: re.sub("[‘’′]", "'", move[0]), text.translate(_STRAIGHT))


def extract_toml(text: str) -> str:
    """Return the export (house rules or a match) in a cleaned text; the whole text if it contains none.

    Lines before the export become empty, so that its lines keep their numbers. Lines after it are dropped.

    >>> extract_toml('Hi!\\nformat = 2\\nname = "Ours"\\nSee you!\\n')
    '\\nformat = 2\\nname = "Ours"\\n'
    """
    lines = text.split("\n")
    statements = {index for index, line in enumerate(lines) if re.match(_STATEMENT, line)}
    first = next((index for index, line in enumerate(lines) if re.search(_FORMAT, line)), min(statements, default=None))
    if first is None:
        return text
    if first in statements:
        while first - 1 in statements:
            first -= 1
    else:
        lines[first] = lines[first][lines[first].rindex("format") :]
    ends = (index for index, line in enumerate(lines) if index in statements or re.match(_CONTINUATION, line))
    last = max(first, max(ends, default=0))
    lines[last] = _without_remark(lines[last])
    return "\n" * first + "\n".join(lines[first : last + 1]) + ("\n" if last + 1 < len(lines) else "")


def _without_remark(line: str) -> str:
    """Return the last line of an export without a chat's remark in brackets, like "(edited)".

    >>> _without_remark("rounds = 3 (edited)"), _without_remark('name = "Bia (2)"')
    ('rounds = 3', 'name = "Bia (2)"')
    """
    statement, bracket, remark = line.rstrip().rpartition("(")
    return statement.rstrip() if bracket and remark.endswith(")") and '"' not in remark else line
