"""All notes of a game in random matches, each with its section of the catalogue."""

import re
from collections.abc import Iterator
from typing import Any

from engine.events import Announced, DealScored, MatchEnded
from engine.game import Game
from engine.moves import Move, Note, Seat
from engine.rng import Rng
from scenes.table.layouts import LAYOUTS
from tests.support.random_options import random_options

MAX_MOVES = 700
"""Maximum number of moves of a match."""
FULLY_EXAMINED_MOVES = 120
"""Number of moves before each of which the position is examined; later only before every eighth."""


def notes_in_matches(kind: type[Game], seeds: int, max_moves: int = MAX_MOVES) -> Iterator[tuple[str, Note]]:
    """Yield (section, note) for random matches of which every third is by the standard rules."""
    for seed in range(seeds):
        rng = Rng(seed)
        seats = rng.choice(kind.seats_allowed)
        rules: Any = random_options(kind.Options, rng)
        game, rng = kind(seats, rng.bits() >> 1, None if seed % 3 == 0 else rules), Rng(seed)
        for count in range(max_moves):
            waiting = game.seats_to_act()
            if not waiting:
                break
            if count < FULLY_EXAMINED_MOVES or count % 8 == 0:
                yield from notes_in_position(game, rng)
            game.play(rng.choice(game.legal_moves(rng.choice(waiting))))
            for event in game.take_events():
                if isinstance(event, Announced):
                    yield ("said", event.note)
                    if event.loud:
                        yield ("loud", Note(event.note.key, {"seat": event.seat, **event.note.placeholders}))
                elif isinstance(event, DealScored | MatchEnded):
                    yield ("reason", event.reason)
                if isinstance(event, DealScored):
                    yield from (("part", Note(part.key)) for part in event.score_sources)
                    yield from (("lies", decided.note) for decided in event.deciding_cards)


def notes_in_position(game: Game, rng: Rng) -> Iterator[tuple[str, Note]]:
    """Yield the facts of seats and piles, prompts, answers, and refusals of wrong answers."""
    layout = LAYOUTS[game.slug]
    for pile in game.piles:
        fact = game.pile_fact(pile)
        if fact is not None:
            yield ("lies", fact)
    for seat in range(game.seats):
        view = game.view(seat)
        yield from (("plate", note) for note in game.facts(seat))
        if seat in game.seats_to_act():
            yield ("demand", view.prompt_for(seat))
            legal = view.legal_moves(seat)[:40]
            yield from (("move", view.describe(move)) for move in legal)
            laid = [view.describe(move) for move in legal if move.verb in layout.help.named_play_verbs_by_kind.values()]
            yield from (("lies", Note(note.key, {**note.placeholders, "seat": seat})) for note in laid)
            for verb in layout.controls.always_offered_verbs:
                if game.ask and verb in game.verbs[game.ask.what]:
                    yield ("move", view.describe(Move(seat, verb)))
        for _ in range(3):
            refusal = view.refusal(arbitrary_move(game, seat, rng))
            if refusal is not None:
                assert not refusal.rule or re.fullmatch(rf"{game.slug}\.R\d+", refusal.rule), refusal
                yield ("refusal", Note(refusal.key, refusal.placeholders))


def arbitrary_move(game: Game, seat: Seat, rng: Rng) -> Move:
    """Return a random move, probably illegal: own or other cards, any verb, any position."""
    verbs = [verb for verbs_of_question in game.verbs.values() for verb in verbs_of_question]
    asked = game.verbs[game.ask.what] if game.ask and rng.below(4) else verbs
    own = [card for pile, cards in game.piles.items() if pile.owner == seat for card in cards]
    anywhere = [card for cards in game.piles.values() for card in cards]
    pool = [card for card in (own if rng.below(8) else anywhere) if card >= 0]
    rng.shuffle(pool)
    if rng.below(2):
        kind = game.equivalence_key(rng.choice(pool)) if pool else 0
        pool.sort(key=lambda card: game.equivalence_key(card) != kind)
    places = (-1, -1, -1, 0, 1, 2, 9)
    return Move(seat, rng.choice(asked), tuple(pool[: rng.below(7)]), rng.choice(places))
