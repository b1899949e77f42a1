"""The plates of the seats: name, public facts, turn, dealer, and whether the seat is out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from pygame import FRect, Surface

from engine.moves import TABLE, Note, Pile, Seat
from scenes.render import timing
from scenes.render.expressions import gaze_towards
from scenes.render.renderer import Renderer
from scenes.render.space import CardSpace, Frame, UiSpace
from scenes.render.theme import GOLD, LIFE_COLOUR, LIFE_LOST_COLOUR
from scenes.render.viewport import Anchor
from scenes.table.cards.extent import pile_areas
from scenes.table.model.expressions import FaceExpressions
from scenes.table.model.table_model import Presence, TableModel
from scenes.text.catalogue import Words
from scenes.ui.shared_slide import SharedSlide
from scenes.ui.timeline import Tween
from scenes.ui.widgets import Fact, SeatPlate

PRESENCE_ICONS: Mapping[Presence, str] = MappingProxyType({"away": "clock", "played": "computer"})
"""Presence of a participant who isn't playing now -> icon at the plate."""


class SeatPlates:
    """Draws the seat plates of a table. ``set_renderers`` must be called first.

    Args:
        model: the table model.
        expressions: expressions of the portraits.
        slide: the motion in which the table makes room for the drawer.
    """

    def __init__(self, model: TableModel, expressions: FaceExpressions, slide: SharedSlide) -> None:
        self.renderer: Renderer
        self.card_renderer: Renderer
        self.words: Words
        self.model = model
        self.expressions = expressions
        self.slide = slide
        self.public_facts: dict[Seat, tuple[Note, ...]] = {}
        """Seat -> facts that all players may know."""
        self.seats_out: frozenset[Seat] = frozenset()
        """The seats that are out of the match."""
        self.dealer: Seat = TABLE
        self._cached_facts: dict[Seat, tuple[object, list[Fact]]] = {}
        """Seat -> state and the facts made for it, as a frame needs them several times."""
        self.refresh()

    def set_renderers(self, renderer: Renderer, card_renderer: Renderer, words: Words) -> None:
        """Set the renderers of texts and cards, and the texts; the latter draws a plate that must not grow."""
        self.renderer, self.card_renderer, self.words = renderer, card_renderer, words
        self._cached_facts.clear()

    def refresh(self) -> None:
        """Update the seat plates' facts from the match; called when all events are shown."""
        game = self.model.match.game
        self.public_facts = {seat: game.facts(seat) for seat in range(game.seats)}
        self.seats_out = frozenset(seat for seat in range(game.seats) if game.is_out(seat))
        self.dealer = game.dealer

    def show_lost_life(self, seat: Seat) -> None:
        """Show on its plate that a seat has just lost a life; do nothing if it lost none."""
        icons = self.model.layout.help.remaining_and_lost_icons_by_fact
        facts = {note.key: note for note in self.model.match.game.facts(seat) if note.key in icons}
        before = self.public_facts[seat]
        if any(note.key in facts and facts[note.key].placeholders["n"] < note.placeholders["n"] for note in before):
            self.public_facts[seat] = tuple(facts.get(note.key, note) for note in before)
            self.model.timeline.start(("lost life", seat), Tween(timing.HEART_FALL_MS))

    def draw(self, target: Surface, turn_seats: tuple[Seat, ...]) -> None:
        """Draw all seat plates at text scale, or at card scale where other seats' cards would lie on them."""
        self._draw(target, turn_seats, self.model.seat_positions)

    def draw_announced(self, target: Surface, seats: Collection[Seat]) -> None:
        """Draw the plates of the seats that an announcement concerns, bright even if they are out."""
        self._draw(target, (), [seat for seat in self.model.seat_positions if seat in seats], announced=True)

    def _draw(
        self, target: Surface, turn_seats: tuple[Seat, ...], seats: Iterable[Seat], *, announced: bool = False
    ) -> None:
        for seat in seats:
            plate, renderer = self.make_plate(seat, is_turn=seat in turn_seats)
            plate.is_dim = plate.is_dim and not announced
            face = self.expressions.face_state(seat)
            plate.expression, plate.portrait_lift = face.expression, face.lift
            if face.expression == "thinking":
                plate.gaze_direction = self.gaze_octant(seat, is_at_pile=face.is_looking_at_pile)
            with self.slide.shift(("seat", seat), renderer, *plate.rect.center):
                plate.draw(renderer, target)

    def gaze_octant(self, seat: Seat, *, is_at_pile: bool) -> int | None:
        """Return the gaze direction of a thinking portrait, 0 … 7 as in ``gaze_towards``.

        The portrait looks at its cards, or with ``is_at_pile`` at the pile; None without a target.
        """
        target = self.model.target_piles_centre(seat) if is_at_pile else self.model.hand_centre(seat)
        if target is None:
            return None
        x, y = self.model.portrait_centre(seat)
        return gaze_towards(target[0] - x, target[1] - y)

    def plate_rect(self, seat: Seat) -> FRect:
        """Return the area of a seat's plate, UI coordinates."""
        plate, renderer = self.make_plate(seat)
        frame: Frame[UiSpace, CardSpace] = renderer.frame_in(self.renderer)
        return frame.to_outer_area(plate.rect)

    def make_plate(self, seat: Seat, *, is_turn: bool = False) -> tuple[SeatPlate, Renderer]:
        """Return a seat's plate, placed at the seat, and its renderer: for cards where it must not grow."""
        position = self.model.seat_positions[seat]
        plate = SeatPlate(
            self.model.people_by_seat[seat].portrait,
            self.model.people_by_seat[seat].name,
            self._facts(seat),
            is_turn=is_turn,
            mirrored=position.is_mirrored,
            is_dim=seat in self.seats_out,
            is_dealer=seat == self.dealer,
        )
        anchor: Anchor = "topright" if position.is_mirrored else "topleft"
        plate.place_at(self.renderer, *self.model.canvas.ui.to_local(position.corner), anchor)
        if self.model.canvas.ui_scale <= 1 or (
            position.plate_may_grow and plate.rect.collidelist(self._other_pile_rects(seat)) < 0
        ):
            return plate, self.renderer
        plate.place_at(self.card_renderer, *position.corner, anchor)
        return plate, self.card_renderer

    def _other_pile_rects(self, seat: Seat) -> list[FRect]:
        """Return the areas of all piles but this seat's, UI coordinates."""
        ui = self.model.canvas.ui
        return [ui.to_local_area(area) for pile, area in pile_areas(self.model) if pile.owner != seat]

    def _facts(self, seat: Seat) -> list[Fact]:
        counted, piles = self.model.layout.help.counted_kinds, self.model.shown.piles
        cards = sum(len(piles.get(Pile(kind, seat), ())) for kind in counted) if counted else None
        state = cards, self.public_facts.get(seat, ()), self._fall_progress(seat), self.model.presence.get(seat)
        if seat not in self._cached_facts or self._cached_facts[seat][0] != state:
            self._cached_facts[seat] = state, self._make_facts(seat, cards)
        return self._cached_facts[seat][1]

    def _make_facts(self, seat: Seat, card_count: int | None) -> list[Fact]:
        """Return the facts for a seat's plate: presence, number of cards if it is meaningful, public facts."""
        slug = self.model.match.game.slug
        presence = self.model.presence.get(seat)
        facts = [] if presence is None else [Fact(icon=PRESENCE_ICONS[presence], colour=GOLD)]
        facts += [] if card_count is None else [Fact(str(card_count), icon="card")]
        for note in self.public_facts.get(seat, ()):
            icons = self.model.layout.help.remaining_and_lost_icons_by_fact.get(note.key)
            if icons is None:
                facts.append(Fact(self.words.note_text(slug, "plate", note)))
                continue
            lives, lost = note.placeholders["n"], note.placeholders["of"] - note.placeholders["n"]
            if lives > 0:
                facts.append(Fact(icon=icons[0], icon_count=lives, colour=LIFE_COLOUR))
            if lost > 0:
                fallen = self._fall_progress(seat)
                facts.append(
                    Fact(
                        icon=icons[1],
                        icon_count=lost,
                        colour=LIFE_LOST_COLOUR,
                        broken_icon=icons[0] if fallen < 1.0 else "",
                        fall_progress=fallen,
                    )
                )
        return facts

    def _fall_progress(self, seat: Seat) -> float:
        """Return the progress of the fall of the life that a seat has just lost, 0 … 1; 1 for none."""
        return self.model.timeline.progress(("lost life", seat))
