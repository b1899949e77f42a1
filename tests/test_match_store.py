"""One match in progress for each game: the files on disk, also those of earlier versions."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.game import Game
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move
from engine.notices import Notice
from engine.profile import atomic_replace, storage
from engine.profile.saved_matches import SavedMatches
from engine.profile.storage import Profile
from engine.rng import Rng
from tests.support.records import load_match, play_randomly, random_record


def notice_keys(notices: list[Notice]) -> list[str]:
    return [notice.key.removeprefix("notice.") for notice in notices]


def fail_to_write(*_: object, **__: object) -> Any:
    raise OSError(28, "No space left on device")


def two_matches(folder: Path) -> tuple[Record, Record]:
    """Save matches of two games in a profile, the second one last."""
    profile = Profile(folder)
    first, second = (random_record(slug, 3) for slug in ("gurch", "big_two"))
    for age, record in ((9, first), (5, second)):
        play_randomly(record, Rng(3), 8)
        profile.save_match(record)
        os.utime(profile.match_path(record.game), (1_700_000_000 - age, 1_700_000_000 - age))
    return first, second


def test_each_game_has_own_match_and_last_saved_comes_first(tmp_path: Path) -> None:
    first, second = two_matches(tmp_path)
    profile = Profile(tmp_path)
    assert profile.games_in_progress() == ["big_two", "gurch"]
    assert load_match(profile) == (second, []) and load_match(profile, "gurch") == (first, [])
    profile.save_match(first)
    assert profile.games_in_progress() == ["gurch", "big_two"]
    assert load_match(profile, "big_two") == (second, []), "saving one match leaves the other unchanged"
    profile.delete_match("gurch")
    assert profile.games_in_progress() == ["big_two"]
    assert load_match(profile, "roped") == (None, [])


# --- moves are appended -----------------------------------------------------------------------------------------------


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Bytes of each write to a file: of a whole file, or of what is appended to one."""
    sizes: list[int] = []
    append, whole = atomic_replace.append_bytes, storage.write_atomic

    def append_bytes(path: Path, content: bytes, size: int) -> None:
        append(path, content, size)
        sizes.append(len(content))

    def write_atomic(path: Path, text: str) -> None:
        whole(path, text)
        sizes.append(len(text.encode("utf-8")))

    monkeypatch.setattr(atomic_replace, "append_bytes", append_bytes)
    monkeypatch.setattr(storage, "write_atomic", write_atomic)
    return sizes


@pytest.mark.parametrize("slug", GAMES)
def test_bytes_written_per_move_do_not_grow_with_match(slug: str, tmp_path: Path, writes: list[int]) -> None:
    record, rng, profile = random_record(slug, 4), Rng(4), Profile(tmp_path)
    game = record.initial_position()
    profile.save_match(record)
    while game.outcome is None and len(record.moves) < 300:
        move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
        game.push(move)
        record.append(move)
        record.current_deal = game.deal_number
        profile.save_match(record)
    assert len(writes) == 1 + len(record.moves) and max(writes[1:]) < 100
    assert Profile(tmp_path).read_match(slug) == record
    summary = Profile(tmp_path).match_summary(slug)
    assert summary is not None and summary.deal_number == game.deal_number, "it is read from the last line"
    profile.delete_match(slug)
    assert profile.notices == [] and not profile.match_path(slug).exists()


@pytest.fixture
def appended(tmp_path: Path, writes: list[int]) -> tuple[Profile, Record, Path]:
    """A match with eight moves, of which five are appended."""
    record, profile = random_record("gurch", 3), Profile(tmp_path)
    play_randomly(record, Rng(3), 3)
    profile.save_match(record)
    for move in play_on(record, 5):
        record.append(move)
        profile.save_match(record)
    assert len(writes) == 6
    return profile, record, profile.match_path("gurch")


def play_on(record: Record, count: int) -> list[Move]:
    """Return legal moves that continue a match."""
    longer = replace(record, moves=list(record.moves))
    game = record.replay()
    for _ in range(count):
        longer.moves.append(Rng(1).choice(game.legal_moves(game.seats_to_act()[0])))
        game.push(longer.moves[-1])
    return longer.moves[len(record.moves) :]


@pytest.mark.parametrize("cut", range(1, 14))
def test_torn_last_line_loses_only_its_move(cut: int, appended: tuple[Profile, Record, Path]) -> None:
    profile, record, path = appended
    content = path.read_bytes()
    last = content.splitlines(keepends=True)[-1]
    path.write_bytes(content[: -min(cut, len(last))])
    found, notices = load_match(Profile(profile.folder), "gurch")
    assert found is not None and notices == [] and found.moves == record.moves[:-1]


def test_damaged_appended_line_is_reported_and_kept(appended: tuple[Profile, Record, Path]) -> None:
    profile, _, path = appended
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("#+ 0 ", "#+ 0 x", 1), encoding="utf-8")
    found, notices = load_match(Profile(profile.folder), "gurch")
    assert found is None and notice_keys(notices) == ["no_move", "no_match", "kept"]
    assert notices[0].placeholders["number"] == 4


def test_undo_and_hint_write_whole_file(appended: tuple[Profile, Record, Path], writes: list[int]) -> None:
    profile, record, path = appended
    gone = record.undo_to(6)
    for hinted in (record.hinted, record.hinted + 1):
        record.hinted = hinted
        profile.save_match(record)
        assert writes[-1] == path.stat().st_size
    record.moves += gone
    profile.save_match(record)
    assert writes[-1] < 100 and load_match(Profile(profile.folder), "gurch") == (record, [])


