"""Plain search of Big Two: sampled worlds and playouts on the fast model.

Flat Monte Carlo search with sequential halving (Karnin, Koren & Somekh 2013) over the policy's best moves. Every
candidate is played in the same worlds with common random numbers. A certain win is played at once. The budget counts
playouts, never seconds. Given a full position instead of a view, the search plays with all cards open (the yardstick
"cheat").
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bots.big_two.endgame import find_winning_move
from engine.bots.big_two.model import DECK, SEATS, TOP, PlayLists, encoded_bar_and_size, loss_table, play_lists
from engine.bots.big_two.playouts import SAVING, Plan, Simulator, Start, plan_of
from engine.bots.big_two.policy import BigTwoPolicy
from engine.bots.big_two.worlds import WorldSampler
from engine.bots.common.base import Evaluation, PlayoutSample, Thought, WorldComparison
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.game import Game
from engine.games.big_two.game import HANDS, BigTwo
from engine.games.big_two.hands import classify, mask_of
from engine.moves import Move, Seat
from engine.rng import Rng

_DROP_ERRORS = 3.5
"""Standard errors behind the best at which a candidate is dropped."""
_WORLDS_PER_CHECK = 16
"""Number of worlds between two checks for candidates to drop."""


class BigTwoBudget(NamedTuple):
    """Budget and parameters of the plain Big Two search for one decision."""

    playouts: int
    """Maximum number of playouts."""
    candidates: int = 7
    """Maximum number of moves tried, besides a pass."""
    epsilon: float = 0.03
    """Probability, 0 … 1, of a random legal move at each decision of a playout."""
    card_bonus: float = 0.5
    """Bonus in points for each card played now; it offsets a bias of the playouts in favour of holding back."""
    policy_move_bonus_points: float = 0.3
    """Bonus in points for the policy's own move."""
    style_slack: float = 0.6
    """Maximum points of the deal that a style may cost."""

    def scale(self, patience: float) -> "BigTwoBudget":
        """Return the search budget with its number of playouts multiplied by ``patience``."""
        return self._replace(playouts=max(1, round(self.playouts * patience)))


class _Candidate:
    """A candidate move of the plain Big Two search and its results in the sampled worlds."""

    def __init__(self, move: Move, bonus: float, hand: int, plan: Plan, start: Start) -> None:
        self.move = move
        self.bonus = bonus
        """Points added to the mean in comparisons."""
        self.hand = hand
        """Bit set of the hand after the move."""
        self.plan = plan
        self.start = start
        self.points: list[int] = []
        self.wins = 0

    def play(
        self, seat: Seat, hands: list[int], plans: Sequence[Plan], simulator: Simulator, lost: Sequence[int]
    ) -> None:
        """Play out a candidate Big Two move in one sampled world and add the result to the candidate."""
        hands[seat] = self.hand
        winner = simulator.finish(hands, plans, self.start) if self.hand else seat
        if winner == seat:
            self.wins += 1
            self.points.append(sum([lost[left.bit_count()] for left in hands]))
        else:
            self.points.append(-lost[hands[seat].bit_count()])

    def value(self) -> float:
        """Return the candidate move's mean points of the deal; 0 before the first playout."""
        return sum(self.points) / len(self.points) if self.points else 0.0

    def score(self) -> float:
        """Return the candidate move's mean points of the deal plus its bonuses: style, cards played, policy's move."""
        return self.value() + self.bonus

    def error(self, other: "_Candidate") -> float:
        """Return the standard error of a move's lead over ``other`` with equal cards; infinite below two playouts."""
        leads = [mine - yours for mine, yours in zip(self.points, other.points, strict=False)]
        count = len(leads)
        if count < 2:
            return math.inf
        mean = sum(leads) / count
        return math.sqrt(sum([(lead - mean) ** 2 for lead in leads]) / (count - 1) / count)


class _PlayoutRunner:
    """Samples worlds of one Big Two decision and plays out candidate moves in them."""

    def __init__(self, view: BigTwo, seat: Seat, hand: int, rng: Rng, epsilon: float) -> None:
        self.seat = seat
        self.worlds = WorldSampler(view, seat, hand, Rng(rng.bits()))
        self.simulator = Simulator(rng.bits(), view.options.pass_rule == "locked_out", epsilon)
        self.lost = loss_table(view.options.scoring)

    def play(self, trials: Sequence[_Candidate]) -> None:
        """Play out the candidate Big Two moves in the next sampled world with common random numbers."""
        hands, plans = self.worlds.sample()
        simulator, chance = self.simulator, self.simulator.state
        saves = sum(self.worlds.naive) > 1
        for trial in trials:
            simulator.state = chance
            plans[self.seat] = trial.plan._replace(policy=SAVING) if saves else trial.plan
            trial.play(self.seat, hands.copy(), plans, simulator, self.lost)


