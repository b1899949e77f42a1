"""Where the window was when the program ended. Stored in ``window.toml``."""

from typing import Any, NamedTuple

from engine.notices import Notice
from engine.profile.storage import Profile
from engine.profile.value_file import Key, ValueFile
from engine.schemas import Schema

SCHEMA = Schema(1)
_SIZE_KEY, _POSITION_KEY, _MAXIMISED_KEY = "size", "place", "maximised"
_MAX_COORDINATE = 32_767
"""Maximum of a length or a coordinate, points."""


def _pair_key(minimum: int) -> Key:
    """Two integers, ``minimum`` … ``_MAX_COORDINATE``."""
    number = f"{minimum} … {_MAX_COORDINATE}"
    return Key(
        list,
        f"[{number}, {number}]",
        lambda pair: len(pair) == 2 and all(type(one) is int and minimum <= one <= _MAX_COORDINATE for one in pair),
    )


_KEYS = {
    _SIZE_KEY: _pair_key(1),
    _POSITION_KEY: _pair_key(-_MAX_COORDINATE),
    _MAXIMISED_KEY: Key(bool, "false, true"),
}


class Placement(NamedTuple):
    """Size and place of a window that is neither maximised nor full-screen, points (macOS, Wayland) or pixels."""

    size: tuple[int, int] | None = None
    """Width and height inside the frame; None for what suits the screen."""
    position: tuple[int, int] | None = None
    """The upper left corner on the desktop; None where the system chooses it."""
    maximised: bool = False
    """Whether it fills the screen until the player restores that size."""


class WindowPlacement:
    """The window's placement; every change is written to ``window.toml``.

    An unreadable file counts as missing, a bad value as not given. If anything is wrong, a copy is kept before the file
    is rewritten.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = ValueFile(profile, "window.toml", SCHEMA, _KEYS)
        self.placement = Placement()

    def load(self) -> list[Notice]:
        """Read the file; return notices about what is wrong with it."""
        values, notices = self.file.read()
        size, position = (tuple(values[key]) if key in values else None for key in (_SIZE_KEY, _POSITION_KEY))
        self.placement = Placement(size, position, values.get(_MAXIMISED_KEY, False))
        return notices

    def save(self, placement: Placement) -> list[Notice]:
        """Remember a placement."""
        if placement == self.placement:
            return []
        self.placement = placement
        content: dict[str, Any] = {_MAXIMISED_KEY: placement.maximised}
        content |= {
            key: list(pair)
            for key, pair in ((_SIZE_KEY, placement.size), (_POSITION_KEY, placement.position))
            if pair is not None
        }
        return self.file.write(content)
