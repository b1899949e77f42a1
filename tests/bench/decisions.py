"""Compares decisions of bots for ``tests/bench/ladder.py``: styles of characters, and forecasts of results.

Plain bots play every game. Where a seat has a real choice, more than one move that differs by the rules, each character
decides, too. It gets the same view and the same random numbers.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from engine.arena.summary import ratio_and_error
from engine.bots import bot_for
from engine.bots.common.base import Bot, Thought, final_thought
from engine.bots.common.self_play import MAX_DEAL_PLIES
from engine.bots.registry import comparers
from engine.characters import CHARACTERS, LEVELS
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

PLAYED_BY: Mapping[str, str] = {"master": "hard"}
"""Level -> level that plays the positions, where the level itself is too slow."""
WORLD_COUNT = 200
"""Number of worlds in which a style's move is compared with the plain one."""


class Decision(NamedTuple):
    """A position in which a seat has a real choice."""

    deal: int
    seat: Seat
    view: Game
    seed: int
    """Seed of the generator for every bot's decision here."""
    thought: Thought
    """The decision of the seat's own bot."""


class StyleDifference(NamedTuple):
    """Differences between a bot and the plain bot of a level."""

    name: str
    fraction: float
    """Fraction of different decisions, 0 … 1."""
    error: float
    cost: float
    """Cost of the differences in points per deal, as the master judges them; NaN if not measured."""
    cost_error: float


def real_choices(game: Game, seat: Seat) -> int:
    """Return the number of a seat's moves that differ by the rules."""
    return len({game.canonical(move) for move in game.legal_moves(seat)})


def decisions(game_type: type[Game], seats: int, level: str, deals: int, seed: int) -> Iterator[Decision]:
    """Yield each decision of ``deals`` first deals by the standard rules, with plain bots of a level."""
    bot, chance = bot_for(game_type.slug, level), Rng(seed)
    for deal in range(deals):
        yield from deal_decisions(deal, game_type(seats, chance.bits() >> 1, game_type.Options()), bot, chance)


def deal_decisions(deal: int, game: Game, bot: Bot, chance: Rng) -> Iterator[Decision]:
    """Play a deal with one bot for all seats; yield each decision before its move is played."""
    game.events = None
    for _ in range(MAX_DEAL_PLIES):
        if game.history or game.outcome is not None:
            return
        seat = game.seats_to_act()[0]
        move, at = game.legal_moves(seat)[0], chance.bits()
        if real_choices(game, seat) > 1:
            view = game.view(seat)
            thought = final_thought(bot, view, seat, Rng(at))
            yield Decision(deal, seat, view, at, thought)
            move = thought.move
        game.push(move)


def compare_styles(
    game: type[Game], seats: int, level: str, deals: int, seed: int, *, interval: int = 1
) -> list[StyleDifference]:
    """Compare each character at a level, and the plain bot of the level below, with the plain bot of the level.

    Args:
        game: the game, played by its standard rules.
        seats: number of seats.
        level: one of ``LEVELS``.
        deals: number of deals to play.
        seed: of the deals.
        interval: one of so many decisions of a deal is compared.
    """
    plain = bot_for(game.slug, level)
    below = "random" if level == LEVELS[0] else LEVELS[LEVELS.index(level) - 1]
    others: dict[str, Bot] = {
        slug: bot_for(game.slug, level, character.style) for slug, character in CHARACTERS.items()
    }
    others[below] = bot_for(game.slug, below)
    differs = {name: [0.0] * deals for name in others}
    costs = {name: [0.0] * deals for name in others}
    decision_counts, all_met = [0.0] * deals, [0.0] * deals
    walked = decisions(game, seats, PLAYED_BY.get(level, level), deals, seed)
    for number, (deal, seat, view, decision_seed, _) in enumerate(walked):
        all_met[deal] += 1
        if number % interval:
            continue
        decision_counts[deal] += 1
        move = final_thought(plain, view, seat, Rng(decision_seed)).move
        moves = {name: final_thought(bot, view, seat, Rng(decision_seed)).move for name, bot in others.items()}
        different = {name: answer for name, answer in moves.items() if view.canonical(answer) != view.canonical(move)}
        for name in different:
            differs[name][deal] += 1
        if level == LEVELS[-1] and different:
            lost = losses(view, seat, move, list(dict.fromkeys(different.values())), decision_seed)
            for name, answer in different.items():
                costs[name][deal] += lost[answer]
    decisions_a_deal = sum(all_met) / deals
    rows = []
    for name in others:
        share, error = ratio_and_error(differs[name], decision_counts)
        cost, cost_error = (
            (math.nan, math.nan) if level != LEVELS[-1] else ratio_and_error(costs[name], decision_counts)
        )
        # a seat makes only its fraction of a deal's decisions
        scale = decisions_a_deal / seats
        rows.append(StyleDifference(name, share, error, cost * scale, cost_error * scale))
    return rows


def losses(view: Game, seat: Seat, base: Move, moves: Sequence[Move], seed: int) -> dict[Move, float]:
    """Return the points by which moves are worse than ``base``, in the master's worlds."""
    total, heavy = dict.fromkeys(moves, 0.0), 0.0
    (_, make_search), *_ = comparers(view.slug)
    for compared in islice(make_search().compare(view, seat, [base, *moves], Rng(seed ^ 1)), WORLD_COUNT):
        if compared.samples:
            first, *rest = compared.samples
            heavy += compared.weight
            for move, sample in zip(moves, rest, strict=True):
                total[move] += compared.weight * (first.points - sample.points)
    return {move: lost / heavy if heavy else 0.0 for move, lost in total.items()}


class Forecast(NamedTuple):
    """Forecast minus result of equal bots of a level, ± standard errors over deals."""

    level: str
    deals: int
    forecasts: int
    points: float
    """Expected points of the chosen move minus the actual points of the deal."""
    points_error: float
    wins: float
    """Expected chance to win the deal minus the share won, -1 … 1; NaN if a deal has no winner."""
    wins_error: float


def calibrate(game_type: type[Game], seats: int, level: str, deals: int, seed: int) -> Forecast | None:
    """Play deals among bots of a level and compare forecasts with results; None if the level makes none.

    Every decision has the same weight. With equal weights of deals, even perfect forecasts would seem wrong: the number
    of decisions depends on later events, so short deals would weigh too much. The decisions of a deal are not
    independent, so the errors are those of a ratio of sums over deals.
    """
    bot, chance = bot_for(game_type.slug, level), Rng(seed)
    points, wins, made_in, won_in = list[float](), list[float](), list[int](), list[int]()
    for deal in range(deals):
        game = game_type(seats, chance.bits() >> 1, game_type.Options())
        decided = deal_decisions(deal, game, bot, chance)
        forecasts = [(one.seat, one.thought) for one in decided if len(one.thought.evaluations) > 1]
        if not forecasts or not game.history:
            continue
        result, winners = game.history[0], game.deal_winners
        made_in.append(len(forecasts))
        points.append(sum(thought.evaluations[0].value - result[seat] for seat, thought in forecasts))
        if winners:
            won_in.append(len(forecasts))
            share = 1 / len(winners)
            wins.append(sum(thought.evaluations[0].win - share * (seat in winners) for seat, thought in forecasts))
    if not points:
        return None
    won = ratio_and_error(wins, won_in) if wins else (math.nan, math.nan)
    return Forecast(level, len(points), sum(made_in), *ratio_and_error(points, made_in), *won)
