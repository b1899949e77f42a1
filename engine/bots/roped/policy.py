"""Policy of RoPeD: collect suits, take blocks for sets, shed costly cards before an opponent goes out."""

from collections.abc import Sequence

from engine.bots.common.base import Evaluation
from engine.bots.common.coverage import KnownRules, covers, nearest_legal_move
from engine.bots.roped.plan import Planner, TurnContext, Weights
from engine.bots.roped.position import MATCHES, NONE_FOUND, Position, bits, mask_of
from engine.bots.roped.weights import STANDARD_WEIGHTS
from engine.cards import HIDDEN, Card
from engine.games.roped.game import DRAWN_FITTING_CARD, Roped
from engine.games.roped.sets import STRAIGHT_FLUSH, kind_of
from engine.moves import Move, Seat
from engine.rng import Rng

KNOWN_RULES = KnownRules(
    starter=("dealer",),
    refill=("matching",),
    mismatch_penalty=("discarder",),
    bluff_discards=(True,),
    blind_discard=(True,),
    lasso_ace=("any",),
    ace_in_hand=(2, 11),
    target=(250,),
)
"""RoPeD's house rules that the planner knows."""

EXCLUDED_PENALTY = 100.0
"""Penalty, in points, for moves that the weights exclude (``takes_blocks``, ``min_rope_points``)."""
_OFTEN_WITHOUT_CHOICE = frozenset({"reveal", "set", "add", "lasso", "chain"})
"""Kinds of question that often have a single legal move."""


