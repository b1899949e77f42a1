"""Finished matches for tests and pictures of the replays."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from engine.game import Game
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.people import CHARACTERS
from engine.profile.replays import ReplayStore
from engine.profile.storage import Profile
from engine.rng import Rng
from tests.support.records import short_record

MANY = 600
"""Maximum number of moves before another match is tried: random play can be endless."""
BEGAN = 1_763_700_000
"""Time at which the first match began."""


@cache
def _finished(slug: str, seed: int) -> tuple[Record, Game]:
    while True:
        record = short_record(slug, seed)
        game, rng = record.start(), Rng(seed)
        while game.outcome is None and len(record.moves) < MANY:
            move = rng.choice(game.legal_moves(rng.choice(game.waiting())))
            game.play(move)
            game.drain()
            record.append(move)
        if game.outcome is not None:
            return record, game
        seed += 100


def finished(slug: str, seed: int = 5, **more: int | str) -> tuple[Record, Game]:
    """A match played at random to its end, and its last position; ``more`` are keys of the record."""
    record, game = _finished(slug, seed)
    found = replace(record, moves=list(record.moves), id=f"{slug.replace('_', '-')}-{seed}")
    for key, value in more.items():
        assert hasattr(found, key)
        setattr(found, key, value)
    return found, game


def level(seats: int, first: int) -> tuple[Chair, ...]:
    """A person and characters from the list, beginning with one of them."""
    names = list(CHARACTERS)
    others = [names[(first + i) % len(names)] for i in range(seats - 1)]
    return (Chair(PERSON), *(Chair(name, CHARACTERS[name].level) for name in others))


def fill(folder: Path, slugs: Sequence[str] = tuple(GAMES), count: int = 2) -> ReplayStore:
    """Keep ``count`` finished matches of each game."""
    replays = ReplayStore(Profile(folder))
    for i in range(count):
        for j, slug in enumerate(slugs):
            record, game = finished(slug, i + 1)
            record.began = BEGAN + (i * len(slugs) + j) * 90_000
            record.chairs = level(record.seats, 2 * i + j)
            replays.keep(record, game, most=1000, now=record.began + 1500)
    return replays
