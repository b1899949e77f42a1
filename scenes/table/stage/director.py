"""Turns events into motion: a queue of events, the table as shown, and a glide for every card from where it is.

Time is a parameter; there is no pygame here. The director never decides anything about the match.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.events import Ended, Event, Moved, Said, Scored
from engine.moves import Pile
from scenes.look import speeds
from scenes.table.stage.poses import Pose
from scenes.table.stage.shown import ShownPiles

HELD = 10_000.0
"""Milliseconds; longer than it can take until the next event is shown."""

Poses = Mapping[int, Pose]


@dataclass(slots=True)
class Glide:
    """A card on its way."""

    start: Pose
    end: Pose
    duration: float
    arc: float = 0.0
    elapsed: float = 0.0
    old_face: Card | None = None
    """The face shown until the card is half turned over; None when it isn't turned."""
    flying: bool = False
    """Drawn over everything else, as when it changes piles."""
    ease: str = ""
    """How it moves, for ``speeds.ease``."""
    via: Pose | None = None
    """Where it passes half-way."""
    dropped: bool = False
    """Held where it was dropped."""
    fades: bool = False
    """Reduced motion: it fades out at the start and in at the end, and doesn't travel."""
    widest: float = 0.0
    """The card's greatest width on its way, logical pixels; on the way before, too, if that had another end."""

    def __post_init__(self) -> None:
        self.widest = max(self.widest, self.start.width, self.end.width)

    def pose(self) -> Pose:
        """The card's pose now."""
        t = self.progress
        if self.fades:
            return self.start if t < 0.5 else self.end
        a, b = self.start, self.end
        if self.via is not None:
            a, b, t = (a, self.via, 2 * t) if t < 0.5 else (self.via, b, 2 * t - 1)
        s = speeds.ease(self.ease, t)
        lift = self.arc * 4 * t * (1 - t)
        return Pose(
            a.x + (b.x - a.x) * s,
            a.y + (b.y - a.y) * s - lift,
            a.width + (b.width - a.width) * s,
            self._angle(a.angle, b.angle, s),
            self.end.z + (1000.0 if self.flying else 0.0),
        )

    def _angle(self, start: float, end: float, part: float) -> float:
        """The angle; a card that is turned over takes its new one while only its edge is seen."""
        if self.old_face is not None:
            return self.start.angle if self.progress < 0.5 else self.end.angle
        return start + (end - start) * part

    @property
    def progress(self) -> float:
        """0 at the start … 1 at the end."""
        return min(1.0, self.elapsed / self.duration) if self.duration > 0 else 1.0

    @property
    def done(self) -> bool:
        return self.elapsed >= self.duration


