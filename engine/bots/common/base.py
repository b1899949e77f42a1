"""What an opponent is: a policy answers at once, a bot thinks and answers ever better."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from engine.bots.common.manner import PLAIN, Manner
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng


class Option(NamedTuple):
    """What a bot thinks of one move."""

    move: Move
    worth: float
    """A search: expected points of the deal. A policy: whatever scale it goes by."""
    win: float = math.nan
    """Chance to win the deal, 0 … 1; of a search only."""
    error: float = math.nan
    """Standard error of ``worth`` less that of the policy's own move; of a search only."""


class Thought(NamedTuple):
    """The answer so far."""

    move: Move
    options: tuple[Option, ...] = ()
    """The moves that were considered, the answer first and then the best; empty while they are being compared."""


class Policy(Protocol):
    """A quick player of one game.

    It reads what that seat knows: its own hand, public piles, its own and public facts. So it may be handed a view or,
    in a search that plays thousands of samples to the end, a full position, and answers the same to both.
    """

    def choose(self, view: Any, seat: Seat, rng: Rng) -> Move:
        """A legal move for a seat that is asked; the view is one of the policy's own game."""


@runtime_checkable
class Weighing(Protocol):
    """A policy that also says what it thinks of every move."""

    slack: float
    """So much of its own scale is given away for style at most."""

    def weigh(self, view: Any, seat: Seat) -> Sequence[Option]:
        """All legal moves of that seat, the best first."""


class Bot(Protocol):
    """A player: its answers come from the view, its own generator and a budget of steps, never from a clock."""

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The answer so far, again and again; the first comes at once, the last when the budget is used."""


class Sample(NamedTuple):
    """What one move came to in one world."""

    points: float
    """Of the deal, as the search counts them: perhaps less what the others made."""
    won: float
    """Chance to have won the deal, or the match where a deal has no winner, 0 … 1."""


class Compared(NamedTuple):
    """What moves came to in the same world with the same chance."""

    weight: float
    """How much the world counts, 0 or more: 1 where worlds come as often as they are likely."""
    work: float
    """Which share this was of what the search does for a decision of its own."""
    samples: Sequence[Sample]
    """One a move, in their order; of a world of no weight nothing."""


@runtime_checkable
class Comparing(Protocol):
    """A search that tries any moves in worlds that are likely by what the seat knows, as when it thinks itself."""

    def compare(self, view: Any, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[Compared]:
        """One world after the other, without end; with a full position all cards are open."""


class Mind(NamedTuple):
    """What a bot is made with, besides its level."""

    manner: Manner = PLAIN
    patience: float = 1.0
    """The master level's budget is multiplied by this."""


Ladder = Mapping[str, Callable[[Mind], Bot]]
"""Level, or yardstick -> its bot, for one game."""


def final(bot: Bot, view: Game, seat: Seat, rng: Rng) -> Thought:
    """What a bot thinks in the end."""
    *_, last = bot.think(view, seat, rng)
    return last


class AnyMove:
    """The policy of a game without one of its own: any legal move, those that lay off cards before those that don't."""

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        """A legal move at random, with cards where there is one."""
        moves = view.legal_moves(seat)
        return rng.choice([move for move in moves if move.cards] or moves)


class Random:
    """A bot that plays any legal move: the yardstick below all levels."""

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """One legal move, each as likely as the other."""
        yield Thought(rng.choice(view.legal_moves(seat)))


class Quick:
    """A bot that plays its policy's move, or one nearly as good that its manner likes better."""

    def __init__(self, policy: Policy, manner: Manner = PLAIN) -> None:
        self.policy = policy
        self.manner = manner

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """One move."""
        yield Thought(self.best(view, seat, rng))

    def best(self, view: Game, seat: Seat, rng: Rng) -> Move:
        """The policy's move, as the manner has it."""
        policy = self.policy
        if self.manner.is_plain or not isinstance(policy, Weighing):
            return self.policy.choose(view, seat, rng)
        options, slack = policy.weigh(view, seat), policy.slack
        near = [option for option in options if option.worth >= options[0].worth - 2 * slack]
        return max(near, key=lambda option: option.worth + slack * self.manner.leaning(view, seat, option.move)).move


class Learner(Quick):
    """A bot that knows the policy and now and then overlooks its move for another of the same kind.

    A person who learnt the game today doesn't play at random: the slip has the same verb where there is one, and is
    as close to the right number of cards as can be.
    """

    def __init__(self, policy: Policy, slips: float, manner: Manner = PLAIN) -> None:
        """``slips`` is the chance, 0 … 1, of overlooking the best move."""
        super().__init__(policy, manner)
        self.slips = slips

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The policy's move or a plausible slip."""
        best = self.best(view, seat, rng)
        if rng.unit() < self.slips:
            best = self._slip(view, seat, best, rng)
        yield Thought(best)

    def _slip(self, view: Game, seat: Seat, best: Move, rng: Rng) -> Move:
        chosen = view.canonical(best)
        others = [move for move in order(self.policy, view, seat, best) if view.canonical(move) != chosen]
        if not others:
            return best
        others = others[: max(2, len(others) * 2 // 3)]  # never the silliest of all

        def strangeness(move: Move) -> tuple[bool, int]:
            return move.verb != best.verb, abs(len(move.cards) - len(best.cards))

        closest = min(map(strangeness, others))
        return rng.choice([move for move in others if strangeness(move) == closest])


def order(policy: Policy, view: Game, seat: Seat, best: Move) -> Sequence[Move]:
    """The legal moves, likely good ones first: as the policy weighs them, or those most like its choice."""
    if isinstance(policy, Weighing):
        return [option.move for option in policy.weigh(view, seat)]

    def distance(move: Move) -> tuple[bool, int]:
        return move.verb != best.verb, abs(len(move.cards) - len(best.cards))

    return sorted(view.legal_moves(seat), key=distance)