@pytest.mark.parametrize("change", ["longer", "missing", "folder"])
def test_file_changed_from_outside_is_written_whole(change: str, appended: tuple[Profile, Record, Path]) -> None:
    profile, record, path = appended
    if change == "longer":
        path.write_bytes(path.read_bytes() + b"# mine\n")
    else:
        path.unlink()
    if change == "folder":
        path.parent.rmdir()
    record.moves += play_on(record, 1)
    profile.save_match(record)
    assert profile.notices == [] and b"#" not in path.read_bytes()
    assert load_match(Profile(profile.folder), "gurch") == (record, [])


def test_another_match_of_game_replaces_file(appended: tuple[Profile, Record, Path]) -> None:
    profile, record, _ = appended
    other = replace(record, moves=[*record.moves, *play_on(record, 2)])
    profile.save_match(other)
    profile.save_match(record)
    assert load_match(Profile(profile.folder), "gurch") == (record, [])


def test_full_disk_keeps_all_moves_until_there_is_room(
    appended: tuple[Profile, Record, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    profile, record, _ = appended
    moves = play_on(record, 3)
    with monkeypatch.context() as full:
        full.setattr(os, "write", fail_to_write)
        full.setattr(storage, "write_atomic", fail_to_write)
        for move in moves[:2]:
            record.append(move)
            profile.save_match(record)
        assert profile.is_unsaved(profile.match_path("gurch"))
    record.append(moves[2])
    profile.save_match(record)
    assert notice_keys(profile.notices) == ["unwritable"]
    assert load_match(Profile(profile.folder), "gurch") == (record, [])


# --- what is known of a match -----------------------------------------------------------------------------------------


def test_matches_are_known_by_head_until_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = two_matches(tmp_path)
    first.current_deal = first.replay().deal_number
    Profile(tmp_path).save_match(first)
    replayed: list[str] = []
    start = Record.initial_position

    def noted(record: Record) -> Game:
        replayed.append(record.game)
        return start(record)

    monkeypatch.setattr(Record, "initial_position", noted)
    profile = Profile(tmp_path)
    saves = SavedMatches(profile)
    saves.scan()
    assert saves.games == ("gurch", "big_two") and not replayed
    known = saves.summary("gurch")
    assert known is not None and known.deal_number == first.current_deal
    assert [c.who for c in known.chairs] == [c.who for c in first.chairs]
    assert saves.load_latest() == first and replayed == ["gurch"] and saves.has_unread
    saves.read_more(10_000)
    assert not saves.has_unread and saves.load("big_two") == second and saves.games == ("gurch", "big_two")
    saves.save(second)
    assert saves.load_latest() is second and saves.games == ("big_two", "gurch") and profile.notices == []
    saves.delete("big_two")
    assert saves.load_latest() == first and Profile(tmp_path).games_in_progress() == ["gurch"]


def test_match_with_bad_file_is_withdrawn_after_reading(tmp_path: Path) -> None:
    two_matches(tmp_path)
    profile = Profile(tmp_path)
    path = profile.match_path("gurch")
    path.write_text(path.read_text().replace("moves = [", 'moves = [\n"9:play 2C",'), encoding="utf-8")
    saves = SavedMatches(profile)
    saves.scan()
    assert saves.games == ("gurch", "big_two")
    assert saves.load("gurch") is None and list(saves.games) == ["big_two"]
    assert notice_keys(profile.notices) == ["bad_value", "no_match", "kept"]


def test_match_under_name_of_another_game_is_refused_and_kept(tmp_path: Path) -> None:
    two_matches(tmp_path)
    profile = Profile(tmp_path)
    profile.match_path("gurch").replace(profile.match_path("roped"))
    found, notices = load_match(profile, "roped")
    assert found is None and notice_keys(notices) == ["bad_value", "no_match", "kept"]


def test_match_of_earlier_version_is_moved(tmp_path: Path) -> None:
    record = random_record("palacio", 4)
    play_randomly(record, Rng(4), 9)
    profile = Profile(tmp_path)
    profile.legacy_match_path.write_text(record.to_text())
    assert load_match(profile) == (record, [])
    assert profile.match_path("palacio").read_text() == record.to_text() and not profile.legacy_match_path.exists()


def test_match_of_intermediate_earlier_version_is_not_lost(tmp_path: Path) -> None:
    """Such a version doesn't know the newer files and saves its own match, which is migrated once its game has no
    other."""
    first, second = two_matches(tmp_path)
    theirs = random_record("gurch", 77)
    play_randomly(theirs, Rng(1), 5)
    profile = Profile(tmp_path)
    profile.legacy_match_path.write_text(theirs.to_text())
    for _ in range(2):
        assert load_match(profile, "gurch") == (first, []) and load_match(profile, "big_two") == (second, [])
        assert profile.legacy_match_path.read_text() == theirs.to_text()
    profile.delete_match("gurch")
    assert load_match(profile, "gurch") == (theirs, []) and not profile.legacy_match_path.exists()


def test_kill_while_match_moves_loses_and_doubles_nothing(tmp_path: Path) -> None:
    record = random_record("palacio", 4)
    profile = Profile(tmp_path)
    profile.save_match(record)
    profile.legacy_match_path.write_text(record.to_text())  # as after an interruption between copying and deleting
    play_randomly(record, Rng(4), 9)
    profile.save_match(record)
    assert load_match(Profile(tmp_path)) == (record, [])
    assert not profile.legacy_match_path.exists(), "the older state of the match is deleted"


def test_former_match_in_unwritable_folder_continues_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_record("palacio", 4)
    profile = Profile(tmp_path)
    profile.legacy_match_path.write_text(record.to_text())
    with monkeypatch.context() as patch:
        patch.setattr(atomic_replace, "replace_file", fail_to_write)
        assert load_match(profile) == (record, [])
    assert profile.legacy_match_path.exists()
