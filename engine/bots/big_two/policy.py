"""Policy of Big Two: plan the hand in few turns, follow with little damage to the plan, keep cards that win control.

A hand is valued by the turns that it still needs: ``_Estimator.turns_needed`` splits it into plays with the smallest
sum of ``1 - chance of winning control``. The value of a move is the turns that it saves, plus terms for control, cards
played and danger from players about to go out. All values are in turns.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.bots.common.base import Evaluation
from engine.bots.common.coverage import KnownRules, covers, nearest_legal_move
from engine.game import Game
from engine.games.big_two.card_order import DECK, LOW_SUIT, STANDARD_ORDER
from engine.games.big_two.game import HANDS, PLAYED, TRICK, BigTwo
from engine.games.big_two.hands import Combination, HandRules, classify, combinations_of, followers
from engine.moves import Move, Seat
from engine.rng import Rng

KNOWN_RULES = KnownRules(
    pass_rule=("locked_out",),
    flush_compare=("all_ranks_then_suit", "suit_first"),
    open_with_3d=("any_hand_containing",),
    scoring=("hk",),
    match=(1, 10),
    four_plus_one=(True,),
    tribute=("best_card",),
)
"""Big Two's house rules that the policies know."""
CERTAIN_CONTROL = 1.0
"""Probability that a play wins control if nobody can beat it."""
_RANKS = tuple(15 << low for low in range(0, 52, 4))
_PAIR_MARK = 50.0
"""Offset, larger than any number of turns, that marks pairs, as two of them may be played together."""
_MAX_FIVES = 6
"""Maximum number of plays of five cards tried in plans; of more, many are similar."""
_MAX_TRIED_FOLLOWS = 6
"""Maximum number of follows compared: the lowest ones, and the highest."""
_NO_BOMB_CHANCE = 0.97
"""Probability that nobody has and plays a bomb, where bombs beat anything."""
_GOING_OUT_VALUE = 1000.0
"""Value of going out, above everything else."""


class Weights(NamedTuple):
    """Weights of the Big Two policy, in turns, and probabilities, 0 … 1."""

    control: float = 0.7
    """Value of having control now."""
    endgame_control_bonus: float = 0.3
    """Increase of ``control`` if an opponent has one card left."""
    unbeatable_single_or_pair_bonus: float = 0.2
    """Value of a single or a pair that nobody can beat."""
    card: float = 0.2
    """Value of each card played."""
    opponent_out_cost: float = 3.4
    """Cost if an opponent with one card goes out."""
    bomb_cost: float = 1.6
    """Cost of a bomb on a play of fewer or more cards, as it could wait for a better trick."""
    gift_strength_cost: float = 0.03
    """Cost of each step of strength, 0 … 51, of a card given to another seat."""
    fade: float = 0.58
    """A single wins control with the probability ``fade ** n`` for n unseen cards above it."""
    pair_fade: float = 0.79
    """A pair wins control with the probability ``pair_fade ** n`` for n higher ranks with two unseen cards."""
    single_follow_savings: float = 0.2
    """Maximum turns saved by a card that is not the highest, as it can be played on others' leads."""
    pair_follow_savings: float = 0.06
    triple_control_chance: float = 0.68
    quads_control_chance: float = 0.98
    straight_control_chance: float = 0.2
    flush_control_chance: float = 0.22
    full_house_control_chance: float = 0.79
    """Probabilities of larger plays to win control while others hold enough cards to follow."""


STANDARD_WEIGHTS = Weights()


@lru_cache(maxsize=64)
def _fading_values(
    step: float, sure: float = CERTAIN_CONTROL, follow_savings: float = 0.0, max_above: int = 1
) -> tuple[float, ...]:
    """Return the value of a Big Two single or pair by the number of unseen ones above it, fading by ``step`` for each.

    It is ``sure`` for 0; for n, ``step ** n`` plus a part of ``follow_savings`` that falls to 0 at ``max_above``.
    """
    below = (step**above + follow_savings * max(0.0, 1 - above / max_above) for above in range(1, 53))
    return (sure, *below)


