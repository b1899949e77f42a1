"""Coverage-guided fuzzer for all file readers: ``python -m tests.file_fuzz READER [--runs N] [--seed S]``.

Good texts are mutated at random. An input that reaches new lines of the readers (or of the TOML library) is added to
the corpus. A reader may refuse a text with the documented error, whose message for the player is complete and names the
file or the key. A text that it accepts must have the same content after writing and reading. Equal seeds give equal
runs.

With ``--atheris`` Google's fuzzer chooses the mutations (libFuzzer for Python, ``pip install atheris``, not needed
elsewhere). It is much faster and also follows branches; it stores the inputs in ``--corpus DIR``.
"""

import argparse
import contextlib
import random
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeVar

from pygame import Rect

from engine.characters import CHARACTERS
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record, RecordError
from engine.moves import Move, MoveError, Placeholders
from engine.notices import Notice
from engine.profile.rules_file import RulesError, from_text, to_text
from engine.profile.storage import Profile
from engine.profile.toml_edit import edit_values
from engine.profile.tutorial_progress import TutorialProgress
from engine.profile.window_placement import Placement, WindowPlacementStore
from engine.rng import Rng
from engine.schemas import format_in_text
from engine.settings import Settings
from engine.updates.check_log import UpdateCheckLog
from engine.updates.release_query import UnexpectedResponseError, parse_response
from engine.updates.versions import parse_version
from scenes.shell.window.window_geometry import opening_placement
from scenes.text.catalogue import Words
from tests.support.random_options import random_options
from tests.support.records import take_notices

ROOT = Path(__file__).resolve().parent.parent
FILE = "file.toml"
MAX_INPUT_BYTES = 6000
"""Maximum bytes of an input."""
DEFAULT_RUNS = 2000
WORDS = Words("en")


class FuzzTarget(NamedTuple):
    """A reader to fuzz."""

    seeds: Callable[[], list[str]]
    """Function that makes good texts."""
    check: Callable[[str], object]
    """Read a text; raise an error if the reader breaks its contract."""


# --- readers: good texts and checks -----------------------------------------------------------------------------------


def records() -> list[str]:
    """Return a match of each game after some moves."""
    found = []
    for seed, (slug, game) in enumerate(GAMES.items()):
        rng = Rng(seed)
        seats = rng.choice(game.seats_allowed)
        chairs = (Chair(PERSON, name="Zoë", portrait="hoops"), *(Chair(who, "easy") for who in CHARACTERS))
        record = Record(slug, seats, seed, random_options(game.Options, rng), chairs[:seats])
        record.id, record.began, record.hinted = f"match-{seed}", 1_700_000_000, seed
        position = record.initial_position()
        for _ in range(12):
            move = rng.choice(position.legal_moves(position.seats_to_act()[0]))
            position.push(move)
            record.append(move)
        found.append(record.to_text() if seed % 2 else replace(record, moves=[]).to_text() + record.appended_text(0))
    return found


def check_record(text: str) -> None:
    """Check that only RecordError is raised, and that a record is equal after writing and reading."""
    try:
        record = Record.from_text(text)
        again = Record.from_text(record.to_text())
        assert again == record, "the record differs after writing"
        record.replay()
    except RecordError as error:
        assert str(error)
        check_notice(Notice(error.key, {**error.placeholders, "file": FILE}))


def moves() -> list[str]:
    """Return a move of each form."""
    return ["0:pass", "2:play 3C 3D", "11:take TS' @107", "1:flip @0", "0:order_up AS KH'"]


def check_move(text: str) -> None:
    """Check that only MoveError is raised, and that a move is equal after writing and reading."""
    try:
        move = Move.parse(text)
    except MoveError as error:
        assert "is no move" in str(error) and len(str(error)) < 200
        return
    assert Move.parse(str(move)) == move and 0 <= move.seat <= 99 and -1 <= move.to <= 999


def rules() -> list[str]:
    """Return house rules of each game, some with a name, and some of format 1."""
    found = [
        to_text(slug, random_options(game.Options, Rng(seed)), "Aunt Bia’s house" * (seed % 2))
        for seed, (slug, game) in enumerate(GAMES.items())
    ]
    return [*found, 'game = "palacio"\nrounds = 3\nplay_on = true\n']


def check_rules(text: str) -> None:
    """Check that only RulesError is raised, and that house rules are read without a notice after writing."""
    try:
        found = from_text(text, GAMES, FILE)
    except RulesError as error:
        check_notice(error.notice)
        return
    for notice in found.notices:
        check_notice(notice)
    again = from_text(to_text(found.slug, found.options, found.name), GAMES, FILE, found.slug)
    assert again == found._replace(notices=(), bad_options=()), "the rules differ after writing"


