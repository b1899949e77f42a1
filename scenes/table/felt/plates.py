"""The plates of the seats: who sits there, what everybody may know about them, whose turn it is, who is out."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from pygame import FRect, Surface

from engine.moves import TABLE, Note, Pile, Seat
from scenes.look import speeds
from scenes.look.faces import gaze_towards
from scenes.look.look import Look
from scenes.look.theme import GOLD, LIFE, LIFE_LOST
from scenes.look.widgets import Fact, Plate
from scenes.table.felt.extent import resting
from scenes.table.felt.slide import Slide
from scenes.table.stage.moods import Moods
from scenes.table.stage.stage import Presence, Stage
from scenes.text.words import Words

PRESENCE: Mapping[Presence, str] = MappingProxyType({"away": "clock", "played": "computer"})
"""Who doesn't play just now -> icon at the plate."""


class Plates:
    """Draws the plates.

    Args:
        look: of texts and buttons.
        flat: the look of the cards' canvas, for a plate that must not grow.
        words: texts.
        stage: the table.
        moods: what everybody's face shows.
        slide: the motion in which the table makes room.
    """

    def __init__(self, look: Look, flat: Look, words: Words, stage: Stage, *, moods: Moods, slide: Slide) -> None:
        self.look = look
        self.flat = flat
        self.words = words
        self.stage = stage
        self.moods = moods
        self.slide = slide
        self._falls: dict[Seat, float] = {}
        """Milliseconds for which the halves of a life that a seat has just lost have been falling."""
        self.known: dict[Seat, tuple[Note, ...]] = {}
        """What everybody may know about each seat."""
        self.out: frozenset[Seat] = frozenset()
        """The seats that are out of the match."""
        self.dealer: Seat = TABLE
        self._written: dict[Seat, tuple[object, list[Fact]]] = {}
        """What a seat's facts were written from last, and these: a frame needs them for several plates and places."""
        self.refresh()

    def refresh(self) -> None:
        """Read what the plates say from the match; called when everything that happened has been shown."""
        game = self.stage.match.game
        self.known = {seat: game.facts(seat) for seat in range(game.seats)}
        self.out = frozenset(seat for seat in range(game.seats) if game.is_out(seat))
        self.dealer = game.dealer

    def lose_life(self, seat: Seat) -> None:
        """Show a life that a seat has just lost as lost, and let it break; nothing if it lost none."""
        icons = self.stage.layout.icons
        now = {note.key: note for note in self.stage.match.game.facts(seat) if note.key in icons}
        before = self.known[seat]
        if any(note.key in now and now[note.key].figures["n"] < note.figures["n"] for note in before):
            self.known[seat] = tuple(now.get(note.key, note) for note in before)
            if not self.moods.calm:
                self._falls[seat] = 0.0

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass at the table's speed; True when something falls."""
        if not self._falls:
            return False
        self._falls = {seat: past + dt for seat, past in self._falls.items() if past + dt < speeds.HEART_FALL}
        return True

    @property
    def due(self) -> float:
        """0 while something falls, else infinite."""
        return 0.0 if self._falls else math.inf

    def draw(self, target: Surface, turn: tuple[Seat, ...]) -> None:
        """Draw every plate, as large as texts are unless cards of others would lie on it."""
        self._draw(target, turn, self.stage.seats)

    def draw_announced(self, target: Surface, seats: Collection[Seat]) -> None:
        """Draw the plates of the seats that something is said about, bright even if they are out."""
        self._draw(target, (), [seat for seat in self.stage.seats if seat in seats], announced=True)

    def _draw(self, target: Surface, turn: tuple[Seat, ...], seats: Iterable[Seat], *, announced: bool = False) -> None:
        for seat in seats:
            plate, look = self._fitted(seat, turn=seat in turn)
            plate.dim = plate.dim and not announced
            face = self.moods.face(seat)
            plate.expression, plate.lift = face.expression, face.lift
            if face.expression == "thinking":
                plate.gaze = self.gaze(seat, glances=face.glances)
            with self.slide.shifted(("seat", seat), look, *plate.rect.center):
                plate.draw(look, target)

    def gaze(self, seat: Seat, *, glances: bool) -> int | None:
        """Direction in which a seat that thinks looks: to its own cards, or while it ``glances`` to the pile."""
        to = self.stage.pile_asked_for(seat) if glances else self.stage.middle_of_hand(seat)
        if to is None:
            return None
        x, y = self.stage.portrait(seat)
        return gaze_towards(to[0] - x, to[1] - y)

    def _fitted(self, seat: Seat, *, turn: bool) -> tuple[Plate, Look]:
        """A seat's plate at its place and the look in which it is drawn."""
        plate, position = self.plate(seat, turn=turn), self.stage.seats[seat]
        if self.stage.canvas.ui <= 1 or (position.grows and plate.rect.collidelist(self._piles(seat)) < 0):
            return plate, self.look
        plate.place(self.flat, position.x, position.y, "topright" if position.mirrored else "topleft")
        return plate, self.flat

    def room(self, seat: Seat) -> FRect:
        """Where a seat's plate lies."""
        plate, look = self._fitted(seat, turn=False)
        by = look.scale / self.look.scale
        return FRect(*(by * side for side in plate.rect))

    def plate(self, seat: Seat, *, turn: bool = False) -> Plate:
        """A seat's plate at its place."""
        position = self.stage.seats[seat]
        plate = Plate(
            self.stage.people[seat].portrait,
            self.stage.people[seat].name,
            self._facts(seat),
            turn=turn,
            mirrored=position.mirrored,
            dim=seat in self.out,
            dealer=seat == self.dealer,
        )
        grown = self.stage.canvas.ui
        plate.place(self.look, position.x / grown, position.y / grown, "topright" if position.mirrored else "topleft")
        return plate

    def _piles(self, seat: Seat) -> list[FRect]:
        """The boxes of the piles of the table, and of the cards of seats other than this one."""
        stage, ui, found = self.stage, self.stage.canvas.ui, []
        for pile, at in stage.places().items():
            if pile.owner == seat:
                continue
            box = resting(stage, stage.shown.piles.get(pile, ()))
            if box is None and at.spot.slot:
                box = FRect(at.x - at.width / 2, at.y - at.height / 2, at.width, at.height)
            if box is not None:
                found.append(FRect(box.left / ui, box.top / ui, box.width / ui, box.height / ui))
        return found

    def _facts(self, seat: Seat) -> list[Fact]:
        counted, piles = self.stage.layout.in_hand, self.stage.shown.piles
        cards = sum(len(piles.get(Pile(kind, seat), ())) for kind in counted) if counted else None
        known = cards, self.known.get(seat, ()), self._falls.get(seat), self.stage.presence.get(seat)
        if seat not in self._written or self._written[seat][0] != known:
            self._written[seat] = known, self._write(seat, cards)
        return self._written[seat][1]

    def _write(self, seat: Seat, cards: int | None) -> list[Fact]:
        """A seat's facts: how many cards it holds, unless that says nothing, and what everybody may know."""
        slug = self.stage.match.game.slug
        presence = self.stage.presence.get(seat)
        facts = [] if presence is None else [Fact(icon=PRESENCE[presence], colour=GOLD)]
        facts += [] if cards is None else [Fact(str(cards), icon="card")]
        for note in self.known.get(seat, ()):
            icons = self.stage.layout.icons.get(note.key)
            if icons is None:
                facts.append(Fact(self.words.note(slug, "plate", note)))
                continue
            there, lost = note.figures["n"], note.figures["of"] - note.figures["n"]
            if there > 0:
                facts.append(Fact(icon=icons[0], repeat=there, colour=LIFE))
            if lost > 0:
                breaks = icons[0] if seat in self._falls else ""
                fallen = self._falls.get(seat, 0.0) / speeds.HEART_FALL
                facts.append(Fact(icon=icons[1], repeat=lost, colour=LIFE_LOST, breaks=breaks, fallen=fallen))
        return facts
