"""Sound files made by the script: one for every cue variant, clean, equally loud, and different."""

from __future__ import annotations

import math
import sys
import wave
from array import array
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pygame
import pytest

from scenes.sound import cues, mixer
from tests.support.scripts import script

ROOT = Path(__file__).resolve().parent.parent
FILES = [f"{name}_{number}" for name, cue in cues.CUES.items() for number in range(1, cue.variant_count + 1)]
SOFT_STARTS = ("burn", "groan", "pop", "sweep")
"""Sounds that start softly, because they don't stand for a touch."""


def sound_script() -> ModuleType:
    return script("make_sounds")


@cache
def read_samples(name: str) -> array[int]:
    with wave.open(str(mixer.SOUNDS_FOLDER / f"{name}.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        assert file.getframerate() == sound_script().SAMPLE_RATE_HZ
        data = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        data.byteswap()
    return data


def decode_music() -> list[float]:
    """Return the samples of the background music, -1 … 1."""
    pygame.mixer.quit()
    pygame.mixer.init(sound_script().MUSIC_SAMPLE_RATE_HZ, -16, 1, allowedchanges=0)
    samples = array("h", pygame.mixer.Sound(mixer.MUSIC_FILE).get_raw())
    pygame.mixer.quit()
    return [value / 32768 for value in samples]


def normalised_samples(name: str) -> list[float]:
    return [value / 32768 for value in read_samples(name)]


def to_decibels(value: float) -> float:
    return 20 * math.log10(max(value, 1e-9))


def max_autocorrelation(name: str) -> float:
    """Return the maximum autocorrelation of a sound, from 0 (noise) to 1 (a tone)."""
    whole = normalised_samples(name)
    peak = max(range(len(whole)), key=lambda i: abs(whole[i]))
    part = whole[max(0, peak - 500) : peak + 2500]
    energy = sum(value * value for value in part)
    lags = range(90, 440)  # 100 … 490 Hz and their multiples
    return max(sum(part[i] * part[i + lag] for i in range(len(part) - lag)) for lag in lags) / energy


def test_every_cue_has_files_and_no_others_exist() -> None:
    assert {path.stem for path in mixer.SOUNDS_FOLDER.iterdir()} == {*FILES, "music"}
    assert {name: count for name, (_, count) in sound_script().EFFECTS.items()} == {
        name: cue.variant_count for name, cue in cues.CUES.items()
    }
    assert sum(path.stat().st_size for path in mixer.SOUNDS_FOLDER.iterdir()) < 1_300_000


@pytest.mark.parametrize("name", FILES)
def test_effects_are_clean_and_equally_loud(name: str) -> None:
    sound = normalised_samples(name)
    assert sound[0] == sound[-1] == 0, "the sound has no click"
    assert to_decibels(max(map(abs, sound))) <= -1, "the sound isn't close to clipping"
    assert abs(sum(sound) / len(sound)) < 1e-4, "the sound has no DC offset"
    assert to_decibels(max(map(abs, sound[-40:]))) < -36, "the sound isn't cut off"
    assert abs(sound_script().loudness(sound) - sound_script().LOUDNESS_DB) < 1.0
    peak = max(map(abs, sound))
    at = next(i for i, value in enumerate(sound) if abs(value) > 0.01 * peak)
    assert at / sound_script().SAMPLE_RATE_HZ < (0.03 if name.partition("_")[0] in SOFT_STARTS else 0.01), (
        "the sound starts at once"
    )
    assert 0.02 < len(sound) / sound_script().SAMPLE_RATE_HZ < 2.2


@pytest.mark.parametrize("name", ["deal_2", "tick_1"])
def test_script_reproduces_sound_files(name: str) -> None:
    stem, _, number = name.rpartition("_")
    made = [round(value * 32767) for value in sound_script().effect(stem, int(number))]
    there = read_samples(name)
    assert len(made) == len(there)
    assert max(abs(a - b) for a, b in zip(made, there, strict=True)) <= 1  # sines differ by a bit between systems


def test_cards_are_noise_and_signals_are_tones() -> None:
    assert max(max_autocorrelation(name) for name in ("slide_1", "deal_1", "sweep_1", "flick_1")) < 0.45
    assert min(max_autocorrelation(name) for name in ("win_1", "lose_deal_1", "pop_1")) > 0.6


def test_variants_differ() -> None:
    for name, cue in cues.CUES.items():
        assert (
            len({read_samples(f"{name}_{n}").tobytes() for n in range(1, cue.variant_count + 1)}) == cue.variant_count
        )


def test_music_is_quiet_and_loops_without_seam_or_gap() -> None:
    music, rate = decode_music(), sound_script().MUSIC_SAMPLE_RATE_HZ
    assert 40 <= len(music) / rate <= 60
    assert to_decibels(max(map(abs, music))) < -6
    near = music[:200]
    assert abs(music[0] - music[-1]) <= 1.5 * max(abs(a - b) for a, b in pairwise(near))
    second = [math.sqrt(sum(v * v for v in music[i : i + rate]) / rate) for i in range(0, len(music) - rate, rate)]
    assert to_decibels(min(second)) > -40 and to_decibels(max(second)) < -14
