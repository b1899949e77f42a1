"""Texts and cards that a frame's drawings show, identified by their keys in the surface cache.

Used only while a screen reader runs, so that drawing itself has no extra work.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pygame import Rect

from engine.cards import RANKS, SUITS, Card, make
from scenes.render.effect_art import Lettering
from scenes.render.incremental_surface import DrawCall

_TEXT_KINDS = frozenset({"line", "plain", "block", "ribbon"})
_CARD_KINDS = frozenset({"face", "whole"})
_CARD_BY_NAME: Mapping[str, Card] = {
    f"{'10' if letter == 'T' else letter}{sign}": make(letter, sign) for letter in RANKS for sign in SUITS
}
"""Card by the name of its drawing."""


class DrawnItem(NamedTuple):
    """A text or a card that a drawing in a frame shows."""

    text: str
    """Without the stars around emphasised words; empty for a card."""
    style: str = ""
    """Text style; empty if it has none."""
    card: Card | None = None
    bounds: Rect | None = None
    """Bounds in pixels of the frame; None if it isn't placed."""


def strip_emphasis_and_breaks(text: str) -> str:
    """Return a text in one line, without the stars that mark emphasised words.

    >>> strip_emphasis_and_breaks("*Ana* plays\\n2 cards"), strip_emphasis_and_breaks("2 * 3")
    ('Ana plays 2 cards', '2 * 3')
    """
    text = text if text.count("*") % 2 else text.replace("*", "")
    return " ".join(text.split())


@lru_cache(4096)
def item_of_cache_key(key: Hashable) -> DrawnItem | None:
    """Return the text or card that a drawing shows, by its cache key; None for other drawings."""
    match key:
        case (_, Lettering() as letters):
            return DrawnItem(strip_emphasis_and_breaks(letters.word), "result")
        case (_, (str() as kind, str() as string, *more)) if kind in _TEXT_KINDS and string.strip():
            return DrawnItem(
                strip_emphasis_and_breaks(string) if kind != "plain" else string,
                str(more[0]) if kind != "ribbon" else "ribbon",
            )
        case (_, (str() as kind, _, str() as name, *_)) if kind in _CARD_KINDS:
            return DrawnItem("", "", _CARD_BY_NAME[name]) if name in _CARD_BY_NAME else None
        case _:
            return None


def items_of_cache_keys(keys: Iterable[Hashable]) -> list[DrawnItem]:
    """Return the texts and cards that drawings show, by their cache keys, in order. A text drawn several times in
    succession is listed once."""
    items: list[DrawnItem] = []
    for key in keys:
        item = item_of_cache_key(key)
        if item is not None and (not items or items[-1] != item or item.card is not None):
            items.append(item)
    return items


def texts_by_surface_id(keys: Mapping[int, Hashable]) -> dict[int, DrawnItem]:
    """Return the texts that cached drawings show, by the ``id`` of the surface."""
    return {number: item for number, key in keys.items() if (item := item_of_cache_key(key)) is not None and item.text}


def find_texts(drawings: Iterable[DrawCall], texts: Mapping[int, DrawnItem]) -> Iterator[DrawnItem]:
    """Iterate over the visible texts in a frame's draw calls with their bounds, the lowest first.

    Args:
        drawings: draw calls of the frame.
        texts: texts in the cache by the ``id`` of their surface.
    """
    for drawing in drawings:
        text = texts.get(id(drawing.surface))
        if text is not None and drawing.alpha != 0:
            area = drawing.covered_pixels()
            if area.width and area.height:
                yield text._replace(bounds=area)
