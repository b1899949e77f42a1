"""Synthesize the sounds, assets/sounds/*: cards on felt, a few quiet signals, and background music.

    python build/make_sounds.py [NAME ...]

Cards are filtered noise with an envelope, and signals are damped tones like those of a wooden instrument. The music is
composed by a seeded random generator and loops seamlessly. Effects are mono, 44.1 kHz, equally loud to the ear, and
begin and end at zero. The output is reproducible. Needs the standard library, and for the music, which would be twelve
times as large as WAV, ``oggenc`` (in Debian's vorbis-tools).
"""

import math
import random
import subprocess
import sys
import tempfile
import wave
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

SOUNDS = Path(__file__).resolve().parent.parent / "assets" / "sounds"
SAMPLE_RATE_HZ = 44_100
"""Sample rate of the effects."""
MUSIC_SAMPLE_RATE_HZ = 22_050
LOUDNESS_DB = -21.0
"""Loudness of every effect as ``loudness`` measures it, dB relative to full scale."""
PEAK = 0.88
"""Maximum sample of an effect: 1.1 dB below full scale."""
LOUDNESS_WINDOW_SECONDS = 0.1
"""Integration time of the ear for loudness."""

Wave = list[float]


# --- filters, envelopes and levels ------------------------------------------------------------------------------------


def noise(chance: random.Random, seconds: float) -> Wave:
    """Return samples of white noise, -1 … 1."""
    return [chance.uniform(-1.0, 1.0) for _ in range(round(seconds * SAMPLE_RATE_HZ))]


def band_pass(sound: Sequence[float], first: float, last: float, width: float, rate: int = SAMPLE_RATE_HZ) -> Wave:
    """Filter a sound by a band-pass gliding from ``first`` to ``last`` Hz; ``width`` is 0.3 (narrow) … 2 (wide)."""
    low = mid = 0.0
    out = []
    count = max(1, len(sound))
    for i, value in enumerate(sound):
        hertz = first + (last - first) * i / count
        f = 2.0 * math.sin(math.pi * min(hertz, rate / 6.5) / rate)
        low += f * mid
        mid += f * (value - low - width * mid)
        out.append(mid * width)
    return out


def high_pass(sound: Sequence[float], hertz: float, rate: int = SAMPLE_RATE_HZ) -> Wave:
    """Filter a sound by a high-pass, 6 dB per octave."""
    keep = 1.0 / (1.0 + math.tau * hertz / rate)
    out, before, held = [], 0.0, 0.0
    for value in sound:
        held = keep * (held + value - before)
        before = value
        out.append(held)
    return out


def low_pass(sound: Sequence[float], hertz: float, rate: int = SAMPLE_RATE_HZ) -> Wave:
    """Filter a sound by a low-pass, 12 dB per octave."""
    take = 1.0 - math.exp(-math.tau * hertz / rate)
    out, one, two = [], 0.0, 0.0
    for value in sound:
        one += take * (value - one)
        two += take * (one - two)
        out.append(two)
    return out


def fade(sound: Sequence[float], attack: float, release: float) -> Wave:
    """Fade a sound in for ``attack`` seconds, hold, and fade out in the last ``release`` seconds."""
    count, out = len(sound), []
    for i, value in enumerate(sound):
        rise = min(1.0, i / (attack * SAMPLE_RATE_HZ))
        fall = min(1.0, (count - i) / (release * SAMPLE_RATE_HZ))
        out.append(value * (math.sin(rise * math.pi / 2) * math.sin(fall * math.pi / 2)) ** 2)
    return out


def percussive(sound: Sequence[float], attack: float, decay: float) -> Wave:
    """Give a sound a percussive envelope: full strength after ``attack`` seconds, decay to 1/e in ``decay`` seconds."""
    out = []
    for i, value in enumerate(sound):
        t = i / SAMPLE_RATE_HZ
        out.append(value * min(1.0, t / attack) * math.exp(-t / decay))
    return out


