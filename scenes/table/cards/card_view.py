"""Draws the cards: slots, piles, hands, dragged cards, rings and glows."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from engine.cards import HIDDEN, Card
from engine.moves import TABLE, Pile
from scenes.render.cards import BURNT, card_for_pile_cover, quantised_angle
from scenes.render.raster import with_opacity
from scenes.render.renderer import Renderer, RingKind
from scenes.render.space import Point
from scenes.render.surface_cache import ScaledSurfacePool
from scenes.render.theme import TEXT_ON_FELT, rgb
from scenes.table.cards.captions import MAX_LABEL_WIDTH
from scenes.table.cards.pile_labels import captions_frame, draw_pile_label, pile_labels
from scenes.table.cards.pile_marks import PileMarks
from scenes.table.model.choice import Choice
from scenes.table.model.director import Director
from scenes.table.model.explanation import Explanation
from scenes.table.model.hand_controller import HandController
from scenes.table.model.positions import CardPose, PileGeometry
from scenes.table.model.shown_piles import Token
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words
from scenes.ui.shared_slide import SharedSlide
from scenes.ui.widgets import Badge

SHARED_SHADOW_DISTANCE = 14.0
"""Maximum distance of the centres of flying cards that share a shadow, logical pixels."""
MIN_SOFT_SHADOW_SCALE = 1.5
"""Renderer scale from which shadows of flying cards are soft enough for nearest-neighbour scaling."""
BURN_GLOW_HEIGHT = 5.0
"""Height of the glowing edge of a burning card, logical pixels."""
SCORCHED_COLOUR, GLOWING_COLOUR, BURNT_COLOUR = rgb("#b98a5a"), rgb("#ff9a3a"), rgb("#d85a10")
"""Colours of the strips around the fire's edge: about to burn, burning, just burnt."""
FLYING_Z = 1000.0
"""z from which a card is flying or dragged."""


