"""The one object that draws: it owns every cache, knows the scale, and hands out finished surfaces.

Positions and lengths are logical pixels: the canvas is ``width`` by ``height``, at least 1280 by 720 at the usual size
of texts, and one logical pixel is ``scale`` screen pixels. Whoever changes the window's size makes a new Look.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pygame
from pygame import Rect, Surface

from engine.cards import Card
from scenes.look import boxes, high_contrast, overlays, pictures, raster, typesetting
from scenes.look.backgrounds import Backgrounds
from scenes.look.boxes import Box
from scenes.look.cache import SurfaceCache
from scenes.look.cards import CardArt
from scenes.look.table_themes import TABLE_THEMES
from scenes.look.theme import (
    BLACK,
    CREAM,
    GOLD,
    MIN_TARGET,
    OWN_CARD,
    RIBBON_TEXT,
    SUITS_FOUR,
    SUITS_TWO,
    TEXT_STYLES,
    Colour,
)
from scenes.look.typesetting import Typesetter

RingKind = Literal["selected", "legal", "focus", "target"]
Anchor = Literal[
    "topleft", "midtop", "topright", "midleft", "center", "midright", "bottomleft", "midbottom", "bottomright"
]
SampleKind = Literal["table", "back"]
"""What small pictures of a value can show."""
Align = Literal["left", "center", "right"]
BASE = (1280, 720)
_TEXT_BYTES, _SHAPE_BYTES, _GROUND_BYTES, _PICTURE_BYTES = 6 << 20, 11 << 20, 20 << 20, 8 << 20

_WORD = 630.0
"""Widest word of an announcement, logical pixels: it stays between the cards of the seats at the sides."""


class Look:
    """All drawings for one size of the screen and one choice of cards."""

    def __init__(
        self,
        size: tuple[int, int],
        *,
        factor: float = 1.0,
        min_size: tuple[float, float] = (0.0, 0.0),
        four_colours: bool = False,
        large_index: bool = False,
        back: str = "house",
        table: str = "house",
        high_contrast: bool = False,
    ) -> None:
        """A look for a window of ``size`` pixels.

        Args:
            size: of the window, pixels.
            factor: everything is so many times as large as the window alone would have it, 0.8 … 2.
            min_size: width and height that the canvas has at least, logical pixels; where the window shows less of it,
                whoever draws on it scrolls.
            four_colours: of the deck.
            large_index: of the deck.
            back: one of ``theme.BACKS``.
            table: one of ``tables.TABLES``.
            high_contrast: stronger colours and borders.
        """
        typesetting.init_fonts()
        self.size = size
        self.scale = min(size[0] / BASE[0], size[1] / BASE[1]) * factor
        self.visible_size = (size[0] / self.scale, size[1] / self.scale)
        """Width and height of what the window shows, logical pixels."""
        self.width = max(self.visible_size[0], min_size[0])
        self.height = max(self.visible_size[1], min_size[1])
        self.four_colours = four_colours
        self.cards = CardArt(
            self.scale, four_colours=four_colours, large_index=large_index, back=back, high_contrast=high_contrast
        )
        self.high_contrast = high_contrast
        theme = TABLE_THEMES.get(table, TABLE_THEMES["house"])
        self._table = theme.high_contrast if high_contrast else theme
        self._letters = Typesetter(self.scale, self._suit)
        self._texts = SurfaceCache(_TEXT_BYTES)
        self._shapes = SurfaceCache(_SHAPE_BYTES)
        self._pictures = SurfaceCache(_PICTURE_BYTES)
        ground = size[0] * size[1] * 4
        self._grounds = SurfaceCache(max(_GROUND_BYTES, 2 * ground))
        self._textures: dict[str, Surface] = {}
        self._high_contrast_boxes: dict[Box, Box] = {}
        self._shift = (0.0, 0.0)

    def forget(self) -> None:
        """Give back everything that is kept drawn, and fonts, without waiting until nobody has this object any more."""
        for store in (self._texts, self._shapes, self._pictures, self._grounds):
            store.clear()
        self._textures.clear()
        self._letters.forget()
        self.cards.forget()

    # Measures

    def px(self, v: float) -> int:
        """Pixels of a logical length."""
        return round(v * self.scale)

    def to_logical(self, pos_px: tuple[float, float]) -> tuple[float, float]:
        """The logical place of a place on the screen."""
        return pos_px[0] / self.scale, pos_px[1] / self.scale

    def area(self, rect: pygame.FRect) -> Rect:
        """The pixels of a logical rectangle, after ``shifted``."""
        left, top = self.px(rect.x + self._shift[0]), self.px(rect.y + self._shift[1])
        right, bottom = self.px(rect.right + self._shift[0]), self.px(rect.bottom + self._shift[1])
        return Rect(left, top, right - left, bottom - top)

    @property
    def reach(self) -> float:
        """Width and height that answer the pointer at least, logical pixels: 44, and 44 on the screen."""
        return max(MIN_TARGET, MIN_TARGET / self.scale)

    def gap(self, least: float, height: float = MIN_TARGET) -> float:
        """Between two rows of controls of a height, logical pixels: ``least``, and so much that both answer well."""
        return max(least, self.reach - height)

    # Drawing

    def blit(self, target: Surface, surface: Surface, x: float, y: float, anchor: Anchor = "topleft") -> None:
        """Draws a surface with its ``anchor`` at a logical place."""
        place = surface.get_rect()
        setattr(place, anchor, (self.px(x + self._shift[0]), self.px(y + self._shift[1])))
        target.blit(surface, place)

    @contextmanager
    def shifted(self, dx: float, dy: float) -> Iterator[None]:
        """Moves everything that is drawn through this object inside the ``with``."""
        before = self._shift
        self._shift = (before[0] + dx, before[1] + dy)
        try:
            yield
        finally:
            self._shift = before

    @contextmanager
    def at_origin(self, x: float, y: float) -> Iterator[None]:
        """Puts (0, 0) there, whatever it was moved by before: for a drawing of its own."""
        with self.shifted(x - self._shift[0], y - self._shift[1]):
            yield

    @contextmanager
    def clipped(self, target: Surface, rect: pygame.FRect) -> Iterator[None]:
        """Draws only inside a logical rectangle."""
        before = target.get_clip()
        target.set_clip(self.area(rect).clip(before))
        try:
            yield
        finally:
            target.set_clip(before)

    # Cards

    def card_height(self, width: float) -> float:
        """Logical height of a card that wide."""
        return self.cards.size(width)[1] / self.scale

    def card(self, card: int, width: float = OWN_CARD, *, angle: float = 0, dim: bool = False) -> Surface:
        """A card's face, or its back for −1, turned clockwise by whole degrees. Draw it by its centre."""
        return self.cards.face(Card(card), width, _degrees(angle), dim)

    def card_shadow(self, width: float = OWN_CARD, *, lifted: bool = False, angle: float = 0) -> Surface:
        """The shadow of a card at rest or lifted. Draw it by the card's centre."""
        return self.cards.shadow(width, lifted, round(_degrees(angle) / 3) * 3 % 360)

    def card_whole(self, card: int, width: float = OWN_CARD, *, dim: bool = False, lifted: bool = False) -> Surface:
        """An upright card on its shadow in one surface. Draw it by its centre."""
        return self.cards.whole(Card(card), width, dim=dim, lifted=lifted)

    def card_ring(self, width: float, kind: RingKind, angle: float = 0) -> Surface:
        """The lines around a card that mark it. Draw it by the card's centre."""
        return self.cards.ring(width, kind, _degrees(angle))

    def slot(self, width: float = OWN_CARD) -> Surface:
        """A dashed empty place for a card."""
        return self.cards.slot(width)

    def draw_card(
        self,
        target: Surface,
        card: int,
        x: float,
        y: float,
        width: float = OWN_CARD,
        *,
        angle: float = 0,
        dim: bool = False,
        lifted: bool = False,
        ring: RingKind | None = None,
    ) -> None:
        """A card with its shadow, and a ring if asked for; ``x``, ``y`` is its centre."""
        if _degrees(angle):
            self.blit(target, self.card_shadow(width, lifted=lifted, angle=angle), x, y, "center")
            self.blit(target, self.card(card, width, angle=angle, dim=dim), x, y, "center")
        else:
            self.blit(target, self.card_whole(card, width, dim=dim, lifted=lifted), x, y, "center")
        if ring:
            self.blit(target, self.card_ring(width, ring, angle), x, y, "center")

    # Pictures

    def portrait(self, name: str, diameter: float, *, turn: bool = False, dim: bool = False) -> Surface:
        """A round portrait in brass, in a halo while it is its turn. Draw it by its centre."""
        size = max(4, self.px(diameter))

        def make() -> Surface:
            return raster.converted(pictures.portrait(name, size, self.scale, turn=turn, dim=dim))

        return self._pictures.get(("portrait", name, size, turn, dim), make)

    def _ink(self, colour: Colour) -> Colour:
        return high_contrast.ink(colour) if self.high_contrast else colour

    def icon(self, name: str, size: float = 24, colour: Colour = CREAM) -> Surface:
        """An icon of ``assets/icons`` in one colour."""
        colour = self._ink(colour)
        px = max(4, self.px(size))
        return self._pictures.get(("icon", name, px, colour), lambda: raster.converted(pictures.icon(name, px, colour)))

    def suit(self, letter: str, size: float = 18, colour: Colour | None = None) -> Surface:
        """A suit's sign, of ``CDHS``; in ``colour``, else as the cards have it."""
        own = (SUITS_FOUR if self.four_colours else SUITS_TWO)[letter]
        return self._suit(letter, self.px(size), colour or own)

    def _suit(self, letter: str, px: int, colour: Colour) -> Surface:
        name = f"suit_{letter}"
        return self._pictures.get(("icon", name, px, colour), lambda: raster.converted(pictures.icon(name, px, colour)))

    def sample(self, kind: SampleKind, name: str, width: float, height: float) -> Surface:
        """A small picture of a table or of a card's back that can be chosen. Draw it by its centre."""
        size = (self.px(width), self.px(height))
        draw = pictures.table_sample if kind == "table" else pictures.back_sample
        return self._pictures.get((kind, name, size), lambda: raster.converted(draw(name, size)))

    def emblem(self, slug: str, width: float, height: float) -> Surface:
        """A game's picture on its coloured ground."""
        size = (self.px(width), self.px(height))

        def make() -> Surface:
            return raster.converted(pictures.emblem(slug, size, self.scale, self.cards))

        return self._pictures.get(("emblem", slug, size), make)

    # Great moments

    def rays(self) -> Surface:
        """Rays over a dark disc, behind an announcement. Draw it by its centre."""
        return self._pictures.get("rays", lambda: raster.converted(overlays.rays(self.scale)))

    def letters(self, word: str, *, max_width: float = 900.0) -> Surface:
        """An announcement's word in gold letters, smaller when it would be wider than that. Draw it by its centre."""

        def make() -> Surface:
            drawn = overlays.gold_letters(word, self.scale)
            room = self.px(max_width)
            if drawn.get_width() > room:
                drawn = overlays.gold_letters(word, self.scale, overlays.LETTERS * room / drawn.get_width())
            return raster.converted(drawn)

        return self._pictures.get(("letters", word, max_width), make)

    def ribbon(self, fact: str) -> Surface:
        """A wine ribbon with one line, below an announcement's word. Draw it by its centre."""

        def make() -> Surface:
            line = self.text(fact, "ribbon", RIBBON_TEXT, max_width=760)
            return raster.converted(overlays.ribbon(line, self.scale))

        return self._pictures.get(("ribbon", fact), make)

    def announcement(self, word: str, fact: str = "") -> Surface:
        """Word and ribbon in one surface, without the rays. Draw it by its centre; scale it down for a pop."""

        def make() -> Surface:
            above = self.letters(word, max_width=_WORD)
            below = self.ribbon(fact) if fact else None
            wide = max(above.get_width(), below.get_width() if below else 0)
            tail = self.px(34) if set(word) & set("gjpqy") else 0  # the ribbon's text is read below a letter's tail
            lower = round(above.get_height() * 0.80) + tail
            high = max(above.get_height(), lower + (below.get_height() // 2 + self.px(58) if below else 0))
            drawn = raster.blank((wide, high))
            if below:
                drawn.blit(below, below.get_rect(center=(wide // 2, lower + self.px(26))))
            drawn.blit(above, above.get_rect(midtop=(wide // 2, 0)))
            return raster.converted(drawn)

        return self._pictures.get(("announcement", word, fact), make)

    def countdown(self, left: float, diameter: float = 76) -> Surface:
        """A ring of which the part ``left`` (0 … 1) is still gold, in sixtieths."""
        step = round(left * 60)
        key = ("countdown", step, diameter)
        return self._pictures.get(key, lambda: raster.converted(overlays.countdown(step / 60, diameter, self.scale)))

    def draw_path(
        self, target: Surface, start: tuple[float, float], end: tuple[float, float], *, both: bool = False
    ) -> None:
        """A dotted gold arc with an arrow: a card went from there to here, or both ways."""
        body, box = overlays.path((start, end), GOLD, both=both)
        self.blit(target, self.svg(body, body, box), box[0], box[1])

    # Boxes

    def shape(self, box: Box, width: float, height: float) -> Surface:
        """A box of that size, within ``box.margin`` on every side. ``draw_box`` places it."""
        return self._shape(self._boxed(box), (max(1, self.px(width)), max(1, self.px(height))))

    def _boxed(self, box: Box) -> Box:
        if not self.high_contrast:
            return box
        if box not in self._high_contrast_boxes:
            self._high_contrast_boxes[box] = high_contrast.box(box)
        return self._high_contrast_boxes[box]

    def _shape(self, box: Box, size: tuple[int, int]) -> Surface:
        def make() -> Surface:
            texture = self.texture(box.texture) if box.texture else None
            return raster.converted(boxes.draw(box, size, self.scale, texture))

        return self._shapes.get((box, size), make)

    def draw_box(self, target: Surface, box: Box, rect: pygame.FRect) -> None:
        """Draws a box over a logical rectangle; margin and shadow fall outside it."""
        area = self.area(rect)
        if area.width <= 0 or area.height <= 0:
            return
        box = self._boxed(box)
        margin = boxes.margin_px(box, self.scale)
        target.blit(self._shape(box, area.size), (area.left - margin, area.top - margin))

    def fill(self, target: Surface, colour: Colour, rect: pygame.FRect) -> None:
        """A plain rectangle: hairlines, bars of a plot."""
        area = self.area(rect)
        target.fill(colour, (area.left, area.top, max(1, area.width), max(1, area.height)))

    def svg(self, key: str, body: str, box: tuple[float, float, float, float]) -> Surface:
        """Any SVG elements: ``box`` is the part of the drawing (left, top, width, height) in logical pixels.

        Drawings are kept by ``key`` and size; only paths, transforms and what ``raster`` names are understood.
        """
        size = (max(1, self.px(box[2])), max(1, self.px(box[3])))
        return self._shapes.get(("svg", key, size), lambda: raster.converted(raster.svg(body, box, size, stretch=True)))

    def texture(self, name: str) -> Surface:
        """The tile ``felt``, ``wood`` or ``paper``."""
        if name not in self._textures:
            self._textures[name] = raster.converted(pygame.image.load(raster.ASSETS / "textures" / f"{name}.png"))
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
        """One line. ``*Words*`` are bold and in the ``emphasis`` colour (else in ``colour``); what is longer than
        ``max_width`` ends in an ellipsis. Suit signs are drawn."""
        limit = None if max_width is None else math.ceil(max_width * self.scale)
        colour, strong = self._ink(colour), self._ink(emphasis or colour)

        def make() -> Surface:
            letters, several = self._letters, typesetting.glyphs(string)
            if limit is not None:
                several = letters.fitted(several, TEXT_STYLES[style], limit)
            return raster.converted(letters.line(several, TEXT_STYLES[style], colour, strong))

        return self._texts.get(("line", string, style, colour, limit, strong), make)

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
        """Lines wrapped at ``width``; with ``balance`` they are made about equally long."""
        colour, strong, limit = self._ink(colour), self._ink(emphasis or colour), max(1, self.px(width))

        def make() -> Surface:
            letters, set_as = self._letters, TEXT_STYLES[style]
            lines = (letters.balanced if balance else letters.wrapped)(string, set_as, limit)
            return raster.converted(
                letters.block(lines, set_as, colour=colour, emphasis=strong, width=limit, align=align)
            )

        return self._texts.get(("block", string, style, colour, limit, align, strong, balance), make)

    def paragraph_height(self, string: str, style: str, width: float) -> float:
        """Logical height of a ``paragraph``, measured without drawing it: for whoever tries several widths."""
        set_as = TEXT_STYLES[style]
        lines = self._letters.wrapped(string, set_as, max(1, self.px(width)))
        return self._letters.block_height(lines, set_as) / self.scale

    def text_shade(self, string: str, style: str, blur: float, *, max_width: float | None = None) -> Surface:
        """The soft dark shadow of a line of text, ``blur`` logical pixels wide. Draw it by the text's centre."""

        def make() -> Surface:
            line = self.text(string, style, BLACK, max_width=max_width)
            around = self.px(2 * blur)
            mask = raster.blank((line.get_width() + 2 * around, line.get_height() + 2 * around))
            mask.blit(line, (around, around))
            mask = pygame.transform.gaussian_blur(mask, max(1, round(0.5 * blur * self.scale)))
            return raster.converted(boxes.tinted(mask, BLACK, 0.5))

        return self._texts.get(("shade", string, style, blur, max_width), make)

    def text_width(self, string: str, style: str) -> float:
        """Logical width of a text in one line."""
        return self._letters.length(string, TEXT_STYLES[style]) / self.scale

    def advance(self, string: str, style: str) -> float:
        """How far a text without marks and suits reaches, to the fraction of a pixel: for words set beside others."""
        return self._letters.face(TEXT_STYLES[style]).width(string) / self.scale

    def text_height(self, style: str) -> float:
        """Logical height of the surface of one line."""
        return self._letters.face(TEXT_STYLES[style]).height / self.scale

    # Grounds

    def _ground(self) -> Backgrounds:
        return Backgrounds(self.size, self.scale, self.texture, self._table)

    def table_background(self) -> Surface:
        """The table, over the whole screen."""
        return self._grounds.get("table", lambda: self._ground().table())

    def home_background(self) -> Surface:
        """The felt and the wooden edge of the home screen."""
        return self._grounds.get("home", lambda: self._ground().home())

    def felt_background(self) -> Surface:
        """Felt and nothing else, for results."""
        return self._grounds.get("felt", lambda: self._ground().felt())

    def room_background(self) -> Surface:
        """Dark wood, for seating, settings and everything else."""
        return self._grounds.get("room", lambda: self._ground().room())

    def curtain_background(self) -> Surface:
        """A curtain over everything."""
        return self._grounds.get("curtain", lambda: self._ground().curtain())

    def table_piece(self, width: float, height: float) -> Surface:
        """The upper left piece of a table, with round corners."""
        size = (self.px(width), self.px(height))

        def make() -> Surface:
            drawn = raster.blank(size)
            whole = (2 * size[0], round(1.4 * size[1]))
            drawn.blit(Backgrounds(whole, self.scale, self.texture, self._table).table(), (0, 0))
            raster.mask_with(drawn, raster.rounded_mask(size, self.px(16)))
            return raster.converted(drawn)

        return self._grounds.get(("piece", size), make)

    def small_table(self, width: float, height: float) -> Surface:
        """An oval table with its shadow. Draw it by its centre."""
        return self._shapes.get(("small", width, height), lambda: self._ground().small_table(width, height))

    @property
    def bytes_held(self) -> int:
        """Bytes of all pixels kept in the caches now."""
        stores = (self.cards.kept, self._texts, self._shapes, self._pictures, self._grounds)
        return sum(store.held for store in stores)


def _degrees(angle: float) -> int:
    """The angle that is drawn: whole degrees in a fan, every second one beyond, where cards are on their way."""
    near = (angle + 180) % 360 - 180
    return (round(near) if abs(near) <= 6 else 2 * round(near / 2)) % 360
