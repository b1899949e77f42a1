"""Shared parts of the terminal commands: house rules from a file, checks of counts and seats, plain JSON."""

import argparse
import math
from pathlib import Path
from typing import Any

from engine import options
from engine.formats import NewerError, parsed
from engine.game import Game
from engine.notices import MOST_TOLD
from engine.printable import printable
from engine.profile.reading import LARGEST, read_text
from engine.profile.rules_file import SCHEMA

INTERRUPTED = 130
"""Exit status after Ctrl-C, as in shells."""


def house_rules(game: type[Game], path: Path | None, flag: str) -> Any:
    """Read the house rules file given with a flag; the standard rules if there is no file.

    The file is a text as shared by the program (``engine.profile.rules_file``), or the rules alone as TOML.

    Raises:
        ValueError: the file is unusable; the message names the flag, the file, the key and what is allowed.
    """
    if path is None:
        return game.Options()
    try:
        raw = SCHEMA.upgraded(parsed(read_text(path, LARGEST)))
    except NewerError as error:
        raise ValueError(f"{flag} {path}: format {error.found}; known up to {error.known}") from None
    except (OSError, ValueError) as error:
        raise ValueError(f"{flag} {path}: {error}") from None
    if raw.get("game", game.slug) != game.slug:
        raise ValueError(f"{flag} {path}: game = {options.short(raw['game'])}: not allowed; allowed: {game.slug}")
    table = raw.get("rules", {})
    if not isinstance(table, dict):
        raise ValueError(f"{flag} {path}: rules = {options.short(table)}: not allowed; allowed: a table [rules]")
    rules: Any
    rules, problems = options.read(game.Options, table)
    if problems:
        words = {"unknown": "unknown; known:", "value": "not allowed; allowed:"}
        told = [f"{path}: {printable(p.key)} = {p.found}: {words[p.kind]} {p.allowed}" for p in problems[:MOST_TOLD]]
        more = len(problems) - len(told)
        raise ValueError("; ".join([*told, *([f"and {more} more"] if more else [])]))
    return rules


def check_counts(asked: argparse.Namespace) -> None:
    """Check ``--deals`` and ``--processes``.

    Raises:
        ValueError: one of them is less than 1.
    """
    for name in ("deals", "processes"):
        if getattr(asked, name) < 1:
            raise ValueError(f"--{name} {getattr(asked, name)}: at least 1")


def seats_for(game: type[Game], seats: int | None) -> int:
    """The number of seats given by ``--seats``, or the game's usual number.

    Raises:
        ValueError: the game doesn't allow this number; the message says which it does.
    """
    if seats is None:
        return game.seats_default
    if seats not in game.seats_allowed:
        raise ValueError(f"--seats {seats}: seats for {game.slug} are {', '.join(map(str, game.seats_allowed))}")
    return seats


def finite(figures: dict[str, Any]) -> dict[str, Any]:
    """Replace infinities and NaN by None, since JSON has neither."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in figures.items()
    }