class TableCardsView:
    """Draws the table's cards in the state of the table model and the hand controller."""

    def __init__(self, model: TableModel, hand_controller: HandController, slide: SharedSlide) -> None:
        self.model = model
        self.hand_controller = hand_controller
        self.slide = slide
        """Slide of the table when the drawer opens or closes."""
        self._choosable_ids: set[int] = set()
        self._selected_ids: set[int] = set()
        self._selected_pile_top_id: int | None = None
        """Top card of a pile that is selected to be taken; None without one."""
        self._leading_ids: set[int] = set()
        """Cards of the best play of the trick so far."""
        self._hinted_ids: set[int] = set()
        """Cards of a hint or a lesson: they have a stronger glow, and all other own cards are dimmed."""
        self.spotlit_token_ids: frozenset[int] = frozenset()
        """Cards shown elsewhere in an announcement's spotlight; their positions stay empty."""
        self.explanation: Explanation | None = None
        """The coach's explanation, whose cards and piles glow; None without one."""
        self._advised_pile: Pile | None = None
        """Pile on which the advised move's cards go, or which it takes; None without one."""
        self._drop_target: Pile | None = None
        """Pile on which the dragged cards would be dropped, computed once for a frame; None for none."""
        self._glowing_cards: set[Card] = set()
        self._covers_by_pile: dict[Pile, str] = {}
        """Cover of each pile, cached for one frame."""
        self._scratch = ScaledSurfacePool()
        self._shadow_positions: list[tuple[float, float]] = []
        """Positions of shadows of flying cards drawn in this frame."""

    def set_renderers(
        self, renderer: Renderer, words: Words, caption_renderer: Renderer, closed_drawer_renderer: Renderer
    ) -> None:
        """Set the renderers of cards and captions, and the text catalogue.

        Args:
            renderer: renderer of the cards.
            words: texts.
            caption_renderer: renderer of the texts at piles.
            closed_drawer_renderer: renderer of the cards while the drawer is closed. Sliding cards are scaled down
                from its drawings, so that no new ones are needed.
        """
        self.renderer = renderer
        self.closed_drawer_renderer = closed_drawer_renderer
        self.caption_renderer = caption_renderer
        self.words = words
        self.pile_marks = PileMarks(renderer, self.model, self.slide)

    def draw(
        self,
        target: pygame.Surface,
        *,
        with_captions: bool = True,
        draw_over_resting: Callable[[], None] = lambda: None,
    ) -> None:
        """Draw empty slots and captions of piles, then every card from the lowest up.

        Args:
            target: surface to draw on.
            with_captions: whether to draw captions; they are unreadable while rays cover the felt.
            draw_over_resting: draws the layer between resting cards and flying or dragged ones.
        """
        self._covers_by_pile.clear()
        self._shadow_positions.clear()
        self._advised_pile, self._drop_target = self.model.advised_pile(), self.hand_controller.drop_target()
        with self._scratch.frame():
            self._draw_all(target, with_captions, draw_over_resting)

    def _draw_all(self, target: pygame.Surface, with_captions: bool, draw_over_resting: Callable[[], None]) -> None:
        self._draw_pile_backgrounds(target, with_captions)
        choice = self.model.choice
        playable = choice.cards_of_legal_moves() if choice and not choice.slot_kind else None
        drawn = [(pose.z, token.id, token, pose, pile) for pile, token, pose in self._visible_cards()]
        drawn.sort(key=lambda item: item[:2])
        self._choosable_ids = self._choosable_table_token_ids()
        lying = self.model.shown.piles.get(choice.selected_pile) if choice and choice.selected_pile else None
        self._selected_pile_top_id = lying[-1].id if lying else None
        self._selected_ids = self.hand_controller.selected_token_ids()
        self._hinted_ids = self.model.advised_token_ids()
        self._leading_ids = self.model.leading_token_ids()
        is_refused = choice is not None and self.hand_controller.refused_choice is choice
        glows = (self.explanation and not self.model.advised_move) or is_refused
        self._glowing_cards = choice.addable_cards() if choice and glows and not choice.slot_kind else set()
        flying = next((i for i, item in enumerate(drawn) if item[0] >= FLYING_Z), len(drawn))
        self._draw_cards(target, drawn[:flying], choice, playable)
        self.pile_marks.draw(target)
        for group in self.model.hand_groups():
            if len(group) > 1:
                self._draw_count(target, group)
        draw_over_resting()
        self._draw_cards(target, drawn[flying:], choice, playable)

    def _draw_cards(
        self,
        target: pygame.Surface,
        drawn: Sequence[tuple[float, int, Token, CardPose, Pile]],
        choice: Choice | None,
        playable: Collection[Card] | None,
    ) -> None:
        played_seat = self.hand_controller.played_seat
        for _, _, token, pose, pile in drawn:
            if token.id in self.spotlit_token_ids:
                self.renderer.blit(target, self.renderer.empty_slot(pose.width), pose.x, pose.y, "center")
                continue
            own = choice is not None and token.card in choice.piles_by_card and pile.owner == played_seat
            dim = own and playable is not None and token.card not in playable
            dim |= bool(self._hinted_ids) and pile.owner == played_seat and token.id not in self._hinted_ids
            is_resting = not self.model.director.is_moving(token.id) or self.model.director.is_making_room(token.id)
            cover = self._cover(pile) if is_resting and pose.z < FLYING_Z else ""
            if self.model.director.is_sliding_with_table(token.id):
                self._draw_sliding(target, token, pose, cover, dim)
            elif cover:
                self._draw_covered(target, pose, cover)
            else:
                self._draw_card(target, token, pose, dim)

    def _choosable_table_token_ids(self) -> set[int]:
        """Return the token ids of the table cards that the player can choose, take or put cards on now."""
        choice = self.model.choice
        if choice is None:
            return set()
        piles = self.model.shown.piles.items()
        named = choice.named_piles if not choice.cards_of_legal_moves() else ()
        places = {tokens[-1].id for pile, tokens in piles if tokens and pile in named}
        if self.model.advised_move is not None and choice.follows_hint:
            return set()  # only the hint glows
        open_now = {card for card in choice.cards_of_legal_moves() if choice.piles_by_card[card].owner == TABLE}
        places |= self._drop_target_token_ids(choice)
        return places | {token.id for _, tokens in piles for token in tokens if token.card in open_now}

    def _drop_target_token_ids(self, choice: Choice) -> set[int]:
        """Return the token ids of open top cards of table piles on which a legal move can put the selected cards."""
        drops, kinds = choice.controls.drop_kinds_by_verb, choice.controls.ringed_drop_kinds
        if not kinds:
            return set()
        chosen = set(choice.selected_cards)
        moves = (move for move in choice.legal_moves if move.cards and drops.get(move.verb) in kinds)
        targets = {Pile(drops[move.verb], TABLE, move.to) for move in moves if chosen <= set(move.cards)}
        tops = (tokens[-1] for pile in targets if (tokens := self.model.shown.piles.get(pile)))
        return {token.id for token in tops if token.card != HIDDEN}

    def _draw_count(self, target: pygame.Surface, group: list[int]) -> None:
        """Draw the number of equal cards in a group of the hand, beside its one uncovered corner index."""
        pose = self.model.hand.raised_and_hovered_pose(
            group[-1], self.model.director.current_pose(group[-1]) or self.model.rest_pose(group[-1])
        )
        badge = Badge(f"×{len(group)}")
        badge.place_at(self.renderer, pose.x - pose.width / 2 + 54, pose.y - pose.height / 2 + 17, "center")
        badge.draw(self.renderer, target)

    def _cover(self, pile: Pile) -> str:
        if pile not in self._covers_by_pile:
            geometry = self.model.pile_geometry(pile)
            self._covers_by_pile[pile] = geometry.spot.cover if geometry else ""
        return self._covers_by_pile[pile]

    def _draw_covered(self, target: pygame.Surface, pose: CardPose, cover: str) -> None:
        self.renderer.draw_card(target, card_for_pile_cover(cover), pose.x, pose.y, pose.width, angle=pose.angle)

    def _visible_cards(self) -> list[tuple[Pile, Token, CardPose]]:
        director, drag = self.model.director, self.hand_controller.drag
        dragged = dict(zip(drag.token_ids, drag.poses, strict=True)) if drag else {}
        visible = []
        for pile, token in self.model.tokens():
            pose = dragged.get(token.id) or director.current_pose(token.id)
            if pose is None or (pose.is_buried and not director.is_moving(token.id) and token.id not in dragged):
                continue
            if token.id not in dragged:
                pose = self.model.hand.raised_and_hovered_pose(token.id, pose)
                if self.hand_controller.shake and token.id in self.hand_controller.shake.token_ids:
                    pose = pose._replace(x=pose.x + self.hand_controller.shake.offset())
            visible.append((pile, token, pose))
        return visible

    # --- cards ------------------------------------------------------------------------------------------------------

    def _draw_card(self, target: pygame.Surface, token: Token, pose: CardPose, is_dim: bool) -> None:
        renderer, director = self.renderer, self.model.director
        card, share = director.face_and_width_fraction(token.id, token.card)
        drag = self.hand_controller.drag
        card_drag = drag if drag is not None and token.id in drag.token_ids else None
        is_lifted = pose.z >= FLYING_Z and (card_drag is None or card_drag.pick_up_progress >= 0.5)
        ring = self._ring(token)
        rest = director.rest_poses.get(token.id, pose)
        hovered = self.model.hand.hover_width(token.id, rest)
        is_growing = hovered > 0 and abs(hovered - pose.width) > 0.01
        is_moving = director.is_moving(token.id) or is_lifted or card_drag is not None or is_growing
        if not is_moving and share == 1.0:
            renderer.draw_card(target, card, pose.x, pose.y, pose.width, angle=pose.angle, dim=is_dim, ring=ring)
            return
        widest = max(pose.width, director.max_width(token.id), card_drag.max_width(token.id) if card_drag else hovered)
        has_shadow = not is_lifted or not self._shares_or_adds_shadow(pose)
        moving_card = MovingCard(token, pose, widest, is_dim=is_dim, is_lifted=is_lifted, has_shadow=has_shadow)
        draw_moving_card(renderer, target, director, moving_card, self._scratch)
        if ring:
            renderer.blit(target, renderer.card_ring(pose.width, ring, pose.angle), pose.x, pose.y, "center")

    def _draw_sliding(self, target: pygame.Surface, token: Token, pose: CardPose, cover: str, is_dim: bool) -> None:
        """Draw a card while the whole table slides aside for the side drawer, scaled from its drawing at the closed
        drawer."""
        renderer, closed_renderer = self.renderer, self.closed_drawer_renderer
        widest = self.model.director.max_width(token.id)
        width, factor = renderer.frame_in(closed_renderer).to_outer_length(widest), pose.width / widest
        if cover or not quantised_angle(pose.angle):
            card = card_for_pile_cover(cover) if cover else token.card
            images = [closed_renderer.card_with_shadow(card, width, dim=is_dim and not cover)]
        else:
            shadow = closed_renderer.card_shadow(width, angle=pose.angle)
            images = [shadow, closed_renderer.card(token.card, width, angle=pose.angle, dim=is_dim)]
        ring = None if cover else self._ring(token)
        if ring:
            images.append(closed_renderer.card_ring(width, ring, pose.angle))
        for image in images:
            self._draw_scaled(target, image, factor, pose.x, pose.y)

    def _draw_scaled(
        self, target: pygame.Surface, image: pygame.Surface, factor: float, centre_x: float, centre_y: float
    ) -> None:
        """Draw a scaled copy of an image, centred at a position."""
        self.renderer.blit(
            target, self._scratch.scale_by(image, factor if factor < 0.995 else 1.0), centre_x, centre_y, "center"
        )

    def _shares_or_adds_shadow(self, pose: CardPose) -> bool:
        """Whether a flying card shares the shadow of a close one; if not, note that it draws its own.

        The shadows of a whole pile would add up to black.
        """
        if any(
            abs(pose.x - x) < SHARED_SHADOW_DISTANCE and abs(pose.y - y) < SHARED_SHADOW_DISTANCE
            for x, y in self._shadow_positions
        ):
            return True
        self._shadow_positions.append((pose.x, pose.y))
        return False

    def _ring(self, token: Token) -> RingKind | None:
        choice = self.model.choice
        if token.id in self._leading_ids:
            return "selected"
        if choice is None:
            return None
        if self.hand_controller.focused_token_id() == token.id:
            return "focus"
        if token.id == self._selected_pile_top_id or token.id in self._selected_ids:
            return "selected"
        if token.id in self._hinted_ids:
            return "hint"
        if token.id in self._choosable_ids:
            return "legal"
        return "legal" if token.card in self._glowing_cards else None

    # --- piles ------------------------------------------------------------------------------------------------------

    def _draw_labels(self, target: pygame.Surface) -> None:
        """Draw names and numbers of piles, except those of browsable piles, which are buttons."""
        renderer, caption_renderer, model = self.renderer, self.caption_renderer, self.model
        browsable, frame = model.browsable_piles(), captions_frame(caption_renderer, renderer)
        for label in pile_labels(model, caption_renderer, renderer, self.words):
            if label.pile not in browsable:
                moved = label._replace(rect=label.rect.move(model.settling_offset(label.pile)))
                key, centre = (label.is_pile_number, label.pile), frame.to_local(Point(*moved.rect.center))
                with self.slide.shift(key, caption_renderer, *centre):
                    draw_pile_label(caption_renderer, target, moved, renderer)

    def _draw_pile_backgrounds(self, target: pygame.Surface, with_captions: bool) -> None:
        renderer, model = self.renderer, self.model
        slug = model.match.game.slug
        if with_captions:
            self._draw_labels(target)
        for pile, geometry in model.pile_geometries().items():
            lying = model.shown.piles.get(pile, [])
            with self.slide.shift(pile, renderer, geometry.x, geometry.y) as scale:
                if geometry.spot.has_slot_outline and not lying:
                    self._draw_mark(target, Renderer.empty_slot, geometry, scale)
                if (
                    geometry.spot.has_label_left_of_own
                    and pile.owner == model.viewer
                    and pile.index == 0
                    and self._has_own_cards(pile.kind)
                ):
                    self._draw_own_pile_label(target, f"{slug}.label.{pile.kind}", geometry)
            end = geometry._replace(y=geometry.y + geometry.column_length)
            with self.slide.shift(("end", pile), renderer, end.x, end.y) as scale:
                glow = self._glow(pile)
                if glow is not None:
                    self._draw_mark(target, partial(Renderer.card_ring, kind=glow), end, scale)

    def _has_own_cards(self, kind: str) -> bool:
        viewer = self.model.viewer
        return any(
            lying for pile, lying in self.model.shown.piles.items() if pile.owner == viewer and pile.kind == kind
        )

    def _draw_own_pile_label(self, target: pygame.Surface, text_key: str, geometry: PileGeometry) -> None:
        right = geometry.x - geometry.card_width / 2 - 28
        text = self.caption_renderer.paragraph(
            self.words(text_key), "label", TEXT_ON_FELT, MAX_LABEL_WIDTH, "right", balance=True
        )
        self.renderer.blit(target, text, right, geometry.y, "midright")

    def _glow(self, pile: Pile) -> RingKind | None:
        """Return the kind of glow around a pile's last card; None for no glow."""
        choice, drag, explanation = self.model.choice, self.hand_controller.drag, self.explanation
        if choice is None:
            return None
        if drag:
            if pile == self.model.hand.pile and len(self.model.shown.piles.get(pile, ())) > 1:
                return None  # the ring is as large as one card
            ring: RingKind = "selected" if pile == self._drop_target else "target"
            return ring if self.hand_controller.can_drop_on(pile) else None
        if pile == self._advised_pile:
            return "hint"
        is_explained = explanation is not None and not self.model.advised_move and pile in explanation.target_piles
        return "target" if is_explained else None

    def _draw_mark(
        self,
        target: pygame.Surface,
        make: Callable[[Renderer, float], pygame.Surface],
        geometry: PileGeometry,
        scale: float,
    ) -> None:
        """Draw an outline or a glow as wide as a pile's card, scaled while the table slides aside for the side
        drawer."""
        renderer, closed_renderer, width = self.renderer, self.closed_drawer_renderer, geometry.card_width
        if self.slide.is_moving:
            self._draw_scaled(
                target, make(closed_renderer, width), scale / closed_renderer.scale, geometry.x, geometry.y
            )
        else:
            renderer.blit(target, make(renderer, width), geometry.x, geometry.y, "center")


