"""Sounds of the table, the volume sliders of the settings, and the key M."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pygame
import pytest
from pygame import FRect

from engine.cards import Card
from engine.events import Announced, CardsMoved, CardsTurned, Event, PileShuffled
from engine.games import GAMES
from engine.moves import Note, Pile
from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.render import timing
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.shell.destinations import MatchTable
from scenes.shell.options_panel import OptionRow, OptionsPanel
from scenes.sound import cues
from scenes.table.sounds import TableSounds
from scenes.ui.widgets import LabelledSlider, Segmented, TextField
from tests.support import records, tables
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record
from tests.support.screens import find_option_row, find_option_rows, find_options_panel
from tests.support.sound_recorder import FRAME_MS, advance_clock, record_sounds
from tests.support.table_nodes import tool
from tests.support.tables import CLIMBING_GAMES, continue_match, has_real_choice, pick_up, playable_and_unplayable_card


def test_every_card_motion_has_sound() -> None:
    manners = set()
    for slug in GAMES:
        for seed in range(3):
            game, rng = records.random_record(slug, seed).initial_position(), Rng(seed)
            for _ in range(150):
                manners |= {event.manner for event in game.take_events() if isinstance(event, CardsMoved)}
                if not game.seats_to_act():
                    break
                game.play(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    assert {"deal", "play", "draw", "burn", "gather"} <= manners
    assert manners - cues.CUES_BY_MOTION.keys() == set()
    for heard in (
        *cues.CUES_BY_MOTION.values(),
        cues.CARDS_TURNED_CUE,
        cues.SHUFFLE_CUE,
        cues.ANNOUNCEMENT_CUE,
        cues.OTHER_MOTION_CUE,
    ):
        assert heard.cue in cues.CUES
    for cue in (
        cues.PICK_UP_CUE,
        cues.REFUSAL_CUE,
        cues.BUTTON_CUE,
        cues.COUNTDOWN_CUE,
        *cues.CUES_BY_WON_AND_MATCH_OVER.values(),
    ):
        assert cue in cues.CUES


def test_each_event_has_sound(tmp_path: Path) -> None:
    pilot = tables.start_program(tmp_path, speed="2")
    tape, sounds = record_sounds(pilot), TableSounds(pilot.app, 0, {"lost"})
    card, pile = Card(0), Pile("hand", 0)
    expected: list[tuple[Event, str]] = [
        (CardsMoved((card,), pile, pile, (0,), "play"), "place"),
        (CardsMoved((card,), pile, pile, (0,), "deal"), "deal"),
        (CardsMoved((card,), pile, pile, (0,), "draw"), "slide"),
        (CardsMoved((card,), pile, pile, (0,), "take"), "slide"),
        (CardsMoved((card,), pile, pile, (0,), "exchange"), "slide"),
        (CardsMoved((card,), pile, pile, (0,), "swap"), "slide"),
        (CardsMoved((card,), pile, pile, (0,), "meld"), "place"),
        (CardsMoved((card,), pile, pile, (0,), "sweep"), "sweep"),
        (CardsMoved((card,), pile, pile, (0,), "burn"), "burn"),
        (CardsMoved((card,), pile, pile, (0,), "never heard of"), "slide"),
        (CardsMoved((), pile, pile, (), "sweep"), ""),
        (CardsTurned((card,), pile, (0,), face_up=True), "flip"),
        (PileShuffled(pile), "shuffle"),
        (Announced(0, Note("pass")), ""),
        (Announced(0, Note("modi"), loud=True), "pop"),
        (Announced(0, Note("lost", {"seat": 0}), loud=True), "groan"),
        (Announced(1, Note("lost", {"seat": 1}), loud=True), "pop"),
    ]
    for event, name in expected:
        sounds.on_event(event)
        advance_clock(pilot.app.sound, 300, still=False)
        assert tape.take_names() == ([name] if name else []), event
    sounds.on_event(CardsMoved((card,), pile, pile, (0,), "play"))
    advance_clock(pilot.app.sound, timing.MIN_FLIGHT_MS / 2 * cues.LANDING_FRACTION - 2 * FRAME_MS, still=False)
    assert tape.take_names() == []  # half the time at speed 2, and not before
    advance_clock(pilot.app.sound, 3 * FRAME_MS, still=False)
    assert tape.take_names() == ["place"]


@pytest.mark.parametrize(("speed", "least", "most"), [("1", 45, 52), ("4", 12, 30), ("instant", 0, 1)])
def test_deal_is_heard_card_by_card(tmp_path: Path, speed: str, least: int, most: int) -> None:
    pilot = tables.start_program(tmp_path, speed=speed)
    tape = record_sounds(pilot)
    pilot.app.go(MatchTable(new_record("big_two")))
    for _ in range(400):
        pilot.step()
        if pilot.director.has_shown_all_events:
            break
    assert least <= Counter(tape.take_names())["deal"] <= most


def test_continuing_match_repeats_no_sounds(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_real_choice), until_idle=False)
    tape = record_sounds(pilot)
    pilot.run_until_idle()
    assert tape.take_names() == []


def test_end_of_round_without_score_sheet_is_heard(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("pass_the_ace", has_real_choice))
    tape = record_sounds(pilot)
    played: list[str] = []
    for _ in range(4000):
        pilot.step(elapsed_ms=40)
        played += tape.take_names()
        choice = pilot.choice if hasattr(pilot.app.top, "model") else None
        if choice is not None:
            pilot.answer(choice.legal_moves[0])
        if {"win_deal", "lose_deal", "win", "lose"} & set(played):
            return
    raise AssertionError("no round ended with a sound")


@pytest.mark.parametrize("slug", CLIMBING_GAMES)
def test_picking_up_refusing_and_placing_are_heard(tmp_path: Path, slug: str) -> None:
    pilot = continue_match(tmp_path, find_record(slug, tables.has_playable_and_unplayable))
    tape = record_sounds(pilot)
    good, bad = playable_and_unplayable_card(pilot)
    at = pick_up(pilot, bad)
    assert tape.take_names() == ["flick"]
    target = pilot.pile_point(tables.pile_for_drop(pilot.table.match.game))
    pilot.move(target)
    pilot.run_frames(20)
    pilot.release(target)
    assert at != target and tape.take_names() == ["error"]
    pilot.drag(pilot.card_point(good), target)
    pilot.run_frames(10)
    assert tape.take_names()[:2] == ["flick", "place"]


def test_selecting_and_keys_are_heard(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", tables.has_playable_and_unplayable))
    tape = record_sounds(pilot)
    good, _ = playable_and_unplayable_card(pilot)
    pilot.click(pilot.card_point(good))
    assert tape.take_names() == ["flick"]
    pilot.press_keys(pygame.K_s)
    assert tape.take_names() == ["button"]
    pilot.step(elapsed_ms=100)
    pilot.click(tool(pilot.table.hud, "sort").rect.center)
    assert tape.take_names() == ["button"]


def test_last_seconds_tick(tmp_path: Path) -> None:
    pilot = tables.start_program(tmp_path)
    tape, sounds = record_sounds(pilot), TableSounds(pilot.app, 0)
    left = 10_000.0
    while left > 0:
        sounds.tick_if_due(left, left - FRAME_MS)
        left -= FRAME_MS
        advance_clock(pilot.app.sound, FRAME_MS, still=False)
    assert tape.take_names() == ["tick"] * 5


def test_results_are_heard(tmp_path: Path) -> None:
    pilot = tables.start_program(tmp_path)
    tape, sounds = record_sounds(pilot), TableSounds(pilot.app, 1)
    for winners, points, final, out, name in (
        ((1,), (), True, (), "win"),
        ((0, 2), (), True, (), "lose"),
        ((0, 1), (), False, (), "win_deal"),
        ((2,), (), False, (), "lose_deal"),
        ((), (-1, 0, 0), False, (0,), "win_deal"),
        ((), (0, -1, 0), False, (), "lose_deal"),
        ((), (0, -1, 0), False, (1,), "lose_deal"),
        ((), (-1, 0, 0), False, (1,), ""),
        ((2,), (), True, (1,), "lose"),
        ((), (-1, -1, -1), False, (), ""),
    ):
        sounds.play_result(winners, points, final=final, seats_out=out)
        advance_clock(pilot.app.sound, 20)
        assert tape.take_names() == ([name] if name else [])
        advance_clock(pilot.app.sound, 1000)


# --- settings ---------------------------------------------------------------------------------------------------------


def sliders(pilot: Pilot) -> tuple[OptionsPanel, dict[str, OptionRow]]:
    """Return the settings' list, scrolled to the sounds, and its rows with sliders."""
    screen = pilot.app.top
    assert isinstance(screen, SettingsScreen)
    scroll, rows = find_options_panel(screen), {row.option.name: row for row in find_option_rows(screen)}
    scroll.reveal(rows["music"].rect)
    found = {name: row for name, row in rows.items() if isinstance(row.control, LabelledSlider)}
    assert set(found) == {"volume", "effects", "music"}
    return scroll, found


