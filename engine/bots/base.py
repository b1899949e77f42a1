"""What an opponent is: a policy answers at once, a bot thinks and answers ever better."""

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng


class Policy(Protocol):
    """A quick player of one game.

    It reads what that seat knows: its own hand, public piles, its own and public facts. So it may be handed a view or,
    in a search that plays thousands of samples to the end, a full position, and answers the same to both.
    """

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        """A legal move for a seat that is asked."""


@runtime_checkable
class Ranking(Protocol):
    """A policy that also says what it thinks of the other moves."""

    def rank(self, view: Game, seat: Seat) -> Sequence[Move]:
        """All legal moves of that seat, the best first."""


class Bot(Protocol):
    """A player: its answers come from the view, its own generator and a budget of steps, never from a clock."""

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Move]:
        """The best answer so far, again and again; the first comes at once, the last when the budget is used."""


class AnyMove:
    """The policy of a game without one of its own: any legal move, those that lay off cards before those that don't."""

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        """A legal move at random, with cards where there is one."""
        moves = view.legal_moves(seat)
        return rng.choice([move for move in moves if move.cards] or moves)


class Random:
    """A bot that plays any legal move: the yardstick below all levels."""

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Move]:
        """One legal move, each as likely as the other."""
        yield rng.choice(view.legal_moves(seat))


class Quick:
    """A bot that plays its policy's move."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Move]:
        """The policy's move."""
        yield self.policy.choose(view, seat, rng)


class Learner:
    """A bot that knows the policy and now and then overlooks its move for another of the same kind.

    A person who learnt the game today doesn't play at random: the slip has the same verb where there is one, and is
    as close to the right number of cards as can be.
    """

    def __init__(self, policy: Policy, slips: float) -> None:
        """``slips`` is the chance, 0 … 1, of overlooking the best move."""
        self.policy = policy
        self.slips = slips

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Move]:
        """The policy's move or a plausible slip."""
        best = self.policy.choose(view, seat, rng)
        if rng.unit() < self.slips:
            best = self._slip(view, seat, best, rng)
        yield best

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
    """The legal moves, likely good ones first: by the policy's own ranking, or those most like its choice."""
    if isinstance(policy, Ranking):
        return policy.rank(view, seat)

    def distance(move: Move) -> tuple[bool, int]:
        return move.verb != best.verb, abs(len(move.cards) - len(best.cards))

    return sorted(view.legal_moves(seat), key=distance)
