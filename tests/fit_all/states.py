"""All screens and states of the table in which texts are measured, with the longest words."""

from __future__ import annotations

import string
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from engine.bots.common.base import Evaluation
from engine.cards import RANKS, Card
from engine.events import Said, Scored
from engine.games import GAMES
from engine.match.match import Match
from engine.match.replay import SLICE, Replay
from engine.moves import Note, Refusal
from engine.par import PLAYOUTS
from engine.profile.storage import Notice
from engine.rng import Rng
from scenes.lesson.script import load
from scenes.look import speeds
from scenes.results.results import CARDS, PLOT, ResultsScreen
from scenes.seating.seating import SeatingScreen
from scenes.shell.destinations import Begin, DealResult, Home
from scenes.shell.dialog import confirm_dialog, confirm_replacing, notices_dialog
from scenes.shell.lessons import has_lesson
from scenes.shell.preparing import Preparing
from scenes.table.coach import Coach
from scenes.work.pars import Pars
from tests.pictures import daily as pictures_daily
from tests.pictures import lessons as pictures_lessons
from tests.pictures import par as pictures_par
from tests.pictures import reviews as pictures_reviews
from tests.pictures import shots as pictures
from tests.support.at_screens import nothing
from tests.support.at_table import live, settings
from tests.support.piloting import Pilot
from tests.support.records import new_record, play_at_random
from tests.support.texts import flat

SMALL = (960, 540)
WIDEST_CARD = Card(4 * (len(RANKS) - 3) + 3)
"""A queen, which has the longest name."""


def figures(text: str) -> dict[str, Any]:
    """A long value for every figure in a text."""
    names = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    return {name: _figure(name) for name in names}


def _figure(name: str) -> Any:
    known = {"cards": (WIDEST_CARD,) * 3, "card": WIDEST_CARD, "rank": len(RANKS) - 3, "suit": 0, "seat": 1}
    return next((value for begin, value in known.items() if name.startswith(begin)), 12)


def notes(pilot: Pilot, slug: str, part: str) -> list[Note]:
    """Every note of a game that has a text, with long figures."""
    texts = flat(pilot.app.words.language)
    found: dict[str, Note] = {}
    for owner in (slug, "game"):
        prefix = f"{owner}.{part}."
        for key, text in texts.items():
            name = key.removeprefix(prefix).removesuffix(".one").removesuffix(".other")
            if key.startswith(prefix) and not key.endswith(".one"):
                found.setdefault(name, Note(name, figures(text)))
    return list(found.values())


# --- screens --------------------------------------------------------------------------------------------------------

ELSEWHERE = (
    "dealing", "first_choice", "playing", "hint", "log", "log_large", "menu", "rules_in_force", "deal_result",
    "match_result", "fair_result", "deal_par", "match_par", "home_continue",
)  # fmt: skip
"""Pictures of states that are measured elsewhere, or that are still moving."""
SLOW = ("shared", "replay", "statistics", "curtain", "hot", "settings_", "failure", "presets_", "day_help", "day_table")
"""Prefixes of pictures that take long, or that resemble another."""
FEW = ("seating", "fair_seating", "house_rules", "reader")
"""The only pictures of a game that are taken with ``few``."""
State = tuple[str, Pilot]


def profile(folder: Path, language: str, **more: Any) -> Pilot:
    """A pilot on a new profile in a language, without motion; ``more`` are settings."""
    settings(folder, language=language, speed="instant", name="Maximiliano", **more)
    return Pilot(folder, SMALL)


def first(language: str, *, few: bool = False, only: str = "", **more: Any) -> Iterator[State]:
    """All states before a game is chosen, and those pictured for one game only; ``more`` are settings."""
    shown = [name for name in pictures.ONCE if only in name and not (few and name.startswith(SLOW))]
    yield from pictured({name: pictures.ONCE[name] for name in shown}, next(iter(GAMES)), language, more)
    with tempfile.TemporaryDirectory() as folder:
        pilot = profile(Path(folder), language, **more)
        for name in first_screens(pilot):
            yield name, pilot
        pilot.app.close_all()


def of_game(slug: str, language: str, *, few: bool = False, only: str = "", **more: Any) -> Iterator[State]:
    """The states of a game's screens and table; ``few`` leaves out pictures that take long. ``more`` are settings.

    Pictures whose name doesn't contain ``only`` are left out.
    """
    shown = [name for name in pictures.EACH if name not in ELSEWHERE and (name in FEW or not few) and only in name]
    shown = [name for name in shown if pictures.possible(name, slug)]
    yield from pictured({name: pictures.EACH[name] for name in shown}, slug, language, more)
    with tempfile.TemporaryDirectory() as folder:
        pilot = profile(Path(folder), language, **more)
        for states in (screens, table_states):
            for name in states(pilot, slug):
                yield name, pilot
        pilot.app.close_all()


