"""Two random generators that give the same numbers on every platform and Python version.

``Rng`` is fast, for searches, playouts and tests, but a few numbers reveal all others. ``ShuffleStream`` deals the
cards of a match: without its key, the cards seen so far reveal nothing about the others. Shuffling is implemented
here, so that no library release can change it.
"""

from collections.abc import Iterator, MutableSequence, Sequence
from itertools import count
from struct import unpack
from typing import TypeVar

T = TypeVar("T")

KEY_BITS = 128
"""Size of the key of a ``ShuffleStream``, bits."""

_MASK_64 = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


class Rng:
    """Random generator SplitMix64: a stream of 64-bit numbers from one integer of state.

    Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK_64

    def copy(self) -> "Rng":
        """Return an independent copy of the random generator with the same state."""
        return Rng(self.state)

    def begin_deal(self, number: int) -> None:
        """Prepare the random generator for deal ``number`` of a match, from 1.

        Only a ``ShuffleStream`` depends on it.
        """

    def bits(self) -> int:
        """Return the next random number, 0 … 2**64 - 1."""
        self.state = z = (self.state + _GAMMA) & _MASK_64
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK_64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK_64
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """Return a random number in ``range(limit)``, with a bias below ``limit / 2**64`` (Lemire's multiplication)."""
        return (self.bits() * limit) >> 64

    def unit(self) -> float:
        """Return a random number in [0, 1) with 53 random bits."""
        return (self.bits() >> 11) / (1 << 53)

    def choice(self, items: Sequence[T]) -> T:
        """Return a random item of a sequence.

        Raises:
            IndexError: there are no items.
        """
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle a list in place (Fisher-Yates, from the last index down).

        One 64-bit number serves six indices, split into digits of mixed base. For 128 items the bias of an index is
        below 2**-22.
        """
        digits, left = 0, 0
        for i in range(len(items) - 1, 0, -1):
            if not left:
                digits, left = self.bits(), 6
            left -= 1
            digits, j = divmod(digits, i + 1)
            items[i], items[j] = items[j], items[i]


class ShuffleStream(Rng):
    """Random generator that shuffles the cards of a match, computed from a key.

    Each shuffle and each number has its own keystream. It is BLAKE2b (RFC 7693) with the key, over the numbers of the
    deal, of the use in it, and of the block. So the cards of a deal do not depend on how earlier deals were played.
    Numbers are drawn without bias, by rejection.

    Args:
        seed: the key, 0 … 2**128 - 1. Nobody can guess it if all its bits are random.
        state: number of the deal << 32 | number of the last use in it, both counted from 1.
    """

    __slots__ = ("_key",)

    def __init__(self, seed: int, state: int = 0) -> None:
        self._key = seed.to_bytes(KEY_BITS // 8)
        self.state = state

    def copy(self) -> "ShuffleStream":
        other = ShuffleStream.__new__(ShuffleStream)
        other._key, other.state = self._key, self.state
        return other

    def begin_deal(self, number: int) -> None:
        self.state = number << 32

    def bits(self) -> int:
        words = self._generate_words()
        return next(words) << 32 | next(words)

    def below(self, limit: int) -> int:
        """Return a random number in ``range(limit)``, each equally likely; ``limit`` is at most 2**32."""
        return _draw_below(self._generate_words(), limit)

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle a list in place (Fisher-Yates, from the last index down); every order is equally likely."""
        words = self._generate_words()
        for i in range(len(items) - 1, 0, -1):
            j = _draw_below(words, i + 1)
            items[i], items[j] = items[j], items[i]

    def _generate_words(self) -> Iterator[int]:
        """Yield the random 32-bit numbers of a new keystream."""
        from hashlib import blake2b  # noqa: PLC0415  # 3 ms of the start

        self.state += 1
        use = blake2b(self.state.to_bytes(8), key=self._key, person=b"house-rules deal")
        for block in count():
            keyed = use.copy()
            keyed.update(block.to_bytes(4))
            yield from unpack(">16I", keyed.digest())


def _draw_below(words: Iterator[int], limit: int) -> int:
    """Draw a random number in ``range(limit)`` from 32-bit numbers, without bias, by rejection."""
    fair = (1 << 32) - (1 << 32) % limit
    word = next(words)
    while word >= fair:
        word = next(words)
    return word % limit


def derive_seed(root: int, purpose: str, *numbers: int) -> int:
    """Derive a random seed, 0 … 2**63 - 1, for one purpose from a master seed.

    It reveals nothing about the root or other purposes.

    Args:
        root: the master seed, 0 … 2**128 - 1.
        purpose: at most 16 ASCII characters.
        numbers: distinguish uses of one purpose, each 0 … 2**63 - 1.
    """
    from hashlib import blake2b  # noqa: PLC0415  # 3 ms of the start

    data = b"".join(number.to_bytes(8) for number in numbers)
    digest = blake2b(data, digest_size=8, key=root.to_bytes(KEY_BITS // 8), person=purpose.encode("ascii")).digest()
    return int.from_bytes(digest) >> 1
