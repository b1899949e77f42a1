"""What a table will show, or may show soon, drawn beforehand: flights, cards to be dealt, plates, the own hand."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from pygame import Surface

from engine.cards import HIDDEN, Card
from engine.events import Moved, Said
from engine.moves import Pile
from scenes.look import speeds
from scenes.look.cache import SurfaceCache
from scenes.look.cards import BURNT, covering, drawn_angle
from scenes.look.faces import EXPRESSIONS
from scenes.look.look import Look, RingKind
from scenes.look.theme import OWN_CARD, PORTRAIT, SMALL_PORTRAIT
from scenes.shell.scene import Moment
from scenes.table.felt.announcement import Announcement
from scenes.table.felt.peak import Peak
from scenes.table.felt.plates import Plates
from scenes.table.layouts.layout import Layout
from scenes.table.stage.choice import Choice
from scenes.table.stage.poses import Pose
from scenes.table.stage.shown import ShownPiles, Token
from scenes.table.stage.stage import Stage

_TURN = 2.0
"""Degrees between two drawings of a card that turns."""
_LISTS: dict[Moment, tuple[str, ...]] = {
    "opening": ("flights", "coming", "announcements"),
    "moving": ("flights", "announcements", "coming", "backs", "faces", "light", "glances"),
    "still": ("flights", "announcements", "coming", "backs", "faces", "light", "glances", "hand", "drawer", "pointer"),
}
"""What is made when, what is needed first at first."""
_FAN = 5
"""Most degrees that a card of a hand is turned, in most hands."""
_LISTINGS = 2
"""How often the drawings beside the drawer are listed: the size of some follows from that of others."""
RINGS_OF_TARGETS: tuple[RingKind, ...] = ("target", "selected")
"""Marks of places where a card may be put down, and of the one under the card."""
Make = Callable[[], object]
"""Makes one drawing, or takes it from the store."""


def made_beforehand(store: SurfaceCache, drawings: Iterable[Make]) -> Iterator[bool]:
    """Make the drawings that aren't in the store; True after each of them."""
    before = store.made
    for make in drawings:
        make()
        if store.made != before:
            yield True
            before = store.made


def for_first_deal(look: Look, layout: Layout, portraits: Iterable[Make]) -> Iterator[bool]:
    """Make what the first deal at a table needs: what all cards in hand need, portraits, backs; True after each."""
    spots = (*layout.centre, *layout.own, *layout.side.spots, *layout.top.spots)
    widths = dict.fromkeys(spot.width for spot in spots)
    return made_beforehand(look.store, chain(in_hand(look, OWN_CARD, _FAN), portraits, closed(look, widths)))


def in_hand(look: Look, width: float, most: int) -> Iterator[Make]:
    """What all cards need that fly into a hand and lie there, turned by up to ``most`` degrees."""
    yield from moving(look, HIDDEN, width, 0.0, lifted=True)
    angles = sorted(range(-most, most + 1), key=abs)
    for angle in angles:
        yield partial(look.prepare_card, HIDDEN, width, angle)
    for lifted in (False, True):
        for angle in angles:
            yield partial(look.card_shadow, width, lifted=lifted, angle=angle)


def closed(look: Look, widths: Iterable[float]) -> Iterator[Make]:
    """Backs in these widths, upright in the air and at rest."""
    for width in widths:
        yield from moving(look, HIDDEN, width, 0.0, lifted=True)
        yield from lying(look, HIDDEN, Pose(0, 0, width))


def moving(look: Look, card: Card, width: float, angle: float, *, lifted: bool) -> Iterator[Make]:
    """What a card that moves is drawn from."""
    yield partial(look.card_shadow, width, lifted=lifted, angle=angle)
    yield partial(look.prepare_card, card, width, angle)
    yield partial(look.prepare_card, card, width, angle)
    yield partial(look.card, card, width, angle=angle)


def lying(look: Look, card: Card, pose: Pose) -> Iterator[Make]:
    """What a card at rest is drawn from."""
    if drawn_angle(pose.angle):
        yield from moving(look, card, pose.width, pose.angle, lifted=False)
    else:
        yield partial(look.card_whole, card, pose.width)


def tilted(look: Look, widths: Iterable[float], angles: Iterable[float]) -> Iterator[Make]:
    """What all cards in these widths and at these angles share in the air: shadows and edges."""
    for width, angle in sorted({(width, drawn_angle(angle)) for width in widths for angle in angles}):
        if angle:
            yield partial(look.card_shadow, width, lifted=True, angle=angle)
            yield partial(look.prepare_card, HIDDEN, width, angle)
            yield partial(look.prepare_card, HIDDEN, width, angle)


