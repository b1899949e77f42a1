"""The cards that an announcement is about, shown large in the middle.

Everything else recedes under a veil. The cards come to the middle and go back by themselves; where they lie doesn't
change.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import pygame
from pygame import FRect, Surface

from engine.cards import HIDDEN, Card
from engine.events import Asked, Moved, Said, Scored
from engine.moves import TABLE, Seat
from scenes.look import speeds
from scenes.look.cache import Scratch
from scenes.look.look import Look
from scenes.look.theme import VEIL
from scenes.table.felt.picture import Gliding, draw_gliding
from scenes.table.stage.poses import Pose
from scenes.table.stage.shown import Token
from scenes.table.stage.stage import Stage

CARD = 86.0
"""Width of a card in the light."""
_STEP, _BETWEEN, _EXCHANGED = 72.0, 118.0, 176.0
"""Distance of two cards that belong together, of the last of these and the first of the next ones, and of two cards of
different seats."""
_THROWN = 186.0
"""Distance of the card that is thrown with a rope from the cards in its loop."""
_WIDEST = 470.0
"""Maximum distance of the first and the last card; more cards overlap more."""
_TILT = 3.0
"""Degrees by which two cards lean apart."""
_MOST = 6
"""Maximum number of cards in the light; the last ones count."""
_UNSEEN = frozenset({"deal", "draw", "gather", "take"})
"""Ways of moving cards that say nothing of what is announced."""
_DARKEST = 0.55
_STEPS = 4
"""Number of shades until the veil is whole: each new one repaints the whole window."""


class Lit(NamedTuple):
    """A card in the light."""

    id: int
    seat: Seat
    """Whose it is; ``TABLE`` if nobody's."""