def roughen(chance: random.Random, sound: Sequence[float], hertz: float, depth: float) -> Wave:
    """Vary the strength of a sound randomly ``hertz`` times a second, by up to ``depth``, like rough fibres."""
    step = max(1, round(SAMPLE_RATE_HZ / hertz))
    levels = [1.0 - depth * chance.random() for _ in range(len(sound) // step + 2)]
    out = []
    for i, value in enumerate(sound):
        k, part = divmod(i, step)
        out.append(value * (levels[k] + (levels[k + 1] - levels[k]) * part / step))
    return out


def damped_tones(partials: Iterable[tuple[float, float, float]], seconds: float, rate: int = SAMPLE_RATE_HZ) -> Wave:
    """Return the sum of damped sine tones, each given as (Hz, strength, seconds of decay to 1/e)."""
    count = round(seconds * rate)
    out = [0.0] * count
    for hertz, strength, decay in partials:
        if hertz > rate * 0.45:
            continue
        shrink = math.exp(-1.0 / (decay * rate))
        turn, damp = 2.0 * math.cos(math.tau * hertz / rate) * shrink, shrink * shrink
        one, two = strength * math.sin(math.tau * hertz / rate) * shrink, 0.0
        for i in range(1, count):
            out[i] += one
            one, two = turn * one - damp * two, one
    return out


def note(hertz: float, seconds: float, *, soft: float = 1.6, decay: float = 0.5, rate: int = SAMPLE_RATE_HZ) -> Wave:
    """Return the sound of a plucked or struck note.

    Higher partials are weaker, by the exponent ``soft``, and shorter.
    """
    partials = [(hertz * k * (1 + 0.0004 * k * k), k**-soft, decay / (0.5 + 0.5 * k)) for k in range(1, 7)]
    return damped_tones(partials, seconds, rate)


def mix(*parts: tuple[float, float, Sequence[float]]) -> Wave:
    """Mix sounds to one, each given as (start in seconds, strength, sound)."""
    length = max(round(start * SAMPLE_RATE_HZ) + len(sound) for start, _, sound in parts)
    out = [0.0] * length
    for start, strength, sound in parts:
        first = round(start * SAMPLE_RATE_HZ)
        for i, value in enumerate(sound):
            out[first + i] += strength * value
    return out


def scale_to_peak(sound: Sequence[float], peak: float = 1.0) -> Wave:
    """Scale a sound so that its largest sample is ``peak``."""
    highest = max(map(abs, sound)) or 1.0
    return [value * peak / highest for value in sound]


def reverb(sound: Sequence[float], strength: float, tail: float, rate: int = SAMPLE_RATE_HZ) -> Wave:
    """Add ``tail`` seconds of reverberation to a sound by four comb filters with low-pass feedback."""
    padded = [*sound, *[0.0] * round(tail * rate)]
    out = list(padded)
    for delay, share in ((0.0297, 0.9), (0.0371, 0.8), (0.0411, 0.7), (0.0437, 0.6)):
        size = round(delay * rate)
        back = 10.0 ** (-3.0 * delay / tail)
        ring, dull = [0.0] * size, 0.0
        for i, value in enumerate(padded):
            echo = ring[i % size]
            dull += 0.45 * (echo - dull)
            ring[i % size] = value + back * dull
            out[i] += strength * share * echo
    return out


def loudness(sound: Sequence[float], rate: int = SAMPLE_RATE_HZ) -> float:
    """Return a sound's loudness in its loudest tenth of a second, dB relative to full scale, with bass reduced."""
    heard = high_pass(high_pass(sound, 180.0, rate), 60.0, rate)
    size = round(LOUDNESS_WINDOW_SECONDS * rate)
    total = best = 0.0
    for i, value in enumerate(heard):
        total += value * value
        if i >= size:
            total -= heard[i - size] ** 2
        best = max(best, total)
    return 10.0 * math.log10(max(best, 1e-12) / size)


def limit_softly(sound: Sequence[float], gain: float) -> Wave:
    """Amplify a sound by ``gain``; compress samples near the peak instead of clipping them."""
    knee = PEAK * 0.7
    out = []
    for value in sound:
        strong = abs(value * gain)
        if strong > knee:
            strong = knee + (PEAK - knee) * math.tanh((strong - knee) / (PEAK - knee))
        out.append(math.copysign(strong, value))
    return out


def master(sound: Sequence[float]) -> Wave:
    """Finish a sound effect: no rumble, no silent tail, standard loudness, zero at both ends."""
    sound = high_pass(high_pass(sound, 35.0), 35.0)
    highest = max(map(abs, sound))
    last = max(i for i, value in enumerate(sound) if abs(value) > highest * 0.008)
    sound = sound[: last + 1]
    gain = 10.0 ** ((LOUDNESS_DB - loudness(sound)) / 20.0)
    for _ in range(4):  # iterate, as compressing the peaks reduces the loudness
        bent = limit_softly(sound, gain)
        gain *= 10.0 ** ((LOUDNESS_DB - loudness(bent)) / 20.0)
    bent = limit_softly(sound, gain)
    into, out = round(0.0008 * SAMPLE_RATE_HZ), min(len(bent) // 4, round(0.012 * SAMPLE_RATE_HZ))
    for i in range(into):
        bent[i] *= i / into
    for i in range(out):
        bent[-1 - i] *= math.sin(i / out * math.pi / 2) ** 2
    mean = sum(bent) / len(bent)
    count = len(bent)
    return [value - mean * math.pi / 2 * math.sin(math.pi * i / (count - 1)) for i, value in enumerate(bent)]


def save(sound: Sequence[float], path: Path, rate: int = SAMPLE_RATE_HZ) -> None:
    """Write a sound as 16-bit mono WAV."""
    data = array("h", (max(-32767, min(32767, round(value * 32767))) for value in sound))
    if sys.byteorder == "big":
        data.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(data.tobytes())


def save_compressed(sound: Sequence[float], path: Path, rate: int) -> None:
    """Write a sound as Ogg Vorbis of the same number of samples.

    Raises:
        OSError, subprocess.CalledProcessError: oggenc is missing, or failed.
    """
    with tempfile.TemporaryDirectory() as folder:
        save(sound, Path(folder, "sound.wav"), rate)
        # The stream's number is random otherwise.
        subprocess.run(["oggenc", "-Q", "-q", "6", "-s", "1", "-o", path, Path(folder, "sound.wav")], check=True)


# --- cards ------------------------------------------------------------------------------------------------------------


DULL_CUTOFF_HZ = 4200.0
"""Low-pass frequency for paper on felt, so that cards don't hiss."""


def slap(chance: random.Random, hertz: float, decay: float) -> Wave:
    """Sound of paper hitting a flat surface."""
    return scale_to_peak(
        percussive(
            low_pass(band_pass(noise(chance, decay * 7), hertz, hertz * 0.7, 1.1), DULL_CUTOFF_HZ * 1.4), 0.0012, decay
        )
    )


def thump(hertz: float, decay: float) -> Wave:
    """Sound of a dull knock of the felt and the wood under it."""
    return scale_to_peak(
        low_pass(damped_tones(((hertz, 1.0, decay), (hertz * 1.62, 0.4, decay * 0.6)), decay * 6), 700.0)
    )


def rub(chance: random.Random, seconds: float, first: float, last: float, *, rough: float = 0.6) -> Wave:
    """Sound of a card sliding over felt or another card."""
    whole = mix(
        (0.0, 1.0, band_pass(noise(chance, seconds), first, last, 1.3)),
        (0.0, 0.5, band_pass(noise(chance, seconds), first * 2.2, last * 2.0, 0.9)),
    )
    return scale_to_peak(
        fade(roughen(chance, low_pass(whole, DULL_CUTOFF_HZ), 170.0, rough), seconds * 0.3, seconds * 0.62)
    )


def deal(chance: random.Random) -> Wave:
    """Sound of a dealt card: it leaves the deck, flies, and lands softly."""
    leave = rub(chance, chance.uniform(0.075, 0.095), 2600.0, 4600.0)
    return mix((0.0, 0.8, leave), (0.072, 0.5, slap(chance, 1900.0, 0.010)), (0.072, 0.35, thump(150.0, 0.018)))


def slide(chance: random.Random) -> Wave:
    """Sound of a card drawn over the felt."""
    return rub(chance, chance.uniform(0.20, 0.25), 1500.0, 2500.0)


def flick(chance: random.Random) -> Wave:
    """Sound of a fingertip letting go of a card's corner."""
    hertz = chance.uniform(0.92, 1.08)
    snap = damped_tones(((1750 * hertz, 0.5, 0.004), (3100 * hertz, 0.8, 0.003), (5200 * hertz, 0.6, 0.002)), 0.03)
    brush = rub(chance, 0.05, 3200.0, 5200.0)
    return mix((0.0, 0.22, brush), (0.030, 0.9, scale_to_peak(snap)), (0.030, 0.5, slap(chance, 4200.0, 0.006)))


def flip(chance: random.Random) -> Wave:
    """Sound of a card turned over: air under it, then flat on the table."""
    air = rub(chance, 0.12, 900.0, 3400.0, rough=0.35)
    return mix((0.0, 0.5, air), (0.115, 0.8, slap(chance, 2300.0, 0.009)), (0.115, 0.5, thump(165.0, 0.020)))


def place(chance: random.Random) -> Wave:
    """Sound of a card put down on felt from a small height, edge first."""
    return mix(
        (0.0, 0.16, rub(chance, 0.05, 2400.0, 1400.0)),
        (0.022, 0.85, slap(chance, 2000.0 * chance.uniform(0.9, 1.1), 0.009)),
        (0.027, 0.40, slap(chance, 3600.0, 0.005)),
        (0.024, 0.75, thump(132.0 * chance.uniform(0.94, 1.06), 0.026)),
    )


def sweep(chance: random.Random) -> Wave:
    """Sound of several cards pushed together and away."""
    parts = [(0.0, 0.9, rub(chance, 0.34, 1100.0, 2300.0))]
    for i in range(5):
        parts.append((0.03 + 0.05 * i + chance.uniform(0, 0.02), 0.35, slap(chance, 2600.0, 0.006)))
    parts.append((0.13, 0.6, rub(chance, 0.26, 1900.0, 3100.0)))
    return mix(*parts)


def shuffle(chance: random.Random) -> Wave:
    """Sound of a riffle shuffle that speeds up as the thumbs let go, then of the falling bridge."""
    parts: list[tuple[float, float, Wave]] = []
    t, gap = 0.0, 0.030
    while t < 0.48:
        parts.append((t, chance.uniform(0.4, 0.75), slap(chance, chance.uniform(2300.0, 3500.0), 0.005)))
        t += gap * chance.uniform(0.75, 1.25)
        gap = max(0.012, gap * 0.965)
    parts.append((0.0, 0.20, rub(chance, 0.5, 1800.0, 3200.0)))
    parts.append((0.56, 0.5, rub(chance, 0.22, 3800.0, 1900.0, rough=0.8)))
    parts.append((0.76, 0.7, slap(chance, 1700.0, 0.010)))
    parts.append((0.76, 0.5, thump(140.0, 0.022)))
    return mix(*parts)


def burn(chance: random.Random) -> Wave:
    """Sound of a burning pile: rising flames, a short roar, and crackling."""
    roar = fade(roughen(chance, band_pass(noise(chance, 1.05), 260.0, 900.0, 1.2), 22.0, 0.75), 0.16, 0.75)
    hiss = fade(band_pass(noise(chance, 0.8), 3800.0, 2200.0, 1.0), 0.10, 0.6)
    parts = [(0.0, 1.0, scale_to_peak(roar)), (0.04, 0.12, scale_to_peak(hiss))]
    for _ in range(26):
        at = 0.12 + 0.8 * chance.random() ** 1.4
        parts.append((at, chance.uniform(0.08, 0.38), slap(chance, chance.uniform(2500.0, 5500.0), 0.002)))
    return mix(*parts)


# --- signals ----------------------------------------------------------------------------------------------------------

C5, D5, E5, F5, G5, A5, C6, E6 = (523.25, 587.33, 659.26, 698.46, 783.99, 880.0, 1046.5, 1318.5)


def tune(*notes: tuple[float, float, float], decay: float = 0.45, soft: float = 1.9) -> Wave:
    """Play notes of a wooden instrument in a small room, each given as (start in seconds, Hz, strength)."""
    parts = [(at, strength, note(hertz, decay * 3, soft=soft, decay=decay)) for at, hertz, strength in notes]
    return reverb(fade(mix(*parts), 0.002, 0.5), 0.10, 0.35)


def pop(chance: random.Random) -> Wave:
    """Sound for an announcement to everybody: two open notes over a breath of air."""
    air = fade(band_pass(noise(chance, 0.16), 700.0, 2600.0, 1.1), 0.10, 0.05)
    bell = tune((0.0, G5, 0.6), (0.07, C6, 0.9), (0.07, C5, 0.35), decay=0.22)
    return mix((0.0, 0.10, scale_to_peak(air)), (0.08, 1.0, scale_to_peak(bell)))


def groan(chance: random.Random) -> Wave:
    """Sound for bad news for the player: a falling muffled breath, and a heartbeat-like knock."""
    air = fade(band_pass(noise(chance, 0.20), 1400.0, 420.0, 1.1), 0.12, 0.06)
    fall = tune((0.0, E5 / 2, 0.7), (0.11, A5 / 4, 0.9), decay=0.20, soft=2.6)
    return mix(
        (0.0, 0.10, scale_to_peak(air)),
        (0.08, 1.0, scale_to_peak(low_pass(fall, 1500.0))),
        (0.19, 0.5, thump(92.0, 0.05)),
    )


def win(chance: random.Random) -> Wave:
    """Sound for a match won: up through the chord, then the chord itself."""
    run = [(0.11 * i, hertz, 0.6 + 0.06 * i) for i, hertz in enumerate((C5, E5, G5, C6, E6))]
    chord = [(0.66 + chance.uniform(0, 0.02), hertz, 0.6) for hertz in (C5 / 2, C5, E5, G5, C6)]
    return tune(*run, *chord, decay=0.5)


def win_deal(chance: random.Random) -> Wave:
    """Sound for a deal won: two steps up."""
    return tune((0.0, G5, 0.7), (0.13, C6, 0.9), (0.13, E5, 0.4 + chance.uniform(0, 0.02)), decay=0.28)


def lose(chance: random.Random) -> Wave:
    """Sound for a match lost: a falling sigh that ends on a mild chord."""
    fall = [(0.24 * i, hertz / 2, 0.8) for i, hertz in enumerate((G5, F5, D5))]
    chord = [(0.76 + chance.uniform(0, 0.02), hertz / 2, 0.5) for hertz in (A5 / 2, C5, E5)]
    return tune(*fall, *chord, decay=0.42, soft=2.3)


def lose_deal(chance: random.Random) -> Wave:
    """Sound for a deal lost: one step down."""
    return tune((0.0, E5 / 2, 0.8), (0.18, C5 / 2, 0.8 + chance.uniform(0, 0.02)), decay=0.30, soft=2.3)


def button(chance: random.Random) -> Wave:
    """Sound of a button: a small wooden key pressed."""
    wood = damped_tones(((840.0, 0.7, 0.010), (1730.0, 0.5, 0.006), (2900.0, 0.25, 0.003)), 0.06)
    return mix((0.0, 1.0, scale_to_peak(wood)), (0.0, 0.15, slap(chance, 3000.0, 0.003)))


def error(chance: random.Random) -> Wave:
    """Sound for an error: two muffled knocks on the table's rail, rather than a buzzer."""
    knock = scale_to_peak(damped_tones(((262.0, 1.0, 0.036), (415.0, 0.7, 0.026), (720.0, 0.3, 0.014)), 0.24))
    tap = slap(chance, 900.0, 0.006)
    return mix((0.0, 1.0, knock), (0.0, 0.15, tap), (0.13, 0.75, knock), (0.13, 0.10, tap))


def tick(chance: random.Random) -> Wave:
    """Sound of a wall clock's tick."""
    wood = damped_tones(((1480.0, 0.8, 0.008), (2370.0, 0.6, 0.006), (4100.0, 0.2, 0.003)), 0.06)
    return mix((0.0, 1.0, scale_to_peak(wood)), (0.0, 0.10, slap(chance, 4500.0, 0.002)))


EFFECTS: Mapping[str, tuple[Callable[[random.Random], Wave], int]] = {
    "deal": (deal, 3),
    "slide": (slide, 3),
    "flick": (flick, 3),
    "flip": (flip, 3),
    "place": (place, 3),
    "sweep": (sweep, 2),
    "shuffle": (shuffle, 1),
    "burn": (burn, 1),
    "pop": (pop, 1),
    "groan": (groan, 1),
    "win": (win, 1),
    "win_deal": (win_deal, 1),
    "lose": (lose, 1),
    "lose_deal": (lose_deal, 1),
    "button": (button, 1),
    "error": (error, 1),
    "tick": (tick, 1),
}
"""Name -> generator, and number of slightly different variants."""


def effect(name: str, number: int) -> Wave:
    """Return a finished sound effect by its name; ``number`` is the variant, from 1."""
    return master(EFFECTS[name][0](random.Random(f"{name} {number}")))


# --- music ------------------------------------------------------------------------------------------------------------

BAR_SECONDS = 3.6
"""Length of a bar: four slow beats."""
CHORDS = "F-maj7 D-m7 Bb-add9 C-sus A-m7 D-m9 G-m7 C-sus9 F-add9 Bb-maj7 G-m7 C-sus"
"""One chord per bar: twelve bars that lead back to the first."""
SHAPES = {"maj7": (0, 4, 7, 11), "m7": (0, 3, 7, 10), "add9": (0, 4, 7, 14)}
SHAPES |= {"m9": (0, 3, 7, 14), "sus": (0, 5, 7, 10), "sus9": (0, 5, 7, 14)}
"""Shape of a chord -> semitones above the root."""
ROOTS = {"C": 48, "D": 50, "F": 53, "G": 43, "A": 45, "Bb": 46}
"""MIDI numbers of the roots."""
SCALE = (65, 67, 69, 72, 74, 77, 79, 81)
"""MIDI numbers of the melody: F, G, A, C, D over an octave and a half."""


def hertz_of(midi: int) -> float:
    """Return the frequency of a MIDI note in equal temperament; 69 is 440 Hz."""
    return 440.0 * math.exp2((midi - 69) / 12)


class Loop:
    """A loop of background music; a sound that passes its end continues at its beginning."""

    def __init__(self, seconds: float) -> None:
        self.samples = [0.0] * round(seconds * MUSIC_SAMPLE_RATE_HZ)

    def add(self, start: float, strength: float, sound: Sequence[float]) -> None:
        """Add a sound to the music loop, starting at ``start`` seconds."""
        size, first = len(self.samples), round(start * MUSIC_SAMPLE_RATE_HZ)
        for i, value in enumerate(sound):
            self.samples[(first + i) % size] += strength * value

    def with_reverb(self, strength: float, tail: float) -> Wave:
        """Return the music loop with reverberation; its beginning includes that of its end."""
        lead = self.samples[-round(2 * tail * MUSIC_SAMPLE_RATE_HZ) :]
        return reverb([*lead, *self.samples], strength, tail, MUSIC_SAMPLE_RATE_HZ)[
            len(lead) : len(lead) + len(self.samples)
        ]


def pad(midi: int, seconds: float) -> Wave:
    """Return a soft, slow tone for background music, of two slightly detuned ones."""
    count, hertz = round(seconds * MUSIC_SAMPLE_RATE_HZ), hertz_of(midi)
    long = 1e9
    tones = ((hertz * 0.9992, 1.0, long), (hertz * 1.0011, 0.8, long), (hertz * 2.0003, 0.16, long))
    out = damped_tones(tones, seconds, MUSIC_SAMPLE_RATE_HZ)
    for i in range(count):
        t = i / MUSIC_SAMPLE_RATE_HZ
        swell = min(1.0, t / 1.6, (seconds - t) / 2.2)
        out[i] *= math.sin(max(0.0, swell) * math.pi / 2) ** 2
    return out


def pluck(midi: int, soft: float = 1.5) -> Wave:
    """Return the sound of a plucked nylon string, 3 seconds."""
    low = max(0.4, 1.5 - (midi - 45) * 0.028)
    sound = note(hertz_of(midi), 3.0, soft=soft, decay=low, rate=MUSIC_SAMPLE_RATE_HZ)
    for i in range(min(120, len(sound))):
        sound[i] *= i / 120
    for i in range(4000):
        sound[-1 - i] *= i / 4000
    return sound


def music() -> Wave:
    """Compose the background music: slow chords with a few plucked notes and occasional fragments of melody."""
    chance = random.Random("an evening at a good table")
    loop = Loop(BAR_SECONDS * len(CHORDS.split()))
    degree = 3
    for bar, chord in enumerate(CHORDS.split()):
        root, _, shape = chord.partition("-")
        start, low, steps = bar * BAR_SECONDS, ROOTS[root], SHAPES[shape]
        for step in steps:
            loop.add(start - 0.5, 0.10, pad(low + 12 + step, BAR_SECONDS + 2.2))
        loop.add(start + chance.uniform(0, 0.02), 0.30, pluck(low - 12 if low > 46 else low, 1.7))
        if bar % 2:
            loop.add(start + 2.5, 0.18, pluck(low + (7 if low < 50 else -5), 1.7))
        tones = [low + 12 + step for step in steps]
        for i, beat in enumerate((0.5, 1.0, 1.5, 2.0, 3.0, 3.5)):
            if chance.random() < 0.72:
                tone = tones[(i * 2 + bar) % len(tones)] + (12 if chance.random() < 0.18 else 0)
                loop.add(start + beat + chance.uniform(-0.012, 0.018), chance.uniform(0.10, 0.17), pluck(tone))
        if bar % 3 != 2:
            for beat in chance.choice(((1.0, 2.0, 2.5), (0.0, 1.5), (2.0, 3.0), (0.5, 1.0, 3.0))):
                degree = max(0, min(len(SCALE) - 1, degree + chance.choice((-2, -1, -1, 1, 1, 2))))
                loop.add(start + beat + chance.uniform(0, 0.02), chance.uniform(0.16, 0.22), pluck(SCALE[degree], 1.9))
    return scale_to_peak(loop.with_reverb(0.10, 1.1), 0.4)


def main(names: Sequence[str]) -> None:
    """Write the files of the named sounds, or of all."""
    SOUNDS.mkdir(parents=True, exist_ok=True)
    for name, (_, count) in EFFECTS.items():
        for number in range(1, count + 1) if not names or name in names else ():
            save(effect(name, number), SOUNDS / f"{name}_{number}.wav")
    if not names or "music" in names:
        save_compressed(music(), SOUNDS / "music.ogg", MUSIC_SAMPLE_RATE_HZ)


if __name__ == "__main__":
    main(sys.argv[1:])
