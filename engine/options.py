"""Options as typed dataclass fields: house rules of a game, settings of the program.

A field made by ``option`` holds its allowed values. Screens, files, badges and tests are generated from these fields.
Labels and help are the texts ``<owner>.<field>``.
"""

import dataclasses
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import MISSING
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

from engine.sanitise import sanitise

Value = bool | int | str
D = TypeVar("D")


RULE_GROUPS = ("dealing", "playing", "special_cards", "scoring", "match")
"""Groups of house rules, in the order of the fields of a game's options."""


def option(
    default: Value,
    *,
    rule: str = "",
    choices: tuple[Value, ...] = (),
    group: str = "",
    max_length: int = 0,
    idle_with: Mapping[str, Collection[Value]] = MappingProxyType({}),
    earlier_standards: Mapping[int, Value] = MappingProxyType({}),
) -> Any:
    """Return a dataclass field that describes an option: a house rule or a setting.

    Args:
        default: the standard value.
        rule: id of the rule that the option changes, like ``slug.R7``; empty for a setting.
        choices: the allowed values; taken from the type for ``bool`` and ``Literal`` fields.
        group: the heading of the option on screens; of a house rule, one of ``RULE_GROUPS``.
        max_length: maximum length in characters of a free text; 0 for a choice among values.
        idle_with: other option -> its values with which this one changes nothing.
        earlier_standards: last text format -> the standard value of texts up to it, which leave it out (see
            ``Option.standard_in``); in ascending order.
    """
    idle = tuple((name, tuple(values)) for name, values in idle_with.items())
    metadata = {"rule": rule, "choices": choices, "group": group, "length": max_length, "idle_with": idle}
    metadata["earlier_standards"] = tuple(earlier_standards.items())
    return dataclasses.field(default=default, metadata=metadata)


def is_name_character(char: str) -> bool:
    """Whether this character is allowed in names of persons.

    Allowed are letters of any script with their accents, digits, space, hyphen, apostrophe, full stop, and the dot
    between the parts of Chinese and Catalan names.

    >>> "".join(char for char in "Zoë 2’s*{_Я陳ไม้\u202e" if is_name_character(char))
    'Zoë 2’sЯ陳ไม้'
    """
    return char in " -.’'" or char.isalnum() or (char != "_" and f"a{char}".isidentifier())


def collapse_spaces(text: str) -> str:
    """Strip a text and reduce spaces between words to one."""
    return " ".join(text.split())


def is_name(value: object, max_length: int) -> bool:
    """Whether a value is a valid name: at most ``max_length`` name characters, without superfluous spaces."""
    return (
        isinstance(value, str)
        and len(value) <= max_length
        and all(map(is_name_character, value))
        and value == collapse_spaces(value)
    )


def _is_allowed(choice: "Option", value: object) -> bool:
    if not choice.max_length:
        return any(type(value) is type(allowed) and value == allowed for allowed in choice.values)
    return is_name(value, choice.max_length)


class Option(NamedTuple):
    """Description of an option's dataclass field, for screens and file readers."""

    name: str
    default: Value
    values: tuple[Value, ...]
    """All allowed values; only the default for a free text."""
    rule: str
    group: str
    max_length: int = 0
    """Maximum length in characters of a free text; 0 for a choice among ``values``."""
    idle_with: tuple[tuple[str, tuple[Value, ...]], ...] = ()
    """Names of other options, each with its values with which this one changes nothing."""
    earlier_standards: tuple[tuple[int, Value], ...] = ()
    """Text formats, each with the standard value of texts up to it."""

    def standard_in(self, text_format: int | None) -> Value:
        """Return the value that a text of a format means if it leaves this option out; None for today's texts.

        Records and house rules' texts name only what differs from the standard. A changed standard has a new format of
        both (``engine.match.record``), so that earlier texts go on meaning what they meant.
        """
        if text_format is None:
            return self.default
        return next((value for last, value in self.earlier_standards if text_format <= last), self.default)


class Problem(NamedTuple):
    """An unusable option value in a file, for a notice.

    ``kind`` is ``"unknown"`` (no such key), ``"value"`` (not allowed) or ``"text"`` (too long, or with characters that
    can't be shown). ``allowed`` is a text with the allowed names, the allowed values, or the maximum length.
    """

    kind: str
    key: str
    value: str
    allowed: str


def options_of(owner: type) -> tuple[Option, ...]:
    """Return the options (house rules or settings) of a dataclass, in the order of its fields."""
    return _options_of(cast(Hashable, owner))


@cache
def _options_of(owner: type) -> tuple[Option, ...]:
    return tuple(_read_options(owner))


def _read_options(owner: type) -> Iterator[Option]:
    hints = get_type_hints(owner)
    for field in dataclasses.fields(owner):
        if "choices" not in field.metadata or field.default is MISSING:
            continue
        values, length = field.metadata["choices"], field.metadata["length"]
        if length:
            values = (field.default,)
        elif not values:
            hint = hints[field.name]
            values = get_args(hint) if get_origin(hint) is Literal else (False, True)
        metadata = field.metadata
        more = metadata["idle_with"], metadata["earlier_standards"]
        yield Option(field.name, field.default, values, metadata["rule"], metadata["group"], length, *more)


def from_mapping(
    owner: type[D], raw: Mapping[str, Any], prefix: str = "", text_format: int | None = None
) -> tuple[D, list[Problem]]:
    """Make an options dataclass from a mapping read from a file; return it and the problems with its values.

    Missing and unusable values are replaced by the standard ones in texts of ``text_format`` (``Option.standard_in``).
    Unknown keys and wrong types never raise.
    """
    known = {choice.name: choice for choice in options_of(owner)}
    names = ", ".join(known)
    good = {name: choice.standard_in(text_format) for name, choice in known.items()}
    problems: list[Problem] = []
    for key, value in raw.items():
        choice = known.get(key)
        if choice is None:
            problems.append(Problem("unknown", prefix + key, abbreviate(value), names))
        elif _is_allowed(choice, value):
            good[key] = value
        elif choice.max_length:
            problems.append(Problem("text", prefix + key, abbreviate(value), str(choice.max_length)))
        else:
            allowed = ", ".join(abbreviate(v) for v in choice.values)
            problems.append(Problem("value", prefix + key, abbreviate(value), allowed))
    return owner(**good), problems


def changed_values(options: Any, text_format: int | None = None) -> dict[str, Value]:
    """Return the options that differ from the standard in texts of a format, as option name -> value."""
    return {choice.name: value for choice, value in changed_options(options, text_format)}


def changed_options(options: Any, text_format: int | None = None) -> list[tuple[Option, Value]]:
    """Return the options of a dataclass instance that differ from the standard in texts of a format, with values."""
    pairs = ((choice, getattr(options, choice.name)) for choice in options_of(type(options)))
    return [(choice, value) for choice, value in pairs if value != choice.standard_in(text_format)]


def find_cause_of_idleness(options: Any, idle: Option) -> tuple[Option, Value] | None:
    """Return the option, with its value, because of which another one changes nothing; None if that one has an effect.

    ``options`` is an instance of the dataclass of both.
    """
    for choice in options_of(type(options)):
        value = getattr(options, choice.name)
        if any(name == choice.name and value in values for name, values in idle.idle_with):
            return choice, value
    return None


def abbreviate(value: object) -> str:
    """Format an option value for a message: similar to TOML, printable, at most 40 characters."""
    try:
        shown = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    except (ValueError, RecursionError):  # repr fails for integers of over 4,300 digits and deeply nested tables
        shown = type(value).__name__
    return sanitise(shown, 40)
