"""Matches for the tests and the bench of the review: played by levels, and with one move replaced by a blunder."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from engine.bots import bot_for
from engine.bots.common.base import final
from engine.game import Game
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move
from engine.parts import at_once
from engine.review.judge import Trials, lead
from engine.review.moments import MatchMoment, key_moments
from engine.rng import Rng

OTHERS = "medium"
"""Level of the other seats."""


class Way(NamedTuple):
    """How seat 0 plays."""

    level: str
    patience: float = 1.0


def answered(game: Game, way: Way, seed: int, ply: int) -> Move:
    """The move of the next seat."""
    seat = game.waiting()[0]
    moves = game.legal_moves(seat)
    if len(moves) == 1:
        return moves[0]
    level, patience = way if seat == 0 else Way(OTHERS)
    chance = Rng(seed ^ Rng(ply << 8 | seat).bits())
    return final(bot_for(game.slug, level, patience=patience), game.view(seat), seat, chance).move


def play_on(record: Record, way: Way, deals: int) -> Record:
    """Continue a match until ``deals`` of its deals are over."""
    found = replace(record, moves=list(record.moves))
    game = found.replay()
    game.events = None
    while game.outcome is None and len(game.history) < deals:
        move = answered(game, way, found.seed, len(found.moves))
        game.push(move)
        found.append(move)
    return found


@cache
def played(slug: str, way: Way, seed: int, deals: int = 1) -> Record:
    """A match by the standard rules, ``deals`` deals long, in which seat 0 plays in a given way."""
    game = GAMES[slug]
    return play_on(Record(slug, game.seats_default, seed, game.Options()), way, deals)


class Blunder(NamedTuple):
    """A move that would lose much."""

    at: int
    move: Move
    loss: float
    """Approximate loss in points of the deal."""


def blunder(record: Record, work: float = 0.2) -> Blunder:
    """The worst legal move at the decision where a single move can lose most, by the search's own worlds.

    ``work`` is the work per decision, as a share of the search's at the table: once to find the worst move, then twice
    as much to measure its loss in fresh worlds.
    """
    return max((_worst(moment, work) for moment in key_moments(record, 0).decisions), key=lambda found: found.loss)


def _worst(moment: MatchMoment, work: float) -> Blunder:
    trials = Trials(moment.position.view(0), 0, Rng(moment.at))
    legal = moment.position.legal_moves(0)
    tried = at_once(trials.of(work, *legal))
    behind = [lead(tried, place)[0] for place in range(len(legal))]  # the lead of the first move over it
    order = sorted(range(len(legal)), key=lambda place: -behind[place])
    worst, best = legal[order[0]], legal[order[-1]]
    return Blunder(moment.at, worst, lead(at_once(trials.of(2 * work, best, worst)), 1)[0])


def spoiled(record: Record, found: Blunder, way: Way) -> Record:
    """The same match with the blunder in it, continued in the same way for as many deals."""
    deals = len(record.replay().history)
    return play_on(replace(record, moves=[*record.moves[: found.at], found.move]), way, deals)
