"""Trials: bots play a match under two sets of rules, counted as sums that add up over matches."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple

from engine.bots import reliable_bot
from engine.bots.common.self_play import MAX_MATCH_PLIES, NamedBot, Ply, play_on
from engine.cooperative import CooperativeTask
from engine.events import DealScored, counter_key
from engine.game import Game
from engine.games import GAMES
from engine.moves import TABLE, Seat
from engine.rng import Rng

SECONDS_PER_FREE_MOVE, SECONDS_PER_FORCED_MOVE, SECONDS_PER_OTHER_MOVE, SECONDS_PER_SCORE_SHEET = 6.0, 2.0, 1.4, 8.0
"""Assumed seconds in a match with one person: for the person's move with alternatives, for their forced move, for
another player's move with pause and animation, and for the score sheet after a deal."""

MOVES_PER_STEP = 16
"""Number of moves per step of a cooperative task, 1 to 6 ms."""

RatioSums = Mapping[str, tuple[float, float]]
"""Name of a figure -> its numerator and denominator in one match."""


class Experiment(NamedTuple):
    """Experiment of the rule lab: two sets of house rules to compare, and the players."""

    slug: str
    seats: int
    first_rules: Any
    """First house rules, an instance of the game's ``Options``."""
    second_rules: Any
    level: str = "medium"
    """Level of all players, except in trials that measure skill."""


class RuleTrial(NamedTuple):
    """Trial of the rule lab: a match to play under both rules of an experiment."""

    experiment: Experiment
    seed: int
    measures_skill: bool
    """Whether to measure skill, by one hard player among easy ones; otherwise all have the experiment's level."""
    rotation: int = 0
    """Number of this trial among those with or without ``measures_skill``, from 0; rotates the hard player's seat."""


def run_trial(trial: RuleTrial) -> CooperativeTask[tuple[RatioSums, RatioSums]]:
    """Play the match of a rule lab trial under the first rules, then the second; return the sums under each."""
    first = yield from play_and_count(trial, trial.experiment.first_rules)
    second = yield from play_and_count(trial, trial.experiment.second_rules)
    return first, second


def play_and_count(trial: RuleTrial, rules: Any) -> CooperativeTask[RatioSums]:
    """Play one match of a rule lab trial; return the sums of its figures.

    Equal trials and rules give equal sums, as bots are reproducible.
    """
    slug, seats, level = trial.experiment.slug, trial.experiment.seats, trial.experiment.level
    game = GAMES[slug](seats, trial.seed, rules)
    expert = trial.rotation % seats if trial.measures_skill else TABLE
    levels = ["hard" if seat == expert else "easy" if trial.measures_skill else level for seat in range(seats)]
    bots = [NamedBot(name, reliable_bot(slug, name, seat_levels=levels)) for name in levels]
    counter = _MatchCounter(game)
    counter.count_question(game)
    for ply in play_on(game, bots, trial.seed, MAX_MATCH_PLIES):
        if not isinstance(ply, Ply):
            if ply is not None:
                yield ply
            continue
        counter.count_move(had_choice=ply.had_choice)
        counter.count_events(game)
        if game.outcome is None:
            counter.count_question(game)
        if counter.moves % MOVES_PER_STEP == 0:
            yield
    winners = game.outcome.winners if game.outcome is not None else ()
    if trial.measures_skill:
        return {"skill": (float(expert in winners) / max(1, len(winners)), 1.0)}
    return counter.sums(winners)


class _MatchCounter:
    """Counts the rule lab's figures of a match while bots play it."""

    def __init__(self, game: Game) -> None:
        self.moves = 0
        self.free_moves = 0
        self.person_seconds = 0.0
        """Assumed seconds for the moves of all seats, as if each were the person's."""
        self.deals = 0
        self.spread = 0.0
        self.first_seat: Seat = TABLE
        """First seat of this deal that was asked alone; ``TABLE`` before that."""
        self.dealer = game.dealer
        self.first_won = [0.0, 0.0]
        self.dealer_won = [0.0, 0.0]
        self.measured_seats: list[Seat] | None = None
        """The seats with the highest measure of this deal (``Game.measure_deal``); None before its first question."""
        self.dealt_won = [0.0, 0.0]
        self.seats = game.seats
        self.counted: Counter[str] = Counter()
        self.counted_events = game.counted_events

    def count_move(self, *, had_choice: bool) -> None:
        self.moves += 1
        self.free_moves += had_choice
        self.person_seconds += SECONDS_PER_FREE_MOVE if had_choice else SECONDS_PER_FORCED_MOVE

    def count_question(self, game: Game) -> None:
        seat = game.seats_to_act()[0]
        if self.first_seat == TABLE and game.ask is not None and len(game.ask.seats) == 1:
            self.first_seat, self.dealer = seat, game.dealer
        if self.measured_seats is None:
            measures = game.measure_deal()
            self.measured_seats = [seat for seat, measure in enumerate(measures) if measure == max(measures)]
        if self.counted_events:
            self.counted[f"asked:{game.prompt_for(seat).key}"] += 1

    def count_events(self, game: Game) -> None:
        for event in game.take_events():
            key = counter_key(event)
            if key:
                self.counted[key] += 1
            if isinstance(event, DealScored):
                self._count_deal(event)

    def _count_deal(self, scored: DealScored) -> None:
        self.deals += 1
        middle = sum(scored.points) / self.seats
        self.spread += math.sqrt(sum((points - middle) ** 2 for points in scored.points) / self.seats)
        for seat, won in ((self.first_seat, self.first_won), (self.dealer, self.dealer_won)):
            if seat != TABLE and scored.winners:
                won[0] += (seat in scored.winners) / len(scored.winners)
                won[1] += 1
        self.first_seat = TABLE
        best = max(scored.points)
        if self.measured_seats and len(self.measured_seats) < self.seats and min(scored.points) < best:
            self.dealt_won[0] += sum(scored.points[seat] == best for seat in self.measured_seats)
            self.dealt_won[1] += len(self.measured_seats)
        self.measured_seats = None

    def sums(self, winners: tuple[Seat, ...]) -> RatioSums:
        others = self.moves * (self.seats - 1) / self.seats * SECONDS_PER_OTHER_MOVE
        seconds = self.person_seconds / self.seats + others + self.deals * SECONDS_PER_SCORE_SHEET
        deals = float(self.deals)
        found: dict[str, tuple[float, float]] = {
            "deal_moves": (float(self.moves), deals),
            "match_deals": (deals, 1.0),
            "match_moves": (float(self.moves), 1.0),
            "match_minutes": (seconds / 60, 1.0),
            "forced": (float(self.moves - self.free_moves), float(self.moves)),
            "spread": (self.spread, deals),
            "starter": (self.first_won[0], self.first_won[1]),
            "dealer": (self.dealer_won[0], self.dealer_won[1]),
            "dealt": (self.dealt_won[0], self.dealt_won[1]),
        }
        for name, signs in self.counted_events.items():
            found[f"special.{name}"] = (float(sum(self.counted[sign] for sign in signs)), deals)
        for seat in range(self.seats):
            found[f"seat.{seat}"] = (float(seat in winners) / max(1, len(winners)), 1.0)
        return found


def trials(experiment: Experiment, seed: int, *, skill_every: int = 4) -> Iterator[RuleTrial]:
    """Yield endless trials of two house rules; every ``skill_every``-th has one hard player among easy ones."""
    chance, skills = Rng(seed), 0
    for made in count():
        skill = skill_every > 0 and made % skill_every == skill_every - 1
        yield RuleTrial(experiment, chance.bits() >> 1, skill, skills if skill else made - skills)
        skills += skill
