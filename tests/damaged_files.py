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
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pygame

from engine.events import DealScored
from engine.games import GAMES
from engine.match.record import MAX_MOVES, PERSON, Chair, Record
from engine.notices import Notice
from engine.profile.daily_attempts import DailyAttempt, DailyAttempts
from engine.profile.fair_tables import FairTable, FairTables
from engine.profile.hot_seat_players import HotSeatPlayers
from engine.profile.presets import CustomPresets
from engine.profile.replays import ReplayStore
from engine.profile.saved_matches import SavedMatches
from engine.profile.storage import Profile
from engine.profile.tutorial_progress import TutorialProgress
from engine.profile.window_placement import Placement, WindowPlacementStore
from engine.rng import Rng
from engine.settings import Settings
from engine.statistics.match_writer import TimeSpent
from engine.statistics.store import Selection, Statistics
from engine.updates.check_log import UpdateCheckLog
from scenes.app import App
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.shell.dialog import Dialog
from scenes.shell.scene import Scene
from tests.support.profile_pilot import Pilot
from tests.support.records import play_randomly, random_record

WHOLE_PROGRAM_INTERVAL = 25
"""Number of rounds of which one runs the whole program."""
GOOD_FILE_COUNT = 10
"""Number of different good files of each kind."""

UNSUITABLE_VALUES = (
    *("0", "-1", "1e999", "nan", "true", '""', "[]", "{}", "[[]]", "9" * 400, '"\\u0000"', "1979-05-27T07:32:00Z"),
    *('"' + "x" * 3000 + '"', "[" * 200 + "]" * 200, "'''", '"\\ud800"', "0x", "00", "{a = 1}", '["a", 1]'),
)
"""Unsuitable values that replace good ones."""


class FileKind(NamedTuple):
    """A kind of file to damage."""

    make: Callable[[Path, int], Path]
    """Write the good file with this number into a profile."""
    read: Callable[[Profile], object]
    """Read the file as the program does, and write the next one."""
    screen: Callable[[App], Scene] = HomeScreen
    """Open the screen that shows its content."""


def record_in_progress(seed: int) -> Record:
    """Return a match after some moves."""
    record = random_record(Rng(seed).choice(tuple(GAMES)), seed)
    rng = Rng(seed)
    play_randomly(record, rng, rng.below(40))
    return record


def finished_record(seed: int) -> Record:
    """Return a finished match of Pass the Ace, which is short and quick to read."""
    record = random_record("pass_the_ace", seed)
    play_randomly(record, Rng(seed))
    return record


# --- kinds of files: how to make a good one, and how the program reads it and writes the next -------------------------


def settings(folder: Path, seed: int) -> Path:
    Profile(folder).save_settings(Settings(speed="2", name="Ana"))
    return folder / "settings.toml"


def read_settings(profile: Profile) -> None:
    profile.save_settings(profile.load_settings())


def options(folder: Path, seed: int) -> Path:
    game = GAMES["gurch"]
    Profile(folder).save_options("gurch", game.Options())
    return folder / "options" / "gurch.toml"


def read_options(profile: Profile) -> None:
    profile.save_options("gurch", profile.load_options("gurch"))


def match(folder: Path, seed: int) -> Path:
    """Some of its moves are appended."""
    record, profile = record_in_progress(seed), Profile(folder)
    moves, record.moves = record.moves, record.moves[:5]
    profile.save_match(record)
    record.moves = moves
    profile.save_match(record)
    return profile.match_path(record.game)


def former_match(folder: Path, seed: int) -> Path:
    """Write the match in the format of versions up to 0.1.0."""
    path = Profile(folder).legacy_match_path
    path.write_text(record_in_progress(seed).to_text(), encoding="utf-8")
    return path


def read_matches(profile: Profile) -> None:
    """Read the matches in the program's order: heads first, then the rest."""
    saves = SavedMatches(profile)
    saves.scan()
    while saves.has_unread:
        saves.read_more(MAX_MOVES)
    saves.save(saves.load_latest() or record_in_progress(1))


def preset(folder: Path, seed: int) -> Path:
    presets = CustomPresets(Profile(folder), "roped")
    presets.add("Ours", GAMES["roped"].Options())
    return next((folder / "presets").iterdir())


def read_preset(profile: Profile) -> None:
    presets = CustomPresets(profile, "roped")
    presets.load()
    presets.add("Another", GAMES["roped"].Options())


def replay(folder: Path, seed: int) -> Path:
    record = finished_record(seed)
    record.id = "kept"
    replays = ReplayStore(Profile(folder))
    replays.save(record, record.replay(), max_replays=9, now=1)
    return replays.path_of(record)


def index(folder: Path, seed: int) -> Path:
    return replay(folder, seed).with_name("index.json")


def read_replay(profile: Profile) -> None:
    replays = ReplayStore(profile)
    replays.scan()
    while replays.unread_count:
        replays.try_read_more()
    for kept in list(replays.entries):
        replays.set_star(kept, True)


def read_index(profile: Profile) -> None:
    """Read the index; a damaged index must change no entry and cause no notice."""
    replays = ReplayStore(profile)
    replays.scan()
    while replays.unread_count:
        replays.try_read_more()
    (kept,) = replays.entries
    assert kept.record_head is not None and kept.notice is None, "the match is missing from the list"
    assert not isinstance(replays.load(kept), Notice)
    replays.set_star(kept, True)


