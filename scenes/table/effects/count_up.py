"""Counts amounts up where they arise: a chip with the growing sum, which flies to the seat's plate, where the figure
counts up."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from pygame import FRect, Surface

from engine.events import Amount, Announced, DealScored, Event
from engine.moves import Pile, Seat
from scenes.render import timing
from scenes.render.boxes import Box, Shadow
from scenes.render.renderer import Renderer
from scenes.render.space import Point, UiSpace
from scenes.sound import cues
from scenes.table.cards.extent import rest_poses_rect
from scenes.table.effects.announcement_chips import CHIP_STYLES
from scenes.table.hud.seat_plates import SeatPlates
from scenes.table.layouts.announcement_chip import ChipTone
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import join_texts
from scenes.ui.timeline import Tween

STEP_STYLES = ("strong", "total", "heading")
"""Text styles of a usual, a large and a very large amount."""
_GLOW_WIDTHS = (0.0, 14.0, 26.0)
"""Widths of the light around the chips of these amounts."""
_PADDING = 15.0
"""Space beside a chip's text; half of it is added to the text's height."""
_MARGIN = 4.0
"""Space between a chip and the edge of the window."""
_PLATE_OVERLAP = 10.0
"""Overlap of a chip with its plate, whose texts end before it."""
_OWN_OFFSET_X, _OWN_OFFSET_Y = 110.0, -10.0
"""Offset of a chip's centre from the upper left corner of the player's plate."""
_FLIGHT_ARC_HEIGHT = 40.0
"""Height of a chip's arc above the straight line."""


