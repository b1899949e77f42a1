"""The search of Big Two: likely worlds, played to the end of the deal on the fast model.

Flat Monte-Carlo with sequential halving (Karnin, Koren & Somekh 2013) over the moves that the policy likes best. Every
candidate is tried in the same worlds with the same chance. A sure win is played at once. The budget counts samples,
never seconds. Handed a full position instead of a view, the search plays with all cards face up: the yardstick "cheat".
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bots.big_two.endgame import Others, certain_win
from engine.bots.big_two.model import DECK, SEATS, TOP, Lists, bar_of, lists_of, loss_table, supports, unseen_by
from engine.bots.big_two.playouts import SAVING, Plan, Simulator, Start, plan_of
from engine.bots.big_two.policy import BigTwoPolicy
from engine.bots.big_two.worlds import Worlds
from engine.bots.common.base import Compared, Evaluation, Sample, Thought
from engine.bots.common.search import Budget, MonteCarloSearch
from engine.bots.common.style import PLAIN, GameStyle
from engine.game import Game
from engine.games.big_two.game import HANDS, BigTwo
from engine.games.big_two.hands import classify, mask_of
from engine.moves import Move, Seat
from engine.rng import Rng

_GENERIC_STEPS = 20
"""Moves of the generic search for each sample, where the model doesn't know the house rules."""
_CLEAR = 3.5
"""A candidate is dropped when it is so many standard errors behind."""
_LOOK_AFTER = 16
"""Worlds between two looks at what may be dropped."""


class BigTwoBudget(NamedTuple):
    """How much a search may do."""

    samples: int
    """Deals played to the end, for one decision."""
    candidates: int = 7
    """At most so many moves are tried, and the pass."""
    odd: float = 0.03
    """Chance, 0 … 1, that a decision in a sample is anything legal."""
    shed: float = 0.5
    """Points that each card played now is worth besides: the minds of the samples wait less well than the players at
    the table, so that holding back looks better than it is."""
    trust: float = 0.3
    """Points that the policy's own move is worth besides."""
    slack: float = 0.6
    """So many points of the deal are given away for style at most."""

    def times(self, patience: float) -> "BigTwoBudget":
        """The same with more samples, or fewer."""
        return self._replace(samples=max(1, round(self.samples * patience)))


class _Trial:
    """A candidate and what it did in the sampled worlds."""

    def __init__(self, move: Move, bonus: float, hand: int, plan: Plan, start: Start) -> None:
        self.move = move
        self.bonus = bonus
        """Points that are added to compare it with others."""
        self.hand = hand
        """What is left of the hand."""
        self.plan = plan
        self.start = start
        self.points: list[int] = []
        self.wins = 0

    def play(
        self, seat: Seat, hands: list[int], plans: Sequence[Plan], simulator: Simulator, lost: Sequence[int]
    ) -> None:
        """Try it in one world."""
        hands[seat] = self.hand
        winner = simulator.finish(hands, plans, self.start) if self.hand else seat
        if winner == seat:
            self.wins += 1
            self.points.append(sum([lost[left.bit_count()] for left in hands]))
        else:
            self.points.append(-lost[hands[seat].bit_count()])

    def value(self) -> float:
        """Mean points of the deal."""
        return sum(self.points) / len(self.points) if self.points else 0.0

    def score(self) -> float:
        """The same with its lean."""
        return self.value() + self.bonus

    def error(self, other: "_Trial") -> float:
        """Standard error of the difference in the worlds that both were tried in; infinite until it is known."""
        leads = [mine - yours for mine, yours in zip(self.points, other.points, strict=False)]
        count = len(leads)
        if count < 2:
            return math.inf
        mean = sum(leads) / count
        return math.sqrt(sum([(lead - mean) ** 2 for lead in leads]) / (count - 1) / count)


class _Sampling:
    """A stream of worlds, and what moves come to in them."""

    def __init__(self, view: BigTwo, seat: Seat, hand: int, rng: Rng, odd: float) -> None:
        self.seat = seat
        self.worlds = Worlds(view, seat, hand, Rng(rng.bits()))
        self.simulator = Simulator(rng.bits(), view.options.pass_rule == "locked_out", odd)
        self.lost = loss_table(view.options.scoring)

    def play(self, trials: Sequence[_Trial]) -> None:
        """Try them in the next world, with the same luck for all."""
        hands, plans = self.worlds.sample()
        simulator, chance = self.simulator, self.simulator.state
        saves = sum(self.worlds.naive) > 1
        for trial in trials:
            simulator.state = chance
            plans[self.seat] = trial.plan._replace(policy=SAVING) if saves else trial.plan
            trial.play(self.seat, hands.copy(), plans, simulator, self.lost)


