"""Untrusted input: only regular files are opened, size and work are limited, and texts are made printable."""

import ast
import os
import sqlite3
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pygame
import pytest

from engine.arena.cli import load_house_rules
from engine.game import Game
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.playback import Playback
from engine.match.record import MAX_HEAD_LENGTH, MAX_MOVES, MAX_RECORD_BYTES, Record, RecordError
from engine.match.replay import MOVES_BETWEEN_SNAPSHOTS
from engine.notices import MAX_NOTICES_ABOUT_FILE, MORE_KEY, Notice, notices_about_values
from engine.options import Problem
from engine.profile import database, safe_reading
from engine.profile.lock import LOCK_FILE, lock_or_copy_profile
from engine.profile.replays import INDEX_FILE, ReplayStore
from engine.profile.safe_reading import NotRegularFileError, TooLargeError, read_bytes, read_text, read_text_head
from engine.profile.storage import Profile, copy_to_quarantine, move_to_quarantine, read_text_or_notice
from engine.rng import Rng
from engine.sanitise import REPLACEMENT_CHARACTER, sanitise
from engine.schemas import MAX_DEPTH, MAX_DOTS_PER_LINE, parse_toml
from engine.statistics.store import Selection, Statistics, Totals
from engine.work.thinking import Thinker
from scenes.shell.destinations import Home
from scenes.shell.dialog import Dialog
from scenes.shell.drop import guess_kind
from scenes.text.catalogue import Words
from scenes.text.notice_texts import MAX_SHOWN_NOTICES, notice_text, notice_texts
from scenes.ui.widgets.text_field import TextField
from tests.support.profile_files import KINDS, MATCH_HEAD, RULES_HEAD, TEXT_KINDS
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record, play_randomly
from tests.support.sources import PROGRAM_FILES, ROOT, syntax_tree

ODD_TEXT = "a\0b\x1b[2J\u202ec\u200b\ud800"
"""Null, an escape sequence, a mark that reverses the direction, a zero-width character, half a surrogate pair."""

# --- one module that opens files --------------------------------------------------------------------------------------

ALLOWED_READERS = {
    "engine/profile/safe_reading.py": "the one place",
    "engine/schemas.py": "parses within limits",
    "engine/profile/storage.py": "writes",
    "engine/profile/replays.py": "parses the index, which was read within limits",
    "engine/profile/database.py": "asks the one place first",
    "engine/profile/lock.py": "asks the one place first",
    "engine/profile/instance_inbox.py": "parses a request, which was read within limits",
    "engine/profile/atomic_replace.py": "creates what storage writes",
    "engine/statistics/export.py": "writes",
    "engine/licences.py": "reads what was shipped with the program",
    "engine/person_names.py": "reads what was shipped with the program",
    "engine/updates/project.py": "reads what was shipped with the program",
    "engine/updates/release_query.py": "parses an answer, which was read within limits",
    "engine/native_output.py": "opens the null device",
}
"""File of the program that may open or parse files itself -> reason."""
ASSET_READERS = (
    "main.py",
    "scenes/text/catalogue.py",
    "scenes/render",
    "scenes/sound",
    "scenes/screens/lesson",
    "scenes/text/rules_document.py",
    "scenes/screens/about",
    "scenes/screens/rulebook/manual_screen.py",
)
"""Parts of the program that read only files shipped with it."""


OPENING_CALLS = ("open", "connect", "read_text", "read_bytes", "fdopen", "loads")


def _opening_call(node: ast.AST) -> str:
    """Return the name of the function with which a call opens or parses a file; empty for other calls."""
    if not isinstance(node, ast.Call) or getattr(node.func, "attr", getattr(node.func, "id", "")) not in OPENING_CALLS:
        return ""
    called = ast.unparse(node.func)
    last = called.rpartition(".")[2]
    if last == "open":  # screens have a method open as well
        return last if called == last or "path" in called.lower() or called.startswith(("os.", "io.")) else ""
    if called == "sqlite3.connect":
        return last
    return last if last not in ("connect", called) else ""


def test_only_safe_reading_opens_foreign_files() -> None:
    found = {}
    for file in PROGRAM_FILES:
        name = file.relative_to(ROOT).as_posix()
        if name.startswith(ASSET_READERS) or name == "main.py":
            continue
        calls = {_opening_call(node) for node in ast.walk(syntax_tree(file))} - {""}
        if calls:
            found[name] = calls
    outside = {
        name: calls
        for name, calls in found.items()
        if name not in ALLOWED_READERS and not name.startswith("engine/work")
    }
    assert outside == {}, "read files with engine.profile.safe_reading, and TOML with engine.schemas.parse_toml"
    assert found["engine/profile/storage.py"] == {"fdopen"}, "storage opens only the files that it writes"
    assert found["engine/profile/replays.py"] == {"loads"}


