"""Texts fit their holders: every screen and every state of the table, at every size of window and text.

``python -m tests.fit_all [--lang pt_BR] [--only NAME] [--quick]`` prints what does not fit and a line of figures, and
ends with 1 when anything does not. ``--quick`` leaves out the moments that come up only in the course of a match.
"""

from __future__ import annotations

import argparse
import string
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.bots.base import Option
from engine.cards import RANKS, Card
from engine.events import Said, Scored
from engine.games import GAMES
from engine.moves import Note, Refusal
from engine.rng import Rng
from engine.storage import Notice
from scenes.dialog import Dialog, confirm_dialog, notices_dialog
from scenes.home import Home
from scenes.pilot import Pilot
from scenes.results import Results
from scenes.seating import Seating
from scenes.table import speeds
from scenes.table.match import Match
from scenes.table.table import start
from scenes.words import LANGUAGES
from tests import pictures
from tests.at_table import new_record, settings
from tests.fitting import SCALES, SIZES, Gauge, Recorder, record
from tests.texts import flat

WIDEST_CARD = Card(4 * (len(RANKS) - 3) + 3)
"""A queen: the longest names."""


def figures(text: str) -> dict[str, Any]:
    """Something long for every figure that a text shows."""
    names = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    return {name: _figure(name) for name in names}


def _figure(name: str) -> Any:
    known = {"cards": (WIDEST_CARD,) * 3, "card": WIDEST_CARD, "rank": len(RANKS) - 3, "suit": 0, "seat": 1}
    return next((value for begin, value in known.items() if name.startswith(begin)), 12)


def notes(pilot: Pilot, slug: str, part: str) -> list[Note]:
    """Every note of a game that a text exists for, with long figures."""
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


def first_screens(pilot: Pilot) -> Iterator[str]:
    """Everything before a game is chosen."""
    for name in ("home", "settings", "settings_end", "keys", "bad_settings"):
        pictures.ONCE[name](pilot, "gurch")
        yield name
    app = pilot.app
    app.go(Home(app))
    app.notices = [Notice(key, figures(text)) for key, text in flat(app.words.language).items() if key[:7] == "notice."]
    app.open(notices_dialog(app))
    yield "notices"
    app.go(Home(app))
    for _ in range(2):
        app.mute()
        yield f"toast_{'on' if app.settings.sound else 'off'}"
    app._toast = None


def screens(pilot: Pilot, slug: str) -> Iterator[str]:
    """The screens of a game."""
    app = pilot.app
    for name in ("seating", "house_rules"):
        pictures.EACH[name](pilot, slug)
        yield name
    seating = Seating(app, slug)
    app.go(seating)
    for chair in range(len(seating.group.order())):
        pilot.key(pygame.K_TAB, pygame.K_RETURN)
        if app.top is not seating or not app.running:
            break
        if chair < 8:
            yield f"seating_key_{chair}"
    app.running = True
    for deals in (1, 9):
        app.go(result(pilot, slug, deals))
        yield f"results_{deals}"
    start(app, new_record(slug, pictures.SEED))
    pilot.rest()
    app.go(Home(app))
    yield "home_continue"
    app.open(confirm_dialog(app, "app.seating.replaces", lambda: None, game=app.words(f"{slug}.title")))
    yield "replaces"


def result(pilot: Pilot, slug: str, deals: int) -> Results:
    """How so many deals of random moves came out."""
    match = Match(new_record(slug, pictures.SEED), lambda _: None, pilot.app.thinker)
    rng, scored = Rng(3), None
    while match.game.outcome is None and (scored is None or scored.deal < deals):
        moved = match.play(rng.choice(match.game.legal_moves(match.game.waiting()[0])))
        scored = next((event for event in moved if isinstance(event, Scored)), scored)
    assert scored is not None
    return Results(pilot.app, match, scored, match.game.outcome is not None, *[lambda: None] * 3)


# --- the table ------------------------------------------------------------------------------------------------------