def several_settings() -> list[str]:
    """Return settings as the program writes them, and as written by hand."""
    by_hand = "# mine\nspeed   =   \"4\"   # fast\n'back' = 'lantern'\n\n[mine]\nspeed = \"9\"\n"
    with tempfile.TemporaryDirectory() as folder:
        profile = Profile(Path(folder))
        profile.save_settings(Settings(name="Zoë", ui_scale="150", fullscreen=True, volume=30))
        return [profile.settings_path.read_text(encoding="utf-8"), by_hand, 'format = 2\nspeed = "4"\n']


def check_settings(text: str) -> None:
    """Check that no error is raised; unusable values are reported and backed up, and the others survive writing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        profile = Profile(folder)
        content = _bytes(text)
        profile.settings_path.write_bytes(content)
        settings = profile.load_settings()
        notices = take_notices(profile)
        for notice in notices:
            check_notice(notice, "settings.toml")
        newer = format_in_text(text) > 1
        copies = list(folder.glob("settings.bad-*.toml"))
        assert newer or bool(notices) == bool(copies), "a backup without a report, or a report without a backup"
        profile.save_settings(settings)
        take_notices(profile)  # of a backup, if the text can't be edited
        assert newer or (profile.load_settings(), profile.notices) == (settings, []), (
            "the settings differ after writing, or are reported again"
        )
        kept = [one.read_bytes() for one in folder.iterdir()]
        assert not newer or content in kept, "a newer file was overwritten"


def window() -> list[str]:
    """Return the file as the program writes it."""
    return ["format = 1\nmaximised = true\nsize = [\n    1280,\n    720,\n]\nplace = [\n    -30,\n    40,\n]\n"]


Kept = TypeVar("Kept")


def check_store(
    text: str,
    file: str,
    make: Callable[[Profile], Kept],
    *,
    rewrite: Callable[[Kept], object],
    state: Callable[[Kept], object],
) -> None:
    """Check that no error is raised; unusable values are reported and backed up, and the others survive writing.

    Args:
        text: content of the file
        file: its name
        make: opens the store
        rewrite: makes the store write its content
        state: content that must be equal after writing and reading
    """
    with tempfile.TemporaryDirectory() as name:
        folder, content = Path(name), _bytes(text)
        (folder / file).write_bytes(content)
        profile, again = Profile(folder), Profile(folder)
        store = make(profile)
        for notice in profile.notices:
            check_notice(notice, file)
        rewrite(store)
        assert not profile.notices or content in [one.read_bytes() for one in folder.iterdir()], (
            "reported but not backed up"
        )
        second_store = make(again)
        assert format_in_text(text) > 1 or (again.notices, state(second_store)) == ([], state(store)), (
            "the content differs after writing"
        )


def check_window(text: str) -> None:
    """Check that a valid placement can be opened on a screen."""

    def rewrite(found: WindowPlacementStore) -> None:
        opening_placement(found.placement, [Rect(0, 0, 1920, 1040)])
        found.save(Placement((1000, 600)))

    check_store(text, "window.toml", WindowPlacementStore, rewrite=rewrite, state=lambda found: found.placement)


def lesson_progress() -> list[str]:
    """Return the file as the program writes it."""
    return ['format = 1\nexplained = [\n    "gurch.vote",\n]\nlessons = ["roped"]\n', "explained = []\n"]


def check_lesson_progress(text: str) -> None:
    """Check that the progress is equal after writing and reading."""

    def rewrite(found: TutorialProgress) -> None:
        found.restore(found.snapshot)

    check_store(text, "learned.toml", TutorialProgress, rewrite=rewrite, state=lambda found: found.snapshot)


def updates() -> list[str]:
    """Return the file as the program writes it."""
    return ['format = 1\nlooked = 1800000000\nnewest = "1.2.0"\n']


def check_updates(text: str) -> None:
    """Check that the newest version is empty or a valid version."""

    def rewrite(found: UpdateCheckLog) -> None:
        assert found.newest_version == "" or parse_version(found.newest_version)
        found.record_check(found.last_check, found.newest_version)

    check_store(
        text,
        "updates.toml",
        UpdateCheckLog,
        rewrite=rewrite,
        state=lambda found: (found.last_check, found.newest_version),
    )


def answers() -> list[str]:
    """Return responses of a server about the newest version."""
    return ['{"tag_name": "v1.2.0", "draft": false, "assets": [{"size": 1}]}', '{"tag_name": "1.3.0-rc.1+linux"}']


def check_answer(text: str) -> None:
    """Check that the response is refused or names a version that can be shown."""
    try:
        answer = parse_response(_bytes(text))
    except (UnexpectedResponseError, ValueError, RecursionError):
        return
    assert answer.kind == "found" and parse_version(answer.version) and answer.version.isprintable()


def check_edit(text: str) -> None:
    """Check that no error is raised, and that an edit sets these values and changes no others."""
    values: dict[str, Any] = {"speed": "2", "fullscreen": False, "volume": 7}
    written = edit_values(text, values, {"": ("top",), "speed": ("how fast", "0 … 4")})
    if written is not None:
        assert tomllib.loads(written) == {**tomllib.loads(text), **values}
        assert edit_values(written, values) is not None


def check_notice(notice: Notice, file: str = FILE) -> None:
    """Check that a notice has a text with all its placeholders, and names the file if it is about one."""
    text = WORDS(notice.key, notice.placeholders)
    assert text and text != notice.key, f"{notice.key} has no text"
    for figure in ("file", "key", "found", "allowed", "line", "number", "why", "n", "kept"):
        assert f"{{{figure}}}" not in text or f"{{{figure}}}" in _values(notice.placeholders), (
            f"{notice.key}: no {figure}"
        )
    assert file in text, f"{notice.key} names no file"


def _values(figures: Placeholders) -> str:
    return " ".join(map(str, figures.values()))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


FUZZ_TARGETS: Mapping[str, FuzzTarget] = {
    "record": FuzzTarget(records, check_record),
    "move": FuzzTarget(moves, check_move),
    "rules": FuzzTarget(rules, check_rules),
    "settings": FuzzTarget(several_settings, check_settings),
    "learned": FuzzTarget(lesson_progress, check_lesson_progress),
    "window": FuzzTarget(window, check_window),
    "updates": FuzzTarget(updates, check_updates),
    "answer": FuzzTarget(answers, check_answer),
    "edit": FuzzTarget(several_settings, check_edit),
}


# --- line coverage ----------------------------------------------------------------------------------------------------


class LineCoverage:
    """Records which lines of the readers have run."""

    def __init__(self) -> None:
        self.line_count = 0
        self._left: dict[CodeType, set[int]] = {}
        """Lines of each code object that haven't run yet; empty for code that isn't watched."""

    @contextlib.contextmanager
    def record_lines(self) -> Iterator[None]:
        """Record the lines that run inside the ``with``."""
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
            self.line_count += 1
        return self._line


# --- changes ----------------------------------------------------------------------------------------------------------

VALUE_TEXTS = (
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
"""Texts similar to a value."""
INSERTIONS = (
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
    *("name", "rules", "explained", "lessons", "speed", "adopted", *GAMES, *CHARACTERS, PERSON, *VALUE_TEXTS),
)
"""Texts to insert."""


CHANGE_COUNTS = (1, 1, 1, 2, 3, 5)
"""Numbers of changes to choose from. Mostly one: a text with several is usually refused for the first of them."""


class Mutator:
    """Makes new texts from old ones at random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def change(self, text: str, other: str) -> str:
        """Return a text changed at 1 … 5 positions, some with pieces of ``other``."""
        for _ in range(self.rng.choice(CHANGE_COUNTS)):
            text = self.rng.choice(self.MUTATIONS)(self, text, other)
        return text[:MAX_INPUT_BYTES]

    def _span(self, text: str, longest: int = 40) -> tuple[int, int]:
        start = self.rng.randint(0, len(text))
        return start, min(len(text), start + self.rng.randint(0, longest))

    def _insert(self, text: str, other: str) -> str:
        at, end = self._span(text)
        return text[:at] + self.rng.choice(INSERTIONS) + text[self.rng.choice((at, end)) :]

    def _delete(self, text: str, other: str) -> str:
        start, end = self._span(text)
        return text[:start] + text[end:]

    def _repeat(self, text: str, other: str) -> str:
        start, end = self._span(text, 200)
        return text[:end] + text[start:]

    def _replace_char(self, text: str, other: str) -> str:
        at = self.rng.randint(0, len(text))
        return text[:at] + chr(self.rng.choice((self.rng.randint(0, 127), self.rng.randint(0, 0x2FF)))) + text[at + 1 :]

    def _replace_digit(self, text: str, other: str) -> str:
        places = [i for i, char in enumerate(text) if char.isdigit()]
        at = self.rng.choice(places) if places else 0
        return text[:at] + str(self.rng.randint(0, 9)) + text[at + 1 :]

    def _splice(self, text: str, other: str) -> str:
        (start, end), at = self._span(other, 200), self.rng.randint(0, len(text))
        return text[:at] + other[start:end] + text[at:]

    def _swap_lines(self, text: str, other: str) -> str:
        """Swap two lines, or take one from the other text."""
        lines, more = text.split("\n"), other.split("\n")
        i, j = self.rng.randrange(len(lines)), self.rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], self.rng.choice((lines[i], self.rng.choice(more)))
        return "\n".join(lines)

    def _replace_value(self, text: str, other: str) -> str:
        """Give a key another value."""
        lines = text.split("\n")
        places = [i for i, line in enumerate(lines) if "=" in line]
        if places:
            at = self.rng.choice(places)
            lines[at] = f"{lines[at].partition('=')[0]}= {self.rng.choice(VALUE_TEXTS)}"
        return "\n".join(lines)

    MUTATIONS = (
        _insert,
        _insert,
        _delete,
        _repeat,
        _replace_char,
        _replace_digit,
        _splice,
        _swap_lines,
        _replace_value,
        _replace_value,
        _replace_value,
    )


