"""Coverage-guided fuzzing of everything that is read from files: ``python -m tests.fuzz READER [--runs N] [--seed S]``.

Good texts are changed at random; an input that reaches lines of the readers (or of the TOML library) that none reached
before is kept and changed further. What is allowed to happen: the text is refused by the documented error, whose
message for the player is complete and names the file or the key; or it is accepted, and what was read survives being
written and read again. The same seed does the same.

With ``--atheris`` Google's fuzzer (libFuzzer for Python, ``pip install atheris``, needed for nothing else) guides the
changes instead, which is much faster and follows branches; it takes what it has found from ``--corpus DIR``.
"""

import argparse
import contextlib
import random
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from engine import options
from engine.formats import said_in
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record, RecordError
from engine.moves import Figures, Move, MoveError
from engine.notices import Notice
from engine.people import CHARACTERS
from engine.profile.rules_file import RulesError, from_text, to_text
from engine.profile.storage import Profile
from engine.profile.toml_edit import edited
from engine.profile.tutorial_progress import TutorialProgress
from engine.rng import Rng
from engine.settings import Settings
from scenes.text.words import Words

ROOT = Path(__file__).resolve().parent.parent
FILE = "file.toml"
LONGEST = 6000
"""Bytes of an input."""
RUNS = 2000
WORDS = Words("en")


class Reader(NamedTuple):
    """Something that reads."""

    seeds: Callable[[], list[str]]
    """Good texts."""
    check: Callable[[str], object]
    """Reads a text; raises when anything but what is allowed happens."""


# --- what is read, and what has to hold -------------------------------------------------------------------------------


def records() -> list[str]:
    """A match of each game after some moves."""
    found = []
    for seed, (slug, game) in enumerate(GAMES.items()):
        rng = Rng(seed)
        seats = rng.choice(game.seats_allowed)
        chairs = (Chair(PERSON, name="Zoë", portrait="hoops"), *(Chair(who, "easy") for who in CHARACTERS))
        record = Record(slug, seats, seed, options.at_random(game.Options, rng), chairs[:seats])
        record.id, record.began, record.hinted = f"match-{seed}", 1_700_000_000, seed
        position = record.start()
        for _ in range(12):
            move = rng.choice(position.legal_moves(position.waiting()[0]))
            position.push(move)
            record.append(move)
        found.append(record.to_text())
    return found


def check_record(text: str) -> None:
    """Nothing but RecordError comes of it; a record survives writing, and its replay fails as documented."""
    try:
        record = Record.from_text(text)
        again = Record.from_text(record.to_text())
        assert again == record, "another record after writing"
        record.replay()
    except RecordError as error:
        assert str(error)
        complete(Notice(error.key, {**error.figures, "file": FILE}))


def moves() -> list[str]:
    """One of each form."""
    return ["0:pass", "2:play 3C 3D", "11:take TS' @107", "1:flip @0", "0:order_up AS KH'"]


def check_move(text: str) -> None:
    """Nothing but MoveError comes of it; a move survives writing."""
    try:
        move = Move.parse(text)
    except MoveError as error:
        assert "is no move" in str(error) and len(str(error)) < 200
        return
    assert Move.parse(str(move)) == move and 0 <= move.seat <= 99 and -1 <= move.to <= 999


def rules() -> list[str]:
    """House rules of each game, some with a name, and one of format 1."""
    found = [
        to_text(slug, options.at_random(game.Options, Rng(seed)), "Aunt Bia’s house" * (seed % 2))
        for seed, (slug, game) in enumerate(GAMES.items())
    ]
    return [*found, 'game = "palacio"\nrounds = 3\nplay_on = true\n']


def check_rules(text: str) -> None:
    """Nothing but RulesError comes of it; house rules survive writing, without a message then."""
    try:
        found = from_text(text, GAMES, FILE)
    except RulesError as error:
        complete(error.notice)
        return
    for notice in found.notices:
        complete(notice)
    again = from_text(to_text(found.slug, found.options, found.name), GAMES, FILE, found.slug)
    assert again == found._replace(notices=()), "other rules after writing"


