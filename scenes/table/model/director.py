"""Turns events into motion: a queue of events, the shown piles, and a glide for every moving card.

Time is a parameter; no pygame here.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.events import Announced, CardsMoved, CardsTurned, DealScored, Event, MatchEnded
from engine.moves import Pile
from scenes.render import timing
from scenes.table.layouts.announcement_effects import AnnouncementEffects
from scenes.table.model.positions import CardPose
from scenes.table.model.shown_piles import ShownPiles

MAX_CARD_HOLD_MS = 10_000.0
"""Maximum milliseconds for which a held card waits for the event that moves it."""

Poses = Mapping[int, CardPose]


@dataclass(slots=True)
class Glide:
    """Animated motion of one card from one pose to another."""

    start: CardPose
    end: CardPose
    duration_ms: float
    arc_height: float = 0.0
    elapsed_ms: float = 0.0
    """Milliseconds since its start; negative before."""
    face_before_flip: Card | None = None
    """Face shown in the first half of a flip; None if the card isn't turned over."""
    is_flying: bool = False
    """Whether the card is drawn over everything else, as when it changes piles."""
    easing: str = ""
    """Easing curve, for ``timing.ease``."""
    waypoint: CardPose | None = None
    """Pose half-way; None for a direct motion."""
    is_held_at_drop: bool = False
    """Whether the card is held where it was dropped."""
    is_fading: bool = False
    """Reduced motion: the card fades out at the start and in at the end, without moving."""
    max_width: float = 0.0
    """Maximum width of the card in this motion and the one it replaced, logical pixels."""

    def __post_init__(self) -> None:
        self.max_width = max(self.max_width, self.start.width, self.end.width)

    def current_pose(self) -> CardPose:
        t = self.progress
        if self.is_fading:
            return self.start if t < 0.5 else self.end
        a, b = self.start, self.end
        if self.waypoint is not None:
            a, b, t = (a, self.waypoint, 2 * t) if t < 0.5 else (self.waypoint, b, 2 * t - 1)
        s = timing.ease(self.easing, t)
        lift = self.arc_height * 4 * t * (1 - t)
        return CardPose(
            a.x + (b.x - a.x) * s,
            a.y + (b.y - a.y) * s - lift,
            a.width + (b.width - a.width) * s,
            self._angle(a.angle, b.angle, s),
            self.end.z + (1000.0 if self.is_flying else 0.0),
        )

    def _angle(self, start: float, end: float, part: float) -> float:
        """Return a gliding card's angle in degrees; a flipped card changes it when only its edge is visible."""
        if self.face_before_flip is not None:
            return self.start.angle if self.progress < 0.5 else self.end.angle
        return start + (end - start) * part

    @property
    def progress(self) -> float:
        """Progress of a card's motion, 0 … 1."""
        return min(1.0, max(0.0, self.elapsed_ms) / self.duration_ms) if self.duration_ms > 0 else 1.0

    @property
    def is_done(self) -> bool:
        return self.elapsed_ms >= self.duration_ms


