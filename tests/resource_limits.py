"""Measures time and memory for files of a profile and for dropped texts: ``python -m tests.resource_limits [--fuzz N]
[--seed S]``.

Each input is read by the whole program, on the screen that shows it, in its own process. Inputs are the largest
accepted files of each kind, those just above the limit, and former faults that took seconds or gigabytes. ``--fuzz N``
adds N random inputs of each kind, made of pieces that are slow to parse, long, deep or unusual. They are up to and
beyond the maximum size.

Measured is the processor time of the longest single step of the window (the start is one step), less that of a good
short file. Memory is the peak above that before the input. Any input above ``MAX_SECONDS`` or ``MAX_MEGABYTES`` fails.
Linux and macOS.
"""

import argparse
import contextlib
import io
import multiprocessing
import os
import random
import sqlite3
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from engine.characters import CHARACTERS
from engine.events import DealScored
from engine.games import GAMES
from engine.match.record import MAX_MOVES, MAX_RECORD_BYTES, Chair, Record
from engine.moves import Move, Note
from engine.options import options_of
from engine.profile.custom_decks import FACES
from engine.profile.deck_import import MAX_ZIP_BYTES
from engine.profile.safe_reading import MAX_SMALL_FILE_BYTES
from engine.rng import Rng
from engine.statistics.match_writer import TimeSpent
from engine.statistics.store import CHANGED_RULES, Statistics
from engine.work.thinking import Thinker
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.settings.add_deck import AddDeckScreen
from scenes.screens.statistics.filters import Query
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.shell.destinations import Home, ReplayList, ReplayTable, ResumedTable
from scenes.shell.dialog import Dialog
from scenes.shell.replay_loading_screen import ReplayLoadingScreen
from scenes.table.table import Table
from tests.support import many_deals
from tests.support.deck_files import png, png_bomb, svg
from tests.support.profile_files import KINDS, MATCH_HEAD, RULES_HEAD, SLUG
from tests.support.profile_pilot import Pilot

MAX_SECONDS, MAX_MEGABYTES = 0.5, 100.0
TIMEOUT_SECONDS = 120.0
"""Seconds after which an input counts as endless."""
MATCHES = ("match.toml", f"saved/{SLUG}.toml")
"""Files of the match in progress: of earlier versions, and of this one."""


class Cost(NamedTuple):
    """Resources used for an input."""

    seconds: float
    """Processor time of the longest step."""
    megabytes: float

    @property
    def fits(self) -> bool:
        return self.seconds <= MAX_SECONDS and self.megabytes <= MAX_MEGABYTES


# --- opening an input -------------------------------------------------------------------------------------------------

Steps = Iterator[None]
"""Iterator over the steps of the window that open an input."""
OpenInput = Callable[[Path, bytes], Steps]


def _run(pilot: Pilot, count: int = 40) -> Steps:
    for _ in range(count):
        pilot.step()
        yield


def _press(pilot: Pilot, *keys: int) -> Steps:
    """Wait for the table and press keys there."""
    while isinstance(pilot.app.top, ReplayLoadingScreen):
        pilot.step()
        yield
    for key in keys:
        if isinstance(pilot.app.top, Table):
            pilot.press_keys(key)
            yield from _run(pilot, 3)


def _opened(folder: Path) -> Pilot:
    pilot = Pilot(folder, (960, 540))
    pilot.app.go(Home())
    return pilot


def file_of_profile(name: str) -> OpenInput:
    """Return a function that starts the program with the content as this file and opens the screens with files."""

    def open_input(folder: Path, content: bytes) -> Steps:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        pilot = _opened(folder)
        yield
        yield from _run(pilot, 3)
        show = SCREENS.get(name)
        if show is not None:
            (pilot.app.open if name == "statistics.sqlite" else pilot.app.go)(show(pilot.app))
            yield
        yield from _run(pilot)
        if name == "statistics.sqlite":
            yield from _look_at_statistics(pilot)
        pilot.press_keys(pygame.K_RETURN)
        yield from _run(pilot, 3)
        yield from _press(pilot, pygame.K_u, pygame.K_y, pygame.K_l)
        if name == "settings.toml":
            pilot.app.input_router.toggle_sound()
            yield
        if name in MATCHES and pilot.app.last_saved_match is not None:
            pilot.app.go(ResumedTable())
            yield from _run(pilot, 3)
        pilot.app.release_everything()

    return open_input


