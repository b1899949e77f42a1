"""Simple policies and inexact bots of Pass the Ace, for the levels below Master."""

from collections.abc import Iterator, Sequence

from engine.bots.common.base import EvaluatingPolicy, Evaluation, Thought
from engine.bots.common.policy_bots import PolicyBot
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.games.pass_the_ace import PassTheAce
from engine.moves import Move, Seat
from engine.rng import Rng

MAX_WAVERING_DISTANCE = 3
"""Distance from its limit, in ranks, within which a bot may waver."""
STOCK_ONLY_NOISE_FACTOR, CHOSEN_CARD_NOISE_FACTOR, SILENCE_NOISE_FACTOR = 0.5, 0.65, 0.5
"""Factors on a bot's noise where the dealer may only swap with the stock, where the dealer chooses among three cards,
and where nothing is announced: the levels then differ by little but their judgement."""
MAX_NOISY_PLAYERS, MANY_PLAYERS_NOISE_FACTOR = 8, 0.25
"""Number of players left above which a bot's noise is smaller, by this factor: each seldom has the lowest card."""


class ThresholdPolicy:
    """Base class of Pass the Ace policies that swap or draw with any card up to a limit and stick with higher ones."""

    style_slack = 0.55
    """In ranks."""

    def choose(self, view: PassTheAce, seat: Seat, rng: Rng) -> Move:
        return self.evaluate(view, seat)[0].move

    def evaluate(self, view: PassTheAce, seat: Seat) -> Sequence[Evaluation]:
        """Return all legal Pass the Ace moves, the best first; values are distances from the limit, in ranks."""
        own, limit = view.height(view.card_of(seat)) + 1, self.max_swap_value(view, seat)
        best = "stick" if own > limit else self.low_card_verb(view, seat)
        away = abs(own - limit - 0.5)
        options = [Evaluation(move, 0.0 if move.verb == best else -away) for move in view.legal_moves(seat)]
        return sorted(options, key=lambda option: -option.value)

    def max_swap_value(self, view: PassTheAce, seat: Seat) -> float:
        """Return the highest card, from ace 1 to king 13, that the Pass the Ace policy gets rid of."""
        raise NotImplementedError

    def low_card_verb(self, view: PassTheAce, seat: Seat) -> str:
        """Return the verb of the Pass the Ace move that gets rid of a low card."""
        return "draw" if seat == view.last_seat else "swap"


class NaivePolicy(ThresholdPolicy):
    """The reference bot "greedy" of Pass the Ace: swaps up to a six, draws as the dealer, ignores announcements."""

    def max_swap_value(self, view: PassTheAce, seat: Seat) -> float:
        return 6.0


BEGINNER_MAX_SWAP_VALUE = 5.0
"""Highest card, from ace 1, that a beginner gets rid of."""


class BeginnerPolicy(ThresholdPolicy):
    """Policy of a Pass the Ace beginner: swaps up to a five, but sticks with a card that can't lose.

    As the dealer it draws.
    """

    def max_swap_value(self, view: PassTheAce, seat: Seat) -> float:
        """Return the highest card that a beginner gets rid of; 0 if another seat surely holds a lower card."""
        return 0.0 if knows_a_lower_card(view, seat) else BEGINNER_MAX_SWAP_VALUE


def knows_a_lower_card(view: PassTheAce, seat: Seat) -> bool:
    """Whether a Pass the Ace seat knows that another one, which has already acted, holds a lower card.

    An equal card will do if equal cards lose no life.
    """
    own, witnesses = view.height(view.card_of(seat)), view.seats_knowing_each_card()
    others = [turn.seat for turn in view.announcements if turn.seat != seat and witnesses[turn.seat] >> seat & 1]
    limit = own + (view.options.ties != "all_lose")
    return any(view.height(view.card_of(other)) < limit for other in others)