# --- only regular files -----------------------------------------------------------------------------------------------


def _make_pipe(path: Path) -> None:
    if sys.platform == "win32":
        raise OSError("Windows has no such signals, processes and files")
    os.mkfifo(path)


def _link_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


SPECIAL_FILES: dict[str, Callable[[Path], object]] = {"pipe": _make_pipe, "device": _link_device, "folder": Path.mkdir}
posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has neither pipes nor devices among its files")


@pytest.fixture(params=SPECIAL_FILES)
def special(request: pytest.FixtureRequest) -> Callable[[Path], object]:
    """Function that replaces a file with something other than a regular file."""
    if request.param != "folder" and not hasattr(os, "mkfifo"):
        pytest.skip("Windows has neither pipes nor devices among its files")
    return SPECIAL_FILES[request.param]


def test_only_regular_files_are_opened(
    special: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.toml"
    special(path)

    def opened(*_: object) -> int:
        raise AssertionError("a special file was opened")

    monkeypatch.setattr(os, "open", opened)
    for read in (read_bytes, read_text, read_text_head):
        with pytest.raises(NotRegularFileError, match="is not a file"):
            read(path, 10)
    found = read_text_or_notice(path, 10)
    assert isinstance(found, Notice) and found.key == "notice.not_a_file"


@posix
def test_pipe_replacing_file_is_not_awaited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    _make_pipe(path)
    monkeypatch.setattr(safe_reading, "check_regular", lambda path: None)
    with pytest.raises(NotRegularFileError):
        read_bytes(path, 10)


def test_file_is_read_up_to_limit(tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(b"\xef\xbb\xbfab\r\nc")
    assert read_text(path, 8) == "ab\nc" and read_bytes(path, 8)[-1:] == b"c"
    with pytest.raises(TooLargeError):
        read_text(path, 7)
    assert read_text_head(path, 4) == "\ufeffa"
    with path.open("wb") as file:
        file.truncate(10_000_000_000)  # a sparse file takes no disk space
    with pytest.raises(TooLargeError):
        read_bytes(path, 1000)


@pytest.mark.parametrize("name", [*TEXT_KINDS, "former match", "options", "preset"])
def test_special_files_of_profile_are_reported_and_set_aside(
    special: Callable[[Path], object], name: str, tmp_path: Path
) -> None:
    path = tmp_path / KINDS[name].path
    path.parent.mkdir(exist_ok=True)
    special(path)
    kind = stat.S_IFMT(path.lstat().st_mode)
    profile, again = Profile(tmp_path), Profile(tmp_path)
    KINDS[name].state(KINDS[name].open(profile))
    assert profile.notices[0].key == "notice.not_a_file"
    aside = path if name == "preset" else path.with_name(f"{path.stem}.bad-1.toml")
    assert stat.S_IFMT(aside.lstat().st_mode) == kind, "the special file is kept as a backup"
    KINDS[name].state(KINDS[name].open(again))
    assert name == "preset" or again.notices == [], "nothing is reported twice"


def test_special_files_in_place_of_matches_and_databases_cause_no_hang(
    special: Callable[[Path], object], tmp_path: Path
) -> None:
    for name in (f"matches/{INDEX_FILE}", "matches/x.toml", "statistics.sqlite", LOCK_FILE):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        special(tmp_path / name)
    with lock_or_copy_profile(Profile(tmp_path)) as profile:
        replays = ReplayStore(profile)
        replays.scan()
        assert replays.try_read_more(9)
        assert [entry.notice and entry.notice.key for entry in replays.entries] == ["notice.not_a_file"]
        notices: list[Notice] = []
        base = Statistics(tmp_path / "statistics.sqlite", notices.append)
        base.totals(Selection())
        base.close()
        assert [notice.key for notice in notices] == ["notice.damaged_database"]
        assert os.path.lexists(tmp_path / "statistics.bad-1.sqlite")


@posix
def test_copy_for_second_window_omits_unreadable_files(tmp_path: Path) -> None:
    profile = Profile(tmp_path / "first")
    with lock_or_copy_profile(profile):
        (profile.folder / "settings.toml").write_text('speed = "2"\n')
        _make_pipe(profile.folder / "match.toml")
        (profile.folder / "days.toml").symlink_to("/dev/zero")
        (profile.folder / "round").symlink_to(profile.folder)
        with (profile.folder / "learned.toml").open("wb") as file:
            file.truncate(10_000_000_000)
        with lock_or_copy_profile(profile) as copy:
            assert copy.notices and copy.load_settings().speed == "2"
            copied = {path.name for path in copy.folder.rglob("*.toml")}
            assert copied == {"settings.toml"} and not (copy.folder / "round" / "round").exists()


def test_program_starts_with_pipes_in_profile(special: Callable[[Path], object], tmp_path: Path) -> None:
    for name in ("settings.toml", "match.toml", "learned.toml", "persons.toml", "days.toml", "lab.toml"):
        special(tmp_path / name)
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Home())
    pilot.run_frames(3)
    dialog = pilot.expect(Dialog)
    assert len(dialog.paragraphs) == MAX_SHOWN_NOTICES
    assert all(name in dialog.paragraphs[i].text for i, name in ((0, "settings.toml"), (2, "match.toml")))


def test_bad_file_is_copied_if_small_and_renamed_if_large(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xff" * MAX_RECORD_BYTES)
    assert copy_to_quarantine(path) == copy_to_quarantine(path) == tmp_path / "settings.bad-1.toml" and path.exists()
    path.write_bytes(b"\xff" * (MAX_RECORD_BYTES + 1))
    assert copy_to_quarantine(path).name == "settings.bad-2.toml" and not path.exists()
    path.write_bytes(b"")
    assert move_to_quarantine(path).name == "settings.bad-3.toml"


# --- foreign databases ------------------------------------------------------------------------------------------------

ENDLESS_QUERY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n"
HOSTILE_SQL = {
    "endless view": ("DROP TABLE daily", f"CREATE VIEW daily AS {ENDLESS_QUERY}"),
    "trigger": (f"CREATE TRIGGER t AFTER INSERT ON matches BEGIN INSERT INTO results {ENDLESS_QUERY}; END",),
    "virtual table": ("DROP TABLE daily", "CREATE VIRTUAL TABLE daily USING fts5(name)"),
    "huge value": (
        "INSERT INTO monthly VALUES (CAST(zeroblob(2000000) AS TEXT), '', '', '', 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)",
    ),
}


@pytest.mark.parametrize("trick", HOSTILE_SQL)
def test_slow_database_is_set_aside(trick: str, tmp_path: Path) -> None:
    path = tmp_path / "statistics.sqlite"
    told: list[Notice] = []
    base = Statistics(path, told.append)
    assert base.rebuild_sums()
    base.close()
    with sqlite3.connect(path) as file:
        for statement in HOSTILE_SQL[trick]:
            file.execute(statement)
    file.close()
    base = Statistics(path, told.append)
    base.person_names()
    assert base.totals(Selection()) == Totals() and base.person_names() == []
    base.close()
    assert [notice.key for notice in told] == ["notice.damaged_database"]


def test_endless_read_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MAX_VM_STEPS", 1_000_000)
    told: list[Notice] = []
    base = database.Database(tmp_path / "x.sqlite", ["CREATE TABLE a (b)"], 7, told.append)
    assert base.write(lambda file: file.execute("INSERT INTO a VALUES (1)"))
    assert base.read(lambda file: file.execute(f"SELECT COUNT(*) FROM ({ENDLESS_QUERY})").fetchone(), None) is None
    base.close()
    assert {notice.key for notice in told} == {"notice.damaged_database"}


# --- limits of parsing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * (MAX_DOTS_PER_LINE + 2)) + " = 1",
        "x = 1\n[" + " . ".join(["'a'"] * (MAX_DOTS_PER_LINE + 2)) + "]",
        'x = {a = """\n# """, ' + ".".join('"\\""' * 1 for _ in range(MAX_DOTS_PER_LINE + 2)) + " = 1}",
        "a = " + "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
        "a = " + "[" * 20_000,
        "a = " + "9" * 5000,
    ],
)
def test_slow_toml_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_toml(text)