class Director:
    """Shows game events on the table one after the other, with the motion of their cards.

    Args:
        shown: the shown piles, which only the director changes.
        compute_poses: returns the poses of all cards of the shown piles.
        on_shown: called with each event when it is shown.
    """

    def __init__(
        self, shown: ShownPiles, compute_poses: Callable[[ShownPiles], Poses], on_shown: Callable[[Event], None]
    ) -> None:
        self.shown = shown
        self._compute_poses = compute_poses
        self._on_shown = on_shown
        self._queue: deque[Event] = deque()
        self._glides: dict[int, Glide] = {}
        self._wait_ms = 0.0
        self._deal_interval_ms = timing.DEAL_INTERVAL_MS
        self._held_event_id: int | None = None
        self.speed = 1.0
        """Divisor of every duration; 0 shows everything at once."""
        self.reduced_motion = False
        """Reduced motion: no arcs, short glides."""
        self.effects = AnnouncementEffects()
        self._highlight_ms = 0.0
        """Additional milliseconds to show the next moved cards, for a highlight."""
        self.is_counted: Callable[[Event], bool] = lambda _: False
        """Returns whether the table counts what a shown event brings, and waits for it."""
        self.is_calm: Callable[[Announced], bool] = lambda _: False
        """Returns whether a loud announcement is shown small, since it is good for others only."""
        self._term_interval_ms = 0.0
        """Interval between the flights of two cards of the current event that are counted one by one."""
        self._is_staged = False
        """Whether a pause follows each play, up to the next large announcement."""
        self.waypoint_for: Callable[[CardsMoved], CardPose | None] = lambda _: None
        """Returns a pose through which the cards of an event move; None for none."""
        self._waypoint: CardPose | None = None
        """Pose through which the cards of the current event move."""
        self._last_motion = ""
        """Manner of the last event, ``announced`` for a large announcement; empty for others."""
        self.skips_motions = False
        """Whether all events are being shown at once."""
        self.is_stopped = False
        """Whether a deal was scored and ``resume_after_result`` must be called."""
        self.rest_poses: Poses = compute_poses(shown)

    # --- events -----------------------------------------------------------------------------------------------------

    def queue_events(self, events: Iterable[Event]) -> None:
        """Queue game events to be shown on the table, as the viewer sees them."""
        self._queue.extend(events)
        dealt = sum(isinstance(event, CardsMoved) and event.manner == "deal" for event in self._queue)
        if dealt:
            usual = timing.DEAL_INTERVAL_MS if dealt < timing.LARGE_DEAL_CARDS else timing.LARGE_DEAL_INTERVAL_MS
            self._deal_interval_ms = min(usual, timing.MAX_DEAL_MS / dealt)
        if self.speed == 0:
            self.finish()

    def update(self, elapsed_ms: float) -> bool:
        """Advance the shown events and the cards' motions by ``elapsed_ms`` milliseconds; return whether something
        moved."""
        if not self.speed:
            moving = self.is_busy
            if moving:
                self.finish()
            return moving
        scaled = elapsed_ms * self.speed
        moving = bool(self._glides)
        for key, glide in list(self._glides.items()):
            glide.elapsed_ms += scaled
            if glide.is_done:
                del self._glides[key]
                if glide.duration_ms == MAX_CARD_HOLD_MS:  # the awaited event didn't come
                    self.release_card(key, glide.end)
        self._wait_ms -= scaled
        while self._queue and self._wait_ms <= 0 and not self.is_stopped:
            moving = True
            self._show_next()
        self._wait_ms = max(self._wait_ms, 0.0)
        return moving

    def _show_next(self) -> None:
        event = self._queue[0]
        hold = self._hold_ms_before(event)
        if hold > 0:
            self._wait_ms = hold
            return
        self._queue.popleft()
        self._held_event_id = None
        old_faces = {token.id: token.card for token in self.shown.tokens()}
        homes = self._piles_by_token_id()
        self._last_motion = event.manner if isinstance(event, CardsMoved) else ""
        self._waypoint = self.waypoint_for(event) if isinstance(event, CardsMoved) else None
        self.shown.apply(event)
        self._on_shown(event)
        count_ms = timing.AMOUNT_DELAY_MS + timing.AMOUNT_MS if self.is_counted(event) else 0.0
        self._update_staging(event)
        if isinstance(event, CardsMoved):
            counted_ms = timing.AMOUNT_MS * timing.AMOUNT_TERMS_FRACTION if count_ms else 0.0
            self._term_interval_ms = counted_ms / max(1, len(event.cards))
            self._retarget(event.manner, old_faces, homes.items() & self._piles_by_token_id().items())
            self._term_interval_ms = 0.0
            self._wait_ms = max(count_ms, self._pause_ms_after(event) + self._highlight_ms)
            self._highlight_ms = 0.0
        elif isinstance(event, DealScored | MatchEnded):
            self.is_stopped = isinstance(event, DealScored)
            self._wait_ms = count_ms
        elif isinstance(event, Announced) and event.loud and not self.is_calm(event):
            self._wait_ms, self._last_motion = timing.ANNOUNCEMENT_MS, "announced"
        elif count_ms:
            self._wait_ms = count_ms
        elif isinstance(event, Announced) and event.note.key in self.effects.pre_move_highlights:
            self._highlight_ms = timing.HIGHLIGHT_WORD_MS
        elif isinstance(event, Announced) and event.note.key in self.effects.post_move_highlights:
            self._wait_ms = timing.HIGHLIGHT_WORD_MS
        else:
            self._retarget("turn", old_faces)
            if isinstance(event, CardsTurned) and self._queue and isinstance(self._queue[0], Announced):
                flips = (glide.duration_ms for glide in self._glides.values() if glide.face_before_flip is not None)
                self._wait_ms = max(flips, default=0.0)  # news of a card comes when it is seen

    def _update_staging(self, event: Event) -> None:
        """Begin or end the staging of a trick."""
        if isinstance(event, Announced):
            self._is_staged = event.note.key in self.effects.staging_announcements or (
                self._is_staged and not event.loud
            )
        elif isinstance(event, DealScored):
            self._is_staged = False

    def _hold_ms_before(self, event: Event) -> float:
        """Return the milliseconds to wait once before showing an event, so that a trick can be read before its
        sweep."""
        if self._held_event_id == id(event):
            return 0.0
        self._held_event_id = id(event)
        if isinstance(event, CardsMoved):
            return timing.HOLD_MS_BY_MOTION.get(event.manner, 0.0) if event.manner != self._last_motion else 0.0
        if isinstance(event, Announced) and event.note.key in self.effects.board_announcements:
            return timing.VOTE_REVEAL_MS
        if isinstance(event, DealScored):
            return timing.SWEEP_HOLD_MS if self._last_motion != "announced" else 0.0
        return 0.0

    def _pause_ms_after(self, event: CardsMoved) -> float:
        following = self._queue[0] if self._queue else None
        together = isinstance(following, CardsMoved) and following.manner == event.manner
        if event.manner == "deal":
            return self._deal_interval_ms
        if together and event.manner in ("gather", "draw", "take", "exchange", "sweep"):
            return timing.SAME_MOTION_INTERVAL_MS
        if self._waypoint is not None:
            return timing.flight_ms(event.manner, 0.0) * 2
        pause_ms = timing.STAGED_PAUSE_MS if self._is_staged else timing.PAUSE_AFTER_PLAY_MS
        return timing.MIN_FLIGHT_MS + pause_ms if event.manner != "gather" else timing.GATHER_MS

    # --- poses ------------------------------------------------------------------------------------------------------

    def _piles_by_token_id(self) -> dict[int, Pile]:
        """Return token id -> pile for every card on the table."""
        return {token.id: pile for pile, tokens in self.shown.piles.items() for token in tokens}

    def _retarget(self, motion: str, old_faces: Mapping[int, Card], stayed: Collection[tuple[int, Pile]] = ()) -> None:
        """Start the animated motion of every card whose resting pose has changed.

        Cards that ``stayed`` in their pile only make space, or are still held for a later event.
        """
        if self.skips_motions:
            if not (self._queue and isinstance(self._queue[0], CardsMoved)):  # which changes the poses again
                self.rest_poses = self._compute_poses(self.shown)
            return
        making_room = {key for key, _ in stayed}
        before = {key: self.current_pose(key) for key in old_faces}
        old_rest_poses, delay_ms = self.rest_poses, 0.0
        self.rest_poses = self._compute_poses(self.shown)
        for token in self.shown.tokens():
            end, start = self.rest_poses.get(token.id), before.get(token.id)
            if end is None:
                self._glides.pop(token.id, None)
                continue
            is_turned = old_faces.get(token.id, token.card) != token.card
            glide = self._glides.get(token.id)
            # announcements ("turn") don't release a held card
            is_waiting = glide is not None and glide.duration_ms == MAX_CARD_HOLD_MS and motion != "turn"
            is_at_rest = old_rest_poses.get(token.id) == end and not is_waiting
            stays = token.id in making_room
            if stays and glide is not None and glide.waypoint is not None:
                glide.end = end  # it hasn't arrived yet
                continue
            if start is None or (stays and is_waiting) or (is_at_rest and not is_turned):
                continue
            manner = "settle" if stays else "drop" if glide is not None and glide.is_held_at_drop else motion
            waypoint = None if stays else self._waypoint
            self.glide_card(token.id, start, end, manner, old_faces[token.id] if is_turned else None, waypoint=waypoint)
            if manner == motion and token.id in self._glides:
                self._glides[token.id].elapsed_ms = -delay_ms
                delay_ms += self._term_interval_ms

    def glide_card(
        self,
        token_id: int,
        start: CardPose,
        end: CardPose,
        motion: str,
        old_face: Card | None = None,
        *,
        waypoint: CardPose | None = None,
    ) -> None:
        """Start the animated motion of one card to its new resting pose.

        Args:
            token_id: id of the card's token.
            start: its current pose.
            end: its new resting pose.
            motion: manner of a ``CardsMoved`` event, or ``settle``, ``turn``, ``room`` (with the drawer), ``drop``,
                ``return`` or ``undo``.
            old_face: the face before a flip; None if the card isn't turned over.
            waypoint: pose half-way; None for a direct motion.
        """
        distance = ((start.x - end.x) ** 2 + (start.y - end.y) ** 2) ** 0.5
        flying = motion not in ("settle", "turn", "room") and distance > 30
        duration = timing.flight_ms(motion, distance) if flying else timing.SETTLE_MS
        if motion == "room":
            duration = timing.DRAWER_SLIDE_MS * self.speed  # as long as the drawer takes, at any speed
        if waypoint is not None:
            duration *= 2
        if old_face is not None:
            duration = max(duration, timing.FLIP_MS)
        if self.reduced_motion:
            self._fade(token_id, start, end, motion, old_face)
            return
        by_hand = motion in ("drop", "return")
        arc = distance * timing.ARC_HEIGHT_FACTOR if flying and not by_hand and motion != "burn" else 0.0
        at_rest = "room" if motion == "room" else "settle"
        ease = motion if motion in ("drop", "burn") else "" if flying or motion == "return" else at_rest
        if self.speed:
            glide = Glide(
                start,
                end,
                duration,
                arc_height=arc,
                face_before_flip=old_face,
                is_flying=flying,
                easing=ease,
                waypoint=waypoint,
            )
            glide.max_width = max(glide.max_width, self.max_width(token_id))
            self._glides[token_id] = glide
        else:
            self._glides.pop(token_id, None)

    def _fade(self, token_id: int, start: CardPose, end: CardPose, motion: str, old_face: Card | None) -> None:
        """Fade a card to its new pose for reduced motion, or put it there at once if it only makes space."""
        if self.speed and (motion not in ("settle", "room") or old_face is not None):
            self._glides[token_id] = Glide(
                start, end, timing.REDUCED_MOTION_MS, face_before_flip=old_face, is_fading=True
            )
        else:
            self._glides.pop(token_id, None)

    def glide_all(self, motion: str = "settle") -> None:
        """Recompute the poses of all cards after a change of size or order, and start the motion of those that move."""
        self._waypoint = None
        self._retarget(motion, {token.id: token.card for token in self.shown.tokens()})

    def rescale(self, factor: float) -> None:
        """Multiply the logical coordinates of all cards and their motions by a factor; nothing moves on the screen."""
        if factor == 1.0:
            return
        self.rest_poses = {key: pose.scale(factor) for key, pose in self.rest_poses.items()}
        for glide in self._glides.values():
            glide.start, glide.end = glide.start.scale(factor), glide.end.scale(factor)
            glide.arc_height *= factor
            glide.waypoint = None if glide.waypoint is None else glide.waypoint.scale(factor)
            glide.max_width *= factor

    def hold_card(self, token_id: int, pose: CardPose, *, at_drop: bool = False) -> None:
        """Hold a card at a pose until an event moves it; ``at_drop`` means that it was dropped there by hand."""
        self._glides[token_id] = Glide(pose, pose, MAX_CARD_HOLD_MS, is_flying=True, is_held_at_drop=at_drop)

    def release_card(self, token_id: int, pose: CardPose, motion: str = "return") -> None:
        """Start the motion of a held or dragged card from a pose to its resting pose."""
        end = self.rest_poses.get(token_id)
        if end is not None:
            self.glide_card(token_id, pose, end, motion)

    def current_pose(self, token_id: int) -> CardPose | None:
        """Return a card's current pose on the table; None if the card isn't shown."""
        glide = self._glides.get(token_id)
        return glide.current_pose() if glide else self.rest_poses.get(token_id)

    def face_and_width_fraction(self, token_id: int, card: Card) -> tuple[Card, float]:
        """Return the face that a card shows now, and the visible fraction of its width during a flip, 0 … 1."""
        glide = self._glides.get(token_id)
        if glide is None or glide.face_before_flip is None:
            return card, 1.0
        t = glide.progress
        return (glide.face_before_flip if t < 0.5 else card), 1.0 if glide.is_fading else max(0.02, abs(1 - 2 * t))

    def burnt_fraction(self, token_id: int) -> float:
        """Return the fraction of a burning card that is burnt, from its lower edge up, 0 … 1; 0 for a covered card."""
        glide = self._glides.get(token_id)
        if glide is None or glide.easing != "burn" or glide.start.is_buried:
            return 0.0
        return min(1.0, glide.elapsed_ms / timing.EMBERS_MS)

    def opacity(self, token_id: int) -> float:
        """Return a card's opacity, 0 … 1; below 1 while it fades from one pose to another."""
        glide = self._glides.get(token_id)
        return abs(1 - 2 * glide.progress) if glide is not None and glide.is_fading else 1.0

    def max_width(self, token_id: int) -> float:
        """Return a gliding card's maximum width during its motion, logical pixels; 0 for a card at rest."""
        glide = self._glides.get(token_id)
        return glide.max_width if glide else 0.0

    @property
    def pending_events(self) -> Sequence[Event]:
        """Queued game events that the table hasn't shown yet."""
        return self._queue

    @property
    def glides(self) -> Mapping[int, Glide]:
        """Token id -> current motion of the card."""
        return self._glides

    def is_moving(self, token_id: int) -> bool:
        return token_id in self._glides

    def is_making_room(self, token_id: int) -> bool:
        """Whether a moving card only makes space for other cards in its pile."""
        glide = self._glides.get(token_id)
        return glide is not None and glide.easing in ("settle", "room") and glide.face_before_flip is None

    def is_sliding_with_table(self, token_id: int) -> bool:
        """Whether a card moves only because the whole table slides for the opening or closing side drawer."""
        glide = self._glides.get(token_id)
        return glide is not None and glide.easing == "room" and glide.face_before_flip is None

    def replace_piles(self, shown: ShownPiles) -> None:
        """Replace all shown piles, after an undo or a resume; each card glides to its new pose from its current one."""
        now = {token.id: pose for token in self.shown.tokens() if (pose := self.current_pose(token.id)) is not None}
        faces = {token.id: token.card for token in self.shown.tokens()}
        shown.adopt_ids(self.shown)
        self._queue.clear()
        self._wait_ms, self.is_stopped, self._held_event_id, self._last_motion = 0.0, False, None, ""
        self._highlight_ms, self._is_staged = 0.0, False
        self.shown = shown
        self.rest_poses = self._compute_poses(shown)
        self._glides.clear()
        for token in shown.tokens():
            start, end = now.get(token.id), self.rest_poses.get(token.id)
            if start is not None and end is not None and start != end:
                turned = faces[token.id] != token.card
                self.glide_card(token.id, start, end, "undo", faces[token.id] if turned else None)

    # --- skipping ---------------------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether a card is moving, an event can be shown, or the pause after one isn't over."""
        return bool(self._glides or (self._queue and not self.is_stopped) or self._wait_ms > 0)

    @property
    def has_shown_all_events(self) -> bool:
        """Whether the table has shown all queued events and can show another one at once."""
        return not self._queue and not self.is_stopped and self._wait_ms <= 0

    def resume_after_result(self) -> None:
        """Continue to show events after the player has read the result of a deal."""
        self.is_stopped = False
        if not self.speed:
            self.finish()

    def finish(self) -> None:
        """Show all queued events up to the next deal's result at once, without motion."""
        self.skips_motions = True
        while self._queue and not self.is_stopped:
            self._wait_ms = 0.0
            self._show_next()
        self.skips_motions = False
        self._wait_ms = 0.0
        self._glides.clear()
        self.rest_poses = self._compute_poses(self.shown)