class MovingCard(NamedTuple):
    """A card in motion and the options for drawing it."""

    token: Token
    pose: CardPose
    max_width: float
    """Maximum width during its motion, logical pixels. The card is drawn once at this width and scaled down."""
    is_dim: bool = False
    is_lifted: bool = False
    has_shadow: bool = True
    """Whether it has its own shadow; false within a stack."""


def draw_moving_card(
    renderer: Renderer, target: pygame.Surface, director: Director, moving: MovingCard, scratch: ScaledSurfacePool
) -> None:
    """Draw a moving card, which may be flipping, fading or burning."""
    token, pose, widest, dim, lifted, shadow = moving
    card, share = director.face_and_width_fraction(token.id, token.card)
    factor, opacity, burnt_share = pose.width / widest, director.opacity(token.id), director.burnt_fraction(token.id)
    images = [renderer.card_shadow(widest, lifted=lifted, angle=pose.angle)] if shadow else []
    images.append(renderer.card(card, widest, angle=pose.angle, dim=dim))
    if burnt_share:
        burnt_card = renderer.card(BURNT, widest, angle=pose.angle)
        images[-1] = (
            burnt_card
            if burnt_share >= 1.0
            else _charred_card(images[-1], burnt_card, burnt_share, renderer.scale, scratch)
        )
    for image in images:
        scaled = image
        if factor < 0.995 or share < 1.0:
            size = (max(1, round(image.get_width() * factor * share)), max(1, round(image.get_height() * factor)))
            soft = lifted and image is not images[-1] and renderer.scale >= MIN_SOFT_SHADOW_SCALE
            scaled = scratch.scale(image, size, fast=soft)
        renderer.blit(target, with_opacity(scaled, opacity), pose.x, pose.y, "center")


def _charred_card(
    face: pygame.Surface, burnt: pygame.Surface, burnt_fraction: float, scale: float, scratch: ScaledSurfacePool
) -> pygame.Surface:
    """Return the drawing of a card burnt by a fraction, 0 … 1, from the lower edge up, with a glowing edge."""
    wide, high = face.get_size()
    drawn = scratch.scale(face, (wide, high), fast=True)
    edge, glow = round(high * (1 - burnt_fraction)), max(2, round(BURN_GLOW_HEIGHT * scale))
    drawn.fill(SCORCHED_COLOUR, (0, edge - 2 * glow, wide, 2 * glow), pygame.BLEND_RGB_MULT)
    drawn.blit(burnt, (0, edge), (0, edge, wide, high - edge))
    drawn.fill(GLOWING_COLOUR, (0, edge - glow // 2, wide, glow), pygame.BLEND_RGB_MULT)
    drawn.fill(BURNT_COLOUR, (0, edge, wide, glow), pygame.BLEND_RGB_ADD)
    return drawn
