"""Sounds of the table, the volume sliders of the settings, and the key M."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pygame
import pytest
from pygame import FRect

from engine.cards import Card
from engine.events import Event, Moved, Said, Shuffled, Turned
from engine.games import GAMES
from engine.moves import Note, Pile
from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.look import speeds
from scenes.look.widgets import LabelledSlider, Scroll, Segmented, TextField
from scenes.seating.seating import SeatingScreen
from scenes.settings.settings import SettingsScreen
from scenes.shell.destinations import Begin
from scenes.shell.options_panel import ChoiceRow
from scenes.sound import cues
from scenes.table.sounds import TableSounds
from tests.support import at_table, records
from tests.support.at_table import CLIMBING, continued, deciding, good_and_bad, hold
from tests.support.piloting import Pilot
from tests.support.records import new_record, record_where
from tests.support.tape import FRAME, pass_time, taped


def test_every_manner_of_moving_cards_has_its_sound() -> None:
    manners = set()
    for slug in GAMES:
        for seed in range(3):
            game, rng = records.random_record(slug, seed).start(), Rng(seed)
            for _ in range(150):
                manners |= {event.how for event in game.drain() if isinstance(event, Moved)}
                if not game.waiting():
                    break
                game.play(rng.choice(game.legal_moves(game.waiting()[0])))
    assert {"deal", "play", "draw", "burn", "gather"} <= manners
    assert manners - cues.MANNERS.keys() == set()
    for heard in (*cues.MANNERS.values(), cues.TURNED, cues.SHUFFLED, cues.ANNOUNCED, cues.OTHER_MANNER):
        assert heard.cue in cues.CUES
    for cue in (cues.PICKED, cues.REFUSED, cues.PRESSED, cues.LAST_SECONDS, *cues.RESULTS.values()):
        assert cue in cues.CUES


def test_each_event_has_its_sound(tmp_path: Path) -> None:
    at_table.settings(tmp_path, speed="2")
    pilot = Pilot(tmp_path)
    tape, sounds = taped(pilot), TableSounds(pilot.app, 0, {"lost"})
    card, pile = Card(0), Pile("hand", 0)
    expected: list[tuple[Event, str]] = [
        (Moved((card,), pile, pile, (0,), "play"), "place"),
        (Moved((card,), pile, pile, (0,), "deal"), "deal"),
        (Moved((card,), pile, pile, (0,), "draw"), "slide"),
        (Moved((card,), pile, pile, (0,), "take"), "slide"),
        (Moved((card,), pile, pile, (0,), "exchange"), "slide"),
        (Moved((card,), pile, pile, (0,), "swap"), "slide"),
        (Moved((card,), pile, pile, (0,), "meld"), "place"),
        (Moved((card,), pile, pile, (0,), "sweep"), "sweep"),
        (Moved((card,), pile, pile, (0,), "burn"), "burn"),
        (Moved((card,), pile, pile, (0,), "never heard of"), "slide"),
        (Moved((), pile, pile, (), "sweep"), ""),
        (Turned((card,), pile, (0,), up=True), "flip"),
        (Shuffled(pile), "shuffle"),
        (Said(0, Note("pass")), ""),
        (Said(0, Note("modi"), loud=True), "pop"),
        (Said(0, Note("lost", {"seat": 0}), loud=True), "groan"),
        (Said(1, Note("lost", {"seat": 1}), loud=True), "pop"),
    ]
    for event, name in expected:
        sounds.hear(event)
        pass_time(pilot.app.sound, 300, still=False)
        assert tape.names() == ([name] if name else []), event
    sounds.hear(Moved((card,), pile, pile, (0,), "play"))
    pass_time(pilot.app.sound, speeds.FLIGHT / 2 * cues.LANDING - 2 * FRAME, still=False)
    assert tape.names() == []  # at speed 2 it lands in half the time, and not before
    pass_time(pilot.app.sound, 3 * FRAME, still=False)
    assert tape.names() == ["place"]


@pytest.mark.parametrize(("speed", "least", "most"), [("1", 45, 52), ("4", 12, 30), ("instant", 0, 1)])
def test_a_deal_is_heard_card_by_card(tmp_path: Path, speed: str, least: int, most: int) -> None:
    at_table.settings(tmp_path, speed=speed)
    pilot = Pilot(tmp_path)
    tape = taped(pilot)
    pilot.app.go(Begin(new_record("big_two")))
    for _ in range(400):
        pilot.step()
        if pilot.table.stage.director.quiet:
            break
    assert least <= Counter(tape.names())["deal"] <= most


def test_continuing_a_match_repeats_no_sounds(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", deciding), rest=False)
    tape = taped(pilot)
    pilot.rest()
    assert tape.names() == []


def test_the_end_of_a_round_without_a_score_sheet_is_heard(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("pass_the_ace", deciding))
    tape = taped(pilot)
    played: list[str] = []
    for _ in range(4000):
        pilot.step(dt=40)
        played += tape.names()
        choice = pilot.table.stage.choice if hasattr(pilot.app.top, "stage") else None
        if choice is not None:
            pilot.table.control.answer(choice.legal[0])
        if {"win_deal", "lose_deal", "win", "lose"} & set(played):
            return
    raise AssertionError("no round ended with a sound")


@pytest.mark.parametrize("slug", CLIMBING)
def test_picking_up_refusing_and_placing_are_heard(tmp_path: Path, slug: str) -> None:
    pilot = continued(tmp_path, record_where(slug, at_table.choosing))
    tape = taped(pilot)
    good, bad = good_and_bad(pilot)
    at = hold(pilot, bad)
    assert tape.names() == ["flick"]
    target = pilot.where_pile(at_table.drop_pile(pilot.table.match.game))
    pilot.move(target)
    pilot.steps(20)
    pilot.release(target)
    assert at != target and tape.names() == ["error"]
    pilot.drag(pilot.where(good), target)
    pilot.steps(10)
    assert tape.names()[:2] == ["flick", "place"]


def test_selecting_and_keys_are_heard(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", at_table.choosing))
    tape = taped(pilot)
    good, _ = good_and_bad(pilot)
    pilot.click(pilot.where(good))
    assert tape.names() == ["flick"]
    pilot.key(pygame.K_s)
    assert tape.names() == ["button"]
    pilot.step(dt=100)
    pilot.click(pilot.table.hud.tools.sort.rect.center)
    assert tape.names() == ["button"]


def test_the_last_seconds_tick(tmp_path: Path) -> None:
    at_table.settings(tmp_path)
    pilot = Pilot(tmp_path)
    tape, sounds = taped(pilot), TableSounds(pilot.app, 0)
    left = 10_000.0
    while left > 0:
        sounds.count_down(left, left - FRAME)
        left -= FRAME
        pass_time(pilot.app.sound, FRAME, still=False)
    assert tape.names() == ["tick"] * 5


def test_results_are_heard(tmp_path: Path) -> None:
    at_table.settings(tmp_path)
    pilot = Pilot(tmp_path)
    tape, sounds = taped(pilot), TableSounds(pilot.app, 1)
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
        sounds.result(winners, points, final=final, out=out)
        pass_time(pilot.app.sound, 20)
        assert tape.names() == ([name] if name else [])
        pass_time(pilot.app.sound, 1000)


# --- settings ---------------------------------------------------------------------------------------------------------


def sliders(pilot: Pilot) -> tuple[Scroll, dict[str, ChoiceRow]]:
    """The settings' list, scrolled to the sound, and its rows with sliders."""
    scroll = next(child for child in pilot.app.top.group.children if isinstance(child, Scroll))  # type: ignore[attr-defined]
    rows = {row.choice.name: row for row in scroll.children if isinstance(row, ChoiceRow)}
    scroll.reveal(rows["music"])
    found = {name: row for name, row in rows.items() if isinstance(row.control, LabelledSlider)}
    assert set(found) == {"volume", "effects", "music"}
    return scroll, found


