"""The cards of the table: slots, piles, hands, what is dragged, what glows."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from engine.cards import HIDDEN, Card
from engine.moves import TABLE, Move, Pile
from scenes.look.cache import Scratch
from scenes.look.cards import BURNT, covering, drawn_angle
from scenes.look.look import Look, RingKind
from scenes.look.raster import faded
from scenes.look.theme import ON_FELT, rgb
from scenes.look.widgets import Badge
from scenes.table.felt.captions import LABEL
from scenes.table.felt.marks import Marks
from scenes.table.felt.pile_labels import draw_label, pile_labels
from scenes.table.felt.rejected import draw_rejected
from scenes.table.felt.slide import Slide
from scenes.table.stage.choice import Choice
from scenes.table.stage.control import Control
from scenes.table.stage.director import Director
from scenes.table.stage.explained import Explanation
from scenes.table.stage.poses import PilePlace, Pose
from scenes.table.stage.shown import Token
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

TOGETHER = 14.0
"""Cards in the air whose middles are closer than this share a shadow, logical pixels."""
SOFT_SCALE = 1.5
"""Scale from which shadows in the air are so soft that scaling them pixel by pixel doesn't show."""
GLOW = 5.0
"""Height of the glowing edge of a card that burns, logical pixels."""
SCORCHED, GLOWING, EMBER = rgb("#b98a5a"), rgb("#ff9a3a"), rgb("#d85a10")
"""Colours of what is about to burn, of what burns, and of what has just burnt."""
FLYING = 1000.0
"""Height (z) from which a card is on its way or in the player's fingers."""


