"""What a game says in random matches, for whoever checks its texts."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from engine.events import Said, Scored
from engine.game import Game
from engine.moves import Move, Note
from engine.rng import Rng
from tests.support import contract

_MOST = 25
"""Maximum number of notes of one key."""
_CARDS = 4
"""Number of cards, counted from 0, with which wrong answers are tried."""


@cache
def notes_of(slug: str, matches: int = 40, moves: int = 250) -> tuple[tuple[str, Note], ...]:
    """Parts of the catalogue and notes that random matches say, demand, describe and refuse, some of each key."""
    met: Counter[tuple[str, str]] = Counter()
    found = []
    for seed in range(matches):
        game, rng = contract.start(slug, seed), Rng(seed)
        for move in contract.moves_of(game, rng, moves):
            for part, note in _asked(game):
                met[part, note.key] += 1
                if met[part, note.key] <= _MOST:
                    found.append((part, note))
            game.push(move)
        found += list(_told(game))
    return tuple(found)


def _asked(game: Game) -> Iterator[tuple[str, Note]]:
    """The demand of a question, its answers, and refusals of wrong ones."""
    seat = game.waiting()[0]
    yield "demand", game.demand(seat)
    for move in game.legal_moves(seat):
        yield "move", game.describe(move)
    held = [card for pile in game.sources(seat) for card in game.cards(pile)]
    for verb in game.verbs[game.ask.what] if game.ask else ():
        for count in range(_CARDS):
            refusal = game.refusal(Move(seat, verb, tuple(held[:count])))
            if refusal is not None and refusal.rule:
                yield "refusal", Note(refusal.key, refusal.figures)


def _told(game: Game) -> Iterator[tuple[str, Note]]:
    """What was said, and the reasons of results."""
    for event in game.drain():
        if isinstance(event, Said):
            yield "said", event.note
            if event.loud:
                yield "loud", Note(event.note.key, {"seat": event.seat, **event.note.figures})
        elif isinstance(event, Scored):
            yield "reason", event.reason
    if game.outcome is not None:
        yield "reason", game.outcome.reason