def pictured(shots: Mapping[str, pictures.Shot], slug: str, language: str, more: Mapping[str, Any]) -> Iterator[State]:
    """The states of ``tests.pictures``, each in a profile of its own."""
    for name, make in shots.items():
        with tempfile.TemporaryDirectory() as folder:
            pilot = profile(Path(folder), language, **more)
            make(pilot, slug)
            yield name, pilot
            pilot.app.close_all()


def first_screens(pilot: Pilot) -> Iterator[str]:
    """Messages on the home screen, and the screen that waits for a long match."""
    app = pilot.app
    app.go(Home())
    app.notices = [Notice(key, figures(text)) for key, text in flat(app.words.language).items() if key[:7] == "notice."]
    app.open(notices_dialog(app))
    yield "notices"
    app.go(Home())
    for _ in range(2):
        app.mute()
        yield f"toast_{'on' if app.settings.sound else 'off'}"
    app.toast = None
    long = new_record(next(iter(GAMES)))
    play_at_random(long, Rng(5), 2 * SLICE)
    app.go(Preparing(app, Replay(long), lambda _: None, lambda _: None))
    yield "preparing"


def screens(pilot: Pilot, slug: str) -> Iterator[str]:
    """The screens of a game."""
    app = pilot.app
    seating = SeatingScreen(app, slug)
    app.go(seating)
    for chair in range(len(seating.group.order())):
        pilot.key(pygame.K_TAB, pygame.K_RETURN)
        if app.top is not seating or not app.running:
            break
        if chair < 8:
            yield f"seating_key_{chair}"
    app.running = True
    for deals in (1, 9):
        results = result(pilot, slug, deals)
        app.go(results)
        for paper in results.papers(stacked=True):
            results.show(paper)
            yield f"results_{deals}_{paper}"
        for aside in (CARDS, PLOT) if deals > 1 and results.summary.decided else ():
            results.show_aside(aside)
            yield f"results_{deals}_beside_{aside}"
    review = pictures_reviews.reviewed(pilot, slug)
    for part in range(4):
        review.show_part(part)
        yield f"match_review_part_{part}"
    pictures_daily.result(pilot, slug)
    assert isinstance(app.top, ResultsScreen)
    for paper in app.top.papers(stacked=True):
        app.top.show(paper)
        yield f"day_result_{paper}"
    app.go(Begin(new_record(slug, pictures.SEED)))
    pilot.rest()
    app.go(Home())
    yield "home_continue"
    app.keep(new_record(slug, 5))
    confirm_replacing(app, slug, lambda: None)
    yield "replaces"


def result(pilot: Pilot, slug: str, deals: int) -> ResultsScreen:
    """The result of some deals of random moves."""
    match = Match(new_record(slug, pictures.SEED), lambda _: None, pilot.app.thinker)
    rng, scored = Rng(3), None
    while match.game.outcome is None and (scored is None or scored.deal < deals):
        moved = match.play(rng.choice(match.game.legal_moves(match.game.waiting()[0])))
        scored = next((event for event in moved if isinstance(event, Scored)), scored)
    assert scored is not None
    final = match.game.outcome is not None
    results = ResultsScreen(
        pilot.app, DealResult(match, scored, final, nothing, nothing, nothing, pars=Pars(pilot.app, match))
    )
    pictures_par.show_par(results, PLAYOUTS if deals > 1 else 0)
    return results


# --- the table ------------------------------------------------------------------------------------------------------


def table_states(pilot: Pilot, slug: str) -> Iterator[str]:
    """The table during play, with everything that can be shown over it or said at it."""
    pictures.playing(pilot, slug)
    yield "table"
    yield from panels(pilot)
    yield from spoken(pilot, slug)
    yield from overlays(pilot, slug)
    seats = max(GAMES[slug].seats_allowed)
    pilot.app.go(Begin(new_record(slug, pictures.SEED, seats)))
    pilot.rest()
    yield f"seats_{seats}"
    pilot.table.hud.said.update(longest_said(pilot, slug))
    yield f"said_{seats}"