def test_usual_toml_is_read() -> None:
    dots = "." * 200
    assert parse_toml(f'# {dots}\na.b.c = 1\nx = "{dots}"\ny = [[[1.5, 2.5]]]\n')["a"] == {"b": {"c": 1}}
    assert parse_toml("\n".join(f"a.b{i} = {i}.5" for i in range(100)))["a"]["b99"] == 99.5


def test_record_is_read_with_and_without_separated_moves() -> None:
    lines = ['"0:keep 5H 7C JS"', '"1:pass"', '"2:take TS\' @107"']
    written = "".join((MATCH_HEAD, "moves = [\n", *(f"    {line},\n" for line in lines), "]\n\n[options]\n"))
    record = Record.from_text(written)
    assert [f'"{move}"' for move in record.moves] == lines
    for moves in (f"[{', '.join(lines)}]", f"[ # {lines[0]}\n{','.join(lines)}]", f"[{','.join(lines)},\n\n]"):
        assert Record.from_text(f"{MATCH_HEAD}moves = {moves}\n[options]\n") == record
    twice = f"{MATCH_HEAD}x = '''\nmoves = [\"0:pass\"]\n'''\nmoves = [{', '.join(lines)}]\n[options]\n"
    assert Record.from_text(twice) == record, "a list of moves inside a string is ignored"
    with pytest.raises(RecordError, match="at line 13") as caught:
        Record.from_text(written.replace("[options]", "[options"))
    assert caught.value.placeholders["line"] == 13


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (MATCH_HEAD + "moves = [" + '"0:pass",' * (MAX_MOVES + 1) + "]\n[options]\n", "notice.too_many_moves"),
        (MATCH_HEAD + "moves = [" + '"0:pass",' * MAX_MOVES + "]\n" + "#" * MAX_HEAD_LENGTH, "notice.too_large"),
        (MATCH_HEAD + "moves = [" + "'0:pass'," * MAX_MOVES + "]\n[options]\n", "notice.too_large"),
        (MATCH_HEAD + "#" * MAX_RECORD_BYTES, "notice.too_large"),
    ],
)
def test_overlong_record_is_refused_before_parsing(text: str, key: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.from_text(text)
    assert caught.value.key == key
    for language in LANGUAGES:
        shown = notice_text(Words(language), Notice(key, {**caught.value.placeholders, "file": "x.toml"}))
        assert "x.toml" in shown and "{" not in text


def test_record_of_as_many_moves_as_allowed_is_read() -> None:
    record = Record.from_text(MATCH_HEAD + "moves = [" + '"0:pass",' * MAX_MOVES + "]\n[options]\n")
    assert len(record.moves) == MAX_MOVES


def test_start_replays_saved_match_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = new_record("palacio", 3)
    play_randomly(record, Rng(3), 20)
    Profile(tmp_path).save_match(record)
    start, times = Record.initial_position, []

    def counted(record: Record) -> Game:
        times.append(len(record.moves))
        return start(record)

    monkeypatch.setattr(Record, "initial_position", counted)
    pilot = Pilot(tmp_path, (960, 540))
    for _ in range(3):
        pilot.app.go(Home())
        pilot.run_frames(2)
    assert times == [20]


def test_watched_match_stores_few_positions() -> None:
    record = new_record("palacio", 3)
    play_randomly(record, Rng(3), 100)
    match = Playback(record, Thinker())
    assert len(match.history._positions) == 1 + len(record.moves) // MOVES_BETWEEN_SNAPSHOTS
    between = MOVES_BETWEEN_SNAPSHOTS
    for at in (0, 1, between - 1, between, between + 1, match.last_index, 5):
        match.seek(at)
        there = record.replay(at)
        assert (match.game.piles, match.game.known, match.game.ask) == (there.piles, there.known, there.ask)
        assert match.game.rng.copy().bits() == there.rng.bits()


def test_file_full_of_unknown_keys_gets_short_message(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "en"\n' + "".join(f"k{i} = 1\n" for i in range(4500)))
    (tmp_path / "learned.toml").write_text("".join(f"k{i} = 1\n" for i in range(4500)))
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Home())
    pilot.run_frames(3)
    dialog = pilot.expect(Dialog)
    assert len(dialog.paragraphs) == MAX_SHOWN_NOTICES + 1
    assert "4,492 more" in dialog.paragraphs[MAX_NOTICES_ABOUT_FILE].text
    assert "settings.bad-1.toml" in dialog.paragraphs[MAX_NOTICES_ABOUT_FILE + 1].text
    assert dialog.paragraphs[-1].text == "… and 4,501 more messages."


def test_messages_left_out_are_counted() -> None:
    problems = [Problem("unknown", f"k{i}", "1", "x") for i in range(20)]
    notices = notices_about_values(problems, "a.toml")
    assert len(notices) == MAX_NOTICES_ABOUT_FILE + 1 and notices[-1] == Notice(MORE_KEY, {"file": "a.toml", "n": 12})
    assert len(notices_about_values(problems[:MAX_NOTICES_ABOUT_FILE], "a.toml")) == MAX_NOTICES_ABOUT_FILE
    texts = notice_texts(Words("en"), [*notices, *notices_about_values(problems, "b.toml")])
    assert len(texts) == MAX_SHOWN_NOTICES + 1 and texts[-1] == "… and 19 more messages."


def test_blank_lines_do_not_change_kind_of_text(tmp_path: Path) -> None:
    assert guess_kind("\n" * 1_900_000) == "" == guess_kind(" \t" * 900_000 + "x")
    assert guess_kind("\n" * 1000 + "  moves  = [") == "match" and guess_kind("\n\n [ rules ]") == "rules"


def test_paste_of_megabytes_is_cut() -> None:
    field = TextField(max_length=5)
    asked: list[str] = []

    def allowed(char: str) -> bool:
        asked.append(char)
        return char == "b"

    field.editor.is_allowed = allowed
    field.insert("a" * 20_000 + "b")
    assert field.text == "" and len(asked) == 100, "reading ends after 100 characters that are left out"
    field.insert("b" * 9)
    assert field.text == "bbbbb" and len(asked) == 105
    field.insert("b")
    assert len(asked) == 105


def test_command_reports_errors_in_few_lines(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(RULES_HEAD + "".join(f'"k{i}\\u001b" = 1\n' for i in range(50)))
    with pytest.raises(ValueError, match=f"and {50 - MAX_NOTICES_ABOUT_FILE} more") as caught:
        load_house_rules(GAMES["palacio"], path, "--options")
    assert len(str(caught.value)) < 8000 and "\x1b" not in str(caught.value)
    with pytest.raises(ValueError, match="is not a file"):
        load_house_rules(GAMES["palacio"], tmp_path, "--options")


# --- printable texts --------------------------------------------------------------------------------------------------


def test_text_from_outside_is_made_printable() -> None:
    shown = sanitise(ODD_TEXT)
    mark = REPLACEMENT_CHARACTER
    assert shown == f"a{mark}b{mark}[2J{mark}c{mark}{mark}" and shown.isprintable()
    assert sanitise("") == "" and sanitise("a\n\t b") == "a b"
    assert len(sanitise("x" * 10_000_000)) == 80


ODD_TOML = '"a\\u0000\\u202E\\u001b" = 1\n'


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    pilot = Pilot(tmp_path / "profile", (960, 540))
    pilot.app.go(Home())
    pilot.run_frames(2)
    return pilot


def dialog_text(pilot: Pilot) -> str:
    pilot.run_frames(3)
    text = pilot.dialog_text().replace("\n", " ")
    assert text.replace("\u00a0", " ").isprintable(), ascii(text)
    return text


DROPPED_TEXTS = {
    "rules": (RULES_HEAD + ODD_TOML, "Some of it couldn’t be used"),
    "another game": ('format = 2\ngame = "a\\u0000"\n[rules]\n', "a\\x00"),
    "match": (MATCH_HEAD.replace('"palacio"', '"a\\u0000"') + "moves = []\n", f"a{REPLACEMENT_CHARACTER}"),
    "match with an odd rule": (MATCH_HEAD + "moves = []\n[options]\n" + ODD_TOML, f"a{REPLACEMENT_CHARACTER}"),
    "move": (MATCH_HEAD + 'moves = ["0:\\u0000\\u202E"]\n[options]\n', REPLACEMENT_CHARACTER),
}


@pytest.mark.parametrize("kind", DROPPED_TEXTS)
def test_message_about_dropped_text_with_odd_characters_is_printable(kind: str, pilot: Pilot) -> None:
    text, expected = DROPPED_TEXTS[kind]
    pilot.step([pygame.Event(pygame.DROPTEXT, text=text)])
    assert expected in dialog_text(pilot)
    assert not (pilot.app.profile.folder / "reports").exists(), "no error report is written"


@posix
def test_messages_about_files_with_odd_names_are_printable(pilot: Pilot, tmp_path: Path) -> None:
    folder = tmp_path / "profile" / "matches"
    with suppress(OSError):
        folder.mkdir(parents=True)
    names = ("a\x1b\u202e.toml", "b\udcff.toml", "c\n.toml")
    for name in names:
        (folder / name).write_text("x")
        pilot.drop(folder / name)
        assert "isn’t a match" in dialog_text(pilot)
        pilot.press_keys(pygame.K_RETURN)
    pilot.press_keys(pygame.K_p)
    assert not (pilot.app.profile.folder / "reports").exists()


@pytest.mark.parametrize("name", ["settings.toml", "learned.toml", "persons.toml", "days.toml"])
def test_message_about_profile_file_with_odd_characters_is_printable(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(ODD_TOML)
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Home())
    assert name in dialog_text(pilot)
