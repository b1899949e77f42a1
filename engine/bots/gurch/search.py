"""Search of Gurch: sampled worlds, playouts on the fast model, sequential halving.

The policy's best moves are played in the same worlds. Another move replaces the policy's only if it did better by more
than half the noise of their common worlds.
"""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from engine.bots.common.base import PlayoutSample, Thought, WorldComparison
from engine.bots.common.sequential_halving import (
    Budget,
    Candidate,
    HalvingRules,
    candidate_evaluations,
    sequential_halving,
)
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.bots.gurch.model import PlayoutDeal, SortedValues, hand_of
from engine.bots.gurch.policy import GurchPolicy
from engine.bots.gurch.worlds import WorldSampler
from engine.games.gurch import Gurch
from engine.games.gurch.game import SHOWN
from engine.games.gurch.plays import VALUE
from engine.moves import Move, Seat
from engine.rng import Rng

HALVING_RULES = HalvingRules(confidence=0.5, constant_steps_per_playout=1)
BUDGET_FACTORS = MappingProxyType({"start": 2.0, "play": 0.5})
"""Kind of question -> factor for the budget; the start matters most, and plays are rarely close in value."""
CERTAIN_PLAYOUTS_PER_MOVE = 4
"""Maximum playouts of each move if all cards are known; then only a refilled stock is random."""


class GurchSearch:
    """A Gurch bot that compares moves by playouts on the fast model.

    ``budget.steps`` is the number of playouts of all candidates together, times ``BUDGET_FACTORS``.
    """

    def __init__(self, budget: Budget, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        self.policy = GurchPolicy()
        self.budget = budget
        self.style = style

    def think(self, view: Gurch, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the policy's Gurch move first, then after each sampled world the best move so far."""
        assert view.ask is not None
        weighed = self.policy.evaluate(view, seat)
        yield Thought(weighed[0].move)
        worlds = WorldSampler(view)
        candidates = len(weighed) if worlds.is_certain else self.budget.candidates
        moves, slack = [option.move for option in weighed[:candidates]], self.budget.style_slack
        likings = self.style.preferences_stretched_to_slack(view, seat, moves)
        trials = [Candidate(move, slack * liking) for move, liking in zip(moves, likings, strict=True)]
        steps = self.budget.scale(BUDGET_FACTORS.get(view.ask.what, 1.0)).steps
        if worlds.is_certain:
            steps = min(steps, CERTAIN_PLAYOUTS_PER_MOVE * len(trials))

        def play(rivals: Sequence[Candidate]) -> Iterator[int]:
            yield _play_candidates(view, seat, worlds.sample(rng), rivals)

        best = trials[0]
        for best in sequential_halving(trials, steps, play, HALVING_RULES):
            yield Thought(best.move)
        yield Thought(best.move, candidate_evaluations(best, trials))

    def compare(self, view: Gurch, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Play out Gurch moves in one sample of hidden cards after another, endlessly; yield the results of each."""
        worlds = WorldSampler(view)
        while True:
            world = worlds.sample(rng)
            tried = [_try(view, seat, world, move) for move in moves]
            yield WorldComparison(1.0, len(moves) / self.budget.steps, tried)


def _play_candidates(view: Gurch, seat: Seat, world: PlayoutDeal, rivals: Sequence[Candidate]) -> int:
    """Play the candidate Gurch moves in one sampled deal and add their results; return the number of playouts."""
    base = 0.0
    for trial in rivals:
        points, won = _try(view, seat, world, trial.move)
        if trial is rivals[0]:
            base = points
        trial.add(points, points - base, won)
    return len(rivals)


def _try(view: Gurch, seat: Seat, world: PlayoutDeal, move: Move) -> PlayoutSample:
    deal = world.copy()
    play_until_next_play(deal, view, seat, move)
    return deal_outcome(view, deal.play_to_final_totals(), view.players.index(seat))


def deal_outcome(view: Gurch, totals: Sequence[int], me: int) -> PlayoutSample:
    """Return player ``me``'s points of the Gurch deal and chance to have won it, from all card totals of this round.

    ``me`` is an index in ``totals``. In a minigame the prize or loss is that of the deal's final round (R24).
    """
    low, high, mine = min(totals), max(totals), totals[me]
    won = 1 / totals.count(low) if mine == low else 0.0
    lost = 1 / totals.count(high) if mine == high else 0.0
    if not view.options.loser_pays:
        lost = 0.0
    if view.contest == "high":
        return PlayoutSample(-max(view.totals) * lost, 0.0)
    prize = max(view.totals) if view.contest else high
    if low == high:
        return PlayoutSample(0.0 if view.options.loser_pays else prize * won, won)
    return PlayoutSample(prize * (won - (0.0 if view.contest else lost)), won)


def play_until_next_play(deal: PlayoutDeal, view: Gurch, seat: Seat, move: Move) -> None:
    """Play a seat's Gurch move, and by the policy all moves before the next play to a trick."""
    assert view.ask is not None
    me = view.players.index(seat)
    cards = tuple(sorted([VALUE[card] for card in move.cards]))
    what = view.ask.what
    if what == "play":
        deal.lay(deal.hands[me].play_of(cards))
    elif what == "mini":
        if move.verb == "renew":
            deal.renew(me)
        deal.keep_or_renew([view.players.index(other) for other in view.pending[1:]])
    elif what == "vote":
        deal.play_from_vote({seat: move.to}, view.swappers)
    elif what == "start" and not cards:
        return
    else:
        _play_from_swap(deal, view, move, deal.hands[me].without(cards))


def _play_from_swap(deal: PlayoutDeal, view: Gurch, move: Move, kept: SortedValues) -> None:
    """Play a swap or stand pat in Gurch, and by the policy the swaps that follow."""
    assert view.ask is not None
    seat, what = move.seat, view.ask.what
    swaps = move.verb == "swap"
    if what == "shown":
        shown = VALUE[view.piles[SHOWN][0]]
        if move.verb == "reject":
            deal.replace_rejected_shown(seat, kept, shown)
        else:
            deal.hands[seat] = hand_of(tuple(sorted((*kept, shown))))
    elif swaps and what == "second" and view.voted_number == 1:
        deal.swap_one_card(seat, kept)
    elif swaps:
        deal.swap(seat, kept)
    if what in ("start", "first"):
        count = len(move.cards) if what == "start" else view.starter_swap_count
        others = [(seat + i) % view.seats for i in range(1, view.seats)]
        pending = others if what == "start" else view.pending[1:]
        deal.play_from_first_swaps(count, pending, (*view.swappers, seat) if swaps else view.swappers)
    else:
        votes = {swapper: view.votes[swapper] for swapper in view.swappers}
        deal.play_second_swaps(view.voted_number, votes, view.pending[1:])
