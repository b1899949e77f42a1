"""Weaker players of Pass the Ace: what somebody goes by who learnt the game today, and who plays it now and then."""

from collections.abc import Iterator, Sequence

from engine.bots.common.base import Evaluating, Evaluation, Thought
from engine.bots.common.policy_bots import PolicyBot
from engine.bots.common.style import PLAIN, GameStyle
from engine.cards import rank
from engine.games.pass_the_ace import PassTheAce
from engine.moves import Move, Seat
from engine.rng import Rng

UNSURE = 3
"""So many ranks from its limit somebody may waver."""


class ThresholdPolicy:
    """Goes by its own card alone: a low one is passed on, or changed for one of the stock."""

    slack = 2.0
    """In ranks."""

    def choose(self, view: PassTheAce, seat: Seat, rng: Rng) -> Move:
        """The answer."""
        return self.evaluate(view, seat)[0].move

    def evaluate(self, view: PassTheAce, seat: Seat) -> Sequence[Evaluation]:
        """All legal moves, the best first; worths are ranks above or below the card from which on it sticks."""
        own, limit = rank(view.card_of(seat)) + 1, self.limit(view, seat)
        best = "stick" if own > limit else self.other(view, seat)
        away = abs(own - limit - 0.5)
        options = [Evaluation(move, 0.0 if move.verb == best else -away) for move in view.legal_moves(seat)]
        return sorted(options, key=lambda option: -option.value)

    def limit(self, view: PassTheAce, seat: Seat) -> float:
        """Up to this card, ace 1 … king 13, it gets rid of its own."""
        raise NotImplementedError

    def other(self, view: PassTheAce, seat: Seat) -> str:
        """What it does with a low card."""
        return "draw" if seat == view.dealer else "swap"


class NaivePolicy(ThresholdPolicy):
    """The yardstick: up to a six it swaps, as the dealer draws, whatever was heard."""

    def limit(self, view: PassTheAce, seat: Seat) -> float:
        """The same for everybody."""
        return 6.0


class BeginnerPolicy(ThresholdPolicy):
    """Learnt the game today: up to a five it swaps, and forgets what was announced.

    So it passes on a card that cannot lose any more, and as the dealer always trusts the stock.
    """

    def limit(self, view: PassTheAce, seat: Seat) -> float:
        """The same for everybody."""
        return 5.0


class WaveringBot(PolicyBot):
    """A bot that with cards near its limit may do the other thing."""

    def __init__(self, policy: ThresholdPolicy, wavers: float, style: GameStyle = PLAIN) -> None:
        """``wavers`` is the chance, 0 … 1, of the other thing with a card within ``UNSURE`` ranks of the limit.

        With a limit of 0 there is nothing to waver about.
        """
        super().__init__(policy, style)
        self.thresholds = policy
        self.wavers = wavers

    def think(self, view: PassTheAce, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """One move."""
        best, limit = self.best(view, seat, rng), self.thresholds.limit(view, seat)
        wavering = rng.unit() < self.wavers
        if limit and abs(rank(view.card_of(seat)) + 0.5 - limit) < UNSURE and wavering:
            others = [move for move in view.legal_moves(seat) if (move.verb == "stick") != (best.verb == "stick")]
            best = others[-1] if others else best
        yield Thought(best)


class CasualPolicy(ThresholdPolicy):
    """Plays now and then: knows which card to pass on at which place, and when its own exchange has made it safe.

    What others announced it lets pass.
    """

    limits = (0.0, 0.0, 6.0, 6.0, 6.0, 5.0, 5.0, 5.0, 4.0)
    """By number of players left, for the first; in the middle a rank more."""

    def limit(self, view: PassTheAce, seat: Seat) -> float:
        """By the number of players and the place; 0 when somebody else holds the card that it gave, a lower one."""
        if view.told and view.told[-1].what == "modi" and view.told[-1].other == seat:
            return 0.0
        limit = self.limits[len(view.players)]
        return limit + 1.0 if view.told and seat != view.dealer else limit


class NoisyBot(PolicyBot):
    """A bot that knows what matters and judges it by eye: of answers that are nearly as good it takes any."""

    def __init__(self, policy: Evaluating, close: float, style: GameStyle = PLAIN) -> None:
        """``close`` is what it cannot tell apart, on the policy's own scale; half of it where there is less to judge,
        as the dealer has the stock only."""
        super().__init__(policy, style)  # type: ignore[arg-type]
        self.weighing = policy
        self.close = close

    def think(self, view: PassTheAce, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """One move."""
        options = self.weighing.evaluate(view, seat)
        slack = self.weighing.slack
        close = self.close / (2 if view.options.dealer_swap == "deck_only" else 1)
        seen = [
            (option.value + close * rng.unit() + slack * self.style.preference(view, seat, option.move), -at)
            for at, option in enumerate(options)
        ]
        yield Thought(options[-max(seen)[1]].move)
