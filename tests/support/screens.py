"""Helpers of the tests of screens: a program without a window, keys and clicks, results of a match."""

import os
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from engine.characters import CHARACTERS
from engine.events import DealScored
from engine.games import GAMES
from engine.match.match import Match
from engine.match.record import PERSON, Chair, Record
from engine.rng import Rng
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import DealResult
from scenes.shell.options_panel import OptionRow, OptionsPanel
from scenes.shell.scene import Scene
from scenes.shell.screen import Screen
from scenes.text.catalogue import Words
from scenes.ui.widgets import SeatPlate, Widget
from tests.support import profile_pilot
from tests.support.profile_pilot import Pilot

CHAIRS = (Chair(PERSON), Chair("mei", "hard"), Chair("kwame", "medium"), Chair("ingrid", "easy"))


class RecordingWords(Words):
    """Texts that record missing keys."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.missing: set[str] = set()

    def __call__(self, key, placeholders={}, **more):  # type: ignore[no-untyped-def]  # noqa: B006  # as its parent
        if key not in self:
            self.missing.add(key)
        return super().__call__(key, placeholders, **more)


def open_app(folder: Path, size: tuple[int, int] = (1280, 720), language: str = "en") -> App:
    pygame.init()
    app = profile_pilot.open_app(folder, size=size)
    app.settings = replace(app.settings, language="pt_BR" if language == "pt_BR" else "en", speed="instant")
    app.words = RecordingWords(language)
    return app


def play_random_match(slug: str, deals: int, seats: int = 4, **rules: object) -> tuple[Match, DealScored]:
    """Return a match played at random to the end of ``deals`` deals, and the last deal's score."""
    people = [Chair(person.slug, person.default_level) for person in CHARACTERS.values()]
    chairs = CHAIRS if seats == 4 else (Chair(PERSON), *people[: seats - 1])
    record = Record(slug, seats, 7, GAMES[slug].Options(**rules), chairs)
    match = Match(record, lambda _: None, Thinker(process=False))
    rng, scored = Rng(1), None
    while len(match.game.history) < deals:
        move = rng.choice(match.game.legal_moves(match.game.seats_to_act()[0]))
        scored = next((event for event in match.play(move) if isinstance(event, DealScored)), scored)
    assert scored is not None
    return match, scored


def do_nothing() -> None:
    pass


def make_results_screen(app: App, slug: str, deals: int, seats: int = 4, **rules: object) -> ResultsScreen:
    match, scored = play_random_match(slug, deals, seats, **rules)
    final = match.game.outcome is not None
    return ResultsScreen(app, DealResult(match, scored, final, do_nothing, do_nothing, do_nothing, do_nothing))


def press(app: App, key: int, mod: int = 0) -> None:
    app.step(16, [pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)])


def type_in(app: App, text: str) -> None:
    app.step(16, [pygame.Event(pygame.TEXTINPUT, text=text)])


def click(app: App, place: tuple[float, float]) -> None:
    pos = (place[0] * app.renderer.scale, place[1] * app.renderer.scale)
    app.step(16, [pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))])
    app.step(16, [pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)])
    app.step(16, [pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1)])


def tab_to(pilot: Pilot, screen: Screen, wanted: Widget) -> None:
    """Press Tab until the widget has the focus."""
    for _ in range(80):
        if screen.root.focus is wanted and screen.root.keyboard_used_last:
            return
        pilot.press_keys(pygame.K_TAB)
    raise AssertionError("Tab doesn't reach the widget")


def press_widget(pilot: Pilot, screen: Screen, wanted: Widget, *, by_keys: bool) -> None:
    """Press a widget with the pointer, or with Tab and Enter."""
    if by_keys:
        tab_to(pilot, screen, wanted)
        pilot.press_keys(pygame.K_RETURN)
    else:
        pilot.click(wanted.rect.center)


def find_widget(screen: Screen, label: str) -> Widget:
    return next(w for w in screen.root.focus_order() if getattr(w, "label", getattr(w, "string", "")) == label)


def find_option_rows(screen: Screen) -> list[OptionRow]:
    return [widget for widget in screen.root.focus_order() if isinstance(widget, OptionRow)]


def find_option_row(screen: Screen, name: str) -> OptionRow:
    return next(row for row in find_option_rows(screen) if row.option.name == name)


def find_options_panel(screen: Scene) -> OptionsPanel:
    assert isinstance(screen, Screen)
    panel = screen.root.find("options")
    assert isinstance(panel, OptionsPanel)
    return panel


def seat_plate(screen: Screen, seat: int) -> SeatPlate:
    """Return the plate of a seat on a match setup screen."""
    plate = screen.root.find(("plate", seat))
    assert isinstance(plate, SeatPlate)
    return plate
