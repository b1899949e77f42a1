"""Where the window was when the program ended. Stored in ``window.toml``."""

from typing import Any, NamedTuple

from engine.notices import Notice
from engine.profile.storage import Profile
from engine.profile.value_file import ValueFile
from engine.schemas import Schema

SCHEMA = Schema(1)
_SIZE_KEY, _POSITION_KEY, _MAXIMISED_KEY = "size", "place", "maximised"
_MAX_COORDINATE = 32_767
"""Maximum of a length or a coordinate, points."""


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
        self.file = ValueFile(profile, "window.toml", SCHEMA)
        self.placement = Placement()

    def load(self) -> list[Notice]:
        """Read the file; return notices about what is wrong with it."""
        known = {
            _SIZE_KEY: (_is_size, f"[1 … {_MAX_COORDINATE}, 1 … {_MAX_COORDINATE}]"),
            _POSITION_KEY: (
                _is_place,
                f"[{-_MAX_COORDINATE} … {_MAX_COORDINATE}, {-_MAX_COORDINATE} … {_MAX_COORDINATE}]",
            ),
            _MAXIMISED_KEY: (_is_bool, "false, true"),
        }
        raw, notices = self.file.read(known)
        good: dict[str, Any] = {key: raw[key] for key, (fits, _) in known.items() if key in raw and fits(raw[key])}
        size, place = good.get(_SIZE_KEY), good.get(_POSITION_KEY)
        self.placement = Placement(
            None if size is None else (size[0], size[1]),
            None if place is None else (place[0], place[1]),
            good.get(_MAXIMISED_KEY, False),
        )
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


def _is_pair(found: object, minimum: int) -> bool:
    whole = isinstance(found, list) and len(found) == 2 and all(type(one) is int for one in found)
    return whole and all(minimum <= one <= _MAX_COORDINATE for one in found)  # type: ignore[attr-defined]


def _is_size(found: object) -> bool:
    return _is_pair(found, 1)


def _is_place(found: object) -> bool:
    return _is_pair(found, -_MAX_COORDINATE)


def _is_bool(found: object) -> bool:
    return isinstance(found, bool)