class CountUp:
    """Counts the amounts that events bring the seats. With reduced motion, and at the speed without animation, the
    result is shown at once.

    Args:
        plates: the seats' plates, whose figures count up.
        on_end: called when the count of a seat ends.
    """

    def __init__(self, plates: SeatPlates, on_end: Callable[[], object]) -> None:
        self.plates = plates
        self.model = plates.model
        self._on_end = on_end
        self._amounts: dict[Seat, Amount] = {}
        self._heard_terms = 0
        """Number of terms whose sound was taken."""

    @property
    def renderer(self) -> Renderer:
        return self.plates.renderer

    @property
    def words(self) -> Words:
        return self.plates.words

    # --- time -------------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> None:
        """Count what an event that is being shown brings the seats."""
        is_loud = isinstance(event, Announced) and event.loud
        is_shown = is_loud or not self.model.director.skips_motions
        for amount in self.model.amounts(event):
            after = self.model.match.game.facts(amount.seat) if isinstance(event, DealScored) else None
            self.plates.begin_count(amount, after)
            if is_shown:
                self._amounts[amount.seat] = amount
                self._heard_terms = 0
                tween = Tween(timing.AMOUNT_MS, timing.AMOUNT_DELAY_MS, kind="fade", on_end=self._on_end)
                self.model.timeline.start(("amount", amount.seat), tween)

    def end(self) -> None:
        """End all counts at once."""
        for seat in self._amounts:
            self.model.timeline.stop(("amount", seat))
        self._amounts.clear()

    def take_cue(self) -> str:
        """Return the sound cue that is due since the last call; empty for none."""
        running = self.running_amounts
        heard, self._heard_terms = self._heard_terms, max(map(self._heard_parts, running), default=0)
        if self._heard_terms <= heard:
            return ""
        arrived = [amount for amount in running if self._heard_parts(amount) > len(amount.terms)]
        steps = [(self.step(amount), amount.total) for amount in arrived]
        step, total = max(steps, default=(0, 0))
        return cues.CUES_BY_AMOUNT_STEP[step] if total >= 0 or not step else cues.BAD_NEWS_CUE.cue

    def _heard_parts(self, amount: Amount) -> int:
        """Return the number of an amount's terms counted so far, and one more once it has arrived at the plate."""
        return self._counted_terms(amount) + (self.plates.counted_fraction(amount.seat) > 0)

    @property
    def running_amounts(self) -> list[Amount]:
        """The amounts that are being counted, at most one of each seat."""
        timeline = self.model.timeline
        return [amount for seat, amount in self._amounts.items() if timeline.is_running(("amount", seat))]

    def _counted_terms(self, amount: Amount) -> int:
        progress = self.plates.count_progress(amount.seat)
        return min(len(amount.terms), math.ceil(progress / timing.AMOUNT_TERMS_FRACTION * len(amount.terms)))

    # --- content ----------------------------------------------------------------------------------------------------

    def step(self, amount: Amount) -> int:
        """Return how rare an amount of the player's own is, 0 … 2; 0 for those of others."""
        limits = self.model.layout.effects.rare_amounts
        is_own = amount.seat in self.model.match.person_seats
        return sum(amount.size >= limit for limit in limits) if is_own else 0

    def chip_text(self, amount: Amount, counted_terms: int) -> str:
        """Return the text of an amount of which this many terms are counted."""
        words = self.words
        if amount.place:
            return words(f"app.results.place_{amount.place}")
        summed = sum(amount.terms[:counted_terms])
        if amount.factor == 1:
            return words.number(summed, signed=True)
        if counted_terms < len(amount.terms):
            return words.number(summed)
        return words("app.table.product", sum=summed, factor=amount.factor, n=amount.total)

    @property
    def text(self) -> str:
        """The amounts being counted, in words; empty for none."""
        amounts = self.running_amounts
        return join_texts(
            *(f"{self.words.seat_name(one.seat)}: {self.chip_text(one, len(one.terms))}" for one in amounts)
        )

    def shown_text(self, amount: Amount) -> str:
        """Return the text of an amount as far as it is counted now."""
        return self.chip_text(amount, max(1, self._counted_terms(amount)))

    # --- positions --------------------------------------------------------------------------------------------------

    def _pile_top(self, pile: Pile | None) -> Point[UiSpace] | None:
        """Return the middle of the upper edge of a pile's cards; None if they aren't shown."""
        rect = rest_poses_rect(self.model, self.model.shown.piles.get(pile, ())) if pile is not None else None
        return None if rect is None else self.model.canvas.ui.to_local(Point(*rect.midtop))

    def plate_centre(self, seat: Seat, text: str, style: str) -> Point[UiSpace]:
        """Return the centre of a chip at a plate: above the player's plate, at the inner end of others."""
        plate = self.plates.plate_rect(seat)
        if seat == self.model.viewer:
            return Point(plate.left + _OWN_OFFSET_X, plate.top + _OWN_OFFSET_Y)
        offset = self.renderer.text_width(text, style) / 2 + _PADDING - _PLATE_OVERLAP
        is_mirrored = self.model.seat_positions[seat].is_mirrored
        return Point(plate.left - offset if is_mirrored else plate.right + offset, plate.centery)

    @staticmethod
    def flight_pos(start: Point[UiSpace], end: Point[UiSpace], t: float) -> Point[UiSpace]:
        """Return the position of a chip on its arc from its start to the plate, at a progress 0 … 1."""
        eased = t * t * (3 - 2 * t)
        rise = _FLIGHT_ARC_HEIGHT * 4 * t * (1 - t)
        return Point(start.x + (end.x - start.x) * eased, start.y + (end.y - start.y) * eased - rise)

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, target: Surface) -> None:
        """Draw the chips of the running counts."""
        renderer = self.renderer
        for seat, rect in self.chip_rects().items():
            amount = self._amounts[seat]
            step = self.step(amount)
            tone: ChipTone = "even" if amount.place > 1 or not amount.total else "good" if amount.total > 0 else "bad"
            box, colour, _ = CHIP_STYLES[tone]
            renderer.draw_box(target, _lit(box, step, rect.height), rect)
            text = renderer.text(self.shown_text(amount), STEP_STYLES[step], colour)
            renderer.blit(target, text, *rect.center, "center")

    def chip_rects(self) -> dict[Seat, FRect]:
        """Return seat -> area of the chip of its running count, UI coordinates."""
        begun = [amount for amount in self.running_amounts if self.plates.count_progress(amount.seat)]
        return {amount.seat: self._chip_rect(amount) for amount in begun}

    def _chip_rect(self, amount: Amount) -> FRect:
        renderer, seat = self.renderer, amount.seat
        style, full_text = STEP_STYLES[self.step(amount)], self.chip_text(amount, len(amount.terms))
        centre, start = self.plate_centre(seat, full_text, style), self._pile_top(amount.pile)
        if start is not None:
            centre = self.flight_pos(start, centre, self.plates.flown_fraction(seat))
        texts = (self.chip_text(amount, 1), full_text)
        width = max(renderer.text_width(text, style) for text in texts) + 2 * _PADDING
        height = renderer.text_surface_height(style) + _PADDING / 2
        rect = FRect(centre.x - width / 2, centre.y - height / 2, width, height)
        return rect.clamp(FRect(0, 0, renderer.width, renderer.height).inflate(-2 * _MARGIN, -2 * _MARGIN))


def _lit(box: Box, step: int, height: float) -> Box:
    """Return the box of a chip of this height with the light of its step."""
    glow = (Shadow(0, _GLOW_WIDTHS[step], 0.6, 3, box.border.colour),) if step and box.border is not None else ()
    return replace(box, radius=round(height / 2), shadows=(*glow, *box.shadows))
