"""The plates of the seats: who sits there, what everybody may know about them, whose turn it is, who is out."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pygame import FRect, Surface

from engine.moves import TABLE, Note, Pile, Seat
from scenes.look.look import Look
from scenes.look.theme import LIFE, LIFE_LOST
from scenes.look.widgets import Fact, Plate
from scenes.table.stage.stage import Stage
from scenes.text.words import Words


class Plates:
    """Draws the plates.

    Args:
        look: of texts and buttons.
        flat: the look of the cards' canvas, for a plate that must not grow.
        words: texts.
        stage: the table.
    """

    def __init__(self, look: Look, flat: Look, words: Words, stage: Stage) -> None:
        self.look = look
        self.flat = flat
        self.words = words
        self.stage = stage
        self.known: Mapping[Seat, tuple[Note, ...]] = {}
        """What everybody may know about each seat."""
        self.out: frozenset[Seat] = frozenset()
        """The seats that are out of the match."""
        self.dealer: Seat = TABLE
        self.refresh()

    def refresh(self) -> None:
        """Read what the plates say from the match; called when everything that happened has been shown."""
        game = self.stage.match.game
        self.known = {seat: game.facts(seat) for seat in range(game.seats)}
        self.out = frozenset(seat for seat in range(game.seats) if game.is_out(seat))
        self.dealer = game.dealer

    def draw(self, target: Surface, turn: tuple[Seat, ...], announced: Collection[Seat] = ()) -> None:
        """Draw every plate, as large as texts are unless a pile of the table would lie on it.

        Seats that are ``announced`` are bright even if they are out, as the winner of a deal is in what follows.
        """
        piles = self._piles() if self.stage.canvas.ui > 1 else []
        for seat, position in self.stage.seats.items():
            plate, look = self.plate(seat, turn=seat in turn), self.look
            plate.dim = plate.dim and seat not in announced
            if plate.rect.collidelist(piles) >= 0:
                look = self.flat
                plate.place(look, position.x, position.y, "topright" if position.mirrored else "topleft")
            plate.draw(look, target)

    def room(self, seat: Seat) -> FRect:
        """Where a seat's plate lies."""
        return self.plate(seat).rect

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

    def _piles(self) -> list[FRect]:
        """The boxes of the piles of the table."""
        stage, ui, found = self.stage, self.stage.canvas.ui, []
        for pile, at in stage.places().items():
            if pile.owner == TABLE and (at.spot.slot or stage.shown.piles.get(pile)):
                left, top = at.x - at.width / 2, at.y - at.height / 2
                found.append(FRect(left / ui, top / ui, at.width / ui, at.height / ui))
        return found

    def _facts(self, seat: Seat) -> list[Fact]:
        slug = self.stage.match.game.slug
        facts = []
        counted = self.stage.layout.in_hand
        if counted:
            piles = (self.stage.shown.piles.get(Pile(kind, seat), ()) for kind in counted)
            facts.append(Fact(str(sum(map(len, piles))), icon="card"))
        for note in self.known.get(seat, ()):
            icons = self.stage.layout.icons.get(note.key)
            if icons is None:
                facts.append(Fact(self.words.note(slug, "plate", note)))
                continue
            there, lost = note.figures["n"], note.figures["of"] - note.figures["n"]
            facts += [
                Fact(icon=icon, repeat=n, colour=colour)
                for icon, n, colour in ((icons[0], there, LIFE), (icons[1], lost, LIFE_LOST))
                if n > 0
            ]
        return facts
