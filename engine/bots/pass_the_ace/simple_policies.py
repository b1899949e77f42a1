"""Simple policies of Pass the Ace, for beginners and occasional players, and bots that play inexactly."""

from collections.abc import Iterator, Sequence

from engine.bots.common.base import EvaluatingPolicy, Evaluation, Thought
from engine.bots.common.policy_bots import PolicyBot
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.cards import HIDDEN, rank
from engine.games.pass_the_ace import PassTheAce
from engine.moves import Move, Seat
from engine.rng import Rng

UNSURE_RANKS = 3
"""Ranks around its limit within which a bot may waver."""


class ThresholdPolicy:
    """Decides by its own card alone: passes a low card on, or exchanges it for one from the stock."""

    slack = 0.55
    """In ranks."""

    def choose(self, view: PassTheAce, seat: Seat, rng: Rng) -> Move:
        """Return the best answer."""
        return self.evaluate(view, seat)[0].move

    def evaluate(self, view: PassTheAce, seat: Seat) -> Sequence[Evaluation]:
        """Return all legal moves, the best first; values are distances in ranks from the limit."""
        own, limit = rank(view.card_of(seat)) + 1, self.limit(view, seat)
        best = "stick" if own > limit else self.other(view, seat)
        away = abs(own - limit - 0.5)
        options = [Evaluation(move, 0.0 if move.verb == best else -away) for move in view.legal_moves(seat)]
        return sorted(options, key=lambda option: -option.value)

    def limit(self, view: PassTheAce, seat: Seat) -> float:
        """Return the highest card, from ace 1 to king 13, that it gets rid of."""
        raise NotImplementedError

    def other(self, view: PassTheAce, seat: Seat) -> str:
        """Return the verb for a low card."""
        return "draw" if seat == view.dealer else "swap"


class NaivePolicy(ThresholdPolicy):
    """The yardstick: swaps up to a six, or draws as the dealer, whatever was heard."""

    def limit(self, view: PassTheAce, seat: Seat) -> float:
        """The same for everybody."""
        return 6.0


BEGINNERS_LIMIT = 5.0
"""The highest card, from ace 1, that a beginner means to get rid of."""


class BeginnerPolicy(ThresholdPolicy):
    """Learnt the game today: swaps up to a five, but keeps a card that can't lose. The dealer trusts the stock."""

    def limit(self, view: PassTheAce, seat: Seat) -> float:
        """The same for everybody; 0 if somebody surely holds a lower card."""
        return 0.0 if holds_a_lower_card(view, seat) else BEGINNERS_LIMIT


def holds_a_lower_card(view: PassTheAce, seat: Seat) -> bool:
    """Whether a seat knows of a card lower than its own that stays where it is, as its holder has acted."""
    own = rank(view.card_of(seat))
    for told in view.announcements:
        card = view.card_of(told.seat)
        if told.seat != seat and card != HIDDEN and view.known[card] >> seat & 1 and rank(card) < own:
            return True
    return False


class WaveringBot(PolicyBot):
    """A bot that may give the opposite answer with a card near its limit."""

    def __init__(self, policy: ThresholdPolicy, wavering: float, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        """``wavering`` is the chance, 0 … 1, of the opposite answer with a card within ``UNSURE_RANKS`` ranks of the
        limit.

        A limit of 0 means that it never wavers.
        """
        super().__init__(policy, style)
        self.thresholds = policy
        self.wavering = wavering

    def think(self, view: PassTheAce, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield one move; one with a style wavers twice as often towards what it likes, and never away from it."""
        best, limit = self.best(view, seat, rng), self.thresholds.limit(view, seat)
        drawn = rng.unit()
        others = [move for move in view.legal_moves(seat) if (move.verb == "stick") != (best.verb == "stick")]
        away = abs(rank(view.card_of(seat)) + 0.5 - limit)
        if others and limit and away < UNSURE_RANKS:
            liked, less = self.style.preferences(view, seat, [others[-1], best])
            if drawn < self.wavering * (1 + (liked > less) - (liked < less)):
                best = others[-1]
        yield Thought(best)


class CasualPolicy(ThresholdPolicy):
    """Plays now and then: knows which card to pass on at which place, and when its own exchange has made it safe.

    It ignores what others announced.
    """

    limits = (0.0, 0.0, 6.0, 6.0, 6.0, 5.0, 5.0, 5.0, 4.0)
    """By number of players left, for the first place; middle places add one rank."""

    def limit(self, view: PassTheAce, seat: Seat) -> float:
        """Limit by number of players and place; 0 if another seat holds the lower card that it gave away."""
        if view.announcements and view.announcements[-1].what == "modi" and view.announcements[-1].other == seat:
            return 0.0
        limit = self.limits[len(view.players)]
        return limit + 1.0 if view.announcements and seat != view.dealer else limit


class NoisyBot(PolicyBot):
    """A bot that evaluates with noise: it takes any of the answers that are nearly as good."""

    def __init__(
        self, policy: EvaluatingPolicy, noise: float, plain: float, style: GameStyle = PLAIN_GAME_STYLE
    ) -> None:
        """``noise`` is the difference that it can't tell, on the policy's own scale; half of it if the dealer may only
        use the stock, as there is less to judge. An answer that is worse by more than ``plain`` is never given."""
        super().__init__(policy, style)  # type: ignore[arg-type]
        self.evaluating = policy
        self.noise = noise
        self.plain = plain

    def think(self, view: PassTheAce, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield one move."""
        evaluated = self.evaluating.evaluate(view, seat)
        options = [option for option in evaluated if option.value >= evaluated[0].value - self.plain]
        noise = self.noise / (2 if view.options.dealer_swap == "deck_only" else 1)
        reach = self.style.reach
        near = [option for option in options if option.value >= options[0].value - 2 * self.evaluating.slack * reach]
        likings = self.style.preferences(view, seat, [option.move for option in near])
        likings += [-reach if any(likings) else 0.0] * (len(options) - len(near))
        seen = [option.value + noise * (rng.unit() + liking) for option, liking in zip(options, likings, strict=True)]
        yield Thought(options[seen.index(max(seen))].move)
