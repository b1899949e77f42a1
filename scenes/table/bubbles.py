"""What seats said last, in bubbles at their plates: where each stands, and which are no news any more."""

from collections.abc import Mapping

from pygame import FRect

from engine.moves import TABLE, Note, Seat
from scenes.look.look import Look
from scenes.look.widgets import Bubble
from scenes.table.boards import extent
from scenes.table.poses import Chair, frame, room_for_plate
from scenes.table.stage import Stage
from scenes.words import Words

LIFTED = 14.0
"""A bubble is moved up by this at most."""
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
        found = {}
        for seat, note in self.said.items():
            bubble = self._at(self.stage.chairs[seat], self._text(note))
            bubble.quiet |= self.standing(seat, note)
            bubble.pointer = "" if bubble.quiet else bubble.pointer
            self._clear_of_piles(bubble.rect)
            if seat == self.stage.viewer:
                self._clear_of_own(bubble.rect)
                self._clear_of_others(bubble.rect)
            found[seat] = bubble
        return found

    def room(self, seat: Seat) -> FRect:
        """Where something short that a seat says would stand."""
        return self._at(self.stage.chairs[seat], _SOME_WORDS).rect

    def standing(self, seat: Seat, note: Note) -> bool:
        """Whether what a seat said is no news any more, but still true."""
        return note.key in self.stage.layout.standing and seat != self.spoke

    def _text(self, note: Note) -> str:
        return self.words.note(self.stage.match.game.slug, "said", note)

    def _clear_of_own(self, rect: FRect) -> None:
        """Lifts one's own words above what one has on the table."""
        stage, ui = self.stage, self.stage.canvas.ui
        for pile, tokens in stage.shown.piles.items():
            box = extent(stage, tokens) if pile.owner == stage.viewer and pile != stage.hand.pile else None
            if box is not None and rect.colliderect([length / ui for length in box]):
                rect.bottom = box.top / ui - 12  # a badge stands up from it

    def _clear_of_others(self, own: FRect) -> None:
        """Moves one's own words inwards from those of a neighbour who sits low at a crowded table."""
        for seat, note in self.said.items():
            other = self._at(self.stage.chairs[seat], self._text(note)).rect
            if seat != self.stage.viewer and own.colliderect(other):
                own.left = other.right + 8 if not self.stage.canvas.left_handed else other.left - 8 - own.width

    def _clear_of_piles(self, rect: FRect) -> None:
        """Lifts what is said a little where it has grown down to the piles in the middle."""
        ui = self.stage.canvas.ui
        for pile, place in self.stage.places().items():
            top = (place.y - place.height / 2) / ui
            near = abs(rect.centerx - place.x / ui) < rect.width / 2 + place.width / ui / 2
            if pile.owner == TABLE and near and 0 < rect.bottom - top < LIFTED:
                rect.bottom = top

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
            bubble.place(look, x + dx - 33, y + dy + 6, "topleft")
        else:
            bubble = Bubble(text, "up", mirrored=True)
            bubble.place(look, x - dx + 33, y + dy + 6, "topright")
        return bubble