class BigTwoSearch:
    """A bot that plays samples to the end on the fast model."""

    def __init__(self, effort: BigTwoBudget, style: GameStyle = PLAIN) -> None:
        self.effort = effort
        self.style = style
        self.policy = BigTwoPolicy()

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The policy's move first, then after each world the move that has done best so far."""
        assert isinstance(view, BigTwo)
        if not supports(view.options):
            yield from MonteCarloSearch(self.policy, Budget(self.effort.samples * _GENERIC_STEPS), self.style).think(
                view, seat, rng
            )
            return
        first = self.policy.choose(view, seat, rng)
        yield Thought(first)
        moves = view.legal_moves(seat)
        if len(moves) == 1:
            yield Thought(first, (Evaluation(first, 0.0),))
            return
        hand = mask_of(view.piles[HANDS[seat]])
        full = lists_of(hand, view.rules)
        sure = _sure(view, seat, hand, full, moves)
        if sure is not None:
            lost = loss_table(view.options.scoring)
            points = sum(lost[len(view.piles[pile])] for other, pile in enumerate(HANDS) if other != seat)
            yield Thought(sure, (Evaluation(sure, points, 1.0, 0.0),))
            return
        trials = self._trials(view, seat, first, hand, full)
        best = trials[0]
        for best in self._compare(view, seat, hand, trials, rng):
            yield Thought(best.move)
        yield Thought(best.move, _evaluations(best, trials))

    def _trials(self, view: BigTwo, seat: Seat, first: Move, hand: int, full: Lists) -> list[_Trial]:
        """The policy's move, the most promising others, and the pass."""
        ranked = [option.move for option in self.policy.evaluate(view, seat)]
        moves = list(dict.fromkeys([first, *ranked]))
        moves = moves[: self.effort.candidates] + [move for move in moves[self.effort.candidates :] if not move.cards]
        trials = [self._trial(view, seat, move, hand, full) for move in moves]
        trials[0].bonus += self.effort.trust
        return trials

    def _trial(self, view: BigTwo, seat: Seat, move: Move, hand: int, full: Lists) -> _Trial:
        mask = mask_of(move.cards)
        left = hand ^ mask
        rest = tuple([[entry for entry in plays if not entry & mask] for plays in full])
        bonus = self.effort.slack * self.style.preference(view, seat, move) + self.effort.shed * len(move.cards)
        return _Trial(move, bonus, left, plan_of(left, rest), _after(view, seat, mask))

    def compare(self, view: Game, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[Compared]:
        """What these moves came to in one world after the other, without end; cards laid count besides (``shed``)."""
        assert isinstance(view, BigTwo)
        if not supports(view.options):
            budget = Budget(self.effort.samples * _GENERIC_STEPS)
            yield from MonteCarloSearch(self.policy, budget, self.style).compare(view, seat, moves, rng)
            return
        hand = mask_of(view.piles[HANDS[seat]])
        full = lists_of(hand, view.rules)
        trials = [self._trial(view, seat, move, hand, full) for move in moves]
        sampling = _Sampling(view, seat, hand, rng, self.effort.odd)
        while True:
            before = [trial.wins for trial in trials]
            sampling.play(trials)
            yield Compared(
                1.0,
                len(moves) / self.effort.samples,
                [
                    Sample(trial.points[-1] + self.effort.shed * len(trial.move.cards), trial.wins - wins)
                    for trial, wins in zip(trials, before, strict=True)
                ],
            )

    def _compare(self, view: BigTwo, seat: Seat, hand: int, trials: list[_Trial], rng: Rng) -> Iterator[_Trial]:
        """Try all of them in the same worlds, drop those that do worse by halves; the best so far after each world."""
        sampling = _Sampling(view, seat, hand, rng, self.effort.odd)
        alive, best = trials.copy(), trials[0]
        left = self.effort.samples
        for rounds in range((len(trials) - 1).bit_length(), 0, -1):
            share = left // rounds
            while share > 0 and len(alive) > 1:
                sampling.play(alive)
                share -= len(alive)
                left -= len(alive)
                if len(best.points) % _LOOK_AFTER == 0:
                    best = max(alive, key=_Trial.score)
                    alive = [trial for trial in alive if not _behind(trial, best)]
                yield best
            alive.sort(key=_Trial.score, reverse=True)  # stable: equal ones in the policy's order
            best = alive[0]
            del alive[(len(alive) + 1) // 2 :]
        yield best


def _sure(view: BigTwo, seat: Seat, hand: int, full: Lists, moves: Sequence[Move]) -> Move | None:
    """The move that begins a sure win."""
    entries = {}
    for move in moves:
        play = classify(mask_of(move.cards), view.rules)
        if play is not None:
            entries[play.key << 52 | play.mask] = move
    most = max(len(view.piles[pile]) for other, pile in enumerate(HANDS) if other != seat)
    entry = certain_win(hand, list(entries), full, Others(unseen_by(view, hand), most, view.rules))
    return None if entry is None else entries[entry]


def _after(view: BigTwo, seat: Seat, mask: int) -> Start:
    """Where play goes on after this move."""
    (bar, size), leader, passed = bar_of(view), view.leader, view.passed
    if mask:
        play = classify(mask, view.rules)
        assert play is not None
        bar, size, leader = play.key << 52 | DECK, len(play.cards), seat
        if view.options.pass_rule == "re_enter":
            passed = 0
    else:
        passed |= 1 << seat
    for step in range(1, SEATS):
        following = (seat + step) % SEATS
        if following == leader or mask == TOP:
            break
        if not passed >> following & 1:
            return Start(following, bar, size, leader, passed)
    return Start(leader, 0, 0, leader, 0)


def _behind(trial: _Trial, best: _Trial) -> bool:
    return best.score() - trial.score() > _CLEAR * trial.error(best)


def _evaluations(best: _Trial, trials: Sequence[_Trial]) -> tuple[Evaluation, ...]:
    """The tried moves, the answer first, the others by what they are worth."""
    others = sorted((trial for trial in trials if trial is not best), key=lambda trial: -trial.value())
    return tuple(
        Evaluation(trial.move, trial.value(), trial.wins / max(1, len(trial.points)), trial.error(best))
        for trial in (best, *others)
    )
