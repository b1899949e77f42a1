"""The table as a place: which piece lies where for this size of the canvas. No pygame here."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from engine.cards import HIDDEN, Card
from engine.events import Event, Moved
from engine.match.match import Match
from engine.moves import TABLE, Pile, Seat
from scenes.table.stage import poses
from scenes.table.stage.choice import Choice
from scenes.table.stage.director import Director
from scenes.table.stage.hand import ROW, Hand
from scenes.table.stage.layout import GROUPED_ABOVE, Column, Layout
from scenes.table.stage.poses import Canvas, Chair, Place, Pose
from scenes.table.stage.shown import Shown, Token
from scenes.text.people import Person


class Stage:
    """Pieces, places and motion of one match.

    Args:
        match: what is played.
        layout: of its game.
        canvas: size in logical pixels.
        heard: called with each event when it is shown.
    """

    def __init__(self, match: Match, layout: Layout, canvas: Canvas, heard: Callable[[Event], None]) -> None:
        self.match = match
        self.viewer = match.viewer
        self.layout = layout.for_seats(match.game.seats)
        self.canvas = canvas
        self.hand = Hand(Pile("hand", self.viewer))
        self.choice: Choice | None = None
        self.people: Mapping[Seat, Person] = {}
        self.chairs: Mapping[int, Chair] = {}
        self._places: dict[Pile, Place | None] = {}
        """As worked out for these chairs: many a frame asks for all of them several times."""
        self._heard = heard
        self._seat_people()
        self.director = Director(Shown(match.game, self.viewer, match.eyes), self._poses, self._hear)

    def _seat_people(self) -> None:
        self.chairs = poses.chairs(self.layout, self.match.game.seats, self.viewer, self.canvas)
        self._places.clear()

    def _hear(self, event: Event) -> None:
        if isinstance(event, Moved) and self.hand.pile in (event.source, event.target):
            self.hand.sort(self.director.shown, self.match.game)
        self._heard(event)

    def _poses(self, shown: Shown) -> Mapping[int, Pose]:
        arranged = self.hand.ordered(shown, self.hand.arranged(shown, self.choice))
        game = self.match.game
        return poses.poses(
            arranged, self.layout, self.chairs, self.viewer, self.canvas, alike=lambda piece: game.alike(piece.card)
        )

    # --- changes ----------------------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        """Use another size; everything glides there."""
        self.canvas = canvas
        self._seat_people()
        self.director.settle()

    def sort(self) -> str:
        """Sort the hand the next way; returns its name."""
        mode = self.hand.cycle()
        self.hand.sort(self.director.shown, self.match.game)
        self.director.settle()
        return mode

    def show_all(self, upto: int | None = None) -> None:
        """Show the match as it stands: after resuming, or after taking a move back.

        ``upto``: only what the first so many events have made of it; None for all.
        """
        shown = Shown(self.match.game, self.viewer, self.match.eyes)
        for event in self.match.past()[:upto]:
            shown.apply(event)
        self.hand.sort(shown, self.match.game)
        self.hand.keep(shown, self.director.shown)
        self.director.replace(shown)

    # --- looking up -------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> Shown:
        """The table as shown."""
        return self.director.shown

    def tokens(self) -> Iterator[tuple[Pile, Token]]:
        """Every piece with its pile."""
        for pile, tokens in self.shown.piles.items():
            for token in tokens:
                yield pile, token

    def find(self, card: Card) -> int | None:
        """The piece that shows this face."""
        return next((token.id for _, token in self.tokens() if token.card == card != HIDDEN), None)

    def card(self, key: int) -> Card:
        """The face of a piece."""
        return next(token.card for _, token in self.tokens() if token.id == key)

    def pile_of(self, key: int) -> Pile:
        """Where a piece lies."""
        return next(pile for pile, token in self.tokens() if token.id == key)

    def with_all_on_it(self, key: int) -> list[int]:
        """A piece, and in a column of the table those that lie open on it: they are taken together."""
        pile = self.pile_of(key)
        place = self.place(pile)
        if pile.owner != TABLE or place is None or not isinstance(place.spot.spread, Column):
            return [key]
        lying = self.shown.piles[pile]
        block = lying[next(i for i, token in enumerate(lying) if token.id == key) :]
        return [token.id for token in block] if all(token.card != HIDDEN for token in block) else [key]

    def place(self, pile: Pile) -> Place | None:
        """Where a pile lies."""
        if pile not in self._places:
            self._places[pile] = poses.place(pile, self.layout, self.chairs, self.viewer, self.canvas)
        return self._places[pile]

    def places(self) -> dict[Pile, Place]:
        """Every pile that the layout shows, empty ones too, and those of the table before a card was laid there."""
        table = [Pile(spot.kind) for spot in self.layout.centre]
        found = {pile: self.place(pile) for pile in dict.fromkeys([*table, *self.match.game.piles])}
        return {pile: self._reaching(pile, place) for pile, place in found.items() if place is not None}

    def _reaching(self, pile: Pile, place: Place) -> Place:
        """The place with all that a column has below it."""
        tokens = self.shown.piles.get(pile)
        pose = self.director.rest.get(tokens[-1].id) if tokens and isinstance(place.spot.spread, Column) else None
        return place._replace(down=pose.y - place.y) if pose else place

    def own_keys(self) -> list[int]:
        """The pieces of the viewer's own piles whose faces the viewer sees, and others to choose from, lowest first.

        They can be taken up at any time: to sort the hand by hand, or to be told why they can't be played now.
        """
        rest = self.director.rest
        open_now = self.choice.piles if self.choice else {}
        keys = [
            token.id
            for pile, token in self.tokens()
            if (pile.owner == self.viewer or token.card in open_now) and token.card != HIDDEN and token.id in rest
        ]
        return sorted(keys, key=lambda key: rest[key].z)

    def rest(self, key: int) -> Pose:
        """Where a piece lies when nothing moves."""
        return self.director.rest[key]

    def row(self, key: int) -> list[int]:
        """The pieces of the own hand beside a piece, from left to right."""
        rest = self.director.rest
        held = [token.id for token in self.shown.piles.get(self.hand.pile, ())]
        near = [one for one in held if one in rest and abs(rest[one].y - rest[key].y) < ROW]
        return sorted(near, key=lambda one: rest[one].x)

    def groups(self) -> list[list[int]]:
        """The pieces of a hand so large that it is shown in groups of equal cards; empty for smaller hands."""
        tokens = self.shown.piles.get(self.hand.pile, [])
        if len(tokens) <= GROUPED_ABOVE:
            return []
        alike = self.match.game.alike
        return [[token.id for token in group] for _, group in groupby(tokens, key=lambda token: alike(token.card))]

    def hand_zone(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of where the own hand lies."""
        room = poses.hand_room(self.canvas)
        middle = self.canvas.width / 2
        return middle - room / 2 - 20, self.canvas.height - 200, middle + room / 2 + 20, self.canvas.height
