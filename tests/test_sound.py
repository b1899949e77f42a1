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
from scenes.sound.player import Player
from tests.support.tape import FRAME, Tape, listening, pass_time

ROOT = Path(__file__).resolve().parent.parent


# --- what is heard when -----------------------------------------------------------------------------------------------


def test_the_same_sound_twice_in_a_step_is_heard_once() -> None:
    sound, tape = listening()
    for _ in range(52):
        sound.play("deal")
    pass_time(sound, 20)
    assert tape.names() == ["deal"]


def test_only_the_most_important_of_many_sounds_in_a_step_are_heard() -> None:
    for speed, heard in (("1", ["win", "pop"]), ("instant", ["win"])):
        sound, tape = listening(speed=speed)
        for name in ("button", "place", "pop", "win", "slide"):
            sound.play(name)
        pass_time(sound, 20)
        assert tape.names() == heard


def test_a_sound_that_follows_too_soon_is_dropped() -> None:
    sound, tape = listening()
    for _ in range(60):
        sound.play("deal")
        pass_time(sound, FRAME, still=False)
    assert tape.names() == ["deal"] * 20  # every third step is 50 ms apart


def test_a_delayed_sound_is_on_time() -> None:
    sound, tape = listening()
    sound.play("place", 170)
    pass_time(sound, 160)
    assert tape.names() == []
    pass_time(sound, 20)
    assert tape.names() == ["place"]


def test_repeated_sounds_vary() -> None:
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


def test_higher_volumes_are_louder_and_zero_is_silence() -> None:
    def loudness(volume: int, effects: int) -> float:
        sound, tape = listening(volume=volume, effects=effects)
        sound.play("pop")
        pass_time(sound, 20)
        return tape.played[0][2] if tape.played else 0.0

    steps = range(0, 101, 10)
    for row in ([loudness(100, n) for n in steps], [loudness(n, 100) for n in steps]):
        assert row == sorted(row) and row[0] == 0 and len(set(row)) == 11 and row[-1] == 1
    assert 0 < loudness(10, 10) < 0.01


# --- the device -------------------------------------------------------------------------------------------------------


def test_the_device_is_opened_only_when_nothing_moves() -> None:
    tape = Tape()
    sound = Player(tape, Settings())
    sound.wake()
    pass_time(sound, 3000, still=False)
    pass_time(sound, 200)
    assert tape.opened == 0
    pass_time(sound, 100)
    assert tape.opened == 1 and tape.is_open


def test_the_device_is_closed_after_a_long_silence_and_reopened() -> None:
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


def test_the_first_sound_after_a_rest_is_heard() -> None:
    """Its key comes without a warning, and its frame moves; the device is opened in it."""
    sound, tape = listening()
    pass_time(sound, player.CLOSE_AFTER + 1000)
    assert not tape.is_open
    sound.play("place")
    pass_time(sound, FRAME, still=False)
    assert tape.names() == ["place"]


def test_a_start_without_music_opens_no_device_until_the_first_input() -> None:
    tape = Tape()
    sound = Player(tape, Settings())
    pass_time(sound, 2000)
    assert tape.opened == 0 and sound.due == math.inf
    sound.wake()
    assert sound.due == 0
    pass_time(sound, 20)
    assert tape.is_open
    music = Player(Tape(), replace(Settings(), music=50))
    pass_time(music, 300)
    assert music.device.is_open


def test_a_player_says_when_it_has_something_to_do() -> None:
    sound, tape = listening()
    sound.play("place", 170)
    assert 165 <= sound.due <= 170
    pass_time(sound, 180)
    tape.busy = True
    assert sound.due == 0, "it watches for the end of the sound"
    tape.busy = False
    pass_time(sound, 1000)
    assert 0 < sound.due <= player.CLOSE_AFTER - 900
    pass_time(sound, player.CLOSE_AFTER)
    assert not tape.is_open and sound.due == math.inf
    missing, _ = listening(there=False)
    assert player.RETRY_AFTER - 500 < missing.due <= player.RETRY_AFTER


def test_the_device_stays_open_while_something_plays() -> None:
    sound, tape = listening(music=40)
    assert tape.volumes and tape.volumes[0] > 0
    pass_time(sound, player.CLOSE_AFTER + 1000)
    assert tape.is_open
    sound.adopt(replace(sound.settings, music=0))
    tape.busy = True
    pass_time(sound, player.CLOSE_AFTER + 1000)
    assert tape.is_open and tape.volumes[-1] == 0


def test_a_missing_device_is_tried_at_most_once_a_minute() -> None:
    sound, tape = listening(there=False)
    for _ in range(200):
        sound.play("place")
        pass_time(sound, 500)
    assert tape.opened == 2 and not tape.played


def test_music_is_off_until_switched_on() -> None:
    sound, tape = listening()
    assert Settings().music == 0 and not any(tape.volumes)
    sound.adopt(replace(sound.settings, music=50))
    pass_time(sound, 20)
    assert 0 < tape.volumes[-1] < 0.5


def test_an_invisible_window_is_silent() -> None:
    sound, tape = listening(music=50)
    sound.hidden = True
    sound.play("place")
    pass_time(sound, 500)
    assert tape.names() == [] and tape.volumes[-1] == 0
    sound.hidden = False
    sound.wake()
    pass_time(sound, 500)
    assert tape.volumes[-1] > 0


def test_with_sound_off_no_device_is_opened() -> None:
    for off in ({"sound": False}, {"volume": 0}, {"effects": 0, "music": 0}):
        _, tape = listening(**off)
        assert tape.opened == 0


@pytest.fixture
def dummy() -> Iterator[Mixer]:
    """The mixer on SDL's silent driver."""
    pygame.mixer.quit()
    opened = Mixer(audible=False)
    assert opened.open()
    yield opened
    opened.close()


def test_there_are_six_voices_and_the_oldest_is_replaced(dummy: Mixer) -> None:
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


def test_a_missing_file_is_silent_and_no_error(dummy: Mixer, monkeypatch: pytest.MonkeyPatch) -> None:
    dummy.play("nothing_1", 1.0, 1.0)
    monkeypatch.setattr(mixer, "MUSIC", Path("nothing.wav"))
    dummy.music(0.5)
    dummy.music(0.0)
    assert not dummy.busy


def test_music_plays_and_fades_out(dummy: Mixer) -> None:
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
def test_a_machine_without_sound_prints_nothing(
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


def test_played_sounds_reach_the_device(tmp_path: Path) -> None:
    """With SDL's driver that writes to a file, in a process of its own."""
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