def unseen_by(game: BigTwo, hand: int) -> int:
    """Return a bit set of the Big Two cards that are neither in this hand nor played."""
    mask_of = game.order.mask_of
    return DECK ^ hand ^ mask_of(game.piles.get(PLAYED, ())) ^ mask_of(game.piles.get(TRICK, ()))


class _Estimator:
    """Estimates how likely Big Two plays win control and how many turns cards need, from the knowledge of one seat."""

    def __init__(self, game: BigTwo, seat: Seat, hand: int, weights: Weights) -> None:
        piles = game.piles
        self.weights = weights
        self.rules = game.rules
        self.joins_pairs = game.rules.four_cards == "two_pair_or_quads"
        self.ranks = [rank for rank in _RANKS if hand & rank]
        self.turns: dict[int, float] = {}
        """Bit set of cards of one rank -> turns."""
        unseen = self.unseen = unseen_by(game, hand)
        self.hidden = unseen.bit_count()
        others = [len(piles[pile]) for pile in game.hands]
        del others[seat]
        if game.finished:
            others = [count for count in others if count]
        self.largest_hand = max(others)
        self.one_left = others.count(1)
        least = min(others)
        self.control = weights.control + (weights.endgame_control_bonus * (4 - least) / 3 if least < 4 else 0.0)
        # The lowest bit of each rank with two, or three, unseen cards.
        both, some = unseen & unseen >> 1, unseen | unseen >> 1
        self.pairs = (both | both >> 2 | some & some >> 2) & LOW_SUIT if self.largest_hand > 1 else 0
        self.triples = (both & some >> 2 | some & both >> 2) & LOW_SUIT if self.largest_hand > 2 else 0
        self.singles_win = _fading_values(weights.fade)
        self.pairs_win = _fading_values(weights.pair_fade)
        self.singles_value = _fading_values(
            weights.fade, CERTAIN_CONTROL + weights.unbeatable_single_or_pair_bonus, weights.single_follow_savings, 40
        )
        self.pairs_value = _fading_values(
            weights.pair_fade,
            CERTAIN_CONTROL + weights.unbeatable_single_or_pair_bonus,
            weights.pair_follow_savings,
            12,
        )
        self.fives = self._fives_to_try(hand, game.rules)

    # --- chances ------------------------------------------------------------------------------------------------------

    def control_chance(self, play: Combination) -> float:
        """Return the probability, 0 … 1, that nobody beats a Big Two play; ``CERTAIN_CONTROL`` if nobody can."""
        count = len(play.cards)
        if self.largest_hand < count:
            return CERTAIN_CONTROL
        strength = play.mask.bit_length() - 1
        if count == 1:
            return self.singles_win[(self.unseen >> strength).bit_count()]
        if count == 2:
            return self.pairs_win[(self.pairs >> (strength & ~3)).bit_count()]
        if count == 3:
            return (
                CERTAIN_CONTROL
                if not self.triples >> (strength & ~3)
                else self.weights.triple_control_chance + strength / 208
            )
        return self._four_or_five_cards_chance(play)

    def _four_or_five_cards_chance(self, play: Combination) -> float:
        """Return the probability, 0 … 1, that nobody beats a Big Two play of four or five cards."""
        weights = self.weights
        kind = play.kind
        rank = STANDARD_ORDER.strength[play.deciding_card] >> 2
        height = rank / 12
        if self.largest_hand < len(play.cards):
            return CERTAIN_CONTROL
        if kind == "straight":
            return weights.straight_control_chance + 0.25 * height
        if kind == "flush":
            return weights.flush_control_chance + 0.2 * height
        if kind == "full_house":
            return weights.full_house_control_chance + 0.2 * height
        if kind == "two_pair":
            return weights.pair_fade ** (self.pairs >> 4 * rank).bit_count() * 0.4 + 0.55
        return weights.quads_control_chance

    # --- the plan -----------------------------------------------------------------------------------------------------

    def _fives_to_try(self, hand: int, rules: HandRules) -> list[tuple[int, float]]:
        """Return the Big Two hand's plays of five cards to try in plans, each with its turns."""
        plays = combinations_of(hand, 5, rules)
        fives = [(play.mask, CERTAIN_CONTROL - self.control_chance(play)) for play in plays]
        if len(fives) > _MAX_FIVES:
            fives.sort(key=lambda five: five[1] + self.turns_without_fives(hand ^ five[0]))
            del fives[_MAX_FIVES:]
        return fives

    def turns_needed(self, mask: int, fives: Sequence[tuple[int, float]]) -> float:
        """Return the number of turns to play these Big Two cards; ``fives``: plays of five cards with their turns."""
        best = self.turns_without_fives(mask)
        for index, (five, turns) in enumerate(fives):
            if five & mask == five:
                left = mask ^ five
                best = min(best, turns + self.turns_without_fives(left))
                if left.bit_count() >= 5:
                    for other, more in fives[index + 1 :]:
                        if other & left == other:
                            best = min(best, turns + more + self.turns_without_fives(left ^ other))
        return best

    def turns_without_fives(self, mask: int) -> float:
        """Return the number of turns to play Big Two cards as singles, pairs, triples and fours."""
        total = joined = 0.0
        low: float | None = None
        turns = self.turns
        for rank in self.ranks:
            held = mask & rank
            if held:
                needed = turns.get(held)
                if needed is None:
                    needed = turns[held] = self._turns(held)
                if needed < _PAIR_MARK:
                    total += needed
                elif low is None:
                    low = needed - 2 * _PAIR_MARK
                else:  # two pairs may be played together
                    high = needed - 2 * _PAIR_MARK
                    joined += min(low + high, 0.35 + 0.3 * max(0.0, high))
                    low = None
        return total + joined if low is None else total + (joined + low)

    def _turns(self, held: int) -> float:
        """Return the number of turns to play Big Two cards of one rank; for a pair, plus twice ``_PAIR_MARK``."""
        count = held.bit_count()
        strength = held.bit_length() - 1
        if count <= 2:
            turns = self._turns_of_small_group(held)
            return turns + 2 * _PAIR_MARK if count == 2 and self.joins_pairs else turns
        parts = self.split(held)
        if len(parts) > 1:
            return sum(map(self._turns_of_small_group, parts))
        if count == 3:
            return 1.0 - (
                self.weights.triple_control_chance + strength / 208
                if self.triples >> (strength & ~3)
                else CERTAIN_CONTROL
            )
        return 1.0 - self.weights.quads_control_chance

    def _turns_of_small_group(self, held: int) -> float:
        """Return the number of turns to play a single or a pair of Big Two."""
        strength = held.bit_length() - 1
        if held.bit_count() == 1:
            return 1.0 - self.singles_value[(self.unseen >> strength).bit_count()]
        return 1.0 - self.pairs_value[(self.pairs >> (strength & ~3)).bit_count()]

    def split(self, held: int) -> list[int]:
        """Return the plays for Big Two cards of one rank: all together, or if they are no hand in pairs and singles."""
        count = held.bit_count()
        if (count == 3 and not self.rules.triples) or (count == 4 and self.rules.four_cards == "none"):
            low = held & -held
            rest = held ^ low
            return [rest, low] if count == 3 else [low | rest & -rest, rest & rest - 1]
        return [held]

    def groups(self, mask: int, fives: Sequence[tuple[int, float]]) -> list[int]:
        """Return the plays of the best plan for Big Two cards as bit sets, without joining pairs."""
        chosen: tuple[int, ...] = ()
        best = self.turns_without_fives(mask)
        for index, (five, turns) in enumerate(fives):
            left = mask ^ five
            alone = turns + self.turns_without_fives(left)
            if alone < best:
                best, chosen = alone, (five,)
            for other, more in fives[index + 1 :]:
                if other & left == other:
                    both = turns + more + self.turns_without_fives(left ^ other)
                    if both < best:
                        best, chosen = both, (five, other)
        for five in chosen:
            mask ^= five
        return [*chosen, *(part for rank in self.ranks if mask & rank for part in self.split(mask & rank))]


