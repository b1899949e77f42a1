"""What can be read in drawings: texts and cards, found by the keys under which the cache keeps them.

For a screen reader, and only while one listens. Drawing itself does nothing for it.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pygame import Rect

from engine.cards import RANKS, SUITS, Card, make
from scenes.look.frame_cache import Drawing
from scenes.look.overlays import Lettering

_TEXTS = frozenset({"line", "plain", "block", "ribbon"})
_CARDS = frozenset({"face", "whole"})
_FACES: Mapping[str, Card] = {
    f"{'10' if letter == 'T' else letter}{sign}": make(letter, sign) for letter in RANKS for sign in SUITS
}
"""Name of a drawing -> its card."""


class Seen(NamedTuple):
    """A text or a card in a picture."""

    text: str
    """Without the stars around emphasised words; empty for a card."""
    style: str = ""
    """The text's style; empty if it has none."""
    card: Card | None = None
    area: Rect | None = None
    """Where it is, pixels of the picture; None if it isn't placed."""


def plain(text: str) -> str:
    """A text without the stars around emphasised words, in one line.

    >>> plain("*Ana* plays\\n2 cards"), plain("2 * 3")
    ('Ana plays 2 cards', '2 * 3')
    """
    text = text if text.count("*") % 2 else text.replace("*", "")
    return " ".join(text.split())


@lru_cache(4096)
def seen(key: Hashable) -> Seen | None:
    """What a drawing shows that can be read, by its key in the cache; None for nothing."""
    match key:
        case (_, Lettering() as letters):
            return Seen(plain(letters.word), "result")
        case (_, (str() as kind, str() as string, *more)) if kind in _TEXTS and string.strip():
            return Seen(plain(string) if kind != "plain" else string, str(more[0]) if kind != "ribbon" else "ribbon")
        case (_, (str() as kind, _, str() as name, *_)) if kind in _CARDS:
            return Seen("", "", _FACES[name]) if name in _FACES else None
        case _:
            return None


def read(keys: Iterable[Hashable]) -> list[Seen]:
    """The texts and cards of these keys, in order, each text once where it is drawn several times over itself."""
    found: list[Seen] = []
    for key in keys:
        one = seen(key)
        if one is not None and (not found or found[-1] != one or one.card is not None):
            found.append(one)
    return found


def texts_of(keys: Mapping[int, Hashable]) -> dict[int, Seen]:
    """The texts among drawings, by the ``id`` of a drawing as in ``keys``."""
    return {number: one for number, key in keys.items() if (one := seen(key)) is not None and one.text}


def read_picture(drawings: Iterable[Drawing], texts: Mapping[int, Seen]) -> Iterator[Seen]:
    """The texts in a picture, lowest first, each with its place.

    Args:
        drawings: of the picture.
        texts: those of the cache, by the ``id`` of a surface.
    """
    for drawing in drawings:
        one = texts.get(id(drawing.surface))
        if one is not None and drawing.alpha != 0:
            area = drawing.extent()
            if area.width and area.height:
                yield one._replace(area=area)
