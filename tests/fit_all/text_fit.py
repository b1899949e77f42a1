"""Measures texts against their boxes: records the drawings of a Renderer and their positions without painting.

The real program lays out and draws. Only the pixels are left out, so that a 4K screen costs no more than a small one.
Lengths are window pixels.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest
from pygame import FRect, Rect, Surface

from scenes.app import App
from scenes.render import boxes, raster
from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.renderer_cache import RendererCache
from scenes.render.space import Point
from scenes.render.theme import MIN_TARGET_SIZE, OWN_CARD_WIDTH, TEXT_STYLES
from scenes.render.typesetting import ELLIPSIS, Line, Piece, line_text, parse_text
from scenes.table.effects.announcement_banner import AnnouncementBanner
from scenes.table.effects.rays import Rays
from scenes.ui.widgets import Segmented, Widget

SIZES = ((960, 540), (1280, 720), (1920, 1080), (3840, 2160), (3440, 1440), (1024, 768))
SCALES = ("80", "100", "125", "150", "200")
MAX_OVERHANG_PX = 2
"""Permitted overhang of a serif or tail over an edge, in pixels at 960 × 540 and 1280 × 720."""
MIN_SOLID_OPACITY = 0.9
"""Minimum opacity of a box that hides its background."""
INDEX_BOX = (0.03, 0.025, 0.17, 0.25)
"""Rank and suit in a card's corner: left, top, width and height as fractions of the card's size."""
INLINE_WIDGETS = ("PageLink",)
"""Links in running text, which can't be larger than its lines (WCAG 2.2, success criterion 2.5.8, inline)."""
MIN_READABLE_CARD_WIDTH = 40.0
"""Minimum logical width of cards whose index must be visible; smaller ones are in panels and strips."""


class PlacedText(NamedTuple):
    """A text on the screen."""

    string: str
    ink: Rect
    """Area of its letters, clipped by its list."""
    holder: Rect | None
    """The box below it."""
    in_list: bool
    """Whether a list clips it, so that it can be scrolled into view."""
    sheet: Surface
    """Its drawing surface: the window, or a cached drawing."""
    owner: Widget | None
    """The control that drew it, if any."""


class KnownText(NamedTuple):
    """A text with its surface, kept alive so that no other surface gets the same ``id``."""

    surface: Surface
    string: str
    shortened: bool
    parts: tuple[Rect, ...]
    """Areas of its letters, between cards that are set in the line."""


class CardIndex(NamedTuple):
    """A card's index on the screen."""

    rect: Rect
    sheet: Surface


class MeasuredControl(NamedTuple):
    """A control that can be pressed."""

    sheet: Surface
    rect: Rect
    """Its visible part, clipped by its list."""
    widget: Widget
    scale: float
    """Window pixels per logical pixel."""
    whole: bool
    """Whether all of it is visible."""
    clip: Rect
    """Visible part of its list; the whole sheet outside lists."""

    @property
    def target(self) -> Rect:
        """Area that should react to the pointer. A list reacts only where it is visible."""
        width, height = (max(round(MIN_TARGET_SIZE), length) for length in self.rect.size)
        found = Rect(0, 0, width, height)
        found.center = self.rect.center
        return found.clip(self.clip)


