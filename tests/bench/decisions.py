"""What players decide in positions of plain play, for ``tests/bench/level_strength.py``: styles, and forecasts.

Every game is played by plain players. Where a seat has a real choice, that is more than one move that differs from the
others for the rules, each character is asked as well, with the same view and the same random numbers.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from engine.arena.summary import ratio_and_error
from engine.bots import bot_for
from engine.bots.common.base import Bot, Thought, final_thought
from engine.bots.common.self_play import MAX_DEAL_PLIES
from engine.bots.registry import comparer
from engine.characters import CHARACTERS, LEVELS
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

PLAYED_BY: Mapping[str, str] = {"master": "hard"}
"""Level -> the level that plays the positions, where the level itself would be too slow."""
WORLD_COUNT = 200
"""Worlds in which a style's move is compared with the plain one."""


class Decision(NamedTuple):
    """A position in which a seat has a real choice."""

    deal: int
    seat: Seat
    view: Game
    seed: int
    """Of the generator that every player asked here starts with."""
    thought: Thought
    """What the player who sits there answers."""


class StyleDifference(NamedTuple):
    """How a player differs from the plain player of a level."""

    name: str
    share: float
    """Of the decisions, 0 … 1."""
    error: float
    cost: float
    """Points a deal that the differences cost, as the master judges them; NaN if not measured."""
    cost_error: float


def real_choices(game: Game, seat: Seat) -> int:
    """Number of moves of a seat that differ for the rules."""
    return len({game.canonical(move) for move in game.legal_moves(seat)})


def decisions(game_type: type[Game], seats: int, level: str, deals: int, seed: int) -> Iterator[Decision]:
    """Yield each decision of a number of first deals by the standard rules, all seats plain players of a level."""
    bot, chance = bot_for(game_type.slug, level), Rng(seed)
    for deal in range(deals):
        yield from deal_decisions(deal, game_type(seats, chance.bits() >> 1, game_type.Options()), bot, chance)


def deal_decisions(deal: int, game: Game, bot: Bot, chance: Rng) -> Iterator[Decision]:
    """Let one player answer for all seats to the end of a deal; yield each decision before its move is played."""
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
    """Compare each character at a level, and the plain player of the level below, with its plain player.

    Args:
        game: by its standard rules.
        seats: number of seats.
        level: one of ``LEVELS``.
        deals: number of deals walked through.
        seed: of the deals.
        every: how many decisions of a deal one is taken of.
    """
    plain = bot_for(game.slug, level)
    below = "random" if level == LEVELS[0] else LEVELS[LEVELS.index(level) - 1]
    others: dict[str, Bot] = {slug: bot_for(game.slug, level, who.style) for slug, who in CHARACTERS.items()}
    others[below] = bot_for(game.slug, below)
    differs = {name: [0.0] * deals for name in others}
    costs = {name: [0.0] * deals for name in others}
    asked, all_met = [0.0] * deals, [0.0] * deals
    walked = decisions(game, seats, PLAYED_BY.get(level, level), deals, seed)
    for number, (deal, seat, view, at, _) in enumerate(walked):
        all_met[deal] += 1
        if number % interval:
            continue
        asked[deal] += 1
        move = final_thought(plain, view, seat, Rng(at)).move
        found = {name: final_thought(bot, view, seat, Rng(at)).move for name, bot in others.items()}
        strange = {name: answer for name, answer in found.items() if view.canonical(answer) != view.canonical(move)}
        for name in strange:
            differs[name][deal] += 1
        if level == LEVELS[-1] and strange:
            lost = losses(view, seat, move, list(dict.fromkeys(strange.values())), at)
            for name, answer in strange.items():
                costs[name][deal] += lost[answer]
    decisions_a_deal = sum(all_met) / deals
    rows = []
    for name in others:
        share, error = ratio_and_error(differs[name], asked)
        cost, cost_error = (math.nan, math.nan) if level != LEVELS[-1] else ratio_and_error(costs[name], asked)
        # A seat decides its part of a deal's decisions.
        scale = decisions_a_deal / seats
        rows.append(StyleDifference(name, share, error, cost * scale, cost_error * scale))
    return rows


def losses(view: Game, seat: Seat, base: Move, moves: Sequence[Move], seed: int) -> dict[Move, float]:
    """Points by which moves are worse than another, in the worlds of the master."""
    total, heavy = dict.fromkeys(moves, 0.0), 0.0
    for compared in islice(comparer(view.slug).compare(view, seat, [base, *moves], Rng(seed ^ 1)), WORLD_COUNT):
        if compared.samples:
            first, *rest = compared.samples
            heavy += compared.weight
            for move, sample in zip(moves, rest, strict=True):
                total[move] += compared.weight * (first.points - sample.points)
    return {move: lost / heavy if heavy else 0.0 for move, lost in total.items()}


class Forecast(NamedTuple):
    """Forecasts less results of equal players of a level, ± standard errors over deals."""

    level: str
    deals: int
    forecasts: int
    points: float
    """Expected points of the deal of the move chosen, less the points that it brought."""
    points_error: float
    wins: float
    """Chance to win the deal less the share won, -1 … 1; NaN if a deal has no winner."""
    wins_error: float


def calibrate(game_type: type[Game], seats: int, level: str, deals: int, seed: int) -> Forecast | None:
    """Play deals among players of a level and compare forecasts with results; None if the level makes none.

    Every decision counts alike. If each deal did, even perfect forecasts would seem wrong: how many decisions a deal
    has depends on what happens after them, and those of short deals would weigh too much. The decisions of a deal are
    not independent, so the errors are those of a ratio of sums over deals.
    """
    bot, chance = bot_for(game_type.slug, level), Rng(seed)
    points, wins, made_in, won_in = list[float](), list[float](), list[int](), list[int]()
    for deal in range(deals):
        game = game_type(seats, chance.bits() >> 1, game_type.Options())
        asked = deal_decisions(deal, game, bot, chance)
        made = [(one.seat, one.thought) for one in asked if len(one.thought.evaluations) > 1]
        if not made or not game.history:
            continue
        result, winners = game.history[0], game.deal_winners
        made_in.append(len(made))
        points.append(sum(thought.evaluations[0].value - result[seat] for seat, thought in made))
        if winners:
            won_in.append(len(made))
            share = 1 / len(winners)
            wins.append(sum(thought.evaluations[0].win - share * (seat in winners) for seat, thought in made))
    if not points:
        return None
    won = ratio_and_error(wins, won_in) if wins else (math.nan, math.nan)
    return Forecast(level, len(points), sum(made_in), *ratio_and_error(points, made_in), *won)
