"""Prerenders surfaces that the table will need soon: flying cards, cards to be dealt, plates, the own hand."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import partial
from itertools import chain

from pygame import Surface

from engine.cards import HIDDEN, Card
from engine.events import Announced, CardsMoved
from engine.moves import Pile
from scenes.render import timing
from scenes.render.cards import BURNT, card_for_pile_cover, quantised_angle
from scenes.render.expressions import EXPRESSIONS
from scenes.render.renderer import Renderer, RingKind
from scenes.render.surface_cache import SurfaceCache
from scenes.render.theme import OWN_CARD_WIDTH, PORTRAIT_DIAMETER, SMALL_PORTRAIT_DIAMETER
from scenes.shell.scene import PrerenderPhase
from scenes.table.effects.announcement import Announcement
from scenes.table.effects.highlight import Highlight
from scenes.table.hud.seat_plates import SeatPlates
from scenes.table.layouts.geometry import TableGeometry
from scenes.table.model.choice import Choice
from scenes.table.model.positions import CardPose
from scenes.table.model.shown_piles import ShownPiles, Token
from scenes.table.model.table_model import TableModel

_ROTATION_STEP_DEGREES = 2.0
"""Degrees between two drawings of a rotating card."""
_LISTS_BY_PHASE: dict[PrerenderPhase, tuple[str, ...]] = {
    "opening": ("flights", "coming", "announcements"),
    "moving": ("flights", "announcements", "coming", "backs", "faces", "light", "glances"),
    "still": ("flights", "announcements", "coming", "backs", "faces", "light", "glances", "hand", "drawer", "pointer"),
}
"""Phase -> names of the lists to prerender in it, the most urgent first."""
_MAX_HAND_ANGLE_DEGREES = 5
"""Maximum tilt of a card in most hands, degrees."""
_DRAWER_LISTING_PASSES = 2
"""Number of times the drawings beside the drawer are listed: the size of some follows from others."""
TARGET_RINGS: tuple[RingKind, ...] = ("target", "selected")
"""Rings around valid drop targets, and around the one under a dragged card."""
MakeDrawing = Callable[[], object]
"""Makes one drawing, or takes it from the cache."""


def make_missing(cache: SurfaceCache, drawings: Iterable[MakeDrawing]) -> Iterator[bool]:
    """Call functions that each make a drawing; yield True after each one that wasn't cached."""
    before = cache.created_count
    for make in drawings:
        make()
        if cache.created_count != before:
            yield True
            before = cache.created_count


def prerender_first_deal(
    renderer: Renderer, geometry: TableGeometry, portraits: Iterable[MakeDrawing]
) -> Iterator[bool]:
    """Prerender the drawings of a first deal, such as cards in hand, portraits and backs; yield True after each."""
    widths = dict.fromkeys(spot.card_width for spot in geometry.all_spots)
    return make_missing(
        renderer.cache,
        chain(
            hand_back_and_shadow_drawings(renderer, OWN_CARD_WIDTH, _MAX_HAND_ANGLE_DEGREES),
            portraits,
            back_drawings(renderer, widths),
        ),
    )


def hand_back_and_shadow_drawings(renderer: Renderer, width: float, max_angle: int) -> Iterator[MakeDrawing]:
    """Yield functions that prerender backs and shadows of cards flying into and lying in a hand, tilted by up to
    ``max_angle`` degrees."""
    yield from moving_card_drawings(renderer, HIDDEN, width, 0.0, lifted=True)
    angles = sorted(range(-max_angle, max_angle + 1), key=abs)
    for angle in angles:
        yield partial(renderer.prerender_card_step, HIDDEN, width, angle)
    for lifted in (False, True):
        for angle in angles:
            yield partial(renderer.card_shadow, width, lifted=lifted, angle=angle)


def back_drawings(renderer: Renderer, widths: Iterable[float]) -> Iterator[MakeDrawing]:
    """Yield functions that prerender upright card backs in these widths, flying and at rest."""
    for width in widths:
        yield from moving_card_drawings(renderer, HIDDEN, width, 0.0, lifted=True)
        yield from resting_card_drawings(renderer, HIDDEN, CardPose(0, 0, width))


def moving_card_drawings(
    renderer: Renderer, card: Card, width: float, angle: float, *, lifted: bool, dim: bool = False
) -> Iterator[MakeDrawing]:
    """Yield functions that prerender the drawings of a moving card."""
    yield partial(renderer.card_shadow, width, lifted=lifted, angle=angle)
    yield partial(renderer.prerender_card_step, card, width, angle)
    yield partial(renderer.prerender_card_step, card, width, angle)
    yield partial(renderer.card, card, width, angle=angle, dim=dim)