@dataclass
class Recorder:
    """Records the contents of one drawing of a scene."""

    cut_texts: list[str] = field(default_factory=list)
    texts: list[PlacedText] = field(default_factory=list)
    boxes: list[tuple[Surface, Rect]] = field(default_factory=list)
    hidden_texts: list[tuple[str, str]] = field(default_factory=list)
    controls: list[MeasuredControl] = field(default_factory=list)
    card_indices: list[CardIndex] = field(default_factory=list)
    widget_stack: list[Widget] = field(default_factory=list)
    """Widgets being drawn, the innermost last."""
    known_texts: dict[int, KnownText] = field(default_factory=dict)
    lines: dict[tuple[Any, ...], Surface] = field(default_factory=dict)
    slack: int = MAX_OVERHANG_PX
    idle: bool = False
    """Whether recording is off, before the state to be measured."""

    def clear(self) -> None:
        self.cut_texts, self.texts, self.boxes, self.hidden_texts = [], [], [], []
        self.controls, self.card_indices, self.widget_stack = [], [], []

    @property
    def owner(self) -> Widget | None:
        """The control being drawn, if any."""
        return next((widget for widget in self.widget_stack if widget.focusable), None)

    def on_text_made(
        self, key: tuple[Any, ...], string: str, shortened: bool, drawn: Surface, depth: int = 8
    ) -> Surface:
        """Record a text; return an empty surface of its size in its place."""
        stand_in = Surface(drawn.get_size(), depth=depth)
        self.known_texts[id(stand_in)] = KnownText(stand_in, string, shortened, (drawn.get_bounding_rect(),))
        self.lines[key] = stand_in
        return stand_in

    def on_surface_drawn(self, target: Surface, surface: Surface, place: Rect) -> None:
        """Record the texts of a drawn surface."""
        known = None if self.idle else self.known_texts.get(id(surface))
        if known is None:
            return
        for part in known.parts:
            self._on_part_drawn(target, known, part.move(place.topleft))

    def _on_part_drawn(self, target: Surface, known: KnownText, whole: Rect) -> None:
        seen = whole if target.get_clip() == target.get_rect() else whole.clip(target.get_clip())
        if not seen.width or not seen.height:
            return  # blank, or scrolled out of view
        if known.shortened:
            self.cut_texts.append(known.string)
        below = (box for sheet, box in reversed(self.boxes) if sheet is target and box.collidepoint(whole.center))
        holder = next(below, None)
        self._cover_cards(target, seen, f"the text {known.string!r}")
        self.texts.append(PlacedText(known.string, seen, holder, seen != whole, target, self.owner))

    def on_box_drawn(self, target: Surface, box: Box, area: Rect) -> None:
        """Record a box, which hides everything below it."""
        if self.idle or not box.fill or box.fill_alpha < MIN_SOLID_OPACITY:
            return
        self.boxes.append((target, area))
        self._cover_cards(target, area, f"a box at {tuple(area)}")
        self._cover_texts(target, area, f"a box at {tuple(area)}")

    def on_card_drawn(self, target: Surface, card: Rect, readable: bool) -> None:
        """Record a card, or its visible part in a list."""
        if self.idle:
            return
        left, top, width, height = INDEX_BOX
        index = Rect(card.x + left * card.w, card.y + top * card.h, width * card.w, height * card.h)
        self.card_indices = [
            face for face in self.card_indices if face.sheet is not target or not overlaps(face.rect, card)
        ]
        self._cover_texts(target, card.clip(target.get_clip()), f"a card at {tuple(card)}")
        if readable and target.get_clip().contains(card):
            self.card_indices.append(CardIndex(index, target))

    def _cover_cards(self, target: Surface, area: Rect, cover: str) -> None:
        """Cover cards; a partly covered index is a fault."""
        visible: list[CardIndex] = []
        for face in self.card_indices:
            if face.sheet is not target or not overlaps(face.rect, area):
                visible.append(face)
            elif not area.contains(face.rect):
                self.hidden_texts.append((f"index of a card at {tuple(face.rect)}", cover))
        self.card_indices = visible

    def _cover_texts(self, target: Surface, area: Rect, cover: str) -> None:
        """Cover texts and controls: drop the fully covered ones; a partly covered text is a fault."""
        visible: list[PlacedText] = []
        for text in self.texts:
            under = text.ink.clip(area) if text.sheet is target else Rect(0, 0, 0, 0)
            if under == text.ink:
                continue  # fully covered, by a panel
            if under.width > self.slack and under.height > self.slack:
                self.hidden_texts.append((repr(text.string), cover))
            else:
                visible.append(text)
        self.texts = visible
        current = self.owner
        self.controls = [
            control
            for control in self.controls
            if control.sheet is not target or control.widget is current or not area.contains(control.rect)
        ]

    def faults(self) -> list[str]:
        faults = [f"shortened: {string!r}" for string in self.cut_texts]
        faults += [f"partly hidden: {what} by {by}" for what, by in self.hidden_texts]
        more = 2 * self.slack
        for text in self.texts:
            if not text.sheet.get_rect().contains(text.ink):
                faults.append(f"outside what it is drawn on: {text.string!r} {text.ink}")
            elif text.holder and not text.in_list and not text.holder.inflate(more, more).contains(text.ink):
                faults.append(f"larger than its box: {text.string!r} {text.ink} in {text.holder}")
            for sheet, rect, widget, *_ in self.controls:
                if sheet is text.sheet and widget is not text.owner and overlaps(text.ink, rect, self.slack):
                    faults.append(f"on a control: {text.string!r} {text.ink} on {type(widget).__name__} {rect}")
        for i, one in enumerate(self.texts):
            for other in self.texts[i + 1 :]:
                if one.sheet is other.sheet and not is_shade(one, other) and overlaps(one.ink, other.ink, self.slack):
                    faults.append(f"on each other: {one.string!r} {one.ink} and {other.string!r} {other.ink}")
        return faults + list(self._target_faults())

    def _target_faults(self) -> Iterator[str]:
        """Yield controls that are hard to hit: less than 44 by 44 window pixels react, or a neighbour reacts there."""
        pressed = [control for control in self.controls if control.widget.is_visible_and_enabled and control.whole]
        pressed = [control for control in pressed if type(control.widget).__name__ not in INLINE_WIDGETS]
        for i, control in enumerate(pressed):
            if least := min(missing_target_px(control)):
                yield f"small target: by {-least:.0f}: {control_name(control)} {control.rect}"
            for other in pressed[i + 1 :]:
                near = control.sheet is other.sheet and overlaps(control.target, other.target, 1)
                if near and not overlaps(control.rect, other.rect):
                    shared = min(control.target.clip(other.target).size)
                    one, another = f"{control_name(control)} {control.rect}", f"{control_name(other)} {other.rect}"
                    yield f"close targets: by {shared}: {one} and {another}"


