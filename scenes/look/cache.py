"""A least-recently-used cache of drawings within a budget of bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

from pygame import Surface


class SurfaceCache:
    """Surfaces by key; those unused for longest are dropped first."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        """Maximum bytes of pixels. A single drawing larger than this is kept until the next one."""
        self.held = 0
        """Bytes of pixels in the cache."""
        self._kept: OrderedDict[Hashable, Surface] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """The drawing of a key, made now if it isn't in the cache."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        made = make()
        self._kept[key] = made
        self.held += pixel_bytes(made)
        while self.held > self.budget and len(self._kept) > 1:
            self.held -= pixel_bytes(self._kept.popitem(last=False)[1])
        return made

    def has(self, key: Hashable) -> bool:
        """Whether a key's drawing is in the cache."""
        return key in self._kept

    def clear(self) -> None:
        """Drop all drawings."""
        self._kept.clear()
        self.held = 0


def pixel_bytes(surface: Surface) -> int:
    """Bytes of a surface's pixels."""
    return surface.get_pitch() * surface.get_height()
