"""House rules as text: the format of the next match's rules, of presets and of shared rules.

TOML with the keys ``format, game, name`` and a table ``[rules]`` with the differences from the standard game. Only
presets have a ``name``. Format 1 had the rules at the top level. The short form, for a message, is a link:
``house-rules:palacio?rounds=3&play_on=true``.

What a text leaves out has the standard value of the text's format, so that a shared text and a named preset mean what
they meant. A link, and a text without a format, have today's standards.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import tomli_w

from engine import options
from engine.game import Game
from engine.match import record
from engine.notices import Notice, notices_about_values, toml_error_line, toml_error_notice
from engine.options import Problem, collapse_spaces, is_name_character
from engine.pasted_text import URL_SCHEME
from engine.schemas import FORMAT_KEY, NewerFormatError, Raw, Schema, parse_toml

MAX_PRESET_NAME_LENGTH = 28
"""Maximum length of a preset's name, in characters."""
MAX_TEXT_LENGTH = 50_000
"""Maximum length of a text, in characters; longer texts are refused."""
LINK_PATTERN = re.compile(rf"\b{URL_SCHEME}([a-z_]{{1,40}})\?([\w.=&-]{{0,2000}})", re.ASCII)
"""Link to house rules: the game's slug, and the differences from the standard, joined by ``&``."""


def _move_rules_into_table(raw: Raw) -> Raw:
    """Migrate house rules from format 1 to 2: move them into a TOML table; ``game`` and ``name`` stay at the top."""
    if isinstance(raw.get("rules"), dict):
        return raw
    head: Raw = {key: raw[key] for key in ("game", "name") if key in raw}
    return {**head, "rules": {key: value for key, value in raw.items() if key not in head}}


SCHEMA = Schema(record.FORMAT, MappingProxyType({1: _move_rules_into_table}))


class RulesError(ValueError):
    """The text contains no house rules for this game; ``notice`` explains why."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(f"{notice.key} {dict(notice.placeholders)}")
        self.notice = notice


class LoadedRules(NamedTuple):
    """House rules read from a text."""

    slug: str
    name: str
    """The preset's name; empty if it is missing or bad."""
    options: Any
    notices: tuple[Notice, ...]
    """Notices about bad values, which were replaced by the standard ones."""
    bad_options: tuple[str, ...]
    """Names of the options with bad values."""


def to_text(slug: str, rules: Any, name: str = "") -> str:
    """Format house rules as TOML text; only the differences from the standard are written."""
    head: Raw = {FORMAT_KEY: SCHEMA.current_format, "game": slug}
    if name:
        head["name"] = name
    return tomli_w.dumps({**head, "rules": options.changed_values(rules)})


def to_link(slug: str, rules: Any) -> str:
    """Format house rules as a link, which a program that opens it or a pasted message leads here."""
    pairs = (f"{name}={str(value).lower()}" for name, value in options.changed_values(rules).items())
    return f"{URL_SCHEME}{slug}?{'&'.join(pairs)}"


def _parse_link(link: re.Match[str], games: Mapping[str, type[Game]]) -> Raw:
    """Return the content of a link like that of a file; a value that its option doesn't know stays a text."""
    slug, pairs = link[1], (pair.partition("=") for pair in link[2].split("&") if pair)
    known = {choice.name: choice.values for choice in options.options_of(games[slug].Options)} if slug in games else {}
    rules = {
        name: next((value for value in known.get(name, ()) if str(value).lower() == text), text)
        for name, _, text in pairs
    }
    return {"game": slug, "rules": rules}


def format_of_standards(raw: Mapping[str, Any]) -> int | None:
    """Return the format whose standards parsed house rules leave out; None, for today's, if they name no format."""
    found = raw.get(FORMAT_KEY)
    return found if type(found) is int and found > 0 else None


def from_text(
    text: str,
    games: Mapping[str, type[Game]],
    file: str,
    required_slug: str = "",
    *,
    follows_standard: bool = False,
) -> LoadedRules:
    """Read house rules from their TOML text, or from the link in a message.

    Args:
        text: a text written by ``to_text`` or ``to_link`` of this or an older version.
        games: registry in which to look up the game.
        file: the file name used in notices.
        required_slug: the required game, which is also the default of a text without one; empty allows any game.
        follows_standard: whether rules that the text leaves out are today's standard ones, whatever its format.

    Raises:
        RulesError: the text isn't house rules, is too long, has a newer format or is for another game.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise RulesError(Notice("notice.too_long", {"file": file, "n": MAX_TEXT_LENGTH}))
    try:
        link = LINK_PATTERN.search(text)
        written = _parse_link(link, games) if link is not None else parse_toml(text)
        raw = SCHEMA.migrate(written) if link is None else {**written}
    except NewerFormatError as error:
        placeholders = {"file": file, "found": str(error.found_format), "allowed": str(error.known_format)}
        raise RulesError(Notice("notice.newer_rules", placeholders)) from None
    except ValueError as error:
        key, line = toml_error_notice(toml_error_line(error))
        raise RulesError(Notice(key, {**line, "file": file})) from None
    game = raw.pop("game", required_slug)
    if required_slug and game != required_slug:
        raise RulesError(_not_allowed(file, "game", game, required_slug, text))
    if not isinstance(game, str) or game not in games:
        raise RulesError(_not_allowed(file, "game", game, ", ".join(games), text))
    rules = raw.pop("rules", {})
    if not isinstance(rules, dict):
        raise RulesError(_not_allowed(file, "rules", rules, "[rules]", text))
    options_class: type[Any] = games[game].Options
    text_format = None if follows_standard else format_of_standards(written)
    values, problems = options.from_mapping(options_class, rules, text_format=text_format)
    bad_options = tuple(problem.key for problem in problems if problem.kind != "unknown")
    name = raw.pop("name", "")
    if not is_preset_name_or_empty(name):
        problems.append(Problem("text", "name", options.abbreviate(name), str(MAX_PRESET_NAME_LENGTH)))
        name = ""
    problems += [Problem("unknown", key, options.abbreviate(raw[key]), "format, game, name, [rules]") for key in raw]
    return LoadedRules(game, name, values, tuple(notices_about_values(problems, file, text)), bad_options)


def is_preset_name_or_empty(name: object) -> bool:
    """Whether a value is a valid name of a house rule preset, or empty.

    >>> [is_preset_name_or_empty(name) for name in ("Aunt Bia’s house", "", " x", "<b>", 7)]
    [True, True, False, False, False]
    """
    return (
        isinstance(name, str)
        and len(name) <= MAX_PRESET_NAME_LENGTH
        and name == collapse_spaces(name)
        and all(map(is_name_character, name))
    )


def _not_allowed(file: str, key: str, found: object, allowed: str, text: str) -> Notice:
    return notices_about_values([Problem("value", key, options.abbreviate(found), allowed)], file, text)[0]
