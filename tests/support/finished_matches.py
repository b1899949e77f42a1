"""Finished matches for tests and pictures of the replays."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from engine.characters import CHARACTERS
from engine.game import Game
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.profile.replays import ReplayStore
from engine.profile.storage import Profile
from engine.rng import Rng
from tests.support.records import short_record

MAX_MOVES = 600
"""Maximum number of moves before another seed is tried, as random play can be endless."""
FIRST_START_TIME = 1_763_700_000
"""Start time of the first match, Unix seconds."""


@cache
def _finished(slug: str, seed: int) -> tuple[Record, Game]:
    while True:
        record = short_record(slug, seed)
        game, rng = record.initial_position(), Rng(seed)
        while game.outcome is None and len(record.moves) < MAX_MOVES:
            move = rng.choice(game.legal_moves(rng.choice(game.seats_to_act())))
            game.push(move)
            game.take_events()
            record.append(move)
        if game.outcome is not None:
            return record, game
        seed += 100


def finished_match(slug: str, seed: int = 5, **more: int | str) -> tuple[Record, Game]:
    """Return a randomly played finished match and its last position; ``more`` are fields of the record."""
    record, game = _finished(slug, seed)
    found = replace(record, moves=list(record.moves), id=f"{slug.replace('_', '-')}-{seed}")
    for key, value in more.items():
        assert hasattr(found, key)
        setattr(found, key, value)
    return found, game


def chairs_from_character(seats: int, first_character: int) -> tuple[Chair, ...]:
    """Return chairs for a person and characters, from the list's ``first_character`` on."""
    names = list(CHARACTERS)
    others = [names[(first_character + i) % len(names)] for i in range(seats - 1)]
    return (Chair(PERSON), *(Chair(name, CHARACTERS[name].default_level) for name in others))


def fill_store(folder: Path, slugs: Sequence[str] = tuple(GAMES), count: int = 2) -> ReplayStore:
    """Save ``count`` finished matches of each game."""
    replays = ReplayStore(Profile(folder))
    for i in range(count):
        for j, slug in enumerate(slugs):
            record, game = finished_match(slug, i + 1)
            record.began = FIRST_START_TIME + (i * len(slugs) + j) * 90_000
            record.chairs = chairs_from_character(record.seats, 2 * i + j)
            replays.save(record, game, max_replays=1000, now=record.began + 1500)
    return replays
