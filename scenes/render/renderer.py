"""The renderer: owns the caches and provides finished surfaces of everything on the screen.

Positions and lengths are logical pixels. A ``Renderer`` belongs to one window size and one zoom.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import Literal

import pygame
from pygame import FRect, Surface

from engine.cards import Card
from scenes.render import boxes, effect_art, emblems, high_contrast, portraits_and_icons, raster, typesetting
from scenes.render.backgrounds import Backgrounds, StepwiseDrawing
from scenes.render.boxes import Box, Shadow
from scenes.render.cards import CardArt, quantised_angle
from scenes.render.custom_deck import CustomDeck
from scenes.render.decks import DECKS
from scenes.render.emblems import Emblem
from scenes.render.expressions import Expression
from scenes.render.surface_cache import SurfaceCache, cache_budget_bytes, physical_memory_bytes
from scenes.render.table_themes import TABLE_THEMES
from scenes.render.theme import (
    BLACK,
    CREAM,
    FOUR_SUIT_COLOURS,
    OWN_CARD_WIDTH,
    RIBBON_TEXT,
    TEXT_ON_BRASS,
    TEXT_STYLES,
    TWO_SUIT_COLOURS,
    Colour,
)
from scenes.render.typesetting import Line, Piece, Typesetter, line_width, parse_text
from scenes.render.viewport import Viewport

RingKind = Literal["selected", "legal", "focus", "target", "hint"]
PreviewKind = Literal["table", "deck", "back"]
"""Kinds of previews that show a setting's values."""
Align = Literal["left", "center", "right"]
_MAX_CACHED_MEASURES = 4000
"""Maximum number of cached widths of texts and heights of paragraphs."""
_ONE_LINE = -1