def slider_position(scroll: OptionsPanel, row: OptionRow, fraction: float) -> tuple[float, float]:
    """Return the screen position on a row's slider, from 0 (left) to 1 (right)."""
    assert isinstance(row.control, LabelledSlider)
    track: FRect = row.control._track()
    return scroll.rect.left + track.left + track.width * fraction, scroll.rect.top + track.centery - scroll.offset


def test_sliders_are_dragged_without_scrolling_list(tmp_path: Path) -> None:
    pilot = tables.start_program(tmp_path)
    tape = record_sounds(pilot)
    pilot.app.go(SettingsScreen(pilot.app, "sound"))
    pilot.run_frames(2)
    scroll, rows = sliders(pilot)
    look, offset = pilot.app.renderer, scroll.offset
    x, y = slider_position(scroll, rows["effects"], 1.0)
    tape.take_names()
    pilot.press((x, y))
    end = slider_position(scroll, rows["effects"], 0.3)[0]
    for i in range(20):
        pilot.move((x + (end - x) * i / 19, y + 2 * i))
    pilot.release((end, y + 40))
    pilot.move((x, y))
    assert pilot.app.settings.effects == 30 and scroll.offset == offset
    assert pilot.app.renderer is look, "a change of volume keeps the renderer"
    assert "place" in tape.take_names(), "a sound demonstrates the new volume"
    assert Profile(tmp_path).load_settings().effects == 30


