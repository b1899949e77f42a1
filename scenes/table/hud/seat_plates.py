"""The plates of the seats: name, public facts, turn, dealer, and whether the seat is out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import copy
from types import MappingProxyType

from pygame import FRect, Surface
from pygame.transform import rotozoom

from engine.events import Amount
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
from scenes.ui.accessible_elements import AccessibleElement, join_texts
from scenes.ui.shared_slide import SharedSlide
from scenes.ui.timeline import Tween
from scenes.ui.tree import Root
from scenes.ui.widgets import Fact, SeatPlate, Widget
from scenes.ui.zone import Pin, Zone

PRESENCE_ICONS: Mapping[Presence, str] = MappingProxyType({"away": "clock", "played": "computer"})
"""Presence of a participant who isn't playing now -> icon at the plate."""
_FALL_DISTANCE = 24.0
"""Distance by which the halves of a lost life fall, logical pixels."""
_HALF_DRIFT, _HALF_TILT_DEGREES = 7.0, 38.0
"""Sideways drift of each half, logical pixels, and its rotation in degrees."""
_BROKEN_ICON_SCALE = 1.5
"""Size of a breaking life relative to the icons of the plate."""
_FADE_START = 0.55
"""Progress of the fall, 0 … 1, from which the halves fade."""


class TablePlate(SeatPlate):
    """Plate of a seat at the table, drawn with the portrait's current expression and a life that is being lost.

    Args:
        plates: all plates of the table.
        seat: the seat.
        is_turn: whether the seat is to act.
    """

    def __init__(self, plates: SeatPlates, seat: Seat, *, is_turn: bool) -> None:
        person = plates.model.people_by_seat[seat]
        super().__init__(
            person.portrait,
            plates.words.seat_name(seat),
            plates.make_facts(seat),
            is_turn=is_turn,
            mirrored=plates.model.seat_positions[seat].is_mirrored,
            is_dim=seat in plates.seats_out,
            dealer_mark=plates.words("app.table.dealer_mark") if seat == plates.dealer else "",
        )
        self.seat = seat
        self.renderer = plates.renderer
        """Renderer that draws it: for cards where it must not grow."""
        self._plates = plates
        self.with_layout(("seat", seat))

    def as_accessible(self) -> AccessibleElement:
        return AccessibleElement("item", self._plates.text(self.seat, is_turn=self.is_turn))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self._plates.model.timeline.is_running(("amount", self.seat)):
            self.facts = tuple(self._plates.make_facts(self.seat, self._plates.counted_fraction(self.seat)))
        with self._plates.slide.shift(self.key, renderer, *self.rect.center):
            super().draw(renderer, target)

    def _draw_face(self, renderer: Renderer, target: Surface, centre_x: float, centre_y: float) -> None:
        face, gaze = self._plates.expressions.face_state(self.seat), None
        super()._draw_face(renderer, target, centre_x, centre_y - face.lift)
        if face.expression == "thinking":
            gaze = self._plates.gaze_octant(self.seat, is_at_pile=face.is_looking_at_pile)
        if face.expression != "neutral":
            disc = renderer.portrait_face(self.portrait, self.diameter, face.expression, gaze=gaze, dim=self.is_dim)
            renderer.blit(target, disc, centre_x, centre_y - face.lift, "center")

    def _draw_fact(self, renderer: Renderer, target: Surface, fact: Fact, x: float, centre_y: float) -> None:
        super()._draw_fact(renderer, target, fact, x, centre_y)
        if self.fall_progress < 1.0:
            for icon, lost_icon in self._plates.model.layout.help.remaining_and_lost_icons_by_fact.values():
                if lost_icon and fact.icon == lost_icon:
                    self._draw_broken_icon(renderer, target, icon, x + 8, centre_y)

    @property
    def fall_progress(self) -> float:
        """Progress of the fall of the life that the seat has just lost, 0 … 1; 1 for none."""
        return self._plates.model.timeline.progress(("lost life", self.seat))

    def _draw_broken_icon(
        self, renderer: Renderer, target: Surface, name: str, centre_x: float, centre_y: float
    ) -> None:
        """Draw the icon of a life just lost, broken into two halves that fall and fade."""
        icon, fallen = renderer.icon(name, 16 * _BROKEN_ICON_SCALE, LIFE_COLOUR), self.fall_progress
        width, height = icon.get_size()
        down = centre_y + _FALL_DISTANCE * fallen**2
        for side in (-1, 1):
            half = icon.subsurface((0 if side < 0 else width // 2, 0, width // 2, height))
            half = rotozoom(half, -side * _HALF_TILT_DEGREES * fallen, 1.0)
            half.set_alpha(round(255 * min(1.0, (1 - fallen) / (1 - _FADE_START))))
            offset = side * (4 * _BROKEN_ICON_SCALE + _HALF_DRIFT * fallen)
            renderer.blit(target, half, centre_x + offset, down, "center")


class SeatPlates:
    """Describes the seat plates of a table. ``set_renderers`` must be called first.

    Args:
        model: the table model.
        expressions: expressions of the portraits.
        slide: the motion in which the table makes room for the drawer.
        root: returns the tree with the plates.
    """

    def __init__(
        self, model: TableModel, expressions: FaceExpressions, slide: SharedSlide, root: Callable[[], Root]
    ) -> None:
        self.renderer: Renderer
        self.card_renderer: Renderer
        self.words: Words
        self.model = model
        self.expressions = expressions
        self.slide = slide
        self._root = root
        self.public_facts: dict[Seat, tuple[Note, ...]] = {}
        """Seat -> facts that all players may know."""
        self.seats_out: frozenset[Seat] = frozenset()
        """The seats that are out of the deal, after the last one those out of the match."""
        self._figures_before: dict[Seat, dict[str, int]] = {}
        """Seat -> key of a fact -> its number before the last amount was counted."""
        self.dealer: Seat = TABLE
        self.refresh()

    def set_renderers(self, renderer: Renderer, card_renderer: Renderer, words: Words) -> None:
        """Set the renderers of texts and cards, and the texts; the latter draws a plate that must not grow."""
        self.renderer, self.card_renderer, self.words = renderer, card_renderer, words

    def refresh(self) -> None:
        """Update the seat plates' facts from the match; called when all events are shown."""
        game = self.model.match.game
        self.public_facts = {seat: game.facts(seat) for seat in range(game.seats)}
        is_out = game.is_out if game.outcome is None else game.is_out_of_match  # going out may have won
        self.seats_out = frozenset(filter(is_out, range(game.seats)))
        self.dealer = game.dealer

    # --- counting ---------------------------------------------------------------------------------------------------

    def begin_count(self, amount: Amount, facts: tuple[Note, ...] | None = None) -> None:
        """Let the figures of a plate begin to change by an amount; a life that is lost breaks.

        ``facts`` are the seat's facts with the amount; None if it changes ``amount.fact`` only.
        """
        seat, before = amount.seat, {note.key: note for note in self.public_facts[amount.seat]}
        figures = {key: note.placeholders["n"] for key, note in before.items() if "n" in note.placeholders}
        if facts is None and amount.fact:
            after = Note(amount.fact, {"n": figures.get(amount.fact, 0) + amount.total})
            facts = tuple((before | {amount.fact: after}).values())
        self._figures_before[seat], self.public_facts[seat] = figures, facts or self.public_facts[seat]
        icons = self.model.layout.help.remaining_and_lost_icons_by_fact
        if any(note.key in icons and note.placeholders["n"] < figures.get(note.key, 0) for note in facts or ()):
            self.model.timeline.start(("lost life", seat), Tween(timing.HEART_FALL_MS))

    def count_progress(self, seat: Seat) -> float:
        """Return the progress of the count of a seat's amount, 0 … 1; 1 without one and where nothing moves."""
        timeline, is_still = self.model.timeline, self.model.timeline.reduces_motion or not self.model.director.speed
        return 1.0 if is_still else timeline.progress(("amount", seat))

    def flown_fraction(self, seat: Seat) -> float:
        """Return the flown fraction of the way of a seat's amount to its plate, 0 … 1."""
        return _fraction_between(self.count_progress(seat), *timing.AMOUNT_FLIGHT)

    def counted_fraction(self, seat: Seat) -> float:
        """Return the fraction of a seat's amount that its plate has counted, 0 … 1."""
        return _fraction_between(self.count_progress(seat), *timing.AMOUNT_ON_PLATE)

    def _note_while_counting(self, seat: Seat, note: Note, counted_fraction: float) -> Note | None:
        """Return a fact with its figure as far as the last amount is counted; None for a new one that is still 0."""
        n = note.placeholders.get("n")
        before = self._figures_before.get(seat)
        if n is None or before is None:
            return note
        old = before.get(note.key, 0)
        now = old + round((n - old) * counted_fraction)
        return Note(note.key, {**note.placeholders, "n": now}) if now or note.key in before else None

    # --- description ------------------------------------------------------------------------------------------------

    def compose(self, turn_seats: Collection[Seat]) -> Iterator[Widget]:
        """Yield the descriptions of all plates, at text scale, or at card scale where other seats' cards would lie on
        them."""
        areas = [] if self.model.canvas.ui_scale <= 1 else list(pile_areas(self.model))
        for seat in self.model.seat_positions:
            plate = TablePlate(self, seat, is_turn=seat in turn_seats)
            self._place(plate, areas)
            pin = Pin.filling(plate, plate.rect)
            yield pin if plate.renderer is self.renderer else Zone(plate.renderer, pin)

    def draw_announced(self, target: Surface, seats: Collection[Seat]) -> None:
        """Draw the plates of the seats that an announcement concerns, bright even if they are out."""
        for seat in self.model.seat_positions:
            if seat in seats:
                plate = copy(self.plate(seat))
                plate.is_turn = plate.is_dim = False
                plate.draw(plate.renderer, target)

    def gaze_octant(self, seat: Seat, *, is_at_pile: bool) -> int | None:
        """Return the gaze direction of a thinking portrait, 0 … 7 as in ``gaze_towards``.

        The portrait looks at its cards, or with ``is_at_pile`` at the pile; None without a target.
        """
        target = self.model.target_piles_centre(seat) if is_at_pile else self.model.hand_centre(seat)
        if target is None:
            return None
        x, y = self.model.portrait_centre(seat)
        return gaze_towards(target[0] - x, target[1] - y)

    def plate(self, seat: Seat) -> TablePlate:
        """Return a seat's plate in the tree."""
        plate = self._root().get(TablePlate, ("seat", seat))
        assert plate is not None
        return plate

    def plate_rect(self, seat: Seat) -> FRect:
        """Return the area of a seat's plate, UI coordinates."""
        plate = self.plate(seat)
        frame: Frame[UiSpace, CardSpace] = plate.renderer.frame_in(self.renderer)
        return frame.to_outer_area(plate.rect)

    def _place(self, plate: TablePlate, areas: Iterable[tuple[Pile, FRect]]) -> None:
        """Place a plate at its seat, and choose its renderer; ``areas`` are those of all piles on the canvas."""
        ui, position = self.model.canvas.ui, self.model.seat_positions[plate.seat]
        anchor: Anchor = "topright" if position.is_mirrored else "topleft"
        plate.place_at(self.renderer, *ui.to_local(position.corner), anchor)
        others = (ui.to_local_area(area) for pile, area in areas if pile.owner != plate.seat)
        must_not_grow = not position.plate_may_grow or any(map(plate.rect.colliderect, others))
        if ui.scale > 1 and must_not_grow:
            plate.renderer = self.card_renderer
            plate.place_at(self.card_renderer, *position.corner, anchor)

    def _card_count(self, seat: Seat) -> int | None:
        """Return the number of a seat's cards; None in a game in which it is meaningless."""
        counted, piles = self.model.layout.help.counted_kinds, self.model.shown.piles
        return sum(len(piles.get(Pile(kind, seat), ())) for kind in counted) if counted else None

    def make_facts(self, seat: Seat, counted_fraction: float = 1.0) -> list[Fact]:
        """Return the facts for a seat's plate: presence, number of cards if it is meaningful, public facts.

        ``counted_fraction`` is the fraction of the last amount that is counted, 0 … 1.
        """
        slug = self.model.match.game.slug
        presence, card_count = self.model.presence.get(seat), self._card_count(seat)
        facts = [] if presence is None else [Fact(icon=PRESENCE_ICONS[presence], colour=GOLD)]
        facts += [] if card_count is None else [Fact(str(card_count), icon="card")]
        for note in self.public_facts.get(seat, ()):
            icons = self.model.layout.help.remaining_and_lost_icons_by_fact.get(note.key)
            if icons is None:
                now = self._note_while_counting(seat, note, counted_fraction)
                if now is not None:
                    facts.append(Fact(self.words.note_text(slug, "plate", now)))
                continue
            lives, lost = note.placeholders["n"], note.placeholders["of"] - note.placeholders["n"]
            if lives > 0:
                facts.append(Fact(icon=icons[0], icon_count=lives, colour=LIFE_COLOUR))
            if lost > 0:
                facts.append(Fact(icon=icons[1], icon_count=lost, colour=LIFE_LOST_COLOUR))
        return facts

    def text(self, seat: Seat, *, is_turn: bool) -> str:
        """Return a seat's plate in words: player, presence, turn, number of cards, facts and dealer."""
        words, slug, card_count = self.words, self.model.match.game.slug, self._card_count(seat)
        texts = [words.seat_name(seat)]
        if seat in self.seats_out:
            texts.append(words("app.reader.out"))
        if seat in self.model.presence:
            texts.append(words(f"elsewhere.{self.model.presence[seat]}"))
        if is_turn:
            texts.append(words("app.reader.to_play"))
        if card_count is not None:
            texts.append(words("app.reader.cards", n=card_count))
        texts += [words.note_text(slug, "plate", note) for note in self.public_facts.get(seat, ())]
        if seat == self.dealer:
            texts.append(words("app.reader.dealer"))
        return join_texts(*texts)


def _fraction_between(progress: float, start: float, end: float) -> float:
    """Return the fraction of the way from ``start`` to ``end`` that a progress has covered, 0 … 1."""
    return min(1.0, max(0.0, (progress - start) / (end - start)))
