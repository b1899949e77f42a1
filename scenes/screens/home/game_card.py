"""Large card of a game on the home screen."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render import box_styles, raster, timing
from scenes.render.boxes import Box, margin_px
from scenes.render.emblems import Emblem
from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_CAPTION, rgb
from scenes.screens.home.new_match_button import NewMatchButton
from scenes.screens.home.ribbon import Ribbon
from scenes.ui.boxes import LayoutBox
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widget import OnClick, PointerPos
from scenes.ui.widgets import Clickable

BASE_WIDTH, BASE_HEIGHT = 216.0, 378.0
"""Size of a card in a window of the usual size, logical pixels."""
LIFT_DISTANCE = 20.0
_MAX_SCALE = 1.25
"""Maximum enlargement of a card."""
MIN_TAGLINE_WIDTH = 164.0
"""Minimum width of a card with a tagline, logical pixels."""
_RAISE_STEPS = 3
"""Number of animation steps from rest to fully raised."""
MAX_LEAN_DEGREES, _LEAN_STEP_DEGREES = 3.0, 0.5
"""Maximum lean of a raised card towards the pointer, and the step between two cached pictures, degrees."""
_MAX_CACHED_PICTURES = 8
"""Maximum number of cached pictures of a raised card: one takes 5 MB at 3840x2160."""
_TAGLINE_COLOUR = rgb("#3b332a")
_DEAL_START_DISTANCE, _DEAL_ARC_FRACTION = 40.0, 0.16
"""Distance below the window at which the deal animation starts, and the height of its arc in card heights."""
_TILT_STEP_DEGREES = 0.8
"""Tilt of each card relative to its neighbour towards the centre, degrees."""
_ARC_DROP_BESIDE_CENTRE = 3.0
"""Vertical offset of the cards next to the centre, logical pixels; grows with the square of the distance."""
_MAX_CARD_STEP = 290.0
"""Maximum distance between neighbouring cards of the usual width, logical pixels."""
_PAD = 10.0
_MAX_OVERHANG = 12.0
"""Maximum overhang of ribbon and button over the card's edges, logical pixels."""
_MAX_TWO_LINE_HEIGHT = 50.0
"""Height from which a tagline has more than two lines, logical pixels."""


def _largest_size(max_width: float, max_height: float) -> tuple[float, float]:
    """Return width and height of the largest game card for an area, logical pixels.

    Narrow cards are relatively lower than wide ones, as they contain less.
    """
    width = min(
        max_width,
        BASE_WIDTH * _MAX_SCALE,
        max_height * BASE_WIDTH / BASE_HEIGHT if max_height >= BASE_HEIGHT else max_height / 1.55,
    )
    if width >= BASE_WIDTH:
        return width, width * BASE_HEIGHT / BASE_WIDTH
    slim = 1.75 if width >= MIN_TAGLINE_WIDTH else 1.62
    return width, min(max_height, width * slim + (BASE_WIDTH - width) * 0.3)