class FuzzResult(NamedTuple):
    """Result of fuzzing a reader."""

    run_count: int
    corpus_size: int
    line_count: int
    """Number of lines of the readers that ran."""


def fuzz(name: str, runs: int, seed: int = 0, report: Callable[[int, int, int], object] | None = None) -> FuzzResult:
    """Fuzz a reader.

    Args:
        name: the reader's name.
        runs: number of inputs besides the good ones.
        seed: seed of the changes.
        report: called every 10,000 inputs with the numbers of inputs, of inputs in the corpus, and of lines reached.

    Raises:
        AssertionError: a check of the reader failed; the message contains the input.
    """
    reader, reached, changer = FUZZ_TARGETS[name], LineCoverage(), Mutator(seed)
    good = reader.seeds()
    corpus = list(good)
    for text in good:
        fuzz_one(reader, text, reached)
    for run in range(1, runs + 1):
        old = changer.rng.choice(good if run % 3 == 0 else corpus)
        text = changer.change(old, changer.rng.choice(corpus))
        before = reached.line_count
        fuzz_one(reader, text, reached)
        if reached.line_count > before:
            corpus.append(text)
        if report and run % 10_000 == 0:
            report(run, len(corpus), reached.line_count)
    return FuzzResult(runs, len(corpus), reached.line_count)


