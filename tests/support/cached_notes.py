"""Cached notes of random matches, for tests of the catalogue texts."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from engine.events import Announced, DealScored
from engine.game import Game
from engine.moves import Move, Note
from engine.rng import Rng
from tests.support import game_contract

_MAX_NOTES_PER_KEY = 25
"""Maximum number of notes of one key."""
_TRIED_CARD_COUNTS = 4
"""Wrong answers are tried with fewer cards than this."""


@cache
def notes_of(slug: str, matches: int = 40, moves: int = 250) -> tuple[tuple[str, Note], ...]:
    """Return (catalogue section, note) pairs from random matches, up to ``_MAX_NOTES_PER_KEY`` of each key."""
    met: Counter[tuple[str, str]] = Counter()
    found = []
    for seed in range(matches):
        game, rng = game_contract.start_match(slug, seed), Rng(seed)
        for move in game_contract.random_moves(game, rng, moves):
            for part, note in _question_notes(game):
                met[part, note.key] += 1
                if met[part, note.key] <= _MAX_NOTES_PER_KEY:
                    found.append((part, note))
            game.push(move)
        found += list(_event_notes(game))
    return tuple(found)


def _question_notes(game: Game) -> Iterator[tuple[str, Note]]:
    """Yield the prompt of a question, its answers, and the refusals of wrong answers."""
    seat = game.seats_to_act()[0]
    yield "demand", game.prompt_for(seat)
    for move in game.legal_moves(seat):
        yield "move", game.describe(move)
    held = [card for pile in game.sources(seat) for card in game.cards(pile)]
    for verb in game.verbs[game.ask.what] if game.ask else ():
        for count in range(_TRIED_CARD_COUNTS):
            refusal = game.refusal(Move(seat, verb, tuple(held[:count])))
            if refusal is not None and refusal.rule:
                yield "refusal", Note(refusal.key, refusal.placeholders)


def _event_notes(game: Game) -> Iterator[tuple[str, Note]]:
    """Yield the announcements and the reasons of results."""
    for event in game.take_events():
        if isinstance(event, Announced):
            yield "said", event.note
            if event.loud:
                yield "loud", Note(event.note.key, {"seat": event.seat, **event.note.placeholders})
        elif isinstance(event, DealScored):
            yield "reason", event.reason
    if game.outcome is not None:
        yield "reason", game.outcome.reason
