"""What a game says in random matches, for whoever checks its texts."""

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
"""Number of cards, counted from 0, with which wrong answers are tried."""


@cache
def notes_of(slug: str, matches: int = 40, moves: int = 250) -> tuple[tuple[str, Note], ...]:
    """Parts of the catalogue and notes that random matches say, demand, describe and refuse, some of each key."""
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
    """The demand of a question, its answers, and refusals of wrong ones."""
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
    """What was said, and the reasons of results."""
    for event in game.take_events():
        if isinstance(event, Announced):
            yield "said", event.note
            if event.loud:
                yield "loud", Note(event.note.key, {"seat": event.seat, **event.note.placeholders})
        elif isinstance(event, DealScored):
            yield "reason", event.reason
    if game.outcome is not None:
        yield "reason", game.outcome.reason
