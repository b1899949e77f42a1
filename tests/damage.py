"""Damaged files of every kind: ``python -m tests.damage N [SEED] [--kind KIND]``.

Makes N damaged copies of a good file of each kind (cut, bytes changed, doubled, swapped, values of other types, other
encodings, huge), lets the program read each of them and write afterwards what it would write, and looks whether the
damaged bytes still lie somewhere in the profile. An exception, or bytes that are gone although something was told of
them, ends the run and names kind and seed.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from engine.games import GAMES
from engine.learned import Learned
from engine.notices import Notice
from engine.presets import Presets
from engine.record import Record
from engine.replays import Replays
from engine.rng import Rng
from engine.settings import Settings
from engine.statistics import Statistics, Wanted
from engine.storage import Profile
from tests.at_table import random_record

VALUES = (
    *("0", "-1", "1e999", "nan", "true", '""', "[]", "{}", "[[]]", "9" * 400, '"\\u0000"', "1979-05-27T07:32:00Z"),
    *('"' + "x" * 3000 + '"', "[" * 200 + "]" * 200, "'''", '"\\ud800"', "0x", "00", "{a = 1}", '["a", 1]'),
)
"""What may stand where another value should."""
Read = Callable[[Path], list[Notice]]


def begun(seed: int) -> Record:
    """A match some moves long."""
    record = random_record(Rng(seed).choice(tuple(GAMES)), seed)
    game, rng = record.start(), Rng(seed)
    for _ in range(rng.below(40)):
        if game.outcome is not None:
            break
        move = rng.choice(game.legal_moves(game.waiting()[0]))
        game.push(move)
        record.append(move)
    return record


def finished(seed: int) -> Record:
    """A match of Pass the Ace to its end; short ones are quick to read."""
    record = random_record("pass_the_ace", seed)
    game, rng = record.start(), Rng(seed)
    while game.outcome is None:
        move = rng.choice(game.legal_moves(game.waiting()[0]))
        game.push(move)
        record.append(move)
    return record


# --- the kinds of files: how a good one is made, and how the program reads it and goes on ----------------------------


def settings(folder: Path, seed: int) -> Path:
    Profile(folder).save_settings(Settings(speed="2", name="Ana"))
    return folder / "settings.toml"


def read_settings(folder: Path) -> list[Notice]:
    profile = Profile(folder)
    found, notices = profile.load_settings()
    return notices + profile.save_settings(found)


def options(folder: Path, seed: int) -> Path:
    game = GAMES["gurch"]
    Profile(folder).save_options("gurch", game.Options())
    return folder / "options" / "gurch.toml"


def read_options(folder: Path) -> list[Notice]:
    profile = Profile(folder)
    found, notices = profile.load_options("gurch")
    return notices + profile.save_options("gurch", found)


def match(folder: Path, seed: int) -> Path:
    Profile(folder).save_match(begun(seed % 40))
    return folder / "match.toml"


def read_match(folder: Path) -> list[Notice]:
    profile = Profile(folder)
    found, notices = profile.load_match()
    return notices + profile.save_match(found or begun(1))


def preset(folder: Path, seed: int) -> Path:
    presets = Presets(Profile(folder), "roped")
    presets.add("Ours", GAMES["roped"].Options())
    return next((folder / "presets").iterdir())


def read_preset(folder: Path) -> list[Notice]:
    presets = Presets(Profile(folder), "roped")
    notices = presets.load()
    return notices + presets.add("Another", GAMES["roped"].Options())[1]


def replay(folder: Path, seed: int) -> Path:
    record = finished(seed % 10)
    record.id = "kept"
    replays = Replays(Profile(folder))
    replays.keep(record, record.replay(), most=9, now=1)
    return replays.path_of(record)


def read_replay(folder: Path) -> list[Notice]:
    replays = Replays(Profile(folder))
    replays.open()
    while replays.unread:
        replays.read_more()
    told: list[Notice] = []
    for kept in list(replays.found):
        loaded = replays.load(kept)
        told += [loaded] if isinstance(loaded, Notice) else []
        told += replays.star(kept, True)
    return told


def learned(folder: Path, seed: int) -> Path:
    Learned(Profile(folder)).explain("gurch.vote")
    return folder / "learned.toml"


def read_learned(folder: Path) -> list[Notice]:
    found = Learned(Profile(folder))
    return found.load() + found.teach("gurch")


def statistics(folder: Path, seed: int) -> Path:
    told: list[Notice] = []
    path = folder / "statistics.sqlite"
    base = Statistics(path, told.append)
    base.figures(Wanted())
    base.rebuild()
    base.close()
    return path


def read_statistics(folder: Path) -> list[Notice]:
    told: list[Notice] = []
    base = Statistics(folder / "statistics.sqlite", told.append)
    base.figures(Wanted())
    base.rebuild()
    base.close()
    return told


KINDS: Mapping[str, tuple[Callable[[Path, int], Path], Read]] = {
    "settings": (settings, read_settings),
    "options": (options, read_options),
    "match": (match, read_match),
    "preset": (preset, read_preset),
    "replay": (replay, read_replay),
    "learned": (learned, read_learned),
    "statistics": (statistics, read_statistics),
}
"""Kind of file -> how a good one is made, and how the program reads it and writes again."""


# --- damage -----------------------------------------------------------------------------------------------------------


def damaged(good: bytes, rng: Rng) -> tuple[str, bytes]:
    """What was done to the bytes, and what came of it."""
    size = max(1, len(good))
    first, second = sorted((rng.below(size + 1), rng.below(size + 1)))
    noise = bytes(rng.below(256) for _ in range(1 + rng.below(8)))
    ways: dict[str, Callable[[], bytes]] = {
        "cut": lambda: good[:first],
        "without a part": lambda: good[:first] + good[second:],
        "noise": lambda: good[:first] + noise + good[first + len(noise) :],
        "more": lambda: good[:first] + noise + good[first:],
        "a part twice": lambda: good[:second] + good[first:],
        "zeros": lambda: good[:first] + bytes(second - first) + good[second:],
        "a bit": lambda: (
            good[:first] + bytes((byte ^ 1 << rng.below(8)) for byte in good[first : first + 1]) + good[first + 1 :]
        ),
        "another value": lambda: _other_value(good, rng),
        "lines in another order": lambda: b"\n".join(_shuffled(good.split(b"\n"), rng)),
        "utf-16": lambda: good.decode("utf-8", "replace").encode("utf-16"),
        "empty": lambda: b"",
        "huge": lambda: good + b"# " + b"x" * (1 << 20),
    }
    way = rng.choice(tuple(ways))
    return way, ways[way]()


def _shuffled(lines: list[bytes], rng: Rng) -> list[bytes]:
    rng.shuffle(lines)
    return lines


def _other_value(good: bytes, rng: Rng) -> bytes:
    """One of the values of a text file replaced by something that isn't meant to stand there."""
    lines = good.split(b"\n")
    places = [i for i, line in enumerate(lines) if b" = " in line]
    if places:
        place = rng.choice(places)
        lines[place] = lines[place].partition(b" = ")[0] + b" = " + rng.choice(VALUES).encode("utf-8", "surrogatepass")
    return b"\n".join(lines)