def on_screen(scroll: Scroll, row: ChoiceRow, part: float) -> tuple[float, float]:
    """The screen position on a row's slider, from 0 (left) to 1 (right)."""
    assert isinstance(row.control, LabelledSlider)
    track: FRect = row.control._track()
    return scroll.rect.left + track.left + track.width * part, scroll.rect.top + track.centery - scroll.offset


def test_sliders_are_dragged_without_scrolling_the_list(tmp_path: Path) -> None:
    at_table.settings(tmp_path)
    pilot = Pilot(tmp_path)
    tape = taped(pilot)
    pilot.app.go(SettingsScreen(pilot.app, "sound"))
    pilot.steps(2)
    scroll, rows = sliders(pilot)
    look, offset = pilot.app.look, scroll.offset
    x, y = on_screen(scroll, rows["effects"], 1.0)
    tape.names()
    pilot.press((x, y))
    end = on_screen(scroll, rows["effects"], 0.3)[0]
    for i in range(20):
        pilot.move((x + (end - x) * i / 19, y + 2 * i))
    pilot.release((end, y + 40))
    pilot.move((x, y))
    assert pilot.app.settings.effects == 30 and scroll.offset == offset
    assert pilot.app.look is look, "nothing is redrawn for a sound"
    assert "place" in tape.names(), "the new volume is demonstrated"
    assert Profile(tmp_path).load_settings()[0].effects == 30


