"""One match played by the computer, and what happened in it as sums that can be added up over matches."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple

from engine.arena.play import LONGEST_MATCH, NamedBot, answer
from engine.bots import bot_for
from engine.events import Said, Scored
from engine.game import Game
from engine.games import GAMES
from engine.moves import TABLE, Seat
from engine.rng import Rng

FREE, FORCED, OTHERS, SHEET = 6.0, 2.0, 1.4, 8.0
"""Seconds that are reckoned with for the minutes of a match with one person at the table: a decision of that person, a
move of theirs without a choice, a move of somebody else with its pause and motion, the score sheet after a deal."""

Sums = Mapping[str, tuple[float, float]]
"""Name of a figure -> what it counts in this match, and what that is to be divided by."""


class Experiment(NamedTuple):
    """What is compared."""

    slug: str
    seats: int
    first: Any
    """House rules of the game."""
    second: Any
    level: str = "medium"
    """Of all players, except where skill is measured."""


class Trial(NamedTuple):
    """The same numbered match under both rules of a plan."""

    plan: Experiment
    seed: int
    skill: bool
    """Whether a hard player sits among easy ones, to see how much skill decides; else all are of the plan's level."""
    number: int = 0
    """Of this trial among its kind, from 0: the hard player's seat goes round with it."""


def run(trial: Trial) -> tuple[Sums, Sums]:
    """Play the match of a trial under the first rules and under the second."""
    plan = trial.plan
    first, second = (observe(trial, rules) for rules in (plan.first, plan.second))
    return first, second


def observe(trial: Trial, rules: Any) -> Sums:
    """Play one match to its end.

    The same trial and rules give the same sums: the bots' chance comes from the seed and the number of the ply.
    """
    plan = trial.plan
    game = GAMES[plan.slug](plan.seats, trial.seed, rules)
    ace = trial.number % plan.seats if trial.skill else TABLE
    levels = ["hard" if seat == ace else "easy" if trial.skill else plan.level for seat in range(plan.seats)]
    players = [NamedBot(level, bot_for(plan.slug, level)) for level in levels]
    notes = _MatchNotes(game)
    while game.outcome is None and notes.moves < LONGEST_MATCH:
        seat = game.waiting()[0]
        moves = game.legal_moves(seat)
        notes.asked(game, seat, free=len(moves) > 1)
        move = moves[0]
        if len(moves) > 1:
            move = answer(game, seat, moves, players[seat], (trial.seed, notes.moves))
        game.push(move)
        notes.moves += 1
        notes.hear(game)
    winners = game.outcome.winners if game.outcome is not None else ()
    if trial.skill:
        return {"skill": (float(ace in winners) / max(1, len(winners)), 1.0)}
    return notes.sums(winners)


class _MatchNotes:
    """What is written down while a match is played."""

    def __init__(self, game: Game) -> None:
        self.moves = 0
        self.free = 0
        self.own = 0.0
        """Seconds of the person, shared among the seats."""
        self.deals = 0
        self.spread = 0.0
        self.led: Seat = TABLE
        """Who was first asked alone in this deal."""
        self.dealer = game.dealer
        self.first_won = [0.0, 0.0]
        self.dealer_won = [0.0, 0.0]
        self.seats = game.seats
        self.counted: Counter[str] = Counter()
        self.several = game.specials

    def asked(self, game: Game, seat: Seat, *, free: bool) -> None:
        self.free += free
        self.own += FREE if free else FORCED
        if self.led == TABLE and game.ask is not None and len(game.ask.seats) == 1:
            self.led, self.dealer = seat, game.dealer
        if self.several:
            self.counted[f"asked:{game.demand(seat).key}"] += 1

    def hear(self, game: Game) -> None:
        for event in game.drain():
            if isinstance(event, Said):
                self.counted[f"said:{event.note.key}"] += 1
            elif isinstance(event, Scored):
                self.counted[f"end:{event.reason.key}"] += 1
                self._deal_over(event)

    def _deal_over(self, scored: Scored) -> None:
        self.deals += 1
        middle = sum(scored.points) / self.seats
        self.spread += math.sqrt(sum((points - middle) ** 2 for points in scored.points) / self.seats)
        for seat, won in ((self.led, self.first_won), (self.dealer, self.dealer_won)):
            if seat != TABLE and scored.winners:
                won[0] += (seat in scored.winners) / len(scored.winners)
                won[1] += 1
        self.led = TABLE

    def sums(self, winners: tuple[Seat, ...]) -> Sums:
        others = self.moves * (self.seats - 1) / self.seats * OTHERS
        seconds = self.own / self.seats + others + self.deals * SHEET
        deals = float(self.deals)
        found: dict[str, tuple[float, float]] = {
            "deal_moves": (float(self.moves), deals),
            "match_deals": (deals, 1.0),
            "match_moves": (float(self.moves), 1.0),
            "match_minutes": (seconds / 60, 1.0),
            "forced": (float(self.moves - self.free), float(self.moves)),
            "spread": (self.spread, deals),
            "starter": (self.first_won[0], self.first_won[1]),
            "dealer": (self.dealer_won[0], self.dealer_won[1]),
        }
        for name, signs in self.several.items():
            found[f"special.{name}"] = (float(sum(self.counted[sign] for sign in signs)), deals)
        for seat in range(self.seats):
            found[f"seat.{seat}"] = (float(seat in winners) / max(1, len(winners)), 1.0)
        return found


def trials(plan: Experiment, seed: int, *, skill_every: int = 4) -> Iterator[Trial]:
    """The trials of a plan without end, on deals that the seed decides; each ``skill_every``-th measures skill."""
    chance, skills = Rng(seed), 0
    for made in count():
        skill = skill_every > 0 and made % skill_every == skill_every - 1
        yield Trial(plan, chance.bits() >> 1, skill, skills if skill else made - skills)
        skills += skill
