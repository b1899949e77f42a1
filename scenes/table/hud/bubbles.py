"""Bubbles at the seat plates: the last announcement of each seat, or the caption of its turn, placed so that they cover
nothing."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from pygame import FRect

from engine.events import Announced, CardsMoved, Event, QuestionAsked
from engine.moves import TABLE, Note, Seat
from scenes.render.renderer import Renderer
from scenes.render.space import Point
from scenes.table.cards.extent import pile_areas
from scenes.table.cards.pile_labels import own_pile_label_rects, pile_labels
from scenes.table.hud.panel_placement import best_placement, placement_cost
from scenes.table.hud.seat_plates import SeatPlates
from scenes.table.hud.turn_caption import TurnCaption
from scenes.table.layouts.spots import POINTER_INSET
from scenes.table.model.positions import plate_growth_offset, seat_frame
from scenes.text.spoken_lines import SpokenLine
from scenes.ui.widgets import Bubble

_MAX_SHIFT_X = 160.0
"""Maximum shift of a bubble from its usual place sideways, if it would cover something there."""
_MAX_SHIFT_WITH_POINTER = 18.0
"""Maximum shift from its usual place, logical pixels, with which a bubble keeps its pointer to the seat."""
_MAX_OVERLAP = 2.0
"""Maximum overlap of a bubble with anything else, logical pixels."""
_TOOL_WEIGHT, _CARD_WEIGHT, _TEXT_WEIGHT = 40.0, 12.0, 6.0
"""Weights of covered areas: tools, prompt and answers; cards and plates; names, numbers and other bubbles."""
_EDGE_GAP, _DRAWER_GAP = 6.0, 34.0
"""Gaps to the table's edges, and to its right edge while the open drawer overlaps it."""

_PLATE_GAP = 6.0
"""Gap between a plate at the top and the bubble with its character's spoken line below."""
_CLEARING_MOTIONS = ("sweep", "gather")
"""Kinds of card movement that remove all bubbles."""


