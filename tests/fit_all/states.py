"""All screens and table states in which texts are measured, with the longest texts."""

from __future__ import annotations

import string
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from engine.bots.common.base import Evaluation, Reason
from engine.bots.registry import opponents_of
from engine.cards import RANKS, Card
from engine.events import Announced, DealScored
from engine.games import GAMES
from engine.match.match import Match
from engine.match.replay import MOVES_PER_SLICE, Replay
from engine.moves import Note, Refusal, Seat
from engine.par import PLAYOUTS_PER_DEAL
from engine.profile.storage import Notice
from engine.rng import Rng
from scenes.render import timing
from scenes.screens.lesson.script import load_lesson
from scenes.screens.results.results_screen import CARDS_PAPER, PLOT_PAPER, ResultsScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.shell.destinations import DealResult, Home, MatchTable
from scenes.shell.dialog import begin_or_ask, confirm_dialog, move_notices_to_dialog
from scenes.shell.lessons import has_lesson
from scenes.shell.replay_loading_screen import ReplayLoadingScreen
from scenes.table.coach import Coach
from scenes.table.pages.log_page import LogSize
from scenes.text.catalogue import ADDRESSING_SUFFIXES
from scenes.ui.widgets import IconButton
from scenes.work.pars import Pars
from tests.pictures import daily as pictures_daily
from tests.pictures import lessons as pictures_lessons
from tests.pictures import par as pictures_par
from tests.pictures import reviews as pictures_reviews
from tests.pictures import shots as pictures
from tests.support.catalogue_texts import texts_by_key
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record, play_randomly
from tests.support.screens import do_nothing
from tests.support.tables import live_mode, write_settings

SMALL_WINDOW = (960, 540)
WIDEST_CARD = Card(4 * (len(RANKS) - 3) + 3)
"""A queen; queens have the longest names."""


def long_placeholders(text: str) -> dict[str, Any]:
    """Return a long value for every placeholder of a text."""
    names = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    return {name: _long_placeholder(name) for name in names}


def _long_placeholder(name: str) -> Any:
    known = {"cards": (WIDEST_CARD,) * 3, "card": WIDEST_CARD, "rank": len(RANKS) - 3, "suit": 0, "seat": 1}
    return next((value for begin, value in known.items() if name.startswith(begin)), 12)


def notes(pilot: Pilot, slug: str, part: str) -> list[Note]:
    """Return every note of a game that has a text, with long placeholders."""
    texts = texts_by_key(pilot.app.words.language)
    found: dict[str, Note] = {}
    for owner in (slug, "game"):
        prefix = f"{owner}.{part}."
        for key, text in texts.items():
            name = key.removeprefix(prefix).removesuffix(".one").removesuffix(".other")
            if key.startswith(prefix) and not key.endswith(".one"):
                found.setdefault(name, Note(name, long_placeholders(text)))
    return list(found.values())


def _named_seats_note(viewer: Seat, note: Note) -> Note:
    """Return the note of a sentence that addresses the player ("won_you"), with the viewer in the place it says."""
    for placeholder in ("seat_to", "seat_loser", "seat"):
        key = note.key.removesuffix(ADDRESSING_SUFFIXES[placeholder])
        if key != note.key:
            return Note(key, {"seat": 1, "seat_to": 1, **note.placeholders, placeholder: viewer})
    return note


# --- screens --------------------------------------------------------------------------------------------------------

SKIPPED_PICTURES = (
    "dealing", "first_choice", "playing", "hint", "log", "log_large", "menu", "rules_in_force", "deal_result",
    "match_result", "fair_result", "deal_par", "match_par", "home_continue",
)  # fmt: skip
"""Pictures of states that are measured elsewhere, or that are still in motion."""
LOG_STATES: dict[str, LogSize] = {"log": "open", "log_large": "large"}
SLOW_PICTURE_PREFIXES = (
    "shared",
    "replay",
    "statistics",
    "curtain",
    "hot",
    "settings_",
    "failure",
    "presets_",
    "day_help",
    "day_table",
)
"""Prefixes of pictures that take long or resemble another."""
QUICK_PICTURES = ("seating", "fair_seating", "house_rules", "reader")
"""The only pictures of a game with ``few``."""
State = tuple[str, Pilot]


