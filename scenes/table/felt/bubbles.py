"""What seats said last, in bubbles at their plates: where each stands, and which are no news any more."""

from collections.abc import Iterator, Mapping, Sequence

from pygame import FRect

from engine.moves import TABLE, Note, Pile, Seat
from scenes.look.look import Look
from scenes.look.widgets import Bubble
from scenes.table.felt.boards import extent
from scenes.table.stage.layout import TIP, Open
from scenes.table.stage.poses import Chair, Place, frame, room_for_plate
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

LIFTED = 20.0
"""A bubble is moved up by this at most, off a pile."""
HIGHEST = 36.0
"""Of a bubble."""
_SOME_WORDS = "......"
"""As long as most of what is said."""


class Bubbles:
    """Places what was said.

    Args:
        look: of texts and buttons.
        said: what each seat said last.
    """

    def __init__(self, look: Look, words: Words, stage: Stage, said: Mapping[Seat, Note]) -> None:
        self.look = look
        self.words = words
        self.stage = stage
        self.said = said
        self.spoke: Seat = TABLE
        """Who said something last."""

    def placed(self) -> dict[Seat, Bubble]:
        """What every seat said, at its place."""
        found = {seat: self._at(self.stage.chairs[seat], self._text(note)) for seat, note in self.said.items()}
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
        """Where something short that a seat says would stand."""
        return self._at(self.stage.chairs[seat], _SOME_WORDS).rect

    def standing(self, seat: Seat, note: Note) -> bool:
        """Whether what a seat said is no news any more, but still true."""
        return note.key in self.stage.layout.standing and seat != self.spoke

    def _text(self, note: Note) -> str:
        said = self.words.note(self.stage.match.game.slug, "said", note)
        return said[:1].upper() + said[1:]  # a card's name alone begins small

    def _clear_of_own(self, rect: FRect) -> None:
        """Lifts one's own words above what one has on the table."""
        stage, ui = self.stage, self.stage.canvas.ui
        for pile, tokens in stage.shown.piles.items():
            box = extent(stage, tokens) if pile.owner == stage.viewer and pile != stage.hand.pile else None
            if box is not None and rect.colliderect([length / ui for length in box]):
                rect.bottom = box.top / ui - 12  # a badge stands up from it

    def _clear_of_others(self, own: FRect, others: Sequence[FRect]) -> None:
        """Moves one's own words inwards from those of a neighbour who sits low at a crowded table."""
        for other in others:
            if own.colliderect(other):
                own.left = other.right + 8 if not self.stage.canvas.left_handed else other.left - 8 - own.width

    def _clear_of_piles(self, rect: FRect, lying: Sequence[tuple[FRect, float]]) -> None:
        """Lifts what is said a little where it has grown down to what lies there."""
        ui = self.stage.canvas.ui
        for taken, most in lying:
            near = rect.right > taken.left / ui and rect.left < taken.right / ui
            if near and 0 < rect.bottom - taken.top / ui < most:
                rect.bottom = taken.top / ui

    def _lying(self) -> Iterator[tuple[FRect, float]]:
        """Piles in the middle, their names, and open hands, each with how far a bubble is lifted off it."""
        for pile, place in self.stage.places().items():
            if pile.owner == TABLE or isinstance(place.spot.spread, Open):
                yield from self._taken(pile, place)

    def _taken(self, pile: Pile, place: Place) -> Iterator[tuple[FRect, float]]:
        """The box of a pile on the cards' canvas, and that of its name, each with how far a bubble is lifted off it."""
        tokens = self.stage.shown.piles.get(pile, [])
        usual = FRect(place.x - place.width / 2, place.y - place.height / 2, place.width, place.height)
        yield (extent(self.stage, tokens) or usual if pile.owner != TABLE else usual), LIFTED
        if place.spot.caption and (tokens or place.spot.slot):
            name = self.words(f"{self.stage.match.game.slug}.pile.{pile.kind}", {"n": len(tokens)})
            wide, high = self.look.text_width(name, "label"), self.look.text_height("label")
            box = FRect(place.x - wide / 2, place.y + place.height / 2 + 22 - high / 2, wide, high)
            yield box, (high + HIGHEST) / self.stage.canvas.ui

    def _at(self, chair: Chair, text: str) -> Bubble:
        """What somebody says, at that chair."""
        canvas, look = self.stage.canvas, self.look
        ui = canvas.ui
        if chair.side == "own":
            bubble = Bubble(text, "", quiet=True)
            bubble.place(look, 0, canvas.height / ui - 200)
            if canvas.left_handed:
                bubble.rect.right = look.width - 40
            else:
                bubble.rect.left = 40
            return bubble
        dx, dy = frame(self.stage.layout, chair).bubble
        moved = room_for_plate(canvas, dy)
        dx, dy = (dx + moved[0]) / ui, (dy + moved[1]) / ui
        x, y = chair.x / ui, chair.y / ui
        if chair.side == "top":
            bubble = Bubble(text, "left" if dy * ui < 70 else "up")
            bubble.place(look, x + dx, y + dy, "midleft")
        elif chair.side == "left":
            bubble = Bubble(text, "up")
            bubble.place(look, x + dx - TIP, y + dy + 6, "topleft")
        else:
            bubble = Bubble(text, "up", mirrored=True)
            bubble.place(look, x - dx + TIP, y + dy + 6, "topright")
        return bubble