def table_states(pilot: Pilot, slug: str) -> Iterator[str]:
    """The table in the middle of play, with everything that may be laid over it and said at it."""
    pictures.playing(pilot, slug)
    yield "table"
    yield from panels(pilot)
    yield from told(pilot, slug)
    yield from overlays(pilot, slug)
    seats = max(GAMES[slug].seats_allowed)
    start(pilot.app, new_record(slug, pictures.SEED, seats))
    pilot.rest()
    yield f"seats_{seats}"
    pilot.table.said.update(longest_said(pilot, slug))
    yield f"said_{seats}"


def panels(pilot: Pilot) -> Iterator[str]:
    """Panels that the player opens."""
    for name in ("log", "log_large"):
        pilot.key(pygame.K_l)
        yield f"panel_{name}"
    pilot.key(pygame.K_l)
    pilot.table.match.hint = tuple(Option(move, 0.5, 0.5) for move in pilot.choice.legal[:3])
    yield "panel_hint"
    pilot.table.match.drop_hint()
    hud = pilot.table.hud
    for tool in ("menu", "sort", "undo", "hint", "log"):
        hud = pilot.table.hud
        hud.tip.shown = getattr(hud, tool)
        yield f"tip_{tool}"
    hud.tip.shown = None


def longest_said(pilot: Pilot, slug: str) -> dict[int, Note]:
    """The longest words a seat can say, at every seat at once."""
    words = pilot.app.words
    longest = max(notes(pilot, slug, "said"), key=lambda note: len(words.note(slug, "said", note)))
    return dict.fromkeys(range(pilot.table.match.game.seats), longest)


def told(pilot: Pilot, slug: str) -> Iterator[str]:
    """Every refusal, everything that is said, in bubbles and in large letters."""
    table = pilot.table
    before = dict(table.said)
    table.said.clear()
    for note in notes(pilot, slug, "refusal"):
        table.hud.refuse(Refusal(f"{slug}.R10", note.key, note.figures))
        yield f"refusal_{note.key}"
    table.hud.refusal = None
    for note in notes(pilot, slug, "said"):
        table.said.update(dict.fromkeys(range(table.match.game.seats), note))
        yield f"said_{note.key}"
    table.said.clear()
    for note in notes(pilot, slug, "loud"):
        if not table.hud.boards.tells(note):
            table.hud.loud = (Said(1, note, True), speeds.LOUD / 2)
            yield f"loud_{note.key}"
    table.hud.loud = None
    table.said.update(before)


def overlays(pilot: Pilot, slug: str) -> Iterator[str]:
    """Dialogs over the table."""
    app, table = pilot.app, pilot.table
    for button, name in ((pygame.K_ESCAPE, "menu"), (pygame.K_F1, "rules_in_force")):
        pilot.key(button)
        yield name
        app.close(app.top)
    for key in ["app.menu.giving_up", *(f"{slug}.warning.{note.key}" for note in warnings(pilot, slug))]:
        app.open(confirm_dialog(app, key, lambda: None, wary=True, **figures(app.words(f"{key}.text"))))
        yield f"ask_{key}"
        app.close(app.top)
    assert app.top is table


def warnings(pilot: Pilot, slug: str) -> list[Note]:
    """What a game asks to confirm."""
    keys = {note.key.partition(".")[0] for note in notes(pilot, slug, "warning")}
    return [Note(key, {}) for key in sorted(keys)]


# --- judging --------------------------------------------------------------------------------------------------------


def excused(name: str, fault: str, prompt: str) -> bool:
    """What a panel that was opened, or that answers a key or a mistake, may do: hide cards and words, but never what is
    asked.

    Great announcements are read alone: they lie over everything for a moment.
    """
    if "loud" in name or ("_said_" in name and "/" in fault):
        return not fault.startswith(("shortened", "outside"))
    if name.startswith(("panel_", "tip_", "refusal_", "toast_")):
        return fault.startswith("partly hidden") and repr(prompt) not in fault
    return False


def measure(pilot: Pilot, gauge: Gauge, name: str, places: Sequence[tuple[tuple[int, int], str, bool]]) -> list[str]:
    """What does not fit in the present state at these sizes of window and text, each with high contrast or without."""
    before, settings, window = pilot.app._looks, pilot.app.settings, pilot.app.window
    table = pilot.table if not isinstance(pilot.app.top, Dialog | Results) and hasattr(pilot.app.top, "hud") else None
    told = _kept(table)
    found = []
    for size, scale, sharp in places:
        for fault in _at(gauge, table, told, (size, scale, sharp)):
            long_path = str(pilot.app.profile.folder) in fault
            if not long_path and not excused(name, fault, told[3]):
                found.append(f"{name} {size[0]}x{size[1]} {scale} % {pilot.app.words.language}: {fault}")
    pilot.app.settings, pilot.app.window, pilot.app._looks = settings, window, before
    pilot.app._rebuild()
    return found