class BigTwoSearch:
    """A Big Two bot that compares moves by playouts on the fast model."""

    def __init__(self, budget: BigTwoBudget, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        self.budget = budget
        self.style = style
        self.policy = BigTwoPolicy()

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the policy's Big Two move first, then after each sampled world the best move so far."""
        assert isinstance(view, BigTwo)
        first = self.policy.choose(view, seat, rng)
        yield Thought(first)
        moves = view.legal_moves(seat)
        if len(moves) == 1:
            yield Thought(first, (Evaluation(first, 0.0),))
            return
        hand = mask_of(view.piles[HANDS[seat]])
        full = play_lists(hand, view.rules)
        winning = find_winning_move(view, seat, full, moves)
        if winning is not None:
            yield Thought(winning.move, (winning,))
            return
        trials = self._choose_candidates(view, seat, first, hand, full)
        best = trials[0]
        for best in self._find_best(view, seat, hand, trials, rng):
            yield Thought(best.move)
        yield Thought(best.move, _evaluations_best_first(best, trials, self.budget.card_bonus))

    def _choose_candidates(
        self, view: BigTwo, seat: Seat, first: Move, hand: int, all_plays: PlayLists
    ) -> list[_Candidate]:
        """Return the Big Two moves to compare: the policy's, the next best up to ``budget.candidates``, and a pass."""
        ranked = [option.move for option in self.policy.evaluate(view, seat)]
        moves = list(dict.fromkeys([first, *ranked]))
        moves = moves[: self.budget.candidates] + [move for move in moves[self.budget.candidates :] if not move.cards]
        trials = [self._make_candidate(view, seat, move, hand, all_plays) for move in moves]
        trials[0].bonus += self.budget.policy_move_bonus_points
        return trials

    def _make_candidate(self, view: BigTwo, seat: Seat, move: Move, hand: int, all_plays: PlayLists) -> _Candidate:
        mask = mask_of(move.cards)
        left = hand ^ mask
        rest = tuple([[entry for entry in plays if not entry & mask] for plays in all_plays])
        bonus = self.budget.style_slack * self.style.preference(view, seat, move) + self.budget.card_bonus * len(
            move.cards
        )
        return _Candidate(move, bonus, left, plan_of(left, rest), _start_after(view, seat, mask))

    def compare(self, view: Game, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Play out Big Two moves in one sample of hidden cards after another, endlessly; yield the results of each.

        Points include the bonus for cards played (``card_bonus``).
        """
        assert isinstance(view, BigTwo)
        hand = mask_of(view.piles[HANDS[seat]])
        full = play_lists(hand, view.rules)
        trials = [self._make_candidate(view, seat, move, hand, full) for move in moves]
        sampling = _PlayoutRunner(view, seat, hand, rng, self.budget.epsilon)
        while True:
            before = [trial.wins for trial in trials]
            sampling.play(trials)
            yield WorldComparison(
                1.0,
                len(moves) / self.budget.playouts,
                [
                    PlayoutSample(trial.points[-1] + self.budget.card_bonus * len(trial.move.cards), trial.wins - wins)
                    for trial, wins in zip(trials, before, strict=True)
                ],
            )

    def _find_best(
        self, view: BigTwo, seat: Seat, hand: int, trials: list[_Candidate], rng: Rng
    ) -> Iterator[_Candidate]:
        """Compare candidate Big Two moves by sequential halving; yield the best so far after each sampled world."""
        sampling = _PlayoutRunner(view, seat, hand, rng, self.budget.epsilon)
        alive, best = trials.copy(), trials[0]
        left = self.budget.playouts
        for rounds in range((len(trials) - 1).bit_length(), 0, -1):
            share = left // rounds
            while share > 0 and len(alive) > 1:
                sampling.play(alive)
                share -= len(alive)
                left -= len(alive)
                if len(best.points) % _WORLDS_PER_CHECK == 0:
                    best = max(alive, key=_Candidate.score)
                    alive = [trial for trial in alive if not _is_behind(trial, best)]
                yield best
            alive.sort(key=_Candidate.score, reverse=True)  # stable: equal ones stay in the policy's order
            best = alive[0]
            del alive[(len(alive) + 1) // 2 :]
        yield best


def _start_after(view: BigTwo, seat: Seat, mask: int) -> Start:
    """Return the state of the Big Two deal after a seat's move, as a start of playouts."""
    (bar, size), leader, passed = encoded_bar_and_size(view), view.winning_seat, view.passed_mask
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


def _is_behind(trial: _Candidate, best: _Candidate) -> bool:
    return best.score() - trial.score() > _DROP_ERRORS * trial.error(best)


def _evaluations_best_first(
    best: _Candidate, trials: Sequence[_Candidate], card_bonus: float
) -> tuple[Evaluation, ...]:
    """Return the evaluations of the tried Big Two moves: ``best``, then the others, best first.

    Values include the bonus for cards played.
    """
    values = {id(trial): trial.value() + card_bonus * len(trial.move.cards) for trial in trials}
    others = sorted((trial for trial in trials if trial is not best), key=lambda trial: -values[id(trial)])
    return tuple(
        Evaluation(trial.move, values[id(trial)], trial.wins / max(1, len(trial.points)), trial.error(best))
        for trial in (best, *others)
    )
