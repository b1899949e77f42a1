"""The player's own hand: order, exchange with open cards on the table, and small motions of its cards. No pygame
here."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise

from engine.cards import HIDDEN, Card, rank, suit
from engine.game import Game
from engine.moves import Pile
from engine.settings import SORT_MODES, SortMode
from scenes.render import timing
from scenes.table.layouts.spreads import CARD_ASPECT_RATIO, MAX_ONE_ROW_CARDS
from scenes.table.model.choice import Choice
from scenes.table.model.positions import CardPose
from scenes.table.model.shown_piles import ShownPiles, Token

RAISED_FRACTION = 0.2
"""Distance by which a selected card is raised, as a fraction of its height."""
_MAX_INDEX_WIDTH_FRACTION = 0.45
"""Width of the largest corner index, as a fraction of the card's width."""
MAX_ROW_SPREAD = 25.0
"""Maximum difference in height of the cards in a row of the hand, logical pixels."""


class OwnHand:
    """The player's own hand: the order of its cards, and their small motions."""

    def __init__(self, pile: Pile) -> None:
        self.pile = pile
        self.sort_mode: SortMode = SORT_MODES[0]
        self.manual_order: tuple[Card, ...] = ()
        """Cards in the order in which the player has laid them; empty while the hand is sorted."""
        self.touch_used_last = False
        """Whether a finger, not a mouse, was used last: cards rise further."""
        self._lift_fractions: dict[int, float] = {}
        """How far each selected card has been raised, 0 … 1."""
        self._hover_fractions: dict[int, float] = {}
        """How far each card under the pointer has grown, 0 … 1."""
        self._sideways_fractions: dict[int, float] = {}
        """How far each card in the row of one under the pointer has moved aside, −1 (left) … 1 (right)."""
        self.column_ids: frozenset[int] = frozenset()
        """The cards in columns of the table, which move to the side instead of rising."""
        self.ids_in_front: Mapping[int, Sequence[int]] = {}
        """Card of a back row -> the cards of the front row below its index, with which it rises."""

    # --- order ------------------------------------------------------------------------------------------------------

    def next_sort_mode(self) -> SortMode:
        """Return the sort mode after the current one; the current one itself if it would replace a manual order."""
        return SORT_MODES[(SORT_MODES.index(self.sort_mode) + (not self.manual_order)) % len(SORT_MODES)]

    def sort(self, shown: ShownPiles, game: Game) -> None:
        """Sort the shown cards of the own hand; in a manual order new cards come last."""
        tokens = shown.piles.get(self.pile, [])
        tokens.sort(key=self._own_sort_key(game, tokens))

    def _own_sort_key(self, game: Game, tokens: Sequence[Token]) -> Callable[[Token], tuple[int, ...]]:
        if not self.manual_order:
            return self._sort_key(game, [token.card for token in tokens])
        indices = {card: index for index, card in enumerate(self.manual_order)}
        return lambda token: (indices.get(token.card, len(indices)),)

    def _sort_key(self, game: Game, held: Sequence[Card]) -> Callable[[Token], tuple[int, ...]]:
        if self.sort_mode == "suit":
            return lambda token: (suit(token.card), game.sort_key(token.card), token.card)
        if self.sort_mode == "sets":
            equal = Counter(map(rank, held))
            return lambda token: (-equal[rank(token.card)], game.sort_key(token.card), token.card)
        return lambda token: (game.sort_key(token.card), token.card)

    def move_card(
        self, shown: ShownPiles, token_id: int, dropped_pose: CardPose, rest_poses: Mapping[int, CardPose]
    ) -> bool:
        """Move a card of the own hand to where it was dropped, which makes the order manual; return whether that
        changed the order."""
        tokens = shown.piles[self.pile]
        moved = next(token for token in tokens if token.id == token_id)
        others = [token for token in tokens if token is not moved]
        poses = [rest_poses[token.id] for token in others]
        row = min((pose.y for pose in poses), key=lambda y: abs(y - dropped_pose.y), default=0.0)
        index = sum(
            pose.y < row - MAX_ROW_SPREAD or (pose.y < row + MAX_ROW_SPREAD and pose.x < dropped_pose.x)
            for pose in poses
        )
        return self._lay_manually(tokens, [*others[:index], moved, *others[index:]])

    def move_card_by(self, shown: ShownPiles, token_id: int, offset: int) -> bool:
        """Move a card of the own hand left (−1) or right (1) by one position; return whether that was possible."""
        tokens = shown.piles[self.pile]
        at = next((i for i, token in enumerate(tokens) if token.id == token_id), None)
        if at is None or not 0 <= at + offset < len(tokens):
            return False
        others = [*tokens[:at], *tokens[at + 1 :]]
        return self._lay_manually(tokens, [*others[: at + offset], tokens[at], *others[at + offset :]])

    def _lay_manually(self, tokens: list[Token], arranged: Sequence[Token]) -> bool:
        """Arrange the hand's tokens and keep their order; return whether it changed. Cards that have left the hand keep
        their place, in case that an undo returns them."""
        if tokens == arranged:
            return False
        tokens[:] = arranged
        order = [token.card for token in tokens]
        for before, card in pairwise((HIDDEN, *self.manual_order)):
            if card not in order:
                order.insert(order.index(before) + 1 if before != HIDDEN else 0, card)
        self.manual_order = tuple(order)
        return True

    # --- arranging --------------------------------------------------------------------------------------------------

    def piles_as_exchanged(self, shown: ShownPiles, choice: Choice | None) -> Mapping[Pile, Sequence[Token]]:
        """Return the shown piles, with hand and open table cards as exchanged so far while the player may exchange
        them."""
        if choice is None or not choice.slot_kind:
            return shown.piles
        token_by_card = {
            token.card: token for pile in choice.view.sources(choice.seat) for token in shown.piles.get(pile, ())
        }
        if not token_by_card.keys() >= set(choice.slot_cards):
            return shown.piles
        piles: dict[Pile, Sequence[Token]] = dict(shown.piles)
        for i, card in enumerate(choice.slot_cards):
            piles[Pile(choice.slot_kind, choice.seat, i)] = [token_by_card[card]]
        hand = [token for token in shown.piles[self.pile] if token.card not in choice.slot_cards]
        displaced = [
            token for card, token in token_by_card.items() if card not in choice.slot_cards and token not in hand
        ]
        own = [*hand, *displaced]
        piles[self.pile] = sorted(own, key=self._own_sort_key(choice.view, own))
        return piles

    def piles_with_sorted_open_hands(
        self, shown: ShownPiles, piles: Mapping[Pile, Sequence[Token]]
    ) -> Mapping[Pile, Sequence[Token]]:
        """Return the piles with the open hands of other seats sorted like the own hand."""
        if shown.viewers == 1 << shown.viewer:
            return piles
        game = shown.game
        return {
            pile: sorted(tokens, key=self._sort_key(game, [token.card for token in tokens]))
            if pile.kind == self.pile.kind and pile != self.pile and all(token.card != HIDDEN for token in tokens)
            else tokens
            for pile, tokens in piles.items()
        }

    # --- raised cards -----------------------------------------------------------------------------------------------

    def find_cards_in_front(self, held: Sequence[int], rest_poses: Mapping[int, CardPose]) -> None:
        """Find out, for each card of a hand in two rows, which cards of the front row lie below its index."""
        poses = {key: rest_poses[key] for key in held if key in rest_poses}
        self.ids_in_front = {
            key: [
                other
                for other, front in poses.items()
                if front.y - pose.y > MAX_ROW_SPREAD
                and front.x - pose.x < _MAX_INDEX_WIDTH_FRACTION * pose.width
                and front.x + front.width / 2 > pose.x - pose.width / 2
            ]
            for key, pose in (poses.items() if len(poses) > MAX_ONE_ROW_CARDS else ())
        }

    def part_row(self, row: Sequence[int], token_id: int) -> dict[int, float]:
        """Return the sides to which the cards of a row part for one under the pointer: −1 left, 1 right, 0 itself.

        With two rows, the front one would cover other indexes: it stays.
        """
        if self.ids_in_front or token_id not in row:
            return {token_id: 0.0}
        index = row.index(token_id)
        return {key: float((i > index) - (i < index)) for i, key in enumerate(row)}

    def animate(
        self,
        elapsed_ms: float,
        selected: Collection[int],
        hover_sides: Mapping[int, float],
        *,
        reduced_motion: bool = False,
    ) -> bool:
        """Raise, enlarge and shift cards of the own hand for ``elapsed_ms`` milliseconds; return whether any moved.

        Args:
            elapsed_ms: elapsed milliseconds.
            selected: tokens to raise.
            hover_sides: 0 for a token under the pointer, −1 or 1 for one of its row that moves left or right.
            reduced_motion: whether cards jump to their positions and neighbours stay.
        """
        lifts = dict.fromkeys(selected, 1.0)
        hovers = {key: 1.0 for key, side in hover_sides.items() if not side}
        sideways = {} if reduced_motion else {key: side for key, side in hover_sides.items() if side}
        moved = _step_towards(self._lift_fractions, lifts, 1.0 if reduced_motion else elapsed_ms / timing.LIFT_MS)
        moved |= _step_towards(self._hover_fractions, hovers, 1.0 if reduced_motion else elapsed_ms / timing.HOVER_MS)
        return (
            _step_towards(self._sideways_fractions, sideways, 1.0 if reduced_motion else elapsed_ms / timing.HOVER_MS)
            or moved
        )

    def raised_and_hovered_pose(self, token_id: int, pose: CardPose) -> CardPose:
        """Return a hand card's pose with its raise, its growth under the pointer and its sideways shift.

        It covers no corner index that is visible at rest: it stays below the cards at its right and grows away from
        those at its left, and in a hand of two rows the cards behind rise with it.
        """
        sideways, rise_px = self._sideways_fractions.get(token_id, 0.0), self._rise_px(token_id, pose)
        behind_px = max((self._rise_px(key, pose) for key in self.ids_in_front.get(token_id, ())), default=0.0)
        if not rise_px and not sideways and not behind_px:
            return pose
        hover = timing.ease_out(self._hover_fractions.get(token_id, 0.0))
        width = pose.width + (self._hovered_width(pose) - pose.width) * hover
        x = pose.x + (width - pose.width) / 2
        x += math.copysign(timing.ease_out(abs(sideways)), sideways) * timing.HOVER_NEIGHBOUR_SHIFT
        if token_id in self.column_ids:
            return pose._replace(x=x + rise_px, width=width, y=pose.y + (width - pose.width) * CARD_ASPECT_RATIO / 2)
        return pose._replace(x=x, y=pose.y - max(rise_px, behind_px), width=width)

    def _hovered_width(self, pose: CardPose) -> float:
        """Return the width to which a card under the pointer grows; in two rows it would cover indexes behind it."""
        return pose.width * (1.0 if self.ids_in_front else timing.HOVER_SCALE)

    def _rise_px(self, token_id: int, pose: CardPose) -> float:
        """Return the distance by which a selected or hovered card has risen, logical pixels."""
        lift, hover = self._lift_fractions.get(token_id, 0.0), self._hover_fractions.get(token_id, 0.0)
        if not lift and not hover:
            return 0.0
        full_px = timing.FINGER_LIFT_DISTANCE if self.touch_used_last else timing.HOVER_LIFT_DISTANCE
        return max(timing.ease_lift(lift) * RAISED_FRACTION * pose.height, timing.ease_out(hover) * full_px)

    def forget_lift_and_hover(self, token_id: int) -> None:
        """Reset the raise of a card that leaves the own hand; its flight starts at the raised pose."""
        for raised in (self._lift_fractions, self._hover_fractions, self._sideways_fractions):
            raised.pop(token_id, None)

    def hover_width(self, token_id: int, pose: CardPose) -> float:
        """Return the width to which a hand card under the pointer grows, logical pixels; 0 for others."""
        return self._hovered_width(pose) if self._hover_fractions.get(token_id) else 0.0

    def lift_fraction(self, token_id: int) -> float:
        """Return the fraction of its full rise by which a selected card is raised, 0 … 1."""
        return self._lift_fractions.get(token_id, 0.0)


def _step_towards(values: dict[int, float], wanted: Mapping[int, float], step: float) -> bool:
    """Change a dictionary's values by a step towards their targets (0 where none is given); return whether any
    changes."""
    moving = False
    for key in values.keys() | wanted.keys():
        now, goal = values.get(key, 0.0), wanted.get(key, 0.0)
        moving |= now != goal
        now = min(goal, now + step) if goal > now else max(goal, now - step)
        if now == 0.0 and goal == 0.0:
            values.pop(key, None)
        else:
            values[key] = now
    return moving