class GameCard(Clickable):
    """Card with picture, name and tagline of a game; tilted at rest, raised while hovered or focused.

    A raised card leans towards the pointer, and its emblem is animated once. With ``reduced_motion`` it cross-fades
    between its two pictures instead. A narrow card has no tagline; the screen shows that while the card is raised.
    """

    persistent = (*Clickable.persistent, "raised_fraction", "lean_degrees", "emblem_ms", "_target_lean_degrees")

    def __init__(
        self,
        slug: str,
        texts: tuple[str, str, str],
        on_click: OnClick,
        *,
        reduced_motion: bool = False,
        player_portraits: Sequence[str] = (),
        ribbon: Ribbon | None = None,
        get_deal_animation_progress: Callable[[], float | None] = lambda: None,
    ) -> None:
        """``texts`` are title, tagline and number of players.

        ``player_portraits`` are those in the match in progress, shown instead of the number of players.
        ``ribbon`` says that a click continues a match; None without one.
        ``get_deal_animation_progress`` returns ``deal_animation_progress``.
        """
        super().__init__(on_click)
        self.focus_radius = 16.0
        self.focus_gap = box_styles.FOCUS_GAP + sum(stroke.width for stroke in box_styles.GAME_TILE_FOCUS.outlines)
        self.slug = slug
        self.reduced_motion = reduced_motion
        self.title, self.tagline, self.players = texts
        self.player_portraits = tuple(player_portraits)
        players = f". {self.players}" if self.players and not player_portraits else ""
        title = self.title if ribbon is None else ribbon.accessible_text
        self.accessible_name = f"{title}. {self.tagline.rstrip('.')}{players}"
        self.get_deal_animation_progress = get_deal_animation_progress
        self.tilt_degrees = 0.0
        """Angle at rest, degrees clockwise; set by ``GameCards``."""
        self.raised_fraction = 0.0
        """Progress of raising, 0 at rest, 1 fully raised."""
        self.ribbon = ribbon
        self.new_match_button: NewMatchButton | None = None
        """Button that begins another match beside the one in progress, set by ``GameCards``; None without one."""
        self.lean_degrees = 0.0
        """Current lean, degrees clockwise."""
        self.emblem_ms: float | None = 0.0
        """Milliseconds of the emblem's animation since the card was raised; None after its end."""
        self._target_lean_degrees = 0.0
        """Lean for the pointer's position, degrees clockwise."""
        self._pictures: dict[tuple[int, float, bool], Surface] = {}
        """Cached pictures by raise step, angle and whether the new-match button is highlighted."""
        self._upright: tuple[tuple[int, bool], Surface] | None = None
        """Last unrotated picture of the raised card, by raise step and whether the new-match button is highlighted."""
        self._emblem: Emblem | None = None
        """Animated emblem, while the card is raised."""
        self._pose: tuple[int, Surface] | None = None
        """Current frame of the emblem's animation, and its picture."""

    @property
    def deal_animation_progress(self) -> float | None:
        """Progress of the deal animation, 0 … 1; negative before its start, None after its end."""
        return self.get_deal_animation_progress()

    def prerender(self, renderer: Renderer) -> bool:
        """Prerender a game's card at rest; return False if it was cached."""
        return (0, self.tilt_degrees, self._is_button_highlighted) not in self._pictures and bool(
            self._picture(renderer, 0, self.tilt_degrees)
        )

    def prerender_emblem(self, renderer: Renderer) -> bool:
        """Prerender the static part of a game card's animated emblem; return False if that isn't needed."""
        return self.is_raised and self._is_emblem_unfinished and self._moving_emblem(renderer).draw_still_layers_once()

    def prerender_glow(self, renderer: Renderer) -> None:
        """Prerender the shadow and glow of a raised game card."""
        for box in (box_styles.GAME_TILE_SHADOW, box_styles.GAME_TILE_GLOW):
            renderer.box_surface(box, *self.rect.size)

    def free_pictures(self) -> None:
        """Free a game card's cached pictures now: 7 MB at 3840x2160 that garbage collection might free late."""
        self._pictures.clear()
        self._upright = self._emblem = self._pose = None

    @property
    def shows_tagline(self) -> bool:
        return self.rect.width >= MIN_TAGLINE_WIDTH

    @property
    def is_raised(self) -> bool:
        return self.hovered or self.focused or self._is_button_highlighted

    @property
    def _is_button_highlighted(self) -> bool:
        return self.new_match_button is not None and self.new_match_button.is_highlighted

    @property
    def is_moving_in_place(self) -> bool:
        """Whether any animation of the game's card is running after the deal animation."""
        return self.deal_animation_progress is None and (
            self._is_changing_height or self.lean_degrees != self._wanted_lean_degrees or self._is_emblem_moving
        )

    @property
    def _is_changing_height(self) -> bool:
        return self.raised_fraction != float(self.is_raised)

    @property
    def _wanted_lean_degrees(self) -> float:
        return self._target_lean_degrees if self.hovered or self._is_button_highlighted else 0.0

    @property
    def _is_emblem_unfinished(self) -> bool:
        """Whether the animation of the game card's emblem is pending or running."""
        return self.emblem_ms is not None and not self.reduced_motion

    @property
    def _is_emblem_moving(self) -> bool:
        return self._is_emblem_unfinished and (self.raised_fraction == 1 or bool(self.emblem_ms))

    def handle(self, event: Event, pos: PointerPos) -> bool:
        if event.type == pygame.MOUSEMOTION and pos is not None and not self.reduced_motion:
            part = (pos[0] - self.rect.centerx) / max(1.0, self.rect.width / 2)
            self._target_lean_degrees = (
                round(MAX_LEAN_DEGREES * max(-1.0, min(1.0, part)) / _LEAN_STEP_DEGREES) * _LEAN_STEP_DEGREES
            )
        return super().handle(event, pos)

    def skip_emblem_motion(self) -> None:
        """End the animation of a raised game card's emblem at once."""
        if self.is_raised:
            self.emblem_ms = None

    def update(self, elapsed_ms: float) -> bool:
        """Advance the animations of a game's card by ``elapsed_ms`` milliseconds; return whether the picture changed.

        0 ends all animations at once.
        """
        if not self.is_moving_in_place:
            return False
        before = self._picture_state
        step = (
            elapsed_ms / (timing.REDUCED_MOTION_MS if self.reduced_motion else timing.GAME_TILE_LIFT_MS)
            if elapsed_ms > 0
            else 1.0
        )
        self.raised_fraction = (
            min(1.0, self.raised_fraction + step) if self.is_raised else max(0.0, self.raised_fraction - step)
        )
        left = (self._wanted_lean_degrees - self.lean_degrees) * (
            math.exp(-elapsed_ms / timing.LEAN_TIME_CONSTANT_MS) if elapsed_ms > 0 else 0.0
        )
        self.lean_degrees = self._wanted_lean_degrees - (left if abs(left) >= _LEAN_STEP_DEGREES / 4 else 0.0)
        if self._is_emblem_moving and self.emblem_ms is not None:
            self.emblem_ms = (
                self.emblem_ms + elapsed_ms
                if elapsed_ms > 0 and self.emblem_ms + elapsed_ms < timing.EMBLEM_MOTION_MS
                else None
            )
        if not self.raised_fraction and not self.emblem_ms:
            self.emblem_ms = 0.0
            self._upright = self._emblem = self._pose = None
            # raised pictures are large and quick to redraw
            self._pictures = {key: drawn for key, drawn in self._pictures.items() if not key[0]}
        return self._picture_state != before

    @property
    def _picture_state(self) -> tuple[object, ...]:
        """State that determines the game card's current picture: raise fraction, angle, and the emblem's frame."""
        return self.raised_fraction, self._angle_degrees, self.emblem_ms is None, self._emblem_pose_number

    @property
    def _emblem_pose_number(self) -> int:
        """Number of the current frame of the game card's emblem, from 1; 0 at rest."""
        return math.ceil(self.emblem_ms / timing.EMBLEM_POSE_MS) if self._is_emblem_unfinished and self.emblem_ms else 0

    @property
    def _angle_degrees(self) -> float:
        """Current rotation of the game's card, degrees clockwise. A raised card is nearly upright."""
        up = timing.ease_out(self.raised_fraction)
        angle = self.tilt_degrees * (1 - up) + self.lean_degrees * up
        return (
            round(angle / _LEAN_STEP_DEGREES) * _LEAN_STEP_DEGREES
            if self.raised_fraction and not self.reduced_motion
            else angle
        )

    def is_hit(self, pos: PointerPos) -> bool:
        """Whether a position is on the game's card at rest or up to 16 logical pixels above, which a raised card
        covers.
        """
        x, y, wide, high = self.rect
        return pos is not None and bool(FRect(x, y - 16, wide, high + 16).collidepoint(pos))

    @property
    def lift_distance(self) -> float:
        """Height of the game's card above its resting position, logical pixels; lower while pressed."""
        raised = float(self.raised_fraction > 0) if self.reduced_motion else timing.ease_out(self.raised_fraction)
        lift = LIFT_DISTANCE * min(1.0, self.rect.height / BASE_HEIGHT) * raised
        return lift * 0.7 if self.pressed and self.hovered else lift

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.deal_animation_progress is None:  # while dealt, the screen draws it above all others
            self._draw_not_flying(renderer, target)

    def draw_flying(self, renderer: Renderer, target: Surface) -> None:
        """Draw a game's card during the deal animation, which starts below the window."""
        progress = self.deal_animation_progress
        if progress is None or progress <= 0:
            return
        left = 1 - timing.ease_out(min(1.0, progress))
        x, y = self.rect.center
        down = renderer.height + self.rect.height / 2 + _DEAL_START_DISTANCE - y
        arc = _DEAL_ARC_FRACTION * self.rect.height * left * (1 - left)
        renderer.blit(
            target,
            self._picture(renderer, 0, self.tilt_degrees),
            x + (renderer.width / 2 - x) * left,
            y + down * left - arc,
            "center",
        )

    def _picture(self, renderer: Renderer, step: int, angle: float) -> Surface:
        """Return the picture of a game's card, raised by ``step`` of ``_RAISE_STEPS``, rotated by ``angle``; cached,
        unless its drawings are only collected."""
        key = (step, angle, self._is_button_highlighted)
        if key not in self._pictures:
            upright = self._upright_picture(renderer, step)
            if renderer.cache.is_collecting:
                return upright  # its texts and drawings are missing
            large = [one for one in self._pictures if one[0]]
            if len(large) >= _MAX_CACHED_PICTURES:
                del self._pictures[large[0]]
            self._pictures[key] = pygame.transform.rotozoom(upright, -angle, 1.0) if angle else upright
        return self._pictures[key]

    def _upright_picture(self, renderer: Renderer, step: int) -> Surface:
        """Return the unrotated picture of a game's card, raised by ``step`` of ``_RAISE_STEPS``; cached if raised."""
        key = (step, self._is_button_highlighted)
        if self._upright is None or self._upright[0] != key:
            made = self._render(renderer, step / _RAISE_STEPS)
            if not step or renderer.cache.is_collecting:
                return made
            self._upright = (key, made)
        return self._upright[1]

    def _draw_not_flying(self, renderer: Renderer, target: Surface) -> None:
        if self.reduced_motion and 0 < self.raised_fraction < 1:
            self._draw_cross_fade(renderer, target)
            return
        step, angle = round(_RAISE_STEPS * timing.ease_out(self.raised_fraction)), self._angle_degrees
        x, y = self.rect.centerx, self.rect.centery - self.lift_distance
        if step:
            for box in (
                box_styles.GAME_TILE_SHADOW,
                box_styles.GAME_TILE_GLOW,
            ):  # blurred, so they need no rotation
                renderer.blit(
                    target,
                    raster.with_opacity(renderer.box_surface(box, *self.rect.size), step / _RAISE_STEPS),
                    x,
                    y,
                    "center",
                )
        renderer.blit(target, self._picture(renderer, step, angle if step else self.tilt_degrees), x, y, "center")
        if self._emblem_pose_number and not renderer.cache.is_collecting:
            self._draw_emblem_pose(renderer, target, angle if step else self.tilt_degrees)

    def _draw_cross_fade(self, renderer: Renderer, target: Surface) -> None:
        """Cross-fade the whole game card between rest and raised, for reduced motion."""
        x, y = self.rect.center
        renderer.blit(target, self._picture(renderer, 0, self.tilt_degrees), x, y, "center")
        for over in (
            renderer.box_surface(box_styles.GAME_TILE_GLOW, *self.rect.size),
            self._picture(renderer, _RAISE_STEPS, 0.0),
        ):
            renderer.blit(target, raster.with_opacity(over, self.raised_fraction), x, y - self.lift_distance, "center")

    def _moving_emblem(self, renderer: Renderer) -> Emblem:
        if self._emblem is None:
            room, high = self.rect.width - 2 * _PAD, self.rect.height - self._height_below_picture
            self._emblem = renderer.moving_emblem(self.slug, room, high)
        return self._emblem

    def _draw_emblem_pose(self, renderer: Renderer, target: Surface, angle: float) -> None:
        """Draw the current frame of a game card's animated emblem over the card's picture, rotated like the card."""
        number = self._emblem_pose_number
        if self._pose is None or self._pose[0] != number:
            emblem = self._moving_emblem(renderer).draw_at(
                min(1.0, number * timing.EMBLEM_POSE_MS / timing.EMBLEM_MOTION_MS)
            )
            width, height = emblem.get_size()
            if self.ribbon is not None:  # the ribbon covers the rest
                top = self.ribbon.area(self.rect, self.picture_bottom).top
                height = min(height, renderer.to_pixels(top + 1 - self.rect.top - _PAD))
            # a transparent border keeps rotated edges smooth
            drawn = raster.transparent_surface((width + 4, height + 4))
            drawn.blit(emblem, (2, 2), (0, 0, width, height))
            if self.new_match_button is not None:  # it covers the emblem's corner
                corner = self.new_match_button.rect.move(-self.rect.left - _PAD, -self.rect.top - _PAD).inflate(8, 8)
                left, top, *size = map(renderer.to_pixels, corner)
                drawn.fill((0, 0, 0, 0), (left + 2, top + 2, *size))
            self._pose = (number, drawn)
        drawn = self._pose[1]
        above = _PAD + (renderer.height_of(drawn) - 4 / renderer.scale - self.rect.height) / 2
        if angle:
            drawn = pygame.transform.rotozoom(drawn, -angle, 1.0)
        turn = math.radians(angle)
        x, y = (
            self.rect.centerx - above * math.sin(turn),
            self.rect.centery - self.lift_distance + above * math.cos(turn),
        )
        renderer.blit(target, drawn, x, y, "center")

    @property
    def focus_area(self) -> FRect:
        return self.rect.move(0, -self.lift_distance)

    def _render(self, renderer: Renderer, raised_fraction: float) -> Surface:
        """Render the whole card of a game to one surface."""
        box = _card_box(raised_fraction)
        overhang = _MAX_OVERHANG if self.ribbon is not None else 0.0
        around = max(margin_px(box, renderer.scale), renderer.to_pixels(overhang))
        drawn = raster.transparent_surface(
            (renderer.to_pixels(self.rect.width) + 2 * around, renderer.to_pixels(self.rect.height) + 2 * around)
        )
        card = FRect(around / renderer.scale, around / renderer.scale, *self.rect.size)
        with renderer.at_origin(0, 0):
            renderer.draw_box(drawn, box, card)
            self._draw_contents(renderer, drawn, card)
            if self.ribbon is not None:
                is_highlighted = raised_fraction > 0 and not self._is_button_highlighted
                self.ribbon.draw(renderer, drawn, card, self.picture_bottom, is_highlighted=is_highlighted)
            if self.new_match_button is not None:
                self.new_match_button.draw_on(renderer, drawn, card)
        return drawn

    @property
    def _has_base_width(self) -> bool:
        return self.rect.width >= BASE_WIDTH - 4

    @property
    def _height_below_picture(self) -> float:
        """Height of the game card's area below its picture, logical pixels."""
        if not self.shows_tagline:
            return 2 * _PAD + 49
        return 156.0 if self._has_base_width else 66.0 + 84

    @property
    def picture_bottom(self) -> float:
        """Lower edge of the game card's picture, from the card's top, logical pixels."""
        return self.rect.height - self._height_below_picture + _PAD

    def _draw_contents(self, renderer: Renderer, drawn: Surface, card: FRect) -> None:
        text_width = card.width - 2 * _PAD
        middle = card.centerx
        renderer.blit(
            drawn,
            renderer.emblem(self.slug, text_width, card.height - self._height_below_picture),
            card.left + _PAD,
            card.top + _PAD,
        )
        foot = card.top + self.picture_bottom
        if not self.shows_tagline:
            style = renderer.first_fitting_style(self.title, ("tag", "name", "numeral_small"), card.width - 8)
            title = renderer.paragraph(self.title, style, INK, card.width - 8, "center", balance=True)
            renderer.blit(drawn, title, middle, card.bottom - 42.5, "center")
            self._draw_player_count_or_portraits(renderer, drawn, FRect(card.left, card.bottom - 26, card.width, 18))
            return
        is_wide = self._has_base_width
        text_width = card.width - 16
        title_styles = ("game" if is_wide else "tag", "name", "numeral_small")
        style = renderer.first_fitting_style(self.title, title_styles, text_width)
        title = renderer.text(self.title, style, INK, max_width=text_width)
        renderer.blit(drawn, title, middle, foot + (11 if is_wide else 6), "midtop")
        styles = ("body", "explanation", "plate")
        style = next(
            (s for s in styles if renderer.paragraph_height(self.tagline, s, text_width) < _MAX_TWO_LINE_HEIGHT),
            styles[-1],
        )
        tagline = renderer.paragraph(self.tagline, style, _TAGLINE_COLOUR, text_width, "center", balance=True)
        renderer.blit(drawn, tagline, middle, foot + (49 if is_wide else 35), "midtop")
        row_height = 26.0 if is_wide else 22.0
        self._draw_player_count_or_portraits(
            renderer, drawn, FRect(card.left, card.bottom - 11 - row_height, card.width, row_height)
        )

    def _draw_player_count_or_portraits(self, renderer: Renderer, drawn: Surface, row: FRect) -> None:
        """Draw a game's number of players on its card, or the portraits in the match in progress."""
        if not self.player_portraits:
            style = renderer.first_fitting_style(self.players, ("label", "tile_small"), row.width - 8)
            players = renderer.text(self.players, style, INK_CAPTION, max_width=row.width - 8)
            renderer.blit(drawn, players, row.centerx, row.bottom, "midbottom")
            return
        size = row.height + 2
        step = min(size * 0.82, (row.width - 2 * _PAD - size) / max(1, len(self.player_portraits) - 1))
        left = row.centerx - step * (len(self.player_portraits) - 1) / 2
        for i, face in enumerate(self.player_portraits):
            renderer.blit(drawn, renderer.portrait(face, size), left + i * step, row.centery, "center")