def pilot_on_profile(folder: Path, language: str, **more: Any) -> Pilot:
    """Return a pilot on a new profile in a language, without motion; ``more`` are settings."""
    write_settings(folder, language=language, speed="instant", name="Maximiliano", **more)
    return Pilot(folder, SMALL_WINDOW)


def states_without_game(
    language: str, *, few: bool = False, only: str = "", part: slice = slice(None), **more: Any
) -> Iterator[State]:
    """Yield all states before a game is chosen, and those pictured for one game only.

    ``part`` is the part of the pictures, as in ``names[part]``; ``more`` are settings.
    """
    names = [
        name
        for name in pictures.SHOTS_WITHOUT_GAME
        if only in name and not (few and name.startswith(SLOW_PICTURE_PREFIXES))
    ]
    yield from pictured_states(
        {name: pictures.SHOTS_WITHOUT_GAME[name] for name in names[part]}, next(iter(GAMES)), language, more
    )
    with tempfile.TemporaryDirectory() as folder:
        pilot = pilot_on_profile(Path(folder), language, **more)
        for name in home_states(pilot):
            yield name, pilot
        pilot.app.release_everything()


def game_states(slug: str, language: str, *, few: bool = False, only: str = "", **more: Any) -> Iterator[State]:
    """Yield the states of a game's screens and table.

    Pictures whose name doesn't contain ``only`` are left out; ``few`` leaves out slow ones. ``more`` are settings.
    """
    names = [
        name
        for name in pictures.SHOTS_PER_GAME
        if name not in SKIPPED_PICTURES and (name in QUICK_PICTURES or not few) and only in name
    ]
    names = [name for name in names if pictures.is_possible(name, slug)]
    yield from pictured_states({name: pictures.SHOTS_PER_GAME[name] for name in names}, slug, language, more)
    with tempfile.TemporaryDirectory() as folder:
        pilot = pilot_on_profile(Path(folder), language, **more)
        for states in (screen_states, table_states):
            for name in states(pilot, slug):
                yield name, pilot
        pilot.app.release_everything()


def pictured_states(
    shots: Mapping[str, pictures.Shot], slug: str, language: str, more: Mapping[str, Any]
) -> Iterator[State]:
    """Yield the states of ``tests.pictures``, each in a new profile."""
    for name, make in shots.items():
        with tempfile.TemporaryDirectory() as folder:
            pilot = pilot_on_profile(Path(folder), language, **more)
            make(pilot, slug)
            yield name, pilot
            pilot.app.release_everything()


def home_states(pilot: Pilot) -> Iterator[str]:
    """Yield the notices on the home screen, and the progress screen for a long match."""
    app = pilot.app
    app.go(Home())
    app.profile.notices = [
        Notice(key, long_placeholders(text))
        for key, text in texts_by_key(app.words.language).items()
        if key[:7] == "notice."
    ]
    app.open(move_notices_to_dialog(app))
    yield "notices"
    app.go(Home())
    for _ in range(2):
        app.input_router.toggle_sound()
        yield f"toast_{'on' if app.settings.sound else 'off'}"
    app.toast = None
    long = new_record(next(iter(GAMES)))
    play_randomly(long, Rng(5), 2 * MOVES_PER_SLICE)
    app.go(ReplayLoadingScreen(app, Replay(long), lambda _: None, lambda _: None))
    yield "preparing"