class Renderer(Viewport):
    """Source of all drawings on the screen for one window size and one choice of deck, table theme and contrast."""

    def __init__(
        self,
        size: tuple[int, int],
        *,
        zoom: float = 1.0,
        min_size: tuple[float, float] = (0.0, 0.0),
        drawer_width_px: int = 0,
        four_colours: bool = False,
        large_index: bool = False,
        deck: str = "house",
        back: str = "house",
        table: str = "house",
        high_contrast: bool = False,
        find_custom_deck: Callable[[str], CustomDeck | None] = lambda _: None,
        cache: SurfaceCache | None = None,
    ) -> None:
        """Create a renderer for a window of ``size`` pixels.

        Args:
            size: width and height of the window in pixels.
            zoom: zoom relative to the scale that fits the window, 0.8 … 2.
            min_size: minimum width and height of the canvas, logical pixels. A canvas larger than the window scrolls.
            drawer_width_px: width at the window's right edge that isn't part of the canvas, pixels.
            four_colours: use a deck with a colour for each suit.
            large_index: use a deck with large indices.
            deck: one of ``decks.DECKS``, or the name of a custom deck.
            back: one of ``decks.BACKS``, or ``decks.CUSTOM_BACK``.
            table: one of ``table_themes.TABLE_THEMES``.
            high_contrast: use stronger colours and borders.
            find_custom_deck: returns the custom deck of a name.
            cache: surface cache, shared by renderers that differ in ``zoom``, ``min_size`` and ``drawer_width_px``;
                None creates a new one.
        """
        super().__init__(size, zoom=zoom, min_size=min_size, drawer_width_px=drawer_width_px)
        typesetting.init_fonts()
        self.gamepad_style = ""
        """Style of the gamepad whose buttons replace key names; empty for key names."""
        self.hides_key_hints = False
        """Whether key hints are left out, as touch input is used."""
        self.four_colours = four_colours
        self.cache = SurfaceCache(cache_budget_bytes(size, physical_memory_bytes())) if cache is None else cache
        self._large_index, self._deck, self._back = large_index, deck, back
        self._find_custom_deck = find_custom_deck
        self.cards = self._make_card_art(deck, back, high_contrast)
        self.high_contrast = high_contrast
        theme = TABLE_THEMES.get(table, TABLE_THEMES["house"])
        self._table_theme = theme.high_contrast if high_contrast else theme
        self._typesetter = Typesetter(self.scale, self._suit)
        self._textures: dict[str, Surface] = {}
        self._measures: dict[tuple[str, str, int], float] = {}
        """Cached heights of texts by string, style and width in pixels, and with ``_ONE_LINE`` their widths."""
        self._table_drawing: StepwiseDrawing | None = None
        """Unfinished prerendering of the table background; None if there is none."""
        self._high_contrast_boxes: dict[Box, Box] = {}
        self._letterings: dict[tuple[str, float, float, bool], effect_art.Lettering] = {}
        """Cached letterings with their fitted font sizes."""

    def _make_card_art(self, deck: str, back: str, high_contrast: bool) -> CardArt:
        return CardArt(
            self.scale,
            self.cache,
            four_colours=self.four_colours,
            large_index=self._large_index,
            deck=deck,
            custom_deck=None if deck in DECKS else self._find_custom_deck(deck),
            back=back,
            high_contrast=high_contrast,
        )

    def free_all(self) -> None:
        """Free all cached drawings and fonts now, before the last reference to the renderer is gone."""
        self.cache.clear()
        self._textures.clear()
        self._measures.clear()
        self._table_drawing = None
        self._typesetter.close_fonts()

    def _cached(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        return self.cache.get((self.scale, key), make)

    def _intermediate(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        return self.cache.get_intermediate((self.scale, key), make)

    # Cards

    def card_height(self, width: float) -> float:
        """Return the logical height of a card of this width."""
        return self.cards.size(width)[1] / self.scale

    def card(self, card: int, width: float = OWN_CARD_WIDTH, *, angle: float = 0, dim: bool = False) -> Surface:
        """Return a card's face, rotated clockwise by ``angle`` degrees; the back if ``card`` is −1. Draw it by its
        centre."""
        return self.cards.face(Card(card), width, quantised_angle(angle), dim)

    def card_shadow(self, width: float = OWN_CARD_WIDTH, *, lifted: bool = False, angle: float = 0) -> Surface:
        """Return the shadow of a resting or lifted card as a surface. Draw it by the card's centre."""
        return self.cards.shadow(width, lifted, round(quantised_angle(angle) / 3) * 3 % 360)

    def card_with_shadow(
        self, card: int, width: float = OWN_CARD_WIDTH, *, dim: bool = False, lifted: bool = False
    ) -> Surface:
        """Return an upright card on its shadow as one surface. Draw it by its centre."""
        return self.cards.card_with_shadow(Card(card), width, dim=dim, lifted=lifted)

    def prerender_card_step(self, card: int, width: float, angle: float) -> None:
        """Draw the next missing intermediate surface of a rotated card into the cache, to spread the work over
        frames."""
        self.cards.prerender_step(Card(card), width, quantised_angle(angle))

    def card_ring(self, width: float, kind: RingKind, angle: float = 0) -> Surface:
        """Return the ring lines that mark a card, such as a selected or a legal one. Draw them by the card's centre."""
        return self.cards.ring(width, kind, quantised_angle(angle))

    def empty_slot(self, width: float = OWN_CARD_WIDTH) -> Surface:
        """Return the dashed outline of an empty slot for a card."""
        return self.cards.empty_slot(width)

    def draw_card(
        self,
        target: Surface,
        card: int,
        centre_x: float,
        centre_y: float,
        width: float = OWN_CARD_WIDTH,
        *,
        angle: float = 0,
        dim: bool = False,
        lifted: bool = False,
        ring: RingKind | None = None,
    ) -> None:
        """Draw a card at its centre (``centre_x``, ``centre_y``) with its shadow and, with ``ring``, a ring."""
        if quantised_angle(angle):
            self.blit(target, self.card_shadow(width, lifted=lifted, angle=angle), centre_x, centre_y, "center")
            self.blit(target, self.card(card, width, angle=angle, dim=dim), centre_x, centre_y, "center")
        else:
            self.blit(target, self.card_with_shadow(card, width, dim=dim, lifted=lifted), centre_x, centre_y, "center")
        if ring:
            self.blit(target, self.card_ring(width, ring, angle), centre_x, centre_y, "center")

    # Portraits, icons, previews and emblems

    def portrait(self, name: str, diameter: float, *, is_turn: bool = False, dim: bool = False) -> Surface:
        """Return a round portrait framed in brass, with a halo if ``is_turn``. Draw it by its centre."""
        size = max(4, self.to_pixels(diameter))

        def make() -> Surface:
            return raster.to_display_format(
                portraits_and_icons.portrait(name, size, self.scale, is_turn=is_turn, dim=dim)
            )

        return self._cached(("portrait", name, size, is_turn, dim), make)

    def portrait_face(
        self, name: str, diameter: float, expression: Expression, *, gaze: int | None = None, dim: bool = False
    ) -> Surface:
        """Return a portrait's disc with an expression. Draw it by its centre, on the ``portrait`` of that diameter.

        ``gaze`` is the gaze direction of a thinking face (``gaze_towards``); None to leave the eyes as drawn.
        """
        size = max(4, self.to_pixels(diameter))

        def make() -> Surface:
            drawn = portraits_and_icons.portrait_face(name, size, expression, gaze)
            if dim:
                portraits_and_icons.darken(drawn)
            return raster.to_display_format(drawn)

        return self._cached(("face", name, size, expression, gaze, dim), make)

    def _text_colour(self, colour: Colour) -> Colour:
        return high_contrast.text_colour(colour) if self.high_contrast else colour

    def icon(self, name: str, size: float = 24, colour: Colour = CREAM) -> Surface:
        """Return an icon of ``assets/icons`` in one colour."""
        colour = self._text_colour(colour)
        px = max(4, self.to_pixels(size))
        return self._cached(
            ("icon", name, px, colour), lambda: raster.to_display_format(portraits_and_icons.icon(name, px, colour))
        )

    def suit(self, letter: str, size: float = 18, colour: Colour | None = None) -> Surface:
        """Return a suit symbol; ``letter`` is one of CDHS. ``colour`` defaults to the deck's colour of the suit."""
        return self._suit(letter, self.to_pixels(size), colour or self.suit_colour(letter))

    def suit_colour(self, letter: str) -> Colour:
        """Return the deck's colour of a suit."""
        return (FOUR_SUIT_COLOURS if self.four_colours else TWO_SUIT_COLOURS)[letter]

    def _suit(self, letter: str, px: int, colour: Colour) -> Surface:
        name = f"suit_{letter}"
        return self._cached(
            ("icon", name, px, colour), lambda: raster.to_display_format(portraits_and_icons.icon(name, px, colour))
        )

    def preview(self, kind: PreviewKind, name: str, width: float, height: float) -> Surface:
        """Return a preview of a table theme, a deck or a back. Draw it by its centre."""
        size = (self.to_pixels(width), self.to_pixels(height))

        def make() -> Surface:
            if kind == "table":
                return portraits_and_icons.table_preview(name, size, self.texture)
            if kind == "deck":
                return portraits_and_icons.deck_preview(self.card_art_for(name), size)
            return portraits_and_icons.back_preview(self.card_art_for(self._deck, name), size)

        return self._cached((kind, name, size), lambda: raster.to_display_format(make()))

    def card_art_for(self, deck: str, back: str = "") -> CardArt:
        """Return the card drawings of another deck or back, with all other settings unchanged."""
        return self._make_card_art(deck, back or self._back, self.high_contrast)

    def recessed_felt(self, width: float, height: float) -> Surface:
        """Return a recessed strip of lit felt with round corners, on which sample cards lie."""
        size = (max(1, self.to_pixels(width)), max(1, self.to_pixels(height)))

        def make() -> Surface:
            drawn = raster.transparent_surface(size)
            drawn.blit(Backgrounds(size, self.scale, self.texture, self._table_theme).draw_lit_felt(), (0, 0))
            drawn.blit(boxes.inner_shadow(size, 12 * self.scale, Shadow(4, 10, 0.5), self.scale), (0, 0))
            raster.mask_with(drawn, raster.rounded_mask(size, 12 * self.scale))
            return raster.to_display_format(drawn)

        return self._cached(("shelf", size), make)

    def emblem(self, slug: str, width: float, height: float) -> Surface:
        """Return a game's emblem on its background."""
        size = (self.to_pixels(width), self.to_pixels(height))

        def make() -> Surface:
            return raster.to_display_format(self._emblem(slug, size).draw_at_rest())

        return self._cached(("emblem", slug, size), make)

    def moving_emblem(self, slug: str, width: float, height: float) -> Emblem:
        """Return the animated emblem of a game in this size."""
        return self._emblem(slug, (self.to_pixels(width), self.to_pixels(height)))

    def _emblem(self, slug: str, size: tuple[int, int]) -> Emblem:
        frame = self._intermediate(("emblem frame", size), lambda: emblems.draw_frame(size, self.scale))
        mask = self._intermediate(("emblem mask", size), lambda: raster.rounded_mask(size, 10 * self.scale))
        return Emblem(slug, size, self.scale, cards=self.cards, frame=frame, mask=mask)

    # Overlays

    def ray_light_mask(self, side_px: int) -> Surface:
        """Return the light mask of an announcement's rays of light, ``side_px`` pixels wide and high."""
        return self._cached(
            ("ray light", side_px), lambda: raster.to_opaque_display_format(effect_art.draw_ray_light_mask(side_px))
        )

    def announcement_shade_mask(self) -> Surface:
        """Return the dark ellipse behind an announcement. Draw it by its centre, with ``BLEND_RGB_MULT``."""
        return self._cached(
            "ray shade", lambda: raster.to_opaque_display_format(effect_art.draw_announcement_shade_mask(self.scale))
        )

    def _lettering(self, word: str, max_width: float, size: float, *, is_good_news: bool) -> effect_art.Lettering:
        key = word, max_width, size, is_good_news
        if key not in self._letterings:
            max_width_px = self.to_pixels(max_width)
            self._letterings[key] = effect_art.fit_lettering(
                word, self.scale, size, max_width_px, is_good_news=is_good_news
            )
        return self._letterings[key]

    def announcement_letters(
        self, word: str, *, max_width: float = 900.0, is_good_news: bool = False, size: float = effect_art.LETTERS_SIZE
    ) -> Surface:
        """Return an announcement's word in gold letters of this size, shrunk to fit ``max_width``. Draw it by its
        centre."""
        lettering = self._lettering(word, max_width, size, is_good_news=is_good_news)

        def make() -> Surface:
            return raster.to_display_format(
                lettering.draw_word([self._outline(lettering, i) for i in range(lettering.outline_count)])
            )

        return self._cached(lettering, make)

    def _outline(self, lettering: effect_art.Lettering, index: int) -> Surface:
        return self._intermediate((lettering, index), lambda: lettering.draw_outline(index))

    def announcement_letter_steps(
        self, word: str, *, max_width: float = 900.0, is_good_news: bool = False, size: float = effect_art.LETTERS_SIZE
    ) -> Iterator[Callable[[], Surface]]:
        """Iterate over functions that draw ``announcement_letters`` in steps; the last one returns the whole."""
        lettering = self._lettering(word, max_width, size, is_good_news=is_good_news)
        if not self.cache.has((self.scale, lettering)):
            yield from (partial(self._outline, lettering, i) for i in range(lettering.outline_count))
        yield partial(self.announcement_letters, word, max_width=max_width, is_good_news=is_good_news, size=size)

    def ripple(self, radius: float, strength: float) -> Surface:
        """Return a double brass ring with opacity ``strength``, 0 … 1. Draw it by its centre."""
        key = ("ripple", radius, strength)
        return self._cached(key, lambda: raster.to_display_format(effect_art.draw_ripple(radius, strength, self.scale)))

    def announcement_ribbon(self, fact: str, *, is_good_news: bool = False) -> Surface:
        """Return a ribbon with one line of text, for below an announcement's word: brass for good news, else red.

        Draw it by its centre.
        """

        def make() -> Surface:
            line = self.text(fact, "ribbon", TEXT_ON_BRASS if is_good_news else RIBBON_TEXT, max_width=760)
            return raster.to_display_format(effect_art.draw_ribbon(line, self.scale, is_good_news=is_good_news))

        return self._cached(("ribbon", fact, is_good_news), make)

    def countdown_ring(self, remaining_fraction: float, diameter: float = 76) -> Surface:
        """Return a ring with a gold arc of ``remaining_fraction`` (0 … 1), in steps of a sixtieth."""
        step = round(remaining_fraction * 60)
        key = ("countdown", step, diameter)
        return self._cached(
            key, lambda: raster.to_display_format(effect_art.draw_countdown_ring(step / 60, diameter, self.scale))
        )

    def path_dot(self) -> Surface:
        """Return one dot of the dotted arc between two seats. Draw it by its centre."""
        return self._cached("dot", lambda: raster.to_display_format(effect_art.draw_path_dot(self.scale)))

    def arrow_head(self, angle: float) -> Surface:
        """Return an arrow head that points in a direction, degrees clockwise from the right. Draw it by its tip."""
        turned = round(angle / 5) * 5 % 360
        return self._cached(
            ("arrow", turned), lambda: raster.to_display_format(effect_art.draw_arrow_head(turned, self.scale))
        )

    # Boxes

    def box_surface(self, box: Box, width: float, height: float) -> Surface:
        """Return a box of this size with ``box.margin`` on every side. ``draw_box`` also places it."""
        return self._cached_box_surface(
            self.box_for_contrast(box), (max(1, self.to_pixels(width)), max(1, self.to_pixels(height)))
        )

    def box_for_contrast(self, box: Box) -> Box:
        """Return the style in which a box is drawn: in high contrast a stronger one."""
        if not self.high_contrast:
            return box
        if box not in self._high_contrast_boxes:
            self._high_contrast_boxes[box] = high_contrast.high_contrast_box(box)
        return self._high_contrast_boxes[box]

    def _cached_box_surface(self, box: Box, size: tuple[int, int]) -> Surface:
        def make() -> Surface:
            narrow = boxes.min_widenable_width_px(box, self.scale)
            if narrow is None or size[0] <= narrow:
                return drawn(size)
            small = (narrow, size[1])  # shared by buttons of one kind that differ in width only
            return raster.to_display_format(
                boxes.widen(self._intermediate((box, small), lambda: drawn(small)), size[0] - narrow)
            )

        def drawn(size: tuple[int, int]) -> Surface:
            texture = self.texture(box.texture) if box.texture else None
            return raster.to_display_format(boxes.draw_box(box, size, self.scale, texture))

        return self._cached((box, size), make)

    def draw_box(self, target: Surface, box: Box, rect: FRect) -> None:
        """Draw a box of ``box_styles`` at a rectangle in logical pixels. Its margin and shadow lie outside."""
        area = self.to_shifted_pixel_rect(rect)
        if area.width <= 0 or area.height <= 0:
            return
        box = self.box_for_contrast(box)
        margin = boxes.margin_px(box, self.scale)
        target.blit(self._cached_box_surface(box, area.size), (area.left - margin, area.top - margin))

    def svg(self, key: str, body: str, view_box: tuple[float, float, float, float]) -> Surface:
        """Return SVG elements as a surface; ``view_box`` (left, top, width, height) is the area to draw, logical
        pixels.

        The drawing is cached by ``key`` and size. ``raster`` lists the supported elements and attributes.
        """
        size = (max(1, self.to_pixels(view_box[2])), max(1, self.to_pixels(view_box[3])))
        return self._cached(
            ("svg", key, size),
            lambda: raster.to_display_format(raster.rasterise_svg(body, view_box, size, stretch=True)),
        )

    def texture(self, name: str) -> Surface:
        """Return the texture tile ``felt``, ``wood`` or ``paper``."""
        if name not in self._textures:
            self._textures[name] = raster.to_display_format(
                pygame.image.load(raster.ASSETS / "textures" / f"{name}.png")
            )
        return self._textures[name]

    # Text

    def text(
        self,
        string: str,
        style: str,
        colour: Colour = CREAM,
        *,
        max_width: float | None = None,
        emphasis: Colour | None = None,
    ) -> Surface:
        """Return one line of text with suit symbols as a surface. ``*Words*`` in stars are bold and in the ``emphasis``
        colour.

        ``emphasis`` defaults to ``colour``. Text wider than ``max_width`` ends in an ellipsis.
        """
        max_width_px = None if max_width is None else math.ceil(max_width * self.scale)
        colour, strong = self._text_colour(colour), self._text_colour(emphasis or colour)

        def make() -> Surface:
            return self._draw_line(parse_text(string, TEXT_STYLES[style], colour, strong), style, max_width_px)

        return self._cached(("line", string, style, colour, max_width_px, strong), make)

    def plain_text(self, string: str, style: str, colour: Colour, *, max_width: float | None = None) -> Surface:
        """Return one line of external text as a surface, with stars and suit symbols as ordinary characters.

        Text wider than ``max_width`` ends in an ellipsis.
        """
        max_width_px = None if max_width is None else math.ceil(max_width * self.scale)
        colour = self._text_colour(colour)

        def make() -> Surface:
            return self._draw_line([Piece(string, TEXT_STYLES[style], colour)], style, max_width_px)

        return self._cached(("plain", string, style, colour, max_width_px), make)

    def _draw_line(self, pieces: Sequence[Piece], style: str, max_width_px: int | None) -> Surface:
        max_width = math.inf if max_width_px is None else max_width_px / self.scale
        line = self._typesetter.set_line(pieces, max_width)
        return raster.to_display_format(self._typesetter.draw_line(line, TEXT_STYLES[style]))

    def paragraph(
        self,
        string: str,
        style: str,
        colour: Colour,
        width: float,
        align: Align = "left",
        *,
        emphasis: Colour | None = None,
        balance: bool = False,
    ) -> Surface:
        """Return text wrapped at ``width`` as a surface, with ``balance`` in lines of about the same length."""
        colour, strong, width_px = (
            self._text_colour(colour),
            self._text_colour(emphasis or colour),
            max(1, self.to_pixels(width)),
        )

        def make() -> Surface:
            typesetter, set_as = self._typesetter, TEXT_STYLES[style]
            set_lines = typesetter.set_balanced_lines if balance else typesetter.set_lines
            lines = set_lines(parse_text(string, set_as, colour, strong), set_as, width_px / self.scale)
            return raster.to_display_format(typesetter.draw_block(lines, set_as, width_px, align))

        return self._cached(("block", string, style, colour, width_px, align, strong, balance), make)

    def paragraph_height(self, string: str, style: str, width: float) -> float:
        """Return the logical height of a text wrapped at ``width``, without drawing it."""
        width_px = max(1, self.to_pixels(width))

        def measure_px() -> int:
            set_as = TEXT_STYLES[style]
            lines = self._typesetter.set_lines(parse_text(string, set_as), set_as, width_px / self.scale)
            return self._typesetter.block_height_px(len(lines), set_as)

        return self._measured((string, style, width_px), measure_px)

    def balanced_width(self, string: str, style: str, max_width: float) -> float:
        """Return the logical width of the longest line of a balanced ``paragraph`` that is wrapped at ``max_width``."""
        set_as = TEXT_STYLES[style]
        lines = self._typesetter.set_balanced_lines(parse_text(string, set_as), set_as, max_width)
        return math.ceil(max(map(line_width, lines)) * self.scale) / self.scale

    def _measured(self, key: tuple[str, str, int], measure_px: Callable[[], int]) -> float:
        """Return the cached logical length of a text, measured now if it is missing."""
        known = self._measures.get(key)
        if known is None:
            if len(self._measures) >= _MAX_CACHED_MEASURES:
                self._measures.clear()
            known = self._measures[key] = measure_px() / self.scale
        return known

    def set_line(self, pieces: Sequence[Piece]) -> Line:
        """Return a text in one line."""
        return self._typesetter.set_line(pieces)

    def set_lines(
        self, pieces: Iterable[Piece], style: str, max_width: float, *, splits_words: bool = False
    ) -> list[Line]:
        """Break a text that names no keys into lines of at most ``max_width``. See ``Typesetter.set_lines``."""
        return self._typesetter.set_lines(
            pieces, TEXT_STYLES[style], max_width, splits_words=splits_words, joins_keys=False
        )

    def line(self, line: Line, style: str) -> Surface:
        """Return the texts and suit symbols of a line as a surface as high as ``text_surface_height`` of a style."""

        def make() -> Surface:
            pieces = tuple(piece._replace(colour=self._text_colour(piece.colour)) for piece in line)
            return raster.to_display_format(self._typesetter.draw_line(pieces, TEXT_STYLES[style]))

        return self._cached(("pieces", line, style), make)

    def piece_width(self, piece: Piece) -> float:
        """Return the logical width of a piece of text."""
        return self._typesetter.piece_width(piece)

    def longest_word_width(self, pieces: Sequence[Piece]) -> float:
        """Return the logical width of the longest word of a text."""
        return self._typesetter.longest_word_width(pieces)

    def text_shadow(self, string: str, style: str, blur: float, *, max_width: float | None = None) -> Surface:
        """Return the soft dark shadow of a line of text, with a blur of ``blur`` logical pixels. Draw it by the text's
        centre."""

        def make() -> Surface:
            line = self.text(string, style, BLACK, max_width=max_width)
            margin = self.to_pixels(2 * blur)
            mask = raster.transparent_surface((line.get_width() + 2 * margin, line.get_height() + 2 * margin))
            mask.blit(line, (margin, margin))
            return raster.to_display_format(
                boxes.tint_in_place(raster.blurred_surface(mask, 0.5 * blur * self.scale), BLACK, 0.5)
            )

        return self._cached(("shade", string, style, blur, max_width), make)

    def text_width(self, string: str, style: str) -> float:
        """Return the logical width of a text in one line, with suit symbols."""
        return self._measured(
            (string, style, _ONE_LINE), lambda: self._typesetter.text_width_px(string, TEXT_STYLES[style])
        )

    def first_fitting_style(self, string: str, styles: Sequence[str], width: float) -> str:
        """Return the first text style in which a text fits a width in one line; the last style if none fits."""
        return next((style for style in styles if self.text_width(string, style) <= width), styles[-1])

    def exact_plain_text_width(self, string: str, style: str) -> float:
        """Return the unrounded logical width of text without stars and suit symbols, to place words side by side."""
        return self._typesetter.font(TEXT_STYLES[style]).width(string) / self.scale

    def text_surface_height(self, style: str) -> float:
        """Return the logical height of the surface of one text line."""
        return self._typesetter.font(TEXT_STYLES[style]).height / self.scale

    # Backgrounds

    def _make_backgrounds(self) -> Backgrounds:
        return Backgrounds(self.size, self.scale, self.texture, self._table_theme)

    def table_background(self) -> Surface:
        """Return the table background, which fills the window."""
        return self._cached("table", self._finish_table)

    def _finish_table(self) -> Surface:
        begun, self._table_drawing = self._table_drawing, None
        return (begun or StepwiseDrawing(self._make_backgrounds().draw_table_in_steps())).finish()

    def prerender_table_step(self) -> bool:
        """Draw one step of the table background, which is slow in a large window; return False if it is complete."""
        if self.cache.has((self.scale, "table")):
            return False
        self._table_drawing = self._table_drawing or StepwiseDrawing(self._make_backgrounds().draw_table_in_steps())
        if not self._table_drawing.run_next_step():
            self.table_background()
        return True

    def drawer_paper(self, width: float, top: float) -> Surface:
        """Return the paper of the drawer, the panel at the table's right edge, ``width`` wide and beginning at ``top``,
        logical pixels."""
        return self._cached(("drawer", width, top), lambda: self._make_backgrounds().draw_drawer(width, top))

    def drawer_edge(self, top: float) -> Surface:
        """Return the brass left edge of the drawer, the panel at the table's right edge, which begins at ``top``."""
        return self._cached(("drawer edge", top), lambda: self._make_backgrounds().draw_drawer_edge(top))

    def fade_strip(self, width: float, height: float, colour: Colour, *, opaque_below: bool) -> Surface:
        """Return a strip that fades from transparent to ``colour`` downwards, or upwards without ``opaque_below``.

        The last quarter is opaque, so that no sharp line remains.
        """

        def make() -> Surface:
            column = Surface((1, max(2, self.to_pixels(height))), pygame.SRCALPHA)
            for y in range(column.get_height()):
                fraction = y / (column.get_height() - 1)
                column.set_at(
                    (0, y), (*colour, round(255 * min(1.0, (fraction if opaque_below else 1 - fraction) / 0.75)))
                )
            return raster.to_display_format(
                pygame.transform.scale(column, (max(1, self.to_pixels(width)), column.get_height()))
            )

        return self._cached(("faded", width, height, colour, opaque_below), make)

    def home_background(self) -> Surface:
        """Return the felt and the wooden edge of the home screen."""
        return self._cached("home", lambda: self._make_backgrounds().draw_home())

    def felt_background(self) -> Surface:
        """Return plain felt, the background of the result screens."""
        return self._cached("felt", lambda: self._make_backgrounds().draw_felt_background())

    def wood_background(self) -> Surface:
        """Return dark wood, the background of all other screens."""
        return self._cached("room", lambda: self._make_backgrounds().draw_wood_background())

    def curtain_background(self) -> Surface:
        """Return the closed curtain, the opaque background that hides the table between two persons at one computer."""
        return self._cached("curtain", lambda: self._make_backgrounds().draw_curtain())

    def table_corner(self, width: float, height: float) -> Surface:
        """Return the upper left part of a table with round corners, as a preview of the table theme."""
        size = (self.to_pixels(width), self.to_pixels(height))

        def make() -> Surface:
            drawn = raster.transparent_surface(size)
            whole = (2 * size[0], round(1.4 * size[1]))
            drawn.blit(Backgrounds(whole, self.scale, self.texture, self._table_theme).draw_table(), (0, 0))
            raster.mask_with(drawn, raster.rounded_mask(size, self.to_pixels(16)))
            return raster.to_display_format(drawn)

        return self._cached(("piece", size), make)

    def small_table(self, width: float, height: float) -> Surface:
        """Return an oval table with its shadow. Draw it by its centre."""
        return self._cached(("small", width, height), lambda: self._make_backgrounds().draw_small_table(width, height))
