"""The player's own hand: its order, an arrangement that is being made, and how far each card is raised. No pygame."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from engine.cards import HIDDEN, Card, rank, suit
from engine.game import Game
from engine.moves import Pile
from scenes.look import speeds
from scenes.table.stage.choice import Choice
from scenes.table.stage.poses import Pose
from scenes.table.stage.shown import ShownPiles, Token

MODES = ("rank", "suit", "sets")
RAISED = 0.2
"""How far a selected card is raised, by its height."""
ROW = 25.0
"""Cards of a hand whose heights differ by less form a row, logical pixels."""
_HOVERED = 90.0
"""Added to the z of the card under the pointer, to draw it over its neighbours."""


class OwnHand:
    """Keeps the order of the own hand and the small motions of its cards."""

    def __init__(self, pile: Pile) -> None:
        self.pile = pile
        self.mode = MODES[0]
        """One of ``MODES``, or ``""`` for an order made by hand."""
        self.by_finger = False
        """A finger points at cards: they rise further."""
        self._lifts: dict[int, float] = {}
        """How far each selected card is raised, 0 … 1."""
        self._hovers: dict[int, float] = {}
        """How far each card under the pointer has grown, 0 … 1."""
        self._aside: dict[int, float] = {}
        """How far each card has given way, −1 (left) … 1 (right)."""

    # --- order ------------------------------------------------------------------------------------------------------

    def cycle(self) -> str:
        """Take the next way of sorting and return it; an order made by hand gives way to the first."""
        at = MODES.index(self.mode) + 1 if self.mode else 0
        self.mode = MODES[at % len(MODES)]
        return self.mode

    def sort(self, shown: ShownPiles, game: Game) -> None:
        """Sort the shown hand; an order made by hand stays, with new cards at the end."""
        if self.mode:
            tokens = shown.piles.get(self.pile, [])
            tokens.sort(key=self._key(game, [token.card for token in tokens]))

    def _key(self, game: Game, held: Sequence[Card]) -> Callable[[Token], tuple[int, ...]]:
        if self.mode == "suit":
            return lambda token: (suit(token.card), game.order(token.card), token.card)
        if self.mode == "sets":
            equal = Counter(map(rank, held))
            return lambda token: (-equal[rank(token.card)], game.order(token.card), token.card)
        return lambda token: (game.order(token.card), token.card)

    def keep(self, shown: ShownPiles, old: ShownPiles) -> None:
        """Take an order made by hand over from other piles; cards that weren't in that hand come last."""
        if not self.mode:
            order = {token.card: i for i, token in enumerate(old.piles.get(self.pile, []))}
            shown.piles.get(self.pile, []).sort(key=lambda token: order.get(token.card, len(order)))

    def move(self, shown: ShownPiles, token_id: int, dropped: Pose, rest: Mapping[int, Pose]) -> None:
        """Put a card where it was dropped, by its centre; the order is made by hand from now on."""
        tokens = shown.piles[self.pile]
        moved = next(token for token in tokens if token.id == token_id)
        others = [token for token in tokens if token is not moved]
        places = [rest[token.id] for token in others]
        row = min((place.y for place in places), key=lambda y: abs(y - dropped.y), default=0.0)
        at = sum(place.y < row - ROW or (place.y < row + ROW and place.x < dropped.x) for place in places)
        tokens[:] = [*others[:at], moved, *others[at:]]
        self.mode = ""

    def step(self, shown: ShownPiles, token_id: int, by: int) -> bool:
        """Put a card one place to the left or right, with −1 or 1; False where it can't go."""
        tokens = shown.piles[self.pile]
        at = next((i for i, token in enumerate(tokens) if token.id == token_id), None)
        if at is None or not 0 <= at + by < len(tokens):
            return False
        tokens[at], tokens[at + by] = tokens[at + by], tokens[at]
        self.mode = ""
        return True

    # --- an arrangement that is being made ----------------------------------------------------------------------------

    def arranged(self, shown: ShownPiles, choice: Choice | None) -> Mapping[Pile, Sequence[Token]]:
        """The piles with the slots of the choice filled; the piles as shown when nothing is being arranged."""
        if choice is None or not choice.slot_kind:
            return shown.piles
        lying = {token.card: token for pile in choice.view.sources(choice.seat) for token in shown.piles.get(pile, ())}
        if not lying.keys() >= set(choice.slots):
            return shown.piles
        piles: dict[Pile, Sequence[Token]] = dict(shown.piles)
        for i, card in enumerate(choice.slots):
            piles[Pile(choice.slot_kind, choice.seat, i)] = [lying[card]]
        hand = [token for token in shown.piles[self.pile] if token.card not in choice.slots]
        came = [token for card, token in lying.items() if card not in choice.slots and token not in hand]
        piles[self.pile] = [*hand, *came]
        if self.mode:
            cards = [token.card for token in piles[self.pile]]
            piles[self.pile] = sorted(piles[self.pile], key=self._key(choice.view, cards))
        return piles

    def ordered(self, shown: ShownPiles, piles: Mapping[Pile, Sequence[Token]]) -> Mapping[Pile, Sequence[Token]]:
        """The piles with open hands of others sorted like the own one."""
        if shown.eyes == 1 << shown.viewer:
            return piles
        game = shown.game
        return {
            pile: sorted(tokens, key=self._key(game, [token.card for token in tokens]))
            if pile.kind == self.pile.kind and pile != self.pile and all(token.card != HIDDEN for token in tokens)
            else tokens
            for pile, tokens in piles.items()
        }

    # --- raised cards -----------------------------------------------------------------------------------------------

    def animate(
        self, dt: float, selected: Collection[int], hovering: Mapping[int, float], *, calm: bool = False
    ) -> bool:
        """Let dt milliseconds pass: True while cards move.

        Args:
            dt: milliseconds.
            selected: tokens to raise.
            hovering: 0 for a token under the pointer, −1 or 1 for one that gives way to the left or right.
            calm: reduced motion: everything is placed at once, and nothing gives way.
        """
        lifts = dict.fromkeys(selected, 1.0)
        hovers = {key: 1.0 for key, side in hovering.items() if not side}
        aside = {} if calm else {key: side for key, side in hovering.items() if side}
        moved = _towards(self._lifts, lifts, 1.0 if calm else dt / speeds.LIFT)
        moved |= _towards(self._hovers, hovers, 1.0 if calm else dt / speeds.HOVER)
        return _towards(self._aside, aside, 1.0 if calm else dt / speeds.HOVER) or moved

    def raised(self, key: int, pose: Pose) -> Pose:
        """A card's pose as it is raised, has grown under the pointer or has given way."""
        lift, hover, aside = self._lifts.get(key, 0.0), self._hovers.get(key, 0.0), self._aside.get(key, 0.0)
        if not lift and not hover and not aside:
            return pose
        hover = speeds.ease_out(hover)
        rises = speeds.FINGER_LIFT if self.by_finger else speeds.HOVER_LIFT
        up = max(speeds.ease_lift(lift) * RAISED * pose.height, hover * rises)
        side = math.copysign(speeds.ease_out(abs(aside)), aside) * speeds.HOVER_ASIDE
        width = pose.width * (1 + (speeds.HOVER_SCALE - 1) * hover)
        return pose._replace(x=pose.x + side, y=pose.y - up, width=width, z=pose.z + (_HOVERED if hover else 0.0))

    def let_go(self, key: int) -> None:
        """Forget how far a card is raised: it leaves from there."""
        for raised in (self._lifts, self._hovers, self._aside):
            raised.pop(key, None)

    def widest(self, key: int, pose: Pose) -> float:
        """The width to which a card under the pointer grows; 0 for others."""
        return pose.width * speeds.HOVER_SCALE if self._hovers.get(key) else 0.0

    def lift(self, key: int) -> float:
        """How far a selected card is raised, 0 … 1."""
        return self._lifts.get(key, 0.0)


def _towards(values: dict[int, float], wanted: Mapping[int, float], step: float) -> bool:
    """Bring every value a step nearer to its goal (0 where none is given); True while any still moves."""
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
