"""A small seeded random generator: the same numbers on every platform and Python version.

SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). Its state is one
integer, so copying a position copies its chance; the shuffle is written here, so no library release can change it.
"""

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


class Rng:
    """A stream of 64-bit numbers from one integer of state."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def copy(self) -> "Rng":
        """Return a generator that continues with the same numbers."""
        return Rng(self.state)

    def bits(self) -> int:
        """Return the next number, 0 … 2**64 - 1."""
        self.state = z = (self.state + _GAMMA) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """Return a number in ``range(limit)``, with a bias below ``limit / 2**64`` (Lemire's multiplication)."""
        return (self.bits() * limit) >> 64

    def unit(self) -> float:
        """Return a number in [0, 1) with 53 random bits."""
        return (self.bits() >> 11) / (1 << 53)

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items.

        Raises:
            IndexError: there are none.
        """
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle in place (Fisher-Yates, from the last place down).

        One 64-bit number serves six places, split into digits of mixed base; for 128 items the bias of a place is below
        2**-22.
        """
        digits, left = 0, 0
        for i in range(len(items) - 1, 0, -1):
            if not left:
                digits, left = self.bits(), 6
            left -= 1
            digits, j = divmod(digits, i + 1)
            items[i], items[j] = items[j], items[i]