class SpeechBubbles:
    """Places the speech bubbles of all seats.

    Args:
        plates: plates of the seats, which provide renderer and texts.
        tool_rects: returns the areas of the tools, which don't move.
        text_rects: returns the areas of captions at piles.
        forbidden_rects: returns the areas of prompt, answers and board.
    """

    def __init__(
        self,
        plates: SeatPlates,
        *,
        tool_rects: Callable[[], Iterable[FRect]],
        text_rects: Callable[[], Iterable[FRect]],
        forbidden_rects: Callable[[], Iterable[FRect]],
    ) -> None:
        self.caption_renderer: Renderer
        """Renderer of the captions at piles."""
        self.model = plates.model
        self.plates = plates
        self.notes: dict[Seat, Note] = {}
        """Seat -> its last announcement that a bubble may show."""
        self.last_speaker: Seat = TABLE
        """Seat of the last announcement."""
        self.turn_caption = TurnCaption(plates.model.match.game)
        """Caption of the current turn, which replaces its seat's announcement."""
        self._tool_rects = tool_rects
        self._text_rects = text_rects
        self._forbidden_rects = forbidden_rects
        self.spoken_line: SpokenLine | None = None
        """A character's line, which replaces its seat's bubble; None for none."""

    # --- announcements ----------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> None:
        """Process a shown event. An announcement lasts until its seat is asked again, one that stays true until the
        trick or deal ends."""
        self._remove_if_momentary(self.turn_caption.on_event(event))  # nothing said before outlives a caption
        if isinstance(event, Announced) and event.seat != TABLE:
            self.last_speaker = event.seat
            if self.leaves_bubble(event):
                self.notes[event.seat] = event.note
        elif isinstance(event, QuestionAsked):
            for seat in event.ask.seats:
                self._remove_if_momentary(seat)
        elif isinstance(event, CardsMoved) and event.manner in _CLEARING_MOTIONS:
            self.notes.clear()

    def _remove_if_momentary(self, seat: Seat) -> None:
        if seat in self.notes and not self._is_standing(self.notes[seat]):
            del self.notes[seat]

    def leaves_bubble(self, event: Announced) -> bool:
        """Whether an announcement gets a speech bubble: a loud one, shown in large letters, only if it stays true for
        long."""
        return not event.loud or self._is_standing(event.note)

    def _is_standing(self, note: Note) -> bool:
        return note.key in self.model.layout.effects.standing_announcements

    def is_earlier_standing_fact(self, seat: Seat, note: Note) -> bool:
        """Whether a seat's announcement still holds, although another seat has made one since."""
        return self._is_standing(note) and seat != self.last_speaker

    # --- places -----------------------------------------------------------------------------------------------------

    def placed_bubbles(self) -> dict[Seat, Bubble]:
        """Return the bubbles by seat, each as near to its usual place as possible, without those that would cover
        something everywhere."""
        candidates, words, placed = self._candidates(), self.plates.words, dict[Seat, Bubble]()
        areas = list(self._weighted_areas()) if candidates else []
        for seat in sorted(candidates, key=lambda seat: seat != self.last_speaker):
            for bubble in candidates[seat]:
                self._move_clear(bubble, areas)
                if placement_cost(bubble.rect, areas):
                    continue
                text = self.turn_caption.accessible_text(words) if bubble.is_caption else bubble.string
                placed[seat] = bubble.with_layout(("said", seat), name=f"{words.seat_name(seat)}: {text}")
                areas.append((bubble.rect, _TEXT_WEIGHT))
                break
        return placed

    def _candidates(self) -> dict[Seat, list[Bubble]]:
        """Return the bubbles of each seat at their usual places; the first is shown that covers nothing.

        A spoken line comes before the caption of the turn, with all its steps or fewer, and that before an
        announcement.
        """
        words, candidates = self.plates.words, dict[Seat, list[Bubble]]()
        keys_without_bubble = self.model.layout.effects.announcements_without_bubble
        for seat, note in self.notes.items():
            if note.key not in keys_without_bubble:
                candidates[seat] = [self._usual_bubble(seat, text) for text in self._texts(note)]
                for bubble in candidates[seat] if self.is_earlier_standing_fact(seat, note) else ():
                    bubble.is_standing_fact, bubble.pointer_side = True, ""
        seat, steps = self.turn_caption.seat, self.turn_caption.texts(words)
        if steps and seat != self.model.viewer:
            candidates[seat] = [self._usual_bubble(seat, text) for text in steps]
            for bubble in candidates[seat]:
                bubble.is_caption, bubble.pointer_side = True, ""
        if self.spoken_line is not None:
            seat = self.spoken_line.seat
            bubble = self._usual_bubble(seat, self.spoken_line.text(words), is_talk=True)
            if self.model.seat_positions[seat].side == "top":  # below the character's portrait, not behind its cards
                plate = self.plates.plate_rect(seat)
                bubble.pointer_side, bubble.rect.topleft = "up", (plate.left + 1, plate.bottom + _PLATE_GAP)
            candidates[seat] = [bubble, *candidates.get(seat, ())]
        return candidates

    def _texts(self, note: Note) -> list[str]:
        """Return what a seat says: with a plain clause beside a word of the game, if there is one, and without."""
        words, slug = self.plates.words, self.model.match.game.slug
        explained = words(key, note.placeholders) if (key := words.find_note_key(slug, "bubble", note.key)) else ""
        return [*filter(None, [explained]), words.capitalised_note_text(slug, "said", note)]

    def _move_clear(self, bubble: Bubble, weighted_areas: Sequence[tuple[FRect, float]]) -> None:
        """Move a speech bubble that covers something or leaves the table to the nearest place where it covers least."""
        usual_rect = bubble.rect.copy()
        right_gap = _DRAWER_GAP if self.model.canvas.uses_open_drawer_layout else _EDGE_GAP
        table = FRect(
            _EDGE_GAP,
            _EDGE_GAP,
            self.plates.renderer.width - _EDGE_GAP - right_gap,
            self.model.canvas.ui_bottom - 2 * _EDGE_GAP,
        )
        if table.contains(usual_rect) and not placement_cost(usual_rect, weighted_areas):
            return
        max_shift_y = self.model.layout.geometry.max_bubble_shift_y
        bounds = usual_rect.inflate(2 * _MAX_SHIFT_X, 2 * max_shift_y).clip(table)
        bubble.rect = best_placement(usual_rect.size, bounds, weighted_areas, usual_rect.center).rect
        distance = max(abs(bubble.rect.centerx - usual_rect.centerx), abs(bubble.rect.centery - usual_rect.centery))
        if distance > _MAX_SHIFT_WITH_POINTER:
            bubble.pointer_side = ""

    def _weighted_areas(self) -> Iterator[tuple[FRect, float]]:
        """Yield the areas that a speech bubble should not cover, in UI coordinates, with their weights."""
        model, ui, card_renderer = self.model, self.model.canvas.ui, self.plates.card_renderer
        for _, area in pile_areas(model):
            yield _without_margin(ui.to_local_area(area)), _CARD_WEIGHT
        for label in pile_labels(model, self.caption_renderer, card_renderer, self.plates.words):
            yield _without_margin(ui.to_local_area(label.rect)), _TEXT_WEIGHT
        for name in own_pile_label_rects(model, self.caption_renderer, card_renderer, self.plates.words):
            yield _without_margin(ui.to_local_area(name)), _TEXT_WEIGHT
        for text in self._text_rects():
            yield _without_margin(text), _TEXT_WEIGHT
        for seat in model.seat_positions:
            yield _without_margin(self.plates.plate_rect(seat)), _CARD_WEIGHT
        for tool in self._tool_rects():
            yield tool, _TOOL_WEIGHT
        for rect in self._forbidden_rects():
            yield rect, _TOOL_WEIGHT

    def _usual_bubble(self, seat: Seat, text: str, *, is_talk: bool = False) -> Bubble:
        """Return the speech bubble of a seat at its usual place."""
        canvas, renderer, position = self.model.canvas, self.plates.renderer, self.model.seat_positions[seat]
        if position.side == "own":
            bubble = Bubble(text, "", is_standing_fact=True, is_talk=is_talk)
            bubble.place_at(renderer, 0, canvas.ui_bottom - 200)
            if canvas.left_handed:
                bubble.rect.right = renderer.width - 40
            else:
                bubble.rect.left = 40
            return bubble
        dx, dy = seat_frame(self.model.layout.geometry, position).bubble_tip
        growth_x, growth_y = plate_growth_offset(canvas, position, dy)
        dx, dy = dx + growth_x, dy + growth_y
        side = -1 if position.is_mirrored else 1
        x, y = canvas.ui.to_local(Point(position.corner.x + side * dx, position.corner.y + dy))
        if position.side == "top":
            bubble = Bubble(text, "left" if dy < 70 else "up", is_talk=is_talk, mirrored=position.is_mirrored)
            bubble.place_at(renderer, x, y, "midright" if position.is_mirrored else "midleft")
        else:
            bubble = Bubble(text, "up", mirrored=position.is_mirrored, is_talk=is_talk)
            bubble.place_at(
                renderer, x - side * POINTER_INSET, y + 6, "topright" if position.is_mirrored else "topleft"
            )
        return bubble


def _without_margin(area: FRect) -> FRect:
    """Return an area without the margin that a speech bubble may overlap."""
    return area.inflate(-2 * _MAX_OVERLAP, -2 * _MAX_OVERLAP)