class _BombEstimator(_Estimator):
    """Estimates chances and turns under Big Two's house rule that bombs beat anything."""

    def control_chance(self, play: Combination) -> float:
        """Return the probability, 0 … 1, that nobody beats a Big Two play, below 1 while others may hold a bomb."""
        chance = super().control_chance(play)
        smallest_bomb = 5 if self.rules.four_cards == "none" else 4
        return chance if play.bomb or self.largest_hand < smallest_bomb else chance * _NO_BOMB_CHANCE


def _make_estimator(game: BigTwo, seat: Seat, hand: int, weights: Weights) -> _Estimator:
    return (_BombEstimator if game.rules.bombs else _Estimator)(game, seat, hand, weights)


class BigTwoPolicy:
    """Chooses the Big Two move that saves most turns on the way to an empty hand."""

    style_slack = 0.045

    def __init__(self, weights: Weights = STANDARD_WEIGHTS) -> None:
        self.weights = weights

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        """Return the legal Big Two move with the highest value."""
        if view.ask is not None and view.ask.what == "give_back":
            return self.evaluate(view, seat)[0].move
        move = self._choose_play(view, seat)
        return move if covers(KNOWN_RULES, view.options) else nearest_legal_move(view, move)

    def _choose_play(self, view: Game, seat: Seat) -> Move:
        """Return the move with the highest value of those that Big Two's known rules allow."""
        assert isinstance(view, BigTwo)
        hand = view.order.mask_of(view.piles[HANDS[seat]])
        last = view.play_to_beat
        if last is None:
            return self._lead(view, seat, hand)
        plays = followers(hand, last, view.rules)
        if len(last.cards) == 1 and view.must_play_highest(seat):
            highest = 1 << hand.bit_length() - 1
            plays = [play for play in plays if play.mask == highest or len(play.cards) > 1]
        if not plays:
            return Move(seat, "pass")
        if len(plays) > _MAX_TRIED_FOLLOWS:
            plays = [*plays[: _MAX_TRIED_FOLLOWS - 1], plays[-1]]
        estimator = _make_estimator(view, seat, hand, self.weights)
        values = self._values(view, estimator, hand, plays)
        best = max(range(len(plays)), key=values.__getitem__)
        if values[best] < self._passing(estimator, last):
            return Move(seat, "pass")
        return Move(seat, "play", plays[best].cards)

    def evaluate(self, view: Game, seat: Seat) -> Sequence[Evaluation]:
        """Return all legal Big Two moves with their values in turns, the best first."""
        assert isinstance(view, BigTwo)
        moves = view.legal_moves(seat)
        if len(moves) == 1:
            return [Evaluation(moves[0], 0.0)]
        hand = view.order.mask_of(view.piles[HANDS[seat]])
        estimator = _make_estimator(view, seat, hand, self.weights)
        if view.ask is not None and view.ask.what == "give_back":
            return self._evaluate_gifts(view, estimator, hand, moves)
        mask_of = view.order.mask_of
        plays = [play for move in moves if move.cards and (play := classify(mask_of(move.cards), view.rules))]
        values = self._values(view, estimator, hand, plays)
        if view.play_to_beat is not None:
            values.append(self._passing(estimator, view.play_to_beat))
        places = sorted(range(len(moves)), key=lambda place: -values[place])
        return [Evaluation(moves[place], values[place]) for place in places]

    @staticmethod
    def _evaluate_gifts(view: BigTwo, estimator: _Estimator, hand: int, moves: Sequence[Move]) -> list[Evaluation]:
        """Return moves that give a card to another seat, the best first: weak cards that leave a hand of few turns."""
        bits = [view.order.mask_of(move.cards) for move in moves]
        cost = estimator.weights.gift_strength_cost
        values = [-estimator.turns_needed(hand ^ bit, estimator.fives) - cost * bit.bit_length() for bit in bits]
        return sorted(map(Evaluation, moves, values), key=lambda gift: -gift.value)

    def _lead(self, game: BigTwo, seat: Seat, hand: int) -> Move:
        if game.is_opening:
            plays = game.opening_plays(hand)
            if len(plays) == 1:
                return Move(seat, "play", plays[0].cards)
        estimator = _make_estimator(game, seat, hand, self.weights)
        if not game.is_opening or game.opening_card is None:
            plays = self._leads(game, estimator, hand)
            if game.must_play_highest(seat):
                highest = 1 << hand.bit_length() - 1
                plays = [play for play in plays if len(play.cards) > 1 or play.mask == highest]
        values = self._values(game, estimator, hand, plays)
        return Move(seat, "play", plays[max(range(len(plays)), key=values.__getitem__)].cards)

    def _leads(self, game: BigTwo, estimator: _Estimator, hand: int) -> list[Combination]:
        """Return the Big Two leads to compare: the plan's plays, its pairs joined to two pair, and the top single."""
        groups = estimator.groups(hand, estimator.fives)
        pairs = [group for group in groups if group.bit_count() == 2]
        groups += [low | high for low, high in pairwise(pairs)]
        highest = 1 << hand.bit_length() - 1
        found = [classify(group, game.rules) for group in {*groups, highest}]
        return sorted(play for play in found if play is not None)

    def _values(self, game: BigTwo, estimator: _Estimator, hand: int, plays: Sequence[Combination]) -> list[float]:
        """Return the values of Big Two plays, in turns, relative to a pass while no opponent is about to go out."""
        fives, last = estimator.fives, game.play_to_beat
        before = estimator.turns_needed(hand, fives)
        values = []
        for play in plays:
            left = hand ^ play.mask
            if not left:
                values.append(_GOING_OUT_VALUE)
                continue
            chance = estimator.control_chance(play)
            value = (
                before
                - estimator.turns_needed(left, fives)
                + estimator.control * chance
                + estimator.weights.card * len(play.cards)
            )
            if chance == CERTAIN_CONTROL and self._runs_out(game, estimator, left, fives):
                value += _GOING_OUT_VALUE / 2
            if estimator.one_left and len(play.cards) == 1:
                value -= self._expected_out_cost(estimator, play)
            if play.bomb and last is not None and not last.bomb and len(play.cards) != len(last.cards):
                value -= estimator.weights.bomb_cost
            values.append(value)
        return values

    def _runs_out(self, game: BigTwo, estimator: _Estimator, left: int, fives: Sequence[tuple[int, float]]) -> bool:
        """Whether all but at most one of the remaining Big Two plays are certain to keep control."""
        unsure = 0
        for group in estimator.groups(left, [five for five in fives if five[0] & left == five[0]]):
            play = classify(group, game.rules)
            if play is not None and estimator.control_chance(play) < CERTAIN_CONTROL:
                unsure += 1
                if unsure > 1:
                    return False
        return True

    def _passing(self, estimator: _Estimator, last: Combination) -> float:
        return -self._expected_out_cost(estimator, last) if estimator.one_left and len(last.cards) == 1 else 0.0

    def _expected_out_cost(self, estimator: _Estimator, single: Combination) -> float:
        """Return the expected cost, in turns, of an opponent's going out with a last card on this single."""
        above = (estimator.unseen >> single.mask.bit_length()).bit_count()
        return estimator.weights.opponent_out_cost * estimator.one_left * above / max(1, estimator.hidden)
