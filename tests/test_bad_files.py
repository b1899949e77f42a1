"""Truncated, damaged and foreign files: the program reports them, keeps a copy and continues."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import Record, RecordError
from engine.moves import Move, Note
from engine.notices import Notice
from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.home.home import HomeScreen
from scenes.seating.seating import SeatingScreen
from scenes.shell.destinations import Begin, Home, Seating
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from scenes.text.notices import notice_text
from scenes.text.words import Words
from tests.support.at_table import live, saved, settings
from tests.support.piloting import Pilot
from tests.support.records import new_record, play_at_random


def begun(slug: str = "palacio", moves: int = 20) -> Record:
    """A match after some random moves."""
    record = new_record(slug, 3)
    play_at_random(record, Rng(3), moves)
    return record


def opened(folder: Path) -> Pilot:
    """A pilot whose program has just started with this folder."""
    pilot = Pilot(folder)
    pilot.app.go(Home())
    pilot.steps(3)
    return pilot


def close_notice(pilot: Pilot) -> str:
    """Close the notice on the screen with Enter; return its text."""
    dialog = pilot.app.top
    assert isinstance(dialog, Dialog) and dialog.title == pilot.app.words("app.notices.title")
    text = "\n".join(line.text for line in dialog.lines)
    assert not re.search(r"\{\w+\}|notice\.", text)
    pilot.key(pygame.K_RETURN)
    pilot.steps(2)
    assert not isinstance(pilot.app.top, Dialog), "there was a second message"
    return text


def check_playable(pilot: Pilot, slug: str = "palacio") -> None:
    """Check that a match can still be started and played."""
    pilot.app.keep_setting(replace(pilot.app.settings, coach="off"))
    record = new_record(slug, 8)
    pilot.app.go(Begin(record))
    pilot.rest()
    before = len(record.moves)
    pilot.key(pygame.K_RETURN) if pilot.choice.complete() else pilot.play_by_keys(pilot.choice.legal[0])
    assert len(record.moves) > before


def copies(path: Path) -> list[bytes]:
    """The copies kept beside a file."""
    return [copy.read_bytes() for copy in sorted(path.parent.glob(f"{path.stem}.bad-*{path.suffix}"))]


# --- settings ---------------------------------------------------------------------------------------------------------

SETTINGS = {
    "a wrong type": (b'speed = 4\nlanguage = "en"\n', ("settings.toml", "speed", "4")),
    "an unknown value": (b'back = "gold"\nlanguage = "en"\n', ("settings.toml", "back", "gold", "lantern")),
    "a word in place of a switch": (b'auto_answer = "yes"\nlanguage = "en"\n', ("settings.toml", "auto_answer", "yes")),
    "an unknown key": (b'colour = "green"\nlanguage = "en"\n', ("settings.toml", "colour", "green")),
    "half a line": (b'language = "en"\nspeed = "', ("settings.toml",)),
    "a line without a value": (b'language = "en"\nspeed =\nback = "house"\n', ("settings.toml", "line 2")),
    "binary garbage": (bytes(range(256)), ("settings.toml",)),
    "a table in place of a value": (b"[speed]\nfast = true\n", ("settings.toml", "speed", "fast")),
}


@pytest.mark.parametrize("case", SETTINGS)
def test_bad_settings_are_reported_and_copied_and_play_continues(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    content, expected = SETTINGS[case]
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    pilot = opened(tmp_path)
    text = close_notice(pilot)
    for word in expected:
        assert word in text
    assert copies(path) == [content]
    assert "settings.bad-1.toml" in text
    assert isinstance(pilot.app.top, HomeScreen)
    check_playable(pilot)


def test_good_settings_beside_a_bad_one_are_used(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('speed = "instant"\nback = "gold"\nlanguage = "pt_BR"\n')
    pilot = opened(tmp_path)
    chosen = pilot.app.settings
    assert (chosen.speed, chosen.back, chosen.language) == ("instant", "house", "pt_BR")
    assert "settings.toml" in close_notice(pilot)


# --- house rules ------------------------------------------------------------------------------------------------------

OPTIONS = {
    "an unknown rule": (b"cheating = true\n", "cheating"),
    "a wrong type": (b'rounds = "three"\n', "rounds"),
    "half a file": (b"ten_on_anything = fal", "palacio.toml"),
}


@pytest.mark.parametrize("case", OPTIONS)
def test_bad_house_rules_are_reported_where_they_are_used(case: str, tmp_path: Path) -> None:
    settings(tmp_path)
    content, key = OPTIONS[case]
    path = tmp_path / "options" / "palacio.toml"
    path.parent.mkdir()
    path.write_bytes(content)
    pilot = opened(tmp_path)
    assert isinstance(pilot.app.top, HomeScreen)
    pilot.app.go(Seating("palacio"))
    pilot.steps(2)
    text = close_notice(pilot)
    assert "palacio.toml" in text and key in text
    assert copies(path) == [content]
    seating = pilot.app.top
    assert isinstance(seating, SeatingScreen)
    assert seating.record().options == GAMES["palacio"].Options()
    check_playable(pilot)


# --- the match --------------------------------------------------------------------------------------------------------


def check_no_continue(pilot: Pilot) -> None:
    """Check that the home screen offers no match to continue."""
    home = pilot.app.top
    assert isinstance(home, HomeScreen)
    words = pilot.app.words("app.home.continue")
    assert all(getattr(widget, "label", "") != words for widget in home.group.order())


def test_a_match_truncated_anywhere_is_reported_and_copied(tmp_path: Path) -> None:
    whole = begun().to_text().encode()
    for part in range(48):
        folder, content = tmp_path / str(part), whole[: len(whole) * part // 48]
        folder.mkdir()
        (folder / "match.toml").write_bytes(content)
        record, notices = Profile(folder).load_match()
        assert record is None and notices, part
        assert copies(folder / "match.toml") == [content]


@pytest.mark.parametrize("part", range(0, 24, 7))
def test_a_truncated_match_is_reported_and_copied(part: int, tmp_path: Path) -> None:
    settings(tmp_path)
    whole = begun().to_text().encode()
    content = whole[: len(whole) * part // 24]
    path = tmp_path / "match.toml"
    path.write_bytes(content)
    pilot = opened(tmp_path)
    assert "match.toml" in close_notice(pilot)
    assert copies(path) == [content]
    check_no_continue(pilot)
    check_playable(pilot)
    assert saved(tmp_path).seed == 8


def changed(record: Record, old: str, new: str) -> str:
    text = record.to_text()
    assert old in text
    return text.replace(old, new, 1)


def impossible() -> str:
    record = begun()
    game = record.replay()
    record.append(game.legal_moves(game.waiting()[0])[0]._replace(seat=(game.waiting()[0] + 1) % 3))
    return record.to_text()


MATCHES: Mapping[str, tuple[Callable[[], str], tuple[str, ...]]] = {
    "another format": (lambda: changed(begun(), "format = 2", "format = 7"), ("7",)),
    "an impossible move": (impossible, ("21",)),
    "an unknown game": (lambda: changed(begun(), 'game = "palacio"', 'game = "mahjong"'), ("game", "mahjong")),
    "too many seats": (lambda: changed(begun(), "seats = 3", "seats = 9"), ("seats", "9")),
    "a negative seed": (lambda: changed(begun(), "seed = 3", "seed = -3"), ("seed", "-3")),
    "an unknown rule": (lambda: begun().to_text() + "cheating = true\n", ("cheating",)),
    "an unknown character": (lambda: changed(begun(), "celeste easy", "nobody easy"), ("chairs", "nobody")),
    "a malformed move": (lambda: changed(begun(), '"0:', '"zero:'), ("zero:",)),
    "a list of lists": (lambda: changed(begun(), "moves = [", "moves = [[], "), ("1", "[]")),
}


@pytest.mark.parametrize("case", MATCHES)
def test_a_match_with_bad_content_is_reported_and_copied(case: str, tmp_path: Path) -> None:
    settings(tmp_path)
    make, expected = MATCHES[case]
    path = Profile(tmp_path).match_path("palacio")
    path.parent.mkdir()
    content = make().encode()
    path.write_bytes(content)
    pilot = opened(tmp_path)
    text = close_notice(pilot)
    for word in ("palacio.toml", *expected):
        assert word in text
    assert copies(path) == [content]
    check_no_continue(pilot)
    check_playable(pilot)


def test_a_match_of_another_version_is_reported_and_continues(tmp_path: Path) -> None:
    settings(tmp_path)
    record = begun()
    record.version = "0.0.1"
    path = tmp_path / "match.toml"
    path.write_text(record.to_text(), encoding="utf-8")
    content = path.read_bytes()
    pilot = opened(tmp_path)
    text = close_notice(pilot)
    assert "0.0.1" in text
    path = Profile(tmp_path).match_path(record.game)
    assert path.name in text and copies(path) == [content]
    pilot.key(pygame.K_RETURN)
    pilot.rest()
    assert pilot.table.match.record.moves[: len(record.moves)] == record.moves


def test_a_match_that_names_nobody_is_continued_by_the_player(tmp_path: Path) -> None:
    settings(tmp_path)
    record = begun()
    record.chairs = ()
    (tmp_path / "match.toml").write_text(record.to_text(), encoding="utf-8")
    pilot = opened(tmp_path)
    pilot.key(pygame.K_RETURN)
    pilot.rest()
    assert pilot.table.match.person_seats == (0,) and not (tmp_path / "reports").exists()


def test_all_bad_files_are_reported_in_one_message(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "en"\nspeed = 4\n')
    (tmp_path / "match.toml").write_text("moves = [")
    text = close_notice(opened(tmp_path))
    assert "settings.toml" in text and "match.toml" in text


# --- failed writes ----------------------------------------------------------------------------------------------------


def test_a_file_in_place_of_the_folder_is_reported_and_the_match_continues_in_memory(tmp_path: Path) -> None:
    place = tmp_path / "profile"
    place.write_text("a file")
    pilot = opened(place)
    while isinstance(pilot.app.top, Dialog):
        close_notice(pilot)
    record = new_record("palacio", 8)
    pilot.app.go(Begin(record))
    pilot.rest()
    text = close_notice(pilot)
    assert str(place) in text
    pilot.rest()
    pilot.key(pygame.K_RETURN)
    assert record.moves
    assert place.read_text() == "a file"
    live(pilot.table).go_home()
    pilot.steps(2)
    assert pilot.app.saved is record, "the match can continue while the program runs"


def test_a_read_only_folder_is_reported_and_the_program_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path)

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("engine.profile.replacing.begin_file", forbidden)  # as after chmod, which doesn't stop root
    pilot = opened(tmp_path)
    record = new_record("palacio", 8)
    pilot.app.go(Begin(record))
    pilot.rest()
    text = close_notice(pilot)
    assert str(tmp_path) in text and "Permission denied" in text
    pilot.rest()
    pilot.key(pygame.K_RETURN)
    assert record.moves
    assert not (tmp_path / "match.toml").exists()


def test_a_disk_that_fills_up_is_reported_at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings(tmp_path)
    pilot = opened(tmp_path)
    record = new_record("palacio", 8)
    pilot.app.go(Begin(record))
    pilot.rest()

    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("engine.profile.storage.write_atomic", full)
    pilot.key(pygame.K_RETURN)
    for _ in range(200):
        pilot.step()
        if isinstance(pilot.app.top, Dialog):
            break
    assert "No space left on device" in close_notice(pilot)
    assert isinstance(pilot.app.top, Table)
    monkeypatch.undo()
    pilot.rest()
    pilot.play_by_keys(pilot.choice.legal[0])
    assert saved(tmp_path).moves == record.moves, "saving resumes by itself"


def test_a_new_profile_shows_no_notice(tmp_path: Path) -> None:
    pilot = opened(tmp_path / "new")
    assert isinstance(pilot.app.top, HomeScreen)
    check_no_continue(pilot)
    assert Profile(tmp_path / "new").load_match() == (None, [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_an_illegal_move_is_reported_in_words(slug: str, language: str) -> None:
    record, words = new_record(slug, 8), Words(language)
    game = record.start()
    verbs = game.verbs[game.ask.what] if game.ask else ()
    wrong = [Move(seat, verb, ()) for seat in range(game.seats) for verb in (*verbs, "dance")]
    reported = 0
    for move in wrong:
        refusal = game.refusal(move)
        if refusal is None:
            continue
        record.moves = [move]
        with pytest.raises(RecordError) as caught:
            record.replay()
        text = notice_text(words, Notice(caught.value.key, {**caught.value.figures, "file": "match.toml"}))
        reason = words.note(slug, "refusal", Note(refusal.key, refusal.figures))
        assert reason in text and f"refusal.{refusal.key}" not in text and "{" not in text, text
        reported += 1
    assert reported