def lesson_progress(folder: Path, seed: int) -> Path:
    found = TutorialProgress(Profile(folder))
    for kind in ("gurch.vote", "palacio.play"):
        found.mark_explained(kind)
    found.mark_lesson_finished_or_declined("roped")
    return folder / "learned.toml"


def read_lesson_progress(profile: Profile) -> None:
    TutorialProgress(profile).mark_lesson_finished_or_declined("gurch")


def updates(folder: Path, seed: int) -> Path:
    found = UpdateCheckLog(Profile(folder))
    found.record_check(1_800_000_000 + seed, f"1.{seed}.0")
    return found.file.path


def read_updates(profile: Profile) -> None:
    UpdateCheckLog(profile).record_check(1_800_000_000, "1.2.0")


def window(folder: Path, seed: int) -> Path:
    found = WindowPlacementStore(Profile(folder))
    found.save(Placement((1200 + seed % 100, 700), (40, -30), is_maximised=True))
    return found.file.path


def read_window(profile: Profile) -> None:
    WindowPlacementStore(profile).save(Placement((1280, 720)))


def persons(folder: Path, seed: int) -> Path:
    found = HotSeatPlayers(Profile(folder))
    found.replace_players([Chair(PERSON, name="Bento", portrait="straw"), Chair(PERSON, name="Caio", portrait="chef")])
    return folder / "persons.toml"


def read_persons(profile: Profile) -> None:
    HotSeatPlayers(profile).replace_players([Chair(PERSON, name="Duda", portrait="scarf")])


def fair(folder: Path, seed: int) -> Path:
    found = FairTables(Profile(folder))
    found.save("gurch", FairTable("Ana", 1.25, 3, chosen=True, last="m-1"))
    found.save("roped", FairTable(place=2.5, pinned=True))
    return folder / "fair.toml"


def read_fair(profile: Profile) -> None:
    FairTables(profile).save("palacio", FairTable("Duda", -0.5))


def attempts(folder: Path, seed: int) -> Path:
    found = DailyAttempts(Profile(folder))
    for slug in ("gurch", "palacio"):
        found.record_attempt(DailyAttempt(slug, 739_941, "Ana"))
    return folder / "days.toml"


def read_attempts(profile: Profile) -> None:
    DailyAttempts(profile).record_attempt(DailyAttempt("gurch", 739_942, "Ana"))


def statistics(folder: Path, seed: int) -> Path:
    profile = Profile(folder)
    path = folder / "statistics.sqlite"
    base = Statistics(path, profile.report)
    record = finished_record(seed)
    record.id, record.began = "counted", 1
    game, scored = record.initial_position(), list[DealScored]()
    for move in record.moves:
        game.push(move)
        scored += [event for event in game.take_events() if isinstance(event, DealScored)]
    assert game.outcome is not None
    assert base.write_match(
        record, scored, game.outcome.winners, names={0: ""}, last_deal_time_spent={0: TimeSpent(2000, 4)}, now=9
    )
    base.close()
    assert not profile.notices
    return path


def read_statistics(profile: Profile) -> None:
    base = Statistics(profile.folder / "statistics.sqlite", profile.report)
    base.totals(Selection())
    base.rebuild_sums()
    base.close()


KINDS: Mapping[str, FileKind] = {
    "settings": FileKind(settings, read_settings),
    "options": FileKind(options, read_options, lambda app: HouseRulesScreen(app, "gurch")),
    "match": FileKind(match, read_matches),
    "former match": FileKind(former_match, read_matches),
    "preset": FileKind(preset, read_preset, lambda app: HouseRulesScreen(app, "roped")),
    "replay": FileKind(replay, read_replay, ReplaysScreen),
    "index": FileKind(index, read_index, ReplaysScreen),
    "learned": FileKind(lesson_progress, read_lesson_progress),
    "window": FileKind(window, read_window),
    "updates": FileKind(updates, read_updates),
    "attempts": FileKind(attempts, read_attempts),
    "persons": FileKind(persons, read_persons, lambda app: SeatingScreen(app, "roped")),
    "fair": FileKind(fair, read_fair, lambda app: SeatingScreen(app, "gurch")),
    "statistics": FileKind(statistics, read_statistics, StatisticsScreen),
}


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
            lines[place].partition(b" = ")[0] + b" = " + rng.choice(UNSUITABLE_VALUES).encode("utf-8", "surrogatepass")
        )
    return b"\n".join(lines)


def bytes_below(folder: Path) -> Iterator[bytes]:
    """Yield the content of every file in a profile."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.read_bytes()


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
    KINDS[kind].read(profile)
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
    for kind in chosen.kind or KINDS:
        rounds = DamageRounds(kind)
        kind_counts = Counter(rounds.run_round(seed) for seed in range(chosen.seed, chosen.seed + chosen.count))
        reported = sum(count for damage_kind, count in kind_counts.items() if damage_kind.endswith("reported"))
        whole = len(
            range(
                -(-chosen.seed // WHOLE_PROGRAM_INTERVAL) * WHOLE_PROGRAM_INTERVAL,
                chosen.seed + chosen.count,
                WHOLE_PROGRAM_INTERVAL,
            )
        )
        print(f"{kind}: {chosen.count} damaged files ({whole} by the whole program), ", end="")
        print(f"no exception, none lost; {reported} reported", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
