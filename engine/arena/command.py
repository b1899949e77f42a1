"""What the commands for a terminal share: house rules from a file, counts and seats that are asked for, plain JSON."""

import argparse
import math
import tomllib
from pathlib import Path
from typing import Any

from engine import options
from engine.formats import NewerError
from engine.game import Game
from engine.profile.rules_file import SCHEMA

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


def house_rules(game: type[Game], path: Path | None, flag: str) -> Any:
    """The house rules of a file that was named after a flag of a command; the standard ones without a file.

    The file is what the program shares as text (``engine.profile.rules_file``), or the rules alone as TOML.

    Raises:
        ValueError: it can't be used; the message names the flag, the file, the key and what is allowed.
    """
    if path is None:
        return game.Options()
    try:
        raw = SCHEMA.upgraded(tomllib.loads(path.read_text(encoding="utf-8")))
    except NewerError as error:
        raise ValueError(f"{flag} {path}: format {error.found}; known up to {error.known}") from None
    except (OSError, ValueError, RecursionError) as error:
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
        raise ValueError("; ".join(f"{path}: {p.key} = {p.found}: {words[p.kind]} {p.allowed}" for p in problems))
    return rules


def check_counts(asked: argparse.Namespace) -> None:
    """Raise ValueError where ``--deals`` or ``--processes`` is less than 1; the message says so."""
    for name in ("deals", "processes"):
        if getattr(asked, name) < 1:
            raise ValueError(f"--{name} {getattr(asked, name)}: at least 1")


def seats_for(game: type[Game], seats: int | None) -> int:
    """The seats that ``--seats`` asks for, or as the game is usually played.

    Raises:
        ValueError: the game isn't played by so many; the message says by how many it is.
    """
    if seats is None:
        return game.seats_default
    if seats not in game.seats_allowed:
        raise ValueError(f"--seats {seats}: seats for {game.slug} are {', '.join(map(str, game.seats_allowed))}")
    return seats


def finite(figures: dict[str, Any]) -> dict[str, Any]:
    """JSON has no infinity: the error of a single deal is null, as is the share of nothing."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in figures.items()
    }