class Spotlight:
    """Knows what is in the light, and draws it.

    Args:
        stage: the table.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.calm = False
        """Reduced motion: nothing flies."""
        self.cards: tuple[Lit, ...] = ()
        self.roped: Seat | None = None
        """Whose cards a rope is thrown around, if one is."""
        self.exchanged = False
        """Whether two seats have exchanged the cards in the light."""
        self._scratch = Scratch()

    def lay_out(self, look: Look) -> None:
        """Draw with another look of the cards' canvas from now on."""
        self.look = look

    # --- what is in the light ---------------------------------------------------------------------------------------

    def light(self, said: Said, seats: Collection[Seat]) -> None:
        """Put the cards into the light that an announcement is about."""
        seats = {*seats} - {TABLE}
        kinds = self.stage.layout.lit.get(said.note.key)
        found = [*self._named(said)]
        found += self._lying(kinds, seats) if kinds is not None else [*self._moved(seats), *self._to_move(seats)]
        self.cards = tuple(dict.fromkeys(found))[-_MOST:]
        ropes = said.note.key in self.stage.layout.ropes
        self.roped = said.note.figures.get("seat_to") if ropes else None
        self.exchanged = kinds is None and self.pair

    def _named(self, said: Said) -> Iterator[Lit]:
        """The card that the announcement names."""
        card = said.note.figures.get("card", HIDDEN)
        for pile, token in self.stage.tokens():
            if token.card == card != HIDDEN:
                yield Lit(token.id, pile.owner)

    def _lying(self, kinds: Collection[str], seats: Collection[Seat]) -> list[Lit]:
        """The cards in these kinds of piles of the seats concerned."""
        piles = self.stage.shown.piles.items()
        chosen = [(pile, tokens) for pile, tokens in piles if pile.kind in kinds and pile.owner in seats]
        return [Lit(token.id, pile.owner) for pile, tokens in chosen for token in tokens]

    def _moved(self, seats: Collection[Seat]) -> Iterator[Lit]:
        """The cards that the present move has brought, to or from the seats concerned."""
        for pile, tokens in self.stage.shown.piles.items():
            for token in tokens:
                if token.batch > self.stage.shown.asked and {pile.owner, token.origin} & {*seats}:
                    yield Lit(token.id, pile.owner)

    def _to_move(self, seats: Collection[Seat]) -> Iterator[Lit]:
        """The cards that the present move will bring, to or from the seats concerned."""
        for event in self.stage.director.waiting:
            if isinstance(event, Asked | Scored):
                return
            if (
                isinstance(event, Moved)
                and event.how not in _UNSEEN
                and {*seats}
                & {
                    event.source.owner,
                    event.target.owner,
                }
            ):
                tokens = self.stage.shown.piles.get(event.source, [])
                yield from (Lit(token.id, event.source.owner) for token in tokens[-len(event.cards) :])

    def clear(self) -> None:
        """Nothing is in the light any more."""
        self.cards, self.roped, self.exchanged = (), None, False

    # --- where the cards are ----------------------------------------------------------------------------------------

    @property
    def keys(self) -> frozenset[int]:
        """The tokens of the cards."""
        return frozenset(one.id for one in self.cards)

    @property
    def pair(self) -> bool:
        """Whether two cards of different seats are in the light."""
        return len(self.cards) == 2 and len({one.seat for one in self.cards} - {TABLE}) == 2

    def places(self, top: float) -> dict[int, Pose]:
        """Where each card stands in the light: side by side below ``top``, on the canvas of the cards."""
        owners = [one.seat for one in self.cards]
        between = _THROWN if self.roped is not None else _EXCHANGED if self.pair else _BETWEEN
        steps = [_STEP if one == other else between for one, other in pairwise(owners)]
        part = min(1.0, _WIDEST / sum(steps)) if steps else 1.0
        x = self.look.width / 2 - sum(steps) * part / 2
        found = {}
        leans = len(self.cards) == 2
        for number, (one, step) in enumerate(zip(self.cards, [*steps, 0.0], strict=False)):
            angle = _TILT * (2 * number - 1) if leans else 0.0
            if self.roped is not None and one.seat != self.roped:
                angle = -2 * _TILT
            found[one.id] = Pose(x, top + CARD * 44 / 63, CARD, angle, z=float(number))
            x += step * part
        return found

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw_veil(self, target: Surface, part: float) -> bool:
        """Darken everything drawn so far; ``part`` of the darkest, 0 … 1. Return whether it is as dark as it gets."""
        step = math.ceil(part * _STEPS)
        dark = _DARKEST * step / _STEPS
        # exact on white and a little darker below: one pass over the whole window, where another one would add a colour
        kept = [round(255 * (1 - dark) + shade * dark) for shade in VEIL]
        target.fill(kept, special_flags=pygame.BLEND_RGB_MULT)
        return step == _STEPS

    def draw_cards(self, target: Surface, part: float, top: float) -> None:
        """Draw the cards ``part`` of their way into the light, 0 … 1."""
        tokens = {token.id: token for token in self.stage.shown.tokens()}
        places = self.places(top)
        with self._scratch.frame():
            for one in self.cards:
                if one.id in tokens:
                    self._draw_card(target, tokens[one.id], places[one.id], part)

    def _draw_card(self, target: Surface, token: Token, place: Pose, part: float) -> None:
        director = self.stage.director
        begin = director.pose(token.id)
        if begin is None:
            return
        card, _ = director.face(token.id, token.card)
        if part >= 1.0 or self.calm:
            self.look.draw_card(target, card, place.x, place.y, CARD, angle=place.angle, ring="selected", lifted=True)
            return
        width = begin.width + (CARD - begin.width) * part
        lift = math.sin(math.pi * part) * speeds.ARC * math.dist((begin.x, begin.y), (place.x, place.y))
        now = Pose(
            begin.x + (place.x - begin.x) * part, begin.y + (place.y - begin.y) * part - lift, width, place.angle
        )
        draw_gliding(
            self.look, target, director, Gliding(token, now, max(begin.width, CARD), lifted=True), self._scratch
        )

    def light_of_all(self) -> Iterator[Callable[[], object]]:
        """What makes the drawings in the light that can be known before: faces, backs, rings."""
        for angle in (0.0, -_TILT, _TILT, -2 * _TILT):
            yield partial(self.look.card_ring, CARD, "selected", angle)
            yield partial(self.look.card_shadow, CARD, lifted=True, angle=angle)
            yield partial(self.look.card, HIDDEN, CARD, angle=angle)

    def light_of(self, card: Card, width: float) -> Iterator[Callable[[], object]]:
        """What makes the drawings of a card of this width that comes into the light and stands there."""
        for _ in range(2):  # what it is cut from, and then the card
            yield partial(self.look.prepare_card, card, max(width, CARD), 0.0)
        yield partial(self.look.card, card, max(width, CARD))
        yield partial(self.look.card_whole, card, CARD, lifted=True)
        yield partial(self.look.slot, width)

    def light_of_named(self, said: Said) -> Iterator[Callable[[], object]]:
        """What makes the drawings of the card that an announcement names, which leans if it is thrown."""
        card = said.note.figures.get("card", HIDDEN)
        if card != HIDDEN:
            angle = -2 * _TILT if said.note.key in self.stage.layout.ropes else 0.0
            for _ in range(2):
                yield partial(self.look.prepare_card, card, CARD, angle)
            yield partial(self.look.card_shadow, CARD, lifted=True, angle=angle)
            yield partial(self.look.card, card, CARD, angle=angle)

    def roped_box(self, top: float) -> FRect | None:
        """The box around the cards that are roped, on their canvas; None without any."""
        boxes = [box for one, box in zip(self.cards, self.boxes(top), strict=True) if one.seat == self.roped]
        return boxes[0].unionall(boxes[1:]) if boxes else None

    def boxes(self, top: float) -> list[FRect]:
        """The boxes of the cards in the light, on their canvas."""
        found = []
        for pose in self.places(top).values():
            found.append(FRect(pose.x - pose.width / 2, pose.y - pose.height / 2, pose.width, pose.height))
        return found