def several_settings() -> list[str]:
    """As the program writes them, and by hand."""
    by_hand = "# mine\nspeed   =   \"4\"   # fast\n'back' = 'lantern'\n\n[mine]\nspeed = \"9\"\n"
    with tempfile.TemporaryDirectory() as folder:
        profile = Profile(Path(folder))
        profile.save_settings(Settings(name="Zoë", ui_scale="150", fullscreen=True, volume=30))
        return [profile.settings_path.read_text(encoding="utf-8"), by_hand, 'format = 2\nspeed = "4"\n']


def check_settings(text: str) -> None:
    """Never an error; what can't be used is told and kept, and what was found survives writing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        profile = Profile(folder)
        content = _bytes(text)
        profile.settings_path.write_bytes(content)
        found, told = profile.load_settings()
        for notice in told:
            complete(notice, "settings.toml")
        newer = said_in(text) > 1
        assert newer or bool(told) == bool(list(folder.glob("settings.bad-*.toml"))), "told and kept go together"
        told = profile.save_settings(found)
        assert newer or profile.load_settings() == (found, []), "other settings after writing, or told again"
        kept = [one.read_bytes() for one in folder.iterdir()]
        assert not newer or content in kept, "a newer program's file was written"


def learned() -> list[str]:
    """As the program writes it."""
    return ['format = 1\nexplained = [\n    "gurch.vote",\n]\nlessons = ["roped"]\n', "explained = []\n"]


def check_learned(text: str) -> None:
    """Never an error; what can't be used is told and kept, and what was found survives writing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        content = _bytes(text)
        (folder / "learned.toml").write_bytes(content)
        found = TutorialProgress(Profile(folder))
        told = found.load()
        for notice in told:
            complete(notice, "learned.toml")
        found.restore(found.snapshot)
        newer = said_in(text) > 1
        assert not told or content in [one.read_bytes() for one in folder.iterdir()], "told and not kept"
        again = TutorialProgress(Profile(folder))
        assert newer or (again.load(), again.snapshot) == ([], found.snapshot), "something else after writing"


def check_edit(text: str) -> None:
    """Never an error; either no edit, or one that gives these values beside everything that was there."""
    values: dict[str, Any] = {"speed": "2", "fullscreen": False, "volume": 7}
    written = edited(text, values, {"": ("top",), "speed": ("how fast", "0 … 4")})
    if written is not None:
        assert tomllib.loads(written) == {**tomllib.loads(text), **values}
        assert edited(written, values) is not None


def complete(notice: Notice, file: str = FILE) -> None:
    """A message for the player has a text, all of its figures, and names the file where it is about one."""
    text = WORDS(notice.key, notice.figures)
    assert text and text != notice.key, f"{notice.key} has no text"
    for figure in ("file", "key", "found", "allowed", "line", "number", "why", "n", "kept"):
        assert f"{{{figure}}}" not in text or f"{{{figure}}}" in _values(notice.figures), f"{notice.key}: no {figure}"
    assert file in text, f"{notice.key} names no file"


def _values(figures: Figures) -> str:
    return " ".join(map(str, figures.values()))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


READERS: Mapping[str, Reader] = {
    "record": Reader(records, check_record),
    "move": Reader(moves, check_move),
    "rules": Reader(rules, check_rules),
    "settings": Reader(several_settings, check_settings),
    "learned": Reader(learned, check_learned),
    "edit": Reader(several_settings, check_edit),
}


# --- lines that were reached ------------------------------------------------------------------------------------------


