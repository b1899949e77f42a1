"""Texts fit: on every screen, in both languages, none is cut, leaves its box or the window, or lies on another.

Everything is drawn by the real program; while it is, what its Look sets and where it puts it is written down.
Windows of 16:9 have the same layout at another scale: 1280 × 720 logical pixels, in 960 × 540 as in 4K. Letters
are a whole number of pixels high, so the smallest window differs most from the layout: it stands for all of them.
Wider windows have more room; 1000 × 700 is nearly 4:3.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest
from pygame import FRect, Rect, Surface

from engine.bots.base import Option
from engine.events import Scored
from engine.games import GAMES
from engine.rng import Rng
from scenes.look import lettering
from scenes.look.boxes import Box
from scenes.look.lettering import ELLIPSIS
from scenes.look.look import Look
from scenes.look.theme import STYLES
from scenes.pilot import Pilot
from scenes.results import Results
from scenes.selftest import new_record
from scenes.table.match import Match
from scenes.words import LANGUAGES
from tests import pictures

SIZES = ((960, 540), (1000, 700))
USUAL = (1280, 720)

SLACK = 2
"""Pixels by which letters may reach over an edge: a serif, the tail of a g."""
SOLID = 0.9
"""A box at least so opaque hides what lies below it."""


class Set(NamedTuple):
    """A text on the screen."""

    string: str
    ink: Rect
    """Where its letters are, as far as a list around it lets them be seen."""
    holder: Rect | None
    """The box it was written on."""
    in_list: bool
    """A list cuts it at its edge: it can be scrolled into view."""
    sheet: Surface
    """What it was drawn on: the window, or a drawing that is kept."""


@dataclass
class Recorder:
    """What one drawing of a scene has set."""

    cut: list[str] = field(default_factory=list)
    texts: list[Set] = field(default_factory=list)
    boxes: list[tuple[Surface, Rect]] = field(default_factory=list)
    hidden: list[tuple[str, Rect]] = field(default_factory=list)
    known: dict[int, tuple[Surface, str, bool, Rect]] = field(default_factory=dict)
    """Surface -> itself, its words, whether they are shortened, where its letters are in it."""

    def clear(self) -> None:
        """Before the next drawing."""
        self.cut, self.texts, self.boxes, self.hidden = [], [], [], []

    def made(self, surface: Surface, string: str, shortened: bool) -> Surface:
        """A text was set."""
        if id(surface) not in self.known:
            self.known[id(surface)] = (surface, string, shortened, surface.get_bounding_rect())
        return surface

    def placed(self, target: Surface, surface: Surface, place: Rect) -> None:
        """A surface was drawn."""
        if id(surface) not in self.known:
            return
        _, string, shortened, letters = self.known[id(surface)]
        whole = letters.move(place.topleft)
        seen = whole if target.get_clip() == target.get_rect() else whole.clip(target.get_clip())
        if not seen.width or not seen.height:
            return  # blank, or further down in a list
        if shortened:
            self.cut.append(string)
        below = (box for sheet, box in reversed(self.boxes) if sheet is target and box.collidepoint(whole.center))
        holder = next(below, None)
        self.texts.append(Set(string, seen, holder, seen != whole, target))

    def boxed(self, target: Surface, box: Box, area: Rect) -> None:
        """A box was drawn: below it nothing is seen any more."""
        if not box.fill or box.alpha < SOLID:
            return
        self.boxes.append((target, area))
        left: list[Set] = []
        for text in self.texts:
            under = text.ink.clip(area) if text.sheet is target else Rect(0, 0, 0, 0)
            if under == text.ink:
                continue  # covered as a whole: a panel was opened over it
            if under.width > SLACK and under.height > SLACK:
                self.hidden.append((text.string, area))
            else:
                left.append(text)
        self.texts = left

    def faults(self) -> list[str]:
        """What a player would not like to see."""
        found = [f"shortened: {string!r}" for string in self.cut]
        found += [f"partly hidden: {string!r} by {area}" for string, area in self.hidden]
        for text in self.texts:
            if not text.sheet.get_rect().contains(text.ink):
                found.append(f"outside what it is drawn on: {text.string!r} {text.ink}")
            elif text.holder and not text.in_list and not text.holder.inflate(2 * SLACK, 2 * SLACK).contains(text.ink):
                found.append(f"larger than its box: {text.string!r} {text.ink} in {text.holder}")
        for i, one in enumerate(self.texts):
            for other in self.texts[i + 1 :]:
                both = one.ink.clip(other.ink)
                if one.sheet is not other.sheet or is_shade(one, other):
                    continue
                if both.width > SLACK and both.height > SLACK:
                    found.append(f"on each other: {one.string!r} {one.ink} and {other.string!r} {other.ink}")
        return found


def is_shade(one: Set, other: Set) -> bool:
    """A title's dark copy right below it."""
    near = abs(one.ink.x - other.ink.x) + abs(one.ink.y - other.ink.y) <= 2 * SLACK
    return near and one.string == other.string and one.ink.size == other.ink.size


def shortened(lines: Sequence[Sequence[lettering.Mark]], string: str) -> bool:
    """Whether a line ends in an ellipsis that its text has not."""
    shown = sum(line[-1].char == ELLIPSIS for line in lines if line)
    return shown > string.count(ELLIPSIS)


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """Writes down what any Look draws, in the order of drawing."""
    return record(monkeypatch)


