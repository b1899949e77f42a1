"""Small TOML files of the profile with known keys; the base of the profile's stores."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import tomli_w

from engine.notices import Notice, notices_about_values, toml_error_line, toml_error_notice
from engine.options import Problem, abbreviate
from engine.profile.safe_reading import MAX_SMALL_FILE_BYTES
from engine.profile.storage import Profile, newer_format_notice
from engine.schemas import FORMAT_KEY, NewerFormatError, Schema, parse_toml


class ValueSpec(NamedTuple):
    """Description of one key of a TOML file: type, allowed values and check."""

    kind: type
    """Exact type of the value, or of each item of a list."""
    allowed: str
    """Allowed values as a notice shows them."""
    is_valid: Callable[[Any], object] = lambda _: True
    """Checks a value, or an item of a list, of that type."""
    max_items: int = 0
    """Maximum length of a list; 0 if the value is no list."""

    def replace_unusable_by_none(self, found: object) -> Any:
        """Return a value read for a TOML key, None if it is unusable; in a list, None replaces each unusable item."""
        if self.max_items:
            return [self._usable_item(one) for one in found] if isinstance(found, list) else None
        return self._usable_item(found)

    def _usable_item(self, found: object) -> Any:
        return found if type(found) is self.kind and self.is_valid(found) else None

    def is_allowed(self, found: Any) -> bool:
        """Whether all of a value read for a TOML key is usable, including each item of a list and the list's length."""
        return bool(self.replace_unusable_by_none(found) == found) and (
            not self.max_items or len(found) <= self.max_items
        )


class TomlValueFile:
    """TOML file of a store that holds its values in memory and writes all of them at each change.

    The usable values of a bad file are read, and the file is backed up before it is overwritten.

    Args:
        profile: the profile that holds the file.
        name: name of the file.
        schema: formats of the file.
        keys: key -> its description.
        max_bytes: maximum size in bytes; a larger file is not read.
    """

    def __init__(
        self,
        profile: Profile,
        name: str,
        schema: Schema,
        keys: Mapping[str, ValueSpec],
        max_bytes: int = MAX_SMALL_FILE_BYTES,
    ) -> None:
        self.path = profile.folder / name
        self._profile = profile
        self._schema = schema
        self._keys = keys
        self._max_bytes = max_bytes

    def read(self) -> dict[str, Any]:
        """Return the usable values of the TOML file by key; report the unusable ones."""
        text = self._profile.read_for_update(self.path, self._max_bytes)
        if text is None:
            return {}
        try:
            raw = self._schema.migrate(parse_toml(text))
        except NewerFormatError as error:
            self._profile.report(newer_format_notice(self.path, error))
            return {}
        except ValueError as error:
            key, line = toml_error_notice(toml_error_line(error))
            self._profile.back_up(self.path, Notice(key, {**line, "file": self.path.name}))
            return {}
        names = ", ".join((FORMAT_KEY, *self._keys))
        problems = [Problem("unknown", key, abbreviate(raw[key]), names) for key in raw.keys() - self._keys]
        found = {key: known for key, known in self._keys.items() if key in raw}
        for key, known in found.items():
            if not known.is_allowed(raw[key]):
                problems.append(Problem("value", key, abbreviate(raw[key]), known.allowed))
        if problems:
            self._profile.back_up(self.path, *notices_about_values(sorted(problems), self.path.name, text))
        usable = {key: known.replace_unusable_by_none(raw[key]) for key, known in found.items()}
        return {key: value for key, value in usable.items() if value is not None}

    def text(self, values: Mapping[str, Any]) -> str:
        """Return the text of the TOML file with these values."""
        return tomli_w.dumps({FORMAT_KEY: self._schema.current_format, **values})

    def write(self, values: Mapping[str, Any]) -> None:
        """Replace the values in the TOML file."""
        self._profile.write(self.path, self.text(values), self._schema)
