"""Sound: what the script made, what is heard when, the device and its voices, settings and the key M."""

from __future__ import annotations

import importlib.util
import math
import os
import subprocess
import sys
import wave
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pygame
import pytest
from pygame import FRect

from engine.cards import Card
from engine.events import Event, Moved, Said, Shuffled, Turned
from engine.games import GAMES
from engine.moves import Note, Pile
from engine.rng import Rng
from engine.settings import Settings
from engine.storage import Profile
from scenes.look.widgets import Field, Scale, Scroll, Segmented
from scenes.options_panel import ChoiceRow
from scenes.pilot import Pilot
from scenes.seating import Seating
from scenes.settings import Settings as SettingsScreen
from scenes.sound import cues, mixer, player
from scenes.sound.mixer import Mixer
from scenes.sound.player import Player
from scenes.table import speeds
from scenes.table.ears import Ears
from scenes.table.table import start
from tests import at_table
from tests.at_table import CLIMBING, continued, deciding, good_and_bad, hold, new_record, record_where

ROOT = Path(__file__).resolve().parent.parent
FILES = [f"{name}_{number}" for name, cue in cues.CUES.items() for number in range(1, cue.variants + 1)]
SWELLING = ("burn", "pop", "sweep")
"""They begin softly, for nobody's fingers are waiting for them."""
FRAME = 1000 / 60


class Tape:
    """A device that writes down what it is told."""

    def __init__(self, *, there: bool = True) -> None:
        self.there = there
        self.is_open = False
        self.busy = False
        self.opened = 0
        self.played: list[tuple[str, float, float]] = []
        self.volumes: list[float] = []

    def open(self) -> bool:
        self.opened += 1
        self.is_open = self.there
        return self.there

    def close(self) -> None:
        self.is_open = False

    def play(self, name: str, pitch: float, volume: float) -> None:
        assert self.is_open and 0 < volume <= 1
        self.played.append((name, pitch, volume))

    def stop(self) -> None:
        self.busy = False

    def music(self, volume: float) -> None:
        self.volumes.append(volume)

    def names(self) -> list[str]:
        """What was played since the last time, without numbers."""
        played, self.played = self.played, []
        return [name.rpartition("_")[0] for name, _, _ in played]


def listening(*, there: bool = True, **changes: object) -> tuple[Player, Tape]:
    """A player that has just opened its device."""
    tape = Tape(there=there)
    sound = Player(tape, replace(Settings(), **changes))  # type: ignore[arg-type]
    pass_time(sound, 300)
    return sound, tape


def pass_time(sound: Player, ms: float, *, still: bool = True) -> None:
    for _ in range(math.ceil(ms / FRAME)):
        sound.update(FRAME, still=still)


# --- what the script made ---------------------------------------------------------------------------------------------