def record(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    recorder = Recorder()
    text, paragraph, blit, draw_box = Look.text, Look.paragraph, Look.blit, Look.draw_box

    def set_line(look: Look, string: str, style: str, *more: Any, **named: Any) -> Surface:
        surface = text(look, string, style, *more, **named)
        room = named.get("max_width")
        several = lettering.marks(string)
        short = room is not None and look._letters.width(several, STYLES[style]) > look.px(room)
        return recorder.made(surface, string, short)

    def set_block(look: Look, string: str, style: str, colour: Any, width: float, *more: Any, **named: Any) -> Surface:
        surface = paragraph(look, string, style, colour, width, *more, **named)
        if id(surface) in recorder.known:
            return surface
        lines = look._letters.wrapped(string, STYLES[style], max(1, look.px(width)))
        return recorder.made(surface, string, shortened(lines, string))

    def drawn(look: Look, target: Surface, surface: Surface, x: float, y: float, *more: Any) -> None:
        (anchor,) = more or ("topleft",)
        place = surface.get_rect()
        setattr(place, anchor, (look.px(x + look._shift[0]), look.px(y + look._shift[1])))
        recorder.placed(target, surface, place)
        blit(look, target, surface, x, y, *more)

    def boxed(look: Look, target: Surface, box: Box, rect: FRect) -> None:
        recorder.boxed(target, box, look.area(rect).clip(target.get_clip()))
        draw_box(look, target, box, rect)

    monkeypatch.setattr(Look, "text", set_line)
    monkeypatch.setattr(Look, "paragraph", set_block)
    monkeypatch.setattr(Look, "blit", drawn)
    monkeypatch.setattr(Look, "draw_box", boxed)
    return recorder


def faults(pilot: Pilot, recorder: Recorder, sizes: Sequence[tuple[int, int]] = SIZES) -> list[str]:
    """What is wrong with the uppermost scene, at each size of the window."""
    found: list[str] = []
    app = pilot.app
    for size in sizes:
        app.window = pygame.display.set_mode(size, pygame.RESIZABLE)
        app._rebuild()
        app.finish()
        recorder.clear()
        app.top.lay_out()  # what is drawn once and kept is set here
        app.top.finish()
        app.top.draw(app.window)
        assert recorder.texts
        found += [f"{size}: {fault}" for fault in recorder.faults()]
    return found


def but_for_panels(pilot: Pilot, found: list[str]) -> list[str]:
    """A panel that the player opens may hide what it lies on, but never what is asked."""
    asked = repr(pilot.table._prompt(()))
    return [fault for fault in found if "partly hidden" not in fault or asked in fault]


def table_states(pilot: Pilot, slug: str) -> Iterator[str]:
    """The table in the middle of play with each panel over it."""
    pictures.first_choice(pilot, slug)
    yield "table"
    for name in ("log", "log_large"):
        pilot.key(pygame.K_l)
        yield name
    pilot.key(pygame.K_l)
    pilot.table.match.hint = tuple(Option(move, 0.5, 0.5) for move in pilot.choice.legal[:3])
    yield "hint"


def result(pilot: Pilot, slug: str, deals: int) -> Results:
    """How so many deals of random moves came out."""
    match = Match(new_record(slug, pictures.SEED), lambda _: None, pilot.app.thinker)
    rng, scored = Rng(3), None
    while match.game.outcome is None and (scored is None or scored.deal < deals):
        moved = match.play(rng.choice(match.game.legal_moves(match.game.waiting()[0])))
        scored = next((event for event in moved if isinstance(event, Scored)), scored)
    assert scored is not None
    return Results(pilot.app, match, scored, match.game.outcome is not None, *[lambda: None] * 3)


@pytest.fixture
def pilot(tmp_path: Path, language: str) -> Iterator[Pilot]:
    pygame.init()
    (tmp_path / "settings.toml").write_text(f'language = "{language}"\nspeed = "instant"\n', encoding="utf-8")
    pilot = Pilot(tmp_path)
    yield pilot
    pilot.app.close_all()


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_the_first_screens_fit(pilot: Pilot, recorder: Recorder, language: str) -> None:
    for name in ("home", "settings", "settings_end", "keys"):
        pictures.ONCE[name](pilot, "gurch")
        assert faults(pilot, recorder, (*SIZES, USUAL)) == [], name


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_a_game_fit(pilot: Pilot, recorder: Recorder, language: str, slug: str) -> None:
    for name in ("seating", "house_rules"):
        pictures.EACH[name](pilot, slug)
        assert faults(pilot, recorder) == [], name
    for name in table_states(pilot, slug):
        assert but_for_panels(pilot, faults(pilot, recorder)) == [], name
    for key in (pygame.K_ESCAPE, pygame.K_F1):
        pilot.table.match.drop_hint()
        pilot.key(key)
        assert not isinstance(pilot.app.top, type(pilot.table_below()))
        assert faults(pilot, recorder) == [], pygame.key.name(key)
        pilot.app.close(pilot.app.top)
    pilot.app.go(result(pilot, slug, 9))
    assert faults(pilot, recorder) == [], "results"


@pytest.mark.parametrize("language", ["en"])
def test_what_does_not_fit_is_found(pilot: Pilot, recorder: Recorder, language: str) -> None:
    pictures.home(pilot, "gurch")
    look, sheet = pilot.app.look, Surface((400, 300))
    recorder.clear()
    look.draw_box(sheet, Box(4, fill=((0, (0, 0, 0)),)), FRect(10, 10, 100, 30))
    look.blit(sheet, look.text("wider than its box", "body"), 12, 14)
    look.blit(sheet, look.text("upon it", "body"), 60, 14)
    look.blit(sheet, look.text("cut", "body", max_width=8), 12, 100)
    look.blit(sheet, look.text("at the edge", "body"), 380, 200)
    kinds = [fault.split(":")[0] for fault in recorder.faults()]
    assert kinds == ["shortened", "larger than its box", "outside what it is drawn on", "on each other"]
