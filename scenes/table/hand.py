"""The player's own cards: their order, what an arrangement would look like, and how far each is raised. No pygame."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engine.cards import Card, rank, suit
from engine.game import Game
from engine.moves import Pile
from scenes.table import speeds
from scenes.table.choice import Choice
from scenes.table.poses import Pose
from scenes.table.shown import Shown, Token

MODES = ("rank", "suit", "sets")
RAISED = 0.2
"""A selected card is raised by this part of its height."""
ROW = 25.0
"""Cards of a hand whose heights differ by less are in one row, logical pixels."""
HOVER_LIFT = 14.0
HOVER_SCALE = 1.05


class Hand:
    """Keeps the order of the own hand and the small motions of its cards."""

    def __init__(self, pile: Pile) -> None:
        self.pile = pile
        self.mode = MODES[0]
        """One of ``MODES``, or ``""`` for an order made by hand."""
        self._lifts: dict[int, float] = {}

    # --- order ------------------------------------------------------------------------------------------------------

    def cycle(self) -> str:
        """Sort another way; an order made by hand is replaced by the first way. Returns the new mode."""
        at = MODES.index(self.mode) + 1 if self.mode else 0
        self.mode = MODES[at % len(MODES)]
        return self.mode

    def sort(self, shown: Shown, game: Game) -> None:
        """Bring the shown hand into its order; one made by hand stays, with new cards at the end."""
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

    def keep(self, shown: Shown, old: Shown) -> None:
        """Take an order made by hand over from another table; cards that weren't in that hand come last."""
        if not self.mode:
            order = {token.card: i for i, token in enumerate(old.piles.get(self.pile, []))}
            shown.piles.get(self.pile, []).sort(key=lambda token: order.get(token.card, len(order)))

    def move(self, shown: Shown, token_id: int, dropped: Pose, rest: Mapping[int, Pose]) -> None:
        """Put a card of the hand where it was dropped, by its centre; the order is the player's own from now on."""
        tokens = shown.piles[self.pile]
        moved = next(token for token in tokens if token.id == token_id)
        others = [token for token in tokens if token is not moved]
        places = [rest[token.id] for token in others]
        row = min((place.y for place in places), key=lambda y: abs(y - dropped.y), default=0.0)
        at = sum(place.y < row - ROW or (place.y < row + ROW and place.x < dropped.x) for place in places)
        tokens[:] = [*others[:at], moved, *others[at:]]
        self.mode = ""

    # --- an arrangement that is being made ----------------------------------------------------------------------------

    def arranged(self, shown: Shown, choice: Choice | None) -> Mapping[Pile, Sequence[Token]]:
        """The piles with the choice's slots filled as they would be; the piles as shown when nothing is arranged."""
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

    # --- raised cards -----------------------------------------------------------------------------------------------

    def animate(self, dt: float, wanted: Mapping[int, float]) -> bool:
        """Raise and lower cards towards what is wanted (0 flat … 1 selected, in part hovered); True while they move."""
        moving = False
        step = dt / speeds.LIFT if speeds.LIFT else 1.0
        for key in self._lifts.keys() | wanted.keys():
            now, goal = self._lifts.get(key, 0.0), wanted.get(key, 0.0)
            if now == goal:
                continue
            moving = True
            now = min(goal, now + step) if goal > now else max(goal, now - step)
            if now == 0.0 and goal == 0.0:
                self._lifts.pop(key, None)
            else:
                self._lifts[key] = now
        return moving

    def raised(self, key: int, pose: Pose) -> Pose:
        """The pose of a card with its lift."""
        lift = self._lifts.get(key, 0.0)
        if not lift:
            return pose
        return pose._replace(y=pose.y - speeds.out_cubic(lift) * RAISED * pose.height)

    def lift(self, key: int) -> float:
        """How far a card is raised, 0 … 1."""
        return self._lifts.get(key, 0.0)