class BorderlineWaveringBot(PolicyBot):
    """A Pass the Ace bot that sometimes plays the opposite move with a card near its policy's limit."""

    def __init__(self, policy: ThresholdPolicy, wavering: float, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        """``wavering`` is the probability, 0 … 1, of the opposite move within ``MAX_WAVERING_DISTANCE`` of the limit.

        With a limit of 0 the bot never wavers.
        """
        super().__init__(policy, style)
        self.thresholds = policy
        self.wavering = wavering

    def think(self, view: PassTheAce, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the bot's only thought, its move: stick or swap by the policy, at random the opposite near the limit.

        A style doubles the probability of a preferred opposite move; other ones are never made.
        """
        best, limit = self.preferred_move(view, seat, rng), self.thresholds.max_swap_value(view, seat)
        drawn = rng.unit()
        others = [move for move in view.legal_moves(seat) if (move.verb == "stick") != (best.verb == "stick")]
        away = abs(view.height(view.card_of(seat)) + 0.5 - limit)
        if others and limit and away < MAX_WAVERING_DISTANCE:
            liked, less = self.style.preferences_stretched_to_slack(view, seat, [others[-1], best])
            if drawn < self.wavering * (1 + (liked > less) - (liked < less)):
                best = others[-1]
        yield Thought(best)


class CasualPolicy(ThresholdPolicy):
    """Policy of an occasional Pass the Ace player: its limit depends on number of players and turn order.

    It ignores announcements, except that it sticks after a neighbour took its lower card.
    """

    max_swap_values_by_players = (0.0, 0.0, 6.0, 6.0, 6.0, 5.0, 5.0, 5.0, 4.0, 4.0, 4.0, 4.0, 4.0)
    """Limit by number of players left, for the first player and the dealer; for the others one rank higher."""

    def max_swap_value(self, view: PassTheAce, seat: Seat) -> float:
        """Return the highest rank to swap away at this point in the turn order; 0 if the own card can't be lowest."""
        if view.announcements and view.announcements[-1].other == seat and self._has_improved(view, seat):
            return 0.0
        limit = self.max_swap_values_by_players[len(view.dealt_seats)]
        return limit + 1.0 if view.announcements and seat != view.last_seat else limit

    @staticmethod
    def _has_improved(view: PassTheAce, seat: Seat) -> bool:
        """Whether the last player took a lower card from a seat, by the announcement or by what the seat saw."""
        giver, what, _ = view.announcements[-1]
        if what == "exchange":
            return view.height(view.card_of(giver)) < view.height(view.card_of(seat))
        return what == "modi"


def _noise_factor(view: PassTheAce) -> float:
    options = view.options
    factor = SILENCE_NOISE_FACTOR if options.announce == "silence" else 1.0
    if len(view.dealt_seats) > MAX_NOISY_PLAYERS:
        factor *= MANY_PLAYERS_NOISE_FACTOR
    if options.dealer_cards == "best_of_three":
        return factor * CHOSEN_CARD_NOISE_FACTOR
    return factor * STOCK_ONLY_NOISE_FACTOR if options.dealer_swap == "deck_only" else factor


class NoisyBot(PolicyBot):
    """A Pass the Ace bot that adds random noise to its policy's evaluations."""

    def __init__(
        self, policy: EvaluatingPolicy, noise_amplitude: float, max_error: float, style: GameStyle = PLAIN_GAME_STYLE
    ) -> None:
        """``noise_amplitude`` limits the noise on a move's value; smaller under some house rules.

        A move worse than the best one by more than ``max_error`` is never played. Both are on the policy's scale.
        """
        super().__init__(policy, style)  # type: ignore[arg-type]
        self.evaluating = policy
        self.noise_amplitude = noise_amplitude
        self.max_error = max_error

    def think(self, view: PassTheAce, seat: Seat, rng: Rng) -> Iterator[Thought]:
        evaluated = self.evaluating.evaluate(view, seat)
        options = [option for option in evaluated if option.value >= evaluated[0].value - self.max_error]
        noise = self.noise_amplitude * _noise_factor(view)
        reach = self.style.slack_factor
        near = [
            option for option in options if option.value >= options[0].value - 2 * self.evaluating.style_slack * reach
        ]
        likings = self.style.preferences_stretched_to_slack(view, seat, [option.move for option in near])
        likings += [-reach if any(likings) else 0.0] * (len(options) - len(near))
        seen = [option.value + noise * (rng.unit() + liking) for option, liking in zip(options, likings, strict=True)]
        yield Thought(options[seen.index(max(seen))].move)
