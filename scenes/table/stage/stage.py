"""The table as a place: where each token lies on a canvas of this size. No pygame here."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from engine.cards import HIDDEN, Card
from engine.events import Event, Moved, Scored
from engine.match.seen import SeenMatch
from engine.moves import TABLE, Move, Pile, Seat
from scenes.table.layouts.layout import GROUPED_ABOVE, ColumnSpread, Layout
from scenes.table.stage import poses
from scenes.table.stage.choice import Choice
from scenes.table.stage.director import Director
from scenes.table.stage.hand import ROW, OwnHand
from scenes.table.stage.poses import Canvas, PilePlace, Pose, SeatPosition
from scenes.table.stage.shown import ShownPiles, Token
from scenes.text.people import Person

_PORTRAIT = 36.0
"""From the corner of a plate to the middle of its portrait."""
_TAKEN = 36.0
"""Width of cards where somebody takes them."""


Presence = Literal["away", "played"]
"""Whether somebody's connection is lost, and whether a computer player plays in their place."""


class Stage:
    """Tokens, places and motion of one match.

    Args:
        match: what is shown.
        layout: of its game.
        canvas: size in logical pixels.
        heard: called with each event when it is shown.
    """

    def __init__(self, match: SeenMatch, layout: Layout, canvas: Canvas, heard: Callable[[Event], None]) -> None:
        self.match = match
        self.viewer = match.viewer
        self._layouts = layout.for_seats(match.game.seats), layout.beside_drawer(match.game.seats)
        self.canvas = canvas
        self.hand = OwnHand(Pile("hand", self.viewer))
        self.choice: Choice | None = None
        self.advice: Move | None = None
        """The answer that a hint or a lesson shows: its cards rise, its button or pile lights up."""
        self.people: Mapping[Seat, Person] = {}
        self.me: Seat | None = None
        """The seat that texts address as "you"; None for nobody."""
        self.presence: Mapping[Seat, Presence] = {}
        """Who sits there and doesn't play just now, at a table of several computers."""
        self.seats: Mapping[int, SeatPosition] = {}
        self._places: dict[tuple[Pile, bool], PilePlace | None] = {}
        """The places that were worked out for these seats, for own piles with and without others beside the hand: a
        frame may ask for all of them several times."""
        self._around = poses.BARE
        """What lay in the middle when these places were worked out."""
        self.taken = False
        """Whether a board lies in the middle of the table."""
        self.best: frozenset[Seat] = frozenset()
        """Whose plays of the trick are the best as far as it is shown."""
        self._heard = heard
        self._seat_people()
        self.director = Director(ShownPiles(match.game, self.viewer, match.eyes), self._poses, self._hear)
        self.director.peaks, self.director.peaks_after = layout.peaks, layout.peaks_after
        self.director.told, self.director.through = layout.board_words, self._passed

    def beside(self, layout: Layout) -> "Stage":
        """Another stage on which the same lies at rest, to try a size out; ``layout``: as this one got it."""
        other = Stage(self.match, layout, self.canvas, lambda _: None)
        other.hand.mode, other.choice, other.advice, other.people = (
            self.hand.mode,
            self.choice,
            self.advice,
            self.people,
        )
        other.me, other.presence = self.me, self.presence
        other.director.reduced = self.director.reduced
        other.director.shown = self.shown.copy()
        other.taken, other.best = self.taken, self.best
        other.director.finish()
        return other

    @property
    def layout(self) -> Layout:
        """The layout on the present canvas."""
        usual, beside = self._layouts
        return beside if self.canvas.beside else usual

    def width_for(self, *, drawer: bool) -> float:
        """Minimum width of the canvas, with the ``drawer`` open or closed, logical pixels."""
        return self._layouts[drawer].width

    def _seat_people(self) -> None:
        self.seats = poses.seat_positions(self.layout, self.match.game.seats, self.viewer, self.canvas)
        self._places.clear()

    def _hear(self, event: Event) -> None:
        if isinstance(event, Moved) and self.hand.pile in (event.source, event.target):
            self.hand.sort(self.director.shown, self.match.game)
        if not (isinstance(event, Moved) and event.how == "sweep"):  # the trick goes to whoever had it
            self._find_best()
        self._heard(event)

    def _find_best(self) -> None:
        """Find out whose plays are the best of the trick that lies there."""
        cross, piles = self.layout.cross, self.shown.piles
        if cross is None:
            return
        plays = [(pile.owner, lying) for pile, lying in piles.items() if pile.kind == cross.kind and lying]
        plays = sorted((play for play in plays if play[1][0].origin == play[0]), key=lambda play: play[1][0].batch)
        last = bool(plays) and not piles.get(Pile("hand", plays[0][0]))
        seen = [(seat, [token.card for token in lying]) for seat, lying in plays]
        self.best = frozenset(self.match.game.winning(seen, last=last))

    def best_cards(self) -> set[int]:
        """The tokens of the best play of the trick so far that lie at their places."""
        cross, moving = self.layout.cross, self.director.moving
        if cross is None or not self.best:
            return set()
        lying = (self.shown.piles.get(Pile(cross.kind, seat), ()) for seat in self.best)
        flying = (token.id for tokens in lying for token in tokens)
        return {key for key in flying if not moving(key) or self.director.settling(key)}

    def taker(self) -> Seat | None:
        """Who takes the trick that lies there complete; None while none does."""
        director = self.director
        following = director.waiting[0] if director.waiting and not director.glides else None
        return min(self.best) if isinstance(following, Moved) and self._takes(following) else None

    def _takes(self, event: Moved) -> bool:
        """Whether somebody takes a trick."""
        kind = self.layout.cross.kind if self.layout.cross else ""
        return event.how == "sweep" and event.source.kind == kind and len(self.best) == 1

    def _passed(self, event: Moved) -> Pose | None:
        """Where cards pass on their way to a pile: a trick goes to whoever has taken it."""
        return Pose(*self.portrait(min(self.best)), _TAKEN) if self._takes(event) else None

    def portrait(self, seat: Seat) -> tuple[float, float]:
        """The middle of the portrait on a seat's plate."""
        position = self.seats[seat]
        out = _PORTRAIT * max(1.0, self.canvas.ui)
        return position.x + (-out if position.mirrored else out), position.y + out

    def middle_of_hand(self, seat: Seat) -> tuple[float, float] | None:
        """The middle of the cards that a seat has before it, first of those in its hand; None if it has none."""
        kinds = self.layout.in_hand or ("hand",)
        own = [pile for pile, tokens in self.shown.piles.items() if pile.owner == seat and tokens]
        own.sort(key=lambda pile: pile.kind not in kinds)
        rests = (self.director.rest.get(token.id) for pile in own[:1] for token in self.shown.piles[pile])
        return _middle([(rest.x, rest.y) for rest in rests if rest is not None])

    def pile_asked_for(self, seat: Seat) -> tuple[float, float] | None:
        """The middle of the piles to which cards asked for may go, first the table's; of the table without any."""
        game, layout = self.match.game, self.layout
        verbs = game.verbs[game.ask.what] if game.ask is not None else ()
        kinds = {layout.drops[verb] for verb in verbs if verb in layout.drops}
        places = {pile: place for pile, place in self.places().items() if pile.kind in kinds}
        several = ([(at.x, at.y) for pile, at in places.items() if pile.owner == owner] for owner in (TABLE, seat))
        found = next(filter(None, several), [(self.canvas.width / 2, self.canvas.height / 2)])
        return _middle(found)

    def take_middle(self, taken: bool) -> None:
        """Let piles make room in the middle for a board, or come back."""
        if taken != self.taken:
            self.taken = taken
            self.director.settle()

    def drift(self, pile: Pile) -> tuple[float, float]:
        """How far a pile that makes room is from its place."""
        lying = self.shown.piles.get(pile)
        if not lying or not self.director.settling(lying[0].id):
            return 0.0, 0.0
        now, end = self.director.pose(lying[0].id), self.director.rest[lying[0].id]
        return (now.x - end.x, now.y - end.y) if now is not None else (0.0, 0.0)

    def _poses(self, shown: ShownPiles) -> Mapping[int, Pose]:
        arranged = self.hand.ordered(shown, self.hand.arranged(shown, self.choice))
        game = self.match.game
        return poses.poses(
            arranged,
            self.layout,
            self.seats,
            self.viewer,
            self.canvas,
            alike=lambda piece: game.alike(piece.card),
            beside=self._may_lie_beside(),
            taken=self.taken,
        )

    def _may_lie_beside(self) -> bool:
        """Whether an answer lays own piles beside the hand, which then makes room beforehand."""
        kind, choice = self.layout.beside_hand, self.choice
        return bool(kind) and choice is not None and any(choice.layout.drops.get(m.verb) == kind for m in choice.legal)

    @property
    def beside_hand(self) -> bool:
        """Whether own piles lie beside the hand, or may come to lie there now."""
        if not self.layout.beside_hand:
            return False
        return self._may_lie_beside() or poses.lies_beside(self.shown.piles, self.layout, self.viewer)

    def ask(self, choice: Choice) -> None:
        """Let the player choose; the hand makes room for what may be laid beside it."""
        before, self.choice = self.beside_hand, choice
        if self.beside_hand != before:
            self.director.settle()

    # --- changes ----------------------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas, by: float = 1.0, how: str = "settle") -> None:
        """Take another size, whose logical pixels are ``1 / by`` times as large; everything glides there.

        ``how``: as for the director; ``room`` while the drawer opens or closes.
        """
        self.canvas = canvas
        self.director.magnify(by)
        self._seat_people()
        self.director.settle(how)

    def sort(self) -> str:
        """Sort the hand the next way and return its name."""
        mode = self.hand.cycle()
        self.hand.sort(self.director.shown, self.match.game)
        self.director.settle()
        return mode

    def show_all(self, seen: Sequence[Event] | None = None) -> None:
        """Show the match as it stands, after resuming or taking a move back.

        ``seen`` are the events that are shown, as the viewer saw them; None for all.
        """
        shown = ShownPiles(self.match.game, self.viewer, self.match.eyes)
        for event in self.match.past() if seen is None else seen:
            shown.apply(event)
        self.hand.sort(shown, self.match.game)
        self.hand.keep(shown, self.director.shown)
        self.director.replace(shown)
        self._find_best()

    def to_come(self) -> tuple[ShownPiles, Mapping[int, Pose]]:
        """The piles and poses after everything that waits to be shown, up to the next result."""
        shown = self.director.shown.copy()
        for event in self.director.waiting:
            if isinstance(event, Scored):
                break
            shown.apply(event)
        self.hand.sort(shown, self.match.game)
        return shown, self._poses(shown)

    # --- looking up -------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> ShownPiles:
        """The piles as shown."""
        return self.director.shown

    def tokens(self) -> Iterator[tuple[Pile, Token]]:
        """Every token with its pile."""
        for pile, tokens in self.shown.piles.items():
            for token in tokens:
                yield pile, token

    def find(self, card: Card) -> int | None:
        """The token that shows this face."""
        return next((token.id for _, token in self.tokens() if token.card == card != HIDDEN), None)

    def card(self, key: int) -> Card:
        """The face of a token."""
        return next(token.card for _, token in self.tokens() if token.id == key)

    def pile_of(self, key: int) -> Pile:
        """The pile of a token."""
        return next(pile for pile, token in self.tokens() if token.id == key)

    def with_all_on_it(self, key: int) -> list[int]:
        """A token, and in a column of the table those that lie open on it: they are taken together."""
        pile = self.pile_of(key)
        place = self.place(pile)
        if pile.owner != TABLE or place is None or not isinstance(place.spot.spread, ColumnSpread):
            return [key]
        lying = self.shown.piles[pile]
        block = lying[next(i for i, token in enumerate(lying) if token.id == key) :]
        return [token.id for token in block] if all(token.card != HIDDEN for token in block) else [key]

    def place(self, pile: Pile) -> PilePlace | None:
        """Where a pile lies."""
        around = poses.middle_of(self.shown.piles, self.layout, taken=self.taken)
        if around != self._around:
            self._around = around
            self._places.clear()
        beside = pile.owner == self.viewer and self.beside_hand
        if (pile, beside) not in self._places:
            found = poses.place(pile, self.layout, self.seats, self.viewer, self.canvas, beside=beside, around=around)
            self._places[pile, beside] = found
        return self._places[pile, beside]

    def places(self) -> dict[Pile, PilePlace]:
        """Every pile that the layout shows, also empty ones and those of the table that have had no card yet."""
        table = [Pile(spot.kind) for spot in self.layout.centre]
        found = {pile: self.place(pile) for pile in dict.fromkeys([*table, *self.match.game.piles])}
        return {pile: self._reaching(pile, place) for pile, place in found.items() if place is not None}

    def _reaching(self, pile: Pile, place: PilePlace) -> PilePlace:
        """The place, down to the last card of a column."""
        tokens = self.shown.piles.get(pile)
        pose = self.director.rest.get(tokens[-1].id) if tokens and isinstance(place.spot.spread, ColumnSpread) else None
        return place._replace(down=pose.y - place.y) if pose else place

    def looked_through(self) -> list[Pile]:
        """The piles with cards that may be looked through now."""
        kinds = self.match.game.looked_through
        if not kinds:
            return []
        there = (pile for pile in self.places() if pile.owner == TABLE and pile.kind in kinds)
        return [pile for pile in there if self.shown.piles.get(pile)]

    def advised(self) -> set[int]:
        """The tokens that a hint or a lesson shows, while nothing else is selected."""
        choice = self.choice
        if self.advice is None or choice is None or choice.begun:
            return set()
        return {key for card in self.advice.cards if (key := self.find(card)) is not None}

    def advised_pile(self) -> Pile | None:
        """Where the shown answer's cards go, or the pile that it takes or turns over."""
        choice, move = self.choice, self.advice
        if choice is None or move is None or choice.begun or choice.slot_kind:
            return None
        if not move.cards:
            several = (pile for pile in self.shown.piles if move in (choice.pull(pile), choice.place(pile)))
            return next(several, None)
        piles = (pile for pile in self.places() if pile.owner in (TABLE, self.viewer))
        return next((pile for pile in piles if choice.drop(move.cards, pile) == move), None)

    def own_keys(self) -> list[int]:
        """The tokens of the viewer's own piles whose faces are seen, and others to choose from, lowest first.

        They can be taken up at any time, to arrange the hand or to be told why they can't be played now.
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
        """A token's pose when nothing moves."""
        return self.director.rest[key]

    def row(self, key: int) -> list[int]:
        """The tokens in a token's row of the own hand, from left to right."""
        rest = self.director.rest
        held = [token.id for token in self.shown.piles.get(self.hand.pile, ())]
        near = [one for one in held if one in rest and abs(rest[one].y - rest[key].y) < ROW]
        return sorted(near, key=lambda one: rest[one].x)

    def groups(self) -> list[list[int]]:
        """The tokens of a large hand in groups of equal cards; empty for smaller hands, which are not grouped."""
        tokens = self.shown.piles.get(self.hand.pile, [])
        if len(tokens) <= GROUPED_ABOVE:
            return []
        alike = self.match.game.alike
        return [[token.id for token in group] for _, group in groupby(tokens, key=lambda token: alike(token.card))]

    def hand_zone(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the own hand's area."""
        middle, room = poses.hand_space(self.layout, self.canvas, beside=self.beside_hand)
        return middle - room / 2 - 20, self.canvas.height - 200, middle + room / 2 + 20, self.canvas.height


def _middle(points: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """The middle of some points; None without any."""
    if not points:
        return None
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
