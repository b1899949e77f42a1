"""Check that texts fit and are readable: every screen and table state, at every size of window and text.

On a table everything also keeps the rules of ``tests.support.table_geometry``. Everywhere only one button may react to
Enter.

``python -m tests.fit_all [--lang pt_BR] [--only NAME] [--quick] [--usual]`` prints the faults and a line of figures.
``--quick`` leaves out lessons and states that occur only during a match. ``--usual`` leaves out texts below 100 % and
above 150 %, and high contrast, which moves nothing and is measured in three of the settings only. That takes half of
the time. A language takes about 20 minutes of CPU time.

``--contrast`` draws on each table, with and without high contrast, and prints texts with a contrast below 4.5:1 at
rest. It takes about ten minutes of CPU time per language, and a tenth of that with ``--quick``. The exit status is 1 if
there is a fault.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import FRect

from engine.games import GAMES
from engine.languages import LANGUAGES
from scenes.render.box_styles import FOCUS_MARGIN
from scenes.render.table_themes import TABLE_THEMES
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.dialog import Dialog
from scenes.shell.scene import Scene
from scenes.shell.screen import Screen
from scenes.table.table import Table
from scenes.ui.widgets import Button, IconButton
from tests.fit_all import states as fit_states
from tests.fit_all.text_contrast import ContrastRecorder, measure_contrasts
from tests.fit_all.text_fit import SCALES, SIZES, Gauge, Recorder, RenderersBySize, record_drawings
from tests.support.profile_pilot import Pilot
from tests.support.table_geometry import table_faults
from tests.support.table_nodes import enter_button_labels

# --- evaluation -----------------------------------------------------------------------------------------------------


OVERLAY_STATE_PREFIXES = ("tip_", "toast_", "day_home")
"""Prefixes of states with a tooltip or a toast over other items."""


def is_excused(name: str, fault: str, asked: Sequence[str]) -> bool:
    """Whether a fault is excused.

    A tooltip or a toast may hide cards and texts, but neither the answers nor the texts in ``asked``. Help may hide
    nothing. Announcements cover everything for a moment.
    """
    if "loud" in name or "_said_" in name:
        return not fault.startswith(("shortened", "outside"))
    if name.startswith(OVERLAY_STATE_PREFIXES):
        return fault.startswith(("partly hidden", "on a control")) and not any(repr(text) in fault for text in asked)
    return False


def measure(pilot: Pilot, gauge: Gauge, name: str, places: Sequence[MeasuredSetting]) -> list[str]:
    """Return the faults of the current state at these sizes of window and text, each with or without high contrast."""
    before, settings, window = pilot.app.renderers, pilot.app.settings, pilot.app.window.surface
    table = (
        pilot.table if not isinstance(pilot.app.top, Dialog | ResultsScreen) and hasattr(pilot.app.top, "hud") else None
    )
    tip = "" if table is None or table.hud.tooltip.button is None else str(table.hud.tooltip.button.key)
    faults = []
    for size, scale, high_contrast in places:
        found = _faults_at(gauge, table, tip, (size, scale, high_contrast))
        asked = [] if table is None else [table.prompt_text(), *(one.label for one in table.hud.answer_buttons)]
        for fault in found:
            long_path = str(pilot.app.profile.folder) in fault
            chosen_small = int(scale) < 100 and fault.startswith(("close", "small"))  # chosen by the player
            if not (long_path or chosen_small) and not is_excused(name, fault, [text for text in asked if text]):
                faults.append(f"{name} {size[0]}x{size[1]} {scale} % {pilot.app.words.language}: {fault}")
    pilot.app.settings, pilot.app.window.surface, pilot.app.renderers = settings, window, before
    pilot.app.lay_out()
    return faults + [f"{name}: {fault}" for fault in _cut_focus_rings(pilot.app.top)]


def _cut_focus_rings(scene: Scene) -> list[str]:
    """Return a fault for each widget whose focus ring is cut off by the scroll view around it, however it scrolls."""
    return [
        f"cut ring of {one.node!r} in {view.key}"
        for one in (scene.root.placed if isinstance(scene, Screen) else ())
        if one.node.focusable and one.node.visible and not one.node.is_focus_inside
        for view in one.scroll_views[-1:]
        if not FRect(0, 0, view.rect.width, view.content_height)
        .inflate(1, 1)
        .contains(one.node.focus_area.inflate(2 * FOCUS_MARGIN, 2 * FOCUS_MARGIN))
    ]


def _faults_at(gauge: Gauge, table: Table | None, tip: str, place: MeasuredSetting) -> list[str]:
    """Return the faults at one size; ``tip`` is the key of the tool whose tooltip is shown, which a layout drops."""
    if table is None:
        return gauge.faults(place[0], place[1], high_contrast=place[2]) + _enter_faults(gauge)
    table.drawer.finish_slide()
    built = table.lay_out

    def with_bubbles() -> None:
        built()
        if table.model.director.has_shown_all_events:
            table.model.director.finish()  # in another size cards glide to new positions, and captions with them
        table.hud.tooltip.button = table.hud.root.get(IconButton, tip)

    table.lay_out = with_bubbles  # type: ignore[method-assign]
    try:
        faults = gauge.faults(place[0], place[1], high_contrast=place[2])
        labels = enter_button_labels(table)
        if len(labels) > 1:
            faults.append(f"all answer Enter: {labels}")
        return faults + table_faults(table)
    finally:
        del table.lay_out


def _enter_faults(gauge: Gauge) -> list[str]:
    """Return a fault if several buttons of the last drawing are marked for Enter."""
    enter = gauge.app.words("app.key.enter")
    buttons = {id(one.widget): one.widget for one in gauge.recorder.controls if isinstance(one.widget, Button)}
    labels = [one.label for one in buttons.values() if one.key_hint == enter]
    return [f"all answer Enter: {labels}"] if len(labels) > 1 else []


MeasuredSetting = tuple[tuple[int, int], str, bool]
"""Window size, text size, high contrast."""
HIGH_CONTRAST_SETTINGS: tuple[MeasuredSetting, ...] = (
    ((960, 540), "200", True),
    ((1280, 720), "125", True),
    ((3440, 1440), "100", True),
)
"""The settings measured with high contrast, which moves nothing."""
ALL_SETTINGS = (*((size, scale, False) for size in SIZES for scale in SCALES), *HIGH_CONTRAST_SETTINGS)
QUICK_SETTINGS = tuple(place for place in ALL_SETTINGS if 100 <= int(place[1]) <= 150 and not place[2])
"""Settings with texts of 100 to 150 %, without high contrast."""


def all_states(
    slug: str, language: str, *, few: bool = False, only: str = "", part: slice = slice(None), **more: Any
) -> Iterator[fit_states.State]:
    """Yield the states of a game, or without one those before a game is chosen, of whose pictures only a ``part``.

    ``more`` are settings.
    """
    make = partial(fit_states.game_states, slug) if slug else partial(fit_states.states_without_game, part=part)
    return make(language, few=few, only=only, **more)


def check_language(
    language: str, recorder: Recorder, only: str, places: Sequence[MeasuredSetting], *, quick: bool
) -> tuple[Counter[str], list[str]]:
    """Measure all states in one language with these settings; return counts and faults."""
    counted: Counter[str] = Counter()
    named_faults: list[str] = []
    renderers: RenderersBySize = {}

    def check(pilot: Pilot, slug: str, name: str) -> None:
        if only not in f"{slug}/{name}":
            return
        faults = measure(pilot, Gauge(pilot.app, recorder, renderers), name, places)
        counted.update(states=1, pictures=len(places), problems=len(faults))
        named_faults.extend(f"{slug}/{fault}" for fault in faults)

    for slug in ("", *GAMES):
        if "/" in only and only.partition("/")[0] not in slug:
            continue
        for name, pilot in all_states(slug, language, only=only.rpartition("/")[2]):
            check(pilot, slug, name)
        if slug and not quick:
            with tempfile.TemporaryDirectory() as folder:
                pilot = fit_states.pilot_on_profile(Path(folder), language)
                for name in fit_states.lesson_states(pilot, slug):
                    check(pilot, slug, name)
                fit_states.check_moments(pilot, slug, lambda name: check(pilot, slug, name))  # noqa: B023
                pilot.app.release_everything()
        recorder.lines.clear()
        recorder.known_texts.clear()
        print(f"{language} {slug or 'first screens'}: {dict(counted)}", file=sys.stderr, flush=True)
    return counted, named_faults


def low_contrast_texts(pilot: Pilot, recorder: ContrastRecorder) -> tuple[int, list[str]]:
    """Return the number of texts in the current picture, and those with too little contrast."""
    app = pilot.app
    for scene in app.scene_stack if app.top.is_opaque else app.scene_stack.scenes[-2:]:
        scene.draw(app.window.surface)
    app.draw_toast(app.window.surface)
    app.window.request_full_repaint()  # the window's cache doesn't know these drawings
    assert recorder.measured_texts
    count, found = len(recorder.measured_texts), recorder.faults()
    recorder.clear()
    return count, found


def check_contrasts(
    language: str, recorder: ContrastRecorder, only: str, *, quick: bool = False
) -> tuple[Counter[str], list[str]]:
    """Measure the contrast of every text in one language on every table; return counts and faults.

    ``quick`` visits fewer states, with high contrast on every second table only.
    """
    counted: Counter[str] = Counter()
    named_faults: dict[str, None] = {}
    for i, table in enumerate(TABLE_THEMES):
        for high_contrast in (bool(i % 2),) if quick else (False, True):
            for slug in ("", *GAMES):
                if "/" in only and only.partition("/")[0] not in slug:
                    continue
                themed: dict[str, Any] = {"table": table, "high_contrast": high_contrast, "four_colours": high_contrast}
                for name, pilot in all_states(slug, language, few=quick, only=only.rpartition("/")[2], **themed):
                    if only in f"{slug}/{name}":
                        place = f"{slug}/{name} {table}{' high_contrast' if high_contrast else ''} {language}"
                        texts, faults = low_contrast_texts(pilot, recorder)
                        counted.update(states=1, pictures=1, texts=texts)
                        named_faults.update(dict.fromkeys(f"{place}: {fault}" for fault in faults))
                recorder.texts.clear()
            print(
                f"{language} {table} {high_contrast}: {dict(counted)}, {len(named_faults)}", file=sys.stderr, flush=True
            )
    counted["problems"] = len(named_faults)
    return counted, list(named_faults)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fit_all", description=__doc__)
    parser.add_argument("--lang", choices=LANGUAGES, help="only this language")
    parser.add_argument("--only", default="", help="only states whose name (game/state) contains this")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--usual", action="store_true", help="only texts of 100 to 150 %%, without high contrast")
    parser.add_argument("--contrast", action="store_true")
    arguments = parser.parse_args(words)
    places = QUICK_SETTINGS if arguments.usual else ALL_SETTINGS
    pygame.init()
    total: Counter[str] = Counter()
    for language in [arguments.lang] if arguments.lang else LANGUAGES:
        with pytest.MonkeyPatch.context() as patch:
            if arguments.contrast:
                counted, faults = check_contrasts(
                    language, measure_contrasts(patch), arguments.only, quick=arguments.quick
                )
            else:
                counted, faults = check_language(
                    language, record_drawings(patch), arguments.only, places, quick=arguments.quick
                )
        total += counted
        print(*faults, sep="\n")
    scope = f"{len(SIZES)} sizes of window, {len({scale for _, scale, _ in places})} of text"
    scope = f"{len(TABLE_THEMES)} tables" if arguments.contrast else scope
    contrast = (
        "without high contrast" if arguments.usual and not arguments.contrast else "with and without high contrast"
    )
    measured = f"{total['states']} states, {total['pictures']} pictures measured, {total['problems']} problems"
    print(f"{scope}, {contrast}: {measured}")
    return 1 if total["problems"] else 0
