"""Store of the window's size and position at the end of the program. Stored in ``window.toml``."""

from typing import Any, NamedTuple

from engine.profile.storage import Profile
from engine.profile.value_file import TomlValueFile, ValueSpec
from engine.schemas import Schema

SCHEMA = Schema(1)
_SIZE_KEY, _POSITION_KEY, _MAXIMISED_KEY = "size", "place", "maximised"
_MAX_COORDINATE = 32_767
"""Maximum of a length or a coordinate, in the units of ``Placement``."""


def _pair_spec(minimum: int) -> ValueSpec:
    """Describe a pair of integers in ``window.toml``, each ``minimum`` … ``_MAX_COORDINATE``."""
    number = f"{minimum} … {_MAX_COORDINATE}"
    return ValueSpec(
        list,
        f"[{number}, {number}]",
        lambda pair: len(pair) == 2 and all(type(one) is int and minimum <= one <= _MAX_COORDINATE for one in pair),
    )


_KEYS = {
    _SIZE_KEY: _pair_spec(1),
    _POSITION_KEY: _pair_spec(-_MAX_COORDINATE),
    _MAXIMISED_KEY: ValueSpec(bool, "false, true"),
}


class Placement(NamedTuple):
    """Geometry of a window that is neither maximised nor full-screen, in points (macOS, Wayland) or pixels."""

    size: tuple[int, int] | None = None
    """Width and height without the frame; None for a default that suits the screen."""
    position: tuple[int, int] | None = None
    """Upper left corner on the desktop; None if the system chooses it."""
    is_maximised: bool = False
    """Whether the window is maximised; ``size`` is that of the restored window."""


class WindowPlacementStore:
    """Size and position of the program's window; every change is written to ``window.toml``.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = TomlValueFile(profile, "window.toml", SCHEMA, _KEYS)
        values = self.file.read()
        size, position = (tuple(values[key]) if key in values else None for key in (_SIZE_KEY, _POSITION_KEY))
        self.placement = Placement(size, position, values.get(_MAXIMISED_KEY, False))

    def save(self, placement: Placement) -> None:
        """Write the window's size and position, unless they are unchanged."""
        if placement == self.placement:
            return
        self.placement = placement
        content: dict[str, Any] = {_MAXIMISED_KEY: placement.is_maximised}
        content |= {
            key: list(pair)
            for key, pair in ((_SIZE_KEY, placement.size), (_POSITION_KEY, placement.position))
            if pair is not None
        }
        self.file.write(content)
