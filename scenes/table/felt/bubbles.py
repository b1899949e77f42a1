"""Bubbles at the plates with what each seat said last and no card shows: their places, and which are no longer news."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pygame import FRect

from engine.moves import TABLE, Note, Seat
from scenes.look.look import Look
from scenes.look.widgets import Bubble
from scenes.table.felt.extent import resting
from scenes.table.felt.pile_labels import own_names, pile_labels
from scenes.table.felt.plates import Plates
from scenes.table.felt.room import best_room, cost_of
from scenes.table.layouts.layout import TIP
from scenes.table.stage.poses import Pose, SeatPosition, frame, room_for_plate
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

_WIDER, _HIGHER = 160.0, 130.0
"""How far to the side, and up or down, a bubble looks for a place that covers nothing."""
_NEAR = 18.0
"""Distance from its usual place up to which the pointer of a bubble still points at who speaks."""
_TOUCH = 2.0
"""How far a bubble may reach onto something."""
_TOOL, _CARD, _OTHER = 40.0, 12.0, 6.0
"""How much it matters that a bubble doesn't cover tools; cards and plates; names, numbers, and the words of others."""
_EDGE, _DRAWER = 6.0, 34.0
"""From the edges of the table, and from its right edge beside the drawer, which lies over that."""

_UNDER_FACE = 6.0
"""From a plate at the top down to what its character says."""