class TablePicture:
    """Draws the cards as stage and control have them."""

    def __init__(self, stage: Stage, control: Control, slide: Slide) -> None:
        self.stage = stage
        self.control = control
        self.slide = slide
        """The motion in which the table makes room for the drawer."""
        self._choosable: set[int] = set()
        self._selected: set[int] = set()
        self._pulled: int | None = None
        """The top card of a pile that is selected to be taken."""
        self._best: set[int] = set()
        """The best play of the trick so far."""
        self._hinted: set[int] = set()
        """What a hint or a lesson shows: it glows more than what is merely possible, and all other cards recede."""
        self.lit: frozenset[int] = frozenset()
        """Cards that stand elsewhere, in the light of an announcement; their places stay empty."""
        self.marked: Explanation | None = None
        """What the coach explains: the cards and places that it names glow."""
        self._advised_pile: Pile | None = None
        """Where the shown answer goes, or what it takes."""
        self._glowing: set[Card] = set()
        self._covers: dict[Pile, str] = {}
        """The cover of each pile; kept for one frame."""
        self._scratch = Scratch()
        self._aloft: list[tuple[float, float]] = []
        """Where shadows of cards in the air were drawn in this frame."""

    def lay_out(self, look: Look, words: Words, captions: Look, whole: Look) -> None:
        """Draw with other looks and other texts from now on.

        Args:
            look: of the cards.
            words: texts.
            captions: look of the words at piles.
            whole: look of the cards while the drawer is closed. Cards that make room are drawn in it and scaled down,
                so that nothing is drawn anew on the way.
        """
        self.look = look
        self.whole = whole
        self.captions = captions
        self.words = words
        self.marks = Marks(look, self.stage, self.slide)

    def draw(
        self, target: pygame.Surface, *, captions: bool = True, over_rest: Callable[[], None] = lambda: None
    ) -> None:
        """Draw slots and captions, then every card from the lowest up.

        Args:
            target: where it is drawn.
            captions: not while rays shine on the felt, on which nothing can be read then.
            over_rest: draws what lies over cards at rest and under those that fly or are dragged.
        """
        self._covers.clear()
        self._aloft.clear()
        self._advised_pile = self.stage.advised_pile()
        with self._scratch.frame():
            self._draw_all(target, captions, over_rest)

    def _draw_all(self, target: pygame.Surface, captions: bool, over_rest: Callable[[], None]) -> None:
        self._draw_places(target, captions)
        choice = self.stage.choice
        playable = choice.playable() if choice and not choice.slot_kind else None
        drawn = [(pose.z, token.id, token, pose, pile) for pile, token, pose in self._visible()]
        drawn.sort(key=lambda item: item[:2])
        self._choosable = self._places_to_choose()
        lying = self.stage.shown.piles.get(choice.pulled) if choice and choice.pulled else None
        self._pulled = lying[-1].id if lying else None
        self._selected = self.control.selected_keys()
        self._hinted = self.stage.advised()
        self._best = self.stage.best_cards()
        rejected = self.control.rejected
        if rejected is not None:
            draw_rejected(self.look, target, rejected)
        tells = (self.marked and not self.stage.advice) or (rejected is not None and rejected.choice is choice)
        self._glowing = choice.fitting() if choice and tells and not choice.slot_kind else set()
        flying = next((i for i, item in enumerate(drawn) if item[0] >= FLYING), len(drawn))
        self._draw_cards(target, drawn[:flying], choice, playable)
        self.marks.draw(target)
        for group in self.stage.groups():
            if len(group) > 1:
                self._draw_count(target, group)
        over_rest()
        self._draw_cards(target, drawn[flying:], choice, playable)

    def _draw_cards(
        self,
        target: pygame.Surface,
        drawn: Sequence[tuple[float, int, Token, Pose, Pile]],
        choice: Choice | None,
        playable: Collection[Card] | None,
    ) -> None:
        for _, _, token, pose, pile in drawn:
            if token.id in self.lit:
                self.look.blit(target, self.look.slot(pose.width), pose.x, pose.y, "center")
                continue
            own = choice is not None and token.card in choice.piles and pile.owner == self.stage.viewer
            dim = own and playable is not None and token.card not in playable
            dim |= bool(self._hinted) and pile.owner == self.stage.viewer and token.id not in self._hinted
            lies = not self.stage.director.moving(token.id) or self.stage.director.settling(token.id)
            cover = self._cover(pile) if lies and pose.z < FLYING else ""
            if self.stage.director.making_room(token.id):
                self._draw_making_room(target, token, pose, cover, dim)
            elif cover:
                self._draw_covered(target, pose, cover)
            else:
                self._draw_card(target, token, pose, dim)

    def _places_to_choose(self) -> set[int]:
        """Tokens to choose on the table: a closed card to turn, a column to open, an open card to take."""
        choice = self.stage.choice
        if choice is None:
            return set()
        piles = self.stage.shown.piles.items()
        places = {tokens[-1].id for pile, tokens in piles if tokens and isinstance(choice.place(pile), Move)}
        if self.stage.advice is not None and not choice.begun:
            return set()  # only what the hint shows glows
        open_now = {card for card in choice.playable() if choice.piles[card].owner == TABLE}
        places |= self._fitting_tops(choice)
        return places | {token.id for _, tokens in piles for token in tokens if token.card in open_now}

    def _fitting_tops(self, choice: Choice) -> set[int]:
        """Open top cards of the table onto which own cards may be put, or those that are selected."""
        drops, kinds = choice.layout.drops, choice.layout.ringed
        if not kinds:
            return set()
        chosen = set(choice.selected)
        moves = (move for move in choice.legal if move.cards and drops.get(move.verb) in kinds)
        targets = {Pile(drops[move.verb], TABLE, move.to) for move in moves if chosen <= set(move.cards)}
        tops = (tokens[-1] for pile in targets if (tokens := self.stage.shown.piles.get(pile)))
        return {token.id for token in tops if token.card != HIDDEN}

    def _draw_count(self, target: pygame.Surface, group: list[int]) -> None:
        """Draw the number of equal cards in a group of a large hand, beside the index that no other group covers."""
        pose = self.stage.hand.raised(group[-1], self.stage.director.pose(group[-1]) or self.stage.rest(group[-1]))
        badge = Badge(f"×{len(group)}")
        badge.place(self.look, pose.x - pose.width / 2 + 54, pose.y - pose.height / 2 + 17, "center")
        badge.draw(self.look, target)

    def _cover(self, pile: Pile) -> str:
        if pile not in self._covers:
            place = self.stage.place(pile)
            self._covers[pile] = place.spot.cover if place else ""
        return self._covers[pile]

    def _draw_covered(self, target: pygame.Surface, pose: Pose, cover: str) -> None:
        self.look.draw_card(target, covering(cover), pose.x, pose.y, pose.width, angle=pose.angle)

    def _visible(self) -> list[tuple[Pile, Token, Pose]]:
        director, drag = self.stage.director, self.control.drag
        dragged = dict(zip(drag.keys, drag.poses, strict=True)) if drag else {}
        found = []
        for pile, token in self.stage.tokens():
            pose = dragged.get(token.id) or director.pose(token.id)
            if pose is None or (pose.buried and not director.moving(token.id) and token.id not in dragged):
                continue
            if token.id not in dragged:
                pose = self.stage.hand.raised(token.id, pose)
                if self.control.shake and token.id in self.control.shake.keys:
                    pose = pose._replace(x=pose.x + self.control.shake.offset())
            found.append((pile, token, pose))
        return found

    # --- cards ------------------------------------------------------------------------------------------------------

    def _draw_card(self, target: pygame.Surface, token: Token, pose: Pose, dim: bool) -> None:
        look, director = self.look, self.stage.director
        card, share = director.face(token.id, token.card)
        drag = self.control.drag
        held = drag if drag is not None and token.id in drag.keys else None
        lifted = pose.z >= FLYING and (held is None or held.grown >= 0.5)
        ring = self._ring(token)
        rest = director.rest.get(token.id, pose)
        hovered = self.stage.hand.widest(token.id, rest)
        growing = hovered > 0 and abs(hovered - pose.width) > 0.01
        moving = director.moving(token.id) or lifted or held is not None or growing
        if not moving and share == 1.0:
            look.draw_card(target, card, pose.x, pose.y, pose.width, angle=pose.angle, dim=dim, ring=ring)
            return
        widest = max(pose.width, director.widest(token.id), held.widest(token.id) if held else hovered)
        shadow = not lifted or not self._in_stack(pose)
        gliding = Gliding(token, pose, widest, dim=dim, lifted=lifted, shadow=shadow)
        draw_gliding(look, target, director, gliding, self._scratch)
        if ring:
            look.blit(target, look.card_ring(pose.width, ring, pose.angle), pose.x, pose.y, "center")

    def _draw_making_room(self, target: pygame.Surface, token: Token, pose: Pose, cover: str, dim: bool) -> None:
        """Draw a card while the whole table moves: as it lies while the drawer is closed, scaled."""
        look, whole = self.look, self.whole
        by = look.scale / whole.scale
        widest = self.stage.director.widest(token.id)
        wide, part = widest * by, pose.width / widest
        if cover or not drawn_angle(pose.angle):
            card = covering(cover) if cover else token.card
            images = [whole.card_whole(card, wide, dim=dim and not cover)]
        else:
            shadow = whole.card_shadow(wide, angle=pose.angle)
            images = [shadow, whole.card(token.card, wide, angle=pose.angle, dim=dim)]
        ring = None if cover else self._ring(token)
        if ring:
            images.append(whole.card_ring(wide, ring, pose.angle))
        for image in images:
            self._draw_scaled(target, image, part, pose.x, pose.y)

    def _draw_scaled(self, target: pygame.Surface, image: pygame.Surface, part: float, x: float, y: float) -> None:
        """Draw a drawing, as large as this part of it, with its middle at a place."""
        self.look.blit(target, self._scratch.grown(image, part if part < 0.995 else 1.0), x, y, "center")

    def _in_stack(self, pose: Pose) -> bool:
        """Whether a card in the air is close over another one: the shadows of a whole pile would add up to black."""
        if any(abs(pose.x - x) < TOGETHER and abs(pose.y - y) < TOGETHER for x, y in self._aloft):
            return True
        self._aloft.append((pose.x, pose.y))
        return False

    def _ring(self, token: Token) -> RingKind | None:
        choice = self.stage.choice
        if token.id in self._best:
            return "selected"
        if choice is None:
            return None
        if self.control.focused_card() == token.id:
            return "focus"
        if token.id == self._pulled or token.id in self._selected:
            return "selected"
        if token.id in self._hinted:
            return "hint"
        if token.id in self._choosable:
            return "legal"
        return "legal" if token.card in self._glowing else None

    # --- places -----------------------------------------------------------------------------------------------------

    def _draw_labels(self, target: pygame.Surface) -> None:
        """Draw the names and the numbers of piles, but not those that can be pressed."""
        look, captions, stage = self.look, self.captions, self.stage
        pressed, by = stage.looked_through(), look.scale / captions.scale
        for label in pile_labels(stage, captions, look.scale, self.words):
            if label.pile not in pressed:
                dx, dy = stage.drift(label.pile)
                moved = label._replace(box=label.box.move(dx, dy))
                with self.slide.shifted(label.pile, captions, by * label.box.centerx, by * label.box.centery):
                    draw_label(captions, target, moved, look.scale)

    def _draw_places(self, target: pygame.Surface, captions: bool) -> None:
        look, stage, control = self.look, self.stage, self.control
        slug = stage.match.game.slug
        choice = stage.choice
        drag = control.drag
        over = control.target() if drag else None
        if captions:
            self._draw_labels(target)
        for pile, place in stage.places().items():
            lying = stage.shown.piles.get(pile, [])
            if place.spot.slot and not lying:
                self._draw_mark(target, pile, Look.slot, place)
            if place.spot.label and pile.owner == stage.viewer and pile.index == 0 and self._any_own(pile.kind):
                with self.slide.shifted(pile, look, place.x, place.y):
                    self._label(target, f"{slug}.label.{pile.kind}", place)
            if drag and choice and choice.takes(drag.cards, pile):
                self._glow(target, pile, place, "target" if pile != over else "selected")
            elif not drag and choice and pile == self._advised_pile:
                self._glow(target, pile, place, "hint")
            elif not drag and choice and not self.stage.advice and self.marked and pile in self.marked.targets:
                self._glow(target, pile, place, "target")

    def _any_own(self, kind: str) -> bool:
        viewer = self.stage.viewer
        return any(
            lying for pile, lying in self.stage.shown.piles.items() if pile.owner == viewer and pile.kind == kind
        )

    def _label(self, target: pygame.Surface, key: str, place: PilePlace) -> None:
        right = place.x - place.width / 2 - 28
        text = self.captions.paragraph(self.words(key), "label", ON_FELT, LABEL, "right", balance=True)
        self.look.blit(target, text, right, place.y, "midright")

    def _glow(self, target: pygame.Surface, pile: Pile, place: PilePlace, kind: RingKind) -> None:
        ring = partial(Look.card_ring, kind=kind)
        self._draw_mark(target, pile, ring, place._replace(y=place.y + place.down))

    def _draw_mark(
        self, target: pygame.Surface, pile: Pile, make: Callable[[Look, float], pygame.Surface], place: PilePlace
    ) -> None:
        """Draw the mark of a place as wide as a card; while the whole table moves, as large as it is then."""
        look, whole = self.look, self.whole
        if not self.slide.moving:
            look.blit(target, make(look, place.width), place.x, place.y, "center")
            return
        with self.slide.shifted(pile, look, place.x, place.y):
            part = self.slide.scale(pile, look.scale) / whole.scale
            self._draw_scaled(target, make(whole, place.width), part, place.x, place.y)


