"""Options as typed dataclass fields: house rules of a game, settings of the program.

A field made by ``option`` knows its allowed values. Screens, files, badges and tests are generated from these fields;
labels and help are the texts ``<owner>.<field>``.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import MISSING
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from engine.rng import Rng
from engine.sanitise import sanitise

Value = bool | int | str
D = TypeVar("D")


def option(default: Value, *, rule: str = "", choices: tuple[Value, ...] = (), group: str = "", length: int = 0) -> Any:
    """Return a dataclass field that is an option.

    Args:
        default: the standard value.
        rule: the id of the rule that it changes, like ``slug.R7``; empty for a setting.
        choices: the allowed values; taken from the type for ``bool`` and ``Literal`` fields.
        group: the heading under which a screen shows it.
        length: maximum length in characters of a ``str`` that the player writes; 0 for a choice among values.
    """
    metadata = {"rule": rule, "choices": choices, "group": group, "length": length}
    return dataclasses.field(default=default, metadata=metadata)


def is_name_character(char: str) -> bool:
    """Whether the player may write this character: letters of any script with their accents, digits, space, hyphen,
    apostrophe, full stop, and the dot between the parts of Chinese and Catalan names.

    >>> "".join(char for char in "Zoë 2’s*{_Я陳ไม้\u202e" if is_name_character(char))
    'Zoë 2’sЯ陳ไม้'
    """
    return char in " -.’'" or char.isalnum() or (char != "_" and f"a{char}".isidentifier())


def collapse_spaces(text: str) -> str:
    """Return the text without spaces around it and with one space between words."""
    return " ".join(text.split())


def is_name(value: object, max_length: int) -> bool:
    """Whether this is a tidy text of ``is_name_character`` characters, at most ``max_length`` of them."""
    return (
        isinstance(value, str)
        and len(value) <= max_length
        and all(map(is_name_character, value))
        and value == collapse_spaces(value)
    )


def _is_allowed(choice: "Option", value: object) -> bool:
    if not choice.length:
        return any(type(value) is type(allowed) and value == allowed for allowed in choice.values)
    return is_name(value, choice.length)


class Option(NamedTuple):
    """A field made by ``option``, with everything that a screen or a file reader needs."""

    name: str
    default: Value
    values: tuple[Value, ...]
    """All allowed values; only the standard one for a written text."""
    rule: str
    group: str
    length: int = 0
    """Maximum length in characters of a text that the player writes; 0 for a choice among ``values``."""


class Problem(NamedTuple):
    """An unusable value, for a message to the player.

    ``kind`` is ``"unknown"`` (no such key), ``"value"`` (not allowed) or ``"text"`` (too long, or with characters that
    can't be shown). ``allowed`` is for the reader: names, values, or the maximum length.
    """

    kind: str
    key: str
    found: str
    allowed: str


def options_of(owner: type) -> Iterator[Option]:
    """Iterate over the options of a dataclass, in the order of its fields."""
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
        yield Option(field.name, field.default, values, field.metadata["rule"], field.metadata["group"], length)


def from_mapping(owner: type[D], raw: Mapping[str, Any], prefix: str = "") -> tuple[D, list[Problem]]:
    """Return an instance made from a file's mapping, and the problems found.

    Unusable values keep their default; unknown keys and wrong types never raise.
    """
    known = {choice.name: choice for choice in options_of(owner)}
    names = ", ".join(known)
    good: dict[str, Value] = {}
    problems: list[Problem] = []
    for key, value in raw.items():
        choice = known.get(key)
        if choice is None:
            problems.append(Problem("unknown", prefix + key, abbreviate(value), names))
        elif _is_allowed(choice, value):
            good[key] = value
        elif choice.length:
            problems.append(Problem("text", prefix + key, abbreviate(value), str(choice.length)))
        else:
            allowed = ", ".join(abbreviate(v) for v in choice.values)
            problems.append(Problem("value", prefix + key, abbreviate(value), allowed))
    return owner(**good), problems


def changed_values(options: Any) -> dict[str, Value]:
    """Return the values that differ from the standard, ready for a file."""
    return {choice.name: value for choice, value in changed_options(options)}


def changed_options(options: Any) -> list[tuple[Option, Value]]:
    """Return the options that differ from the standard, with their values."""
    pairs = ((choice, getattr(options, choice.name)) for choice in options_of(type(options)))
    return [(choice, value) for choice, value in pairs if value != choice.default]


def random_options(owner: type[D], rng: Rng) -> D:
    """Return an instance with every option drawn at random (for tests and for "surprise me")."""
    return owner(**{choice.name: rng.choice(choice.values) for choice in options_of(owner)})


def abbreviate(value: object) -> str:
    """Return a value for a message: as TOML writes it, printable, cut at 40 characters."""
    try:
        shown = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    except (ValueError, RecursionError):  # an integer of over 4,300 digits, or deeply nested tables
        shown = type(value).__name__
    return sanitise(shown, 40)