def _look_at_statistics(pilot: Pilot) -> Steps:
    """Close messages, wait for a recount, use every filter, write a match, export, and reset everything."""
    while isinstance(pilot.app.top, Dialog):
        pilot.press_keys(pygame.K_RETURN)
        yield
    for _ in range(200):
        if not pilot.app.statistics.is_recounting:
            break
        pilot.step()
        yield
    screen = pilot.app.top
    if isinstance(screen, StatisticsScreen):
        recent = Query(game=SLUG, period_days=365, name="")
        for query in (Query(game=SLUG), recent, Query(rules=CHANGED_RULES, helped=True)):
            screen.set_query(query)
            yield
            yield from _run(pilot, 2)
        screen.begin_export(pilot.app.profile.folder / "all.csv")
        yield from _run(pilot, 100)
    record = Record(SLUG, 3, 1, GAMES[SLUG].Options(), (Chair(), Chair("mei", "easy"), Chair("rafa", "hard")))
    record.id = "m-1"
    for result in (None, (0,)):
        deal = DealScored(1, (1, 0, -1), (1, 0, -1), (0,), Note("out"))
        names, turns = {0: ""}, {0: TimeSpent(1000, 1)}
        pilot.app.statistics.write_match(record, [deal], result, names=names, last_deal_time_spent=turns, now=2**31)
        yield
        pilot.app.statistics.write_par(record, 1, 0, 50.0, 10)
        yield
    yield from _run(pilot, 3)
    while isinstance(pilot.app.top, Dialog):
        pilot.press_keys(pygame.K_RETURN)
        yield
    if isinstance(screen, StatisticsScreen) and pilot.app.is_top(screen):
        for game in (SLUG, None):
            screen.reset(game)
            yield
            screen.undo()
            yield
        screen.reset()
        yield
        yield from _run(pilot, 2)


def dropped_text(folder: Path, content: bytes) -> Steps:
    """Drop the content as text and accept the dialog."""
    text = content.decode("utf-8", "replace")
    yield from _dropped(folder, lambda path: pygame.Event(pygame.DROPTEXT, text=text))


def dropped_file(folder: Path, content: bytes) -> Steps:
    """Drop the content as a file and accept the dialog; watch a match."""

    def event(path: Path) -> pygame.Event:
        path.write_bytes(content)
        return pygame.Event(pygame.DROPFILE, file=str(path))

    yield from _dropped(folder, event)


def dropped_deck(folder: Path, content: bytes) -> Steps:
    """Drop the content as a zipped deck and wait until its own process has drawn it."""
    pilot = Pilot(folder / "profile", (960, 540), Thinker())
    pilot.app.go(Home())
    yield
    yield from _run(pilot, 3)
    path = folder / "dropped.zip"
    path.write_bytes(content)
    yield
    pilot.step([pygame.Event(pygame.DROPFILE, file=str(path))])
    yield
    for _ in range(4000):
        top = pilot.app.top
        if not isinstance(top, AddDeckScreen):
            break
        top.job.wait(0.01)
        pilot.step(elapsed_ms=10)
        yield
    pilot.press_keys(pygame.K_RETURN)
    yield from _run(pilot, 5)
    pilot.app.release_everything()
    pilot.app.thinker.close()


def _dropped(folder: Path, event: Callable[[Path], pygame.Event]) -> Steps:
    pilot = _opened(folder / "profile")
    yield from _run(pilot, 3)
    made = event(folder / "dropped.toml")
    yield
    pilot.step([made])
    yield from _run(pilot)
    pilot.press_keys(pygame.K_RETURN)
    yield from _run(pilot, 3)
    entries = pilot.app.replays.entries
    if entries and entries[0].record_head is not None:
        pilot.app.go(ReplayList())
        yield from _run(pilot, 3)
        record = pilot.app.replays.load(entries[0])
        yield
        if isinstance(record, Record):
            pilot.app.go(ReplayTable(record))
            yield
            yield from _press(pilot, pygame.K_END, pygame.K_LEFT, pygame.K_l, pygame.K_v, pygame.K_HOME)
    pilot.app.release_everything()


SCREENS = {
    **{kind.path: kind.screen for kind in KINDS.values() if kind.screen is not HomeScreen},
    "matches/x.toml": ReplaysScreen,
}
"""File -> the screen that shows its content, besides the home screen."""
OPENERS: Mapping[str, OpenInput] = {
    **{name: file_of_profile(name) for name in (*(kind.path for kind in KINDS.values()), *MATCHES, *SCREENS) if name},
    "dropped text": dropped_text,
    "dropped file": dropped_file,
    "dropped deck": dropped_deck,
}


