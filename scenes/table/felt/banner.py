"""The word of an announcement and the ribbon below it: where they are, and how they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.look import raster, speeds
from scenes.look.cache import Scratch
from scenes.look.look import Look

WORD = 630.0
"""Maximum width of the word, logical pixels: it stays between the cards of the seats at the sides."""
_LINE, _TAIL = 0.80, 34.0
"""Part of the word's height at which the ribbon's middle is, and how much lower it is below tails of letters or "¡"."""
_DOWN, _FOOT = 26.0, 58.0
"""From there to the middle of the ribbon, and the room below it."""


class Banner(NamedTuple):
    """What is written."""

    word: str
    fact: str
    good: bool
    """Whether it is good news for whoever looks on."""

    def letters(self, look: Look) -> Surface:
        """The word."""
        return look.letters(self.word, max_width=WORD, good=self.good)

    def ribbon(self, look: Look) -> Surface | None:
        """The ribbon, if there is a fact to write on it."""
        return look.ribbon(self.fact, good=self.good) if self.fact else None

    def in_steps(self, look: Look) -> Iterator[Callable[[], object]]:
        """What makes the drawings, one step after the other."""
        yield from look.letters_in_steps(self.word, max_width=WORD, good=self.good)
        yield partial(self.ribbon, look)

    def _middle(self, look: Look) -> float:
        """From the upper edge to the middle of the ribbon's bow."""
        tail = _TAIL if set(self.word) & set("fgjpqyçÇJQ¡¿了") else 0.0
        return self.letters(look).get_height() / look.scale * _LINE + tail

    def size(self, look: Look) -> tuple[float, float]:
        """Width and height of both together."""
        by, word, ribbon = look.scale, self.letters(look), self.ribbon(look)
        wide = max(word.get_width(), ribbon.get_width() if ribbon else 0) / by
        foot = self._middle(look) + ribbon.get_height() / by / 2 + _FOOT if ribbon else 0.0
        return wide, max(word.get_height() / by, foot)

    def rect(self, look: Look, x: float, y: float) -> FRect:
        """The rectangle of both around a place."""
        wide, high = self.size(look)
        return FRect(x - wide / 2, y - high / 2, wide, high)

    def draw(self, look: Look, target: Surface, x: float, y: float, *, age: float, scratch: Scratch) -> None:
        """Draw the ribbon, which unrolls from its middle, and the word, which pops up over it.

        Args:
            look: how.
            target: where.
            x: of the middle of both.
            y: of the middle of both.
            age: milliseconds since they came.
            scratch: for this frame.
        """
        top = y - self.size(look)[1] / 2
        ribbon, word = self.ribbon(look), self.letters(look)
        if ribbon is not None:
            part = speeds.ease_out(min(1.0, max(0.0, (age - speeds.UNROLL_FROM) / speeds.UNROLL)))
            wide = round(ribbon.get_width() * part)
            if wide:
                unrolled = ribbon if part >= 1.0 else _middle_of(ribbon, wide)
                look.blit(target, unrolled, x, top + self._middle(look) + _DOWN, "center")
        shown = scratch.grown(word, speeds.ease_pop(age / speeds.POP))
        look.blit(target, shown, x, top + word.get_height() / look.scale / 2, "center")

    def draw_faded(self, look: Look, target: Surface, x: float, y: float, *, seen: float) -> None:
        """Draw both around a place, ``seen`` so much, 0 … 1: with reduced motion they only fade in."""
        top, word, ribbon = y - self.size(look)[1] / 2, self.letters(look), self.ribbon(look)
        if ribbon is not None:
            look.blit(target, raster.faded(ribbon, seen), x, top + self._middle(look) + _DOWN, "center")
        look.blit(target, raster.faded(word, seen), x, top + word.get_height() / look.scale / 2, "center")


def _middle_of(drawing: Surface, wide: int) -> Surface:
    """The middle of a drawing, so many pixels wide."""
    return drawing.subsurface(((drawing.get_width() - wide) // 2, 0, wide, drawing.get_height()))
