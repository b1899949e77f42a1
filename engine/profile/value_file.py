"""A small file of the profile: a few values under known keys."""

from collections.abc import Callable, Mapping
from typing import Any

import tomli_w

from engine.notices import Notice
from engine.profile.safe_reading import MAX_BYTES
from engine.profile.storage import Profile
from engine.schemas import FORMAT_KEY, Schema

KnownKeys = Mapping[str, tuple[Callable[[object], bool], str]]
"""Key -> a check of its value, and the text that says what is allowed."""


class ValueFile:
    """The file behind a store that holds its values in memory and writes all of them at each change.

    An unreadable file counts as empty. If anything in it is wrong, a copy is kept before it is rewritten.

    Args:
        profile: the profile that holds the file.
        name: name of the file.
        schema: its formats.
    """

    def __init__(self, profile: Profile, name: str, schema: Schema) -> None:
        self.path = profile.folder / name
        self._profile = profile
        self._schema = schema

    def read(self, known: KnownKeys, max_bytes: int = MAX_BYTES) -> tuple[Mapping[str, Any], list[Notice]]:
        """Read the raw, unchecked values, and notices about what is wrong with the file; ``max_bytes`` is in bytes."""
        return self._profile.read_values(self.path, self._schema, known, max_bytes)

    def text(self, values: Mapping[str, Any]) -> str:
        """The file with these values."""
        return tomli_w.dumps({FORMAT_KEY: self._schema.current_format, **values})

    def write(self, values: Mapping[str, Any]) -> list[Notice]:
        """Write these values in place of all others; return notices about what failed."""
        return self._profile.write(self.path, self.text(values), self._schema)