class Director:
    """Shows events one after the other.

    Args:
        shown: the table as shown; only the director changes it.
        poses: computes where everything lies for what is shown now.
        heard: called with each event at the moment it is shown.
    """

    def __init__(self, shown: ShownPiles, poses: Callable[[ShownPiles], Poses], heard: Callable[[Event], None]) -> None:
        self.shown = shown
        self._compute = poses
        self._heard = heard
        self._queue: deque[Event] = deque()
        self._glides: dict[int, Glide] = {}
        self._wait = 0.0
        self._deal_apart = speeds.DEAL_INTERVAL
        self._held_for: int | None = None
        self.speed = 1.0
        """Divides every duration; 0 is instant."""
        self.reduced = False
        """Reduced motion: no arcs, short glides."""
        self.peaks: Collection[str] = ()
        """What is said of cards that come next and are then looked at for a while (``Layout.peaks``)."""
        self.peaks_after: Collection[str] = ()
        """What is said of cards that have come and are looked at now (``Layout.peaks_after``)."""
        self._peak = 0.0
        """Milliseconds for which the cards that come next are looked at."""
        self.told: Collection[str] = ()
        """What a board tells once it has shown how that came about (``Layout.board_words``)."""
        self.through: Callable[[Moved], Pose | None] = lambda _: None
        """Where the cards of an event pass on their way."""
        self._via: Pose | None = None
        """Where the cards of the present event pass."""
        self._how = ""
        """The manner of moving of the last event; empty if nothing moved."""
        self.stopped = False
        """Waits for ``resume``: a deal was scored and its result is being read."""
        self.rest: Poses = poses(shown)

    # --- what happens -----------------------------------------------------------------------------------------------

    def feed(self, events: Iterable[Event]) -> None:
        """Queue events, already as the viewer sees them."""
        self._queue.extend(events)
        dealt = sum(isinstance(event, Moved) and event.how == "deal" for event in self._queue)
        if dealt:
            usual = speeds.DEAL_INTERVAL if dealt < speeds.MANY_CARDS else speeds.DEAL_INTERVAL_MANY
            self._deal_apart = min(usual, speeds.MAX_DEAL / dealt)
        if self.speed == 0:
            self.finish()

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when something moved."""
        if not self.speed:
            moving = self.busy
            if moving:
                self.finish()
            return moving
        scaled = dt * self.speed
        moving = bool(self._glides)
        for key, glide in list(self._glides.items()):
            glide.elapsed += scaled
            if glide.done:
                del self._glides[key]
                if glide.duration == HELD:  # nothing came of it
                    self.place(key, glide.end)
        self._wait -= scaled
        while self._queue and self._wait <= 0 and not self.stopped:
            moving = True
            self._next()
        self._wait = max(self._wait, 0.0)
        return moving

    def _next(self) -> None:
        event = self._queue[0]
        hold = self._hold(event)
        if hold > 0:
            self._wait = hold
            return
        self._queue.popleft()
        self._held_for = None
        old_faces = {token.id: token.card for token in self.shown.tokens()}
        homes = self._homes()
        self._how = event.how if isinstance(event, Moved) else ""
        self._via = self.through(event) if isinstance(event, Moved) else None
        self.shown.apply(event)
        self._heard(event)
        if isinstance(event, Moved):
            self._retarget(event.how, old_faces, homes.items() & self._homes().items())
            self._wait = self._pause_after(event) + self._peak
            self._peak = 0.0
        elif isinstance(event, Scored | Ended):
            self.stopped = isinstance(event, Scored)
        elif isinstance(event, Said) and event.loud:
            self._wait = speeds.ANNOUNCEMENT
        elif isinstance(event, Said) and event.note.key in self.peaks:
            self._peak = speeds.PEAK
        elif isinstance(event, Said) and event.note.key in self.peaks_after:
            self._wait = speeds.PEAK
        else:
            self._retarget("turn", old_faces)

    def _hold(self, event: Event) -> float:
        """Milliseconds to wait once before this event: a trick is looked at before it is swept away."""
        if self._held_for == id(event):
            return 0.0
        self._held_for = id(event)
        if isinstance(event, Moved):
            return speeds.HOLDS.get(event.how, 0.0) if event.how != self._how else 0.0
        if isinstance(event, Said) and event.note.key in self.told:
            return speeds.VOTES
        if isinstance(event, Scored):
            return speeds.SWEEP_HOLD
        return 0.0

    def _pause_after(self, event: Moved) -> float:
        following = self._queue[0] if self._queue else None
        together = isinstance(following, Moved) and following.how == event.how
        if event.how == "deal":
            return self._deal_apart
        if together and event.how in ("gather", "draw", "take", "exchange", "sweep"):
            return speeds.TAKE_INTERVAL
        if self._via is not None:
            return speeds.flight(event.how, 0.0) * 2
        return speeds.FLIGHT + speeds.PLAY_INTERVAL if event.how != "gather" else speeds.GATHER

    # --- where everything is ----------------------------------------------------------------------------------------

    def _homes(self) -> dict[int, Pile]:
        """The pile of every card."""
        return {token.id: pile for pile, tokens in self.shown.piles.items() for token in tokens}

    def _retarget(self, how: str, old_faces: Mapping[int, Card], stayed: Collection[tuple[int, Pile]] = ()) -> None:
        """Send every card whose place has changed to its new place.

        Those that ``stayed`` in their pile only make room, or are still held for an event to come.
        """
        making_room = {key for key, _ in stayed}
        before = {key: self.pose(key) for key in old_faces}
        was = self.rest
        self.rest = self._compute(self.shown)
        for token in self.shown.tokens():
            end, start = self.rest.get(token.id), before.get(token.id)
            if end is None:
                self._glides.pop(token.id, None)
                continue
            turned = old_faces.get(token.id, token.card) != token.card
            glide = self._glides.get(token.id)
            waits = glide is not None and glide.duration == HELD and how != "turn"  # an announcement doesn't move it
            still = was.get(token.id) == end and not waits
            stays = token.id in making_room
            if stays and glide is not None and glide.via is not None:
                glide.end = end  # it is still on its way there
                continue
            if start is None or (stays and waits) or (still and not turned):
                continue
            manner = "settle" if stays else "drop" if glide is not None and glide.dropped else how
            via = None if stays else self._via
            self.send(token.id, start, end, manner, old_faces[token.id] if turned else None, via=via)

    def send(
        self, key: int, start: Pose, end: Pose, how: str, old_face: Card | None = None, *, via: Pose | None = None
    ) -> None:
        """Let one card glide, perhaps ``via`` another place."""
        distance = ((start.x - end.x) ** 2 + (start.y - end.y) ** 2) ** 0.5
        flying = how not in ("settle", "turn", "room") and distance > 30
        duration = speeds.flight(how, distance) if flying else speeds.SETTLE
        if how == "room":
            duration = speeds.MAKE_ROOM * self.speed  # as long as the drawer takes, at any speed
        if via is not None:
            duration *= 2
        if old_face is not None:
            duration = max(duration, speeds.FLIP)
        if self.reduced:
            self._fade(key, start, end, how, old_face)
            return
        by_hand = how in ("drop", "return")
        arc = distance * speeds.ARC if flying and not by_hand and how != "burn" else 0.0
        at_rest = "room" if how == "room" else "settle"
        ease = how if how in ("drop", "burn") else "" if flying or how == "return" else at_rest
        if self.speed:
            glide = Glide(start, end, duration, arc=arc, old_face=old_face, flying=flying, ease=ease, via=via)
            glide.widest = max(glide.widest, self.widest(key))
            self._glides[key] = glide
        else:
            self._glides.pop(key, None)

    def _fade(self, key: int, start: Pose, end: Pose, how: str, old_face: Card | None) -> None:
        """Reduced motion: place cards that only make room at once, and let others fade over."""
        if self.speed and (how not in ("settle", "room") or old_face is not None):
            self._glides[key] = Glide(start, end, speeds.REDUCED_MOTION, old_face=old_face, fades=True)
        else:
            self._glides.pop(key, None)

    def settle(self, how: str = "settle") -> None:
        """Compute the places again (other size or order) and let every card glide there."""
        self._via = None
        self._retarget(how, {token.id: token.card for token in self.shown.tokens()})

    def magnify(self, by: float) -> None:
        """Count everything in logical pixels that are ``1 / by`` times as large; on the screen nothing moves."""
        if by == 1.0:
            return
        self.rest = {key: pose.times(by) for key, pose in self.rest.items()}
        for glide in self._glides.values():
            glide.start, glide.end = glide.start.times(by), glide.end.times(by)
            glide.arc *= by
            glide.via = None if glide.via is None else glide.via.times(by)
            glide.widest *= by

    def put(self, key: int, pose: Pose, *, dropped: bool = False) -> None:
        """Hold a card here until an event moves it; one that was ``dropped`` by hand springs from here."""
        self._glides[key] = Glide(pose, pose, HELD, flying=True, dropped=dropped)

    def place(self, key: int, pose: Pose, how: str = "return") -> None:
        """Let a card that was put down by hand glide home from here."""
        end = self.rest.get(key)
        if end is not None:
            self.send(key, pose, end, how)

    def pose(self, key: int) -> Pose | None:
        """A card's pose now; None when it isn't on the table."""
        glide = self._glides.get(key)
        return glide.pose() if glide else self.rest.get(key)

    def face(self, key: int, card: Card) -> tuple[Card, float]:
        """The face a card shows now, and its width while it is turned over, 0 … 1."""
        glide = self._glides.get(key)
        if glide is None or glide.old_face is None:
            return card, 1.0
        t = glide.progress
        return (glide.old_face if t < 0.5 else card), 1.0 if glide.fades else max(0.02, abs(1 - 2 * t))

    def charred(self, key: int) -> float:
        """The part of a card that has burnt, 0 … 1, from its lower edge; 0 for one that was covered."""
        glide = self._glides.get(key)
        if glide is None or glide.ease != "burn" or glide.start.buried:
            return 0.0
        return min(1.0, glide.elapsed / speeds.EMBERS)

    def opacity(self, key: int) -> float:
        """A card's opacity, 0 … 1: below 1 while it fades from one place to another."""
        glide = self._glides.get(key)
        return abs(1 - 2 * glide.progress) if glide is not None and glide.fades else 1.0

    def widest(self, key: int) -> float:
        """The greatest width of a card while it glides, logical pixels."""
        glide = self._glides.get(key)
        return glide.widest if glide else 0.0

    @property
    def waiting(self) -> Sequence[Event]:
        """The events that aren't shown yet."""
        return self._queue

    @property
    def glides(self) -> Mapping[int, Glide]:
        """The cards on their way."""
        return self._glides

    def moving(self, key: int) -> bool:
        """Whether a card is on its way."""
        return key in self._glides

    def settling(self, key: int) -> bool:
        """Whether a card that moves only makes room in its pile."""
        glide = self._glides.get(key)
        return glide is not None and glide.ease in ("settle", "room") and glide.old_face is None

    def making_room(self, key: int) -> bool:
        """Whether a card only moves with the whole table, for the drawer."""
        glide = self._glides.get(key)
        return glide is not None and glide.ease == "room" and glide.old_face is None

    def replace(self, shown: ShownPiles) -> None:
        """Show other piles (undo, resume): each card glides there from where it is now."""
        now = {token.id: pose for token in self.shown.tokens() if (pose := self.pose(token.id)) is not None}
        faces = {token.id: token.card for token in self.shown.tokens()}
        shown.adopt_ids(self.shown)
        self._queue.clear()
        self._wait, self.stopped, self._held_for, self._how = 0.0, False, None, ""
        self.shown = shown
        self.rest = self._compute(shown)
        self._glides.clear()
        for token in shown.tokens():
            start, end = now.get(token.id), self.rest.get(token.id)
            if start is not None and end is not None and start != end:
                turned = faces[token.id] != token.card
                self.send(token.id, start, end, "undo", faces[token.id] if turned else None)

    # --- skipping ---------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether anything moves or waits to be shown."""
        return bool(self._glides or (self._queue and not self.stopped) or self._wait > 0)

    @property
    def quiet(self) -> bool:
        """Whether everything that happened has been shown and the next event can be, too."""
        return not self._queue and not self.stopped and self._wait <= 0

    def resume(self) -> None:
        """Go on after a result was read."""
        self.stopped = False
        if not self.speed:
            self.finish()

    def finish(self) -> None:
        """Show everything up to the next result at once, without motion."""
        while self._queue and not self.stopped:
            self._wait = 0.0
            self._next()
        self._wait = 0.0
        self._glides.clear()
        self.rest = self._compute(self.shown)
