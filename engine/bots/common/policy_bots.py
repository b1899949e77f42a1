"""Bots without search: random, by a policy, by a policy with random slips or with beginners' mistakes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.bots.common.base import EvaluatingPolicy, Policy, Thought
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng


class RandomPolicy:
    """Default policy for games without their own: a random legal move, with cards if possible."""

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        """Return a random legal move; a move with cards if there is any."""
        moves = view.legal_moves(seat)
        return rng.choice([move for move in moves if move.cards] or moves)


class RandomBot:
    """A bot that plays a random legal move: the reference bot below all levels."""

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield one legal move, drawn uniformly."""
        yield Thought(rng.choice(view.legal_moves(seat)))


class PolicyBot:
    """A bot that plays its policy's move, or a nearly as good move that its style prefers."""

    def __init__(self, policy: Policy, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        self.policy = policy
        self.style = style

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the bot's only thought, its move: the policy's best, or one nearly as good that suits its style."""
        yield Thought(self.preferred_move(view, seat, rng))

    def choose(self, view: Any, seat: Seat, rng: Rng) -> Move:
        """Return the bot's move, mistakes included: as a policy, it plays a seat of its level in playouts."""
        return next(self.think(view, seat, rng)).move

    def preferred_move(self, view: Game, seat: Seat, rng: Rng) -> Move:
        """Return the policy's move, or one that the style prefers and whose value is only a little (slack) lower."""
        policy = self.policy
        if self.style.is_plain or not isinstance(policy, EvaluatingPolicy):
            return self.policy.choose(view, seat, rng)
        options, slack = policy.evaluate(view, seat), policy.style_slack
        near = [option for option in options if option.value >= options[0].value - 2 * slack * self.style.slack_factor]
        likings = self.style.preferences_stretched_to_slack(view, seat, [option.move for option in near])
        return max(zip(near, likings, strict=True), key=lambda pair: pair[0].value + slack * pair[1])[0].move


class Mistake(NamedTuple):
    """A typical mistake of beginners at one game, with its probability."""

    name: str
    chance: float
    """Probability of making it in a position where it is possible, 0 … 1."""
    replacement: Callable[[Any, Seat, Move], Move | None]
    """Maps view, seat and intended move to the mistaken legal move; None if the mistake is impossible there."""


class BeginnerBot(PolicyBot):
    """A bot that plays its policy's move but sometimes makes a typical beginner's mistake instead."""

    def __init__(self, policy: Policy, mistakes: Sequence[Mistake], style: GameStyle = PLAIN_GAME_STYLE) -> None:
        """Create a beginner; ``mistakes`` are tried in order, and at most one is made per decision."""
        super().__init__(policy, style)
        self.mistakes = mistakes

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the bot's only thought (its chosen move): the policy's best move or a beginner's mistake.

        A style changes the probability of a mistake by up to half, up or down, as it prefers the mistake or the move.
        """
        best = self.preferred_move(view, seat, rng)
        for mistake in self.mistakes:
            drawn = rng.unit()
            made = mistake.replacement(view, seat, best)
            if made is not None:
                liked, meant = self.style.preferences_stretched_to_slack(view, seat, [made, best])
                if drawn < mistake.chance * (1 + max(-1.0, min(1.0, liked - meant)) / 2):
                    best = made
                    break
        yield Thought(best)


class SlippingBot(PolicyBot):
    """A bot that sometimes plays a similar move instead of its policy's.

    A slip has the same verb and about as many cards as the policy's move, if possible. Of these moves it is one that
    the style prefers.
    """

    def __init__(self, policy: Policy, slip_rate: float, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        """``slip_rate`` is the probability of a slip, 0 … 1."""
        super().__init__(policy, style)
        self.slip_rate = slip_rate

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the bot's only thought, its move: the policy's best or, as a slip, sometimes another good one."""
        best = self.preferred_move(view, seat, rng)
        if rng.unit() < self.slip_rate:
            best = self._slip(view, seat, best, rng)
        yield Thought(best)

    def _slip(self, view: Game, seat: Seat, best: Move, rng: Rng) -> Move:
        chosen = view.canonical(best)
        others = [move for move in ranked_moves(self.policy, view, seat, best) if view.canonical(move) != chosen]
        if not others:
            return best
        others = others[: max(2, len(others) * 2 // 3)]  # a slip is never one of the worst moves
        closest = min(distance(move, best) for move in others)
        alike = [move for move in others if distance(move, best) == closest]
        likings = self.style.preferences_stretched_to_slack(view, seat, alike)
        return rng.choice([move for move, liking in zip(alike, likings, strict=True) if liking == max(likings)])


def ranked_moves(policy: Policy, view: Game, seat: Seat, best: Move) -> Sequence[Move]:
    """Return the legal moves, best first by the policy; if it can't evaluate, by similarity to ``preferred_move``."""
    if isinstance(policy, EvaluatingPolicy):
        return [option.move for option in policy.evaluate(view, seat)]
    return sorted(view.legal_moves(seat), key=lambda move: distance(move, best))


def distance(move: Move, other: Move) -> tuple[bool, int]:
    """Return how much two moves differ, as a sort key: whether in their verbs, then by how many cards."""
    return move.verb != other.verb, abs(len(move.cards) - len(other.cards))
