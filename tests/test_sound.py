"""Sound: when cues are heard, the device and its voices."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from array import array
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from engine.settings import Settings
from scenes.sound import mixer, player
from scenes.sound.mixer import Mixer
from scenes.sound.player import SoundPlayer
from tests.support.sound_recorder import FRAME_MS, SoundRecorder, advance_clock, recorded_player

ROOT = Path(__file__).resolve().parent.parent


# --- timing of cues ---------------------------------------------------------------------------------------------------


def test_same_sound_twice_in_step_is_heard_once() -> None:
    sound, tape = recorded_player()
    for _ in range(52):
        sound.play("deal")
    advance_clock(sound, 20)
    assert tape.take_names() == ["deal"]


def test_only_most_important_of_many_sounds_in_step_are_heard() -> None:
    for speed, heard in (("1", ["win", "pop"]), ("instant", ["win"])):
        sound, tape = recorded_player(speed=speed)
        for name in ("button", "place", "pop", "win", "slide"):
            sound.play(name)
        advance_clock(sound, 20)
        assert tape.take_names() == heard


def test_sound_following_too_soon_is_dropped() -> None:
    sound, tape = recorded_player()
    for _ in range(60):
        sound.play("deal")
        advance_clock(sound, FRAME_MS, still=False)
    assert tape.take_names() == ["deal"] * 20  # every third step, so 50 ms apart


def test_delayed_sound_is_on_time() -> None:
    sound, tape = recorded_player()
    sound.play("place", 170)
    advance_clock(sound, 160)
    assert tape.take_names() == []
    advance_clock(sound, 20)
    assert tape.take_names() == ["place"]


def test_repeated_sounds_vary() -> None:
    sound, tape = recorded_player()
    for _ in range(40):
        sound.play("place")
        advance_clock(sound, 60)
    numbers = [name for name, _, _ in tape.played_sounds]
    assert all(a != b for a, b in pairwise(numbers))
    assert len(set(tape.played_sounds)) > 35
    assert {pitch for _, pitch, _ in tape.played_sounds} == set(player.PITCH_FACTORS)


def test_signals_never_vary() -> None:
    sound, tape = recorded_player()
    for _ in range(5):
        sound.play("pop")
        advance_clock(sound, 300)
    assert len(tape.played_sounds) == 5 and len(set(tape.played_sounds)) == 1


def test_higher_volumes_are_louder_and_zero_is_silence() -> None:
    def loudness(volume: int, effects: int) -> float:
        sound, tape = recorded_player(volume=volume, effects=effects)
        sound.play("pop")
        advance_clock(sound, 20)
        return tape.played_sounds[0][2] if tape.played_sounds else 0.0

    steps = range(0, 101, 10)
    for row in ([loudness(100, n) for n in steps], [loudness(n, 100) for n in steps]):
        assert row == sorted(row) and row[0] == 0 and len(set(row)) == 11 and row[-1] == 1
    assert 0 < loudness(10, 10) < 0.01


# --- audio device -----------------------------------------------------------------------------------------------------


def test_device_is_opened_only_at_rest() -> None:
    tape = SoundRecorder()
    sound = SoundPlayer(tape, Settings())
    sound.expect_sound()
    advance_clock(sound, 3000, still=False)
    advance_clock(sound, 200)
    assert tape.open_count == 0
    advance_clock(sound, 100)
    assert tape.open_count == 1 and tape.is_open


def test_device_is_closed_after_long_silence_and_reopened() -> None:
    sound, tape = recorded_player()
    advance_clock(sound, player.CLOSE_AFTER_SILENT_MS - 1000)
    assert tape.is_open
    sound.play("place")
    advance_clock(sound, player.CLOSE_AFTER_SILENT_MS - 1000)
    assert tape.is_open
    advance_clock(sound, 2000)
    assert not tape.is_open
    advance_clock(sound, 60_000)
    assert tape.open_count == 1
    sound.expect_sound()
    advance_clock(sound, 300)
    assert tape.is_open and tape.open_count == 2


def test_first_sound_after_rest_is_heard() -> None:
    """Its key comes without a warning, so the device is opened in the same frame."""
    sound, tape = recorded_player()
    advance_clock(sound, player.CLOSE_AFTER_SILENT_MS + 1000)
    assert not tape.is_open
    sound.play("place")
    advance_clock(sound, FRAME_MS, still=False)
    assert tape.take_names() == ["place"]


def test_start_without_music_opens_no_device_until_first_input() -> None:
    tape = SoundRecorder()
    sound = SoundPlayer(tape, Settings())
    advance_clock(sound, 2000)
    assert tape.open_count == 0 and sound.next_update_ms == math.inf
    sound.expect_sound()
    assert sound.next_update_ms == 0
    advance_clock(sound, 20)
    assert tape.is_open
    music = SoundPlayer(SoundRecorder(), replace(Settings(), music=50))
    advance_clock(music, 300)
    assert music.device.is_open


def test_sound_player_reports_next_due_time() -> None:
    sound, tape = recorded_player()
    sound.play("place", 170)
    assert 165 <= sound.next_update_ms <= 170
    advance_clock(sound, 180)
    tape.is_effect_playing = True
    assert sound.next_update_ms == 0, "the player polls for the end of the sound"
    tape.is_effect_playing = False
    advance_clock(sound, 1000)
    assert 0 < sound.next_update_ms <= player.CLOSE_AFTER_SILENT_MS - 900
    advance_clock(sound, player.CLOSE_AFTER_SILENT_MS)
    assert not tape.is_open and sound.next_update_ms == math.inf
    missing, _ = recorded_player(is_available=False)
    assert player.RETRY_AFTER_MS - 500 < missing.next_update_ms <= player.RETRY_AFTER_MS


def test_device_stays_open_while_playing() -> None:
    sound, tape = recorded_player(music=40)
    assert tape.volumes and tape.volumes[0] > 0
    advance_clock(sound, player.CLOSE_AFTER_SILENT_MS + 1000)
    assert tape.is_open
    sound.set_settings(replace(sound.settings, music=0))
    tape.is_effect_playing = True
    advance_clock(sound, player.CLOSE_AFTER_SILENT_MS + 1000)
    assert tape.is_open and tape.volumes[-1] == 0


def test_missing_device_is_tried_at_most_once_per_minute() -> None:
    sound, tape = recorded_player(is_available=False)
    for _ in range(200):
        sound.play("place")
        advance_clock(sound, 500)
    assert tape.open_count == 2 and not tape.played_sounds


def test_music_is_off_until_switched_on() -> None:
    sound, tape = recorded_player()
    assert Settings().music == 0 and not any(tape.volumes)
    sound.set_settings(replace(sound.settings, music=50))
    advance_clock(sound, 20)
    assert 0 < tape.volumes[-1] < 0.5


def test_invisible_window_is_silent() -> None:
    sound, tape = recorded_player(music=50)
    sound.is_window_hidden = True
    sound.play("place")
    advance_clock(sound, 500)
    assert tape.take_names() == [] and tape.volumes[-1] == 0
    sound.is_window_hidden = False
    sound.expect_sound()
    advance_clock(sound, 500)
    assert tape.volumes[-1] > 0


def test_with_sound_off_no_device_is_opened() -> None:
    for off in ({"sound": False}, {"volume": 0}, {"effects": 0, "music": 0}):
        _, tape = recorded_player(**off)
        assert tape.open_count == 0


@pytest.fixture
def dummy() -> Iterator[Mixer]:
    """Mixer on SDL's silent driver."""
    pygame.mixer.quit()
    opened = Mixer(audible=False)
    assert opened.open()
    yield opened
    opened.close()


