"""The cards that an announcement is about, shown large in the middle.

Everything else recedes under a veil. The cards come to the middle and go back by themselves; where they lie doesn't
change.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import groupby, pairwise
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
_STEP, _BETWEEN = 72.0, 118.0
"""Distance of two cards that belong together, and of the last of these and the first of the next ones."""
_WIDEST = 470.0
"""Maximum distance of the first and the last card; more cards overlap more."""
_TILT = 3.0
"""Degrees by which two cards lean apart."""
_MOST = 6
"""Maximum number of cards in the light; the last ones count."""
_UNSEEN = frozenset({"deal", "draw", "gather", "take"})
"""Ways of moving cards that say nothing of what is announced."""
_FACE = 46.0
"""Diameter of the portraits at the cards."""
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
        self.cards = ()

    # --- where the cards are ----------------------------------------------------------------------------------------

    @property
    def keys(self) -> frozenset[int]:
        """The tokens of the cards."""
        return frozenset(one.id for one in self.cards)

    def places(self, top: float) -> dict[int, Pose]:
        """Where each card stands in the light: side by side below ``top``, on the canvas of the cards."""
        owners = [one.seat for one in self.cards]
        steps = [_STEP if one == other else _BETWEEN for one, other in pairwise(owners)]
        part = min(1.0, _WIDEST / sum(steps)) if steps else 1.0
        x = self.look.width / 2 - sum(steps) * part / 2
        found = {}
        leans = len(self.cards) == 2
        for number, (one, step) in enumerate(zip(self.cards, [*steps, 0.0], strict=False)):
            angle = _TILT * (2 * number - 1) if leans else 0.0
            found[one.id] = Pose(x, top + CARD * 44 / 63, CARD, angle, z=float(number))
            x += step * part
        return found

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw_veil(self, target: Surface, part: float) -> None:
        """Darken everything drawn so far; ``part`` of the darkest, 0 … 1."""
        dark = _DARKEST * math.ceil(part * _STEPS) / _STEPS
        target.fill([round(255 * (1 - dark))] * 3, special_flags=pygame.BLEND_RGB_MULT)
        target.fill([round(shade * dark) for shade in VEIL], special_flags=pygame.BLEND_RGB_ADD)

    def draw_cards(self, target: Surface, part: float, top: float) -> None:
        """Draw the cards ``part`` of their way into the light, 0 … 1; with their owners once they are there."""
        tokens = {token.id: token for token in self.stage.shown.tokens()}
        places = self.places(top)
        with self._scratch.frame():
            for one in self.cards:
                if one.id in tokens:
                    self._draw_card(target, tokens[one.id], places[one.id], part)
        if part >= 1.0:
            self._draw_faces(target, places)

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

    def _draw_faces(self, target: Surface, places: dict[int, Pose]) -> None:
        """Draw whose the cards are at the outer lower corner of each seat's cards."""
        groups = [(seat, list(group)) for seat, group in groupby(self.cards, key=lambda one: one.seat)]
        if len(groups) < 2:
            return
        for number, (seat, group) in enumerate(groups):
            if seat == TABLE:
                continue
            right = number == len(groups) - 1
            place = places[group[-1 if right else 0].id]
            side = CARD / 2 if right else -CARD / 2
            face = self.look.portrait(self.stage.people[seat].portrait, _FACE)
            self.look.blit(target, face, place.x + side, place.y + place.height / 2 - 12, "center")

    def light_of_all(self) -> Iterator[Callable[[], object]]:
        """What makes the drawings in the light that can be known before: faces, backs, rings."""
        for angle in (0.0, -_TILT, _TILT):
            yield partial(self.look.card_ring, CARD, "selected", angle)
            yield partial(self.look.card_shadow, CARD, lifted=True, angle=angle)
            yield partial(self.look.card, HIDDEN, CARD, angle=angle)
        for person in self.stage.people.values():
            yield partial(self.look.portrait, person.portrait, _FACE)

    def light_of(self, card: Card) -> Callable[[], object]:
        """What makes the drawing of a card in the light."""
        return partial(self.look.card_whole, card, CARD, lifted=True)

    def boxes(self, top: float) -> list[FRect]:
        """The boxes of the cards in the light, on their canvas."""
        found = []
        for pose in self.places(top).values():
            found.append(FRect(pose.x - pose.width / 2, pose.y - pose.height / 2, pose.width, pose.height))
        return found