def bytes_below(folder: Path) -> Iterator[bytes]:
    """What every file of a profile holds."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.read_bytes()


def round_of(kind: str, seed: int) -> str:
    """Damage a file, read it; returns the kind of damage, with ``told`` behind it when there was a message.

    Raises:
        AssertionError: an exception came out of the program, or what was told of is gone.
    """
    make, read = KINDS[kind]
    rng = Rng(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = make(folder, seed)
        way, bad = damaged(path.read_bytes(), rng)
        path.write_bytes(bad)
        try:
            notices = read(folder)
        except Exception as error:
            raise AssertionError(f"{kind}, seed {seed}, {way}: {error!r}") from error
        assert not notices or bad in bytes_below(folder), f"{kind}, seed {seed}, {way}: the damaged file is gone"
        return f"{way}{', told' if notices else ''}"


def main(words: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.damage", description="Damaged files of every kind.")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("--kind", choices=list(KINDS), action="append")
    chosen = parser.parse_args(words)
    for kind in chosen.kind or KINDS:
        ways = Counter(round_of(kind, seed) for seed in range(chosen.seed, chosen.seed + chosen.count))
        told = sum(count for way, count in ways.items() if way.endswith("told"))
        print(f"{kind}: {chosen.count} damaged files, no exception, none lost; {told} told", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