class RopedPolicy:
    """Plans each RoPeD turn by the value of the hand at its end, after the best discard and the best set."""

    style_slack = 2.0

    def __init__(self, weights: Sequence[Weights] = STANDARD_WEIGHTS) -> None:
        self.planner = Planner(weights)

    def choose(self, view: Roped, seat: Seat, rng: Rng) -> Move:
        """Return the RoPeD move with the highest value."""
        assert view.ask is not None
        if view.ask.what in _OFTEN_WITHOUT_CHOICE:
            moves = view.legal_moves(seat)
            if len(moves) == 1:
                return moves[0]
        move = self._plan_move(view, seat)
        return move if covers(KNOWN_RULES, view.options) else nearest_legal_move(view, move)

    def _plan_move(self, view: Roped, seat: Seat) -> Move:
        """Return the planner's move, which is legal under the rules that it knows (``KNOWN_RULES``)."""
        assert view.ask is not None
        what, planner = view.ask.what, self.planner
        position = Position(view, seat)
        if what == "reveal":
            return Move(seat, "reveal", to=planner.choose_reveal(position))
        if what == "pick":
            card, _ = planner.choose_card_to_take_and_discard(position)
            return Move(seat, "take", (Card(card),)) if card != HIDDEN else Move(seat, "stock")
        if what == "discard":
            return self._discard(view, seat, position)
        if what == "place":
            drawn = view.piles[DRAWN_FITTING_CARD[seat]]
            return Move(seat, "discard", drawn, planner.best_slot(position, drawn[0]))
        if what == "start":
            return Move(seat, "lay", _cards(planner.first_pair(position)))
        # the planner doesn't know these house rules
        if what == "add" or (what == "set" and (view.options.corner or view.options.safe_flush)):
            context = planner.context(position)
            return max(view.legal_moves(seat), key=lambda move: self._value(view, seat, position, context, move))
        if what == "set":
            four = planner.choose_meld_points_and_cards(position)[1]
            return Move(seat, "meld", _cards(four)) if four else Move(seat, "none")
        held = position.hand & mask_of(view._cards_that_rope())
        thrown = (
            planner.best_rope_card(position, held, view.points_of_set(view.piles[view.stake_pile]))
            if held
            else NONE_FOUND
        )
        if thrown == NONE_FOUND:
            return Move(seat, "let_go")
        return Move(seat, "throw" if what == "lasso" else "rope", (Card(thrown),))

    def _discard(self, view: Roped, seat: Seat, position: Position) -> Move:
        planned = self.planner.best_discard_now(position)
        if planned.verb == "draw":
            return Move(seat, "draw")
        if planned.verb == "discard":
            return Move(seat, "discard", (Card(planned.cards[0]),), self.planner.best_slot(position, planned.cards[0]))
        if planned.verb == "fill" and not planned.cards:
            return Move(seat, "fill", to=position.first_empty_slot())
        if not planned.verb:  # only a bluff is left
            return view.legal_moves(seat)[0]
        return Move(seat, "discard", tuple(Card(card) for card in planned.cards), position.first_empty_slot())

    def evaluate(self, view: Roped, seat: Seat) -> list[Evaluation]:
        """Return all legal RoPeD moves, the best first."""
        assert view.ask is not None
        position = Position(view, seat)
        context = self.planner.context(position)
        first = view.canonical(self.choose(view, seat, view.rng))
        values = [(move, self._value(view, seat, position, context, move)) for move in view.legal_moves(seat)]
        values.sort(key=lambda pair: (-pair[1], pair[0] != first))
        best = max(value for _, value in values)
        return sorted(
            (Evaluation(move, best if move == first else value) for move, value in values),
            key=lambda option: (-option.value, option.move != first),
        )

    def _value(self, view: Roped, seat: Seat, position: Position, context: TurnContext, move: Move) -> float:
        """Return the value of a RoPeD move, on the scale of the planner."""
        planner, hand, verb = self.planner, position.hand, move.verb
        empty = position.empty_slot_count()
        if verb == "reveal":
            return planner.reveal_value(position, move.to)
        if verb == "stock":
            return planner.stock_value(position, context)
        if verb == "take":
            index = next(index for index, lying in enumerate(position.slots) if move.cards[0] in lying)
            lying = position.slots[index]
            depth = len(lying) - lying.index(move.cards[0])
            value = planner.take_value(position, index, depth, context)[0]
            return value if depth == 1 or context.weights.takes_blocks else value - EXCLUDED_PENALTY
        gone = mask_of(move.cards)
        if verb in ("none", "meld", "lay"):
            if verb == "meld":
                rules = view.options
                if rules.safe_flush and kind_of(move.cards, rules.corner) == STRAIGHT_FLUSH:
                    context = context._replace(rope_risk_by_suit=(0.0, 0.0, 0.0, 0.0))
                return planner.meld_value(hand, view.points_of_set(move.cards), gone, context, empty)
            return planner.hand_value(hand ^ gone, context, empty)
        if verb in ("add", "keep"):
            addition = view.find_addition(seat, move.cards[0]) if move.cards else None
            left = planner.hand_value(hand ^ gone, context, empty)
            if addition is None:
                return left
            pile, points = addition
            return left + (points if pile.owner == seat else -points / (view.seats - 1))
        if verb in ("throw", "rope"):
            points = view.points_of_set(view.piles[view.stake_pile])
            overlooked = EXCLUDED_PENALTY * planner.ignores_set(position, points)
            return planner.rope_value(position, move.cards[0], points) - overlooked
        if verb == "let_go":
            return 0.0
        return self._discard_value(position, context, hand, move)

    def _discard_value(self, position: Position, context: TurnContext, hand: int, move: Move) -> float:
        """Return the value of a RoPeD discard or draw: of the hand afterwards, and of the effect on the slots."""
        planner, weights, due = self.planner, context.weights, position.due_card
        empty, cards = position.empty_slot_count(), move.cards
        if move.verb == "draw":
            return planner.draw_until_fit_value(hand, len(position.open_tops()), empty, due, context)
        rest = hand & ~mask_of(cards)
        lying = position.slots[move.to]
        if not lying:
            unseen = weights.unseen_card_cost if len(cards) < 2 else 0.0
            return planner.value_after_best_meld(rest, context, empty - 1, due) + weights.fill_bonus - unseen
        value = planner.value_after_best_meld(rest, context, empty, due) + planner.cover_value(lying, context)
        if move.verb == "blind" or not MATCHES[cards[0]] >> lying[-1] & 1:
            value -= position.mismatch_points / 2
        return value


def _cards(mask: int) -> tuple[Card, ...]:
    return tuple(Card(card) for card in bits(mask))
