"""Search in texts that ignores case and accents. No pygame here."""

import unicodedata
from functools import lru_cache

_MAX_CACHED_CHARS = 4096


def fold_case_and_accents(text: str) -> str:
    """Convert a text to lower case without accents, one character for each.

    >>> fold_case_and_accents("Às três, AÇÃO"), fold_case_and_accents("KIRMIZI kırmızı İ")
    ('as tres, acao', 'kirmizi kirmizi i')
    """
    return "".join(map(_fold_char, text))


@lru_cache(_MAX_CACHED_CHARS)
def _fold_char(char: str) -> str:
    folded = unicodedata.normalize("NFD", char.lower())[0]
    return "i" if folded == "ı" else folded  # the small letter of I in Turkish


def contains_every_word(text: str, query: str) -> bool:
    """Whether a text contains every word of a query, or parts of words; case and accents don't matter.

    >>> contains_every_word("Wer beginnt: die tiefste Karte", "Tief wer"), contains_every_word("Wer beginnt", "zehn")
    (True, False)
    """
    folded = fold_case_and_accents(text)
    return all(word in folded for word in fold_case_and_accents(query).split())