class Ahead:
    """Makes drawings of a table that aren't in the store yet, one at a time, what is needed first at first.

    Args:
        look: of the cards.
        stage: the table.
        plates: of the seats.
        announcement: for everybody.
        peak: the same for lesser moments.
        beside_drawer: lists what isn't drawn yet of the table beside the page that may be opened next.
    """

    def __init__(
        self,
        look: Look,
        stage: Stage,
        plates: Plates,
        announcement: Announcement,
        peak: Peak,
        *,
        beside_drawer: Callable[[], Sequence[Make]],
    ) -> None:
        self.look = look
        self.stage = stage
        self.plates = plates
        self.announcement = announcement
        self.peak = peak
        self._beside_drawer = beside_drawer
        self._seen: tuple[Choice | None, bool] | None = None
        """The choice, and whether anything moved, when the drawings were listed; None while they aren't."""
        self._beside_drawn: tuple[Choice | None, bool] | None = None
        """For which of these nothing is left to draw of the table beside the drawer."""
        self._left: dict[str, Iterator[bool]] = {}
        """What is left to make of each list."""

    def restart(self) -> None:
        """List the drawings anew: something else will be shown."""
        self._seen = self._beside_drawn = None

    @property
    def beside_drawn(self) -> bool:
        """Whether nothing is left to draw of the table beside the page that may be opened next."""
        return self._beside_drawn == (self.stage.choice, self.stage.director.busy)

    def step(self, moment: Moment, *, opening: bool = False) -> bool:
        """Make one drawing; False if there is nothing left to make. What may never be shown has to wait for rest.

        Args:
            moment: what the program has time for.
            opening: the drawer opens as soon as it is drawn.
        """
        now = self.stage.choice, self.stage.director.busy
        if self._seen != now:
            self._seen, self._beside_drawn = now, None
            lists = {
                "flights": self._flights(),
                "coming": chain(self._burning(), self._turns(), self._to_come()),
                "announcements": chain(self._announced(), self._lit()),
                "backs": self._closed(),
                "faces": self._faces(),
                "glances": self._glances(),
                "hand": self._hand(),
                "drawer": self._drawer(),
                "pointer": self._under_pointer(),  # once more: what was made since may have taken their room
                "light": self.announcement.light(),
            }
            self._left = {name: made_beforehand(self.look.store, drawings) for name, drawings in lists.items()}
        first = ("drawer",) if opening and not self.stage.director.busy else ()
        return any(next(self._left[name], False) for name in (*first, *_LISTS[moment]))

    # --- what is certain ----------------------------------------------------------------------------------------------

    def _flights(self) -> Iterator[Make]:
        """What the cards on their way need until they lie."""
        director = self.stage.director
        cards = {token.id: (token.card, resting) for token, resting in self._faces_at_rest(self.stage.shown)}
        glides = [(*cards[key], glide) for key, glide in director.glides.items() if key in cards]
        for card, _, glide in glides:
            for angle in _angles(glide.pose().angle, glide.end.angle):
                yield from moving(self.look, card, glide.widest, angle, lifted=glide.flying)
        for _, resting, glide in glides:
            yield from lying(self.look, resting, glide.end)

    def _faces_at_rest(self, shown: ShownPiles) -> Iterator[tuple[Token, Card]]:
        """Each token and the face that it shows where it lies: some piles are covered."""
        for pile, tokens in shown.piles.items():
            place = self.stage.place(pile)
            cover = place.spot.cover if place is not None else ""
            for token in tokens:
                yield token, covering(cover) if cover else token.card

    def _burning(self) -> Iterator[Make]:
        """Charred cards as they will lie where they burn."""
        director = self.stage.director
        piles = [one.source for one in director.waiting if isinstance(one, Moved) and one.how == "burn"]
        for pile in piles:
            for token in self.stage.shown.piles.get(pile, ()):
                pose = director.rest.get(token.id)
                if pose is not None and not pose.buried:
                    yield from moving(self.look, BURNT, pose.width, pose.angle, lifted=True)

    def _to_come(self) -> Iterator[Make]:
        """The cards as they will lie when everything that waits has been shown."""
        if not self.stage.director.waiting:
            return
        stage, look = self.stage, self.look
        for event in list(stage.director.waiting):
            place = stage.place(event.target) if isinstance(event, Moved) else None
            for card in event.cards if isinstance(event, Moved) and place is not None else ():
                if card != HIDDEN and place is not None:
                    yield partial(look.prepare_card, card, place.width, 0.0)
        shown, poses = stage.to_come()
        held = [poses[token.id] for token in shown.piles.get(stage.hand.pile, ()) if token.id in poses]
        if held:
            most = round(max(abs(pose.angle) for pose in held))
            yield from in_hand(look, max(pose.width for pose in held), most)
        for source, target in dict.fromkeys(
            (e.source, e.target) for e in stage.director.waiting if isinstance(e, Moved)
        ):
            places = [place for place in (stage.place(source), stage.place(target)) if place is not None]
            ends = [poses[token.id].angle for token in shown.piles.get(target, ()) if token.id in poses]
            if len(places) > 1:
                yield from tilted(look, (max(place.width for place in places),), ends)
        seen = [(card, poses[token.id]) for token, card in self._faces_at_rest(shown) if token.id in poses]
        seen = [(card, pose) for card, pose in seen if not pose.buried]
        for card, pose in seen:
            yield partial(look.prepare_card, card, pose.width, pose.angle)
        for card, pose in seen:
            yield from lying(look, card, pose)

    def _announced(self) -> Iterator[Make]:
        """Letters and ribbons, which take longest."""
        layout = self.stage.layout
        for event in list(self.stage.director.waiting):
            if isinstance(event, Said) and event.loud:
                yield from self.announcement.prepare(event)
            elif isinstance(event, Said) and event.note.key in layout.peaks | layout.peaks_after:
                yield from self.peak.prepare(event)

    def _lit(self) -> Iterator[Make]:
        """What else the first frame of an announcement shows: the cards that it is about, sparks, dots, rings."""
        waiting = list(self.stage.director.waiting)
        if any(isinstance(event, Said) and event.loud for event in waiting):
            for event in waiting:
                if isinstance(event, Said) and event.loud:
                    yield from self.announcement.spotlight.light_of_named(event)
                place = self.stage.place(event.source) if isinstance(event, Moved) else None
                for card in event.cards if isinstance(event, Moved) else ():
                    yield from self.announcement.spotlight.light_of(card, place.width if place else 0.0)
            yield from self.announcement.light()

    # --- what is likely -----------------------------------------------------------------------------------------------

    def _closed(self) -> Iterator[Make]:
        """Backs and shadows upright in every width that cards have here, and as cards leave the hands of others."""
        stage, places = self.stage, self.stage.places()
        hands = [pile for pile in places if pile.kind in stage.layout.in_hand and pile != stage.hand.pile]
        rests = (stage.director.rest.get(token.id) for pile in hands for token in stage.shown.piles.get(pile, ()))
        widths = {place.width for pile, place in places.items() if pile.kind in stage.layout.drops.values()}
        yield from tilted(self.look, widths, {rest.angle for rest in rests if rest is not None})
        yield from closed(self.look, {place.width for place in places.values()})

    def _turns(self) -> Iterator[Make]:
        """The plates of the seats while it is their turn, and while it isn't."""
        nowhere = Surface((1, 1))
        for turn in (True, False):
            for seat in self.stage.seats:
                yield partial(self.plates.plate(seat, turn=turn).draw, self.plates.look, nowhere)

    def _faces(self) -> Iterator[Make]:
        """Every expression of everybody at the table, and the portraits and the ring at the plays of a trick."""
        for seat in self.stage.seats:
            face = partial(self.plates.look.face, self.stage.people[seat].portrait, PORTRAIT)
            for expression in EXPRESSIONS[1:]:
                gaze = self.plates.gaze(seat, glances=False) if expression == "thinking" else None
                yield partial(face, expression, gaze=gaze)
        if self.stage.layout.cross is not None:
            for seat in self.stage.seats:
                yield partial(self.look.portrait, self.stage.people[seat].portrait, SMALL_PORTRAIT)
            yield partial(self.look.card_ring, self.stage.layout.cross.width, "selected")

    def _glances(self) -> Iterator[Make]:
        """Everybody's look to the pile."""
        for seat in self.stage.seats:
            gaze = self.plates.gaze(seat, glances=True)
            yield partial(self.plates.look.face, self.stage.people[seat].portrait, PORTRAIT, "thinking", gaze=gaze)

    def _hand(self) -> Iterator[Make]:
        """The own cards as they may be played, under the pointer, picked up, and where they may be put."""
        look, stage = self.look, self.stage
        poses = [(stage.card(key), stage.rest(key)) for key in stage.own_keys()]
        places = {Pile(kind): stage.place(Pile(kind)) for kind in stage.layout.drops.values()}
        widths = {place.width for place in places.values() if place is not None}
        for width in widths:
            for kind in RINGS_OF_TARGETS:
                yield partial(look.card_ring, width, kind)
        for _, pose in poses:
            yield partial(look.card_ring, pose.width, "legal", pose.angle)
            yield partial(look.card_shadow, pose.width, lifted=True, angle=pose.angle)
        yield from self._under_pointer()
        for card, pose in poses:
            yield from moving(look, card, pose.width * speeds.PICK_SCALE, pose.angle, lifted=True)
            for width in widths:
                yield from lying(look, card, Pose(0, 0, width))

    def _under_pointer(self) -> Iterator[Make]:
        """The own cards under the pointer."""
        for key in self.stage.own_keys():
            card, pose = self.stage.card(key), self.stage.rest(key)
            larger = pose._replace(width=pose.width * speeds.HOVER_SCALE)
            yield from moving(self.look, card, larger.width, pose.angle, lifted=False)
            yield from lying(self.look, card, larger)

    def _drawer(self) -> Iterator[Make]:
        """The page of the drawer that may be opened next, and the table beside it."""
        for _ in range(_LISTINGS):
            yield from self._beside_drawer()
        self._beside_drawn = self._seen


def _angles(start: float, end: float) -> list[float]:
    """The angles of a card on its way, degrees.

    >>> _angles(0.0, -5.0), _angles(3.0, 3.0)
    ([0.0, -2.0, -4.0, -5.0], [3.0])
    """
    count = int(abs(end - start) // _TURN)
    way = _TURN if end > start else -_TURN
    return [*(start + i * way for i in range(count + 1) if start + i * way != end), end]