class Reached:
    """Which lines of the readers have been run so far."""

    def __init__(self) -> None:
        self.lines = 0
        self._left: dict[CodeType, set[int]] = {}
        """The lines of each piece of code that were never run; none are left where nothing is watched."""

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Counts what is run inside the ``with``."""
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)

    def _call(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        left = self._left.get(code)
        if left is None:
            watched = "tomllib" in code.co_filename or code.co_filename.startswith(f"{ROOT}/engine")
            left = {line for _, _, line in code.co_lines() if line} if watched else set()
            self._left[code] = left
        return self._line if left else None

    def _line(self, frame: FrameType, event: str, arg: object) -> Any:
        left = self._left[frame.f_code]
        if frame.f_lineno in left:
            left.discard(frame.f_lineno)
            self.lines += 1
        return self._line


# --- changes ----------------------------------------------------------------------------------------------------------

VALUES = (
    *('""', "''", '"a"', '"""a\n"""', "true", "false", "0", "-1", "99", "1.5", "nan", "1e999", "[]", "[[]]", "{}"),
    *("{a = 1}", '["a", 1]', "[{a = 1}]", "0x1F", "1_0", "1979-05-27", "1979-05-27T07:32:00Z", "07:32:00", str(2**63)),
    *(
        "9" * 400,
        "9" * 5000,
        "[" * 300,
        "[" * 2000,
        '"' + "x" * 300 + '"',
        '"\\u0000"',
        '"\\ud800"',
        '"é日"',
        '"{file}"',
    ),
)
"""What stands for a value."""
PARTS = (
    *('"', "'", '"""', "'''", "\\", "\n", "\r\n", "\r", "\t", "#", "=", ".", ",", "[", "]", "[[", "]]", "{", "}", "-"),
    *("\x00", "\x7f", "\ufeff", "\u200b", "é", "日", "😀", "%s", "*", "[options]", "[rules]", " @107", " TS", "draw"),
    *(
        "format",
        "game",
        "version",
        "seats",
        "seed",
        "chairs",
        "moves",
        "options",
        "id",
        "began",
        "starred",
        "portraits",
    ),
    *("name", "rules", "explained", "lessons", "speed", "adopted", *GAMES, *CHARACTERS, PERSON, *VALUES),
)
"""What is put in."""


CHANGES = (1, 1, 1, 2, 3, 5)
"""So many at once: most texts with several are refused for the first of them."""


