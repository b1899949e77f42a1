"""House rules as text: the rules of the next match, a preset, and what friends send each other are one format.

TOML with the keys ``format, game, name`` and a table ``[rules]`` of what differs from the standard game; ``name`` is
that of a preset. Format 1 was the rules alone, without a table.
"""

import tomllib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import tomli_w

from engine import options
from engine.formats import KEY, NewerError, Raw, Schema
from engine.game import Game
from engine.notices import Notice, about, not_toml, toml_line
from engine.options import Problem, tidy, writable

LONGEST_NAME = 28
"""Characters of a preset's name."""
LARGEST = 50_000
"""Characters of a text that is read: no house rules are longer."""


def _into_table(raw: Raw) -> Raw:
    """Format 1 -> 2: the rules move into their table; a ``game`` and a ``name`` stay where they are."""
    if isinstance(raw.get("rules"), dict):
        return raw
    head: Raw = {key: raw[key] for key in ("game", "name") if key in raw}
    return {**head, "rules": {key: value for key, value in raw.items() if key not in head}}


SCHEMA = Schema(2, MappingProxyType({1: _into_table}))


class RulesError(ValueError):
    """A text holds no house rules for this game; ``notice`` tells the player why."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(f"{notice.key} {dict(notice.figures)}")
        self.notice = notice


class LoadedRules(NamedTuple):
    """House rules that were read."""

    slug: str
    name: str
    """Empty where the text has none that can be used."""
    options: Any
    notices: tuple[Notice, ...]
    """What could not be used; the standard stands there instead."""


def to_text(slug: str, rules: Any, name: str = "") -> str:
    """House rules as text; only what differs from the standard is in it."""
    head: Raw = {KEY: SCHEMA.known, "game": slug}
    if name:
        head["name"] = name
    return tomli_w.dumps({**head, "rules": options.write(rules)})


def from_text(text: str, games: Mapping[str, type[Game]], file: str, slug: str = "") -> LoadedRules:
    """The house rules that a text holds.

    Args:
        text: as ``to_text`` writes it, or as an older version did.
        games: where the game is looked up.
        file: what the messages call the text.
        slug: the game that they must be for, also where the text names none; any game by default.

    Raises:
        RulesError: it is no such text, too long, of a newer program or for another game.
    """
    if len(text) > LARGEST:
        raise RulesError(Notice("notice.too_long", {"file": file, "n": LARGEST}))
    try:
        raw = SCHEMA.upgraded(tomllib.loads(text))
    except NewerError as error:
        figures = {"file": file, "found": str(error.found), "allowed": str(error.known)}
        raise RulesError(Notice("notice.newer_rules", figures)) from None
    except (ValueError, RecursionError) as error:  # ValueError: no TOML, and integers of over 4,300 digits
        key, more = not_toml(toml_line(error))
        raise RulesError(Notice(key, {**more, "file": file})) from None
    game = raw.pop("game", slug)
    if slug and game != slug:
        raise RulesError(_not_allowed(file, "game", game, slug, text))
    if not isinstance(game, str) or game not in games:
        raise RulesError(_not_allowed(file, "game", game, ", ".join(games), text))
    rules = raw.pop("rules", {})
    if not isinstance(rules, dict):
        raise RulesError(_not_allowed(file, "rules", rules, "[rules]", text))
    owner: type[Any] = games[game].Options
    found, problems = options.read(owner, rules)
    name = raw.pop("name", "")
    if not is_preset_name(name):
        problems.append(Problem("text", "name", options.short(name), str(LONGEST_NAME)))
        name = ""
    problems += [Problem("unknown", key, options.short(raw[key]), "format, game, name, [rules]") for key in raw]
    return LoadedRules(game, name, found, tuple(about(problems, file, text)))


def is_preset_name(name: object) -> bool:
    """Whether this may be the name of a preset, or none at all.

    >>> [is_preset_name(name) for name in ("Aunt Bia’s house", "", " x", "<b>", 7)]
    [True, True, False, False, False]
    """
    return isinstance(name, str) and len(name) <= LONGEST_NAME and name == tidy(name) and all(map(writable, name))


def _not_allowed(file: str, key: str, found: object, allowed: str, text: str) -> Notice:
    return about([Problem("value", key, options.short(found), allowed)], file, text)[0]