class Bubbles:
    """Places the bubbles.

    Args:
        look: of texts and buttons.
        stage: the table.
        plates: of the seats.
        said: what each seat said last, but for announcements.
        tools: returns where the own tools are.
        captions: the look of the words at piles.
        words: texts, with the names of the seats.
        tools: the areas of the tools, which stay where they are.
    """

    def __init__(
        self,
        look: Look,
        stage: Stage,
        plates: Plates,
        said: Mapping[Seat, Note],
        *,
        captions: Look,
        words: Words,
        tools: Callable[[], Iterable[FRect]],
    ) -> None:
        self.look = look
        self.captions = captions
        self.words = words
        self.stage = stage
        self.plates = plates
        self.said = said
        self.tools = tools
        self.spoke: Seat = TABLE
        """The seat that spoke last."""
        self._tools = tools
        self.talk: tuple[Seat, str] | None = None
        """Who says a line of talk, and which; meanwhile it takes the place of that seat's bubble."""
        self._known: tuple[Mapping[int, Pose], object] | None = None
        """Resting cards and words for which the places were worked out."""
        self._placed: dict[Seat, Bubble] = {}

    def placed(self) -> dict[Seat, Bubble]:
        """Every bubble at its place, by seat: as near to its usual one as it gets without covering anything."""
        rest, said = self.stage.director.rest, (dict(self.said), self.spoke, self.talk)
        if self._known is None or self._known[0] is not rest or self._known[1] != said:
            self._known = rest, said
            self._placed = self._settled()
        return self._placed

    def _settled(self) -> dict[Seat, Bubble]:
        shown = self.stage.layout.shown
        told = {seat: note for seat, note in self.said.items() if note.key not in shown}
        found = {seat: self._at(self.stage.seats[seat], self._text(note)) for seat, note in told.items()}
        if self.talk is not None:
            seat, line = self.talk
            found[seat] = self._at(self.stage.seats[seat], line, talk=True)
            if self.stage.seats[seat].side == "top":  # under the face that speaks, not behind its cards
                room = self.plates.room(seat)
                found[seat].pointer, found[seat].rect.topleft = "up", (room.left + 1, room.bottom + _UNDER_FACE)
        taken = list(self._taken()) if found else []
        for seat, bubble in found.items():
            bubble.quiet |= not bubble.talk and self.standing(seat, self.said[seat])
            bubble.pointer = "" if bubble.quiet else bubble.pointer
            self._clear(bubble, taken)
            taken.append((bubble.rect, _OTHER))
        if self.talk is not None and cost_of(found[self.talk[0]].rect, taken[: -len(found)]):
            del found[self.talk[0]]  # a line is never worth covering anything
        return found

    def standing(self, seat: Seat, note: Note) -> bool:
        """Whether what a seat said is no longer news but still true."""
        return note.key in self.stage.layout.standing and seat != self.spoke

    def _text(self, note: Note) -> str:
        said = self.words.note(self.stage.match.game.slug, "said", note)
        return said[:1].upper() + said[1:]  # a card's name alone begins small

    def _clear(self, bubble: Bubble, taken: Sequence[tuple[FRect, float]]) -> None:
        """Move a bubble that covers something to the nearest place around where it doesn't, or covers least."""
        usual = bubble.rect.copy()
        if not cost_of(usual, taken):
            return
        right = _DRAWER if self.stage.canvas.beside else _EDGE
        table = FRect(_EDGE, _EDGE, self.look.width - _EDGE - right, self.stage.canvas.foot - 2 * _EDGE)
        bounds = usual.inflate(2 * _WIDER, 2 * _HIGHER).clip(table)
        bubble.rect = best_room(usual.size, bounds, taken, usual.center).rect
        moved = max(abs(bubble.rect.centerx - usual.centerx), abs(bubble.rect.centery - usual.centery))
        if moved > _NEAR:
            bubble.pointer = ""

    def _taken(self) -> Iterator[tuple[FRect, float]]:
        """What a bubble had better not cover, in the coordinates of texts and buttons, with how much that matters."""
        stage, ui = self.stage, self.stage.canvas.ui
        for pile, place in stage.places().items():
            box = resting(stage, stage.shown.piles.get(pile, ()))
            if box is None and place.spot.slot:
                box = FRect(place.x - place.width / 2, place.y - place.height / 2, place.width, place.height)
            if box is not None:
                yield _shrunk(box, ui), _CARD
        for label in pile_labels(stage, self.captions, self.look.scale / ui, self.words):
            yield _shrunk(label.box, ui), _OTHER
        for name in own_names(stage, self.captions, self.look.scale / ui, self.words):
            yield _shrunk(name, ui), _OTHER
        for seat in stage.seats:
            yield _shrunk(self.plates.room(seat), 1.0), _CARD
        for tool in self._tools():
            yield tool, _TOOL

    def _at(self, position: SeatPosition, text: str, *, talk: bool = False) -> Bubble:
        """The bubble of a seat at its usual place."""
        canvas, look = self.stage.canvas, self.look
        ui = canvas.ui
        if position.side == "own":
            bubble = Bubble(text, "", quiet=True, talk=talk)
            bubble.place(look, 0, canvas.height / ui - 200)
            if canvas.left_handed:
                bubble.rect.right = look.width - 40
            else:
                bubble.rect.left = 40
            return bubble
        dx, dy = frame(self.stage.layout, position).bubble
        moved = room_for_plate(canvas, position, dy)
        dx, dy = (dx + moved[0]) / ui, (dy + moved[1]) / ui
        x, y = position.x / ui, position.y / ui
        if position.side == "top":
            bubble = Bubble(text, "left" if dy * ui < 70 else "up", talk=talk, mirrored=position.mirrored)
            side = -1 if position.mirrored else 1
            bubble.place(look, x + side * dx, y + dy, "midright" if position.mirrored else "midleft")
        elif position.side == "left":
            bubble = Bubble(text, "up", talk=talk)
            bubble.place(look, x + dx - TIP, y + dy + 6, "topleft")
        else:
            bubble = Bubble(text, "up", mirrored=True, talk=talk)
            bubble.place(look, x - dx + TIP, y + dy + 6, "topright")
        return bubble


def _shrunk(box: FRect, ui: float) -> FRect:
    """A box on the cards' canvas in the coordinates of texts, without the rim that a bubble may touch."""
    return FRect(box.left / ui, box.top / ui, box.width / ui, box.height / ui).inflate(-2 * _TOUCH, -2 * _TOUCH)
