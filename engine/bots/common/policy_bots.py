"""Bots that answer at once: at random, by a policy, by a policy with slips, and with a beginner's mistakes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.bots.common.base import EvaluatingPolicy, Policy, Thought
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng


class RandomPolicy:
    """The policy of a game without one of its own: a random legal move, with cards if possible."""

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        """Return a random legal move, one with cards if there is any."""
        moves = view.legal_moves(seat)
        return rng.choice([move for move in moves if move.cards] or moves)


class RandomBot:
    """A bot that plays any legal move: the yardstick below all levels."""

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield one legal move, all equally likely."""
        yield Thought(rng.choice(view.legal_moves(seat)))


class PolicyBot:
    """A bot that plays its policy's move, or one nearly as good that its style prefers."""

    def __init__(self, policy: Policy, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        self.policy = policy
        self.style = style

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield one move."""
        yield Thought(self.best(view, seat, rng))

    def best(self, view: Game, seat: Seat, rng: Rng) -> Move:
        """Return the policy's move, adjusted to the style."""
        policy = self.policy
        if self.style.is_plain or not isinstance(policy, EvaluatingPolicy):
            return self.policy.choose(view, seat, rng)
        options, slack = policy.evaluate(view, seat), policy.slack
        near = [option for option in options if option.value >= options[0].value - 2 * slack * self.style.reach]
        likings = self.style.preferences(view, seat, [option.move for option in near])
        return max(zip(near, likings, strict=True), key=lambda pair: pair[0].value + slack * pair[1])[0].move


class Mistake(NamedTuple):
    """A mistake that beginners make."""

    name: str
    chance: float
    """How often it is made where it can be, 0 … 1."""
    replacement: Callable[[Any, Seat, Move], Move | None]
    """From a view, a seat and the move that the seat means to make: the legal move of the mistake, if it fits."""


class BeginnerBot(PolicyBot):
    """A bot that means well and sometimes makes one of a beginner's mistakes instead."""

    def __init__(self, policy: Policy, mistakes: Sequence[Mistake], style: GameStyle = PLAIN_GAME_STYLE) -> None:
        """``mistakes`` are tried in order; at most one is made in a decision."""
        super().__init__(policy, style)
        self.mistakes = mistakes

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the policy's move or a mistake; a style makes those it likes up to half as often again, others less
        often."""
        best = self.best(view, seat, rng)
        for mistake in self.mistakes:
            drawn = rng.unit()
            made = mistake.replacement(view, seat, best)
            if made is not None:
                liked, meant = self.style.preferences(view, seat, [made, best])
                if drawn < mistake.chance * (1 + max(-1.0, min(1.0, liked - meant)) / 2):
                    best = made
                    break
        yield Thought(best)


class SlippingBot(PolicyBot):
    """A bot that sometimes overlooks its policy's move and plays another of the same kind.

    A person who learnt the game today doesn't play at random. A slip has the same verb and about as many cards as the
    best move, where there is such a move; of these it is one that the style likes best.
    """

    def __init__(self, policy: Policy, slip_rate: float, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        """``slip_rate`` is the chance, 0 … 1, of overlooking the best move."""
        super().__init__(policy, style)
        self.slip_rate = slip_rate

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the policy's move or a plausible slip."""
        best = self.best(view, seat, rng)
        if rng.unit() < self.slip_rate:
            best = self._slip(view, seat, best, rng)
        yield Thought(best)

    def _slip(self, view: Game, seat: Seat, best: Move, rng: Rng) -> Move:
        chosen = view.canonical(best)
        others = [move for move in ranked_moves(self.policy, view, seat, best) if view.canonical(move) != chosen]
        if not others:
            return best
        others = others[: max(2, len(others) * 2 // 3)]  # never the very worst

        def distance(move: Move) -> tuple[bool, int]:
            return move.verb != best.verb, abs(len(move.cards) - len(best.cards))

        closest = min(map(distance, others))
        alike = [move for move in others if distance(move) == closest]
        likings = self.style.preferences(view, seat, alike)
        return rng.choice([move for move, liking in zip(alike, likings, strict=True) if liking == max(likings)])


def ranked_moves(policy: Policy, view: Game, seat: Seat, best: Move) -> Sequence[Move]:
    """Return the legal moves, promising ones first: in the policy's order, or those most like its choice."""
    if isinstance(policy, EvaluatingPolicy):
        return [option.move for option in policy.evaluate(view, seat)]

    def distance(move: Move) -> tuple[bool, int]:
        return move.verb != best.verb, abs(len(move.cards) - len(best.cards))

    return sorted(view.legal_moves(seat), key=distance)