def test_sliders_are_moved_by_keys(tmp_path: Path) -> None:
    at_table.settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(SettingsScreen(pilot.app, "sound"))
    pilot.steps(2)
    _, rows = sliders(pilot)
    for _ in range(40):
        pilot.key(pygame.K_TAB)
        if rows["music"].focused:
            break
    pilot.key(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT)
    assert pilot.app.settings.music == 20
    pilot.key(pygame.K_END)
    assert pilot.app.settings.music == 100
    pilot.key(pygame.K_HOME)
    assert pilot.app.settings.music == 0


@pytest.mark.parametrize("scale", ["100", "150", "200"])
def test_a_toast_at_the_table_covers_neither_buttons_nor_the_hand(tmp_path: Path, scale: str) -> None:
    at_table.settings(tmp_path, ui_scale=scale, language="pt_BR")
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Begin(record_where("big_two", deciding)))
    pilot.rest()
    app, seen = pilot.app, []
    for key in ("app.sound.off", "app.coach.stopped"):
        app.tell(key, "mute", name="?")
        app.draw_toast(app.window.surface)
        assert app.toast is not None
        rect = FRect(*(app.look.scale * side for side in app.toast.rect))
        seen.append(rect)
        assert app.window.surface.get_rect().contains(rect)
        assert rect.collidelist(list(pilot.table.controls())) < 0
    assert len(list(pilot.table.controls())) > 6


def test_m_switches_the_sound_and_the_settings_show_it(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", deciding))
    tape = taped(pilot)
    look = pilot.app.look
    pilot.key(pygame.K_m)
    assert not pilot.app.settings.sound and pilot.app.look is look
    assert not Profile(tmp_path).load_settings()[0].sound
    toast = pilot.app.toast
    assert toast is not None and toast.string == pilot.app.words("app.sound.off")
    pilot.steps(math.ceil(speeds.TOAST / FRAME))
    assert pilot.app.toast is None
    pilot.app.open(SettingsScreen(pilot.app, "sound"))
    pilot.steps(60)
    assert tape.names() == [] and not tape.is_open
    pilot.key(pygame.K_m)
    pilot.steps(60)
    assert pilot.app.settings.sound and tape.is_open and tape.names() == ["button"]
    scroll = next(child for child in pilot.app.top.group.children if isinstance(child, Scroll))
    row = next(row for row in scroll.children if isinstance(row, ChoiceRow) and row.choice.name == "sound")
    assert isinstance(row.control, Segmented)
    assert row.labels[row.control.chosen] == pilot.app.words("app.button.yes")


def test_m_is_a_letter_in_a_text_field(tmp_path: Path) -> None:
    at_table.settings(tmp_path)
    pilot = Pilot(tmp_path)
    screen = SeatingScreen(pilot.app, "big_two")
    pilot.app.go(screen)
    field = next(child for child in screen.group.order() if isinstance(child, TextField))
    screen.group.set_focus(field)
    field.activate()
    pilot.key(pygame.K_m)
    assert pilot.app.settings.sound
    field.editing = False
    pilot.key(pygame.K_m)
    assert not pilot.app.settings.sound
