"""Spotlight: the cards of an announcement, shown large in the centre while a veil darkens everything else.

The cards fly there and back; their poses in the table model don't change.
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
from engine.events import Announced, CardsMoved, DealScored, QuestionAsked
from engine.moves import TABLE, Seat
from scenes.render import timing
from scenes.render.renderer import Renderer
from scenes.render.surface_cache import ScaledSurfacePool
from scenes.render.theme import VEIL_COLOUR
from scenes.table.cards.card_view import MovingCard, draw_moving_card
from scenes.table.model.positions import CardPose
from scenes.table.model.shown_piles import Token
from scenes.table.model.table_model import TableModel

CARD_WIDTH = 86.0
"""Width of a spotlit card."""
_CARD_STEP, _GROUP_STEP, _EXCHANGE_STEP = 72.0, 118.0, 176.0
"""Distance of two cards of a seat, of two seats' groups of cards, and of two exchanged cards."""
_THROWN_CARD_STEP = 186.0
"""Distance of the thrown card from the cards in the rope's loop."""
_MAX_SPREAD = 470.0
"""Maximum distance from the first to the last card, beyond which cards overlap more."""
_TILT_DEGREES = 3.0
"""Degrees by which each of two cards leans outwards."""
_MAX_CARDS = 6
"""Maximum number of spotlit cards; the last ones are shown."""
_IRRELEVANT_MOTIONS = frozenset({"deal", "draw", "gather", "take"})
"""Manners of moving cards that are unrelated to an announcement."""
_MAX_VEIL_OPACITY = 0.55
_VEIL_STEPS = 4
"""Number of opacity steps of the veil; kept low, as each step repaints the whole window."""


class SpotlitCard(NamedTuple):
    """A card in an announcement's spotlight, and its owner."""

    token_id: int
    seat: Seat
    """Its owner; ``TABLE`` for none."""


