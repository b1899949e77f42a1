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
from functools import cache, partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from engine.characters import CHARACTERS
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record, RecordError
from engine.moves import Move, MoveError
from engine.notices import Notice
from engine.profile.rules_file import RulesError, from_text, to_text
from engine.profile.storage import Profile
from engine.profile.toml_edit import edit_values
from engine.rng import Rng
from engine.schemas import format_in_text
from engine.updates.release_query import UnexpectedResponseError, parse_response
from engine.updates.versions import parse_version
from tests.support.profile_files import TEXT_KINDS, VALUE_TEXTS, bytes_below, check_notice
from tests.support.random_options import random_options
from tests.support.records import take_notices

ROOT = Path(__file__).resolve().parent.parent
FILE = "file.toml"
MAX_INPUT_BYTES = 6000
"""Maximum bytes of an input."""
DEFAULT_RUNS = 2000


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
        check_notice(Notice(error.key, {**error.placeholders, "file": FILE}), FILE)


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
        check_notice(error.notice, FILE)
        return
    for notice in found.notices:
        check_notice(notice, FILE)
    again = from_text(to_text(found.slug, found.options, found.name), GAMES, FILE, found.slug)
    assert again == found._replace(notices=(), bad_options=()), "the rules differ after writing"


def settings_texts() -> list[str]:
    """Return settings as the program writes them, and as written by hand."""
    by_hand = "# mine\nspeed   =   \"4\"   # fast\n'back' = 'lantern'\n\n[mine]\nspeed = \"9\"\n"
    return [*good_texts("settings"), by_hand, 'format = 2\nspeed = "4"\n']


@cache
def good_texts(kind: str) -> list[str]:
    """Return a file of the profile as the program writes it."""
    with tempfile.TemporaryDirectory() as folder:
        return [TEXT_KINDS[kind].make(Path(folder), 0).read_text(encoding="utf-8")]


def check_file(name: str, text: str) -> None:
    """Check that no error is raised; unusable values are reported and backed up, and the others survive writing."""
    kind = TEXT_KINDS[name]
    with tempfile.TemporaryDirectory() as temporary:
        folder, content = Path(temporary), _bytes(text)
        path = folder / kind.path
        path.write_bytes(content)
        profile, again = Profile(folder), Profile(folder)
        opened = kind.open(profile)
        notices = take_notices(profile)
        for notice in notices:
            check_notice(notice, kind.path)
        is_newer = format_in_text(text) > format_in_text(good_texts(name)[0])
        copies = list(folder.glob(f"{path.stem}.bad-*.toml"))
        assert is_newer or bool(notices) == bool(copies), "a backup without a report, or a report without a backup"
        kind.rewrite(opened)
        assert not notices or content in bytes_below(folder), "a reported file is lost"
        assert not is_newer or path.read_bytes() == content, "a newer file was overwritten"
        assert is_newer or (kind.state(kind.open(again)), again.notices) == (kind.state(opened), []), (
            "the content differs after writing, or is reported again"
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


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


FUZZ_TARGETS: Mapping[str, FuzzTarget] = {
    "record": FuzzTarget(records, check_record),
    "move": FuzzTarget(moves, check_move),
    "rules": FuzzTarget(rules, check_rules),
    **{name: FuzzTarget(partial(good_texts, name), partial(check_file, name)) for name in TEXT_KINDS},
    "settings": FuzzTarget(settings_texts, partial(check_file, "settings")),
    "answer": FuzzTarget(answers, check_answer),
    "edit": FuzzTarget(settings_texts, check_edit),
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

INSERTIONS = (
    *('"', "'", '"""', "'''", "\\", "\n", "\r\n", "\r", "\t", "#", "=", ".", ",", "[", "]", "[[", "]]", "{", "}", "-"),
    *("\x00", "\x7f", "\ufeff", "\u200b", "é", "日", "😀", "%s", "*", "[options]", "[rules]", " @107", " TS", "draw"),
    *("format", "game", "version", "seats", "seed", "chairs", "moves", "options", "id", "began", "starred"),
    *("portraits", "name", "rules", "explained"),
    *("lessons", "speed", "adopted", *GAMES, *CHARACTERS, PERSON, *VALUE_TEXTS),
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
        *(_insert, _insert, _delete, _repeat, _replace_char, _replace_digit, _splice, _swap_lines),
        *(_replace_value, _replace_value, _replace_value),
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
