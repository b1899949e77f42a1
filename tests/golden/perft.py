"""Pinned figures of each game: ``python -m tests.golden [SLUG …]`` rewrites ``tests/golden/perft.toml``.

``perft`` counts the positions after every sequence of 1, 2, 3 … legal moves from fixed deals, as in chess programs. Any
change of the rules, of the shuffle or of the order of dealing changes it. ``match`` is a hash of a match between random
players, move by move, with its scores. ``match_of_format_2`` is the same by the standard rules of records up to format
2, and never changes.
"""

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import tomli_w

from engine import options
from engine.game import Game
from engine.rng import Rng
from tests.support import game_contract

FILE = Path(__file__).with_suffix(".toml")
SEEDS = (1, 2, 3)
STOP_AT_POSITIONS = 1_500
"""Counting stops at the first depth with at least this many positions."""


def perft(game: Game) -> list[int]:
    """Return the number of positions after 1, 2, 3 … moves; a position counts as often as it is reached."""
    level, counts = [game], []
    while level and len(level) < STOP_AT_POSITIONS:
        following = []
        for position in level:
            for seat in position.seats_to_act()[:1]:
                for move in position.legal_moves(seat):
                    after = position.clone()
                    after.push(move)
                    following.append(after)
        counts.append(len(following))
        level = following
    return counts


def match_hash(game: Game, rng: Rng) -> str:
    """Return a short hash of a random match's moves and scores."""
    hashed = hashlib.sha256()
    for move in game_contract.random_moves(game, rng):
        hashed.update(f"{move}\n".encode())
        game.push(move)
    hashed.update(repr((game.scores, game.history)).encode())
    return hashed.hexdigest()[:16]


def compute_figures(slug: str) -> dict[str, Any]:
    """Return the figures of one game by its standard rules, with the fewest and the most seats."""
    game = game_contract.ALL_GAMES[slug]
    few, many = game.seats_allowed[0], game.seats_allowed[-1]
    figures = {
        "perft": [perft(game(seats, seed)) for seats in sorted({few, many}) for seed in SEEDS],
        "match": [match_hash(game_contract.start_match(slug, seed, standard=True), Rng(seed)) for seed in SEEDS],
    }
    for last in sorted({last for choice in options.options_of(game.Options) for last, _ in choice.earlier_standards}):
        rules: Any = options.from_mapping(game.Options, {}, text_format=last)[0]
        records = [replace(game_contract.new_record(slug, seed, standard=True), options=rules) for seed in SEEDS]
        figures[f"match_of_format_{last}"] = [
            match_hash(record.initial_position(), Rng(seed)) for record, seed in zip(records, SEEDS, strict=True)
        ]
    return figures


def load() -> dict[str, Any]:
    """Return the pinned figures."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def main(slugs: Sequence[str] = ()) -> None:
    """Rewrite the file, or only these games in it."""
    pinned = load() if slugs else {}
    wanted = [slug for slug in game_contract.ALL_GAMES if not slugs or slug in slugs or slug in pinned]
    found = {slug: pinned[slug] if slugs and slug not in slugs else compute_figures(slug) for slug in wanted}
    head = "# Written by `python -m tests.golden`; tests/golden/perft.py explains the figures.\n\n"
    FILE.write_text(head + tomli_w.dumps(found), encoding="utf-8", newline="\n")