class Gliding(NamedTuple):
    """How a card that moves is drawn."""

    token: Token
    pose: Pose
    widest: float
    """Its greatest width on its way, logical pixels. It is drawn once at this width and scaled down."""
    dim: bool = False
    lifted: bool = False
    shadow: bool = True
    """Not for a card in a stack."""


def draw_gliding(look: Look, target: pygame.Surface, director: Director, gliding: Gliding, scratch: Scratch) -> None:
    """Draw a card that moves, perhaps being turned over or fading."""
    token, pose, widest, dim, lifted, shadow = gliding
    card, share = director.face(token.id, token.card)
    part, seen, charred = pose.width / widest, director.opacity(token.id), director.charred(token.id)
    images = [look.card_shadow(widest, lifted=lifted, angle=pose.angle)] if shadow else []
    images.append(look.card(card, widest, angle=pose.angle, dim=dim))
    if charred:
        burnt = look.card(BURNT, widest, angle=pose.angle)
        images[-1] = burnt if charred >= 1.0 else _charred(images[-1], burnt, charred, look.scale, scratch)
    for image in images:
        drawn = image
        if part < 0.995 or share < 1.0:
            size = (max(1, round(image.get_width() * part * share)), max(1, round(image.get_height() * part)))
            soft = lifted and image is not images[-1] and look.scale >= SOFT_SCALE
            drawn = scratch.scaled(image, size, soft=soft)
        look.blit(target, faded(drawn, seen), pose.x, pose.y, "center")


def _charred(
    face: pygame.Surface, burnt: pygame.Surface, part: float, scale: float, scratch: Scratch
) -> pygame.Surface:
    """A card of which this part is burnt, from the lower edge up, with a glowing edge."""
    wide, high = face.get_size()
    drawn = scratch.scaled(face, (wide, high), soft=True)
    edge, glow = round(high * (1 - part)), max(2, round(GLOW * scale))
    drawn.fill(SCORCHED, (0, edge - 2 * glow, wide, 2 * glow), pygame.BLEND_RGB_MULT)
    drawn.blit(burnt, (0, edge), (0, edge, wide, high - edge))
    drawn.fill(GLOWING, (0, edge - glow // 2, wide, glow), pygame.BLEND_RGB_MULT)
    drawn.fill(EMBER, (0, edge, wide, glow), pygame.BLEND_RGB_ADD)
    return drawn