def _kept(table: Any) -> tuple[Any, Any, Any, str]:
    """What a table tells now: laying it out anew forgets it."""
    if table is None:
        return None, None, None, ""
    tip = table.hud.tip.shown
    name = next((key for key, value in vars(table.hud).items() if value is tip), "") if tip else ""
    return table.hud.refusal, table.hud.loud, name, table._prompt(())


def _at(gauge: Gauge, table: Any, told: tuple[Any, Any, Any, str], place: tuple[Any, str, bool]) -> list[str]:
    if table is None:
        return gauge.faults(place[0], place[1], sharp=place[2])
    built = table.lay_out

    def with_words() -> None:
        built()
        table.hud.loud = told[1]
        if told[0]:
            table.hud.refuse(told[0][0])
        table.hud.tip.shown = getattr(table.hud, told[2]) if told[2] else None

    table.lay_out = with_words
    try:
        return gauge.faults(place[0], place[1], sharp=place[2])
    finally:
        del table.lay_out
        with_words()


EVERYWHERE = tuple((size, scale, sharp) for sharp in (False, True) for size in SIZES for scale in SCALES)


def profile(folder: Path, language: str, **more: Any) -> Pilot:
    """A player of that language for whom nothing moves; ``more`` are settings."""
    settings(folder, language=language, speed="instant", name="Maximiliano", **more)
    return Pilot(folder, SIZES[0])


def whole(language: str, recorder: Recorder, only: str, quick: bool) -> tuple[Counter[str], list[str]]:
    """Measure everything in one language: figures, and what does not fit."""
    counted: Counter[str] = Counter()
    found: list[str] = []

    def check(name: str) -> None:
        if only not in name:
            return
        faults = measure(pilot, gauge, name.partition("/")[2], EVERYWHERE)
        counted.update(states=1, pictures=len(EVERYWHERE), problems=len(faults))
        found.extend(f"{name.partition('/')[0]}/{fault}" for fault in faults)

    for slug in ("", *GAMES):
        if only.partition("/")[0] not in slug and "/" in only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            pilot = profile(Path(folder), language)
            gauge = Gauge(pilot.app, recorder)
            if not slug:
                for name in first_screens(pilot):
                    check(f"/{name}")
            else:
                for states in (screens, table_states):
                    for name in states(pilot, slug):
                        check(f"{slug}/{name}")
                if not quick:
                    moments(pilot, slug, check)
            pilot.app.close_all()
        recorder.lines.clear()
        recorder.known.clear()
        print(f"{language} {slug or 'first screens'}: {dict(counted)}", file=sys.stderr, flush=True)
    return counted, found


def moments(pilot: Pilot, slug: str, check: Any) -> None:
    """Every question and announcement as it comes up in a match, each once."""
    done: set[str] = set()

    def save(name: str) -> None:
        if name not in done:
            done.add(name)
            check(f"{slug}/{name}")

    pilot.app.settings = replace(pilot.app.settings, speed="4")
    for seed in pictures.MOMENT_SEEDS:
        pictures.moments(pilot, slug, seed, save)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fit_all", description=__doc__)
    parser.add_argument("--lang", choices=LANGUAGES, help="only this language")
    parser.add_argument("--only", default="", help="only states whose name (game/state) contains this")
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args(words)
    pygame.init()
    total: Counter[str] = Counter()
    for language in [chosen.lang] if chosen.lang else LANGUAGES:
        with pytest.MonkeyPatch.context() as patch:
            counted, found = whole(language, record(patch), chosen.only, chosen.quick)
        total += counted
        print(*found, sep="\n")
    print(
        f"{len(SIZES)} sizes of window, {len(SCALES)} of text, with and without high contrast:"
        f" {total['states']} states, {total['pictures']} pictures measured, {total['problems']} problems"
    )
    return 1 if total["problems"] else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