class Spotlight:
    """Selects, positions and draws the cards in an announcement's spotlight.

    Args:
        model: the table.
    """

    def __init__(self, model: TableModel) -> None:
        self.model = model
        self.cards: tuple[SpotlitCard, ...] = ()
        self.roped_seat: Seat | None = None
        """Seat around whose cards a rope is thrown; None without a rope."""
        self.is_exchange = False
        """Whether two seats have exchanged the spotlit cards."""
        self._scratch = ScaledSurfacePool()
        self.renderer: Renderer
        """Renderer of the cards."""

    # --- selection --------------------------------------------------------------------------------------------------

    def select_cards(self, event: Announced, seats: Collection[Seat]) -> None:
        """Select the cards to spotlight for an announcement that concerns these seats."""
        seats = {*seats} - {TABLE}
        kinds = self.model.layout.effects.spotlit_kinds_by_announcement.get(event.note.key)
        cards = [*self._named_cards(event)]
        cards += (
            self._cards_in_piles(kinds, seats)
            if kinds is not None
            else [*self._moved_cards(seats), *self._cards_to_move(seats)]
        )
        self.cards = tuple(dict.fromkeys(cards))[-_MAX_CARDS:]
        is_roped = event.note.key in self.model.layout.effects.rope_throw_announcements
        self.roped_seat = event.note.placeholders.get("seat_to") if is_roped else None
        self.is_exchange = kinds is None and self.has_two_cards_of_two_seats

    def _named_cards(self, event: Announced) -> Iterator[SpotlitCard]:
        """Yield the card that an announcement names, for its spotlight."""
        card = event.note.placeholders.get("card", HIDDEN)
        for pile, token in self.model.tokens():
            if token.card == card != HIDDEN:
                yield SpotlitCard(token.id, pile.owner)

    def _cards_in_piles(self, kinds: Collection[str], seats: Collection[Seat]) -> list[SpotlitCard]:
        """Return the cards in these kinds of piles of the seats, for an announcement's spotlight."""
        piles = self.model.shown.piles.items()
        chosen = [(pile, tokens) for pile, tokens in piles if pile.kind in kinds and pile.owner in seats]
        return [SpotlitCard(token.id, pile.owner) for pile, tokens in chosen for token in tokens]

    def _moved_cards(self, seats: Collection[Seat]) -> Iterator[SpotlitCard]:
        """Yield the cards for the spotlight that the current move has moved to or from the seats."""
        for pile, tokens in self.model.shown.piles.items():
            for token in tokens:
                if token.batch > self.model.shown.last_question_batch and {pile.owner, token.origin_owner} & {*seats}:
                    yield SpotlitCard(token.id, pile.owner)

    def _cards_to_move(self, seats: Collection[Seat]) -> Iterator[SpotlitCard]:
        """Yield the cards for the spotlight that the current move will move to or from the seats."""
        for event in self.model.director.pending_events:
            if isinstance(event, QuestionAsked | DealScored):
                return
            if (
                isinstance(event, CardsMoved)
                and event.manner not in _IRRELEVANT_MOTIONS
                and {*seats}
                & {
                    event.source.owner,
                    event.target.owner,
                }
            ):
                tokens = self.model.shown.piles.get(event.source, [])
                yield from (SpotlitCard(token.id, event.source.owner) for token in tokens[-len(event.cards) :])

    def clear(self) -> None:
        """Remove all cards from an announcement's spotlight."""
        self.cards, self.roped_seat, self.is_exchange = (), None, False

    # --- poses ------------------------------------------------------------------------------------------------------

    @property
    def token_ids(self) -> frozenset[int]:
        return frozenset(card.token_id for card in self.cards)

    @property
    def has_two_cards_of_two_seats(self) -> bool:
        """Whether exactly two cards of different seats are in the spotlight."""
        return len(self.cards) == 2 and len({card.seat for card in self.cards} - {TABLE}) == 2

    def card_poses(self, top: float) -> dict[int, CardPose]:
        """Return the pose of each spotlit card, side by side below ``top``, on the cards' canvas."""
        owners = [one.seat for one in self.cards]
        group_step = (
            _THROWN_CARD_STEP
            if self.roped_seat is not None
            else _EXCHANGE_STEP
            if self.has_two_cards_of_two_seats
            else _GROUP_STEP
        )
        steps = [_CARD_STEP if one == other else group_step for one, other in pairwise(owners)]
        factor = min(1.0, _MAX_SPREAD / sum(steps)) if steps else 1.0
        x = self.renderer.width / 2 - sum(steps) * factor / 2
        poses = {}
        is_leaning = len(self.cards) == 2
        for number, (one, step) in enumerate(zip(self.cards, [*steps, 0.0], strict=False)):
            angle = _TILT_DEGREES * (2 * number - 1) if is_leaning else 0.0
            if self.roped_seat is not None and one.seat != self.roped_seat:
                angle = -2 * _TILT_DEGREES
            poses[one.token_id] = CardPose(x, top + CARD_WIDTH * 44 / 63, CARD_WIDTH, angle, z=float(number))
            x += step * factor
        return poses

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw_veil(self, target: Surface, opacity_fraction: float) -> None:
        """Draw the spotlight's veil over everything at a fraction of its maximum darkness, 0 … 1."""
        darkness = _MAX_VEIL_OPACITY * _veil_step(opacity_fraction) / _VEIL_STEPS
        # exact on white, a little darker elsewhere: adding the veil's colour would take a second pass over the window
        factors = [round(255 * (1 - darkness) + shade * darkness) for shade in VEIL_COLOUR]
        target.fill(factors, special_flags=pygame.BLEND_RGB_MULT)

    @staticmethod
    def is_veil_darkest(opacity_fraction: float) -> bool:
        """Whether the veil is drawn with its maximum darkness at this fraction, 0 … 1."""
        return _veil_step(opacity_fraction) == _VEIL_STEPS

    def draw_cards(self, target: Surface, progress: float, top: float) -> None:
        """Draw the cards at a progress of their flight into the spotlight, 0 … 1."""
        tokens = {token.id: token for token in self.model.shown.tokens()}
        poses = self.card_poses(top)
        with self._scratch.frame():
            for card in self.cards:
                if card.token_id in tokens:
                    self._draw_card(target, tokens[card.token_id], poses[card.token_id], progress)

    def _draw_card(self, target: Surface, token: Token, spotlit_pose: CardPose, progress: float) -> None:
        director = self.model.director
        start = director.current_pose(token.id)
        if start is None:
            return
        card, _ = director.face_and_width_fraction(token.id, token.card)
        if progress >= 1.0:
            self.renderer.draw_card(
                target,
                card,
                spotlit_pose.x,
                spotlit_pose.y,
                CARD_WIDTH,
                angle=spotlit_pose.angle,
                ring="selected",
                lifted=True,
            )
            return
        width = start.width + (CARD_WIDTH - start.width) * progress
        lift = (
            math.sin(math.pi * progress)
            * timing.ARC_HEIGHT_FACTOR
            * math.dist((start.x, start.y), (spotlit_pose.x, spotlit_pose.y))
        )
        pose = CardPose(
            start.x + (spotlit_pose.x - start.x) * progress,
            start.y + (spotlit_pose.y - start.y) * progress - lift,
            width,
            spotlit_pose.angle,
        )
        draw_moving_card(
            self.renderer,
            target,
            director,
            MovingCard(token, pose, max(start.width, CARD_WIDTH), is_lifted=True),
            self._scratch,
        )

    def prerender_common(self) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender the rings, shadows and card backs of any spotlight."""
        for angle in (0.0, -_TILT_DEGREES, _TILT_DEGREES, -2 * _TILT_DEGREES):
            yield partial(self.renderer.card_ring, CARD_WIDTH, "selected", angle)
            yield partial(self.renderer.card_shadow, CARD_WIDTH, lifted=True, angle=angle)
            yield partial(self.renderer.card, HIDDEN, CARD_WIDTH, angle=angle)

    def prerender_card(self, card: Card, width: float) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender a card of this width, in flight and spotlit."""
        for _ in range(2):  # the source drawing, then the card
            yield partial(self.renderer.prerender_card_step, card, max(width, CARD_WIDTH), 0.0)
        yield partial(self.renderer.card, card, max(width, CARD_WIDTH))
        yield partial(self.renderer.card_with_shadow, card, CARD_WIDTH, lifted=True)
        yield partial(self.renderer.empty_slot, width)

    def prerender_named_card(self, event: Announced) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender the card that an announcement names; a thrown card is tilted."""
        card = event.note.placeholders.get("card", HIDDEN)
        if card != HIDDEN:
            angle = -2 * _TILT_DEGREES if event.note.key in self.model.layout.effects.rope_throw_announcements else 0.0
            for _ in range(2):
                yield partial(self.renderer.prerender_card_step, card, CARD_WIDTH, angle)
            yield partial(self.renderer.card_shadow, CARD_WIDTH, lifted=True, angle=angle)
            yield partial(self.renderer.card, card, CARD_WIDTH, angle=angle)

    def roped_rect(self, top: float) -> FRect | None:
        """Return the rectangle around the spotlit cards in the rope, on their canvas; None without any."""
        rects = [
            rect for card, rect in zip(self.cards, self.card_rects(top), strict=True) if card.seat == self.roped_seat
        ]
        return rects[0].unionall(rects[1:]) if rects else None

    def card_rects(self, top: float) -> list[FRect]:
        """Return the rectangles of the spotlit cards, on their canvas."""
        rects = []
        for pose in self.card_poses(top).values():
            rects.append(FRect(pose.x - pose.width / 2, pose.y - pose.height / 2, pose.width, pose.height))
        return rects


def _veil_step(opacity_fraction: float) -> int:
    """Return the veil's opacity step, 0 … ``_VEIL_STEPS``, for a fraction of its maximum darkness, 0 … 1."""
    return math.ceil(opacity_fraction * _VEIL_STEPS)