def test_oldest_of_six_voices_is_replaced(dummy: Mixer) -> None:
    names = ["win_1", "lose_1", "burn_1", "win_deal_1", "lose_deal_1", "pop_1", "shuffle_1"]
    for name in names[: mixer.MAX_EFFECTS]:
        dummy.play(name, 1.0, 0.5)
    assert dummy.is_effect_playing and all(pygame.mixer.Channel(voice).get_busy() for voice in range(mixer.MAX_EFFECTS))
    first = pygame.mixer.Channel(0).get_sound()
    second = pygame.mixer.Channel(1).get_sound()
    dummy.play(names[-1], 1.0, 0.5)
    assert pygame.mixer.get_num_channels() == mixer.MAX_EFFECTS
    assert pygame.mixer.Channel(0).get_sound() is not first
    assert pygame.mixer.Channel(1).get_sound() is second


def test_faster_sound_is_shorter(dummy: Mixer) -> None:
    lengths = {}
    for pitch in player.PITCH_FACTORS:
        sound = dummy._load_sound("place_1", pitch)
        assert sound is not None
        lengths[pitch] = sound.get_length() * pitch
    assert max(lengths.values()) - min(lengths.values()) < 0.002


def test_missing_file_is_silent_and_no_error(dummy: Mixer, monkeypatch: pytest.MonkeyPatch) -> None:
    dummy.play("nothing_1", 1.0, 1.0)
    monkeypatch.setattr(mixer, "MUSIC_FILE", Path("nothing.ogg"))
    dummy.set_music_volume(0.5)
    dummy.set_music_volume(0.0)
    assert not dummy.is_effect_playing


def test_music_plays_and_fades_out(dummy: Mixer) -> None:
    dummy.set_music_volume(0.25)
    assert pygame.mixer.music.get_busy() and abs(pygame.mixer.music.get_volume() - 0.25) < 0.01
    dummy.set_music_volume(0.5)
    assert abs(pygame.mixer.music.get_volume() - 0.5) < 0.01
    dummy.set_music_volume(0.0)
    dummy.close()
    assert pygame.mixer.get_init() is None and not dummy.is_effect_playing
    dummy.play("place_1", 1.0, 1.0)
    dummy.stop_effects()
    dummy.set_music_volume(0.5)


@pytest.mark.parametrize("driver", ["dummy", "no such driver", "alsa"])
def test_machine_without_sound_prints_nothing(
    driver: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    silent = Mixer()
    there = silent.open()
    assert there == silent.is_open and (driver == "alsa" or not there)
    silent.play("place_1", 1.0, 1.0)
    silent.set_music_volume(1.0)
    silent.stop_effects()
    assert silent.is_effect_playing is False or there
    silent.close()
    assert "".join(capfd.readouterr()) == ""


def test_played_sounds_reach_device(tmp_path: Path) -> None:
    """Uses SDL's driver that writes to a file, in its own process."""
    out = tmp_path / "heard.raw"
    out.touch()
    code = (
        "import pygame\n"
        "from scenes.sound.mixer import Mixer\n"
        "mixer = Mixer()\n"
        "assert mixer.open()\n"
        "for name in ('place_1', 'deal_1', 'pop_1'): mixer.play(name, 1.0, 0.5)\n"
        "mixer.set_music_volume(0.2)\n"
        "pygame.time.wait(400)\n"
        "mixer.close()\n"
    )
    env = {**os.environ, "SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(out), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    heard = array("h", out.read_bytes()[: out.stat().st_size // 2 * 2])
    assert 3000 < max(map(abs, heard)) < 32767, "the sound is audible and not clipped"