def fuzz_one(reader: FuzzTarget, text: str, reached: LineCoverage | None = None) -> None:
    try:
        with reached.record_lines() if reached else contextlib.nullcontext():
            reader.check(text)
    except Exception as error:
        raise AssertionError(f"{type(error).__name__}: {error}; input: {text!r}") from error


def with_atheris(name: str, chosen: argparse.Namespace) -> None:
    """Let Atheris choose the inputs; ends the process."""
    import atheris  # type: ignore[import-untyped,import-not-found,unused-ignore]

    reader = FUZZ_TARGETS[name]
    folder = Path(chosen.corpus or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    for i, text in enumerate(reader.seeds()):
        (folder / f"seed-{i}").write_text(text, encoding="utf-8", newline="\n")
    dictionary = folder.with_name(f"{folder.name}.dict")
    quoted = (
        "".join(f"\\x{byte:02x}" for byte in _bytes(insertion)) for insertion in INSERTIONS if len(insertion) < 60
    )
    dictionary.write_text("".join(f'"{insertion}"\n' for insertion in quoted), encoding="utf-8")
    atheris.instrument_all()

    def call(data: bytes) -> None:
        fuzz_one(reader, data.decode("utf-8", "replace"))

    limits = [f"-runs={chosen.runs}", f"-seed={chosen.seed + 1}", f"-max_len={MAX_INPUT_BYTES}", f"-dict={dictionary}"]
    atheris.Setup([sys.argv[0], *limits, "-timeout=20", "-print_final_stats=1", str(folder)], call)
    atheris.Fuzz()


def main(words: Sequence[str]) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.file_fuzz", description="Fuzz the readers of files.")
    parser.add_argument("reader", choices=list(FUZZ_TARGETS))
    parser.add_argument("--runs", type=int, default=DEFAULT_RUNS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--atheris", action="store_true", help="guided by libFuzzer")
    parser.add_argument("--corpus", help="folder of inputs, for --atheris")
    chosen = parser.parse_args(words)
    if chosen.atheris:
        with_atheris(chosen.reader, chosen)
    begun = time.perf_counter()

    def print_progress(run: int, corpus_size: int, lines: int) -> None:
        rate = run / (time.perf_counter() - begun)
        print(f"{chosen.reader}: {run} runs, {corpus_size} inputs kept, {lines} lines, {rate:.0f} runs/s", flush=True)

    result = fuzz(chosen.reader, chosen.runs, chosen.seed, print_progress)
    print(f"{chosen.reader}, seed {chosen.seed}: {result.run_count} runs, no fault; ", end="")
    print(f"{result.corpus_size} inputs kept, {result.line_count} lines reached")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