# --- inputs -----------------------------------------------------------------------------------------------------------


def long_match(slug: str, moves: int = MAX_MOVES) -> str:
    """Return a random match of at most ``moves`` moves, the longest of twelve."""
    best = _record_of_longest_rules(slug, 0)
    for seed in range(12):
        record = _record_of_longest_rules(slug, seed)
        rng, game = Rng(seed), record.initial_position()
        while game.outcome is None and len(record.moves) < moves:
            move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
            game.take_events()
            game.push(move)
            record.append(move)
        best = max(best, record, key=lambda one: len(one.moves))
        if len(best.moves) == moves:
            break
    return best.to_text()


def steered_match(slug: str, moves: int = MAX_MOVES) -> str:
    """Return a match of as many moves as possible: of six random continuations of a deal, the one furthest from the end
    is taken."""
    record = _record_of_longest_rules(slug, 0)
    game, rng = record.initial_position(), Rng(0)
    while game.outcome is None and len(record.moves) < moves:
        candidates = []
        for _ in range(6):
            other, played, deal = game.clone(), list[Move](), game.deal_number
            while other.outcome is None and other.deal_number == deal and len(record.moves) + len(played) < moves:
                played.append(rng.choice(other.legal_moves(other.seats_to_act()[0])))
                other.push(played[-1])
            candidates.append(((other.outcome is None, -max(map(abs, other.scores)), len(played)), played, other))
        _, played, game = max(candidates, key=lambda candidate: candidate[0])
        record.moves += played
    return record.to_text()


def _record_of_longest_rules(slug: str, seed: int) -> Record:
    """Return a match at the largest table with the rules of the longest matches: maximal numbers, all switches on."""
    owner: Any = GAMES[slug].Options
    rules = owner(**{one.name: max(one.values) for one in options_of(owner) if isinstance(one.default, int)})
    seats = max(GAMES[slug].seats_allowed)
    return Record(slug, seats, seed, rules, (Chair(), *(Chair(name, "easy") for name in CHARACTERS))[:seats])


def deck_of(drawing: bytes, more: int = 0) -> bytes:
    """Return a zip with 52 times the same drawing, and ``more`` empty files."""
    kind = "png" if drawing.startswith(b"\x89PNG") else "svg"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for face in FACES:
            archive.writestr(f"{face}.{kind}", drawing)
        for number in range(more):
            archive.writestr(f"{number}.txt", b"")
    return file.getvalue()


def zigzag_path(count: int) -> str:
    """Return a path whose lines all cross one another, for which the rasteriser's time grows with the square."""
    return '<path d="M0 0' + "".join(f"L{i * 37 % 63} {88 * (i % 2)}" for i in range(count)) + '"/>'


def unknown_keys(count: int) -> str:
    return "".join(f"k{i} = 1\n" for i in range(count))


def illegal_moves(count: int) -> str:
    """Return a match of illegal moves."""
    return MATCH_HEAD + "moves = [\n" + '    "0:dance",\n' * count + "]\n[options]\n"


def dotted_key(count: int) -> str:
    """Return one key with many dots."""
    return "a." * count + "a = 1\n"


