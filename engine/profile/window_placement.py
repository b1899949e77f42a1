"""Where the window was when the program ended. Stored in ``window.toml``."""

from typing import Any, NamedTuple

from engine.formats import Schema
from engine.notices import Notice
from engine.profile.storage import Profile
from engine.profile.value_file import ValueFile

SCHEMA = Schema(1)
_SIZE, _PLACE, _MAXIMISED = "size", "place", "maximised"
_FARTHEST = 32_767
"""Maximum of a length or a coordinate, points."""


class Placement(NamedTuple):
    """Size and place of a window that is neither maximised nor full-screen, points (macOS, Wayland) or pixels."""

    size: tuple[int, int] | None = None
    """Width and height inside the frame; None for what suits the screen."""
    place: tuple[int, int] | None = None
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
        self.file = ValueFile(profile, "window.toml", SCHEMA)
        self.last = Placement()

    def load(self) -> list[Notice]:
        """Read the file; return notices about what is wrong with it."""
        known = {
            _SIZE: (_is_size, f"[1 … {_FARTHEST}, 1 … {_FARTHEST}]"),
            _PLACE: (_is_place, f"[{-_FARTHEST} … {_FARTHEST}, {-_FARTHEST} … {_FARTHEST}]"),
            _MAXIMISED: (_is_bool, "false, true"),
        }
        raw, notices = self.file.read(known)
        good: dict[str, Any] = {key: raw[key] for key, (fits, _) in known.items() if key in raw and fits(raw[key])}
        size, place = good.get(_SIZE), good.get(_PLACE)
        self.last = Placement(
            None if size is None else (size[0], size[1]),
            None if place is None else (place[0], place[1]),
            good.get(_MAXIMISED, False),
        )
        return notices

    def keep(self, placement: Placement) -> list[Notice]:
        """Remember a placement."""
        if placement == self.last:
            return []
        self.last = placement
        content: dict[str, Any] = {_MAXIMISED: placement.maximised}
        content |= {
            key: list(pair) for key, pair in ((_SIZE, placement.size), (_PLACE, placement.place)) if pair is not None
        }
        return self.file.write(content)


def _is_pair(found: object, least: int) -> bool:
    whole = isinstance(found, list) and len(found) == 2 and all(type(one) is int for one in found)
    return whole and all(least <= one <= _FARTHEST for one in found)  # type: ignore[attr-defined]


def _is_size(found: object) -> bool:
    return _is_pair(found, 1)


def _is_place(found: object) -> bool:
    return _is_pair(found, -_FARTHEST)


def _is_bool(found: object) -> bool:
    return isinstance(found, bool)