def screen_states(pilot: Pilot, slug: str) -> Iterator[str]:
    app = pilot.app
    seating = SeatingScreen(app, slug)
    app.go(seating)
    for chair in range(len(seating.root.focus_order())):
        pilot.press_keys(pygame.K_TAB, pygame.K_RETURN)
        if app.top is not seating or not app.is_running:
            break
        if chair < 8:
            yield f"seating_key_{chair}"
    app.is_running = True
    for deals in (1, 9):
        results = show_result(pilot, slug, deals)
        app.go(results)
        for paper in results.available_papers(stacked=True):
            results.show_first_paper(paper)
            yield f"results_{deals}_{paper}"
        for aside in (CARDS_PAPER, PLOT_PAPER) if deals > 1 and results.summary.deciding_cards else ():
            results.show_second_paper(aside)
            yield f"results_{deals}_beside_{aside}"
    review = pictures_reviews.open_review(pilot, slug)
    for part in range(4):
        review.show_pane(part)
        yield f"match_review_part_{part}"
    pictures_daily.day_result(pilot, slug)
    assert isinstance(app.top, ResultsScreen)
    for paper in app.top.available_papers(stacked=True):
        app.top.show_first_paper(paper)
        yield f"day_result_{paper}"
    app.go(MatchTable(new_record(slug, pictures.SEED)))
    pilot.run_until_idle()
    app.go(Home())
    yield "home_continue"
    app.saved_matches.save(new_record(slug, 5))
    begin_or_ask(app, slug, lambda: None)
    yield "replaces"


def show_result(pilot: Pilot, slug: str, deals: int) -> ResultsScreen:
    """Show the result of some deals of random moves."""
    match = Match(new_record(slug, pictures.SEED), lambda _: None, pilot.app.thinker)
    rng, scored = Rng(3), None
    while match.game.outcome is None and (scored is None or scored.deal < deals):
        moved = match.play(rng.choice(match.game.legal_moves(match.game.seats_to_act()[0])))
        scored = next((event for event in moved if isinstance(event, DealScored)), scored)
    assert scored is not None
    final = match.game.outcome is not None
    results = ResultsScreen(
        pilot.app,
        DealResult(match, scored, final, do_nothing, do_nothing, do_nothing, do_nothing, pars=Pars(pilot.app, match)),
    )
    pictures_par.show_par(results, PLAYOUTS_PER_DEAL if deals > 1 else 0)
    return results


# --- the table ------------------------------------------------------------------------------------------------------


def table_states(pilot: Pilot, slug: str) -> Iterator[str]:
    """Yield the table during play, with all its overlays and messages."""
    pictures.playing(pilot, slug)
    yield "table"
    yield from drawer_states(pilot)
    yield from message_states(pilot, slug)
    yield from dialog_states(pilot, slug)
    seats = max(GAMES[slug].seats_allowed)
    pilot.app.go(MatchTable(new_record(slug, pictures.SEED, seats)))
    pilot.run_until_idle()
    yield f"seats_{seats}"
    pilot.table.hud.bubbles.notes.update(longest_bubbles(pilot, slug))
    yield f"said_{seats}"


def drawer_states(pilot: Pilot) -> Iterator[str]:
    """Yield the pages of the drawer, opened without the frames in which cards glide over captions."""
    table = pilot.table
    play = live_mode(table)

    def shown(act: Callable[[], object]) -> None:
        act()
        table.finish_animations()

    for name, size in LOG_STATES.items():
        shown(partial(table.set_log, size))
        yield f"panel_{name}"
    shown(table.close_log)
    game = table.match.game
    reasons = [(len(table.words(f"{game.slug}.why.{name}")), name) for name in game.explaining_events]
    best, *others = (Evaluation(move, 0.5, 0.5) for move in pilot.open_choice.legal_moves[:3])
    longest = Reason(max(reasons)[1], 0.08, 0.6) if reasons else None
    merits = list(opponents_of(game.slug).merits_of(pilot.open_choice.view, pilot.open_choice.seat, best.move))
    table.match.hint = (best._replace(reason=longest, merit=merits[0] if merits else None), *others)
    shown(play.hint_controller.update)
    shown(play.hint_controller.page.toggle_figures)
    assert table.drawer.page is not None
    yield "panel_hint"
    table.match.cancel_hint()
    shown(play.hint_controller.update)
    for name, act in (("what_now", play.coach.toggle_explanation), ("last_plays", play.last_plays.toggle)):
        shown(act)
        yield f"panel_{name}"
        shown(act)
    shown(partial(show_explanation, play.coach, first=True))
    yield "panel_coach"
    shown(partial(show_explanation, play.coach, first=False))
    hud = pilot.table.hud
    if table.model.browsable_piles():
        shown(table.pile_browser.cycle)
        yield "panel_pile"
        while table.pile_browser.pile is not None:
            shown(table.pile_browser.cycle)
    for tool in ("menu", "sort", "undo", "hint", "log"):
        hud = pilot.table.hud
        hud.tooltip.button = hud.root.get(IconButton, tool)
        yield f"tip_{tool}"
    hud.tooltip.button = None