def panels(pilot: Pilot) -> Iterator[str]:
    """Pages of the drawer, opened without the frames in which cards glide over captions."""
    table = pilot.table
    play = live(table)

    def shown(act: Callable[[], object]) -> None:
        act()
        table.finish()

    for name in ("log", "log_large"):
        shown(table.show_log)
        yield f"panel_{name}"
    shown(table.show_log)
    table.match.hint = tuple(Evaluation(move, 0.5, 0.5) for move in pilot.choice.legal[:3])
    shown(play.advisor.update)
    assert table.drawer.page is not None
    yield "panel_hint"
    table.match.drop_hint()
    shown(play.advisor.update)
    for name, act in (("what_now", play.coach.ask), ("last_plays", play.last_plays.toggle)):
        shown(act)
        yield f"panel_{name}"
        shown(act)
    shown(partial(speak, play.coach, first=True))
    yield "panel_coach"
    shown(partial(speak, play.coach, first=False))
    hud = pilot.table.hud
    if table.stage.looked_through():
        shown(table.look_through)
        yield "panel_pile"
        while table.pile_view.pile is not None:
            shown(table.look_through)
    for tool in ("menu", "sort", "undo", "hint", "log"):
        hud = pilot.table.hud
        hud.tip.shown = getattr(hud.tools, tool)
        yield f"tip_{tool}"
    hud.tip.shown = None


def speak(coach: Coach, *, first: bool) -> None:
    """Let the coach explain the present ask as one that is new, or no more."""
    coach._first = first
    coach.update()


def longest_said(pilot: Pilot, slug: str) -> dict[int, Note]:
    """The longest bubble that a seat can say, at every seat at once."""
    words = pilot.app.words
    longest = max(notes(pilot, slug, "said"), key=lambda note: len(words.note(slug, "said", note)))
    return dict.fromkeys(range(pilot.table.match.game.seats), longest)


def spoken(pilot: Pilot, slug: str) -> Iterator[str]:
    """Every refusal, bubble and announcement."""
    table = pilot.table
    before = dict(table.hud.said)
    table.hud.said.clear()
    for note in notes(pilot, slug, "refusal"):
        table.hud.refuse(Refusal(f"{slug}.R10", note.key, note.figures))
        yield f"refusal_{note.key}"
    table.hud.drop_refusal()
    for note in notes(pilot, slug, "said"):
        table.hud.said.update(dict.fromkeys(range(table.match.game.seats), note))
        yield f"said_{note.key}"
    table.hud.said.clear()
    for note in notes(pilot, slug, "loud"):
        if not table.hud.boards.tells(note):
            table.hud.announcement.now = (Said(1, note, True), speeds.ANNOUNCEMENT / 2)
            yield f"loud_{note.key}"
    table.hud.announcement.now = None
    table.hud.said.update(before)


def overlays(pilot: Pilot, slug: str) -> Iterator[str]:
    """Dialogs over the table."""
    app, table = pilot.app, pilot.table
    for button, name in ((pygame.K_ESCAPE, "menu"), (pygame.K_F1, "rules_in_force")):
        pilot.key(button)
        yield name
        app.close(app.top)
    goal, play = table.stage.layout.goal, live(table)
    if goal is not None:
        app.open(play._goal(slug, goal))
        yield "goal"
        app.close(app.top)
    for key in ["app.menu.giving_up", *(f"{slug}.warning.{note.key}" for note in warnings(pilot, slug))]:
        app.open(confirm_dialog(app, key, lambda: None, wary=True, **figures(app.words(f"{key}.text"))))
        yield f"ask_{key}"
        app.close(app.top)
    assert app.top is table


def warnings(pilot: Pilot, slug: str) -> list[Note]:
    """Moves that a game asks to confirm."""
    keys = {note.key.partition(".")[0] for note in notes(pilot, slug, "warning")}
    return [Note(key, {}) for key in sorted(keys)]


def lesson(pilot: Pilot, slug: str) -> Iterator[str]:
    """Every card of a game's lesson, and each again after two wrong answers."""
    for step in range(len(load(slug).steps) if has_lesson(slug) else 0):
        pictures_lessons.go(pilot, slug, step)
        yield f"lesson_{step}"
        if pictures_lessons.answer_wrong(pilot):
            yield f"lesson_{step}_wrong"


def moments(pilot: Pilot, slug: str, check: Callable[[str], None]) -> None:
    """Play a match; call ``check`` once with the name of every ask and announcement that comes up."""
    done: set[str] = set()

    def save(name: str) -> None:
        if name not in done:
            done.add(name)
            check(name)

    pilot.app.settings = replace(pilot.app.settings, speed="4")
    pilot.app.draw = lambda: None  # type: ignore[method-assign]  # nothing is looked at on the way
    for seed in pictures.MOMENT_SEEDS:
        pictures.moments(pilot, slug, seed, save)
