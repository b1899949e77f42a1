"""Records of matches: new ones, randomly played ones, ones with a certain position. Doesn't import pygame."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine import options
from engine.characters import CHARACTERS
from engine.events import Event
from engine.game import Game
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.notices import Notice
from engine.profile.saved_matches import SavedMatches
from engine.profile.storage import Profile
from engine.rng import Rng
from tests.support.random_options import random_options

SEED_SPACE = 4000
"""Number of seeds to search for a certain position."""

Condition = Callable[[Game], object]


def chairs(seats: int, level: str = "easy") -> tuple[Chair, ...]:
    """Return chairs for a person and the first characters of the list."""
    return (Chair(PERSON), *(Chair(name, level) for name in list(CHARACTERS)[: seats - 1]))


def new_record(slug: str, seed: int = 5, seats: int = 0, **rules: Any) -> Record:
    """Return a match that has just begun."""
    seats = seats or GAMES[slug].seats_default
    return Record(slug, seats, seed, GAMES[slug].Options(**rules), chairs(seats))


def take_notices(profile: Profile) -> list[Notice]:
    """Return the notices of a profile and clear them."""
    taken, profile.notices = profile.notices, []
    return taken


def load_match(profile: Profile, slug: str = "") -> tuple[Record | None, list[Notice]]:
    """Load a game's match in progress as the program does, by default the last saved one; return it and notices."""
    saves = SavedMatches(profile)
    saves.scan()
    return (saves.load(slug) if slug else saves.load_latest()), take_notices(profile)


def random_record(slug: str, seed: int, *, short: bool = False) -> Record:
    """Return a match with seats and house rules drawn by the seed; ``short`` as in ``short_record``."""
    rng, game = Rng(seed), GAMES[slug]
    seats = rng.choice(game.seats_allowed)
    record = Record(slug, seats, rng.bits() >> 1, random_options(game.Options, rng), chairs(seats))
    if short:
        record.options = replace(record.options, **minimum_options(slug))
    return record


def short_record(slug: str, seed: int) -> Record:
    """Return a new match of one deal, round or life, or else with the minimum of points."""
    return new_record(slug, seed, **minimum_options(slug))


def minimum_options(slug: str) -> dict[str, Any]:
    """Return the numeric options of a game's shortest match."""
    numbers = [c for c in options.options_of(GAMES[slug].Options) if c.group == "match" and type(c.default) is int]
    return {choice.name: 1 if 1 in choice.values else choice.values[0] for choice in numbers}


def play_randomly(record: Record, rng: Rng, max_moves: int = 60_000) -> Game:
    """Play a new match to its end or for ``max_moves`` moves, and add them to its record. Return the position."""
    game = record.initial_position()
    for _ in range(max_moves):
        if game.outcome is not None:
            break
        move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
        game.push(move)
        record.append(move)
    return game


def find_record(slug: str, condition: Condition, seats: int = 0, max_moves: int = 60, **rules: Any) -> Record:
    """Return the first random match in which seat 0 is to act in a position that meets the condition."""
    for seed in range(SEED_SPACE):
        record = new_record(slug, seed, seats, **rules)
        game, rng = record.initial_position(), Rng(seed)
        for _ in range(max_moves):
            if not game.seats_to_act():
                break
            if 0 in game.seats_to_act() and condition(game):
                return record
            move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
            game.push(move)
            record.append(move)
    raise AssertionError(f"no such position with {SEED_SPACE} seeds")


def random_events(slug: str, seed: int, seats: int = 0, max_moves: int = 300, rules: Any = None) -> list[Event]:
    """Return the events of a randomly played match, up to ``max_moves`` moves, by standard rules or by ``rules``."""
    game, rng = GAMES[slug](seats or GAMES[slug].seats_default, seed, rules), Rng(seed)
    events = list(game.take_events())
    for _ in range(max_moves):
        if game.outcome is not None:
            break
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
        events += game.take_events()
    return events