def show_explanation(coach: Coach, *, first: bool) -> None:
    """Make the coach explain the current question, as a new one or again."""
    coach._is_new = first
    coach.update()


def longest_bubbles(pilot: Pilot, slug: str) -> dict[int, Note]:
    """Return the longest bubble of the game for every seat."""
    words = pilot.app.words
    longest = max(notes(pilot, slug, "said"), key=lambda note: len(words.note_text(slug, "said", note)))
    return dict.fromkeys(range(pilot.table.match.game.seats), longest)


def message_states(pilot: Pilot, slug: str) -> Iterator[str]:
    """Yield every refusal, bubble and announcement."""
    table = pilot.table
    before = dict(table.hud.bubbles.notes)
    table.hud.bubbles.notes.clear()
    for note in notes(pilot, slug, "refusal"):
        table.hud.show_refusal(Refusal(f"{slug}.R10", note.key, note.placeholders))
        yield f"refusal_{note.key}"
    table.hud.hide_refusal()
    for note in notes(pilot, slug, "said"):
        table.hud.bubbles.notes.update(dict.fromkeys(range(table.match.game.seats), note))
        yield f"said_{note.key}"
    table.hud.bubbles.notes.clear()
    for note in map(partial(_named_seats_note, table.match.viewer), notes(pilot, slug, "loud")):
        if not table.hud.board_view.replaces_highlight_text(note):
            table.hud.announcement.announce(Announced(1, note, True))
            table.timeline.update(timing.ANNOUNCEMENT_MS / 2)
            yield f"loud_{note.key}"
    table.hud.announcement.end()
    table.hud.bubbles.notes.update(before)


def dialog_states(pilot: Pilot, slug: str) -> Iterator[str]:
    """Yield the dialogs over the table."""
    app, table = pilot.app, pilot.table
    for button, name in ((pygame.K_ESCAPE, "menu"), (pygame.K_F1, "rules_in_force")):
        pilot.press_keys(button)
        yield name
        app.close(app.top)
    goal, play = table.model.layout.help.goal_illustration, live_mode(table)
    if goal is not None:
        app.open(play._goal_dialog(slug, goal))
        yield "goal"
        app.close(app.top)
    for key in ["app.menu.giving_up", *(f"{slug}.warning.{note.key}" for note in move_warnings(pilot, slug))]:
        app.open(
            confirm_dialog(app, key, lambda: None, destructive=True, **long_placeholders(app.words(f"{key}.text")))
        )
        yield f"ask_{key}"
        app.close(app.top)
    assert app.top is table


def move_warnings(pilot: Pilot, slug: str) -> list[Note]:
    """Return the warnings of moves that a game asks to confirm."""
    keys = {note.key.partition(".")[0] for note in notes(pilot, slug, "warning")}
    return [Note(key, {}) for key in sorted(keys)]


def lesson_states(pilot: Pilot, slug: str) -> Iterator[str]:
    """Yield every card of a game's lesson, and each again after two wrong answers."""
    for step in range(len(load_lesson(slug).steps) if has_lesson(slug) else 0):
        pictures_lessons.play_to_step(pilot, slug, step)
        yield f"lesson_{step}"
        if pictures_lessons.answer_wrong(pilot):
            yield f"lesson_{step}_wrong"


def check_moments(pilot: Pilot, slug: str, check: Callable[[str], None]) -> None:
    """Play a match; call ``check`` once with the name of every question and announcement."""
    done: set[str] = set()

    def save(name: str) -> None:
        if name not in done:
            done.add(name)
            check(name)

    pilot.app.settings = replace(pilot.app.settings, speed="4")
    pilot.app.draw = lambda: None  # type: ignore[method-assign]  # no frame between the checks is needed
    for seed in pictures.MOMENT_SEEDS:
        pictures.moment_shots(pilot, slug, seed, save)