def control_name(control: MeasuredControl) -> str:
    """Return a control's name for messages."""
    widget = control.widget
    words = (str(getattr(widget, name, "")) for name in ("label", "name", "string", "text"))
    return f"{type(widget).__name__} {next(filter(None, words), '')!r}"


def missing_target_px(control: MeasuredControl) -> list[float]:
    """Return the missing pixels of a control's pointer area in each direction; zeros if it is complete."""
    widget, scale = control.widget, control.scale
    x, y = widget.rect.center
    missing = [0.0]
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        reached = next(
            (
                r
                for r in range(round(MIN_TARGET_SIZE) // 2 - 1, 0, -1)
                if widget.is_hit(Point(x + dx * r / scale, y + dy * r / scale))
            ),
            0,
        )
        missing.append(reached + 1 - MIN_TARGET_SIZE / 2)
    if isinstance(widget, Segmented):
        missing += [min(0.0, area.width * scale + 1 - MIN_TARGET_SIZE) for area in widget.segments()]
    return missing


def overlaps(one: Rect, other: Rect, slack: int = MAX_OVERHANG_PX) -> bool:
    """Whether two areas overlap by more than a serif."""
    both = one.clip(other)
    return both.width > slack and both.height > slack


def is_shade(one: PlacedText, other: PlacedText) -> bool:
    """Whether a text is the shadow of a title."""
    near = abs(one.ink.x - other.ink.x) + abs(one.ink.y - other.ink.y) <= 4 + MAX_OVERHANG_PX * one.ink.height / 20
    return near and one.string == other.string and one.ink.size == other.ink.size


def parts_between_cards(drawn: Surface, line: Line, scale: float) -> Iterator[Rect]:
    """Yield the areas of the letters of a drawn line, one between each two cards that are set in it."""
    width, height = drawn.get_size()
    card_edges = (x for piece in line if piece.cards for x in (piece.x, piece.x + piece.width))
    edges = [0, *(min(width, round(x * scale)) for x in card_edges), width]
    for left, right in zip(edges[::2], edges[1::2], strict=True):
        yield drawn.subsurface(left, 0, right - left, height).get_bounding_rect().move(left, 0)


def is_shortened(lines: Sequence[Line], string: str) -> bool:
    """Whether a line ends in an ellipsis that its text doesn't have."""
    shown = sum(line_text(line).endswith(ELLIPSIS) for line in lines)
    return shown > string.count(ELLIPSIS)


# --- replacements for drawing -----------------------------------------------------------------------------------------

_BLANK_METHODS = (
    "card", "card_shadow", "card_with_shadow", "card_ring", "empty_slot", "portrait", "icon", "suit", "preview",
    "emblem", "ray_light_mask", "announcement_shade_mask", "path_dot",
    "arrow_head", "countdown_ring", "svg", "table_background", "home_background", "felt_background", "wood_background",
    "small_table",
)  # fmt: skip
"""Methods of Renderer replaced by ones that return a transparent pixel."""


def record_drawings(patch: pytest.MonkeyPatch) -> Recorder:
    """Make every Renderer record without painting until ``patch`` is undone."""
    recorder = Recorder()
    _record_texts(patch, recorder)
    _record_places(patch, recorder)
    for widget in _widget_classes(Widget):
        if "draw" in vars(widget):
            patch.setattr(widget, "draw", _recording_draw(recorder, vars(widget)["draw"]))
    return recorder


def _record_texts(patch: pytest.MonkeyPatch, recorder: Recorder) -> None:
    def text(renderer: Renderer, string: str, style: str, *_: Any, **named: Any) -> Surface:
        return one_line(renderer, string, style, parse_text(string, TEXT_STYLES[style]), named.get("max_width"))

    def plain_text(renderer: Renderer, string: str, style: str, *_: Any, **named: Any) -> Surface:
        return one_line(renderer, string, style, [Piece(string, TEXT_STYLES[style])], named.get("max_width"))

    def one_line(
        renderer: Renderer, string: str, style: str, pieces: Sequence[Piece], max_width: float | None
    ) -> Surface:
        limit = None if max_width is None else renderer.to_pixels(max_width)
        key = (string, style, limit, renderer.scale)
        if key in recorder.lines:
            return recorder.lines[key]
        shown = renderer._typesetter.set_line(pieces, math.inf if limit is None else limit / renderer.scale)
        short = line_text(shown) != line_text(pieces)
        return recorder.on_text_made(key, string, short, renderer._typesetter.draw_line(shown, TEXT_STYLES[style]))

    def line(renderer: Renderer, line: Line, style: str) -> Surface:
        key = (line, style, renderer.scale)
        if key in recorder.lines:
            return recorder.lines[key]
        drawn = renderer._typesetter.draw_line(line, TEXT_STYLES[style])
        stand_in = recorder.on_text_made(key, line_text(line), False, drawn)
        parts = tuple(parts_between_cards(drawn, line, renderer.scale))
        recorder.known_texts[id(stand_in)] = recorder.known_texts[id(stand_in)]._replace(parts=parts)
        return stand_in

    def paragraph(renderer: Renderer, string: str, style: str, *more: Any, **named: Any) -> Surface:
        _, width, align = (*more, "left")[:3]
        limit, align, even = max(1, renderer.to_pixels(width)), named.get("align", align), bool(named.get("balance"))
        key = (string, style, limit, renderer.scale, align, even)
        if key in recorder.lines:
            return recorder.lines[key]
        letters, set_as = renderer._typesetter, TEXT_STYLES[style]
        set_lines = letters.set_balanced_lines if even else letters.set_lines
        lines = set_lines(parse_text(string, set_as), set_as, limit / renderer.scale)
        return recorder.on_text_made(
            key, string, is_shortened(lines, string), letters.draw_block(lines, set_as, limit, align)
        )

    def announced(
        banner: AnnouncementBanner, renderer: Renderer, target: Surface, x: float, y: float, **_: Any
    ) -> None:
        key = ("announcement", banner.word, banner.fact, renderer.scale)
        short = renderer.text_width(banner.fact, "ribbon") > 760
        if key not in recorder.lines:
            width, height = banner.size(renderer)
            drawn = Surface((renderer.to_pixels(width), renderer.to_pixels(height)), pygame.SRCALPHA)
            with renderer.at_origin(0, 0):
                banner.draw_faded(renderer, drawn, width / 2, height / 2, opacity=1.0)
            recorder.on_text_made(key, f"{banner.word} / {banner.fact}", short, drawn, 24)  # scaled later
        renderer.blit(target, recorder.lines[key], x, y, "center")

    patch.setattr(Renderer, "text", text)
    patch.setattr(Renderer, "plain_text", plain_text)
    patch.setattr(Renderer, "line", line)
    patch.setattr(Renderer, "paragraph", paragraph)
    patch.setattr(AnnouncementBanner, "draw", announced)


def _record_places(patch: pytest.MonkeyPatch, recorder: Recorder) -> None:
    pixel = Surface((1, 1))

    def blit(renderer: Renderer, target: Surface, surface: Surface, x: float, y: float, *anchor: str) -> None:
        place = surface.get_rect()
        setattr(
            place,
            (*anchor, "topleft")[0],
            (renderer.to_pixels(x + renderer._shift_logical[0]), renderer.to_pixels(y + renderer._shift_logical[1])),
        )
        recorder.on_surface_drawn(target, surface, place)

    def draw_box(renderer: Renderer, target: Surface, box: Box, rect: FRect) -> None:
        recorder.on_box_drawn(target, box, renderer.to_shifted_pixel_rect(rect).clip(target.get_clip()))

    def draw_card(renderer: Renderer, target: Surface, card: int, x: float, y: float, *widths: float, **_: Any) -> None:
        (width,) = widths or (OWN_CARD_WIDTH,)
        height = renderer.card_height(width)
        place = renderer.to_shifted_pixel_rect(FRect(x - width / 2, y - height / 2, width, height))
        recorder.on_card_drawn(target, place, card >= 0 and width >= MIN_READABLE_CARD_WIDTH)

    def shape(renderer: Renderer, box: Box, width: float, height: float) -> Surface:
        margin = 2 * boxes.margin_px(box, renderer.scale)
        return raster.transparent_surface(
            (renderer.to_pixels(width) + margin, renderer.to_pixels(height) + margin)
        )  # game tiles place their cards by its size

    patch.setattr(Renderer, "box_surface", shape)
    for name in _BLANK_METHODS:
        patch.setattr(Renderer, name, lambda *_, **__: pixel)
    patch.setattr(Renderer, "blit", blit)
    patch.setattr(Renderer, "draw_box", draw_box)
    patch.setattr(Renderer, "draw_card", draw_card)
    patch.setattr(Renderer, "fill", lambda *_, **__: None)
    patch.setattr(Rays, "draw", lambda *_, **__: None)


def _widget_classes(kind: type[Widget]) -> Iterator[type[Widget]]:
    yield kind
    for further in kind.__subclasses__():
        yield from _widget_classes(further)


def _recording_draw(
    recorder: Recorder, draw: Callable[[Widget, Renderer, Surface], None]
) -> Callable[[Widget, Renderer, Surface], None]:
    """Return a widget's ``draw`` that also records the widget."""

    def recorded(widget: Widget, renderer: Renderer, target: Surface) -> None:
        recorder.widget_stack.append(widget)
        if widget.focusable and recorder.owner is widget and not recorder.idle:
            whole = renderer.to_shifted_pixel_rect(widget.rect)
            clip = target.get_clip()
            seen = whole.clip(clip)
            recorder.controls.append(MeasuredControl(target, seen, widget, renderer.scale, seen == whole, clip))
        draw(widget, renderer, target)
        recorder.widget_stack.pop()

    return recorded


# --- measuring --------------------------------------------------------------------------------------------------------


RenderersBySize = dict[tuple[tuple[int, int], bool], RendererCache]
"""Renderers by window size and high contrast."""


class Gauge:
    """Measures an App's current state at other sizes of window and text. Caches the renderers."""

    def __init__(self, app: App, recorder: Recorder, renderers: RenderersBySize) -> None:
        """``renderers`` are existing renderers for the same settings; new ones are added."""
        self.app = app
        self.recorder = recorder
        self._renderers = renderers
        recorder.idle = True

    def faults(self, size: tuple[int, int], scale: str = "100", *, high_contrast: bool = False) -> list[str]:
        """Return the faults of the top scene and the toast; ``high_contrast`` also means a four-colour deck."""
        app, recorder = self.app, self.recorder
        changed: dict[str, Any] = {"ui_scale": scale, "high_contrast": high_contrast, "four_colours": high_contrast}
        app.settings = replace(app.settings, **changed)
        app.window.surface = Surface(size, depth=8)
        recorder.slack, recorder.idle = MAX_OVERHANG_PX * max(1, round(size[1] / 720)), False
        app.window.picture_size = size
        app.renderers = self._renderers.setdefault((size, high_contrast), RendererCache(size))
        recorder.clear()
        for scene in app.scene_stack.scenes[:-1]:
            scene.lay_out()
        recorder.clear()
        app.top.lay_out()  # fills the caches of drawings
        renderer = app.top.renderer
        full_size = (
            max(size[0], renderer.to_pixels(renderer.width)),
            max(size[1], renderer.to_pixels(renderer.height)),
        )  # all scrolled content
        sheet = Surface(full_size, depth=8)
        with without_scrolling(app.top):
            app.top.draw(sheet)
        if app.toast is not None:
            app.toast.draw(app.renderer, Surface(full_size, depth=8))  # disappears soon, so it may cover anything
        assert recorder.texts
        recorder.idle = True
        return recorder.faults()


@contextmanager
def without_scrolling(scene: Any) -> Iterator[None]:
    """Show all of a screen larger than the window."""
    pan = getattr(scene, "pan", None)
    if pan is None:
        yield
        return
    before = (pan.x, pan.y)
    pan.x = pan.y = 0.0
    pan.draw_scroll_bars = lambda *_: None  # its scroll bars belong to the window's edge
    yield
    del pan.draw_scroll_bars
    pan.x, pan.y = before
