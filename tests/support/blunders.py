"""Matches for tests and the bench of the review, with and without a blunder."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.common.estimates import lead_of_first
from engine.cooperative import run_to_end
from engine.game import Game
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move
from engine.review.judge import MoveComparer
from engine.review.key_moments import MatchMoment, key_moments
from engine.rng import Rng

OTHERS = "medium"
"""Level of the other seats."""


class PlayerSpec(NamedTuple):
    """Level and search effort of seat 0."""

    level: str
    patience: float = 1.0


def next_move(game: Game, player: PlayerSpec, seed: int, ply: int) -> Move:
    seat = game.seats_to_act()[0]
    moves = game.legal_moves(seat)
    if len(moves) == 1:
        return moves[0]
    level, patience = player if seat == 0 else PlayerSpec(OTHERS)
    chance = Rng(seed ^ Rng(ply << 8 | seat).bits())
    return final_thought(bot_for(game.slug, level, patience=patience), game.view(seat), seat, chance).move


def play_on(record: Record, player: PlayerSpec, deals: int) -> Record:
    """Continue a match until ``deals`` of its deals are over."""
    found = replace(record, moves=list(record.moves))
    game = found.replay()
    game.events = None
    while game.outcome is None and len(game.history) < deals:
        move = next_move(game, player, found.seed, len(found.moves))
        game.push(move)
        found.append(move)
    return found


@cache
def play_record(slug: str, player: PlayerSpec, seed: int, deals: int = 1) -> Record:
    """Return a match by the standard rules, ``deals`` deals long, with seat 0 played by ``player``."""
    game = GAMES[slug]
    return play_on(Record(slug, game.seats_default, seed, game.Options()), player, deals)


class Blunder(NamedTuple):
    """A move that loses many points."""

    move_index: int
    move: Move
    loss: float
    """Approximate loss in points of the deal."""


def find_blunder(record: Record, work: float = 0.2) -> Blunder:
    """Return the worst legal move at the decision where a single move can lose most, by the search's own worlds.

    ``work`` is the effort per decision as a fraction of the one at the table. The loss is then measured in new worlds,
    with twice the effort.
    """
    return max((_worst_move(moment, work) for moment in key_moments(record, 0).decisions), key=lambda found: found.loss)


def _worst_move(moment: MatchMoment, work: float) -> Blunder:
    trials = MoveComparer(moment.position.view(0), 0, Rng(moment.move_index))
    legal = moment.position.legal_moves(0)
    tried = run_to_end(trials.compare_moves(work, *legal))
    behind = [lead_of_first(tried, place)[0] for place in range(len(legal))]  # first move's lead over each
    order = sorted(range(len(legal)), key=lambda place: -behind[place])
    worst, best = legal[order[0]], legal[order[-1]]
    return Blunder(
        moment.move_index, worst, lead_of_first(run_to_end(trials.compare_moves(2 * work, best, worst)), 1)[0]
    )


def insert_blunder(record: Record, blunder: Blunder, player: PlayerSpec) -> Record:
    """Return the match with the blunder inserted, continued by the same players for as many deals."""
    deals = len(record.replay().history)
    return play_on(replace(record, moves=[*record.moves[: blunder.move_index], blunder.move]), player, deals)