class _Rows(NamedTuple):
    """Arrangement of the cards in rows, logical pixels."""

    row_count: int
    columns: int
    card_width: float
    card_height: float
    gap: float
    """Space between two rows."""

    @property
    def height(self) -> float:
        return self.row_count * self.card_height + (self.row_count - 1) * self.gap


class GameCards(LayoutBox):
    """The cards of all games in one row, or in two if that makes them considerably larger, with their buttons."""

    def __init__(self, cards: Sequence[GameCard], buttons: Sequence[NewMatchButton]) -> None:
        super().__init__([*cards, *buttons])

    @property
    def cards(self) -> list[GameCard]:
        return [child for child in self.children if isinstance(child, GameCard)]

    def _rows(self, renderer: Renderer, constraints: LayoutConstraints) -> _Rows:
        gap = max(8.0, min(24.0, renderer.width * 0.025 - 8))
        choices = []
        for rows in (1, 2):
            columns = -(-len(self.cards) // rows)
            max_width = (constraints.max_width - (columns - 1) * gap) / columns
            max_height = (constraints.max_height - (rows - 1) * (gap + 10)) / rows
            choices.append(_Rows(rows, columns, *_largest_size(max_width, max_height), gap + 10))
        one_row, two_rows = choices
        return two_rows if two_rows.card_width > one_row.card_width * 1.2 else one_row

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(constraints.max_width, self._rows(renderer, constraints).height)

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        cards, rows = self.cards, self._rows(renderer, LayoutConstraints(*area.size))
        size = rows.card_width / BASE_WIDTH
        step = min(_MAX_CARD_STEP * size, (area.width - rows.card_width) / max(1, rows.columns - 1))
        for i, card in enumerate(cards):
            row, column = divmod(i, rows.columns)
            from_centre = column - (min(rows.columns, len(cards) - row * rows.columns) - 1) / 2
            card.tilt_degrees = from_centre * _TILT_STEP_DEGREES
            place = FRect(0, 0, rows.card_width, rows.card_height)
            place.centerx = area.centerx + from_centre * step
            place.top = area.top + row * (rows.card_height + rows.gap) + _ARC_DROP_BESIDE_CENTRE * size * from_centre**2
            card.arrange(renderer, place)
        for button in self.children[len(cards) :]:
            if isinstance(button, NewMatchButton):
                button.arrange_on(renderer, next(card for card in cards if card.key == button.key))


def _card_box(raised_fraction: float) -> Box:
    """Return the background of a game's card; its gold frame fades in as the card is raised."""
    if not raised_fraction:
        return box_styles.GAME_TILE
    ink, gold = box_styles.GAME_TILE_FOCUS.outlines
    return replace(
        box_styles.GAME_TILE_FOCUS, outlines=(ink._replace(alpha=raised_fraction), gold._replace(alpha=raised_fraction))
    )
