"""Bubbles at the plates with what each seat said last: their places, and which are no longer news."""

from collections.abc import Iterator, Mapping, Sequence

from pygame import FRect

from engine.moves import TABLE, Note, Pile, Seat
from scenes.look.look import Look
from scenes.look.widgets import Bubble
from scenes.table.felt.extent import extent
from scenes.table.layouts.layout import TIP, OpenSpread
from scenes.table.stage.poses import PilePlace, SeatPosition, frame, room_for_plate
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

LIFTED = 20.0
"""Maximum distance by which a bubble is moved up off a pile."""
HIGHEST = 36.0
"""Maximum height of a bubble."""
_SOME_WORDS = "......"
"""As long as most bubbles."""


class Bubbles:
    """Places the bubbles.

    Args:
        look: of texts and buttons.
        words: texts, with the names of the seats.
        stage: the table.
        said: what each seat said last.
    """

    def __init__(self, look: Look, words: Words, stage: Stage, said: Mapping[Seat, Note]) -> None:
        self.look = look
        self.words = words
        self.stage = stage
        self.said = said
        self.spoke: Seat = TABLE
        """The seat that spoke last."""

    def placed(self) -> dict[Seat, Bubble]:
        """Every bubble at its place, by seat."""
        found = {seat: self._at(self.stage.seats[seat], self._text(note)) for seat, note in self.said.items()}
        others = [bubble.rect.copy() for seat, bubble in found.items() if seat != self.stage.viewer]
        lying = list(self._lying()) if found else []
        for seat, bubble in found.items():
            bubble.quiet |= self.standing(seat, self.said[seat])
            bubble.pointer = "" if bubble.quiet else bubble.pointer
            self._clear_of_piles(bubble.rect, lying)
            if seat == self.stage.viewer:
                self._clear_of_own(bubble.rect)
                self._clear_of_others(bubble.rect, others)
        return found

    def room(self, seat: Seat) -> FRect:
        """Where a short bubble of a seat would be."""
        return self._at(self.stage.seats[seat], _SOME_WORDS).rect

    def standing(self, seat: Seat, note: Note) -> bool:
        """Whether what a seat said is no longer news but still true."""
        return note.key in self.stage.layout.standing and seat != self.spoke

    def _text(self, note: Note) -> str:
        said = self.words.note(self.stage.match.game.slug, "said", note)
        return said[:1].upper() + said[1:]  # a card's name alone begins small

    def _clear_of_own(self, rect: FRect) -> None:
        """Lift the viewer's bubble above the viewer's cards on the table."""
        stage, ui = self.stage, self.stage.canvas.ui
        for pile, tokens in stage.shown.piles.items():
            box = extent(stage, tokens) if pile.owner == stage.viewer and pile != stage.hand.pile else None
            if box is not None and rect.colliderect([length / ui for length in box]):
                rect.bottom = box.top / ui - 12  # a badge stands up from it

    def _clear_of_others(self, own: FRect, others: Sequence[FRect]) -> None:
        """Move the viewer's bubble inwards from that of a neighbour who sits low at a crowded table."""
        for other in others:
            if own.colliderect(other):
                own.left = other.right + 8 if not self.stage.canvas.left_handed else other.left - 8 - own.width

    def _clear_of_piles(self, rect: FRect, lying: Sequence[tuple[FRect, float]]) -> None:
        """Lift a bubble a little where it has grown down onto something."""
        ui = self.stage.canvas.ui
        for taken, most in lying:
            near = rect.right > taken.left / ui and rect.left < taken.right / ui
            if near and 0 < rect.bottom - taken.top / ui < most:
                rect.bottom = taken.top / ui

    def _lying(self) -> Iterator[tuple[FRect, float]]:
        """Piles in the middle, their names, and open hands, each with the distance to lift a bubble off it."""
        for pile, place in self.stage.places().items():
            if pile.owner == TABLE or isinstance(place.spot.spread, OpenSpread):
                yield from self._taken(pile, place)

    def _taken(self, pile: Pile, place: PilePlace) -> Iterator[tuple[FRect, float]]:
        """The boxes of a pile and of its name on the cards' canvas, each with the distance to lift a bubble off it."""
        tokens = self.stage.shown.piles.get(pile, [])
        usual = FRect(place.x - place.width / 2, place.y - place.height / 2, place.width, place.height)
        yield (extent(self.stage, tokens) or usual if pile.owner != TABLE else usual), LIFTED
        if place.spot.caption and (tokens or place.spot.slot):
            name = self.words(f"{self.stage.match.game.slug}.pile.{pile.kind}", {"n": len(tokens)})
            wide, high = self.look.text_width(name, "label"), self.look.text_height("label")
            box = FRect(place.x - wide / 2, place.y + place.height / 2 + 22 - high / 2, wide, high)
            yield box, (high + HIGHEST) / self.stage.canvas.ui

    def _at(self, position: SeatPosition, text: str) -> Bubble:
        """The bubble of a seat at its place."""
        canvas, look = self.stage.canvas, self.look
        ui = canvas.ui
        if position.side == "own":
            bubble = Bubble(text, "", quiet=True)
            bubble.place(look, 0, canvas.height / ui - 200)
            if canvas.left_handed:
                bubble.rect.right = look.width - 40
            else:
                bubble.rect.left = 40
            return bubble
        dx, dy = frame(self.stage.layout, position).bubble
        moved = room_for_plate(canvas, dy)
        dx, dy = (dx + moved[0]) / ui, (dy + moved[1]) / ui
        x, y = position.x / ui, position.y / ui
        if position.side == "top":
            bubble = Bubble(text, "left" if dy * ui < 70 else "up")
            bubble.place(look, x + dx, y + dy, "midleft")
        elif position.side == "left":
            bubble = Bubble(text, "up")
            bubble.place(look, x + dx - TIP, y + dy + 6, "topleft")
        else:
            bubble = Bubble(text, "up", mirrored=True)
            bubble.place(look, x - dx + TIP, y + dy + 6, "topright")
        return bubble