@cache
def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_sounds", ROOT / "build" / "make_sounds.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def samples(name: str) -> array[int]:
    with wave.open(str(mixer.SOUNDS / f"{name}.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        assert file.getframerate() == (maker().MUSIC_RATE if name == "music" else maker().RATE)
        data = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        data.byteswap()
    return data


def unit(name: str) -> list[float]:
    return [value / 32768 for value in samples(name)]


def decibels(value: float) -> float:
    return 20 * math.log10(max(value, 1e-9))


def periodic(name: str) -> float:
    """How much a sound resembles itself a little later, 0 (noise) … 1 (a tone)."""
    whole = unit(name)
    loud = max(range(len(whole)), key=lambda i: abs(whole[i]))
    part = whole[max(0, loud - 500) : loud + 2500]
    energy = sum(value * value for value in part)
    lags = range(90, 440)  # 100 … 490 Hz and their multiples
    return max(sum(part[i] * part[i + lag] for i in range(len(part) - lag)) for lag in lags) / energy


def test_every_cue_has_its_files_and_there_are_no_others() -> None:
    assert {path.stem for path in mixer.SOUNDS.iterdir()} == {*FILES, "music"}
    assert {name: count for name, (_, count) in maker().EFFECTS.items()} == {
        name: cue.variants for name, cue in cues.CUES.items()
    }
    assert sum(path.stat().st_size for path in mixer.SOUNDS.iterdir()) < 3_000_000


@pytest.mark.parametrize("name", FILES)
def test_effects_are_clean_and_equally_loud(name: str) -> None:
    sound = unit(name)
    assert sound[0] == sound[-1] == 0, "a click"
    assert decibels(max(map(abs, sound))) <= -1, "too near to the limit"
    assert abs(sum(sound) / len(sound)) < 1e-4, "an offset"
    assert decibels(max(map(abs, sound[-40:]))) < -36, "cut off"
    assert abs(maker().loudness(sound) - maker().LOUDNESS) < 1.0
    at = next(i for i, value in enumerate(sound) if abs(value) > 0.01 * max(map(abs, sound)))
    assert at / maker().RATE < (0.03 if name.partition("_")[0] in SWELLING else 0.01), "it comes late"
    assert 0.02 < len(sound) / maker().RATE < 2.2


@pytest.mark.parametrize("name", ["deal_2", "tick_1"])
def test_the_script_makes_what_is_there(name: str) -> None:
    stem, _, number = name.rpartition("_")
    made = [round(value * 32767) for value in maker().effect(stem, int(number))]
    there = samples(name)
    assert len(made) == len(there)
    assert max(abs(a - b) for a, b in zip(made, there, strict=True)) <= 1  # another system's sine may differ by a bit


def test_cards_are_noise_and_signals_are_tones() -> None:
    assert max(periodic(name) for name in ("slide_1", "deal_1", "sweep_1", "flick_1")) < 0.45
    assert min(periodic(name) for name in ("win_1", "lose_deal_1", "pop_1")) > 0.6


def test_variants_differ() -> None:
    for name, cue in cues.CUES.items():
        assert len({samples(f"{name}_{n}").tobytes() for n in range(1, cue.variants + 1)}) == cue.variants


def test_the_music_is_quiet_and_goes_round_without_a_seam_or_a_hole() -> None:
    music, rate = unit("music"), maker().MUSIC_RATE
    assert 40 <= len(music) / rate <= 60
    assert decibels(max(map(abs, music))) < -6
    near = music[:200]
    assert abs(music[0] - music[-1]) <= 1.5 * max(abs(a - b) for a, b in pairwise(near))
    second = [math.sqrt(sum(v * v for v in music[i : i + rate]) / rate) for i in range(0, len(music) - rate, rate)]
    assert decibels(min(second)) > -40 and decibels(max(second)) < -14


# --- what is heard when -----------------------------------------------------------------------------------------------


def test_the_same_sound_twice_in_a_step_is_heard_once() -> None:
    sound, tape = listening()
    for _ in range(52):
        sound.play("deal")
    pass_time(sound, 20)
    assert tape.names() == ["deal"]


def test_of_many_sounds_in_a_step_the_important_ones_are_heard() -> None:
    for speed, heard in (("1", ["win", "pop"]), ("instant", ["win"])):
        sound, tape = listening(speed=speed)
        for name in ("button", "place", "pop", "win", "slide"):
            sound.play(name)
        pass_time(sound, 20)
        assert tape.names() == heard


def test_a_sound_that_follows_too_soon_is_left_out() -> None:
    sound, tape = listening()
    for _ in range(60):
        sound.play("deal")
        pass_time(sound, FRAME, still=False)
    assert tape.names() == ["deal"] * 20  # every third step is 50 ms apart


def test_a_delayed_sound_comes_in_its_time() -> None:
    sound, tape = listening()
    sound.play("place", 170)
    pass_time(sound, 160)
    assert tape.names() == []
    pass_time(sound, 20)
    assert tape.names() == ["place"]


def test_nothing_repeats_exactly() -> None:
    sound, tape = listening()
    for _ in range(40):
        sound.play("place")
        pass_time(sound, 60)
    numbers = [name for name, _, _ in tape.played]
    assert all(a != b for a, b in pairwise(numbers))
    assert len(set(tape.played)) > 35
    assert {pitch for _, pitch, _ in tape.played} == set(player.PITCHES)


def test_signals_are_always_the_same() -> None:
    sound, tape = listening()
    for _ in range(5):
        sound.play("pop")
        pass_time(sound, 300)
    assert len(tape.played) == 5 and len(set(tape.played)) == 1


def test_louder_is_louder_and_nought_is_silence() -> None:
    def loud(volume: int, effects: int) -> float:
        sound, tape = listening(volume=volume, effects=effects)
        sound.play("pop")
        pass_time(sound, 20)
        return tape.played[0][2] if tape.played else 0.0

    steps = range(0, 101, 10)
    for row in ([loud(100, n) for n in steps], [loud(n, 100) for n in steps]):
        assert row == sorted(row) and row[0] == 0 and len(set(row)) == 11 and row[-1] == 1
    assert 0 < loud(10, 10) < 0.01


# --- the device -------------------------------------------------------------------------------------------------------


def test_the_device_is_opened_only_when_nothing_moves() -> None:
    tape = Tape()
    sound = Player(tape, Settings())
    pass_time(sound, 3000, still=False)
    pass_time(sound, 200)
    assert tape.opened == 0
    pass_time(sound, 100)
    assert tape.opened == 1 and tape.is_open


def test_the_device_is_given_back_after_long_silence_and_comes_again() -> None:
    sound, tape = listening()
    pass_time(sound, player.CLOSE_AFTER - 1000)
    assert tape.is_open
    sound.play("place")
    pass_time(sound, player.CLOSE_AFTER - 1000)
    assert tape.is_open
    pass_time(sound, 2000)
    assert not tape.is_open
    pass_time(sound, 60_000)
    assert tape.opened == 1
    sound.wake()
    pass_time(sound, 300)
    assert tape.is_open and tape.opened == 2


def test_the_device_stays_while_it_is_heard() -> None:
    sound, tape = listening(music=40)
    assert tape.volumes and tape.volumes[0] > 0
    pass_time(sound, player.CLOSE_AFTER + 1000)
    assert tape.is_open
    sound.adopt(replace(sound.settings, music=0))
    tape.busy = True
    pass_time(sound, player.CLOSE_AFTER + 1000)
    assert tape.is_open and tape.volumes[-1] == 0


def test_a_silent_machine_is_asked_once_a_minute_at_most() -> None:
    sound, tape = listening(there=False)
    for _ in range(200):
        sound.play("place")
        pass_time(sound, 500)
    assert tape.opened == 2 and not tape.played


def test_music_is_off_until_asked_for() -> None:
    sound, tape = listening()
    assert Settings().music == 0 and not any(tape.volumes)
    sound.adopt(replace(sound.settings, music=50))
    pass_time(sound, 20)
    assert 0 < tape.volumes[-1] < 0.5


def test_nobody_hears_a_window_that_cannot_be_seen() -> None:
    sound, tape = listening(music=50)
    sound.hidden = True
    sound.play("place")
    pass_time(sound, 500)
    assert tape.names() == [] and tape.volumes[-1] == 0
    sound.hidden = False
    sound.wake()
    pass_time(sound, 500)
    assert tape.volumes[-1] > 0


def test_switched_off_no_device_is_opened() -> None:
    for off in ({"sound": False}, {"volume": 0}, {"effects": 0, "music": 0}):
        _, tape = listening(**off)
        assert tape.opened == 0


@pytest.fixture
def dummy() -> Iterator[Mixer]:
    """The mixer on SDL's driver that nobody hears."""
    pygame.mixer.quit()
    opened = Mixer(audible=False)
    assert opened.open()
    yield opened
    opened.close()


def test_there_are_six_voices_and_the_oldest_gives_way(dummy: Mixer) -> None:
    names = ["win_1", "lose_1", "burn_1", "win_deal_1", "lose_deal_1", "pop_1", "shuffle_1"]
    for name in names[: mixer.VOICES]:
        dummy.play(name, 1.0, 0.5)
    assert dummy.busy and all(pygame.mixer.Channel(voice).get_busy() for voice in range(mixer.VOICES))
    first = pygame.mixer.Channel(0).get_sound()
    second = pygame.mixer.Channel(1).get_sound()
    dummy.play(names[-1], 1.0, 0.5)
    assert pygame.mixer.get_num_channels() == mixer.VOICES
    assert pygame.mixer.Channel(0).get_sound() is not first
    assert pygame.mixer.Channel(1).get_sound() is second


def test_a_faster_sound_is_shorter(dummy: Mixer) -> None:
    lengths = {}
    for pitch in player.PITCHES:
        sound = dummy._sound("place_1", pitch)
        assert sound is not None
        lengths[pitch] = sound.get_length() * pitch
    assert max(lengths.values()) - min(lengths.values()) < 0.002


def test_a_missing_file_is_not_heard_and_not_missed(dummy: Mixer, monkeypatch: pytest.MonkeyPatch) -> None:
    dummy.play("nothing_1", 1.0, 1.0)
    monkeypatch.setattr(mixer, "MUSIC", Path("nothing.wav"))
    dummy.music(0.5)
    dummy.music(0.0)
    assert not dummy.busy


def test_music_plays_and_fades(dummy: Mixer) -> None:
    dummy.music(0.25)
    assert pygame.mixer.music.get_busy() and abs(pygame.mixer.music.get_volume() - 0.25) < 0.01
    dummy.music(0.5)
    assert abs(pygame.mixer.music.get_volume() - 0.5) < 0.01
    dummy.music(0.0)
    dummy.close()
    assert pygame.mixer.get_init() is None and not dummy.busy
    dummy.play("place_1", 1.0, 1.0)
    dummy.stop()
    dummy.music(0.5)


@pytest.mark.parametrize("driver", ["dummy", "no such driver", "alsa"])
def test_a_machine_without_sound_says_nothing(
    driver: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    silent = Mixer()
    there = silent.open()
    assert there == silent.is_open and (driver == "alsa" or not there)
    silent.play("place_1", 1.0, 1.0)
    silent.music(1.0)
    silent.stop()
    assert silent.busy is False or there
    silent.close()
    assert "".join(capfd.readouterr()) == ""


def test_what_is_played_comes_out(tmp_path: Path) -> None:
    """Through SDL's driver that writes to a file, in a process of its own."""
    out = tmp_path / "heard.raw"
    out.touch()
    code = (
        "import pygame\n"
        "from scenes.sound.mixer import Mixer\n"
        "mixer = Mixer()\n"
        "assert mixer.open()\n"
        "for name in ('place_1', 'deal_1', 'pop_1'): mixer.play(name, 1.0, 0.5)\n"
        "mixer.music(0.2)\n"
        "pygame.time.wait(400)\n"
        "mixer.close()\n"
    )
    env = {**os.environ, "SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(out), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    heard = array("h", out.read_bytes()[: out.stat().st_size // 2 * 2])
    assert 3000 < max(map(abs, heard)) < 32767, "too soft, or clipped"


# --- at the table -----------------------------------------------------------------------------------------------------


def taped(pilot: Pilot) -> Tape:
    """The pilot's program with another device, open."""
    tape = Tape()
    tape.open()
    pilot.app.sound.device = tape
    return tape


def test_every_manner_of_moving_cards_has_its_sound() -> None:
    manners = set()
    for slug in GAMES:
        for seed in range(3):
            game, rng = at_table.random_record(slug, seed).start(), Rng(seed)
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


def test_events_are_heard(tmp_path: Path) -> None:
    at_table.settings(tmp_path, speed="2")
    pilot = Pilot(tmp_path)
    tape, ears = taped(pilot), Ears(pilot.app, 0)
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
    ]
    for event, name in expected:
        ears.hear(event)
        pass_time(pilot.app.sound, 300, still=False)
        assert tape.names() == ([name] if name else []), event
    ears.hear(Moved((card,), pile, pile, (0,), "play"))
    pass_time(pilot.app.sound, speeds.FLIGHT / 2 * cues.ON_FELT - 2 * FRAME, still=False)
    assert tape.names() == []  # at twice the speed it lands in half the time, and not before
    pass_time(pilot.app.sound, 3 * FRAME, still=False)
    assert tape.names() == ["place"]


@pytest.mark.parametrize(("speed", "least", "most"), [("1", 45, 52), ("4", 12, 30), ("instant", 0, 1)])
def test_a_deal_is_heard_card_by_card(tmp_path: Path, speed: str, least: int, most: int) -> None:
    at_table.settings(tmp_path, speed=speed)
    pilot = Pilot(tmp_path)
    tape = taped(pilot)
    start(pilot.app, new_record("big_two"))
    for _ in range(400):
        pilot.step()
        if pilot.table.stage.director.quiet:
            break
    assert least <= Counter(tape.names())["deal"] <= most


def test_a_match_that_goes_on_is_not_heard_again(tmp_path: Path) -> None:
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
    pilot.click(pilot.table.hud.sort.rect.center)
    assert tape.names() == ["button"]


def test_the_last_seconds_tick(tmp_path: Path) -> None:
    at_table.settings(tmp_path)
    pilot = Pilot(tmp_path)
    tape, ears = taped(pilot), Ears(pilot.app, 0)
    left = 10_000.0
    while left > 0:
        ears.count_down(left, left - FRAME)
        left -= FRAME
        pass_time(pilot.app.sound, FRAME, still=False)
    assert tape.names() == ["tick"] * 5


def test_results_are_heard(tmp_path: Path) -> None:
    at_table.settings(tmp_path)
    pilot = Pilot(tmp_path)
    tape, ears = taped(pilot), Ears(pilot.app, 1)
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
        ears.result(winners, points, final=final, out=out)
        pass_time(pilot.app.sound, 20)
        assert tape.names() == ([name] if name else [])
        pass_time(pilot.app.sound, 1000)


# --- settings ---------------------------------------------------------------------------------------------------------


def sliders(pilot: Pilot) -> tuple[Scroll, dict[str, ChoiceRow]]:
    """The settings' list, scrolled to the sound, and its rows with sliders."""
    scroll = next(child for child in pilot.app.top.group.children if isinstance(child, Scroll))  # type: ignore[attr-defined]
    rows = {row.choice.name: row for row in scroll.children if isinstance(row, ChoiceRow)}
    scroll.reveal(rows["music"])
    found = {name: row for name, row in rows.items() if isinstance(row.control, Scale)}
    assert set(found) == {"volume", "effects", "music"}
    return scroll, found


def on_screen(scroll: Scroll, row: ChoiceRow, part: float) -> tuple[float, float]:
    """A place on a row's slider, 0 left … 1 right."""
    assert isinstance(row.control, Scale)
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
    assert pilot.app.look is look, "nothing is drawn anew for a sound"
    assert "place" in tape.names(), "how loud it is now can be heard"
    assert Profile(tmp_path).load_settings()[0].effects == 30


def test_sliders_by_keys(tmp_path: Path) -> None:
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


def test_m_switches_the_sound_and_the_settings_show_it(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", deciding))
    tape = taped(pilot)
    look = pilot.app.look
    pilot.key(pygame.K_m)
    assert not pilot.app.settings.sound and pilot.app.look is look
    assert not Profile(tmp_path).load_settings()[0].sound
    told = pilot.app._toast
    assert told is not None and told.string == pilot.app.words("app.sound.off")
    pilot.steps(math.ceil(speeds.TOAST / FRAME))
    assert pilot.app._toast is None
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


def test_m_is_a_letter_where_one_writes(tmp_path: Path) -> None:
    at_table.settings(tmp_path)
    pilot = Pilot(tmp_path)
    screen = Seating(pilot.app, "big_two")
    pilot.app.go(screen)
    field = next(child for child in screen.group.order() if isinstance(child, Field))
    screen.group.set_focus(field)
    field.activate()
    pilot.key(pygame.K_m)
    assert pilot.app.settings.sound
    field.editing = False
    pilot.key(pygame.K_m)
    assert not pilot.app.settings.sound