NAMED_INPUTS: Mapping[str, tuple[str, Callable[[], str | bytes]]] = {
    "40 kB of blank lines": ("dropped text", lambda: "\n" * 40_000),
    "1.9 MB of blank lines": ("dropped text", lambda: "\n" * 1_900_000),
    "4,500 unknown rules": ("dropped text", lambda: RULES_HEAD + unknown_keys(4500)),
    "4,500 unknown settings": ("settings.toml", lambda: 'language = "en"\n' + unknown_keys(4500)),
    "64 kB of unknown settings": ("settings.toml", lambda: "".join(f"{i:x}=1\n" for i in range(9000))),
    "4,500 unknown keys of lessons": ("learned.toml", lambda: unknown_keys(4500)),
    "1,000,000 illegal moves": ("dropped file", lambda: illegal_moves(1_000_000)),
    "20,000 illegal moves": ("dropped file", lambda: illegal_moves(MAX_MOVES)),
    "a record of 32 MB": ("dropped file", lambda: illegal_moves(2_000_000)),
    "settings of 31 MB": ("settings.toml", lambda: "# much\n" * 4_428_571),
    "a key of 120 kB of dots in settings": ("settings.toml", lambda: dotted_key(60_000)),
    "a key of 40 kB of dots in settings": ("settings.toml", lambda: dotted_key(20_000)),
    "a key of 40 kB of dots, dropped": ("dropped text", lambda: RULES_HEAD + dotted_key(20_000)),
    "settings of 200 MB": ("settings.toml", lambda: b"\xff" * 200_000_000),
    "an index of 2 MB of lists": ("matches/index.json", lambda: "[" + "[]," * 660_000 + "[]]"),
    **{f"{slug}, the longest match at random": ("dropped file", partial(long_match, slug)) for slug in GAMES},
    f"{SLUG}, the longest match, to be continued": (f"saved/{SLUG}.toml", lambda: _unfinished(long_match(SLUG))),
    "gurch, the longest match of an earlier version": ("match.toml", lambda: _unfinished(long_match("gurch"))),
    "gurch, 20,000 moves, watched": ("dropped file", lambda: steered_match("gurch")),
    "gurch, 20,000 moves, to be continued": ("match.toml", lambda: _unfinished(steered_match("gurch"))),
    "a deck of the largest PNGs": ("dropped deck", lambda: deck_of(png(1700, 2400))),
    "a deck of PNG bombs": ("dropped deck", lambda: deck_of(png_bomb(30_000, 42_000))),
    "a deck of the largest SVGs": ("dropped deck", lambda: deck_of(svg("<g/>" * 9000 + " " * 900_000))),
    "a deck of endless zigzags": ("dropped deck", lambda: deck_of(svg(zigzag_path(100_000)))),
    "a deck of 1 GB, packed": ("dropped deck", lambda: deck_of(b" " * 20_000_000)),
    "a deck of 60,000 files": ("dropped deck", lambda: deck_of(svg(), more=60_000)),
    "a zip of 32 MB that is none": ("dropped deck", lambda: b"PK\x05\x06" * (MAX_ZIP_BYTES // 4)),
}
"""Input -> its opener and its content."""


def _unfinished(text: str) -> str:
    record = Record.from_text(text)
    record.undo_to(len(record.moves) - 1)
    return record.to_text()


class SlowTexts:
    """Makes texts from pieces that are slow to parse, long, deep or unusual."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def text(self, max_bytes: int) -> str:
        """Return a text of 0.1 … 1.2 times ``max_bytes`` bytes."""
        size = int(max_bytes * self.rng.choice((0.1, 0.5, 0.9, 0.99, 1.0, 1.2)))
        heads = (
            "",
            "",
            MATCH_HEAD,
            RULES_HEAD,
            MATCH_HEAD + "moves = [\n",
            "format = 1\n",
            "explained = [\n",
            "{",
            "[",
        )
        text = self.rng.choice(heads)
        while len(text) < size:
            text += self._part(self.rng.choice((size, size // 2, 5000, 100)))
        return text[:size] + self.rng.choice(("", "]\n[options]\n", "]", "}", "\n[rules]\n" + unknown_keys(100)))

    def _part(self, size: int) -> str:
        number, one = self.rng.randrange(10**6), self.rng.choice(self.ONES)
        if "%d" in one:
            return "".join(one % (number + i) for i in range(max(1, size // len(one))))
        return one * max(1, size // len(one))

    ONES = (
        *("k%d = 1\n", "%d=1\n", "[t%d]\n", "[[t]]\n", "[[t]]\n[t.b]\n", "a.b.c.d.e.f.g.h.x%d = 1\n", '"%d", ', "%d,"),
        *("a.", "[", "]", "{", "[]", "[],", "{},", "{a = 1},", '"",', "''", '"', "'", '"""', "'''", "\\n", "\\", "#"),
        *("\n", " ", "\t", "\r\n", "# c\n", "a", "9", "9_", "0x", "1.5, ", "1979-05-27T07:32:00Z, ", "\0", "\u202e"),
        *("\x1b[2J", "é", "日", "😀", "\ud800", '    "0:pass",\n', '"0:dance",', '"1:play 3C 3D",', '"0:a" ', "moves"),
        *("moves = [\n", "\nmoves=[", "\ngame = 1", "\n[rules", 'x%d = "' + "y" * 60 + '"\n', '"k\\u0000%d" = 1\n'),
        *('{"version":1,"files":{', '"a%d":[],', "x%d = {a = {b = {c = [[[]]]}}}\n", "speed = %d\n", "-", "=", "."),
        "*",
    )


class Databases:
    """Makes statistics files: very many rows, wrong types, old formats, damaged pages."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def file(self, max_rows: int = 40_000) -> bytes:
        """Return a database with up to ``max_rows`` rows in each table."""
        rng = self.rng
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "statistics.sqlite"
            if rng.random() < 0.3:
                many_deals.write_statistics(path, rng.choice((800, 8000, 80_000)))
            else:
                base = Statistics(path, lambda _: None)
                base.rebuild_sums()
                base.close()
            file = sqlite3.connect(path, isolation_level=None)
            file.execute("PRAGMA synchronous = 0")
            with contextlib.suppress(sqlite3.Error):
                self._fill(file, max_rows)
            file.close()
            content = bytearray(path.read_bytes())
        for _ in range(rng.choice((0, 0, 0, 0, 1, 5, 100))):
            content[rng.randrange(len(content))] = rng.randrange(256)
        return bytes(content[: rng.choice((len(content),) * 9 + (rng.randrange(len(content)),))])

    def _fill(self, file: sqlite3.Connection, max_rows: int) -> None:
        rng = self.rng
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in rng.sample(tables, rng.randrange(len(tables) + 1)):
            columns = [name for _, name, *_ in file.execute(f"PRAGMA table_info({table})")]
            values = ", ".join(self._value(column) for column in columns)
            many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
            count = rng.choice((1, 10, 1000, max_rows, max_rows))
            file.execute(f"{many} INSERT OR REPLACE INTO {table} SELECT {values} FROM n", (count,))
        for _ in range(rng.choice((0, 0, 1, 3))):
            table = rng.choice(tables)
            column = rng.choice([name for _, name, *_ in file.execute(f"PRAGMA table_info({table})")])
            with contextlib.suppress(sqlite3.Error):
                file.execute(
                    f"UPDATE {table} SET {column} = {rng.choice(self.ODD)} WHERE random() % ? = 0",
                    (rng.choice((1, 7, 999)),),
                )
        old = rng.choice((0, 0, 0, 1, 2, 3, 4))
        if old:
            gone = {1: ("meetings", "pars", "days", "ratings"), 2: ("pars", "days", "ratings")}.get(old, ())
            file.execute("DROP INDEX finished")
            file.execute("ALTER TABLE matches DROP COLUMN finish")
            for table in (*gone, "recount"):
                file.execute(f"DROP TABLE {table}")
            if old < 3:
                file.execute("ALTER TABLE matches DROP COLUMN of_day")
                for table in ("daily", "monthly"):
                    for column in ("pars", "par_sum", "par_squares"):
                        file.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
            if old == 3:
                file.execute("ALTER TABLE ratings DROP COLUMN number")
            file.execute(f"PRAGMA user_version = {old}")

    ODD = (
        *("NULL", "'x'", "x'00ff'", "1e300", "-1", "0", "9223372036854775807", "-9223372036854775808", "''", "i"),
        *("'person'", "'2026-01-01'", "1.5", "hex(zeroblob(400))", "char(0)", "char(8238)", "'é'", "random()"),
    )

    def _value(self, column: str) -> str:
        """Return SQL for a column of row ``i``: mostly as the program writes it."""
        rng = self.rng
        usual = {"game": f"'{SLUG}'", "who": "'person'", "level": "'easy'", "who_level": "'easy'", "helped": "0"}
        usual |= {"over": "1", "rules": "''", "name": "''"}
        choices = [*[usual.get(column, "i")] * 2, usual.get(column, "1"), "i % 7", "'n' || i", "i * 97"]
        if column in ("day", "of_day"):
            choices += ["739000 + i", "739000 + i % 3000"]
        return rng.choice(choices) if rng.random() < 0.97 else rng.choice(self.ODD[:-1])


def generate_inputs(count: int, seed: int) -> Iterator[tuple[str, str, bytes]]:
    """Yield name, opener and content of random inputs."""
    slow, databases = SlowTexts(seed), Databases(seed)
    for number in range(count):
        for opener in OPENERS:
            if opener == "statistics.sqlite":
                yield f"{opener}, number {number} of seed {seed}", opener, databases.file()
                continue
            most = MAX_RECORD_BYTES if "match" in opener or opener.startswith("dropped") else MAX_SMALL_FILE_BYTES
            most = most if slow.rng.random() < 0.5 else MAX_SMALL_FILE_BYTES
            yield f"{opener}, number {number} of seed {seed}", opener, slow.text(most).encode("utf-8", "replace")


# --- measuring --------------------------------------------------------------------------------------------------------


def measure_steadily(opener: str, content: bytes) -> Cost:
    """Measure an input; the minimum of three runs if the first is above the limits, as other programs disturb it."""
    found = measure_cost(opener, content)
    for _ in range(2):
        if not found.fits:
            again = measure_cost(opener, content)
            found = Cost(min(found.seconds, again.seconds), min(found.megabytes, again.megabytes))
    return found


def measure_cost(opener: str, content: bytes) -> Cost:
    """Measure an input in its own process; infinite after ``TIMEOUT_SECONDS``."""
    if sys.platform == "win32":
        raise RuntimeError("Windows can't fork: measure on Linux or macOS")
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_measure, args=(opener, content, sender))
    process.start()
    sender.close()
    try:
        result = receiver.recv() if receiver.poll(TIMEOUT_SECONDS) else Cost(float("inf"), float("inf"))
    except EOFError:
        raise RuntimeError(f"{opener}: the program ended") from None
    finally:
        process.kill()
        process.join()
    if isinstance(result, str):
        raise RuntimeError(f"{opener}: {result}")
    return Cost(*result)


def _measure(opener: str, content: bytes, result: Connection) -> None:
    try:
        with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as warm:
            good = _good_content(opener)
            for _ in OPENERS[opener](Path(warm), good):
                pass
            usual = _longest_step_seconds(OPENERS[opener](Path(tempfile.mkdtemp(dir=name)), good))
            before = _resident_megabytes()
            took = _longest_step_seconds(OPENERS[opener](Path(tempfile.mkdtemp(dir=name)), content))
        result.send((max(0.0, took - usual), max(0.0, _peak_megabytes() - before)))
    except BaseException as error:
        result.send(f"{type(error).__name__}: {error}"[:300])


def _good_content(opener: str) -> bytes:
    """Return a short match if the opener reads one, else nothing."""
    if opener not in (*MATCHES, "matches/x.toml", "dropped file"):
        return b""
    return _unfinished(long_match(SLUG, 20)).encode()


def _longest_step_seconds(steps: Steps) -> float:
    longest, begun = 0.0, time.process_time()
    for _ in steps:
        now = time.process_time()
        longest, begun = max(longest, now - begun), now
    return longest


def _resident_megabytes() -> float:
    """Return the memory of this process, MB; 0 on Windows, where nothing is measured."""
    statm = Path("/proc/self/statm")
    if sys.platform == "win32" or not statm.exists():
        return _peak_megabytes()
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _peak_megabytes() -> float:
    """Return the peak memory of this process, MB; 0 on Windows."""
    if sys.platform == "win32":
        return 0.0
    import resource  # Windows has none

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6


def main(words: list[str]) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.resource_limits", description="Time and memory of bad files."
    )
    parser.add_argument("--fuzz", type=int, default=0, metavar="N", help="random inputs of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--way", default="", metavar="WAY", help="random inputs that are read as WAY only")
    parser.add_argument("--only", default="", metavar="TEXT", help="named inputs with this in their name")
    chosen = parser.parse_args(words)
    bad, worst = 0, Cost(0.0, 0.0)
    print("| input | read as | size | seconds | MB |\n|---|---|---|---|---|")
    for name, (opener, make) in NAMED_INPUTS.items():
        if chosen.only not in name:
            continue
        text = make()
        content = text.encode() if isinstance(text, str) else text
        cost = measure_steadily(opener, content)
        bad += not cost.fits
        print(f"| {name} | {opener} | {len(content):,} | {cost.seconds:.2f} | {cost.megabytes:.0f} |", flush=True)
    count = 0
    for name, opener, content in generate_inputs(chosen.fuzz, chosen.seed):
        if chosen.way not in ("", opener):
            continue
        cost = measure_steadily(opener, content)
        count += 1
        worst = Cost(max(worst.seconds, cost.seconds), max(worst.megabytes, cost.megabytes))
        if not cost.fits:
            bad += 1
            print(f"{name}: {cost.seconds:.2f} s, {cost.megabytes:.0f} MB", flush=True)
    if count:
        print(f"{count} random inputs: at most {worst.seconds:.2f} s and {worst.megabytes:.0f} MB")
    print(f"{bad} above {MAX_SECONDS} s or {MAX_MEGABYTES:.0f} MB")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
