"""Feeds damaged files of every kind to the program: ``python -m tests.damaged_files N [SEED] [--kind KIND]``.

Each round damages a good file: cut, bytes changed, doubled, swapped, values of other types, other encodings, huge. The
program reads it, then writes its next file. The damaged bytes must still be somewhere in the profile. One copy in
``WHOLE_PROGRAM_INTERVAL`` is read by the whole program, on the screen that shows its content. The others are read by
the same code without a screen. An exception, or the loss of a file that the program reported, ends the run with a
message that names the kind and the seed.

Files are written through to the disk: with ``TMPDIR=/dev/shm`` (Linux) a run takes a sixth of the time.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pygame

from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.shell.dialog import Dialog
from tests.support.profile_files import KINDS, VALUE_TEXTS, bytes_below
from tests.support.profile_pilot import Pilot

WHOLE_PROGRAM_INTERVAL = 25
"""Number of rounds of which one runs the whole program."""
GOOD_FILE_COUNT = 10
"""Number of different good files of each kind."""


# --- damage -----------------------------------------------------------------------------------------------------------


def damage(good: bytes, rng: Rng) -> tuple[str, bytes]:
    """Return the kind of damage and the damaged bytes."""
    size = max(1, len(good))
    first, second = sorted((rng.below(size + 1), rng.below(size + 1)))
    noise = bytes(rng.below(256) for _ in range(1 + rng.below(8)))
    damages: dict[str, Callable[[], bytes]] = {
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
    kind = rng.choice(tuple(damages))
    return kind, damages[kind]()


def _shuffled(lines: list[bytes], rng: Rng) -> list[bytes]:
    rng.shuffle(lines)
    return lines


def _other_value(good: bytes, rng: Rng) -> bytes:
    """Replace one value of a text file with an unsuitable one."""
    lines = good.split(b"\n")
    places = [i for i, line in enumerate(lines) if b" = " in line]
    if places:
        place = rng.choice(places)
        lines[place] = (
            lines[place].partition(b" = ")[0] + b" = " + rng.choice(VALUE_TEXTS).encode("utf-8", "surrogatepass")
        )
    return b"\n".join(lines)


def read_by_program(folder: Path, kind: str) -> bool:
    """Open the program on the screen for this kind of file and close it; return whether it reported a bad file."""
    pilot = Pilot(folder, (960, 540))
    try:
        pilot.app.go(KINDS[kind].screen(pilot.app))
        pilot.run_frames(3)
        top = pilot.app.top
        reported = isinstance(top, Dialog) and top.title == pilot.app.words("app.notices.title")
        pilot.press_keys(pygame.K_RETURN)
        pilot.run_frames(2)
    finally:
        pilot.app.release_everything()
    return reported


def read_without_screen(folder: Path, kind: str) -> bool:
    """Read a file of this kind and write the next one; return whether there was a report."""
    profile = Profile(folder)
    KINDS[kind].rewrite(KINDS[kind].open(profile))
    return bool(profile.notices)


class DamageRounds:
    """Damages files of one kind; each good file is made only once."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._good: dict[int, tuple[Path, dict[Path, bytes]]] = {}

    def _write_profile(self, folder: Path, number: int) -> Path:
        """Write a profile with a good file into a folder; return the file's path."""
        if number not in self._good:
            with tempfile.TemporaryDirectory() as name:
                path = KINDS[self.kind].make(Path(name), number)
                files = {one.relative_to(name): one.read_bytes() for one in Path(name).rglob("*") if one.is_file()}
                self._good[number] = path.relative_to(name), files
        path, files = self._good[number]
        for name_, content in files.items():
            (folder / name_).parent.mkdir(parents=True, exist_ok=True)
            (folder / name_).write_bytes(content)
        return folder / path

    def run_round(self, seed: int) -> str:
        """Damage a file and read it; return the kind of damage, followed by ``reported`` if there was a message.

        Raises:
            AssertionError: the program raised an exception, or lost a file that it reported.
        """
        rng = Rng(seed)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            folder = Path(name)
            path = self._write_profile(folder, seed % GOOD_FILE_COUNT)
            damage_kind, bad = damage(path.read_bytes(), rng)
            path.write_bytes(bad)
            where = f"{self.kind}, seed {seed}, {damage_kind}"
            try:
                whole = seed % WHOLE_PROGRAM_INTERVAL == 0
                reported = (read_by_program if whole else read_without_screen)(folder, self.kind)
            except Exception as error:
                raise AssertionError(f"{where}: {error!r}") from error
            assert not reported or bad in bytes_below(folder), f"{where}: no copy of the damaged file is left"
            return f"{damage_kind}{', reported' if reported else ''}"


def main(words: list[str]) -> int:
    """Run all rounds; print the number of reported files of each kind."""
    parser = argparse.ArgumentParser(prog="python -m tests.damaged_files", description="Damaged files of every kind.")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("--kind", choices=list(KINDS), action="append")
    chosen = parser.parse_args(words)
    seeds = range(chosen.seed, chosen.seed + chosen.count)
    for kind in chosen.kind or KINDS:
        rounds = DamageRounds(kind)
        kind_counts = Counter(map(rounds.run_round, seeds))
        reported = sum(count for damage_kind, count in kind_counts.items() if damage_kind.endswith("reported"))
        whole = sum(seed % WHOLE_PROGRAM_INTERVAL == 0 for seed in seeds)
        print(f"{kind}: {chosen.count} damaged files ({whole} by the whole program), ", end="")
        print(f"no exception, none lost; {reported} reported", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