class Changer:
    """Makes new texts of old ones."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def change(self, text: str, other: str) -> str:
        """A text changed in one place, or some; ``other`` lends parts of itself."""
        for _ in range(self.rng.choice(CHANGES)):
            text = self.rng.choice(self.WAYS)(self, text, other)
        return text[:LONGEST]

    def _span(self, text: str, longest: int = 40) -> tuple[int, int]:
        start = self.rng.randint(0, len(text))
        return start, min(len(text), start + self.rng.randint(0, longest))

    def _put(self, text: str, other: str) -> str:
        at, end = self._span(text)
        return text[:at] + self.rng.choice(PARTS) + text[self.rng.choice((at, end)) :]

    def _cut(self, text: str, other: str) -> str:
        start, end = self._span(text)
        return text[:start] + text[end:]

    def _again(self, text: str, other: str) -> str:
        start, end = self._span(text, 200)
        return text[:end] + text[start:]

    def _char(self, text: str, other: str) -> str:
        at = self.rng.randint(0, len(text))
        return text[:at] + chr(self.rng.choice((self.rng.randint(0, 127), self.rng.randint(0, 0x2FF)))) + text[at + 1 :]

    def _digit(self, text: str, other: str) -> str:
        places = [i for i, char in enumerate(text) if char.isdigit()]
        at = self.rng.choice(places) if places else 0
        return text[:at] + str(self.rng.randint(0, 9)) + text[at + 1 :]

    def _splice(self, text: str, other: str) -> str:
        (start, end), at = self._span(other, 200), self.rng.randint(0, len(text))
        return text[:at] + other[start:end] + text[at:]

    def _lines(self, text: str, other: str) -> str:
        """Lines change places, or one comes from the other text."""
        lines, more = text.split("\n"), other.split("\n")
        i, j = self.rng.randrange(len(lines)), self.rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], self.rng.choice((lines[i], self.rng.choice(more)))
        return "\n".join(lines)

    def _value(self, text: str, other: str) -> str:
        """Another value behind a key."""
        lines = text.split("\n")
        places = [i for i, line in enumerate(lines) if "=" in line]
        if places:
            at = self.rng.choice(places)
            lines[at] = f"{lines[at].partition('=')[0]}= {self.rng.choice(VALUES)}"
        return "\n".join(lines)

    WAYS = (_put, _put, _cut, _again, _char, _digit, _splice, _lines, _value, _value, _value)


class Found(NamedTuple):
    """What came of it."""

    runs: int
    corpus: int
    """Inputs that are kept."""
    lines: int
    """Lines of the readers that were run."""


def fuzz(name: str, runs: int, seed: int = 0, tell: Callable[[int, int, int], object] | None = None) -> Found:
    """Try so many inputs on a reader.

    Args:
        name: of the reader.
        runs: inputs besides the good ones.
        seed: chooses them.
        tell: hears now and then how many there were, how many are kept, and how many lines were reached.

    Raises:
        AssertionError: something happened that isn't allowed; the message has the input.
    """
    reader, reached, changer = READERS[name], Reached(), Changer(seed)
    good = reader.seeds()
    corpus = list(good)
    for text in good:
        one(reader, text, reached)
    for run in range(1, runs + 1):
        old = changer.rng.choice(good if run % 3 == 0 else corpus)
        text = changer.change(old, changer.rng.choice(corpus))
        before = reached.lines
        one(reader, text, reached)
        if reached.lines > before:
            corpus.append(text)
        if tell and run % 10_000 == 0:
            tell(run, len(corpus), reached.lines)
    return Found(runs, len(corpus), reached.lines)


def one(reader: Reader, text: str, reached: Reached | None = None) -> None:
    """Read one text."""
    try:
        with reached.watching() if reached else contextlib.nullcontext():
            reader.check(text)
    except Exception as error:
        raise AssertionError(f"{type(error).__name__}: {error}; input: {text!r}") from error


def with_atheris(name: str, chosen: argparse.Namespace) -> None:
    """Let the other fuzzer choose the inputs; it ends the process."""
    import atheris  # type: ignore[import-untyped,import-not-found,unused-ignore]

    reader = READERS[name]
    folder = Path(chosen.corpus or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    for i, text in enumerate(reader.seeds()):
        (folder / f"seed-{i}").write_text(text, encoding="utf-8", newline="\n")
    parts = folder.with_name(f"{folder.name}.dict")
    quoted = ("".join(f"\\x{byte:02x}" for byte in _bytes(part)) for part in PARTS if len(part) < 60)
    parts.write_text("".join(f'"{part}"\n' for part in quoted), encoding="utf-8")
    atheris.instrument_all()

    def call(data: bytes) -> None:
        one(reader, data.decode("utf-8", "replace"))

    limits = [f"-runs={chosen.runs}", f"-seed={chosen.seed + 1}", f"-max_len={LONGEST}", f"-dict={parts}"]
    atheris.Setup([sys.argv[0], *limits, "-timeout=20", "-print_final_stats=1", str(folder)], call)
    atheris.Fuzz()


def main(words: Sequence[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzzing of what reads files.")
    parser.add_argument("reader", choices=list(READERS))
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--atheris", action="store_true", help="guided by libFuzzer")
    parser.add_argument("--corpus", help="folder of inputs, for --atheris")
    chosen = parser.parse_args(words)
    if chosen.atheris:
        with_atheris(chosen.reader, chosen)
    begun = time.perf_counter()

    def tell(run: int, kept: int, lines: int) -> None:
        rate = run / (time.perf_counter() - begun)
        print(f"{chosen.reader}: {run} runs, {kept} inputs kept, {lines} lines, {rate:.0f} runs/s", flush=True)

    found = fuzz(chosen.reader, chosen.runs, chosen.seed, tell)
    print(f"{chosen.reader}, seed {chosen.seed}: {found.runs} runs, no fault; ", end="")
    print(f"{found.corpus} inputs kept, {found.lines} lines reached")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
