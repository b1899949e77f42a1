"""Line breaking of texts in all languages. No pygame here.

Lines break at spaces. Chinese and Japanese have none, so their lines break between characters, except before closing
and after opening punctuation. Digits and single letters stay with their neighbours: "第3局", "黑桃K", "換掉3張".
"""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

CARDS_PLACEHOLDER = "\ufffc"
"""Character that stands for cards in a text."""
_FIRST_WIDE = "\u2e80"
_WIDE_RANGES = (
    (_FIRST_WIDE, "\ua4cf"), ("\uac00", "\ud7af"), ("\uf900", "\ufaff"), ("\ufe30", "\ufe4f"),
    ("\uff00", "\uff60"), ("\uffe0", "\uffe6"), ("\U00020000", "\U0003ffff"),
)  # fmt: skip
"""Ranges of scripts without spaces. Compiling them as a regular expression would take 4 ms at the start."""
_NOT_AT_LINE_START = frozenset("，。、；：？！）」』》〉】〕｝］…—‥・～％,.;:?!)]}%’”›»ー々")
"""Characters that never start a line."""
_NOT_AT_LINE_END = frozenset("（「『《〈【〔｛［([{‘“‹«$#＃")
"""Characters that never end a line."""
_MAX_SHORT_WORD_LENGTH = 2
"""Maximum length of digits and letters that stay with their neighbours, in characters."""
_LATIN = re.compile(r"[0-9A-Za-z+−–/]+")
_SPACELESS = re.compile("[^ ]+")
_SINGLE_KEY = re.compile("[B-DF-HJ-NP-Z][.,;:)]?")
"""Matches a consonant with optional punctuation: no word in any of our languages, so it names a key."""


def is_wide(char: str) -> bool:
    """Whether a character belongs to a script without spaces or to its punctuation.

    >>> [is_wide(char) for char in "中，Aé–♠"]
    [True, True, False, False, False, False]
    """
    return char >= _FIRST_WIDE and any(first <= char <= last for first, last in _WIDE_RANGES)


def spaceless_break_positions(text: str) -> set[int]:
    """Return the indices at which a text may be wrapped without a space, as in Chinese. No character is left alone at
    the end.

    >>> text = "第3局：Rafa出（黑桃K）的牌。"
    >>> "".join(f"|{char}" if i in spaceless_break_positions(text) else char for i, char in enumerate(text))
    '第3局：|Rafa|出|（黑桃K）|的牌。'
    >>> spaceless_break_positions("Nothing (in) Latin, ever")
    set()
    """
    if max(text, default="") < _FIRST_WIDE:
        return set()
    positions = {
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
            positions.discard(after)
            if text[first - 1 : first] not in _NOT_AT_LINE_START:
                positions -= {first, first - 1}  # keeps all of "紅心9" together
    return positions - {_last_letter_index(text)}


def _last_letter_index(text: str) -> int:
    """Return the index of a text's last character that isn't punctuation; -1 if there is none."""
    return next((i for i in reversed(range(len(text))) if text[i] not in _NOT_AT_LINE_START), -1)


class WordSpan(NamedTuple):
    """Start and end index of a word that must not be broken, and whether a space precedes it."""

    has_space_before: bool
    start: int
    end: int


def find_words(text: str) -> list[WordSpan]:
    """Return the words between which a text may be wrapped."""
    words: list[WordSpan] = []
    positions = spaceless_break_positions(text)
    for word in _SPACELESS.finditer(text):
        ends = [*sorted(i for i in positions if word.start() < i < word.end()), word.end()]
        for start, end in pairwise([word.start(), *ends]):
            words.append(WordSpan(bool(words) and start == word.start(), start, end))
    return words


def join_key_letters(text: str, words: Iterable[WordSpan]) -> list[WordSpan]:
    """Join letters that name keys with the words beside them, as they would look cut off at a line's end.

    >>> text = "Or press W to ask. I do"
    >>> [text[start:end] for _, start, end in join_key_letters(text, find_words(text))]
    ['Or', 'press W to', 'ask.', 'I', 'do']
    """
    joined: list[WordSpan] = []
    joins = False
    for word in words:
        is_key = _SINGLE_KEY.fullmatch(text, word.start, word.end) is not None
        if joined and word.has_space_before and (is_key or joins):
            joined[-1] = joined[-1]._replace(end=word.end)
        else:
            joined.append(word)
        joins = is_key and text[word.end - 1].isalpha()  # a line may break after punctuation
    return joined


def split_words(text: str) -> list[tuple[bool, str]]:
    """Split a text at its possible line breaks into (has a space before it, word) pairs.

    >>> split_words("To win，再出牌")
    [(False, 'To'), (True, 'win，'), (False, '再'), (False, '出牌')]
    """
    return [(has_space_before, text[start:end]) for has_space_before, start, end in find_words(text)]


def join_words(pieces: Iterable[str]) -> str:
    """Join words or lines of a text with a space between them, except in scripts without spaces.

    >>> join_words(["出牌，", "再抽。"]), join_words(["play", "again"]), join_words(["Rafa", "出牌"])
    ('出牌，再抽。', 'play again', 'Rafa出牌')
    """
    text = ""
    for part in pieces:
        blank = text and part and not (is_wide(text[-1]) or is_wide(part[0]))
        text += f" {part}" if blank else part
    return text
