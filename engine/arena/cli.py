"""Helpers of the command-line tools: house rules from a file, checks of arguments, JSON without NaN."""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine import options
from engine.bots.common.fallback import BotFailure
from engine.game import Game
from engine.notices import MAX_NOTICES_ABOUT_FILE
from engine.profile.rules_file import SCHEMA, format_of_standards
from engine.profile.safe_reading import MAX_SMALL_FILE_BYTES, read_text
from engine.sanitise import sanitise
from engine.schemas import NewerFormatError, parse_toml

EXIT_INTERRUPTED = 130
"""Exit status after Ctrl-C, as in shells."""


def load_house_rules(game: type[Game], path: Path | None, flag: str) -> Any:
    """Read the house rules file given with a command-line flag; return the standard rules without a file.

    The file is one exported by the program (``engine.profile.rules_file``), or only the table of rules as TOML.

    Raises:
        ValueError: the file is unusable; the message names the flag, the file, the key and the allowed values.
    """
    if path is None:
        return game.Options()
    try:
        written = parse_toml(read_text(path, MAX_SMALL_FILE_BYTES))
        raw = SCHEMA.migrate(written)
    except NewerFormatError as error:
        raise ValueError(f"{flag} {path}: format {error.found_format}; known up to {error.known_format}") from None
    except (OSError, ValueError) as error:
        raise ValueError(f"{flag} {path}: {error}") from None
    if raw.get("game", game.slug) != game.slug:
        raise ValueError(f"{flag} {path}: game = {options.abbreviate(raw['game'])}: not allowed; allowed: {game.slug}")
    table = raw.get("rules", {})
    if not isinstance(table, dict):
        raise ValueError(f"{flag} {path}: rules = {options.abbreviate(table)}: not allowed; allowed: a table [rules]")
    rules: Any
    rules, problems = options.from_mapping(game.Options, table, text_format=format_of_standards(written))
    if problems:
        words = {"unknown": "unknown; known:", "value": "not allowed; allowed:"}
        messages = [
            f"{path}: {sanitise(p.key)} = {p.value}: {words[p.kind]} {p.allowed}"
            for p in problems[:MAX_NOTICES_ABOUT_FILE]
        ]
        more = len(problems) - len(messages)
        raise ValueError("; ".join([*messages, *([f"and {more} more"] if more else [])]))
    return rules


def check_counts(arguments: argparse.Namespace) -> None:
    """Check the command-line arguments ``--deals`` and ``--processes``.

    Raises:
        ValueError: one of them is less than 1.
    """
    for name in ("deals", "processes"):
        if getattr(arguments, name) < 1:
            raise ValueError(f"--{name} must be at least 1, not {getattr(arguments, name)}")


def seat_count(game: type[Game], seats: int | None) -> int:
    """Return the number of seats given by the argument ``--seats``; the game's default number for None.

    Raises:
        ValueError: the game does not allow this number; the message lists the allowed ones.
    """
    if seats is None:
        return game.seats_default
    if seats not in game.seats_allowed:
        raise ValueError(
            f"--seats must be one of {', '.join(map(str, game.seats_allowed))} for {game.slug}, not {seats}"
        )
    return seats


def make_json_safe(figures: dict[str, Any]) -> dict[str, Any]:
    """Replace infinities and NaN in data, which JSON lacks, by None."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in figures.items()
    }


def print_failures(failures: Iterable[BotFailure]) -> None:
    """Name on stderr the bots that failed during a command, with the number of decisions."""
    for text, count in Counter(map(str, failures)).items():
        sys.stderr.write(f"{text} ({count} decisions)\n")