def test_sliders_are_moved_by_keys(tmp_path: Path) -> None:
    pilot = tables.start_program(tmp_path)
    pilot.app.go(SettingsScreen(pilot.app, "sound"))
    pilot.run_frames(2)
    _, rows = sliders(pilot)
    for _ in range(40):
        pilot.press_keys(pygame.K_TAB)
        if rows["music"].focused:
            break
    pilot.press_keys(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT)
    assert pilot.app.settings.music == 20
    pilot.press_keys(pygame.K_END)
    assert pilot.app.settings.music == 100
    pilot.press_keys(pygame.K_HOME)
    assert pilot.app.settings.music == 0


@pytest.mark.parametrize("scale", ["100", "150", "200"])
def test_toast_at_table_covers_neither_buttons_nor_hand(tmp_path: Path, scale: str) -> None:
    pilot = tables.start_program(tmp_path, (960, 540), ui_scale=scale, language="pt_BR")
    pilot.app.go(MatchTable(find_record("big_two", has_real_choice)))
    pilot.run_until_idle()
    app, seen = pilot.app, []
    for key in ("app.sound.off", "app.coach.stopped"):
        app.show_toast(key, "mute", name="?")
        app.draw_toast(app.window.surface)
        assert app.toast is not None
        rect = FRect(*(app.renderer.scale * side for side in app.toast.rect))
        seen.append(rect)
        assert app.window.surface.get_rect().contains(rect)
        assert rect.collidelist(list(pilot.table.control_areas())) < 0
    assert len(list(pilot.table.control_areas())) > 6


def test_m_toggles_sound_and_settings_show_it(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_real_choice))
    tape = record_sounds(pilot)
    look = pilot.app.renderer
    pilot.press_keys(pygame.K_m)
    assert not pilot.app.settings.sound and pilot.app.renderer is look
    assert not Profile(tmp_path).load_settings().sound
    toast = pilot.app.toast
    assert toast is not None and toast.string == pilot.app.words("app.sound.off")
    pilot.run_frames(math.ceil(timing.TOAST_MS / FRAME_MS))
    assert pilot.app.toast is None
    pilot.app.open(SettingsScreen(pilot.app, "sound"))
    pilot.run_frames(60)
    assert tape.take_names() == [] and not tape.is_open
    pilot.press_keys(pygame.K_m)
    pilot.run_frames(60)
    assert pilot.app.settings.sound and tape.is_open and tape.take_names() == ["button"]
    assert isinstance(pilot.app.top, SettingsScreen)
    row = find_option_row(pilot.app.top, "sound")
    assert isinstance(row.control, Segmented)
    assert row.control.labels[row.control.chosen_index] == pilot.app.words("app.button.yes")


def test_m_is_letter_in_text_field(tmp_path: Path) -> None:
    pilot = tables.start_program(tmp_path)
    screen = SeatingScreen(pilot.app, "big_two")
    pilot.app.go(screen)
    field = next(child for child in screen.root.focus_order() if isinstance(child, TextField))
    screen.root.set_focus(field)
    field.activate()
    pilot.press_keys(pygame.K_m)
    assert pilot.app.settings.sound
    field.stop_editing()
    pilot.press_keys(pygame.K_m)
    assert not pilot.app.settings.sound