def resting_card_drawings(
    renderer: Renderer, card: Card, pose: CardPose, *, dim: bool = False
) -> Iterator[MakeDrawing]:
    """Yield functions that prerender the drawings of a card at rest."""
    if quantised_angle(pose.angle):
        yield from moving_card_drawings(renderer, card, pose.width, pose.angle, lifted=False, dim=dim)
    else:
        yield partial(renderer.card_with_shadow, card, pose.width, dim=dim)


def shared_tilt_drawings(renderer: Renderer, widths: Iterable[float], angles: Iterable[float]) -> Iterator[MakeDrawing]:
    """Yield functions that prerender shadows and edge masks shared by all flying cards of these widths and angles."""
    for width, angle in sorted({(width, quantised_angle(angle)) for width in widths for angle in angles}):
        if angle:
            yield partial(renderer.card_shadow, width, lifted=True, angle=angle)
            yield partial(renderer.prerender_card_step, HIDDEN, width, angle)
            yield partial(renderer.prerender_card_step, HIDDEN, width, angle)


class Prerenderer:
    """Prerenders the missing drawings of a table one at a time, the most urgent first.

    Args:
        renderer: for the cards.
        model: the table model.
        plates: plates of the seats.
        announcement: announcement in large letters.
        highlight: its smaller variant for notable moves.
        list_missing_beside_drawer: returns the missing drawings of the table beside the page that may open next.
    """

    def __init__(
        self,
        renderer: Renderer,
        model: TableModel,
        plates: SeatPlates,
        announcement: Announcement,
        highlight: Highlight,
        *,
        list_missing_beside_drawer: Callable[[], Sequence[MakeDrawing]],
    ) -> None:
        self.renderer = renderer
        self.model = model
        self.plates = plates
        self.announcement = announcement
        self.highlight = highlight
        self._list_missing_beside_drawer = list_missing_beside_drawer
        self._listed_state: tuple[Choice | None, bool] | None = None
        """The choice, and whether anything moved, when the drawings were listed; None if they must be listed."""
        self._page_done_state: tuple[Choice | None, bool] | None = None
        """Choice and motion, as in ``_listed_state``, for which the table beside the drawer is completely drawn; None
        for none."""
        self._remaining: dict[str, Iterator[bool]] = {}
        """List name -> iterator that makes its remaining drawings."""

    def restart(self) -> None:
        """Discard the lists of missing drawings; the next call of ``prerender_one`` makes new ones."""
        self._listed_state = self._page_done_state = None

    @property
    def is_page_prerendered(self) -> bool:
        """Whether the table beside the side drawer's next page is completely prerendered."""
        return self._page_done_state == (self.model.choice, self.model.director.is_busy)

    def prerender_one(self, phase: PrerenderPhase, *, page_is_opening: bool = False) -> bool:
        """Prerender one drawing of the table; return False if none is missing. Drawings that may never be needed wait
        for the phase ``still``.

        Args:
            phase: the scene's phase.
            page_is_opening: whether the drawer opens as soon as its page is prerendered.
        """
        state = self.model.choice, self.model.director.is_busy
        if self._listed_state != state:
            self._listed_state, self._page_done_state = state, None
            lists = {
                "flights": self._flights(),
                "coming": chain(self._burnt_cards(), self._plates(), self._upcoming_cards()),
                "announcements": chain(self._announcement_texts(), self._spotlit_cards_and_effects()),
                "backs": self._card_backs(),
                "faces": self._expressions(),
                "glances": self._glances(),
                "hand": self._hand(),
                "drawer": self._table_beside_next_page(),
                "pointer": self._hovered_cards(),  # again: later drawings may have evicted them
                "light": self.announcement.prerender_common(),
            }
            self._remaining = {name: make_missing(self.renderer.cache, drawings) for name, drawings in lists.items()}
        urgent = ("drawer",) if page_is_opening and not self.model.director.is_busy else ()
        return any(next(self._remaining[name], False) for name in (*urgent, *_LISTS_BY_PHASE[phase]))

    # --- certain drawings ---------------------------------------------------------------------------------------------

    def _flights(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender all moving cards, in flight and at rest."""
        director = self.model.director
        cards = {token.id: (token.card, resting) for token, resting in self._tokens_and_resting_cards(self.model.shown)}
        glides = [(*cards[key], glide) for key, glide in director.glides.items() if key in cards]
        for card, _, glide in glides:
            for angle in _angles(glide.current_pose().angle, glide.end.angle):
                yield from moving_card_drawings(self.renderer, card, glide.max_width, angle, lifted=glide.is_flying)
        for _, resting, glide in glides:
            yield from resting_card_drawings(self.renderer, resting, glide.end)

    def _tokens_and_resting_cards(self, shown: ShownPiles) -> Iterator[tuple[Token, Card]]:
        """Yield each token on the table with its card as drawn at rest; all cards of a covered pile show the cover."""
        for pile, tokens in shown.piles.items():
            geometry = self.model.pile_geometry(pile)
            cover = geometry.spot.cover if geometry is not None else ""
            for token in tokens:
                yield token, card_for_pile_cover(cover) if cover else token.card

    def _burnt_cards(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender charred cards at the positions where piles will burn."""
        director = self.model.director
        piles = [one.source for one in director.pending_events if isinstance(one, CardsMoved) and one.manner == "burn"]
        for pile in piles:
            for token in self.model.shown.piles.get(pile, ()):
                pose = director.rest_poses.get(token.id)
                if pose is not None and not pose.is_buried:
                    yield from moving_card_drawings(self.renderer, BURNT, pose.width, pose.angle, lifted=True)

    def _upcoming_cards(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender the cards as they lie after all pending events."""
        if not self.model.director.pending_events:
            return
        model, renderer = self.model, self.renderer
        movements = [event for event in model.director.pending_events if isinstance(event, CardsMoved)]
        for event in movements:
            geometry = model.pile_geometry(event.target)
            if geometry is not None:
                for card in event.cards:
                    if card != HIDDEN:
                        yield partial(renderer.prerender_card_step, card, geometry.card_width, 0.0)
        shown, poses = model.upcoming_piles_and_poses()
        hand_poses = [poses[token.id] for token in shown.piles.get(model.hand.pile, ()) if token.id in poses]
        if hand_poses:
            max_angle = round(max(abs(pose.angle) for pose in hand_poses))
            yield from hand_back_and_shadow_drawings(renderer, max(pose.width for pose in hand_poses), max_angle)
        for source, target in dict.fromkeys((event.source, event.target) for event in movements):
            start, end = model.pile_geometry(source), model.pile_geometry(target)
            angles = [poses[token.id].angle for token in shown.piles.get(target, ()) if token.id in poses]
            if start is not None and end is not None:
                yield from shared_tilt_drawings(renderer, (max(start.card_width, end.card_width),), angles)
        visible_cards = [
            (card, poses[token.id]) for token, card in self._tokens_and_resting_cards(shown) if token.id in poses
        ]
        visible_cards = [(card, pose) for card, pose in visible_cards if not pose.is_buried]
        for card, pose in visible_cards:
            yield partial(renderer.prerender_card_step, card, pose.width, pose.angle)
        for card, pose in visible_cards:
            yield from resting_card_drawings(renderer, card, pose)

    def _announcement_texts(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender letters and ribbons of pending announcements, the slowest drawings."""
        layout = self.model.layout
        for event in list(self.model.director.pending_events):
            if isinstance(event, Announced) and event.loud:
                yield from self.announcement.prerender(event)
            elif (
                isinstance(event, Announced)
                and event.note.key in layout.effects.pre_move_highlights | layout.effects.post_move_highlights
            ):
                yield from self.highlight.prerender(event)

    def _spotlit_cards_and_effects(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender the rest of an announcement's first frame: spotlit cards, sparks, dots,
        rings."""
        waiting = list(self.model.director.pending_events)
        if any(isinstance(event, Announced) and event.loud for event in waiting):
            for event in waiting:
                if isinstance(event, Announced) and event.loud:
                    yield from self.announcement.spotlight.prerender_named_card(event)
                geometry = self.model.pile_geometry(event.source) if isinstance(event, CardsMoved) else None
                for card in event.cards if isinstance(event, CardsMoved) else ():
                    yield from self.announcement.spotlight.prerender_card(
                        card, geometry.card_width if geometry else 0.0
                    )
            yield from self.announcement.prerender_common()

    # --- likely drawings ----------------------------------------------------------------------------------------------

    def _card_backs(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender card backs and shadows in all widths of the table, upright and flying from
        hands."""
        model, geometries = self.model, self.model.pile_geometries()
        hands = [
            pile for pile in geometries if pile.kind in model.layout.help.counted_kinds and pile != model.hand.pile
        ]
        rests = (model.director.rest_poses.get(token.id) for pile in hands for token in model.shown.piles.get(pile, ()))
        widths = {
            geometry.card_width
            for pile, geometry in geometries.items()
            if pile.kind in model.layout.controls.drop_kinds_by_verb.values()
        }
        yield from shared_tilt_drawings(self.renderer, widths, {rest.angle for rest in rests if rest is not None})
        yield from back_drawings(self.renderer, {geometry.card_width for geometry in geometries.values()})

    def _plates(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender the plates of all seats, on turn and not."""
        nowhere = Surface((1, 1))
        for turn in (True, False):
            for seat in self.model.seat_positions:
                plate = copy(self.plates.plate(seat))
                plate.is_turn = turn
                yield partial(plate.draw, plate.renderer, nowhere)

    def _expressions(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender all portraits' expressions, and the small portraits and ring of a trick."""
        for seat in self.model.seat_positions:
            face = partial(
                self.plates.renderer.portrait_face, self.model.people_by_seat[seat].portrait, PORTRAIT_DIAMETER
            )
            for expression in EXPRESSIONS[1:]:
                gaze = self.plates.gaze_octant(seat, is_at_pile=False) if expression == "thinking" else None
                yield partial(face, expression, gaze=gaze)
        if self.model.layout.geometry.trick_cross is not None:
            for seat in self.model.seat_positions:
                yield partial(self.renderer.portrait, self.model.people_by_seat[seat].portrait, SMALL_PORTRAIT_DIAMETER)
            yield partial(self.renderer.card_ring, self.model.layout.geometry.trick_cross.card_width, "selected")

    def _glances(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender all portraits with their gaze at the pile."""
        for seat in self.model.seat_positions:
            gaze = self.plates.gaze_octant(seat, is_at_pile=True)
            yield partial(
                self.plates.renderer.portrait_face,
                self.model.people_by_seat[seat].portrait,
                PORTRAIT_DIAMETER,
                "thinking",
                gaze=gaze,
            )

    def _hand(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender the own cards as they are playable, hovered, picked up and put down."""
        renderer, model = self.renderer, self.model
        poses = [(model.token_face(key), model.rest_pose(key)) for key in model.grabbable_token_ids()]
        geometries = {
            Pile(kind): model.pile_geometry(Pile(kind)) for kind in model.layout.controls.drop_kinds_by_verb.values()
        }
        widths = {geometry.card_width for geometry in geometries.values() if geometry is not None}
        for width in widths:
            for kind in TARGET_RINGS:
                yield partial(renderer.card_ring, width, kind)
        for _, pose in poses:
            yield partial(renderer.card_ring, pose.width, "legal", pose.angle)
            yield partial(renderer.card_shadow, pose.width, lifted=True, angle=pose.angle)
        yield from self._hovered_cards()
        for card, pose in poses:
            yield from moving_card_drawings(renderer, card, pose.width * timing.PICK_SCALE, pose.angle, lifted=True)
            for width in widths:
                yield from resting_card_drawings(renderer, card, CardPose(0, 0, width))

    def _hovered_cards(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender the own cards as they are hovered."""
        choice = self.model.choice
        playable = choice.cards_of_legal_moves() if choice and not choice.slot_kind else None
        for key in self.model.grabbable_token_ids():
            card, pose = self.model.token_face(key), self.model.rest_pose(key)
            larger = pose._replace(width=pose.width * timing.HOVER_SCALE)
            dim = playable is not None and card not in playable
            yield from moving_card_drawings(self.renderer, card, larger.width, pose.angle, lifted=False, dim=dim)
            yield from resting_card_drawings(self.renderer, card, larger, dim=dim)

    def _table_beside_next_page(self) -> Iterator[MakeDrawing]:
        """Yield functions that prerender the side drawer's next page and the table beside it."""
        for _ in range(_DRAWER_LISTING_PASSES):
            yield from self._list_missing_beside_drawer()
        self._page_done_state = self._listed_state


def _angles(start: float, end: float) -> list[float]:
    """Return the angles in degrees at which a card rotating from ``start`` to ``end`` is drawn.

    >>> _angles(0.0, -5.0), _angles(3.0, 3.0)
    ([0.0, -2.0, -4.0, -5.0], [3.0])
    """
    count = int(abs(end - start) // _ROTATION_STEP_DEGREES)
    step = _ROTATION_STEP_DEGREES if end > start else -_ROTATION_STEP_DEGREES
    return [*(start + i * step for i in range(count + 1) if start + i * step != end), end]
