"""Where a line may break, in any language. No pygame here.

Lines break at blanks. Chinese and Japanese have none: there, lines break between characters, except before a mark that
closes and after one that opens. Figures and single letters stay with their neighbours: "第3局", "黑桃K", "換掉3張".
"""

import re
from collections.abc import Iterable

_FIRST_WIDE = "\u2e80"
_WIDE_RANGES = (
    (_FIRST_WIDE, "\ua4cf"), ("\uac00", "\ud7af"), ("\uf900", "\ufaff"), ("\ufe30", "\ufe4f"),
    ("\uff00", "\uff60"), ("\uffe0", "\uffe6"), ("\U00020000", "\U0003ffff"),
)  # fmt: skip
"""Ranges, as a regular expression of them takes 4 ms of the start."""
_NOT_AT_LINE_START = frozenset("，。、；：？！）」』》〉】〕｝］…—‥・～％,.;:?!)]}%’”›»ー々")
"""Never at the beginning of a line."""
_NOT_AT_LINE_END = frozenset("（「『《〈【〔｛［([{‘“‹«$#＃")
"""Never at the end of a line."""
_MAX_SHORT_WORD_LENGTH = 2
"""Figures and letters of at most this many characters stay with their neighbours."""
_LATIN = re.compile(r"[0-9A-Za-z+−–/]+")


def is_wide(char: str) -> bool:
    """Whether a character belongs to a script without blanks, or is one of its marks.

    >>> [is_wide(char) for char in "中，Aé–♠"]
    [True, True, False, False, False, False]
    """
    return char >= _FIRST_WIDE and any(first <= char <= last for first, last in _WIDE_RANGES)


def break_positions(text: str) -> set[int]:
    """Places in a text before which a line may break though there is no blank. No character is left alone at its end.

    >>> text = "第3局：Rafa出（黑桃K）的牌。"
    >>> "".join(f"|{char}" if i in break_positions(text) else char for i, char in enumerate(text))
    '第3局：|Rafa|出|（黑桃K）|的牌。'
    >>> break_positions("Nothing (in) Latin, ever")
    set()
    """
    if max(text, default="") < _FIRST_WIDE:
        return set()
    found = {
        i
        for i in range(1, len(text))
        if (is_wide(text[i - 1]) or is_wide(text[i]))
        and not (text[i - 1].isspace() or text[i].isspace())
        and text[i - 1] not in _NOT_AT_LINE_END
        and text[i] not in _NOT_AT_LINE_START
    }
    for latin in _LATIN.finditer(text):
        first, after = latin.span()
        if after - first <= _MAX_SHORT_WORD_LENGTH:
            found.discard(after)
            if text[first - 1 : first] not in _NOT_AT_LINE_START:
                found -= {first, first - 1}  # of "紅心9" all three
    return found - {_last_letter(text)}


def _last_letter(text: str) -> int:
    """Place of the last character that is no mark; -1 without one."""
    return next((i for i in reversed(range(len(text))) if text[i] not in _NOT_AT_LINE_START), -1)


def split_words(text: str) -> list[tuple[bool, str]]:
    """The parts of a text between which a line may break, and whether a blank stands before each.

    >>> split_words("To win，再出牌")
    [(False, 'To'), (True, 'win，'), (False, '再'), (False, '出牌')]
    """
    found: list[tuple[bool, str]] = []
    places = break_positions(text)
    fresh = blank = False
    for i, char in enumerate(text):
        if char == " ":
            fresh = blank = True
            continue
        if not found or fresh or i in places:
            found.append((blank and bool(found), char))
        else:
            found[-1] = (found[-1][0], found[-1][1] + char)
        fresh = blank = False
    return found


def join_words(pieces: Iterable[str]) -> str:
    """Join parts of a text, such as its lines, with a blank between them unless their script has none.

    >>> join_words(["出牌，", "再抽。"]), join_words(["play", "again"]), join_words(["Rafa", "出牌"])
    ('出牌，再抽。', 'play again', 'Rafa出牌')
    """
    text = ""
    for part in pieces:
        blank = text and part and not (is_wide(text[-1]) or is_wide(part[0]))
        text += f" {part}" if blank else part
    return text
