"""Matches for the tests and the bench of the review: played by levels, and with one move replaced by a blunder."""

from functools import cache
from itertools import islice
from typing import NamedTuple

from engine.bots import bot_for, comparer, final
from engine.game import Game
from engine.games import GAMES
from engine.moves import Move, Seat
from engine.record import Record
from engine.review.positions import Moment, course
from engine.rng import Rng

OTHERS = "medium"
"""Who sits in the other seats."""


class Way(NamedTuple):
    """How seat 0 plays."""

    level: str
    patience: float = 1.0


def answered(game: Game, way: Way, ply: int) -> Move:
    """What the next seat plays."""
    seat = game.waiting()[0]
    moves = game.legal_moves(seat)
    if len(moves) == 1:
        return moves[0]
    level, patience = way if seat == 0 else Way(OTHERS)
    chance = Rng(game.seed ^ Rng(ply << 8 | seat).bits())
    return final(bot_for(game.slug, level, patience=patience), game.view(seat), seat, chance).move


def play_on(record: Record, way: Way, deals: int) -> Record:
    """The same match played on until so many of its deals are over."""
    found = Record(record.game, record.seats, record.seed, record.options, moves=list(record.moves))
    game = found.replay()
    game.events = None
    while game.outcome is None and len(game.history) < deals:
        move = answered(game, way, len(found.moves))
        game.push(move)
        found.append(move)
    return found


@cache
def played(slug: str, way: Way, seed: int, deals: int = 1) -> Record:
    """A match by standard rules in which seat 0 plays in that way; as far as so many deals."""
    game = GAMES[slug]
    return play_on(Record(slug, game.seats_default, seed, game.Options()), way, deals)


class Blunder(NamedTuple):
    """A move with which much would be lost."""

    at: int
    move: Move
    loss: float
    """Points of the deal, about."""


def blunder(record: Record, worlds: int = 12) -> Blunder:
    """The worst legal move where most can be lost by one; by the search's own worlds."""
    return max((_worst(moment, worlds) for moment in course(record, 0).decisions), key=lambda found: found.loss)


def _worst(moment: Moment, worlds: int) -> Blunder:
    """The worst move is found in some worlds, and how bad it is in others."""
    game, chance = moment.position, Rng(moment.at)
    legal, view = game.legal_moves(0), game.view(0)
    means = _means(view, legal, chance, worlds)
    order = sorted(range(len(legal)), key=means.__getitem__)
    worst, best = legal[order[0]], legal[order[-1]]
    low, high = _means(view, [worst, best], chance, 3 * worlds)
    return Blunder(moment.at, worst, high - low)


def _means(view: Game, moves: list[Move], chance: Rng, worlds: int) -> list[float]:
    seat: Seat = 0
    several = list(islice(comparer(view.slug).compare(view, seat, moves, chance), worlds))
    total = sum(world.weight for world in several) or 1.0
    return [
        sum(world.weight * world.samples[at].points for world in several if world.weight) / total
        for at in range(len(moves))
    ]


def spoiled(record: Record, found: Blunder, way: Way) -> Record:
    """The same match with that move instead, played on in the same way for as many deals."""
    deals = len(record.replay().history)
    start = Record(
        record.game, record.seats, record.seed, record.options, moves=[*record.moves[: found.at], found.move]
    )
    return play_on(start, way, deals)
